//! Functions of time: parts and periods of a date, shifts, differences, and comparisons with a period.

use super::conditions::text_of;
use super::expressions::interval_words;
use super::functions::arguments;
use super::links::unnested;
use super::periods::{month_name, period_of_text};
use super::scope::{Kind, Scope};
use super::{Restater, order, words};
use crate::inspect::aggregates::function_name;
use sqlparser::ast::{BinaryOperator, Expr, Function, Value};

/// A period that a function cuts out of a date.
pub(super) struct Period<'a> {
    /// "month", "calendar month", "day of the week".
    pub(super) unit: &'static str,
    pub(super) of: &'a Expr,
}

/// The period that a call stands for: `date_trunc('month', d)`, `strftime('%Y', d)`, `year(d)`.
pub(super) fn period(expr: &Expr) -> Option<Period<'_>> {
    match unnested(expr) {
        Expr::Extract { field, expr, .. } => Some(Period { unit: part_unit(&field.to_string())?, of: expr }),
        Expr::Cast { expr, data_type, .. } => {
            let name = data_type.to_string().to_uppercase();
            let inner = period(expr)?;
            // A formatted year as a number, a truncated date as a date: the same period.
            (["INT", "BIGINT", "DATE"].iter().any(|t| name.starts_with(t))).then_some(inner)
        }
        Expr::Function(function) => call_period(function),
        _ => None,
    }
}

fn call_period(function: &Function) -> Option<Period<'_>> {
    let args = arguments(function)?;
    let name = function_name(function);
    match (name.as_str(), args.as_slice()) {
        ("date_trunc" | "datetrunc", [unit, of]) => Some(Period { unit: truncated_unit(text_of(unit)?)?, of }),
        ("date_part" | "datepart", [unit, of]) => Some(Period { unit: part_unit(text_of(unit)?)?, of }),
        ("strftime", [first, second]) => {
            let (format, of) = match (text_of(first), text_of(second)) {
                (Some(format), _) if format.contains('%') => (format, *second),
                (_, Some(format)) => (format, *first),
                _ => return None,
            };
            if matches!(text_of(of), Some("now")) {
                return None;
            }
            Some(Period { unit: format_unit(format)?, of })
        }
        ("date", [of]) if text_of(of).is_none() => Some(Period { unit: "day", of }),
        (part, [of]) if text_of(of).is_none() => {
            Some(Period { unit: part_unit(part).or_else(|| named_unit(part))?, of })
        }
        _ => None,
    }
}

fn truncated_unit(unit: &str) -> Option<&'static str> {
    Some(match unit.to_lowercase().trim_end_matches('s') {
        "year" => "year",
        "quarter" => "quarter",
        "month" => "month",
        "week" => "week",
        "day" => "day",
        "hour" => "hour",
        "minute" => "minute",
        "decade" => "decade",
        "century" => "century",
        _ => return None,
    })
}

/// A part of a date by itself, which recurs: month 7 of any year.
fn part_unit(part: &str) -> Option<&'static str> {
    Some(match part.to_lowercase().as_str() {
        "year" | "years" => "year",
        "quarter" => "calendar quarter",
        "month" | "months" => "calendar month",
        "week" | "weekofyear" | "isoweek" => "calendar week",
        "day" | "days" | "dayofmonth" => "day of the month",
        "dow" | "dayofweek" | "isodow" | "weekday" => "day of the week",
        "doy" | "dayofyear" => "day of the year",
        "hour" | "hours" => "hour of the day",
        "minute" | "minutes" => "minute of the hour",
        _ => return None,
    })
}

fn named_unit(function: &str) -> Option<&'static str> {
    Some(match function {
        "dayname" => "weekday name",
        "monthname" => "month name",
        "last_day" => "last day of the month",
        _ => return None,
    })
}

fn format_unit(format: &str) -> Option<&'static str> {
    Some(match format {
        "%Y" => "year",
        "%Y-%m" | "%Y/%m" | "%Y%m" | "%Y-%m-01" => "month",
        "%Y-%m-%d" => "day",
        "%m" => "calendar month",
        "%d" => "day of the month",
        "%w" | "%u" => "day of the week",
        "%H" => "hour of the day",
        "%W" | "%V" | "%U" => "calendar week",
        "%j" => "day of the year",
        "%Y-%W" => "week",
        "%Y-%m-%d %H" | "%Y-%m-%d %H:00" => "hour",
        _ => return None,
    })
}

