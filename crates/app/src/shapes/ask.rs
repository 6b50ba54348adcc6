//! What `/api/v1/ask` and `/api/v1/chat` send: seed 002's fields, with what Vouch adds beside them.

use super::{ErrorDetail, RowsShape};
use serde::Serialize;
use serde_json::{Value as Json, json};
use utoipa::ToSchema;
use vouch_model::{
    Answer, Attempt, Chart, Check, Clarification, Confidence, ContextPart, Event, Fact, Intent, ModelCall, Outcome,
    Sentence, Status, Structure, Timings, ToolCall, Usage,
};
use vouch_store::Turn;

/// An ask, as far as it has come. What is not there yet is left out.
#[derive(Default, Serialize, ToSchema)]
pub struct AskResult {
    pub query_id: String,
    pub session_id: String,
    #[schema(value_type = Status)]
    pub status: Option<Status>,
    pub query: String,
    /// When it was asked, where the id is one of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// The question with all context written out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten_query: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_followup: Option<bool>,
    /// The plan, as one text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Seed 002's plan, and what it read out of the question and the schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parsed_query: Option<ParsedQuery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema_context: Option<SchemaContext>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sql: Option<String>,
    /// What really ran, where a tenant's filter was written into it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executed_sql: Option<String>,
    /// The statement in plain words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restatement: Option<String>,
    /// What the answer is about, in pieces; a new question may name it as `base` and be asked `without` some of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<Vec<ContextPart>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables_used: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<RowsShape>,
    /// A Vega-Lite specification with its rows inside, where a picture says more than they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chart: Option<Chart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// The explanation sentence by sentence, with where each figure comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentences: Option<Vec<Sentence>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<Fact>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Check>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Vec<Attempt>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_calls: Option<Vec<ToolCall>>,
    /// Set when the question is asked back; answering goes on in the same session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clarification: Option<Clarification>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
    /// It was answered a little while ago, of the same data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorDetail>,
}

impl AskResult {
    /// A turn that has ended.
    pub fn of_answer(answer: &Answer) -> Self {
        let error = problem_of(&answer.outcome);
        let clarification = match &answer.outcome {
            Outcome::Clarify { clarification } => Some(clarification.clone()),
            _ => None,
        };
        Self {
            query_id: answer.id.to_string(),
            session_id: answer.session.as_ref().map(|id| id.shown().to_owned()).unwrap_or_default(),
            status: Some(answer.outcome.status()),
            query: answer.question.clone(),
            started_at: answer.id.made_at().map(|time| time.to_string()),
            intent: Some(match clarification {
                Some(_) => Intent::ClarificationNeeded,
                None => answer.intent,
            }),
            rewritten_query: Some(answer.standalone.clone()),
            is_followup: Some(answer.is_followup),
            reasoning: reasoning(&answer.reasoning),
            plan: answer.structure.as_ref().map(|structure| Plan::of(&answer.reasoning, structure)),
            parsed_query: answer.structure.as_ref().map(|structure| ParsedQuery::of(answer.intent, structure)),
            schema_context: answer.structure.as_ref().map(SchemaContext::of),
            executed_sql: answer.executed_sql.clone(),
            sql: answer.sql.clone().or_else(|| answer.attempts.last().map(|attempt| attempt.sql.clone())),
            restatement: answer.restatement.clone(),
            context: Some(answer.context.clone()),
            tables_used: Some(answer.tables_used.clone()),
            results: answer.results.as_ref().map(RowsShape::of),
            chart: answer.chart.as_deref().cloned(),
            explanation: answer.explanation.as_ref().map(|explanation| explanation.text()),
            sentences: answer.explanation.as_ref().map(|explanation| explanation.sentences.clone()),
            facts: Some(answer.facts.clone()),
            checks: Some(answer.checks.clone()),
            confidence: answer.confidence,
            attempts: Some(answer.attempts.clone()),
            tool_calls: Some(answer.tool_calls.clone()),
            clarification,
            notes: Some(answer.notes.clone()),
            usage: Some(answer.usage.clone()),
            timings: Some(answer.timings.clone()),
            cached: Some(answer.cached),
            error,
        }
    }

