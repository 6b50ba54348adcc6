//! As people type: slips of the pen ('hom many custmers', 'averge price'), short forms ('num of orders', 'March & May') and
//! names without capitals.
//!
//! A word that is none, neither of English nor of the data, is read as the one it is a letter away from: first among the words
//! that names are made of and those that say what to do, then among all others that are known. Who asked is told (`Slip::note`).
//! Refuses to guess: a word with a capital may be a name that nobody knows, what is near a name that is stored is left to `values`,
//! and of words that are only English one is taken only where no other is as near.

use crate::form::ColumnRef;
use crate::lemma;
use crate::lexicon::lexicon;
use crate::link::SPELT;
use crate::schema::{Col, Schema};
use crate::tokens::{Kind, Token, name_words, tokenize};
use crate::values::text_words;
use crate::{ColumnValues, Linguist, Reading, vectors, wordnet};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Shorter words are a letter away from too many others.
const SHORTEST: usize = 4;
/// From here on a word may be two letters off, if it is one of a name.
const LONG: usize = 8;
/// Of words that are only known to be English.
const SHORTEST_ENGLISH: usize = 5;

/// A word as it was written, and as it was read.
pub struct Slip {
    said: String,
    meant: String,
}

impl Slip {
    pub fn note(&self) -> String {
        format!("'{}' read as '{}'", self.said, self.meant)
    }

    /// Tells of it beside the readings; where the other word was of no use either, the one that was written is what was not
    /// understood.
    pub fn tell(&self, reading: &mut Reading) {
        let mut useless = false;
        for word in reading.unexplained.iter_mut().filter(|word| **word == self.meant) {
            word.clone_from(&self.said);
            useless = true;
        }
        let [meant, said] = [&self.meant, &self.said].map(|word| format!("'{word}'"));
        for candidate in &mut reading.candidates {
            match useless {
                true => candidate.assumptions.iter_mut().for_each(|text| *text = text.replace(&meant, &said)),
                false => candidate.assumptions.push(self.note()),
            }
        }
    }
}

type ByLetter = HashMap<char, BTreeSet<String>>;

/// The words of tables' and columns' names, one and many, and of the few values that rows share.
#[derive(Default)]
pub struct Spelling {
    names: ByLetter,
    /// Of tables alone.
    things: ByLetter,
    /// The words of a status or a category, as they are stored.
    kinds: ByLetter,
}

/// A column with more values than this is no kind or status.
const KINDS: usize = 24;

/// Words of the calendar, and others that are read by what they are.
const PLAIN: &str = "monday tuesday wednesday thursday friday saturday sunday january february march april june july august \
    september october november december days weeks week month months quarter quarters year years hour hours minute minutes \
    today yesterday tomorrow weekend weekends morning afternoon evening overdue unpaid upcoming cancelled canceled";
/// What questions begin with or lean on, so often that a word of four letters may be a slip of it.
const SMALL: &str = "what show list many most each than have with from that days week weeks month year years hours";

static STEERING: LazyLock<ByLetter> = LazyLock::new(|| {
    let plain = PLAIN.split_whitespace().chain(SMALL.split_whitespace());
    by_letter(lexicon().steering().chain(plain).map(str::to_owned))
});

static COMMON: LazyLock<ByLetter> = LazyLock::new(|| by_letter(SMALL.split_whitespace().map(str::to_owned)));

/// As they stand, and with the endings that words get in a sentence.
static ENGLISH: LazyLock<ByLetter> = LazyLock::new(|| by_letter(wordnet::words().flat_map(forms)));

