//! What can go wrong with the store, by who must act.

use vouch_model::ErrorCode;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The place itself: missing, locked, full, foreign, or written by a newer program.
    #[error("{message}")]
    Unavailable { message: String, hint: String },
    #[error("there is no {what} '{id}'")]
    NotFound { what: &'static str, id: String },
    /// The id is taken, or the turn has already ended.
    #[error("{message}")]
    Conflict { message: String },
    #[error("internal error in the store: {0}")]
    Internal(String),
}

impl StoreError {
    pub fn code(&self) -> ErrorCode {
        match self {
            StoreError::Unavailable { .. } => ErrorCode::SourceUnavailable,
            StoreError::NotFound { .. } => ErrorCode::NotFound,
            StoreError::Conflict { .. } => ErrorCode::InvalidInput,
            StoreError::Internal(_) => ErrorCode::Internal,
        }
    }

    /// What to do next, in one sentence.
    pub fn hint(&self) -> Option<String> {
        match self {
            StoreError::Unavailable { hint, .. } => Some(hint.clone()),
            StoreError::Internal(_) => Some("This is a bug in Vouch; please report it.".to_owned()),
            StoreError::NotFound { .. } | StoreError::Conflict { .. } => None,
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        StoreError::Internal(format!("a stored value cannot be written or read: {error}"))
    }
}
