//! Rows on their way from an engine's thread to whoever asked.

use crate::ConnectorError;
use crate::control::Control;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio_util::sync::DropGuard;
use vouch_model::{ResultColumn, ResultSet, Value};

/// Dropping it stops the engine, whether or not all rows were read.
pub struct RowStream {
    pub columns: Vec<ResultColumn>,
    batches: mpsc::Receiver<Result<Batch, ConnectorError>>,
    truncated: bool,
    engine: Option<(Arc<Control>, DropGuard)>,
}

/// What the engine's thread sends: rows, and at the end whether some were left out.
#[derive(Debug)]
pub enum Batch {
    Rows(Vec<Vec<Value>>),
    Truncated,
}

impl RowStream {
    pub fn new(columns: Vec<ResultColumn>, batches: mpsc::Receiver<Result<Batch, ConnectorError>>) -> Self {
        Self { columns, batches, truncated: false, engine: None }
    }

    /// Ties the engine's work to the stream: it is stopped when the stream is dropped.
    pub(crate) fn of(self, control: Arc<Control>, reading: DropGuard) -> Self {
        Self { engine: Some((control, reading)), ..self }
    }

    /// The next rows; `None` at the end. An error ends the stream.
    pub async fn next(&mut self) -> Option<Result<Vec<Vec<Value>>, ConnectorError>> {
        let batch = match &self.engine {
            None => self.batches.recv().await,
            Some((control, _)) => tokio::select! {
                biased;
                batch = self.batches.recv() => batch,
                error = control.left_alone() => Some(Err(error)),
            },
        };
        match batch? {
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

/// Names as they may key an object: a repeated one gets a number that no other column has.
pub(crate) fn unique_names(names: Vec<String>) -> Vec<String> {
    let mut taken: std::collections::HashSet<String> = names.iter().map(|n| n.to_lowercase()).collect();
    let mut seen = std::collections::HashSet::new();
    names
        .into_iter()
        .map(|name| {
            let mut unique = name.clone();
            let mut number = 2;
            while !seen.insert(unique.to_lowercase()) {
                unique = format!("{name}_{number}");
                number += 1;
                // A later column may really be called `n_2`; leave it its name.
                while taken.contains(&unique.to_lowercase()) {
                    unique = format!("{name}_{number}");
                    number += 1;
                }
            }
            taken.insert(unique.to_lowercase());
            unique
        })
        .collect()
}
