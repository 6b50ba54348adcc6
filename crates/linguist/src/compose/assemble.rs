//! From a draft to a query form: which table it is about, what is grouped, what is shown, in which order.

use super::draft::{Ask, Draft, Filter, Group, Item, Key, Pending, Target};
use super::measures::{Resolver, adjusted, table_of};
use crate::dates::Period;
use crate::form::{Condition, Expr, Grain, Operand, Ordering, Query, Selected};
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
    draft: &'a Draft,
    schema: &'a Schema,
    pub resolver: Resolver<'a>,
    pub query: Query,
    assumptions: Vec<String>,
    main: usize,
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
    fn absorb(&mut self) {
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
    fn event(&mut self) {
        let Some((col, false)) = self.draft.event else { return };
        let nullable = self.schema.column(col).is_some_and(|c| c.nullable && c.null_count != Some(0));
        if nullable {
            let column = self.schema.reference(col);
            self.query.filter.push(Condition::Null { column, negated: true });
        }
    }

    fn condition(&self, pending: &Pending) -> Option<Condition> {
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
    fn subject(&self, absent: usize) -> Option<usize> {
        std::iter::once(self.main).chain(self.draft.context.iter().copied()).find(|t| *t != absent)
    }

    fn body(&mut self) -> Option<()> {
        let draft = self.draft;
        if draft.ask == Ask::YesNo && draft.items.iter().all(|i| i.aggregate.is_none()) {
            self.query.yes_no = true;
            return Some(());
        }
        if let (true, Some(key)) = (draft.asks_when, draft.keys.first()) {
            if let Target::Hinted(adjective) = key.item.target {
                let (col, _) = self.resolver.hinted(adjective)?;
                let function = if key.descending { Aggregate::Max } else { Aggregate::Min };
                let selected = self.resolver.selected(Expr::aggregate(function, self.schema.expr(col)));
                self.query.select.push(selected);
                return Some(());
            }
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
    fn per_unit(&self) -> bool {
        let average = |i: &Item| i.aggregate == Some(Aggregate::Average) && matches!(i.target, Target::Worth(_));
        matches!(self.draft.items.as_slice(), [only] if average(only))
            && matches!(self.draft.groups.as_slice(), [Group::Table(_)])
    }

    fn ratio(&mut self) -> Option<()> {
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

    /// 'how much was paid with each method': the amount nobody named.
    fn amount(&mut self) -> Option<()> {
        let tables = std::iter::once(self.main)
            .chain(self.draft.context.iter().copied())
            .chain(self.draft.event.map(|e| e.0.table));
        let tables: Vec<usize> = tables.collect();
        let column = tables.iter().find_map(|t| self.resolver.how_much(*t))?;
        let named = self.draft.items.iter().find_map(|i| match i.target {
            Target::Column(c) if self.schema.kind(c) == ColumnKind::Number => Some(c),
            _ => None,
        });
        let column = named.unwrap_or(column);
        let expr = Expr::aggregate(Aggregate::Sum, self.schema.expr(column));
        let mut shown = Vec::new();
        for group in &self.draft.groups.clone() {
            shown.extend(self.group_key(group)?);
        }
        self.query.group.extend(shown.iter().cloned());
        for e in shown.iter().chain([&expr]) {
            self.query.select.push(self.resolver.selected(e.clone()));
        }
        if shown.is_empty() { Some(()) } else { self.group_order(&shown, &[expr]) }
    }

    fn is_plain(&self, item: &Item) -> bool {
        item.aggregate.is_none() && !matches!(item.target, Target::Worth(_))
    }

    /// 'the name and age of each customer' lists, it does not group.
    fn is_listing(&self) -> bool {
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
    fn ranks_itself(&self) -> bool {
        let own = |k: &Key| {
            matches!(k.item.target, Target::Column(c) if c.table == self.main)
                && k.item.aggregate == Some(Aggregate::Sum)
        };
        let table = matches!(self.draft.items.as_slice(), [Item { target: Target::Table(_), .. }]);
        table && !self.draft.keys.is_empty() && self.draft.keys.iter().all(own) && self.draft.aggregate_words == 0
    }

    /// 'top 5 customers by amount': the amounts lie in another table, several to a customer.
    fn ranks_by_sum(&self) -> bool {
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
    fn has_group_items(&self) -> bool {
        let own = |t: usize| {
            self.draft.items.iter().filter(|i| !self.is_plain(i)).all(|i| matches!(i.target, Target::Column(c) if c.table == t) && i.aggregate != Some(Aggregate::Count))
        };
        self.draft.items.iter().any(|i| self.is_plain(i) && !matches!(i.target, Target::Table(t) if own(t)))
    }

    fn figures(&mut self) -> Option<()> {
        let draft = self.draft;
        for item in draft.items.iter().filter(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_))) {
            let expr = self.resolver.expr(item, false)?;
            let selected = self.resolver.selected(expr);
            self.query.select.push(selected);
        }
        Some(())
    }

    /// The expressions that stand for a group, the first ones shown.
    pub fn group_key(&mut self, group: &Group) -> Option<Vec<Expr>> {
        let schema = self.schema;
        Some(match group {
            Group::Column(c) => {
                // An id of another table is shown by that table's name.
                vec![schema.expr(self.named(*c))]
            }
            Group::Table(t) => {
                let display: Vec<Expr> = schema.display(*t).into_iter().map(|c| schema.expr(c)).collect();
                self.add_key(*t);
                display
            }
            Group::Grain(grain) => match self.draft.event {
                // 'homes sold per quarter' goes by the day of sale.
                Some((col, _)) => vec![Expr::Bucket { grain: *grain, of: schema.reference(col) }],
                None => vec![self.resolver.bucket(*grain)?],
            },
        })
    }

    fn named(&self, c: Col) -> Col {
        c
    }

    /// Groups by the key as well where two rows may have the same name.
    fn add_key(&mut self, t: usize) {
        let display = self.schema.display(t);
        let unique = display.iter().any(|c| self.schema.column(*c).is_some_and(|c| c.unique));
        if let (false, Some(key)) = (unique, self.schema.key(t)) {
            let expr = self.schema.expr(key);
            if !self.query.group.contains(&expr) && !display.contains(&key) {
                self.query.group.push(expr);
            }
        }
    }

    fn grouped(&mut self) -> Option<()> {
        let draft = self.draft;
        let mut shown: Vec<Expr> = Vec::new();
        let mut groups = draft.groups.clone();
        if draft.trend && !groups.iter().any(|g| matches!(g, Group::Grain(_))) {
            groups.push(Group::Grain(Grain::Month));
            self.assumptions.push("grouped by month to show development over time".to_owned());
        }
        for group in &groups {
            for expr in self.group_key(group)? {
                if !shown.contains(&expr) {
                    shown.push(expr);
                }
            }
        }
        if groups.is_empty() && draft.items.is_empty() {
            groups.extend(self.doer().map(Group::Table));
            if let Some(Group::Table(t)) = groups.first() {
                for expr in self.group_key(&Group::Table(*t))? {
                    shown.push(expr);
                }
            }
        }
        if draft.compare && groups.is_empty() {
            let compared = self.query.filter.iter().find_map(|c| match c {
                Condition::OneOf { column, values, .. } if values.len() > 1 => Some(Expr::Column(column.clone())),
                _ => None,
            });
            shown.extend(compared);
        }
        let keyed = draft.keys.iter().any(|k| k.item.aggregate.is_some() || matches!(k.item.target, Target::Worth(_)));
        let has_measure = keyed || draft.items.iter().any(|i| !self.is_plain(i));
        let mut measures: Vec<Expr> = Vec::new();
        for item in &draft.items {
            match (&item.target, self.is_plain(item)) {
                (Target::Table(t), true) if has_measure || groups.is_empty() => {
                    if groups.iter().any(|g| matches!(g, Group::Grain(_))) {
                        continue;
                    }
                    let display: Vec<Expr> = self.schema.display(*t).into_iter().map(|c| self.schema.expr(c)).collect();
                    self.add_key(*t);
                    shown.extend(display.into_iter().filter(|e| !shown.contains(e)).collect::<Vec<_>>());
                }
                (Target::Table(t), true) => measures.push(Expr::Rows { table: self.schema.table_name(*t).to_owned() }),
                (Target::Column(c), true) if self.is_group_column(*c, has_measure, &groups) => {
                    let expr = self.schema.expr(*c);
                    if !shown.contains(&expr) {
                        shown.push(expr);
                    }
                }
                _ => measures.push(self.resolver.expr(item, true)?),
            }
        }
        if measures.is_empty() && !keyed {
            let counted =
                draft.context.iter().copied().find(|t| !draft.groups.contains(&Group::Table(*t))).unwrap_or(self.main);
            measures.push(Expr::Rows { table: self.schema.table_name(counted).to_owned() });
        }
        if shown.is_empty() {
            return self.figures();
        }
        // Keys were added first; what is shown is grouped too.
        self.query.group.extend(shown.iter().cloned());
        for expr in shown.iter().chain(&measures) {
            let selected = self.resolver.selected(expr.clone());
            self.query.select.push(selected);
        }
        self.having()?;
        self.group_order(&shown, &measures)
    }

    /// Who does it, where only what is done was said: 'who placed the most orders'.
    fn doer(&self) -> Option<usize> {
        const PEOPLE: [&str; 22] = [
            "customer",
            "client",
            "user",
            "employe",
            "student",
            "person",
            "patient",
            "doctor",
            "author",
            "member",
            "driver",
            "player",
            "teacher",
            "agent",
            "seller",
            "artist",
            "physician",
            "staff",
            "actor",
            "owner",
            "buyer",
            "pilot",
        ];
        let measured = self.draft.keys.iter().find_map(|k| table_of(&k.item))?;
        let mut near = self.schema.parents(measured);
        for p in near.clone() {
            near.extend(self.schema.parents(p));
        }
        let called = |t: &&usize, word: &str| self.schema.tables.get(**t).is_some_and(|v| v.words.iter().any(|w| w == word));
        PEOPLE.iter().find_map(|word| near.iter().find(|t| called(t, word)).copied())
    }

    fn is_group_column(&self, c: Col, has_measure: bool, groups: &[Group]) -> bool {
        groups.contains(&Group::Column(c)) || has_measure || self.schema.kind(c) != ColumnKind::Number
    }

    fn having(&mut self) -> Option<()> {
        for (item, relation, n) in &self.draft.having {
            let left = self.resolver.expr(item, true)?;
            self.query.having.push(Condition::Compare { left, relation: *relation, right: Operand::Number(*n) });
        }
        Some(())
    }

    fn group_order(&mut self, shown: &[Expr], measures: &[Expr]) -> Option<()> {
        self.orders(true)?;
        if let Some(up) = self.draft.common {
            match self.query.order.first_mut() {
                Some(order) => order.descending = up,
                None => {
                    let expr = measures.first().cloned()?;
                    self.query.order.push(Ordering { expr, descending: up });
                }
            }
            self.query.limit = self.draft.limit.or(Some(1));
            self.query.select.retain(|s| !s.expr.is_aggregate());
        }
        if self.query.order.is_empty() {
            match shown.iter().find(|e| matches!(e, Expr::Bucket { .. })) {
                Some(bucket) => self.query.order.push(Ordering { expr: bucket.clone(), descending: false }),
                None => {
                    self.query.order.extend(measures.first().map(|m| Ordering { expr: m.clone(), descending: true }))
                }
            }
        }
        // Equal figures come in the order of their names.
        for expr in shown {
            if !self.query.order.iter().any(|o| o.expr == *expr) {
                self.query.order.push(Ordering { expr: expr.clone(), descending: false });
            }
        }
        self.query.limit = self.query.limit.or(self.draft.limit);
        if self.query.limit.is_some() {
            self.known_only(shown);
        }
        Some(())
    }

    /// Nothing without a name wins a ranking.
    fn known_only(&mut self, shown: &[Expr]) {
        for expr in shown {
            let Expr::Column(column) = expr else { continue };
            let nulls = self
                .schema
                .find(column)
                .and_then(|c| self.schema.column(c))
                .is_some_and(|c| c.null_count.is_some_and(|n| n > 0));
            let filtered =
                self.query.filter.iter().any(|c| matches!(c, Condition::OneOf { column: same, .. } if same == column));
            if nulls && !filtered {
                self.query.filter.push(Condition::Null { column: column.clone(), negated: true });
            }
        }
    }

    pub fn orders(&mut self, grouped: bool) -> Option<()> {
        for Key { item, descending } in &self.draft.keys {
            let (expr, descending) = match item.target {
                Target::Hinted(adjective) => {
                    let (col, against) = self.resolver.hinted(adjective)?;
                    (self.schema.expr(col), *descending != against)
                }
                Target::Column(c) if !grouped => (self.schema.expr(c), *descending),
                _ => (self.resolver.expr(item, grouped)?, *descending),
            };
            let expr = match expr {
                Expr::Rows { .. } if !grouped => return None,
                other => other,
            };
            self.query.order.push(Ordering { expr, descending });
        }
        Some(())
    }

    /// 'customers with more than 5 orders'.
    fn entities_having(&mut self) -> Option<()> {
        self.plain_columns()?;
        self.query.group = self.query.select.iter().map(|s| s.expr.clone()).collect();
        let tables: Vec<usize> = self.draft.items.iter().filter_map(table_of).collect();
        for t in tables {
            self.add_key(t);
        }
        self.having()?;
        self.orders(true)?;
        self.query.limit = self.draft.limit;
        Some(())
    }

    /// 'how many customers have more than 5 orders'.
    fn count_having(&mut self) -> Option<()> {
        let key = self.schema.key(self.main)?;
        let key_expr = self.schema.expr(key);
        let mut inner = Query {
            select: vec![Selected { expr: key_expr.clone(), alias: None }],
            base: self.query.base.clone(),
            group: vec![key_expr],
            ..Query::default()
        };
        self.having()?;
        inner.having = std::mem::take(&mut self.query.having);
        let column = self.schema.reference(key);
        self.query.filter.push(Condition::InQuery { column, query: Box::new(inner), negated: false });
        self.figures()
    }

    fn plain_columns(&mut self) -> Option<()> {
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

    fn listing(&mut self) -> Option<()> {
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
    fn lists_kinds(&self) -> bool {
        let [only] = self.query.select.as_slice() else { return false };
        let Expr::Column(reference) = &only.expr else { return false };
        let Some(col) = self.schema.find(reference) else { return false };
        let named = self.schema.display(col.table).contains(&col);
        let repeated = self.schema.column(col).is_some_and(|c| !c.unique);
        !named && repeated && self.schema.kind(col) == ColumnKind::Text && self.draft.keys.is_empty()
    }

    /// 'average number of orders per customer'.
    fn average_count(&mut self) -> Option<()> {
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

    fn share(&mut self) -> Option<()> {
        let draft = self.draft;
        let measure = draft.items.iter().find(|i| !matches!(i.target, Target::Table(_)));
        let worth = measure.map(|m| self.resolver.expr(m, true)).unwrap_or(None).filter(Expr::is_aggregate);
        if !draft.groups.is_empty() {
            let of = worth.unwrap_or_else(|| Expr::Rows { table: self.query.base.clone() });
            let mut shown = Vec::new();
            for group in &draft.groups.clone() {
                shown.extend(self.group_key(group)?);
            }
            let share = Expr::ShareOfTotal { of: Box::new(of) };
            self.query.group.extend(shown.iter().cloned());
            for expr in shown.iter().chain([&share]) {
                self.query.select.push(self.resolver.selected(expr.clone()));
            }
            return self.group_order(&shown, &[share]);
        }
        // Times narrow the whole, everything else is the part.
        let (whole, mut when): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.query.filter).into_iter().partition(|c| matches!(c, Condition::Period { .. }));
        self.query.filter = whole;
        for t in draft.context.iter().filter(|t| **t != self.main) {
            when.push(Condition::Related {
                of: self.query.base.clone(),
                table: self.schema.table_name(*t).to_owned(),
                when: Vec::new(),
                negated: false,
            });
        }
        if when.is_empty() {
            return None;
        }
        let expr = match worth {
            Some(Expr::Aggregate { function: Aggregate::Sum, of, .. }) => Expr::ShareOfSum { of, when },
            _ => Expr::ShareOfRows { table: self.query.base.clone(), when },
        };
        let selected = self.resolver.selected(expr);
        self.query.select.push(selected);
        Some(())
    }

    /// Tables that were only mentioned still narrow the rows.
    fn context(&mut self) {
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

    fn note_worth(&mut self) {
        let items = self.draft.items.iter().chain(self.draft.keys.iter().map(|k| &k.item));
        let worth = items.filter_map(|i| if let Target::Worth(t) = i.target { Some(t) } else { None }).next();
        if let Some(expr) = worth.and_then(|t| self.schema.tables.get(t)).and_then(|v| v.worth.as_ref()) {
            self.assumptions.push(format!("revenue read as {}", crate::describe::arithmetic(expr)));
        }
    }
}
