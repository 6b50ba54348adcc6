//! Aggregate functions in a syntax tree, with subqueries left to themselves.

use crate::visiting::look;
use sqlparser::ast::{
    DuplicateTreatment, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, Query, Select,
    SelectItem, Visit, Visitor,
};
use std::ops::ControlFlow;

const AGGREGATES: &[&str] = &[
    "any_value",
    "approx_count_distinct",
    "approx_quantile",
    "arg_max",
    "arg_min",
    "array_agg",
    "avg",
    "bit_and",
    "bit_or",
    "bit_xor",
    "bool_and",
    "bool_or",
    "corr",
    "count",
    "count_if",
    "count_star",
    "countif",
    "covar_pop",
    "covar_samp",
    "entropy",
    "favg",
    "first",
    "fsum",
    "geomean",
    "geometric_mean",
    "group_concat",
    "grouping",
    "histogram",
    "json_group_array",
    "json_group_object",
    "kurtosis",
    "last",
    "list",
    "listagg",
    "mad",
    "max",
    "max_by",
    "mean",
    "median",
    "min",
    "min_by",
    "mode",
    "percentile_cont",
    "percentile_disc",
    "product",
    "quantile",
    "quantile_cont",
    "quantile_disc",
    "regr_slope",
    "regr_intercept",
    "regr_r2",
    "skewness",
    "std",
    "stddev",
    "stddev_pop",
    "stddev_samp",
    "string_agg",
    "sum",
    "sum_no_overflow",
    "sumkahan",
    "total",
    "var_pop",
    "var_samp",
    "variance",
];

/// The function's name in lower case.
pub(crate) fn function_name(function: &Function) -> String {
    let last = function.name.0.last().and_then(|part| part.as_ident());
    last.map(|ident| ident.value.to_lowercase()).unwrap_or_default()
}

/// An aggregate that folds rows into groups (not a window function). SQLite's `min` and `max` of several
/// values are not.
pub(crate) fn is_aggregate(function: &Function) -> bool {
    let name = function_name(function);
    let scalar_extreme = matches!(name.as_str(), "min" | "max") && argument_count(function) > 1;
    function.over.is_none() && AGGREGATES.contains(&name.as_str()) && !scalar_extreme
}

fn argument_count(function: &Function) -> usize {
    match &function.args {
        FunctionArguments::List(list) => list.args.len(),
        _ => 0,
    }
}

pub(crate) fn is_distinct(function: &Function) -> bool {
    matches!(&function.args, FunctionArguments::List(list)
        if list.duplicate_treatment == Some(DuplicateTreatment::Distinct))
}

/// The only argument, if there is exactly one and it is not a star.
pub(crate) fn only_argument(function: &Function) -> Option<&Expr> {
    match &function.args {
        FunctionArguments::List(list) => match list.args.as_slice() {
            [FunctionArg::Unnamed(FunctionArgExpr::Expr(expr))] => Some(expr),
            _ => None,
        },
        _ => None,
    }
}

/// The aggregates of an expression, outermost first; those of subqueries belong to the subqueries.
pub(crate) fn aggregates_of(tree: &impl Visit) -> Vec<Function> {
    let mut walk = Walk { depth: 0, found: Vec::new() };
    let _ = look(tree, &mut walk);
    walk.found
}

pub(crate) fn contains_aggregate(expr: &Expr) -> bool {
    !aggregates_of(expr).is_empty()
}

/// Rows of tables and nothing else: no grouping, no aggregate.
pub(crate) fn is_plain(select: &Select) -> bool {
    let ungrouped = matches!(&select.group_by, GroupByExpr::Expressions(keys, _) if keys.is_empty());
    let aggregated = select.projection.iter().any(|item| match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => contains_aggregate(expr),
        _ => false,
    });
    ungrouped && !aggregated && select.having.is_none() && select.qualify.is_none()
}

struct Walk {
    depth: usize,
    found: Vec<Function>,
}

impl Visitor for Walk {
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
        if let Expr::Function(function) = expr
            && self.depth == 0
            && is_aggregate(function)
        {
            self.found.push(function.clone());
        }
        ControlFlow::Continue(())
    }
}
