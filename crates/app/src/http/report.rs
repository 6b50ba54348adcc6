//! `/api/report` (seed 003) and the report on an exploration as a file: written when somebody asks for it.

use super::asking::HowToAsk;
use super::body::{Args, JsonBody, Path};
use super::door::Visitor;
use super::error::Problem;
use super::explore::ColumnBody;
use super::stream::StreamEvent;
use crate::publish::{ReportFormat, publish};
use crate::service::{Caller, Service};
use crate::shapes::GivenResults;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use vouch_model::{AskId, Exploration};
use vouch_store::records::Role;

#[derive(Deserialize, IntoParams)]
pub struct ReportArgs {
    /// markdown, html or pdf.
    format: Option<String>,
}

/// The report on an exploration as a file.
#[utoipa::path(get, path = "/api/v1/explorations/{exploration_id}/report", tag = "explore",
    params(("exploration_id" = String, Path), ReportArgs),
    responses((status = 200, description = "The report; written at the first request and kept",
        content((String = "text/markdown"), (String = "text/html"), (String = "application/pdf")))))]
pub async fn report_file(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    Args(args): Args<ReportArgs>,
) -> Result<Response, Problem> {
    caller.require(Role::Analyst, "export reports")?;
    let format = format(args.format.as_deref())?;
    let (markdown, exploration, explored) = service.report_on(&caller, &AskId::from_text(id)).await?;
    file(format, &explored.question, &explored.source, markdown, &exploration).await
}

fn format(name: Option<&str>) -> Result<ReportFormat, Problem> {
    let name = name.unwrap_or("markdown");
    ReportFormat::from_name(name)
        .ok_or_else(|| Problem::bad_request(&format!("'{name}' is not a format."), "Use markdown, html or pdf."))
}

async fn file(
    format: ReportFormat,
    title: &str,
    source: &str,
    markdown: String,
    exploration: &Exploration,
) -> Result<Response, Problem> {
    let made = publish(format, title, source, &markdown, &exploration.charts).await.map_err(|error| {
        tracing::error!(%error, "a report could not be made");
        let message = format!("The report could not be made as {}.", format.name());
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", &message, "Ask for it as markdown.")
    })?;
    let disposition = format!("inline; filename=\"vouch-report.{}\"", format.extension());
    let headers = [
        (header::CONTENT_TYPE, format.media_type().to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        // It brings everything along, and must not reach out.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox".to_owned(),
        ),
    ];
    Ok((headers, made).into_response())
}

/// What a report is to be written from.
#[derive(Deserialize, ToSchema)]
pub struct ReportBody {
    #[schema(min_length = 1, max_length = 1000)]
    question: Option<String>,
    #[expect(dead_code, reason = "seed 003 sends it; the queries say what was read")]
    schema: Option<Vec<ColumnBody>>,
    /// An exploration that this server has kept.
    exploration_id: Option<String>,
    /// What an exploration gave.
    #[serde(rename = "explorationResults")]
    exploration_results: Option<GivenResults>,
    /// Queries with their results, where there was no exploration.
    #[serde(rename = "sqlHistory")]
    #[schema(value_type = Option<Vec<Object>>)]
    sql_history: Option<Vec<Value>>,
    #[schema(value_type = Option<Vec<Object>>)]
    charts: Option<Vec<Value>>,
    /// markdown (in JSON), html or pdf (the file itself).
    format: Option<String>,
    /// Markdown piece by piece, as events.
    #[serde(default)]
    stream: bool,
    #[serde(flatten)]
    how: HowToAsk,
}

#[derive(Serialize, ToSchema)]
pub struct ReportReply {
    /// Markdown; charts stand as images with an address `chart:ID`.
    pub report: String,
    pub metadata: ReportMetadata,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportMetadata {
    pub mind: String,
    pub tokens_used: u64,
    pub cost_usd: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Writes a report on an exploration or on given results.
#[utoipa::path(post, path = "/api/report", tag = "explore", request_body = ReportBody,
    responses((status = 200, description = "The report",
        content((ReportReply = "application/json"), (String = "text/html"), (String = "application/pdf"), (StreamEvent = "text/event-stream")))))]
pub async fn report(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    JsonBody(body): JsonBody<ReportBody>,
) -> Result<Response, Problem> {
    let wanted = body.format.as_deref().map(|name| format(Some(name))).transpose()?;
    let streams = body.stream;
    let (title, source, exploration, reply) = written(&service, &caller, body).await?;
    if streams {
        return Ok(super::stream::pieces(reply.report.clone(), reply).into_response());
    }
    match wanted {
        None | Some(ReportFormat::Markdown) => Ok(Json(reply).into_response()),
        Some(other) => file(other, &title, &source, reply.report, &exploration).await,
    }
}

async fn written(
    service: &Service,
    caller: &Caller,
    body: ReportBody,
) -> Result<(String, String, Exploration, ReportReply), Problem> {
    if let Some(id) = &body.exploration_id {
        let (markdown, exploration, explored) = service.report_on(caller, &AskId::from_text(id.clone())).await?;
        let metadata = ReportMetadata { mind: String::new(), tokens_used: 0, cost_usd: 0.0, notes: Vec::new() };
        let reply = ReportReply { report: markdown, metadata };
        return Ok((explored.question, explored.source, exploration, reply));
    }
    let missing = || Problem::bad_request("The field question is missing.", "Send the question that was explored.");
    let question = body.question.filter(|text| !text.trim().is_empty()).ok_or_else(missing)?;
    if question.chars().count() > crate::session::LONGEST_QUESTION {
        return Err(Problem::bad_request("The question is too long.", "At most 1,000 characters are read."));
    }
    let given = body.exploration_results.unwrap_or_default().with_history(body.sql_history, body.charts);
    let exploration =
        given.into_exploration().map_err(|what| Problem::bad_request(&what, "Send what /api/agentic-explore gave."))?;
    if exploration.findings.is_empty() && exploration.queries.is_empty() {
        let hint = "Send exploration_id, explorationResults or sqlHistory.";
        return Err(Problem::bad_request("There is nothing to report on.", hint));
    }
    let target = service.target(caller, &body.how.source_name()).await?;
    let mut request = crate::session::new_request(&question, &service.settings, service.clock.now());
    request.mind = body.how.mind.unwrap_or(request.mind);
    let report =
        service.write_report(caller, target.conversations.analyst(), &request, &exploration, &target.name).await?;
    let metadata = ReportMetadata {
        mind: report.mind,
        tokens_used: report.usage.input_tokens + report.usage.output_tokens,
        cost_usd: report.usage.cost_usd,
        notes: report.notes,
    };
    Ok((question, target.name, exploration, ReportReply { report: report.markdown, metadata }))
}
