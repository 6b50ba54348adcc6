//! Time in words: absolute and relative expressions become half-open ranges of days, and grains of grouping.
//!
//! Owns 'last month', 'in Q3 2024', 'between March and May', 'since 2021', 'by week'. Pure: what "now" is comes in.
//! Which column a range is about is `compose`'s business.

use crate::form::Grain;
use crate::time_atoms::{atom_at, is_year, whole_year, year_of};
use crate::time_clock::time_of_day;
use crate::time_recurring::{Recurring, recurring_at};
use crate::tokens::{Kind, Token};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Time};

/// From `from` up to and not including `to`; either side may be open. Whole days, but where a time of day was said.
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    pub from: Option<DateTime>,
    pub to: Option<DateTime>,
}

/// One expression of time, to the second.
struct Stretch {
    from: DateTime,
    to: DateTime,
    /// When it is over: a moment is over long before the next one that is said like it.
    after: DateTime,
    used: usize,
    assumed: Option<String>,
    year_only: bool,
}

/// '2024', 'last week', '1 March 2025 at 9:30', '2025-03-01 12:00:00'.
fn stretch_at(tokens: &[Token], today: Date) -> Option<Stretch> {
    let atom = atom_at(tokens, today)?;
    let (from, to) = (midnight(atom.from), midnight(atom.to));
    let day = Stretch { from, to, after: to, used: atom.used, assumed: atom.assumed, year_only: atom.year_only };
    let one_day = atom.from.tomorrow().ok() == Some(atom.to);
    let behind = tokens.get(atom.used).is_some_and(|t| t.lower == "at" || t.is_punct(','));
    let at = atom.used + usize::from(behind);
    let Some((used, time, step)) = tokens.get(at..).filter(|_| one_day).and_then(time_of_day) else {
        return Some(day);
    };
    let from = atom.from.to_datetime(time);
    let (to, after) = (from.checked_add(step).ok()?, from.checked_add(1.second()).ok()?);
    Some(Stretch { from, to, after, used: at + used, ..day })
}

fn midnight(day: Date) -> DateTime {
    day.to_datetime(Time::midnight())
}

/// A time expression: one period, or several that all count ('in 2021 and 2023').
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRange {
    pub periods: Vec<Period>,
    /// The periods as they were named, before those that touch became one: what a comparison sets side by side.
    pub named: Vec<Period>,
    /// What had to be assumed, in plain words.
    pub assumed: Option<String>,
    /// Given by plain year numbers only, so that it fits a column of years.
    pub years_only: bool,
    /// Not when, but on which days of the week or at which hours; there is no period then.
    pub recurring: Option<Recurring>,
}

/// A grain of grouping at the start of the tokens: 'monthly', 'month', 'weeks'.
pub fn grain_at(tokens: &[Token]) -> Option<(usize, Grain)> {
    let first = tokens.first()?;
    let grain = match first.lower.as_str() {
        "daily" | "day" | "days" => Grain::Day,
        "weekly" | "week" | "weeks" => Grain::Week,
        "monthly" | "month" | "months" => Grain::Month,
        "quarterly" | "quarter" | "quarters" => Grain::Quarter,
        "yearly" | "annual" | "annually" | "year" | "years" => Grain::Year,
        "weekday" | "weekdays" => Grain::Weekday,
        "hourly" | "hour" | "hours" => Grain::Hour,
        _ => return None,
    };
    let next = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    match (grain, next(1), next(2)) {
        (Grain::Day, "of", "week") => Some((3, Grain::Weekday)),
        (Grain::Hour, "of", "day") => Some((3, Grain::Hour)),
        (Grain::Hour, "of", "the") if next(3) == "day" => Some((4, Grain::Hour)),
        (Grain::Day, "of", "the") if next(3) == "week" => Some((4, Grain::Weekday)),
        (_, "over" | "by" | "on", again) if again == first.lower => Some((3, grain)),
        _ => Some((1, grain)),
    }
}

/// A year that stands alone ('what about 2024'), for places where nothing else can be meant.
pub fn year_at(tokens: &[Token]) -> Option<TimeRange> {
    let year = year_of(tokens.first()).filter(|y| (1900..2100).contains(y))?;
    let (from, to) = whole_year(year)?;
    Some(TimeRange::one(Some(midnight(from)), Some(midnight(to)), None, true))
}

/// 'on Mondays', 'after 6 pm': days of the week and hours of the day, at the start of the tokens.
pub fn recurs_at(tokens: &[Token]) -> Option<(usize, TimeRange)> {
    let (used, recurring, assumed) = recurring_at(tokens)?;
    let range = TimeRange { periods: vec![], named: vec![], assumed, years_only: false, recurring: Some(recurring) };
    Some((used, range))
}

