//! What the rows of a table are like: figures per column, what looks odd, and how columns go together.
//!
//! Plain data. `analyst` makes it with statements that pass the guard, so it never tells more than a question could.
//! Values are written as plain JSON (a date is its text), because people and pages read it.

use crate::Value;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableProfile {
    /// As a statement names it.
    pub table: String,
    pub row_count: u64,
    /// Rows that repeat an earlier one in every column; absent where they were not counted, and `notes` says why.
    pub duplicate_rows: Option<u64>,
    pub columns: Vec<ColumnProfile>,
    /// Pairs of columns of numbers that rise or fall together, strongest first.
    pub correlations: Vec<Correlation>,
    /// Pairs of columns that are empty in the same rows, strongest first.
    pub missing_together: Vec<MissingTogether>,
    /// What was left out or taken from a part of the rows, and why.
    pub notes: Vec<String>,
}

/// One column. `count` and `nulls` add up to the table's rows. NaN and the infinities are values to the engine, so they
/// are in `count`; they are counted apart in `not_finite`, and every other figure but `distinct` leaves them out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ColumnProfile {
    pub name: String,
    /// The header as it stood in the file, where the identifier had to differ from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// In the engine's own words.
    #[serde(rename = "type")]
    pub type_name: String,
    pub kind: ColumnKind,
    pub count: u64,
    pub nulls: u64,
    /// NULL is no value; NaN is none either, each infinity is one.
    pub distinct: Option<u64>,
    #[serde(with = "plain")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub min: Option<Value>,
    #[serde(with = "plain")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub max: Option<Value>,
    #[serde(with = "plain")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub mean: Option<Value>,
    #[serde(with = "plain")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub median: Option<Value>,
    /// The most frequent value; of several the smallest.
    #[serde(with = "plain")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub mode: Option<Value>,
    /// Quartiles by linear interpolation, as pandas and Excel have them.
    #[serde(with = "plain")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub q1: Option<Value>,
    #[serde(with = "plain")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub q3: Option<Value>,
    /// Of a sample (n - 1); for numbers only.
    pub stddev: Option<f64>,
    /// Numbers and dates.
    pub histogram: Option<Vec<Bin>>,
    /// The most frequent values of everything else.
    pub top: Option<Vec<TopValue>>,
    /// Numbers beyond Tukey's fences: a quartile and one and a half times their distance.
    pub outliers: Option<Outliers>,
    pub flags: Vec<ColumnFlag>,
    /// What the flags rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_finite: Option<NotFinite>,
    /// Figures of this column that are estimates, because the table is large.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub approximate: Vec<String>,
}

/// What can be said of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColumnKind {
    Number,
    /// Dates and timestamps.
    Date,
    /// Texts, truth values, ids, times of day: told apart and counted, not measured.
    Category,
    /// Nested values and bytes: only counted.
    Opaque,
}

/// Holds `from` and what lies below `to`; the last one holds its `to` as well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bin {
    #[serde(with = "plain_value")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub from: Value,
    #[serde(with = "plain_value")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub to: Value,
    pub count: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TopValue {
    #[serde(with = "plain_value")]
    #[cfg_attr(feature = "schema", schema(value_type = serde_json::Value))]
    pub value: Value,
    pub count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outliers {
    pub low: f64,
    pub high: f64,
    /// Values below `low` or above `high`.
    pub count: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NotFinite {
    pub nan: u64,
    pub infinite: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColumnFlag {
    /// Every row has a value and no two share one.
    SuspectedKey,
    /// All values are the same.
    Constant,
    /// Numbers or dates among texts, or several storage classes in one column of SQLite.
    MixedTypes,
    /// Blanks before or behind.
    Whitespace,
    /// Values that differ only in case or blanks.
    CaseVariants,
    /// Before 1900, more than a year ahead, placeholders, or far from the rest.
    DatesOutOfRange,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Evidence {
    pub flag: ColumnFlag,
    /// Rows that show it; absent where only a part of them was looked at.
    pub rows: Option<u64>,
    /// A few of the values, as they stand.
    pub examples: Vec<String>,
}

/// Pearson's r over the rows that have both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Correlation {
    pub a: String,
    pub b: String,
    pub r: f64,
    /// Rows it was computed from.
    pub rows: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MissingTogether {
    pub a: String,
    pub b: String,
    /// Of the rows that lack one of them, the part that lacks both.
    pub share: f64,
    /// Rows that lack both.
    pub rows: u64,
}

impl TableProfile {
    pub fn column(&self, name: &str) -> Option<&ColumnProfile> {
        self.columns.iter().find(|column| column.name.eq_ignore_ascii_case(name))
    }
}

impl ColumnProfile {
    pub fn has(&self, flag: ColumnFlag) -> bool {
        self.flags.contains(&flag)
    }
}

/// A value as the JSON that `Value::to_json` makes of it. Read back it is what JSON can say: a date stays its text.
mod plain_value {
    use crate::Value;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value as Json;

    pub fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
        value.to_json().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Ok(from_json(Json::deserialize(deserializer)?))
    }

    pub fn from_json(json: Json) -> Value {
        match json {
            Json::Null => Value::Null,
            Json::Bool(truth) => Value::Bool(truth),
            Json::String(text) => Value::Text(text),
            Json::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => Value::Int(whole),
                (None, Some(x)) => Value::Float(x),
                (None, None) => Value::Text(number.to_string()),
            },
            nested => Value::Text(nested.to_string()),
        }
    }
}

mod plain {
    use super::plain_value;
    use crate::Value;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value as Json;

    pub fn serialize<S: Serializer>(value: &Option<Value>, serializer: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map_or(Json::Null, Value::to_json).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
        let json = Json::deserialize(deserializer)?;
        Ok(Some(plain_value::from_json(json)).filter(|value| !value.is_null()))
    }
}
