//! Figures that differ from group to group, the one group that is unlike the others, and categories that go together.

use super::moments::{Group, SEPARATOR};
use super::{Candidate, ChartWish, Featured, Scanner};
use crate::explore::attribute::{Attribute, Unit};
use crate::explore::wording::{Claim, capitalized, compared, mean_of};
use crate::statistics::{Summary, anova, association, welch_anova, welch_t};
use std::collections::BTreeMap;
use vouch_model::{ChartType, FindingKind};

/// Rows a group needs to speak for itself.
const SMALLEST_GROUP: u64 = 5;
/// Share of the differences that a category must explain to be worth a word; to be called a driver; to be no more than
/// another name for the figure.
const WORTH_A_WORD: f64 = 0.015;
const DRIVES: f64 = 0.06;
const SAME_THING: f64 = 0.985;
/// For shares: of the variance, and how many times the lowest the highest must be to be worth a word, or to drive.
const SHARE_WORTH_A_WORD: f64 = 0.000_3;
const TIMES_WORTH_A_WORD: f64 = 1.25;
const TIMES_DRIVES: f64 = 1.5;
/// How far a group must be from the others, in their own spread, to stand apart.
const STANDS_APART: f64 = 6.0;
/// Least bias-corrected Cramér's V.
const GOES_TOGETHER: f64 = 0.12;
/// A share that is hardly larger than the share over all is not worth a word.
const MORE_THAN_OVER_ALL: f64 = 0.05;
/// One column made from another goes together with it as closely as this.
const MADE_FROM: f64 = 0.97;
const MOST_CELLS: usize = 400;

pub async fn look(scanner: &Scanner<'_>, looks: &mut u32) -> Vec<Candidate> {
    let mut found = Vec::new();
    for category in &scanner.subject.categories {
        let Some(groups) = scanner.grouped(&[(category, category.expression.clone())]).await else { continue };
        for (at, centred) in scanner.own_measures() {
            if centred.measure.column == category.column && centred.measure.table == category.table {
                continue;
            }
            let compared: Vec<(&str, Summary)> = usable(&groups, at);
            *looks += 1;
            found.extend(differ(scanner, centred.measure, category, &compared));
        }
    }
    found.extend(associations(scanner, looks).await);
    found
}

fn usable(groups: &[Group], at: usize) -> Vec<(&str, Summary)> {
    let summary = |group: &Group| group.measures.get(at).copied().flatten();
    // Groups of next to nobody have the most extreme figures.
    let all: u64 = groups.iter().filter_map(summary).map(|s| s.n).sum();
    let smallest = SMALLEST_GROUP.max(all / 500);
    let mut found: Vec<(&str, Summary)> = groups
        .iter()
        .filter_map(|group| Some((group.key.as_str(), summary(group)?)))
        .filter(|(_, summary)| summary.n >= smallest)
        .collect();
    found.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
    found
}

fn differ(
    scanner: &Scanner<'_>,
    measure: &Attribute,
    category: &Attribute,
    groups: &[(&str, Summary)],
) -> Option<Candidate> {
    let summaries: Vec<Summary> = groups.iter().map(|(_, summary)| *summary).collect();
    let whole = anova(&summaries).ok()?;
    // Groups that spread differently are the rule; where one does not spread at all the plain test has to do.
    let p_value = welch_anova(&summaries).map_or(whole.test.p_value, |test| test.p_value);
    let explained = whole.omega_squared;
    let share = measure.unit == Unit::Share;
    // A rare thing that is twice as frequent in one group explains little of the variance, and matters.
    let worth = if share { SHARE_WORTH_A_WORD } else { WORTH_A_WORD };
    if !(worth..SAME_THING).contains(&explained) {
        return None;
    }
    let (top, bottom) = (groups.first()?, groups.last()?);
    let ratio = if bottom.1.mean > 1e-9 { top.1.mean / bottom.1.mean } else { f64::INFINITY };
    if share && ratio < TIMES_WORTH_A_WORD {
        return None;
    }
    let effect = if share { (ratio.min(6.0).ln() / 6f64.ln()).max(explained.sqrt()) } else { explained.sqrt() };
    let about = vec![measure.label.clone(), category.label.clone()];
    let (average, name) = Scanner::average(measure);
    let sql = format!(
        "SELECT {} AS {}, {average} AS {name}, count(*) AS {} {} WHERE {} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC",
        category.expression,
        quoted(scanner, &category.alias),
        quoted(scanner, "row_count"),
        scanner.subject.from(&[measure, category]),
        category.expression,
        name = quoted(scanner, &name),
    );
    let chart = ChartWish { kind: ChartType::Bar, x: category.alias.clone(), y: name, colour: None };
    let candidate = |kind, claim: Claim, p_value, reason: String, (key, summary): &(&str, Summary)| Candidate {
        kind,
        claim,
        sql: sql.clone(),
        reason,
        chart: chart.clone(),
        p_value,
        effect,
        score: 0.0,
        featured: Some(Featured { summary: *summary, named: says_enough(key) }),
        about: about.clone(),
    };
    if let Some((lone, others)) = stands_apart(groups) {
        let test = welch_t(&lone.1, &others).ok()?;
        let claim = Claim::default()
            .say(&format!(
                "{} stands out among the {}: {} is ",
                named(category, lone.0),
                plural(category),
                mean_of(measure)
            ))
            .figure(lone.1.mean, measure.unit)
            .say(", against ")
            .figure(others.mean, measure.unit)
            .say(" over all others.");
        let reason = format!("See whether one {} is unlike the others in {}.", category.label, measure.label);
        return Some(candidate(FindingKind::Outlier, claim, test.test.p_value, reason, &lone));
    }
    let contrast = Claim::default();
    let (kind, opening) = if explained >= DRIVES && !share {
        let opening = contrast
            .say(&format!("{} explains ", capitalized(&category.label)))
            .share(explained)
            .say(&format!(" of the differences in {}: it is highest for ", measure.label));
        (FindingKind::Driver, opening)
    } else {
        let opening = contrast.say(&format!(
            "{} differs by {}: it is highest for ",
            capitalized(&mean_of(measure)),
            category.label
        ));
        let kind = if share && ratio >= TIMES_DRIVES { FindingKind::Driver } else { FindingKind::Difference };
        (kind, opening)
    };
    let mut claim = opening
        .say(&format!("{} (", named_within(category, top.0)))
        .figure(top.1.mean, measure.unit)
        .say(&format!(") and lowest for {} (", named_within(category, bottom.0)))
        .figure(bottom.1.mean, measure.unit)
        .say(")");
    if let Some(more) = compared(top.1.mean, bottom.1.mean).filter(|_| measure.unit != Unit::None || top.1.mean > 0.0) {
        claim = claim.say(&format!(", {more}"));
    }
    let reason = format!("See how {} differs by {}.", measure.label, category.label);
    Some(candidate(kind, claim.say("."), p_value, reason, top))
}

