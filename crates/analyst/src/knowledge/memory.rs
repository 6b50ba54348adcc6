//! Which remembered answers help with a question: the one to the same question, and those to similar ones.
//!
//! The store hands over only what belongs to the tenant; everything else that could make an old answer wrong is judged
//! here: another schema, a memory that was set aside, a time that moved on.

use super::time_words::has_relative_time;
use super::wording::wording;
use crate::gather::{Field, IndexBuilder, content_terms};
use vouch_store::Remembered;

const QUESTION: Field = Field { weight: 6.0, length_matters: 0.5 };
/// Below this share of what a perfect likeness would score, two questions only have a word in common.
const LEAST_LIKENESS: f32 = 0.3;

#[derive(Debug)]
pub struct Recall<'a> {
    /// The same question up to wording: its statement can be run at once.
    pub same: Option<&'a Remembered>,
    /// Others that are like it, the likest first.
    pub examples: Vec<&'a Remembered>,
}

/// `question` must stand alone. Memories of another schema version and those set aside take no part.
pub fn recall<'a>(
    question: &str,
    memories: &'a [Remembered],
    schema_version: &str,
    most_examples: usize,
) -> Recall<'a> {
    let usable: Vec<&Remembered> =
        memories.iter().filter(|memory| !memory.set_aside && memory.schema_version == schema_version).collect();
    let same = same_question(question, &usable);
    let others = likest(question, &usable).into_iter().filter(|memory| same.is_none_or(|same| same.id != memory.id));
    Recall { same, examples: others.take(most_examples).collect() }
}

fn same_question<'a>(question: &str, memories: &[&'a Remembered]) -> Option<&'a Remembered> {
    let wording = wording(question);
    if wording.is_empty() || has_relative_time(question) {
        return None;
    }
    let holds = |memory: &Remembered| {
        memory.wording == wording
            && !has_relative_time(&memory.question)
            && !holds_unnamed_date(&memory.sql, &memory.question)
    };
    memories.iter().copied().filter(|memory| holds(memory)).max_by_key(|memory| (memory.why, memory.created_at))
}

/// The statement holds dates, and the question names the year of none of them: they came from the clock, in words that
/// nobody thought of or in another language.
fn holds_unnamed_date(sql: &str, question: &str) -> bool {
    let mut years = dated_years(sql).peekable();
    years.peek().is_some() && !years.any(|year| question.contains(year))
}

/// The years of all `2024-01-31` in the text.
fn dated_years(text: &str) -> impl Iterator<Item = &str> {
    const SHAPE: &[u8] = b"0000-00-00";
    let fits = |window: &[u8]| {
        window.iter().zip(SHAPE).all(|(byte, shape)| if *shape == b'-' { byte == shape } else { byte.is_ascii_digit() })
    };
    let places = text.as_bytes().windows(SHAPE.len()).enumerate().filter(move |(_, window)| fits(window));
    places.filter_map(|(at, _)| text.get(at..at + 4))
}

/// Those above the threshold, likest first; of equal ones the approved, then the latest.
fn likest<'a>(question: &str, memories: &[&'a Remembered]) -> Vec<&'a Remembered> {
    let mut builder = IndexBuilder::new([QUESTION]);
    for memory in memories {
        let words = content_terms(&memory.question).iter().map(|term| builder.key(term)).collect();
        builder.add(&[words]);
    }
    let index = builder.finish();
    let mut scores = index.no_scores();
    let wanted: Vec<u64> = content_terms(question).iter().map(|term| index.key(term)).collect();
    wanted.iter().for_each(|word| index.score(&[(*word, 1.0)], &mut scores));
    let perfect: f32 = wanted.iter().map(|word| index.most_for(*word)).sum();
    let mut found: Vec<(&Remembered, f32)> = memories
        .iter()
        .copied()
        .zip(scores)
        .filter(|(_, score)| *score > 0.0 && *score >= perfect * LEAST_LIKENESS)
        .collect();
    found.sort_by(|(a, score_a), (b, score_b)| {
        score_b.total_cmp(score_a).then((b.why, b.created_at).cmp(&(a.why, a.created_at)))
    });
    found.into_iter().map(|(memory, _)| memory).collect()
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
