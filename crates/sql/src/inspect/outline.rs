//! The outline of the whole result: one row or many, grouped by what, in which order.

use super::Shape;
use super::aggregates::{contains_aggregate, function_name, is_aggregate, is_distinct};
use crate::restate::unnested;
use sqlparser::ast::{
    Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, LimitClause, Query, Select,
    SelectItem, SetExpr, TableFactor, Value,
};
use vouch_model::Catalog;

pub(super) fn outline(query: &Query, catalog: &Catalog) -> Shape {
    let limit = match &query.limit_clause {
        Some(LimitClause::LimitOffset { limit: Some(limit), .. } | LimitClause::OffsetCommaLimit { limit, .. }) => {
            Some(limit)
        }
        _ => None,
    };
    let mut shape = Shape {
        ordered: query.order_by.is_some(),
        limit: limit.and_then(whole_number),
        has_explicit_limit: limit.is_some() || query.fetch.is_some(),
        ..Shape::default()
    };
    let SetExpr::Select(select) = query.body.as_ref() else { return shape };
    let items: Vec<Option<&Expr>> = select.projection.iter().map(expression).collect();
    let ungrouped = matches!(&select.group_by, GroupByExpr::Expressions(keys, _) if keys.is_empty());
    shape.is_single_aggregate = ungrouped && items.iter().any(|item| item.is_some_and(contains_aggregate));
    shape.grouped_by = grouped_by(select, &items);
    // With a condition on the groups, what is there is not everything.
    if select.having.is_none() {
        let adds_up = |item: &Option<&Expr>| item.is_some_and(adds_up);
        shape.additive = items.iter().enumerate().filter(|(_, item)| adds_up(item)).map(|(at, _)| at).collect();
    }
    // A star hides how many columns stand before an output.
    let before_star = items.iter().take_while(|item| item.is_some());
    let is_time = |item: &Option<&Expr>| item.is_some_and(|expr| is_time(expr, select, catalog));
    shape.time_column = before_star.enumerate().find(|(_, item)| is_time(item)).map(|(at, _)| at);
    shape
}

fn expression(item: &SelectItem) -> Option<&Expr> {
    match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => Some(expr),
        _ => None,
    }
}

/// A plain sum or count, perhaps rounded: the groups' figures add up to the whole's.
fn adds_up(expr: &Expr) -> bool {
    match unnested(expr) {
        Expr::Cast { expr, .. } => adds_up(expr),
        Expr::Function(function) if function_name(function) == "round" => first_argument(function).is_some_and(adds_up),
        Expr::Function(function) => {
            is_aggregate(function)
                && matches!(function_name(function).as_str(), "sum" | "count")
                && !is_distinct(function)
        }
        _ => false,
    }
}

fn first_argument(function: &Function) -> Option<&Expr> {
    match &function.args {
        FunctionArguments::List(list) => match list.args.first() {
            Some(FunctionArg::Unnamed(FunctionArgExpr::Expr(expr))) => Some(expr),
            _ => None,
        },
        _ => None,
    }
}

fn grouped_by(select: &Select, items: &[Option<&Expr>]) -> Vec<usize> {
    match &select.group_by {
        GroupByExpr::All(_) => {
            let keys = items.iter().enumerate().filter(|(_, item)| item.is_some_and(|expr| !contains_aggregate(expr)));
            keys.map(|(at, _)| at).collect()
        }
        GroupByExpr::Expressions(keys, _) => {
            let mut found: Vec<usize> = keys.iter().filter_map(|key| output_of(key, select, items)).collect();
            found.sort_unstable();
            found.dedup();
            found
        }
    }
}

fn output_of(key: &Expr, select: &Select, items: &[Option<&Expr>]) -> Option<usize> {
    if let Some(at) = position(key) {
        return (at < items.len()).then_some(at);
    }
    let last_name = |expr: &Expr| match expr {
        Expr::Identifier(ident) => Some(ident.value.to_lowercase()),
        Expr::CompoundIdentifier(parts) => parts.last().map(|ident| ident.value.to_lowercase()),
        _ => None,
    };
    let wanted = last_name(key);
    items.iter().position(|item| *item == Some(key)).or_else(|| {
        select.projection.iter().position(|item| match item {
            SelectItem::ExprWithAlias { alias, .. } => wanted == Some(alias.value.to_lowercase()),
            SelectItem::UnnamedExpr(expr) => wanted.is_some() && last_name(expr) == wanted,
            _ => false,
        })
    })
}

fn is_time(expr: &Expr, select: &Select, catalog: &Catalog) -> bool {
    match unnested(expr) {
        Expr::Identifier(ident) => tables(select, catalog)
            .find_map(|table| table.column(&ident.value))
            .is_some_and(|column| column.data_type.is_temporal()),
        Expr::CompoundIdentifier(parts) => {
            let name = parts.last().map(|ident| ident.value.as_str()).unwrap_or_default();
            let columns = tables(select, catalog).filter_map(|table| table.column(name));
            columns.into_iter().any(|column| column.data_type.is_temporal())
        }
        Expr::Cast { expr, data_type, .. } => {
            let name = data_type.to_string().to_uppercase();
            name == "DATE" || name.starts_with("TIMESTAMP") || is_time(expr, select, catalog)
        }
        Expr::Extract { .. } => true,
        Expr::Function(function) => matches!(
            function_name(function).as_str(),
            "date_trunc"
                | "datetrunc"
                | "strftime"
                | "date"
                | "datetime"
                | "year"
                | "month"
                | "quarter"
                | "week"
                | "date_part"
                | "last_day"
        ),
        _ => false,
    }
}

fn tables<'a>(select: &Select, catalog: &'a Catalog) -> impl Iterator<Item = &'a vouch_model::Table> {
    let factors = select
        .from
        .iter()
        .flat_map(|from| std::iter::once(&from.relation).chain(from.joins.iter().map(|j| &j.relation)));
    let names: Vec<String> = factors
        .filter_map(|factor| match factor {
            TableFactor::Table { name, .. } => name.0.last()?.as_ident().map(|ident| ident.value.clone()),
            _ => None,
        })
        .collect();
    names.into_iter().filter_map(|name| catalog.table(&name))
}

/// `GROUP BY 2` as an index from zero.
pub(super) fn position(expr: &Expr) -> Option<usize> {
    whole_number(expr).and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_sub(1))
}

fn whole_number(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
