//! What comes out: the whole of an answer, whether it succeeded, asks back, or failed honestly.

use crate::{
    AskId, AskMode, Chart, ErrorCode, Exploration, Intent, JsonText, ResultSet, SessionId, Stage, Status, Structure,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub id: AskId,
    pub session: Option<SessionId>,
    #[serde(default)]
    pub mode: AskMode,
    pub question: String,
    pub standalone: String,
    pub is_followup: bool,
    pub intent: Intent,
    pub outcome: Outcome,
    /// The statement that gave the rows, as a person may copy and run it.
    pub sql: Option<String>,
    /// What really ran, where only a tenant's rows were read: the statement with every table narrowed to them.
    #[serde(default)]
    pub executed_sql: Option<String>,
    /// That statement in plain words, made from its syntax tree.
    pub restatement: Option<String>,
    pub tables_used: Vec<String>,
    pub results: Option<ResultSet>,
    pub explanation: Option<Explanation>,
    pub facts: Vec<Fact>,
    pub checks: Vec<Check>,
    pub reflection: Option<Reflection>,
    /// The plan in steps, where one was made.
    pub reasoning: Vec<String>,
    pub attempts: Vec<Attempt>,
    pub tool_calls: Vec<ToolCall>,
    pub confidence: Option<Confidence>,
    /// What was assumed or mended on the way, in plain words.
    pub notes: Vec<String>,
    pub timings: Timings,
    pub usage: Usage,
    /// The built-in mind's own form of the query, kept for follow-ups.
    pub reading: Option<serde_json::Value>,
    /// What the statement is made of.
    #[serde(default)]
    pub structure: Option<Structure>,
    /// It was answered before, with the same data, and not thought about again.
    #[serde(default)]
    pub cached: bool,
    /// A picture of the rows, where one says more than they do.
    #[serde(default)]
    pub chart: Option<Box<Chart>>,
    /// What exploring came to, where that was asked for.
    #[serde(default)]
    pub exploration: Option<Box<Exploration>>,
    /// What the answer is about, piece by piece; most of it can be taken away again.
    #[serde(default)]
    pub context: Vec<ContextPart>,
    /// The source that was asked, where it is not the one that its session began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl Answer {
    /// An ask that ended before anybody worked on it.
    pub fn without_work(id: AskId, session: Option<SessionId>, question: &str, outcome: Outcome) -> Self {
        Self {
            id,
            session,
            mode: AskMode::default(),
            question: question.to_owned(),
            standalone: question.to_owned(),
            is_followup: false,
            intent: Intent::TextToSql,
            outcome,
            sql: None,
            executed_sql: None,
            restatement: None,
            tables_used: Vec::new(),
            results: None,
            explanation: None,
            facts: Vec::new(),
            checks: Vec::new(),
            reflection: None,
            reasoning: Vec::new(),
            attempts: Vec::new(),
            tool_calls: Vec::new(),
            confidence: None,
            notes: Vec::new(),
            timings: Timings::default(),
            usage: Usage::default(),
            reading: None,
            structure: None,
            cached: false,
            chart: None,
            exploration: None,
            context: Vec::new(),
            source: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// Rows, or a text for questions that need none (catalog, small talk).
    Answered,
    Clarify {
        clarification: Clarification,
    },
    /// Not about this data or not to be done; `message` says why.
    Declined {
        code: ErrorCode,
        message: String,
        suggestions: Vec<String>,
    },
    Failed {
        code: ErrorCode,
        message: String,
        suggestions: Vec<String>,
    },
    Stopped,
}

impl Outcome {
    /// How the status machine ends with it.
    pub fn status(&self) -> Status {
        match self {
            // Seed 002: without data to answer from an ask fails, whoever found that out.
            Outcome::Declined { code: ErrorCode::NoRelevantData, .. } | Outcome::Failed { .. } => Status::Failed,
            Outcome::Answered | Outcome::Clarify { .. } | Outcome::Declined { .. } => Status::Finished,
            Outcome::Stopped => Status::Stopped,
        }
    }
}

/// Questions back, each reading of the question a choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clarification {
    /// Why it is asked: what could not be decided.
    pub reason: String,
    pub questions: Vec<String>,
    pub choices: Vec<Choice>,
    /// The question that waits for the answer.
    pub question: String,
}

/// A reading in plain words. Sending `question` asks exactly that reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    pub label: String,
    pub question: String,
    /// The reading in the built-in mind's own form, where it made one.
    pub reading: Option<serde_json::Value>,
}