/// 'revenue per month 2025', 'toll cost 2025': a year that ends a question and that nothing before it compares or numbers.
pub fn ends_in_year(tokens: &[Token], at: usize) -> bool {
    let last = tokens.get(at + 1..).unwrap_or_default().iter().all(|t| matches!(t.kind, Kind::Punct(_)));
    let Some(before) = at.checked_sub(1).and_then(|i| tokens.get(i)) else { return false };
    let noun = before.kind == Kind::Word && !crate::lexicon::lexicon().is_stop(before);
    let grain = grain_at(std::slice::from_ref(before)).is_some();
    let compared =
        ["above", "exceeding", "least", "most", "exactly", "equal", "equals", "code", "id", "season", "year"];
    last && (noun || grain) && !compared.contains(&before.lower.as_str())
}

/// The longest time expression at the start of the tokens and how many tokens it takes.
pub fn time_at(tokens: &[Token], today: Date) -> Option<(usize, TimeRange)> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let rest = |i: usize| tokens.get(i..).unwrap_or_default();
    match word(0) {
        "between" => return joined(tokens, 1, &["and", "to"], today, "between"),
        "from" => {
            if let Some(found) = joined(tokens, 1, &["to", "until", "till", "through"], today, "from") {
                return Some(found);
            }
            if word(2) == "on" || word(2) == "onwards" {
                let atom = stretch_at(rest(1), today)?;
                return Some((2 + atom.used, open(Some(atom.from), None, atom)));
            }
        }
        "since" | "starting" => {
            let skip = 1 + usize::from(matches!(word(1), "in" | "from" | "the"));
            let atom = stretch_at(rest(skip), today)?;
            return Some((skip + atom.used, open(Some(atom.from), None, atom)));
        }
        "before" | "until" | "till" | "prior" => {
            let skip = 1 + (1..4).take_while(|i| matches!(word(*i), "the" | "year" | "to" | "of")).count();
            let atom = stretch_at(rest(skip), today)?;
            let end = if matches!(word(0), "before" | "prior") { atom.from } else { atom.after };
            return Some((skip + atom.used, open(None, Some(end), atom)));
        }
        // 'in or after 2005'.
        "in" | "on" if word(1) == "or" && matches!(word(2), "after" | "before") => {
            let skip = 3 + (3..6).take_while(|i| matches!(word(*i), "the" | "year" | "of")).count();
            let atom = stretch_at(rest(skip), today)?;
            let (from, to) = if word(2) == "after" { (Some(atom.from), None) } else { (None, Some(atom.after)) };
            return Some((skip + atom.used, open(from, to, atom)));
        }
        "after" => {
            let skip = 1 + (1..4).take_while(|i| matches!(word(*i), "the" | "year" | "of")).count();
            let atom = stretch_at(rest(skip), today)?;
            return Some((skip + atom.used, open(Some(atom.after), None, atom)));
        }
        _ => {}
    }
    let mut skip = usize::from(matches!(
        word(0),
        "in" | "on" | "during" | "for" | "from" | "of" | "within" | "over" | "at" | "throughout"
    ));
    let prefixed = skip > 0;
    skip += usize::from(prefixed && matches!(word(skip), "both" | "either"));
    skip += usize::from(word(skip) == "the");
    if word(skip) == "year" && rest(skip + 1).first().is_some_and(is_year) {
        skip += 1;
    }
    let atom = stretch_at(rest(skip), today)?;
    // A bare number is a year only where something says so: not 'over 1000', not 'within 2000 km'.
    let counted = crate::lexicon::lexicon().is_unit(word(skip + 1)) || crate::spoken::seconds(word(skip + 1)).is_some();
    let above = word(0) == "over" && year_of(rest(skip).first()).is_some_and(|year| year < 1900);
    if atom.year_only && (!prefixed && skip == 0 || counted || above) {
        return None;
    }
    let mut used = skip + atom.used;
    let mut range = TimeRange::one(Some(atom.from), Some(atom.to), atom.assumed, atom.year_only);
    if matches!(word(used), "or" | "and") && matches!(word(used + 1), "later" | "after" | "onwards" | "onward") {
        return Some((used + 2, open_from(range, true)));
    }
    if matches!(word(used), "or" | "and") && matches!(word(used + 1), "earlier" | "before") {
        return Some((used + 2, open_from(range, false)));
    }
    if matches!(word(used), "onwards" | "onward") {
        return Some((used + 1, open_from(range, true)));
    }
    while matches!(word(used), "and" | "or" | "," | "vs" | "versus") {
        let skip =
            used + 1 + usize::from(word(used + 1) == "in") + usize::from(word(used) == "," && word(used + 1) == "and");
        let Some(next) = stretch_at(rest(skip), today) else { break };
        range.years_only &= next.year_only;
        range.named.push(Period { from: Some(next.from), to: Some(next.to) });
        add(&mut range.periods, next.from, next.to);
        used = skip + next.used;
    }
    Some((used, range))
}

