//! How alike two words are in meaning, from word vectors (`data/vectors.bin`, made by `data/vectors.py`).
//!
//! Vectors know that 'earn' has to do with income and 'aircraft' with planes, and they know too many such things: a song
//! is near an album. So they only speak of words that nothing else explains, and weigh less than any synonym.

use crate::lemma;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Below this two words have nothing to do with each other.
pub const NEAR: f64 = 0.4;

struct Vectors {
    /// Rows by the stem of their word; of several words with one stem the most used.
    rows: HashMap<String, Row>,
}

/// A vector and what its length is, since bytes do not keep it.
#[derive(Clone, Copy)]
pub struct Row {
    entries: &'static [u8],
    length: f64,
}

static VECTORS: LazyLock<Vectors> =
    LazyLock::new(|| Vectors::parse(include_bytes!("../data/vectors.bin")).unwrap_or(Vectors { rows: HashMap::new() }));

impl Vectors {
    fn parse(data: &'static [u8]) -> Option<Self> {
        let mut lines = data.splitn(3, |b| *b == b'\n');
        let head = std::str::from_utf8(lines.next()?).ok()?;
        let words = std::str::from_utf8(lines.next()?).ok()?;
        let width: usize = head.split(' ').nth(1)?.parse().ok()?;
        let mut rows = HashMap::new();
        for (word, entries) in words.split(' ').zip(lines.next()?.chunks_exact(width)) {
            let length = (dot(entries, entries) as f64).sqrt();
            rows.entry(lemma::stem(&lemma::lemma(word))).or_insert(Row { entries, length });
        }
        Some(Self { rows })
    }
}

fn dot(a: &[u8], b: &[u8]) -> i32 {
    a.iter().zip(b).map(|(a, b)| i32::from(a.cast_signed()) * i32::from(b.cast_signed())).sum()
}

/// The vector of a word, by its stem.
pub fn row(stem: &str) -> Option<Row> {
    VECTORS.rows.get(stem).copied()
}

impl Row {
    /// From -1 to 1; words of one meaning are at 0.7 and more, strangers around 0.
    pub fn likeness(&self, other: &Self) -> f64 {
        f64::from(dot(self.entries, other.entries)) / (self.length * other.length).max(1.0)
    }
}
