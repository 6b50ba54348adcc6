//! Names said just as they are written: 'temp_max' and 'temp max' for a column `temp_max`, although its words were
//! written out as temperature and maximum, and although 'max' alone is a word of the language.

use crate::schema::{Col, Element};
use crate::tokens::{Token, name_words};
use std::collections::HashMap;
use vouch_model::Catalog;

/// Words of a name that are looked for; more are not said by heart.
const LONGEST: usize = 6;

#[derive(Default)]
pub struct ExactNames(HashMap<String, Vec<Element>>);

impl ExactNames {
    pub fn new(catalog: &Catalog) -> Self {
        let mut names: HashMap<String, Vec<Element>> = HashMap::new();
        let mut add = |name: &str, element| names.entry(key(name)).or_default().push(element);
        for (t, table) in catalog.tables.iter().enumerate() {
            add(&table.name, Element::Table(t));
            for (column, c) in table.columns.iter().zip(0..) {
                add(&column.name, Element::Column(Col { table: t, column: c }));
            }
        }
        Self(names)
    }

    /// What the words from `start` on name, with how many of them.
    pub fn at<'a>(&'a self, tokens: &'a [Token], start: usize) -> impl Iterator<Item = (usize, Element)> + 'a {
        let rest = tokens.get(start..).unwrap_or_default();
        let mut said = String::new();
        // A comma is part of no name: ', city' says no more than 'city'.
        let words = rest.iter().take(LONGEST).map(|token| key(&token.text)).take_while(|word| !word.is_empty());
        let spoken = words.map(move |word| {
            if !said.is_empty() {
                said.push(' ');
            }
            said.push_str(&word);
            said.clone()
        });
        let found = spoken.enumerate().map(|(at, said)| (at + 1, self.0.get(&said)));
        found.flat_map(|(used, elements)| elements.into_iter().flatten().map(move |element| (used, *element)))
    }
}

fn key(name: &str) -> String {
    name_words(name).join(" ")
}
