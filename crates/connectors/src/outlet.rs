//! The engine's end of a row stream: the one place where the row and size limits act, for every engine.

use crate::control::Control;
use crate::stream::Batch;
use crate::{ConnectorError, Limits};
use std::sync::Arc;
use tokio::sync::mpsc;
use vouch_model::Value;

/// Batches that may wait for a slow reader before the engine's thread waits too.
const BATCHES_AHEAD: usize = 2;
const BATCH_ROWS: usize = 1_024;
const BATCH_BYTES: usize = 1 << 20;

pub(crate) type Batches = mpsc::Receiver<Result<Batch, ConnectorError>>;

pub(crate) struct Outlet {
    batches: mpsc::Sender<Result<Batch, ConnectorError>>,
    control: Arc<Control>,
    max_rows: usize,
    max_bytes: usize,
    rows: usize,
    bytes: usize,
    batch: Vec<Vec<Value>>,
    batch_bytes: usize,
}

/// Whether the engine should make more rows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    More,
    /// The cap is reached and there was one row more, or nobody reads any longer.
    Enough,
}

impl Outlet {
    pub fn new(max_rows: usize, limits: &Limits, control: Arc<Control>) -> (Self, Batches) {
        let (batches, receiver) = mpsc::channel(BATCHES_AHEAD);
        let outlet = Self {
            batches,
            control,
            max_rows: max_rows.min(limits.max_rows),
            max_bytes: limits.max_result_bytes,
            rows: 0,
            bytes: 0,
            batch: Vec::new(),
            batch_bytes: 0,
        };
        (outlet, receiver)
    }

    /// Takes a row. The first row over the cap is not sent but told of.
    pub fn push(&mut self, row: Vec<Value>) -> Result<Flow, ConnectorError> {
        if self.rows == self.max_rows {
            self.flush();
            self.send(Ok(Batch::Truncated));
            return Ok(Flow::Enough);
        }
        let bytes = row.iter().map(weight).sum::<usize>();
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.max_bytes {
            let (limit, rows) = (self.max_bytes.div_ceil(1 << 20), self.rows);
            let message = format!("the result is larger than {limit} MiB, its limit; it was stopped after {rows} rows");
            return Err(ConnectorError::TooLarge { message });
        }
        self.rows += 1;
        self.batch.push(row);
        self.batch_bytes += bytes;
        if self.batch.len() >= BATCH_ROWS || self.batch_bytes >= BATCH_BYTES {
            Ok(self.flush())
        } else {
            Ok(Flow::More)
        }
    }

    /// Sends what has gathered, waiting for the reader if need be.
    pub fn flush(&mut self) -> Flow {
        self.batch_bytes = 0;
        let rows = std::mem::take(&mut self.batch);
        if rows.is_empty() { Flow::More } else { self.send(Ok(Batch::Rows(rows))) }
    }

    /// The last word: rows that remain, or why there are no more.
    pub fn finish(mut self, end: Result<(), ConnectorError>) {
        self.flush();
        if let Err(error) = end {
            self.send(Err(error));
        }
    }

    fn send(&mut self, batch: Result<Batch, ConnectorError>) -> Flow {
        match self.control.while_waiting(|| self.batches.blocking_send(batch)) {
            Ok(()) => Flow::More,
            Err(_) => Flow::Enough,
        }
    }
}

/// Bytes a cell holds, near enough to bound memory.
fn weight(value: &Value) -> usize {
    let inside = match value {
        Value::BigInt(text) | Value::Text(text) => text.len(),
        Value::Blob(bytes) => bytes.len(),
        Value::List(items) => items.iter().map(weight).sum(),
        Value::Struct(fields) => fields.iter().map(|(name, value)| name.len() + weight(value)).sum(),
        Value::Map(entries) => entries.iter().map(|(key, value)| weight(key) + weight(value)).sum(),
        _ => 0,
    };
    size_of::<Value>() + inside
}

#[cfg(test)]
#[path = "outlet_tests.rs"]
mod tests;
