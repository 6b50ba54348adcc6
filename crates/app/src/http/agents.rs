//! `/agents/text-to-sql`: seed 004's chat over a dataset, with its own words.

use super::asking::{HowToAsk, Question, repeat_key};
use super::body::{JsonBody, Path};
use super::chat::{Ended, Message, messages};
use super::door::Visitor;
use super::error::Problem;
use crate::service::{Caller, Service, Target};
use crate::session::AskError;
use crate::shapes::{problem_of, rows_found, said};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json_;
use std::sync::Arc;
use utoipa::ToSchema;
use vouch_model::{Answer, Catalog, DataType, Outcome, SessionId, Timings, Usage};
use vouch_store::{Session, SessionFilter, SessionKind};

/// Questions offered at the start of a session.
const EXAMPLES: usize = 5;
/// Messages that a session is shown with.
const SHOWN_MESSAGES: usize = 10;

#[derive(Deserialize, ToSchema)]
pub struct StartBody {
    #[serde(flatten)]
    how: HowToAsk,
}

/// Seed 004's `SchemaContext`: the first table, and all of them beside it.
#[derive(Serialize, ToSchema)]
pub struct SchemaContext {
    pub table_name: String,
    pub columns: Vec<ColumnInfo>,
    pub row_count: u64,
    /// A dataset of several files has several.
    pub tables: Vec<TableContext>,
}

#[derive(Serialize, ToSchema)]
pub struct TableContext {
    pub table_name: String,
    pub columns: Vec<ColumnInfo>,
    pub row_count: u64,
}

#[derive(Clone, Serialize, ToSchema)]
pub struct ColumnInfo {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    /// For text columns only.
    pub sample_values: Option<Vec<String>>,
}

impl SchemaContext {
    fn of(catalog: &Catalog) -> Self {
        let columns = |table: &vouch_model::Table| -> Vec<ColumnInfo> {
            let column = |c: &vouch_model::Column| ColumnInfo {
                name: c.name.clone(),
                type_name: c.native_type.clone(),
                sample_values: (c.data_type == DataType::Text && !c.samples.is_empty()).then(|| c.samples.clone()),
            };
            table.columns.iter().map(column).collect()
        };
        let tables: Vec<TableContext> = catalog
            .tables
            .iter()
            .map(|table| TableContext {
                table_name: table.qualified_name(),
                columns: columns(table),
                row_count: table.row_count.unwrap_or(0),
            })
            .collect();
        let first = tables.first();
        Self {
            table_name: first.map(|table| table.table_name.clone()).unwrap_or_default(),
            columns: first.map(|table| table.columns.clone()).unwrap_or_default(),
            row_count: first.map_or(0, |table| table.row_count),
            tables,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct StartReply {
    pub session_id: String,
    pub schema: SchemaContext,
    pub sample_questions: Vec<String>,
}

async fn schema(target: &Target) -> Result<SchemaContext, Problem> {
    Ok(SchemaContext::of(&*target.conversations.analyst().catalog().await?))
}

/// A dataset that is not there, in the seed's words.
fn no_dataset(error: AskError) -> Problem {
    match error {
        AskError::NotFound { what: "dataset", .. } => {
            let hint = "Upload one with POST /api/v1/datasets, or list yours with GET.";
            Problem::new(StatusCode::NOT_FOUND, "NOT_FOUND", "Dataset not found", hint)
        }
        other => other.into(),
    }
}

/// Begins a session over a dataset or a source.
#[utoipa::path(post, path = "/agents/text-to-sql/start-session", tag = "dataset chat", request_body = StartBody,
    responses((status = 200, description = "A session over the dataset", body = StartReply)))]
pub async fn start_session(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<StartBody>,
) -> Result<Json<StartReply>, Problem> {
    let target = service.target(&caller, &body.how.source_name()).await.map_err(no_dataset)?;
    let analyst = target.conversations.analyst();
    let sample_questions = analyst.sample_questions(EXAMPLES).await?;
    let schema = schema(&target).await?;
    let said = serde_json::json!([target.conversations.source(), target.conversations.tenant()]);
    let (known, who) = (&service, &caller);
    let find = |id: String| async move { known.session(who, &SessionId::from_text(id)).await };
    let make = async {
        let session = known.create_session(who, &target, SessionKind::Agent, &target.name).await?;
        Ok((session.id.to_string(), session))
    };
    let session = service.once(&caller, &repeat_key(&headers)?, ("start-session", said), find, make).await?;
    Ok(Json(StartReply { session_id: session.id.shown().to_owned(), schema, sample_questions }))
}

#[derive(Deserialize, ToSchema)]
pub struct AgentBody {
    session_id: String,
    #[schema(min_length = 1, max_length = 1000)]
    message: String,
    #[serde(flatten)]
    how: HowToAsk,
}

#[derive(Serialize, ToSchema)]
pub struct AgentReply {
    /// `success`, `error` or `clarification_needed`.
    pub status: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sql_query: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Object>>)]
    pub results: Option<Vec<Json_>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_count: Option<usize>,
    /// Whether there are more rows than came back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_details: Option<String>,
    /// The same in a word, as everywhere: NO_RELEVANT_DATA, NOT_UNDERSTOOD, TIMEOUT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// The result in words, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    pub query_id: String,
    pub timings: Timings,
    pub usage: Usage,
}

