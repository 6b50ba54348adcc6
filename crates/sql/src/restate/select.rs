//! One SELECT as a noun phrase: what is computed, per what, of what, under which conditions.

use super::from::From;
use super::order::{Tail, position};
use super::scope::{Output, Scope, column_parts};
use super::{Phrase, Restater, words};
use crate::inspect::aggregates::contains_aggregate;
use sqlparser::ast::{
    Distinct, Expr, GroupByExpr, Select, SelectItem, SelectItemQualifiedWildcardKind, WildcardAdditionalOptions,
};

/// One entry of the select list in words.
struct Item<'a> {
    text: String,
    expr: Option<&'a Expr>,
    output: Option<Output>,
}

impl Restater<'_> {
    pub(super) fn select(&self, select: &Select, parent: Option<&Scope<'_>>, tail: &Tail<'_>) -> Phrase {
        if is_odd(select) {
            return Phrase { text: format!("the rows of {}", words::quoted_sql(select)), outputs: Vec::new() };
        }
        let From { mut scope, text: from, conditions } = self.from(select, parent);
        scope.aliases = aliases(select);
        let items: Vec<Item<'_>> = select.projection.iter().flat_map(|item| self.item(item, select, &scope)).collect();
        let keys = group_keys(select, &scope);
        let grouped = !keys.is_empty();
        let aggregated = grouped || items.iter().any(|item| item.expr.is_some_and(contains_aggregate));

        let what = if aggregated {
            self.aggregated(select, &items, &keys, &scope)
        } else {
            listed(select, &items, self, &scope)
        };
        let mut text = self.with_subject(what, &from, grouped, aggregated, &scope);
        let separator = if text.only_the_subject { " where" } else { ", only where" };
        if !conditions.is_empty() {
            let separator = if text.subject_is_last { " where" } else { separator };
            text.text.push_str(&format!("{separator} {}", words::list(&conditions, "and")));
        }
        let mut text = text.text;
        if let Some(having) = &select.having {
            let kept = if grouped { "groups" } else { "results" };
            text.push_str(&format!(", keeping only {kept} where {}", self.all_conditions(having, &scope)));
        }
        if let Some(qualify) = &select.qualify {
            text.push_str(&format!(", keeping only rows where {}", self.all_conditions(qualify, &scope)));
        }
        let outputs: Vec<Output> = items.into_iter().filter_map(|item| item.output).collect();
        text.push_str(&self.tail(tail, &scope, &outputs));
        Phrase { text, outputs }
    }

    /// Puts the tables behind what is computed, unless counting them has named them already.
    fn with_subject(&self, what: String, from: &str, grouped: bool, aggregated: bool, scope: &Scope<'_>) -> Told {
        let told = |text, subject_is_last, only_the_subject| Told { text, subject_is_last, only_the_subject };
        if from.is_empty() {
            return told(what, false, true);
        }
        let named = aggregated && from == scope.grain && what.contains(&format!("number of {from}"));
        if named && !grouped {
            let ends = what.ends_with(from);
            return told(what, ends, false);
        }
        if named {
            return told(what, false, false);
        }
        let preposition = if aggregated { ", for" } else { " of" };
        told(format!("{what}{preposition} {from}"), true, true)
    }

    /// The columns that one entry of the select list gives; a star gives words, but no outputs without a catalog.
    fn item<'a>(&self, item: &'a SelectItem, select: &Select, scope: &Scope<'_>) -> Vec<Item<'a>> {
        match item {
            SelectItem::UnnamedExpr(expr) => {
                let text = self.value(expr, scope);
                let name = column_parts(expr).and_then(|parts| parts.last()).map(|ident| ident.value.clone());
                let output = Output {
                    name: name.unwrap_or_else(|| expr.to_string()),
                    words: text.clone(),
                    kind: self.kind(expr, scope),
                };
                vec![Item { text, expr: Some(expr), output: Some(output) }]
            }
            SelectItem::ExprWithAlias { expr, alias } => {
                let value = self.value(expr, scope);
                let name = words::spoken(&alias.value);
                // A long expression is told once, beside the name by which it is used later.
                let is_plain = column_parts(expr).is_some()
                    || is_short_aggregate(expr)
                    || name.chars().count() <= 2
                    || value == name
                    || value.starts_with(&format!("{name} of "));
                let (text, words) = match is_plain || !name.chars().any(char::is_alphabetic) {
                    true => (value.clone(), value),
                    false => (format!("{name} ({value})"), name),
                };
                let output = Output { name: alias.value.clone(), words, kind: self.kind(expr, scope) };
                vec![Item { text, expr: Some(expr), output: Some(output) }]
            }
            SelectItem::ExprWithAliases { expr, .. } => {
                vec![Item { text: words::quoted_sql(item), expr: Some(expr), output: None }]
            }
            SelectItem::Wildcard(options) => star(None, options, select, scope),
            SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), options) => {
                let binding = name.0.last().and_then(|part| part.as_ident()).map(|ident| ident.value.to_lowercase());
                star(binding, options, select, scope)
            }
            SelectItem::QualifiedWildcard(..) => {
                vec![Item { text: words::quoted_sql(item), expr: None, output: None }]
            }
        }
    }

    /// "total amount and number of orders per category".
    fn aggregated(&self, select: &Select, items: &[Item<'_>], keys: &[&Expr], scope: &Scope<'_>) -> String {
        let is_key = |item: &Item<'_>| item.expr.is_some_and(|expr| keys.contains(&expr));
        let measures: Vec<String> =
            items.iter().filter(|item| !is_key(item) && !item.text.is_empty()).map(|item| item.text.clone()).collect();
        let key_words: Vec<String> = keys
            .iter()
            .map(|key| match items.iter().find(|item| item.expr == Some(*key)) {
                Some(item) => item.text.clone(),
                None => self.value(key, scope),
            })
            .collect();
        let mut text = if measures.is_empty() {
            format!("each {}", words::list(&key_words, "and"))
        } else if keys.is_empty() {
            words::list(&measures, "and")
        } else {
            format!("{} per {}", words::list(&measures, "and"), words::list(&key_words, "and"))
        };
        text.push_str(&grouping_note(select));
        if matches!(select.distinct, Some(Distinct::Distinct)) && !keys.is_empty() {
            text.push_str(", without duplicate rows");
        }
        if let Some(Distinct::On(_)) = &select.distinct {
            text.push_str(&self.distinct_on(select, scope));
        }
        text
    }

    fn distinct_on(&self, select: &Select, scope: &Scope<'_>) -> String {
        let Some(Distinct::On(keys)) = &select.distinct else { return String::new() };
        let keys: Vec<String> = keys.iter().map(|key| self.value(key, scope)).collect();
        format!(" (only the first row for each {})", words::list(&keys, "and"))
    }
}

