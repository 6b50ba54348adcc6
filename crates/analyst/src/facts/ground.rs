//! Nothing is said that the rows do not say: a sentence with a figure that neither a cell, nor a fact, nor the question
//! itself supports is dropped, whichever mind wrote it.

use super::numbers::{Mention, mentions};
use std::collections::HashMap;
use vouch_model::{Explanation, Fact, Figure, ResultSet, Sentence, Value};

/// An explanation has 2 to 4 sentences.
const MAX_SENTENCES: usize = 4;
/// Relative difference below which two figures are one: text and double round differently.
const SAME: f64 = 1e-9;
/// Cells remembered for one figure; a figure that stands in more is no longer traced by pointing at them.
const MAX_CELLS: usize = 10;

pub struct Ground {
    /// Sorted by figure.
    cells: Vec<(f64, (usize, usize))>,
    facts: HashMap<String, Vec<Figure>>,
    /// Figures that the person or the statement named: a year, a threshold, a top 10.
    named: Vec<f64>,
    row_count: f64,
}

impl Ground {
    pub fn new(results: &ResultSet, facts: &[Fact], sql: &str, question: &str) -> Self {
        let mut cells = Vec::new();
        for (r, row) in results.rows.iter().enumerate() {
            for (c, value) in row.iter().enumerate() {
                cells.extend(cell_figures(value).into_iter().map(|figure| (figure, (r, c))));
            }
        }
        cells.sort_by(|a, b| a.0.total_cmp(&b.0));
        let named = mentions(sql).into_iter().chain(mentions(question)).map(|m| m.value).collect();
        let by_text = facts.iter().map(|f| (f.text.clone(), f.figures.clone())).collect();
        Self { cells, facts: by_text, named, row_count: results.rows.len() as f64 }
    }

    /// For a text about several results: every cell and every figure of a finding may stand in it.
    pub fn over<'a>(results: impl Iterator<Item = &'a ResultSet>, figures: &[Figure], named: &str) -> Self {
        let mut cells = Vec::new();
        let mut counts = Vec::new();
        for result in results {
            counts.push(result.rows.len() as f64);
            let all = result.rows.iter().flatten().flat_map(cell_figures);
            cells.extend(all.map(|figure| (figure, (0, 0))));
        }
        cells.sort_by(|a, b| a.0.total_cmp(&b.0));
        let named = mentions(named).into_iter().map(|m| m.value).chain(counts).collect();
        let facts = HashMap::from([(String::new(), figures.to_vec())]);
        Self { cells, facts, named, row_count: f64::NAN }
    }

    /// Every figure in the text has a source.
    pub fn supports(&self, text: &str) -> bool {
        self.support(text).is_some()
    }

    /// Adds the sentence if the rows support it and there is room, and returns it then.
    pub fn add(&self, explanation: &mut Explanation, text: String) -> Option<String> {
        match self.support(&text) {
            Some(figures) if explanation.sentences.len() < MAX_SENTENCES => {
                explanation.sentences.push(Sentence { text: text.clone(), figures });
                Some(text)
            }
            Some(_) => None,
            None => {
                explanation.dropped += 1;
                None
            }
        }
    }

    /// The figures of a sentence with their sources; `None` if one has none.
    fn support(&self, sentence: &str) -> Option<Vec<Figure>> {
        // A fact knows its figures; the digits of a name in it ('Wisconsin No. 38') are none.
        if let Some(figures) = self.facts.get(sentence) {
            return Some(figures.clone());
        }
        mentions(sentence).into_iter().map(|mention| self.source_of(mention)).collect()
    }

    fn source_of(&self, mention: Mention) -> Option<Figure> {
        let written = |cells| Figure { text: mention.text.clone(), value: mention.value, cells };
        let near = self.cells.partition_point(|(figure, _)| *figure < mention.value - mention.slack - SAME);
        let fitting = self.cells.iter().skip(near).take_while(|(f, _)| *f <= mention.value + mention.slack + SAME);
        let cells: Vec<_> =
            fitting.filter(|(f, _)| fits(&mention, *f)).map(|(_, cell)| *cell).take(MAX_CELLS).collect();
        if !cells.is_empty() {
            return Some(written(cells));
        }
        let any_fact = self.facts.values().flatten().any(|figure| fits(&mention, figure.value));
        let named = self.named.contains(&mention.value);
        (any_fact || named || mention.value == self.row_count).then(|| written(Vec::new()))
    }
}

/// A written figure stands for what rounds to it; a whole number stands only for itself, except as a percentage.
fn fits(mention: &Mention, figure: f64) -> bool {
    let exact = (mention.value - figure).abs() <= SAME * figure.abs().max(1.0);
    let whole = mention.slack == 0.5 && !mention.is_percent;
    let as_share = mention.is_percent && (mention.value / 100.0 - figure).abs() <= mention.slack / 100.0 + SAME;
    exact || as_share || (!whole && (mention.value - figure).abs() <= mention.slack + SAME)
}

/// The figures a cell can support: its number, or the numbers in its text and date.
fn cell_figures(value: &Value) -> Vec<f64> {
    match value {
        Value::Text(text) => mentions(text).into_iter().map(|m| m.value).collect(),
        Value::Date(_) | Value::Timestamp(_) => {
            value.to_string().split(['-', ' ', ':']).take(3).filter_map(|part| part.parse().ok()).collect()
        }
        other => other.as_f64().into_iter().collect(),
    }
}

/// The figures that a text states, without their sources.
pub fn figures_in(text: &str) -> Vec<Figure> {
    mentions(text).into_iter().map(|m| Figure { text: m.text, value: m.value, cells: Vec::new() }).collect()
}

/// An explanation that states no figures of the data, such as help.
pub fn plain_explanation(sentences: Vec<String>) -> Explanation {
    let sentences = sentences.into_iter().map(|text| Sentence { text, figures: Vec::new() }).collect();
    Explanation { sentences, dropped: 0 }
}

#[cfg(test)]
#[path = "ground_tests.rs"]
mod tests;
