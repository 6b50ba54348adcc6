//! `POST /query` and `POST /query-agentic`, with seed 000's request and answers.

use super::Service;
use crate::session::{AskError, Conversations, Reply, new_request};
use async_trait::async_trait;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{EventSink, SinkError};
use vouch_model::{AskMode, AskRequest, Event, SessionId, Stage};

/// Field by field, so that a wrong one is named. Unknown fields are left alone, as the seeds' clients expect.
#[derive(Deserialize)]
struct Body {
    query: Option<String>,
    session_id: Option<String>,
    client_id: Option<Json_>,
    max_iterations: Option<i64>,
    source: Option<String>,
    dataset_id: Option<Json_>,
    #[serde(default)]
    ignore_sql_reasoning: bool,
    allow_sql_diagnosis: Option<bool>,
    #[serde(default)]
    skip_stages: Vec<String>,
    candidates: Option<u32>,
    mode: Option<AskMode>,
    #[serde(default)]
    schema_only: bool,
}

/// Seed 000's simple flow: one statement, its rows, no explanation.
pub async fn query(State(service): State<Arc<Service>>, body: Result<Bytes, BytesRejection>) -> Response {
    ask(&service, body, Some(AskMode::Simple)).await
}

pub async fn query_agentic(State(service): State<Arc<Service>>, body: Result<Bytes, BytesRejection>) -> Response {
    ask(&service, body, None).await
}

async fn ask(service: &Service, body: Result<Bytes, BytesRejection>, mode: Option<AskMode>) -> Response {
    // Read whatever the content type says: the seeds' examples send none.
    let body = match body {
        Ok(body) => body,
        Err(rejection) => return failed(rejection.status(), &rejection.body_text()),
    };
    let body: Body = match serde_json::from_slice(&body) {
        Ok(body) => body,
        Err(error) => return bad_request(&format!("The body is not the JSON that is expected here: {error}.")),
    };
    let (conversations, request) = match prepare(service, Body { mode: mode.or(body.mode), ..body }) {
        Ok(prepared) => prepared,
        Err(message) => return bad_request(&message),
    };
    answer(conversations, request).await
}

/// The ask runs in a task of its own. When the client leaves, this future is dropped and with it the guard, which stops
/// the ask; the ask itself still ends properly and closes its turn.
async fn answer(conversations: Conversations, request: AskRequest) -> Response {
    let cancel = CancellationToken::new();
    let _stops_when_dropped = cancel.clone().drop_guard();
    let asking = tokio::spawn(async move { conversations.ask(request, cancel, &Nobody).await });
    match asking.await {
        Ok(Ok(answer)) => Json(Reply(&answer).to_json()).into_response(),
        Ok(Err(error @ AskError::Invalid { .. })) => bad_request(&sentence(&error)),
        Ok(Err(error)) => failed(StatusCode::SERVICE_UNAVAILABLE, &sentence(&error)),
        Err(error) => {
            tracing::error!(%error, "an ask ended abnormally");
            failed(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong inside Vouch; the log says more.")
        }
    }
}

fn prepare(service: &Service, body: Body) -> Result<(Conversations, AskRequest), String> {
    for (name, given) in [("client_id", &body.client_id), ("dataset_id", &body.dataset_id)] {
        if given.as_ref().is_some_and(|value| !value.is_null()) {
            return Err(format!(
                "{name} is not built yet; a request that carries it is refused, not answered unfiltered."
            ));
        }
    }
    let question = body.query.ok_or("The field query is missing: send {\"query\": \"your question\"}.")?;
    let max_attempts = match body.max_iterations {
        None => service.settings.max_attempts,
        Some(given) => u32::try_from(given).map_err(|_| "max_iterations must be 1 to 5.".to_owned())?,
    };
    let (_, conversations) = choose_source(service, body.source.as_deref())?;
    let mut request = new_request(&question, &service.settings, service.clock.now());
    request.session = body.session_id.map(SessionId::from_text);
    request.max_attempts = max_attempts;
    request.mode = body.mode.unwrap_or_default();
    request.candidates = body.candidates.unwrap_or(1);
    request.schema_only |= body.schema_only;
    if body.ignore_sql_reasoning {
        request.skip.push(Stage::Reason);
    }
    for name in &body.skip_stages {
        let unknown = || format!("skip_stages may hold frame, reason, diagnose and explain, not '{name}'.");
        request.skip.push(Stage::from_prompt(name).ok_or_else(unknown)?);
    }
    match body.allow_sql_diagnosis {
        Some(true) => request.skip.retain(|stage| *stage != Stage::Diagnose),
        Some(false) => request.skip.push(Stage::Diagnose),
        None => {}
    }
    Ok((conversations.clone(), request))
}

/// The source that was named, or the only one there is.
pub fn choose_source<'a>(service: &'a Service, named: Option<&str>) -> Result<(&'a str, &'a Conversations), String> {
    let all = || service.sources.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut sources = service.sources.iter();
    match (named, sources.next(), sources.next()) {
        (Some(name), ..) => service.sources.get_key_value(name),
        (None, only, None) => only,
        (None, ..) => None,
    }
    .map(|(name, conversations)| (name.as_str(), conversations))
    .ok_or_else(|| match named {
        Some(name) => format!("There is no source '{name}'; there is: {}.", all()),
        None => format!("Several sources are served; name one of: {}.", all()),
    })
}

fn sentence(error: &AskError) -> String {
    match error.hint() {
        Some(hint) => format!("{error}. {hint}"),
        None => format!("{error}."),
    }
}

fn bad_request(message: &str) -> Response {
    failed(StatusCode::BAD_REQUEST, message)
}

/// Seed 000's error: `error` is a string.
fn failed(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"success": false, "error": message, "method": "agentic"}))).into_response()
}

/// This answer is sent whole; nobody listens to its events.
struct Nobody;

#[async_trait]
impl EventSink for Nobody {
    async fn send(&self, _event: &Event) -> Result<(), SinkError> {
        Ok(())
    }
}
