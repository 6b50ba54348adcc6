//! A form in pieces that a person can take away again, and the form without some of them.

use crate::describe;
use crate::form::{Condition, Form, Query};
use vouch_model::{ContextPart, PartKind};

/// Empty where the meaning does not come in pieces: a set of two queries, or a yes or no.
pub fn parts(form: &Form) -> Vec<ContextPart> {
    let query = &form.query;
    if query.combine.is_some() || query.yes_no {
        return Vec::new();
    }
    let part = |id: String, kind, label: String| ContextPart { id, kind, label, removable: true };
    let table = part("table".to_owned(), PartKind::Table, describe::words(&query.base));
    let mut parts = vec![ContextPart { removable: false, ..table }];
    for (at, condition) in query.filter.iter().enumerate() {
        parts.push(part(format!("filter:{at}"), kind_of(condition), describe::condition(condition)));
    }
    for (at, condition) in query.having.iter().enumerate() {
        parts.push(part(format!("having:{at}"), PartKind::Having, describe::condition(condition)));
    }
    for (at, group) in query.group.iter().enumerate() {
        let label = format!("by {}", describe::expression(group));
        parts
            .push(ContextPart { removable: has_measure(query), ..part(format!("group:{at}"), PartKind::Group, label) });
    }
    if let Some(limit) = query.limit {
        parts.push(part("limit".to_owned(), PartKind::Limit, format!("top {limit}")));
    }
    parts.retain(|part| !part.label.is_empty());
    parts
}

/// `None` if it has no such piece.
pub fn without(form: &Form, ids: &[&str]) -> Option<Form> {
    let known = parts(form);
    let removable = |id: &&str| known.iter().any(|part| part.removable && part.id == *id);
    if !ids.iter().all(removable) {
        return None;
    }
    let stays = |list: &str, at: usize| !ids.contains(&format!("{list}:{at}").as_str());
    let mut form = form.clone();
    let query = &mut form.query;
    query.filter = keep(&query.filter, |at| stays("filter", at));
    query.having = keep(&query.having, |at| stays("having", at));
    let groups = keep(&query.group, |at| stays("group", at));
    let gone = |expr: &_| query.group.contains(expr) && !groups.contains(expr);
    query.select.retain(|selected| !gone(&selected.expr));
    query.order.retain(|order| !gone(&order.expr));
    query.group = groups;
    if ids.contains(&"limit") {
        query.limit = None;
    }
    if query.group.is_empty() && has_measure(query) {
        // One figure has no order.
        query.order.clear();
    }
    form.question = describe::summary(&form.query);
    Some(form)
}

fn keep<T: Clone>(list: &[T], stays: impl Fn(usize) -> bool) -> Vec<T> {
    list.iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, item)| item.clone()).collect()
}

fn has_measure(query: &Query) -> bool {
    query.select.iter().any(|selected| selected.expr.is_aggregate())
}

fn kind_of(condition: &Condition) -> PartKind {
    match condition {
        Condition::Period { .. } | Condition::Recurs { .. } => PartKind::Time,
        _ => PartKind::Filter,
    }
}
