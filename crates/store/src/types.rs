//! What a store keeps, as its callers see it.

use vouch_model::{Answer, DatasetId, MemoryId, SessionId, TurnId};

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

/// A question and the statement that answers it, kept because somebody or something vouched for it. There is at most one
/// for a source, a tenant and a wording.
#[derive(Clone, Debug, PartialEq)]
pub struct Remembered {
    pub id: MemoryId,
    pub source: String,
    /// Whose it is; `None` where the source knows no tenants. Nobody else ever sees it.
    pub tenant: Option<String>,
    /// The catalog's `version` that `sql` was written for.
    pub schema_version: String,
    pub question: String,
    /// The question without what does not change its meaning. Made by `analyst`; to the store it is just a key.
    pub wording: String,
    pub sql: String,
    pub why: RememberedBecause,
    pub created_at: jiff::Timestamp,
    pub uses: u64,
    /// No longer to be used, but kept for a person to look at.
    pub set_aside: bool,
}

/// Why an answer is trusted, the weaker reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RememberedBecause {
    /// A second, independent reading gave the same rows.
    Confirmed,
    /// A user said that it is right.
    Approved,
}
