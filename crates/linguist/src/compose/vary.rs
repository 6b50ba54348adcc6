//! Other ways to take a draft: what people mean by the same words differs, and the score decides.

use super::draft::{Ask, Draft, Group, Item, Pending, Target};
use super::people::as_people_say;
use crate::form::{Condition, Expr};
use crate::lexicon::Aggregate;
use crate::schema::{ColumnKind, Schema};
use crate::tokens::Token;

/// The draft itself and its variants, each with the name of the feature that stands for it.
///
/// `for_people`: who asks wants names; public question sets are as content with a key.
pub fn vary(draft: Draft, tokens: &[Token], schema: &Schema, for_people: bool) -> Vec<(Draft, Option<&'static str>)> {
    let draft = Draft { orders_texts: !for_people, ..draft };
    let draft = if for_people { as_people_say(draft, tokens, schema) } else { draft };
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
    let next = |i: usize| tokens.get(i + 1).map_or("", |t| t.lower.as_str());
    let total = tokens.iter().enumerate().any(|(i, t)| t.lower == "total" && (for_people || next(i) != "number"));
    if let Some(values) = counted_values(&draft, schema).filter(|_| !total && !for_people) {
        all.push((values, Some("count_values")));
    }
    let whole = tokens.iter().any(|t| matches!(t.lemma.as_str(), "detail" | "information" | "info" | "record"));
    if let Some(rows) = whole_each(&draft).filter(|_| each && whole) {
        all.push((rows, Some("whole_each")));
    }
    if let Some(list) = by_context(&draft, schema) {
        all.push((list, Some("by_context")));
    }
    if let Some(fewer) = without_compared(&draft, schema) {
        all.push((fewer, Some("no_compared")));
    }
    if let Some(fewer) = without_table(&draft) {
        all.push((fewer, Some("no_table")));
    }
    all.extend(without_one(&draft).into_iter().map(|fewer| (fewer, Some("no_column"))));
    if !for_people && draft.groups.iter().any(|g| matches!(g, Group::Table(_))) {
        all.push((Draft { groups_by_key: true, ..draft.clone() }, Some("key_groups")));
    }
    if let Some(apart) = by_values(&draft, tokens, schema) {
        all.push((apart, Some("by_values")));
    }
    let figure = draft.filters.iter().position(|f| matches!(f.condition, Pending::Average { .. }));
    if figure.is_some_and(|at| at + 1 < draft.filters.len()) {
        all.push((Draft { narrows_figure: true, ..draft.clone() }, Some("narrows_figure")));
    }
    let described = draft.items.iter().any(|i| i.aggregate.is_none() && matches!(i.target, Target::Column(_)));
    if described && draft.items.iter().any(|i| i.aggregate.is_some()) && !draft.groups.is_empty() {
        all.push((Draft { hides_groups: true, ..draft.clone() }, Some("hides_groups")));
    }
    if let Some(items) = draft.items.get(draft.earlier..).filter(|i| draft.earlier > 0 && !i.is_empty()) {
        // 'Find the parties of the delegates. Who are their governors?' asks for the governors.
        all.push((Draft { items: items.to_vec(), ..draft.clone() }, Some("last_sentence")));
    }
    if let Some(stored) = stored_figure(&draft, schema) {
        all.push((stored, Some("stored_figure")));
    }
    if draft.common.is_some() && !draft.shows_common {
        all.push((Draft { shows_common: true, ..draft.clone() }, Some("shows_common")));
    }
    let ranked = !draft.keys.is_empty() && !draft.sorted && draft.limit.is_some();
    if ranked && !draft.context.is_empty() && draft.items.iter().all(|i| i.aggregate.is_none()) {
        all.push((Draft { of_winner: true, ..draft.clone() }, Some("of_winner")));
    }
    if let Some(shown) = with_figure(&draft) {
        all.push((shown, Some("shows_figure")));
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

/// Columns that are shown beside others, each left out once: some only say whose or which.
fn without_one(draft: &Draft) -> Vec<Draft> {
    const MOST: usize = 4;
    let plain = |i: &Item| i.aggregate.is_none() && matches!(i.target, Target::Column(_));
    if !(2..=MOST).contains(&draft.items.len()) {
        return Vec::new();
    }
    let places = draft.items.iter().enumerate().filter(|(_, item)| plain(item)).map(|(at, _)| at);
    let left_out = |at: usize| {
        let mut fewer = draft.clone();
        fewer.items.remove(at);
        fewer
    };
    places.map(left_out).collect()
}

/// 'the average age of male and female students': one figure for each.
pub(super) fn by_values(draft: &Draft, tokens: &[Token], schema: &Schema) -> Option<Draft> {
    let figures = draft.ask == Ask::Count || draft.items.iter().any(|i| i.aggregate.is_some());
    let or = tokens.iter().any(|t| matches!(t.lower.as_str(), "or" | "both" | "either"));
    if !figures || or || draft.compare {
        return None;
    }
    let column = draft.filters.iter().find_map(|f| match &f.condition {
        Pending::Ready(Condition::OneOf { column, values, negated: false }) if values.len() > 1 => schema.find(column),
        _ => None,
    })?;
    let mut groups = draft.groups.clone();
    groups.push(Group::Column(column));
    Some(Draft { groups, ..draft.clone() })
}

/// 'the city with the most stores and how many': what is ranked by is shown as well.
fn with_figure(draft: &Draft) -> Option<Draft> {
    let [key] = draft.keys.as_slice() else { return None };
    let figure = key.item.aggregate.is_some() && !draft.items.contains(&key.item) && !draft.sorted;
    let named = !draft.items.is_empty() && draft.items.iter().all(|i| i.aggregate.is_none());
    let mut shown = draft.clone();
    shown.items.push(key.item.clone());
    (figure && named).then_some(shown)
}

fn two_values(draft: &Draft) -> bool {
    draft.filters.iter().any(|f| {
        matches!(&f.condition, Pending::Ready(Condition::OneOf { values, negated: false, .. }) if values.len() == 2)
            || matches!(&f.condition, Pending::Time { range, .. } if range.named.len() == 2)
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

/// 'how many advisors' where an advisor is a number: how many there are, not what they add up to.
fn counted_values(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let is_number = |i: &Item| matches!(i.target, Target::Column(c) if schema.kind(c) == ColumnKind::Number);
    let counted = |i: &Item| i.aggregate == Some(Aggregate::Count) && !i.distinct && is_number(i);
    if !draft.items.iter().any(counted) {
        return None;
    }
    let distinct = |i: &Item| Item { distinct: i.distinct || counted(i), ..i.clone() };
    Some(Draft { items: draft.items.iter().map(distinct).collect(), ..draft.clone() })
}

/// 'the number of credits of a course' where a course has them in a column: as it stands there.
fn stored_figure(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let stored = |i: &Item| {
        matches!(i.target, Target::Column(c) if schema.kind(c) == ColumnKind::Number)
            && matches!(i.aggregate, Some(Aggregate::Count | Aggregate::Sum))
            && !i.distinct
    };
    if !draft.groups.is_empty() || !draft.items.iter().any(stored) {
        return None;
    }
    let plain = |i: &Item| Item { aggregate: i.aggregate.filter(|_| !stored(i)), ..i.clone() };
    let ask = if draft.ask == Ask::Count { Ask::List } else { draft.ask };
    Some(Draft { ask, items: draft.items.iter().map(plain).collect(), ..draft.clone() })
}

/// 'all details of each swimmer': the rows themselves.
fn whole_each(draft: &Draft) -> Option<Draft> {
    let [Group::Table(t)] = draft.groups.as_slice() else { return None };
    let alone = draft.items.is_empty() && draft.keys.is_empty() && draft.having.is_empty() && draft.ask == Ask::List;
    let item = Item { aggregate: None, distinct: false, target: Target::Table(*t) };
    alone.then(|| Draft { groups: Vec::new(), items: vec![item], all: true, ..draft.clone() })
}

/// 'accounts by the customer named Keeling': who follows 'by' did it, and nothing is grouped.
fn by_context(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let tables: Option<Vec<usize>> =
        draft.groups.iter().map(|g| if let Group::Table(t) = g { Some(*t) } else { None }).collect();
    // A figure 'by' something is a figure for each of them.
    let figure = |i: &Item| match i.target {
        Target::Worth(_) => true,
        Target::Column(c) => i.aggregate.is_some() || schema.kind(c) == ColumnKind::Number,
        _ => i.aggregate.is_some(),
    };
    let figures = draft.items.iter().any(figure);
    let tables = tables.filter(|t| !t.is_empty() && !draft.each && !figures && !draft.items.is_empty())?;
    // Something must say who of them it was; a time narrows what happened.
    let who = |c: &Condition| {
        let mut of = Vec::new();
        c.tables(&mut of);
        tables.iter().any(|t| of.contains(&schema.table_name(*t)))
    };
    let says_who = draft.filters.iter().any(|f| match &f.condition {
        Pending::Ready(condition) => who(condition) || !draft.for_people,
        Pending::Time { .. } => false,
        _ => true,
    });
    if !says_who {
        return None;
    }
    let context = draft.context.iter().copied().chain(tables).collect();
    Some(Draft { groups: Vec::new(), context, ..draft.clone() })
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
