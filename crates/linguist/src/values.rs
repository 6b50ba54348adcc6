//! An index over the stored texts, so that words of a question find the column that holds them.
//!
//! Built once from the values that `analyst` gathered. Matches whole values of any number of words, ignoring case,
//! accents and plural; parts of names and small slips of spelling only where nothing better is found.

use crate::ColumnValues;
use crate::lemma;
use crate::lexicon::lexicon;
use crate::schema::{Col, Schema};
use crate::tokens::{Kind, Token, fold};
use std::collections::HashMap;

#[derive(Debug)]
struct Entry {
    col: Col,
    text: String,
    words: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ValueHit {
    pub col: Col,
    pub text: String,
    /// The stored value as a whole; otherwise a part of it.
    pub whole: bool,
    pub used: usize,
    pub score: f64,
    /// The same value in other letters.
    pub others: Vec<String>,
}

#[derive(Default)]
pub struct ValueIndex {
    entries: Vec<Entry>,
    first: HashMap<String, Vec<usize>>,
    any: HashMap<String, Vec<usize>>,
    whole: HashMap<String, Vec<usize>>,
    /// Single long words by first letter, for slips of spelling.
    by_letter: HashMap<char, Vec<usize>>,
    /// Single words by their stem.
    by_stem: HashMap<String, Vec<usize>>,
    /// Single words by their root: 'cancelled' for who asks about cancellations.
    by_root: HashMap<String, Vec<usize>>,
    /// Columns all of whose values are here.
    complete: Vec<Col>,
}

/// What 'unpaid' denies.
pub fn undone(token: &Token) -> Option<&str> {
    token.lower.strip_prefix("un").filter(|rest| rest.len() > 3 && token.kind == Kind::Word)
}

pub fn text_words(text: &str) -> Vec<String> {
    // 'A+' and 'A-' are two things.
    let chars: Vec<char> = text.chars().collect();
    let name = chars.iter().take_while(|c| c.is_alphanumeric()).count();
    if let (Some(begin), Some(rest @ [_, ..])) = (chars.get(..name), chars.get(name..))
        && crate::tokens::signs_behind(begin, rest) == rest.len()
    {
        return vec![fold(text)];
    }
    fold(text).split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

impl ValueIndex {
    pub fn new(schema: &Schema, values: &[ColumnValues]) -> Self {
        let mut index = Self::default();
        for list in values {
            let reference = crate::form::ColumnRef { table: list.table.clone(), column: list.column.clone() };
            let Some(col) = schema.find(&reference) else { continue };
            if list.complete {
                index.complete.push(col);
            }
            for text in &list.values {
                index.add(col, text);
            }
        }
        index
    }

    fn add(&mut self, col: Col, text: &str) {
        let words = text_words(text);
        let id = self.entries.len();
        let Some(first) = words.first() else { return };
        self.first.entry(lemma::lemma(first)).or_default().push(id);
        self.whole.entry(words.join(" ")).or_default().push(id);
        if words.len() > 1 && words.len() <= 8 {
            for word in words.iter().filter(|w| w.len() > 2) {
                self.any.entry(lemma::lemma(word)).or_default().push(id);
            }
        }
        if let (1, Some(letter)) = (words.len(), first.chars().next().filter(|_| first.len() > 5)) {
            self.by_letter.entry(letter).or_default().push(id);
        }
        if words.len() == 1 && first.len() > 3 {
            self.by_stem.entry(lemma::stem(&lemma::lemma(first))).or_default().push(id);
        }
        if let (1, Some(root)) = (words.len(), lemma::root(first)) {
            self.by_root.entry(root).or_default().push(id);
        }
        self.entries.push(Entry { col, text: text.to_owned(), words });
    }

    pub fn is_complete(&self, col: Col) -> bool {
        self.complete.contains(&col)
    }

    fn hit(&self, id: usize, used: usize, score: f64, whole: bool) -> Option<ValueHit> {
        self.entries.get(id).map(|e| ValueHit {
            col: e.col,
            text: e.text.clone(),
            whole,
            used,
            score,
            others: Vec::new(),
        })
    }

    /// Whole values that begin at the first token.
    pub fn at(&self, tokens: &[Token]) -> Vec<ValueHit> {
        let Some(first) = tokens.first() else { return Vec::new() };
        if first.kind == Kind::Quoted {
            return self.equal(&first.text, 1);
        }
        let ids = self.first.get(&first.lemma).map_or(&[][..], Vec::as_slice);
        let mut hits: Vec<ValueHit> = ids
            .iter()
            .filter_map(|id| self.matches(*id, tokens).and_then(|(n, s)| self.hit(*id, n, s, true)))
            .collect();
        hits.extend(self.other_spellings(tokens));
        if hits.is_empty() && first.kind == Kind::Word && first.lower.contains(|c: char| !c.is_alphanumeric()) {
            // 'CIS-220' is one word of a question and two of the index.
            hits.extend(self.equal(&first.text, 1));
        }
        if hits.is_empty()
            && let Some(opposite) = undone(first)
        {
            // 'unpaid' where the data says paid; the reader turns it round.
            hits.extend(self.equal(opposite, 1).into_iter().map(|hit| ValueHit { score: 0.9, ..hit }));
        }
        hits
    }

    fn matches(&self, id: usize, tokens: &[Token]) -> Option<(usize, f64)> {
        let entry = self.entries.get(id)?;
        let mut exact = true;
        let mut used = 0;
        for word in &entry.words {
            // Punctuation inside a value ("St. Louis", "Nameless, Painless") is not a word of it.
            while used > 0
                && tokens
                    .get(used)
                    .is_some_and(|t| matches!(t.kind, Kind::Punct(',' | '.' | '/' | '&' | '(' | ')' | ':')))
            {
                used += 1;
            }
            let token = tokens.get(used)?;
            if token.lower != *word {
                exact = false;
                if token.lemma != lemma::lemma(word) {
                    return None;
                }
            }
            used += 1;
        }
        let short = entry.words.len() == 1 && entry.words.iter().all(|w| w.len() < 3);
        let first = tokens.first()?;
        // 'in', 'or', 'me' are states only when somebody shouts them.
        if short && first.text.to_uppercase() != first.text {
            return None;
        }
        let numeric = entry.words.iter().all(|w| w.bytes().all(|b| b.is_ascii_digit()));
        if numeric {
            return None;
        }
        let same_case = entry.text.starts_with(first.text.as_str());
        Some((used, if exact { if same_case { 1.0 } else { 0.97 } } else { 0.9 }))
    }

    fn other_spellings(&self, tokens: &[Token]) -> Vec<ValueHit> {
        let lexicon = lexicon();
        let mut hits = Vec::new();
        for used in 1..=tokens.len().min(4) {
            let words: Vec<&str> = tokens.iter().take(used).map(|t| t.lower.as_str()).collect();
            let phrase = words.join(" ");
            if phrase.len() < 3 && tokens.first().is_none_or(|t| t.text.to_uppercase() != t.text) {
                continue;
            }
            for other in lexicon.value_spellings(&phrase) {
                let ids = self.whole.get(other).map_or(&[][..], Vec::as_slice);
                hits.extend(ids.iter().filter_map(|id| self.hit(*id, used, 0.85, true)));
            }
        }
        hits
    }

    /// Values equal to the text, ignoring case and punctuation.
    pub fn equal(&self, text: &str, used: usize) -> Vec<ValueHit> {
        let ids = self.whole.get(&text_words(text).join(" ")).map_or(&[][..], Vec::as_slice);
        ids.iter().filter_map(|id| self.hit(*id, used, 1.0, true)).collect()
    }

    /// Values of which the token is one word ('Smith'); one hit per column.
    pub fn part(&self, token: &Token) -> Vec<ValueHit> {
        let ids = self.any.get(&token.lemma).map_or(&[][..], Vec::as_slice);
        let mut hits: Vec<ValueHit> = Vec::new();
        for id in ids {
            let Some(entry) = self.entries.get(*id) else { continue };
            if !hits.iter().any(|h| h.col == entry.col) {
                hits.push(ValueHit {
                    col: entry.col,
                    text: token.text.clone(),
                    whole: false,
                    used: 1,
                    score: 0.6,
                    others: Vec::new(),
                });
            }
        }
        hits
    }

    /// Values of one word with the same stem: 'failed' where the data says FAIL.
    pub fn stemmed(&self, token: &Token) -> Vec<ValueHit> {
        let ids = self.by_stem.get(&token.stem).map_or(&[][..], Vec::as_slice);
        ids.iter().filter_map(|id| self.hit(*id, 1, 0.88, true)).collect()
    }

    /// Values that share their root with the word.
    pub fn rooted(&self, token: &Token) -> Vec<ValueHit> {
        let root = lemma::root(&token.lower);
        let ids = root.and_then(|root| self.by_root.get(&root)).map_or(&[][..], Vec::as_slice);
        ids.iter().filter_map(|id| self.hit(*id, 1, 0.75, true)).collect()
    }

    /// Values one slip of the pen away from a long word.
    pub fn misspelt(&self, token: &Token) -> Vec<ValueHit> {
        if token.lower.len() < 6 {
            return Vec::new();
        }
        let Some(letter) = token.lower.chars().next() else { return Vec::new() };
        let ids = self.by_letter.get(&letter).map_or(&[][..], Vec::as_slice);
        let near = |id: &&usize| {
            self.entries.get(**id).is_some_and(|e| e.words.iter().all(|w| strsim::osa_distance(w, &token.lower) == 1))
        };
        ids.iter().filter(near).filter_map(|id| self.hit(*id, 1, 0.65, true)).collect()
    }
}
