//! Two figures side by side: 'higher in 2025 than in 2024', 'more in March or April', 'how much did it grow'.
//!
//! The reader has taken the two periods or values as conditions that must both hold, which no row does. Here they
//! become one condition that either satisfies, and the groups of the result, so that both figures are shown.

use super::draft::{Ask, Draft, Filter, Group, Item, Pending, Target};
use super::measures::usual_aggregate;
use crate::dates::{Period, TimeRange};
use crate::form::{Condition, Grain, Operand};
use crate::lemma;
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::schema::{Col, ColumnKind, Schema};
use crate::segment::Piece;
use crate::tokens::Token;

pub fn apply(draft: &mut Draft, schema: &Schema, tokens: &[Token], pieces: &[Piece]) {
    let Some(cue) = cue(tokens, pieces) else {
        if draft.ask == Ask::YesNo && than_when(tokens, pieces) {
            // 'higher in 2025 than in 2024' with one of the two not seen as a time: half a comparison answers nothing.
            draft.dangling.extend([pieces.len(); 4]);
        }
        return;
    };
    let before = draft.clone();
    let times = times(pieces, cue);
    let done = if times.len() > 1 { by_time(draft, pieces, &times) } else { by_value(draft, schema, pieces, cue) };
    if done {
        counts_rows_of_values(draft, schema);
    }
    if !done || !has_measure(draft, schema, tokens) {
        *draft = before;
        if cue != Cue::Compare {
            // Two figures were asked for, and no reading shows them: nothing else is the answer.
            draft.dangling.extend([pieces.len(); 4]);
        } else if draft.items.len() > 1 {
            // 'budget vs gross': two columns beside each other, row by row.
            draft.compare = false;
        }
        return;
    }
    draft.ask = Ask::List;
    draft.compare = true;
    (draft.keys, draft.limit, draft.trend) = (Vec::new(), None, false);
    let change = |at: &usize| {
        !matches!(pieces.get(*at).map(|p| &p.link), Some(Link::Mark(Mark::Change | Mark::More))) && *at < pieces.len()
    };
    draft.dangling.retain(change);
}

/// What says that two figures are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cue {
    /// The piece after which the second side stands.
    Than(usize),
    Or,
    Change,
    Compare,
}

fn cue(tokens: &[Token], pieces: &[Piece]) -> Option<Cue> {
    let is = |mark: &Mark| pieces.iter().any(|p| p.link == Link::Mark(mark.clone()));
    if let Some(at) = than(tokens, pieces) {
        return Some(Cue::Than(at));
    }
    if is(&Mark::Change) && pieces.iter().any(|p| matches!(&p.link, Link::Time(r) if r.named.len() > 1)) {
        return Some(Cue::Change);
    }
    if is(&Mark::ComparedWith) {
        return Some(Cue::Compare);
    }
    let comparative = pieces.iter().any(|p| {
        let mark = matches!(&p.link, Link::Mark(Mark::More | Mark::Compare(_) | Mark::Comparative(_)));
        mark && !spelt(tokens, p, "than")
    });
    let numbers = pieces.iter().any(|p| matches!(p.link, Link::Number(_)));
    let or = tokens.iter().any(|t| t.lower == "or");
    (comparative && or && !numbers && alternatives(tokens, pieces)).then_some(Cue::Or)
}

fn spelt(tokens: &[Token], piece: &Piece, word: &str) -> bool {
    tokens.get(piece.start..piece.end).unwrap_or_default().iter().any(|t| t.lower == word)
}

/// 'or' stands between two times or two values of one column.
fn alternatives(tokens: &[Token], pieces: &[Piece]) -> bool {
    let in_time =
        pieces.iter().any(|p| matches!(&p.link, Link::Time(r) if r.named.len() > 1) && spelt(tokens, p, "or"));
    let at = pieces.iter().position(|p| p.link == Link::Mark(Mark::Or));
    let sides = at.map(|at| {
        let (left, right) = pieces.split_at(at);
        let data = |p: &&Piece| matches!(p.link, Link::Value(_) | Link::Time(_));
        (left.iter().rev().find(data), right.iter().find(data))
    });
    let between = matches!(sides, Some((Some(a), Some(b))) if same_kind(&a.link, &b.link));
    in_time || between
}

fn same_kind(a: &Link, b: &Link) -> bool {
    match (a, b) {
        (Link::Time(_), Link::Time(_)) => true,
        (Link::Value(a), Link::Value(b)) => a.col == b.col && a.text != b.text,
        _ => false,
    }
}

