//! What a ranking was made by belongs beside the names: "top 5 products by revenue" shows the revenue too.
//!
//! `reading` calls it on finished queries, after scoring. Off where answers are compared with statements that show
//! nothing but the names ([`crate::Linguist::without_rankings`]).

use crate::compose::alias_of;
use crate::form::{Expr, Ordering, Query, Selected};
use crate::join::JoinGraph;
use crate::lexicon::Aggregate;
use crate::schema::{Col, Schema};

pub fn show(query: &mut Query, name: Option<String>) {
    let Some(first) = query.order.first() else { return };
    let shown = query.select.iter().any(|s| s.expr == first.expr);
    // A distinct list or a set operation would become another one with a further column.
    let fixed = query.distinct || query.yes_no || query.combine.is_some() || query.select.is_empty();
    // All columns (`SELECT *`) hold the ordering column already.
    let whole_row = query.select.iter().all(|s| s.expr.is_aggregate()) && query.group.is_empty();
    let needs_group = first.expr.is_aggregate() && query.group.is_empty();
    if query.limit.is_some() && !shown && !fixed && !whole_row && !needs_group {
        let (expr, alias) = (first.expr.clone(), name.or_else(|| alias_of(&first.expr)));
        query.select.push(Selected { expr, alias });
    }
}

/// A ranking as statements of public question sets write it: by the key of what is named, and nothing decides between
/// equal figures but the engine.
pub fn plain(query: &mut Query, schema: &Schema, graph: &JoinGraph) {
    count_keys(query, schema, graph);
    let ranked = query.order.first().is_some_and(|o| o.expr.is_aggregate());
    if ranked {
        let group = query.group.clone();
        let mut first = true;
        query.order.retain(|o| std::mem::take(&mut first) || o.expr.is_aggregate() || !group.contains(&o.expr));
    }
    if query.limit.is_none() || query.group.is_empty() {
        return;
    }
    // A type with the most rows of its own table is what several of them share, not the name of one.
    let counts_itself = |c: &Col| matches!(query.order.first(), Some(Ordering { expr: Expr::Rows { table }, .. }) if *table == schema.table_name(c.table));
    let named = query.select.iter().find_map(|s| match &s.expr {
        Expr::Column(c) => schema.find(c).filter(|c| schema.display(c.table).contains(c) && !counts_itself(c)),
        _ => None,
    });
    if let Some(key) = named.and_then(|c| schema.key(c.table)).map(|c| schema.expr(c))
        && !query.group.contains(&key)
    {
        query.group.insert(0, key);
    }
    // Between equal figures the engine decides as it does for whoever groups by the key alone.
    let column = |e: &Expr| match e {
        Expr::Column(c) => schema.find(c),
        _ => None,
    };
    let keys: Vec<Col> = query.group.iter().filter_map(column).filter(|c| schema.key(c.table) == Some(*c)).collect();
    query.group.retain(|e| column(e).is_none_or(|c| keys.contains(&c) || !keys.iter().any(|k| k.table == c.table)));
}

/// Rows of a table that is only counted are counted by the key that points at them, without joining the table.
fn count_keys(query: &mut Query, schema: &Schema, graph: &JoinGraph) {
    let counted = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr));
    let table = counted.into_iter().find_map(|e| match e {
        Expr::Rows { table } => Some(table.clone()),
        _ => None,
    });
    let Some(table) = table.filter(|_| !query.group.is_empty()) else { return };
    let used = |e: &Expr| {
        let mut tables = Vec::new();
        e.tables(&mut tables);
        !matches!(e, Expr::Rows { .. }) && tables.iter().any(|t| *t == table)
    };
    let shown = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr)).chain(&query.group);
    let filtered = query.filter_tables().contains(&table.as_str()) || !query.having.is_empty();
    if shown.into_iter().any(used) || filtered || query.joins.contains(&table) || query.combine.is_some() {
        return;
    }
    let goal = query.group.iter().find_map(|e| match e {
        Expr::Column(c) => schema.table_index(&c.table),
        _ => None,
    });
    let (Some(from), Some(goal)) = (schema.table_index(&table), goal) else { return };
    let Some(path) = graph.path(&[from], goal) else { return };
    let Some(first) = path.first().filter(|s| !s.edge.up && s.edge.on.len() == 1) else { return };
    let Some((_, key)) = first.edge.on.first() else { return };
    let of = crate::form::ColumnRef { table: schema.table_name(first.edge.to).to_owned(), column: key.clone() };
    let count = Expr::Aggregate { function: Aggregate::Count, distinct: true, of: Box::new(Expr::Column(of.clone())) };
    for expr in query.select.iter_mut().map(|s| &mut s.expr).chain(query.order.iter_mut().map(|o| &mut o.expr)) {
        if matches!(expr, Expr::Rows { table: t } if *t == table) {
            *expr = count.clone();
        }
    }
    if query.base == table {
        query.base = of.table;
    }
}
