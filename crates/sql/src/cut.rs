//! A ranking that was cut off: what comes right behind the last row shown may be as good.
//!
//! Called by the workflow's result checks. It only writes statements; they go through the guard like any other.

use crate::CheckedSql;
use crate::guard::limit::{as_count, number, set_limit};
use sqlparser::ast::{Expr, Ident, LimitClause, OrderByKind, SelectItem, SetExpr};

/// What a checked statement ranks by, and how to see what lies behind its LIMIT.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The same rows and `more` behind them, with what they are ranked by as the last column.
    pub probe: String,
    /// What that is called in the result, where it is shown.
    pub ranked_by: Option<String>,
}

/// The column that a probe adds.
const RANKED_BY: &str = "vouch_ranked_by";

/// `None` for a statement without a LIMIT of its own, or one whose order cannot be shown beside its rows.
pub fn beyond_the_cut(checked: &CheckedSql, more: usize) -> Option<Cut> {
    let mut query = checked.query().clone();
    let limit = own_limit(checked)?;
    let key = match &query.order_by.as_ref()?.kind {
        OrderByKind::Expressions(keys) => keys.first()?.expr.clone(),
        OrderByKind::All(_) => return None,
    };
    let SetExpr::Select(select) = query.body.as_mut() else { return None };
    if select.distinct.is_some() {
        return None;
    }
    let shown = shown_as(&key, &select.projection);
    let (expr, ranked_by) = match shown {
        Some(SelectItem::ExprWithAlias { expr, alias }) => (expr.clone(), Some(alias.value.clone())),
        Some(SelectItem::UnnamedExpr(expr)) => (expr.clone(), column_name(expr)),
        _ => (key.clone(), column_name(&key)),
    };
    select.projection.push(SelectItem::ExprWithAlias { expr, alias: Ident::new(RANKED_BY) });
    set_limit(&mut query, number(limit.checked_add(more)?));
    Some(Cut { probe: query.to_string(), ranked_by })
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

/// The output column that an order goes by: by its name, its place, or because it is the same expression.
fn shown_as<'a>(key: &Expr, shown: &'a [SelectItem]) -> Option<&'a SelectItem> {
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
    let place = as_count(key).and_then(|place| usize::try_from(place).ok()?.checked_sub(1));
    match place {
        Some(place) => shown.get(place),
        None => shown.iter().find(called).or_else(|| shown.iter().find(same)),
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
