//! Rows that an inner join drops, values that an aggregate skips, texts that a filter looks for.

use super::aggregates::{aggregates_of, function_name, is_distinct, only_argument};
use super::tables::{ColumnAt, JoinKind, Tables, is_named};
use super::{FilterLiteral, JoinLoss, LiteralOperator, Part, SkippedNulls, Statement};
use crate::quote_identifier;
use crate::restate::{arguments, unnested};
use crate::visiting::look;
use sqlparser::ast::{BinaryOperator, Expr, Query, Value, Visitor};
use std::ops::ControlFlow;
use vouch_model::KeyOrigin;

pub(super) fn join_losses(part: &Part<'_>, tables: &Tables<'_>, statement: &Statement<'_>) -> Vec<JoinLoss> {
    if part.in_expression || tables.odd {
        return Vec::new();
    }
    let count = tables.sources.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| join_loss(a, b, tables, statement)).collect()
}

fn join_loss(first: usize, second: usize, tables: &Tables<'_>, statement: &Statement<'_>) -> Option<JoinLoss> {
    // The many side is kept in mind: its rows are what is summed and counted.
    let (kept, partner) = match (tables.is_unique_from(second, &[first]), tables.is_unique_from(first, &[second])) {
        (false, true) => (second, first),
        _ => (first, second),
    };
    let (from, to) = (tables.sources.get(kept)?, tables.sources.get(partner)?);
    let inner = tables.sources.get(second)?.kind == JoinKind::Inner
        && (first == 0 || tables.sources.get(first)?.kind == JoinKind::Inner);
    let (from_table, to_table) = (from.table?, to.table?);
    let joined: Vec<(&ColumnAt, &ColumnAt)> = tables
        .pairs
        .iter()
        .filter_map(|(a, b)| match (a.0, b.0) {
            (x, y) if x == kept && y == partner => Some((a, b)),
            (x, y) if x == partner && y == kept => Some((b, a)),
            _ => None,
        })
        .collect();
    if !inner || joined.is_empty() || from.binding.eq_ignore_ascii_case(&to.binding) {
        return None;
    }
    let nullable = joined.iter().any(|(own, _)| from_table.column(&own.1).is_none_or(|column| column.nullable));
    let declared = statement.catalog.foreign_keys.iter().any(|key| {
        let holds = |(own, other): &(&ColumnAt, &ColumnAt)| {
            key.columns
                .iter()
                .zip(&key.to_columns)
                .any(|(a, b)| a.eq_ignore_ascii_case(&own.1) && b.eq_ignore_ascii_case(&other.1))
        };
        key.origin == KeyOrigin::Declared
            && is_named(from_table, &key.table)
            && is_named(to_table, &key.to_table)
            && joined.iter().all(holds)
    });
    if declared && !nullable {
        return None;
    }
    let quote = |name: &str| quote_identifier(name, statement.dialect);
    let matches: Vec<String> = joined
        .iter()
        .map(|(own, other)| {
            format!("{}.{} = {}.{}", quote(&to.binding), quote(&other.1), quote(&from.binding), quote(&own.1))
        })
        .collect();
    let partnerless = format!("NOT EXISTS (SELECT 1 FROM {} WHERE {})", to.sql, matches.join(" AND "));
    let filter = own_filters(kept, tables);
    let probe = format!(
        "SELECT COUNT(CASE WHEN {partnerless} THEN 1 END) AS lost, COUNT(*) AS total FROM {}{filter}",
        from.sql
    );
    Some(JoinLoss { table: from_table.qualified_name(), partner: to_table.qualified_name(), probe })
}

/// The filters that concern one table alone, as a WHERE clause.
fn own_filters(index: usize, tables: &Tables<'_>) -> String {
    let own: Vec<String> = tables
        .filters
        .iter()
        .filter(|filter| tables.touched(*filter) == [index] && !has_subquery(filter))
        .map(|filter| format!("({filter})"))
        .collect();
    if own.is_empty() { String::new() } else { format!(" WHERE {}", own.join(" AND ")) }
}

