//! Why a question did not reach the analyst. What the analyst could not answer is an [`Answer`](vouch_model::Answer).

use vouch_model::ErrorCode;
use vouch_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The caller must change the request.
    #[error("{message}")]
    Invalid { message: String, hint: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AskError {
    pub fn code(&self) -> ErrorCode {
        match self {
            AskError::Invalid { .. } => ErrorCode::InvalidInput,
            AskError::Store(error) => error.code(),
        }
    }

    pub fn hint(&self) -> Option<String> {
        match self {
            AskError::Invalid { hint, .. } => Some(hint.clone()),
            AskError::Store(error) => error.hint(),
        }
    }
}
