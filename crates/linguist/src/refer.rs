//! 'how much revenue did it bring?', 'how many of them placed an order?': a question of its own about the rows that the one
//! before it found.
//!
//! The word that points back is read as what those rows are called, and the statement is narrowed to them: to the ones that won,
//! where the question before ranked, else to all that it was about.

use crate::follow_changes::within;
use crate::form::{Condition, Form, Query};
use crate::reading::{self, candidate};
use crate::tokens::{Token, name_words, tokenize};
use crate::{Candidate, Linguist, ReadIntent, Reading, Setting};

/// A reading of its own must be this sure before it is narrowed.
const SURE_ENOUGH: f64 = 0.5;
const ASKS: [&str; 14] =
    ["how", "what", "when", "where", "who", "which", "did", "do", "does", "is", "are", "was", "were", "has"];
const OWNERS: [&str; 3] = ["its", "their", "theirs"];
const POINTS: [&str; 8] = ["it", "they", "them", "those", "these", "he", "she", "him"];

/// The rows that were found, what they are called, and what narrows another question to them.
struct Found {
    name: String,
    /// They are rows of a table, not values of a column.
    rows: bool,
    conditions: Vec<Condition>,
}

/// The message as a question about what the one before it found; `None` where it points at nothing or cannot be read so.
pub fn referred(linguist: &Linguist, previous: &Form, tokens: &[Token], setting: &Setting<'_>) -> Option<Reading> {
    let at = tokens.iter().position(|t| POINTS.contains(&t.lower.as_str()) || OWNERS.contains(&t.lower.as_str()))?;
    let asks = |t: Option<&Token>| t.is_some_and(|t| ASKS.contains(&t.lower.as_str()));
    let joined = tokens.first().is_some_and(|t| matches!(t.lower.as_str(), "and" | "but" | "so"));
    if !asks(tokens.get(usize::from(joined))) {
        return None;
    }
    let found = found(&previous.query, linguist)?;
    // The states with the most customers, then 'how many of them': of the customers.
    if !found.rows && !tokens.get(at).is_some_and(|t| matches!(t.lower.as_str(), "it" | "its")) {
        return None;
    }
    let mut noun = tokenize(&format!("the {}", found.name));
    if let (Some(last), true) = (noun.last_mut(), tokens.get(at).is_some_and(|t| OWNERS.contains(&t.lower.as_str()))) {
        last.possessive = true;
    }
    let written = [tokens.get(..at)?, &noun, tokens.get(at + 1..)?].concat();
    let text = written.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
    let alone = Setting { previous: None, ..*setting };
    let reading = reading::fresh(linguist, &text, &written, &alone);
    if reading.intent != ReadIntent::Query || !reading.unexplained.is_empty() {
        return None;
    }
    let sure = |c: &&Candidate| c.confidence >= SURE_ENOUGH;
    let narrowed = |c: &Candidate| {
        let mut form: Form = serde_json::from_value(c.form.clone()).ok()?;
        if form.query.combine.is_some() || form.query.filter == found.conditions {
            return None;
        }
        form.query.filter.extend(found.conditions.iter().cloned());
        (form.confidence, form.question) = (c.confidence, crate::describe::summary(&form.query));
        candidate(linguist, form)
    };
    let candidates: Vec<Candidate> = reading.candidates.iter().filter(sure).filter_map(narrowed).collect();
    candidates.first()?;
    Some(Reading { candidates, is_followup: true, ..reading })
}

/// A question about the one that won the ranking before it.
pub fn points_at_winner(linguist: &Linguist, previous: &Form, tokens: &[Token]) -> bool {
    let points = |t: &Token| matches!(t.lower.as_str(), "it" | "its" | "they" | "their" | "them");
    let asks = tokens.first().is_some_and(|t| matches!(t.lower.as_str(), "how" | "when" | "where"));
    let rows = || found(&previous.query, linguist).is_some_and(|found| found.rows);
    previous.query.limit.is_some() && asks && tokens.iter().any(points) && rows()
}

fn found(query: &Query, linguist: &Linguist) -> Option<Found> {
    let schema = &linguist.schema;
    if query.combine.is_some() || !query.within.is_empty() {
        return None;
    }
    if query.limit.is_some() {
        let rows = within(query, linguist)?;
        let [Condition::InQuery { column, .. }] = rows.filter.as_slice() else { return None };
        let col = schema.find(column)?;
        let named = schema.key(col.table) == Some(col) || schema.display(col.table).contains(&col);
        let name = if named { schema.table_name(col.table) } else { column.column.as_str() };
        return Some(Found { name: name_words(name).join(" "), rows: named, conditions: rows.filter });
    }
    if !query.group.is_empty() || !query.having.is_empty() || query.filter.is_empty() {
        return None;
    }
    Some(Found { name: name_words(&query.base).join(" "), rows: true, conditions: query.filter.clone() })
}
