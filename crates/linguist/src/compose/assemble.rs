//! From a draft to a query form: which table it is about, what is grouped, what is shown, in which order.

use super::draft::{Ask, Draft, Filter, Group, Item, Key, Pending, Target};
use super::measures::{Resolver, table_of};
use crate::form::{Condition, Expr, Operand, Ordering, Query, Selected};
use crate::join::JoinGraph;
use crate::lexicon::Aggregate;
use crate::schema::{Col, ColumnKind, Schema};
use crate::tokens::Token;

pub struct Assembled {
    pub query: Query,
    pub assumptions: Vec<String>,
    /// What the ordering figure is called, where the person named it.
    pub order_name: Option<String>,
}

pub fn assemble(draft: &Draft, schema: &Schema, graph: &JoinGraph, tokens: &[Token]) -> Option<Assembled> {
    let main = main_table(draft, schema, graph)?;
    let resolver = Resolver::new(schema, graph, tokens, draft, main);
    let mut assembler = Assembler::new(draft, schema, resolver, main);
    assembler.filters()?;
    assembler.body()?;
    assembler.prefer_keys(tokens);
    assembler.once_each();
    assembler.except();
    assembler.both();
    assembler.context();
    assembler.note_worth();
    let order_name = assembler.query.order.first().and_then(|o| assembler.resolver.said_name(&o.expr));
    Some(Assembled { query: assembler.query, assumptions: assembler.assumptions, order_name })
}

/// The table a question is about: what is counted, else what is shown, else what is mentioned.
fn main_table(draft: &Draft, schema: &Schema, graph: &JoinGraph) -> Option<usize> {
    let counted = draft.items.iter().find(|i| i.aggregate == Some(Aggregate::Count)).and_then(table_of);
    let shown = draft.items.iter().find_map(table_of);
    let keyed = draft.keys.iter().find_map(|k| table_of(&k.item));
    let grouped = draft.groups.iter().find_map(|g| match g {
        Group::Column(c) => Some(c.table),
        Group::Table(t) => Some(*t),
        Group::Grain(_) => None,
    });
    let mut filtered: Vec<usize> = Vec::new();
    for filter in &draft.filters {
        match &filter.condition {
            Pending::Ready(condition) => {
                let mut tables = Vec::new();
                condition.tables(&mut tables);
                filtered.extend(tables.into_iter().filter_map(|t| schema.table_index(t)));
            }
            Pending::Absent { table } | Pending::Numbered { table, .. } => filtered.push(*table),
            Pending::Fellow { key, .. } => filtered.push(key.table),
            Pending::Commonest { column, .. } => filtered.push(column.table),
            Pending::Average { column, .. } => filtered.push(column.table),
            _ => {}
        }
    }
    // Of several tables the finest: the one from which all others are reached one row at a time.
    let finest = |t: &&usize| {
        filtered.iter().all(|other| graph.path(&[**t], *other).is_some_and(|p| p.iter().all(|s| !s.edge.to_many)))
    };
    let filtered = filtered.iter().find(finest).or(filtered.first()).copied();
    let filtered = filtered.or(draft.event.map(|e| e.0.table));
    let first = if draft.ask == Ask::Count { counted.or(shown) } else { shown.or(counted) };
    first.or(draft.context.first().copied()).or(keyed).or(grouped).or(filtered)
}

pub struct Assembler<'a> {
    pub draft: &'a Draft,
    pub schema: &'a Schema,
    pub resolver: Resolver<'a>,
    pub query: Query,
    pub assumptions: Vec<String>,
    pub main: usize,
}

impl<'a> Assembler<'a> {
    pub fn new(draft: &'a Draft, schema: &'a Schema, resolver: Resolver<'a>, main: usize) -> Self {
        let query = Query { base: schema.table_name(main).to_owned(), ..Query::default() };
        Self { draft, schema, resolver, query, assumptions: draft.assumptions.clone(), main }
    }

