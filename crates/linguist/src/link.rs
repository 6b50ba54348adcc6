//! Spans of the question and what they may point at: marks of the language, tables, columns, values, times.
//!
//! Owns how well a word fits a name. Ambiguity stays: a span keeps all its readings, and `segment` and `compose` choose.

use crate::dates::{self, TimeRange};
use crate::form::Grain;
use crate::lexicon::{Mark, lexicon};
use crate::schema::{Col, ColumnKind, Element, Schema};
use crate::tokens::{Kind, Token};
use crate::values::{ValueHit, ValueIndex};
use crate::{Probe, Setting};
use std::collections::BTreeMap;

/// What a span of words may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    Table(usize),
    Column(Col),
    Value(ValueHit),
    /// Money made from quantity and price of this table.
    Worth(usize),
    Mark(Mark),
    Number(f64),
    Ordinal(f64),
    Time(TimeRange),
    Grain(Grain),
    /// Quoted text that is no known value.
    Quoted(String),
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub link: Link,
    /// How well the words fit, 0 to 1.
    pub quality: f64,
}

/// A span of tokens with everything of one class that it may be, best first.
#[derive(Clone, Debug)]
pub struct Span {
    pub start: usize,
    pub end: usize,
    pub choices: Vec<Choice>,
    /// Worth in the choice of a segmentation.
    pub score: f64,
}

pub struct Linker<'a> {
    pub schema: &'a Schema,
    pub values: &'a ValueIndex,
    pub setting: &'a Setting<'a>,
}

const LONGEST: usize = 5;
/// Words that names often end in and people often leave out.
const GENERIC: [&str; 8] = ["id", "cod", "name", "number", "date", "type", "text", "valu"];

