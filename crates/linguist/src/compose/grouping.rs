//! The parts of assembling that group: keys, measures, conditions on groups, and the order of the result.

use super::assemble::Assembler;
use super::draft::{Group, Item, Key, Target};
use super::measures::table_of;
use crate::form::{Condition, Expr, Grain, Operand, Ordering, Query, Selected};
use crate::lexicon::{Aggregate, Relation};
use crate::schema::{Col, ColumnKind};

impl<'a> Assembler<'a> {
    /// 'how much was paid with each method': the amount nobody named.
    pub(super) fn amount(&mut self) -> Option<()> {
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

    /// The expressions that stand for a group, the first ones shown.
    pub fn group_key(&mut self, group: &Group) -> Option<Vec<Expr>> {
        let schema = self.schema;
        Some(match group {
            Group::Column(c) => match self.named(*c) {
                Some(t) => {
                    let display: Vec<Expr> = schema.display(t).into_iter().map(|c| schema.expr(c)).collect();
                    self.add_key(t);
                    display
                }
                None => vec![schema.expr(*c)],
            },
            Group::Table(t) if self.draft.groups_by_key => {
                let key = schema.key_to(self.main, *t).or_else(|| schema.key(*t))?;
                vec![schema.expr(key)]
            }
            Group::Table(t) => {
                let display: Vec<Expr> = schema.display(*t).into_iter().map(|c| schema.expr(c)).collect();
                self.add_key(*t);
                display
            }
            Group::Grain(grain) => match self.draft.event {
                // 'homes sold per quarter' goes by the day of sale.
                Some((col, _)) => vec![Expr::Bucket { grain: *grain, of: schema.reference(col) }],
                None => match self.only_period() {
                    Some(of) => vec![Expr::Bucket { grain: *grain, of }],
                    None => vec![self.resolver.bucket(*grain)?],
                },
            },
        })
    }

    /// 'installations per month in 2025': by the months of the day that has to lie in 2025.
    fn only_period(&self) -> Option<crate::form::ColumnRef> {
        let mut dated = self.query.filter.iter().filter_map(|c| match c {
            Condition::Period { column, .. } => Some(column),
            _ => None,
        });
        // A birthday of those who took the lessons says nothing of when these were.
        let own = |column: &&crate::form::ColumnRef| self.schema.find(column).is_some_and(|c| c.table == self.main);
        let first = dated.next().filter(|_| self.draft.for_people).filter(own)?;
        dated.all(|other| other == first).then(|| first.clone())
    }

    /// Groups by the key as well where two rows may have the same name.
    pub(super) fn add_key(&mut self, t: usize) {
        let display = self.schema.display(t);
        let unique = display.iter().any(|c| self.schema.column(*c).is_some_and(|c| c.unique));
        if let (false, Some(key)) = (unique, self.schema.key(t)) {
            let expr = self.schema.expr(key);
            if !self.query.group.contains(&expr) && !display.contains(&key) {
                self.query.group.push(expr);
            }
        }
    }

    pub(super) fn grouped(&mut self) -> Option<()> {
        let draft = self.draft;
        let mut shown: Vec<Expr> = Vec::new();
        let mut groups = draft.groups.clone();
        if draft.trend && !groups.iter().any(|g| matches!(g, Group::Grain(_))) {
            groups.push(Group::Grain(Grain::Month));
            self.assumptions.push("grouped by month to show development over time".to_owned());
        }
        for group in &groups {
            let named = matches!(group, Group::Table(t) if self.shows_itself(*t));
            for expr in self.group_key(group)?.into_iter().filter(|_| !named) {
                if draft.hides_groups {
                    self.query.group.push(expr);
                } else if !shown.contains(&expr) {
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
        let figure = |k: &Key| k.item.aggregate.is_some() || matches!(k.item.target, Target::Worth(_));
        let keyed = draft.keys.iter().any(figure) || draft.for_people && self.ranks_by_sum();
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
                    // 'which inspector': her name, where the rows only hold her number.
                    for expr in self.group_key(&Group::Column(*c))? {
                        if !shown.contains(&expr) {
                            shown.push(expr);
                        }
                    }
                }
                _ => measures.push(self.resolver.expr(item, true)?),
            }
        }
        // 'countries with more than 2 airports' shows the countries.
        if measures.is_empty() && !keyed && draft.having.is_empty() {
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
        // 'items per supplier' lists those that have some; 'how many does each have' asks about all of them.
        let each = self.resolver.tokens.iter().any(|t| matches!(t.lower.as_str(), "each" | "every"));
        self.query.all_groups = draft.for_people && each;
        self.group_order(&shown, &measures)
    }

    /// 'the product ids and the number of orders for each product': the id stands for the product.
    fn shows_itself(&self, t: usize) -> bool {
        let words = self.schema.tables.get(t).map_or(&[][..], |v| v.words.as_slice());
        self.draft.items.iter().any(|i| match i.target {
            Target::Column(c) if i.aggregate.is_none() && self.schema.kind(c) != ColumnKind::Number => {
                let own = self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
                c.table == t || self.schema.kind(c) == ColumnKind::Key && own.iter().any(|w| words.contains(w))
            }
            _ => false,
        })
    }

    /// Who does it, where only what is done was said: 'who placed the most orders'.
    pub(super) fn doer(&self) -> Option<usize> {
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
        let mut near = vec![measured];
        near.extend(self.schema.parents(measured));
        for p in near.clone() {
            near.extend(self.schema.parents(p));
        }
        let called =
            |t: &&usize, word: &str| self.schema.tables.get(**t).is_some_and(|v| v.words.iter().any(|w| w == word));
        PEOPLE.iter().find_map(|word| near.iter().find(|t| called(t, word)).copied())
    }

    pub(super) fn is_group_column(&self, c: Col, has_measure: bool, groups: &[Group]) -> bool {
        // 'the most common age'.
        let common = self.draft.common.is_some() && groups.is_empty();
        groups.contains(&Group::Column(c)) || has_measure || common || self.schema.kind(c) != ColumnKind::Number
    }

    pub(super) fn having(&mut self) -> Option<()> {
        for (item, relation, n) in &self.draft.having {
            let left = self.resolver.expr(item, true)?;
            self.query.having.push(Condition::Compare { left, relation: *relation, right: Operand::Number(*n) });
        }
        if self.draft.either && self.query.having.len() > 1 {
            self.query.having = vec![Condition::Any(std::mem::take(&mut self.query.having))];
        }
        Some(())
    }

    pub(super) fn group_order(&mut self, shown: &[Expr], measures: &[Expr]) -> Option<()> {
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
            self.query.select.retain(|s| self.draft.shows_common || !s.expr.is_aggregate());
        }
        if self.query.order.is_empty() {
            match shown.iter().find(|e| matches!(e, Expr::Bucket { .. })) {
                Some(bucket) => self.query.order.push(Ordering { expr: bucket.clone(), descending: false }),
                None => {
                    // 'how many each, in increasing order' goes by how many.
                    let descending = self.draft.alphabetical || self.draft.direction.unwrap_or(true);
                    self.query.order.extend(measures.first().map(|m| Ordering { expr: m.clone(), descending }))
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
    pub(super) fn known_only(&mut self, shown: &[Expr]) {
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
                    let summed = grouped && self.draft.for_people && self.schema.kind(col) == ColumnKind::Number;
                    let column = self.schema.expr(col);
                    let usual = self.resolver.usual_aggregate(col);
                    (if summed { Expr::aggregate(usual, column) } else { column }, *descending != against)
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

    /// 'fewer than 3 invoices': who has none has fewer than three.
    fn few(&self) -> bool {
        let counts = |item: &Item| {
            item.aggregate == Some(Aggregate::Count) && matches!(item.target, Target::Table(t) if t != self.main)
        };
        matches!(self.draft.having.as_slice(), [(item, Relation::Less | Relation::LessOrEqual, _)] if counts(item))
            && self.draft.for_people
    }

    /// Rows of the main table whose group satisfies what is said of it; those that have none where few are wanted.
    fn in_groups(&mut self) -> Option<Condition> {
        // 'how many cities have more than 3 airports', where a city is a column of the airports.
        let shared = self.draft.items.iter().find_map(|i| match i.target {
            Target::Column(c) if i.aggregate == Some(Aggregate::Count) && !self.few() => Some(c),
            _ => None,
        });
        let key = shared.or_else(|| self.schema.key(self.main))?;
        let expr = self.schema.expr(key);
        let negated = self.few();
        self.having()?;
        let mut having = std::mem::take(&mut self.query.having);
        if let (true, [Condition::Compare { relation, .. }]) = (negated, having.as_mut_slice()) {
            *relation = relation.negated();
        }
        let inner = Query {
            select: vec![Selected { expr: expr.clone(), alias: None }],
            base: self.query.base.clone(),
            filter: self.said_of_others(),
            group: vec![expr],
            having,
            ..Query::default()
        };
        Some(Condition::InQuery { column: self.schema.reference(key), query: Box::new(inner), negated })
    }

    /// 'more than 5 orders in 2026': the year is about the orders that are counted.
    fn said_of_others(&mut self) -> Vec<Condition> {
        let own = |c: &Condition| {
            let mut tables = Vec::new();
            c.tables(&mut tables);
            tables.iter().all(|t| *t == self.query.base)
        };
        let (own, others) = std::mem::take(&mut self.query.filter).into_iter().partition(own);
        self.query.filter = own;
        others
    }

    /// 'customers with more than 5 orders'.
    pub(super) fn entities_having(&mut self) -> Option<()> {
        if self.few() {
            let condition = self.in_groups()?;
            self.query.filter.push(condition);
            self.plain_columns()?;
            self.query.limit = self.draft.limit;
            return Some(());
        }
        self.plain_columns()?;
        self.query.group = self.query.select.iter().map(|s| s.expr.clone()).collect();
        // The key belongs to the group where the row itself is meant, not one of its properties.
        let rows = self.draft.items.iter().filter_map(|i| match i.target {
            Target::Column(c) => self.schema.display(c.table).contains(&c).then_some(c.table),
            _ => table_of(i),
        });
        let tables: Vec<usize> = rows.collect();
        for t in tables {
            self.add_key(t);
        }
        self.having()?;
        self.orders(true)?;
        if self.draft.sorted && self.query.order.is_empty() {
            // 'colleges with at least two players in alphabetical order'.
            let expr = self.query.select.first().map(|s| s.expr.clone())?;
            self.query.order.push(Ordering { expr, descending: self.draft.direction.unwrap_or(false) });
        }
        self.query.limit = self.draft.limit;
        Some(())
    }

    /// 'how many customers have more than 5 orders'.
    pub(super) fn count_having(&mut self) -> Option<()> {
        let condition = self.in_groups()?;
        self.query.filter.push(condition);
        self.figures()
    }
}
