//! Spans of the question and what they may point at: marks of the language, tables, columns, values, times.
//!
//! Owns how well a word fits a name. Ambiguity stays: a span keeps all its readings, and `segment` and `compose` choose.

use crate::dates::{self, TimeRange};
use crate::form::Grain;
use crate::lexicon::{Mark, lexicon};
use crate::schema::{Col, ColumnKind, Schema};
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
    /// How long it took, from the one moment of a row of this table to the other.
    Elapsed(usize),
    /// How old rows are on this day, by when they were born or made.
    Age(Col, jiff::civil::Date),
    /// 'open', 'current': rows of a table that are not over yet.
    Standing(Box<crate::standing::Standing>),
    /// 'name', 'full name': what rows of this table are known by, whatever the columns are called.
    Names(usize),
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

/// A stored value that fits no better than this is another spelling of what was said.
pub(crate) const SPELT: f64 = 0.89;
/// Words of a name that is looked up in the data.
const LONGEST_NAME: usize = 6;
/// Words that titles write small.
const SMALL: [&str; 14] = ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"];

pub struct Linker<'a> {
    pub schema: &'a Schema,
    pub values: &'a ValueIndex,
    pub setting: &'a Setting<'a>,
    /// Whether a word may stand for a name that is only near in meaning.
    pub kindred: bool,
}

