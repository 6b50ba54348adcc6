//! `/api/v1/ask`: seed 002's ask that returns at once, to be polled, streamed, stopped, judged and exported.

use super::asking::{HowToAsk, Question};
use super::body::{Args, JsonBody, Path};
use super::door::Visitor;
use super::error::Problem;
use super::stream::{Shape, StreamEvent, View, last_seen, stream};
use crate::export::{ExportFormat, export};
use crate::service::{About, Service};
use crate::shapes::{AskResult, is_told};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use vouch_model::{AskId, Status};
use vouch_store::records::{Feedback, Role};
use vouch_store::{SessionKind, Turn};

#[derive(Deserialize, ToSchema)]
pub struct AskBody {
    /// The question.
    #[schema(min_length = 1, max_length = 1000)]
    query: Option<String>,
    /// Asks as part of a session.
    session_id: Option<String>,
    #[serde(flatten)]
    how: HowToAsk,
}

#[derive(Serialize, ToSchema)]
pub struct Accepted {
    pub query_id: String,
    pub session_id: String,
    pub status: Status,
}

/// Asks a question and returns at once.
#[utoipa::path(post, path = "/api/v1/ask", tag = "ask", request_body = AskBody,
    responses((status = 202, description = "Accepted; the work goes on behind it", body = Accepted)))]
pub async fn submit(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<AskBody>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    let question = Question { field: "query", text: body.query };
    let kind = if body.session_id.is_some() { SessionKind::Chat } else { SessionKind::Ask };
    let asking = body.how.asking(&service, &caller, question, body.session_id, kind, &headers).await?;
    let started = service.start(&caller, asking).await?;
    let (query_id, session_id) = (started.id.to_string(), started.session.shown().to_owned());
    Ok((StatusCode::ACCEPTED, Json(Accepted { query_id, session_id, status: Status::Understanding })))
}

/// An ask as far as it has come.
#[utoipa::path(get, path = "/api/v1/ask/{query_id}", tag = "ask", params(("query_id" = String, Path)),
    responses((status = 200, description = "The ask as far as it has come", body = AskResult)))]
pub async fn poll(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<AskResult>, Problem> {
    let id = AskId::from_text(id);
    let (_, turn) = service.turn(&caller, &id).await?;
    let events = match turn.answer {
        Some(_) => Vec::new(),
        None => service.store.events(&id, 0).await?,
    };
    Ok(Json(AskResult::so_far(&turn, &events)))
}

/// Stops an ask.
#[utoipa::path(post, path = "/api/v1/ask/{query_id}/stop", tag = "ask", params(("query_id" = String, Path)),
    responses((status = 200, description = "Stopped, or ended before", body = AskResult)))]
pub async fn stop(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<AskResult>, Problem> {
    let turn = service.stop(&caller, &AskId::from_text(id)).await?;
    Ok(Json(AskResult::so_far(&turn, &[])))
}

#[derive(Serialize, ToSchema)]
pub struct FollowUps {
    /// Messages to the same session, each of which is understood.
    pub follow_ups: Vec<String>,
}

/// What one may ask next, given an answer.
#[utoipa::path(get, path = "/api/v1/ask/{query_id}/follow_ups", tag = "ask", params(("query_id" = String, Path)),
    responses((status = 200, description = "Up to three; none for what was not answered with rows", body = FollowUps)))]
pub async fn follow_ups(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<FollowUps>, Problem> {
    Ok(Json(FollowUps { follow_ups: service.follow_ups(&caller, &AskId::from_text(id)).await? }))
}

#[derive(Deserialize, IntoParams)]
pub struct StreamArgs {
    /// The number of the last event that was seen; the header Last-Event-ID says the same.
    last_event_id: Option<u64>,
}

/// Follows an ask live, from the beginning or from where a reader left off.
#[utoipa::path(get, path = "/api/v1/ask/{query_id}/stream", tag = "ask",
    params(("query_id" = String, Path), StreamArgs),
    responses((status = 200, description = "Events: status, step, and one done at the end", content_type = "text/event-stream", body = StreamEvent),
              (status = 204, description = "The last event was seen: there is nothing to come back for")))]
pub async fn events(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    Args(args): Args<StreamArgs>,
) -> Result<Response, Problem> {
    let id = AskId::from_text(id);
    let (_, turn) = service.turn(&caller, &id).await?;
    let view = View { shape: Shape::Ask, admin: caller.role == Role::Admin };
    resume(service, id, &turn, &headers, &args, view).await
}

