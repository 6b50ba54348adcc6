//! `/api/v1/chat`: seed 002's conversations. A message is answered in one go or as a stream; sessions are listed, read,
//! renamed, shared, stopped and deleted.

use super::asking::{HowToAsk, Question, repeat_key};
use super::body::{Args, JsonBody, MaybeBody, Path};
use super::door::Visitor;
use super::error::Problem;
use super::stream::{Shape, StreamEvent, View, stream};
use crate::service::{Caller, Service, Started};
use crate::session::DATASET;
use crate::shapes::{AskResult, ChatReply, said};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use vouch_model::{DatasetId, SessionId};
use vouch_store::records::Role;
use vouch_store::{Session, SessionKind, Turn};

#[derive(Deserialize, ToSchema)]
pub struct ChatBody {
    /// The question, or the answer to a question back.
    #[schema(min_length = 1, max_length = 1000)]
    message: Option<String>,
    /// Goes on with this conversation, or begins it; without it a new one begins.
    session_id: Option<String>,
    #[serde(flatten)]
    how: HowToAsk,
}

async fn start(
    service: &Arc<Service>,
    caller: &Caller,
    headers: &HeaderMap,
    body: ChatBody,
) -> Result<Started, Problem> {
    let message = Question { field: "message", text: body.message };
    let asking = body.how.asking(service, caller, message, body.session_id, SessionKind::Chat, headers).await?;
    Ok(service.start(caller, asking).await?)
}

/// Says something in a conversation and waits for the answer.
#[utoipa::path(post, path = "/api/v1/chat", tag = "chat", request_body = ChatBody,
    responses((status = 200, description = "The whole answer", body = ChatReply)))]
pub async fn chat(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChatBody>,
) -> Result<Json<ChatReply>, Problem> {
    let started = start(&service, &caller, &headers, body).await?;
    let answer = service.finish(started).await?;
    Ok(Json(ChatReply::of_answer(&answer)))
}

/// The ask goes on when the reader leaves; `/api/v1/ask/{query_id}/stream` takes it up again.
#[utoipa::path(post, path = "/api/v1/chat/stream", tag = "chat", request_body = ChatBody,
    responses((status = 200, description = "Events: status, step, and one done at the end", content_type = "text/event-stream", body = StreamEvent)))]
pub async fn chat_stream(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChatBody>,
) -> Result<Response, Problem> {
    let started = start(&service, &caller, &headers, body).await?;
    let view = View { shape: Shape::Chat, admin: caller.role == Role::Admin };
    let (id, session) = (started.id.clone(), started.session.clone());
    let mut response = stream(service, id.clone(), 0, view).into_response();
    for (name, value) in [("x-query-id", id.as_str()), ("x-session-id", session.shown())] {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    Ok(response)
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SessionBody {
    title: Option<String>,
    #[serde(flatten)]
    how: HowToAsk,
}

#[derive(Serialize, ToSchema)]
pub struct SessionShape {
    pub session_id: String,
    pub title: String,
    /// What it talks about: what was last uploaded into it, else what it began with.
    pub source: String,
    pub dataset_id: Option<String>,
    pub client_id: Option<String>,
    pub created_at: String,
    pub last_activity: String,
    pub message_count: u64,
}

impl SessionShape {
    async fn of(service: &Service, caller: &Caller, session: &Session) -> Result<Self, Problem> {
        let uploads = service.uploads_of_sessions(caller).await?;
        Ok(Self::with(service, caller, session, &uploads).await)
    }

    /// Where it is known already what was uploaded into which session.
    async fn with(
        service: &Service,
        caller: &Caller,
        session: &Session,
        uploads: &HashMap<SessionId, DatasetId>,
    ) -> Self {
        let source = uploads.get(&session.id).map(|id| format!("{DATASET}{id}"));
        let source = source.as_ref().unwrap_or(&session.source);
        let dataset_id = source.strip_prefix(DATASET).map(str::to_owned);
        let source = service.source_name(caller, source).await;
        Self {
            session_id: session.id.shown().to_owned(),
            title: session.title.clone(),
            // One that is no longer served still has a name.
            source: source.unwrap_or_else(|_| "no longer served".to_owned()),
            dataset_id,
            client_id: session.tenant.clone(),
            created_at: session.created_at.to_string(),
            last_activity: session.last_activity.to_string(),
            // A question and its answer are two messages.
            message_count: session.turn_count * 2,
        }
    }
}

/// Begins an empty conversation.
#[utoipa::path(post, path = "/api/v1/chat/sessions", tag = "chat", request_body = SessionBody,
    responses((status = 201, description = "A new session", body = SessionShape)))]
