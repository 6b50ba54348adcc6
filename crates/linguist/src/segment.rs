//! Which spans a reading uses, and which of each span's choices: the best few ways to cover a question.
//!
//! First the best segmentations by dynamic programming over the tokens, then a small beam over the choices inside
//! each, where tables and columns that belong together support one another.

use crate::join::JoinGraph;
use crate::lexicon::{Mark, lexicon};
use crate::link::{Choice, Link, Span};
use crate::schema::{Col, Schema};
use crate::tokens::{Kind, Token};

/// A span with the one link chosen for it.
#[derive(Clone, Debug)]
pub struct Piece {
    pub start: usize,
    pub end: usize,
    pub link: Link,
    pub quality: f64,
    /// Another column of the same table fits the words exactly as well.
    pub tied: bool,
    /// A column that only shares the root of the words, or a key, although a table fits them as well.
    pub passes_table: bool,
}

#[derive(Clone, Debug)]
pub struct Assignment {
    pub pieces: Vec<Piece>,
    pub score: f64,
}

const SEGMENTATIONS: usize = 5;
const COMBINATIONS: usize = 8;
/// Choices of one span that are tried.
const CHOICES: usize = 6;

/// `given`: tables that the conversation is already about.
pub fn assignments(
    tokens: &[Token],
    spans: &[Span],
    schema: &Schema,
    graph: &JoinGraph,
    given: &[usize],
) -> Vec<Assignment> {
    let mut all: Vec<Assignment> = Vec::new();
    let mut paths = segmentations(tokens, spans, Commas::Silent);
    if tokens.iter().any(|t| t.is_punct(',')) {
        paths.extend(segmentations(tokens, spans, Commas::Join));
    }
    for (score, path) in paths {
        let chosen: Vec<&Span> = path.iter().filter_map(|i| spans.get(*i)).collect();
        for (loss, links) in combinations(&chosen, &Around { tokens, schema, graph, given }) {
            let pieces = chosen.iter().zip(links);
            let pieces = pieces.map(|(s, c)| Piece {
                start: s.start,
                end: s.end,
                tied: tied(s, &c) && !is_when(s, &c, tokens, schema),
                passes_table: passes_table(s, &c, tokens, schema),
                link: c.link,
                quality: c.quality,
            });
            all.push(Assignment { pieces: pieces.collect(), score: score - loss });
        }
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all
}

/// What a choice is weighed against.
struct Around<'a> {
    tokens: &'a [Token],
    schema: &'a Schema,
    graph: &'a JoinGraph,
    given: &'a [usize],
}

type Path = (f64, Vec<usize>);

/// What commas do: all of them the same, lest the best ways to cover a question differ in nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commas {
    Silent,
    /// 'the name, age and city'.
    Join,
}

/// The best paths over the tokens; a token that no span covers is skipped, at no gain if it has content.
fn segmentations(tokens: &[Token], spans: &[Span], commas: Commas) -> Vec<Path> {
    let mut best: Vec<Vec<Path>> = vec![Vec::new(); tokens.len() + 1];
    if let Some(first) = best.first_mut() {
        first.push((0.0, Vec::new()));
    }
    for (i, token) in tokens.iter().enumerate() {
        let here = best.get(i).cloned().unwrap_or_default();
        let skip = if lexicon().is_stop(token) || matches!(token.kind, Kind::Punct(_)) { 0.3 } else { 0.0 };
        let mut extend = |end: usize, gain: f64, span: Option<usize>| {
            let Some(list) = best.get_mut(end) else { return };
            for (score, path) in &here {
                let mut path = path.clone();
                path.extend(span);
                list.push((score + gain, path));
            }
            list.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.len().cmp(&b.1.len())));
            list.truncate(SEGMENTATIONS);
        };
        let comma = token.is_punct(',');
        if !comma || commas == Commas::Silent {
            extend(i + 1, skip, None);
        }
        let begins = |s: &Span| s.start == i && (!comma || commas == Commas::Join);
        for (id, span) in spans.iter().enumerate().filter(|(_, s)| begins(s)) {
            // Fewer, longer spans win ties.
            extend(span.end, span.score - 0.01, Some(id));
        }
    }
    best.pop().unwrap_or_default()
}

/// A few choices for every span together.
struct Partial {
    /// What the choices fit less well than the best of their spans.
    loss: f64,
    /// How far apart the tables are that they point at. Only decides what is kept.
    strain: f64,
    chosen: Vec<Choice>,
}

impl Partial {
    fn cost(&self) -> f64 {
        self.loss + self.strain
    }
}