impl Linker<'_> {
    pub fn spans(&self, tokens: &[Token]) -> Vec<Span> {
        let mut spans = Vec::new();
        for start in 0..tokens.len() {
            self.fixed(tokens, start, &mut spans);
            self.names(tokens, start, &mut spans);
            self.stored(tokens, start, &mut spans);
        }
        self.rescue(tokens, &mut spans);
        spans
    }

    /// Marks, numbers, times: what needs no schema.
    fn fixed(&self, tokens: &[Token], start: usize, spans: &mut Vec<Span>) {
        let rest = tokens.get(start..).unwrap_or_default();
        let Some(first) = rest.first() else { return };
        let mut push = |used: usize, link: Link, score: f64| {
            let choices = vec![Choice { link, quality: 1.0 }];
            spans.push(Span { start, end: start + used, choices, score });
        };
        match first.kind {
            Kind::Number(n) => push(1, Link::Number(n), 0.8),
            Kind::Ordinal(n) => push(1, Link::Ordinal(n), 0.7),
            Kind::Quoted => push(1, Link::Quoted(first.text.clone()), 0.8),
            Kind::Punct(',') => push(1, Link::Mark(Mark::And), 0.3),
            _ => {}
        }
        if let Some((used, mark)) = lexicon().mark_at(rest) {
            push(used, Link::Mark(mark.clone()), 0.86 * used as f64);
        }
        if let Some((used, range)) = dates::time_at(rest, self.setting.now.date()) {
            push(used, Link::Time(range), 0.97 * used as f64);
        }
        let before = start.checked_sub(1).and_then(|i| tokens.get(i)).map(|t| t.lower.as_str());
        if matches!(before, None | Some("about" | "only" | "just" | "and" | "for")) {
            if let Some(range) = dates::year_at(rest) {
                push(1, Link::Time(range), 0.97);
            }
        }
        if let Some((used, grain)) = dates::grain_at(rest) {
            push(used, Link::Grain(grain), 0.75 * used as f64);
        }
    }

    /// Tables and columns whose names the words fit.
    fn names(&self, tokens: &[Token], start: usize, spans: &mut Vec<Span>) {
        let mut by_end: BTreeMap<usize, Vec<Choice>> = BTreeMap::new();
        let command = tokens.get(start).is_some_and(|t| {
            start < 3 && matches!(t.lower.as_str(), "show" | "list" | "give" | "find" | "tell" | "return" | "get" | "display" | "name" | "count")
        });
        if command {
            return;
        }
        for (element, first) in self.hits(tokens, start) {
            let mut matched = vec![first];
            self.offer(element, &matched, start, start + 1, &mut by_end);
            if let Element::Column(_) = element {
                // 'email address', 'phone number': the second word only says what the first one is.
                let next = tokens.get(start + 1).map_or("", |t| t.lower.as_str());
                let said = match next {
                    "address" | "addresses" | "number" | "numbers" | "column" | "figures" => true,
                    "date" | "dates" | "day" => {
                        matches!(element, Element::Column(c) if self.schema.kind(c) == ColumnKind::Time)
                    }
                    _ => false,
                };
                if said {
                    self.offer(element, &matched, start, start + 2, &mut by_end);
                    if let Some(last) = by_end.get_mut(&(start + 2)).and_then(|c| c.last_mut()) {
                        last.quality *= 0.75;
                    }
                }
            }
            let mut at = start + 1;
            while at < tokens.len().min(start + LONGEST) {
                let connector = tokens.get(at).is_some_and(|t| matches!(t.lower.as_str(), "of" | "the" | "in" | "to"));
                // 'number of orders' counts; only a column that is called number_of_orders is meant by it.
                let counts = first_word_counts(tokens, start, at);
                let next = self
                    .hits_of(tokens, at, element)
                    .filter(|h| matched.iter().all(|m| m.word != h.word && !(counts && h.word < m.word)));
                match next {
                    Some(hit) => {
                        matched.push(hit);
                        self.offer(element, &matched, start, at + 1, &mut by_end);
                    }
                    None if connector => {}
                    None => break,
                }
                at += 1;
            }
        }
        if let Some(used) = tokens.get(start..).and_then(|rest| lexicon().money_at(rest)) {
            let choices = by_end.entry(start + used).or_default();
            let worths =
                (0..self.schema.tables.len()).filter(|t| self.schema.tables.get(*t).is_some_and(|v| v.worth.is_some()));
            choices.extend(worths.map(|t| Choice { link: Link::Worth(t), quality: 0.85 }));
        }
        for (end, mut choices) in by_end {
            choices.sort_by(|a, b| b.quality.total_cmp(&a.quality));
            choices.truncate(24);
            let best = choices.first().map_or(0.0, |c| c.quality);
            if best < 0.35 {
                continue;
            }
            let stop = end == start + 1 && tokens.get(start).is_some_and(|t| lexicon().is_stop(t));
            // A name that is also an everyday word must fit well to count.
            let score = if stop { if best > 0.9 { 0.87 } else { 0.29 } } else { best * (end - start) as f64 };
            spans.push(Span { start, end, choices, score });
        }
    }

    fn hits(&self, tokens: &[Token], at: usize) -> Vec<(Element, Hit)> {
        let mut best: BTreeMap<Element, Hit> = BTreeMap::new();
        let Some(token) = tokens.get(at).filter(|t| t.kind != Kind::Quoted && !matches!(t.kind, Kind::Punct(_))) else {
            return Vec::new();
        };
        let mut look = |stem: &str, likeness: f64| {
            for posting in self.schema.postings.get(stem).into_iter().flatten() {
                let hit = Hit { word: posting.word, likeness: likeness * posting.weight };
                let entry = best.entry(posting.element).or_insert(hit);
                if hit.likeness > entry.likeness {
                    *entry = hit;
                }
            }
        };
        let lexicon = lexicon();
        look(&token.stem, 1.0);
        if let Some([only]) = lexicon.expand(&token.lower) {
            look(only, 0.95);
        }
        if let Some(rest) = token.stem.strip_prefix("un").filter(|r| r.len() > 2) {
            look(&crate::lemma::stem(&crate::lemma::lemma(rest)), 0.95);
        }
        for (other, likeness) in lexicon.synonyms(&token.stem) {
            look(other, likeness * 0.87);
        }
        best.into_iter().collect()
    }

    fn hits_of(&self, tokens: &[Token], at: usize, element: Element) -> Option<Hit> {
        self.hits(tokens, at).into_iter().find(|(e, _)| *e == element).map(|(_, h)| h)
    }

    fn offer(
        &self,
        element: Element,
        matched: &[Hit],
        _start: usize,
        end: usize,
        by_end: &mut BTreeMap<usize, Vec<Choice>>,
    ) {
        let quality = self.quality(element, matched);
        let link = match element {
            Element::Table(t) => Link::Table(t),
            Element::Column(c) => Link::Column(c),
        };
        by_end.entry(end).or_default().push(Choice { link, quality });
    }

    /// How well matched words cover a name: all of it is 1; words that the table's name says already are free.
    fn quality(&self, element: Element, matched: &[Hit]) -> f64 {
        let likeness = matched.iter().map(|h| h.likeness).sum::<f64>() / matched.len().max(1) as f64;
        let has = |i: usize| matched.iter().any(|h| usize::from(h.word) == i);
        match element {
            Element::Table(t) => {
                let n = self.schema.tables.get(t).map_or(1, |v| v.words.len()).max(1);
                let covered = (0..n).filter(|i| has(*i)).count() as f64 / n as f64;
                likeness * (0.4 + 0.6 * covered)
            }
            Element::Column(c) => {
                let Some(view) = self.schema.view(c) else { return 0.0 };
                let weight = |i: usize| {
                    let generic = view.words.get(i).is_some_and(|w| GENERIC.contains(&w.as_str()));
                    let said = view.said_by_table.get(i).copied().unwrap_or(false);
                    if said {
                        0.15
                    } else if generic && view.words.len() > 1 {
                        0.5
                    } else {
                        1.0
                    }
                };
                let total: f64 = (0..view.words.len()).map(weight).sum();
                let covered: f64 = (0..view.words.len()).filter(|i| has(*i)).map(weight).sum();
                // Keys are meant only where somebody says id, number or code.
                let key = view.kind == ColumnKind::Key && !has(view.words.len().saturating_sub(1));
                let share = if total > 0.0 { covered / total } else { 0.0 };
                likeness * (0.4 + 0.6 * share) * if key { 0.75 } else { 1.0 }
            }
        }
    }

    /// Values of the data.
    fn stored(&self, tokens: &[Token], start: usize, spans: &mut Vec<Span>) {
        let rest = tokens.get(start..).unwrap_or_default();
        let mut hits = self.values.at(rest);
        if let Some(first) = rest.first() {
            if hits.is_empty() && first.kind == Kind::Quoted {
                hits = probe_all(self.setting.probe, self.schema, self.values, &first.text, 1);
            } else if hits.is_empty() && first.proper && first.kind == Kind::Word {
                hits = self.probe_names(rest);
            }
        }
        let mut by_end: BTreeMap<usize, Vec<Choice>> = BTreeMap::new();
        for hit in merge_spellings(hits) {
            let quality = hit.score;
            by_end.entry(start + hit.used).or_default().push(Choice { link: Link::Value(hit), quality });
        }
        for (end, choices) in by_end {
            self.push_values(tokens, start, end, choices, spans);
        }
    }

    fn push_values(&self, tokens: &[Token], start: usize, end: usize, mut choices: Vec<Choice>, spans: &mut Vec<Span>) {
        choices.sort_by(|a, b| b.quality.total_cmp(&a.quality));
        choices.truncate(16);
        let best = choices.first().map_or(0.0, |c| c.quality);
        let first = tokens.get(start);
        let everyday =
            end == start + 1 && first.is_some_and(|t| lexicon().is_stop(t) && !t.proper && t.kind != Kind::Quoted);
        if everyday {
            return;
        }
        let proper = first.is_some_and(|t| t.proper);
        // A plain lower-case word that is also a value yields to the name of a table or column.
        let score = (end - start) as f64 * best * if proper { 1.06 } else { 0.93 };
        spans.push(Span { start, end, choices, score });
    }

    /// Runs of capitalised words that no index knows, looked up in the data.
    fn probe_names(&self, tokens: &[Token]) -> Vec<ValueHit> {
        let run = tokens.iter().take_while(|t| t.proper && t.kind == Kind::Word).count().min(4);
        for used in (1..=run).rev() {
            let words: Vec<&str> = tokens.iter().take(used).map(|t| t.text.as_str()).collect();
            let hits = probe_all(self.setting.probe, self.schema, self.values, &words.join(" "), used);
            if !hits.is_empty() {
                return hits;
            }
        }
        Vec::new()
    }

    /// Names that share a root with the word ('prescribed', 'prescription') or are a slip of the pen away.
    fn similar_names(&self, token: &Token) -> Vec<Choice> {
        let word = token.stem.as_str();
        if word.len() < 5 || !word.is_ascii() {
            return Vec::new();
        }
        let root = |name: &str| word.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        let like = |name: &str| {
            let shared = root(name);
            if strsim::osa_distance(word, name) == 1 && word.len() > 5 {
                0.8
            } else if shared >= 5 && shared * 10 >= 6 * word.len().max(name.len()) && name.len() >= 5 {
                0.7
            } else {
                0.0
            }
        };
        let mut choices: Vec<Choice> = Vec::new();
        let letter = word.chars().next();
        for (name, postings) in self.schema.postings.iter().filter(|(n, _)| n.chars().next() == letter) {
            let likeness = like(name);
            for posting in postings.iter().filter(|_| likeness > 0.0) {
                let hit = Hit { word: posting.word, likeness: likeness * posting.weight };
                let quality = self.quality(posting.element, &[hit]);
                let link = match posting.element {
                    Element::Table(t) => Link::Table(t),
                    Element::Column(c) => Link::Column(c),
                };
                choices.push(Choice { link, quality });
            }
        }
        choices.retain(|c| c.quality > 0.4);
        choices.sort_by(|a, b| b.quality.total_cmp(&a.quality).then_with(|| rank(&a.link).cmp(&rank(&b.link))));
        choices.truncate(8);
        choices
    }

    /// Words that found nothing: parts of values, then slips of spelling.
    fn rescue(&self, tokens: &[Token], spans: &mut Vec<Span>) {
        for (start, token) in tokens.iter().enumerate() {
            if token.kind != Kind::Word
                || lexicon().is_stop(token)
                || spans.iter().any(|s| s.start <= start && start < s.end)
            {
                continue;
            }
            let mut hits = if token.proper || token.lower.len() > 4 { self.values.part(token) } else { Vec::new() };
            if hits.is_empty() {
                hits = self.values.misspelt(token);
            }
            if hits.is_empty() {
                let choices = self.similar_names(token);
                if let Some(best) = choices.first().map(|c| c.quality) {
                    spans.push(Span { start, end: start + 1, choices, score: best });
                    continue;
                }
            }
            let choices: Vec<Choice> =
                hits.into_iter().map(|h| Choice { quality: h.score, link: Link::Value(h) }).collect();
            if !choices.is_empty() {
                self.push_values(tokens, start, start + 1, choices, spans);
            }
        }
    }
}

