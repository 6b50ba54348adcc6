//! A cell, and the type of its column.
//!
//! Values keep what the engine gave: whole numbers of any size, exact decimals, timestamps with or without
//! a zone, nested values. `to_json` and `Display` are the two ways out, and neither loses anything: what a
//! double cannot hold becomes a string in JSON, because most readers of JSON would round it silently.

use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    /// A whole number outside `i64`, as decimal digits with an optional minus.
    BigInt(String),
    Decimal(Decimal),
    #[serde(with = "float_text")]
    Float(f64),
    Text(String),
    Blob(Vec<u8>),
    /// Days since 1970-01-01.
    Date(i32),
    /// Nanoseconds since midnight.
    Time(i64),
    Timestamp(Timestamp),
    Interval {
        months: i32,
        days: i32,
        micros: i64,
    },
    Uuid(uuid::Uuid),
    List(Vec<Value>),
    Struct(Vec<(String, Value)>),
    Map(Vec<(Value, Value)>),
}

/// The type of a column, as far as Vouch cares. The engine's own words are kept beside it in the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataType {
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
    Time,
    /// `zoned`: an instant on the time line; otherwise a wall-clock reading.
    Timestamp {
        zoned: bool,
    },
    Interval,
    Uuid,
    Json,
    List(Box<DataType>),
    Struct(Vec<(String, DataType)>),
    Map(Box<DataType>, Box<DataType>),
    /// Anything else, such as an enum or a column whose values have mixed types.
    Other(String),
}

impl DataType {
    pub fn is_numeric(&self) -> bool {
        matches!(self, DataType::Int | DataType::Decimal { .. } | DataType::Float)
    }

    pub fn is_temporal(&self) -> bool {
        matches!(self, DataType::Date | DataType::Timestamp { .. })
    }

    pub fn is_text(&self) -> bool {
        matches!(self, DataType::Text)
    }

    /// One word for JSON answers and table headers.
    pub fn name(&self) -> &'static str {
        match self {
            DataType::Bool => "boolean",
            DataType::Int => "integer",
            DataType::Decimal { .. } => "decimal",
            DataType::Float => "float",
            DataType::Text => "text",
            DataType::Blob => "blob",
            DataType::Date => "date",
            DataType::Time => "time",
            DataType::Timestamp { zoned: false } => "timestamp",
            DataType::Timestamp { zoned: true } => "timestamptz",
            DataType::Interval => "interval",
            DataType::Uuid => "uuid",
            DataType::Json => "json",
            DataType::List(_) => "list",
            DataType::Struct(_) => "struct",
            DataType::Map(..) => "map",
            DataType::Other(_) => "other",
        }
    }
}

/// An exact decimal: `unscaled / 10^scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    unscaled: i128,
    scale: u8,
}

impl Decimal {
    pub fn new(unscaled: i128, scale: u8) -> Self {
        Self { unscaled, scale }
    }

    pub fn to_f64(self) -> f64 {
        // Through the text, so that 0.1 is the double nearest to 0.1 and not 1/10 with two roundings.
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    pub fn significant_digits(self) -> usize {
        self.unscaled.unsigned_abs().to_string().len()
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.unscaled < 0 { "-" } else { "" };
        let scale = usize::from(self.scale);
        let digits = format!("{:0>width$}", self.unscaled.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        if scale == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{fraction}") }
    }
}

impl std::str::FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let scale = u8::try_from(fraction.len()).map_err(|_| format!("'{text}' has too many decimals"))?;
        let unscaled = format!("{whole}{fraction}").parse().map_err(|_| format!("'{text}' is not a decimal"))?;
        Ok(Self { unscaled, scale })
    }
}

impl Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp {
    /// Since 1970-01-01 00:00:00, of UTC when `zoned`, of the wall clock otherwise.
    pub seconds: i64,
    pub nanos: u32,
    pub zoned: bool,
}

impl Timestamp {
    pub fn from_micros(micros: i64, zoned: bool) -> Self {
        let nanos = u32::try_from(micros.rem_euclid(1_000_000)).unwrap_or(0) * 1_000;
        Self { seconds: micros.div_euclid(1_000_000), nanos, zoned }
    }

    pub fn from_nanos(nanos: i64, zoned: bool) -> Self {
        let rest = u32::try_from(nanos.rem_euclid(1_000_000_000)).unwrap_or(0);
        Self { seconds: nanos.div_euclid(1_000_000_000), nanos: rest, zoned }
    }

    /// The calendar day it falls on, as days since 1970-01-01.
    pub fn day(self) -> i64 {
        self.seconds.div_euclid(86_400)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_day = self.seconds.rem_euclid(86_400) * 1_000_000_000 + i64::from(self.nanos);
        write_date(f, self.day())?;
        f.write_str(" ")?;
        write_time(f, of_day)?;
        if self.zoned { f.write_str("+00:00") } else { Ok(()) }
    }
}