impl Linker<'_> {
    pub fn spans(&self, tokens: &[Token]) -> Vec<Span> {
        let mut spans = Vec::new();
        let hits: Vec<_> = (0..tokens.len()).map(|i| self.hits(tokens, i)).collect();
        for start in 0..tokens.len() {
            self.fixed(tokens, start, &mut spans);
            self.names(tokens, &hits, start, &mut spans);
            self.stored(tokens, start, &mut spans);
        }
        self.rescue(tokens, &mut spans);
        if self.schema.for_people {
            spans.iter_mut().for_each(|span| self.without_bounds(tokens, span));
            spans.retain(|span| !span.choices.is_empty());
        }
        spans
    }

    /// '"Ada Lovelace"' as two texts, where first and last names are two columns.
    pub fn open_quotes(&self, tokens: Vec<Token>) -> Vec<Token> {
        let open = |token: Token| {
            let words = token.quoted_words();
            let whole = token.kind != Kind::Quoted || !self.values.equal(&token.text, 1).is_empty();
            if !whole && self.is_full_name(&words) { words } else { vec![token] }
        };
        tokens.into_iter().flat_map(open).collect()
    }

    fn is_full_name(&self, words: &[Token]) -> bool {
        let [first, last] = words else { return false };
        let holds = |col: Col, word: &Token| {
            let reference = self.schema.reference(col);
            let unknown = || !self.values.is_complete(col);
            let probed = || !self.setting.probe.find_value(&reference.table, &reference.column, &word.text).is_empty();
            self.values.equal(&word.text, 1).iter().any(|hit| hit.col == col) || unknown() && probed()
        };
        (0..self.schema.tables.len()).any(|t| match self.schema.display(t).as_slice() {
            [a, b] => holds(*a, first) && holds(*b, last),
            _ => false,
        })
    }

    /// Marks, numbers, times: what needs no schema.
    pub(crate) fn fixed(&self, tokens: &[Token], start: usize, spans: &mut Vec<Span>) {
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
            Kind::Word if self.is_letters(tokens, start) => push(1, Link::Quoted(first.text.clone()), 0.8),
            Kind::Punct(',') => push(1, Link::Mark(Mark::And), 0.3),
            _ => {}
        }
        // 'over 1500 or less than 500', 'above 50 or below 46' is no '1500 or less'.
        let than = first.lower == "or" && rest.get(2).is_some_and(|t| t.lower == "than" || t.number().is_some());
        if than {
            push(1, Link::Mark(Mark::Or), 0.86);
        } else if let Some((used, mark)) = lexicon().mark_at(rest) {
            let weight = if used > 2 { 0.93 } else { 0.86 };
            push(used, Link::Mark(mark.clone()), weight * used as f64);
        }
        let recurs = dates::recurs_at(rest).filter(|_| self.schema.for_people);
        if let Some((used, range)) = recurs.or_else(|| dates::time_at(rest, self.setting.now.date())) {
            push(used, Link::Time(range), 0.97 * used as f64);
        }
        let before = start.checked_sub(1).and_then(|i| tokens.get(i)).map(|t| t.lower.as_str());
        if (matches!(before, None | Some("about" | "only" | "just" | "and" | "for" | "the" | "compare"))
            || dates::ends_in_year(tokens, start))
            && let Some(range) = dates::year_at(rest)
        {
            push(1, Link::Time(range), 0.97);
        }
        if let Some((used, grain)) = dates::grain_at(rest) {
            push(used, Link::Grain(grain), 0.75 * used as f64);
        }
    }

    /// 'who have TN in their address', 'with D or S in their first name': capitals that stand for themselves.
    fn is_letters(&self, tokens: &[Token], at: usize) -> bool {
        const LONGEST: usize = 3;
        let capitals = |t: &Token| t.text.len() <= LONGEST && t.text.chars().all(|c| c.is_ascii_uppercase());
        let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
        let inside = |i: usize| word(i) == "in" && matches!(word(i + 1), "their" | "its" | "his" | "her" | "the");
        let listed = word(at + 1) == "or" && tokens.get(at + 2).is_some_and(capitals) && inside(at + 3);
        !self.schema.for_people && tokens.get(at).is_some_and(capitals) && (inside(at + 1) || listed)
    }

    /// Values of the data.
    pub(crate) fn stored(&self, tokens: &[Token], start: usize, spans: &mut Vec<Span>) {
        let rest = tokens.get(start..).unwrap_or_default();
        let mut hits = self.values.at(rest);
        if let Some(first) = rest.first() {
            if hits.is_empty() && first.kind == Kind::Quoted {
                hits = probe_all(self.setting.probe, self.schema, self.values, &first.text, 1);
            } else if first.proper && first.kind == Kind::Word {
                // 'New York' is more than another spelling of NY, 'American Airlines' more than somebody from America.
                let known = hits.iter().filter(|h| h.score > SPELT).map(|h| h.used).max().unwrap_or(0);
                hits.extend(self.probe_names(rest, known));
            } else if hits.is_empty() && self.schema.for_people && first.text.contains('-') && first.kind == Kind::Word
            {
                // 'checked-out' where the data says checked_out.
                hits = self.values.equal(&first.lemma.replace('-', " "), 1);
                hits.extend(self.values.equal(&first.lower.replace('-', "_"), 1));
            }
            if let (true, true, true) = (hits.is_empty(), self.schema.for_people, is_code(first)) {
                hits = self.values.equal(&first.text, 1);
                if hits.is_empty() {
                    hits = probe_all(self.setting.probe, self.schema, self.values, &first.text, 1);
                }
            }
        }
        if self.schema.for_people {
            hits = self.meant(tokens, start, hits);
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

    pub(crate) fn push_values(
        &self,
        tokens: &[Token],
        start: usize,
        end: usize,
        mut choices: Vec<Choice>,
        spans: &mut Vec<Span>,
    ) {
        choices.sort_by(|a, b| b.quality.total_cmp(&a.quality));
        choices.truncate(16);
        let first = tokens.get(start);
        if self.schema.for_people && end == start + 1 {
            // 'more than 5000 EUR' is so much money, whatever the currency of a row.
            let counted = start.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.number().is_some());
            if counted && first.is_some_and(|t| lexicon().is_unit(&t.lower)) {
                return;
            }
            // 'our oldest patron', where one kind of patron is called so as well.
            let called = crate::spoken_everyday::table_called(first, self.schema);
            choices.retain(|c| !matches!(&c.link, Link::Value(v) if called == Some(v.col.table)));
            if choices.is_empty() {
                return;
            }
        }
        let best = choices.first().map_or(0.0, |c| c.quality);
        let everyday =
            end == start + 1 && first.is_some_and(|t| lexicon().is_stop(t) && !t.proper && t.kind != Kind::Quoted);
        if everyday {
            // 'with the status done': a word of every day is a value only behind its own column, or where it tells of rows.
            let before = start.checked_sub(1).and_then(|i| tokens.get(i));
            let own = |c: &Choice| match &c.link {
                Link::Value(v) => {
                    let named = before.zip(self.schema.view(v.col));
                    named.is_some_and(|(t, view)| view.words.contains(&t.stem)) || self.tells_of_rows(tokens, start, v)
                }
                _ => false,
            };
            choices.retain(own);
            if choices.is_empty() {
                return;
            }
        }
        let proper = first.is_some_and(|t| t.proper);
        // A plain lower-case word that is also a value yields to the name of a table or column.
        let score = (end - start) as f64 * best * if proper { 1.06 } else { 0.93 };
        spans.push(Span { start, end, choices, score });
    }

    /// Runs of capitalised words of which the index knows no more than the first `known`, looked up in the data. Small words
    /// inside a title are not capitalised: 'Fast As a Shark'.
    pub(crate) fn probe_names(&self, tokens: &[Token], known: usize) -> Vec<ValueHit> {
        let capital = |t: &Token| t.proper && t.kind == Kind::Word;
        let run = tokens.iter().take(LONGEST_NAME).take_while(|t| capital(t) || SMALL.contains(&t.text.as_str()));
        let ends: Vec<usize> = run.enumerate().filter(|(_, t)| capital(t)).map(|(i, _)| i + 1).collect();
        for used in ends.into_iter().rev().filter(|used| *used > known) {
            let words: Vec<&str> = tokens.iter().take(used).map(|t| t.text.as_str()).collect();
            let hits = probe_all(self.setting.probe, self.schema, self.values, &words.join(" "), used);
            if !hits.is_empty() {
                return hits;
            }
        }
        Vec::new()
    }

    /// Words that found nothing: parts of values, then slips of spelling.
    pub(crate) fn rescue(&self, tokens: &[Token], spans: &mut Vec<Span>) {
        for (start, token) in tokens.iter().enumerate() {
            if token.kind != Kind::Word
                || lexicon().is_stop(token)
                || spans.iter().any(|s| s.start <= start && start < s.end)
            {
                continue;
            }
            let mut hits = if self.schema.for_people { self.values.stemmed(token) } else { Vec::new() };
            if hits.is_empty() && (token.proper || token.lower.len() > 4) {
                hits = self.values.part(token);
            }
            if hits.is_empty() {
                hits = self.values.misspelt(token);
            }
            if hits.is_empty() {
                hits = self.values.rooted(token);
            }
            let mut choices = self.related_names(token);
            if hits.is_empty() && choices.is_empty() {
                choices = self.similar_names(token);
            }
            if self.kindred && hits.is_empty() && choices.is_empty() {
                choices = self.kindred_names(token);
            }
            if let Some(best) = choices.first().map(|c| c.quality) {
                spans.push(Span { start, end: start + 1, choices, score: best });
            }
            let choices: Vec<Choice> =
                hits.into_iter().map(|h| Choice { quality: h.score, link: Link::Value(h) }).collect();
            if !choices.is_empty() {
                self.push_values(tokens, start, start + 1, choices, spans);
            }
        }
    }
}

