//! BM25F: documents of several fields, ranked by how well they hold the words that are looked for.
//!
//! Each field has its own weight and its own regard for length, and a word's count is summed over the fields before it is
//! dampened, so that a word in both name and comment is not two words. Words are kept only as keyed hashes: what is
//! indexed may be secret, and nothing can be read back out of an index.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};

/// How soon further occurrences of a word stop to matter.
const SATURATION: f32 = 1.2;

/// Documents that are imagined beside the real ones, so that in a tiny collection a word that all of them hold still
/// counts for something.
const IMAGINED_DOCUMENTS: f32 = 10.0;

#[derive(Clone, Copy)]
pub struct Field {
    pub weight: f32,
    /// 0: a word counts the same in a long field; 1: it counts in proportion to its share.
    pub length_matters: f32,
}

/// Collects documents. Numbers are given in order, from 0.
pub struct IndexBuilder<const FIELDS: usize> {
    fields: [Field; FIELDS],
    hasher: RandomState,
    lengths: Vec<[u32; FIELDS]>,
    counts: HashMap<u64, Vec<(u32, [u16; FIELDS])>>,
}

impl<const FIELDS: usize> IndexBuilder<FIELDS> {
    pub fn new(fields: [Field; FIELDS]) -> Self {
        Self { fields, hasher: RandomState::new(), lengths: Vec::new(), counts: HashMap::new() }
    }

    /// The word as the index knows it.
    pub fn key(&self, word: &str) -> u64 {
        self.hasher.hash_one(word)
    }

    pub fn add(&mut self, document: &[Vec<u64>; FIELDS]) {
        let number = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let mut lengths = [0; FIELDS];
        for (field, words) in document.iter().enumerate() {
            if let Some(length) = lengths.get_mut(field) {
                *length = u32::try_from(words.len()).unwrap_or(u32::MAX);
            }
            for word in words {
                let postings = self.counts.entry(*word).or_default();
                if postings.last().is_none_or(|(last, _)| *last != number) {
                    postings.push((number, [0; FIELDS]));
                }
                let count = postings.last_mut().and_then(|(_, counts)| counts.get_mut(field));
                count.into_iter().for_each(|c| *c = c.saturating_add(1));
            }
        }
        self.lengths.push(lengths);
    }

    pub fn finish(self) -> Index {
        let documents = self.lengths.len();
        let average = self.average_lengths();
        let frequency = |number: u32, counts: &[u16; FIELDS]| -> f32 {
            let lengths = self.lengths.get(number as usize).copied().unwrap_or([0; FIELDS]);
            let fields = self.fields.iter().zip(counts).zip(lengths.iter().zip(&average));
            fields
                .map(|((field, count), (length, average))| {
                    let relative = if *average > 0.0 { *length as f32 / average } else { 1.0 };
                    let norm = 1.0 - field.length_matters + field.length_matters * relative;
                    field.weight * f32::from(*count) / norm.max(f32::EPSILON)
                })
                .sum()
        };
        let postings = self.counts.iter().map(|(word, found)| {
            (*word, found.iter().map(|(number, counts)| (*number, frequency(*number, counts))).collect())
        });
        Index { postings: postings.collect(), documents, hasher: self.hasher.clone() }
    }

    /// Over the documents that have the field at all: most tables have no comment, and that says nothing about one.
    fn average_lengths(&self) -> [f32; FIELDS] {
        std::array::from_fn(|field| {
            let filled = self.lengths.iter().filter_map(|lengths| lengths.get(field)).filter(|length| **length > 0);
            let (total, count) =
                filled.fold((0.0, 0.0), |(total, count), length| (total + *length as f32, count + 1.0));
            if count > 0.0 { total / count } else { 0.0 }
        })
    }
}

pub struct Index {
    postings: HashMap<u64, Box<[(u32, f32)]>>,
    documents: usize,
    hasher: RandomState,
}

impl Index {
    pub fn key(&self, word: &str) -> u64 {
        self.hasher.hash_one(word)
    }

    pub fn holds(&self, word: &str) -> bool {
        self.postings.contains_key(&self.key(word))
    }

    /// Adds what the variants of one word are worth to the score of each document: the best variant, not their sum.
    pub fn score(&self, variants: &[(u64, f32)], scores: &mut [f32]) {
        match variants {
            [(word, weight)] => {
                for (document, value) in self.values(*word, *weight) {
                    scores.get_mut(document as usize).into_iter().for_each(|score| *score += value);
                }
            }
            _ => {
                let mut best: HashMap<u32, f32> = HashMap::new();
                for (document, value) in variants.iter().flat_map(|(word, weight)| self.values(*word, *weight)) {
                    let known = best.entry(document).or_default();
                    *known = known.max(value);
                }
                for (document, value) in best {
                    scores.get_mut(document as usize).into_iter().for_each(|score| *score += value);
                }
            }
        }
    }

    pub fn no_scores(&self) -> Vec<f32> {
        vec![0.0; self.documents]
    }

    /// What a document that holds the word as well as can be would get for it: the measure of likeness.
    pub fn most_for(&self, word: u64) -> f32 {
        self.rarity(self.postings.get(&word).map_or(0, |found| found.len()))
    }

    fn values(&self, word: u64, weight: f32) -> impl Iterator<Item = (u32, f32)> {
        let found = self.postings.get(&word).map(AsRef::as_ref).unwrap_or_default();
        let rarity = self.rarity(found.len()) * weight;
        found.iter().map(move |(document, frequency)| (*document, rarity * frequency / (frequency + SATURATION)))
    }

    fn rarity(&self, holding: usize) -> f32 {
        let (all, holding) = (self.documents as f32 + IMAGINED_DOCUMENTS, holding as f32);
        (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
    }
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Index of {} words in {} documents", self.postings.len(), self.documents)
    }
}

#[cfg(test)]
#[path = "index_tests.rs"]
mod tests;
