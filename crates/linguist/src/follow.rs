//! Follow-ups: a message that only makes sense after the one before changes that one's form.
//!
//! 'and by month?', 'only California', 'what about 2023', 'just the top 3', 'and the average?', 'who are they?'. A full
//! question stands alone and never comes here. The fragment is read by the same reader as every question; what it
//! names replaces what the form has of the same kind, else it is added.

use crate::compose::{self, Draft, Fragment};
use crate::form::{ColumnRef, Condition, Expr, Form, Ordering, Query, Selected};
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::segment::Piece;
use crate::tokens::{Kind, Token};
use crate::{Linguist, describe};

/// Words at the head of a message that lean on the one before.
const CUES: [&str; 24] = [
    "and",
    "only",
    "just",
    "same",
    "now",
    "also",
    "but",
    "or",
    "then",
    "instead",
    "without",
    "excluding",
    "except",
    "make",
    "break",
    "sort",
    "order",
    "what",
    "how",
    "split",
    "group",
    "the",
    "in",
    "for",
];
const PRONOUNS: [&str; 9] = ["them", "they", "those", "these", "ones", "that", "it", "same", "this"];

/// Whether the message needs the one before it. `draft` is what it says when read alone.
pub fn leans(tokens: &[Token], draft: Option<&Draft>) -> bool {
    let words: Vec<&str> =
        tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_))).map(|t| t.lower.as_str()).collect();
    let first = words.first().copied().unwrap_or("");
    let about = matches!((first, words.get(1).copied()), ("what" | "how", Some("about")));
    let plain_cue =
        CUES.contains(&first) && !matches!(first, "what" | "how" | "the" | "in" | "for" | "order" | "sort" | "break");
    let fragment = draft.is_none_or(|d| d.items.is_empty());
    let pronoun = words.iter().any(|w| PRONOUNS.contains(w));
    let asks_anew = draft.is_some_and(|d| d.items.len() + d.groups.len() > 1);
    about
        || (plain_cue && words.len() <= 9 && !asks_anew)
        || (pronoun
            && words.len() <= 8
            && (fragment || first == "how" || first == "list" || first == "show" || CUES.contains(&first)))
        || (fragment && words.len() <= 6)
}

/// The previous form with the fragment worked in; `None` where the fragment says nothing that fits.
pub fn apply(linguist: &Linguist, previous: &Form, draft: &Draft, pieces: &[Piece], tokens: &[Token]) -> Option<Form> {
    let fragment = compose::fragment(draft, linguist, tokens, &previous.query)?;
    let mut query = previous.query.clone();
    let mut changed = false;
    let among = names_rows(tokens, draft) && query.limit.is_some();
    if let (true, Some(narrowed)) = (among, within(&query, linguist)) {
        query = narrowed;
    }
    for condition in &fragment.filters {
        put_condition(&mut query, condition.clone());
        changed = true;
    }
    if !fragment.having.is_empty() && query.is_aggregated() {
        query.having.extend(fragment.having.iter().cloned());
        changed = true;
    } else if names_rows(tokens, draft) {
        list_rows(&mut query, &fragment, linguist);
        changed = true;
    } else if draft.counts_again() && !fragment.groups.is_empty() {
        count(&mut query);
        regroup(&mut query, &fragment);
        changed = true;
    } else if draft.counts_again() && draft.groups.is_empty() {
        count(&mut query);
        changed = true;
    } else {
        changed |= measures(&mut query, &fragment, draft);
        if !fragment.groups.is_empty() {
            regroup(&mut query, &fragment);
            changed = true;
        }
    }
    if !fragment.orders.is_empty() && draft.sorted {
        query.order = fragment.orders.clone();
        changed = true;
    } else if pieces.iter().any(|p| p.link == Link::Mark(Mark::Order)) {
        changed |= sort_by_that(&mut query);
    }
    if let Some(limit) = draft.limit {
        limit_to(&mut query, limit);
        changed = true;
    }
    if !changed || pieces.is_empty() {
        return None;
    }
    let mut assumptions = previous.assumptions.clone();
    assumptions.extend(draft.assumptions.clone());
    let question = describe::summary(&query);
    Some(Form { query, question, assumptions, confidence: 0.0 })
}

/// 'sort by that': the figure shown last, largest first; without one, what is shown last.
fn sort_by_that(query: &mut Query) -> bool {
    let figure = query.select.iter().rev().find(|s| s.expr.is_aggregate());
    let Some(key) = figure.or(query.select.last()) else { return false };
    let descending = key.expr.is_aggregate();
    query.order = vec![Ordering { expr: key.expr.clone(), descending }];
    true
}

/// The rows that a limited question showed, as rows of their table: 'which of those are in Texas?'.
fn within(query: &Query, linguist: &Linguist) -> Option<Query> {
    let schema = &linguist.schema;
    let shown = query.select.iter().find_map(|s| match &s.expr {
        Expr::Column(c) => schema.find(c),
        _ => None,
    });
    let table = shown.map(|c| c.table).or_else(|| schema.table_index(&query.base))?;
    let key = schema.key(table).map(|c| schema.expr(c)).filter(|e| query.group.is_empty() || query.group.contains(e));
    let key = key.or_else(|| shown.map(|c| schema.expr(c)))?;
    let Expr::Column(column) = key.clone() else { return None };
    let inner = Query { select: vec![Selected { expr: key, alias: None }], ..query.clone() };
    let filter = vec![Condition::InQuery { column, query: Box::new(inner), negated: false }];
    Some(Query { base: schema.table_name(table).to_owned(), filter, ..Query::default() })
}

