//! The parts of the reader that place nouns by mode and by what waits for them; `columns` decides first what a column is.

use super::draft::{Group, Item, Key, Target};
use super::reader::{Mode, Reader};
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::schema::ColumnKind;

/// Words of names that say how many, also where the column is a text.
const AMOUNTS: [&str; 8] = ["amount", "quantity", "number", "count", "total", "day", "hour", "size"];

impl<'a> Reader<'a> {
    /// 'the biggest order amount', 'average customer age': the first noun only says whose figure it is.
    pub(super) fn modifies_next(&mut self, target: &Target) -> bool {
        let waits = self.extreme.is_some() || !self.aggregates.is_empty() || self.counting || self.mode == Mode::Order;
        let (Some(here), Some(next)) = (self.pieces.get(self.at), self.pieces.get(self.at + 1)) else { return false };
        let figure = matches!(next.link, Link::Worth(_) | Link::Elapsed(_) | Link::Age(..))
            || matches!(next.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Number && !self.counting)
            || matches!(next.link, Link::Column(_) | Link::Names(_)) && self.mode == Mode::Order
            // 'how many movie directors' counts directors.
            || matches!((&next.link, target), (Link::Column(c), Target::Table(t)) if self.counting && c.table == *t);
        let compared = matches!(
            self.peek(2),
            Some(Link::Number(_) | Link::Mark(Mark::Between | Mark::Compare(_) | Mark::Comparative(_)))
        );
        if self.counting && compared {
            return false;
        }
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

    /// 'albums that have a number of tracks greater than 10': a condition on the group, nothing to show.
    fn counted_condition(&mut self, target: &Target) -> bool {
        let (Target::Table(_), Some(Link::Mark(Mark::Compare(relation))), Some(Link::Number(n))) =
            (target, self.peek(1), self.peek(2))
        else {
            return false;
        };
        let count = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map_or(0, |p| p.start);
        let words = self.tokens.get(..count).unwrap_or_default().iter().rev();
        let said = words.map(|t| t.lower.as_str()).find(|w| !matches!(*w, "a" | "an" | "the"));
        let has = matches!(said, Some("have" | "has" | "had"));
        if !self.counting || self.mode != Mode::Filter && !has || self.draft.items.is_empty() {
            return false;
        }
        let item = self.item(target.clone());
        self.draft.having.push((item, *relation, *n));
        self.at += 2;
        true
    }

    /// 'revenue by campaign owner': grouped by the last of the nouns, the one before it says whose.
    fn modifies_group(&mut self, target: &Target) -> bool {
        let (Some(here), Some(next)) = (self.pieces.get(self.at), self.pieces.get(self.at + 1)) else { return false };
        let own = match target {
            Target::Table(t) => *t,
            Target::Column(c) if self.schema.kind(*c) == ColumnKind::Text => c.table,
            _ => return false,
        };
        let Link::Column(c) = next.link else { return false };
        let property =
            matches!(self.schema.kind(c), ColumnKind::Text | ColumnKind::Bool) && *target != Target::Column(c);
        let modifies = self.schema.for_people && self.mode == Mode::Group && here.end == next.start && property;
        if modifies && c.table != own {
            self.draft.context.push(own);
        }
        modifies
    }

    /// A noun finds its place by mode and by what is waiting for it.
    pub fn noun(&mut self, target: Target) {
        if self.modifies_next(&target) || self.modifies_group(&target) {
            return;
        }
        if self.counted_condition(&target) {
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
                    Target::Column(c) if self.is_divisor(c) => {
                        self.draft.divisor = Some((c, 1.0));
                        self.draft.groups.push(Group::Column(c));
                    }
                    Target::Table(t) => self.group_by(Group::Table(t)),
                    Target::Column(c) => self.group_by(Group::Column(c)),
                    Target::Worth(_)
                    | Target::Elapsed(_)
                    | Target::Age(..)
                    | Target::Formula(..)
                    | Target::Hinted(_)
                    | Target::Per(..)
                    | Target::Steps(_) => {
                        self.push_items(target);
                    }
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
                Target::Column(c) if self.tells_figures_apart(c) => {
                    self.distinct = false;
                    self.draft.groups.push(Group::Column(c));
                }
                Target::Column(c) => self.column = Some(c),
                Target::Worth(_)
                | Target::Elapsed(_)
                | Target::Age(..)
                | Target::Formula(..)
                | Target::Hinted(_)
                | Target::Steps(_)
                | Target::Per(..) => {
                    self.push_items(target);
                }
            },
            _ => self.push_items(target),
        }
    }

    /// 'the average age of students with different sex': one figure for each.
    pub(super) fn tells_figures_apart(&self, c: crate::schema::Col) -> bool {
        let figure = |i: &Item| i.aggregate.is_some_and(|f| f != Aggregate::Count);
        let figures = !self.draft.items.is_empty() && self.draft.items.iter().all(figure);
        self.distinct && figures && !self.schema.for_people && self.schema.is_kind(c)
    }

