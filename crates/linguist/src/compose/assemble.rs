//! From a draft to a query form: which table it is about, what is grouped, what is shown, in which order.

use super::draft::{Ask, Draft, Filter, Group, Item, Key, Pending, Target};
use super::measures::{Resolver, adjusted, table_of};
use crate::dates::Period;
use crate::form::{Condition, Expr, Operand, Ordering, Query, Selected};
use crate::join::JoinGraph;
use crate::lexicon::Aggregate;
use crate::schema::{Col, ColumnKind, Schema};
use crate::tokens::Token;

pub struct Assembled {
    pub query: Query,
    pub assumptions: Vec<String>,
}

pub fn assemble(draft: &Draft, schema: &Schema, graph: &JoinGraph, tokens: &[Token]) -> Option<Assembled> {
    let main = main_table(draft, schema, graph)?;
    let resolver = Resolver::new(schema, graph, tokens, draft, main);
    let mut assembler = Assembler::new(draft, schema, resolver, main);
    assembler.filters()?;
    assembler.body()?;
    assembler.context();
    assembler.note_worth();
    Some(Assembled { query: assembler.query, assumptions: assembler.assumptions })
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

    pub(super) fn condition(&self, pending: &Pending) -> Option<Condition> {
        Some(match pending {
            Pending::Ready(condition) => condition.clone(),
            Pending::Time { range, column, near } => {
                let near = near.and_then(|t| self.schema.time(t)).filter(|_| !self.draft.compare);
                let column = column.or(near).or_else(|| self.resolver.time(range.years_only))?;
                let column = self.schema.reference(column);
                let one = |p: &Period| Condition::Period {
                    column: column.clone(),
                    from: p.from.map(|d| d.to_string()),
                    to: p.to.map(|d| d.to_string()),
                };
                match range.periods.as_slice() {
                    [only] => one(only),
                    several => Condition::Any(several.iter().map(one).collect()),
                }
            }
            Pending::Hinted { adjective, relation, number } => {
                let (col, against) = self.resolver.hinted(adjective)?;
                let relation = adjusted(*relation, against);
                Condition::Compare { left: self.schema.expr(col), relation, right: Operand::Number(*number) }
            }
            Pending::Loose { relation, number } => {
                let age = self.schema.numeric_with(self.main, &["age"]);
                let col = age.or_else(|| self.resolver.only_number(self.main))?;
                Condition::Compare { left: self.schema.expr(col), relation: *relation, right: Operand::Number(*number) }
            }
            Pending::Absent { table } => Condition::Related {
                of: self.schema.table_name(self.subject(*table)?).to_owned(),
                table: self.schema.table_name(*table).to_owned(),
                when: Vec::new(),
                negated: true,
            },
            Pending::Average { column, relation, function } => {
                let expr = self.schema.expr(*column);
                let inner = Query {
                    select: vec![Selected { expr: Expr::aggregate(*function, expr.clone()), alias: None }],
                    base: self.schema.table_name(column.table).to_owned(),
                    ..Query::default()
                };
                Condition::Compare { left: expr, relation: *relation, right: Operand::Query(Box::new(inner)) }
            }
            Pending::Named { pattern, negated, like } => {
                let column = self.schema.reference(*self.schema.display(self.main).first()?);
                if *like {
                    Condition::Like { column, pattern: pattern.clone(), negated: *negated }
                } else {
                    Condition::OneOf { column, values: vec![Operand::Text(pattern.clone())], negated: *negated }
                }
            }
            Pending::Numbered { table, number } => {
                let key = self.schema.key(*table)?;
                let text = self.schema.column(key)?.data_type.is_text();
                let value = if text { Operand::Text(crate::write::number(*number)) } else { Operand::Number(*number) };
                Condition::OneOf { column: self.schema.reference(key), values: vec![value], negated: false }
            }
        })
    }

    /// Whose rows lack something: the table asked about, unless that is the absent one itself.
    pub(super) fn subject(&self, absent: usize) -> Option<usize> {
        std::iter::once(self.main).chain(self.draft.context.iter().copied()).find(|t| *t != absent)
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
        for item in draft.items.iter().filter(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_))) {
            let expr = self.resolver.expr(item, false)?;
            let selected = self.resolver.selected(expr);
            self.query.select.push(selected);
        }
        Some(())
    }

    pub(super) fn named(&self, c: Col) -> Col {
        c
    }

    pub(super) fn plain_columns(&mut self) -> Option<()> {
        let draft = self.draft;
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
        let whole = draft.all && matches!(draft.items.as_slice(), [Item { target: Target::Table(_), .. }]);
        if !whole {
            self.plain_columns()?;
        }
        self.query.distinct = draft.items.iter().any(|i| i.distinct) || self.lists_kinds();
        self.orders(false)?;
        if draft.sorted && self.query.order.is_empty() {
            let first = self.query.select.first().map(|s| s.expr.clone())?;
            self.query.order.push(Ordering { expr: first, descending: false });
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

    /// Tables that were only mentioned still narrow the rows.
    pub(super) fn context(&mut self) {
        let used: Vec<String> =
            self.query.core_tables().into_iter().chain(self.query.filter_tables()).map(str::to_owned).collect();
        if self.draft.share {
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