/// A 'than' with the same kind of thing on both sides: the first piece behind it.
fn than(tokens: &[Token], pieces: &[Piece]) -> Option<usize> {
    let positions = tokens.iter().enumerate().filter(|(_, t)| t.lower == "than").map(|(i, _)| i);
    positions.into_iter().find_map(|at| {
        let behind = pieces.iter().position(|p| p.start > at)?;
        let skipped = |p: &&Piece| {
            matches!(p.link, Link::Mark(Mark::Preposition | Mark::Of | Mark::All) | Link::Table(_) | Link::Worth(_))
        };
        let right = pieces.get(behind..)?.iter().find(|p| !skipped(p))?;
        let left = pieces.get(..behind)?.iter().rev().find(|p| same_kind(&p.link, &right.link));
        left.map(|_| behind)
    })
}

/// 'than in 2024'.
fn than_when(tokens: &[Token], pieces: &[Piece]) -> bool {
    let Some(at) = tokens.iter().position(|t| t.lower == "than") else { return false };
    pieces.iter().any(|p| p.start > at && p.start <= at + 3 && matches!(p.link, Link::Time(_)))
}

fn times(pieces: &[Piece], cue: Cue) -> Vec<Period> {
    let ranges = pieces.iter().filter_map(|p| match &p.link {
        Link::Time(range) => Some(range),
        _ => None,
    });
    let mut all: Vec<Period> = Vec::new();
    for period in ranges.flat_map(|r| r.named.iter()) {
        if !all.contains(period) {
            all.push(period.clone());
        }
    }
    // 'more than in 2024' compares two periods; three or more only a list does.
    if matches!(cue, Cue::Than(_) | Cue::Change) && all.len() > 2 { Vec::new() } else { all }
}

fn by_time(draft: &mut Draft, pieces: &[Piece], times: &[Period]) -> bool {
    let common = times.first().and_then(Period::grain).filter(|grain| times.iter().all(|p| p.grain() == Some(*grain)));
    let Some(grain) = common.or_else(|| of_different_years(times).then_some(Grain::Year)) else { return false };
    let mut ordered = times.to_vec();
    ordered.sort_by_key(|p| p.from);
    let mut periods: Vec<Period> = Vec::new();
    for period in &ordered {
        match periods.last_mut() {
            Some(last) if last.to == period.from => last.to = period.to,
            _ => periods.push(period.clone()),
        }
    }
    let years_only = pieces.iter().all(|p| !matches!(&p.link, Link::Time(r) if !r.years_only));
    let said = draft.filters.iter().find_map(|f| match &f.condition {
        Pending::Time { column, near, .. } => Some((*column, *near)),
        _ => None,
    });
    let (column, near) = said.unwrap_or_default();
    draft.filters.retain(|f| !matches!(f.condition, Pending::Time { .. }));
    let range = TimeRange { periods, named: ordered, assumed: None, years_only, recurring: None };
    draft.filters.push(Filter { condition: Pending::Time { range, column, near, negated: false }, or: false, at: 0 });
    draft.groups.retain(|g| *g != Group::Grain(grain));
    draft.groups.push(Group::Grain(grain));
    true
}

/// 'summer 2026' and 'summer 2025', the first halves of two years: the year tells them apart.
fn of_different_years(times: &[Period]) -> bool {
    let year = |p: &Period| {
        let (from, to) = (p.from?, p.to?.yesterday().ok()?);
        (from.year() == to.year()).then(|| from.year())
    };
    let years: Option<Vec<i16>> = times.iter().map(year).collect();
    years.is_some_and(|years| years.iter().enumerate().all(|(i, y)| !years.iter().skip(i + 1).any(|other| other == y)))
}

fn by_value(draft: &mut Draft, schema: &Schema, pieces: &[Piece], cue: Cue) -> bool {
    let hits = |p: &Piece| match &p.link {
        Link::Value(v) if v.whole => Some((v.col, v.text.clone(), v.others.clone())),
        _ => None,
    };
    let found: Vec<(Col, String, Vec<String>)> = match cue {
        Cue::Than(at) => {
            let right = pieces.get(at..).unwrap_or_default().iter().find_map(hits);
            let same = |p: &Piece| hits(p).filter(|h| Some(h.0) == right.as_ref().map(|r| r.0));
            let left = pieces.get(..at).unwrap_or_default().iter().rev().find_map(same);
            left.into_iter().chain(right).collect()
        }
        _ => pieces.iter().filter_map(hits).collect(),
    };
    let counted = |col: Col| found.iter().filter(|h| h.0 == col).count();
    let Some(col) = found.iter().map(|h| h.0).find(|c| counted(*c) > 1) else { return false };
    let texts = found.iter().filter(|h| h.0 == col).flat_map(|h| std::iter::once(&h.1).chain(&h.2));
    let values: Vec<Operand> = texts.map(|t| Operand::Text(t.clone())).collect();
    let column = schema.reference(col);
    let same = |f: &Filter| matches!(&f.condition, Pending::Ready(Condition::OneOf { column: c, .. }) if *c == column);
    draft.filters.retain(|f| !same(f));
    let condition = Pending::Ready(Condition::OneOf { column, values, negated: false });
    draft.filters.push(Filter { condition, or: false, at: 0 });
    if !draft.groups.contains(&Group::Column(col)) {
        draft.groups.push(Group::Column(col));
    }
    draft.items.retain(|i| i.target != Target::Column(col));
    true
}

