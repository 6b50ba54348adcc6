//! SQLite: a file opened read-only inside a sandbox, statements on threads of their own. It refuses whatever is
//! not one reading statement even when the guard was passed by mistake.

mod bare;
mod catalog;
mod connection;
mod create;
mod errors;
mod median;
mod run;
mod values;

pub use bare::{BareError, BareSqlite};
pub use create::create_from_script;

use crate::source_file::Stamp;
use crate::{Connector, ConnectorError, Limits, RowStream};
use async_trait::async_trait;
use connection::Engine;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_model::{Catalog, DataType, Dialect};
use vouch_sql::{CheckedSql, EngineParser};

/// What a declaration promises, whatever the rows hold.
pub(crate) fn declared_type(native_type: &str) -> DataType {
    values::Declared::of(native_type).data_type()
}

pub(crate) struct Sqlite {
    name: String,
    engine: Arc<Engine>,
    catalog: tokio::sync::Mutex<Option<(Stamp, Arc<Catalog>)>>,
}

impl Sqlite {
    pub fn open(name: &str, path: &Path) -> Result<Self, ConnectorError> {
        let engine = Arc::new(Engine::open(path)?);
        Ok(Self { name: name.to_owned(), engine, catalog: tokio::sync::Mutex::new(None) })
    }
}

/// One statement on a connection of its own, for a process that does nothing else.
pub(crate) async fn run_alone(
    path: &Path,
    sql: &str,
    max_rows: usize,
    limits: &Limits,
    cancel: &CancellationToken,
) -> Result<RowStream, ConnectorError> {
    run::run(Arc::new(Engine::open(path)?), sql, max_rows, limits, cancel).await
}

#[async_trait]
impl Connector for Sqlite {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    /// SQLite has no parser that can be asked apart from preparing, which `run` does anyway.
    fn parser(&self) -> Option<&dyn EngineParser> {
        None
    }

    async fn catalog(&self) -> Result<Arc<Catalog>, ConnectorError> {
        // The lock is held while reading, so that several who ask at once read it once.
        let mut cached = self.catalog.lock().await;
        let stamp = self.engine.stamp()?;
        if let Some((seen, catalog)) = &*cached
            && *seen == stamp
        {
            return Ok(Arc::clone(catalog));
        }
        let name = self.name.clone();
        let engine = Arc::clone(&self.engine);
        let read = tokio::task::spawn_blocking(move || catalog::read(&name, engine.path())).await;
        let catalog = Arc::new(read.map_err(|error| ConnectorError::Internal(error.to_string()))??);
        *cached = Some((stamp, Arc::clone(&catalog)));
        Ok(catalog)
    }

    fn data_version(&self) -> Option<String> {
        self.engine.stamp().ok().map(|stamp| stamp.to_text())
    }

    async fn run(
        &self,
        sql: &CheckedSql,
        limits: &Limits,
        cancel: &CancellationToken,
    ) -> Result<RowStream, ConnectorError> {
        run::run(Arc::clone(&self.engine), sql.to_run(), sql.max_rows(), limits, cancel).await
    }
}
