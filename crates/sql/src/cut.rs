//! A ranking that was cut off: what comes right behind the last row shown may be as good.
//!
//! Called by the workflow's result checks. It only writes statements; they go through the guard like any other.

use crate::CheckedSql;
use crate::guard::limit::{as_count, number, set_limit};
use sqlparser::ast::{Expr, Ident, LimitClause, OrderByKind, SelectItem, SetExpr};

/// What a checked statement ranks by, and how to see what lies behind its LIMIT.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The same rows and `more` behind them, with all that they are ordered by as the last columns.
    pub probe: String,
    /// How many columns that is.
    pub keys: usize,
    /// What the first of them is called in the result, where it is shown.
    pub ranked_by: Option<String>,
}

/// The columns that a probe adds.
const RANKED_BY: &str = "vouch_ranked_by";

/// `None` for a statement without a LIMIT of its own, or one whose order cannot be shown beside its rows.
pub fn beyond_the_cut(checked: &CheckedSql, more: usize) -> Option<Cut> {
    let mut query = checked.query().clone();
    let limit = own_limit(checked)?;
    let keys: Vec<Expr> = match &query.order_by.as_ref()?.kind {
        OrderByKind::Expressions(keys) => keys.iter().map(|key| key.expr.clone()).collect(),
        OrderByKind::All(_) => return None,
    };
    let SetExpr::Select(select) = query.body.as_mut() else { return None };
    if select.distinct.is_some() {
        return None;
    }
    let shown: Vec<Key> = keys.iter().map(|key| shown_as(key, &select.projection)).collect::<Option<_>>()?;
    let ranked_by = shown.first()?.name.clone();
    for (at, key) in shown.iter().enumerate() {
        let alias = Ident::new(if at == 0 { RANKED_BY.to_owned() } else { format!("{RANKED_BY}_{}", at + 1) });
        select.projection.push(SelectItem::ExprWithAlias { expr: key.expr.clone(), alias });
    }
    set_limit(&mut query, number(limit.checked_add(more)?));
    Some(Cut { probe: query.to_string(), keys: shown.len(), ranked_by })
}

/// The statement with a LIMIT of `rows` instead of its own.
pub fn with_limit(checked: &CheckedSql, rows: usize) -> Option<String> {
    own_limit(checked)?;
    let mut query = checked.query().clone();
    set_limit(&mut query, number(rows));
    Some(query.to_string())
}

fn own_limit(checked: &CheckedSql) -> Option<usize> {
    match &checked.query().limit_clause {
        Some(LimitClause::LimitOffset { limit: Some(limit), offset: None, limit_by })
            if limit_by.is_empty() && !checked.limit_is_ours() =>
        {
            usize::try_from(as_count(limit)?).ok()
        }
        _ => None,
    }
}

/// An expression that rows are ordered by, and what it is called.
struct Key {
    expr: Expr,
    name: Option<String>,
}

/// By the name of an output column, by its place, or because it is the same expression; else as it stands, unless it means
/// something else there. A condition puts rows into a few piles and ranks none of them.
fn shown_as(key: &Expr, shown: &[SelectItem]) -> Option<Key> {
    if matches!(key, Expr::IsNull(_) | Expr::IsNotNull(_) | Expr::Case { .. }) {
        return None;
    }
    let called = |item: &&SelectItem| match (item, key) {
        (SelectItem::ExprWithAlias { alias, .. }, Expr::Identifier(name)) => {
            alias.value.eq_ignore_ascii_case(&name.value)
        }
        _ => false,
    };
    let same = |item: &&SelectItem| match item {
        SelectItem::ExprWithAlias { expr, .. } | SelectItem::UnnamedExpr(expr) => expr == key,
        _ => false,
    };
    let found = match key {
        Expr::Value(_) => {
            let place = usize::try_from(as_count(key)?).ok()?;
            // A star stands for columns that nobody has counted here.
            let before = shown.get(..place)?;
            let plain =
                |item: &SelectItem| matches!(item, SelectItem::ExprWithAlias { .. } | SelectItem::UnnamedExpr(_));
            before.last().filter(|_| before.iter().all(plain))
        }
        _ => shown.iter().find(called).or_else(|| shown.iter().find(same)),
    };
    match found {
        Some(SelectItem::ExprWithAlias { expr, alias }) => {
            Some(Key { expr: expr.clone(), name: Some(alias.value.clone()) })
        }
        Some(SelectItem::UnnamedExpr(expr)) => Some(Key { expr: expr.clone(), name: column_name(expr) }),
        _ if matches!(key, Expr::Value(_)) => None,
        _ => Some(Key { expr: key.clone(), name: column_name(key) }),
    }
}

fn column_name(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Identifier(name) => Some(name.value.clone()),
        Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.clone()),
        _ => None,
    }
}

#[cfg(test)]
#[path = "cut_tests.rs"]
mod tests;
