//! What a store keeps, as its callers see it.

use vouch_model::{Answer, DatasetId, SessionId, TurnId};

#[derive(Clone, Debug, PartialEq)]
pub struct NewSession {
    pub id: SessionId,
    pub title: String,
    /// The source it talks about; a session never changes it.
    pub source: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub id: SessionId,
    pub title: String,
    pub source: String,
    pub created_at: jiff::Timestamp,
    /// When a turn was last opened or closed.
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