    pub fn filters(&mut self) -> Option<()> {
        let mut all: Vec<Condition> = Vec::new();
        for Filter { condition, or } in &self.draft.filters {
            let condition = self.condition(condition)?;
            match all.last_mut() {
                Some(last) if *or => {
                    let before = std::mem::replace(last, Condition::Any(Vec::new()));
                    *last = match before {
                        Condition::Any(mut list) => {
                            list.push(condition);
                            Condition::Any(list)
                        }
                        one => Condition::Any(vec![one, condition]),
                    };
                }
                _ => all.push(condition),
            }
        }
        self.query.filter = all;
        self.absent_values();
        self.absorb();
        self.event();
        Some(())
    }

    /// 'no store in the South': what is said of the absent table belongs to its absence.
    pub(super) fn absorb(&mut self) {
        let Some(at) = self.query.filter.iter().position(|c| matches!(c, Condition::Related { negated: true, .. }))
        else {
            return;
        };
        let mut rest = self.query.filter.split_off(at + 1);
        if let Some(Condition::Related { table, when, .. }) = self.query.filter.last_mut() {
            let own = |c: &Condition| {
                let mut tables = Vec::new();
                c.tables(&mut tables);
                !tables.is_empty() && tables.iter().all(|t| t == table)
            };
            let (inside, outside): (Vec<_>, Vec<_>) = rest.into_iter().partition(own);
            when.extend(inside);
            rest = outside;
        }
        self.query.filter.extend(rest);
    }

    /// 'stores that have closed': the date is there. With a time said of it, the range says so already.
    pub(super) fn event(&mut self) {
        let Some((col, false)) = self.draft.event else { return };
        let nullable = self.schema.column(col).is_some_and(|c| c.nullable && c.null_count != Some(0));
        if nullable {
            let column = self.schema.reference(col);
            self.query.filter.push(Condition::Null { column, negated: true });
        }
    }

