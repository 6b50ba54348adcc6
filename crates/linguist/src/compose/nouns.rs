//! The parts of the reader that place nouns: columns, tables and measures, by mode and by what waits for them.

use super::draft::{Group, Item, Key, Pending, Target};
use super::reader::{Mode, Reader};
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind};

impl<'a> Reader<'a> {
    /// A column that is true or false says which rows; a verb such as 'sold' says when.
    pub(super) fn flag_or_event(&mut self, c: Col) -> bool {
        let kind = self.schema.kind(c);
        if self.mode == Mode::Group && self.aggregates.is_empty() && !self.counting || self.mode == Mode::Order {
            return false;
        }
        if kind == ColumnKind::Bool {
            let opposite = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).is_some_and(|t| {
                let says_un = self.schema.view(c).is_some_and(|v| v.words.iter().any(|w| w.starts_with("un")));
                t.lower.starts_with("un") && !says_un
            });
            self.negated ^= opposite;
            let negated = std::mem::take(&mut self.absent) || std::mem::take(&mut self.negated);
            let values = vec![crate::form::Operand::Bool(true)];
            let column = self.schema.reference(c);
            self.push_filter(Pending::Ready(crate::form::Condition::OneOf { column, values, negated }));
            return true;
        }
        let token = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start));
        let verb = token.is_some_and(|t| {
            t.lower.ends_with("ed")
                || matches!(
                    t.lower.as_str(),
                    "sold" | "built" | "born" | "paid" | "bought" | "made" | "sent" | "left" | "close" | "won"
                )
        });
        if verb && matches!(kind, ColumnKind::Time | ColumnKind::Year) && self.aggregates.is_empty() {
            if std::mem::take(&mut self.absent) || std::mem::take(&mut self.negated) {
                let column = self.schema.reference(c);
                self.push_filter(Pending::Ready(crate::form::Condition::Null { column, negated: false }));
            } else {
                self.draft.event = Some((c, false));
            }
            return true;
        }
        false
    }

    /// 'flights with their destination in Norway': the key only says which of two ways the airport is meant.
    fn says_which_key(&self, c: Col) -> bool {
        let value = match (self.peek(1), self.peek(2)) {
            (Some(Link::Mark(Mark::Preposition)), Some(Link::Value(v))) | (Some(Link::Value(v)), _) => v,
            _ => return false,
        };
        self.schema.parallel.contains(&c) && value.col.table != c.table && !self.draft.items.is_empty()
    }

    /// 'earn more than their manager', where the manager is a row of the same table.
    fn fellow(&mut self, c: Col) -> bool {
        let start = self.pieces.get(self.at).map_or(0, |p| p.start);
        let before = start.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let theirs = matches!(before, "their" | "his" | "her" | "its" | "the" | "own" | "than");
        let (Some(relation), true) = (self.relation, theirs && self.schema.self_key(c).is_some()) else { return false };
        let shown = self.draft.items.iter().rev().find_map(|i| match i.target {
            Target::Column(c) if i.aggregate.is_none() && self.schema.kind(c) == ColumnKind::Number => Some(c),
            _ => None,
        });
        let column = self.column.take().or(if self.adjective.is_some() { None } else { shown });
        if column.is_none() && self.adjective.is_none() {
            return false;
        }
        self.relation = None;
        if column.is_some() && column == shown {
            // 'employees who earn more': what is compared is not asked for.
            self.draft.items.retain(|i| Some(&i.target) != column.map(Target::Column).as_ref());
        }
        let adjective = self.adjective.take();
        self.push_filter(Pending::Fellow { key: c, column, adjective, relation });
        true
    }

    pub(super) fn column(&mut self, c: Col) {
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        // 'gold tier': the column after its own value adds nothing.
        if matches!(before, Some(Link::Value(v)) if v.col == c) && self.mode != Mode::Group {
            return;
        }
        // 'pay with "Cash" as payment method': the value has said it already.
        let reference = self.schema.reference(c);
        let filtered = self.draft.filters.iter().any(|f| {
            matches!(&f.condition, Pending::Ready(crate::form::Condition::OneOf { column, .. }) if *column == reference)
        });
        if filtered && self.mode == Mode::Filter && !matches!(self.peek(1), Some(Link::Value(_) | Link::Number(_))) {
            return;
        }
        if self.fellow(c) || self.says_which_key(c) || self.flag_or_event(c) {
            return;
        }
        if self.null {
            self.null = false;
            let column = self.schema.reference(c);
            let condition = crate::form::Condition::Null { column, negated: false };
            self.push_filter(Pending::Ready(condition));
            return;
        }
        let foreign = self.draft.items.iter().filter_map(super::measures::table_of).any(|t| t != c.table)
            || self.draft.context.iter().any(|t| *t != c.table);
        if self.absent && foreign {
            self.absent = false;
            self.push_filter(Pending::Absent { table: c.table });
            return;
        }
        if self.absent && self.schema.kind(c) == ColumnKind::Number {
            self.absent = false;
            let left = self.schema.expr(c);
            let right = crate::form::Operand::Number(0.0);
            self.push_filter(Pending::Ready(crate::form::Condition::Compare {
                left,
                relation: Relation::Equal,
                right,
            }));
            return;
        }
        if self.absent {
            self.absent = false;
            let about = self.draft.items.iter().find_map(super::measures::table_of);
            if about.is_some_and(|t| t != c.table && self.schema.parents(c.table).contains(&t)) {
                // 'books nobody borrowed': what is missing is the loan, not its date.
                self.push_filter(Pending::Absent { table: c.table });
                return;
            }
            let column = self.schema.reference(c);
            self.push_filter(Pending::Ready(crate::form::Condition::Null { column, negated: false }));
            return;
        }
        let compared = match self.peek(1) {
            Some(Link::Mark(
                Mark::Compare(_)
                | Mark::Comparative(_)
                | Mark::Between
                | Mark::Contains
                | Mark::Starts
                | Mark::Ends
                | Mark::Null
                | Mark::NotNull,
            )) => true,
            Some(Link::Value(v)) => v.col == c,
            Some(Link::Number(_) | Link::Quoted(_)) => true,
            Some(Link::Mark(Mark::Either)) => {
                matches!(self.peek(2), Some(Link::Number(_) | Link::Quoted(_)))
                    || matches!(self.peek(2), Some(Link::Value(v)) if v.col == c)
            }
            Some(Link::Mark(Mark::Relative)) => {
                matches!(self.peek(2), Some(Link::Mark(Mark::Contains | Mark::Starts | Mark::Ends)))
            }
            Some(Link::Mark(Mark::Of)) => {
                matches!(self.peek(2), Some(Link::Value(v)) if v.col == c)
                    || matches!(self.peek(2), Some(Link::Quoted(_)))
            }
            Some(Link::Mark(Mark::By)) => matches!(self.peek(2), Some(Link::Value(_) | Link::Quoted(_))),
            // 'have headquarters in Tokyo', 'in either Tokyo or Beijing'.
            Some(Link::Mark(Mark::Preposition)) => match (self.peek(2), self.peek(3)) {
                (Some(Link::Value(v)), _) | (Some(Link::Mark(Mark::Either)), Some(Link::Value(v))) => v.col == c,
                _ => false,
            },
            Some(Link::Mark(Mark::Not)) => {
                matches!(self.peek(2), Some(Link::Value(_) | Link::Quoted(_) | Link::Mark(Mark::Compare(_))))
            }
            Some(Link::Time(_)) => {
                matches!(self.schema.kind(c), ColumnKind::Time | ColumnKind::Year) && !self.draft.items.is_empty()
            }
            _ => false,
        };
        if self.mode == Mode::Head {
            self.drop_name_of(c);
        }
        let awaited = !self.aggregates.is_empty() || self.counting || self.extreme.is_some();
        if self.mode == Mode::Filter && !awaited || (compared && !awaited && self.mode != Mode::Order) {
            self.column = Some(c);
            return;
        }
        self.noun(Target::Column(c));
    }

    /// What rows are known by: one column or two.
    pub(super) fn names(&mut self, t: usize) {
        let columns = self.schema.display(t);
        let awaited = !self.aggregates.is_empty() || self.counting || self.extreme.is_some();
        match columns.first() {
            Some(first) if awaited || self.mode == Mode::Filter => self.column(*first),
            _ => columns.into_iter().for_each(|c| self.noun(Target::Column(c))),
        }
    }

    /// 'names of the states' where a state is a text: the state, not the name of anything else.
    pub(super) fn drop_name_of(&mut self, c: Col) {
        let link = |back: usize| self.at.checked_sub(back).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let (Some(Link::Mark(Mark::Of)), Some(before)) = (link(1), link(2)) else { return };
        let name = match before {
            Link::Column(n)
                if self
                    .schema
                    .view(*n)
                    .is_some_and(|v| v.words.len() == 1 && v.words.iter().any(|w| w == crate::link_names::NAME)) =>
            {
                *n
            }
            Link::Names(t) => match self.schema.display(*t).first() {
                Some(n) => *n,
                None => return,
            },
            _ => return,
        };
        if name.table == c.table && name != c && self.schema.kind(c) == ColumnKind::Text {
            let display = self.schema.display(c.table);
            self.draft.items.retain(|i| {
                !matches!(i.target, Target::Column(n) if i.aggregate.is_none() && (n == name || display.contains(&n)))
            });
        }
    }

    /// 'the biggest order amount', 'average customer age': the first noun only says whose figure it is.
    pub(super) fn modifies_next(&mut self, target: &Target) -> bool {
        let waits = self.extreme.is_some() || !self.aggregates.is_empty() || self.counting;
        let (Some(here), Some(next)) = (self.pieces.get(self.at), self.pieces.get(self.at + 1)) else { return false };
        let figure = matches!(next.link, Link::Worth(_))
            || matches!(next.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Number && !self.counting)
            // 'how many movie directors' counts directors.
            || matches!((&next.link, target), (Link::Column(c), Target::Table(t)) if self.counting && c.table == *t);
        let table = match target {
            Target::Table(t) => Some(*t),
            Target::Column(c)
                if self.schema.kind(*c) == ColumnKind::Key || self.schema.column(*c).is_some_and(|c| c.unique) =>
            {
                Some(c.table)
            }
            _ => None,
        };
        match table {
            Some(t) if waits && figure && here.end == next.start => {
                self.draft.context.push(t);
                true
            }
            _ => false,
        }
    }

    /// A noun finds its place by mode and by what is waiting for it.
    pub fn noun(&mut self, target: Target) {
        if self.modifies_next(&target) {
            return;
        }
        if let Some((up, counts)) = self.extreme
            && self.extreme_noun(&target, up, counts)
        {
            return;
        }
        match self.mode {
            Mode::Group if self.aggregates.is_empty() && !self.counting => {
                match target {
                    Target::Table(t) => self.draft.groups.push(Group::Table(t)),
                    Target::Column(c) => self.draft.groups.push(Group::Column(c)),
                    Target::Worth(_) | Target::Hinted(_) => self.push_items(target),
                }
                // The next noun belongs to what is shown, unless 'and' goes on.
                if !matches!(self.peek(1), Some(Link::Mark(Mark::And))) {
                    self.mode = Mode::Head;
                }
            }
            Mode::Order => {
                let item = self.item(target);
                let hinted = self.draft.keys.iter_mut().find(|k| matches!(k.item.target, Target::Hinted(_)));
                if let Some(key) = hinted {
                    // 'the cheapest house by list price' says what cheap is about.
                    key.item = item;
                    return;
                }
                let descending = self.descending.unwrap_or(false);
                self.draft.sorted = true;
                self.draft.keys.push(Key { item, descending });
            }
            Mode::Filter if self.aggregates.is_empty() && !self.counting => match target {
                Target::Table(t) => self.draft.context.push(t),
                Target::Column(c) => self.column = Some(c),
                Target::Worth(_) | Target::Hinted(_) => self.push_items(target),
            },
            _ => self.push_items(target),
        }
    }

    /// What a waiting superlative goes by; false where the noun is what is asked for instead ('top 5 customers').
    pub(super) fn extreme_noun(&mut self, target: &Target, up: bool, counts: bool) -> bool {
        let numeric = match target {
            Target::Column(c) => {
                matches!(self.schema.kind(*c), ColumnKind::Number | ColumnKind::Time | ColumnKind::Year)
            }
            Target::Worth(_) => true,
            _ => false,
        };
        let counted = self.counting || counts;
        let is_key = numeric || !self.aggregates.is_empty() || (counted && matches!(target, Target::Table(_)));
        if !is_key && !counted {
            return false;
        }
        self.extreme = None;
        let nothing_yet = self.draft.items.iter().all(|i| i.aggregate.is_some()) && self.draft.keys.is_empty();
        let nothing_yet = nothing_yet && (self.draft.groups.is_empty() || !self.draft.asks_which);
        let asks_value = nothing_yet && numeric && self.mode == Mode::Head && self.draft.limit.is_none() && !counted;
        if asks_value {
            // 'what is the highest price': the figure itself is wanted.
            self.aggregates.push(if up { Aggregate::Max } else { Aggregate::Min });
            self.push_items(target.clone());
            return true;
        }
        self.counting = counted && matches!(target, Target::Table(_)) || self.counting;
        if counts && numeric && self.aggregates.is_empty() {
            self.aggregates.push(Aggregate::Sum);
        }
        // 'which product sold the most units' says the measure twice.
        self.draft.items.retain(|i| !counts || i.target != *target || i.aggregate.is_some());
        let item = self.item(target.clone());
        self.draft.keys.push(Key { item, descending: up });
        if self.mode == Mode::Order || self.sorting {
            // 'sorted by the highest revenue first' keeps them all.
            self.draft.sorted = true;
        } else {
            self.limit_default();
        }
        true
    }

    pub(super) fn item(&mut self, target: Target) -> Item {
        let counting = std::mem::take(&mut self.counting);
        let aggregate = if counting { Some(Aggregate::Count) } else { self.aggregates.pop() };
        self.aggregates.clear();
        Item { aggregate, distinct: std::mem::take(&mut self.distinct), target }
    }

    /// 'order statuses': a table right before its column only says whose column it is.
    pub(super) fn drop_modifier(&mut self, target: &Target) {
        let (Target::Column(c), Some(here)) = (target, self.pieces.get(self.at)) else { return };
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i));
        let key = |link: &Link| matches!(link, Link::Column(k) if self.schema.kind(*k) == ColumnKind::Key && k.table == c.table && k != c);
        let adjacent =
            before.is_some_and(|p| p.end == here.start && (matches!(p.link, Link::Table(_)) || key(&p.link)));
        if let (true, Some(Item { aggregate: None, target: Target::Column(k), .. })) =
            (adjacent, self.draft.items.last())
            && self.schema.kind(*k) == ColumnKind::Key
            && k.table == c.table
            && k != c
        {
            // 'customers' names' where a customer is a number.
            self.draft.items.pop();
            return;
        }
        let plain = matches!(self.draft.items.last(), Some(Item { aggregate: None, target: Target::Table(t), .. }) if *t == c.table || adjacent);
        // 'patients insured with': a verb, not a name.
        let verb = self.tokens.get(here.start).is_some_and(|t| t.lower.ends_with("ed"));
        if adjacent
            && plain
            && !verb
            && let Some(Item { target: Target::Table(t), .. }) = self.draft.items.pop()
        {
            self.draft.context.push(t);
        }
    }

    /// 'total amount of orders' where orders are rows known by their number: the rows, not the number.
    pub(super) fn is_context(&self, target: &Target) -> bool {
        let Target::Column(c) = target else { return false };
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let after_of = matches!(before, Some(Link::Mark(Mark::Of | Mark::Preposition | Mark::All)));
        let names_row = self.schema.kind(*c) == ColumnKind::Key || self.schema.column(*c).is_some_and(|c| c.unique);
        let aggregated = self.draft.items.iter().any(|i| i.aggregate.is_some());
        let several =
            self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end - 1)).is_some_and(|t| t.lower.ends_with('s'));
        // 'the positions of players' where a row is known by its player.
        let row = several
            && self.schema.display(c.table).contains(c)
            && self.draft.items.iter().any(|i| super::measures::table_of(i) == Some(c.table));
        after_of && (names_row && aggregated || row) && self.aggregates.is_empty() && !self.counting
    }

    /// 'average latitude and longitude', 'average number of staff': the function holds for the noun.
    fn inherit(&mut self, target: &Target) {
        let Target::Column(c) = target else { return };
        if self.schema.kind(*c) != ColumnKind::Number {
            return;
        }
        if std::mem::take(&mut self.draft.average_count) {
            self.counting = false;
            self.aggregates.push(Aggregate::Average);
            return;
        }
        let joined = matches!(
            self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link),
            Some(Link::Mark(Mark::And))
        );
        let before = self.at.checked_sub(2).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let (true, Some(last), true) = (joined, self.draft.items.last(), self.aggregates.is_empty() && !self.counting)
        else {
            return;
        };
        let same = matches!((&last.target, before), (Target::Column(a), Some(Link::Column(b))) if a == b);
        if let (Some(function), true) = (last.aggregate.filter(|f| *f != Aggregate::Count), same) {
            self.aggregates.push(function);
        }
    }

    pub fn push_items(&mut self, target: Target) {
        self.drop_modifier(&target);
        self.inherit(&target);
        if self.is_context(&target) {
            if let Target::Column(c) = target {
                self.draft.context.push(c.table);
            }
            return;
        }
        let attached = matches!(target, Target::Table(_))
            && !self.counting
            && self.aggregates.is_empty()
            && !self.draft.items.is_empty();
        let link = |back: usize| self.at.checked_sub(back).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        // 'names of actors and the musicals they are in' shows both.
        let listed = matches!(
            (link(1), link(2), link(3), link(4)),
            (
                Some(Link::Mark(Mark::And)),
                Some(Link::Table(_)),
                Some(Link::Mark(Mark::Of)),
                Some(Link::Column(_) | Link::Names(_))
            )
        );
        let attached = attached && !listed;
        if let (true, Target::Table(t)) = (attached, &target) {
            self.draft.context.push(*t);
            return;
        }
        if self.counting || self.aggregates.len() < 2 {
            let item = self.item(target);
            if !self.draft.items.contains(&item) {
                self.draft.items.push(item);
            }
            return;
        }
        for aggregate in std::mem::take(&mut self.aggregates) {
            self.draft.items.push(Item { aggregate: Some(aggregate), distinct: false, target: target.clone() });
        }
    }
}