impl AgentReply {
    fn of(answer: &Answer) -> Self {
        let mut reply = Self {
            status: "success",
            message: said(answer),
            sql_query: answer.sql.clone(),
            results: None,
            columns: None,
            row_count: None,
            truncated: None,
            error_details: None,
            error_code: problem_of(&answer.outcome).map(|problem| problem.code),
            explanation: answer.explanation.as_ref().map(|explanation| explanation.text()),
            query_id: answer.id.to_string(),
            timings: answer.timings.clone(),
            usage: answer.usage.clone(),
        };
        match &answer.outcome {
            Outcome::Answered => {
                if let Some(results) = &answer.results {
                    reply.message = success_message(answer, results.rows.len());
                    reply.results = Some(results.rows.iter().map(|row| results.row_to_json(row)).collect());
                    reply.columns = Some(results.columns.iter().map(|column| column.name.clone()).collect());
                    reply.row_count = Some(results.rows.len());
                    reply.truncated = Some(results.truncated);
                }
            }
            Outcome::Clarify { .. } => reply.status = "clarification_needed",
            Outcome::Declined { message, .. } | Outcome::Failed { message, .. } => {
                reply.status = "error";
                // A repair that failed too returns the first error: it is about what was asked.
                let first = answer.attempts.iter().find_map(|attempt| Some((attempt, attempt.error.as_ref()?)));
                match first {
                    Some((attempt, error)) => {
                        reply.message = "The generated query failed to execute.".to_owned();
                        reply.sql_query = Some(attempt.sql.clone());
                        reply.error_details = Some(error.message.clone());
                    }
                    None => reply.error_details = Some(message.clone()),
                }
            }
            Outcome::Stopped => {
                reply.status = "error";
                reply.error_details = Some("The question was stopped.".to_owned());
            }
        }
        reply
    }
}

/// With seed 004's word for a statement that had to be corrected.
fn success_message(answer: &Answer, rows: usize) -> String {
    let corrected = answer.attempts.iter().any(|attempt| attempt.error.is_some());
    let found = rows_found(rows);
    if corrected { format!("The query was corrected and executed. {found}") } else { found }
}

/// A session of this door; any other is one that never was.
async fn session(service: &Service, caller: &Caller, id: &str) -> Result<Session, Problem> {
    let gone = || {
        let hint = "Begin another with POST /agents/text-to-sql/start-session.";
        Problem::new(StatusCode::NOT_FOUND, "NOT_FOUND", "Session not found or expired", hint)
    };
    match service.session(caller, &SessionId::from_text(id)).await {
        Ok(session) if session.kind == SessionKind::Agent => Ok(session),
        Ok(_) => Err(gone()),
        Err(AskError::NotFound { .. } | AskError::Expired { .. }) => Err(gone()),
        Err(error) => Err(error.into()),
    }
}