    /// A turn that runs: what its events have told so far.
    pub fn so_far(turn: &Turn, events: &[(u64, Event)]) -> Self {
        if let Some(answer) = &turn.answer {
            return Self::of_answer(answer);
        }
        let mut result = Self {
            query_id: turn.id.to_string(),
            session_id: turn.session.shown().to_owned(),
            status: Some(turn.status),
            query: turn.question.clone(),
            started_at: Some(turn.started_at.to_string()),
            ..Self::default()
        };
        for (_, event) in events {
            result.take_in(event);
        }
        result
    }

    fn take_in(&mut self, event: &Event) {
        match event {
            Event::Framed { intent, standalone, is_followup } => {
                self.intent = Some(*intent);
                self.rewritten_query = Some(standalone.clone());
                self.is_followup = Some(*is_followup);
            }
            Event::Planned { steps } => self.reasoning = reasoning(steps),
            Event::Drafted { sql, .. } | Event::Mended { sql, .. } => self.sql = Some(sql.clone()),
            Event::Rows { results } => self.results = Some(RowsShape::of(results)),
            Event::Chart { chart } => self.chart = Some(chart.as_ref().clone()),
            Event::Checked { check } => self.checks.get_or_insert_default().push(check.clone()),
            Event::Tool { call } => self.tool_calls.get_or_insert_default().push(call.clone()),
            Event::Clarify { clarification } => self.clarification = Some(clarification.clone()),
            Event::Explaining { text } => {
                let said = self.explanation.get_or_insert_default();
                if !said.is_empty() {
                    said.push(' ');
                }
                said.push_str(text);
            }
            _ => {}
        }
    }
}

/// What stands before a reading that was not trusted enough to run.
const PERHAPS: &str = "Perhaps: ";

/// Why an ask has no answer.
pub fn problem_of(outcome: &Outcome) -> Option<ErrorDetail> {
    match outcome {
        Outcome::Answered | Outcome::Clarify { .. } => None,
        Outcome::Declined { code, message, suggestions } | Outcome::Failed { code, message, suggestions } => {
            // Each is a sentence or a question of its own.
            let hint = suggestions.join("\n");
            let questions = suggestions.iter().filter(|text| !text.ends_with('.'));
            let questions = questions.map(|text| text.strip_prefix(PERHAPS).unwrap_or(text).to_owned()).collect();
            Some(ErrorDetail { code: code.name().to_owned(), message: message.clone(), hint, suggestions: questions })
        }
        Outcome::Stopped => {
            let (code, message) = ("CANCELLED".to_owned(), "The question was stopped.".to_owned());
            let hint = "Ask again to go on.".to_owned();
            Some(ErrorDetail { code, message, hint, suggestions: Vec::new() })
        }
    }
}

fn reasoning(steps: &[String]) -> Option<String> {
    (!steps.is_empty()).then(|| steps.join("\n"))
}

/// Seed 002's `SQLReasoningPlan`.
#[derive(Serialize, ToSchema)]
pub struct Plan {
    pub steps: Vec<String>,
    pub tables_needed: Vec<String>,
    pub joins_needed: Vec<String>,
    pub filters_needed: Vec<String>,
    pub aggregations_needed: Vec<String>,
}

impl Plan {
    fn of(steps: &[String], structure: &Structure) -> Self {
        Self {
            steps: steps.to_vec(),
            tables_needed: structure.tables.clone(),
            joins_needed: structure.joins.clone(),
            filters_needed: structure.filters.clone(),
            aggregations_needed: structure.aggregations.clone(),
        }
    }
}

/// Seed 002's `ParsedQuery`, read from what was understood.
#[derive(Serialize, ToSchema)]
pub struct ParsedQuery {
    pub intent: Intent,
    /// What the question is about: tables, and what they are split by.
    pub entities: Vec<String>,
    pub filters: Vec<String>,
    pub time_range: Option<String>,
    pub aggregations: Vec<String>,
    pub order: Vec<String>,
}