fn has_subquery(expr: &Expr) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        type Break = ();
        fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
            self.0 = true;
            ControlFlow::Break(())
        }
    }
    let mut find = Find(false);
    let _ = look(expr, &mut find);
    find.0
}

pub(super) fn skipped_nulls(part: &Part<'_>, tables: &Tables<'_>) -> Vec<SkippedNulls> {
    if part.in_expression || tables.odd {
        return Vec::new();
    }
    let mut found: Vec<SkippedNulls> = Vec::new();
    for function in aggregates_of(&part.select.projection) {
        let name = function_name(&function).to_uppercase();
        let measured = only_argument(&function).and_then(|argument| tables.column(argument));
        let Some(at) = measured.filter(|_| !is_distinct(&function)) else { continue };
        let (Some((table, column)), Some(source)) = (tables.catalog_column(&at), tables.sources.get(at.0)) else {
            continue;
        };
        let counted = matches!(name.as_str(), "AVG" | "SUM" | "MIN" | "MAX" | "COUNT" | "TOTAL" | "MEDIAN");
        if !counted || !column.nullable || column.null_count == Some(0) {
            continue;
        }
        let reference = only_argument(&function).map(ToString::to_string).unwrap_or_default();
        let filter = own_filters(at.0, tables);
        let probe = format!(
            "SELECT COUNT(CASE WHEN {reference} IS NULL THEN 1 END) AS missing, COUNT(*) AS total FROM {}{filter}",
            source.sql
        );
        found.push(SkippedNulls { function: name, table: table.qualified_name(), column: column.name.clone(), probe });
    }
    found
}

pub(super) fn literals(part: &Part<'_>, tables: &Tables<'_>) -> Vec<FilterLiteral> {
    let mut walk = Literals { tables, depth: 0, found: Vec::new() };
    let _ = look(part.select.as_ref(), &mut walk);
    walk.found
}

struct Literals<'t, 'a> {
    tables: &'t Tables<'a>,
    depth: usize,
    found: Vec<FilterLiteral>,
}

impl Visitor for Literals<'_, '_> {
    type Break = ();

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.depth += 1;
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.depth -= 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        // A subquery is a part of its own.
        if self.depth > 0 {
            return ControlFlow::Continue(());
        }
        match expr {
            Expr::BinaryOp { left, op: BinaryOperator::Eq, right } => {
                self.compare(left, right, LiteralOperator::Eq, false)
            }
            Expr::BinaryOp { left, op: BinaryOperator::NotEq, right } => {
                self.compare(left, right, LiteralOperator::NotEq, false)
            }
            Expr::InList { expr, list, negated } => {
                let operator = if *negated { LiteralOperator::NotEq } else { LiteralOperator::In };
                list.iter().for_each(|item| self.add(expr, item, operator, false));
            }
            Expr::Like { negated: false, expr, pattern, .. } => self.add(expr, pattern, LiteralOperator::Like, false),
            Expr::ILike { negated: false, expr, pattern, .. } => self.add(expr, pattern, LiteralOperator::Like, true),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Literals<'_, '_> {
    fn compare(&mut self, left: &Expr, right: &Expr, operator: LiteralOperator, ignores_case: bool) {
        self.add(left, right, operator, ignores_case);
        self.add(right, left, operator, ignores_case);
    }

    fn add(&mut self, column: &Expr, literal: &Expr, operator: LiteralOperator, ignores_case: bool) {
        let (column, folded) = match unnested(column) {
            Expr::Function(function) if matches!(function_name(function).as_str(), "lower" | "upper") => {
                match arguments(function).as_deref() {
                    Some([only]) => (*only, true),
                    _ => return,
                }
            }
            column => (column, false),
        };
        let Expr::Value(value) = unnested(literal) else { return };
        let Value::SingleQuotedString(text) = &value.value else { return };
        let found = self.tables.column(column).and_then(|at| self.tables.catalog_column(&at));
        let Some((table, column)) = found.filter(|(_, column)| column.data_type.is_text()) else { return };
        self.found.push(FilterLiteral {
            table: table.qualified_name(),
            column: column.name.clone(),
            operator,
            value: text.clone(),
            ignores_case: ignores_case || folded,
        });
    }
}
