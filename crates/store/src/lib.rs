//! Sessions, turns, events and datasets: what must still be there tomorrow.

use async_trait::async_trait;
use vouch_model::{Answer, DatasetId, Event, Exchange, SessionId, TurnId};

#[async_trait]
pub trait Store: Send + Sync {
    async fn create_session(&self, session: &NewSession) -> Result<(), StoreError>;
    async fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError>;
    async fn sessions(&self, limit: usize) -> Result<Vec<Session>, StoreError>;
    async fn rename_session(&self, id: &SessionId, title: &str) -> Result<(), StoreError>;
    async fn delete_session(&self, id: &SessionId) -> Result<bool, StoreError>;

    async fn open_turn(&self, session: &SessionId, turn: &TurnId, question: &str) -> Result<(), StoreError>;
    /// Appends with the next sequence number of the turn, and returns it.
    async fn append_event(&self, turn: &TurnId, event: &Event) -> Result<u64, StoreError>;
    async fn events(&self, turn: &TurnId, after: u64) -> Result<Vec<(u64, Event)>, StoreError>;
    async fn close_turn(&self, turn: &TurnId, answer: &Answer) -> Result<(), StoreError>;
    async fn turns(&self, session: &SessionId) -> Result<Vec<Turn>, StoreError>;
    /// The last `limit` turns that can serve as context (successful ones, or one that asks back), oldest first.
    async fn history(&self, session: &SessionId, limit: usize) -> Result<Vec<Exchange>, StoreError>;

    async fn put_dataset(&self, dataset: &Dataset) -> Result<(), StoreError>;
    async fn dataset(&self, id: &DatasetId) -> Result<Option<Dataset>, StoreError>;
    async fn datasets(&self) -> Result<Vec<Dataset>, StoreError>;
    async fn delete_dataset(&self, id: &DatasetId) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewSession {
    pub id: SessionId,
    pub title: String,
    pub source: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub id: SessionId,
    pub title: String,
    pub source: String,
    pub created_at: jiff::Timestamp,
    pub last_activity: jiff::Timestamp,
    pub turn_count: u64,
}

#[derive(Clone, Debug)]
pub struct Turn {
    pub id: TurnId,
    pub question: String,
    pub started_at: jiff::Timestamp,
    /// `None` while it runs, or when the program died before it ended.
    pub answer: Option<Answer>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Dataset {
    pub id: DatasetId,
    pub name: String,
    /// The database file, relative to the data folder.
    pub path: String,
    pub created_at: jiff::Timestamp,
    pub tables: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{message}")]
    Unavailable { message: String, hint: String },
    #[error("internal error in the store: {0}")]
    Internal(String),
}
