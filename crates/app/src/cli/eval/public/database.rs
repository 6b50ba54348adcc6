//! One database of a public set: opened, read into a linguist, and asked for rows as its engine gives them.
//!
//! Statements that are judged run past the guard ([`BareSqlite`]), because a verdict is about the statement alone; what
//! the engine looks up while it reads a question goes the product's way.

use super::verdict::{self, Rows};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{BareError, BareSqlite, Connector, ConnectorError, Limits, SourceUrl};
use vouch_linguist::{ColumnValues, Linguist, Probe, Synonyms};
use vouch_model::{Catalog, DataType, Value};
use vouch_sql::{CheckContext, Policy, check, quote_identifier, quote_text};

/// As in the product: columns with more values are looked up.
const MAX_VALUES: usize = 2_000;
/// As in the official evaluator.
pub const TIMEOUT: Duration = Duration::from_secs(60);
/// For looks into the data while a question is read.
const PROBE_TIMEOUT: Duration = Duration::from_millis(500);

/// A file and what is in it.
#[derive(Clone)]
pub struct Source {
    pub connector: Arc<dyn Connector>,
    pub catalog: Arc<Catalog>,
}

pub struct Database {
    pub name: String,
    pub source: Source,
    pub linguist: Linguist,
    bare: BareSqlite,
    runtime: Handle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunError {
    Failed,
    Timeout,
}

impl Source {
    /// Blocks; for threads that may.
    pub fn open(path: &Path, runtime: &Handle) -> Result<Self, ConnectorError> {
        let url = SourceUrl::Sqlite(path.to_owned());
        let connector = runtime.block_on(vouch_connectors::open("question set", &url))?;
        let catalog = runtime.block_on(connector.catalog())?;
        Ok(Self { connector, catalog })
    }
}

impl Database {
    pub fn new(
        name: &str,
        path: &Path,
        source: Source,
        synonyms: &Synonyms,
        runtime: &Handle,
    ) -> Result<Self, ConnectorError> {
        let values = Reader { source: &source, runtime }.values();
        let linguist = Linguist::with_synonyms(Arc::clone(&source.catalog), values, synonyms).without_rankings();
        let bare = open_bare(path)?;
        Ok(Self { name: name.to_owned(), source, linguist, bare, runtime: runtime.clone() })
    }

    pub fn rows(&self, sql: &str) -> Result<Rows, RunError> {
        rows(&self.bare, sql, TIMEOUT)
    }

    pub fn rows_within(&self, sql: &str, timeout: Duration) -> Result<Rows, RunError> {
        rows(&self.bare, sql, timeout)
    }
}

pub fn open_bare(path: &Path) -> Result<BareSqlite, ConnectorError> {
    BareSqlite::open(path).map_err(|e| ConnectorError::Internal(e.to_string()))
}

pub fn rows(bare: &BareSqlite, sql: &str, timeout: Duration) -> Result<Rows, RunError> {
    let rows = bare.rows(sql, timeout).map_err(|error| match error {
        BareError::Timeout => RunError::Timeout,
        BareError::Failed(message) => {
            tracing::debug!(%sql, %message, "a statement of a question set does not run");
            RunError::Failed
        }
    })?;
    Ok(rows.iter().map(|row| row.iter().map(verdict::cell).collect()).collect())
}

/// What every look into the data needs.
struct Reader<'a> {
    source: &'a Source,
    runtime: &'a Handle,
}

impl Reader<'_> {
    /// `None` where it is refused, fails or takes too long.
    fn run(&self, sql: &str, max_rows: usize, timeout: Duration) -> Option<Vec<Vec<Value>>> {
        let Source { connector, catalog } = self.source;
        let policy = Policy { max_rows, tenant: None };
        let context = CheckContext {
            dialect: connector.dialect(),
            catalog: Some(catalog),
            policy: &policy,
            engine: connector.parser(),
        };
        let checked = check(sql, &context).ok()?;
        let limits = Limits { max_rows, timeout, ..Limits::default() };
        let cancel = CancellationToken::new();
        let work = async { connector.run(&checked, &limits, &cancel).await?.collect().await };
        self.runtime.block_on(work).map(|results| results.rows).ok()
    }

    fn values(&self) -> Vec<ColumnValues> {
        let catalog = &self.source.catalog;
        let columns = catalog.tables.iter().flat_map(|t| t.columns.iter().map(move |c| (t, c)));
        let text = columns.filter(|(_, c)| matches!(c.data_type, DataType::Text | DataType::Other(_)));
        let dialect = self.source.connector.dialect();
        let read = |(table, column): (&vouch_model::Table, &vouch_model::Column)| {
            let name = quote_identifier(&column.name, dialect);
            let from = quote_identifier(&table.name, dialect);
            let sql = format!("SELECT DISTINCT {name} FROM {from} WHERE {name} IS NOT NULL ORDER BY 1");
            let rows = self.run(&sql, MAX_VALUES + 1, PROBE_TIMEOUT * 4)?;
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
        let dialect = self.source.catalog.dialect;
        let column = quote_identifier(column, dialect);
        let text = quote_text(&text.to_lowercase());
        let table = quote_identifier(table, dialect);
        let sql = format!("SELECT DISTINCT {column} FROM {table} WHERE lower({column}) = {text}");
        let reader = Reader { source: &self.source, runtime: &self.runtime };
        let rows = reader.run(&sql, 5, PROBE_TIMEOUT).unwrap_or_default();
        rows.into_iter().flatten().map(|value| value.to_string()).collect()
    }

    fn row_count(&self, sql: &str, limit: usize) -> Option<usize> {
        let reader = Reader { source: &self.source, runtime: &self.runtime };
        reader.run(sql, limit, PROBE_TIMEOUT).map(|rows| rows.len())
    }
}
