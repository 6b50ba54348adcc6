//! The parts of the reader that make conditions: values, numbers, ranges, patterns, times.

use super::draft::{Item, Pending, Target};
use super::reader::{Mode, Reader};
use super::units::in_unit_of;
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
        let Some(relation) = self.relation else { return false };
        let ahead = (1..=2).find_map(|i| match self.peek(i) {
            Some(Link::Column(c)) => Some((i, *c)),
            _ => None,
        });
        let mut column = ahead.map(|(_, c)| c).or(self.column);
        self.at += ahead.map_or(0, |(i, _)| i);
        if column.is_none() && self.adjective.is_none() {
            column = self.counted_figure();
        }
        let adjective = self.adjective.filter(|_| column.is_none());
        if column.is_none() && adjective.is_none() {
            return false;
        }
        (self.relation, self.column, self.adjective) = (None, None, None);
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

    pub fn number(&mut self, n: f64) {
        // '3 largest', '5 most expensive', but not 'course 301 most recently'.
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        if !matches!(before, Some(Link::Table(_)))
            && matches!(
                self.peek(1),
                Some(Link::Mark(Mark::Extreme(_) | Mark::Superlative(_) | Mark::Most(_) | Mark::Common(_)))
            )
            && self.relation.is_none()
        {
            self.limit(n);
            return;
        }
        let relation = self.relation.take();
        let relation = self.trailing_relation().or(relation);
        if let Some((ahead, adjective)) = self.years_old() {
            self.at += ahead;
            let relation = relation.unwrap_or(Relation::Equal);
            self.push_filter(Pending::Hinted { adjective, relation, number: n, unit: None, near: self.said_last() });
            return;
        }
        if relation.is_some_and(|relation| self.took_longer(relation, n)) {
            self.adjective = None;
            return;
        }
        if self.divides(n) {
            return;
        }
        if let Some(adjective) = self.adjective.take() {
            let relation = relation.unwrap_or(Relation::Greater);
            let link = |back: usize| self.at.checked_sub(back).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
            let and = matches!((link(2), link(3)), (Some(Link::Mark(Mark::And)), Some(Link::Number(_))));
            let general = adjective.measures("size");
            if let (true, None, Some(column)) = (self.or || and && general, self.column, self.compared) {
                // 'a population bigger than 1500 or smaller than 500'.
                self.compare(column, relation, n);
                return;
            }
            // 'an average price smaller than 10' says itself what is small.
            let figure = self.draft.items.last().is_some_and(|i| {
                i.aggregate.is_some_and(|f| f != Aggregate::Count) && self.mode == Mode::Filter && general
            });
            if self.column.is_none() && !figure {
                self.push_filter(Pending::Hinted {
                    adjective,
                    relation,
                    number: n,
                    unit: self.unit(),
                    near: self.said_last(),
                });
                return;
            }
        }
        if let (true, None, Some(relation), Some(adjective)) = (self.or, self.column, relation, self.last_hinted()) {
            // 'taller than 200 or lower than 190'.
            self.push_filter(Pending::Hinted {
                adjective,
                relation,
                number: n,
                unit: self.unit(),
                near: self.said_last(),
            });
            return;
        }
        if relation.is_some() && matches!(self.peek(1), Some(Link::Mark(Mark::Distinct))) {
            // 'at least two distinct customers'.
            self.at += 1;
        }
        let next = self.peek(1).filter(|_| !self.ends_sentence());
        let counted = relation.is_some() && matches!(next, Some(Link::Table(_)));
        if let Some(column) = self.column.filter(|_| counted || relation.is_some() && self.counts_rows()) {
            // 'cities where more than one student lives': the text is the group, not what is compared.
            self.column = None;
            self.draft.groups.push(super::draft::Group::Column(column));
            if !counted {
                let target = Target::Table(column.table);
                let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target };
                self.draft.having.push((item, relation.unwrap_or(Relation::Equal), n));
                return;
            }
        }
        if let Some(column) = self.column.take() {
            self.compare(column, relation.unwrap_or(Relation::Equal), n);
            return;
        }
        let times = self
            .pieces
            .get(self.at)
            .and_then(|p| self.tokens.get(p.end))
            .is_some_and(|t| t.lower == "times" || t.lower == "time");
        let done = self.draft.event.map(|e| e.0.table).or(self.draft.context.last().copied());
        if let (true, Some(t), Some(relation)) = (times || self.once(), done, relation) {
            self.draft.event = self.draft.event.filter(|e| e.0.table != t);
            let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target: Target::Table(t) };
            self.draft.having.push((item, relation, n));
            return;
        }
        if let (true, Some(relation), Some(Target::Column(c))) =
            (times, relation, self.draft.items.last().map(|i| i.target.clone()))
        {
            // 'nominees nominated more than two times': rows with the same nominee.
            let target = Target::Table(c.table);
            let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target };
            self.draft.having.push((item, relation, n));
            return;
        }
        match next {
            // 'more than 500 employees' is a column here, a count of rows there.
            Some(Link::Column(c)) if matches!(self.schema.kind(*c), ColumnKind::Number | ColumnKind::Year) => {
                self.at += 1;
                self.compare(*c, relation.unwrap_or(Relation::Equal), n);
            }
            Some(Link::Table(t)) if relation.is_some() || self.mode == Mode::Filter => {
                self.at += 1;
                let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target: Target::Table(*t) };
                self.draft.having.push((item, relation.unwrap_or(Relation::Equal), n));
            }
            Some(Link::Column(c)) if relation.is_some() => {
                self.at += 1;
                let item = Item { aggregate: Some(Aggregate::Count), distinct: true, target: Target::Column(*c) };
                self.draft.having.push((item, relation.unwrap_or(Relation::Equal), n));
            }
            Some(Link::Table(_) | Link::Column(_)) if self.mode == Mode::Head && self.draft.items.is_empty() => {
                self.limit(n)
            }
            // 'buildings with at least 10 professors' where a professor is a value.
            Some(Link::Value(v)) if relation.is_some() && self.draft.items.iter().all(|i| i.aggregate.is_none()) => {
                let target = Target::Table(v.col.table);
                let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target };
                self.draft.having.push((item, relation.unwrap_or(Relation::Equal), n));
            }
            _ => self.loose_number(relation, n),
        }
    }

    /// '18 years old': the number is what the adjective is about.
    fn years_old(&self) -> Option<(usize, &'static crate::lexicon::Adjective)> {
        let ahead = 1 + usize::from(matches!(self.peek(1), Some(Link::Grain(_))));
        match self.peek(ahead) {
            Some(Link::Mark(Mark::Positive(adjective))) if ahead > 1 && adjective.measures("age") => {
                Some((ahead, *adjective))
            }
            _ => None,
        }
    }

    /// 'teachers of the fifth grade', where a grade is a number.
    pub fn ordinal(&mut self, n: f64) {
        let end = self.pieces.get(self.at).map_or(0, |p| p.end);
        match self.pieces.get(self.at + 1) {
            Some(Piece { link: Link::Column(c), start, .. })
                if *start == end && self.schema.kind(*c) == ColumnKind::Number =>
            {
                self.at += 1;
                self.compare(*c, Relation::Equal, n);
            }
            _ => self.dangle(),
        }
    }

    /// Whether the next piece belongs to another sentence.
    fn ends_sentence(&self) -> bool {
        let (here, next) = (self.pieces.get(self.at), self.pieces.get(self.at + 1));
        let between = here.zip(next).and_then(|(here, next)| self.tokens.get(here.end..next.start));
        between.unwrap_or_default().iter().any(|t| t.is_punct('?') || t.is_punct('.'))
    }

    /// What an adjective said last.
    fn last_hinted(&self) -> Option<&'static crate::lexicon::Adjective> {
        match self.draft.filters.last().map(|f| &f.condition) {
            Some(Pending::Hinted { adjective, .. }) => Some(adjective),
            _ => None,
        }
    }

    /// 'more than 3 records', 'at least ten professors' where professor is a rank: rows are counted.
    fn counts_rows(&self) -> bool {
        let after = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end)).map_or("", |t| t.lower.as_str());
        matches!(after, "record" | "records" | "entries" | "entry" | "rows" | "times")
            || matches!(self.peek(1), Some(Link::Value(_)))
    }

    fn once(&self) -> bool {
        let word = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start));
        word.is_some_and(|t| matches!(t.lower.as_str(), "once" | "twice" | "thrice"))
    }

    /// '5 or more', '10 or less'.
    fn trailing_relation(&mut self) -> Option<Relation> {
        match self.peek(1) {
            Some(Link::Mark(Mark::Compare(r @ (Relation::GreaterOrEqual | Relation::LessOrEqual)))) => {
                let or_more = self
                    .pieces
                    .get(self.at + 1)
                    .and_then(|p| self.tokens.get(p.start))
                    .is_some_and(|t| t.lower == "or");
                if or_more {
                    self.at += 1;
                    return Some(*r);
                }
                None
            }
            _ => None,
        }
    }

    /// A number that no neighbour claims: it goes to the last aggregate, the last column shown, or a key.
    fn loose_number(&mut self, relation: Option<Relation>, n: f64) {
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        if let (Some(Link::Table(t)), None) = (before, relation) {
            self.push_filter(Pending::Numbered { table: *t, number: n });
            return;
        }
        if let (None, true, Some(column)) = (relation, self.or, self.compared) {
            // 'aged 36 or 37'.
            self.compare(column, Relation::Equal, n);
            return;
        }
        let Some(relation) = relation else {
            self.dangle();
            return;
        };
        if let (Some(column), true) = (self.compared, self.or || self.draft.having.is_empty()) {
            self.compare(column, relation, n);
            return;
        }
        let aged = |t: usize| self.schema.numeric_with(t, &["age"]).is_some();
        let about = self.draft.items.iter().find_map(super::measures::table_of);
        if self.draft.groups.is_empty() && about.is_some_and(aged) {
            // 'the average score of men over 50'.
            self.push_filter(Pending::Loose { relation, number: n });
            return;
        }
        let aggregated = self.draft.items.iter().rposition(|i| {
            (i.aggregate.is_some() && i.aggregate != Some(Aggregate::Count)) || matches!(i.target, Target::Worth(_))
        });
        if let Some((at, item)) = aggregated.and_then(|i| Some((i, self.draft.items.get(i)?.clone()))) {
            if self.mode == Mode::Filter && self.draft.items.len() > 1 {
                // 'artists with an average attendance over 200': the figure is a condition, not what is asked for.
                self.draft.items.remove(at);
            }
            self.draft.having.push((item, relation, n));
            return;
        }
        if let Some(item) = self.paid_in_total() {
            self.draft.having.push((item, relation, n));
            return;
        }
        let numeric = self.draft.items.iter().rev().find_map(|i| match i.target {
            Target::Column(c) if self.schema.kind(c) == ColumnKind::Number => Some(c),
            _ => None,
        });
        match numeric {
            Some(column) => self.compare(column, relation, n),
            None => self.push_filter(Pending::Loose { relation, number: n }),
        }
    }

    /// 'members who paid more than 200': what their payments add up to.
    fn paid_in_total(&mut self) -> Option<Item> {
        let event = self.draft.event.filter(|e| !e.1).map(|e| e.0.table);
        let done = event.or(self.draft.context.last().copied())?;
        let about = self.draft.items.iter().find_map(super::measures::table_of)?;
        let amount = self.schema.numeric_with(done, &["amount", "total", "price", "fee", "cost"]);
        let amount = amount.filter(|_| self.schema.belongs(done, about))?;
        self.draft.event = self.draft.event.filter(|_| event.is_none());
        Some(Item { aggregate: Some(Aggregate::Sum), distinct: false, target: Target::Column(amount) })
    }

    /// 'longer than 55 minutes': the seconds of a minute.
    fn unit(&self) -> Option<f64> {
        let piece = self.pieces.get(self.at).filter(|p| matches!(p.link, Link::Number(_)))?;
        self.tokens.get(piece.end).and_then(|t| crate::spoken::seconds(&t.lower))
    }

    fn compare(&mut self, column: Col, relation: Relation, n: f64) {
        let relation = if std::mem::take(&mut self.negated) { relation.negated() } else { relation };
        let n = in_unit_of(self.schema, column, n, self.unit());
        let text = self.schema.column(column).is_some_and(|c| c.data_type.is_text());
        let right = if text { Operand::Text(crate::write::number(n)) } else { Operand::Number(n) };
        let left = self.schema.expr(column);
        self.compared = Some(column);
        self.adjective = None;
        let condition = Condition::Compare { left, relation, right };
        // 'who did not give 4 stars'.
        let absent = std::mem::take(&mut self.absent);
        self.push_filter(Pending::Ready(if absent { Condition::Not(Box::new(condition)) } else { condition }));
    }

    /// 'between 10 and 20', with the column before or after.
    pub fn between(&mut self) {
        let bounds = (self.peek(1), self.peek(2), self.peek(3));
        let (Some(Link::Number(low)), Some(Link::Mark(Mark::And | Mark::Preposition)), Some(Link::Number(high))) =
            bounds
        else {
            self.dangle();
            return;
        };
        let (low, high) = (low.min(*high), low.max(*high));
        self.at += 3;
        let column = self.column.take().or_else(|| match self.peek(1) {
            Some(Link::Column(c)) if self.schema.kind(*c) == ColumnKind::Number => Some(*c),
            _ => None,
        });
        match column {
            Some(c) => {
                if matches!(self.peek(1), Some(Link::Column(next)) if *next == c) {
                    self.at += 1;
                }
                let left = self.schema.expr(c);
                self.push_filter(Pending::Ready(Condition::Between { left, low, high }));
            }
            None => {
                self.push_filter(Pending::Loose { relation: Relation::GreaterOrEqual, number: low });
                self.push_filter(Pending::Loose { relation: Relation::LessOrEqual, number: high });
            }
        }
    }

    pub fn null_mark(&mut self, negated: bool) {
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
        self.push_filter(Pending::Time { range: range.clone(), column: column.or(event), near });
    }
}

impl Reader<'_> {
    /// The table mentioned last.
    fn said_last(&self) -> Option<usize> {
        let before = self.pieces.get(..self.at).unwrap_or_default().iter().rev();
        before
            .filter(|p| matches!(p.link, Link::Table(_) | Link::Worth(_)))
            .find_map(|p| crate::segment::table_of(&p.link))
    }
}
