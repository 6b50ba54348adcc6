//! Which turns later questions may build on and how much of them, and when a text is found: one rule for every backend.

use crate::StoreError;
use vouch_model::{Answer, Event, Exchange, Outcome};

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
        source: answer.source.clone(),
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

/// Whether a search for `search` finds `text`: as a part of it, in any case of letters.
pub fn found_by(search: &str, text: &str) -> bool {
    text.to_lowercase().contains(&search.to_lowercase())
}

/// A turn ends through `close_turn`, with its answer, and never by an event.
pub fn refuse_ending(events: &[Event]) -> Result<(), StoreError> {
    let ends = |event: &Event| match event {
        Event::Done { .. } => true,
        Event::Status { status } => status.is_final(),
        _ => false,
    };
    if events.iter().any(ends) {
        return Err(StoreError::Internal("a turn ends with its answer, not with an event".to_owned()));
    }
    Ok(())
}
