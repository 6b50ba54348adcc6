//! Aggregates over rows that a join in the same SELECT has multiplied.
//!
//! From the tables that an aggregate measures, the joins are walked outward. A table that hangs on those seen by
//! a key of its own adds columns; one that does not may repeat rows.

use super::aggregates::{aggregates_of, function_name, is_distinct};
use super::repair::repaired;
use super::tables::{JoinKind, Tables, is_named};
use super::{FanOut, Part, Statement};
use crate::restate::unnested;
use sqlparser::ast::{BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments};
use vouch_model::Dialect;

pub(super) fn fan_outs(part: &Part<'_>, tables: &Tables<'_>, statement: &Statement<'_>) -> Vec<FanOut> {
    let found = suspects(part, tables, statement);
    if found.is_empty() {
        return Vec::new();
    }
    let multiplying: Vec<usize> = found.iter().flat_map(|suspect| suspect.by.iter().copied()).collect();
    let repaired = repaired(part, tables, &multiplying, statement);
    found
        .into_iter()
        .map(|suspect| FanOut {
            aggregate: suspect.aggregate,
            table: tables.names(&[suspect.measured]).pop().unwrap_or_default(),
            column: suspect.column,
            multiplied_by: tables.names(&suspect.by),
            certain: suspect.certain,
            repaired: repaired.clone(),
            probe: probe(part, tables, suspect.measured, statement),
        })
        .collect()
}

struct Suspect {
    aggregate: String,
    measured: usize,
    column: String,
    by: Vec<usize>,
    certain: bool,
}

fn suspects(part: &Part<'_>, tables: &Tables<'_>, statement: &Statement<'_>) -> Vec<Suspect> {
    if tables.sources.len() < 2 || tables.odd {
        return Vec::new();
    }
    let mut functions = aggregates_of(&part.select.projection);
    functions.extend(part.select.having.iter().flat_map(aggregates_of));
    functions.extend(part.query.iter().filter_map(|query| query.order_by.as_ref()).flat_map(aggregates_of));
    let mut found: Vec<Suspect> = Vec::new();
    for function in functions {
        let aggregate = function.to_string();
        if found.iter().any(|suspect| suspect.aggregate == aggregate) {
            continue;
        }
        found.extend(suspect(&function, aggregate, tables, statement));
    }
    found
}

pub(super) fn has_fan_out(part: &Part<'_>, tables: &Tables<'_>, statement: &Statement<'_>) -> bool {
    !suspects(part, tables, statement).is_empty()
}

fn suspect(function: &Function, aggregate: String, tables: &Tables<'_>, statement: &Statement<'_>) -> Option<Suspect> {
    let name = function_name(function);
    if is_distinct(function) || !matches!(name.as_str(), "sum" | "avg" | "count" | "total" | "mean") {
        return None;
    }
    let mut columns = Vec::new();
    for argument in arguments(function) {
        measured_columns(argument, &mut columns);
    }
    let at: Vec<_> = columns.iter().filter_map(|expr| tables.column(expr)).collect();
    let Some(first) = at.first() else {
        // Rows are counted. That is what was asked, unless two many-sides multiply each other.
        let multiplied = (0..tables.sources.len()).map(|start| multipliers(&[start], tables, statement));
        let all: Vec<_> = multiplied.collect();
        if all.iter().any(Vec::is_empty) || name != "count" && !aggregate.contains("CASE") {
            return None;
        }
        let by = all.into_iter().next()?;
        let certain = by.iter().all(|(_, certain)| *certain);
        return Some(Suspect {
            aggregate,
            measured: 0,
            column: "*".into(),
            by: by.into_iter().map(|b| b.0).collect(),
            certain,
        });
    };
    let start: Vec<usize> = at.iter().map(|at| at.0).collect();
    let by = multipliers(&start, tables, statement);
    if by.is_empty() {
        return None;
    }
    // Of several measured tables, the one on which the others hang gives the rows.
    let grain =
        start.iter().find(|s| start.iter().all(|o| o == *s || tables.is_unique_from(*o, &[**s]))).unwrap_or(&first.0);
    let column = at.iter().find(|at| at.0 == *grain).unwrap_or(first).1.clone();
    let certain = by.iter().any(|(_, certain)| *certain);
    Some(Suspect { aggregate, measured: *grain, column, by: by.into_iter().map(|b| b.0).collect(), certain })
}

