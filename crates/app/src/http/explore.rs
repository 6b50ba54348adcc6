//! `/api/agentic-explore` (seed 003) and `/api/v1/explorations`: explored step by step, watched, stopped. What is reported on
//! them is in `report`.

use super::ask::{StreamArgs, resume};
use super::asking::{HowToAsk, Question};
use super::body::{Args, JsonBody, Path};
use super::door::Visitor;
use super::error::Problem;
use super::stream::{Shape, StreamEvent, View, stream};
use crate::service::{Asking, Caller, Inline, Service, Started};
use crate::shapes::{ExploreResult, ExploreStatus};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use utoipa::ToSchema;
use vouch_model::{AskId, AskMode, ExploreOptions};
use vouch_store::SessionKind;
use vouch_store::records::Role;

/// A question for an exploration, with a source or with the rows themselves.
#[derive(Deserialize, ToSchema)]
pub struct ExploreBody {
    /// What to find out.
    #[schema(min_length = 1, max_length = 1000)]
    question: Option<String>,
    /// Names and types of the columns of `sampleData`.
    schema: Option<Vec<ColumnBody>>,
    /// Rows to explore, where no source is named: they become the table t_parsed for as long as the session lasts.
    #[serde(rename = "sampleData")]
    #[schema(value_type = Option<Vec<Object>>)]
    sample_data: Option<Vec<Value>>,
    #[serde(rename = "rowCount")]
    #[expect(dead_code, reason = "seed 003 sends it; the rows are counted")]
    row_count: Option<u64>,
    /// What the data is, in words.
    #[serde(rename = "dataDescription")]
    #[schema(max_length = 4000)]
    data_description: Option<String>,
    /// Steps it may take.
    #[serde(rename = "maxSteps")]
    #[schema(minimum = 1, maximum = 15)]
    max_steps: Option<i64>,
    /// Goes on in this session; without it one of its own begins.
    session_id: Option<String>,
    /// Answers at once with the id; the exploration goes on behind it.
    #[serde(default)]
    background: bool,
    /// Answers with a stream of events.
    #[serde(default)]
    stream: bool,
    #[serde(flatten)]
    how: HowToAsk,
}

#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "the types are found in the rows; the seed sends them")]
pub struct ColumnBody {
    name: String,
    #[serde(rename = "type")]
    type_name: Option<String>,
}

/// An exploration that was begun.
#[derive(Serialize, ToSchema)]
pub struct ExploreAccepted {
    pub exploration_id: String,
    pub session_id: String,
    pub status: ExploreStatus,
}

/// Explores the data step by step.
#[utoipa::path(post, path = "/api/agentic-explore", tag = "explore", request_body = ExploreBody,
    responses((status = 200, description = "The exploration, complete; as events with stream: true",
                content((ExploreResult = "application/json"), (StreamEvent = "text/event-stream"))),
              (status = 202, description = "Begun, with background: true", body = ExploreAccepted)))]
pub async fn explore(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ExploreBody>,
) -> Result<Response, Problem> {
    let wants_events = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let streams = body.stream || wants_events.is_some_and(|accept| accept.contains("text/event-stream"));
    let background = body.background;
    let started = start(&service, &caller, &headers, body).await?;
    if streams {
        let id = started.id.clone();
        return Ok(stream(service, id, 0, view(&caller)).into_response());
    }
    if background {
        let accepted = ExploreAccepted {
            exploration_id: started.id.to_string(),
            session_id: started.session.shown().to_owned(),
            status: ExploreStatus::Running,
        };
        return Ok((StatusCode::ACCEPTED, Json(accepted)).into_response());
    }
    let answer = service.finish(started).await?;
    Ok(Json(ExploreResult::of_answer(&answer)).into_response())
}

fn view(caller: &Caller) -> View {
    View { shape: Shape::Exploration, admin: caller.role == Role::Admin }
}

async fn start(
    service: &Arc<Service>,
    caller: &Caller,
    headers: &HeaderMap,
    mut body: ExploreBody,
) -> Result<Started, Problem> {
    let missing =
        || Problem::bad_request("The field question is missing.", "Send {\"question\": \"what to find out\"}.");
    let question = body.question.take().ok_or_else(missing)?;
    let max_steps = match body.max_steps {
        None => ExploreOptions::MOST_STEPS,
        Some(steps) => u32::try_from(steps)
            .ok()
            .filter(|steps| (1..=ExploreOptions::MOST_STEPS).contains(steps))
            .ok_or_else(|| Problem::bad_request("maxSteps must be 1 to 15.", "Leave it out for 15."))?,
    };
    if body.data_description.as_ref().is_some_and(|text| text.chars().count() > 4_000) {
        return Err(Problem::bad_request("dataDescription has at most 4,000 characters.", "Make it shorter."));
    }
    let inline = inline(service, caller, &mut body).await?;
    let begun = async {
        let kind = if body.session_id.is_some() { SessionKind::Chat } else { SessionKind::Ask };
        let session = body.session_id.take();
        let asked = Question::of(question);
        let mut asking: Asking = body.how.asking(service, caller, asked, session, kind, headers).await?;
        asking.request.mode = AskMode::Explore;
        asking.request.explore = ExploreOptions { max_steps, description: body.data_description };
        asking.brought = inline.as_ref().and_then(|inline| inline.digest.clone());
        let dataset = inline.as_ref().map(|inline| inline.dataset.clone());
        Ok(service.start_exploration(caller, asking, dataset).await?)
    };
    let started: Result<Started, Problem> = begun.await;
    if let Some(inline) = inline
        && started.as_ref().map_or(true, Started::is_earlier)
    {
        // Nobody will ever ask it.
        service.drop_dataset(&inline.dataset).await?;
    }
    started
}

