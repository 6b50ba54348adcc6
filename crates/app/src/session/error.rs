//! Why a request got no further. What the analyst could not answer is an [`Answer`](vouch_model::Answer).

use std::time::Duration;
use vouch_connectors::ConnectorError;
use vouch_model::{AttemptError, ErrorCode};
use vouch_store::StoreError;

/// By who must act, and when.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The caller must change the request.
    #[error("{message}")]
    Invalid { message: String, hint: String },
    /// There is no such thing, or it is somebody else's, which must look the same.
    #[error("there is no {what} '{id}'")]
    NotFound { what: &'static str, id: String },
    #[error("the {what} '{id}' has expired")]
    Expired { what: &'static str, id: String },
    #[error("{message}")]
    Unauthorized { message: String },
    #[error("{message}")]
    Forbidden { message: String, hint: String },
    #[error("{message}")]
    Conflict { message: String, hint: String },
    #[error("{message}")]
    TooLarge { message: String, hint: String },
    #[error("too many questions in a short time")]
    TooMany { wait: Duration },
    #[error("{message}")]
    Busy { message: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Source(#[from] ConnectorError),
    /// A statement by hand that did not pass or did not run.
    #[error("{}", .0.message)]
    Statement(AttemptError),
}

impl AskError {
    pub fn invalid(message: impl Into<String>, hint: impl Into<String>) -> Self {
        AskError::Invalid { message: message.into(), hint: hint.into() }
    }

    pub fn not_found(what: &'static str, id: impl Into<String>) -> Self {
        AskError::NotFound { what, id: id.into() }
    }

    /// The same of something that is called otherwise where it was asked for.
    pub fn about(self, what: &'static str) -> Self {
        match self {
            AskError::NotFound { id, .. } => AskError::NotFound { what, id },
            AskError::Expired { id, .. } => AskError::Expired { what, id },
            other => other,
        }
    }

    pub fn forbidden(message: impl Into<String>, hint: impl Into<String>) -> Self {
        AskError::Forbidden { message: message.into(), hint: hint.into() }
    }

    pub fn code(&self) -> ErrorCode {
        match self {
            AskError::Invalid { .. } => ErrorCode::InvalidInput,
            AskError::NotFound { .. } => ErrorCode::NotFound,
            AskError::Expired { .. } => ErrorCode::Expired,
            AskError::Unauthorized { .. } => ErrorCode::Unauthorized,
            AskError::Forbidden { .. } => ErrorCode::Forbidden,
            AskError::Conflict { .. } => ErrorCode::Conflict,
            AskError::TooLarge { .. } => ErrorCode::TooLarge,
            AskError::TooMany { .. } => ErrorCode::RateLimited,
            AskError::Busy { .. } => ErrorCode::Busy,
            AskError::Store(error) => error.code(),
            AskError::Source(error) => error.code(),
            AskError::Statement(error) => error.code,
        }
    }

    pub fn hint(&self) -> Option<String> {
        match self {
            AskError::Invalid { hint, .. }
            | AskError::Forbidden { hint, .. }
            | AskError::Conflict { hint, .. }
            | AskError::TooLarge { hint, .. } => Some(hint.clone()),
            AskError::NotFound { what: "source", .. } => {
                Some("Check the name: `/api/v1/sources` lists those that may be asked.".to_owned())
            }
            AskError::NotFound { what: what @ ("table" | "chart"), .. } => {
                Some(format!("Check the name of the {what}."))
            }
            AskError::NotFound { what, .. } => {
                let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                Some(format!("Check the id; {article} {what} that ended is gone."))
            }
            AskError::Expired { what, .. } => Some(format!("Begin another {what}.")),
            AskError::Unauthorized { .. } => {
                Some("Send `Authorization: Bearer KEY`, or log in on the page.".to_owned())
            }
            AskError::TooMany { wait } => Some(format!("Try again in {} s.", wait.as_secs_f64().ceil())),
            AskError::Busy { .. } => Some("Try again in a moment.".to_owned()),
            AskError::Store(error) => error.hint(),
            AskError::Source(error) => error.hint(),
            AskError::Statement(error) => error.suggestion.clone(),
        }
    }
}
