//! Time as charts need it: moments on a wall clock, how fine they are, and names that a calendar orders.
//!
//! A moment is seconds since 1970-01-01 00:00:00 of the wall clock that the table shows. Zones are not looked
//! at: a picture must agree with the rows beside it.

use jiff::civil::{Date, DateTime};
use vouch_model::{MONTHS, Value};

pub(crate) type Moment = i64;

const DAY: i64 = 86_400;

/// How fine a column of moments is, coarse to fine reversed: `Minute < Year`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grain {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Grain {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Grain::Minute => "time",
            Grain::Hour => "hour",
            Grain::Day => "day",
            Grain::Week => "week",
            Grain::Month => "month",
            Grain::Quarter => "quarter",
            Grain::Year => "year",
        }
    }

    pub(crate) fn coarser(self) -> Option<Grain> {
        Some(match self {
            Grain::Minute => Grain::Hour,
            Grain::Hour => Grain::Day,
            Grain::Day => Grain::Week,
            Grain::Week => Grain::Month,
            Grain::Month => Grain::Quarter,
            Grain::Quarter => Grain::Year,
            Grain::Year => return None,
        })
    }

    /// The start of the period that holds the moment.
    pub(crate) fn floor(self, moment: Moment) -> Moment {
        let day = moment.div_euclid(DAY);
        match self {
            Grain::Minute => moment.div_euclid(60) * 60,
            Grain::Hour => moment.div_euclid(3_600) * 3_600,
            Grain::Day => day * DAY,
            // 1970-01-05 was a Monday.
            Grain::Week => ((day - 4).div_euclid(7) * 7 + 4) * DAY,
            Grain::Month | Grain::Quarter | Grain::Year => {
                let Some(date) = civil(moment).map(DateTime::date) else { return moment };
                let month = match self {
                    Grain::Month => date.month(),
                    Grain::Quarter => (date.month() - 1) / 3 * 3 + 1,
                    _ => 1,
                };
                moment_of(date.year(), month, 1).unwrap_or(moment)
            }
        }
    }

    /// The moment in words, as precisely as this grain is: `Q2 2024`, `Mar 2024`, `5 Mar 2024`.
    pub(crate) fn label(self, moment: Moment) -> String {
        let Some(at) = civil(moment) else { return moment.to_string() };
        let month = month_name(at.month());
        match self {
            Grain::Year => at.year().to_string(),
            Grain::Quarter => format!("Q{} {}", (at.month() - 1) / 3 + 1, at.year()),
            Grain::Month => format!("{month} {}", at.year()),
            Grain::Week | Grain::Day => format!("{} {month} {}", at.day(), at.year()),
            Grain::Hour | Grain::Minute => {
                format!("{} {month} {} {:02}:{:02}", at.day(), at.year(), at.hour(), at.minute())
            }
        }
    }
}

fn month_name(month: i8) -> String {
    let at = usize::try_from(month - 1).unwrap_or(0);
    let name = MONTHS.get(at).copied().unwrap_or("");
    crate::words::capitalize(&name.chars().take(3).collect::<String>())
}

pub(crate) fn civil(moment: Moment) -> Option<DateTime> {
    let date = Date::new(1970, 1, 1).ok()?;
    date.to_datetime(jiff::civil::Time::midnight()).checked_add(jiff::SignedDuration::from_secs(moment)).ok()
}

fn moment_of(year: i16, month: i8, day: i8) -> Option<Moment> {
    let date = Date::new(year, month, day).ok()?;
    let epoch = Date::new(1970, 1, 1).ok()?;
    Some(date.duration_since(epoch).as_secs())
}

/// ISO without a zone: JavaScript reads that as local time, so that the axis shows the same day everywhere. The
/// shorter `2024-03-01` would be read as UTC and shown as the day before in America.
pub(crate) fn iso(moment: Moment) -> String {
    civil(moment).map_or_else(|| moment.to_string(), |at| at.strftime("%Y-%m-%dT%H:%M:%S").to_string())
}

/// A moment, if the cell is one by its type.
pub(crate) fn of_value(value: &Value) -> Option<Moment> {
    let moment = match value {
        Value::Date(days) => i64::from(*days) * DAY,
        Value::Timestamp(at) => at.seconds,
        _ => return None,
    };
    // Engines know years that neither people nor JavaScript's texts do.
    civil(moment).filter(|at| (1..=9_999).contains(&at.year())).map(|_| moment)
}

/// Years as numbers: only four digits that people would take for a year.
pub(crate) fn of_year(year: f64) -> Option<Moment> {
    ((1000.0..=2999.0).contains(&year) && year.fract() == 0.0).then(|| moment_of(year as i16, 1, 1)).flatten()
}

pub(crate) fn of_year_and_month(year: f64, month: f64) -> Option<Moment> {
    let fits = (1.0..=12.0).contains(&month) && month.fract() == 0.0 && of_year(year).is_some();
    fits.then(|| moment_of(year as i16, month as i8, 1)).flatten()
}