/// The sources that repeat rows of `start`, and whether the keys say so.
fn multipliers(start: &[usize], tables: &Tables<'_>, statement: &Statement<'_>) -> Vec<(usize, bool)> {
    let mut seen = start.to_vec();
    let mut found = Vec::new();
    let mut left: Vec<usize> = (0..tables.sources.len()).filter(|at| !seen.contains(at)).collect();
    left.retain(|at| !is_only_a_filter(*at, tables));
    while !left.is_empty() {
        let linked = |at: &usize| !tables.bound_columns(*at, &seen).is_empty();
        let next = left.iter().position(|at| tables.is_unique_from(*at, &seen));
        let (position, unique) = match next {
            Some(position) => (position, true),
            None => (left.iter().position(linked).unwrap_or(0), false),
        };
        let at = left.remove(position);
        if !unique {
            found.push((at, is_certain(at, &seen, tables, statement)));
        }
        seen.push(at);
    }
    found
}

/// A semi-join, or a left join of which only the rows without a partner are kept.
fn is_only_a_filter(index: usize, tables: &Tables<'_>) -> bool {
    let Some(source) = tables.sources.get(index) else { return false };
    let anti = tables.filters.iter().any(|filter| match unnested(filter) {
        Expr::IsNull(inner) => tables.column(inner).is_some_and(|at| {
            let joins = tables.pairs.iter().any(|(a, b)| *a == at || *b == at);
            let never_missing = tables.catalog_column(&at).is_some_and(|(_, column)| !column.nullable);
            at.0 == index && (joins || never_missing)
        }),
        _ => false,
    });
    source.kind == JoinKind::Semi || (source.kind == JoinKind::Left && anti)
}

/// A foreign key from the joined table to those seen makes it the many side.
fn is_certain(index: usize, seen: &[usize], tables: &Tables<'_>, statement: &Statement<'_>) -> bool {
    let Some(table) = tables.sources.get(index).and_then(|source| source.table) else { return false };
    let bound = tables.bound_columns(index, seen);
    statement.catalog.foreign_keys.iter().any(|key| {
        is_named(table, &key.table)
            && key.columns.iter().all(|column| bound.iter().any(|b| b.eq_ignore_ascii_case(column)))
    })
}

fn arguments(function: &Function) -> Vec<&Expr> {
    let FunctionArguments::List(list) = &function.args else { return Vec::new() };
    let plain = list.args.iter().filter_map(|arg| match arg {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
        _ => None,
    });
    plain.collect()
}

/// The columns whose values are measured. What only decides (the condition of a CASE, a comparison) is not.
fn measured_columns(expr: &Expr, columns: &mut Vec<Expr>) {
    match expr {
        Expr::Identifier(_) | Expr::CompoundIdentifier(_) => columns.push(expr.clone()),
        Expr::Nested(inner) | Expr::UnaryOp { expr: inner, .. } | Expr::Cast { expr: inner, .. } => {
            measured_columns(inner, columns);
        }
        Expr::BinaryOp { op, .. } if decides(op) => {}
        Expr::BinaryOp { left, right, .. } => {
            measured_columns(left, columns);
            measured_columns(right, columns);
        }
        Expr::Case { conditions, else_result, .. } => {
            conditions.iter().for_each(|branch| measured_columns(&branch.result, columns));
            else_result.iter().for_each(|other| measured_columns(other, columns));
        }
        Expr::Function(function) => arguments(function).into_iter().for_each(|arg| measured_columns(arg, columns)),
        _ => {}
    }
}

/// SQLite adds comparisons up as ones and zeros.
fn decides(op: &BinaryOperator) -> bool {
    use BinaryOperator::{And, Eq, Gt, GtEq, Lt, LtEq, NotEq, Or};
    matches!(op, And | Eq | Gt | GtEq | Lt | LtEq | NotEq | Or)
}

/// Rows after the join against different keys of the measured table.
fn probe(part: &Part<'_>, tables: &Tables<'_>, measured: usize, statement: &Statement<'_>) -> Option<String> {
    if part.in_expression {
        return None;
    }
    let source = tables.sources.get(measured)?;
    let table = source.table?;
    let unique = || table.columns.iter().find(|column| column.unique && !column.nullable).map(|c| vec![c.name.clone()]);
    let key = if table.primary_key.is_empty() { unique()? } else { table.primary_key.clone() };
    let qualifier = crate::quote_identifier(&source.binding, statement.dialect);
    let parts: Vec<String> =
        key.iter().map(|name| format!("{qualifier}.{}", crate::quote_identifier(name, statement.dialect))).collect();
    let key = match (parts.as_slice(), statement.dialect) {
        ([only], _) => only.clone(),
        (parts, Dialect::Sqlite) => parts.join(" || '/' || "),
        (parts, _) => format!("concat_ws('/', {})", parts.join(", ")),
    };
    let from: Vec<String> = part.select.from.iter().map(ToString::to_string).collect();
    let filter = part.select.selection.as_ref().map(|filter| format!(" WHERE {filter}")).unwrap_or_default();
    let counts = format!("COUNT({key}) AS joined_rows, COUNT(DISTINCT {key}) AS measured_rows");
    Some(statement.probe(&format!("SELECT {counts} FROM {}{filter}", from.join(", "))))
}
