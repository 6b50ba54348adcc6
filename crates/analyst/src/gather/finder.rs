//! The finder itself: a catalog made searchable, and what it says about a question.

use super::columns::{ColumnEntry, is_date, worth_showing};
use super::connect::Graph;
use super::index::{Field, Index, IndexBuilder};
use super::variants::variants;
use super::words::{name_words, prose_words, stem};
use std::collections::{HashMap, HashSet};
use std::fmt;
use vouch_linguist::ColumnValues;
use vouch_model::{Catalog, Column, Table};

/// What a table is found by. A question names tables first, columns second, and values when it must.
const FIELDS: [Field; 7] = [
    /* schema */ Field { weight: 0.7, length_matters: 0.0 },
    /* name */ Field { weight: 3.0, length_matters: 0.5 },
    /* label */ Field { weight: 2.5, length_matters: 0.5 },
    /* comment */ Field { weight: 0.6, length_matters: 0.5 },
    /* column names and labels */ Field { weight: 0.8, length_matters: 0.3 },
    /* column comments */ Field { weight: 0.3, length_matters: 0.5 },
    /* values: one of two thousand is as good as one of two */ Field { weight: 0.7, length_matters: 0.0 },
];

type Builder = IndexBuilder<{ FIELDS.len() }>;

/// Tables below this share of the best one's score only share a common word with the question.
const WEAKEST_SHARE: f32 = 0.15;
/// Of a longer text, only its first words are looked up.
const WORDS_PER_VALUE: usize = 12;

/// Finds tables and columns of one catalog snapshot. No value can be read out of it.
pub struct TableFinder {
    index: Index,
    tables: Vec<TableEntry>,
    by_name: HashMap<String, u32>,
    graph: Graph,
}

struct TableEntry {
    name: String,
    columns: Vec<ColumnEntry>,
}

impl TableFinder {
    pub fn new(catalog: &Catalog, values: &[ColumnValues]) -> Self {
        let by_name: HashMap<String, u32> =
            (0..).zip(&catalog.tables).map(|(number, table)| (key_name(&table.qualified_name()), number)).collect();
        let number_of = |name: &str| by_name.get(&key_name(name)).copied();
        let keys = catalog.foreign_keys.iter().filter_map(|k| Some((number_of(&k.table)?, number_of(&k.to_table)?)));
        let graph = Graph::new(catalog.tables.len(), keys);
        let reader = Reader::new(catalog, values);
        let mut builder = IndexBuilder::new(FIELDS);
        let tables = catalog.tables.iter().map(|table| reader.read(table, &mut builder)).collect();
        Self { index: builder.finish(), tables, by_name, graph }
    }

    /// Qualified names, best first, at most `most`. Tables that only connect the others along foreign keys come last. A
    /// catalog of at most `most` tables is returned whole; from a larger one nothing comes when no word of the question
    /// occurs in it.
    pub fn relevant(&self, question: &str, most: usize) -> Vec<String> {
        let ranked = self.ranked(question);
        let chosen = if self.tables.len() <= most {
            ranked.into_iter().map(|(number, _)| number).collect()
        } else {
            self.chosen(&ranked, most)
        };
        chosen.into_iter().filter_map(|number| self.tables.get(number as usize)).map(|t| t.name.clone()).collect()
    }

    /// The columns of a wide table (more than `most` columns) worth showing: those the question's words touch, keys,
    /// dates, and the first ones; in table order. Of a table that is not wide, all; of an unknown one, none.
    pub fn columns_worth_showing(&self, table: &str, question: &str, most: usize) -> Vec<String> {
        let number = self.by_name.get(&key_name(table)).copied();
        let Some(table) = number.and_then(|number| self.tables.get(number as usize)) else { return Vec::new() };
        if table.columns.len() <= most {
            return table.columns.iter().map(|column| column.name.clone()).collect();
        }
        worth_showing(&table.columns, &variants(question, &self.index), most)
    }

    /// Every table with its score, best first, ties in the catalog's order.
    fn ranked(&self, question: &str) -> Vec<(u32, f32)> {
        let mut scores = self.index.no_scores();
        for word in variants(question, &self.index) {
            self.index.score(&word, &mut scores);
        }
        let mut ranked: Vec<(u32, f32)> = (0..).zip(scores).collect();
        ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        ranked
    }

