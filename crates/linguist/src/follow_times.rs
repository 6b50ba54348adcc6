//! Times in follow-ups: the month before, the whole year, a month whose year was said before.

use crate::form::{Condition, Grain, Query};
use crate::tokens::{Kind, Token};
use jiff::ToSpan;
use jiff::civil::Date;

/// The day of an ISO date or timestamp.
fn day(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

fn back(date: Date, grain: Grain) -> Option<Date> {
    let span = match grain {
        Grain::Day => 1.day(),
        Grain::Week => 7.days(),
        Grain::Month => 1.month(),
        Grain::Quarter => 3.months(),
        Grain::Year => 1.year(),
        Grain::Weekday | Grain::Hour => return None,
    };
    date.checked_sub(span).ok()
}

fn period(query: &mut Query) -> Option<(&mut Option<String>, &mut Option<String>)> {
    query.filter.iter_mut().find_map(|c| match c {
        Condition::Period { from, to, .. } => Some((from, to)),
        _ => None,
    })
}

/// 'the month before': what came right before the period so far.
pub fn step_back(query: &mut Query, grain: Grain) -> bool {
    let Some((from, to)) = period(query) else { return false };
    let Some(began) = from.as_deref().and_then(day) else { return false };
    let Some(before) = back(began, grain) else { return false };
    (*from, *to) = (Some(before.to_string()), Some(began.to_string()));
    true
}

/// 'the whole year' around the period so far.
pub fn widen(query: &mut Query, grain: Grain) -> bool {
    let Some((from, to)) = period(query) else { return false };
    let Some(began) = from.as_deref().and_then(day) else { return false };
    let (first, months) = match grain {
        Grain::Year => (Date::new(began.year(), 1, 1).ok(), 12),
        Grain::Quarter => (Date::new(began.year(), (began.month() - 1) / 3 * 3 + 1, 1).ok(), 3),
        Grain::Month => (Some(began.first_of_month()), 1),
        _ => return false,
    };
    let Some((first, next)) = first.and_then(|d| Some((d, d.checked_add(months.months()).ok()?))) else { return false };
    (*from, *to) = (Some(first.to_string()), Some(next.to_string()));
    true
}

/// 'and in April?' after March 2025 is April of that year.
pub fn same_year(condition: Condition, query: &Query, tokens: &[Token]) -> Condition {
    const RELATIVE: [&str; 10] =
        ["last", "this", "next", "ago", "today", "yesterday", "past", "previous", "since", "now"];
    let dated = tokens.iter().any(|t| {
        matches!(t.kind, Kind::Number(n) if (1900.0..2200.0).contains(&n)) || RELATIVE.contains(&t.lower.as_str())
    });
    let Condition::Period { column, from: Some(from), to: Some(to) } = &condition else { return condition };
    let before = query.filter.iter().find_map(|c| match c {
        Condition::Period { column: same, from: Some(from), .. } if same == column => day(from),
        _ => None,
    });
    let (Some(before), Some(first), Some(last), false) = (before, day(from), day(to), dated) else { return condition };
    let years = i32::from(before.year()) - i32::from(first.year());
    let moved = |d: Date| d.checked_add(years.years()).ok().map(|d| d.to_string());
    Condition::Period { column: column.clone(), from: moved(first), to: moved(last) }
}