fn open_from(range: TimeRange, upwards: bool) -> TimeRange {
    let open = |p: Period| if upwards { Period { from: p.from, to: None } } else { Period { from: None, to: p.to } };
    let periods: Vec<Period> = range.periods.iter().cloned().map(open).collect();
    TimeRange { named: periods.clone(), periods, ..range }
}

fn open(from: Option<DateTime>, to: Option<DateTime>, atom: Stretch) -> TimeRange {
    TimeRange::one(from, to, atom.assumed, atom.year_only)
}

impl TimeRange {
    fn one(from: Option<DateTime>, to: Option<DateTime>, assumed: Option<String>, years_only: bool) -> Self {
        let period = Period { from, to };
        Self { periods: vec![period.clone()], named: vec![period], assumed, years_only, recurring: None }
    }
}

impl Period {
    /// The step of time that the period is exactly one of.
    pub fn grain(&self) -> Option<Grain> {
        let whole = |moment: DateTime| (moment.time() == Time::midnight()).then(|| moment.date());
        let (from, to) = (whole(self.from?)?, whole(self.to?)?);
        let steps = [
            (Grain::Year, 1.year()),
            (Grain::Quarter, 3.months()),
            (Grain::Month, 1.month()),
            (Grain::Week, 1.week()),
            (Grain::Day, 1.day()),
        ];
        let exact = |grain: Grain, span: jiff::Span| {
            crate::time_atoms::start_of(grain, from) == Some(from) && from.checked_add(span).ok() == Some(to)
        };
        steps.into_iter().find(|(grain, span)| exact(*grain, *span)).map(|(grain, _)| grain)
    }
}

/// Adds a period, growing the last one where they touch.
fn add(periods: &mut Vec<Period>, from: DateTime, to: DateTime) {
    match periods.last_mut() {
        Some(last) if last.to == Some(from) => last.to = Some(to),
        _ => periods.push(Period { from: Some(from), to: Some(to) }),
    }
}

/// 'between 1 and 15 February': the month at the end is meant for both.
fn days_of_month(tokens: &[Token], start: usize, words: &[&str], today: Date) -> Option<(usize, TimeRange)> {
    let (Kind::Number(day) | Kind::Ordinal(day)) = tokens.get(start)?.kind else { return None };
    let joins = tokens.get(start + 1).is_some_and(|t| words.contains(&t.lower.as_str()) || t.is_punct('-'));
    let numbered = matches!(tokens.get(start + 2)?.kind, Kind::Number(_) | Kind::Ordinal(_));
    let last = atom_at(tokens.get(start + 2..)?, today).filter(|_| joins && numbered)?;
    let one_day = last.from.tomorrow().ok() == Some(last.to);
    let from = last.from.with().day(day as i8).build().ok()?;
    let range = TimeRange::one(Some(midnight(from)), Some(midnight(last.to)), last.assumed, false);
    (one_day && (1.0..=31.0).contains(&day) && from < last.from).then_some((start + 2 + last.used, range))
}

/// 'between A and B', 'from A to B'.
fn joined(tokens: &[Token], start: usize, words: &[&str], today: Date, opener: &str) -> Option<(usize, TimeRange)> {
    let rest = |i: usize| tokens.get(i..).unwrap_or_default();
    if let Some(found) = days_of_month(tokens, start, words, today) {
        return Some(found);
    }
    let first = stretch_at(rest(start), today)?;
    let middle = start + first.used;
    if !tokens.get(middle).is_some_and(|t| words.contains(&t.lower.as_str()) || t.is_punct('-')) {
        return None;
    }
    let second = stretch_at(rest(middle + 1), today)?;
    const OLDEST: i16 = 1500;
    if first.year_only && first.from.year() < OLDEST {
        // 'a total between 1000 and 2000'.
        return None;
    }
    let mut from = first.from;
    // 'between March and May 2024': the year at the end is meant for both.
    if first.assumed.is_some() && second.assumed.is_none() {
        from = from.with().year(second.from.year()).build().ok()?;
    } else if from > second.from {
        from = from.checked_sub(1.year()).ok()?;
    }
    let assumed = if second.assumed.is_some() { second.assumed.or(first.assumed) } else { None };
    let end = second.after;
    let years_only = first.year_only && second.year_only && (opener == "between" || opener == "from");
    let mut range = TimeRange::one(Some(from), Some(end), assumed, years_only);
    let moved = i64::from(from.year() - first.from.year()).years();
    let first_to = first.to.checked_add(moved).unwrap_or(first.to);
    range.named =
        vec![Period { from: Some(from), to: Some(first_to) }, Period { from: Some(second.from), to: Some(second.to) }];
    Some((middle + 1 + second.used, range))
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
