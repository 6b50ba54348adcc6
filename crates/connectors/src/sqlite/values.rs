//! SQLite's types and values as ours.
//!
//! A SQLite value has a class of its own, whatever its column was declared as, so cells are what SQLite gives.
//! One exception, which loses nothing: an ISO date or time stored as text in a column that is declared as one
//! becomes a date, if writing that date gives the same text again.

use rusqlite::types::ValueRef;
use vouch_model::{DataType, Timestamp, Value};

/// What a declared type promises. SQLite enforces none of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declared {
    Bool,
    Int,
    Decimal {
        precision: u8,
        scale: u8,
    },
    Float,
    Text,
    Blob,
    Date,
    Timestamp,
    Time,
    Json,
    Uuid,
    /// Nothing declared, or a word of which SQLite makes a number.
    Any,
}

impl Declared {
    /// By the words people use; for the rest by SQLite's own rules of affinity, in their order.
    pub fn of(words: &str) -> Declared {
        let upper = words.trim().to_uppercase();
        let name = upper.split(['(', ' ']).next().unwrap_or_default();
        match name {
            "" => Declared::Any,
            "BOOL" | "BOOLEAN" => Declared::Bool,
            "DATE" => Declared::Date,
            "DATETIME" | "TIMESTAMP" | "TIMESTAMPTZ" => Declared::Timestamp,
            "TIME" => Declared::Time,
            "JSON" | "JSONB" => Declared::Json,
            "UUID" | "GUID" => Declared::Uuid,
            "DECIMAL" | "NUMERIC" | "DEC" | "MONEY" | "NUMBER" => decimal(&upper),
            _ if upper.contains("INT") => Declared::Int,
            _ if ["CHAR", "CLOB", "TEXT", "STRING"].iter().any(|w| upper.contains(w)) => Declared::Text,
            _ if upper.contains("BLOB") => Declared::Blob,
            _ if ["REAL", "FLOA", "DOUB"].iter().any(|w| upper.contains(w)) => Declared::Float,
            _ => Declared::Any,
        }
    }

    pub fn data_type(self) -> DataType {
        match self {
            Declared::Bool => DataType::Bool,
            Declared::Int => DataType::Int,
            Declared::Decimal { precision, scale } => DataType::Decimal { precision, scale },
            Declared::Float => DataType::Float,
            Declared::Text => DataType::Text,
            Declared::Blob => DataType::Blob,
            Declared::Date => DataType::Date,
            Declared::Timestamp => DataType::Timestamp { zoned: false },
            Declared::Time => DataType::Time,
            Declared::Json => DataType::Json,
            Declared::Uuid => DataType::Uuid,
            Declared::Any => DataType::Other("any".to_owned()),
        }
    }
}

fn decimal(upper: &str) -> Declared {
    let inside = upper.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(inside, _)| inside);
    let mut numbers = inside.unwrap_or_default().split(',').map(|n| n.trim().parse::<u8>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(precision), Some(scale)) => Declared::Decimal { precision, scale },
        (Some(precision), None) => Declared::Decimal { precision, scale: 0 },
        // SQLite keeps any number in such a column, whole or not.
        _ => Declared::Float,
    }
}

/// A cell as it is.
pub(super) fn plain(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(i) => Value::Int(i),
        ValueRef::Real(x) => Value::Float(x),
        // SQLite does not check that a text is UTF-8; what is not stays as it is, byte for byte.
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) => Value::Blob(bytes.to_vec()),
        },
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

/// A cell of a column that was declared so.
pub(super) fn declared(value: Value, declared: Declared) -> Value {
    let Value::Text(text) = &value else { return value };
    let read = match declared {
        Declared::Date => date(text),
        Declared::Timestamp => timestamp(text).or_else(|| date(text)),
        _ => None,
    };
    read.filter(|read| read.to_string() == *text).unwrap_or(value)
}

fn date(text: &str) -> Option<Value> {
    let day: jiff::civil::Date = text.parse().ok()?;
    Some(Value::Date(days(day)?))
}

fn timestamp(text: &str) -> Option<Value> {
    // The parser is lenient (offsets, `T`); what it changes is told by the text that comes back.
    let at: jiff::civil::DateTime = text.parse().ok()?;
    let seconds = i64::from(days(at.date())?) * 86_400
        + i64::from(at.hour()) * 3_600
        + i64::from(at.minute()) * 60
        + i64::from(at.second());
    let nanos = u32::try_from(at.subsec_nanosecond()).ok()?;
    Some(Value::Timestamp(Timestamp { seconds, nanos, zoned: false }))
}

fn days(day: jiff::civil::Date) -> Option<i32> {
    let epoch = jiff::civil::date(1970, 1, 1);
    (day - epoch).get_days().into()
}

/// The type of a result column: what was declared where the values agree, else what the values are.
pub(super) fn column_type<'v>(declared: Option<Declared>, values: impl Iterator<Item = &'v Value>) -> DataType {
    let mut seen: Option<DataType> = None;
    for value in values {
        let this = match value {
            Value::Null => continue,
            Value::Int(_) => DataType::Int,
            Value::Float(_) => DataType::Float,
            Value::Date(_) => DataType::Date,
            Value::Timestamp(_) => DataType::Timestamp { zoned: false },
            Value::Blob(_) => DataType::Blob,
            _ => DataType::Text,
        };
        seen = Some(match seen {
            None => this,
            Some(before) if before == this => before,
            Some(DataType::Int | DataType::Float) if this.is_numeric() => DataType::Float,
            Some(_) => return DataType::Other("mixed".to_owned()),
        });
    }
    match (seen, declared) {
        (Some(DataType::Text), Some(Declared::Json)) => DataType::Json,
        (Some(seen), _) => seen,
        (None, Some(declared)) => declared.data_type(),
        (None, None) => DataType::Text,
    }
}

#[cfg(test)]
#[path = "values_tests.rs"]
mod tests;
