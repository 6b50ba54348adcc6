//! The role of a store. Every backend passes the same suite (`tests/it/conformance.rs`).

use crate::{Dataset, NewSession, Session, StoreError, Turn};
use async_trait::async_trait;
use vouch_model::{Answer, DatasetId, Event, Exchange, SessionId, TurnId};

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
    /// The last `limit` turns that can serve as context, oldest first: those that were answered, and the one that
    /// asked back as long as nothing has followed it.
    async fn history(&self, session: &SessionId, limit: usize) -> Result<Vec<Exchange>, StoreError>;

    /// Adds it, or replaces the one with the same id.
    async fn put_dataset(&self, dataset: &Dataset) -> Result<(), StoreError>;
    async fn dataset(&self, id: &DatasetId) -> Result<Option<Dataset>, StoreError>;
    /// Newest first.
    async fn datasets(&self) -> Result<Vec<Dataset>, StoreError>;
    async fn delete_dataset(&self, id: &DatasetId) -> Result<bool, StoreError>;
}
