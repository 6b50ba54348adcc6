//! What a reading shows and finds: names where somebody is asked for, and rows rather than none where the question speaks of some.

use crate::form::{Condition, Expr, Form, Ordering, Query, Selected};
use crate::schema::Schema;
use crate::tokens::Token;
use crate::{Candidate, Setting};

/// What is left of the confidence in a follow-up without rows, where another reading has some.
pub const EMPTY: f64 = 0.3;

/// Who narrows an answer down speaks of rows that are there: of several readings one without rows is meant last.
pub fn prefer_rows(candidates: &mut [Candidate], previous: &Form, setting: &Setting<'_>) {
    let [first, ..] = candidates else { return };
    let confidence = first.confidence;
    let rows = |c: &Candidate| setting.probe.row_count(&c.sql, 1);
    if candidates.len() < 2 || candidates.first().and_then(rows) != Some(0) {
        return;
    }
    // 'which of them are in Miami?' may be none of them: what says nothing new is no other reading of it.
    let says = |c: &Candidate| {
        let form: Option<Form> = serde_json::from_value(c.form.clone()).ok();
        form.is_some_and(|form| {
            let new = |c| !previous.query.filter.contains(c) && !within_rows(c);
            form.query.filter.iter().any(new) || form.query.having != previous.query.having
        })
    };
    let first_says = candidates.first().is_some_and(says);
    let found = candidates.iter().position(|c| (says(c) || !first_says) && rows(c).is_some_and(|n| n > 0));
    let Some(before) = found.and_then(|at| candidates.get_mut(..=at)) else { return };
    before.rotate_right(1);
    if let [first, empty @ ..] = before {
        first.confidence = first.confidence.max(confidence);
        empty.iter_mut().for_each(|c| c.confidence *= EMPTY);
    }
}

/// The rows that were found before.
fn within_rows(condition: &Condition) -> bool {
    matches!(condition, Condition::InQuery { .. })
}

/// 'who scored more than 20 points?' asks for people, not for points; 'which product has that price?' for a product.
pub fn name_who(query: &mut Query, tokens: &[Token], schema: &Schema) {
    let first = tokens.first().map_or("", |t| t.lower.as_str());
    // 'who is the composer' asks for a composer.
    let is = tokens.get(1).is_some_and(|t| matches!(t.lower.as_str(), "is" | "are" | "was" | "were"));
    // 'which ingredient suppliers' asks for suppliers.
    let goes_on = tokens.get(2).is_some_and(|t| schema.postings.contains_key(&t.stem));
    let table = schema.table_index(&query.base);
    let which = || !goes_on && table.is_some() && crate::spoken_everyday::table_called(tokens.get(1), schema) == table;
    // 'whose licence runs out' asks for people; 'the most expensive plant' for its name beside the price.
    let people = table.is_some_and(|t| schema.is_people(t));
    let ordered = |s: &Selected| query.order.iter().any(|o| o.expr == s.expr);
    // 'the second highest doctor salary' is a salary.
    let figure = |t: Option<&Token>| {
        let said = t.filter(|t| !crate::lexicon::lexicon().is_stop(t));
        let postings = said.and_then(|t| schema.postings.get(&t.stem));
        postings.is_some_and(|all| all.iter().any(|p| matches!(p.element, crate::schema::Element::Column(_))))
    };
    let thing = |at: usize| {
        crate::spoken_everyday::table_called(tokens.get(at), schema) == table && !figure(tokens.get(at + 1))
    };
    let named_thing = table.is_some() && (0..tokens.len()).any(thing);
    let best = named_thing && query.limit.is_some() && !query.order.is_empty() && query.select.iter().all(ordered);
    let who = first == "who" && !is || first == "which" && which() || first == "whose" && people || best;
    let shown: Vec<&str> = query.select.iter().filter_map(|s| table_shown(&s.expr)).collect();
    let names: Vec<Expr> = table.into_iter().flat_map(|t| schema.display(t)).map(|c| schema.expr(c)).collect();
    let named = query.select.iter().any(|s| names.contains(&s.expr));
    let own = shown.len() == query.select.len() && shown.iter().all(|table| *table == query.base);
    if who && own && !named && !query.is_aggregated() && query.combine.is_none() && !query.select.is_empty() {
        let names = names.into_iter().map(|expr| Selected { expr, alias: None });
        query.select = names.chain(std::mem::take(&mut query.select)).collect();
        query.distinct = false;
    }
}

/// 'which genre has the highest percentage of ...': where 'which' stands and where the superlative.
pub fn ranks_shares(words: &[&str]) -> Option<(usize, usize)> {
    let at = (2..words.len()).find(|at| {
        let shares = ["percentage", "share", "proportion", "rate", "percent"];
        let ranked = ["highest", "lowest", "biggest", "smallest", "largest", "best", "worst"];
        let near = words.get(at + 1..(at + 4).min(words.len())).unwrap_or_default();
        words.get(*at).is_some_and(|w| ranked.contains(w)) && near.iter().any(|w| shares.contains(w))
    })?;
    let from = (0..at).find(|i| words.get(*i).is_some_and(|w| matches!(*w, "which" | "what")))?;
    Some((from, at))
}