impl ParsedQuery {
    fn of(intent: Intent, structure: &Structure) -> Self {
        let time = structure.time_range.join(" AND ");
        Self {
            intent,
            entities: structure.tables.iter().chain(&structure.grouped_by).cloned().collect(),
            filters: structure.filters.clone(),
            time_range: Some(time).filter(|text| !text.is_empty()),
            aggregations: structure.aggregations.clone(),
            order: structure.ordered_by.clone(),
        }
    }
}

/// Seed 002's `SchemaContext`: what of the schema the answer stands on. Files and SQLite know no partitions.
#[derive(Serialize, ToSchema)]
#[schema(as = AskSchemaContext)]
pub struct SchemaContext {
    pub tables: Vec<String>,
    pub relationships: Vec<String>,
    pub joins: Vec<String>,
    pub partitions: Vec<String>,
}

impl SchemaContext {
    fn of(structure: &Structure) -> Self {
        Self {
            tables: structure.tables.clone(),
            relationships: structure.relationships.clone(),
            joins: structure.joins.clone(),
            partitions: Vec::new(),
        }
    }
}

/// A chat's answer: an ask's, with what the assistant says.
#[derive(Serialize, ToSchema)]
pub struct ChatReply {
    pub message: String,
    #[serde(flatten)]
    pub result: AskResult,
}

impl ChatReply {
    pub fn of_answer(answer: &Answer) -> Self {
        Self { message: said(answer), result: AskResult::of_answer(answer) }
    }
}

/// What the assistant says to an answer, as one text.
pub fn said(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Answered => match &answer.explanation {
            Some(explanation) => explanation.text(),
            None => rows_found(answer.results.as_ref().map_or(0, |results| results.rows.len())),
        },
        Outcome::Clarify { clarification } => asked_back(clarification),
        Outcome::Declined { message, .. } | Outcome::Failed { message, .. } => message.clone(),
        Outcome::Stopped => "The question was stopped.".to_owned(),
    }
}

/// Seed 004's words.
pub fn rows_found(count: usize) -> String {
    format!("Query executed successfully. Found {count} {}.", if count == 1 { "row" } else { "rows" })
}

/// With the choices, where the questions do not name them already.
fn asked_back(clarification: &Clarification) -> String {
    let mut text = clarification.questions.join(" ");
    if text.is_empty() {
        text.clone_from(&clarification.reason);
    }
    let unnamed =
        clarification.choices.iter().map(|choice| choice.label.as_str()).filter(|label| !text.contains(label));
    let choices = unnamed.collect::<Vec<_>>().join("; or: ");
    if choices.is_empty() { text } else { format!("{text} {choices}") }
}

/// Whether a reader of the stream is told of it. What the door was told, and what was said before, the reader knows, or
/// must not.
pub fn is_told(event: &Event) -> bool {
    !matches!(event, Event::Asked { .. })
}

/// One event as a reader of the stream sees it: its name and its data. `None` for what is nobody's business there.
pub fn step(query_id: &str, event: &Event, chat: bool, admin: bool) -> Option<(&'static str, Json)> {
    Some(match event {
        event if !is_told(event) => return None,
        Event::Status { status } => ("status", json!({"query_id": query_id, "status": status})),
        Event::Done { answer } if chat => ("done", to_json(&ChatReply::of_answer(answer))),
        Event::Done { answer } => ("done", to_json(&AskResult::of_answer(answer))),
        Event::Rows { results } => {
            ("step", json!({"type": "rows", "query_id": query_id, "results": RowsShape::of(results)}))
        }
        Event::ModelCalled { call } if !admin => ("step", model_call(query_id, call)),
        other => {
            let mut data = to_json(other);
            if let Json::Object(fields) = &mut data {
                fields.insert("query_id".to_owned(), query_id.into());
            }
            ("step", data)
        }
    })
}

/// What was sent to a model and what it said stays with admins: prompts hold schema and rules of the whole source.
fn model_call(query_id: &str, call: &ModelCall) -> Json {
    json!({
        "type": "model_called",
        "query_id": query_id,
        "purpose": call.purpose,
        "vendor": call.vendor,
        "model": call.model,
        "millis": call.millis,
        "input_tokens": call.input_tokens,
        "output_tokens": call.output_tokens,
        "cost_usd": call.cost_usd,
        "failed": call.error.is_some(),
    })
}

fn to_json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}
