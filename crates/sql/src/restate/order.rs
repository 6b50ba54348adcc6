//! What comes last in a sentence: the order of the rows, and how many of them.

use super::scope::{Kind, Output, Scope};
use super::{Place, Restater, words};
use sqlparser::ast::{
    Expr, Fetch, LimitClause, OrderBy, OrderByExpr, OrderByKind, OrderByOptions, OrderBySort, Query, Value,
};

/// ORDER BY, LIMIT and OFFSET of the query around a SELECT.
pub(super) struct Tail<'a> {
    order: Option<&'a OrderBy>,
    limit: Option<&'a LimitClause>,
    fetch: Option<&'a Fetch>,
    place: Place,
}

impl<'a> Tail<'a> {
    pub(super) fn of(query: &'a Query, place: Place) -> Self {
        Self { order: query.order_by.as_ref(), limit: query.limit_clause.as_ref(), fetch: query.fetch.as_ref(), place }
    }

    pub(super) fn none() -> Self {
        Self { order: None, limit: None, fetch: None, place: Place::Inside }
    }
}

impl Restater<'_> {
    pub(super) fn tail(&self, tail: &Tail<'_>, scope: &Scope<'_>, outputs: &[Output]) -> String {
        let mut text = String::new();
        let ordered = match tail.order.map(|order| (&order.kind, order)) {
            Some((OrderByKind::Expressions(keys), order)) if !keys.is_empty() => {
                text.push_str(&format!(", {}", self.order_words(keys, scope, outputs)));
                if order.interpolate.is_some() {
                    text.push_str(&format!(" ({})", words::quoted_sql(order)));
                }
                true
            }
            Some((OrderByKind::All(options), _)) => {
                text.push_str(&format!(", ordered by all columns{}", direction_note(options)));
                true
            }
            _ => false,
        };
        if let Some(limit) = tail.limit {
            text.push_str(&self.limit_words(limit, ordered, tail.place, scope));
        }
        if let Some(fetch) = tail.fetch {
            text.push_str(&format!(", {}", words::quoted_sql(fetch)));
        }
        text
    }

    /// "highest total amount first, then by name".
    pub(super) fn order_words(&self, keys: &[OrderByExpr], scope: &Scope<'_>, outputs: &[Output]) -> String {
        let mut parts = Vec::new();
        for (index, key) in keys.iter().enumerate() {
            let said = self.order_key(key, scope, outputs);
            parts.push(if index == 0 { said } else { format!("then {}", said.trim_start_matches("ordered ")) });
        }
        parts.join(", ")
    }

    fn order_key(&self, key: &OrderByExpr, scope: &Scope<'_>, outputs: &[Output]) -> String {
        let (subject, kind) = self.order_subject(&key.expr, scope, outputs);
        let descending = match &key.options.sort {
            Some(OrderBySort::Desc) => true,
            Some(OrderBySort::Using(_)) => return format!("ordered by {}", words::quoted_sql(key)),
            _ => false,
        };
        let mut said = match (kind, descending) {
            (Kind::Number, true) => format!("highest {subject} first"),
            (Kind::Number, false) => format!("lowest {subject} first"),
            (Kind::Day | Kind::Moment, true) => format!("latest {subject} first"),
            (Kind::Day | Kind::Moment, false) => format!("earliest {subject} first"),
            (_, true) => format!("ordered by {subject}, descending"),
            (_, false) => format!("ordered by {subject}"),
        };
        match key.options.nulls_first {
            Some(true) => said.push_str(" (missing ones at the start)"),
            Some(false) => said.push_str(" (missing ones at the end)"),
            None => {}
        }
        if key.with_fill.is_some() {
            said.push_str(&format!(" ({})", words::quoted_sql(key)));
        }
        said
    }

    /// A position or an alias stands for the output column that it names.
    fn order_subject(&self, expr: &Expr, scope: &Scope<'_>, outputs: &[Output]) -> (String, Kind) {
        let by_position = position(expr).and_then(|at| outputs.get(at));
        let by_name = match expr {
            Expr::Identifier(ident) => outputs.iter().find(|o| o.name.eq_ignore_ascii_case(&ident.value)),
            _ => None,
        };
        match by_position.or(by_name) {
            Some(output) => (output.words.clone(), output.kind),
            None => (self.operand(expr, scope), self.kind(expr, scope)),
        }
    }

    fn limit_words(&self, clause: &LimitClause, ordered: bool, place: Place, scope: &Scope<'_>) -> String {
        let (limit, offset) = match clause {
            LimitClause::LimitOffset { limit, offset, limit_by } if limit_by.is_empty() => {
                (limit.as_ref(), offset.as_ref().map(|offset| &offset.value))
            }
            LimitClause::OffsetCommaLimit { offset, limit } => (Some(limit), Some(offset)),
            other => return format!(", {}", words::quoted_sql(other)),
        };
        let mut text = String::new();
        if let Some(offset) = offset.filter(|offset| whole_number(offset) != Some(0)) {
            text.push_str(&format!(", skipping the first {}", self.value(offset, scope)));
        }
        let Some(limit) = limit else { return text };
        match whole_number(limit) {
            Some(count) if place == Place::Outermost && self.is_automatic(count, ordered) => {}
            Some(1) if ordered => text.push_str(", only the first one"),
            Some(count) if ordered => text.push_str(&format!(", the first {} only", words::number(&count.to_string()))),
            Some(count) => text.push_str(&format!(", at most {}", words::counted(count, "row"))),
            None => text.push_str(&format!(", at most {} rows", self.value(limit, scope))),
        }
        text
    }

    fn is_automatic(&self, limit: u64, ordered: bool) -> bool {
        limit == self.automatic_limit || (!ordered && limit > self.automatic_limit)
    }
}

fn direction_note(options: &OrderByOptions) -> &'static str {
    if matches!(options.sort, Some(OrderBySort::Desc)) { ", descending" } else { "" }
}

/// `ORDER BY 2` as an index from zero.
pub(super) fn position(expr: &Expr) -> Option<usize> {
    whole_number(expr).and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_sub(1))
}

pub(super) fn whole_number(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
