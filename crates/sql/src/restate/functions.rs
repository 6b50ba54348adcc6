//! Function calls in words: aggregates first, then the usual scalar functions. What is not known is quoted.

use super::scope::{Kind, Scope, column_parts};
use super::{Restater, dates, words};
use crate::inspect::aggregates::{function_name, is_aggregate, is_distinct};
use sqlparser::ast::{Expr, Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause, FunctionArguments, Value};

/// The arguments, where all are plain expressions.
pub(crate) fn arguments(function: &Function) -> Option<Vec<&Expr>> {
    match &function.args {
        FunctionArguments::None => Some(Vec::new()),
        FunctionArguments::Subquery(_) => None,
        FunctionArguments::List(list) => list
            .args
            .iter()
            .map(|arg| match arg {
                FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
                _ => None,
            })
            .collect(),
    }
}

fn counts_rows(function: &Function) -> bool {
    match &function.args {
        FunctionArguments::None => true,
        FunctionArguments::List(list) => match list.args.as_slice() {
            [] | [FunctionArg::Unnamed(FunctionArgExpr::Wildcard)] => true,
            [FunctionArg::Unnamed(FunctionArgExpr::Expr(Expr::Value(value)))] => !matches!(value.value, Value::Null),
            _ => false,
        },
        FunctionArguments::Subquery(_) => false,
    }
}

