//! What a door hands to the workflow, whatever door it is.

use crate::{AskId, Clarification, ContextPart, ExploreOptions, SessionId, Stage};
use serde::{Deserialize, Serialize};

/// One question with everything that was said about how to answer it. Doors fill it in, nobody changes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AskRequest {
    /// What the ask is called everywhere, from the first event on.
    #[serde(default)]
    pub id: AskId,
    pub question: String,
    pub session: Option<SessionId>,
    pub mind: MindName,
    pub mode: AskMode,
    /// Drafts that may be tried, 1 to 5.
    pub max_attempts: u32,
    /// Rows that may come back, at most 10,000.
    pub max_rows: usize,
    /// What "today" is; a fixed clock makes "last month" testable.
    pub now: jiff::Zoned,
    /// Independent drafts whose rows are compared, 1 to 5; more than one costs as many model calls.
    pub candidates: u32,
    /// No cell value leaves the machine.
    pub schema_only: bool,
    /// Stages that are left out: `frame`, `reason`, `diagnose` and `present` (its words, not its rows).
    pub skip: Vec<Stage>,
    /// How to explore, where [`AskMode::Explore`] was asked for.
    #[serde(default)]
    pub explore: ExploreOptions,
    /// An earlier answer to start from instead of the question's words.
    #[serde(default)]
    pub edit: Option<Edit>,
    /// What was said before is not looked at.
    #[serde(default)]
    pub fresh: bool,
}

/// An answer with pieces of its meaning taken away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edit {
    /// The earlier question with all context written out.
    pub standalone: String,
    pub sql: String,
    /// The built-in mind's own form of it, where it made one.
    pub reading: Option<serde_json::Value>,
    pub without: Vec<ContextPart>,
}

/// How much work a question is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum AskMode {
    #[default]
    Full,
    /// Understanding and statement in one model call.
    Fast,
    /// Seed 000's `/query`: a statement and its rows, no explanation.
    Simple,
    /// Not one statement but many, until nothing new is found: seed 003's exploration.
    Explore,
}

impl AskRequest {
    /// A question with nothing else said about it.
    pub fn new(question: &str, now: jiff::Zoned) -> Self {
        Self {
            id: AskId::new(),
            question: question.to_owned(),
            session: None,
            mind: MindName::Auto,
            mode: AskMode::Full,
            max_attempts: 3,
            max_rows: 1_000,
            now,
            candidates: 1,
            schema_only: false,
            skip: Vec::new(),
            explore: ExploreOptions::default(),
            edit: None,
            fresh: false,
        }
    }

    pub fn skips(&self, stage: Stage) -> bool {
        self.skip.contains(&stage)
    }
}

/// Who does the thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MindName {
    /// A model where one is configured, else the built-in engine.
    #[default]
    Auto,
    Builtin,
    Anthropic,
    /// OpenAI, or any server that speaks its API.
    OpenAi,
}

/// Seed 002's intents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// The source that was asked, where it is not the one that its session began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// What was gathered before anyone thought: the tables that matter, the rules that apply, what was answered before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gathered {
    /// What it was gathered for.
    pub question: String,
    /// Qualified names, the most relevant first.
    pub tables: Vec<String>,
    /// Title and text of the business rules that apply.
    pub rules: Vec<(String, String)>,
    /// Questions with statements known to be right.
    pub examples: Vec<(String, String)>,
    /// The statement of the same question, asked and confirmed before.
    pub same: Option<String>,
}
