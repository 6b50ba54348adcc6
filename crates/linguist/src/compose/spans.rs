//! The parts of the reader that know how long things take: 'days from sowing to harvest', 'took more than 300 days to close',
//! and the units that figures are asked for in.

use super::draft::{Ask, Pending, Target};
use super::reader::{Mode, Reader};
use crate::form::{Condition, Grain, Operand};
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind, Took};

/// Words between a unit of time and the moments that it lies between.
const UNTIL: [&str; 9] = ["from", "until", "till", "to", "before", "between", "after", "since", "it"];

impl Reader<'_> {
    /// 'the length of stay': the average one, where nobody says which.
    pub(super) fn elapsed(&mut self, t: usize) {
        let Some(took) = self.schema.elapsed(t) else {
            self.dangle();
            return;
        };
        let took = Took { in_hours: self.asked_unit().unwrap_or(took.in_hours), ..took };
        if self.aggregates.is_empty() && self.extreme.is_none() && self.mode != Mode::Order {
            self.aggregates.push(Aggregate::Average);
            self.draft.assumptions.push("how long it takes read as the average".to_owned());
        }
        self.noun(Target::Elapsed(took));
    }

    /// 'in hours' (true), 'in days'.
    fn asked_unit(&self) -> Option<bool> {
        let pairs = self.tokens.iter().zip(self.tokens.iter().skip(1));
        let unit = pairs.filter(|(a, _)| matches!(a.lower.as_str(), "in" | "of")).map(|(_, b)| b.lower.as_str());
        unit.into_iter().find_map(|word| match word {
            "hours" => Some(true),
            "days" => Some(false),
            _ => None,
        })
    }

    /// 'average days from sowing to harvest', 'how many days until a bill is paid'.
    pub(super) fn days_between(&mut self, grain: Grain) -> bool {
        let Some((took, moments)) = self.span_behind(self.at, grain) else { return false };
        self.done.extend(moments);
        (self.counting, self.draft.average_count) = (false, false);
        if self.draft.ask == Ask::Count {
            self.draft.ask = Ask::List;
        }
        if self.aggregates.is_empty() && self.extreme.is_none() {
            self.aggregates.push(Aggregate::Average);
        }
        self.noun(Target::Elapsed(took));
        true
    }

    /// 'which matters took more than 300 days to close'.
    pub(super) fn took_longer(&mut self, relation: Relation, n: f64) -> bool {
        let Some(Link::Grain(grain)) = self.peek(1) else { return false };
        let Some((took, moments)) = self.span_behind(self.at + 1, *grain) else { return false };
        self.done.extend(moments);
        self.done.push(self.at + 1);
        // Between noon and noon lies a day, however many midnights.
        let hours =
            !took.in_hours && self.schema.for_people && [took.from, took.to].iter().all(|c| self.schema.has_hours(*c));
        let (took, n) = if hours { (Took { in_hours: true, ..took }, n * 24.0) } else { (took, n) };
        let left = self.schema.took(took);
        self.push_filter(Pending::Ready(Condition::Compare { left, relation, right: Operand::Number(n) }));
        true
    }

    /// The two moments that a unit of time lies between, and the pieces that say them. One is enough where the row has one at
    /// which it began.
    fn span_behind(&self, at: usize, grain: Grain) -> Option<(Took, Vec<usize>)> {
        let in_hours = match grain {
            Grain::Day => false,
            Grain::Hour => true,
            _ => return None,
        };
        let unit = self.pieces.get(at)?;
        let several = self.tokens.get(unit.start).is_some_and(|t| t.lower.ends_with('s'));
        let mut moments: Vec<(usize, Col)> = Vec::new();
        for (i, piece) in self.pieces.iter().enumerate().skip(at + 1) {
            match piece.link {
                Link::Column(c) if self.schema.kind(c) == ColumnKind::Time => moments.push((i, c)),
                Link::Mark(Mark::By | Mark::Each | Mark::Relative) | Link::Time(_) => break,
                _ => {}
            }
        }
        let last = moments.last().and_then(|(i, _)| self.pieces.get(*i))?;
        let between = self.tokens.get(unit.end..last.start)?;
        let spans = several && between.iter().any(|t| UNTIL.contains(&t.lower.as_str()));
        let (from, to) = match moments.as_slice() {
            [(_, from), (_, to)] if from.table == to.table && from != to => (*from, *to),
            [(_, to)] => (self.schema.began(*to)?, *to),
            _ => return None,
        };
        spans.then(|| (Took { from, to, in_hours }, moments.iter().map(|m| m.0).collect()))
    }

    /// 'total talk time in hours': how the figure is wanted, not a step of time to group by. 'the hours', 'total days' are no
    /// steps either.
    pub(super) fn is_unit(&mut self, grain: Grain) -> bool {
        let Some(piece) = self.pieces.get(self.at) else { return false };
        let word = |i: Option<usize>| i.and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let said = word(Some(piece.start));
        if !matches!(grain, Grain::Hour | Grain::Day)
            || !said.ends_with('s')
            || self.mode == Mode::Group
            || self.counting
        {
            return false;
        }
        if word(piece.start.checked_sub(1)) != "in" {
            self.dangle();
        }
        true
    }
}
