//! "With at least one order", "without any returns": EXISTS and IN over a key, where they stand alone as a filter.

use super::links::flatten_and;
use super::scope::{Scope, column_parts};
use super::{Restater, words};
use sqlparser::ast::{BinaryOperator, Expr, GroupByExpr, Query, Select, SelectItem, SetExpr, UnaryOperator};

impl Restater<'_> {
    /// Parts the filters into phrases that follow the noun and conditions that follow "where".
    pub(super) fn split_existence<'a>(
        &self,
        filters: Vec<&'a Expr>,
        scope: &Scope<'_>,
    ) -> (Vec<String>, Vec<&'a Expr>) {
        let mut with = Vec::new();
        let mut rest = Vec::new();
        for filter in filters {
            match self.existence(filter, scope) {
                Some(phrase) => with.push(phrase),
                None => rest.push(filter),
            }
        }
        (with, rest)
    }

    fn existence(&self, filter: &Expr, scope: &Scope<'_>) -> Option<String> {
        // With several tables before it, the reader could not tell which of them has the orders.
        if scope.sources.len() != 1 {
            return None;
        }
        match filter {
            Expr::Exists { subquery, negated } => self.exists(subquery, *negated, scope),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => match expr.as_ref() {
                Expr::Exists { subquery, negated } => self.exists(subquery, !*negated, scope),
                _ => None,
            },
            Expr::InSubquery { expr, subquery, negated } => self.member(expr, subquery, *negated, scope),
            _ => None,
        }
    }

    fn exists(&self, subquery: &Query, negated: bool, scope: &Scope<'_>) -> Option<String> {
        let select = plain_select(subquery)?;
        let mut conjuncts = Vec::new();
        flatten_and(select.selection.as_ref()?, &mut conjuncts);
        let outer = scope.sources.first()?;
        let bare = without_filter(select);
        let inner_scope = self.from(&bare, Some(scope)).scope_of_one()?;
        let inner = inner_scope.first()?;
        let mut pairs = Vec::new();
        for (at, conjunct) in conjuncts.iter().enumerate() {
            if let Some((outer_column, inner_column)) = correlated(conjunct, &inner.binding, &outer.binding, scope) {
                pairs.push((at, outer_column, inner_column));
            }
        }
        let columns: Vec<(&str, &str)> = pairs.iter().map(|(_, a, b)| (a.as_str(), b.as_str())).collect();
        let (one, key) = self.key_between(outer, inner, &columns)?;
        let is_key = |a: &str, b: &str| key.iter().any(|(x, y)| x.eq_ignore_ascii_case(a) && y.eq_ignore_ascii_case(b));
        let used: Vec<usize> = pairs.iter().filter(|(_, a, b)| is_key(a, b)).map(|(at, ..)| *at).collect();
        let rest: Vec<Expr> =
            conjuncts.iter().enumerate().filter(|(at, _)| !used.contains(at)).map(|(_, c)| (*c).clone()).collect();
        Some(self.having_some(select, rest, one, negated, scope))
    }

    fn member(&self, column: &Expr, subquery: &Query, negated: bool, scope: &Scope<'_>) -> Option<String> {
        let select = plain_select(subquery)?;
        let outer = scope.sources.first()?;
        let outer_column = &column_parts(column)?.last()?.value;
        let [SelectItem::UnnamedExpr(picked)] = select.projection.as_slice() else { return None };
        let inner_column = &column_parts(picked)?.last()?.value;
        let bare = without_filter(select);
        let inner_scope = self.from(&bare, Some(scope)).scope_of_one()?;
        let (one, _) = self.key_between(outer, inner_scope.first()?, &[(outer_column, inner_column)])?;
        // NOT IN drops rows whose own key is missing, so "without" would say too much.
        if one && negated {
            return None;
        }
        let mut conjuncts = Vec::new();
        if let Some(selection) = &select.selection {
            flatten_and(selection, &mut conjuncts);
        }
        Some(self.having_some(select, conjuncts.into_iter().cloned().collect(), one, negated, scope))
    }

    fn having_some(&self, select: &Select, rest: Vec<Expr>, one: bool, negated: bool, scope: &Scope<'_>) -> String {
        let mut inner = without_filter(select);
        inner.selection = rest.into_iter().reduce(and);
        let from = self.from(&inner, Some(scope));
        let source = from.scope.sources.first();
        let noun = match (one, source) {
            (true, Some(source)) => from.text.replacen(&source.many, &source.one, 1),
            _ => from.text.clone(),
        };
        let opening = match (negated, one) {
            (false, true) => format!("with {} {noun}", article(&noun)),
            (false, false) => {
                let one_noun = source.map_or(noun.clone(), |s| noun.replacen(&s.many, &s.one, 1));
                format!("with at least one {one_noun}")
            }
            (true, _) => format!("without any {noun}"),
        };
        if from.conditions.is_empty() {
            opening
        } else {
            format!("{opening} ({})", format_args!("where {}", words::list(&from.conditions, "and")))
        }
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}

fn and(left: Expr, right: Expr) -> Expr {
    Expr::BinaryOp { left: Box::new(left), op: BinaryOperator::And, right: Box::new(right) }
}

/// A subquery that only picks rows of one table: no grouping, no set operation, no row limit but one.
fn plain_select(query: &Query) -> Option<&Select> {
    let SetExpr::Select(select) = query.body.as_ref() else { return None };
    let ungrouped = matches!(&select.group_by, GroupByExpr::Expressions(keys, _) if keys.is_empty());
    let plain = query.with.is_none()
        && query.limit_clause.is_none()
        && query.fetch.is_none()
        && ungrouped
        && select.having.is_none()
        && select.qualify.is_none()
        && !select.projection.iter().any(is_aggregated);
    let one_table = matches!(select.from.as_slice(), [tables]
        if tables.joins.is_empty() && matches!(tables.relation, sqlparser::ast::TableFactor::Table { .. }));
    (plain && one_table).then_some(select)
}

fn is_aggregated(item: &SelectItem) -> bool {
    match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => {
            crate::inspect::aggregates::contains_aggregate(expr)
        }
        _ => false,
    }
}

fn without_filter(select: &Select) -> Select {
    Select { selection: None, ..select.clone() }
}

/// `inner.column = outer.column`, as (outer column, inner column).
fn correlated(condition: &Expr, inner: &str, outer: &str, scope: &Scope<'_>) -> Option<(String, String)> {
    let Expr::BinaryOp { left, op: BinaryOperator::Eq, right } = condition else { return None };
    let side = |expr: &Expr| {
        let parts = column_parts(expr)?;
        let name = parts.last()?.value.clone();
        let qualifier = parts.len().checked_sub(2).and_then(|at| parts.get(at)).map(|ident| ident.value.to_lowercase());
        match qualifier {
            Some(qualifier) if qualifier == inner => Some((true, name)),
            Some(qualifier) if qualifier == outer => Some((false, name)),
            Some(_) => None,
            // A bare name that the outer table has is taken for its own only if the inner one is qualified.
            None => Some((!scope.sources.first()?.has_column(&name), name)),
        }
    };
    match (side(left)?, side(right)?) {
        ((true, inner), (false, outer)) | ((false, outer), (true, inner)) => Some((outer, inner)),
        _ => None,
    }
}
