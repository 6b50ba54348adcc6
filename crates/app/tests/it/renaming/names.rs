//! Made-up words for the words of names: the same word always becomes the same one, and no two become one.

use std::collections::BTreeMap;
use std::fmt::Write as _;

const BEGINS: [&str; 12] = ["bla", "dru", "fle", "gno", "kri", "plu", "sta", "twe", "vro", "zwi", "chu", "smo"];
const MIDDLES: [&str; 10] = ["bim", "dax", "fop", "gul", "kev", "lom", "nuz", "paq", "rix", "tov"];
const ENDS: [&str; 10] = ["ak", "ef", "ig", "ob", "uv", "ax", "ez", "ip", "oj", "um"];

#[derive(Default)]
pub struct Names {
    words: BTreeMap<String, String>,
    /// From an identifier in lower case to its new one.
    identifiers: BTreeMap<String, String>,
    /// What each new table or column was called.
    synonyms: BTreeMap<String, String>,
}

impl Names {
    pub fn table(&mut self, name: &str) -> String {
        let new = self.identifier(name);
        self.synonyms.insert(new.clone(), split(name).join(" "));
        new
    }

    pub fn column(&mut self, table: &str, name: &str) -> String {
        let new = self.identifier(name);
        let table = self.identifier(table);
        self.synonyms.insert(format!("{table}.{new}"), split(name).join(" "));
        new
    }

    fn identifier(&mut self, name: &str) -> String {
        let key = name.to_lowercase();
        if let Some(known) = self.identifiers.get(&key) {
            return known.clone();
        }
        let words: Vec<String> = split(name).iter().map(|word| self.word(word)).collect();
        let mut new = words.join("_");
        // Two spellings of the same words stay two names.
        while self.identifiers.values().any(|taken| *taken == new) {
            new.push('x');
        }
        self.identifiers.insert(key, new.clone());
        new
    }

    fn word(&mut self, word: &str) -> String {
        let next = self.words.len();
        let made = self.words.entry(word.to_owned()).or_insert_with(|| made_up(next));
        made.clone()
    }

    /// The statement with every name that is not a text or a function's replaced.
    pub fn statement(&self, sql: &str) -> String {
        let mut new = String::new();
        let mut rest = sql;
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = match first {
                '\'' | '"' => rest[1..].find(first).map_or(rest.len(), |at| at + 2),
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            let (piece, after) = rest.split_at(length);
            let calls = after.trim_start().starts_with('(')
                && ["count", "max", "min", "sum", "avg"].contains(&&*piece.to_lowercase());
            let named = self.identifiers.get(&piece.to_lowercase()).filter(|_| !calls);
            new.push_str(named.map_or(piece, String::as_str));
            rest = after;
        }
        new
    }

    pub fn synonyms(&self) -> String {
        self.synonyms.iter().fold(String::new(), |mut yaml, (thing, words)| {
            let _ = writeln!(yaml, "{thing}: \"{words}\"");
            yaml
        })
    }
}

fn made_up(n: usize) -> String {
    let at = |list: &[&'static str], i: usize| list[i % list.len()];
    let (begin, middle) = (at(&BEGINS, n), at(&MIDDLES, n / BEGINS.len()));
    format!("{begin}{middle}{}", at(&ENDS, n / (BEGINS.len() * MIDDLES.len())))
}

/// `singerInConcert_ID` is four words.
fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut before = '_';
    for c in name.chars() {
        let begins = c.is_uppercase() && before.is_lowercase();
        if !c.is_alphanumeric() || begins {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().unwrap().extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}
