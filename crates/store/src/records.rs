//! The small records with a shape of their own, kept as documents.

use crate::{Document, Kind, Owner, Store, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use vouch_model::{AskId, ChartType, DatasetId, ResultSet, SessionId};

pub trait Record: Serialize + DeserializeOwned {
    const KIND: Kind;
    fn id(&self) -> &str;
    fn owner(&self) -> &Owner;
}

/// Adds it, or replaces the one with the same id.
pub async fn put<R: Record>(store: &dyn Store, record: &R) -> Result<(), StoreError> {
    let body = serde_json::to_value(record)?;
    let document = Document { kind: R::KIND, id: record.id().to_owned(), owner: record.owner().clone(), body };
    store.put_document(&document).await
}

pub async fn get<R: Record>(store: &dyn Store, id: &str) -> Result<Option<R>, StoreError> {
    store.document(R::KIND, id).await?.map(read).transpose()
}

/// Newest first; of one owner, or of all.
pub async fn list<R: Record>(store: &dyn Store, owner: Option<&Owner>) -> Result<Vec<R>, StoreError> {
    store.documents(R::KIND, owner).await?.into_iter().map(read).collect()
}

pub async fn remove<R: Record>(store: &dyn Store, id: &str) -> Result<bool, StoreError> {
    store.delete_document(R::KIND, id).await
}

fn read<R: Record>(document: Document) -> Result<R, StoreError> {
    Ok(serde_json::from_value(document.body)?)
}

/// Files that became a database of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    pub id: DatasetId,
    pub owner: Owner,
    pub name: String,
    /// The database file, relative to the data folder.
    pub path: String,
    pub created_at: jiff::Timestamp,
    /// What was uploaded, and how large it was.
    pub files: Vec<String>,
    pub bytes: u64,
    pub tables: Vec<String>,
    /// Rows that could not be read as they were, in words.
    pub problems: Vec<String>,
    /// It goes when this session goes.
    pub session: Option<SessionId>,
    /// What was made of each file.
    #[serde(default)]
    pub loaded: Vec<Loaded>,
}

/// A table as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loaded {
    pub table: String,
    pub file: String,
    pub rows: u64,
    pub problem_count: u64,
    /// Encoding, delimiter, header, types: what was decided about the file.
    pub notes: Vec<String>,
}

impl Record for Dataset {
    const KIND: Kind = Kind::Dataset;
    fn id(&self) -> &str {
        self.id.as_str()
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// A key as it is kept: what it opens, and a digest that only the key itself has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApiKey {
    pub id: String,
    pub owner: Owner,
    pub name: String,
    /// SHA-256 of the whole key, in hex.
    pub digest: String,
    pub role: Role,
    /// `None` for every source.
    pub sources: Option<Vec<String>>,
    /// Whose rows it sees, always.
    pub client_id: Option<String>,
    pub created_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
}

impl Record for ApiKey {
    const KIND: Kind = Kind::ApiKey;
    fn id(&self) -> &str {
        &self.id
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// What somebody may do, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Asks, and sees what was asked.
    Viewer,
    /// Also runs statements, uploads, exports and approves.
    Analyst,
    /// Also sources, keys and the audit log.
    Admin,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::Viewer => "viewer",
            Role::Analyst => "analyst",
            Role::Admin => "admin",
        }
    }
}

/// A source that was added while serving.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AddedSource {
    pub name: String,
    pub owner: Owner,
    pub url: String,
    pub created_at: jiff::Timestamp,
}

impl Record for AddedSource {
    const KIND: Kind = Kind::Source;
    fn id(&self) -> &str {
        &self.name
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// What somebody thought of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feedback {
    pub ask: AskId,
    pub owner: Owner,
    pub good: bool,
    pub comment: Option<String>,
    /// What they would have asked for, or the statement that would have been right.
    pub correction: Option<String>,
    pub at: jiff::Timestamp,
}

impl Record for Feedback {
    const KIND: Kind = Kind::Feedback;
    fn id(&self) -> &str {
        self.ask.as_str()
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// A link to a session, for who may see what its owner may see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    pub token: String,
    pub owner: Owner,
    pub session: SessionId,
    pub tenant: Option<String>,
    pub source: String,
    pub at: jiff::Timestamp,
}

impl Record for Share {
    const KIND: Kind = Kind::Share;
    fn id(&self) -> &str {
        &self.token
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// That an exploration was begun, and the report on it once somebody asked for one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explored {
    pub id: AskId,
    pub owner: Owner,
    pub session: SessionId,
    pub question: String,
    /// What people call the source.
    pub source: String,
    pub tenant: Option<String>,
    pub created_at: jiff::Timestamp,
    /// In Markdown.
    pub report: Option<String>,
}

impl Record for Explored {
    const KIND: Kind = Kind::Exploration;
    fn id(&self) -> &str {
        self.id.as_str()
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// An answer that somebody wants to see again: its statement, and the rows it last gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    pub id: String,
    pub owner: Owner,
    /// Whose rows it is about; it is run again for them and nobody else.
    pub tenant: Option<String>,
    /// The source as sessions know it.
    pub source: String,
    pub ask: AskId,
    pub title: String,
    pub question: String,
    pub sql: String,
    pub explanation: Option<String>,
    pub results: ResultSet,
    /// As the page draws it.
    pub chart: Option<serde_json::Value>,
    /// As its owner wants it drawn instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    pub created_at: jiff::Timestamp,
    pub refreshed_at: jiff::Timestamp,
}

/// A chart that somebody put together from the columns of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByHand {
    #[serde(rename = "type")]
    pub kind: ChartType,
    pub x: String,
    pub y: String,
    pub color: Option<String>,
}

impl Record for Saved {
    const KIND: Kind = Kind::Saved;
    fn id(&self) -> &str {
        &self.id
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}

/// Saved answers side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    pub id: String,
    pub owner: Owner,
    /// Of the key that made it.
    pub tenant: Option<String>,
    pub title: String,
    /// Saved answers by id, in their order; one that was deleted is passed over.
    pub items: Vec<String>,
    /// How often whoever looks at it wants it run again.
    pub refresh_minutes: Option<u32>,
    pub share: Option<BoardShare>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
}

/// A link that shows the board to whoever has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardShare {
    /// SHA-256 of the token, in hex; the token itself is kept nowhere.
    pub digest: String,
    pub at: jiff::Timestamp,
}

impl Record for Board {
    const KIND: Kind = Kind::Board;
    fn id(&self) -> &str {
        &self.id
    }
    fn owner(&self) -> &Owner {
        &self.owner
    }
}
