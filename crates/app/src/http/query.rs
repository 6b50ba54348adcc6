//! `POST /query` and `POST /query-agentic`, with seed 000's request and answers.

use super::asking::{HowToAsk, Question};
use super::body::JsonBody;
use super::door::Visitor;
use super::error::Problem;
use crate::service::Service;
use crate::session::Reply;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use utoipa::ToSchema;
use vouch_model::{Answer, AskMode};
use vouch_store::SessionKind;

/// Field by field, so that a wrong one is named. Unknown fields are left alone, as the seeds' clients expect, but for those
/// that are written almost like one of these.
#[derive(Deserialize, ToSchema)]
pub struct QueryBody {
    /// The question.
    #[schema(min_length = 1, max_length = 1000)]
    query: Option<String>,
    session_id: Option<String>,
    #[serde(flatten)]
    how: HowToAsk,
}

/// Seed 000's simple flow: one statement, its rows, no explanation.
#[utoipa::path(post, path = "/query", tag = "query", request_body = QueryBody,
    responses((status = 200, description = "Rows, a question back, or why there are none", body = super::docs::QueryReply)))]
pub async fn query(
    State(service): State<Arc<Service>>,
    visitor: Result<Visitor, Problem>,
    headers: HeaderMap,
    body: Result<JsonBody<QueryBody>, Problem>,
) -> Response {
    let answer = ask(&service, visitor, headers, body, Some(AskMode::Simple)).await;
    respond(answer, "simple")
}

/// The whole workflow, answered in one go.
#[utoipa::path(post, path = "/query-agentic", tag = "query", request_body = QueryBody,
    responses((status = 200, description = "An answer, a question back, or why there is none", body = super::docs::QueryReply)))]
pub async fn query_agentic(
    State(service): State<Arc<Service>>,
    visitor: Result<Visitor, Problem>,
    headers: HeaderMap,
    body: Result<JsonBody<QueryBody>, Problem>,
) -> Response {
    let answer = ask(&service, visitor, headers, body, None).await;
    respond(answer, "agentic")
}

/// When the client leaves, this future is dropped and with it the guard, which stops the ask; the ask itself still ends
/// properly and closes its turn.
async fn ask(
    service: &Arc<Service>,
    visitor: Result<Visitor, Problem>,
    headers: HeaderMap,
    body: Result<JsonBody<QueryBody>, Problem>,
    mode: Option<AskMode>,
) -> Result<Arc<Answer>, Problem> {
    let Visitor(caller) = visitor?;
    let JsonBody(mut body) = body?;
    body.how.mode = mode.or(body.how.mode);
    let question = Question { field: "query", text: body.query };
    let kind = if body.session_id.is_some() { SessionKind::Chat } else { SessionKind::Ask };
    let asking = body.how.asking(service, &caller, question, body.session_id, kind, &headers).await?;
    let (started, _stop_when_the_client_leaves) = service.start_attended(&caller, asking).await?;
    Ok(service.finish(started).await?)
}

/// Seed 000's error: `error` is a string.
fn respond(answer: Result<Arc<Answer>, Problem>, method: &str) -> Response {
    match answer {
        Ok(answer) => Json(Reply(&answer)).into_response(),
        Err(problem) => refusal(problem, method),
    }
}

pub fn refusal(problem: Problem, method: &str) -> Response {
    let body = json!({
        "success": false,
        "error": problem.sentence(),
        "error_code": problem.detail.code,
        "method": method,
    });
    problem.respond_with(body)
}

/// What an answer of this path calls its way to answer; `None` for every path that is not seed 000's.
pub fn method_of(path: &str) -> Option<&'static str> {
    match path {
        "/query" => Some("simple"),
        "/query-agentic" => Some("agentic"),
        _ => None,
    }
}
