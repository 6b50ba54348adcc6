//! The parts of the reader that place numbers: what is compared with them, how many of what there must be, and from where to where.

use super::draft::{Item, Pending, Target};
use super::reader::{Mode, Reader};
use super::units::in_unit_of;
use crate::form::{Condition, Operand};
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind};
use crate::segment::Piece;

impl Reader<'_> {
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
        if self.range(n) || self.says_how_many_win(n) {
            return;
        }
        let relation = self.relation.take();
        let relation = self.trailing_relation().or(relation).or_else(|| self.worded_relation());
        let relation = relation.or_else(|| self.apart_relation());
        if let Some((ahead, adjective)) = self.years_old() {
            self.at += ahead;
            let relation = relation.unwrap_or(Relation::Equal);
            // 'who are not 20 years old'.
            let relation = if std::mem::take(&mut self.negated) { relation.negated() } else { relation };
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
            if let (true, Some(figure)) = (relation.is_some() && self.is_figure(column), self.figure_waits()) {
                // 'whose products cost on average 150 or more'.
                let item = Item { aggregate: Some(figure), distinct: false, target: Target::Column(column) };
                self.draft.having.push((item, relation.unwrap_or(Relation::Equal), n));
                return;
            }
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
            Some(Link::Column(c)) if self.counts_something(*c) => {
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

    /// 'more points than 70'.
    fn apart_relation(&mut self) -> Option<Relation> {
        let (relation, column) = self.compared_apart().filter(|_| !self.schema.for_people)?;
        let last = self.draft.items.last().is_some_and(|i| i.target == Target::Column(column) && i.aggregate.is_none());
        if last && self.draft.items.len() > 1 {
            self.draft.items.pop();
        }
        self.column = Some(column);
        Some(relation)
    }

    /// 'the balances of the three accounts with the highest balance': how many win, and nobody's balance.
    fn says_how_many_win(&mut self, n: f64) -> bool {
        let end = self.pieces.get(self.at).map(|p| p.end);
        let noun = self.pieces.get(self.at + 1).filter(|p| Some(p.start) == end);
        let rest = self.pieces.get(self.at + 2..).unwrap_or_default();
        let ranks = |p: &Piece| matches!(p.link, Link::Mark(Mark::Extreme(_) | Mark::Superlative(_) | Mark::Most(_)));
        let wins = noun.is_some_and(|p| matches!(p.link, Link::Table(_))) && rest.iter().any(ranks);
        let waits = self.relation.is_some() || self.draft.items.is_empty() || self.schema.for_people;
        if !wins || waits || !(2.0..=50.0).contains(&n) {
            return false;
        }
        if let Some(c) = self.column.take() {
            self.draft.items.push(Item { aggregate: None, distinct: false, target: Target::Column(c) });
        }
        self.limit(n);
        true
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
                // 'on the second floor or higher'.
                let relation = self.trailing_relation().unwrap_or(Relation::Equal);
                self.compare(*c, relation, n);
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
        self.says_rows() || matches!(self.peek(1), Some(Link::Value(_)))
    }

    fn says_rows(&self) -> bool {
        let after = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end)).map_or("", |t| t.lower.as_str());
        matches!(after, "record" | "records" | "entries" | "entry" | "rows" | "times")
    }

    fn once(&self) -> bool {
        let word = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start));
        word.is_some_and(|t| matches!(t.lower.as_str(), "once" | "twice" | "thrice"))
    }

    /// A number, or one that is kept as a text and does not say by its name that it tells rows apart.
    fn counts_something(&self, c: Col) -> bool {
        let number = matches!(self.schema.kind(c), ColumnKind::Number | ColumnKind::Year);
        let text = self.schema.kind(c) != ColumnKind::Time && self.is_figure(c);
        let words = self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        let known_by = |w: &String| ["number", "id", "code", "phone"].map(crate::lemma::stem).contains(w);
        number || text && !words.iter().any(known_by)
    }

    /// 'founded before 1850', 'after season 2007', where that is a plain number.
    pub(super) fn worded_relation(&self) -> Option<Relation> {
        let start = self.pieces.get(self.at)?.start;
        let column = self.pieces.get(self.at.checked_sub(1)?).filter(|p| p.end == start && self.column.is_some());
        let named = column.filter(|p| matches!(p.link, Link::Column(_))).map(|p| p.start);
        let word = |at: usize| at.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let told = |word: &str| match word {
            "before" => Some(Relation::Less),
            "after" => Some(Relation::Greater),
            "since" => Some(Relation::GreaterOrEqual),
            _ => None,
        };
        self.column.and_then(|_| told(word(start)).or_else(|| named.and_then(|at| told(word(at)))))
    }

    /// 'aged 20 to 25', 'a capacity from 100 to 300'.
    fn range(&mut self, low: f64) -> bool {
        let start = self.pieces.get(self.at + 1).map_or(0, |p| p.start);
        let to = self.tokens.get(start).is_some_and(|t| t.lower == "to");
        let (Some(Link::Mark(Mark::Preposition)), Some(Link::Number(high)), true) = (self.peek(1), self.peek(2), to)
        else {
            return false;
        };
        let Some(column) = self.column.filter(|c| self.schema.kind(*c) == ColumnKind::Number && low < *high) else {
            return false;
        };
        (self.column, self.relation) = (None, None);
        self.compared = Some(column);
        let condition = Condition::Between { left: self.schema.expr(column), low, high: *high };
        self.push_filter(Pending::Ready(condition));
        self.at += 2;
        true
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

    /// 'id 1003 and 1004': no row has both, so either is meant.
    fn joins_number(&mut self, n: f64) -> bool {
        let link = |back: usize| self.at.checked_sub(back).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let listed = matches!((link(1), link(2)), (Some(Link::Mark(Mark::And)), Some(Link::Number(_))));
        let Some(Pending::Ready(condition)) = self.draft.filters.last_mut().map(|f| &mut f.condition) else {
            return false;
        };
        let operand = |like: &Operand| match like {
            Operand::Text(_) => Operand::Text(crate::write::number(n)),
            _ => Operand::Number(n),
        };
        let (column, values) = match condition {
            _ if !listed => return false,
            Condition::Compare { left: crate::form::Expr::Column(column), relation: Relation::Equal, right } => {
                (column.clone(), vec![right.clone(), operand(right)])
            }
            Condition::OneOf { column, values, negated: false } => {
                let Some(like) = values.last().map(operand) else { return false };
                (column.clone(), values.iter().cloned().chain([like]).collect())
            }
            _ => return false,
        };
        *condition = Condition::OneOf { column, values, negated: false };
        true
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
        if relation.is_none() && self.joins_number(n) {
            return;
        }
        let Some(relation) = relation else {
            self.dangle();
            return;
        };
        if let Some(item) = self.limited_before() {
            self.draft.having.push((item, relation, n));
            return;
        }
        if let Some(item) = self.figure_before() {
            self.draft.having.push((item, relation, n));
            return;
        }
        if let (Some(column), true) = (self.compared, self.or || self.draft.having.is_empty()) {
            self.compare(column, relation, n);
            return;
        }
        let about = self.draft.items.last().and_then(super::measures::table_of);
        if let Some(t) = about.filter(|_| self.says_rows()) {
            // 'the party that has at least two records'.
            let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target: Target::Table(t) };
            self.draft.having.push((item, relation, n));
            return;
        }
        let figure = self.draft.items.last().filter(|i| i.aggregate.is_some_and(|f| f != Aggregate::Count));
        let figure = figure.filter(|_| !self.schema.for_people).map(|i| &i.target);
        let said = self.at.checked_sub(2).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        // 'an average attendance over 200', 'an average age of teachers above 50': the figure, and nobody's age.
        let itself = matches!((said, figure), (Some(Link::Column(c)), Some(Target::Column(f))) if c == f);
        let aged = |t: usize| {
            let age = self.schema.numeric_with(t, &["age"]);
            age.is_some() && !itself && figure != age.map(Target::Column).as_ref()
        };
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

    /// A function that waits although its column was said: 'on average' behind the verb.
    fn figure_waits(&mut self) -> Option<Aggregate> {
        let [figure @ (Aggregate::Average | Aggregate::Sum)] = self.aggregates.as_slice() else { return None };
        let figure = *figure;
        (!self.schema.for_people).then(|| {
            self.aggregates.clear();
            figure
        })
    }

    /// 'whose rank is above 3 and whose average rating is above 5': the figure right before the comparison is what is limited, not
    /// whatever was compared last.
    fn figure_before(&mut self) -> Option<Item> {
        let said = self.at.checked_sub(2).and_then(|i| self.pieces.get(i)).map(|p| &p.link)?;
        let last = self.draft.items.last().filter(|i| i.aggregate.is_some_and(|f| f != Aggregate::Count))?;
        let itself = matches!((said, &last.target), (Link::Column(c), Target::Column(f)) if c == f);
        if !itself || self.schema.for_people || self.mode != Mode::Filter || self.draft.items.len() < 2 {
            return None;
        }
        self.draft.items.pop()
    }

    /// 'more than 14 bikes on average': the limit is one of the figure, not of each row.
    pub(super) fn limits_figure(&mut self, figure: Aggregate) -> bool {
        let word = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).map_or("", |t| t.lower.as_str());
        let behind = matches!(word, "on" | "in") && matches!(figure, Aggregate::Average | Aggregate::Sum);
        let near = self.at.checked_sub(2).and_then(|i| self.pieces.get(i)).map(|p| p.start);
        let last = self.draft.filters.last().filter(|f| behind && !self.schema.for_people && near <= Some(f.at));
        let Some(Pending::Ready(Condition::Compare { left: crate::form::Expr::Column(c), relation, right })) =
            last.map(|f| &f.condition)
        else {
            return false;
        };
        let (Some(column), Operand::Number(n)) = (self.schema.find(c).filter(|c| self.is_figure(*c)), right) else {
            return false;
        };
        let item = Item { aggregate: Some(figure), distinct: false, target: Target::Column(column) };
        self.draft.having.push((item, *relation, *n));
        self.draft.filters.pop();
        true
    }

    /// 'an average above 50 or below 30': the figure that the number before 'or' was about.
    fn limited_before(&self) -> Option<Item> {
        let number = self.at.checked_sub(3).and_then(|i| self.pieces.get(i)).filter(|_| self.or)?;
        let filters = self.draft.filters.iter().any(|f| f.at == number.start);
        let limits = matches!(number.link, Link::Number(_)) && !filters;
        self.draft.having.last().filter(|_| limits).map(|(item, ..)| item.clone())
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
}
