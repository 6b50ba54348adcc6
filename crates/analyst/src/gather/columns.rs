//! Which columns of a wide table a question needs to see.

use super::variants::Variants;
use vouch_model::DataType;

/// How much a column is wanted for what it is, beside a few points for every word of the question that touches it.
const PRIMARY_KEY: f32 = 2.0;
const FOREIGN_KEY: f32 = 1.0;
const DATE: f32 = 0.5;
/// How much less a word in the column's values or its comment says than one in its name.
const IN_VALUES: f32 = 0.7;
const IN_COMMENT: f32 = 0.4;

/// A column with its words as the finder's index knows them, sorted.
pub struct ColumnEntry {
    pub name: String,
    pub name_words: Box<[u64]>,
    pub comment_words: Box<[u64]>,
    pub value_words: Box<[u64]>,
    pub primary_key: bool,
    pub foreign_key: bool,
    pub date: bool,
}

impl ColumnEntry {
    fn touched_by(&self, word: &Variants) -> f32 {
        let holds = |words: &[u64], key: &u64| words.binary_search(key).is_ok();
        let of = |(key, weight): &(u64, f32)| {
            let place = if holds(&self.name_words, key) {
                1.0
            } else if holds(&self.value_words, key) {
                IN_VALUES
            } else if holds(&self.comment_words, key) {
                IN_COMMENT
            } else {
                0.0
            };
            place * weight
        };
        word.iter().map(of).fold(0.0, f32::max)
    }

    fn wanted_anyway(&self) -> f32 {
        if self.primary_key {
            PRIMARY_KEY
        } else if self.foreign_key {
            FOREIGN_KEY
        } else if self.date {
            DATE
        } else {
            0.0
        }
    }
}

pub fn is_date(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Date | DataType::Timestamp { .. })
}

/// At most `most` columns, in table order.
pub fn worth_showing(columns: &[ColumnEntry], question: &[Variants], most: usize) -> Vec<String> {
    let mut scores: Vec<f32> = columns.iter().map(ColumnEntry::wanted_anyway).collect();
    for word in question {
        let touched: Vec<f32> = columns.iter().map(|column| column.touched_by(word)).collect();
        let count = touched.iter().filter(|t| **t > 0.0).count();
        // A word that half of the columns hold tells them apart less.
        let rarity = (1.0 + columns.len() as f32 / (1.0 + count as f32)).ln();
        scores.iter_mut().zip(&touched).for_each(|(score, touched)| *score += rarity * touched);
    }
    let mut ranked: Vec<(usize, f32)> = scores.into_iter().enumerate().collect();
    ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    ranked.truncate(most);
    ranked.sort_by_key(|(position, _)| *position);
    ranked.into_iter().filter_map(|(position, _)| columns.get(position)).map(|column| column.name.clone()).collect()
}
