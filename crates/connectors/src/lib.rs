//! Engines behind one trait, and files made into tables.
//!
//! Every engine folder has the same file names, so that who has read one has read all. An engine is opened
//! read-only and sandboxed; only [`CheckedSql`] runs, and [`Connector::run`] is the one place where row, time
//! and memory limits act.

mod aside;
mod catalog;
mod columnar;
mod control;
mod crew;
mod duckdb;
mod error;
mod files;
mod labels;
mod outlet;
mod resident;
mod source_file;
mod sqlite;
mod stream;
mod url;

pub use self::duckdb::{TableRows, create_database};
use self::sqlite::declared_type as declared_in_sqlite;
pub use self::sqlite::{BareError, BareSqlite, create_from_script};
pub use aside::{Aside, obey};
pub use columnar::{ColumnLayout, Kind, layout, unscaled, write_parquet};
pub use error::ConnectorError;
pub use files::{FileProblem, LoadReport, LoadedTable, Progress, load_files};
pub use stream::RowStream;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use vouch_model::{Catalog, DataType, Dialect};
use vouch_sql::{CheckedSql, EngineParser};

#[async_trait]
pub trait Connector: Send + Sync {
    /// The name the user gave the source.
    fn name(&self) -> &str;
    fn dialect(&self) -> Dialect;
    /// The engine's own parser, where it can be asked without running anything.
    fn parser(&self) -> Option<&dyn EngineParser>;
    /// Cached; read anew when the schema (or the file) has changed.
    async fn catalog(&self) -> Result<Arc<Catalog>, ConnectorError>;
    /// Changes whenever the data may have changed; `None` where the engine cannot tell.
    fn data_version(&self) -> Option<String>;
    /// Starts the statement. Returns once the columns are known; rows come through the stream.
    async fn run(
        &self,
        sql: &CheckedSql,
        limits: &Limits,
        cancel: &CancellationToken,
    ) -> Result<RowStream, ConnectorError>;
}

/// The type of a column as its declaration has it, where rows may say otherwise; `None` where they cannot.
pub fn declared_type(dialect: Dialect, native_type: &str) -> Option<DataType> {
    match dialect {
        Dialect::Sqlite => Some(declared_in_sqlite(native_type)),
        _ => None,
    }
}

/// What one statement may use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    pub max_rows: usize,
    /// Bytes of cell content that may be held for one result.
    pub max_result_bytes: usize,
    pub timeout: Duration,
    /// Engine working memory.
    pub memory_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_rows: 1_000, max_result_bytes: 64 << 20, timeout: Duration::from_secs(30), memory_bytes: 1 << 30 }
    }
}

/// Where the data is: `duckdb:PATH`, `sqlite:PATH`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SourceUrl {
    DuckDb(PathBuf),
    Sqlite(PathBuf),
}

/// Opens a source read-only and sandboxed. Fails with a clear error on a missing, foreign or corrupt file.
pub async fn open(name: &str, url: &SourceUrl) -> Result<Arc<dyn Connector>, ConnectorError> {
    let (name, url) = (name.to_owned(), url.clone());
    let opened = tokio::task::spawn_blocking(move || -> Result<Arc<dyn Connector>, ConnectorError> {
        Ok(match &url {
            SourceUrl::DuckDb(path) => Arc::new(duckdb::DuckDb::open(&name, path)?),
            SourceUrl::Sqlite(path) => Arc::new(sqlite::Sqlite::open(&name, path)?),
        })
    });
    opened.await.map_err(|error| ConnectorError::Internal(error.to_string()))?
}
