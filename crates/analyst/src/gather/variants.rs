//! What a question's words may be called in a schema: each word with its abbreviations and synonyms.

use super::index::Index;
use super::words::{content_terms, is_stop_word, name_words, prose_words, stem};
use std::collections::HashMap;
use std::sync::LazyLock;

const ABBREVIATION_WEIGHT: f32 = 0.8;
const SYNONYM_WEIGHT: f32 = 0.4;
/// For a beginning of a word that is found nowhere: "depart" for "department".
const BEGINNING_WEIGHT: f32 = 0.4;
const SHORTEST_BEGINNING: usize = 3;
/// Questions are short; a longer text is cut rather than looked up for seconds.
const MOST_WORDS: usize = 200;

/// One word of a question as the index knows it: the word itself first, then what else it may be called, with weights.
pub type Variants = Vec<(u64, f32)>;

/// Stem to related stems with their weights.
static RELATED: LazyLock<HashMap<String, Vec<(String, f32)>>> = LazyLock::new(|| {
    let mut related: HashMap<String, Vec<(String, f32)>> = HashMap::new();
    let mut weight = ABBREVIATION_WEIGHT;
    for line in include_str!("synonyms.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line {
            "[abbreviations]" => weight = ABBREVIATION_WEIGHT,
            "[synonyms]" => weight = SYNONYM_WEIGHT,
            group => {
                let stems: Vec<String> = group.split_whitespace().map(stem).collect();
                for one in &stems {
                    let others = stems.iter().filter(|other| *other != one).map(|other| (other.clone(), weight));
                    related.entry(one.clone()).or_default().extend(others);
                }
            }
        }
    }
    related
});

/// The words of a question, each with its variants.
pub fn variants(question: &str, index: &Index) -> Vec<Variants> {
    let mut terms = content_terms(question);
    // Somebody may write a name as it stands in the schema: "unitPrice", "unit_price", "unitprice".
    let pieces = question.split_whitespace().flat_map(name_words).filter(|word| !is_stop_word(word));
    let joined = joined_neighbours(question).into_iter().filter(|word| index.holds(word));
    for term in pieces.map(|word| stem(&word)).chain(joined).take(MOST_WORDS) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms.iter().take(MOST_WORDS).map(|term| variants_of(term, index)).collect()
}

fn variants_of(term: &str, index: &Index) -> Variants {
    let related = RELATED.get(term).map(Vec::as_slice).unwrap_or_default();
    let mut found: Variants = vec![(index.key(term), 1.0)];
    found.extend(related.iter().filter(|(word, _)| index.holds(word)).map(|(word, weight)| (index.key(word), *weight)));
    if found.len() == 1 && !index.holds(term) {
        let beginnings = (SHORTEST_BEGINNING..term.len().saturating_sub(1)).rev().filter_map(|end| term.get(..end));
        found.extend(beginnings.filter(|b| index.holds(b)).take(1).map(|b| (index.key(b), BEGINNING_WEIGHT)));
    }
    found
}

/// "line items" may be a table `lineitem`.
fn joined_neighbours(question: &str) -> Vec<String> {
    let words = prose_words(question);
    words.windows(2).map(|pair| stem(&pair.concat())).collect()
}