    /// What a waiting superlative goes by; false where the noun is what is asked for instead ('top 5 customers').
    pub(super) fn extreme_noun(&mut self, target: &Target, up: bool, counts: bool) -> bool {
        let up = up != self.runs_against(target);
        let numeric = match target {
            Target::Column(c) => self.is_figure(*c) || self.extreme.is_some() && self.is_date(*c),
            Target::Worth(_) | Target::Elapsed(_) | Target::Age(..) | Target::Formula(..) => true,
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
        // 'the maximum number of points' where points are a number.
        let stored = self.draft.items.is_empty() && self.says_number() && !self.draft.asks_who && !self.counting;
        let value = !counted || stored && matches!(target, Target::Column(_));
        let asks_value = nothing_yet && numeric && self.mode == Mode::Head && self.draft.limit.is_none() && value;
        if let (true, Some(_), Target::Column(_)) = (asks_value && !self.draft.asks_who, self.draft.skip, target) {
            // 'the second highest price': not an extreme, but what comes after it.
            let item = Item { aggregate: None, distinct: true, target: target.clone() };
            self.draft.keys.push(Key { item: Item { distinct: false, ..item.clone() }, descending: up });
            self.draft.items.push(item);
            self.limit_default();
            return true;
        }
        let asks_value = asks_value && !(self.draft.asks_who && self.draft.skip.is_some());
        if asks_value {
            // 'what is the highest price': the figure itself is wanted.
            self.aggregates.push(if up { Aggregate::Max } else { Aggregate::Min });
            self.push_items(target.clone());
            return true;
        }
        if let Target::Column(c) = target
            && self.aggregates.is_empty()
            && self.says_how_good(*c)
            && self.tells_kinds_apart(*c)
        {
            // 'which agent has the best rating': on the whole, not in one case.
            let item = Item { aggregate: Some(Aggregate::Average), distinct: false, target: target.clone() };
            self.draft.keys.push(Key { item, descending: up });
            self.limit_default();
            return true;
        }
        // 'the party with the most delegates', also where a delegate is a text; 'the most different destinations'.
        let several = self.distinct || self.says_several();
        let things = match target {
            Target::Table(_) => counted,
            Target::Column(c) => {
                let text = counted && !numeric && !self.counts_itself(*c);
                several && (text || counts && self.schema.is_kind(*c))
            }
            _ => false,
        };
        self.counting |= things;
        let summed = match target {
            Target::Column(c) => self.schema.kind(*c) == ColumnKind::Number,
            _ => numeric,
        };
        if counts && summed && self.aggregates.is_empty() {
            self.aggregates.push(Aggregate::Sum);
        }
        // 'which product sold the most units' says the measure twice.
        self.draft.items.retain(|i| !counts || i.target != *target || i.aggregate.is_some());
        if self.asks_top_figures(target, counted || numeric && !self.aggregates.is_empty()) {
            self.draft.items.push(Item { aggregate: None, distinct: false, target: target.clone() });
        }
        let item = self.item(target.clone());
        self.draft.keys.push(Key { item, descending: up });
        if std::mem::take(&mut self.one_wins) {
            self.limit_default();
        } else if self.mode == Mode::Order || self.sorting {
            // 'sorted by the highest revenue first' keeps them all.
            self.draft.sorted = true;
        } else {
            self.limit_default();
        }
        true
    }

    /// 'what are the top 3 highest support rates': nothing else is asked for.
    fn asks_top_figures(&self, target: &Target, made: bool) -> bool {
        let rest = self.pieces.get(self.at + 1..).unwrap_or_default();
        let noun = |p: &crate::segment::Piece| matches!(p.link, Link::Table(_) | Link::Column(_) | Link::Names(_));
        let alone = self.draft.items.is_empty() && self.mode == Mode::Head && !rest.iter().any(noun);
        alone && !made && self.draft.limit.is_some() && matches!(target, Target::Column(_)) && !self.schema.for_people
    }

    /// The mark right before says 'number of'.
    fn says_number(&self) -> bool {
        let mark = self.at.checked_sub(1).and_then(|i| self.pieces.get(i));
        let words = mark.and_then(|p| self.tokens.get(p.start..p.end)).unwrap_or_default();
        words.iter().any(|t| t.lower == "number")
    }

    /// A text that by its name holds how many there are.
    fn counts_itself(&self, c: crate::schema::Col) -> bool {
        let words = self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        words.iter().any(|w| AMOUNTS.map(crate::lemma::stem).contains(w))
    }

    /// 'the worst delay' is the longest.
    fn runs_against(&self, target: &Target) -> bool {
        const BAD: [&str; 9] = ["delay", "wait", "error", "complaint", "loss", "defect", "damage", "fault", "downtime"];
        let Target::Column(c) = target else { return false };
        let words = self.schema.view(*c).map_or(&[][..], |v| v.words.as_slice());
        let before = self.pieces.get(self.at).map_or(0, |p| p.start);
        let judged = self.tokens.iter().take(before).any(|t| matches!(t.lower.as_str(), "worst" | "best"));
        judged && BAD.iter().any(|bad| words.contains(&crate::lemma::stem(bad)))
    }

    /// The noun at hand is a plural.
    fn says_several(&self) -> bool {
        let last = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end.checked_sub(1)?));
        last.is_some_and(|t| t.lower != t.lemma)
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
        let ranks = matches!(self.peek(1), Some(Link::Mark(Mark::Most(_))));
        let verb = ranks || self.tokens.get(here.start).is_some_and(|t| t.lower.ends_with("ed"));
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
        let before = self.pieces.get(..self.at).unwrap_or_default().iter().rev().map(|p| &p.link);
        let before = before.into_iter().find(|link| !matches!(link, Link::Value(_)));
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