/// How sure the answer is, in words (never a bare percentage in front of a person).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    Unsure,
    Likely,
    Sure,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Attempt {
    pub number: u32,
    pub sql: String,
    pub error: Option<AttemptError>,
    pub diagnosis: Option<Diagnosis>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AttemptError {
    pub code: ErrorCode,
    pub message: String,
    pub suggestion: Option<String>,
}

/// Seed 002's `SQLDiagnosisResult`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Diagnosis {
    pub error_type: ErrorCode,
    pub root_cause: String,
    pub suggestion: String,
}

/// A deterministic look at the result; `message` is written for the person who asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Check {
    pub kind: CheckKind,
    pub verdict: CheckVerdict,
    pub message: String,
    /// Real values to use instead, where a value was not found.
    #[serde(default)]
    pub suggestions: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<Fix>,
}

/// Something to press instead of only to read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fix {
    pub label: String,
    /// The statement that does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql: Option<String>,
    /// The same question again, with as many rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_rows: Option<usize>,
}

/// A piece of what a question was taken to mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ContextPart {
    /// Names it in a request to do without it.
    pub id: String,
    pub kind: PartKind,
    /// In words: "status is Shipped".
    pub label: String,
    pub removable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    Table,
    Filter,
    Time,
    Group,
    /// A condition on groups.
    Having,
    Limit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    ReadOnly,
    FanOut,
    JoinLoss,
    ValueExists,
    Empty,
    AllNull,
    NullsSkipped,
    /// Groups that are one thing, written in several ways.
    SpelledApart,
    Truncated,
    /// Rows right behind the last one shown rank the same.
    Ties,
    /// Rows of what did not take place are among those that count.
    CalledOff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CheckVerdict {
    Passed,
    /// The answer stands, with care.
    Warning,
    /// The answer would mislead; the workflow refines it or says so.
    Failed,
}

/// Seed 000's reflection.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reflection {
    pub is_acceptable: bool,
    pub should_refine: bool,
    pub issues: Vec<String>,
}

/// Something true of the rows, computed and not written by anyone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fact {
    pub kind: FactKind,
    pub figures: Vec<Figure>,
    /// The fact as a sentence.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    Value,
    Count,
    Total,
    Highest,
    Lowest,
    Share,
    Change,
    Trend,
    Outlier,
}

/// A number in a text and where it comes from: cells by (row, column), none for what was computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Figure {
    /// As it stands in the sentence.
    pub text: String,
    pub value: f64,
    pub cells: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explanation {
    pub sentences: Vec<Sentence>,
    /// Sentences that were dropped because a figure in them had no source.
    pub dropped: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sentence {
    pub text: String,
    pub figures: Vec<Figure>,
}

impl Explanation {
    pub fn text(&self) -> String {
        self.sentences.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Seed 000's tool envelope, with the time it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ToolCall {
    pub tool: String,
    pub success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub millis: f64,
}

/// Seconds, as in seed 000's `total_time` and `node_times`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Timings {
    pub total_time: f64,
    pub node_times: BTreeMap<String, f64>,
    /// What each stage should take at most, beside what it took.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, f64>))]
    pub node_budgets: NodeBudgets,
}

/// Seed 000's budgets (13.1), in seconds; the same for every answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeBudgets;

impl NodeBudgets {
    const ALL: [(Stage, f64); 7] = [
        (Stage::Frame, 3.0),
        (Stage::Gather, 0.1),
        (Stage::Draft, 2.0),
        (Stage::Run, 0.5),
        (Stage::Validate, 0.1),
        (Stage::Reflect, 0.2),
        (Stage::Present, 2.0),
    ];
}

impl Serialize for NodeBudgets {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Self::ALL.iter().map(|(stage, seconds)| (stage.name(), seconds)))
    }
}

impl Timings {
    /// A stage that runs again adds up.
    pub fn add(&mut self, stage: Stage, seconds: f64) {
        *self.node_times.entry(stage.name().to_owned()).or_default() += seconds;
    }
}

/// What the answer cost. With the built-in mind everything but `minds` stays zero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Usage {
    /// Which mind did which stage.
    pub minds: BTreeMap<String, String>,
    /// Everything that was sent, what the vendor had cached included.
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// Of the input, what the vendor read from its cache.
    pub cached_tokens: u64,
    pub cost_usd: f64,
    /// Calls of models whose price is not known; their cost is missing above.
    pub unpriced_calls: u32,
    pub stages: BTreeMap<String, StageUsage>,
}

/// What one stage's model calls came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StageUsage {
    pub model: String,
    pub calls: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cost_usd: f64,
}

/// One exchange with a model, as it is kept: keys were never part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelCall {
    /// `frame`, `draft`, `explain`...
    pub purpose: String,
    pub vendor: String,
    pub model: String,
    pub request: JsonText,
    pub reply: Option<JsonText>,
    /// How it failed, in the model room's own form, so that it can fail the same way again.
    pub error: Option<JsonText>,
    pub millis: f64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cost_usd: Option<f64>,
}
