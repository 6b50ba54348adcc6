//! The store on a Redis server, which several instances share.
//!
//! [`RedisStore`] is the contract, line by line; the commands sit with what they are about, under the same names as in
//! `sqlite`. What must happen in one stroke is a script (`scripts`), and the server's clock is the only one that counts.
//! What one instance changes, the others are told (`feed`).

mod audit;
mod connection;
mod documents;
mod feed;
mod fields;
mod instances;
mod kept;
mod limits;
mod memories;
mod scripts;
mod sessions;
mod turns;

use crate::context::refuse_ending;
use crate::{
    AuditEntry, AuditFilter, Changes, Document, InstanceId, Kind, NewSession, NewTurn, Owner, Remembered, Session,
    SessionFilter, StopRequest, Store, StoreError, Take, Turn,
};
use async_trait::async_trait;
use connection::Database;
use feed::Feed;
use std::sync::Arc;
use std::time::Duration;
use vouch_model::{Answer, AskId, Event, Exchange, MemoryId, SessionId};

/// What keys begin with where the URL says nothing else.
const PREFIX: &str = "vouch:";

/// Cheap to clone.
#[derive(Clone)]
pub struct RedisStore {
    database: Database,
    changes: Arc<Changes>,
    /// Ends with the last clone.
    _feed: Arc<Feed>,
}

impl RedisStore {
    /// `redis://[user:password@]host[:port][/database][?prefix=...]`. Fails when the server cannot be reached, does not let
    /// us in, is too old, or holds the store of a newer program under this prefix.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let (url, prefix) = split_prefix(url);
        let database = Database::open(&url, &prefix).await?;
        let changes = Arc::<Changes>::default();
        let feed = Feed::start(database.clone(), &changes).await?;
        Ok(Self { database, changes, _feed: Arc::new(feed) })
    }
}

/// Without what a URL may hold of secrets.
impl std::fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RedisStore").field("place", &self.database.place()).finish_non_exhaustive()
    }
}

/// The prefix is ours; the rest of the URL is the server's business.
fn split_prefix(url: &str) -> (String, String) {
    let Some((place, query)) = url.split_once('?') else { return (url.to_owned(), PREFIX.to_owned()) };
    let (ours, others): (Vec<&str>, Vec<&str>) = query.split('&').partition(|part| part.starts_with("prefix="));
    let prefix = ours.last().and_then(|part| part.strip_prefix("prefix=")).unwrap_or(PREFIX);
    let query = others.join("&");
    let url = if query.is_empty() { place.to_owned() } else { format!("{place}?{query}") };
    (url, prefix.to_owned())
}

#[async_trait]
impl Store for RedisStore {
    fn changes(&self) -> &Changes {
        &self.changes
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.database.ask::<String>(&redis::cmd("PING")).await.map(drop)
    }

    async fn create_session(&self, session: &NewSession) -> Result<(), StoreError> {
        sessions::create(&self.database, session).await
    }

