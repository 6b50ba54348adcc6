//! What is left of a draft that no statement can be made from: a sort by a table, an average of a count where rooms are a column,
//! a time where no row has one. Only for public question sets, which want a guess; to people such a question is declined.

use super::draft::{Draft, Item, Pending, Target};
use crate::lexicon::Aggregate;
use crate::schema::{ColumnKind, Schema};

/// The same draft with less in it, least changed first.
pub fn relaxed(draft: &Draft, schema: &Schema) -> Vec<Draft> {
    let mut all: Vec<Draft> = Vec::new();
    let mut last = draft.clone();
    for change in [averages, without_table_keys, without_times, without_keys] {
        if let Some(changed) = change(draft, schema) {
            all.push(changed);
        }
        if let Some(changed) = change(&last, schema) {
            last = changed;
            all.push(last.clone());
        }
    }
    all
}

/// 'the average number of rooms' where a flat has them in a column.
fn averages(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let mut changed = Draft { average_count: false, ..draft.clone() };
    let counted = changed.items.iter_mut().chain(changed.keys.iter_mut().map(|k| &mut k.item));
    for item in counted.filter(|i| i.aggregate == Some(Aggregate::Count)) {
        if matches!(item.target, Target::Column(c) if schema.kind(c) == ColumnKind::Number) {
            *item = Item { aggregate: Some(Aggregate::Average), distinct: false, target: item.target.clone() };
        }
    }
    draft.average_count.then_some(changed)
}

/// 'in descending order of the attendance of the performances': the second noun only says whose.
fn without_table_keys(draft: &Draft, _: &Schema) -> Option<Draft> {
    let mut changed = draft.clone();
    changed.keys.retain(|k| k.item.aggregate.is_some() || !matches!(k.item.target, Target::Table(_)));
    (changed.keys.len() < draft.keys.len() && !changed.keys.is_empty()).then_some(changed)
}

fn without_times(draft: &Draft, _: &Schema) -> Option<Draft> {
    let mut changed = draft.clone();
    let waits = |p: &Pending| matches!(p, Pending::Time { .. } | Pending::Hinted { .. } | Pending::Loose { .. });
    changed.filters.retain(|f| !waits(&f.condition));
    (changed.filters.len() < draft.filters.len()).then_some(changed)
}

fn without_keys(draft: &Draft, _: &Schema) -> Option<Draft> {
    (!draft.keys.is_empty()).then(|| Draft { keys: Vec::new(), limit: None, skip: None, ..draft.clone() })
}