/// "East" does; "3" does not.
fn says_enough(key: &str) -> bool {
    key.chars().any(char::is_alphabetic) && !["true", "false"].contains(&key)
}

fn named(category: &Attribute, key: &str) -> String {
    if says_enough(key) { key.to_owned() } else { format!("{} {key}", capitalized(&category.label)) }
}

/// The same in the middle of a sentence.
fn named_within(category: &Attribute, key: &str) -> String {
    if says_enough(key) { key.to_owned() } else { format!("{} {key}", category.label) }
}

fn plural(category: &Attribute) -> String {
    let label = &category.label;
    match label.chars().last() {
        Some('s') => label.clone(),
        Some('y') if !label.ends_with(['a', 'e', 'o', 'u']) => {
            let stem = label.strip_suffix('y').unwrap_or(label);
            if stem.ends_with(['a', 'e', 'o', 'u']) { format!("{label}s") } else { format!("{stem}ies") }
        }
        _ => format!("{label}s"),
    }
}

/// The one group far from all others while the others are near each other.
fn stands_apart<'a>(groups: &[(&'a str, Summary)]) -> Option<((&'a str, Summary), Summary)> {
    if groups.len() < 4 {
        return None;
    }
    let (first, last) = (groups.first()?, groups.last()?);
    let apart = |lone: &(&'a str, Summary)| {
        let rest: Vec<Summary> = groups.iter().filter(|(key, _)| *key != lone.0).map(|(_, summary)| *summary).collect();
        let others = Summary::merged(&rest)?;
        let mean = rest.iter().map(|s| s.mean).sum::<f64>() / rest.len() as f64;
        let spread = (rest.iter().map(|s| (s.mean - mean).powi(2)).sum::<f64>() / (rest.len() - 1) as f64).sqrt();
        // How far apart the others would be by chance, from their own noise.
        let noise = (rest.iter().map(|s| s.variance / s.n as f64).sum::<f64>() / rest.len() as f64).sqrt();
        let distance = (lone.1.mean - mean).abs();
        (distance > STANDS_APART * spread.max(noise)).then_some((*lone, others, distance))
    };
    let best = [apart(first), apart(last)].into_iter().flatten().max_by(|a, b| a.2.total_cmp(&b.2))?;
    Some((best.0, best.1))
}

async fn associations(scanner: &Scanner<'_>, looks: &mut u32) -> Vec<Candidate> {
    let categories = &scanner.subject.categories;
    let mut found = Vec::new();
    for (at, first) in categories.iter().enumerate() {
        for second in categories.iter().skip(at + 1) {
            if (first.column == second.column && first.table == second.table)
                || scanner.subject.of_one_thing(first, second)
            {
                continue;
            }
            let keys = [(first, first.expression.clone()), (second, second.expression.clone())];
            let Some(groups) = scanner.grouped(&keys).await else { continue };
            if groups.len() > MOST_CELLS {
                continue;
            }
            *looks += 1;
            found.extend(go_together(scanner, first, second, &groups));
        }
    }
    found
}

fn go_together(scanner: &Scanner<'_>, first: &Attribute, second: &Attribute, groups: &[Group]) -> Option<Candidate> {
    let table = Table::of(groups);
    let result = association(&table.counts).ok()?;
    let strength = result.cramers_v_corrected;
    // One made from the other (a city and its region) says nothing about the world.
    if !(GOES_TOGETHER..=MADE_FROM).contains(&strength) || table.determines() {
        return None;
    }
    let (row, column, share, overall) = table.most_unusual()?;
    if share - overall < MORE_THAN_OVER_ALL {
        return None;
    }
    let claim = Claim::default()
        .say(&format!("{} and {} go together: among {} ", capitalized(&first.label), second.label, named(first, row)))
        .share(share)
        .say(&format!(" are {}, against ", named(second, column)))
        .share(overall)
        .say(" over all.");
    let sql = format!(
        "SELECT {} AS {}, {} AS {}, count(*) AS row_count {} WHERE {} IS NOT NULL AND {} IS NOT NULL \
         GROUP BY 1, 2 ORDER BY 1, 2",
        first.expression,
        quoted(scanner, &first.alias),
        second.expression,
        quoted(scanner, &second.alias),
        scanner.subject.from(&[first, second]),
        first.expression,
        second.expression,
    );
    Some(Candidate {
        kind: FindingKind::Association,
        claim,
        sql,
        reason: format!("See whether {} and {} have to do with each other.", first.label, second.label),
        chart: ChartWish {
            kind: ChartType::Heatmap,
            x: second.alias.clone(),
            y: first.alias.clone(),
            colour: Some("row_count".to_owned()),
        },
        p_value: result.test.p_value,
        effect: strength,
        score: 0.0,
        featured: None,
        about: vec![first.label.clone(), second.label.clone()],
    })
}

/// Its row and column, its share of the row, and the column's share of all.
type Cell<'a> = (&'a str, &'a str, f64, f64);

struct Table<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    counts: Vec<Vec<u64>>,
}

