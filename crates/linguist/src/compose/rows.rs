//! The parts of the reader that place tables: rows that are asked for, that are lacking, that are shown beside others, that are not
//! over yet.

use super::draft::{Ask, Group, Pending, Target};
use super::reader::{Mode, Reader};
use crate::lexicon::Mark;
use crate::link::Link;
use crate::segment::Piece;

impl Reader<'_> {
    /// 'how many have Ali and Jamal each delivered': a figure for each of those who were named.
    pub(super) fn each_of_values(&mut self) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let Some(Link::Value(value)) = before.filter(|_| self.schema.for_people) else { return false };
        let several = self.draft.filters.last().is_some_and(|f| {
            matches!(&f.condition, Pending::Ready(crate::form::Condition::OneOf { values, negated: false, .. }) if values.len() > 1)
        });
        let word = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).map_or("", |t| t.lower.as_str());
        if several && word == "each" {
            self.draft.groups.push(Group::Column(value.col));
            self.draft.each = true;
        }
        several && word == "each"
    }

    /// 'open tickets', 'no longer active': rows that are not over yet, or those that are.
    pub(super) fn standing(&mut self, condition: &crate::form::Condition) {
        let over = std::mem::take(&mut self.negated) || std::mem::take(&mut self.absent);
        let condition = if over { crate::form::Condition::Not(Box::new(condition.clone())) } else { condition.clone() };
        self.push_filter(Pending::Ready(condition));
    }

    pub(super) fn table(&mut self, t: usize) {
        self.note_pair(t);
        if self.against_row(t) {
            return;
        }
        let others = self.draft.items.iter().any(|i| i.target != Target::Table(t));
        if self.absent || (self.negated && (self.mode == Mode::Filter || others)) {
            self.push_filter(Pending::Absent { table: t });
            (self.absent, self.negated) = (false, false);
            return;
        }
        if self.within_absence() {
            return;
        }
        if self.shown_beside(t) {
            let item = super::draft::Item { aggregate: None, distinct: false, target: Target::Table(t) };
            if !self.draft.items.contains(&item) {
                self.draft.items.push(item);
            }
            return;
        }
        // 'employee Nancy Edwards': the value says which one, nothing is asked of the table itself.
        let end = self.pieces.get(self.at).map_or(0, |p| p.end);
        let next = self.pieces.get(self.at + 1).filter(|p| p.start == end);
        let named = matches!(next.map(|p| &p.link), Some(Link::Value(v)) if v.col.table == t && self.schema.display(t).contains(&v.col));
        if named && !self.counting && self.aggregates.is_empty() && self.extreme.is_none() && self.mode != Mode::Group {
            self.draft.context.push(t);
            return;
        }
        self.noun(Target::Table(t));
    }

    /// 'the phone numbers of customers and suppliers': two things whose phone numbers are asked for.
    fn note_pair(&mut self, t: usize) {
        let before = self.pieces.get(..self.at).unwrap_or_default().iter().rev().map(|p| &p.link);
        let mut before = before.filter(|link| !matches!(link, Link::Mark(Mark::All)));
        if let (Some(Link::Mark(Mark::And)), Some(Link::Table(other)), Some(Link::Mark(Mark::Of | Mark::Preposition))) =
            (before.next(), before.next(), before.next())
            && *other != t
        {
            self.draft.pair = Some((*other, t));
        }
    }

    /// 'late orders with the customer and the courier', 'and in which hotel are they': what each row belongs to is asked for.
    pub(super) fn shown_beside(&self, t: usize) -> bool {
        let word = |i: Option<usize>| i.and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let Some(here) = self.pieces.get(self.at) else { return false };
        let article = usize::from(matches!(word(here.start.checked_sub(1)), "the" | "their" | "its" | "his" | "her"));
        let before = word(here.start.checked_sub(1 + article));
        let listed = self.at.checked_sub(2).and_then(|i| self.pieces.get(i)).is_some_and(|p| {
            let shown = crate::segment::table_of(&p.link).map(Target::Table);
            matches!(p.link, Link::Table(_))
                && self.draft.items.iter().skip(1).any(|i| Some(&i.target) == shown.as_ref())
        });
        let asked = before == "with"
            || before == "which" && here.start > 2
            || before == "and" && listed
            || before == "," && listed;
        let ends = match self.peek(1) {
            None | Some(Link::Mark(Mark::And)) => true,
            Some(Link::Mark(Mark::Relative)) => false,
            _ => before == "which" && self.at + 1 >= self.pieces.len(),
        };
        let rows = self.draft.items.first().filter(|i| i.aggregate.is_none()).and_then(super::measures::table_of);
        let plain = self.draft.items.iter().all(|i| i.aggregate.is_none()) && self.draft.groups.is_empty();
        let belongs = rows.is_some_and(|r| self.schema.belongs(r, t));
        let free =
            !self.counting && self.aggregates.is_empty() && self.extreme.is_none() && self.draft.ask == Ask::List;
        self.schema.for_people && asked && ends && plain && belongs && free
    }

    /// 'who did not take part in any activity': the second table only says in what.
    pub(super) fn within_absence(&self) -> bool {
        let between = |p: &&Piece| matches!(p.link, Link::Mark(Mark::Preposition | Mark::All | Mark::Of));
        let before = self.pieces.get(..self.at).unwrap_or_default();
        let marks = before.iter().rev().take_while(between).count();
        let absent = before.iter().rev().nth(marks).and_then(|p| crate::segment::table_of(&p.link));
        let last = self.draft.filters.last().map(|f| &f.condition);
        marks > 0 && matches!(last, Some(Pending::Absent { table }) if Some(*table) == absent)
    }
}
