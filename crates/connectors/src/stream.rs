//! Rows on their way from an engine's thread to whoever asked.

use crate::ConnectorError;
use tokio::sync::mpsc;
use vouch_model::{ResultColumn, ResultSet, Value};

pub struct RowStream {
    pub columns: Vec<ResultColumn>,
    batches: mpsc::Receiver<Result<Batch, ConnectorError>>,
    truncated: bool,
}

/// What the engine's thread sends: rows, and at the end whether some were left out.
#[derive(Debug)]
pub enum Batch {
    Rows(Vec<Vec<Value>>),
    Truncated,
}

impl RowStream {
    pub fn new(columns: Vec<ResultColumn>, batches: mpsc::Receiver<Result<Batch, ConnectorError>>) -> Self {
        Self { columns, batches, truncated: false }
    }

    /// The next rows; `None` at the end. An error ends the stream.
    pub async fn next(&mut self) -> Option<Result<Vec<Vec<Value>>, ConnectorError>> {
        match self.batches.recv().await? {
            Ok(Batch::Rows(rows)) => Some(Ok(rows)),
            Ok(Batch::Truncated) => {
                self.truncated = true;
                None
            }
            Err(error) => Some(Err(error)),
        }
    }

    pub fn truncated(&self) -> bool {
        self.truncated
    }

    pub async fn collect(mut self) -> Result<ResultSet, ConnectorError> {
        let mut rows = Vec::new();
        while let Some(batch) = self.next().await {
            rows.extend(batch?);
        }
        Ok(ResultSet { columns: self.columns, rows, truncated: self.truncated })
    }
}