/// 'bugs vs billing by month', where nothing but a table of tickets is there: how many of each.
fn counts_rows_of_values(draft: &mut Draft, schema: &Schema) {
    let named = !draft.items.is_empty() || !draft.context.is_empty();
    let worth = !schema.only_charged && schema.tables.iter().any(|t| t.worth.is_some());
    if let (Some(Group::Column(c)), false, false) =
        (draft.groups.iter().find(|g| matches!(g, Group::Column(_))), named, worth)
    {
        let target = Target::Table(c.table);
        draft.items.push(Item { aggregate: Some(Aggregate::Count), distinct: false, target });
    }
}

/// What is compared by something else than what it brings.
const OTHER_THAN_MONEY: [&str; 14] = [
    "longer", "shorter", "older", "younger", "taller", "faster", "slower", "cheaper", "heavier", "lighter", "rated",
    "newer", "closer", "warmer",
];

/// A figure to compare: one that was named, the rows of a table, or what rows are worth where only one table says.
fn has_measure(draft: &mut Draft, schema: &Schema, tokens: &[Token]) -> bool {
    let groups = draft.groups.clone();
    draft.items.retain(|i| match i.target {
        Target::Table(t) => !groups.contains(&Group::Table(t)) || i.aggregate.is_some(),
        _ => true,
    });
    let figure = |i: &Item| match i.target {
        Target::Column(c) => schema.kind(c) == ColumnKind::Number,
        Target::Worth(_) => true,
        _ => false,
    };
    if draft.items.iter().any(figure) {
        // 'have we invoiced more (net)': the amount is compared, not how many there were.
        draft.items.retain(|i| figure(i) || i.aggregate.is_some());
    }
    for item in draft.items.iter_mut().filter(|i| i.aggregate.is_none()) {
        item.aggregate = match item.target {
            Target::Table(_) => Some(Aggregate::Count),
            Target::Column(c) if schema.kind(c) == ColumnKind::Number => Some(usual_aggregate(schema, c)),
            _ => None,
        };
    }
    if !draft.items.is_empty() {
        return true;
    }
    if let [only] = draft.context.as_slice() {
        let target = Target::Table(*only);
        draft.items.push(Item { aggregate: Some(Aggregate::Count), distinct: false, target });
        return true;
    }
    // 'is Cabaret longer than Hamlet' is not about money.
    let other = |t: &Token| OTHER_THAN_MONEY.contains(&t.lower.as_str());
    if tokens.iter().any(other) {
        return false;
    }
    // 'did we do more tunings than last year': rows of that kind.
    let kind = |f: &Filter| match &f.condition {
        Pending::Ready(Condition::OneOf { column, .. }) => schema.find(column).filter(|c| schema.is_kind(*c)),
        _ => None,
    };
    let said = |more: usize, f: &Filter| match &f.condition {
        Pending::Ready(Condition::OneOf { values, .. }) => {
            let next = tokens.get(more + 1).map(|t| t.stem.as_str());
            values.iter().any(
                |v| matches!(v, Operand::Text(text) if Some(lemma::stem_of(&text.to_lowercase()).as_str()) == next),
            )
        }
        _ => false,
    };
    let more = tokens.iter().position(|t| matches!(t.lower.as_str(), "more" | "fewer" | "many"));
    let counted = more.and_then(|more| draft.filters.iter().filter(|f| said(more, f)).find_map(kind));
    if let Some(column) = counted {
        let target = Target::Table(column.table);
        draft.items.push(Item { aggregate: Some(Aggregate::Count), distinct: false, target });
        return true;
    }
    let Some(t) = schema.plain_worth() else { return false };
    draft.items.push(Item { aggregate: None, distinct: false, target: Target::Worth(t) });
    draft.said.push((Target::Worth(t), "revenue".to_owned()));
    draft.assumptions.push("compared by revenue, as nothing else was named".to_owned());
    true
}
