//! Running one statement: on a thread of its own, rows through a bounded stream, stopped by the limits.

use super::connection::Engine;
use super::errors;
use super::values::{self, Declared};
use crate::control::{Control, Ended};
use crate::crew;
use crate::outlet::{Flow, Outlet};
use crate::source_file::Stamp;
use crate::stream::unique_names;
use crate::{ConnectorError, Limits, RowStream};
use rusqlite::{Connection, Rows, Statement};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use vouch_model::{ErrorCode, ResultColumn, Value};

/// Steps of SQLite's machine between two looks at the clock; some tens of microseconds.
const STEPS_BETWEEN_LOOKS: i32 = 2_000;
/// Rows that are read before the columns are told, because in SQLite the values say what a column is.
const ROWS_FOR_TYPES: usize = 100;

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
    let (stamp, connection) = engine.connection()?;
    let job = Job { engine, stamp, connection, sql: sql.to_owned(), control: Arc::clone(&control) };
    // The progress handler looks at `control` itself, so there is nothing else to interrupt.
    tokio::spawn(Arc::clone(&control).watch(cancel.clone(), || ()));
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
    stamp: Stamp,
    connection: Connection,
    sql: String,
    control: Arc<Control>,
}

impl Job {
    fn work(mut self, columns: Columns, outlet: Outlet) {
        let _ended = Ended(Arc::clone(&self.control));
        let watched = Arc::clone(&self.control);
        let handler = move || watched.stopped().is_some();
        if let Err(error) = self.connection.progress_handler(STEPS_BETWEEN_LOOKS, Some(handler)) {
            return drop(columns.send(Err(errors::statement(&error))));
        }
        match self.prepared() {
            Ok(statement) => self.stream(statement, columns, outlet),
            Err(error) => drop(columns.send(Err(error))),
        }
        if self.connection.progress_handler(0, None::<fn() -> bool>).is_ok() {
            self.engine.give_back(self.stamp, self.connection);
        }
    }

    /// Parsed, authorized and called read-only by SQLite: the engine's own door, behind the guard's.
    fn prepared(&self) -> Result<Statement<'_>, ConnectorError> {
        let statement = self.connection.prepare(&self.sql).map_err(|error| self.error(&error))?;
        if statement.readonly() && statement.column_count() > 0 && statement.is_explain() == 0 {
            Ok(statement)
        } else {
            let message = "only a query that reads can be run here".to_owned();
            Err(ConnectorError::Statement { code: ErrorCode::NotReadOnly, message })
        }
    }

    fn stream(&self, mut statement: Statement<'_>, columns: Columns, mut outlet: Outlet) {
        let (names, declared): (Vec<String>, Vec<Option<Declared>>) =
            statement.columns().map(|column| (column.name().to_owned(), column.decl_type().map(Declared::of))).unzip();
        let mut rows = match statement.query([]) {
            Ok(rows) => rows,
            Err(error) => return drop(columns.send(Err(self.error(&error)))),
        };
        let (first, end) = match self.first_rows(&mut rows, &declared) {
            Ok(first) => first,
            Err(error) => return drop(columns.send(Err(error))),
        };
        if columns.send(Ok(describe(names, &declared, &first))).is_err() {
            return;
        }
        let end = self.push_all(first, end, &mut rows, &declared, &mut outlet);
        drop(rows);
        outlet.finish(end);
    }

    fn first_rows(
        &self,
        rows: &mut Rows<'_>,
        declared: &[Option<Declared>],
    ) -> Result<(Vec<Vec<Value>>, bool), ConnectorError> {
        let mut first = Vec::new();
        while first.len() < ROWS_FOR_TYPES {
            match self.next_row(rows, declared)? {
                Some(row) => first.push(row),
                None => return Ok((first, true)),
            }
        }
        Ok((first, false))
    }

    fn push_all(
        &self,
        first: Vec<Vec<Value>>,
        ended: bool,
        rows: &mut Rows<'_>,
        declared: &[Option<Declared>],
        outlet: &mut Outlet,
    ) -> Result<(), ConnectorError> {
        for row in first {
            if outlet.push(row)? == Flow::Enough {
                return Ok(());
            }
        }
        if outlet.flush() == Flow::Enough || ended {
            return Ok(());
        }
        while let Some(row) = self.next_row(rows, declared)? {
            if outlet.push(row)? == Flow::Enough {
                return Ok(());
            }
        }
        Ok(())
    }

    fn next_row(
        &self,
        rows: &mut Rows<'_>,
        declared: &[Option<Declared>],
    ) -> Result<Option<Vec<Value>>, ConnectorError> {
        // A statement of few steps per row may never meet the progress handler.
        if let Some(error) = self.control.stop_error() {
            return Err(error);
        }
        let Some(row) = rows.next().map_err(|error| self.error(&error))? else { return Ok(None) };
        let cell = |(i, declared): (usize, &Option<Declared>)| {
            let value = values::plain(row.get_ref(i)?);
            Ok(declared.map_or_else(|| value.clone(), |declared| values::declared(value.clone(), declared)))
        };
        declared.iter().enumerate().map(cell).collect::<rusqlite::Result<_>>().map(Some).map_err(|e| self.error(&e))
    }

    /// Why the engine ended: because it was told to, or for a reason of its own.
    fn error(&self, error: &rusqlite::Error) -> ConnectorError {
        self.control.stop_error().unwrap_or_else(|| errors::statement(error))
    }
}

fn describe(names: Vec<String>, declared: &[Option<Declared>], first: &[Vec<Value>]) -> Vec<ResultColumn> {
    let typed = |(i, (name, declared)): (usize, (String, &Option<Declared>))| {
        let values = first.iter().filter_map(move |row| row.get(i));
        ResultColumn { name, data_type: values::column_type(*declared, values) }
    };
    unique_names(names).into_iter().zip(declared).enumerate().map(typed).collect()
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
