//! Plans and statements: the prompts that lead to SQL.

use super::call::Prompt;
use super::{ModelMind, Reasoning, replies};
use crate::mind::{Draft, Repair, Scene};
use crate::prompting::{
    DraftInput, ReasonInput, RepairInput, attempts_text, examples_text, history_text, numbered, rules_text, shown_name,
};
use serde_json::Value as Json;
use vouch_model::{AskMode, Stage};

/// What one model's word is worth before anything has confirmed it.
pub const UNCONFIRMED: f64 = 0.7;
/// Words that tell of a question with more than one step.
const TELLTALE: [&str; 16] = [
    "compare",
    "compared",
    "versus",
    "vs",
    "growth",
    "grew",
    "change",
    "than",
    "cohort",
    "retention",
    "cumulative",
    "running",
    "percentile",
    "median",
    "correlation",
    "consecutive",
];
/// A question with this many words has more than one step in it.
const MANY_WORDS: usize = 22;

impl ModelMind {
    pub(super) fn wants_plan(&self, scene: &Scene<'_>) -> bool {
        if scene.request.skips(Stage::Reason) || scene.request.mode != AskMode::Full {
            return false;
        }
        match self.settings.reasoning {
            Reasoning::Always => true,
            Reasoning::Never => false,
            Reasoning::Auto => looks_hard(&scene.request.question),
        }
    }

    pub(super) async fn plan(&self, scene: &Scene<'_>, question: &str) -> Option<Vec<String>> {
        let input =
            ReasonInput { today: today(scene), rules: rules_text(&scene.context.rules), question: question.to_owned() };
        let prompt = self.prompt("reason", &input).about_schema().replies(replies::plan_schema());
        replies::steps(&self.ask(scene, prompt).await?)
    }

    pub(super) async fn write(&self, scene: &Scene<'_>, question: &str, plan: &[String]) -> Option<Draft> {
        self.statement(scene, self.draft_prompt(scene, question, plan), question).await
    }

    pub(super) fn draft_prompt(&self, scene: &Scene<'_>, question: &str, plan: &[String]) -> Prompt {
        let input = DraftInput {
            today: today(scene),
            dialect_rules: self.dialect_rules(scene),
            rules: rules_text(&scene.context.rules),
            examples: examples_text(&scene.context.examples, scene.curtain),
            history: history_text(scene.history, scene.curtain),
            plan: numbered(plan),
            question: question.to_owned(),
        };
        self.prompt("draft", &input).about_schema().replies(replies::draft_schema()).with_sql()
    }

    pub(super) async fn rewrite(&self, scene: &Scene<'_>, repair: &Repair<'_>) -> Option<Draft> {
        let question = &repair.frame.standalone;
        let input = RepairInput {
            today: today(scene),
            dialect_rules: self.dialect_rules(scene),
            rules: rules_text(&scene.context.rules),
            plan: numbered(repair.plan),
            question: question.clone(),
            attempts: attempts_text(repair.attempts, repair.issues, scene.curtain),
        };
        let prompt = self.prompt("repair", &input).about_schema().replies(replies::draft_schema()).with_sql();
        self.statement(scene, prompt, question).await
    }

    pub(super) async fn statement(&self, scene: &Scene<'_>, prompt: Prompt, question: &str) -> Option<Draft> {
        let reply = self.ask(scene, prompt).await?;
        self.read_statement(scene, &reply, question)
    }

    pub(super) fn read_statement(&self, scene: &Scene<'_>, reply: &Json, question: &str) -> Option<Draft> {
        let mut draft = replies::statement(reply, question, self.model.vendor(), UNCONFIRMED)?;
        draft.sql = with_whole_names(scene, draft.sql);
        Some(draft)
    }

    pub(super) fn dialect_rules(&self, scene: &Scene<'_>) -> String {
        self.settings.prompts.dialect(scene.view.catalog.dialect)
    }
}

/// The day, and which day of the week it is: models are bad at telling.
pub fn today(scene: &Scene<'_>) -> String {
    scene.request.now.strftime("%A %Y-%m-%d").to_string()
}

/// Names that were cut to send them are written out again.
fn with_whole_names(scene: &Scene<'_>, sql: String) -> String {
    if !sql.contains('~') {
        return sql;
    }
    let columns = scene.view.catalog.tables.iter().flat_map(|table| &table.columns);
    let cut = columns.filter_map(|c| Some((shown_name(&c.name), &c.name)).filter(|(short, whole)| short != *whole));
    cut.fold(sql, |sql, (short, whole)| sql.replace(&short, whole))
}

fn looks_hard(question: &str) -> bool {
    let words: Vec<String> =
        question.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    words.len() >= MANY_WORDS || words.iter().any(|word| TELLTALE.contains(&word.as_str()))
}