impl Spelling {
    pub fn new(schema: &Schema, values: &[ColumnValues]) -> Self {
        let tables = 0..schema.tables.len();
        let columns = schema.tables.iter().enumerate().flat_map(|(table, view)| {
            (0..view.columns.len()).map(move |column| schema.reference(Col { table, column }).column)
        });
        let names = tables.map(|t| schema.table_name(t).to_owned()).chain(columns);
        let words = names.flat_map(|name| name_words(&name)).filter(|word| word.len() >= SHORTEST);
        let kinds = values.iter().filter(|list| is_kind(schema, list)).flat_map(|list| &list.values);
        let kinds = by_letter(kinds.flat_map(|text| text_words(text)));
        let things = (0..schema.tables.len()).flat_map(|t| name_words(schema.table_name(t)));
        let both = |word: String| {
            let one = lemma::lemma(&word);
            [lemma::plural(&one), one, word]
        };
        Self { names: by_letter(words.flat_map(both)), things: by_letter(things.flat_map(both)), kinds }
    }
}

/// A status or a category. What rows are called by is none: people may ask for somebody who is not there.
fn is_kind(schema: &Schema, list: &ColumnValues) -> bool {
    let reference = ColumnRef { table: list.table.clone(), column: list.column.clone() };
    let kind = |col: Col| schema.is_kind(col) && !schema.display(col.table).contains(&col);
    list.complete && list.values.len() <= KINDS && schema.find(&reference).is_some_and(kind)
}

fn by_letter(words: impl Iterator<Item = String>) -> ByLetter {
    let mut all = ByLetter::new();
    for word in words.filter(|word| word.len() >= SHORTEST && word.bytes().all(|b| b.is_ascii_lowercase())) {
        if let Some(first) = word.chars().next() {
            all.entry(first).or_default().insert(word);
        }
    }
    all
}

fn forms(word: &str) -> Vec<String> {
    let base = word.strip_suffix('e').unwrap_or(word);
    let endings = ["ed", "ing", "er", "ers"].map(|ending| format!("{base}{ending}"));
    endings.into_iter().chain([word.to_owned(), lemma::plural(word)]).collect()
}

pub fn mended(linguist: &Linguist, tokens: Vec<Token>) -> (Vec<Token>, Vec<Slip>) {
    let mut slips = Vec::new();
    let tokens = written_out(capitals(linguist, tokens));
    let follows: Vec<Option<String>> =
        (0..tokens.len()).map(|at| tokens.get(at + 1).map(|next| next.lower.clone())).collect();
    let mend = |(token, next): (Token, Option<String>)| {
        let Some(meant) = meant(linguist, &token, next.as_deref()) else { return token };
        let Some(read) = tokenize(&meant).into_iter().next() else { return token };
        slips.push(Slip { said: token.text.clone(), meant });
        Token { possessive: token.possessive, ..read }
    };
    let tokens = tokens.into_iter().zip(follows).map(mend).collect();
    (tokens, slips)
}

/// 'num of orders', 'phone nr', 'March & May'. In 'Smith & Sons' the sign belongs to the name.
fn written_out(tokens: Vec<Token>) -> Vec<Token> {
    let plain = |token: Option<&Token>| token.is_some_and(|t| !t.proper && !matches!(t.kind, Kind::Punct(_)));
    let dated = |token: Option<&Token>| token.is_some_and(|t| t.lower == "may" || has(&STEERING, &t.lower));
    let joins = |at: usize| {
        let before = at.checked_sub(1).and_then(|i| tokens.get(i));
        [before, tokens.get(at + 1)].into_iter().all(|beside| plain(beside) || dated(beside))
    };
    let long = |at: usize| match tokens.get(at)? {
        t if t.is_punct('&') && joins(at) => Some("and"),
        t if matches!(t.lower.as_str(), "num" | "nbr" | "nr") => Some("number"),
        _ => None,
    };
    let written = (0..tokens.len()).map(long).collect::<Vec<_>>();
    let pairs = tokens.into_iter().zip(written);
    pairs.flat_map(|(token, long)| long.map_or_else(|| vec![token], tokenize)).collect()
}

