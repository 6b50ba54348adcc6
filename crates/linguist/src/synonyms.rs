//! Other words for tables and columns, given by somebody who knows the data.
//!
//! Keyed by `table` or `table.column`, whatever the case. A thing with synonyms is spoken of by the first of them.

use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct Synonyms {
    by_thing: BTreeMap<String, Vec<String>>,
}

impl Synonyms {
    /// What a table is called, best first; its own name is the last.
    pub(crate) fn table<'a>(&'a self, name: &'a str) -> Vec<&'a str> {
        self.names(&name.to_lowercase(), name)
    }

    pub(crate) fn column<'a>(&'a self, table: &str, name: &'a str) -> Vec<&'a str> {
        self.names(&format!("{table}.{name}").to_lowercase(), name)
    }

    fn names<'a>(&'a self, thing: &str, own: &'a str) -> Vec<&'a str> {
        let given = self.by_thing.get(thing).into_iter().flatten().map(String::as_str);
        given.chain([own]).collect()
    }
}

impl<Words: IntoIterator<Item = String>> FromIterator<(String, Words)> for Synonyms {
    fn from_iter<T: IntoIterator<Item = (String, Words)>>(things: T) -> Self {
        let by_thing = things.into_iter().map(|(thing, words)| (thing.to_lowercase(), words.into_iter().collect()));
        Self { by_thing: by_thing.collect() }
    }
}
