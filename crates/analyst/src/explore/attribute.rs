//! What a column is good for in an exploration: a figure to explain, a category to split by, a time to follow.

use crate::gather::words::name_words;
use vouch_model::{Column, DataType, Dialect, Table, Value};
use vouch_sql::{quote_identifier, quote_text};

/// A column, or something made of one, with the role it plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub role: Role,
    /// The table it is read from; says which joins a statement needs.
    pub table: String,
    pub column: String,
    /// As it stands in a statement.
    pub expression: String,
    /// Name of the result column.
    pub alias: String,
    /// In a sentence: "line total".
    pub label: String,
    pub unit: Unit,
    /// How much the question is about it; 0 for not at all.
    pub relevance: f64,
    /// Belongs to the rows themselves, not to something they refer to: only such a figure may be averaged.
    pub own: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Measure,
    Category,
    Time(Calendar),
}

/// How the values of a time column are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calendar {
    /// A date or timestamp, to be cut into periods.
    Days,
    /// Already a period: a year, a number of days, `2024-03`.
    Periods,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    None,
    Dollars,
    /// 0 to 1, said as a percentage.
    Share,
}

/// More values than this are not a category but names.
const MOST_CATEGORIES: u64 = 60;
/// Whole numbers of so few values are levels as well as figures.
const MOST_LEVELS: u64 = 12;

