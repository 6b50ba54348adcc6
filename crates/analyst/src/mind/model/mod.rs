//! The mind that asks a language model, and hands a stage to the built-in mind where the model is of no use.
//!
//! Each stage is a prompt with one typed input and a reply that is read leniently. What comes back is a proposal like
//! any other: SQL passes the guard, sentences pass the grounding check.

mod call;
mod consensus;
mod explain;
mod explore;
mod frame;
mod replies;
mod report;
mod statements;

use super::builtin::{self, BuiltinMind};
use super::{Draft, Drafted, Frame, Mind, Repair, Scene, Shown};
use crate::explore::{Move, Notebook};
use crate::prompting::{DiagnoseInput, PromptError, Prompts, attempts_text};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use vouch_llm::{ChatModel, Prices};
use vouch_model::{Attempt, Diagnosis, ErrorCode, Exploration, Stage};

pub struct ModelMind {
    model: Arc<dyn ChatModel>,
    settings: Arc<ModelSettings>,
    builtin: BuiltinMind,
}

/// How models are asked, the same for every vendor.
pub struct ModelSettings {
    pub prompts: Prompts,
    pub prices: Prices,
    /// One call's time.
    pub call_timeout: Duration,
    pub temperature: f32,
    /// For statements, where imagination does no good.
    pub sql_temperature: f32,
    /// Tokens a reply that holds a statement may have.
    pub sql_tokens: u32,
    /// Tokens any other reply may have.
    pub text_tokens: u32,
    /// Another model for a stage, by the stage's prompt: `explain = "a-cheap-one"`.
    pub stage_models: BTreeMap<String, String>,
    pub reasoning: Reasoning,
}

/// When a plan is made before the statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reasoning {
    /// For questions that look as if they need one.
    #[default]
    Auto,
    Always,
    Never,
}

impl ModelSettings {
    pub fn new(prompts: Prompts, prices: Prices) -> Self {
        Self {
            prompts,
            prices,
            call_timeout: Duration::from_secs(15),
            temperature: 0.3,
            sql_temperature: 0.0,
            sql_tokens: 500,
            text_tokens: 400,
            stage_models: BTreeMap::new(),
            reasoning: Reasoning::Auto,
        }
    }

    pub fn builtin() -> Result<Self, PromptError> {
        Ok(Self::new(Prompts::builtin()?, Prices::builtin()))
    }
}

impl ModelMind {
    pub fn new(model: Arc<dyn ChatModel>, settings: Arc<ModelSettings>) -> Self {
        Self { model, settings, builtin: BuiltinMind }
    }
}

#[async_trait]
impl Mind for ModelMind {
    fn name(&self) -> &str {
        self.model.vendor()
    }

    fn rewrites(&self, scene: &Scene<'_>) -> bool {
        !scene.ledger.is_closed()
    }

    async fn frame(&self, scene: &Scene<'_>) -> Frame {
        self.understand(scene).await
    }

    async fn reason(&self, scene: &Scene<'_>, frame: &Frame) -> Vec<String> {
        if let Some(plan) = &frame.plan {
            return plan.clone();
        }
        // A statement that is there already needs no plan any more.
        if !frame.drafts.is_empty() || !self.wants_plan(scene) {
            return Vec::new();
        }
        match self.plan(scene, &frame.standalone).await {
            Some(plan) => plan,
            None => {
                scene.ledger.did(Stage::Reason, builtin::NAME);
                self.builtin.reason(scene, frame).await
            }
        }
    }

    async fn draft(&self, scene: &Scene<'_>, frame: &Frame, plan: &[String], earlier: &[Attempt]) -> Drafted {
        if let Drafted::Statement(ready) = self.builtin.draft(scene, frame, plan, earlier).await {
            return Drafted::Statement(ready);
        }
        let drafted = match scene.request.candidates {
            _ if frame.asked_for_draft => Drafted::Nothing,
            0 | 1 => self.write(scene, &frame.standalone, plan).await.into(),
            several => self.agree(scene, &frame.standalone, plan, several as usize).await,
        };
        match drafted {
            Drafted::Nothing => self.hand_over(scene, frame, earlier).await.into(),
            drafted => drafted,
        }
    }

    async fn diagnose(&self, scene: &Scene<'_>, frame: &Frame, attempts: &[Attempt], issues: &[String]) -> Diagnosis {
        let known = self.builtin.diagnose(scene, frame, attempts, issues).await;
        let exact = attempts.last().and_then(|a| a.error.as_ref()).is_none_or(|e| explained_already(e.code));
        if exact || scene.request.skips(Stage::Diagnose) {
            scene.ledger.did(Stage::Diagnose, builtin::NAME);
            return known;
        }
        let input = DiagnoseInput {
            question: frame.standalone.clone(),
            attempts: attempts_text(attempts, issues, scene.curtain),
            error_type: known.error_type.name().to_owned(),
        };
        let prompt = self.prompt("diagnose", &input).about_schema().replies(replies::diagnosis_schema());
        match self.ask(scene, prompt).await.and_then(|reply| replies::diagnosis(&reply, &known)) {
            Some(diagnosis) => diagnosis,
            None => {
                scene.ledger.did(Stage::Diagnose, builtin::NAME);
                known
            }
        }
    }

    async fn repair(&self, scene: &Scene<'_>, repair: &Repair<'_>) -> Option<Draft> {
        if repair.ready.is_some_and(|sql| !builtin::tried(repair.attempts, sql)) {
            return self.builtin.repair(scene, repair).await;
        }
        match self.rewrite(scene, repair).await {
            Some(draft) if !builtin::tried(repair.attempts, &draft.sql) => Some(draft),
            // The same statement again would fail again.
            _ => self.hand_over(scene, repair.frame, repair.attempts).await,
        }
    }

    async fn explore(&self, scene: &Scene<'_>, notebook: &Notebook) -> Move {
        self.step(scene, notebook).await
    }

    async fn report(&self, scene: &Scene<'_>, exploration: &Exploration) -> Option<String> {
        self.write_report(scene, exploration).await
    }

    async fn explain(&self, scene: &Scene<'_>, shown: &Shown<'_>, say: mpsc::Sender<String>) {
        let private = scene.curtain.is_closed();
        if !private && !shown.results.rows.is_empty() && self.tell_about(scene, shown, &say).await {
            return;
        }
        scene.ledger.did(Stage::Present, builtin::NAME);
        self.builtin.explain(scene, shown, say).await;
    }
}

impl ModelMind {
    /// The built-in mind's own reading of the question, if it is sure enough of one.
    async fn hand_over(&self, scene: &Scene<'_>, frame: &Frame, earlier: &[Attempt]) -> Option<Draft> {
        let reading = builtin::read(scene, &frame.standalone).await;
        let sure = |draft: &Draft| draft.confidence >= scene.settings.answer_confidence;
        let drafts: Vec<Draft> = reading.candidates.into_iter().map(builtin::to_draft).filter(sure).collect();
        let own = Frame { drafts, ..frame.clone() };
        match self.builtin.draft(scene, &own, &[], earlier).await {
            Drafted::Statement(draft) => Some(draft),
            Drafted::AskBack(_) | Drafted::Nothing => None,
        }
    }
}

/// The guard names the fault and the nearest real names, and a limit is a limit: a model could only repeat it.
fn explained_already(code: ErrorCode) -> bool {
    code.is_of_statement() || matches!(code, ErrorCode::Timeout | ErrorCode::TooLarge)
}
