//! One database of a public set: opened, read into a linguist, and asked for rows without a cap.

use super::verdict::{self, Rows};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, ConnectorError, Limits, SourceUrl};
use vouch_linguist::{ColumnValues, Linguist, Probe};
use vouch_model::{Catalog, DataType, ErrorCode, Value};
use vouch_sql::{CheckContext, Policy, check, quote_identifier, quote_text};

/// As in the product: columns with more values are looked up.
const MAX_VALUES: usize = 2_000;
/// As in the official evaluator.
const TIMEOUT: Duration = Duration::from_secs(60);
/// For looks into the data while a question is read.
const PROBE_TIMEOUT: Duration = Duration::from_millis(500);
/// No cap that a result of these sets would reach.
const ALL_ROWS: usize = 20_000_000;

pub struct Database {
    pub name: String,
    connector: Arc<dyn Connector>,
    catalog: Arc<Catalog>,
    pub linguist: Linguist,
    runtime: Handle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunError {
    Failed,
    Timeout,
}

impl Database {
    /// Blocks; for threads that may.
    pub fn open(name: &str, path: &Path, runtime: &Handle) -> Result<Self, ConnectorError> {
        let url = SourceUrl::Sqlite(path.to_owned());
        let connector = runtime.block_on(vouch_connectors::open("question set", &url))?;
        let catalog = runtime.block_on(connector.catalog())?;
        let reader = Reader { connector: &connector, catalog: &catalog, runtime };
        let values = reader.values();
        let linguist = Linguist::new(Arc::clone(&catalog), values).without_rankings();
        Ok(Self { name: name.to_owned(), connector, catalog, linguist, runtime: runtime.clone() })
    }

    pub fn rows(&self, sql: &str) -> Result<Rows, RunError> {
        self.rows_within(sql, TIMEOUT)
    }

    pub fn rows_within(&self, sql: &str, timeout: Duration) -> Result<Rows, RunError> {
        let reader = Reader { connector: &self.connector, catalog: &self.catalog, runtime: &self.runtime };
        let rows = reader.run(sql, ALL_ROWS, timeout)?;
        Ok(rows.iter().map(|row| row.iter().map(verdict::cell).collect()).collect())
    }
}

/// What every look into the data needs.
struct Reader<'a> {
    connector: &'a Arc<dyn Connector>,
    catalog: &'a Arc<Catalog>,
    runtime: &'a Handle,
}

impl Reader<'_> {
    fn run(&self, sql: &str, max_rows: usize, timeout: Duration) -> Result<Vec<Vec<Value>>, RunError> {
        let policy = Policy { max_rows, tenant: None };
        let context = CheckContext {
            dialect: self.connector.dialect(),
            catalog: Some(self.catalog),
            policy: &policy,
            engine: self.connector.parser(),
        };
        let checked = check(sql, &context).map_err(|rejected| {
            tracing::debug!(%sql, %rejected, "a statement of a question set was refused");
            RunError::Failed
        })?;
        let limits = Limits { max_rows, max_result_bytes: 4 << 30, timeout, ..Limits::default() };
        let cancel = CancellationToken::new();
        let work = async { self.connector.run(&checked, &limits, &cancel).await?.collect().await };
        self.runtime.block_on(work).map(|results| results.rows).map_err(|error| match error.code() {
            ErrorCode::Timeout => RunError::Timeout,
            _ => RunError::Failed,
        })
    }

    fn values(&self) -> Vec<ColumnValues> {
        let columns = self.catalog.tables.iter().flat_map(|t| t.columns.iter().map(move |c| (t, c)));
        let text = columns.filter(|(_, c)| matches!(c.data_type, DataType::Text | DataType::Other(_)));
        let dialect = self.connector.dialect();
        let read = |(table, column): (&vouch_model::Table, &vouch_model::Column)| {
            let name = quote_identifier(&column.name, dialect);
            let from = quote_identifier(&table.name, dialect);
            let sql = format!("SELECT DISTINCT {name} FROM {from} WHERE {name} IS NOT NULL ORDER BY 1");
            let rows = self.run(&sql, MAX_VALUES + 1, PROBE_TIMEOUT * 4).ok()?;
            let complete = rows.len() <= MAX_VALUES;
            let texts = rows.into_iter().flatten().filter_map(|value| match value {
                Value::Text(text) => Some(text),
                _ => None,
            });
            let values = if complete { texts.collect() } else { Vec::new() };
            Some(ColumnValues { table: table.qualified_name(), column: column.name.clone(), values, complete })
        };
        text.filter_map(read).collect()
    }
}

impl Probe for Database {
    fn find_value(&self, table: &str, column: &str, text: &str) -> Vec<String> {
        let dialect = self.catalog.dialect;
        let column = quote_identifier(column, dialect);
        let text = quote_text(&text.to_lowercase());
        let table = quote_identifier(table, dialect);
        let sql = format!("SELECT DISTINCT {column} FROM {table} WHERE lower({column}) = {text}");
        let reader = Reader { connector: &self.connector, catalog: &self.catalog, runtime: &self.runtime };
        let rows = reader.run(&sql, 5, PROBE_TIMEOUT).unwrap_or_default();
        rows.into_iter().flatten().map(|value| value.to_string()).collect()
    }

    fn row_count(&self, sql: &str, limit: usize) -> Option<usize> {
        let reader = Reader { connector: &self.connector, catalog: &self.catalog, runtime: &self.runtime };
        reader.run(sql, limit, PROBE_TIMEOUT).ok().map(|rows| rows.len())
    }
}