pub async fn create(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    MaybeBody(body): MaybeBody<SessionBody>,
) -> Result<(StatusCode, Json<SessionShape>), Problem> {
    let target = service.target(&caller, &body.how.source_name()).await?;
    let title = body.title.unwrap_or_else(|| "New conversation".to_owned());
    let said = serde_json::json!([target.conversations.source(), target.conversations.tenant(), title]);
    let (known, who) = (&service, &caller);
    let find = |id: String| async move { known.session(who, &SessionId::from_text(id)).await };
    let make = async {
        let session = known.create_session(who, &target, SessionKind::Chat, &title).await?;
        Ok((session.id.to_string(), session))
    };
    let session = service.once(&caller, &repeat_key(&headers)?, ("session", said), find, make).await?;
    Ok((StatusCode::CREATED, Json(SessionShape::of(&service, &caller, &session).await?)))
}

#[derive(Deserialize, IntoParams)]
pub struct ListArgs {
    /// Part of a title or a question.
    search: Option<String>,
    #[param(maximum = 1000)]
    limit: Option<usize>,
    skip: Option<usize>,
}

#[derive(Serialize, ToSchema)]
pub struct SessionList {
    pub sessions: Vec<SessionShape>,
}

/// Lists or searches one's conversations.
#[utoipa::path(get, path = "/api/v1/chat/sessions", tag = "chat", params(ListArgs),
    responses((status = 200, description = "The caller's sessions, latest first", body = SessionList)))]
pub async fn list(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Args(args): Args<ListArgs>,
) -> Result<Json<SessionList>, Problem> {
    let limit = args.limit.unwrap_or(50).min(1_000);
    let found = service.sessions(&caller, args.search.as_deref(), args.skip.unwrap_or(0), limit).await?;
    let uploads = service.uploads_of_sessions(&caller).await?;
    let mut sessions = Vec::new();
    for session in &found {
        sessions.push(SessionShape::with(&service, &caller, session, &uploads).await);
    }
    Ok(Json(SessionList { sessions }))
}

/// A session with everything that was said in it.
#[derive(Serialize, ToSchema)]
pub struct Conversation {
    #[serde(flatten)]
    pub session: SessionShape,
    /// As a chat shows it.
    pub messages: Vec<Message>,
    /// The same, with all that belongs to each answer; what still runs is there, too.
    pub turns: Vec<AskResult>,
}

#[derive(Serialize, ToSchema)]
pub struct Message {
    /// `user` or `assistant`.
    pub role: &'static str,
    pub content: String,
    pub sql_query: Option<String>,
    pub timestamp: String,
}

/// Seed 004's messages, two for a turn.
pub fn messages(turns: &[Turn]) -> Vec<Message> {
    let of_turn = |turn: &Turn| {
        let question = Message {
            role: "user",
            content: turn.question.clone(),
            sql_query: None,
            timestamp: turn.started_at.to_string(),
        };
        let answer = turn.answer.as_ref().map(|answer| Message {
            role: "assistant",
            content: said(answer),
            sql_query: answer.sql.clone(),
            timestamp: turn.closed_at.unwrap_or(turn.started_at).to_string(),
        });
        std::iter::once(question).chain(answer).collect::<Vec<_>>()
    };
    turns.iter().flat_map(of_turn).collect()
}