/// Names that are stored and were typed in small letters are names all the same: two words and more that are one value, or a
/// word that is nothing else.
fn capitals(linguist: &Linguist, mut tokens: Vec<Token>) -> Vec<Token> {
    for at in 0..tokens.len() {
        let Some(rest) = tokens.get(at..) else { break };
        let Some(first) = rest.first().filter(|t| t.kind == Kind::Word && !t.proper) else { continue };
        // A status is written small in many a database, a name in none.
        let is_name = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
        let whole = linguist.values.at(rest).into_iter().filter(|hit| hit.score > SPELT && is_name(&hit.text));
        let longest = whole.map(|hit| hit.used).max().unwrap_or(0);
        let plain = lexicon().is_stop(first) || lexicon().knows(&first.lower) || has(&STEERING, &first.lower);
        let named_so = plain || linguist.schema.postings.contains_key(&first.stem);
        let noun = || [&first.lower, &first.lemma, &first.stem].into_iter().any(|word| wordnet::knows(word));
        let part = || first.lower.len() > 2 && !linguist.values.part(first).is_empty();
        let named = match longest {
            0 if !named_so && !is_of_language(first) && !is_rare(first) && part() => 1,
            1 if !named_so && !noun() => 1,
            0 | 1 => 0,
            longest => longest,
        };
        // 'total in gbp' where that is a currency; behind a number it is what is counted.
        let counted = at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.number().is_some());
        let shouted = first.text.to_uppercase();
        let code = first.lower.len() > 2 && !counted && !is_small(first);
        if code && linguist.values.equal(&shouted, 1).iter().any(|hit| hit.text == shouted) {
            if let Some(token) = tokens.get_mut(at) {
                (token.proper, token.text) = (true, shouted);
            }
            continue;
        }
        for token in tokens.iter_mut().skip(at).take(named).filter(|t| t.kind == Kind::Word) {
            token.proper = true;
            token.text = capital(&token.text);
        }
    }
    tokens
}

/// A word that says nothing by itself; a currency does, although what is counted in it need not say so.
fn is_small(token: &Token) -> bool {
    lexicon().is_stop(token) && !lexicon().is_unit(&token.lower)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Who holds the key down means nothing by it: only what is stored so keeps its capitals ('GBP').
pub fn unshouted<'q>(linguist: &Linguist, question: &'q str) -> Cow<'q, str> {
    let words = || question.split_whitespace();
    let letters = words().filter(|word| word.chars().any(char::is_alphabetic)).count();
    if letters <= 2 || question.chars().any(char::is_lowercase) || question.contains(['"', '\'']) {
        return Cow::Borrowed(question);
    }
    let lowered = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let plain = tokenize(&bare.to_lowercase()).first().is_some_and(is_small);
        let stored = || linguist.values.equal(bare, 1).iter().any(|hit| hit.text == bare);
        if !plain && stored() { word.to_owned() } else { word.to_lowercase() }
    };
    Cow::Owned(words().map(lowered).collect::<Vec<_>>().join(" "))
}

fn meant(linguist: &Linguist, token: &Token, next: Option<&str>) -> Option<String> {
    let word = token.lower.as_str();
    if token.kind != Kind::Word || token.proper || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    if let Some(short) = short_word(word, next) {
        return Some(short.to_owned());
    }
    if word.len() < SHORTEST || is_known(linguist, token) {
        return None;
    }
    let first = word.chars().next()?;
    if is_rare(token) {
        // 'oders': a river as well, but not where there are orders.
        let things: Vec<&String> = linguist.spelling.things.get(&first).into_iter().flatten().collect();
        return nearest(word, &things, 1).map(str::to_owned);
    }
    let of = |words: &'static ByLetter| words.get(&first).into_iter().flatten();
    let names: Vec<&String> = linguist.spelling.names.get(&first).into_iter().flatten().collect();
    let kinds: Vec<&String> = linguist.spelling.kinds.get(&first).into_iter().flatten().collect();
    // Of four letters nearly every word is near some small one.
    let steering = if word.len() > SHORTEST { &STEERING } else { &COMMON };
    let near: Vec<&String> = names.iter().copied().chain(of(steering)).collect();
    let far = || nearest(word, &names, 2).filter(|_| word.len() >= LONG);
    let found = nearest(word, &near, 1).or_else(|| nearest(word, &kinds, 1)).or_else(far);
    if let Some(found) = found {
        return Some(found.to_owned());
    }
    if word.len() < SHORTEST_ENGLISH || has(&ENGLISH, word) || !linguist.values.misspelt(token).is_empty() {
        return None;
    }
    let english: Vec<&String> = ENGLISH.get(&first).into_iter().flatten().collect();
    nearest(word, &english, 1).filter(|_| as_near(word, &english, 1) == 1).map(str::to_owned)
}

