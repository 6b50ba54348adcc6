//! Figures over time: trends, breaks and single periods that are unlike the rest.

use super::groups::quoted;
use super::moments::figure;
use super::periods::{FEWEST_PERIODS, Period, bounds, period_expression};
use super::{Candidate, ChartWish, Scanner};
use crate::explore::attribute::{Attribute, Calendar, Role, Unit};
use crate::explore::course::{Course, period_name};
use crate::explore::wording::{Claim, capitalized, mean_of};
use vouch_model::{ChartType, FindingKind};

/// Correlation with time below which a trend is not worth a word.
const WORTH_A_WORD: f64 = 0.3;
/// Share of the squares that a shift must take away.
const CLEAR_SHIFT: f64 = 0.2;

pub async fn look(scanner: &Scanner<'_>, looks: &mut u32) -> Vec<Candidate> {
    let mut found = Vec::new();
    for time in &scanner.subject.times {
        let Some(period) = period_of(scanner, time).await else { continue };
        let expression = period_expression(time, period, scanner.subject.dialect);
        let Some(groups) = scanner.grouped(&[(time, expression.clone())]).await else { continue };
        if groups.len() < FEWEST_PERIODS {
            continue;
        }
        let line = Line { scanner, time, period, expression };
        for (at, centred) in scanner.own_measures() {
            let kept: Vec<_> =
                groups.iter().filter_map(|g| Some((g, g.measures.get(at).copied().flatten()?))).collect();
            let course = Course {
                periods: kept.iter().map(|(group, _)| group.key.clone()).collect(),
                values: kept.iter().map(|(_, summary)| summary.mean).collect(),
                rows: kept.iter().map(|(_, summary)| summary.n as f64).collect(),
                errors: kept.iter().map(|(_, s)| (s.variance / s.n as f64).sqrt()).collect(),
            };
            *looks += 2;
            found.extend(line.moves(&Figure::Mean(centred.measure), course));
        }
        // Where every period has its one row there is nothing to count.
        if groups.iter().any(|group| group.rows > 1.5) {
            let rows: Vec<f64> = groups.iter().map(|group| group.rows).collect();
            let periods = groups.iter().map(|group| group.key.clone()).collect();
            *looks += 2;
            let errors = rows.iter().map(|rows| rows.sqrt()).collect();
            let course = Course { periods, values: rows.clone(), rows, errors }.without_cut_ends();
            found.extend(line.moves(&Figure::Count, course));
        }
    }
    found
}

async fn period_of(scanner: &Scanner<'_>, time: &Attribute) -> Option<Period> {
    if time.role == Role::Time(Calendar::Periods) {
        return Some(Period::Itself);
    }
    let subject = scanner.subject;
    let sql = format!("SELECT {} {}", bounds(time, subject.dialect), subject.from(&[time]));
    let rows = scanner.reader.rows(&sql).await?;
    let row = rows.rows.first()?;
    Period::for_span(figure(row, 1)? - figure(row, 0)?)
}

/// What is followed over time.
enum Figure<'a> {
    Mean(&'a Attribute),
    Count,
}

struct Line<'a> {
    scanner: &'a Scanner<'a>,
    time: &'a Attribute,
    period: Period,
    expression: String,
}