/// 'ROOF-2026-0020', 'hexa_hex': nothing of the language looks so.
fn is_code(token: &Token) -> bool {
    let has = |test: fn(char) -> bool| token.text.chars().any(test);
    let joined = has(|c| matches!(c, '-' | '_')) && has(char::is_alphanumeric);
    token.kind == Kind::Word
        && (joined && has(|c| c.is_ascii_digit() || c == '_')
            || has(|c| c.is_ascii_digit()) && has(char::is_alphabetic))
}

/// 'North', 'NORTH' and 'north' in one column are one value to a person.
fn merge_spellings(hits: Vec<ValueHit>) -> Vec<ValueHit> {
    let mut merged: Vec<ValueHit> = Vec::new();
    for hit in hits {
        let same = |m: &&mut ValueHit| {
            m.col == hit.col
                && m.used == hit.used
                && m.whole
                && hit.whole
                && m.text != hit.text
                && crate::tokens::fold(m.text.trim()) == crate::tokens::fold(hit.text.trim())
        };
        match merged.iter_mut().find(same) {
            Some(first) => first.others.push(hit.text),
            None => merged.push(hit),
        }
    }
    merged
}

#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub word: u8,
    pub likeness: f64,
}

/// Asks the data itself, for the text columns whose values are not all known.
fn probe_all(probe: &dyn Probe, schema: &Schema, values: &ValueIndex, text: &str, used: usize) -> Vec<ValueHit> {
    const MOST: usize = 40;
    let mut hits = Vec::new();
    let mut asked = 0;
    for (t, view) in schema.tables.iter().enumerate() {
        for (c, column) in view.columns.iter().enumerate() {
            let col = Col { table: t, column: c };
            let holds_text = column.kind == ColumnKind::Text
                || schema.for_people
                    && column.kind == ColumnKind::Key
                    && schema.column(col).is_some_and(|c| c.data_type.is_text() && c.unique);
            if !holds_text || values.is_complete(col) || asked >= MOST {
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
