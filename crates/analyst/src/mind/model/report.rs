//! The words of a report, written from the findings alone.

use super::ModelMind;
use crate::mind::Scene;
use crate::prompting::ReportInput;
use vouch_model::Exploration;

/// Tokens a report's words may have: two to three pages.
const MOST_TOKENS: u32 = 1_600;

impl ModelMind {
    /// `None` where the model is of no use, or may not see what was found.
    pub(super) async fn write_report(&self, scene: &Scene<'_>, exploration: &Exploration) -> Option<String> {
        if scene.curtain.is_closed() || exploration.findings.is_empty() {
            return None;
        }
        let input = ReportInput {
            question: scene.request.question.clone(),
            findings: findings(exploration),
            data_quality: quality(exploration),
        };
        let reply = self.send(scene, self.prompt("report", &input).with_tokens(MOST_TOKENS), &mut |_| {}).await?;
        Some(reply.text).filter(|text| !text.trim().is_empty())
    }
}

fn findings(exploration: &Exploration) -> String {
    let lines = exploration.findings.iter().map(|finding| {
        let query = exploration.queries.iter().find(|query| query.query == finding.sql);
        let cited = query.map(|query| format!("[{}] ", query.id.to_uppercase())).unwrap_or_default();
        format!("{cited}{} ({}: {})", finding.claim, finding.verdict.status.name(), finding.verdict.reason)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn quality(exploration: &Exploration) -> String {
    if exploration.quality.is_empty() { "Nothing odd was seen.".to_owned() } else { exploration.quality.join("\n") }
}
