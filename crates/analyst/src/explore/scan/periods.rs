//! Time cut into periods: long enough that a period is not noise, short enough that there are many.

use crate::explore::attribute::{Attribute, Calendar, Role};
use vouch_model::Dialect;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// The column is its own period.
    Itself,
    Year,
    Month,
    Week,
    Day,
    Hour,
}

/// Fewer periods than this tell nothing about a course.
pub const FEWEST_PERIODS: usize = 8;
/// With so many a coarser cut is still fine enough.
const ENOUGH_PERIODS: f64 = 16.0;

impl Period {
    pub fn name(self) -> &'static str {
        match self {
            Period::Itself => "period",
            Period::Year => "year",
            Period::Month => "month",
            Period::Week => "week",
            Period::Day => "day",
            Period::Hour => "hour",
        }
    }

    fn seconds(self) -> f64 {
        match self {
            Period::Itself => f64::INFINITY,
            Period::Year => 31_557_600.0,
            Period::Month => 2_629_800.0,
            Period::Week => 604_800.0,
            Period::Day => 86_400.0,
            Period::Hour => 3_600.0,
        }
    }

    /// The coarsest cut that still gives enough periods over so many seconds.
    pub fn for_span(seconds: f64) -> Option<Period> {
        let cuts = [Period::Year, Period::Month, Period::Week, Period::Day, Period::Hour];
        let fine = cuts.into_iter().find(|cut| seconds / cut.seconds() >= ENOUGH_PERIODS);
        fine.or_else(|| cuts.into_iter().find(|cut| seconds / cut.seconds() >= FEWEST_PERIODS as f64))
    }
}

/// The expression that puts a row into its period.
pub fn period_expression(time: &Attribute, period: Period, dialect: Dialect) -> String {
    let column = &time.expression;
    if time.role == Role::Time(Calendar::Periods) || period == Period::Itself {
        return column.clone();
    }
    match dialect {
        Dialect::Sqlite => match period {
            Period::Year => format!("strftime('%Y-01-01', {column})"),
            Period::Month => format!("strftime('%Y-%m-01', {column})"),
            // The Monday on or before the day.
            Period::Week => format!("date({column}, '-6 days', 'weekday 1')"),
            Period::Day => format!("date({column})"),
            Period::Hour | Period::Itself => format!("strftime('%Y-%m-%d %H:00:00', {column})"),
        },
        _ => format!("date_trunc('{}', {column})", period.name()),
    }
}

/// The first and last moment of a time column, in seconds, as select items.
pub fn bounds(time: &Attribute, dialect: Dialect) -> String {
    let column = &time.expression;
    match dialect {
        Dialect::Sqlite => {
            format!("CAST(strftime('%s', min({column})) AS REAL), CAST(strftime('%s', max({column})) AS REAL)")
        }
        _ => format!("epoch(CAST(min({column}) AS TIMESTAMP)), epoch(CAST(max({column}) AS TIMESTAMP))"),
    }
}
