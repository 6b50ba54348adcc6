//! What a statement is about, in pieces that a person can take away again.

use super::conditions::subject;
use super::links::{equality, flatten_and};
use super::order::whole_number;
use super::{Restater, words};
use crate::CheckedSql;
use crate::inspect::room::with_room;
use sqlparser::ast::{BinaryOperator, Expr, LimitClause, Query, Select, SetExpr};
use vouch_model::{Catalog, ContextPart, PartKind};

/// Empty for what is not one plain SELECT: there a piece has no single place.
pub fn parts(checked: &CheckedSql, catalog: Option<&Catalog>) -> Vec<ContextPart> {
    let tell = || found(checked, catalog).into_iter().map(|piece| piece.part).collect();
    with_room(checked.sql().len(), tell).unwrap_or_default()
}

/// The statement without the pieces of these ids; `None` if it has no such piece.
pub fn without(checked: &CheckedSql, catalog: Option<&Catalog>, ids: &[&str]) -> Option<String> {
    with_room(checked.sql().len(), || taken_away(checked, catalog, ids)).flatten()
}

struct Piece {
    part: ContextPart,
    /// The conjuncts of WHERE that it is made of.
    conjuncts: Vec<usize>,
}

fn select_of(query: &Query) -> Option<&Select> {
    match query.body.as_ref() {
        SetExpr::Select(select) => Some(select),
        _ => None,
    }
}

fn found(checked: &CheckedSql, catalog: Option<&Catalog>) -> Vec<Piece> {
    let query = checked.query();
    let Some(select) = select_of(query) else { return Vec::new() };
    let restater = Restater::new(catalog, u64::try_from(checked.max_rows()).unwrap_or(u64::MAX));
    restater.tell_common_tables(query, None);
    let scope = restater.from(select, None).scope;
    let mut pieces = Vec::new();
    let mut add = |id: String, kind, label: String, conjuncts| {
        let part = ContextPart { id, kind, label, removable: kind != PartKind::Table };
        pieces.push(Piece { part, conjuncts });
    };
    let mut tables: Vec<&str> = scope.sources.iter().map(|source| source.many.as_str()).collect();
    tables.dedup();
    if let Some(first) = tables.first() {
        add("table".to_owned(), PartKind::Table, (*first).to_owned(), Vec::new());
    }
    let conjuncts = conjuncts(select);
    let grouped = restater.grouped_conditions(&conjuncts, &scope);
    // Two tables that are joined in WHERE stay joined.
    let joins = |at: &usize| conjuncts.get(*at).is_some_and(|conjunct| equality(conjunct, &scope).is_some());
    for (number, (of, label)) in grouped.into_iter().filter(|(of, _)| !of.iter().any(joins)).enumerate() {
        let first = of.first().and_then(|at| conjuncts.get(*at)).and_then(|conjunct| subject(conjunct));
        let is_time = first.is_some_and(|expr| restater.kind(expr, &scope).is_time());
        let kind = if is_time { PartKind::Time } else { PartKind::Filter };
        add(format!("filter:{number}"), kind, label, of);
    }
    if let Some(having) = &select.having {
        add("having".to_owned(), PartKind::Having, restater.all_conditions(having, &scope), Vec::new());
    }
    if let Some(limit) = own_limit(checked) {
        let label = match query.order_by.is_some() {
            true => format!("first {}", words::number(&limit.to_string())),
            false => format!("at most {}", words::counted(limit, "row")),
        };
        add("limit".to_owned(), PartKind::Limit, label, Vec::new());
    }
    pieces
}

fn conjuncts(select: &Select) -> Vec<&Expr> {
    let mut all = Vec::new();
    if let Some(selection) = &select.selection {
        flatten_and(selection, &mut all);
    }
    all
}

fn own_limit(checked: &CheckedSql) -> Option<u64> {
    match checked.query().limit_clause.as_ref().filter(|_| !checked.limit_is_ours())? {
        LimitClause::LimitOffset { limit, .. } => limit.as_ref().and_then(whole_number),
        LimitClause::OffsetCommaLimit { limit, .. } => whole_number(limit),
    }
}

fn taken_away(checked: &CheckedSql, catalog: Option<&Catalog>, ids: &[&str]) -> Option<String> {
    let pieces = found(checked, catalog);
    let gone: Vec<&Piece> = pieces.iter().filter(|p| p.part.removable && ids.contains(&p.part.id.as_str())).collect();
    if gone.len() != ids.len() {
        return None;
    }
    let select = select_of(checked.query())?;
    let dropped: Vec<usize> = gone.iter().flat_map(|piece| piece.conjuncts.iter().copied()).collect();
    let kept = conjuncts(select).into_iter().enumerate().filter(|(at, _)| !dropped.contains(at));
    let selection = kept.map(|(_, conjunct)| in_parentheses(conjunct)).reduce(|left, right| Expr::BinaryOp {
        left: Box::new(left),
        op: BinaryOperator::And,
        right: Box::new(right),
    });
    let mut query = checked.query().clone();
    let SetExpr::Select(select) = query.body.as_mut() else { return None };
    select.selection = selection;
    if ids.contains(&"having") {
        select.having = None;
    }
    if ids.contains(&"limit") || checked.limit_is_ours() {
        query.limit_clause = None;
    }
    Some(query.to_string())
}

/// Alternatives must not run into their neighbours.
fn in_parentheses(expr: &Expr) -> Expr {
    match expr {
        Expr::BinaryOp { op: BinaryOperator::Or | BinaryOperator::Xor, .. } => Expr::Nested(Box::new(expr.clone())),
        other => other.clone(),
    }
}

#[cfg(test)]
#[path = "parts_tests.rs"]
mod tests;
