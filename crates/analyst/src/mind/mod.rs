//! What needs judgement, behind one trait. Everything a mind returns is a proposal: SQL still passes the guard,
//! sentences still pass the grounding check.

mod builtin;

pub use builtin::BuiltinMind;

use crate::settings::AnalystSettings;
use crate::source_view::SourceView;
use async_trait::async_trait;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_model::{
    AskRequest, Attempt, Clarification, Diagnosis, ErrorCode, Exchange, Fact, Intent, Reflection, ResultSet,
};

/// What every call may look at.
pub struct Scene<'a> {
    pub request: &'a AskRequest,
    pub history: &'a [Exchange],
    pub view: &'a Arc<SourceView>,
    pub settings: &'a Arc<AnalystSettings>,
    pub cancel: &'a CancellationToken,
}

#[async_trait]
pub trait Mind: Send + Sync {
    fn name(&self) -> &'static str;

    /// What is asked: the standalone question, its intent, and whether to ask back.
    async fn frame(&self, scene: &Scene<'_>) -> Frame;

    /// A short plan in steps; empty when the question is too simple to need one.
    async fn reason(&self, scene: &Scene<'_>, frame: &Frame) -> Vec<String>;

    /// A statement; `None` when there is nothing (more) to propose.
    async fn draft(&self, scene: &Scene<'_>, frame: &Frame, earlier: &[Attempt]) -> Option<Draft>;

    /// Why the last attempt went wrong.
    async fn diagnose(&self, scene: &Scene<'_>, failed: &Attempt, issues: &[String]) -> Diagnosis;

    /// Another statement in the light of every earlier one.
    async fn repair(&self, scene: &Scene<'_>, repair: &Repair<'_>) -> Option<Draft>;

    /// Two to four sentences about the rows, from the facts.
    async fn explain(&self, scene: &Scene<'_>, results: &ResultSet, facts: &[Fact]) -> Vec<String>;
}

/// What a repair may build on.
pub struct Repair<'a> {
    pub frame: &'a Frame,
    pub attempts: &'a [Attempt],
    pub diagnosis: &'a Diagnosis,
    pub reflection: Option<&'a Reflection>,
    /// A rewrite that the checks worked out by themselves, such as one without fan-out.
    pub ready: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub intent: Intent,
    pub standalone: String,
    pub is_followup: bool,
    pub clarification: Option<Clarification>,
    /// Why a question is declined, where it is.
    pub refusal: Option<Refusal>,
    /// Statements that came out of understanding the question, best first; `draft` takes them in order.
    pub drafts: Vec<Draft>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub code: ErrorCode,
    pub message: String,
    pub suggestions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub sql: String,
    /// 0 to 1.
    pub confidence: f64,
    /// The reading in a few words.
    pub summary: String,
    /// What was assumed or mended, in plain words.
    pub notes: Vec<String>,
    pub reading: Option<serde_json::Value>,
}

impl Frame {
    pub fn query(standalone: String, is_followup: bool, drafts: Vec<Draft>) -> Self {
        Self { intent: Intent::TextToSql, standalone, is_followup, clarification: None, refusal: None, drafts }
    }

    pub fn other(intent: Intent, question: &str) -> Self {
        Self { intent, ..Self::query(question.to_owned(), false, Vec::new()) }
    }

    pub fn refused(intent: Intent, question: &str, refusal: Refusal) -> Self {
        Self { refusal: Some(refusal), ..Self::other(intent, question) }
    }

    pub fn ask_back(question: &str, clarification: Clarification) -> Self {
        Self { clarification: Some(clarification), ..Self::other(Intent::ClarificationNeeded, question) }
    }
}
