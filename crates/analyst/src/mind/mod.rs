//! What needs judgement, behind one trait. Everything a mind returns is a proposal: SQL still passes the guard,
//! sentences still pass the grounding check.

mod builtin;
mod given;
mod model;

pub use builtin::{BuiltinMind, NAME as BUILTIN};
pub use given::GivenMind;
pub use model::{ModelMind, ModelSettings, Reasoning};

use crate::context::Library;
use crate::explore::{Move, Notebook};
use crate::ledger::Ledger;
use crate::prompting::Curtain;
use crate::settings::AnalystSettings;
use crate::sink::EventSink;
use crate::source_view::SourceView;
use async_trait::async_trait;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use vouch_model::{
    AskRequest, Attempt, Clarification, Diagnosis, ErrorCode, Event, Exchange, Exploration, Fact, Gathered, Intent,
    ResultSet,
};

/// What every call may look at.
pub struct Scene<'a> {
    pub request: &'a AskRequest,
    pub history: &'a [Exchange],
    pub view: &'a Arc<SourceView>,
    pub settings: &'a Arc<AnalystSettings>,
    pub library: &'a Library,
    /// What was gathered for the question.
    pub context: &'a Gathered,
    pub ledger: &'a Ledger,
    pub curtain: &'a Curtain,
    pub deadline: Instant,
    pub cancel: &'a CancellationToken,
    pub events: &'a dyn EventSink,
}

impl Scene<'_> {
    /// An event that cannot be passed on does not stop the ask.
    pub async fn tell(&self, event: Event) {
        if let Err(error) = self.events.send(event).await {
            tracing::warn!(%error, "an event was lost");
        }
    }

    /// The context of the question as it reads when nothing is left to guess.
    pub async fn regather(&self, standalone: &str) -> Gathered {
        let mut context = self.library.gather(self.view, standalone, "").await;
        // Recalling is for the question as it was asked; this late it would pass by what was understood.
        context.same = None;
        context
    }
}

#[async_trait]
pub trait Mind: Send + Sync {
    /// As it stands in an answer's usage: `builtin`, or the model's vendor.
    fn name(&self) -> &str;

    /// Can think of another statement when told what is wrong with the rows of the last one.
    fn rewrites(&self, scene: &Scene<'_>) -> bool;

    /// What is asked: the standalone question, its intent, and whether to ask back.
    async fn frame(&self, scene: &Scene<'_>) -> Frame;

    /// A short plan in steps; empty when the question is too simple to need one.
    async fn reason(&self, scene: &Scene<'_>, frame: &Frame) -> Vec<String>;

    /// A statement, or a question back if several were made and they disagree.
    async fn draft(&self, scene: &Scene<'_>, frame: &Frame, plan: &[String], earlier: &[Attempt]) -> Drafted;

    /// Why the last attempt went wrong.
    async fn diagnose(&self, scene: &Scene<'_>, frame: &Frame, attempts: &[Attempt], issues: &[String]) -> Diagnosis;

    /// Another statement in the light of every earlier one.
    async fn repair(&self, scene: &Scene<'_>, repair: &Repair<'_>) -> Option<Draft>;

    /// The next step of an exploration, in the light of all earlier ones.
    async fn explore(&self, scene: &Scene<'_>, notebook: &Notebook) -> Move;

    /// What a report says in words, from the findings; `None` leaves it to what was computed.
    async fn report(&self, scene: &Scene<'_>, exploration: &Exploration) -> Option<String>;

    /// Two to four sentences about the rows, said one by one as they come.
    async fn explain(&self, scene: &Scene<'_>, shown: &Shown<'_>, say: mpsc::Sender<String>);
}

/// What `draft` came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Drafted {
    Statement(Draft),
    AskBack(Clarification),
    /// There is nothing (more) to propose.
    Nothing,
}

impl From<Option<Draft>> for Drafted {
    fn from(draft: Option<Draft>) -> Self {
        draft.map_or(Drafted::Nothing, Drafted::Statement)
    }
}

/// What an explanation speaks about.
pub struct Shown<'a> {
    pub question: &'a str,
    pub sql: &'a str,
    pub results: &'a ResultSet,
    pub facts: &'a [Fact],
}

/// What a repair may build on.
pub struct Repair<'a> {
    pub frame: &'a Frame,
    pub plan: &'a [String],
    /// What the checks found wrong with rows that the last attempt gave.
    pub issues: &'a [String],
    pub attempts: &'a [Attempt],
    pub diagnosis: &'a Diagnosis,
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
    /// A statement was asked for meanwhile; where `drafts` is empty nothing came of it, and asking again is no use.
    pub asked_for_draft: bool,
    /// A plan that was made meanwhile.
    pub plan: Option<Vec<String>>,
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
    /// Who wrote it.
    pub mind: String,
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
        Self {
            intent: Intent::TextToSql,
            standalone,
            is_followup,
            clarification: None,
            refusal: None,
            drafts,
            asked_for_draft: false,
            plan: None,
        }
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
