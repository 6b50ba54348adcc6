//! How a follow-up changes the query before it: one function for each kind of change, none of which reads words.

use crate::Linguist;
use crate::compose::{self, Draft, Fragment};
use crate::form::{ColumnRef, Condition, Expr, Ordering, Query, Selected};
use crate::lexicon::Aggregate;

/// The first of the groups by their figure.
pub fn win(query: &mut Query, descending: bool) -> bool {
    let figure = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr));
    let Some(expr) = figure.into_iter().find(|e| e.is_aggregate()).cloned() else { return false };
    let names = query.order.iter().filter(|o| !o.expr.is_aggregate() && matches!(o.expr, Expr::Column(_))).cloned();
    query.order = std::iter::once(Ordering { expr, descending }).chain(names.collect::<Vec<_>>()).collect();
    query.limit = Some(1);
    true
}

/// 'show the city too', 'with their total amount', 'the lowest as well'; false where nothing of the kind is said.
pub fn add_columns(query: &mut Query, fragment: &Fragment, draft: &Draft, linguist: &Linguist) -> bool {
    let figures = query.select.iter().filter_map(|s| match (&s.expr, draft.leftover.first()) {
        (Expr::Aggregate { of, distinct, .. }, Some(function)) => {
            let expr = Expr::Aggregate { function: *function, distinct: *distinct, of: of.clone() };
            Some(Selected { expr, alias: Some(compose::aggregate_name(*function, of)) })
        }
        _ => None,
    });
    let others: Vec<Selected> = figures.collect();
    let adds_columns = [&fragment.plain, &fragment.shown, &fragment.measures].iter().any(|c| !c.is_empty());
    if others.is_empty() && !adds_columns {
        return false;
    }
    if query.select.is_empty() && !query.is_aggregated() {
        // Everything of the row is there already.
        let own = |s: &Selected| matches!(&s.expr, Expr::Column(c) if c.table == query.base);
        if fragment.plain.iter().all(own) && fragment.measures.is_empty() {
            return true;
        }
        list_rows(query, &Fragment::default(), linguist);
    }
    query.select.extend(others);
    let measures = !fragment.measures.is_empty();
    if measures && !query.is_aggregated() {
        let schema = &linguist.schema;
        query.group = query.select.iter().map(|s| s.expr.clone()).collect();
        let key = schema.table_index(&query.base).and_then(|t| schema.key(t)).map(|c| schema.expr(c));
        query.group.extend(key.filter(|k| !query.group.contains(k)));
        query.distinct = false;
    }
    let grouped = !query.group.is_empty();
    let shown = fragment.plain.iter().chain(&fragment.shown).chain(&fragment.measures);
    for selected in shown.collect::<Vec<_>>() {
        if query.select.iter().any(|s| s.expr == selected.expr) {
            continue;
        }
        query.select.push(selected.clone());
        if grouped && !selected.expr.is_aggregate() {
            query.group.push(selected.expr.clone());
        }
    }
    true
}

/// 'sort by that': the figure shown last, largest first; without one, what is shown last.
pub fn sort_by_that(query: &mut Query) -> bool {
    let figure = query.select.iter().rev().find(|s| s.expr.is_aggregate());
    let Some(key) = figure.or(query.select.last()) else { return false };
    let descending = key.expr.is_aggregate();
    query.order = vec![Ordering { expr: key.expr.clone(), descending }];
    true
}

/// The rows that a limited question showed, as rows of their table: 'which of those are in Texas?'.
pub fn within(query: &Query, linguist: &Linguist) -> Option<Query> {
    let schema = &linguist.schema;
    let shown = query.select.iter().find_map(|s| match &s.expr {
        Expr::Column(c) => schema.find(c),
        _ => None,
    });
    let table = shown.map(|c| c.table).or_else(|| schema.table_index(&query.base))?;
    let key = schema.key(table).map(|c| schema.expr(c)).filter(|e| query.group.is_empty() || query.group.contains(e));
    let key = key.filter(|_| query.combine.is_none()).or_else(|| shown.map(|c| schema.expr(c)))?;
    let Expr::Column(column) = key.clone() else { return None };
    let inner = if query.combine.is_some() {
        // Both sides show the same, which is then what the rows are known by.
        Some(query.clone()).filter(|q| matches!(q.select.as_slice(), [only] if only.expr == key))?
    } else {
        Query { select: vec![Selected { expr: key, alias: None }], ..query.clone() }
    };
    let filter = vec![Condition::InQuery { column, query: Box::new(inner), negated: false }];
    Some(Query { base: schema.table_name(table).to_owned(), filter, ..Query::default() })
}

pub fn column_of(condition: &Condition) -> Option<&ColumnRef> {
    match condition {
        Condition::OneOf { column, .. }
        | Condition::Like { column, .. }
        | Condition::Null { column, .. }
        | Condition::Period { column, .. }
        | Condition::Recurs { column, .. } => Some(column),
        Condition::Compare { left: Expr::Column(column), .. }
        | Condition::Between { left: Expr::Column(column), .. } => Some(column),
        Condition::Any(all) => all.first().and_then(column_of),
        _ => None,
    }
}

