//! What catalogs, rows, answers and errors look like as JSON, whichever door sends them.

mod ask;
mod explore;
mod given;

pub use ask::{AskResult, ChatReply, is_told, problem_of, rows_found, said, step};
pub use explore::{ExploreResult, ExploreStatus, explore_step};
pub use given::GivenResults;

use serde::Serialize;
use serde_json::Value as Json;
use utoipa::ToSchema;
use vouch_model::{Catalog, Column, Dialect, ForeignKey, ResultSet, Table, TableKind};

/// A source's tables, with the seeds' `SchemaContext` for each.
#[derive(Serialize, ToSchema)]
pub struct SchemaShape {
    pub source: String,
    pub dialect: Dialect,
    pub version: String,
    pub tables: Vec<TableShape>,
    pub foreign_keys: Vec<ForeignKey>,
}

#[derive(Serialize, ToSchema)]
pub struct TableShape {
    pub table_name: String,
    pub label: Option<String>,
    pub kind: TableKind,
    pub comment: Option<String>,
    pub columns: Vec<ColumnShape>,
    pub primary_key: Vec<String>,
    pub row_count: Option<u64>,
}

#[derive(Serialize, ToSchema)]
pub struct ColumnShape {
    pub name: String,
    pub label: Option<String>,
    #[serde(rename = "type")]
    pub type_name: String,
    pub nullable: bool,
    pub comment: Option<String>,
    pub sample_values: Option<Vec<String>>,
    #[schema(value_type = Json)]
    pub min: Option<Json>,
    #[schema(value_type = Json)]
    pub max: Option<Json>,
    pub null_count: Option<u64>,
    pub distinct_count: Option<u64>,
    pub unique: bool,
}

impl SchemaShape {
    pub fn of(catalog: &Catalog) -> Self {
        Self {
            source: catalog.source.clone(),
            dialect: catalog.dialect,
            version: catalog.version.clone(),
            tables: catalog.tables.iter().map(TableShape::of).collect(),
            foreign_keys: catalog.foreign_keys.clone(),
        }
    }
}

impl TableShape {
    pub fn of(table: &Table) -> Self {
        Self {
            table_name: table.qualified_name(),
            label: table.label.clone(),
            kind: table.kind,
            comment: table.comment.clone(),
            columns: table.columns.iter().map(ColumnShape::of).collect(),
            primary_key: table.primary_key.clone(),
            row_count: table.row_count,
        }
    }
}

impl ColumnShape {
    fn of(column: &Column) -> Self {
        Self {
            name: column.name.clone(),
            label: column.label.clone(),
            type_name: column.native_type.clone(),
            nullable: column.nullable,
            comment: column.comment.clone(),
            sample_values: Some(column.samples.clone()).filter(|samples| !samples.is_empty()),
            min: column.min.as_ref().map(|value| value.to_json()),
            max: column.max.as_ref().map(|value| value.to_json()),
            null_count: column.null_count,
            distinct_count: column.distinct_count,
            unique: column.unique,
        }
    }
}

/// Rows as the seeds send them: objects keyed by column.
#[derive(Serialize, ToSchema)]
pub struct RowsShape {
    #[schema(value_type = Vec<Object>)]
    pub data: Vec<Json>,
    /// Names in order.
    pub columns: Vec<String>,
    /// What the columns hold, in the same order.
    pub types: Vec<String>,
    pub row_count: usize,
    /// There were more rows than were let through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
}

impl RowsShape {
    pub fn of(results: &ResultSet) -> Self {
        Self {
            data: results.rows.iter().map(|row| results.row_to_json(row)).collect(),
            columns: results.columns.iter().map(|column| column.name.clone()).collect(),
            types: results.columns.iter().map(|column| column.data_type.name().to_owned()).collect(),
            row_count: results.rows.len(),
            truncated: results.truncated.then_some(true),
        }
    }
}

/// What went wrong, for a program and for a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// A stable name, such as `NOT_FOUND`.
    pub code: String,
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// Questions that can be asked instead, as they stand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
}
