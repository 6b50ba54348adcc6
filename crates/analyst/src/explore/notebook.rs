//! What an exploration has done and found so far. Both minds decide on their next step by looking at it.

use super::scan::{Candidate, Scan};
use super::subject::Subject;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::sync::Arc;
use vouch_model::{Chart, ExecutedQuery, ExploreOptions, Finding, FindingKind, ResultSet};

/// Rows of a query that are kept in the result; the rest is counted.
const KEPT_ROWS: usize = 200;

#[derive(Default)]
pub struct Notebook {
    pub question: String,
    pub options: ExploreOptions,
    pub subject: Option<Subject>,
    pub steps: Vec<TakenStep>,
    pub queries: Vec<ExecutedQuery>,
    pub charts: Vec<Chart>,
    pub findings: Vec<Finding>,
    pub quality: Vec<String>,
    pub scan: Option<Arc<Scan>>,
    /// Comparisons that were made; significance is corrected for them.
    pub looks: u32,
    /// What calls gave, so that nothing is done twice; statements are remembered where they run.
    done: HashMap<String, Json>,
}

/// One step: what was thought, and the tools that were used.
#[derive(Clone, Debug)]
pub struct TakenStep {
    pub number: u32,
    pub thinking: String,
    pub calls: Vec<TakenCall>,
}

#[derive(Clone, Debug)]
pub struct TakenCall {
    pub request: ToolRequest,
    pub outcome: Result<Json, ToolFailure>,
}

/// A tool that is to be used, as a mind asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolRequest {
    /// The model's own id of the call; empty for the built-in mind.
    pub id: String,
    pub tool: String,
    pub arguments: Json,
}

impl ToolRequest {
    pub fn new(tool: &str, arguments: Json) -> Self {
        Self { id: String::new(), tool: tool.to_owned(), arguments }
    }

    /// Why, in the words of whoever asks.
    pub fn reason(&self) -> String {
        let text = |key: &str| self.arguments.get(key).and_then(Json::as_str).map(str::to_owned);
        text("reason").or_else(|| text("title")).or_else(|| text("finding")).unwrap_or_default()
    }
}

/// What went wrong with a tool, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFailure {
    pub error: String,
    pub hint: String,
}

impl ToolFailure {
    pub fn new(error: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { error: error.into(), hint: hint.into() }
    }

    /// Seed 003's envelope.
    pub fn to_json(&self) -> Json {
        serde_json::json!({"success": false, "error": self.error, "hint": self.hint})
    }
}

impl Notebook {
    pub fn new(question: &str, options: ExploreOptions) -> Self {
        Self { question: question.to_owned(), options, ..Self::default() }
    }

    pub fn steps_left(&self) -> u32 {
        self.options.max_steps.saturating_sub(self.steps.len() as u32)
    }

    /// What the same call gave before.
    pub fn given_before(&self, request: &ToolRequest) -> Option<Json> {
        self.done.get(&fingerprint(request)).cloned()
    }

    pub fn remember_call(&mut self, request: &ToolRequest, result: &Json) {
        self.done.insert(fingerprint(request), result.clone());
    }

    /// Notes a query once, however often it is run.
    pub fn note_query(&mut self, sql: &str, reason: &str, rows: &ResultSet, millis: f64) -> String {
        if let Some(known) = self.queries.iter().find(|query| query.query == sql) {
            return known.id.clone();
        }
        let id = format!("q{}", self.queries.len() + 1);
        let kept = ResultSet {
            columns: rows.columns.clone(),
            rows: rows.rows.iter().take(KEPT_ROWS).cloned().collect(),
            truncated: rows.truncated || rows.rows.len() > KEPT_ROWS,
        };
        self.queries.push(ExecutedQuery {
            id: id.clone(),
            query: sql.to_owned(),
            reason: reason.to_owned(),
            result: kept,
            row_count: rows.rows.len(),
            millis,
        });
        id
    }

    pub fn note_chart(&mut self, mut chart: Chart) -> Chart {
        let id = format!("c{}", self.charts.len() + 1);
        chart.id = Some(id);
        self.charts.push(chart.clone());
        chart
    }

    /// A finding about the same query takes the place of the earlier one: it was looked at again.
    pub fn note_finding(&mut self, mut finding: Finding) -> Finding {
        let chart = self.charts.iter().rev().find(|chart| chart.sql_query.as_deref() == Some(finding.sql.as_str()));
        finding.chart = chart.and_then(|chart| chart.id.clone());
        let same = |other: &&mut Finding| other.sql == finding.sql && other.claim == finding.claim;
        if let Some(known) = self.findings.iter_mut().find(same) {
            finding.id = known.id.clone();
            *known = finding.clone();
        } else {
            finding.id = format!("f{}", self.findings.len() + 1);
            self.findings.push(finding.clone());
        }
        finding
    }

    /// The next candidate of the scan that has not been looked at.
    pub fn next_candidate(&self) -> Option<&Candidate> {
        let scan = self.scan.as_ref()?;
        scan.candidates.iter().find(|candidate| !self.has_looked_at(candidate))
    }

    fn has_looked_at(&self, candidate: &Candidate) -> bool {
        let tried = |call: &TakenCall| {
            call.request.tool == super::tools::VALIDATE
                && call.request.arguments.get("relatedQuery").and_then(Json::as_str) == Some(&candidate.sql)
                && call.request.arguments.get("kind").and_then(Json::as_str) == Some(candidate.kind.name())
        };
        self.steps.iter().flat_map(|step| &step.calls).any(tried)
    }

    /// The candidate that a statement was made for.
    pub fn candidate_of(&self, sql: &str, kind: Option<FindingKind>) -> Option<&Candidate> {
        let fits = |c: &&Candidate| c.sql == sql && kind.is_none_or(|kind| kind == c.kind);
        self.scan.as_ref()?.candidates.iter().find(fits)
    }
}

fn fingerprint(request: &ToolRequest) -> String {
    format!("{}{}", request.tool, request.arguments)
}