async fn conversation(
    service: &Service,
    caller: &Caller,
    session: &Session,
    turns: &[Turn],
) -> Result<Json<Conversation>, Problem> {
    let mut shown = Vec::new();
    for turn in turns {
        let events = match turn.answer {
            Some(_) => Vec::new(),
            None => service.store.events(&turn.id, 0).await?,
        };
        shown.push(AskResult::so_far(turn, &events));
    }
    let session = SessionShape::of(service, caller, session).await?;
    Ok(Json(Conversation { session, messages: messages(turns), turns: shown }))
}

/// A conversation with all that was said in it.
#[utoipa::path(get, path = "/api/v1/chat/sessions/{session_id}", tag = "chat", params(("session_id" = String, Path)),
    responses((status = 200, description = "The session and its history", body = Conversation)))]
pub async fn get(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<Conversation>, Problem> {
    let (session, turns) = service.turns(&caller, &SessionId::from_text(id)).await?;
    conversation(&service, &caller, &session, &turns).await
}

#[derive(Deserialize, ToSchema)]
pub struct TitleBody {
    title: String,
}

/// Renames a conversation.
#[utoipa::path(patch, path = "/api/v1/chat/sessions/{session_id}", tag = "chat", params(("session_id" = String, Path)),
    request_body = TitleBody, responses((status = 200, description = "Renamed", body = SessionShape)))]
pub async fn rename(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<TitleBody>,
) -> Result<Json<SessionShape>, Problem> {
    let session = service.rename_session(&caller, &SessionId::from_text(id), &body.title).await?;
    Ok(Json(SessionShape::of(&service, &caller, &session).await?))
}

/// Seed 004's words, for both doors.
#[derive(Serialize, ToSchema)]
pub struct Ended {
    pub status: &'static str,
    pub message: String,
}

/// Deletes a conversation.
#[utoipa::path(delete, path = "/api/v1/chat/sessions/{session_id}", tag = "chat", params(("session_id" = String, Path)),
    responses((status = 200, description = "Gone, with all that was said in it", body = Ended)))]
pub async fn delete(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<Ended>, Problem> {
    let id = SessionId::from_text(id);
    service.delete_session(&caller, &id).await?;
    Ok(Json(Ended { status: "success", message: format!("Session {id} ended successfully") }))
}

#[derive(Serialize, ToSchema)]
pub struct Stopped {
    pub session_id: String,
    /// The asks that ran.
    pub stopped: Vec<String>,
}

/// Stops whatever runs in a conversation.
#[utoipa::path(post, path = "/api/v1/chat/sessions/{session_id}/stop", tag = "chat", params(("session_id" = String, Path)),
    responses((status = 200, description = "Nothing runs in it any longer", body = Stopped)))]
pub async fn stop(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<Stopped>, Problem> {
    let stopped = service.stop_session(&caller, &SessionId::from_text(id.clone())).await?;
    Ok(Json(Stopped { session_id: id, stopped: stopped.iter().map(|id| id.to_string()).collect() }))
}

#[derive(Serialize, ToSchema)]
pub struct ShareReply {
    pub token: String,
    /// Where the session can be read.
    pub link: String,
}

/// Makes a link that shows a conversation.
#[utoipa::path(post, path = "/api/v1/chat/sessions/{session_id}/share", tag = "chat", params(("session_id" = String, Path)),
    responses((status = 201, description = "A link for who may see the same source", body = ShareReply)))]
pub async fn share(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<ShareReply>), Problem> {
    let share = service.share(&caller, &SessionId::from_text(id)).await?;
    let link = format!("/api/v1/chat/shared/{}", share.token);
    Ok((StatusCode::CREATED, Json(ShareReply { token: share.token, link })))
}

/// The conversation that a link leads to.
#[utoipa::path(get, path = "/api/v1/chat/shared/{token}", tag = "chat", params(("token" = String, Path)),
    responses((status = 200, description = "A session that was shared", body = Conversation)))]
pub async fn shared(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(token): Path<String>,
) -> Result<Json<Conversation>, Problem> {
    let (session, turns) = service.shared(&caller, &token).await?;
    conversation(&service, &caller, &session, &turns).await
}