/// 'who are they', 'list them', 'which ones'.
fn names_rows(tokens: &[Token], draft: &Draft) -> bool {
    let has = |w: &str| tokens.iter().any(|t| t.lower == w);
    let first = tokens.first().map_or("", |t| t.lower.as_str());
    let pronoun = has("they") || has("them") || has("those") || has("ones") || has("these");
    let asks = matches!(first, "who" | "which" | "list" | "show" | "name" | "what") && pronoun;
    asks && !draft.counts_again() && draft.limit.is_none()
}

fn column_of(condition: &Condition) -> Option<&ColumnRef> {
    match condition {
        Condition::OneOf { column, .. }
        | Condition::Like { column, .. }
        | Condition::Null { column, .. }
        | Condition::Period { column, .. } => Some(column),
        Condition::Compare { left: Expr::Column(column), .. }
        | Condition::Between { left: Expr::Column(column), .. } => Some(column),
        Condition::Any(all) => all.first().and_then(column_of),
        _ => None,
    }
}

/// A condition on the same column is replaced, any other is added.
fn put_condition(query: &mut Query, condition: Condition) {
    let same = column_of(&condition).and_then(|new| query.filter.iter().position(|old| column_of(old) == Some(new)));
    match same.and_then(|i| query.filter.get_mut(i)) {
        Some(old) => *old = condition,
        None => query.filter.push(condition),
    }
}

fn count(query: &mut Query) {
    let rows = Expr::Rows { table: query.base.clone() };
    let alias = Some(compose::row_count_name(&query.base));
    query.select = vec![Selected { expr: rows, alias }];
    query.group.clear();
    query.order.clear();
    query.limit = None;
    query.distinct = false;
}

fn list_rows(query: &mut Query, fragment: &Fragment, linguist: &Linguist) {
    let schema = &linguist.schema;
    let mut shown: Vec<Selected> = fragment.plain.clone();
    for expr in &fragment.groups {
        if !shown.iter().any(|s| s.expr == *expr) {
            shown.push(Selected { expr: expr.clone(), alias: None });
        }
    }
    if shown.is_empty() {
        let table = schema.table_index(&query.base).unwrap_or(0);
        shown = schema.display(table).into_iter().map(|c| Selected { expr: schema.expr(c), alias: None }).collect();
    }
    if query.having.is_empty() {
        query.group.clear();
    } else {
        query.group = shown.iter().map(|s| s.expr.clone()).collect();
    }
    query.select = shown;
    query.order.clear();
    query.yes_no = false;
}

/// 'and the average?' changes the function, 'and the quantity?' what it is of.
fn measures(query: &mut Query, fragment: &Fragment, draft: &Draft) -> bool {
    if !fragment.measures.is_empty() {
        query.select.retain(|s| !s.expr.is_aggregate());
        query.select.extend(fragment.measures.iter().cloned());
        let kept: Vec<Expr> = query.select.iter().map(|s| s.expr.clone()).collect();
        query.order.retain(|o| !o.expr.is_aggregate() || kept.contains(&o.expr));
        return true;
    }
    let Some(function) = draft.leftover.first().copied() else { return false };
    let mut changed = false;
    let mut swap = |expr: &mut Expr| {
        if let Expr::Aggregate { function: f, .. } = expr {
            *f = function;
            changed = true;
        }
    };
    for selected in &mut query.select {
        swap(&mut selected.expr);
        if let Expr::Aggregate { of, .. } = &selected.expr {
            selected.alias = Some(compose::aggregate_name(function, of));
        }
    }
    query.order.iter_mut().for_each(|o| swap(&mut o.expr));
    if !changed && matches!(function, Aggregate::Min | Aggregate::Max) {
        // 'which is the highest' then 'and the lowest': the ranking turns round.
        if let Some(order) = query.order.first_mut() {
            order.descending = function == Aggregate::Max;
            changed = true;
        }
    }
    changed
}

/// The measures stay, the groups are new.
fn regroup(query: &mut Query, fragment: &Fragment) {
    if !query.is_aggregated() {
        count(query);
    }
    query.select.retain(|s| s.expr.is_aggregate());
    let measures: Vec<Selected> = std::mem::take(&mut query.select);
    query.select = fragment.shown.clone();
    query.select.extend(measures.iter().cloned());
    query.group = fragment.group_keys.clone();
    query.group.extend(fragment.groups.iter().cloned());
    query.order.clear();
    match fragment.groups.iter().find(|e| matches!(e, Expr::Bucket { .. })) {
        Some(bucket) => query.order.push(Ordering { expr: bucket.clone(), descending: false }),
        None => query.order.extend(measures.first().map(|m| Ordering { expr: m.expr.clone(), descending: true })),
    }
    let rest = fragment.groups.iter().filter(|e| !matches!(e, Expr::Bucket { .. }));
    query.order.extend(rest.map(|e| Ordering { expr: e.clone(), descending: false }));
    query.yes_no = false;
    // The first few of other groups are no longer what was asked.
    query.limit = None;
}

fn limit_to(query: &mut Query, limit: u64) {
    if query.order.is_empty() {
        let measure = query.select.iter().find(|s| s.expr.is_aggregate()).map(|s| s.expr.clone());
        query.order.extend(measure.map(|expr| Ordering { expr, descending: true }));
    }
    query.limit = Some(limit);
}
