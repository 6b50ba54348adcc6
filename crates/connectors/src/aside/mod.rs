//! Statements in a process of their own. Some work of an engine hears no interrupt and counts towards no memory limit: a long
//! pattern held against a long text, a list made of a list, one value that grows. The guard says which statements may do such
//! work ([`CheckedSql::runs_aside`]); here they get a process that the system bounds and that can be ended at any moment.
//!
//! Owns the decision and both ends of the pipe (`parent.rs`, `child.rs`). Called by whoever opens a source and is a program
//! that can be started again; sources that are not confined run everything themselves.

mod child;
mod parent;

pub use child::obey;

use crate::{Connector, ConnectorError, Limits, RowStream, SourceUrl};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use vouch_model::{Catalog, Dialect, ErrorCode, ResultColumn, Value};
use vouch_sql::{CheckedSql, EngineParser};

/// Processes at once, for all sources together. Each may take the memory of a statement, and most take a core.
const PROCESSES: usize = 4;

/// How a process for a statement is started, and how many there may be.
pub struct Aside {
    program: PathBuf,
    command: String,
    places: Arc<Semaphore>,
}

impl Aside {
    /// `program command` must call [`obey`] and do nothing else.
    pub fn new(program: PathBuf, command: &str) -> Arc<Self> {
        Arc::new(Self { program, command: command.to_owned(), places: Arc::new(Semaphore::new(PROCESSES)) })
    }

    /// The same source, whose long statements run in processes.
    pub fn confine(self: &Arc<Self>, connector: Arc<dyn Connector>, url: &SourceUrl) -> Arc<dyn Connector> {
        Arc::new(Confined { connector, url: url.clone(), aside: Arc::clone(self) })
    }
}

struct Confined {
    connector: Arc<dyn Connector>,
    url: SourceUrl,
    aside: Arc<Aside>,
}

#[async_trait]
impl Connector for Confined {
    fn name(&self) -> &str {
        self.connector.name()
    }

    fn dialect(&self) -> Dialect {
        self.connector.dialect()
    }

    fn parser(&self) -> Option<&dyn EngineParser> {
        self.connector.parser()
    }

    async fn catalog(&self) -> Result<Arc<Catalog>, ConnectorError> {
        self.connector.catalog().await
    }

    fn data_version(&self) -> Option<String> {
        self.connector.data_version()
    }

    async fn run(
        &self,
        sql: &CheckedSql,
        limits: &Limits,
        cancel: &CancellationToken,
    ) -> Result<RowStream, ConnectorError> {
        if sql.runs_aside() {
            self.aside.run(&Order::of(&self.url, sql, limits), cancel).await
        } else {
            self.connector.run(sql, limits, cancel).await
        }
    }
}

/// What the process is told: one line on its standard input, which stays open as long as it is wanted.
#[derive(Serialize, Deserialize)]
struct Order {
    url: SourceUrl,
    sql: String,
    /// Only one tenant's rows may decide anything.
    of_one_tenant: bool,
    max_rows: usize,
    limits: Limits,
}

impl Order {
    fn of(url: &SourceUrl, sql: &CheckedSql, limits: &Limits) -> Self {
        Self {
            url: url.clone(),
            sql: sql.to_run().to_owned(),
            of_one_tenant: sql.executed_sql().is_some(),
            max_rows: sql.max_rows(),
            limits: limits.clone(),
        }
    }
}

/// What the process says, a line each: the columns, rows, and how it ended.
#[derive(Serialize, Deserialize)]
enum Frame {
    Columns(Vec<ResultColumn>),
    Rows(Vec<Vec<Value>>),
    Ended { truncated: bool },
    Failed(Failure),
}

#[derive(Serialize, Deserialize)]
enum Failure {
    Statement { code: ErrorCode, message: String },
    Timeout { seconds: u64 },
    TooLarge { message: String },
    Other(String),
}

impl From<ConnectorError> for Failure {
    fn from(error: ConnectorError) -> Self {
        match error {
            ConnectorError::Statement { code, message } => Failure::Statement { code, message },
            ConnectorError::Timeout { seconds } => Failure::Timeout { seconds },
            ConnectorError::TooLarge { message } => Failure::TooLarge { message },
            other => Failure::Other(other.to_string()),
        }
    }
}

impl From<Failure> for ConnectorError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Statement { code, message } => ConnectorError::Statement { code, message },
            Failure::Timeout { seconds } => ConnectorError::Timeout { seconds },
            Failure::TooLarge { message } => ConnectorError::TooLarge { message },
            Failure::Other(message) => ConnectorError::Internal(message),
        }
    }
}