struct Told {
    text: String,
    subject_is_last: bool,
    only_the_subject: bool,
}

/// The select list of a query that does not aggregate.
fn listed(select: &Select, items: &[Item<'_>], restater: &Restater<'_>, scope: &Scope<'_>) -> String {
    let texts: Vec<String> = items.iter().map(|item| item.text.clone()).filter(|text| !text.is_empty()).collect();
    let all = match texts.as_slice() {
        [] => "all columns".to_owned(),
        texts => words::list(texts, "and"),
    };
    match &select.distinct {
        Some(Distinct::Distinct) if texts.len() == 1 => format!("the different values of {all}"),
        Some(Distinct::Distinct) => format!("the different combinations of {all}"),
        Some(Distinct::On(_)) => format!("{all}{}", restater.distinct_on(select, scope)),
        _ if select.from.is_empty() => format!("the value of {all}"),
        _ => all,
    }
}

fn star<'a>(
    binding: Option<String>,
    options: &WildcardAdditionalOptions,
    select: &Select,
    scope: &Scope<'_>,
) -> Vec<Item<'a>> {
    let chosen: Vec<_> =
        scope.sources.iter().filter(|source| binding.as_ref().is_none_or(|b| *b == source.binding)).collect();
    let mut text = match (&binding, chosen.first()) {
        (Some(_), Some(source)) if scope.sources.len() > 1 => format!("all columns of the {}", source.one),
        _ => "all columns".to_owned(),
    };
    if select.projection.len() > 1 && binding.is_none() {
        text = "all columns".to_owned();
    }
    let extra = options.to_string();
    if !extra.trim().is_empty() {
        text.push_str(&format!(" ({})", words::quoted_sql(&extra.trim())));
    }
    let mut items = vec![Item { text, expr: None, output: None }];
    // The columns behind the star, so that those who read from this query know them. They add no words.
    let outputs = chosen.iter().flat_map(|source| source.all_outputs());
    let mut silent: Vec<Output> = outputs.collect();
    if let (Some(item), false) = (items.first_mut(), silent.is_empty()) {
        item.output = Some(silent.remove(0));
    }
    items.extend(silent.into_iter().map(|output| Item { text: String::new(), expr: None, output: Some(output) }));
    items
}

