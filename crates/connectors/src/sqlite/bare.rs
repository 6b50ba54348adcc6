//! A SQLite file asked as it is, past the guard: what judges statements of public question sets, where the engine's own
//! verdict is wanted and neither types nor limits of ours may change it. Not on any question's way.
//!
//! The file is opened read-only, and an authorizer refuses everything but reading it.

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use vouch_model::Value;

/// Virtual machine steps between two looks at the clock.
const STEPS: i32 = 10_000;

pub struct BareSqlite {
    connection: Connection,
    /// When the statement that runs must be done.
    until: Arc<Mutex<Instant>>,
}

/// Why there are no rows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BareError {
    #[error("{0}")]
    Failed(String),
    #[error("the statement took too long")]
    Timeout,
}

impl BareSqlite {
    pub fn open(path: &Path) -> Result<Self, BareError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.authorizer(Some(only_reading)).map_err(failed)?;
        let until = Arc::new(Mutex::new(Instant::now()));
        let deadline = Arc::clone(&until);
        let late = move || Instant::now() > *deadline.lock().unwrap_or_else(PoisonError::into_inner);
        connection.progress_handler(STEPS, Some(late)).map_err(failed)?;
        Ok(Self { connection, until })
    }

    /// Values as the file stores them, whatever type a column declares; text that is no UTF-8 loses what is wrong.
    pub fn rows(&self, sql: &str, timeout: Duration) -> Result<Vec<Vec<Value>>, BareError> {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + timeout;
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let width = statement.column_count();
        let mut rows = statement.query([]).map_err(failed)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let cells = (0..width).map(|at| row.get_ref(at).map(value)).collect::<Result<_, _>>();
            all.push(cells.map_err(failed)?);
        }
        Ok(all)
    }
}

fn only_reading(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Function { .. } | AuthAction::Recursive => {
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }
}

fn value(cell: ValueRef<'_>) -> Value {
    match cell {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(n) => Value::Int(n),
        ValueRef::Real(x) => Value::Float(x),
        ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).replace(char::REPLACEMENT_CHARACTER, "")),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

fn failed(error: rusqlite::Error) -> BareError {
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => BareError::Timeout,
        _ => BareError::Failed(error.to_string()),
    }
}