impl Restater<'_> {
    pub(super) fn period_words(&self, expr: &Expr, scope: &Scope<'_>) -> Option<String> {
        let period = period(expr)?;
        Some(format!("{} of {}", period.unit, self.operand(period.of, scope)))
    }

    pub(super) fn date_part(&self, field: &str, of: &Expr, scope: &Scope<'_>) -> String {
        match part_unit(field) {
            Some(unit) => format!("{unit} of {}", self.operand(of, scope)),
            None if field.eq_ignore_ascii_case("epoch") => format!("{} in seconds", self.operand(of, scope)),
            None => format!("`{}` of {}", field.to_lowercase(), self.operand(of, scope)),
        }
    }

    /// `strftime('%Y', d) = '2024'`, `month(d) = 7`: the date is in that period.
    pub(super) fn period_test(
        &self,
        left: &Expr,
        op: &BinaryOperator,
        right: &Expr,
        scope: &Scope<'_>,
    ) -> Option<String> {
        let period = period(left)?;
        let (is_eq, is) = match op {
            BinaryOperator::Eq => (true, "is"),
            BinaryOperator::NotEq => (false, "is not"),
            _ => return None,
        };
        let subject = self.operand(period.of, scope);
        let digits = match unnested(right) {
            Expr::Value(value) => match &value.value {
                Value::Number(digits, _) => digits.clone(),
                Value::SingleQuotedString(text) => text.clone(),
                _ => return None,
            },
            _ => super::periods::day_of(right)?.to_string(),
        };
        match period.unit {
            "year" | "month" | "day" => {
                // A truncated date is compared with the period's first day.
                let text = match (period.unit, digits.len()) {
                    ("year", 10) if digits.ends_with("-01-01") => digits.get(..4)?,
                    ("month", 10) if digits.ends_with("-01") => digits.get(..7)?,
                    ("year", 4) | ("month", 7) | ("day", 10) => digits.as_str(),
                    _ => return None,
                };
                period_of_text(text).map(|period| format!("{subject} {is} {period}"))
            }
            "calendar month" if is_eq => {
                let month = digits.parse::<i8>().ok().filter(|m| (1..=12).contains(m))?;
                Some(format!("{subject} is in {} of any year", month_name(month)))
            }
            _ => None,
        }
    }

    /// `d - INTERVAL 30 DAY`: "30 days before d".
    pub(super) fn shifted_date(
        &self,
        left: &Expr,
        op: &BinaryOperator,
        right: &Expr,
        scope: &Scope<'_>,
    ) -> Option<String> {
        let Expr::Interval(interval) = unnested(right) else { return None };
        let direction = match op {
            BinaryOperator::Plus => "after",
            BinaryOperator::Minus => "before",
            _ => return None,
        };
        Some(format!("{} {direction} {}", interval_words(interval)?, self.operand(left, scope)))
    }

    /// `julianday(a) - julianday(b)`, or a difference of two dates: "days from b to a".
    pub(super) fn days_between(
        &self,
        left: &Expr,
        op: &BinaryOperator,
        right: &Expr,
        scope: &Scope<'_>,
    ) -> Option<String> {
        if !matches!(op, BinaryOperator::Minus) {
            return None;
        }
        let days = |expr: &Expr| match unnested(expr) {
            Expr::Function(function) if function_name(function) == "julianday" => match arguments(function)?.as_slice()
            {
                [of] => Some(self.moment(of, scope)),
                _ => None,
            },
            expr if self.kind(expr, scope) == Kind::Day => Some(self.operand(expr, scope)),
            _ => None,
        };
        let (to, from) = (days(left)?, days(right)?);
        Some(format!("days from {from} to {to}"))
    }

    fn moment(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        if matches!(text_of(expr), Some("now")) { "now".to_owned() } else { self.operand(expr, scope) }
    }

    /// Calls that make or measure time. `None` for all others.
    pub(super) fn date_call(&self, name: &str, args: &[&Expr], scope: &Scope<'_>) -> Option<String> {
        Some(match (name, args) {
            ("current_date" | "today", []) => "today".to_owned(),
            ("now" | "current_timestamp" | "get_current_timestamp" | "localtimestamp", []) => "now".to_owned(),
            ("current_time", []) => "the current time".to_owned(),
            ("date" | "datetime", [first, modifiers @ ..]) => {
                let mut said = match (text_of(first), name) {
                    (Some("now"), "date") => "today".to_owned(),
                    (Some("now"), _) => "now".to_owned(),
                    _ => self.operand(first, scope),
                };
                for modifier in modifiers {
                    said = modified(text_of(modifier)?, &said)?;
                }
                said
            }
            ("strftime", [format, now]) if matches!(text_of(now), Some("now")) => {
                format!("the current {}", format_unit(text_of(format)?)?)
            }
            ("date_diff" | "datediff" | "date_sub" | "datesub", [unit, from, to]) if text_of(unit).is_some() => {
                let unit = words::plural(&text_of(unit)?.to_lowercase());
                format!("{unit} from {} to {}", self.operand(from, scope), self.operand(to, scope))
            }
            ("age", [to, from]) => format!("time from {} to {}", self.operand(from, scope), self.operand(to, scope)),
            ("make_date", [year, month, day]) => {
                let part = |expr: &Expr| order::whole_number(expr).and_then(|n| i16::try_from(n).ok());
                let date = jiff::civil::Date::new(
                    part(year)?,
                    i8::try_from(part(month)?).ok()?,
                    i8::try_from(part(day)?).ok()?,
                );
                super::periods::day_words(date.ok()?)
            }
            _ => return None,
        })
    }
}

/// SQLite's date modifiers: '-30 days', 'start of month'.
fn modified(modifier: &str, base: &str) -> Option<String> {
    let modifier = modifier.trim().to_lowercase();
    if let Some(period) = modifier.strip_prefix("start of ") {
        return Some(format!("the start of the {period} of {base}"));
    }
    let (amount, unit) = modifier.split_once(' ')?;
    let direction = if amount.starts_with('-') { "before" } else { "after" };
    let count: u64 = amount.trim_start_matches(['+', '-']).parse().ok()?;
    Some(format!("{} {direction} {base}", words::counted(count, unit.trim_end_matches('s'))))
}
