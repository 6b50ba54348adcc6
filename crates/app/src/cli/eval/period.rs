//! Dates and the ways to name a period, as the moment it begins: `2026-01-01`, `2026-01`, `Jan 2026`, `2026-Q1`,
//! `2026`, `2026-W02`.

use jiff::civil::{Date, DateTime, ISOWeekDate, Time, Weekday};
use vouch_model::{MONTHS, Value};

/// An expected text that is a date or a time. Periods are expected by their first day, never by name.
pub fn of_text(text: &str) -> Option<DateTime> {
    let text = text.trim_end_matches("+00:00").trim_end_matches('Z');
    if text.len() > 10 { text.parse().ok() } else { midnight(text.parse().ok()?) }
}

/// The moment that a cell of an answer names.
pub fn of_value(value: &Value) -> Option<DateTime> {
    match value {
        Value::Date(_) | Value::Timestamp(_) => of_text(&value.to_string()),
        Value::Text(text) => of_text(text.trim()).or_else(|| named(text.trim())),
        value => year(value.as_f64()?),
    }
}

/// A number that can only be a year.
pub fn year(number: f64) -> Option<DateTime> {
    let whole = number.fract() == 0.0 && (1_000.0..=9_999.0).contains(&number);
    // In range by the line above, so nothing is cut.
    whole.then(|| Date::new(number as i16, 1, 1).ok()).flatten().and_then(midnight)
}

fn named(text: &str) -> Option<DateTime> {
    let lower = text.to_lowercase().replace(['-', '_', '/'], " ");
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (year, part) = match words.as_slice() {
        [year] => (*year, None),
        [first, second] if is_year(first) => (*first, Some(*second)),
        [first, second] if is_year(second) => (*second, Some(*first)),
        _ => return None,
    };
    let year: i16 = if is_year(year) { year.parse().ok()? } else { return None };
    let day = match part {
        None => Date::new(year, 1, 1).ok()?,
        Some(part) => first_day(year, part)?,
    };
    midnight(day)
}

fn first_day(year: i16, part: &str) -> Option<Date> {
    if let Some(quarter) = part.strip_prefix('q').and_then(|q| q.parse::<i8>().ok()) {
        return (1..=4).contains(&quarter).then(|| Date::new(year, quarter * 3 - 2, 1).ok())?;
    }
    if let Some(week) = part.strip_prefix('w').and_then(|w| w.parse::<i8>().ok()) {
        return Some(ISOWeekDate::new(year, week, Weekday::Monday).ok()?.date());
    }
    let month = part.parse::<i8>().ok().or_else(|| month_number(part))?;
    Date::new(year, month, 1).ok()
}

fn month_number(name: &str) -> Option<i8> {
    let found = MONTHS.iter().position(|month| *month == name || month.get(..3) == Some(name))?;
    i8::try_from(found + 1).ok()
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit())
}

fn midnight(date: Date) -> Option<DateTime> {
    Some(date.to_datetime(Time::midnight()))
}
