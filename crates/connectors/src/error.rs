//! What can go wrong with an engine or a file, by who must act.

use vouch_model::ErrorCode;

#[derive(Debug, thiserror::Error)]
pub enum ConnectorError {
    /// The source cannot be opened: missing, a directory, corrupt, not of this kind.
    #[error("{message}")]
    Unavailable { message: String, hint: String },
    /// A file cannot be made a table.
    #[error("{message}")]
    BadFile { message: String, hint: String },
    /// The engine refused the statement, classified.
    #[error("{message}")]
    Statement { code: ErrorCode, message: String },
    #[error("the statement was stopped after {seconds} s, its time limit")]
    Timeout { seconds: u64 },
    /// The result or the work behind it is larger than the limits allow.
    #[error("{message}")]
    TooLarge { message: String },
    #[error("the statement was stopped on request")]
    Cancelled,
    /// A bug of ours.
    #[error("internal error: {0}")]
    Internal(String),
}

impl ConnectorError {
    pub fn code(&self) -> ErrorCode {
        match self {
            ConnectorError::Unavailable { .. } => ErrorCode::SourceUnavailable,
            ConnectorError::BadFile { .. } => ErrorCode::InvalidInput,
            ConnectorError::Statement { code, .. } => *code,
            ConnectorError::Timeout { .. } => ErrorCode::Timeout,
            ConnectorError::TooLarge { .. } => ErrorCode::TooLarge,
            ConnectorError::Cancelled => ErrorCode::Cancelled,
            ConnectorError::Internal(_) => ErrorCode::Internal,
        }
    }

    /// What to do next, in one sentence.
    pub fn hint(&self) -> Option<String> {
        match self {
            ConnectorError::Unavailable { hint, .. } | ConnectorError::BadFile { hint, .. } => Some(hint.clone()),
            ConnectorError::Timeout { .. } | ConnectorError::TooLarge { .. } => {
                Some("Ask for less at once: filter, group, or take only the first rows.".to_owned())
            }
            ConnectorError::Internal(_) => {
                Some("This is a bug in Vouch; please report it with the question.".to_owned())
            }
            ConnectorError::Statement { .. } | ConnectorError::Cancelled => None,
        }
    }
}
