//! A Parquet file, written by DuckDB: the rows go into a database in memory as texts, and one COPY casts and writes them.
//! The connection is private and may touch nothing but the folder of the file.

use super::kinds::{ColumnLayout, Kind, layout};
use crate::ConnectorError;
use crate::files::{quote_identifier, quote_text};
use duckdb::types::Value as Cell;
use duckdb::{Config, Connection, appender_params_from_iter};
use std::path::Path;
use vouch_model::{ResultSet, Value};

const MEMORY: &str = "1GB";

/// Writes the rows to `path`, whose folder must exist. A file that is there is replaced.
pub fn write_parquet(results: &ResultSet, path: &Path) -> Result<(), ConnectorError> {
    write(results, path)
        .map_err(|error| ConnectorError::Internal(format!("the Parquet file cannot be written: {error}")))
}

fn write(results: &ResultSet, path: &Path) -> Result<(), duckdb::Error> {
    let columns = layout(results);
    let connection = private(path)?;
    let staged: Vec<String> =
        columns.iter().enumerate().map(|(i, column)| format!("c{i} {}", staged_type(&column.kind))).collect();
    // A file has at least one column; a result without any has nothing to write into.
    let staged = if staged.is_empty() { "nothing VARCHAR".to_owned() } else { staged.join(", ") };
    connection.execute_batch(&format!("CREATE TABLE staged ({staged})"))?;
    let mut appender = connection.appender("staged")?;
    for row in &results.rows {
        appender.append_row(appender_params_from_iter(
            row.iter().zip(&columns).map(|(value, column)| cell(value, column)),
        ))?;
    }
    appender.flush()?;
    drop(appender);
    let casts: Vec<String> = columns.iter().enumerate().map(|(i, column)| cast(i, column)).collect();
    let list = if casts.is_empty() { "*".to_owned() } else { casts.join(", ") };
    let target = quote_text(&path.to_string_lossy());
    connection
        .execute_batch(&format!("COPY (SELECT {list} FROM staged) TO {target} (FORMAT parquet, COMPRESSION zstd)"))
}

fn private(path: &Path) -> Result<Connection, duckdb::Error> {
    let config = Config::default().enable_autoload_extension(false)?.with("autoinstall_known_extensions", "false")?;
    let connection = Connection::open_in_memory_with_flags(config)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    connection.execute_batch(&format!(
        "SET TimeZone = 'UTC'; SET memory_limit = '{MEMORY}'; SET temp_directory = ''; SET preserve_insertion_order = true; \
         SET allowed_directories = [{}]; SET enable_external_access = false; SET lock_configuration = true",
        quote_text(&folder.to_string_lossy()),
    ))?;
    Ok(connection)
}

fn staged_type(kind: &Kind) -> &'static str {
    if *kind == Kind::Blob { "BLOB" } else { "VARCHAR" }
}

/// What DuckDB's own casts read back as it was.
fn cell(value: &Value, column: &ColumnLayout) -> Cell {
    match (value, &column.kind) {
        (Value::Null, _) => Cell::Null,
        (Value::Blob(bytes), Kind::Blob) => Cell::Blob(bytes.clone()),
        (value, _) => Cell::Text(value.to_string()),
    }
}

fn cast(index: usize, column: &ColumnLayout) -> String {
    let name = quote_identifier(&column.name);
    match sql_type(&column.kind) {
        // Nested values are staged as JSON, which says what is text and what is not.
        Some(nested) if is_nested(&column.kind) => format!("CAST(CAST(c{index} AS JSON) AS {nested}) AS {name}"),
        Some(plain) if column.kind != Kind::Blob => format!("CAST(c{index} AS {plain}) AS {name}"),
        _ => format!("c{index} AS {name}"),
    }
}

fn is_nested(kind: &Kind) -> bool {
    matches!(kind, Kind::List(_) | Kind::Struct(_) | Kind::Map(..))
}

/// The column's type in DuckDB's words; `None` where it stays the text that it is.
fn sql_type(kind: &Kind) -> Option<String> {
    let plain = |name: &str| Some(name.to_owned());
    match kind {
        Kind::Bool => plain("BOOLEAN"),
        Kind::Int => plain("BIGINT"),
        Kind::Decimal { precision, scale } => Some(format!("DECIMAL({precision}, {scale})")),
        Kind::Float => plain("DOUBLE"),
        Kind::Text => plain("VARCHAR"),
        Kind::Date => plain("DATE"),
        Kind::Time => plain("TIME"),
        Kind::Timestamp { zoned: true, .. } => plain("TIMESTAMPTZ"),
        Kind::Timestamp { zoned: false, nanos: true } => plain("TIMESTAMP_NS"),
        Kind::Timestamp { zoned: false, nanos: false } => plain("TIMESTAMP"),
        Kind::Uuid => plain("UUID"),
        // Parquet's own intervals know neither less than a millisecond nor a minus; bytes inside of JSON are a text like
        // any other, so whatever holds some stays text as a whole.
        Kind::Interval | Kind::Blob => None,
        Kind::List(item) => Some(format!("{}[]", sql_type(item)?)),
        Kind::Struct(fields) => {
            let field = |(name, kind): &(String, Kind)| Some(format!("{} {}", quote_identifier(name), sql_type(kind)?));
            Some(format!("STRUCT({})", fields.iter().map(field).collect::<Option<Vec<_>>>()?.join(", ")))
        }
        // The keys of an object are texts.
        Kind::Map(key, value) if **key == Kind::Text => Some(format!("MAP(VARCHAR, {})", sql_type(value)?)),
        Kind::Map(..) => None,
    }
}
