//! What the door itself has to say: it cannot open, or a request is refused before it is a question.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::io;
use std::net::SocketAddr;

#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("'{0}' is not an address of this machine alone, and without keys Vouch does not listen on any other")]
    NotLoopback(String),
    #[error("port {0} is in use")]
    PortInUse(u16),
    #[error("cannot listen on {0}: {1}")]
    CannotListen(SocketAddr, io::Error),
    #[error("the server stopped: {0}")]
    Broken(io::Error),
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
            ServerError::NotLoopback(_) => "Use --host 127.0.0.1 (or leave it out).",
            ServerError::PortInUse(_) => "Stop the other program, or choose another port with --port.",
            ServerError::CannotListen(..) => "Choose another address or port; ports below 1024 need rights.",
            ServerError::Broken(_) => "Start it again.",
        }
        .to_owned()
    }
}

/// `{"error": {"code", "message", "hint"}}`, the shape of everything but `/query*`.
pub fn refusal(status: StatusCode, code: &str, message: &str, hint: &str) -> Response {
    (status, Json(json!({"error": {"code": code, "message": message, "hint": hint}}))).into_response()
}

pub async fn not_found() -> Response {
    refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "There is nothing at this path.", "The page is at /.")
}

pub async fn method_not_allowed() -> Response {
    let hint = "Questions are sent with POST, everything else is read with GET.";
    refusal(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", "This path does not take that method.", hint)
}
