//! The role of a store. Every backend passes the same suite (`tests/it/conformance.rs`).

use crate::{Dataset, NewSession, Remembered, Session, StoreError, Turn};
use async_trait::async_trait;
use vouch_model::{Answer, AskId, DatasetId, Event, Exchange, MemoryId, SessionId, TurnId};

#[async_trait]
pub trait Store: Send + Sync {
    /// Fails with [`StoreError::Conflict`] when the id is taken.
    async fn create_session(&self, session: &NewSession) -> Result<(), StoreError>;
    async fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError>;
    /// The sessions with the latest activity, latest first.
    async fn sessions(&self, limit: usize) -> Result<Vec<Session>, StoreError>;
    async fn rename_session(&self, id: &SessionId, title: &str) -> Result<(), StoreError>;
    /// Takes its turns and events with it. `false` when there was no such session.
    async fn delete_session(&self, id: &SessionId) -> Result<bool, StoreError>;

    async fn open_turn(&self, session: &SessionId, turn: &TurnId, question: &str) -> Result<(), StoreError>;
    /// Appends with the next sequence number of the turn, and returns it. The first is 1, so `events(turn, 0)` is all.
    async fn append_event(&self, turn: &TurnId, event: &Event) -> Result<u64, StoreError>;
    /// Events with a number above `after`, in order.
    async fn events(&self, turn: &TurnId, after: u64) -> Result<Vec<(u64, Event)>, StoreError>;
    /// Ends a turn, once: a turn that has ended never becomes anything else ([`StoreError::Conflict`]).
    async fn close_turn(&self, turn: &TurnId, answer: &Answer) -> Result<(), StoreError>;
    /// Every turn of the session, oldest first, failed and unfinished ones included.
    async fn turns(&self, session: &SessionId) -> Result<Vec<Turn>, StoreError>;
    /// One turn by its id, with the session it belongs to.
    async fn turn(&self, id: &TurnId) -> Result<Option<(SessionId, Turn)>, StoreError>;
    /// The turn whose stored answer carries that id; the latest, should several carry it.
    async fn turn_of_answer(&self, ask: &AskId) -> Result<Option<TurnId>, StoreError>;
    /// The last `limit` turns that can serve as context, oldest first: those that were answered, and the one that
    /// asked back as long as nothing has followed it.
    async fn history(&self, session: &SessionId, limit: usize) -> Result<Vec<Exchange>, StoreError>;

    /// Adds it, or replaces the one with the same id.
    async fn put_dataset(&self, dataset: &Dataset) -> Result<(), StoreError>;
    async fn dataset(&self, id: &DatasetId) -> Result<Option<Dataset>, StoreError>;
    /// Newest first.
    async fn datasets(&self) -> Result<Vec<Dataset>, StoreError>;
    async fn delete_dataset(&self, id: &DatasetId) -> Result<bool, StoreError>;

    /// Keeps it in place of the one with the same source, tenant and wording. What a user approved is not replaced by
    /// what was only confirmed: then nothing changes. Fails with [`StoreError::Conflict`] when the id is taken by a
    /// memory of another wording.
    async fn remember(&self, memory: &Remembered) -> Result<(), StoreError>;
    /// Those of exactly this source and this tenant, latest first, the ones that are set aside included. `None` sees
    /// only what belongs to no tenant.
    async fn remembered(&self, source: &str, tenant: Option<&str>) -> Result<Vec<Remembered>, StoreError>;
    async fn set_memory_aside(&self, id: &MemoryId, aside: bool) -> Result<(), StoreError>;
    /// `false` when there was no such memory.
    async fn forget(&self, id: &MemoryId) -> Result<bool, StoreError>;
    /// Counts one use.
    async fn memory_used(&self, id: &MemoryId) -> Result<(), StoreError>;
}