/// The one with the highest share, where that was asked for; false where it was and is not there.
pub fn keep_best_share(query: &mut Query, question: &str) -> bool {
    let tokens = crate::tokens::tokenize(question);
    let words: Vec<&str> = tokens.iter().map(|t| t.lower.as_str()).collect();
    let Some((_, at)) = ranks_shares(&words) else { return true };
    let share = query.select.iter().find(|s| matches!(s.expr, Expr::ShareOfRows { .. } | Expr::ShareOfSum { .. }));
    let Some(expr) = share.map(|s| s.expr.clone()) else {
        // A rate that is a column is ranked like any other.
        return query.limit.is_some();
    };
    if query.group.is_empty() {
        return false;
    }
    let descending = !words.get(at).is_some_and(|w| matches!(*w, "lowest" | "smallest"));
    (query.order, query.limit) = (vec![Ordering { expr, descending }], Some(1));
    true
}

/// 'donors who only gave plasma': who gave plasma and nothing else.
pub fn only_those(query: &mut Query, tokens: &[Token], schema: &Schema) {
    let said = (1..tokens.len()).any(|at| {
        let only = tokens.get(at).is_some_and(|t| matches!(t.lower.as_str(), "only" | "exclusively"));
        let counted = tokens.get(at + 1).is_some_and(|t| {
            t.number().is_some() || matches!(t.lower.as_str(), "once" | "one" | "a" | "an" | "count" | "twice")
        });
        only && !counted
    });
    if !said || !query.group.is_empty() || query.combine.is_some() {
        return;
    }
    let base = schema.table_index(&query.base);
    let theirs = query.filter.iter().find_map(|c| match c {
        Condition::OneOf { column, values, negated: false } => {
            let t = schema.table_index(&column.table)?;
            let one = base.is_some_and(|base| t == base || schema.belongs(base, t));
            let others = Condition::OneOf { column: column.clone(), values: values.clone(), negated: true };
            (!one).then(|| (column.table.clone(), others))
        }
        _ => None,
    });
    if let Some((table, others)) = theirs {
        query.filter.push(Condition::Related { of: query.base.clone(), table, when: vec![others], negated: true });
    }
}

/// 'customers in the same town as Leo Pryce': where he lives, without him. `Some(false)` where that was asked for and is not there.
pub fn same_as(query: &mut Query, tokens: &[Token], schema: &Schema) -> Option<bool> {
    let at = tokens.iter().position(|t| t.lower == "same")?;
    tokens.get(at + 2..)?.iter().take(2).find(|t| t.lower == "as")?;
    let base = schema.table_index(&query.base)?;
    let named = tokens.get(at + 1)?;
    let columns = schema.tables.get(base)?.columns.as_slice();
    let shared = columns
        .iter()
        .position(|c| c.words.contains(&named.stem))
        .map(|column| crate::schema::Col { table: base, column });
    let row = query.filter.iter().position(|c| match c {
        Condition::OneOf { column, negated: false, .. } => {
            schema.find(column).is_some_and(|c| schema.display(base).contains(&c))
        }
        _ => false,
    });
    let (Some(shared), Some(row)) = (shared, row) else { return Some(false) };
    let this = query.filter.remove(row);
    let Condition::OneOf { column, values, .. } = this.clone() else { return Some(false) };
    let inner = Query {
        select: vec![Selected { expr: schema.expr(shared), alias: None }],
        base: query.base.clone(),
        filter: vec![this],
        ..Query::default()
    };
    query.filter.push(Condition::InQuery { column: schema.reference(shared), query: Box::new(inner), negated: false });
    query.filter.push(Condition::OneOf { column, values, negated: true });
    if !query.is_aggregated() {
        let names = schema.display(base).into_iter().map(|c| Selected { expr: schema.expr(c), alias: None });
        (query.select, query.distinct) = (names.collect(), false);
    }
    Some(true)
}

/// Where a question says that it wants the difference between two extremes.
pub fn asks_difference(tokens: &[Token]) -> Option<usize> {
    let at = tokens.iter().position(|t| matches!(t.lower.as_str(), "difference" | "gap" | "spread"))?;
    let rest = tokens.get(at + 1..)?;
    let says = |words: &[&str]| rest.iter().any(|t| words.contains(&t.lower.as_str()));
    let extremes =
        says(&["highest", "biggest", "largest", "dearest", "longest", "maximum", "most", "oldest", "latest"])
            && says(&["lowest", "smallest", "cheapest", "shortest", "minimum", "least", "youngest", "earliest"]);
    (extremes && rest.iter().any(|t| t.lower == "between")).then_some(at)
}

/// 'the difference between the highest and the lowest price': one figure.
pub fn as_difference(query: &mut Query, tokens: &[Token]) {
    let said = asks_difference(tokens).is_some();
    let figures = |query: &Query| match query.select.as_slice() {
        [
            Selected { expr: high @ Expr::Aggregate { of: a, .. }, .. },
            Selected { expr: low @ Expr::Aggregate { of: b, .. }, .. },
        ] if a == b && high != low => Some((high.clone(), low.clone())),
        _ => None,
    };
    if let (true, Some((high, low))) = (said && query.combine.is_none(), figures(query)) {
        let expr = Expr::Arithmetic { sign: '-', left: Box::new(high), right: Box::new(low) };
        query.select = vec![Selected { expr, alias: Some("difference".to_owned()) }];
    }
}

/// The table of a column that is shown as it is.
fn table_shown(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Column(column) => Some(&column.table),
        _ => None,
    }
}