impl Value {
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The number a person would compute with; `None` for what is not a number.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            // Rounds above 2^53; whoever needs exact figures matches on the variant.
            Value::Int(i) => Some(*i as f64),
            Value::BigInt(digits) => digits.parse().ok(),
            Value::Decimal(d) => Some(d.to_f64()),
            Value::Float(x) => Some(*x),
            _ => None,
        }
    }

    /// Makes the smallest variant that holds the digits.
    pub fn from_integer_text(digits: &str) -> Value {
        digits.parse().map_or_else(|_| Value::BigInt(digits.to_owned()), Value::Int)
    }

    pub fn from_i128(number: i128) -> Value {
        i64::try_from(number).map_or_else(|_| Value::BigInt(number.to_string()), Value::Int)
    }

    /// JSON without loss: numbers that a double cannot hold, NaN and the infinities become strings.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self {
            Value::Null => Json::Null,
            Value::Bool(b) => Json::Bool(*b),
            Value::Int(i) if i.unsigned_abs() <= MAX_SAFE_INTEGER => Json::from(*i),
            Value::Decimal(d) if d.significant_digits() <= 15 => Json::from(d.to_f64()),
            Value::Float(x) if x.is_finite() => Json::from(*x),
            Value::List(items) => Json::Array(items.iter().map(Value::to_json).collect()),
            Value::Struct(fields) => Json::Object(fields.iter().map(|(k, v)| (k.clone(), v.to_json())).collect()),
            Value::Map(entries) => Json::Object(entries.iter().map(|(k, v)| (k.to_string(), v.to_json())).collect()),
            other => Json::String(other.to_string()),
        }
    }
}

/// A cell as the JSON that [`Value::to_json`] makes of it, written without making it first.
pub struct Plain<'a>(pub &'a Value);

impl Serialize for Plain<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(b) => serializer.serialize_bool(*b),
            Value::Int(i) if i.unsigned_abs() <= MAX_SAFE_INTEGER => serializer.serialize_i64(*i),
            Value::Decimal(d) if d.significant_digits() <= 15 => serializer.serialize_f64(d.to_f64()),
            Value::Float(x) if x.is_finite() => serializer.serialize_f64(*x),
            Value::Text(text) => serializer.serialize_str(text),
            // Names within may repeat, which a tree sorts out.
            nested @ (Value::List(_) | Value::Struct(_) | Value::Map(_)) => nested.to_json().serialize(serializer),
            other => serializer.collect_str(other),
        }
    }
}

/// 2^53 - 1, the largest whole number up to which every one is a double.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

impl fmt::Display for Value {
    /// The plain text of a cell, as CSV and the terminal show it. NULL is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => Ok(()),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            Value::BigInt(digits) => f.write_str(digits),
            Value::Decimal(d) => write!(f, "{d}"),
            Value::Float(x) => write_float(f, *x),
            Value::Text(text) => f.write_str(text),
            Value::Blob(bytes) => {
                f.write_str("0x")?;
                bytes.iter().try_for_each(|b| write!(f, "{b:02x}"))
            }
            Value::Date(days) => write_date(f, i64::from(*days)),
            Value::Time(nanos) => write_time(f, *nanos),
            Value::Timestamp(t) => write!(f, "{t}"),
            Value::Interval { months, days, micros } => write_interval(f, *months, *days, *micros),
            Value::Uuid(id) => write!(f, "{id}"),
            // Nested values read best as the JSON they would become.
            Value::List(_) | Value::Struct(_) | Value::Map(_) => write!(f, "{}", self.to_json()),
        }
    }
}

fn write_float(f: &mut fmt::Formatter<'_>, x: f64) -> fmt::Result {
    if x.is_nan() {
        f.write_str("NaN")
    } else if x.is_infinite() {
        f.write_str(if x > 0.0 { "Infinity" } else { "-Infinity" })
    } else if x != 0.0 && !(1e-5..1e17).contains(&x.abs()) {
        write!(f, "{x:e}")
    } else {
        write!(f, "{x}")
    }
}

/// Writes a proleptic Gregorian date. Engines hold years far outside what calendar crates accept, so the
/// arithmetic is done here (Howard Hinnant's `civil_from_days`, on eras of 400 years).
fn write_date(f: &mut fmt::Formatter<'_>, days: i64) -> fmt::Result {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    write!(f, "{year:04}-{month:02}-{day:02}")
}

fn write_time(f: &mut fmt::Formatter<'_>, nanos: i64) -> fmt::Result {
    let (seconds, rest) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
    write!(f, "{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)?;
    match rest {
        0 => Ok(()),
        rest => write!(f, ".{}", format!("{rest:09}").trim_end_matches('0')),
    }
}

fn write_interval(f: &mut fmt::Formatter<'_>, months: i32, days: i32, micros: i64) -> fmt::Result {
    let mut parts = Vec::new();
    let mut unit = |count: i64, name: &str| {
        if count != 0 {
            parts.push(format!("{count} {name}{}", if count.abs() == 1 { "" } else { "s" }));
        }
    };
    unit(i64::from(months / 12), "year");
    unit(i64::from(months % 12), "month");
    unit(i64::from(days), "day");
    if micros != 0 || parts.is_empty() {
        let sign = if micros < 0 { "-" } else { "" };
        let nanos = micros.abs().saturating_mul(1_000);
        parts.push(format!("{sign}{}", TimeText(nanos)));
    }
    f.write_str(&parts.join(" "))
}

struct TimeText(i64);

impl fmt::Display for TimeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_time(f, self.0)
    }
}

/// JSON has no NaN and no infinities, so stored floats that need it are written as text.
mod float_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if x.is_finite() { serializer.serialize_f64(*x) } else { serializer.collect_str(x) }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            Number(f64),
            Text(String),
        }
        match Stored::deserialize(deserializer)? {
            Stored::Number(x) => Ok(x),
            Stored::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
