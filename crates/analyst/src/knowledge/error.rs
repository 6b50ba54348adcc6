//! What can be wrong with a folder of rules, by what its owner must do.

use vouch_model::ErrorCode;

#[derive(Debug, thiserror::Error)]
pub enum KnowledgeError {
    /// The folder or a file in it cannot be read.
    #[error("{place}: {reason}")]
    Unreadable { place: String, reason: String },
    /// A file says something that is not a rule. `place` is file and line.
    #[error("{place}: {message}")]
    Malformed { place: String, message: String, hint: String },
    /// More than a folder of rules should hold.
    #[error("{place}: {message}")]
    TooLarge { place: String, message: String, hint: String },
}

impl KnowledgeError {
    pub fn code(&self) -> ErrorCode {
        match self {
            KnowledgeError::Unreadable { .. } => ErrorCode::NotFound,
            KnowledgeError::Malformed { .. } => ErrorCode::InvalidInput,
            KnowledgeError::TooLarge { .. } => ErrorCode::TooLarge,
        }
    }

    /// What to do next, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            KnowledgeError::Unreadable { .. } => "Check that it exists and that Vouch may read it.".to_owned(),
            KnowledgeError::Malformed { hint, .. } | KnowledgeError::TooLarge { hint, .. } => hint.clone(),
        }
    }
}