/// 'North', 'NORTH' and 'north' in one column are one value to a person.
fn merge_spellings(hits: Vec<ValueHit>) -> Vec<ValueHit> {
    let mut merged: Vec<ValueHit> = Vec::new();
    for hit in hits {
        let same = |m: &&mut ValueHit| {
            m.col == hit.col && m.used == hit.used && m.whole && hit.whole && m.text != hit.text && crate::tokens::fold(m.text.trim()) == crate::tokens::fold(hit.text.trim())
        };
        match merged.iter_mut().find(same) {
            Some(first) => first.others.push(hit.text),
            None => merged.push(hit),
        }
    }
    merged
}

fn first_word_counts(tokens: &[Token], start: usize, at: usize) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    word(start) == "number" && at > start + 1 && word(start + 1) == "of"
}

/// A fixed order of names, so that equal fits always come the same way.
fn rank(link: &Link) -> (usize, usize) {
    match link {
        Link::Table(t) => (*t, 0),
        Link::Column(c) => (c.table, c.column + 1),
        _ => (usize::MAX, 0),
    }
}

#[derive(Clone, Copy)]
struct Hit {
    word: u8,
    likeness: f64,
}

/// Asks the data itself, for the text columns whose values are not all known.
fn probe_all(probe: &dyn Probe, schema: &Schema, values: &ValueIndex, text: &str, used: usize) -> Vec<ValueHit> {
    const MOST: usize = 40;
    let mut hits = Vec::new();
    let mut asked = 0;
    for (t, view) in schema.tables.iter().enumerate() {
        for (c, column) in view.columns.iter().enumerate() {
            let col = Col { table: t, column: c };
            if column.kind != ColumnKind::Text || values.is_complete(col) || asked >= MOST {
                continue;
            }
            asked += 1;
            let reference = schema.reference(col);
            for found in probe.find_value(&reference.table, &reference.column, text) {
                hits.push(ValueHit { col, text: found, whole: true, used, score: 0.97, others: Vec::new() });
            }
        }
    }
    hits
}
