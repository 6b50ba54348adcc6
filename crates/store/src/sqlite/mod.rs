//! The store in one SQLite file: several programs may have it open at once (WAL).
//!
//! [`SqliteStore`] is the contract, line by line; the SQL sits with what it is about, in `sessions`, `turns`,
//! `documents` and so on, and `connection` says where it runs. Rate limits and changes are this process's own: other
//! programs on the same file learn of a change when they next look.

mod audit;
mod connection;
mod documents;
mod instances;
mod kept;
mod limits;
mod memories;
mod migrations;
mod sessions;
mod tidy;
mod turns;
mod writer;

use crate::context::refuse_ending;
use crate::{
    AuditEntry, AuditFilter, Changes, Document, InstanceId, Kind, NewSession, NewTurn, Owner, Remembered, Session,
    SessionFilter, StopRequest, Store, StoreError, Take, Turn,
};
use async_trait::async_trait;
use connection::Database;
use limits::Limits;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vouch_model::{Answer, AskId, Event, Exchange, MemoryId, SessionId};
use writer::Stroke;

/// Cheap to clone.
#[derive(Clone)]
pub struct SqliteStore {
    database: Database,
    changes: Arc<Changes>,
    limits: Arc<Limits>,
}

impl SqliteStore {
    /// Opens the file, makes it when it is missing, and brings its schema up to date. Blocking, but only briefly.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(Self::over(Database::open(path)?))
    }

    /// A store that is gone with the value, for a single question.
    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self::over(Database::in_memory()?))
    }

    fn over(database: Database) -> Self {
        Self { database, changes: Arc::default(), limits: Arc::default() }
    }
}

#[async_trait]
impl Store for SqliteStore {
    fn changes(&self) -> &Changes {
        &self.changes
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.database.read(|db| Ok(db.query_row("SELECT 1", [], |_| Ok(()))?)).await
    }

    async fn create_session(&self, session: &NewSession) -> Result<(), StoreError> {
        let session = session.clone();
        self.database.write(move |db| sessions::create(db, &session)).await
    }

