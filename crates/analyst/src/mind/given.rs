//! A mind with one thought: a statement that somebody else wrote for the question. It lets guard, first aid, execution
//! and checks be measured on recorded model drafts, with no model at hand.

use super::{BuiltinMind, Draft, Drafted, Frame, Mind, Repair, Scene, Shown};
use crate::explore::{Move, Notebook};
use async_trait::async_trait;
use tokio::sync::mpsc;
use vouch_model::{Attempt, Diagnosis, Exploration};

pub struct GivenMind {
    sql: String,
}

const NAME: &str = "given";

impl GivenMind {
    pub fn new(sql: &str) -> Self {
        Self { sql: sql.to_owned() }
    }
}

#[async_trait]
impl Mind for GivenMind {
    fn name(&self) -> &str {
        NAME
    }

    fn rewrites(&self, _scene: &Scene<'_>) -> bool {
        false
    }

    async fn frame(&self, scene: &Scene<'_>) -> Frame {
        let draft = Draft {
            sql: self.sql.clone(),
            mind: NAME.to_owned(),
            confidence: scene.settings.answer_confidence,
            summary: scene.request.question.clone(),
            notes: Vec::new(),
            reading: None,
        };
        Frame::query(scene.request.question.clone(), false, vec![draft])
    }

    async fn reason(&self, _scene: &Scene<'_>, _frame: &Frame) -> Vec<String> {
        Vec::new()
    }

    async fn draft(&self, scene: &Scene<'_>, frame: &Frame, plan: &[String], earlier: &[Attempt]) -> Drafted {
        BuiltinMind.draft(scene, frame, plan, earlier).await
    }

    async fn diagnose(&self, scene: &Scene<'_>, frame: &Frame, attempts: &[Attempt], issues: &[String]) -> Diagnosis {
        BuiltinMind.diagnose(scene, frame, attempts, issues).await
    }

    /// Only what the checks worked out by themselves: there is nobody to ask for another statement.
    async fn repair(&self, scene: &Scene<'_>, repair: &Repair<'_>) -> Option<Draft> {
        let ready = repair.ready?;
        BuiltinMind.repair(scene, repair).await.filter(|draft| draft.sql == ready)
    }

    async fn explore(&self, scene: &Scene<'_>, notebook: &Notebook) -> Move {
        BuiltinMind.explore(scene, notebook).await
    }

    async fn report(&self, _scene: &Scene<'_>, _exploration: &Exploration) -> Option<String> {
        None
    }

    async fn explain(&self, _scene: &Scene<'_>, _shown: &Shown<'_>, _say: mpsc::Sender<String>) {}
}