fn aliases(select: &Select) -> Vec<(String, &Expr)> {
    let named = select.projection.iter().filter_map(|item| match item {
        SelectItem::ExprWithAlias { expr, alias } => Some((alias.value.clone(), expr)),
        _ => None,
    });
    named.collect()
}

fn is_short_aggregate(expr: &Expr) -> bool {
    match expr {
        Expr::Function(function) => {
            contains_aggregate(expr) && function.over.is_none() && function.filter.is_none() && {
                let args = function.args.to_string();
                args.len() < 40 && !args.to_uppercase().contains("CASE")
            }
        }
        Expr::Nested(inner) => is_short_aggregate(inner),
        _ => false,
    }
}

/// The grouping expressions, positions and aliases resolved.
fn group_keys<'a>(select: &'a Select, scope: &Scope<'a>) -> Vec<&'a Expr> {
    let item = |at: usize| match select.projection.get(at) {
        Some(SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. }) => Some(expr),
        _ => None,
    };
    match &select.group_by {
        GroupByExpr::All(_) => {
            (0..select.projection.len()).filter_map(item).filter(|expr| !contains_aggregate(expr)).collect()
        }
        GroupByExpr::Expressions(keys, _) => {
            let mut all = Vec::new();
            for key in keys {
                let inner: Vec<&Expr> = match key {
                    Expr::Rollup(sets) | Expr::Cube(sets) | Expr::GroupingSets(sets) => sets.iter().flatten().collect(),
                    key => vec![key],
                };
                for key in inner {
                    let resolved = position(key).and_then(item).or_else(|| aliased(key, select, scope)).unwrap_or(key);
                    if !all.contains(&resolved) {
                        all.push(resolved);
                    }
                }
            }
            all
        }
    }
}

/// An alias counts only where no column has its name: that is how both engines read it.
fn aliased<'a>(key: &'a Expr, select: &'a Select, scope: &Scope<'a>) -> Option<&'a Expr> {
    let Expr::Identifier(ident) = key else { return None };
    let is_column = scope.sources.iter().any(|source| source.has_column(&ident.value));
    let same_column = select.projection.iter().find_map(|item| match item {
        SelectItem::UnnamedExpr(expr) if column_parts(expr)?.last()?.value == ident.value => Some(expr),
        _ => None,
    });
    if is_column { same_column } else { scope.alias(&ident.value).or(same_column) }
}

fn grouping_note(select: &Select) -> String {
    let GroupByExpr::Expressions(keys, modifiers) = &select.group_by else { return String::new() };
    let sets = keys.iter().find(|key| matches!(key, Expr::Rollup(_) | Expr::Cube(_) | Expr::GroupingSets(_)));
    match (sets, modifiers.is_empty()) {
        (Some(Expr::Rollup(_)), _) => " (with subtotals, from the last to the first)".to_owned(),
        (Some(Expr::Cube(_)), _) => " (with subtotals for every combination)".to_owned(),
        (Some(sets), _) => format!(" (grouped by {})", words::quoted_sql(sets)),
        (None, false) => format!(" ({})", words::quoted_sql(&select.group_by)),
        (None, true) => String::new(),
    }
}

/// Clauses of other dialects, which have no words here: the whole SELECT is then quoted.
fn is_odd(select: &Select) -> bool {
    select.top.is_some()
        || select.into.is_some()
        || select.exclude.is_some()
        || select.prewhere.is_some()
        || select.value_table_mode.is_some()
        || select.select_modifiers.as_ref().is_some_and(|modifiers| modifiers.is_any_set())
        || !select.named_window.is_empty()
        || !select.lateral_views.is_empty()
        || !select.connect_by.is_empty()
        || !select.cluster_by.is_empty()
        || !select.distribute_by.is_empty()
        || !select.sort_by.is_empty()
}
