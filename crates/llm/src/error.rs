//! What can go wrong with a model, chosen by who must act. No variant ever carries a key.

use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum LlmError {
    /// 401 and 403: the person who set the key.
    #[error("{vendor} did not accept the key ({message})")]
    Key { vendor: String, message: String },
    /// The model does not exist there: the person who set its name.
    #[error("{vendor} has no model '{model}' ({message})")]
    UnknownModel { vendor: String, model: String, message: String },
    /// What was sent is longer than the model reads: the caller, by sending less.
    #[error("the request is longer than {vendor}'s model reads ({message})")]
    TooLong { vendor: String, message: String },
    /// Another 4xx: a request that this vendor does not take.
    #[error("{vendor} did not take the request: {message}")]
    BadRequest { vendor: String, message: String },
    /// 429 after the last retry.
    #[error("{vendor} is limiting requests ({message})")]
    RateLimited { vendor: String, message: String, retry_after: Option<Duration> },
    /// 5xx, no connection or a broken one, after the last retry.
    #[error("{vendor} cannot be reached or is failing ({message})")]
    Unavailable { vendor: String, message: String },
    #[error("{vendor} did not answer within {} s", .after.as_secs_f64())]
    Timeout { vendor: String, after: Duration },
    /// The bytes that came are not what this vendor's API sends.
    #[error("{vendor} sent something that is not a reply: {message}")]
    Garbled { vendor: String, message: String },
    #[error("the call was stopped")]
    Cancelled,
    /// A replay met a request that was not recorded.
    #[error("the recording does not hold this request: {message}")]
    Drift { message: String },
    /// A vendor, address, price or folder that cannot be used: the person who wrote the settings.
    #[error("the model settings do not work: {message}")]
    Settings { message: String },
}

impl LlmError {
    pub fn code(&self) -> &'static str {
        match self {
            LlmError::Key { .. } => "MODEL_KEY",
            LlmError::UnknownModel { .. } => "MODEL_UNKNOWN",
            LlmError::TooLong { .. } => "MODEL_CONTEXT_TOO_LONG",
            LlmError::BadRequest { .. } => "MODEL_BAD_REQUEST",
            LlmError::RateLimited { .. } => "MODEL_RATE_LIMITED",
            LlmError::Unavailable { .. } => "MODEL_UNAVAILABLE",
            LlmError::Timeout { .. } => "MODEL_TIMEOUT",
            LlmError::Garbled { .. } => "MODEL_GARBLED",
            LlmError::Cancelled => "CANCELLED",
            LlmError::Drift { .. } => "REPLAY_DRIFT",
            LlmError::Settings { .. } => "MODEL_SETTINGS",
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            LlmError::Key { .. } => "Check the key (ANTHROPIC_API_KEY or OPENAI_API_KEY) and what it may use.",
            LlmError::UnknownModel { .. } => "Set `model` to one that this server has.",
            LlmError::TooLong { .. } => "Ask about fewer tables, or use a model with a longer context.",
            LlmError::RateLimited { .. } => "Wait a little, or raise the limit at the vendor.",
            LlmError::Unavailable { .. } => "Check its address (`vouch config show`) and that the server runs.",
            LlmError::Timeout { .. } => "Raise `model_timeout`, or use a faster model.",
            LlmError::Drift { .. } => "Record again: what is sent has changed since.",
            LlmError::BadRequest { .. } | LlmError::Garbled { .. } | LlmError::Cancelled => return None,
            LlmError::Settings { .. } => "Check the settings for models, `model` among them (`vouch config show`).",
        };
        Some(hint.to_owned())
    }
}
