//! The role of a store. Every backend passes the same suite (`tests/it/conformance`).

use crate::{
    AuditEntry, AuditFilter, Changes, Document, InstanceId, Kind, NewSession, NewTurn, Owner, Remembered, Session,
    SessionFilter, StopRequest, StoreError, Take, Turn,
};
use async_trait::async_trait;
use std::time::Duration;
use vouch_model::{Answer, AskId, Event, Exchange, MemoryId, SessionId};

/// What is asked of a session, a turn or a memory that is not there fails with [`StoreError::NotFound`], unless the answer
/// has a word for it.
#[async_trait]
pub trait Store: Send + Sync {
    /// Whom to ask to be told of changes, wherever they were made.
    fn changes(&self) -> &Changes;
    /// Whether the place answers; what `/ready` asks.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Fails with [`StoreError::Conflict`] when the id is taken, by whomever.
    async fn create_session(&self, session: &NewSession) -> Result<(), StoreError>;
    /// Also one whose time is over and that was not yet swept away: see [`Session::expired`].
    async fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError>;
    /// The sessions with the latest activity, latest first.
    async fn sessions(&self, filter: &SessionFilter) -> Result<Vec<Session>, StoreError>;
    async fn rename_session(&self, id: &SessionId, title: &str) -> Result<(), StoreError>;
    /// Takes its turns and events with it. `false` when there was no such session.
    async fn delete_session(&self, id: &SessionId) -> Result<bool, StoreError>;
    /// Sessions that were idle for longer than they may at `now`, at most `limit`. One with an open turn is not idle.
    async fn expired_sessions(&self, now: jiff::Timestamp, limit: usize) -> Result<Vec<Session>, StoreError>;

    /// Opens a turn at the end of its session. Fails with [`StoreError::Conflict`] when the id is taken, and with
    /// [`StoreError::NotFound`] when there is no such session.
    async fn open_turn(&self, turn: &NewTurn) -> Result<(), StoreError>;
    /// A new session and its first turn, as `create_session` and `open_turn` would make them.
    async fn begin(&self, session: &NewSession, turn: &NewTurn) -> Result<(), StoreError> {
        self.create_session(session).await?;
        self.open_turn(turn).await
    }
    /// An open turn before this one in its session: the one to wait for, so that messages are not mixed.
    async fn turn_ahead(&self, turn: &AskId) -> Result<Option<AskId>, StoreError>;
    /// Appends all of them or none, with the next numbers of the turn, and returns the last. The first is 1, so
    /// `events(turn, 0)` is all. A status among them becomes the turn's, but a final one and `done` are refused: they come
    /// with `close_turn`. A turn that has ended takes no more ([`StoreError::Conflict`]).
    async fn append_events(&self, turn: &AskId, events: &[Event]) -> Result<u64, StoreError>;
    /// Events with a number above `after`, in order.
    async fn events(&self, turn: &AskId, after: u64) -> Result<Vec<(u64, Event)>, StoreError>;
    /// Ends a turn, once, with its last two events, the final status and `done`, in the same stroke: a turn that has
    /// ended never becomes anything else ([`StoreError::Conflict`]).
    async fn close_turn(&self, turn: &AskId, answer: &Answer) -> Result<(), StoreError> {
        self.finish_turn(turn, &[], answer).await
    }
    /// The same with what else happened before it ended, as `append_events` takes it: all of it is kept, or nothing.
    async fn finish_turn(&self, turn: &AskId, events: &[Event], answer: &Answer) -> Result<(), StoreError>;
    /// Whether somebody may be waiting for this turn's next event. One who is not is content to see it a moment later.
    fn is_watched(&self, turn: &AskId) -> bool;
    /// Every turn of the session, oldest first, failed and unfinished ones included.
    async fn turns(&self, session: &SessionId) -> Result<Vec<Turn>, StoreError>;
    async fn turn(&self, id: &AskId) -> Result<Option<Turn>, StoreError>;
    /// The last `limit` turns before `turn` in its session that can serve as its context, oldest first: those that
    /// were answered, and the one that asked back as long as nothing has followed it.
    async fn history(&self, turn: &AskId, limit: usize) -> Result<Vec<Exchange>, StoreError>;
    /// Asks whoever runs the turn to stop it; they learn of it through [`Changes::stops`]. What was asked stays asked.
    async fn request_stop(&self, turn: &AskId) -> Result<StopRequest, StoreError>;

    /// Says that the instance is alive, for `lease` from now.
    async fn beat(&self, instance: &InstanceId, lease: Duration) -> Result<(), StoreError>;
    /// Says that the instance is gone: its lease ends now.
    async fn leave(&self, instance: &InstanceId) -> Result<(), StoreError>;
    /// Open turns of instances whose lease is over or never began, oldest first.
    async fn orphans(&self, limit: usize) -> Result<Vec<Turn>, StoreError>;
    /// Open turns of this instance that somebody asked to stop: what a lost message would have told.
    async fn stops_requested(&self, instance: &InstanceId) -> Result<Vec<AskId>, StoreError>;

    /// Adds it, or replaces the one with the same kind and id, which keeps its place in the order.
    async fn put_document(&self, document: &Document) -> Result<(), StoreError>;
    async fn document(&self, kind: Kind, id: &str) -> Result<Option<Document>, StoreError>;
    /// Newest first; of one owner, or of all.
    async fn documents(&self, kind: Kind, owner: Option<&Owner>) -> Result<Vec<Document>, StoreError>;
    async fn delete_document(&self, kind: Kind, id: &str) -> Result<bool, StoreError>;

    /// Keeps a short text for a while. `false`, and nothing changes, when there is one that has not expired.
    async fn keep_new(&self, space: &str, key: &str, text: &str, lasts: Duration) -> Result<bool, StoreError>;
    /// Keeps a short text for a while, in place of what was there.
    async fn keep(&self, space: &str, key: &str, text: &str, lasts: Duration) -> Result<(), StoreError>;
    async fn kept(&self, space: &str, key: &str) -> Result<Option<String>, StoreError>;
    async fn drop_kept(&self, space: &str, key: &str) -> Result<(), StoreError>;

    /// Takes one of `limit` goes within any `window`, or says how long to wait for the next.
    async fn take(&self, bucket: &str, limit: u32, window: Duration) -> Result<Take, StoreError>;

    async fn record(&self, entry: &AuditEntry) -> Result<(), StoreError>;
    /// Latest first.
    async fn audit(&self, filter: &AuditFilter) -> Result<Vec<AuditEntry>, StoreError>;

    /// Keeps it in place of the one with the same source, tenant and wording. What a user approved is not replaced by
    /// what was only confirmed: then nothing changes. Fails with [`StoreError::Conflict`] when the id is taken by a
    /// memory of another wording.
    async fn remember(&self, memory: &Remembered) -> Result<(), StoreError>;
    /// Those of exactly this source and this tenant, latest first, the ones that are set aside included. `None` sees
    /// only what belongs to no tenant.
    async fn remembered(&self, source: &str, tenant: Option<&str>) -> Result<Vec<Remembered>, StoreError>;
    /// Another number after every memory that was kept, set aside or forgotten, of whichever source: what was read under
    /// the same number still holds, but for how often it was used.
    async fn memories_version(&self) -> Result<u64, StoreError>;
    async fn set_memory_aside(&self, id: &MemoryId, aside: bool) -> Result<(), StoreError>;
    /// `false` when there was no such memory.
    async fn forget(&self, id: &MemoryId) -> Result<bool, StoreError>;
    /// Counts one use.
    async fn memory_used(&self, id: &MemoryId) -> Result<(), StoreError>;
}
