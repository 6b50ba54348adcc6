//! What happens while a question is answered, in order. One stream of these feeds the store, the page, the
//! terminal and the tests; replaying the stored ones shows what the live view showed.

use crate::{
    Answer, AskRequest, AttemptError, Chart, Check, Clarification, Exchange, Finding, Gathered, Intent, ModelCall,
    ResultSet, ToolCall,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Always the first one: with it and the model's replies the whole ask can be run again.
    Asked {
        request: Box<AskRequest>,
        history: Vec<Exchange>,
    },
    Status {
        status: Status,
    },
    StageStarted {
        stage: Stage,
    },
    StageEnded {
        stage: Stage,
        millis: f64,
    },
    Gathered {
        gathered: Gathered,
    },
    Framed {
        intent: Intent,
        standalone: String,
        is_followup: bool,
    },
    Planned {
        steps: Vec<String>,
    },
    Drafted {
        attempt: u32,
        sql: String,
    },
    /// First aid: the statement was mended without asking anyone.
    Mended {
        attempt: u32,
        sql: String,
        notes: Vec<String>,
    },
    AttemptFailed {
        attempt: u32,
        error: AttemptError,
    },
    /// A piece of what a model thinks aloud.
    Thinking {
        text: String,
    },
    ModelCalled {
        call: Box<ModelCall>,
    },
    Tool {
        call: ToolCall,
    },
    /// A tool is about to be used in an exploration.
    Step {
        number: u32,
        tool: String,
        reason: String,
        arguments: serde_json::Value,
    },
    Chart {
        chart: Box<Chart>,
    },
    Finding {
        finding: Box<Finding>,
    },
    /// The rows, as soon as they are there: the explanation comes later.
    Rows {
        results: ResultSet,
    },
    Checked {
        check: Check,
    },
    /// A piece of the explanation, in order.
    Explaining {
        text: String,
    },
    Clarify {
        clarification: Clarification,
    },
    /// Always the last one, after success, failure and stop alike.
    Done {
        answer: Arc<Answer>,
    },
}

/// Seed 002's status machine with `executing` and `explaining` added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Understanding,
    Searching,
    Planning,
    Generating,
    Correcting,
    Executing,
    Explaining,
    /// Looking around, one step after the other.
    Exploring,
    Finished,
    Failed,
    Stopped,
}

impl Status {
    pub fn is_final(self) -> bool {
        matches!(self, Status::Finished | Status::Failed | Status::Stopped)
    }
}

/// The stages of the workflow, in the order a smooth question meets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Frame,
    Gather,
    Reason,
    Draft,
    Check,
    Run,
    Validate,
    Reflect,
    Diagnose,
    Repair,
    Present,
}

impl Stage {
    /// A stage that can be left out, by the name of its prompt.
    pub fn from_prompt(name: &str) -> Option<Stage> {
        match name.trim() {
            "frame" => Some(Stage::Frame),
            "reason" => Some(Stage::Reason),
            "diagnose" => Some(Stage::Diagnose),
            "explain" => Some(Stage::Present),
            _ => None,
        }
    }

    /// The key in `timings.node_times`; seed 000's names where it has one.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Frame => "detect_clarification",
            Stage::Gather => "get_schema",
            Stage::Reason => "reason",
            Stage::Draft => "generate_sql",
            Stage::Check => "check",
            Stage::Run => "execute_sql",
            Stage::Validate => "validate_results",
            Stage::Reflect => "reflect",
            Stage::Diagnose => "diagnose",
            Stage::Repair => "repair",
            Stage::Present => "generate_explanation",
        }
    }
}