impl<'a> Table<'a> {
    fn of(groups: &'a [Group]) -> Self {
        let mut cells: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for group in groups {
            let (row, column) = group.key.split_once(SEPARATOR).unwrap_or((&group.key, ""));
            *cells.entry((row, column)).or_default() += group.rows as u64;
        }
        let mut rows: Vec<&str> = cells.keys().map(|(row, _)| *row).collect();
        rows.dedup();
        let mut columns: Vec<&str> = cells.keys().map(|(_, column)| *column).collect();
        columns.sort_unstable();
        columns.dedup();
        let count = |row: &&str, column: &&str| cells.get(&(*row, *column)).copied().unwrap_or(0);
        let counts = rows.iter().map(|row| columns.iter().map(|column| count(row, column)).collect()).collect();
        Self { rows, columns, counts }
    }

    /// Nearly every row of one side has a single partner on the other.
    fn determines(&self) -> bool {
        let total: u64 = self.counts.iter().flatten().sum();
        let largest = |line: Vec<u64>| line.into_iter().max().unwrap_or(0);
        let by_row: u64 = self.counts.iter().map(|row| largest(row.clone())).sum();
        let column = |at: usize| self.counts.iter().filter_map(|row| row.get(at).copied()).collect::<Vec<u64>>();
        let by_column: u64 = (0..self.columns.len()).map(|at| largest(column(at))).sum();
        // Only where there is something to determine: a side that is nearly constant is told nothing by the other.
        let constant = largest(self.counts.iter().map(|row| row.iter().sum()).collect())
            .max(largest((0..self.columns.len()).map(|at| column(at).iter().sum()).collect()));
        by_row.max(by_column) as f64 > 0.98 * total as f64 && (constant as f64) < 0.95 * total as f64
    }

    /// The cell that is furthest above what it would be by chance, as a share of its row, beside the share over all.
    fn most_unusual(&self) -> Option<Cell<'a>> {
        let total = self.counts.iter().flatten().sum::<u64>() as f64;
        let mut best: Option<(f64, Cell<'a>)> = None;
        for (row, counts) in self.rows.iter().zip(&self.counts) {
            let in_row = counts.iter().sum::<u64>() as f64;
            for (at, (column, count)) in self.columns.iter().zip(counts).enumerate() {
                let in_column = self.counts.iter().filter_map(|row| row.get(at)).sum::<u64>() as f64;
                let expected = in_row * in_column / total;
                let surplus = (*count as f64 - expected) / expected.sqrt();
                if *count >= SMALLEST_GROUP && best.as_ref().is_none_or(|(most, _)| surplus > *most) {
                    best = Some((surplus, (row, column, *count as f64 / in_row, in_column / total)));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}

pub fn quoted(scanner: &Scanner<'_>, name: &str) -> String {
    vouch_sql::quote_identifier(name, scanner.subject.dialect)
}
