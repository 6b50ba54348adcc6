//! Looks into the data of a question set: what the built-in engine needs to know of it before and while it reads a question.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, ConnectorError, Limits, SourceUrl};
use vouch_linguist::{ColumnValues, Probe};
use vouch_model::{Catalog, Column, DataType, ResultSet, Table, Value};
use vouch_sql::{CheckContext, Policy, check, quote_identifier, quote_text};

/// As in the product: columns with more values are looked up.
const MAX_VALUES: usize = 2_000;
/// For looks into the data while a question is read.
const PROBE_TIMEOUT: Duration = Duration::from_millis(500);

/// A database and what is in it.
#[derive(Clone)]
pub struct Source {
    pub connector: Arc<dyn Connector>,
    pub catalog: Arc<Catalog>,
}

impl Source {
    /// A file of SQLite. Blocks; for threads that may.
    pub fn open(path: &Path, runtime: &Handle) -> Result<Self, ConnectorError> {
        let url = SourceUrl::Sqlite(path.to_owned());
        runtime.block_on(async { Self::of(vouch_connectors::open("question set", &url).await?).await })
    }

    pub async fn of(connector: Arc<dyn Connector>) -> Result<Self, ConnectorError> {
        let catalog = connector.catalog().await?;
        Ok(Self { connector, catalog })
    }
}

/// Reads it, on threads that may block.
pub struct Looks<'a> {
    pub source: &'a Source,
    pub runtime: &'a Handle,
}

impl Looks<'_> {
    /// `None` where it is refused, fails or takes too long.
    pub fn run(&self, sql: &str, max_rows: usize, timeout: Duration) -> Option<ResultSet> {
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
        self.runtime.block_on(work).ok()
    }

    /// The values of its texts.
    pub fn values(&self) -> Vec<ColumnValues> {
        let catalog = &self.source.catalog;
        let columns = catalog.tables.iter().flat_map(|t| t.columns.iter().map(move |c| (t, c)));
        let text = columns.filter(|(_, c)| matches!(c.data_type, DataType::Text | DataType::Other(_)));
        let dialect = self.source.connector.dialect();
        let read = |(table, column): (&Table, &Column)| {
            let name = quote_identifier(&column.name, dialect);
            let from = quote_identifier(&table.name, dialect);
            let sql = format!("SELECT DISTINCT {name} FROM {from} WHERE {name} IS NOT NULL ORDER BY 1");
            let rows = self.run(&sql, MAX_VALUES + 1, PROBE_TIMEOUT * 4)?.rows;
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

impl Probe for Looks<'_> {
    fn find_value(&self, table: &str, column: &str, text: &str) -> Vec<String> {
        let dialect = self.source.catalog.dialect;
        let column = quote_identifier(column, dialect);
        let text = quote_text(&text.to_lowercase());
        let table = quote_identifier(table, dialect);
        let sql = format!("SELECT DISTINCT {column} FROM {table} WHERE lower({column}) = {text}");
        let rows = self.run(&sql, 5, PROBE_TIMEOUT).map(|results| results.rows).unwrap_or_default();
        rows.into_iter().flatten().map(|value| value.to_string()).collect()
    }

    fn row_count(&self, sql: &str, limit: usize) -> Option<usize> {
        self.run(sql, limit, PROBE_TIMEOUT).map(|results| results.rows.len())
    }
}