/// Rows that came along become a dataset, which is then what is asked.
async fn inline(service: &Service, caller: &Caller, body: &mut ExploreBody) -> Result<Option<Inline>, Problem> {
    let Some(rows) = body.sample_data.take().filter(|rows| !rows.is_empty()) else {
        // A schema without rows describes nothing that could be explored, unless a source is named.
        let named = body.how.source.is_some() || body.how.dataset_id.is_some() || body.session_id.is_some();
        return match body.schema.take() {
            Some(_) if !named => Err(Problem::bad_request(
                "There are no rows in sampleData.",
                "Send the rows, or name a source or a dataset_id.",
            )),
            _ => Ok(None),
        };
    };
    if body.how.source.is_some() || body.how.dataset_id.is_some() {
        let hint = "Leave out one of them.";
        return Err(Problem::bad_request("sampleData and a source exclude each other.", hint));
    }
    let inline = service.inline_dataset(caller, &rows, body.session_id.as_deref()).await?;
    body.how.dataset_id = Some(inline.dataset.id.to_string());
    Ok(Some(inline))
}

/// What a tool takes, and where it looks.
#[derive(Deserialize, ToSchema)]
pub struct ToolBody {
    /// As the tool's description has it.
    #[serde(default)]
    #[schema(value_type = Object)]
    arguments: Value,
    #[serde(flatten)]
    how: HowToAsk,
}

/// Seed 003's envelope: `success`, and the result or `error` and `hint`.
#[utoipa::path(post, path = "/api/v1/tools/{tool}", tag = "explore", params(("tool" = String, Path,
    description = "executeSQLQuery, createVisualization, profileData, validateAnalysis or findPatterns")),
    request_body = ToolBody, responses((status = 200, description = "What the tool gave", body = Object)))]
pub async fn tool(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(tool): Path<String>,
    JsonBody(body): JsonBody<ToolBody>,
) -> Result<Json<Value>, Problem> {
    caller.require(Role::Analyst, "use tools")?;
    if !vouch_analyst::EXPLORATION_TOOLS.contains(&tool.as_str()) {
        let hint = format!("There are: {}.", vouch_analyst::EXPLORATION_TOOLS.join(", "));
        return Err(Problem::new(StatusCode::NOT_FOUND, "NOT_FOUND", "There is no such tool.", &hint));
    }
    Ok(Json(service.use_tool(&caller, &body.how.source_name(), &tool, body.arguments).await?))
}

#[derive(Serialize, ToSchema)]
pub struct ExplorationList {
    pub explorations: Vec<ExplorationLine>,
}

#[derive(Serialize, ToSchema)]
pub struct ExplorationLine {
    pub exploration_id: String,
    pub session_id: String,
    pub question: String,
    pub status: ExploreStatus,
    pub source: String,
    pub created_at: String,
    pub has_report: bool,
}

/// Lists one's explorations.
#[utoipa::path(get, path = "/api/v1/explorations", tag = "explore",
    responses((status = 200, description = "Your explorations, newest first", body = ExplorationList)))]
pub async fn list(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
) -> Result<Json<ExplorationList>, Problem> {
    let found = service.explorations(&caller).await?;
    let lines = found.into_iter().map(|(explored, turn)| ExplorationLine {
        exploration_id: explored.id.to_string(),
        session_id: explored.session.shown().to_owned(),
        status: turn.answer.as_ref().map_or(ExploreStatus::Running, |answer| ExploreStatus::of(&answer.outcome)),
        question: explored.question,
        source: explored.source,
        created_at: explored.created_at.to_string(),
        has_report: explored.report.is_some(),
    });
    Ok(Json(ExplorationList { explorations: lines.collect() }))
}

/// An exploration as far as it has come.
#[utoipa::path(get, path = "/api/v1/explorations/{exploration_id}", tag = "explore",
    params(("exploration_id" = String, Path)),
    responses((status = 200, description = "The exploration, as far as it has come", body = ExploreResult)))]
pub async fn get(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<ExploreResult>, Problem> {
    let id = AskId::from_text(id);
    let (_, _, turn) = service.exploration(&caller, &id).await?;
    let events = match turn.answer {
        Some(_) => Vec::new(),
        None => service.store.events(&id, 0).await?,
    };
    Ok(Json(ExploreResult::so_far(&turn, &events)))
}

/// Stops an exploration.
#[utoipa::path(post, path = "/api/v1/explorations/{exploration_id}/stop", tag = "explore",
    params(("exploration_id" = String, Path)),
    responses((status = 200, description = "Stopped, or ended before", body = ExploreResult)))]
pub async fn stop(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<ExploreResult>, Problem> {
    let id = AskId::from_text(id);
    service.exploration(&caller, &id).await?;
    let turn = service.stop(&caller, &id).await?;
    Ok(Json(ExploreResult::so_far(&turn, &[])))
}

/// Follows an exploration live.
#[utoipa::path(get, path = "/api/v1/explorations/{exploration_id}/stream", tag = "explore",
    params(("exploration_id" = String, Path), StreamArgs),
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
    let (_, _, turn) = service.exploration(&caller, &id).await?;
    let view = view(&caller);
    resume(service, id, &turn, &headers, &args, view).await
}