impl Restater<'_> {
    pub(super) fn call(&self, function: &Function, scope: &Scope<'_>) -> String {
        let quoted = || words::quoted_sql(function);
        if function.over.is_some() {
            return self.window_call(function, scope).unwrap_or_else(quoted);
        }
        if has_odd_clauses(function) {
            return quoted();
        }
        if is_aggregate(function) {
            return self.aggregate(function, scope).unwrap_or_else(quoted);
        }
        let whole = Expr::Function(function.clone());
        if let Some(words) = self.period_words(&whole, scope) {
            return words;
        }
        let Some(args) = arguments(function) else { return quoted() };
        let name = function_name(function);
        self.date_call(&name, &args, scope).or_else(|| self.scalar(&name, &args, scope)).unwrap_or_else(quoted)
    }

    /// The aggregate without its window: also what is said of a window function's aggregate.
    pub(super) fn aggregate(&self, function: &Function, scope: &Scope<'_>) -> Option<String> {
        let said = self.aggregate_words(function, scope)?;
        Some(match &function.filter {
            Some(filter) => format!("{said} (only where {})", self.all_conditions(filter, scope)),
            None => said,
        })
    }

    fn aggregate_words(&self, function: &Function, scope: &Scope<'_>) -> Option<String> {
        let name = function_name(function);
        if matches!(name.as_str(), "count" | "count_star") && counts_rows(function) {
            return Some(format!("number of {}", scope.grain));
        }
        let args = arguments(function)?;
        if let Some(words) = self.conditional_aggregate(&name, &args, scope) {
            return Some(words);
        }
        let (first, distinct) = (args.first().copied()?, is_distinct(function));
        let subject = || self.value(first, scope);
        let is_plain = column_parts(first).is_some();
        let named = |word: &str| {
            if is_plain { format!("{word} {}", subject()) } else { format!("{word} of {}", self.operand(first, scope)) }
        };
        let different = if distinct { "different values of " } else { "" };
        Some(match (name.as_str(), args.len()) {
            ("count", 1) => self.count_of(first, distinct, scope),
            ("approx_count_distinct", 1) => format!("approximate {}", self.count_of(first, true, scope)),
            ("count_if" | "countif", 1) => format!("number of {} where {}", scope.grain, self.condition(first, scope)),
            ("sum" | "total" | "fsum" | "sumkahan", 1) if distinct => format!("total of the {different}{}", subject()),
            ("avg" | "mean", 1) if distinct => format!("average of the {different}{}", subject()),
            ("sum" | "total" | "fsum" | "sumkahan", 1) => named("total"),
            ("avg" | "mean" | "favg", 1) => named("average"),
            ("min", 1) => self.extreme(first, ["lowest", "earliest", "alphabetically first"], scope),
            ("max", 1) => self.extreme(first, ["highest", "latest", "alphabetically last"], scope),
            ("median", 1) => named("median"),
            ("mode", 1) => named("most frequent"),
            ("stddev" | "stddev_samp" | "std" | "stddev_pop", 1) => format!("standard deviation of {}", subject()),
            ("variance" | "var_samp" | "var_pop", 1) => format!("variance of {}", subject()),
            ("product", 1) => format!("product of all {}", subject()),
            ("first" | "any_value", 1) => named("any one"),
            ("last", 1) => named("last"),
            ("bool_and", 1) => format!("whether always {}", self.condition(first, scope)),
            ("bool_or", 1) => format!("whether ever {}", self.condition(first, scope)),
            ("list" | "array_agg" | "json_group_array", 1) => format!("list of all {different}{}", subject()),
            ("group_concat", 1) => format!("list of all {different}{}", subject()),
            ("group_concat" | "string_agg" | "listagg", 2) => {
                format!("list of all {different}{} separated by {}", subject(), self.operand(args.get(1)?, scope))
            }
            ("string_agg" | "listagg", 1) => format!("list of all {different}{}", subject()),
            ("quantile" | "quantile_cont" | "quantile_disc" | "approx_quantile" | "percentile_cont", 2) => {
                format!("{} quantile of {}", self.operand(args.get(1)?, scope), subject())
            }
            ("arg_max" | "max_by", 2) => {
                format!("{} with the highest {}", subject(), self.operand(args.get(1)?, scope))
            }
            ("arg_min" | "min_by", 2) => format!("{} with the lowest {}", subject(), self.operand(args.get(1)?, scope)),
            ("corr", 2) => format!("correlation of {} and {}", subject(), self.operand(args.get(1)?, scope)),
            _ => return None,
        })
    }

    fn count_of(&self, counted: &Expr, distinct: bool, scope: &Scope<'_>) -> String {
        let subject = self.value(counted, scope);
        let found = column_parts(counted).and_then(|parts| Some((scope.find(parts)?, parts.last()?)));
        let is_key = found.as_ref().is_some_and(|(found, name)| match found.source.table {
            Some(table) => matches!(table.primary_key.as_slice(), [key] if key.eq_ignore_ascii_case(&name.value)),
            None => self.catalog.is_none() && name.value.eq_ignore_ascii_case("id"),
        });
        match (&found, is_key, distinct) {
            (Some((found, _)), true, true) => format!("number of different {}", found.source.many),
            (Some((found, _)), true, false) => format!("number of {}", found.source.many),
            (_, _, true) if column_parts(counted).is_some() => {
                format!("number of different {}", words::plural(&subject))
            }
            (_, _, true) => format!("number of different values of {}", self.operand(counted, scope)),
            (_, _, false) => format!("number of {} where {} is not missing", scope.grain, self.operand(counted, scope)),
        }
    }

    fn extreme(&self, of: &Expr, [number, time, text]: [&str; 3], scope: &Scope<'_>) -> String {
        let word = match self.kind(of, scope) {
            kind if kind.is_time() => time,
            Kind::Text => text,
            _ => number,
        };
        if column_parts(of).is_some() {
            format!("{word} {}", self.value(of, scope))
        } else {
            format!("{word} value of {}", self.operand(of, scope))
        }
    }

    /// `SUM(CASE WHEN c THEN 1 ELSE 0 END)` counts, and `SUM(CASE WHEN c THEN x END)` totals, the rows where c.
    fn conditional_aggregate(&self, name: &str, args: &[&Expr], scope: &Scope<'_>) -> Option<String> {
        let [Expr::Case { operand: None, conditions, else_result, .. }] = args else { return None };
        let [branch] = conditions.as_slice() else { return None };
        let is = |expr: &Expr, wanted: f64| match expr {
            Expr::Value(value) => {
                matches!(&value.value, Value::Number(n, _) if n.parse::<f64>().is_ok_and(|n| n == wanted))
            }
            _ => false,
        };
        let nothing = |expr: &Expr| matches!(expr, Expr::Value(value) if matches!(value.value, Value::Null));
        let other = else_result.as_deref();
        let condition = || self.condition(&branch.condition, scope);
        match name {
            "sum" | "total" if is(&branch.result, 1.0) && other.is_none_or(|o| is(o, 0.0) || nothing(o)) => {
                Some(format!("number of {} where {}", scope.grain, condition()))
            }
            "count" if super::conditions::is_literal(&branch.result) && other.is_none_or(nothing) => {
                Some(format!("number of {} where {}", scope.grain, condition()))
            }
            "avg" if is(&branch.result, 1.0) && other.is_some_and(|o| is(o, 0.0)) => {
                Some(format!("share of {} where {}", scope.grain, condition()))
            }
            "avg" if is(&branch.result, 100.0) && other.is_some_and(|o| is(o, 0.0)) => {
                Some(format!("percentage of {} where {}", scope.grain, condition()))
            }
            "sum" | "total" if other.is_none_or(|o| is(o, 0.0) || nothing(o)) => {
                let plain = column_parts(&branch.result).is_some();
                let of = if plain { "" } else { "of " };
                Some(format!("total {of}{} where {}", self.operand(&branch.result, scope), condition()))
            }
            _ => None,
        }
    }

    fn scalar(&self, name: &str, args: &[&Expr], scope: &Scope<'_>) -> Option<String> {
        let value = |expr: &Expr| self.operand(expr, scope);
        Some(match (name, args) {
            ("round", [x]) => format!("{} rounded to a whole number", value(x)),
            ("round", [x, digits]) => match super::order::whole_number(digits) {
                Some(0) => format!("{} rounded to a whole number", value(x)),
                Some(digits) => format!("{} (rounded to {})", self.value(x, scope), words::counted(digits, "decimal")),
                None => format!("{} rounded to {} decimals", value(x), value(digits)),
            },
            ("ceil" | "ceiling", [x]) => format!("{} rounded up", value(x)),
            ("floor", [x]) => format!("{} rounded down", value(x)),
            ("trunc", [x]) => format!("{} without decimals", value(x)),
            ("abs", [x]) => format!("absolute value of {}", value(x)),
            ("sqrt", [x]) => format!("square root of {}", value(x)),
            ("power" | "pow", [x, n]) => format!("{} to the power of {}", value(x), value(n)),
            ("mod", [x, n]) => format!("{} modulo {}", value(x), value(n)),
            ("lower" | "lcase", [x]) => format!("{} in lower case", value(x)),
            ("upper" | "ucase", [x]) => format!("{} in upper case", value(x)),
            ("length" | "len" | "strlen" | "char_length", [x]) => format!("length of {}", value(x)),
            ("trim", [x]) => format!("{} without surrounding spaces", value(x)),
            ("ltrim", [x]) => format!("{} without leading spaces", value(x)),
            ("rtrim", [x]) => format!("{} without trailing spaces", value(x)),
            ("substr" | "substring", [x, from]) => self.substring(x, Some(from), None, scope),
            ("substr" | "substring", [x, from, length]) => self.substring(x, Some(from), Some(length), scope),
            ("left", [x, n]) => self.substring(x, None, Some(n), scope),
            ("right", [x, n]) => format!("the last {} characters of {}", value(n), value(x)),
            ("replace", [x, from, to]) => format!("{} with {} replaced by {}", value(x), value(from), value(to)),
            ("instr" | "strpos", [x, part]) => format!("the position of {} in {}", value(part), value(x)),
            ("coalesce" | "ifnull" | "nvl", [x, rest @ ..]) if !rest.is_empty() => {
                let rest: Vec<String> = rest.iter().map(|x| value(x)).collect();
                format!("{} (or {} if missing)", value(x), rest.join(", or "))
            }
            ("nullif", [x, y]) => format!("{} (missing if it is {})", value(x), value(y)),
            ("if" | "iif", [test, yes, no]) => {
                format!("({} if {}, {} otherwise)", value(yes), self.condition(test, scope), value(no))
            }
            ("greatest" | "max", [_, _, ..]) => format!("the larger of {}", self.each(args, scope)),
            ("least" | "min", [_, _, ..]) => format!("the smaller of {}", self.each(args, scope)),
            ("concat", [_, ..]) => format!("{} joined as one text", self.each(args, scope)),
            ("julianday", [x]) => format!("{} as a day number", value(x)),
            ("random", []) => "a random number".to_owned(),
            ("regexp_extract", [x, pattern]) => format!("the part of {} that matches {}", value(x), value(pattern)),
            _ => return None,
        })
    }

    fn each(&self, args: &[&Expr], scope: &Scope<'_>) -> String {
        let args: Vec<String> = args.iter().map(|arg| self.operand(arg, scope)).collect();
        words::list(&args, "and")
    }

    /// A call that is a condition by itself.
    pub(super) fn predicate_call(&self, function: &Function, scope: &Scope<'_>) -> Option<String> {
        let args = arguments(function)?;
        let [subject, other] = args.as_slice() else { return None };
        if function.over.is_some() || has_odd_clauses(function) {
            return None;
        }
        let (subject, other) = (self.operand(subject, scope), self.operand(other, scope));
        Some(match function_name(function).as_str() {
            "regexp_matches" | "regexp_like" => format!("{subject} matches the regular expression {other}"),
            "regexp_full_match" => format!("{subject} matches the regular expression {other} as a whole"),
            "contains" => format!("{subject} contains {other}"),
            "starts_with" | "prefix" => format!("{subject} starts with {other}"),
            "ends_with" | "suffix" => format!("{subject} ends with {other}"),
            "list_contains" | "array_contains" | "list_has" => format!("{subject} contains {other}"),
            _ => return None,
        })
    }

    pub(super) fn call_kind(&self, function: &Function, scope: &Scope<'_>) -> Kind {
        let whole = Expr::Function(function.clone());
        if let Some(period) = dates::period(&whole) {
            return if period.unit.contains("name") { Kind::Text } else { Kind::Day };
        }
        let first = arguments(function).and_then(|args| args.first().copied());
        match function_name(function).as_str() {
            "min" | "max" | "coalesce" | "ifnull" | "lag" | "lead" | "first_value" | "last_value" | "nullif"
            | "any_value" | "first" | "last" | "arg_max" | "arg_min" | "mode" => {
                first.map_or(Kind::Unknown, |first| self.kind(first, scope))
            }
            "lower" | "upper" | "trim" | "substr" | "substring" | "concat" | "replace" | "group_concat"
            | "string_agg" => Kind::Text,
            "current_date" | "today" => Kind::Day,
            "date" => Kind::Day,
            "now" | "current_timestamp" | "datetime" => Kind::Moment,
            "list" | "array_agg" | "histogram" | "struct_pack" => Kind::Unknown,
            name if is_aggregate(function) || function.over.is_some() || is_numeric_name(name) => Kind::Number,
            _ => Kind::Unknown,
        }
    }
}

fn is_numeric_name(name: &str) -> bool {
    matches!(
        name,
        "round"
            | "abs"
            | "ceil"
            | "floor"
            | "sqrt"
            | "power"
            | "pow"
            | "length"
            | "len"
            | "julianday"
            | "date_diff"
            | "datediff"
            | "mod"
            | "ln"
            | "log"
            | "exp"
            | "instr"
    )
}

/// Parts of a call that the words above would drop.
pub(super) fn has_odd_clauses(function: &Function) -> bool {
    let clauses = match &function.args {
        FunctionArguments::List(list) => {
            list.clauses.iter().any(|clause| !matches!(clause, FunctionArgumentClause::IgnoreOrRespectNulls(_)))
        }
        FunctionArguments::Subquery(_) => true,
        FunctionArguments::None => false,
    };
    let parameters = !matches!(function.parameters, FunctionArguments::None);
    clauses || parameters || !function.within_group.is_empty() || function.null_treatment.is_some()
}
