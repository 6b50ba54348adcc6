//! The parts of assembling that do not group: figures over all rows, lists of rows, and what tells them apart.

use super::assemble::Assembler;
use super::draft::{Group, Item, Key, Target};
use crate::form::{Condition, Expr, Operand, Ordering, Query, Selected};
use crate::lexicon::Aggregate;
use crate::schema::{Col, ColumnKind};

impl Assembler<'_> {
    /// 'the ages of the oldest and the youngest student': two figures, not one row by two orders.
    pub(super) fn both_ends(&mut self) -> Option<Vec<Selected>> {
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

    /// 'the highest paid doctor in each department': of each department's doctors the one, or those who share it.
    pub(super) fn best_of_each(&self) -> Option<Condition> {
        let ([key], [group], true) = (self.draft.keys.as_slice(), self.draft.groups.as_slice(), self.draft.for_people)
        else {
            return None;
        };
        let (column, against) = match (&key.item.target, key.item.aggregate) {
            (Target::Column(c), None) => (*c, false),
            (Target::Hinted(adjective), None) => self.resolver.hinted(adjective)?,
            _ => return None,
        };
        let by = match group {
            Group::Table(t) => self.schema.key_to(column.table, *t)?,
            Group::Column(c) if c.table == column.table => *c,
            _ => return None,
        };
        let plain = |i: &Item| i.aggregate.is_none() && super::measures::table_of(i) == Some(column.table);
        let named = !self.draft.items.is_empty() && self.draft.items.iter().all(plain);
        (named && self.draft.limit == Some(1) && self.draft.skip.is_none() && !self.draft.sorted).then(|| {
            Condition::Best {
                column: self.schema.reference(column),
                by: self.schema.reference(by),
                descending: key.descending != against,
            }
        })
    }

    pub(super) fn show_best(&mut self, condition: Condition) -> Option<()> {
        let mut shown = Vec::new();
        for group in &self.draft.groups.clone() {
            shown.extend(self.group_key(group)?);
        }
        self.query.group.clear();
        self.query.select = shown.iter().map(|e| self.resolver.selected(e.clone())).collect();
        self.plain_columns()?;
        if let Condition::Best { column, .. } = &condition {
            self.query.select.push(self.resolver.selected(Expr::Column(column.clone())));
        }
        self.query.filter.push(condition);
        self.query.order = shown.into_iter().map(|expr| Ordering { expr, descending: false }).collect();
        Some(())
    }

    /// 'the best selling event in each city', 'the 3 customers with the most orders per region'.
    pub(super) fn ranks_within(&self) -> bool {
        let draft = self.draft;
        let [group] = draft.groups.as_slice() else { return false };
        let key = match draft.keys.as_slice() {
            [key] => Some(key),
            // 'the most common channel per plan'.
            [] if draft.common.is_some() => None,
            _ => return false,
        };
        let thing = match draft.items.as_slice() {
            [Item { aggregate: None, target: Target::Table(t), .. }] => Some(*t),
            [Item { aggregate: None, target: Target::Column(c), .. }] if self.schema.kind(*c) == ColumnKind::Text => {
                Some(c.table)
            }
            _ => None,
        };
        let itself = matches!((group, thing), (Group::Table(g), Some(t)) if *g == t);
        let counts_itself = key.is_some_and(|key| {
            key.item.aggregate.is_some() && thing.is_some_and(|t| key.item.target == Target::Table(t))
        });
        draft.for_people
            && draft.each
            && thing.is_some()
            && !itself
            && !counts_itself
            && (draft.limit.is_some() || draft.common.is_some())
            && draft.skip.is_none()
            && (!draft.sorted || draft.common.is_some())
            && draft.having.is_empty()
            && !draft.share
            && !draft.average_count
    }

    fn lists_a_kind(&self) -> bool {
        let repeats = |c: &Col| self.schema.column(*c).is_some_and(|c| !c.unique);
        match self.draft.items.as_slice() {
            [Item { target: Target::Column(c), .. }] => repeats(c),
            [Item { target: Target::Table(t), .. }] => {
                self.schema.key(*t).is_none() && self.schema.display(*t).iter().all(repeats)
            }
            _ => false,
        }
    }

    pub(super) fn top_of_each(&mut self) -> Option<()> {
        let (figure, descending) = match self.draft.keys.first().map(|key| (key, &key.item.target)) {
            None => (Expr::Rows { table: self.query.base.clone() }, self.draft.common?),
            Some((key, Target::Hinted(adjective))) => {
                let (column, against) = self.resolver.hinted(adjective)?;
                (self.schema.expr(column), key.descending != against)
            }
            // One of many rows of a kind is ranked by what they come to.
            Some((key, _)) => {
                (self.resolver.expr(&key.item, key.item.aggregate.is_some() || self.lists_a_kind())?, key.descending)
            }
        };
        let mut within = Vec::new();
        let known = self.query.group.len();
        for group in &self.draft.groups.clone() {
            within.extend(self.group_key(group)?);
        }
        // Two clients of one name have their own three each.
        let keys: Vec<Expr> = self.query.group.iter().skip(known).cloned().collect();
        let mut shown = within.clone();
        for item in &self.draft.items.clone() {
            match item.target {
                Target::Table(t) => {
                    self.add_key(t);
                    shown.extend(self.schema.display(t).into_iter().map(|c| self.schema.expr(c)));
                }
                Target::Column(c) => shown.push(self.schema.expr(c)),
                _ => return None,
            }
        }
        if figure.is_aggregate() {
            self.query.group.extend(shown.iter().cloned());
        } else {
            self.query.group.clear();
        }
        for expr in shown.iter().chain([&figure]) {
            let selected = self.resolver.selected(expr.clone());
            self.query.select.push(selected);
        }
        self.known_only(&within);
        self.query.order.push(Ordering { expr: figure, descending });
        self.query.limit = self.draft.limit.or(Some(1));
        self.query.within = within.into_iter().chain(keys).collect();
        Some(())
    }

    /// 'average revenue per order' divides one sum by a count.
    pub(super) fn per_unit(&self) -> bool {
        let average = |i: &Item| i.aggregate == Some(Aggregate::Average) && matches!(i.target, Target::Worth(_));
        // 'average order value by store' is what an order is worth, for each store.
        let row = |t: &usize| self.draft.groups.first() != Some(&Group::Table(*t)) && self.resolver.mentions(*t);
        let of_row = self.draft.for_people
            && matches!(self.draft.items.as_slice(), [Item { target: Target::Worth(t), .. }] if self.schema.parents(*t).iter().any(row));
        matches!(self.draft.items.as_slice(), [only] if average(only))
            && matches!(self.draft.groups.as_slice(), [Group::Table(_)])
            && !of_row
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
            && draft.common.is_none()
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
        // 'the model with the least RAM' as public question sets write it: the row, where it is a row that is named.
        let row = |i: &Item| matches!(i.target, Target::Column(c) if i.aggregate.is_none() && c.table == self.main);
        let named = self.draft.items.iter().any(|i| match i.target {
            Target::Column(c) => {
                let view = self.schema.tables.get(c.table);
                view.is_some_and(|v| v.name_columns.contains(&c.column))
                    || self.schema.column(c).is_some_and(|c| c.unique)
            }
            _ => false,
        });
        let rows = !self.draft.for_people && named && self.draft.items.iter().all(row);
        (table || rows)
            && !self.draft.keys.is_empty()
            && self.draft.keys.iter().all(own)
            && self.draft.aggregate_words == 0
    }

    /// 'top 5 customers by amount': the amounts lie in another table, several to a customer.
    pub(super) fn ranks_by_sum(&self) -> bool {
        let kinds = matches!(self.draft.items.as_slice(), [Item { target: Target::Column(c), aggregate: None, .. }]
            if self.schema.is_kind(*c) && self.schema.column(*c).is_some_and(|c| !c.unique));
        self.draft.keys.iter().any(|k| match k.item.target {
            Target::Column(c) if c.table == self.main && self.ranks_days() => {
                self.schema.kind(c) == ColumnKind::Number && self.resolver.usual_aggregate(c) == Aggregate::Sum
            }
            Target::Hinted(adjective) => self.sells_best(adjective),
            Target::Column(c) if c.table == self.main && kinds && self.draft.limit.is_some_and(|n| n > 1) => {
                self.draft.for_people
                    && self.schema.kind(c) == ColumnKind::Number
                    && self.resolver.usual_aggregate(c) == Aggregate::Sum
            }
            // 'in order of the age of the host' sorts the list as it is.
            Target::Column(_) if self.draft.sorted && !self.draft.for_people => false,
            Target::Column(c) if c.table != self.main && self.draft.limit != Some(1) => {
                let path = self.resolver.graph.path(&[self.main], c.table);
                path.is_some_and(|p| p.iter().any(|s| s.edge.to_many))
            }
            _ => false,
        })
    }

    /// 'the top 3 days by conversions': what happened on one day is added up first.
    fn ranks_days(&self) -> bool {
        let day = matches!(self.draft.items.as_slice(), [Item { target: Target::Column(c), aggregate: None, .. }]
            if self.schema.kind(*c) == ColumnKind::Time && self.schema.column(*c).is_some_and(|c| !c.unique));
        let listed = |w: &str| matches!(w, "sorted" | "ordered" | "order" | "sort");
        let sorted = self.draft.sorted && self.resolver.tokens.iter().any(|t| listed(&t.lower));
        day && self.draft.for_people && self.draft.limit.is_some() && !sorted
    }

    /// 'the best selling item' where items are lines of orders: what all lines of one name sold.
    fn sells_best(&self, adjective: &crate::lexicon::Adjective) -> bool {
        let own = self.resolver.hinted(adjective).map(|(c, _)| c).filter(|c| c.table == self.main);
        let summed = own.is_some_and(|c| self.schema.kind(c) == ColumnKind::Number);
        let lines = self.draft.for_people && self.draft.limit.is_some() && !self.draft.sorted && self.lists_a_kind();
        lines && summed && adjective.measures("quantity")
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
            // A member without loans is a member.
            self.query.all_groups |= draft.for_people && matches!(item.target, Target::Per(..));
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

    /// People who say 'per doctor' want names, also where a row only holds the doctor's number.
    pub(super) fn named(&self, c: Col) -> Option<usize> {
        let says_id = self.says_id();
        // 'OSL' is what people call the airport themselves.
        let code = self.schema.column(c).is_some_and(|c| c.data_type.is_text());
        let parent = self.schema.points_at(c).filter(|t| *t != c.table && self.draft.for_people && !says_id)?;
        (!code || self.resolver.mentions(parent)).then_some(parent)
    }

    fn says_id(&self) -> bool {
        self.resolver.tokens.iter().any(|t| matches!(t.lower.as_str(), "id" | "ids" | "number" | "code"))
    }

    /// 'with origin and destination': the names of the two depots, not their numbers.
    fn other_row(&self, item: &Item) -> Option<Expr> {
        let Target::Column(key) = item.target else { return None };
        let fellow = self.schema.self_key(key).filter(|_| self.draft.for_people && !self.says_id()).map(|to| to.table);
        // 'who is the lead lawyer': her name, not her number.
        let asked = self.draft.asks_who || self.schema.parallel.contains(&key);
        let other = self.named(key).filter(|_| asked);
        let pointed = other.or(fellow).filter(|_| item.aggregate.is_none())?;
        let (to, name) = (self.schema.key_target(key)?, *self.schema.display(pointed).first()?);
        let [key, to, name] = [key, to, name].map(|c| self.schema.reference(c));
        Some(Expr::Lookup { key, to, name })
    }

    pub(super) fn plain_columns(&mut self) -> Option<()> {
        let draft = self.draft;
        let only_rows = matches!(draft.items.as_slice(), [] | [Item { target: Target::Table(_), aggregate: None, .. }]);
        if let (true, true, Some(place)) = (draft.asks_where, only_rows, self.place_column()) {
            let selected = self.resolver.selected(Expr::Column(place));
            self.query.select.push(selected);
            return Some(());
        }
        if draft.asks_where && draft.items.is_empty() && self.schema.for_people {
            // Nothing says where: anything else would be no answer.
            return None;
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
                    let expr = self.other_row(item).or_else(|| self.resolver.expr(item, false))?;
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
        let nameless =
            |t: usize| self.schema.tables.get(t).is_some_and(|v| v.name_columns.is_empty() && v.key.is_none());
        let bare =
            matches!(draft.items.as_slice(), [Item { target: Target::Table(t), aggregate: None, .. }] if nameless(*t));
        let whole = (draft.all || draft.for_people && bare)
            && matches!(draft.items.as_slice(), [] | [Item { target: Target::Table(_), .. }]);
        if !whole {
            self.plain_columns()?;
        }
        self.query.distinct = draft.items.iter().any(|i| i.distinct) || self.lists_kinds();
        self.without_blanks();
        self.orders(false)?;
        if draft.sorted && self.query.order.is_empty() {
            let shown = || self.query.select.iter().map(|s| &s.expr);
            // 'the peaks and how high they are, highest first'.
            let extreme = |t: &crate::tokens::Token| {
                matches!(t.lower.as_str(), "highest" | "largest" | "lowest" | "smallest" | "biggest")
            };
            let by_figure = self.resolver.tokens.iter().any(extreme);
            let figure = |e: &&Expr| matches!(e, Expr::Column(c) if self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Number));
            let first = shown().rev().find(figure).filter(|_| by_figure).or(shown().next()).cloned()?;
            self.query.order.push(Ordering { expr: first, descending: draft.direction.unwrap_or(false) });
        }
        self.query.limit = draft.limit;
        Some(())
    }

    /// 'drivers of the Freiburg depot': a blank is none of them.
    fn without_blanks(&mut self) {
        let [only] = self.query.select.as_slice() else { return };
        let Expr::Column(column) = &only.expr else { return };
        let known = self.schema.find(column).and_then(|c| self.schema.column(c)).and_then(|c| c.null_count);
        let said = self.query.filter.iter().any(|c| matches!(c, Condition::Null { .. }));
        let file = self.schema.tables.len() == 1;
        if self.draft.for_people && file && self.query.distinct && known.is_some_and(|n| n > 0) && !said {
            let column = column.clone();
            self.query.filter.push(Condition::Null { column, negated: true });
        }
    }

    /// One column that many rows share ('which statuses are there') is listed once.
    pub(super) fn lists_kinds(&self) -> bool {
        let [only] = self.query.select.as_slice() else { return false };
        let Expr::Column(reference) = &only.expr else { return false };
        let Some(col) = self.schema.find(reference) else { return false };
        // A file may have a row for each day of a campaign.
        let named = self.schema.display(col.table).contains(&col) && !self.schema.repeats_names(col);
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
        let left = Box::new(match counted.target {
            Target::Table(t) => Expr::Rows { table: self.resolver.linked(t, per) },
            _ => self.resolver.expr(counted, true)?,
        });
        let right = Box::new(Expr::Rows { table: self.schema.table_name(per).to_owned() });
        let expr = Expr::Arithmetic { sign: '/', left, right };
        let selected = self.resolver.selected(expr);
        self.query.select.push(selected);
        self.query.all_groups = self.draft.for_people;
        Some(())
    }
}