/// The events from where a reader left off.
pub async fn resume(
    service: Arc<Service>,
    id: AskId,
    turn: &Turn,
    headers: &HeaderMap,
    args: &StreamArgs,
    view: View,
) -> Result<Response, Problem> {
    let seen = last_seen(headers, args.last_event_id);
    // A browser's EventSource comes back whenever a stream ends, until it is told that there is no more.
    if turn.answer.is_some() && seen > 0 {
        let events = service.store.events(&id, 0).await?;
        if events.iter().filter(|(_, event)| is_told(event)).count() as u64 <= seen {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
    }
    Ok(stream(service, id, seen, view).into_response())
}

#[derive(Deserialize, ToSchema)]
pub struct FeedbackBody {
    /// Whether the answer is right.
    good: bool,
    comment: Option<String>,
    /// What was meant, or the statement that would have been right.
    correction: Option<String>,
    /// The answer is right and may be given again: it is remembered.
    #[serde(default)]
    approve: bool,
}

#[derive(Serialize, ToSchema)]
pub struct FeedbackReply {
    pub query_id: String,
    /// The answer is remembered from now on.
    pub remembered: bool,
}

/// Says whether an answer is right; one that is approved is remembered.
#[utoipa::path(post, path = "/api/v1/ask/{query_id}/feedback", tag = "ask", params(("query_id" = String, Path)),
    request_body = FeedbackBody, responses((status = 200, description = "Kept", body = FeedbackReply)))]
pub async fn feedback(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<FeedbackBody>,
) -> Result<Json<FeedbackReply>, Problem> {
    if body.approve && !body.good {
        return Err(Problem::bad_request("An answer that is not right cannot be approved.", "Send good: true."));
    }
    for text in [&body.comment, &body.correction].into_iter().flatten() {
        if text.chars().count() > 10_000 {
            return Err(Problem::bad_request("A comment has at most 10,000 characters.", "Make it shorter."));
        }
    }
    let feedback = Feedback {
        ask: AskId::from_text(id.clone()),
        owner: caller.owner.clone(),
        good: body.good,
        comment: body.comment,
        correction: body.correction,
        at: jiff::Timestamp::now(),
    };
    let remembered = service.feedback(&caller, feedback, body.approve).await?;
    Ok(Json(FeedbackReply { query_id: id, remembered }))
}

#[derive(Deserialize, IntoParams)]
pub struct ExportArgs {
    /// csv, json, markdown, xlsx, parquet or arrow.
    format: Option<String>,
}

/// The rows of an answer as a file.
#[utoipa::path(get, path = "/api/v1/ask/{query_id}/export", tag = "ask",
    params(("query_id" = String, Path), ExportArgs),
    responses((status = 200, description = "The rows as a file", content((String = "text/csv"), (Vec<serde_json::Value> = "application/json"), (String = "text/markdown"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "application/vnd.apache.parquet"), (String = "application/vnd.apache.arrow.file")))))]
pub async fn export_rows(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    Args(args): Args<ExportArgs>,
) -> Result<Response, Problem> {
    caller.require(Role::Analyst, "export rows")?;
    let name = args.format.as_deref().unwrap_or("csv");
    let format = ExportFormat::from_name(name).ok_or_else(|| {
        Problem::bad_request(&format!("'{name}' is not a format."), &format!("Use one of {}.", ExportFormat::names()))
    })?;
    let (_, turn) = service.turn(&caller, &AskId::from_text(id.clone())).await?;
    let Some(results) = turn.answer.and_then(|answer| answer.results) else {
        let hint = "Wait for the answer; a question that was asked back or failed has none.";
        return Err(Problem::new(StatusCode::CONFLICT, "CONFLICT", "This question has no rows to export.", hint));
    };
    let file = tokio::task::spawn_blocking(move || export(&results, format)).await;
    let file = file.map_err(std::io::Error::other).and_then(|made| made).map_err(|error| {
        tracing::error!(%error, "rows could not be exported");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", "The rows could not be written.", "Try csv.")
    })?;
    let about = About { detail: Some(format.name()), ..About::subject(&id) };
    service.record(&caller, "export", about).await;
    let disposition = format!("attachment; filename=\"vouch-{}.{}\"", short(&id), format.extension());
    Ok(([(header::CONTENT_TYPE, format.media_type().to_owned()), (header::CONTENT_DISPOSITION, disposition)], file)
        .into_response())
}

/// The part of an id that tells files apart, and nothing that a header would stumble over.
fn short(id: &str) -> String {
    let plain: Vec<char> = id.chars().filter(char::is_ascii_alphanumeric).collect();
    plain.iter().skip(plain.len().saturating_sub(8)).collect()
}
