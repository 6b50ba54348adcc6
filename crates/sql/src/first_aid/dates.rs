//! Dates in another format than the engines read, compared with a column of dates. Day and month are never guessed:
//! `01/02/2024` stays unless another date of the statement shows which comes first.

use super::literals::{Compared, comparisons};
use super::text::Edit;
use super::{Mend, Patient};
use sqlparser::ast::{BinaryOperator, Value};
use vouch_model::{Column, Dialect, MONTHS};

pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    let compared = comparisons(patient);
    let of_dates = compared.iter().filter(|c| holds_dates(&c.column, patient.dialect));
    let dates: Vec<(&Compared, &str)> = of_dates.filter_map(|c| Some((c, date_text(c)?))).collect();
    let order = only_order(dates.iter().map(|(_, text)| *text));
    let foreign: Vec<_> = dates.into_iter().filter(|(_, text)| !is_iso(text)).collect();
    // One that cannot be read leaves the statement as wrong as it was.
    let edits: Option<Vec<_>> = foreign.iter().map(|(c, text)| edit(patient, c, text, order)).collect();
    edits?.into_iter().next().map(|(edit, note)| Mend::one(edit, note))
}

/// SQLite calls a column a date by its declaration and keeps whatever text it is given: there the values must be seen
/// to be dates of the one form.
fn holds_dates(column: &Column, dialect: Dialect) -> bool {
    let seen = column.min.as_ref().is_some_and(|min| is_iso(&min.to_string()));
    column.data_type.is_temporal() && (dialect == Dialect::DuckDb || seen)
}

fn date_text(compared: &Compared) -> Option<&str> {
    match &compared.literal {
        Value::SingleQuotedString(text) if looks_like_date(text) => Some(text),
        _ => None,
    }
}

/// Times and words such as 'epoch' are not read here.
fn looks_like_date(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit()) && !text.contains([':', '%', '_', '\''])
}

/// A date, and perhaps a time, in the one form that both engines read.
fn is_iso(text: &str) -> bool {
    let digits =
        |range: std::ops::Range<usize>| text.get(range).is_some_and(|part| part.chars().all(|c| c.is_ascii_digit()));
    let date = text.len() >= 10 && digits(0..4) && digits(5..7) && digits(8..10);
    date && text.get(4..5) == Some("-") && text.get(7..8) == Some("-")
}

fn edit(patient: &Patient<'_>, compared: &Compared, text: &str, order: Option<Order>) -> Option<(Edit, String)> {
    let said = |new: &str| format!("The date '{text}' is written '{new}' here.");
    match read(text, order)? {
        Date::Day(year, month, day) => {
            let iso = format!("{year:04}-{month:02}-{day:02}");
            Some((Edit::replace(compared.literal_place.clone(), format!("'{iso}'")), said(&iso)))
        }
        Date::Month(year, month) => {
            let first = format!("{year:04}-{month:02}-01");
            match compared.operator.as_ref()? {
                BinaryOperator::Lt | BinaryOperator::GtEq => {
                    Some((Edit::replace(compared.literal_place.clone(), format!("'{first}'")), said(&first)))
                }
                BinaryOperator::Eq if compared.column_place.end <= compared.literal_place.start => {
                    let (next_year, next) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
                    let column = patient.text.sql.get(compared.column_place.clone())?;
                    let sql = format!("({column} >= '{first}' AND {column} < '{next_year:04}-{next:02}-01')");
                    let place = compared.column_place.start..compared.literal_place.end;
                    Some((Edit::replace(place, sql), format!("'{text}' is a month; compared with all of its days.")))
                }
                _ => None,
            }
        }
    }
}

enum Date {
    Day(i16, i8, i8),
    Month(i16, i8),
}

/// Which of day and month comes first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

fn read(text: &str, order: Option<Order>) -> Option<Date> {
    let parts: Vec<&str> = text.split(['/', '.', '-', ' ', ',']).filter(|part| !part.is_empty()).collect();
    let number = |part: &str| part.parse::<i16>().ok();
    let (year, month, day) = match parts.as_slice() {
        [all] if all.len() == 8 => (number(all.get(0..4)?)?, number(all.get(4..6)?)?, number(all.get(6..8)?)?),
        [year, month, day] if year.len() == 4 && number(year).is_some() => {
            (number(year)?, number(month)?, number(day)?)
        }
        [first, second, year] if year.len() == 4 => match (number(first), number(second)) {
            (Some(a), Some(b)) => {
                let (month, day) = day_and_month(a, b, order)?;
                (number(year)?, month, day)
            }
            (None, Some(day)) => (number(year)?, month_named(first)?, day),
            (Some(day), None) => (number(year)?, month_named(second)?, day),
            (None, None) => return None,
        },
        [month, year] if year.len() == 4 => {
            return Some(Date::Month(number(year)?, i8::try_from(month_named(month)?).ok()?));
        }
        _ => return None,
    };
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    jiff::civil::Date::new(year, month, day).ok()?;
    Some(Date::Day(year, month, day))
}

/// Month and day of the two numbers in front of a year.
fn day_and_month(a: i16, b: i16, order: Option<Order>) -> Option<(i16, i16)> {
    match (a > 12, b > 12, order) {
        (true, false, _) => Some((b, a)),
        (false, true, _) => Some((a, b)),
        (false, false, _) if a == b => Some((a, b)),
        (false, false, Some(Order::DayFirst)) => Some((b, a)),
        (false, false, Some(Order::MonthFirst)) => Some((a, b)),
        _ => None,
    }
}

/// What the dates that can be read one way only have in common.
fn only_order<'t>(texts: impl Iterator<Item = &'t str>) -> Option<Order> {
    let mut found = None;
    for text in texts {
        let parts: Vec<i16> = text.split(['/', '.', '-']).filter_map(|part| part.parse().ok()).collect();
        let own = match parts.as_slice() {
            [a, b, year] if *year > 31 && *a > 12 && *b <= 12 => Order::DayFirst,
            [a, b, year] if *year > 31 && *b > 12 && *a <= 12 => Order::MonthFirst,
            _ => continue,
        };
        if found.is_some_and(|other| other != own) {
            return None;
        }
        found = Some(own);
    }
    found
}

fn month_named(word: &str) -> Option<i16> {
    let word = word.to_lowercase();
    let at = MONTHS.iter().position(|month| *month == word || (word.len() == 3 && month.starts_with(&word)))?;
    i16::try_from(at + 1).ok()
}
