//! Which turns later questions may build on, and how much of them: one rule for every backend.

use vouch_model::{Answer, Exchange, Outcome};

/// The part of an answer that a follow-up needs; `None` for a turn that must not become context. A failed or stopped
/// turn would only teach the next one a mistake.
pub fn exchange_of(answer: &Answer) -> Option<Exchange> {
    let pending = match &answer.outcome {
        Outcome::Answered => None,
        Outcome::Clarify { clarification } => Some(clarification.clone()),
        Outcome::Declined { .. } | Outcome::Failed { .. } | Outcome::Stopped => return None,
    };
    Some(Exchange {
        question: answer.question.clone(),
        standalone: answer.standalone.clone(),
        sql: answer.sql.clone(),
        results_summary: summary(answer),
        reading: answer.reading.clone(),
        pending,
    })
}

/// "10 rows, columns: product_name, revenue".
fn summary(answer: &Answer) -> String {
    let Some(results) = &answer.results else {
        return "no rows".to_owned();
    };
    let count = results.rows.len();
    let more = if results.truncated { " (cut, there were more)" } else { "" };
    let noun = if count == 1 { "row" } else { "rows" };
    format!("{count} {noun}{more}, columns: {}", results.column_names().join(", "))
}
