//! Which remembered answers help with a question: the one to the same question, and those to similar ones.
//!
//! The store hands over only what belongs to the tenant; everything else that could make an old answer wrong is judged
//! here: another schema, a memory that was set aside, a time that moved on.

use super::time_words::has_relative_time;
use super::wording::wording;
use crate::gather::{Field, Index, IndexBuilder, content_terms};
use std::collections::HashMap;
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

/// The remembered answers of one source and tenant that may be used, indexed once for as long as they hold.
pub struct Memories {
    usable: Vec<Remembered>,
    by_wording: HashMap<String, Vec<usize>>,
    index: Index,
}

impl Memories {
    /// Those of another schema version and those set aside take no part.
    pub fn new(memories: Vec<Remembered>, schema_version: &str) -> Self {
        let usable: Vec<Remembered> = memories
            .into_iter()
            .filter(|memory| !memory.set_aside && memory.schema_version == schema_version)
            .collect();
        let mut builder = IndexBuilder::new([QUESTION]);
        let mut by_wording: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, memory) in usable.iter().enumerate() {
            let words = content_terms(&memory.question).iter().map(|term| builder.key(term)).collect();
            builder.add(&[words]);
            by_wording.entry(memory.wording.clone()).or_default().push(at);
        }
        Self { usable, by_wording, index: builder.finish() }
    }

    /// `question` must stand alone.
    pub fn recall(&self, question: &str, most_examples: usize) -> Recall<'_> {
        if self.usable.is_empty() {
            return Recall { same: None, examples: Vec::new() };
        }
        let same = self.same_question(question);
        let others = self.likest(question).into_iter();
        let others = others.filter(|memory| same.is_none_or(|same| same.id != memory.id));
        Recall { same, examples: others.take(most_examples).collect() }
    }

    fn same_question(&self, question: &str) -> Option<&Remembered> {
        let wording = wording(question);
        let alike = self.by_wording.get(&wording)?;
        if wording.is_empty() || has_relative_time(question) {
            return None;
        }
        let holds = |memory: &&Remembered| {
            !has_relative_time(&memory.question) && !holds_unnamed_date(&memory.sql, &memory.question)
        };
        let alike = alike.iter().filter_map(|at| self.usable.get(*at));
        alike.filter(holds).max_by_key(|memory| (memory.why, memory.created_at))
    }

    /// Those above the threshold, likest first; of equal ones the approved, then the latest.
    fn likest(&self, question: &str) -> Vec<&Remembered> {
        let mut scores = self.index.no_scores();
        let wanted: Vec<u64> = content_terms(question).iter().map(|term| self.index.key(term)).collect();
        wanted.iter().for_each(|word| self.index.score(&[(*word, 1.0)], &mut scores));
        let perfect: f32 = wanted.iter().map(|word| self.index.most_for(*word)).sum();
        let scored = self.usable.iter().zip(scores);
        let mut found: Vec<(&Remembered, f32)> =
            scored.filter(|(_, score)| *score > 0.0 && *score >= perfect * LEAST_LIKENESS).collect();
        found.sort_by(|(a, score_a), (b, score_b)| {
            score_b.total_cmp(score_a).then((b.why, b.created_at).cmp(&(a.why, a.created_at)))
        });
        found.into_iter().map(|(memory, _)| memory).collect()
    }
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

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
