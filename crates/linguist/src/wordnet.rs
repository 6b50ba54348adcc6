//! The general lexicon: which English words may stand for one another, from WordNet (`data/wordnet.txt`, made by
//! `data/wordnet.py`).
//!
//! Asked only for words that nothing else explains. What `data/lexicon.txt` says of business words comes first.

use crate::lemma;
use crate::tokens::Token;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines by their first word; the rest is read when it is asked for.
static LINES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("../data/wordnet.txt").lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(' ')).collect()
});

/// Stems of words that may stand for this one, with how well.
pub fn related(token: &Token) -> Vec<(String, f64)> {
    let line = LINES.get(token.lower.as_str()).or_else(|| LINES.get(token.lemma.as_str()));
    let entry = |entry: &str| {
        let (word, strength) = entry.split_once(':')?;
        Some((lemma::stem(&lemma::lemma(word)), strength.parse::<f64>().ok()? / 100.0))
    };
    line.into_iter().flat_map(|l| l.split(' ')).filter_map(entry).collect()
}

/// All of them, as far as they are known here.
pub fn words() -> impl Iterator<Item = &'static str> {
    LINES.keys().copied()
}

/// Whether it is an English word, as far as is known here.
pub fn knows(word: &str) -> bool {
    LINES.contains_key(word)
}
