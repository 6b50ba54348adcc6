//! The file itself: how it is opened, and where work on it runs. Only looks at a row or two (`peek`) run where they are asked
//! for, because to wait for another thread would take longer; all else is done away from async threads.
//!
//! One thread writes (`writer`), a few connections read beside it: with WAL neither waits for the other. Another thread
//! (`tidy`) works the log into the file.

use super::migrations;
use super::tidy::Tidy;
use super::writer::{Stroke, Writer};
use crate::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a write waits for another program's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Reads at once. They are short, and more of them would only take each other's processor.
const MOST_READERS: usize = 4;
/// Pages of the log at which a write works them in itself, because nobody else could in time; some 600 MB, which is more
/// than a busy server writes while `tidy` is at it.
const LONGEST_LOG: u32 = 150_000;
/// More than there are different statements.
const STATEMENTS: usize = 128;

#[derive(Clone)]
pub struct Database {
    /// `None` for a store in memory, which only its own connection can see. Closed before the writer is, so that the
    /// last to leave tidies the file up.
    readers: Option<Arc<Readers>>,
    _tidy: Option<Arc<Tidy>>,
    writer: Arc<Writer>,
}

struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    /// For [`Database::peek`], at most one a thread; they never wait for another program.
    peeking: Mutex<Vec<Connection>>,
    free: Arc<Semaphore>,
}

impl Database {
    /// Opens the file, makes it when it is missing, and brings its schema up to date.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let unavailable = |reason: String| StoreError::Unavailable {
            message: format!("the store {} cannot be opened: {reason}", path.display()),
            hint: "Check that the folder exists and is writable, or choose another with --data-dir.".to_owned(),
        };
        let connection = connect(path).map_err(|e| unavailable(e.to_string()))?;
        let writer = Self::prepare(connection).map_err(|error| match error {
            StoreError::Unavailable { message, hint } => {
                StoreError::Unavailable { message: format!("{message} ({})", path.display()), hint }
            }
            other => unavailable(other.to_string()),
        })?;
        let free = Arc::new(Semaphore::new(MOST_READERS));
        let (idle, peeking) = (Mutex::default(), Mutex::default());
        let readers = Readers { path: path.to_owned(), idle, peeking, free };
        let tidy = Tidy::start(connect(path)?, writer.commits())?;
        Ok(Self { readers: Some(Arc::new(readers)), _tidy: Some(Arc::new(tidy)), writer: Arc::new(writer) })
    }

    pub fn in_memory() -> Result<Self, StoreError> {
        let writer = Self::prepare(Connection::open_in_memory()?)?;
        Ok(Self { readers: None, _tidy: None, writer: Arc::new(writer) })
    }

    fn prepare(mut connection: Connection) -> Result<Writer, StoreError> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        migrations::refuse_foreign(&connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // With WAL this survives a crash of the program; a power cut may cost the last turns but never the file.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        // Otherwise the log is worked in beside (`tidy`): a write should not have to wait for the disk.
        connection.pragma_update(None, "wal_autocheckpoint", LONGEST_LOG)?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        keep_statements(&connection)?;
        migrations::apply(&mut connection)?;
        Writer::start(connection)
    }

    /// Does `work` all or not at all, and answers once it is committed. It may be done again from the start: what it is given
    /// must still be there.
    pub async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Stroke<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        self.writer.write(work).await
    }

    /// As [`Database::write`], for what nobody is in a hurry for: it goes with the next commit, or alone after a moment.
    pub async fn write_soon<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Stroke<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        self.writer.write_soon(work).await
    }

    /// A look at a few short rows with one statement. It is done where we are: such a look takes some microseconds, and
    /// handing it to another thread takes more. What would have to wait goes the other way.
    pub async fn peek<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        match self.readers.as_ref().and_then(|readers| readers.peek(&work)) {
            Some(seen) => Ok(seen),
            None => self.read(work).await,
        }
    }

    /// Runs `work` on everything that was committed before, as it was at one moment.
    pub async fn read<T, F>(&self, mut work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let Some(readers) = &self.readers else {
            return self.writer.write(move |db| work(db)).await;
        };
        let stopped = |e: String| StoreError::Internal(format!("the store's work did not finish: {e}"));
        let free = Arc::clone(&readers.free).acquire_owned().await.map_err(|e| stopped(e.to_string()))?;
        let readers = Arc::clone(readers);
        let read = move || {
            let outcome = readers.read(work);
            // Not before: whoever asked may have gone away, and the connection is still in use.
            drop(free);
            outcome
        };
        tokio::task::spawn_blocking(read).await.map_err(|e| stopped(e.to_string()))?
    }
}

impl Readers {
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = lock(&self.idle).pop();
        let mut connection = idle.map_or_else(|| reader(&self.path, BUSY_TIMEOUT), Ok)?;
        let moment = connection.transaction()?;
        let outcome = work(&moment);
        moment.finish()?;
        lock(&self.idle).push(connection);
        outcome
    }

    /// `None` when it cannot be done at once.
    fn peek<T>(&self, work: impl Fn(&Connection) -> Result<T, StoreError>) -> Option<T> {
        let idle = lock(&self.peeking).pop();
        let connection = idle.or_else(|| reader(&self.path, Duration::ZERO).ok())?;
        let seen = work(&connection);
        lock(&self.peeking).push(connection);
        // What went wrong is found out the other way, where it can wait, and told from there.
        seen.ok()
    }
}

fn lock(connections: &Mutex<Vec<Connection>>) -> MutexGuard<'_, Vec<Connection>> {
    connections.lock().unwrap_or_else(PoisonError::into_inner)
}

fn reader(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let connection = connect(path)?;
    connection.busy_timeout(patience)?;
    connection.pragma_update(None, "query_only", "ON")?;
    keep_statements(&connection)?;
    Ok(connection)
}

/// Without SQLITE_OPEN_URI: a path is a path, whatever it contains.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags)
}

/// A statement is prepared once, whatever values it is run with: by default SQLite looks at them and plans anew, which
/// takes longer than these statements themselves.
fn keep_statements(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&rusqlite::Error> for StoreError {
    fn from(error: &rusqlite::Error) -> Self {
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