    /// The best tables and, after them, what connects them. A better table takes its connections before a worse one is
    /// looked at.
    fn chosen(&self, ranked: &[(u32, f32)], most: usize) -> Vec<u32> {
        let best = ranked.first().map_or(0.0, |(_, score)| *score);
        let worth_it = ranked.iter().take_while(|(_, score)| *score > 0.0 && *score >= best * WEAKEST_SHARE);
        let (mut chosen, mut connecting): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for (candidate, _) in worth_it {
            if let Some(at) = connecting.iter().position(|table| table == candidate) {
                chosen.push(connecting.remove(at));
                continue;
            }
            let all = [chosen.as_slice(), connecting.as_slice()].concat();
            if all.len() >= most {
                break;
            }
            let between = self.graph.between(&all, *candidate).unwrap_or_default();
            if all.len() + 1 + between.len() <= most {
                connecting.extend(between);
            }
            chosen.push(*candidate);
        }
        chosen.extend(connecting);
        chosen
    }
}

impl fmt::Debug for TableFinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableFinder over {} tables: {:?}", self.tables.len(), self.index)
    }
}

/// Engines ignore case in names.
fn key_name(name: &str) -> String {
    name.to_lowercase()
}

/// Reads tables into the index.
struct Reader<'a> {
    values: HashMap<(String, String), &'a ColumnValues>,
    foreign: HashSet<(String, String)>,
}

impl<'a> Reader<'a> {
    fn new(catalog: &Catalog, values: &'a [ColumnValues]) -> Self {
        let pair = |table: &str, column: &str| (key_name(table), key_name(column));
        let ends = catalog.foreign_keys.iter().flat_map(|key| {
            let own = key.columns.iter().map(|column| pair(&key.table, column));
            own.chain(key.to_columns.iter().map(|column| pair(&key.to_table, column)))
        });
        Self { foreign: ends.collect(), values: values.iter().map(|v| (pair(&v.table, &v.column), v)).collect() }
    }

    fn read(&self, table: &Table, builder: &mut Builder) -> TableEntry {
        let name = table.qualified_name();
        let columns: Vec<ColumnEntry> = table.columns.iter().map(|c| self.column(table, &name, c, builder)).collect();
        let all =
            |part: fn(&ColumnEntry) -> &[u64]| sorted(columns.iter().flat_map(part).copied().collect()).into_vec();
        builder.add(&[
            keys(name_terms(table.schema.as_deref().unwrap_or_default()), builder),
            keys(name_terms(&table.name), builder),
            keys(prose_terms(table.label.as_deref().unwrap_or_default()), builder),
            keys(prose_terms(table.comment.as_deref().unwrap_or_default()), builder),
            all(|column| &column.name_words),
            all(|column| &column.comment_words),
            all(|column| &column.value_words),
        ]);
        TableEntry { name, columns }
    }

    fn column(&self, table: &Table, table_name: &str, column: &Column, builder: &Builder) -> ColumnEntry {
        let place = (key_name(table_name), key_name(&column.name));
        let read = self.values.get(&place).map(|values| values.values.as_slice()).unwrap_or_default();
        let values = read.iter().chain(&column.samples);
        let value_words = values.flat_map(|value| {
            let words: Vec<u64> =
                prose_words(value).iter().take(WORDS_PER_VALUE).map(|w| builder.key(&stem(w))).collect();
            words
        });
        let label = column.label.as_deref().map(prose_terms).unwrap_or_default();
        let names = name_terms(&column.name).into_iter().chain(label).collect();
        ColumnEntry {
            name: column.name.clone(),
            name_words: sorted(keys(names, builder)),
            comment_words: sorted(keys(prose_terms(column.comment.as_deref().unwrap_or_default()), builder)),
            value_words: sorted(value_words.collect()),
            primary_key: table.primary_key.iter().any(|key| key.eq_ignore_ascii_case(&column.name)),
            foreign_key: self.foreign.contains(&place),
            date: is_date(&column.data_type),
        }
    }
}

/// The words of an identifier, and the whole of it as one word: `line_item` is also found as "lineitem".
fn name_terms(name: &str) -> Vec<String> {
    let words = name_words(name);
    let whole = (words.len() > 1).then(|| stem(&words.concat()));
    words.iter().map(|word| stem(word)).chain(whole).collect()
}

fn prose_terms(text: &str) -> Vec<String> {
    prose_words(text).iter().map(|word| stem(word)).collect()
}

fn keys(terms: Vec<String>, builder: &Builder) -> Vec<u64> {
    terms.iter().map(|term| builder.key(term)).collect()
}

fn sorted(mut words: Vec<u64>) -> Box<[u64]> {
    words.sort_unstable();
    words.dedup();
    words.into_boxed_slice()
}

#[cfg(test)]
#[path = "finder_tests.rs"]
mod tests;