    async fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        sessions::find(&self.database, id).await
    }

    async fn sessions(&self, filter: &SessionFilter) -> Result<Vec<Session>, StoreError> {
        sessions::latest(&self.database, filter).await
    }

    async fn rename_session(&self, id: &SessionId, title: &str) -> Result<(), StoreError> {
        sessions::rename(&self.database, id, title).await
    }

    async fn delete_session(&self, id: &SessionId) -> Result<bool, StoreError> {
        sessions::delete(&self.database, id).await
    }

    async fn expired_sessions(&self, now: jiff::Timestamp, limit: usize) -> Result<Vec<Session>, StoreError> {
        sessions::expired(&self.database, now, limit).await
    }

    async fn open_turn(&self, turn: &NewTurn) -> Result<(), StoreError> {
        turns::open(&self.database, turn).await
    }

    async fn turn_ahead(&self, turn: &AskId) -> Result<Option<AskId>, StoreError> {
        turns::ahead(&self.database, turn).await
    }

    async fn append_events(&self, turn: &AskId, events: &[Event]) -> Result<u64, StoreError> {
        refuse_ending(events)?;
        let last = turns::append(&self.database, turn, events).await?;
        self.changes.turn_changed(turn);
        Ok(last)
    }

    async fn events(&self, turn: &AskId, after: u64) -> Result<Vec<(u64, Event)>, StoreError> {
        turns::events(&self.database, turn, after).await
    }

    async fn finish_turn(&self, turn: &AskId, events: &[Event], answer: &Answer) -> Result<(), StoreError> {
        refuse_ending(events)?;
        turns::close(&self.database, turn, events, answer).await?;
        self.changes.turn_changed(turn);
        Ok(())
    }

    /// Who watches from another instance is not known here.
    fn is_watched(&self, _turn: &AskId) -> bool {
        true
    }

    async fn turns(&self, session: &SessionId) -> Result<Vec<Turn>, StoreError> {
        turns::of_session(&self.database, session).await
    }

    async fn turn(&self, id: &AskId) -> Result<Option<Turn>, StoreError> {
        turns::find(&self.database, id).await
    }

    async fn history(&self, turn: &AskId, limit: usize) -> Result<Vec<Exchange>, StoreError> {
        turns::history(&self.database, turn, limit).await
    }

    async fn request_stop(&self, turn: &AskId) -> Result<StopRequest, StoreError> {
        let outcome = turns::request_stop(&self.database, turn).await?;
        if outcome == StopRequest::Requested {
            self.changes.stop_requested(turn);
        }
        Ok(outcome)
    }

    async fn beat(&self, instance: &InstanceId, lease: Duration) -> Result<(), StoreError> {
        instances::beat(&self.database, instance, lease).await
    }

    async fn leave(&self, instance: &InstanceId) -> Result<(), StoreError> {
        instances::leave(&self.database, instance).await
    }

    async fn orphans(&self, limit: usize) -> Result<Vec<Turn>, StoreError> {
        turns::orphans(&self.database, limit).await
    }

    async fn stops_requested(&self, instance: &InstanceId) -> Result<Vec<AskId>, StoreError> {
        turns::stops_requested(&self.database, instance).await
    }

    async fn put_document(&self, document: &Document) -> Result<(), StoreError> {
        documents::put(&self.database, document).await
    }

    async fn document(&self, kind: Kind, id: &str) -> Result<Option<Document>, StoreError> {
        documents::find(&self.database, kind, id).await
    }

    async fn documents(&self, kind: Kind, owner: Option<&Owner>) -> Result<Vec<Document>, StoreError> {
        documents::all(&self.database, kind, owner).await
    }

    async fn delete_document(&self, kind: Kind, id: &str) -> Result<bool, StoreError> {
        documents::delete(&self.database, kind, id).await
    }

    async fn keep_new(&self, space: &str, key: &str, text: &str, lasts: Duration) -> Result<bool, StoreError> {
        kept::put_new(&self.database, space, key, text, lasts).await
    }

    async fn keep(&self, space: &str, key: &str, text: &str, lasts: Duration) -> Result<(), StoreError> {
        kept::put(&self.database, space, key, text, lasts).await
    }

    async fn kept(&self, space: &str, key: &str) -> Result<Option<String>, StoreError> {
        kept::find(&self.database, space, key).await
    }

    async fn drop_kept(&self, space: &str, key: &str) -> Result<(), StoreError> {
        kept::delete(&self.database, space, key).await
    }

    async fn take(&self, bucket: &str, limit: u32, window: Duration) -> Result<Take, StoreError> {
        limits::take(&self.database, bucket, limit, window).await
    }

    async fn record(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        audit::add(&self.database, entry).await
    }

    async fn audit(&self, filter: &AuditFilter) -> Result<Vec<AuditEntry>, StoreError> {
        audit::latest(&self.database, filter).await
    }

    async fn remember(&self, memory: &Remembered) -> Result<(), StoreError> {
        memories::keep(&self.database, memory).await
    }

    async fn remembered(&self, source: &str, tenant: Option<&str>) -> Result<Vec<Remembered>, StoreError> {
        memories::of(&self.database, source, tenant).await
    }

    async fn memories_version(&self) -> Result<u64, StoreError> {
        memories::version(&self.database).await
    }

    async fn set_memory_aside(&self, id: &MemoryId, aside: bool) -> Result<(), StoreError> {
        memories::set_aside(&self.database, id, aside).await
    }

    async fn forget(&self, id: &MemoryId) -> Result<bool, StoreError> {
        memories::delete(&self.database, id).await
    }

    async fn memory_used(&self, id: &MemoryId) -> Result<(), StoreError> {
        memories::used(&self.database, id).await
    }
}

#[cfg(test)]
#[path = "redis_tests.rs"]
mod tests;
