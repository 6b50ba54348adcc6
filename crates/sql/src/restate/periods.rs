//! Dates and spans of days in words: half-open ranges become months, quarters and years.
//!
//! Works on calendar days only; what has a time of day other than midnight is not a period here.

use jiff::civil::Date;
use sqlparser::ast::{Expr, Value};

/// A day written as a text literal, possibly with a midnight behind it.
pub fn day_of_text(text: &str) -> Option<Date> {
    let text = text.trim();
    let (date, time) = match text.split_once([' ', 'T']) {
        Some((date, time)) => (date, time.trim_end_matches('Z')),
        None => (text, ""),
    };
    let midnight = time.chars().all(|c| matches!(c, '0' | ':' | '.'));
    let digits = date.len() == 10 && date.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    (midnight && digits).then(|| date.parse().ok()).flatten()
}

/// The day that an expression stands for, if it is a literal: `'2024-07-01'`, `DATE '2024-07-01'`, a cast of one.
pub(super) fn day_of(expr: &Expr) -> Option<Date> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(text) => day_of_text(text),
            _ => None,
        },
        Expr::TypedString(typed) => match &typed.value.value {
            Value::SingleQuotedString(text) => day_of_text(text),
            _ => None,
        },
        Expr::Cast { expr, data_type, .. } => {
            let name = data_type.to_string().to_uppercase();
            if name.starts_with("DATE") || name.starts_with("TIMESTAMP") { day_of(expr) } else { None }
        }
        Expr::Nested(inner) => day_of(inner),
        _ => None,
    }
}

pub(super) fn day_words(day: Date) -> String {
    format!("{} {} {}", day.day(), month_name(day.month()), day.year())
}

pub(super) fn month_name(month: i8) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    usize::try_from(month).ok().and_then(|m| m.checked_sub(1)).and_then(|m| NAMES.get(m)).copied().unwrap_or("?")
}

/// The span from `start` up to, not including, `end`: "in July to September 2024". `None` when it is empty.
pub fn span_words(start: Date, end: Date) -> Option<String> {
    let last = end.yesterday().ok()?;
    if last < start {
        return None;
    }
    if last == start {
        return Some(format!("on {}", day_words(start)));
    }
    let whole_months = start.day() == 1 && end.day() == 1;
    if !whole_months {
        return Some(format!("from {} to {}", day_words(start), day_words(last)));
    }
    let whole_years = start.month() == 1 && end.month() == 1;
    Some(if whole_years && start.year() == last.year() {
        format!("in {}", start.year())
    } else if whole_years {
        format!("in {} to {}", start.year(), last.year())
    } else if start.year() != last.year() {
        let (from, to) = (month_name(start.month()), month_name(last.month()));
        format!("in {from} {} to {to} {}", start.year(), last.year())
    } else if start.month() == last.month() {
        format!("in {} {}", month_name(start.month()), start.year())
    } else {
        format!("in {} to {} {}", month_name(start.month()), month_name(last.month()), start.year())
    })
}

/// A period written as text in the way `strftime` writes it: "2024", "2024-07", "2024-07-05".
pub(super) fn period_of_text(text: &str) -> Option<String> {
    let number = |part: &str, width: usize| {
        (part.len() == width && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse::<i16>().ok()).flatten()
    };
    let mut parts = text.split('-');
    let year = number(parts.next()?, 4)?;
    let Some(month) = parts.next() else { return Some(format!("in {year}")) };
    let month = number(month, 2).and_then(|m| i8::try_from(m).ok()).filter(|m| (1..=12).contains(m))?;
    match parts.next() {
        None => Some(format!("in {} {year}", month_name(month))),
        Some(_) => day_of_text(text).map(|day| format!("on {}", day_words(day))),
    }
}

#[cfg(test)]
#[path = "periods_tests.rs"]
mod tests;
