//! Other ways to take a draft: what people mean by the same words differs, and the score decides.

use super::draft::{Draft, Group, Item, Pending, Target};
use crate::form::{Condition, Expr};
use crate::schema::Schema;
use crate::tokens::Token;

/// The draft itself and its variants, each with the name of the feature that stands for it.
pub fn vary(draft: Draft, tokens: &[Token], schema: &Schema) -> Vec<(Draft, Option<&'static str>)> {
    let mut all: Vec<(Draft, Option<&'static str>)> = Vec::new();
    if !draft.context.is_empty() && !draft.items.is_empty() {
        // 'the heads of departments' may just be the heads.
        all.push((Draft { ignores_context: true, ..draft.clone() }, Some("no_context")));
    }
    let or = tokens.iter().any(|t| t.lower == "or");
    if !draft.both && !or && two_values(&draft) {
        all.push((Draft { both: true, implies_both: true, ..draft.clone() }, Some("both")));
    }
    let each = tokens.iter().any(|t| matches!(t.lower.as_str(), "each" | "every"));
    if let Some(list) = plain_list(&draft).filter(|_| each) {
        all.push((list, Some("plain_list")));
    }
    if let Some(fewer) = without_compared(&draft, schema) {
        all.push((fewer, Some("no_compared")));
    }
    if let Some(fewer) = without_table(&draft) {
        all.push((fewer, Some("no_table")));
    }
    if matches!(draft.items.as_slice(), [Item { target: Target::Table(_), aggregate: None, .. }])
        && draft.groups.is_empty()
    {
        let label = if draft.all { "named_rows" } else { "whole_rows" };
        all.push((Draft { all: !draft.all, ..draft.clone() }, Some(label)));
    }
    all.insert(0, (draft, None));
    all
}

fn two_values(draft: &Draft) -> bool {
    draft.filters.iter().any(|f| {
        matches!(&f.condition, Pending::Ready(Condition::OneOf { values, negated: false, .. }) if values.len() == 2)
    })
}

/// 'the title and year of each film', 'names for every city': a list, where nothing is counted or added up.
fn plain_list(draft: &Draft) -> Option<Draft> {
    let figures = draft.items.iter().any(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_)))
        || draft.keys.iter().any(|k| k.item.aggregate.is_some())
        || !draft.having.is_empty()
        || draft.common.is_some()
        || draft.trend
        || draft.compare;
    if draft.groups.is_empty() || !draft.each || figures || draft.items.is_empty() {
        return None;
    }
    let columns = draft.groups.iter().map(|g| match g {
        Group::Column(c) => Some(Item { aggregate: None, distinct: false, target: Target::Column(*c) }),
        Group::Table(_) => None,
        Group::Grain(_) => None,
    });
    let mut items: Vec<Item> = columns.flatten().collect();
    items.extend(draft.items.iter().cloned());
    Some(Draft { groups: Vec::new(), items, ..draft.clone() })
}

/// 'mills by architects who built a bridge longer than 80 meters': a column that is compared need not be shown.
fn without_compared(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let compared: Vec<&crate::form::ColumnRef> = draft
        .filters
        .iter()
        .filter_map(|f| match &f.condition {
            Pending::Ready(
                Condition::OneOf { column, .. }
                | Condition::Like { column, .. }
                | Condition::Compare { left: Expr::Column(column), .. }
                | Condition::Between { left: Expr::Column(column), .. },
            ) => Some(column),
            _ => None,
        })
        .collect();
    let only_compared = |i: &Item| {
        i.aggregate.is_none() && matches!(i.target, Target::Column(c) if compared.contains(&&schema.reference(c)))
    };
    let rest: Vec<Item> = draft.items.iter().filter(|i| !only_compared(i)).cloned().collect();
    (!rest.is_empty() && rest.len() < draft.items.len()).then(|| Draft { items: rest, ..draft.clone() })
}

/// 'the ids of the employees and their jobs': a table besides columns may only say whose columns they are.
fn without_table(draft: &Draft) -> Option<Draft> {
    let table = |i: &&Item| i.aggregate.is_none() && matches!(i.target, Target::Table(_));
    let tables: Vec<usize> = draft.items.iter().filter(table).filter_map(super::measures::table_of).collect();
    let rest: Vec<Item> = draft.items.iter().filter(|i| !table(i)).cloned().collect();
    if tables.is_empty() || rest.is_empty() {
        return None;
    }
    let context = draft.context.iter().copied().chain(tables).collect();
    Some(Draft { items: rest, context, ..draft.clone() })
}