/// Asks a question in a session over a dataset.
#[utoipa::path(post, path = "/agents/text-to-sql/chat", tag = "dataset chat", request_body = AgentBody,
    responses((status = 200, description = "Rows, a question back, or an error", body = AgentReply)))]
pub async fn chat(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<AgentBody>,
) -> Result<Json<AgentReply>, Problem> {
    let AgentBody { session_id: id, message, how } = body;
    let session = session(&service, &caller, &id).await?;
    service.target_of_session(&caller, &session).await.map_err(no_dataset)?;
    let asking = how.asking(&service, &caller, Question::of(message), Some(id), SessionKind::Agent, &headers).await?;
    let started = service.start(&caller, asking).await?;
    let answer = service.finish(started).await?;
    Ok(Json(AgentReply::of(&answer)))
}

#[derive(Serialize, ToSchema)]
pub struct SessionState {
    pub session_id: String,
    pub dataset_id: Option<String>,
    pub source: Option<String>,
    pub schema: SchemaContext,
    pub messages: Vec<Message>,
    pub created_at: String,
    pub last_activity: String,
}

/// A session over a dataset: its state and history.
#[utoipa::path(get, path = "/agents/text-to-sql/session/{session_id}", tag = "dataset chat",
    params(("session_id" = String, Path)), responses((status = 200, description = "State and history", body = SessionState)))]
pub async fn get_session(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<SessionState>, Problem> {
    let session = session(&service, &caller, &id).await?;
    let target = service.target_of_session(&caller, &session).await.map_err(no_dataset)?;
    let mut messages = messages(&service.store.turns(&session.id).await?);
    messages.drain(..messages.len().saturating_sub(SHOWN_MESSAGES));
    let dataset_id = target.dataset.as_ref().map(|id| id.to_string());
    Ok(Json(SessionState {
        session_id: session.id.shown().to_owned(),
        source: dataset_id.is_none().then(|| target.name.clone()),
        dataset_id,
        schema: schema(&target).await?,
        messages,
        created_at: session.created_at.to_string(),
        last_activity: session.last_activity.to_string(),
    }))
}

/// Ends a session over a dataset.
#[utoipa::path(delete, path = "/agents/text-to-sql/session/{session_id}", tag = "dataset chat",
    params(("session_id" = String, Path)), responses((status = 200, description = "Ended", body = Ended)))]
pub async fn end_session(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<Ended>, Problem> {
    let session = session(&service, &caller, &id).await?;
    service.delete_session(&caller, &session.id).await?;
    Ok(Json(Ended { status: "success", message: format!("Session {id} ended successfully") }))
}

#[derive(Serialize, ToSchema)]
pub struct AgentHealth {
    pub status: &'static str,
    pub service: &'static str,
    pub version: &'static str,
    pub active_sessions: usize,
}

/// Whether this door is open, and how many sessions it has.
#[utoipa::path(get, path = "/agents/text-to-sql/health", tag = "dataset chat",
    responses((status = 200, description = "Alive", body = AgentHealth)))]
pub async fn health(State(service): State<Arc<Service>>) -> Result<Json<AgentHealth>, Problem> {
    let filter = SessionFilter { kind: Some(SessionKind::Agent), limit: usize::MAX, ..SessionFilter::default() };
    let now = jiff::Timestamp::now();
    let active = service.store.sessions(&filter).await?.iter().filter(|session| !session.expired(now)).count();
    Ok(Json(AgentHealth {
        status: "healthy",
        service: "text_to_sql_agent",
        version: env!("CARGO_PKG_VERSION"),
        active_sessions: active,
    }))
}
