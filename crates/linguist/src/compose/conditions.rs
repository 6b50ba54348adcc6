//! The parts of the reader that make conditions: values, patterns, times; `numbers` has the rest.

use super::draft::{Item, Pending, Target};
use super::reader::{Mode, Reader};
use crate::dates::TimeRange;
use crate::form::{Condition, Operand};
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind};
use crate::segment::Piece;
use crate::values::ValueHit;

impl Reader<'_> {
    pub fn value(&mut self, value: &ValueHit) {
        let about = self.draft.items.iter().find_map(super::measures::table_of);
        if self.like == Some(Mark::Contains) && value.whole && about.is_some_and(|t| t != value.col.table) {
            // 'invoices that contain laptops'.
            self.like = None;
        }
        if self.like.is_some() {
            let text = value.text.clone();
            self.text(&text);
            return;
        }
        let token = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start));
        let undone = token.and_then(crate::values::undone).is_some_and(|rest| rest == value.text.to_lowercase());
        // 'not of type equal to tournament'.
        let unequal = self.relation == Some(Relation::NotEqual);
        let negated = (std::mem::take(&mut self.negated) || std::mem::take(&mut self.absent) || unequal) != undone;
        let column = self.schema.reference(value.col);
        if let Some(condition) = self.way_end(value, negated) {
            (self.column, self.relation) = (None, None);
            self.push_filter(Pending::Ready(condition));
            return;
        }
        self.column = None;
        self.relation = None;
        if self.mode == Mode::Group {
            self.mode = Mode::Head;
        }
        if !value.whole {
            let pattern = format!("%{}%", value.text);
            self.push_filter(Pending::Ready(Condition::Like { column, pattern, negated }));
            return;
        }
        // 'from Texas and Ohio', 'red or blue': one column, several values.
        let joined = self.at > 0
            && matches!(
                self.pieces.get(self.at - 1).map(|p| &p.link),
                Some(Link::Mark(Mark::And | Mark::Or | Mark::ComparedWith) | Link::Value(_))
            );
        let repeated = self.draft.filters.iter().any(|f| {
            matches!(&f.condition, Pending::Ready(Condition::OneOf { column: c, values, .. })
                if *c == column && values.contains(&Operand::Text(value.text.clone())))
        });
        if repeated {
            return;
        }
        if let (true, Some(last)) = (joined, self.draft.filters.last_mut())
            && let Pending::Ready(Condition::OneOf { column: same, values, negated: n }) = &mut last.condition
            && *same == column
            && (*n == negated || *n)
        {
            values.push(Operand::Text(value.text.clone()));
            self.or = false;
            return;
        }
        let mut values = vec![Operand::Text(value.text.clone())];
        values.extend(value.others.iter().cloned().map(Operand::Text));
        self.push_filter(Pending::Ready(Condition::OneOf { column, values, negated }));
    }

    /// 'above the average price', 'older than average': compared with a figure of the whole table.
    pub fn against_aggregate(&mut self, function: Aggregate) -> bool {
        let apart = self.compared_apart();
        let Some(relation) = self.relation.or(apart.map(|(relation, _)| relation)) else { return false };
        if let (None, Some((_, column))) = (self.column, apart) {
            // 'more' has found what it is more than.
            let more = |at: &usize| matches!(self.pieces.get(*at).map(|p| &p.link), Some(Link::Mark(Mark::More)));
            self.draft.dangling.retain(|at| !more(at));
            self.draft.items.retain(|i| i.target != Target::Column(column));
            self.column = Some(column);
        }
        let adds_up = matches!(function, Aggregate::Average | Aggregate::Sum);
        // 'above the average, sorted by price' says what it is sorted by.
        let elsewhere = |i: &usize| {
            matches!(self.peek(*i), Some(Link::Mark(Mark::Order | Mark::Descending | Mark::Ascending | Mark::And)))
        };
        let here = |i: &usize| !self.sentence_ends_before(*i) && !elsewhere(i);
        let ahead = (1..=2).take_while(here).find_map(|i| match self.peek(i) {
            // 'than the average driver. Tell me the first names' is no average of names.
            Some(Link::Column(c)) if !adds_up || self.is_figure(*c) => Some((i, *c)),
            _ => None,
        });
        let mut column = ahead.map(|(_, c)| c).or(self.column.filter(|c| !adds_up || self.is_figure(*c)));
        self.at += ahead.map_or(0, |(i, _)| i);
        if column.is_none() && self.adjective.is_none() {
            column = self.counted_figure();
        }
        let adjective = self.adjective.filter(|_| column.is_none());
        // 'who earn more than the average': of what is left open, where nothing more is said.
        let open = !self.schema.for_people && self.mode == Mode::Filter && self.sentence_ends_before(1);
        if column.is_none() && adjective.is_none() && !open {
            return false;
        }
        (self.relation, self.column, self.adjective) = (None, None, None);
        // 'the lowest price of any product made in Austin': what follows is about the products compared with.
        let of_any = matches!((self.peek(1), self.peek(2)), (Some(Link::Mark(Mark::Of)), Some(Link::Mark(Mark::All))));
        // 'the average wage of joiners' is theirs.
        let of = ahead.is_some() && matches!(self.peek(1), Some(Link::Mark(Mark::Of)));
        let mut behind = (3..=5).take_while(|i| !self.sentence_ends_before(*i));
        let valued = behind.any(|i| matches!(self.peek(i), Some(Link::Value(_))));
        let relates = matches!(self.peek(3), Some(Link::Mark(Mark::Relative | Mark::Preposition)));
        let of_some = match self.peek(2) {
            Some(Link::Value(_)) => of,
            Some(Link::Table(_)) => of && valued && relates,
            _ => false,
        };
        self.draft.narrows_figure |= (of_any || of_some) && !self.schema.for_people;
        self.push_filter(Pending::Average { column, adjective, relation, function });
        true
    }

    /// The piece so far ahead belongs to another sentence, or there is none.
    fn sentence_ends_before(&self, ahead: usize) -> bool {
        let (here, there) = (self.pieces.get(self.at), self.pieces.get(self.at + ahead));
        let (Some(here), Some(there)) = (here, there) else { return true };
        let between = self.tokens.get(here.end..there.start).unwrap_or_default();
        between.iter().any(|t| matches!(t.kind, crate::tokens::Kind::Punct('?' | '.')))
    }

    /// 'more points than average', 'a higher salary than the average': the column stands inside the comparison.
    pub(super) fn compared_apart(&self) -> Option<(Relation, Col)> {
        let than = self.at.checked_sub(1).and_then(|i| self.pieces.get(i))?;
        let noun = self.at.checked_sub(2).and_then(|i| self.pieces.get(i))?;
        let more = noun.start.checked_sub(1).and_then(|i| self.tokens.get(i))?;
        let relation = match more.lower.as_str() {
            "more" | "higher" | "greater" | "larger" | "bigger" | "longer" => Relation::Greater,
            "less" | "fewer" | "lower" | "smaller" | "shorter" => Relation::Less,
            _ => return None,
        };
        match noun.link {
            Link::Column(c) if than.link == Link::Mark(Mark::Than) && self.is_figure(c) => Some((relation, c)),
            _ => None,
        }
    }

    /// 'before any', 'after the date of all'.
    fn before_all(&self) -> Option<Relation> {
        let start = self.pieces.get(self.at)?.start;
        let words = self.tokens.get(start.saturating_sub(4)..start).unwrap_or_default();
        words.iter().rev().find_map(|t| match t.lower.as_str() {
            "before" => Some(Relation::Less),
            "after" => Some(Relation::Greater),
            _ => None,
        })
    }

    /// 'older than any engineer', 'after all films of 1990': more than the most of them, and what follows says of which.
    /// 'Than some' is more than the least.
    pub(super) fn against_all(&mut self) -> bool {
        let (Some(relation), true) = (
            self.relation.or_else(|| self.before_all()),
            !self.schema.for_people && !matches!(self.peek(1), Some(Link::Number(_))),
        ) else {
            return false;
        };
        // 'a revenue smaller than that of all' says itself what is small.
        let adjective = self.adjective.filter(|_| self.column.is_none());
        let word = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).map_or("", |t| t.lower.as_str());
        let up = matches!(relation, Relation::Greater | Relation::GreaterOrEqual) != (word == "some");
        let same = matches!(self.peek(1), Some(Link::Column(c)) if Some(*c) == self.column);
        // 'reported before the date of any': the date was not asked for.
        let shown = match self.draft.items.last() {
            Some(Item { aggregate: None, target: Target::Column(c), .. }) if self.relation.is_none() => Some(*c),
            _ => None,
        };
        let compared = |c: &Col| self.is_figure(*c) || self.is_date(*c);
        let column = self.column.or(shown).filter(compared).filter(|_| adjective.is_none());
        if column.is_none() && adjective.is_none() {
            return false;
        }
        if self.column.is_none() && adjective.is_none() {
            self.draft.items.pop();
        }
        let function = if up { Aggregate::Max } else { Aggregate::Min };
        (self.relation, self.column, self.adjective) = (None, None, None);
        self.at += usize::from(same);
        self.draft.narrows_figure = true;
        self.push_filter(Pending::Average { column, adjective, relation, function });
        true
    }

    /// 'earning more than the employee whose id is 163', 'a higher salary than the one of Ada': what follows says which row.
    pub(super) fn against_row(&mut self, t: usize) -> bool {
        let says_which = matches!(
            self.peek(1),
            Some(Link::Mark(Mark::Relative | Mark::Named | Mark::Preposition) | Link::Value(_) | Link::Quoted(_))
        );
        let apart = self.compared_apart();
        let relation = self.relation.or(apart.map(|(relation, _)| relation));
        let known =
            self.draft.items.iter().filter_map(super::measures::table_of).chain(self.draft.context.iter().copied());
        let again = known.into_iter().any(|known| known == t);
        let free = !self.schema.for_people && !self.counting && self.aggregates.is_empty();
        let (Some(relation @ (Relation::Greater | Relation::Less)), true) = (relation, free && says_which && again)
        else {
            return false;
        };
        let column = self.column.or(apart.map(|(_, column)| column)).filter(|c| self.is_figure(*c) || self.is_date(*c));
        let adjective = self.adjective.filter(|_| column.is_none());
        if column.is_none() && adjective.is_none() {
            return false;
        }
        if let (None, Some((_, column))) = (self.column, apart) {
            self.draft.items.retain(|i| i.target != Target::Column(column));
        }
        let function = if relation == Relation::Greater { Aggregate::Max } else { Aggregate::Min };
        (self.relation, self.column, self.adjective) = (None, None, None);
        self.mode = Mode::Filter;
        self.draft.narrows_figure = true;
        self.push_filter(Pending::Average { column, adjective, relation, function });
        true
    }

    /// 'how many have a fee higher than average': rows are counted, and the fee is what is compared.
    fn counted_figure(&mut self) -> Option<Col> {
        let [Item { aggregate: Some(Aggregate::Count), target, .. }] = self.draft.items.as_mut_slice() else {
            return None;
        };
        let Target::Column(c) = *target else { return None };
        *target = Target::Table(c.table);
        Some(c)
    }

    pub fn null_mark(&mut self, negated: bool) {
        // 'excluding those with a null value'.
        let negated = negated != std::mem::take(&mut self.negated);
        match self.column.take() {
            Some(c) => {
                let column = self.schema.reference(c);
                self.push_filter(Pending::Ready(Condition::Null { column, negated }));
            }
            None => self.null = true,
        }
    }

    /// 'founded before 1850' where that is a plain number.
    fn numbered_years(&self, range: &TimeRange) -> Option<Condition> {
        let column = self.column.filter(|c| self.schema.kind(*c) == ColumnKind::Number && range.years_only)?;
        let [period] = range.periods.as_slice() else { return None };
        let (from, to) = (period.from.map(|d| f64::from(d.year())), period.to.map(|d| f64::from(d.year())));
        let left = self.schema.expr(column);
        Some(match (from, to) {
            (Some(low), Some(end)) => Condition::Between { left, low, high: end - 1.0 },
            (Some(n), None) => {
                Condition::Compare { left, relation: Relation::GreaterOrEqual, right: Operand::Number(n) }
            }
            (None, Some(n)) => Condition::Compare { left, relation: Relation::Less, right: Operand::Number(n) },
            (None, None) => return None,
        })
    }

    /// 'in the 2025 season' where a season is a number.
    fn year_of_column(&mut self, range: &TimeRange) {
        let end = self.pieces.get(self.at).map_or(0, |p| p.end);
        if let Some(Piece { link: Link::Column(c), start, .. }) = self.pieces.get(self.at + 1)
            && *start == end
            && range.years_only
            && self.schema.kind(*c) == ColumnKind::Number
        {
            self.column = Some(*c);
            self.done.push(self.at + 1);
        }
    }

    pub fn time(&mut self, range: &TimeRange) {
        self.year_of_column(range);
        if let Some(condition) = self.numbered_years(range) {
            (self.column, self.relation) = (None, None);
            self.push_filter(Pending::Ready(condition));
            return;
        }
        let column = self.column.take().filter(|c| matches!(self.schema.kind(*c), ColumnKind::Time | ColumnKind::Year));
        self.relation = None;
        let words = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start..p.end)).unwrap_or_default();
        self.draft.both |= words.iter().any(|t| t.lower == "both");
        if let Some(text) = &range.assumed {
            self.draft.assumptions.push(text.clone());
        }
        let event = self.draft.event.as_mut().filter(|e| !e.1).map(|e| {
            e.1 = true;
            e.0
        });
        let near = self.said_last();
        // What people deny of a time is put plainly before (`spoken_events`), where there is another table that it is about.
        let denies = !self.schema.for_people || self.schema.tables.len() == 1;
        let negated = denies && (std::mem::take(&mut self.negated) || std::mem::take(&mut self.absent));
        self.push_filter(Pending::Time { range: range.clone(), column: column.or(event), near, negated });
    }
}

impl Reader<'_> {
    /// The table mentioned last.
    pub(super) fn said_last(&self) -> Option<usize> {
        let before = self.pieces.get(..self.at).unwrap_or_default().iter().rev();
        before
            .filter(|p| matches!(p.link, Link::Table(_) | Link::Worth(_)))
            .find_map(|p| crate::segment::table_of(&p.link))
    }
}