    async fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        let id = id.clone();
        self.database.peek(move |db| sessions::find(db, &id)).await
    }

    async fn sessions(&self, filter: &SessionFilter) -> Result<Vec<Session>, StoreError> {
        let filter = filter.clone();
        self.database.read(move |db| sessions::latest(db, &filter)).await
    }

    async fn rename_session(&self, id: &SessionId, title: &str) -> Result<(), StoreError> {
        let (id, title) = (id.clone(), title.to_owned());
        self.database.write(move |db| sessions::rename(db, &id, &title)).await
    }

    async fn delete_session(&self, id: &SessionId) -> Result<bool, StoreError> {
        let id = id.clone();
        self.database.write(move |db| sessions::delete(db, &id)).await
    }

    async fn expired_sessions(&self, now: jiff::Timestamp, limit: usize) -> Result<Vec<Session>, StoreError> {
        self.database.read(move |db| sessions::expired(db, now, limit)).await
    }

    async fn open_turn(&self, turn: &NewTurn) -> Result<(), StoreError> {
        let turn = turn.clone();
        self.database.write(move |db| turns::open(db, &turn)).await
    }

    async fn begin(&self, session: &NewSession, turn: &NewTurn) -> Result<(), StoreError> {
        let (session, turn) = (session.clone(), turn.clone());
        let begin = move |db: &Stroke<'_>| {
            sessions::create(db, &session)?;
            turns::add(db, &turn)
        };
        self.database.write(begin).await
    }

    async fn turn_ahead(&self, turn: &AskId) -> Result<Option<AskId>, StoreError> {
        let turn = turn.clone();
        self.database.read(move |db| turns::ahead(db, &turn)).await
    }

    async fn append_events(&self, turn: &AskId, events: &[Event]) -> Result<u64, StoreError> {
        refuse_ending(events)?;
        let (id, batch) = (turn.clone(), turns::Batch::of(events)?);
        let last = self.database.write(move |db| turns::append(db, &id, &batch)).await?;
        self.changes.turn_changed(turn);
        Ok(last)
    }

    async fn events(&self, turn: &AskId, after: u64) -> Result<Vec<(u64, Event)>, StoreError> {
        let turn = turn.clone();
        self.database.read(move |db| turns::events(db, &turn, after)).await
    }

    async fn finish_turn(&self, turn: &AskId, events: &[Event], answer: &Answer) -> Result<(), StoreError> {
        refuse_ending(events)?;
        let (id, closing) = (turn.clone(), turns::Closing::of(events, answer)?);
        self.database.write(move |db| turns::close(db, &id, &closing)).await?;
        self.changes.turn_changed(turn);
        Ok(())
    }

    /// Another program with the same file looks into it from time to time, whatever this one does.
    fn is_watched(&self, turn: &AskId) -> bool {
        self.changes.is_watched(turn)
    }

    async fn turns(&self, session: &SessionId) -> Result<Vec<Turn>, StoreError> {
        let session = session.clone();
        self.database.read(move |db| turns::of_session(db, &session)).await
    }

    async fn turn(&self, id: &AskId) -> Result<Option<Turn>, StoreError> {
        let id = id.clone();
        self.database.read(move |db| turns::find(db, &id)).await
    }

    async fn history(&self, turn: &AskId, limit: usize) -> Result<Vec<Exchange>, StoreError> {
        let turn = turn.clone();
        self.database.read(move |db| turns::history(db, &turn, limit)).await
    }

    async fn request_stop(&self, turn: &AskId) -> Result<StopRequest, StoreError> {
        let id = turn.clone();
        let outcome = self.database.write(move |db| turns::request_stop(db, &id)).await?;
        if outcome == StopRequest::Requested {
            self.changes.stop_requested(turn);
        }
        Ok(outcome)
    }

    async fn beat(&self, instance: &InstanceId, lease: Duration) -> Result<(), StoreError> {
        let instance = instance.clone();
        self.database.write(move |db| instances::beat(db, &instance, lease)).await
    }

    async fn leave(&self, instance: &InstanceId) -> Result<(), StoreError> {
        let instance = instance.clone();
        self.database.write(move |db| instances::leave(db, &instance)).await
    }

    async fn orphans(&self, limit: usize) -> Result<Vec<Turn>, StoreError> {
        self.database.read(move |db| turns::orphans(db, limit)).await
    }

    async fn stops_requested(&self, instance: &InstanceId) -> Result<Vec<AskId>, StoreError> {
        let instance = instance.clone();
        self.database.read(move |db| turns::stops_requested(db, &instance)).await
    }

    async fn put_document(&self, document: &Document) -> Result<(), StoreError> {
        let document = document.clone();
        self.database.write(move |db| documents::put(db, &document)).await
    }

    async fn document(&self, kind: Kind, id: &str) -> Result<Option<Document>, StoreError> {
        let id = id.to_owned();
        self.database.peek(move |db| documents::find(db, kind, &id)).await
    }

    async fn documents(&self, kind: Kind, owner: Option<&Owner>) -> Result<Vec<Document>, StoreError> {
        let owner = owner.cloned();
        self.database.peek(move |db| documents::all(db, kind, owner.as_ref())).await
    }

    async fn delete_document(&self, kind: Kind, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.database.write(move |db| documents::delete(db, kind, &id)).await
    }

    async fn keep_new(&self, space: &str, key: &str, text: &str, lasts: Duration) -> Result<bool, StoreError> {
        let (space, key, text) = (space.to_owned(), key.to_owned(), text.to_owned());
        self.database.write(move |db| kept::put_new(db, &space, &key, &text, lasts)).await
    }

    async fn keep(&self, space: &str, key: &str, text: &str, lasts: Duration) -> Result<(), StoreError> {
        let (space, key, text) = (space.to_owned(), key.to_owned(), text.to_owned());
        self.database.write_soon(move |db| kept::put(db, &space, &key, &text, lasts)).await
    }

    async fn kept(&self, space: &str, key: &str) -> Result<Option<String>, StoreError> {
        let (space, key) = (space.to_owned(), key.to_owned());
        self.database.peek(move |db| kept::find(db, &space, &key)).await
    }

    async fn drop_kept(&self, space: &str, key: &str) -> Result<(), StoreError> {
        let (space, key) = (space.to_owned(), key.to_owned());
        self.database.write(move |db| kept::delete(db, &space, &key)).await
    }

    async fn take(&self, bucket: &str, limit: u32, window: Duration) -> Result<Take, StoreError> {
        Ok(self.limits.take(bucket, limit, window, Instant::now()))
    }

    async fn record(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        let entry = entry.clone();
        self.database.write_soon(move |db| audit::add(db, &entry)).await
    }

    async fn audit(&self, filter: &AuditFilter) -> Result<Vec<AuditEntry>, StoreError> {
        let filter = filter.clone();
        self.database.read(move |db| audit::latest(db, &filter)).await
    }

    async fn remember(&self, memory: &Remembered) -> Result<(), StoreError> {
        let memory = memory.clone();
        self.database.write(move |db| memories::keep(db, &memory)).await
    }

    async fn remembered(&self, source: &str, tenant: Option<&str>) -> Result<Vec<Remembered>, StoreError> {
        let (source, tenant) = (source.to_owned(), tenant.map(str::to_owned));
        self.database.read(move |db| memories::of(db, &source, tenant.as_deref())).await
    }

    async fn memories_version(&self) -> Result<u64, StoreError> {
        self.database.peek(memories::version).await
    }

    async fn set_memory_aside(&self, id: &MemoryId, aside: bool) -> Result<(), StoreError> {
        let id = id.clone();
        self.database.write(move |db| memories::set_aside(db, &id, aside)).await
    }

    async fn forget(&self, id: &MemoryId) -> Result<bool, StoreError> {
        let id = id.clone();
        self.database.write(move |db| memories::delete(db, &id)).await
    }

    async fn memory_used(&self, id: &MemoryId) -> Result<(), StoreError> {
        let id = id.clone();
        self.database.write(move |db| memories::used(db, &id)).await
    }
}

fn now() -> String {
    jiff::Timestamp::now().to_string()
}

/// Since 1970, on the clock that all programs on this machine share.
fn now_millis() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// SQLite counts in `i64`; nobody asks for more rows than that.
fn sql_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