/// Every role that a column of `table` can play.
pub fn roles(table: &Table, column: &Column, qualified: &str, dialect: Dialect, own: bool) -> Vec<Attribute> {
    let rows = table.row_count.unwrap_or(u64::MAX);
    let distinct = column.distinct_count.unwrap_or(u64::MAX);
    if distinct < 2 || column.null_count.is_some_and(|nulls| nulls >= rows) {
        return Vec::new();
    }
    let plain = |role: Role, unit: Unit| Attribute {
        role,
        table: table.qualified_name(),
        column: column.name.clone(),
        expression: qualified.to_owned(),
        alias: column.name.clone(),
        label: label(column),
        unit,
        relevance: 0.0,
        own,
    };
    let words = name_words(&column.name);
    let is_category = distinct <= MOST_CATEGORIES && distinct.saturating_mul(3) <= rows.max(6);
    match &column.data_type {
        DataType::Bool => {
            let share = format!("CASE WHEN {qualified} THEN 1 WHEN NOT {qualified} THEN 0 END");
            vec![
                plain(Role::Category, Unit::None),
                Attribute { expression: share, ..plain(Role::Measure, Unit::Share) },
            ]
        }
        DataType::Date | DataType::Timestamp { .. } => vec![plain(Role::Time(Calendar::Days), Unit::None)],
        DataType::Text | DataType::Other(_) if is_period(column) => {
            vec![plain(Role::Time(Calendar::Periods), Unit::None)]
        }
        DataType::Text | DataType::Other(_) if is_category => {
            let mut found = vec![plain(Role::Category, Unit::None)];
            if let Some(yes) = yes_of(column, distinct) {
                let yes = quote_text(&yes);
                let share = format!("CASE WHEN {qualified} = {yes} THEN 1 WHEN {qualified} IS NOT NULL THEN 0 END");
                found.push(Attribute { expression: share, ..plain(Role::Measure, Unit::Share) });
            }
            found
        }
        kind if kind.is_numeric() => {
            if is_year(column, &words) || counts_time(column, &words, distinct) {
                return vec![plain(Role::Time(Calendar::Periods), Unit::None)];
            }
            if is_identifier(table, column, &words, rows) || is_place(&words) {
                return if *kind == DataType::Int && is_category && !column.unique && !is_key(table, column) {
                    vec![plain(Role::Category, Unit::None)]
                } else {
                    Vec::new()
                };
            }
            let number = match dialect {
                Dialect::Sqlite => format!("CAST({qualified} AS REAL)"),
                _ => format!("CAST({qualified} AS DOUBLE)"),
            };
            let zero_or_one = distinct == 2
                && column.min.as_ref().and_then(Value::as_f64) == Some(0.0)
                && column.max.as_ref().and_then(Value::as_f64) == Some(1.0);
            let unit = if zero_or_one { Unit::Share } else { unit_of(column, &words) };
            let mut found = vec![Attribute { expression: number, ..plain(Role::Measure, unit) }];
            if *kind == DataType::Int && distinct <= MOST_LEVELS && is_category {
                found.push(plain(Role::Category, Unit::None));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// Words a person would say for a column: `IMDB Votes` is "IMDB votes", `totalSales` is "total sales", `co2` stays.
pub fn label(column: &Column) -> String {
    let name = column.display_name();
    let shouted = !name.chars().any(char::is_lowercase);
    let said = |token: &str| match token {
        short if !shouted && is_short_form(short) => short.to_owned(),
        humped if has_hump(humped) => name_words(humped).join(" "),
        plain => plain.to_lowercase(),
    };
    let tokens = name.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty());
    let words: Vec<String> = tokens.map(said).collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

fn is_short_form(token: &str) -> bool {
    (2..=5).contains(&token.chars().count()) && token.chars().all(char::is_uppercase)
}

fn has_hump(token: &str) -> bool {
    token.chars().zip(token.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase())
}

pub fn qualified(table: Option<&str>, column: &str, dialect: Dialect) -> String {
    let column = quote_identifier(column, dialect);
    match table {
        Some(table) => format!("{}.{column}", quote_identifier(table, dialect)),
        None => column,
    }
}

fn is_key(table: &Table, column: &Column) -> bool {
    table.primary_key.iter().any(|key| key.eq_ignore_ascii_case(&column.name))
}

fn is_identifier(table: &Table, column: &Column, words: &[String], rows: u64) -> bool {
    const NAMES: [&str; 12] =
        ["id", "ids", "key", "code", "zip", "zipcode", "postcode", "phone", "isbn", "index", "uuid", "number"];
    let named = words.last().is_some_and(|word| NAMES.contains(&word.as_str()));
    let numbered = column.unique && column.data_type == DataType::Int && rows > 20 && is_count_up(column, rows);
    is_key(table, column) || named || numbered
}

/// 1, 2, 3... over all rows.
fn is_count_up(column: &Column, rows: u64) -> bool {
    let (Some(min), Some(max)) =
        (column.min.as_ref().and_then(Value::as_f64), column.max.as_ref().and_then(Value::as_f64))
    else {
        return false;
    };
    (max - min + 1.0 - rows as f64).abs() <= rows as f64 * 0.01
}

fn is_place(words: &[String]) -> bool {
    const NAMES: [&str; 6] = ["latitude", "longitude", "lat", "lon", "lng", "long"];
    words.iter().any(|word| NAMES.contains(&word.as_str()))
}

fn is_year(column: &Column, words: &[String]) -> bool {
    let within = |value: &Option<Value>| {
        value
            .as_ref()
            .and_then(Value::as_f64)
            .is_some_and(|year| year.fract() == 0.0 && (1500.0..2200.0).contains(&year))
    };
    words.iter().any(|word| word == "year" || word == "yr") && within(&column.min) && within(&column.max)
}

/// A running number of days, weeks or months: long enough to be a time, not the month of a year.
fn counts_time(column: &Column, words: &[String], distinct: u64) -> bool {
    const NAMES: [&str; 9] = ["day", "week", "month", "quarter", "period", "hour", "t", "time", "step"];
    let named = match words {
        [only] => NAMES.contains(&only.as_str()),
        [.., last] if last == "index" || last == "number" || last == "no" => {
            words.first().is_some_and(|first| NAMES.contains(&first.as_str()))
        }
        _ => false,
    };
    let whole = column.data_type == DataType::Int;
    named && whole && distinct > 12 && is_count_up(column, distinct)
}

/// `2024-03`, `2024-Q1`, `2024`: periods written as text, which sort as they should.
fn is_period(column: &Column) -> bool {
    let period = |text: &String| {
        let mut parts = text.splitn(2, ['-', '/']);
        let year = parts.next().is_some_and(|year| year.len() == 4 && year.chars().all(|c| c.is_ascii_digit()));
        let rest = parts.next().is_none_or(|rest| {
            let rest = rest.strip_prefix(['Q', 'W']).unwrap_or(rest);
            (1..=2).contains(&rest.len()) && rest.chars().all(|c| c.is_ascii_digit())
        });
        year && rest
    };
    !column.samples.is_empty() && column.samples.iter().all(period)
}

/// Of a column with two values, the one that says yes.
fn yes_of(column: &Column, distinct: u64) -> Option<String> {
    const YES: [&str; 8] = ["yes", "true", "y", "t", "1", "on", "alive", "won"];
    if distinct != 2 {
        return None;
    }
    column.samples.iter().find(|value| YES.contains(&value.trim().to_lowercase().as_str())).cloned()
}

fn unit_of(column: &Column, words: &[String]) -> Unit {
    const MONEY: [&str; 18] = [
        "price", "cost", "revenue", "sales", "amount", "fee", "fees", "salary", "wage", "income", "profit", "spend",
        "refund", "budget", "gross", "total", "usd", "payment",
    ];
    let comment = column.comment.as_deref().unwrap_or_default().to_lowercase();
    let dollars = comment.contains("dollar") || comment.contains("usd") || words.iter().any(|word| word == "usd");
    if dollars && words.iter().any(|word| MONEY.contains(&word.as_str())) { Unit::Dollars } else { Unit::None }
}