/// Choices for every span, the ones kept that fit best and lie closest together.
fn combinations(spans: &[&Span], around: &Around<'_>) -> Vec<(f64, Vec<Choice>)> {
    let named: Vec<usize> = spans.iter().filter_map(|s| names_table(s)).collect();
    let mut beam = vec![Partial { loss: 0.0, strain: 0.0, chosen: Vec::new() }];
    for i in 0..spans.len() {
        let ranked = ranked(spans, i, around);
        let top = ranked.first().map_or(0.0, |(s, _)| *s);
        let mut next = Vec::new();
        for partial in &beam {
            for (score, choice) in ranked.iter().take(CHOICES) {
                let mut chosen = partial.chosen.clone();
                let strain = partial.strain + stray(&choice.link, &chosen, &named, around.graph);
                chosen.push((*choice).clone());
                next.push(Partial { loss: partial.loss + top - score, strain, chosen });
            }
        }
        next.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        next.truncate(COMBINATIONS);
        beam = next;
    }
    beam.retain(|partial| partial.loss < 0.6);
    beam.into_iter().map(|partial| (partial.loss, partial.chosen)).collect()
}

/// Words of one question mostly point at one table, or at neighbours: how far this one is from the others.
fn stray(link: &Link, chosen: &[Choice], named: &[usize], graph: &JoinGraph) -> f64 {
    const NEIGHBOUR: f64 = 0.04;
    const FAR: f64 = 0.12;
    let Some(table) = table_of(link) else { return 0.0 };
    let known: Vec<usize> = chosen.iter().filter_map(|c| table_of(&c.link)).chain(named.iter().copied()).collect();
    if known.is_empty() || known.contains(&table) {
        return 0.0;
    }
    let near = graph.edges(table).iter().any(|edge| known.contains(&edge.to));
    if near { NEIGHBOUR } else { FAR }
}

