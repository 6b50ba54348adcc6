//! The file itself: how it is opened, and where work on it runs. None of it blocks an async thread.

use super::migrations;
use crate::StoreError;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a write waits for another program's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Database {
    connection: Arc<Mutex<Connection>>,
}

impl Database {
    /// Opens the file, makes it when it is missing, and brings its schema up to date.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let unavailable = |reason: String| StoreError::Unavailable {
            message: format!("the store {} cannot be opened: {reason}", path.display()),
            hint: "Check that the folder exists and is writable, or choose another with --data-dir.".to_owned(),
        };
        // Without SQLITE_OPEN_URI: a path is a path, whatever it contains.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| unavailable(e.to_string()))?;
        Self::prepare(connection).map_err(|error| match error {
            StoreError::Unavailable { message, hint } => {
                StoreError::Unavailable { message: format!("{message} ({})", path.display()), hint }
            }
            other => unavailable(other.to_string()),
        })
    }

    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> Result<Self, StoreError> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        migrations::refuse_foreign(&connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // With WAL this survives a crash of the program; a power cut may cost the last turns but never the file.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        migrations::apply(&mut connection)?;
        Ok(Self { connection: Arc::new(Mutex::new(connection)) })
    }

    /// Runs `work` in a transaction of its own on the blocking pool. It takes the write lock at once: a transaction
    /// that reads first and writes later may be refused halfway when another program wrote in between.
    pub async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        self.blocking(move |connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let outcome = work(&transaction)?;
            transaction.commit()?;
            Ok(outcome)
        })
        .await
    }

    pub async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.blocking(move |connection| work(connection)).await
    }

    async fn blocking<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let shared = Arc::clone(&self.connection);
        tokio::task::spawn_blocking(move || {
            // A panic in earlier work rolled its transaction back, so the connection is sound after it.
            let mut connection = shared.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut connection)
        })
        .await
        .map_err(|e| StoreError::Internal(format!("the store's work did not finish: {e}")))?
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Sqlite;
        let hint = match error.sqlite_error_code() {
            Some(Sqlite::DatabaseBusy | Sqlite::DatabaseLocked) => "Another program holds it; try again in a moment.",
            Some(Sqlite::DiskFull) => "The disk is full; free some space and try again.",
            Some(Sqlite::ReadOnly | Sqlite::PermissionDenied | Sqlite::CannotOpen) => {
                "Check that the data folder is writable, or choose another with --data-dir."
            }
            Some(Sqlite::NotADatabase | Sqlite::DatabaseCorrupt) => {
                "The file is not a readable store; move it away and a new one is made."
            }
            _ => return StoreError::Internal(error.to_string()),
        };
        StoreError::Unavailable { message: format!("the store does not work: {error}"), hint: hint.to_owned() }
    }
}
