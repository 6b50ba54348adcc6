//! Makes a DuckDB database of rows that a program produced, such as the demo. Not on any question's way: sources are
//! opened read-only, this is how one comes to exist.

use crate::ConnectorError;
use duckdb::types::{TimeUnit, Value as Cell};
use duckdb::{Connection, appender_params_from_iter};
use std::path::Path;
use vouch_model::Value;

/// Rows for a table that the schema makes.
pub struct TableRows<'a> {
    pub table: &'a str,
    pub rows: Box<dyn Iterator<Item = Vec<Value>> + 'a>,
}

/// Writes a new database at `path`: first `schema`, then the rows, in one transaction.
pub fn create_database(path: &Path, schema: &str, tables: Vec<TableRows<'_>>) -> Result<(), ConnectorError> {
    fill(path, schema, tables).map_err(|error| ConnectorError::Internal(error.to_string()))
}

fn fill(path: &Path, schema: &str, tables: Vec<TableRows<'_>>) -> Result<(), duckdb::Error> {
    let mut connection = Connection::open(path)?;
    connection.execute_batch(schema)?;
    let transaction = connection.transaction()?;
    for TableRows { table, rows } in tables {
        let mut appender = transaction.appender(table)?;
        for row in rows {
            appender.append_row(appender_params_from_iter(row.into_iter().map(cell)))?;
        }
        appender.flush()?;
    }
    transaction.commit()?;
    // Leaves a plain file with no log beside it.
    connection.execute_batch("CHECKPOINT")?;
    connection.close().map_err(|(_, error)| error)
}

fn cell(value: Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(b) => Cell::Boolean(b),
        Value::Int(i) => Cell::BigInt(i),
        Value::Float(x) => Cell::Double(x),
        // The appender casts to the column's scale, and a double carries the digits money has.
        Value::Decimal(d) => Cell::Double(d.to_f64()),
        Value::Date(days) => Cell::Date32(days),
        Value::Timestamp(t) => {
            Cell::Timestamp(TimeUnit::Microsecond, t.seconds * 1_000_000 + i64::from(t.nanos / 1_000))
        }
        other => Cell::Text(other.to_string()),
    }
}
