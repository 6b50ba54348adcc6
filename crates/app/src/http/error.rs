//! What the door itself has to say: it cannot open, or a request is refused before it is a question.

use super::query;
use crate::session::AskError;
use crate::shapes::ErrorDetail;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::io;
use std::net::SocketAddr;
use utoipa::ToSchema;
use vouch_model::ErrorCode;
use vouch_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("'{0}' is not an address of this machine alone, and there are no keys: everybody could ask")]
    NotLoopback(String),
    #[error("'{0}' is not an IP address")]
    NoAddress(String),
    #[error("port {0} is in use")]
    PortInUse(u16),
    #[error("cannot listen on {0}: {1}")]
    CannotListen(SocketAddr, io::Error),
}

impl ServerError {
    pub fn cannot_listen(address: SocketAddr, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::AddrInUse => ServerError::PortInUse(address.port()),
            _ => ServerError::CannotListen(address, error),
        }
    }

    pub fn hint(&self) -> String {
        match self {
            ServerError::NotLoopback(_) => {
                "Make a key with `vouch keys create NAME`, use --host 127.0.0.1, or say --insecure if that is meant."
            }
            ServerError::NoAddress(_) => "Use an address such as 127.0.0.1, 0.0.0.0 or ::1.",
            ServerError::PortInUse(_) => "Stop the other program, or choose another port with --port.",
            ServerError::CannotListen(..) => "Choose another address or port; ports below 1024 need rights.",
        }
        .to_owned()
    }
}

/// `{"error": {"code", "message", "hint"}}`, the shape of everything but `/query*`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    pub error: ErrorDetail,
}

/// A refused request.
#[derive(Debug)]
pub struct Problem {
    pub status: StatusCode,
    pub detail: ErrorDetail,
    retry_after: Option<u64>,
}

impl Problem {
    pub fn new(status: StatusCode, code: &str, message: &str, hint: &str) -> Self {
        let detail = ErrorDetail {
            code: code.to_owned(),
            message: message.to_owned(),
            hint: hint.to_owned(),
            suggestions: Vec::new(),
        };
        Self { status, detail, retry_after: None }
    }

    pub fn bad_request(message: &str, hint: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, ErrorCode::InvalidInput.name(), message, hint)
    }

    /// The answer with another body but the same status and headers.
    pub fn respond_with(self, body: impl Serialize) -> Response {
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    /// Message and hint as one text, for the seeds' `error` that is a string.
    pub fn sentence(&self) -> String {
        let message = self.detail.message.trim_end_matches('.');
        let end = if message.ends_with('?') { "" } else { "." };
        match self.detail.hint.as_str() {
            "" => format!("{message}{end}"),
            hint => format!("{message}{end} {hint}"),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(mut self) -> Response {
        let empty =
            ErrorDetail { code: String::new(), message: String::new(), hint: String::new(), suggestions: Vec::new() };
        let body = ErrorBody { error: std::mem::replace(&mut self.detail, empty) };
        self.respond_with(body)
    }
}

impl From<AskError> for Problem {
    fn from(error: AskError) -> Self {
        let status = status_of(&error);
        if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
            tracing::error!(%error, "a request failed by our own fault");
        }
        let retry_after = match &error {
            AskError::TooMany { wait } => Some((wait.as_secs_f64().ceil() as u64).max(1)),
            AskError::Busy { .. } | AskError::Store(StoreError::Unavailable { .. }) => Some(1),
            _ => None,
        };
        let problem = match &error {
            // Where the store lies is for the log.
            AskError::Store(StoreError::Unavailable { message, .. }) => {
                tracing::error!(reason = %message, "the store does not answer");
                let (told, hint) =
                    ("The store of this server does not answer.", "Try again in a moment; the server's log says why.");
                Self::new(status, error.code().name(), told, hint)
            }
            _ => {
                Self::new(status, error.code().name(), &capital(&error.to_string()), &error.hint().unwrap_or_default())
            }
        };
        Self { retry_after, ..problem }
    }
}

impl From<vouch_store::StoreError> for Problem {
    fn from(error: vouch_store::StoreError) -> Self {
        AskError::Store(error).into()
    }
}

impl From<vouch_connectors::ConnectorError> for Problem {
    fn from(error: vouch_connectors::ConnectorError) -> Self {
        AskError::Source(error).into()
    }
}

fn status_of(error: &AskError) -> StatusCode {
    match error {
        AskError::Invalid { .. } => StatusCode::BAD_REQUEST,
        AskError::Unauthorized { .. } => StatusCode::UNAUTHORIZED,
        AskError::Forbidden { .. } => StatusCode::FORBIDDEN,
        AskError::NotFound { .. } | AskError::Expired { .. } => StatusCode::NOT_FOUND,
        AskError::Conflict { .. } => StatusCode::CONFLICT,
        AskError::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        AskError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
        AskError::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
        AskError::Statement(error) if error.code == ErrorCode::SourceUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        AskError::Statement(_) => StatusCode::UNPROCESSABLE_ENTITY,
        AskError::Store(vouch_store::StoreError::NotFound { .. }) => StatusCode::NOT_FOUND,
        AskError::Store(vouch_store::StoreError::Conflict { .. }) => StatusCode::CONFLICT,
        AskError::Store(_) | AskError::Source(_) => match error.code() {
            ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            ErrorCode::InvalidInput => StatusCode::BAD_REQUEST,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        },
    }
}

/// A sentence begins with a capital; our errors begin small, to stand within one. A name stays as it is: `sales.csv`,
/// `read_csv()`, `sampleData`.
fn capital(text: &str) -> String {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let odd = |c: char| !c.is_alphabetic() && c != '\'' && c != '-';
    let is_name = first_word.trim_end_matches(['.', ',', ':', ';']).contains(odd)
        || first_word.chars().skip(1).any(char::is_uppercase);
    if is_name {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub async fn not_found() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "NOT_FOUND", "There is nothing at this path.", "The API is described at /docs.")
}

/// In the shape of the path; `Allow` says which methods it takes.
pub async fn method_not_allowed(uri: Uri) -> Response {
    let (message, hint) = ("This path does not take that method.", "The API is described at /docs.");
    let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message, hint);
    match query::method_of(uri.path()) {
        Some(method) => query::refusal(problem, method),
        None => problem.into_response(),
    }
}
