//! The store in one SQLite file: several programs may have it open at once (WAL), and none blocks an async thread.
//!
//! [`SqliteStore`] owns the connection and moves every piece of work to the blocking pool; the SQL sits with what
//! it is about, in `sessions`, `turns`, `datasets` and `memories`.

mod datasets;
mod memories;
mod migrations;
mod sessions;
mod turns;

use crate::{Dataset, NewSession, Remembered, Session, Store, StoreError, Turn};
use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use vouch_model::{Answer, AskId, DatasetId, Event, Exchange, MemoryId, SessionId, TurnId};

/// How long a write waits for another program's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct SqliteStore {
    connection: Arc<Mutex<Connection>>,
}

impl SqliteStore {
    /// Opens the file, makes it when it is missing, and brings its schema up to date. Blocking, but only briefly.
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

    /// A store that is gone with the value, for a single question.
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
    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
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

    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
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

#[async_trait]
impl Store for SqliteStore {
    async fn create_session(&self, session: &NewSession) -> Result<(), StoreError> {
        let session = session.clone();
        self.write(move |db| sessions::create(db, &session)).await
    }

    async fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let id = id.clone();
        self.read(move |db| sessions::find(db, &id)).await
    }

    async fn sessions(&self, limit: usize) -> Result<Vec<Session>, StoreError> {
        self.read(move |db| sessions::latest(db, limit)).await
    }

    async fn rename_session(&self, id: &SessionId, title: &str) -> Result<(), StoreError> {
        let (id, title) = (id.clone(), title.to_owned());
        self.write(move |db| sessions::rename(db, &id, &title)).await
    }

    async fn delete_session(&self, id: &SessionId) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write(move |db| sessions::delete(db, &id)).await
    }

    async fn open_turn(&self, session: &SessionId, turn: &TurnId, question: &str) -> Result<(), StoreError> {
        let (session, turn, question) = (session.clone(), turn.clone(), question.to_owned());
        self.write(move |db| turns::open(db, &session, &turn, &question)).await
    }

    async fn append_event(&self, turn: &TurnId, event: &Event) -> Result<u64, StoreError> {
        let turn = turn.clone();
        let body = turns::EventBody::of(event)?;
        self.write(move |db| turns::append(db, &turn, &body)).await
    }

    async fn events(&self, turn: &TurnId, after: u64) -> Result<Vec<(u64, Event)>, StoreError> {
        let turn = turn.clone();
        self.read(move |db| turns::events(db, &turn, after)).await
    }

    async fn close_turn(&self, turn: &TurnId, answer: &Answer) -> Result<(), StoreError> {
        let turn = turn.clone();
        let closing = turns::Closing::of(answer)?;
        self.write(move |db| turns::close(db, &turn, &closing)).await
    }

    async fn turns(&self, session: &SessionId) -> Result<Vec<Turn>, StoreError> {
        let session = session.clone();
        self.read(move |db| turns::of_session(db, &session)).await
    }

    async fn turn(&self, id: &TurnId) -> Result<Option<(SessionId, Turn)>, StoreError> {
        let id = id.clone();
        self.read(move |db| turns::find(db, &id)).await
    }

    async fn turn_of_answer(&self, ask: &AskId) -> Result<Option<TurnId>, StoreError> {
        let ask = ask.clone();
        self.read(move |db| turns::of_answer(db, &ask)).await
    }

    async fn history(&self, session: &SessionId, limit: usize) -> Result<Vec<Exchange>, StoreError> {
        let session = session.clone();
        self.read(move |db| turns::history(db, &session, limit)).await
    }

    async fn put_dataset(&self, dataset: &Dataset) -> Result<(), StoreError> {
        let dataset = dataset.clone();
        self.write(move |db| datasets::put(db, &dataset)).await
    }

    async fn dataset(&self, id: &DatasetId) -> Result<Option<Dataset>, StoreError> {
        let id = id.clone();
        self.read(move |db| datasets::find(db, &id)).await
    }

    async fn datasets(&self) -> Result<Vec<Dataset>, StoreError> {
        self.read(datasets::all).await
    }

    async fn delete_dataset(&self, id: &DatasetId) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write(move |db| datasets::delete(db, &id)).await
    }

    async fn remember(&self, memory: &Remembered) -> Result<(), StoreError> {
        let memory = memory.clone();
        self.write(move |db| memories::keep(db, &memory)).await
    }

    async fn remembered(&self, source: &str, tenant: Option<&str>) -> Result<Vec<Remembered>, StoreError> {
        let (source, tenant) = (source.to_owned(), tenant.map(str::to_owned));
        self.read(move |db| memories::of(db, &source, tenant.as_deref())).await
    }

    async fn set_memory_aside(&self, id: &MemoryId, aside: bool) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| memories::set_aside(db, &id, aside)).await
    }

    async fn forget(&self, id: &MemoryId) -> Result<bool, StoreError> {
        let id = id.clone();
        self.write(move |db| memories::delete(db, &id)).await
    }

    async fn memory_used(&self, id: &MemoryId) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(move |db| memories::used(db, &id)).await
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

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        StoreError::Internal(format!("a stored value cannot be written or read: {error}"))
    }
}

fn now() -> String {
    jiff::Timestamp::now().to_string()
}

fn timestamp(text: &str) -> Result<jiff::Timestamp, StoreError> {
    text.parse().map_err(|e| StoreError::Internal(format!("'{text}' is not a time: {e}")))
}

/// SQLite counts in `i64`; nobody asks for more rows than that.
fn sql_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
