//! The plain page, and what it needs to know before the first question.

use super::Service;
use super::error::refusal;
use super::query::choose_source;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

const PAGE: &str = include_str!("../../../../web/plain/index.html");
/// Questions offered on an empty page.
const EXAMPLES: usize = 6;

/// The page needs nothing from elsewhere and must not be framed; rows are text to it, and this makes sure of it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; \
     img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub async fn page() -> impl IntoResponse {
    let headers: [(HeaderName, &str); 4] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, Html(PAGE))
}

pub async fn health() -> impl IntoResponse {
    Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))
}

#[derive(Deserialize)]
pub struct Asked {
    source: Option<String>,
}

pub async fn sample_questions(State(service): State<Arc<Service>>, Query(asked): Query<Asked>) -> Response {
    let (name, conversations) = match choose_source(&service, asked.source.as_deref()) {
        Ok(chosen) => chosen,
        Err(message) => {
            let hint = "Name one with ?source=NAME.";
            return refusal(StatusCode::BAD_REQUEST, "INVALID_INPUT", &message, hint);
        }
    };
    match conversations.analyst().sample_questions(EXAMPLES).await {
        Ok(questions) => Json(json!({"source": name, "questions": questions})).into_response(),
        Err(error) => {
            let hint = error.hint().unwrap_or_default();
            refusal(StatusCode::SERVICE_UNAVAILABLE, error.code().name(), &error.to_string(), &hint)
        }
    }
}