    pub(super) fn body(&mut self) -> Option<()> {
        let draft = self.draft;
        if draft.ask == Ask::YesNo && draft.items.iter().all(|i| i.aggregate.is_none()) {
            self.query.yes_no = true;
            return Some(());
        }
        if let (true, Some(key)) = (draft.asks_when, draft.keys.first())
            && let Target::Hinted(adjective) = key.item.target
        {
            let (col, _) = self.resolver.hinted(adjective)?;
            let function = if key.descending { Aggregate::Max } else { Aggregate::Min };
            let selected = self.resolver.selected(Expr::aggregate(function, self.schema.expr(col)));
            self.query.select.push(selected);
            return Some(());
        }
        if let Some(figures) = self.both_ends() {
            self.query.select = figures;
            return Some(());
        }
        if draft.average_count {
            return self.average_count();
        }
        if draft.share {
            return self.share();
        }
        if self.per_unit() {
            return self.ratio();
        }
        let aggregated = draft.items.iter().any(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_)));
        if draft.ask == Ask::Count && draft.items.is_empty() {
            let rows = Expr::Rows { table: self.query.base.clone() };
            if draft.groups.is_empty() {
                self.query.select.push(self.resolver.selected(rows));
                return Some(());
            }
        }
        if draft.ask == Ask::Amount && !aggregated {
            return self.amount();
        }
        let counts_rows =
            draft.keys.iter().any(|k| k.item.aggregate.is_some() || matches!(k.item.target, Target::Worth(_)));
        if !draft.groups.is_empty() || draft.trend {
            if self.is_listing() { self.listing() } else { self.grouped() }
        } else if draft.common.is_some() || draft.compare {
            self.grouped()
        } else if !draft.having.is_empty() && !aggregated {
            self.entities_having()
        } else if draft.ask == Ask::Count && !draft.having.is_empty() {
            self.count_having()
        } else if aggregated {
            if self.has_group_items() { self.grouped() } else { self.figures() }
        } else if (counts_rows && !self.ranks_itself()) || self.ranks_by_sum() {
            self.grouped()
        } else {
            self.listing()
        }
    }

    /// 'the ages of the oldest and the youngest student': two figures, not one row by two orders.
    fn both_ends(&mut self) -> Option<Vec<Selected>> {
        let [first, second] = self.draft.keys.as_slice() else { return None };
        let (Target::Hinted(a), Target::Hinted(b)) = (&first.item.target, &second.item.target) else { return None };
        if self.draft.sorted || !self.draft.groups.is_empty() || self.draft.limit != Some(1) {
            return None;
        }
        let ((from, turned), (to, turned_too)) = (self.resolver.hinted(a)?, self.resolver.hinted(b)?);
        let own = |i: &Item| matches!(i.target, Target::Table(_)) || i.target == Target::Column(from);
        if from != to || first.descending == second.descending || !self.draft.items.iter().all(own) {
            return None;
        }
        let figure = |descending: bool, turned: bool| {
            let function = if descending != turned { Aggregate::Max } else { Aggregate::Min };
            self.resolver.selected(Expr::aggregate(function, self.schema.expr(from)))
        };
        Some(vec![figure(first.descending, turned), figure(second.descending, turned_too)])
    }

    /// 'average revenue per order' divides one sum by a count.
    pub(super) fn per_unit(&self) -> bool {
        let average = |i: &Item| i.aggregate == Some(Aggregate::Average) && matches!(i.target, Target::Worth(_));
        matches!(self.draft.items.as_slice(), [only] if average(only))
            && matches!(self.draft.groups.as_slice(), [Group::Table(_)])
    }

    pub(super) fn ratio(&mut self) -> Option<()> {
        let (Some(Item { target: Target::Worth(t), .. }), Some(Group::Table(per))) =
            (self.draft.items.first(), self.draft.groups.first())
        else {
            return None;
        };
        let total = Expr::aggregate(Aggregate::Sum, self.schema.tables.get(*t)?.worth.clone()?);
        let rows = Expr::Rows { table: self.schema.table_name(*per).to_owned() };
        let expr = Expr::Arithmetic { sign: '/', left: Box::new(total), right: Box::new(rows) };
        self.query.select.push(self.resolver.selected(expr));
        Some(())
    }

    pub(super) fn is_plain(&self, item: &Item) -> bool {
        item.aggregate.is_none() && !matches!(item.target, Target::Worth(_))
    }

    /// 'the name and age of each customer' lists, it does not group.
    pub(super) fn is_listing(&self) -> bool {
        let draft = self.draft;
        let plain = draft.items.iter().all(|i| self.is_plain(i) && matches!(i.target, Target::Column(_)));
        let tables = draft.groups.iter().all(|g| matches!(g, Group::Table(_) | Group::Column(_)));
        !draft.items.is_empty()
            && plain
            && tables
            && draft.each
            && !draft.trend
            && matches!(draft.groups.first(), Some(Group::Table(_)))
            && draft.keys.iter().all(|k| k.item.aggregate.is_none())
            && draft.having.is_empty()
    }

    /// '5 most viewed listings': the figure stands in the row itself.
    pub(super) fn ranks_itself(&self) -> bool {
        let own = |k: &Key| {
            matches!(k.item.target, Target::Column(c) if c.table == self.main)
                && k.item.aggregate == Some(Aggregate::Sum)
        };
        let table = matches!(self.draft.items.as_slice(), [Item { target: Target::Table(_), .. }]);
        table && !self.draft.keys.is_empty() && self.draft.keys.iter().all(own) && self.draft.aggregate_words == 0
    }

    /// 'top 5 customers by amount': the amounts lie in another table, several to a customer.
    pub(super) fn ranks_by_sum(&self) -> bool {
        let kinds = matches!(self.draft.items.as_slice(), [Item { target: Target::Column(c), aggregate: None, .. }]
            if self.schema.kind(*c) == ColumnKind::Text && self.schema.column(*c).is_some_and(|c| !c.unique));
        self.draft.keys.iter().any(|k| match k.item.target {
            Target::Column(c) if c.table == self.main && kinds && self.draft.limit.is_some_and(|n| n > 1) => {
                self.schema.kind(c) == ColumnKind::Number && self.resolver.usual_aggregate(c) == Aggregate::Sum
            }
            Target::Column(c) if c.table != self.main && self.draft.limit != Some(1) => {
                let path = self.resolver.graph.path(&[self.main], c.table);
                path.is_some_and(|p| p.iter().any(|s| s.edge.to_many))
            }
            _ => false,
        })
    }

    /// Whether something besides the figures is shown. 'payments, total amount' shows only the total.
    pub(super) fn has_group_items(&self) -> bool {
        let own =
            |t: usize| {
                self.draft.items.iter().filter(|i| !self.is_plain(i)).all(|i| {
                    matches!(i.target, Target::Column(c) if c.table == t) && i.aggregate != Some(Aggregate::Count)
                })
            };
        self.draft.items.iter().any(|i| self.is_plain(i) && !matches!(i.target, Target::Table(t) if own(t)))
    }

    pub(super) fn figures(&mut self) -> Option<()> {
        let draft = self.draft;
        self.extreme_filters()?;
        for item in draft.items.iter().filter(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_))) {
            let expr = self.resolver.expr(item, false)?;
            let selected = self.resolver.selected(expr);
            self.query.select.push(selected);
        }
        Some(())
    }

    /// 'the average age of students in the dorm with the largest capacity': a figure over the rows that hold the extreme.
    fn extreme_filters(&mut self) -> Option<()> {
        for key in self.draft.keys.iter().filter(|_| !self.draft.sorted) {
            let (col, against) = match (&key.item.target, key.item.aggregate) {
                (Target::Column(c), None) => (*c, false),
                (Target::Hinted(adjective), None) => self.resolver.hinted(adjective)?,
                _ => return None,
            };
            let function = if key.descending != against { Aggregate::Max } else { Aggregate::Min };
            let expr = self.schema.expr(col);
            let inner = Query {
                select: vec![Selected { expr: Expr::aggregate(function, expr.clone()), alias: None }],
                base: self.schema.table_name(col.table).to_owned(),
                ..Query::default()
            };
            let right = Operand::Query(Box::new(inner));
            self.query.filter.push(Condition::Compare { left: expr, relation: crate::lexicon::Relation::Equal, right });
        }
        Some(())
    }

    pub(super) fn named(&self, c: Col) -> Col {
        c
    }

    pub(super) fn plain_columns(&mut self) -> Option<()> {
        let draft = self.draft;
        let only_rows = matches!(draft.items.as_slice(), [] | [Item { target: Target::Table(_), aggregate: None, .. }]);
        if let (true, true, Some(place)) = (draft.asks_where, only_rows, self.place_column()) {
            let selected = self.resolver.selected(Expr::Column(place));
            self.query.select.push(selected);
            return Some(());
        }
        if let Some(grain) = draft.asks_grain {
            let column = draft.event.map(|e| e.0).or_else(|| self.resolver.time(grain == crate::form::Grain::Year))?;
            let of = self.schema.reference(column);
            let expr = match grain {
                crate::form::Grain::Day => Expr::Column(of),
                _ => Expr::Bucket { grain, of },
            };
            let selected = self.resolver.selected(expr);
            self.query.select.push(selected);
            return Some(());
        }
        for item in &draft.items {
            match item.target {
                Target::Table(t) => {
                    for col in self.schema.display(t) {
                        let expr = self.schema.expr(col);
                        self.query.select.push(self.resolver.selected(expr));
                    }
                }
                _ => {
                    let expr = self.resolver.expr(item, false)?;
                    self.query.select.push(self.resolver.selected(expr));
                }
            }
        }
        if self.query.select.is_empty() {
            for col in self.schema.display(self.main) {
                let expr = self.schema.expr(col);
                self.query.select.push(self.resolver.selected(expr));
            }
        }
        Some(())
    }

    pub(super) fn listing(&mut self) -> Option<()> {
        let draft = self.draft;
        let whole = draft.all && matches!(draft.items.as_slice(), [] | [Item { target: Target::Table(_), .. }]);
        if !whole {
            self.plain_columns()?;
        }
        self.query.distinct = draft.items.iter().any(|i| i.distinct) || self.lists_kinds();
        self.orders(false)?;
        if draft.sorted && self.query.order.is_empty() {
            let first = self.query.select.first().map(|s| s.expr.clone())?;
            self.query.order.push(Ordering { expr: first, descending: draft.direction.unwrap_or(false) });
        }
        self.query.limit = draft.limit;
        Some(())
    }

    /// One column that many rows share ('which statuses are there') is listed once.
    pub(super) fn lists_kinds(&self) -> bool {
        let [only] = self.query.select.as_slice() else { return false };
        let Expr::Column(reference) = &only.expr else { return false };
        let Some(col) = self.schema.find(reference) else { return false };
        let named = self.schema.display(col.table).contains(&col);
        let repeated = self.schema.column(col).is_some_and(|c| !c.unique);
        !named && repeated && self.schema.kind(col) == ColumnKind::Text && self.draft.keys.is_empty()
    }

    /// 'average number of orders per customer'.
    pub(super) fn average_count(&mut self) -> Option<()> {
        let counted = self.draft.items.iter().find(|i| i.aggregate == Some(Aggregate::Count))?;
        let per = self.draft.groups.iter().find_map(|g| match g {
            Group::Table(t) => Some(*t),
            _ => None,
        })?;
        let left = Box::new(self.resolver.expr(counted, true)?);
        let right = Box::new(Expr::Rows { table: self.schema.table_name(per).to_owned() });
        let expr = Expr::Arithmetic { sign: '/', left, right };
        let selected = self.resolver.selected(expr);
        self.query.select.push(selected);
        Some(())
    }

    /// 'destination airport': of two keys to the airports the one that is called so.
    fn prefer_keys(&mut self, tokens: &[Token]) {
        let said = |c: &&Col| {
            let own = self.schema.tables.get(c.table).map_or(&[][..], |t| t.words.as_slice());
            let words = self.schema.view(**c).map_or(&[][..], |v| v.words.as_slice());
            words.iter().any(|w| w != "id" && !own.contains(w) && tokens.iter().any(|t| t.stem == *w))
        };
        let shared = |c: &&Col| {
            // Words that every parallel key has ('airport') choose nothing.
            let words = self.schema.view(**c).map_or(&[][..], |v| v.words.as_slice());
            let others = self.schema.parallel.iter().filter(|o| o.table == c.table && *o != *c);
            let others: Vec<&String> = others.filter_map(|o| self.schema.view(*o)).flat_map(|v| &v.words).collect();
            words.iter().any(|w| !others.contains(&w) && tokens.iter().any(|t| t.stem == *w))
        };
        let keys = self.schema.parallel.iter().filter(said).filter(shared);
        self.query.prefer = keys.map(|c| self.schema.reference(*c)).collect();
    }

    /// What was named twice is shown once.
    fn once_each(&mut self) {
        let mut seen: Vec<Expr> = Vec::new();
        self.query.select.retain(|s| {
            let new = !seen.contains(&s.expr);
            if new {
                seen.push(s.expr.clone());
            }
            new
        });
        let mut keys: Vec<Expr> = Vec::new();
        self.query.group.retain(|e| {
            let new = !keys.contains(e);
            if new {
                keys.push(e.clone());
            }
            new
        });
    }

    /// Tables that were only mentioned still narrow the rows.
    pub(super) fn context(&mut self) {
        let mut used: Vec<String> =
            self.query.core_tables().into_iter().chain(self.query.filter_tables()).map(str::to_owned).collect();
        used.extend(self.query.filter.iter().filter_map(|c| match c {
            Condition::Related { table, .. } => Some(table.clone()),
            _ => None,
        }));
        if self.draft.share || self.draft.ignores_context {
            return;
        }
        for t in &self.draft.context {
            let name = self.schema.table_name(*t).to_owned();
            if !used.contains(&name) && !self.query.joins.contains(&name) {
                self.query.joins.push(name);
            }
        }
    }

    pub(super) fn note_worth(&mut self) {
        let items = self.draft.items.iter().chain(self.draft.keys.iter().map(|k| &k.item));
        let worth = items.filter_map(|i| if let Target::Worth(t) = i.target { Some(t) } else { None }).next();
        if let Some(expr) = worth.and_then(|t| self.schema.tables.get(t)).and_then(|v| v.worth.as_ref()) {
            self.assumptions.push(format!("revenue read as {}", crate::describe::arithmetic(expr)));
        }
    }
}
