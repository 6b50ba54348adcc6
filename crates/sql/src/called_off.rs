//! A statement without the rows of what did not take place: cancelled orders, no-shows.
//!
//! Called by the workflow's result checks, which know the values. It only writes statements; they go through the guard like
//! any other.

use crate::guard::limit::number;
use crate::visiting::look;
use crate::{CheckedSql, quote_identifier};
use sqlparser::ast::{
    BinaryOperator, Expr, GroupByExpr, Ident, JoinOperator, Query, Select, SelectItem, SetExpr, TableFactor, Value,
    Visitor,
};
use std::ops::ControlFlow;
use vouch_model::Dialect;

/// A statement without some rows, and how many of them it draws on.
#[derive(Clone, Debug, PartialEq)]
pub struct LeavingOut {
    /// Gives how many there are.
    pub probe: String,
    pub sql: String,
}

/// The tables of which every row counts that the conditions let through: those of FROM, but for the ones that are only looked
/// up (LEFT JOIN) and the ones that occur twice.
pub fn drawn_on(checked: &CheckedSql) -> Vec<String> {
    let names = select(checked.query()).map(bindings).unwrap_or_default();
    let once = |name: &String| names.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name)).count() == 1;
    names.iter().map(|(name, _)| name.clone()).filter(once).collect()
}

/// The statement without the rows of `table` whose `column` is one of `values`. `None` where the statement speaks of such a column
/// itself, or does not plainly draw on the table.
pub fn leaving_out(checked: &CheckedSql, table: &str, column: &str, values: &[String]) -> Option<LeavingOut> {
    let mut query = checked.query().clone();
    if look(&query, &mut Speaks(column)).is_break() {
        return None;
    }
    let names = bindings(select(&query)?);
    let mut called =
        names.iter().filter(|(name, _)| name.eq_ignore_ascii_case(table)).map(|(_, called)| called.clone());
    let (binding, None) = (called.next()?, called.next()) else { return None };
    let dialect = checked.dialect();
    let of = Expr::CompoundIdentifier(vec![binding, ident(column, dialect)]);
    let list: Vec<Expr> = values.iter().map(|value| Expr::value(Value::SingleQuotedString(value.clone()))).collect();
    let one_of = |negated| Expr::InList { expr: Box::new(of.clone()), list: list.clone(), negated };
    let missing = Expr::IsNull(Box::new(of.clone()));
    let others = Expr::Nested(Box::new(both(missing, BinaryOperator::Or, one_of(true))));
    let mut counted = query.clone();
    narrow(&mut query, others)?;
    if checked.limit_is_ours() {
        query.limit_clause = None;
    }
    narrow(&mut counted, one_of(false))?;
    (counted.order_by, counted.limit_clause, counted.fetch) = (None, None, None);
    let SetExpr::Select(select) = counted.body.as_mut() else { return None };
    (select.distinct, select.having, select.qualify) = (None, None, None);
    select.group_by = GroupByExpr::Expressions(Vec::new(), Vec::new());
    select.projection = vec![SelectItem::UnnamedExpr(number(1))];
    Some(LeavingOut { probe: format!("SELECT COUNT(*) FROM ({counted}) AS counted"), sql: query.to_string() })
}

/// A plain SELECT, with nothing beside it that could stand for one of its tables.
fn select(query: &Query) -> Option<&Select> {
    match query.body.as_ref() {
        SetExpr::Select(select) if query.with.is_none() => Some(select),
        _ => None,
    }
}

/// Tables by name, with what the statement calls them.
fn bindings(select: &Select) -> Vec<(String, Ident)> {
    let inner = |operator: &JoinOperator| {
        matches!(
            operator,
            JoinOperator::Join(_) | JoinOperator::Inner(_) | JoinOperator::Left(_) | JoinOperator::LeftOuter(_)
        )
    };
    let kept = |operator: &JoinOperator| matches!(operator, JoinOperator::Join(_) | JoinOperator::Inner(_));
    let mut names = Vec::new();
    for from in &select.from {
        // A RIGHT or FULL JOIN may leave any side without a row.
        if !from.joins.iter().all(|join| inner(&join.join_operator)) {
            return Vec::new();
        }
        let joined = from.joins.iter().filter(|join| kept(&join.join_operator)).map(|join| &join.relation);
        names.extend(std::iter::once(&from.relation).chain(joined).filter_map(named));
    }
    names
}

fn named(factor: &TableFactor) -> Option<(String, Ident)> {
    let TableFactor::Table { name, alias, args: None, .. } = factor else { return None };
    let table = name.0.last()?.as_ident()?;
    let called = alias.as_ref().map_or_else(|| table.clone(), |alias| alias.name.clone());
    Some((table.value.clone(), called))
}

fn narrow(query: &mut Query, condition: Expr) -> Option<()> {
    let SetExpr::Select(select) = query.body.as_mut() else { return None };
    select.selection = Some(match select.selection.take() {
        None => condition,
        Some(or @ Expr::BinaryOp { op: BinaryOperator::Or, .. }) => {
            both(Expr::Nested(Box::new(or)), BinaryOperator::And, condition)
        }
        Some(other) => both(other, BinaryOperator::And, condition),
    });
    Some(())
}

fn both(left: Expr, op: BinaryOperator, right: Expr) -> Expr {
    Expr::BinaryOp { left: Box::new(left), op, right: Box::new(right) }
}

fn ident(name: &str, dialect: Dialect) -> Ident {
    if quote_identifier(name, dialect) == name { Ident::new(name) } else { Ident::with_quote('"', name) }
}

/// Whether a column of that name is spoken of anywhere.
struct Speaks<'a>(&'a str);

impl Visitor for Speaks<'_> {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        let name = match expr {
            Expr::Identifier(name) => Some(name),
            Expr::CompoundIdentifier(names) => names.last(),
            _ => None,
        };
        match name {
            Some(name) if name.value.eq_ignore_ascii_case(self.0) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
#[path = "called_off_tests.rs"]
mod tests;
