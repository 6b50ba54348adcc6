//! What a source holds: tables, columns, keys, and enough about the values to understand a question.

use crate::{DataType, Dialect, Value};
use serde::{Deserialize, Serialize};

/// A snapshot of a source's schema. Cheap to share (`Arc`), never changed in place: a changed schema is a
/// new catalog with another `version`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Catalog {
    /// The source's name as the user gave it, for messages.
    pub source: String,
    pub dialect: Dialect,
    /// Fingerprint of the schema; equal versions mean equal tables, columns and keys.
    pub version: String,
    pub tables: Vec<Table>,
    pub foreign_keys: Vec<ForeignKey>,
    /// Functions that the source brings itself (DuckDB's macros), in lower case. Nobody here knows what they do.
    #[serde(default, skip_serializing)]
    pub own_functions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// `None` for the engine's default schema (`main`).
    pub schema: Option<String>,
    pub name: String,
    /// What the user calls it where that is not the identifier: a file or sheet name.
    pub label: Option<String>,
    pub kind: TableKind,
    pub comment: Option<String>,
    pub columns: Vec<Column>,
    pub primary_key: Vec<String>,
    pub row_count: Option<u64>,
    /// For views: the statement that made it. For the guard alone; nobody is shown it.
    #[serde(default, skip_serializing)]
    pub definition: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TableKind {
    Table,
    View,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    /// The header as it stood in the file, where the identifier had to differ from it.
    pub label: Option<String>,
    pub data_type: DataType,
    /// The type in the engine's own words, `DECIMAL(10,2)`.
    pub native_type: String,
    pub nullable: bool,
    pub comment: Option<String>,
    /// The most frequent distinct values, at most three, for text columns only.
    pub samples: Vec<String>,
    /// For numbers and dates.
    pub min: Option<Value>,
    pub max: Option<Value>,
    pub null_count: Option<u64>,
    /// Number of distinct values; approximate on large tables.
    pub distinct_count: Option<u64>,
    /// No two rows share a value: declared, or seen in the data.
    pub unique: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ForeignKey {
    pub table: String,
    pub columns: Vec<String>,
    pub to_table: String,
    pub to_columns: Vec<String>,
    pub origin: KeyOrigin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum KeyOrigin {
    /// The engine enforces or at least declares it.
    Declared,
    /// Names and types fit, and every value was found on the other side.
    Inferred,
}

impl Catalog {
    /// Finds a table by name, ignoring case as both engines do. `schema.table` is accepted too.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.answers_to(name))
    }
}

impl Table {
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name.eq_ignore_ascii_case(name))
    }

    /// The name a statement uses for it: qualified only outside the default schema.
    pub fn qualified_name(&self) -> String {
        match &self.schema {
            Some(schema) => format!("{schema}.{}", self.name),
            None => self.name.clone(),
        }
    }

    fn answers_to(&self, name: &str) -> bool {
        match &self.schema {
            Some(schema) => name
                .split_once('.')
                .is_some_and(|(s, n)| s.eq_ignore_ascii_case(schema) && n.eq_ignore_ascii_case(&self.name)),
            None => name.eq_ignore_ascii_case(&self.name),
        }
    }

    /// What to call it in front of a person.
    pub fn display_name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}

impl Column {
    /// What to call it in front of a person.
    pub fn display_name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}
