//! A grouped statement taken apart so that other figures of the same rows can be computed: what it reads, by what it
//! groups, what it measures. The parts are texts that go into statements of their own, which pass the guard like any
//! other.
//!
//! Refuses (with `None`) what cannot be taken apart with certainty: set operations, DISTINCT, windows, groups that are
//! not plain expressions.

use crate::CheckedSql;
use crate::inspect::aggregates::{contains_aggregate, is_aggregate, is_distinct};
use sqlparser::ast::{
    Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, Select, SelectItem, SetExpr,
    TableFactor, Value,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// `WITH ... ` where there is one, else empty.
    pub with: String,
    /// `FROM ... [WHERE ...]`.
    pub from: String,
    pub groups: Vec<LensColumn>,
    pub measures: Vec<LensMeasure>,
    /// Plain columns of a statement that groups by nothing.
    pub plain: Vec<LensColumn>,
    /// Tables that it reads itself, not in a subquery: by name, and as its columns are qualified.
    pub tables: Vec<(String, String)>,
    /// Groups or rows may be missing from the result: HAVING or LIMIT.
    pub cut: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensColumn {
    /// The result column's name.
    pub name: String,
    pub expression: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensMeasure {
    pub name: String,
    /// Lower case: `avg`, `sum`, `count`, `corr`...
    pub function: String,
    /// Empty for `count(*)`.
    pub arguments: Vec<String>,
    pub distinct: bool,
}

pub fn lens(checked: &CheckedSql) -> Option<Lens> {
    let query = checked.query();
    let SetExpr::Select(select) = query.body.as_ref() else { return None };
    if select.distinct.is_some() || select.qualify.is_some() || !select.named_window.is_empty() {
        return None;
    }
    let items: Vec<(Option<String>, &Expr)> = select.projection.iter().map(item).collect::<Option<_>>()?;
    let keys = keys(select, &items)?;
    let (mut groups, mut measures, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    for (alias, expr) in &items {
        let column =
            || LensColumn { name: alias.clone().unwrap_or_else(|| name_of(expr)), expression: expr.to_string() };
        match aggregate(expr) {
            _ if keys.contains(expr) => groups.push(column()),
            Some(function) => measures.push(measure(column().name, function)?),
            // Arithmetic on aggregates has no single measure to look at; it is left out, not guessed.
            None if contains_aggregate(expr) => {}
            None if keys.is_empty() => plain.push(column()),
            None => {}
        }
    }
    // A key that is not shown still decides what a row is.
    if groups.len() != keys.len() {
        return None;
    }
    let from = select.from.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let filter = select.selection.as_ref().map(|condition| format!(" WHERE {condition}")).unwrap_or_default();
    Some(Lens {
        with: query.with.as_ref().map(|with| format!("{with} ")).unwrap_or_default(),
        from: format!("FROM {from}{filter}"),
        groups,
        measures,
        plain,
        tables: tables(select),
        cut: select.having.is_some() || !checked.limit_is_ours(),
    })
}

fn tables(select: &Select) -> Vec<(String, String)> {
    let factors = select
        .from
        .iter()
        .flat_map(|from| std::iter::once(&from.relation).chain(from.joins.iter().map(|join| &join.relation)));
    let named = factors.filter_map(|factor| match factor {
        TableFactor::Table { name, alias, .. } => {
            let table = name.0.last()?.as_ident()?.value.clone();
            let called = alias.as_ref().map_or_else(|| table.clone(), |alias| alias.name.value.clone());
            Some((table, called))
        }
        _ => None,
    });
    named.collect()
}

fn item(item: &SelectItem) -> Option<(Option<String>, &Expr)> {
    match item {
        SelectItem::UnnamedExpr(expr) => Some((None, expr)),
        SelectItem::ExprWithAlias { expr, alias } => Some((Some(alias.value.clone()), expr)),
        _ => None,
    }
}

/// What is grouped by, with positions and aliases followed to the expressions they stand for.
fn keys<'a>(select: &'a Select, items: &[(Option<String>, &'a Expr)]) -> Option<Vec<&'a Expr>> {
    let GroupByExpr::Expressions(expressions, modifiers) = &select.group_by else {
        // GROUP BY ALL: every item without an aggregate.
        return Some(items.iter().filter(|(_, expr)| !contains_aggregate(expr)).map(|(_, expr)| *expr).collect());
    };
    if !modifiers.is_empty() {
        return None;
    }
    expressions.iter().map(|expr| behind(expr, items)).collect()
}

fn behind<'a>(expr: &'a Expr, items: &[(Option<String>, &'a Expr)]) -> Option<&'a Expr> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(position, _) => {
                let at = position.to_string().parse::<usize>().ok()?.checked_sub(1)?;
                items.get(at).map(|(_, expr)| *expr)
            }
            _ => None,
        },
        Expr::Identifier(name) => {
            let named = |(alias, _): &&(Option<String>, &Expr)| {
                alias.as_ref().is_some_and(|alias| alias.eq_ignore_ascii_case(&name.value))
            };
            Some(items.iter().find(named).map_or(expr, |(_, expr)| *expr))
        }
        Expr::GroupingSets(_) | Expr::Cube(_) | Expr::Rollup(_) => None,
        other => Some(other),
    }
}

fn aggregate(expr: &Expr) -> Option<&Function> {
    match expr {
        Expr::Function(function) if is_aggregate(function) && function.over.is_none() => Some(function),
        Expr::Nested(inner) | Expr::Cast { expr: inner, .. } => aggregate(inner),
        // `round(avg(x), 2)` is about avg(x).
        Expr::Function(function) if function.name.to_string().eq_ignore_ascii_case("round") => {
            match arguments(function).first() {
                Some(FunctionArg::Unnamed(FunctionArgExpr::Expr(inner))) => aggregate(inner),
                _ => None,
            }
        }
        _ => None,
    }
}

fn measure(name: String, function: &Function) -> Option<LensMeasure> {
    let all = arguments(function);
    let texts = all.iter().filter_map(|argument| match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr.to_string()),
        _ => None,
    });
    let distinct = is_distinct(function);
    if function.filter.is_some() {
        return None;
    }
    Some(LensMeasure { name, function: function.name.to_string().to_lowercase(), arguments: texts.collect(), distinct })
}

fn arguments(function: &Function) -> &[FunctionArg] {
    match &function.args {
        FunctionArguments::List(list) => &list.args,
        _ => &[],
    }
}

fn name_of(expr: &Expr) -> String {
    match expr {
        Expr::Identifier(name) => name.value.clone(),
        Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.clone()).unwrap_or_default(),
        other => other.to_string(),
    }
}

#[cfg(test)]
#[path = "lens_tests.rs"]
mod tests;
