//! DuckDB: a file opened read-only inside a sandbox, statements on threads of their own, and its parser for the
//! guard. It refuses whatever is not one SELECT even when the guard was passed by mistake.

mod catalog;
mod connection;
mod create;
mod errors;
mod parser;
mod raw;
mod run;
mod syntax_json;
mod values;
mod vector;

pub use create::{TableRows, create_database};

use crate::source_file::{FileKind, Stamp};
use crate::{Connector, ConnectorError, Limits, RowStream};
use async_trait::async_trait;
use connection::{Engine, Rows, wal_path};
use parser::Parser;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;
use vouch_model::{Catalog, Dialect};
use vouch_sql::{CheckedSql, EngineParser};

/// Engines kept open at once: the memory cap and whose rows are read belong to an opening, and callers use few different caps.
const ENGINES: usize = 4;

pub(crate) struct DuckDb {
    name: String,
    path: PathBuf,
    parser: Parser,
    engines: Mutex<Vec<Arc<Engine>>>,
    catalog: tokio::sync::Mutex<Option<(Stamp, Arc<Catalog>)>>,
}

impl DuckDb {
    pub fn open(name: &str, path: &Path) -> Result<Self, ConnectorError> {
        FileKind::expect(path, FileKind::DuckDb)?;
        let parser = Parser::new().map_err(ConnectorError::Internal)?;
        let source = Self {
            name: name.to_owned(),
            path: path.to_owned(),
            parser,
            engines: Mutex::new(Vec::new()),
            catalog: tokio::sync::Mutex::new(None),
        };
        source.engine(Limits::default().memory_bytes, Rows::Everybodys)?;
        Ok(source)
    }

    /// An engine on the file as it is now: a changed file is opened anew.
    fn engine(&self, memory_bytes: usize, rows: Rows) -> Result<Arc<Engine>, ConnectorError> {
        let stamp = Stamp::of(&self.path, &wal_path(&self.path))?;
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        engines.retain(|engine| engine.stamp == stamp && engine.is_usable());
        if let Some(engine) = engines.iter().find(|engine| engine.memory_bytes == memory_bytes && engine.rows == rows) {
            return Ok(Arc::clone(engine));
        }
        let engine = Engine::open(&self.path, memory_bytes, rows)?;
        if engines.len() >= ENGINES {
            engines.remove(0);
        }
        engines.push(Arc::clone(&engine));
        Ok(engine)
    }
}

/// One statement on an opening of its own, for a process that does nothing else.
pub(crate) async fn run_alone(
    path: &Path,
    sql: &str,
    of_one_tenant: bool,
    max_rows: usize,
    limits: &Limits,
    cancel: &CancellationToken,
) -> Result<RowStream, ConnectorError> {
    let rows = if of_one_tenant { Rows::OneTenants } else { Rows::Everybodys };
    run::run(Engine::open(path, limits.memory_bytes, rows)?, sql, max_rows, limits, cancel).await
}

#[async_trait]
impl Connector for DuckDb {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::DuckDb
    }

    fn parser(&self) -> Option<&dyn EngineParser> {
        Some(&self.parser)
    }

    async fn catalog(&self) -> Result<Arc<Catalog>, ConnectorError> {
        // The lock is held while reading, so that several who ask at once read it once.
        let mut cached = self.catalog.lock().await;
        let stamp = Stamp::of(&self.path, &wal_path(&self.path))?;
        if let Some((seen, catalog)) = &*cached
            && *seen == stamp
        {
            return Ok(Arc::clone(catalog));
        }
        let engine = self.engine(Limits::default().memory_bytes, Rows::Everybodys)?;
        let name = self.name.clone();
        let seen = engine.stamp.clone();
        let read = tokio::task::spawn_blocking(move || catalog::read(&name, &engine)).await;
        let catalog = Arc::new(read.map_err(|error| ConnectorError::Internal(error.to_string()))??);
        *cached = Some((seen, Arc::clone(&catalog)));
        Ok(catalog)
    }

    fn data_version(&self) -> Option<String> {
        Stamp::of(&self.path, &wal_path(&self.path)).ok().map(|stamp| stamp.to_text())
    }

    async fn run(
        &self,
        sql: &CheckedSql,
        limits: &Limits,
        cancel: &CancellationToken,
    ) -> Result<RowStream, ConnectorError> {
        let rows = if sql.executed_sql().is_some() { Rows::OneTenants } else { Rows::Everybodys };
        run::run(self.engine(limits.memory_bytes, rows)?, sql.to_run(), sql.max_rows(), limits, cancel).await
    }
}
