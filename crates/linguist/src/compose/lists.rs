//! Lists put together from two: 'the phone numbers of customers and suppliers', 'built two bridges or one mill'. Only for public
//! question sets, whose statements write `UNION` there.

use super::assemble::Assembler;
use super::draft::{Ask, Draft, Group, Item, Target};
use crate::form::{Condition, Query, Selected, SetOperation};
use crate::lexicon::{Aggregate, Relation};
use crate::schema::{Col, Schema};

/// The same column of the other of two tables that were named side by side.
pub(super) fn joined(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let (a, b) = draft.pair.filter(|_| draft.joined_list.is_none())?;
    let [Item { target: Target::Column(c), aggregate: None, .. }] = draft.items.as_slice() else { return None };
    let other = if c.table == a { b } else { a };
    let free = draft.groups.is_empty() && draft.filters.is_empty() && draft.keys.is_empty() && draft.having.is_empty();
    let column = namesake(*c, other, schema).filter(|_| free && (c.table == a || c.table == b))?;
    let context = draft.context.iter().copied().filter(|t| *t != a && *t != b).collect();
    Some(Draft { joined_list: Some(column), context, ..draft.clone() })
}

/// The column of a table that is called the same, but for the name of its table: `customer_phone` and `supplier_phone`.
fn namesake(c: Col, table: usize, schema: &Schema) -> Option<Col> {
    let words = |c: Col| {
        let own = schema.tables.get(c.table).map_or(&[][..], |t| t.words.as_slice());
        let words = schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        words.iter().filter(|w| !own.contains(w)).cloned().collect::<Vec<String>>()
    };
    let wanted = words(c);
    let count = schema.tables.get(table).map_or(0, |t| t.columns.len());
    let mut columns = (0..count).map(|column| Col { table, column });
    let named = schema.display(c.table) == [c];
    let found = columns.find(|o| !wanted.is_empty() && words(*o) == wanted);
    found.or_else(|| schema.display(table).first().copied().filter(|_| named))
}

/// 'the company with the highest revenue in each city': its name beside the highest revenue, grouped by city alone. SQLite takes
/// the name from the row that holds the extreme.
pub(super) fn bare_of_each(draft: &Draft) -> Vec<Draft> {
    let ([key], false) = (draft.keys.as_slice(), draft.groups.is_empty()) else { return Vec::new() };
    let plain = |i: &Item| i.aggregate.is_none() && !matches!(i.target, Target::Worth(_));
    let wins = key.item.aggregate.is_none() && draft.limit == Some(1) && !draft.sorted && draft.skip.is_none();
    let named = !draft.items.is_empty() && draft.items.iter().all(plain) && draft.having.is_empty();
    if !wins || !named || draft.common.is_some() || draft.bare_each.is_some() {
        return Vec::new();
    }
    let shown = draft.items.iter().any(|i| i.target == key.item.target);
    let ways = if shown { &[false, true][..] } else { &[false][..] };
    ways.iter().map(|both| Draft { bare_each: Some(*both), ..draft.clone() }).collect()
}

/// 'departments with at least one employee': those that have any.
pub(super) fn having_any(draft: &Draft) -> Option<Draft> {
    let one = |(item, relation, n): &(Item, Relation, f64)| match (relation, item) {
        (Relation::GreaterOrEqual, Item { aggregate: Some(Aggregate::Count), target: Target::Table(t), .. })
            if *n == 1.0 =>
        {
            Some(*t)
        }
        _ => None,
    };
    let at = draft.having.iter().position(|h| one(h).is_some())?;
    let mut any = draft.clone();
    let table = one(&any.having.remove(at))?;
    any.context.push(table);
    Some(any)
}

/// 'the most common country across members': of all of them one, not one for each.
pub(super) fn common_of_all(draft: &Draft) -> Option<Draft> {
    let [Group::Table(t)] = draft.groups.as_slice() else { return None };
    let columns = draft.items.iter().all(|i| i.aggregate.is_none() && matches!(i.target, Target::Column(_)));
    let context = draft.context.iter().copied().chain([*t]).collect();
    let commonest = draft.common.is_some() && !draft.items.is_empty() && columns;
    commonest.then(|| Draft { groups: Vec::new(), context, ..draft.clone() })
}

/// 'all details of each swimmer': the rows themselves.
pub(super) fn whole_each(draft: &Draft) -> Option<Draft> {
    let [Group::Table(t)] = draft.groups.as_slice() else { return None };
    let alone = draft.items.is_empty() && draft.keys.is_empty() && draft.having.is_empty() && draft.ask == Ask::List;
    let item = Item { aggregate: None, distinct: false, target: Target::Table(*t) };
    alone.then(|| Draft { groups: Vec::new(), items: vec![item], all: true, ..draft.clone() })
}

impl Assembler<'_> {
    /// See `bare_of_each`; `both`: the figure of the row is shown as well.
    pub(super) fn show_extremes(&mut self, both: bool) -> Option<()> {
        let key = self.draft.keys.first()?;
        let (column, against) = match &key.item.target {
            Target::Column(c) => (*c, false),
            Target::Hinted(adjective) => self.resolver.hinted(adjective)?,
            _ => return None,
        };
        let mut groups = Vec::new();
        for group in &self.draft.groups.clone() {
            groups.extend(self.group_key(group)?);
        }
        self.query.group.clear();
        let figure = self.schema.expr(column);
        let function = if key.descending != against { Aggregate::Max } else { Aggregate::Min };
        self.query.select = groups.iter().map(|e| self.resolver.selected(e.clone())).collect();
        self.plain_columns()?;
        self.query.select.retain(|s| both || s.expr != figure);
        self.query.select.push(self.resolver.selected(crate::form::Expr::aggregate(function, figure)));
        self.query.group = groups;
        Some(())
    }

    /// Called when the query is otherwise complete.
    pub(super) fn put_together(&mut self) {
        if self.draft.for_people || self.query.combine.is_some() || self.query.limit.is_some() || self.query.yes_no {
            return;
        }
        if let Some(column) = self.draft.joined_list {
            let expr = self.schema.expr(column);
            let base = self.schema.table_name(column.table).to_owned();
            let other = Query { select: vec![Selected { expr, alias: None }], base, ..Query::default() };
            let words = self.resolver.tokens.iter().map(|t| t.lower.as_str());
            let shared = words.into_iter().any(|w| matches!(w, "common" | "both" | "shared"));
            let operation = if shared { SetOperation::Intersect } else { SetOperation::Union };
            self.query.order.clear();
            self.query.combine = Some((operation, Box::new(other)));
            return;
        }
        self.either_count();
    }

    /// 'two bridges or one mill': who has no mill may have two bridges.
    fn either_count(&mut self) {
        let [Condition::Any(either)] = self.query.having.as_slice() else { return };
        let [a, b] = either.as_slice() else { return };
        let tables = |c: &Condition| {
            let mut tables = Vec::new();
            c.tables(&mut tables);
            tables.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        if tables(a) == tables(b) {
            return;
        }
        let (a, b) = (a.clone(), b.clone());
        self.query.order.clear();
        let other = Query { having: vec![b], ..self.query.clone() };
        self.query.having = vec![a];
        self.query.combine = Some((SetOperation::Union, Box::new(other)));
    }
}