/// The choices of one span with the support they get from the others.
fn ranked<'a>(spans: &[&'a Span], i: usize, around: &Around<'_>) -> Vec<(f64, &'a Choice)> {
    let Some(span) = spans.get(i) else { return Vec::new() };
    if let [only] = span.choices.as_slice() {
        return vec![(only.quality, only)];
    }
    let mut ranked: Vec<(f64, &Choice)> =
        span.choices.iter().map(|c| (c.quality + support(spans, i, c, around), c)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
}

fn tied(span: &Span, chosen: &Choice) -> bool {
    let Link::Column(c) = chosen.link else { return false };
    let equal = |other: &&Choice| {
        matches!(other.link, Link::Column(o) if o != c && o.table == c.table)
            && (other.quality - chosen.quality).abs() < 1e-9
    };
    chosen.quality < 0.9 && span.choices.iter().any(|o| equal(&o))
}

/// 'not shipped', 'to ship': a verb is about the day on which it was done, whatever else is called so.
fn is_when(span: &Span, chosen: &Choice, tokens: &[Token], schema: &Schema) -> bool {
    let time = |c: Col| schema.kind(c) == crate::schema::ColumnKind::Time;
    let Link::Column(c) = chosen.link else { return false };
    let others =
        span.choices.iter().any(|o| matches!(o.link, Link::Column(o) if o != c && o.table == c.table && time(o)));
    let word = |i: Option<usize>| i.and_then(|i| tokens.get(i)).map_or("", |t| t.lower.as_str());
    let verb = word(Some(span.start)).ends_with("ed") || word(span.start.checked_sub(1)) == "to";
    schema.for_people && time(c) && !others && verb && span.end == span.start + 1
}

/// 'listings' as the day they were `listed_on`, 'members' as their `member_id`.
fn passes_table(span: &Span, chosen: &Choice, tokens: &[Token], schema: &Schema) -> bool {
    let table = |other: &Choice| matches!(other.link, Link::Table(_)) && other.quality >= chosen.quality - 0.05;
    let Link::Column(c) = chosen.link else { return false };
    if !span.choices.iter().any(table) {
        return false;
    }
    let said = tokens.get(span.start..span.end).unwrap_or_default();
    let named = crate::tokens::name_words(&schema.reference(c).column);
    let same = |t: &Token| named.iter().any(|w| *w == t.lower || crate::lemma::lemma(w) == t.lemma);
    let id = said.iter().any(|t| matches!(t.lemma.as_str(), "id" | "code" | "number"));
    !said.iter().any(same) || schema.kind(c) == crate::schema::ColumnKind::Key && !id
}

/// The table a link belongs to.
pub fn table_of(link: &Link) -> Option<usize> {
    match link {
        Link::Table(t) | Link::Worth(t) | Link::Elapsed(t) | Link::Names(t) => Some(*t),
        Link::Column(c) | Link::Age(c, _) => Some(c.table),
        Link::Value(v) => Some(v.col.table),
        Link::Standing(s) => Some(s.col.table),
        _ => None,
    }
}

/// The table that a span clearly names.
fn names_table(span: &Span) -> Option<usize> {
    match span.choices.first() {
        Some(Choice { link: Link::Table(t), quality }) if *quality > 0.75 => Some(*t),
        _ => None,
    }
}

fn support(spans: &[&Span], i: usize, choice: &Choice, around: &Around<'_>) -> f64 {
    let Around { tokens, schema, graph, given } = around;
    let Some(table) = table_of(&choice.link) else { return 0.0 };
    let is_table = matches!(choice.link, Link::Table(_));
    let mut score = if is_table { 0.05 } else { 0.0 };
    if given.contains(&table) {
        score += 0.2;
    }
    let named: Vec<(usize, usize)> =
        spans.iter().enumerate().filter(|(j, _)| *j != i).filter_map(|(j, s)| Some((j, names_table(s)?))).collect();
    if named.iter().any(|(_, t)| *t == table) {
        score += 0.25;
    } else if named.iter().any(|(_, t)| graph.edges(*t).iter().any(|e| e.to == table)) {
        score += 0.1;
    }
    if let Some(j) = attached(spans, i, tokens)
        && spans.get(j).and_then(|s| names_table(s)) == Some(table)
    {
        score += 0.3;
    }
    let others = spans
        .iter()
        .enumerate()
        .filter(|(j, s)| *j != i && s.choices.iter().any(|c| c.quality > 0.6 && table_of(&c.link) == Some(table)));
    score += 0.05 * others.count().min(4) as f64;
    if let Link::Column(c) = choice.link {
        score += listed_beside(spans, i, c, schema);
    }
    // A column next to one of its own values ('the code SPRING25').
    if let Link::Column(c) = &choice.link {
        let holds = |j: Option<usize>| {
            j.and_then(|j| spans.get(j)).is_some_and(|s| {
                s.choices.iter().any(|v| matches!(&v.link, Link::Value(hit) if hit.col == *c) && v.quality > 0.7)
            })
        };
        if holds(Some(i + 1)) || holds(i.checked_sub(1)) {
            score += 0.35;
        }
    }
    // A value next to the name of its own column ('the city Paris').
    if let Link::Value(value) = &choice.link {
        let near = |j: Option<usize>| {
            j.and_then(|j| spans.get(j))
                .is_some_and(|s| s.choices.iter().any(|c| c.quality > 0.7 && c.link == Link::Column(value.col)))
        };
        if near(i.checked_sub(1)) || near(Some(i + 1)) || near(i.checked_sub(2)) {
            score += 0.35;
        }
        if schema.display(table).contains(&value.col) {
            score += 0.03;
        }
        score += direction(spans.get(i).map_or(0, |s| s.start), value.col, around);
    }
    score
}

/// 'budget type code and description': what stands beside it in a list has the same owner, or the same first words.
fn listed_beside(spans: &[&Span], i: usize, c: crate::schema::Col, schema: &Schema) -> f64 {
    let is_and = |j: usize| {
        spans.get(j).and_then(|s| s.choices.first()).is_some_and(|c| matches!(c.link, Link::Mark(Mark::And)))
    };
    let Some(before) = i.checked_sub(2).filter(|_| is_and(i - 1)).and_then(|j| spans.get(j)) else { return 0.0 };
    let Some(Choice { link: Link::Column(other), quality }) = before.choices.first() else { return 0.0 };
    let first = |c: crate::schema::Col| schema.view(c).and_then(|v| v.words.first().cloned());
    match *quality > 0.8 {
        true if first(*other).is_some() && first(*other) == first(c) && *other != c => 0.12,
        true if other.table == c.table => 0.06,
        _ => 0.0,
    }
}

/// 'from Chennai' is where something begins, 'to Madras' where it ends.
fn direction(start: usize, col: crate::schema::Col, around: &Around<'_>) -> f64 {
    let before = start.checked_sub(1).and_then(|i| around.tokens.get(i)).map_or("", |t| t.lower.as_str());
    let words = around.schema.view(col).map_or(&[][..], |v| v.words.as_slice());
    let has = |names: &[&str]| names.iter().any(|n| words.contains(&crate::lemma::stem(n)));
    let ends: [&str; 5] = ["destination", "arrival", "arriving", "end", "target"];
    let begins: [&str; 5] = ["origin", "source", "start", "departure", "departing"];
    match before {
        "to" | "into" if has(&ends) => 0.3,
        "from" if has(&begins) => 0.3,
        _ => 0.0,
    }
}

/// The span of the table that a column belongs to by the wording: 'name of the customer', 'the customer's name'.
fn attached(spans: &[&Span], i: usize, tokens: &[Token]) -> Option<usize> {
    let me = spans.get(i)?;
    let before = i.checked_sub(1).filter(|j| {
        spans.get(*j).is_some_and(|s| {
            names_table(s).is_some() && s.end == me.start
                || s.end + 1 == me.start && tokens.get(s.end).is_some_and(|t| t.lower == "their")
        })
    });
    if before.is_some() {
        return before;
    }
    // Looks past the other columns of a list: 'names and ages of the customers'.
    let mut of_seen = false;
    for (j, span) in spans.iter().enumerate().skip(i + 1) {
        match span.choices.first().map(|c| &c.link) {
            Some(Link::Mark(Mark::Of | Mark::Preposition)) => of_seen = true,
            Some(Link::Mark(Mark::And | Mark::All | Mark::Each | Mark::Distinct)) => {}
            Some(Link::Table(_)) => {
                // 'names of the product categories' is about categories.
                let next = spans.get(j + 1).filter(|n| n.start == span.end && names_table(n).is_some());
                return of_seen.then_some(if next.is_some() { j + 1 } else { j });
            }
            Some(Link::Column(_)) if !of_seen => {}
            _ => return None,
        }
    }
    None
}
