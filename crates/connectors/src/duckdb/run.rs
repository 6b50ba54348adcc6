//! Running one statement: on a thread of its own, rows through a bounded stream, stopped by the limits.

use super::connection::Engine;
use super::errors;
use super::raw::{Session, Statement};
use super::values::Shape;
use crate::control::{Control, Ended};
use crate::crew;
use crate::outlet::{Flow, Outlet};
use crate::stream::unique_names;
use crate::{ConnectorError, Limits, RowStream};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use vouch_model::{ErrorCode, ResultColumn};

type Columns = oneshot::Sender<Result<Vec<ResultColumn>, ConnectorError>>;

/// Runs `sql`, which the guard has passed (or a test has written), for at most `max_rows` rows.
pub(super) async fn run(
    engine: Arc<Engine>,
    sql: &str,
    max_rows: usize,
    limits: &Limits,
    cancel: &CancellationToken,
) -> Result<RowStream, ConnectorError> {
    let control = Control::new(limits);
    let reading = control.reader();
    let (outlet, batches) = Outlet::new(max_rows, limits, Arc::clone(&control));
    let (columns, known) = oneshot::channel();
    let session = engine.session()?;
    let interrupter = session.interrupter();
    let job = Job { engine, session, sql: sql.to_owned(), control: Arc::clone(&control) };
    tokio::spawn(Arc::clone(&control).watch(cancel.clone(), move || interrupter.interrupt()));
    crew::start(move || job.work(columns, outlet))?;
    let columns = tokio::select! {
        biased;
        known = known => known.map_err(|_| ConnectorError::Internal("the engine's thread broke off".to_owned()))??,
        error = control.left_alone() => return Err(error),
    };
    Ok(RowStream::new(columns, batches).of(control, reading))
}

struct Job {
    engine: Arc<Engine>,
    session: Session,
    sql: String,
    control: Arc<Control>,
}

impl Job {
    fn work(self, columns: Columns, outlet: Outlet) {
        let _ended = Ended(Arc::clone(&self.control));
        match self.prepared() {
            Ok(statement) => self.stream(statement, columns, outlet),
            Err(error) => drop(columns.send(Err(error))),
        }
        if self.control.close() {
            self.engine.give_back(self.session);
        }
    }

    /// Parsed, bound and known to be a query: the engine's own door, behind the guard's.
    fn prepared(&self) -> Result<Statement, ConnectorError> {
        let statement = self.session.prepare(&self.sql).map_err(|message| self.error(&message))?;
        if statement.is_select() {
            Ok(statement)
        } else {
            let message = "only a query that reads can be run here".to_owned();
            Err(ConnectorError::Statement { code: ErrorCode::NotReadOnly, message })
        }
    }

    fn stream(&self, mut statement: Statement, columns: Columns, mut outlet: Outlet) {
        let mut rows = match statement.execute() {
            Ok(rows) => rows,
            Err(message) => return drop(columns.send(Err(self.error(&message)))),
        };
        let (names, shapes): (Vec<String>, Vec<Shape>) =
            rows.columns().into_iter().map(|(name, logical)| (name, Shape::of(&logical))).unzip();
        if columns.send(readable(unique_names(names), &shapes)).is_err() {
            return;
        }
        let end = loop {
            match rows.next() {
                Ok(None) => break self.control.stop_error().map_or(Ok(()), Err),
                Err(message) => break Err(self.error(&message)),
                Ok(Some(chunk)) => match push_chunk(&chunk, &shapes, &mut outlet) {
                    Ok(Flow::More) => {}
                    Ok(Flow::Enough) => break Ok(()),
                    Err(error) => break Err(error),
                },
            }
            // Between two chunks nothing runs that an interrupt could stop.
            if let Some(error) = self.control.stop_error() {
                break Err(error);
            }
        };
        // The engine stops making rows before the reader is told, so that "ended" is true when it is said.
        drop(rows);
        outlet.finish(end);
    }

    /// Why the engine ended: because it was told to, or for a reason of its own.
    fn error(&self, message: &str) -> ConnectorError {
        self.engine.note(message);
        self.control.stop_error().unwrap_or_else(|| errors::statement(message))
    }
}

/// The columns, unless one has a type whose values cannot be read.
fn readable(names: Vec<String>, shapes: &[Shape]) -> Result<Vec<ResultColumn>, ConnectorError> {
    let column = |(name, shape): (String, &Shape)| {
        if shape.is_known() {
            return Ok(ResultColumn { name, data_type: shape.data_type() });
        }
        let message =
            format!("the column {name} has a type that cannot be read; cast it to text: CAST(... AS VARCHAR)");
        Err(ConnectorError::Statement { code: ErrorCode::NotSupported, message })
    };
    names.into_iter().zip(shapes).map(column).collect()
}

fn push_chunk(chunk: &super::raw::Chunk, shapes: &[Shape], outlet: &mut Outlet) -> Result<Flow, ConnectorError> {
    let vectors = chunk.vectors();
    for row in 0..chunk.len() {
        let cells = shapes.iter().zip(&vectors).map(|(shape, vector)| shape.value(vector, row)).collect();
        if outlet.push(cells)? == Flow::Enough {
            return Ok(Flow::Enough);
        }
    }
    Ok(outlet.flush())
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