/// A condition on the same column is replaced, or joined where it is said to come in addition; any other is added.
pub fn put_condition(query: &mut Query, condition: Condition, in_addition: bool) {
    if let Condition::Related { table, negated: true, .. } = &condition {
        // 'which have not hosted?' after those that have.
        query.joins.retain(|joined| joined != table);
        query.filter.retain(|old| !matches!(old, Condition::Related { table: other, .. } if other == table));
    }
    if let (true, Condition::OneOf { column, values: new, negated: false }) = (in_addition, &condition) {
        let same = query.filter.iter_mut().find_map(|old| match old {
            Condition::OneOf { column: other, values, negated: false } if other == column => Some(values),
            _ => None,
        });
        if let Some(values) = same {
            values.extend(new.iter().filter(|v| !values.contains(v)).cloned().collect::<Vec<_>>());
            return;
        }
    }
    let same = column_of(&condition).and_then(|new| query.filter.iter().position(|old| column_of(old) == Some(new)));
    match same.and_then(|i| query.filter.get_mut(i)) {
        Some(old) => *old = condition,
        None => query.filter.push(condition),
    }
}

/// The figure of each group as a part of all of them.
pub fn as_share(query: &mut Query) -> bool {
    let mut figures = query.select.iter_mut().filter(|s| s.expr.is_aggregate());
    let (Some(figure), None) = (figures.next(), figures.next()) else { return false };
    let adds_up =
        matches!(figure.expr, Expr::Rows { .. } | Expr::Aggregate { function: Aggregate::Sum, distinct: false, .. });
    if !adds_up || query.group.is_empty() {
        return false;
    }
    let of = figure.expr.clone();
    let share = Expr::ShareOfTotal { of: Box::new(of.clone()) };
    (figure.expr, figure.alias) = (share.clone(), Some("share_percent".to_owned()));
    for order in query.order.iter_mut().filter(|o| o.expr == of) {
        order.expr = share.clone();
    }
    true
}

pub fn count(query: &mut Query) {
    let rows = Expr::Rows { table: query.base.clone() };
    let alias = Some(compose::row_count_name(&query.base));
    query.select = vec![Selected { expr: rows, alias }];
    query.group.clear();
    query.order.clear();
    query.limit = None;
    query.distinct = false;
}

pub fn list_rows(query: &mut Query, fragment: &Fragment, linguist: &Linguist) {
    let schema = &linguist.schema;
    let mut shown: Vec<Selected> = fragment.plain.clone();
    for expr in &fragment.groups {
        if !shown.iter().any(|s| s.expr == *expr) {
            shown.push(Selected { expr: expr.clone(), alias: None });
        }
    }
    if let ([counted], true) = (query.select.as_slice(), shown.is_empty())
        && let Expr::Aggregate { distinct: true, of, .. } = &counted.expr
    {
        // 'how many types are there', 'what are they'.
        shown = vec![Selected { expr: (**of).clone(), alias: None }];
        query.distinct = true;
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

/// 'what are their ages?' after several names: each age beside its name, though others may be as old.
pub fn with_names(query: &mut Query, previous: &Query, linguist: &Linguist) {
    let schema = &linguist.schema;
    let Some(table) = schema.table_index(&query.base) else { return };
    let own = |s: &Selected| matches!(&s.expr, Expr::Column(c) if c.table == query.base);
    let plain = query.group.is_empty() && query.combine.is_none() && query.limit.is_none() && query.order.is_empty();
    let names: Vec<Expr> = schema.display(table).into_iter().map(|c| schema.expr(c)).collect();
    let shown = |expr: &Expr| query.select.iter().any(|s| s.expr == *expr);
    let named = previous.select.iter().any(|s| names.contains(&s.expr));
    if !linguist.shows_rankings
        || !named
        || !plain
        || previous.limit == Some(1)
        || names.iter().any(shown)
        || !query.select.iter().all(own)
    {
        return;
    }
    let names = names.into_iter().map(|expr| Selected { expr, alias: None });
    query.select = names.chain(std::mem::take(&mut query.select)).collect();
    query.distinct = false;
}

/// 'and the average?' changes the function, 'and the quantity?' what it is of.
pub fn measures(query: &mut Query, fragment: &Fragment, draft: &Draft) -> bool {
    if !fragment.measures.is_empty() && query.group.is_empty() {
        // A figure of the rows that were listed or counted.
        query.select = fragment.measures.clone();
        query.order.clear();
        (query.limit, query.distinct, query.yes_no) = (None, false, false);
        return true;
    }
    if !fragment.measures.is_empty() {
        query.select.retain(|s| !s.expr.is_aggregate());
        query.select.extend(fragment.measures.iter().cloned());
        let kept: Vec<Expr> = query.select.iter().map(|s| s.expr.clone()).collect();
        // The first five are still the first five, by the new figure.
        if let (Some(new), Some(first), true) =
            (fragment.measures.first(), query.order.first_mut(), query.limit.is_some())
            && first.expr.is_aggregate()
            && !kept.contains(&first.expr)
        {
            first.expr = new.expr.clone();
        }
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
pub fn regroup(query: &mut Query, fragment: &Fragment) {
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

pub fn limit_to(query: &mut Query, limit: u64) {
    if query.order.is_empty() {
        let measure = query.select.iter().find(|s| s.expr.is_aggregate()).map(|s| s.expr.clone());
        query.order.extend(measure.map(|expr| Ordering { expr, descending: true }));
    }
    query.limit = Some(limit);
}
