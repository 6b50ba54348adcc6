//! What `/api/agentic-explore` and `/api/v1/explorations` send: seed 003's fields, with what Vouch adds beside them.

use super::ErrorDetail;
use super::ask::{problem_of, step};
use serde::Serialize;
use serde_json::{Value as Json, json};
use utoipa::ToSchema;
use vouch_model::{Answer, Chart, Event, ExecutedQuery, Exploration, Finding, Outcome, ResultSet};
use vouch_store::Turn;

/// An exploration, as far as it has come.
#[derive(Serialize, ToSchema)]
pub struct ExploreResult {
    pub exploration_id: String,
    pub session_id: String,
    pub question: String,
    pub status: ExploreStatus,
    /// Two to three sentences; empty while it runs.
    pub summary: String,
    /// The claims of the findings that stood the tests.
    pub insights: Vec<String>,
    #[serde(rename = "executedQueries")]
    pub executed_queries: Vec<QueryShape>,
    pub charts: Vec<Chart>,
    pub findings: Vec<Finding>,
    /// What there is to say about how good the data is.
    #[serde(rename = "dataQuality")]
    pub data_quality: Vec<String>,
    pub metadata: ExploreMetadata,
    /// Whose rows were read, where not all were; known once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorDetail>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExploreStatus {
    Running,
    ExplorationComplete,
    Error,
    Stopped,
}

impl ExploreStatus {
    pub fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Answered => ExploreStatus::ExplorationComplete,
            Outcome::Stopped => ExploreStatus::Stopped,
            _ => ExploreStatus::Error,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct QueryShape {
    pub id: String,
    pub query: String,
    pub reason: String,
    pub result: QueryResult,
    pub row_count: usize,
    #[serde(rename = "durationMs")]
    pub duration_ms: f64,
}

#[derive(Serialize, ToSchema)]
pub struct QueryResult {
    pub columns: Vec<String>,
    #[schema(value_type = Vec<Object>)]
    pub rows: Vec<Json>,
}

#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExploreMetadata {
    pub step_count: u32,
    pub tokens_used: u64,
    pub duration_ms: f64,
    pub cost_usd: f64,
    /// Who steered it.
    pub mind: String,
    pub row_count: Option<u64>,
    /// Comparisons that significance was corrected for.
    pub looks: u32,
    /// Why it ended.
    pub ended: String,
}

impl ExploreResult {
    pub fn of_answer(answer: &Answer) -> Self {
        let nothing = Exploration::default();
        let exploration = answer.exploration.as_deref().unwrap_or(&nothing);
        let status = ExploreStatus::of(&answer.outcome);
        let held = exploration.findings.iter().filter(|f| f.verdict.status == vouch_model::VerdictStatus::Holds);
        Self {
            exploration_id: answer.id.to_string(),
            session_id: answer.session.as_ref().map(|id| id.shown().to_owned()).unwrap_or_default(),
            question: answer.question.clone(),
            status,
            summary: exploration.summary.clone(),
            insights: held.map(|finding| finding.claim.clone()).collect(),
            executed_queries: exploration.queries.iter().map(QueryShape::of).collect(),
            charts: exploration.charts.clone(),
            findings: exploration.findings.clone(),
            data_quality: exploration.quality.clone(),
            metadata: ExploreMetadata {
                step_count: exploration.step_count,
                tokens_used: answer.usage.input_tokens + answer.usage.output_tokens,
                duration_ms: answer.timings.total_time * 1_000.0,
                cost_usd: answer.usage.cost_usd,
                mind: answer.usage.minds.get("explore").cloned().unwrap_or_default(),
                row_count: exploration.row_count,
                looks: exploration.looks,
                ended: exploration.ended.clone(),
            },
            client_id: exploration.client.clone(),
            notes: answer.notes.clone(),
            error: problem_of(&answer.outcome),
        }
    }

    /// One that runs: what its events have told so far.
    pub fn so_far(turn: &Turn, events: &[(u64, Event)]) -> Self {
        if let Some(answer) = &turn.answer {
            return Self::of_answer(answer);
        }
        let mut result = Self {
            exploration_id: turn.id.to_string(),
            session_id: turn.session.shown().to_owned(),
            question: turn.question.clone(),
            status: ExploreStatus::Running,
            summary: String::new(),
            insights: Vec::new(),
            executed_queries: Vec::new(),
            charts: Vec::new(),
            findings: Vec::new(),
            data_quality: Vec::new(),
            metadata: ExploreMetadata::default(),
            client_id: None,
            notes: Vec::new(),
            error: None,
        };
        for (_, event) in events {
            match event {
                Event::Chart { chart } => result.charts.push(chart.as_ref().clone()),
                Event::Finding { finding } => result.findings.push(finding.as_ref().clone()),
                Event::Step { number, .. } => result.metadata.step_count = *number,
                _ => {}
            }
        }
        result
    }
}

impl QueryShape {
    fn of(query: &ExecutedQuery) -> Self {
        Self {
            id: query.id.clone(),
            query: query.query.clone(),
            reason: query.reason.clone(),
            result: QueryResult::of(&query.result),
            row_count: query.row_count,
            duration_ms: query.millis,
        }
    }
}

impl QueryResult {
    fn of(result: &ResultSet) -> Self {
        Self {
            columns: result.columns.iter().map(|column| column.name.clone()).collect(),
            rows: result.rows.iter().map(|row| result.row_to_json(row)).collect(),
        }
    }
}

/// One event as a reader of an exploration's stream sees it.
pub fn explore_step(id: &str, event: &Event, admin: bool) -> Option<(&'static str, Json)> {
    let (name, mut data) = match event {
        Event::Done { answer } => ("done", serde_json::to_value(ExploreResult::of_answer(answer)).unwrap_or_default()),
        other => step(id, other, false, admin)?,
    };
    if let Json::Object(fields) = &mut data {
        fields.remove("query_id");
        fields.insert("exploration_id".to_owned(), json!(id));
    }
    Some((name, data))
}