/// Texts that can only be dates: `2024-03`, `2024-Q1`, `2024-W07`, `2024-03-05 10:00`, `Mar 2024`.
pub(crate) fn of_text(text: &str) -> Option<(Moment, Grain)> {
    let text = text.trim();
    if text.len() > 35 || !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some(found) = month_and_year(text) {
        return Some(found);
    }
    if let Ok(at) = text.parse::<DateTime>() {
        let moment = moment_of(at.year(), at.month(), at.day())? + i64::from(at.hour()) * 3_600;
        let moment = moment + i64::from(at.minute()) * 60 + i64::from(at.second());
        let grain = if moment % 3_600 != 0 {
            Grain::Minute
        } else if moment % DAY != 0 {
            Grain::Hour
        } else {
            Grain::Day
        };
        return (text.len() >= 10).then_some((moment, grain));
    }
    let (first, second) = text.split_once(['-', '/', ' '])?;
    let year = |t: &str| t.parse::<i16>().ok().filter(|y| t.len() == 4 && (1000..=2999).contains(y));
    let (year, rest) = match (year(first), year(second)) {
        (Some(year), None) => (year, second),
        (None, Some(year)) => (year, first),
        _ => return None,
    };
    if let Some(quarter) = rest.strip_prefix(['Q', 'q']).and_then(|q| q.parse::<i8>().ok()) {
        return (1..=4)
            .contains(&quarter)
            .then(|| moment_of(year, quarter * 3 - 2, 1))
            .flatten()
            .map(|m| (m, Grain::Quarter));
    }
    if let Some(week) = rest.strip_prefix(['W', 'w']).and_then(|w| w.parse::<i64>().ok()) {
        let fourth = moment_of(year, 1, 4)?;
        return (0..=53).contains(&week).then(|| (Grain::Week.floor(fourth) + (week - 1) * 7 * DAY, Grain::Week));
    }
    let month = rest.parse::<i8>().ok().filter(|_| rest.len() <= 2)?;
    moment_of(year, month, 1).map(|m| (m, Grain::Month))
}

fn month_and_year(text: &str) -> Option<(Moment, Grain)> {
    let (first, second) = text.split_once([' ', '-', '/'])?;
    let month = |t: &str| order(t).filter(|(cycle, _)| *cycle == Cycle::Month).map(|(_, at)| at);
    let (month, year) = match (month(first), month(second)) {
        (Some(month), None) => (month, second),
        (None, Some(month)) => (month, first),
        _ => return None,
    };
    let year = year.trim().parse::<i16>().ok().filter(|y| (1000..=2999).contains(y))?;
    moment_of(year, i8::try_from(month).ok()?, 1).map(|m| (m, Grain::Month))
}

/// How fine a set of moments is, judged by what they have in common.
pub(crate) fn grain_of(moments: impl Iterator<Item = Moment> + Clone) -> Grain {
    let all = |test: &dyn Fn(&DateTime) -> bool| moments.clone().filter_map(civil).all(|at| test(&at));
    let few = moments.clone().take(3).count() < 3;
    if !moments.clone().all(|m| m % 3_600 == 0) {
        Grain::Minute
    } else if !moments.clone().all(|m| m % DAY == 0) {
        Grain::Hour
    } else if all(&|at| at.day() == 1 && at.month() == 1) {
        Grain::Year
    } else if !few && all(&|at| at.day() == 1 && (at.month() - 1) % 3 == 0) {
        Grain::Quarter
    } else if all(&|at| at.day() == 1) {
        Grain::Month
    } else if !few && moments.clone().all(|m| Grain::Week.floor(m) == m) {
        Grain::Week
    } else {
        Grain::Day
    }
}

/// Names that go round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cycle {
    Weekday,
    Month,
    Quarter,
}

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// `Tue` and `tuesday` are the second weekday, `Mar` the third month, `Q4` the fourth quarter.
pub(crate) fn order(name: &str) -> Option<(Cycle, usize)> {
    let name = name.trim().trim_end_matches('.');
    // All of them begin with a letter, and most of what is asked about is a figure.
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let name = name.to_lowercase();
    if let Some(quarter) = name.strip_prefix('q').and_then(|q| q.parse::<usize>().ok()) {
        return (1..=4).contains(&quarter).then_some((Cycle::Quarter, quarter));
    }
    let among = |names: &[&str]| {
        let fits =
            |full: &&str| *full == name || (name.is_ascii() && matches!(name.len(), 3 | 4) && full.starts_with(&name));
        names.iter().position(fits).map(|at| at + 1)
    };
    among(&WEEKDAYS).map(|at| (Cycle::Weekday, at)).or_else(|| among(&MONTHS).map(|at| (Cycle::Month, at)))
}

/// The month's short name for a number from 1 to 12.
pub(crate) fn month_label(number: f64) -> Option<String> {
    ((1.0..=12.0).contains(&number) && number.fract() == 0.0).then(|| month_name(number as i8))
}

#[cfg(test)]
#[path = "calendar_tests.rs"]
mod tests;