/// Words that are too short to be told by their letters alone.
fn short_word(word: &str, next: Option<&str>) -> Option<&'static str> {
    let counts = matches!(next, Some("many" | "mny" | "mnay" | "much"));
    match word {
        "hom" | "hwo" | "hoe" | "hoq" | "hw" | "ow" | "hpw" | "haw" | "hiw" if counts => Some("how"),
        "teh" | "hte" | "thr" => Some("the"),
        "adn" | "nad" => Some("and"),
        _ => None,
    }
}

/// The nearest; of several the one that has all letters but one in another place, then the one of which a letter was left out,
/// then the one that got a letter too many.
fn nearest<'a>(word: &str, among: &[&'a String], furthest: usize) -> Option<&'a str> {
    let length = word.len();
    let rank = |other: &'a String| {
        let distance = distance(word, other, furthest)?;
        let kind = match other.len().cmp(&length) {
            Ordering::Equal => 0,
            Ordering::Greater => 1,
            Ordering::Less => 2,
        };
        // Two forms of one word: the one that ends like what was written.
        let ends = other.bytes().last() != word.bytes().last();
        Some((distance, kind, ends, other.as_str()))
    };
    among.iter().filter_map(|other| rank(other)).min().map(|(.., other)| other)
}

/// How many different words are as near as the nearest.
fn as_near(word: &str, among: &[&String], furthest: usize) -> usize {
    let stems =
        among.iter().filter(|other| distance(word, other, furthest).is_some()).map(|other| lemma::stem_of(other));
    stems.collect::<BTreeSet<_>>().len()
}

fn distance(word: &str, other: &str, furthest: usize) -> Option<usize> {
    let close = other.len().abs_diff(word.len()) <= furthest;
    close.then(|| strsim::osa_distance(word, other)).filter(|distance| *distance <= furthest)
}

fn is_known(linguist: &Linguist, token: &Token) -> bool {
    let of_data = || {
        let single = std::slice::from_ref(token);
        linguist.schema.postings.contains_key(&token.stem)
            || has(&linguist.spelling.names, &token.lower)
            || has(&linguist.spelling.kinds, &token.lower)
            || !linguist.values.at(single).is_empty()
            || !linguist.values.part(token).is_empty()
    };
    of_data() || is_of_language(token)
}

fn is_of_language(token: &Token) -> bool {
    let (word, lemma, lexicon) = (token.lower.as_str(), token.lemma.as_str(), lexicon());
    lexicon.is_stop(token)
        || lexicon.knows(word)
        || lexicon.expand(word).is_some()
        || !lexicon.value_spellings(word).is_empty()
        || has(&STEERING, word)
        || wordnet::knows(word)
        || wordnet::knows(lemma)
}

/// Words that are written somewhere; not all of them are English.
fn is_rare(token: &Token) -> bool {
    vectors::row(&token.stem).is_some()
}

fn has(words: &ByLetter, word: &str) -> bool {
    word.chars().next().and_then(|first| words.get(&first)).is_some_and(|words| words.contains(word))
}

#[cfg(test)]
#[path = "slips_tests.rs"]
mod tests;
