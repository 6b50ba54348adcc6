//! Small changes to a statement that a person may want after a look at the checks: another value, rows without a match.

use crate::CheckedSql;
use crate::visiting::{change, look};
use sqlparser::ast::{
    Expr, Join, JoinConstraint, JoinOperator, Query, Select, SetExpr, TableFactor, Value, Visit, Visitor, VisitorMut,
};
use std::ops::ControlFlow;

/// The statement with one text in place of another, wherever it is compared with something.
pub fn with_value(checked: &CheckedSql, from: &str, to: &str) -> String {
    let mut query = own(checked);
    let _ = change(&mut query, &mut Exchange { from, to });
    query.to_string()
}

/// The statement with the rows of `table` that have no match in `partner`. `None` where they would be lost elsewhere:
/// by a condition on the partner, or by a join that goes through it.
pub fn keeping_unmatched(checked: &CheckedSql, table: &str, partner: &str) -> Option<String> {
    let mut query = own(checked);
    let SetExpr::Select(select) = query.body.as_mut() else { return None };
    let [from] = select.from.as_slice() else { return None };
    let name = |factor: &TableFactor| named(factor).map(|(name, _)| name);
    let before = |at: usize| std::iter::once(&from.relation).chain(from.joins.iter().take(at).map(|j| &j.relation));
    let at = from.joins.iter().enumerate().position(|(at, join)| {
        is_inner(&join.join_operator)
            && name(&join.relation).is_some_and(|name| name.eq_ignore_ascii_case(partner))
            && before(at).any(|factor| name(factor).is_some_and(|name| name.eq_ignore_ascii_case(table)))
    })?;
    let (_, called) = named(&from.joins.get(at)?.relation)?;
    let later = from.joins.iter().skip(at + 1).any(|join| mentions(&join.join_operator, &called));
    if later || narrowed_by(select, &called) {
        return None;
    }
    let join: &mut Join = select.from.first_mut()?.joins.get_mut(at)?;
    let (JoinOperator::Join(on) | JoinOperator::Inner(on)) = join.join_operator.clone() else { return None };
    join.join_operator = JoinOperator::Left(on);
    Some(query.to_string())
}

/// The tree without the LIMIT that the guard put there.
fn own(checked: &CheckedSql) -> Query {
    let mut query = checked.query().clone();
    if checked.limit_is_ours() {
        query.limit_clause = None;
    }
    query
}

fn named(factor: &TableFactor) -> Option<(String, String)> {
    let TableFactor::Table { name, alias, .. } = factor else { return None };
    let table = name.0.last()?.as_ident()?.value.clone();
    let called = alias.as_ref().map_or_else(|| table.clone(), |alias| alias.name.value.clone());
    Some((table, called))
}

fn is_inner(operator: &JoinOperator) -> bool {
    matches!(operator, JoinOperator::Join(JoinConstraint::On(_)) | JoinOperator::Inner(JoinConstraint::On(_)))
}

/// A condition that is false for missing values takes the rows away again; without qualified names nobody can tell.
fn narrowed_by(select: &Select, called: &str) -> bool {
    select.selection.as_ref().is_some_and(|selection| mentions(selection, called))
}

fn mentions(tree: &impl Visit, called: &str) -> bool {
    look(tree, &mut Mentions(called)).is_break()
}

struct Mentions<'a>(&'a str);

impl Visitor for Mentions<'_> {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        let about = match expr {
            Expr::Identifier(_) => true,
            Expr::CompoundIdentifier(names) => names.first().is_some_and(|n| n.value.eq_ignore_ascii_case(self.0)),
            _ => false,
        };
        if about { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

struct Exchange<'a> {
    from: &'a str,
    to: &'a str,
}

impl VisitorMut for Exchange<'_> {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        if let Expr::Value(value) = expr
            && let Value::SingleQuotedString(text) = &mut value.value
            && text == self.from
        {
            self.to.clone_into(text);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
#[path = "fixes_tests.rs"]
mod tests;
