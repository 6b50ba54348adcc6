//! Whether the server lives, whether it takes questions, and what it counted.

use super::door::credential;
use super::error::Problem;
use crate::service::Service;
use crate::telemetry;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;
use vouch_store::records::Role;

/// A store that takes longer is not there, to who balances load.
const PING_TIME: Duration = Duration::from_secs(2);

#[derive(Serialize, ToSchema)]
pub struct Health {
    pub status: &'static str,
    pub version: &'static str,
}

/// Whether the program runs.
#[utoipa::path(get, path = "/health", tag = "running it",
    responses((status = 200, description = "The program runs", body = Health)))]
pub async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

#[derive(Serialize, ToSchema)]
pub struct Readiness {
    /// `ready`, `closing` or `waiting`.
    pub status: &'static str,
    /// Whether sessions and asks can be kept.
    pub store: bool,
    /// How many there are; their names are for those who may ask them.
    pub sources: usize,
    pub running: usize,
    pub waiting: usize,
}

/// 503 while the server is about to end, or has nowhere to keep what it does.
#[utoipa::path(get, path = "/ready", tag = "running it",
    responses((status = 200, description = "Takes questions", body = Readiness),
              (status = 503, description = "Does not", body = Readiness)))]
pub async fn ready(State(service): State<Arc<Service>>) -> (StatusCode, Json<Readiness>) {
    let store = tokio::time::timeout(PING_TIME, service.store.ping()).await.is_ok_and(|answer| answer.is_ok());
    let (status, word) = match (service.is_open(), store) {
        (true, true) => (StatusCode::OK, "ready"),
        (true, false) => (StatusCode::SERVICE_UNAVAILABLE, "waiting"),
        (false, _) => (StatusCode::SERVICE_UNAVAILABLE, "closing"),
    };
    let sources = service.sources.names().len();
    let (running, waiting) = (service.queue().running(), service.queue().waiting());
    (status, Json(Readiness { status: word, store, sources, running, waiting }))
}

/// For Prometheus. Where there are keys it takes an admin's.
#[utoipa::path(get, path = "/metrics", tag = "running it",
    responses((status = 200, description = "Figures", content_type = "text/plain", body = String)))]
pub async fn metrics(State(service): State<Arc<Service>>, headers: HeaderMap) -> Result<Response, Problem> {
    let caller = service.doorkeeper.identify(credential(&headers)).await?;
    caller.require(Role::Admin, "read the figures")?;
    let figures = telemetry::figures(service.queue().running(), service.queue().waiting());
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], figures).into_response())
}