impl Line<'_> {
    /// A break if there is one, else a trend; and a single period that stands out.
    fn moves(&self, figure: &Figure<'_>, course: Course) -> Vec<Candidate> {
        if course.len() < FEWEST_PERIODS {
            return Vec::new();
        }
        let single = course.rows.iter().all(|rows| *rows <= 1.0);
        let (rise, shift, spike) = (course.rise(), course.shift(), course.spike());
        let shift = shift.filter(|shift| shift.gain >= CLEAR_SHIFT && shift.p_value < super::ALPHA);
        let mut found = Vec::new();
        match (shift, rise) {
            (Some(shift), _) => found.push(self.broke(figure, &course, &shift, single)),
            (None, Some(rise)) if rise.r.abs() >= WORTH_A_WORD => {
                found.extend(self.rose(figure, &course, &rise, single));
            }
            _ => {}
        }
        found.extend(spike.and_then(|spike| self.stood_out(figure, &course, &spike, single)));
        found.extend(course.swing().filter(|_| single).and_then(|swing| self.swung(figure, &course, &swing)));
        found
    }

    fn rose(
        &self,
        figure: &Figure<'_>,
        course: &Course,
        rise: &crate::explore::course::Rise,
        single: bool,
    ) -> Option<Candidate> {
        let (first, last) = (course.periods.first()?, course.periods.last()?);
        let (start, end) = (*course.values.first()?, *course.values.last()?);
        let unit = figure.unit();
        let direction = if rise.slope > 0.0 { "rises" } else { "falls" };
        let mut claim = Claim::default()
            .say(&format!("{} {direction} over time, by about ", capitalized(&self.called(figure, single))))
            .figure(rise.slope.abs(), unit)
            .say(&format!(" a {}", self.step()));
        // The ends are only worth naming where they lie the way the course goes.
        if (end - start) * rise.slope > 0.0 {
            claim = claim
                .say(": from ")
                .figure(start, unit)
                .say(&format!(" in {} to ", self.named(first)))
                .figure(end, unit)
                .say(&format!(" in {}", self.named(last)));
        }
        Some(self.candidate(FindingKind::Trend, figure, claim.say("."), rise.p_value, rise.r.abs()))
    }

    fn broke(
        &self,
        figure: &Figure<'_>,
        course: &Course,
        shift: &crate::explore::course::Shift,
        single: bool,
    ) -> Candidate {
        let at = shift.change.position;
        // Weighted by rows, an average of averages is the average over the rows; counts are compared as they are.
        let (before, after) = match figure {
            Figure::Mean(_) => (course.mean(0, at), course.mean(at, course.len())),
            Figure::Count => (shift.change.before.mean, shift.change.after.mean),
        };
        let moved = if after > before { "jumped" } else { "dropped" };
        let moment = course.periods.get(at).map(|period| self.named(period)).unwrap_or_default();
        let unit = figure.unit();
        let claim = Claim::default()
            .say(&format!("{} {moved} in {moment} and stayed there: ", capitalized(&self.called(figure, single))))
            .figure(before, unit)
            .say(" on average before, ")
            .figure(after, unit)
            .say(" from then on.");
        self.candidate(FindingKind::Break, figure, claim, shift.p_value, shift.gain.sqrt())
    }

    fn stood_out(
        &self,
        figure: &Figure<'_>,
        course: &Course,
        spike: &crate::explore::course::Spike,
        single: bool,
    ) -> Option<Candidate> {
        let value = *course.values.get(spike.at)?;
        let period = self.named(course.periods.get(spike.at)?);
        let claim = Claim::default()
            .say(&format!("{} stands out: {} is ", capitalized(&period), self.called(figure, single)))
            .figure(value, figure.unit())
            .say(" there, against about ")
            .figure(spike.usual, figure.unit())
            .say(&format!(" in other {}s.", self.step()));
        Some(self.candidate(FindingKind::Outlier, figure, claim, spike.p_value, 0.7))
    }

    fn swung(&self, figure: &Figure<'_>, course: &Course, swing: &crate::explore::course::Swing) -> Option<Candidate> {
        let (start, end) = (*course.values.get(swing.from)?, *course.values.get(swing.to)?);
        let moved = if swing.share < 0.0 { "fell" } else { "rose" };
        let moment = |at: usize| course.periods.get(at).map(|period| self.named(period)).unwrap_or_default();
        let claim = Claim::default()
            .say(&format!("{} {moved} by ", capitalized(&self.called(figure, true))))
            .share(swing.share.abs())
            .say(&format!(" from {} to {}: from ", moment(swing.from), moment(swing.to)))
            .figure(start, figure.unit())
            .say(" to ")
            .figure(end, figure.unit())
            .say(", the furthest it went.");
        Some(self.candidate(FindingKind::Other, figure, claim, 0.0, swing.share.abs().min(1.0)))
    }

    fn called(&self, figure: &Figure<'_>, single: bool) -> String {
        match figure {
            Figure::Mean(measure) if single => measure.label.clone(),
            Figure::Mean(measure) => mean_of(measure),
            Figure::Count => format!("the number of {}", self.scanner.subject.rows_are),
        }
    }

    fn named(&self, period: &str) -> String {
        let name = period_name(period, self.period);
        let counted = self.period == Period::Itself && name.len() < 4;
        if counted { format!("{} {name}", self.time.label) } else { name }
    }

    fn step(&self) -> &str {
        match self.period {
            Period::Itself if self.time.label.contains("year") => "year",
            Period::Itself => &self.time.label,
            period => period.name(),
        }
    }

    fn candidate(&self, kind: FindingKind, figure: &Figure<'_>, claim: Claim, p_value: f64, effect: f64) -> Candidate {
        let scanner = self.scanner;
        let name = if self.period == Period::Itself { self.time.alias.clone() } else { self.period.name().to_owned() };
        let (selected, y, mut attributes) = match figure {
            Figure::Mean(measure) => {
                let (average, name) = Scanner::average(measure);
                (format!("{average} AS {}, count(*) AS row_count", quoted(scanner, &name)), name, vec![*measure])
            }
            Figure::Count => ("count(*) AS row_count".to_owned(), "row_count".to_owned(), Vec::new()),
        };
        attributes.push(self.time);
        let sql = format!(
            "SELECT {} AS {}, {selected} {} WHERE {} IS NOT NULL GROUP BY 1 ORDER BY 1",
            self.expression,
            quoted(scanner, &name),
            scanner.subject.from(&attributes),
            self.time.expression,
        );
        let about = match figure {
            Figure::Mean(measure) => vec![measure.label.clone(), self.time.label.clone()],
            Figure::Count => vec![COUNTED.to_owned(), self.time.label.clone()],
        };
        let what = self.called(figure, false);
        Candidate {
            kind,
            claim,
            sql,
            reason: format!("Follow {what} over time."),
            chart: ChartWish { kind: ChartType::Line, x: name, y, colour: None },
            p_value,
            effect,
            score: 0.0,
            featured: None,
            about,
        }
    }
}

/// What a count of rows is called among the labels.
const COUNTED: &str = "number of rows";

impl Figure<'_> {
    fn unit(&self) -> Unit {
        match self {
            Figure::Mean(measure) => measure.unit,
            Figure::Count => Unit::None,
        }
    }
}
