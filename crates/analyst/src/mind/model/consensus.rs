//! Self-consistency: several independent statements, grouped by the rows they give.

use super::ModelMind;
use super::frame::CHOSEN_SQL;
use crate::mind::{Draft, Drafted, Scene};
use crate::rows::in_no_order;
use serde_json::json;
use vouch_model::{Choice, Clarification};
use vouch_sql::restate;

/// Statements asked for at once, whatever is wanted.
const MOST: usize = 5;
/// Independent only if the model may answer differently.
const SAMPLING: f32 = 0.7;
/// Rows compared to tell readings apart.
const COMPARED_ROWS: usize = 500;
/// Readings offered when they disagree.
const MOST_CHOICES: usize = 3;

/// Statements that give the same rows.
struct Group {
    rows: Vec<String>,
    drafts: Vec<Draft>,
}

impl ModelMind {
    /// The largest group wins and its share is the confidence; without a majority the person decides.
    pub(super) async fn agree(&self, scene: &Scene<'_>, question: &str, plan: &[String], wanted: usize) -> Drafted {
        let wanted = wanted.min(MOST);
        let calls = (0..wanted).map(|i| {
            // The first one is the model's best word, the others vary.
            let prompt = self.draft_prompt(scene, question, plan);
            let prompt = if i == 0 { prompt } else { prompt.with_temperature(SAMPLING) };
            self.statement(scene, prompt, question)
        });
        let drafts: Vec<Draft> = futures::future::join_all(calls).await.into_iter().flatten().collect();
        let mut failed = drafts.first().cloned();
        let mut groups: Vec<Group> = Vec::new();
        for draft in drafts {
            let (draft, rows) = match self.try_out(scene, draft).await {
                Ok(tried) => tried,
                Err(draft) => {
                    failed.get_or_insert(draft);
                    continue;
                }
            };
            match groups.iter_mut().find(|group| group.rows == rows) {
                Some(group) => group.drafts.push(draft),
                None => groups.push(Group { rows, drafts: vec![draft] }),
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.drafts.len()));
        self.decide(scene, question, groups, wanted).unwrap_or_else(|| failed.into())
    }

    fn decide(&self, scene: &Scene<'_>, question: &str, groups: Vec<Group>, wanted: usize) -> Option<Drafted> {
        let best = groups.first()?;
        let agreeing = best.drafts.len();
        if groups.len() > 1 && agreeing * 2 <= groups.iter().map(|g| g.drafts.len()).sum::<usize>() {
            return Some(Drafted::AskBack(self.disagreement(scene, question, &groups)));
        }
        let mut draft = best.drafts.first()?.clone();
        draft.confidence = agreeing as f64 / wanted as f64;
        draft.notes.push(format!("{agreeing} of {wanted} independent statements gave these rows."));
        Some(Drafted::Statement(draft))
    }

    /// The statement as it would run, and its rows in no particular order; the draft back if it cannot run.
    async fn try_out(&self, scene: &Scene<'_>, draft: Draft) -> Result<(Draft, Vec<String>), Draft> {
        let mended = scene.view.check_or_mend(&draft.sql, COMPARED_ROWS);
        let Ok((checked, first_aid)) = mended else { return Err(draft) };
        let limits = scene.settings.probe_limits(COMPARED_ROWS);
        let Ok(results) = scene.view.execute(&checked, &limits, scene.cancel).await else { return Err(draft) };
        let draft = match first_aid {
            Some(mended) => Draft { sql: mended.sql, notes: [draft.notes, mended.notes].concat(), ..draft },
            None => draft,
        };
        Ok((draft, in_no_order(&results)))
    }

    fn disagreement(&self, scene: &Scene<'_>, question: &str, groups: &[Group]) -> Clarification {
        let choices: Vec<Choice> = groups
            .iter()
            .take(MOST_CHOICES)
            .filter_map(|group| {
                let sql = &group.drafts.first()?.sql;
                let checked = scene.view.check(sql, COMPARED_ROWS).ok()?;
                let label = restate(&checked, Some(&scene.view.catalog));
                let question = format!("{} ({})", question.trim_end_matches(['?', '.']), label.trim_end_matches('.'));
                Some(Choice { label, question, reading: Some(json!({ CHOSEN_SQL: sql })) })
            })
            .collect();
        let listed = choices.iter().enumerate().map(|(i, c)| format!("{}. {}", i + 1, c.label)).collect::<Vec<_>>();
        Clarification {
            reason: "Independent readings of the question gave different rows.".to_owned(),
            questions: vec![format!("Which of these do you mean? {}", listed.join("; "))],
            choices,
            question: question.to_owned(),
        }
    }
}
