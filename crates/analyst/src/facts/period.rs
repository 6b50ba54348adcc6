//! Whether a period is over: what was sold in a month that has just begun is no fall.

use jiff::ToSpan;
use jiff::civil::{Date, date};

/// From when to when a row's period lasts, by what it is called and the column that says so; `None` where that is no period.
fn bounds(label: &str, column: &str) -> Option<(Date, Date)> {
    let number = |text: &str| text.parse::<i16>().ok();
    let month = |year: i16, month: i16| Date::new(year, i8::try_from(month).ok()?, 1).ok();
    let quarter = |year: &str, quarter: &str| {
        let at = quarter.strip_prefix('Q').and_then(number).filter(|at| (1..=4).contains(at))?;
        let from = month(number(year)?, at * 3 - 2)?;
        Some((from, from.checked_add(3.months()).ok()?))
    };
    if column.eq_ignore_ascii_case("week") {
        let from: Date = label.get(..10)?.parse().ok()?;
        return Some((from, from.checked_add(7.days()).ok()?));
    }
    match label.split_once(['-', ' ']) {
        None if label.len() == 4 => {
            let year = number(label).filter(|year| (1900..2200).contains(year))?;
            Some((date(year, 1, 1), date(year + 1, 1, 1)))
        }
        Some((year, at)) if year.len() == 4 && at.starts_with('Q') => quarter(year, at),
        Some((at, year)) if year.len() == 4 && at.starts_with('Q') => quarter(year, at),
        Some((year, at)) if year.len() == 4 && at.len() == 2 => {
            let from = month(number(year)?, number(at)?)?;
            Some((from, from.checked_add(1.month()).ok()?))
        }
        _ => None,
    }
}

/// The period has begun and is not over on that day.
pub fn is_open(label: &str, column: &str, today: Date) -> bool {
    bounds(label, column).is_some_and(|(from, to)| from <= today && today < to)
}

#[cfg(test)]
#[path = "period_tests.rs"]
mod tests;
