//! What a door hands to the workflow, whatever door it is.

use crate::{Clarification, SessionId};
use serde::{Deserialize, Serialize};

/// One question with everything that was said about how to answer it. Doors fill it in, nobody changes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AskRequest {
    pub question: String,
    pub session: Option<SessionId>,
    pub mind: MindName,
    /// Drafts that may be tried, 1 to 5.
    pub max_attempts: u32,
    /// Rows that may come back, at most 10,000.
    pub max_rows: usize,
    /// What "today" is; a fixed clock makes "last month" testable.
    pub now: jiff::Zoned,
    /// Skip the `reason` stage (seed 002).
    pub ignore_sql_reasoning: bool,
}

/// Who does the thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MindName {
    /// A model where one is configured, else the built-in engine.
    #[default]
    Auto,
    Builtin,
}

/// Seed 002's intents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Intent {
    TextToSql,
    /// About the catalog itself; answered from it, exactly.
    SchemaQuery,
    /// Not about this data, or an instruction to do harm.
    MisleadingQuery,
    /// Small talk and questions about Vouch.
    General,
    ClarificationNeeded,
}

/// An earlier turn, as much of it as understanding a follow-up takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    pub question: String,
    /// The question with all context written out.
    pub standalone: String,
    pub sql: Option<String>,
    /// "10 rows, columns: product_name, revenue" (seed 000).
    pub results_summary: String,
    /// The built-in mind's own form of the query, opaque to everybody else.
    pub reading: Option<serde_json::Value>,
    /// Set when the turn ended in a question back; the next message is taken as its answer.
    pub pending: Option<Clarification>,
}
