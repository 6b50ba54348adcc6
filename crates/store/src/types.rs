//! What a store keeps, as its callers see it.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use vouch_model::{Answer, AskId, MemoryId, SessionId, Status};

/// Whose something is: a key, a person of an identity provider, or whoever sits at this machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(String);

impl Owner {
    /// Where there are no keys there is one owner.
    pub fn local() -> Self {
        Self("local".to_owned())
    }

    pub fn from_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One running program among those that share a store.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InstanceId(String);

impl InstanceId {
    pub fn from_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Which door a session came through; lists show one kind at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// A conversation that its owner may come back to.
    Chat,
    /// A single question, in nobody's list.
    Ask,
    /// A chat over an uploaded dataset (seed 004).
    Agent,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewSession {
    pub id: SessionId,
    pub owner: Owner,
    /// Whose rows it sees; a session never changes it.
    pub tenant: Option<String>,
    pub kind: SessionKind,
    pub title: String,
    /// The source it talks about; a session never changes it.
    pub source: String,
    /// How long it may be idle; `None` lasts.
    pub idle_limit: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub id: SessionId,
    pub owner: Owner,
    pub tenant: Option<String>,
    pub kind: SessionKind,
    pub title: String,
    pub source: String,
    pub idle_limit: Option<Duration>,
    pub created_at: jiff::Timestamp,
    /// When a turn was last opened or closed.
    pub last_activity: jiff::Timestamp,
    pub turn_count: u64,
}

impl Session {
    /// Whether it was idle for longer than it may. One that still works is not idle, which only the store knows.
    pub fn expired(&self, now: jiff::Timestamp) -> bool {
        let idle = now.duration_since(self.last_activity);
        self.idle_limit
            .is_some_and(|limit| idle > jiff::SignedDuration::try_from(limit).unwrap_or(jiff::SignedDuration::MAX))
    }
}

/// Which sessions to list: those that fit everything that is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionFilter {
    pub owner: Option<Owner>,
    pub kind: Option<SessionKind>,
    /// Part of the title or of a question, in any case of letters.
    pub search: Option<String>,
    pub skip: usize,
    pub limit: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewTurn {
    pub id: AskId,
    pub session: SessionId,
    pub question: String,
    /// Who answers it.
    pub instance: InstanceId,
}

#[derive(Clone, Debug)]
pub struct Turn {
    pub id: AskId,
    pub session: SessionId,
    pub question: String,
    pub instance: InstanceId,
    /// The latest; final exactly when `answer` is there.
    pub status: Status,
    pub started_at: jiff::Timestamp,
    pub closed_at: Option<jiff::Timestamp>,
    /// Somebody asked to stop it.
    pub stop_requested: bool,
    /// `None` while it runs.
    pub answer: Option<Answer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRequest {
    Requested,
    /// It had ended already, however.
    Ended,
    NoSuchTurn,
}

/// Whether one more is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    Granted,
    /// Not before this long from now.
    Wait(Duration),
}

/// What kinds of small records there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Dataset,
    ApiKey,
    Source,
    Feedback,
    Share,
    Exploration,
    Saved,
    Board,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Dataset => "dataset",
            Kind::ApiKey => "api_key",
            Kind::Source => "source",
            Kind::Feedback => "feedback",
            Kind::Share => "share",
            Kind::Exploration => "exploration",
            Kind::Saved => "saved",
            Kind::Board => "board",
        }
    }
}

/// A small record; what is in it is its kind's business, see `records`.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub kind: Kind,
    pub id: String,
    pub owner: Owner,
    pub body: serde_json::Value,
}

/// One line of the audit log: who did what to what, and how it ended. Never a secret, never a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditEntry {
    pub at: jiff::Timestamp,
    pub owner: Owner,
    pub tenant: Option<String>,
    /// `ask`, `run_sql`, `export`, `upload`, `delete_dataset`, `login`, `create_key`...
    pub action: String,
    /// The id of what was acted on, where there is one.
    pub subject: Option<String>,
    pub source: Option<String>,
    /// Such as the question or the statement.
    pub detail: Option<String>,
    /// `ok`, or the code of the error.
    pub outcome: String,
    pub request_id: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct AuditFilter {
    pub owner: Option<Owner>,
    pub action: Option<String>,
    pub limit: usize,
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
