//! The parts of the reader that place columns: flags and events, the keys of other rows, what is compared or shown.

use super::draft::{Pending, Target};
use super::reader::{Mode, Reader};
use crate::form::Operand;
use crate::lexicon::{Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind};

impl Reader<'_> {
    /// A column that is true or false says which rows; a verb such as 'sold' says when.
    pub(super) fn flag_or_event(&mut self, c: Col) -> bool {
        let kind = self.schema.kind(c);
        if self.mode == Mode::Group && self.aggregates.is_empty() && !self.counting || self.mode == Mode::Order {
            return false;
        }
        let opposite = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).is_some_and(|t| {
            let says_un = self.schema.view(c).is_some_and(|v| v.words.iter().any(|w| w.starts_with("un")));
            t.lower.starts_with("un") && !says_un
        });
        if let Some(set) = self.schema.flag(c).filter(|_| self.describes(c)) {
            self.negated ^= opposite;
            let negated = std::mem::take(&mut self.absent) || std::mem::take(&mut self.negated);
            let values = vec![set];
            let column = self.schema.reference(c);
            if self.says_of_which(c) {
                self.draft.of_which.push(crate::form::Condition::OneOf { column, values, negated });
                return true;
            }
            self.push_filter(Pending::Ready(crate::form::Condition::OneOf { column, values, negated }));
            return true;
        }
        let token = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start));
        let last = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end.checked_sub(1)?));
        // 'the planned delivery date' is a thing, not something that was planned.
        let noun = last.is_some_and(|t| matches!(t.lemma.as_str(), "date" | "time" | "year" | "day" | "month"));
        let verb = !noun
            && token.is_some_and(|t| {
                // 'unpaid' says of paying that it was not done.
                let word = t.lower.strip_prefix("un").filter(|_| opposite).unwrap_or(&t.lower);
                word.ends_with("ed")
                    || matches!(
                        word,
                        "sold"
                            | "built"
                            | "born"
                            | "paid"
                            | "bought"
                            | "made"
                            | "sent"
                            | "left"
                            | "close"
                            | "won"
                            | "done"
                    )
            });
        if verb && matches!(kind, ColumnKind::Time | ColumnKind::Year) && self.aggregates.is_empty() {
            self.negated ^= opposite;
            let about = self.draft.items.iter().find_map(super::measures::table_of);
            // 'have not signed anything in 2026': nobody asks for a row of 2026 without a date.
            let ahead = self.pieces.get(self.at + 1..).unwrap_or_default().iter().map(|p| &p.link);
            let timed = ahead.into_iter().find(|l| !matches!(l, Link::Mark(Mark::All | Mark::Preposition)));
            let timed = self.schema.for_people && matches!(timed, Some(Link::Time(_)));
            let always = timed || self.schema.column(c).is_none_or(|c| c.null_count.is_none_or(|n| n == 0));
            let lacks = always && about.is_some_and(|t| t != c.table && self.schema.parents(c.table).contains(&t));
            if (self.absent || self.negated) && lacks {
                // 'items never moved': what is missing is the movement, not its date.
                (self.absent, self.negated) = (false, false);
                self.push_filter(Pending::Absent { table: c.table });
                self.column = timed.then_some(c);
                return true;
            }
            let undone = std::mem::take(&mut self.absent) || std::mem::take(&mut self.negated);
            if self.says_of_which(c) {
                let column = self.schema.reference(c);
                self.draft.of_which.push(crate::form::Condition::Null { column, negated: !undone });
            } else if undone {
                let column = self.schema.reference(c);
                self.push_filter(Pending::Ready(crate::form::Condition::Null { column, negated: false }));
            } else {
                self.draft.event = Some((c, false));
            }
            return true;
        }
        false
    }

    /// 'what share of the paid invoices': it stands between the share and its rows.
    fn says_of_which(&self, c: Col) -> bool {
        let before = self.pieces.get(..self.at).unwrap_or_default().iter().rev().map(|p| &p.link);
        let before = before.into_iter().find(|link| !matches!(link, Link::Mark(Mark::All | Mark::Of)));
        let rows = matches!(self.peek(1), Some(Link::Table(t)) if *t == c.table);
        self.schema.for_people && rows && matches!(before, Some(Link::Mark(Mark::Share)))
    }

    /// 'approved expenses', 'expenses that were approved', 'would recommend': the column says which rows. Real booleans always
    /// do; a text or number that holds yes and no also is a column like any other.
    fn describes(&self, c: Col) -> bool {
        let Some(piece) = self.pieces.get(self.at) else { return false };
        // 'tickets sold' are not the events that are `sold_out`.
        let words = self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        let particle = words.last().is_some_and(|w| matches!(w.as_str(), "out" | "off" | "up"));
        if particle && words.len() > piece.end - piece.start {
            return false;
        }
        if self.schema.kind(c) == ColumnKind::Bool {
            return true;
        }
        let before = piece.start.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let rows = |link: Option<&Link>| matches!(link, Some(Link::Table(t)) if *t == c.table);
        let told = matches!(before, "is" | "are" | "was" | "were" | "be" | "been" | "who" | "that" | "not" | "would")
            || self.negated
            || self.absent;
        let verb = self.tokens.get(piece.end - 1).is_some_and(|t| t.lower.ends_with("ed") || t.lower.starts_with("un"));
        let shared = matches!(
            self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link),
            Some(Link::Mark(Mark::Share))
        );
        // 'billable hours', 'VIP clients'.
        let modifies = self.pieces.get(self.at + 1).filter(|p| p.start == piece.end).is_some_and(|p| match p.link {
            Link::Table(t) => t == c.table,
            Link::Column(o) => {
                o.table == c.table && self.schema.kind(o) == ColumnKind::Number && self.schema.flag(o).is_none()
            }
            _ => false,
        });
        // 'rooms out of service'.
        let behind = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).is_some_and(|p| {
            p.end == piece.start && matches!(p.link, Link::Table(t) if t == c.table) && self.schema.for_people
        });
        let alone = !matches!(self.peek(1), Some(Link::Value(_) | Link::Number(_) | Link::Column(_)));
        told || shared
            || behind && alone && self.mode == Mode::Head
            || modifies
            || rows(self.peek(1)) && verb
            || rows(self.peek(1)) && (self.counting || self.share_waits())
    }

    fn share_waits(&self) -> bool {
        self.draft.share && self.draft.items.is_empty()
    }

    /// 'orders that used a discount code', 'expenses with a note': those that have one.
    fn has_one(&self, c: Col) -> bool {
        let before = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start.checked_sub(1)?));
        let one = before.is_some_and(|t| matches!(t.lower.as_str(), "a" | "an" | "any"));
        let column = self.schema.column(c);
        let nulls = column.is_some_and(|c| c.null_count.is_some_and(|n| n > 0)) || self.schema.flag(c).is_some();
        let text = self.schema.flag(c).is_some()
            || matches!(self.schema.kind(c), ColumnKind::Text | ColumnKind::Time | ColumnKind::Key);
        let alone = !matches!(self.peek(1), Some(Link::Value(_) | Link::Quoted(_) | Link::Number(_) | Link::Mark(_)));
        let free = self.aggregates.is_empty() && self.extreme.is_none() && !self.absent && !self.negated;
        one && nulls && text && alone && free && !self.draft.items.is_empty() && self.mode != Mode::Group
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

    /// 'who reports to Dana Whitfield', 'players invited by starling42': rows whose key points at the row of that name.
    fn answers_to(&mut self, c: Col) -> bool {
        let Some(to) = self.schema.self_key(c).filter(|_| self.schema.for_people) else { return false };
        let ahead = 1 + usize::from(matches!(self.peek(1), Some(Link::Mark(Mark::Preposition | Mark::By))));
        let Some(Link::Value(value)) = self.peek(ahead) else { return false };
        let before = self.pieces.get(self.at + ahead).and_then(|p| self.tokens.get(p.start.checked_sub(1)?));
        let under = before.is_some_and(|t| matches!(t.lower.as_str(), "to" | "by" | "under" | "is"));
        if !under || value.col.table != c.table || !self.schema.display(c.table).contains(&value.col) {
            return false;
        }
        let column = self.schema.reference(value.col);
        let named =
            crate::form::Condition::OneOf { column, values: vec![Operand::Text(value.text.clone())], negated: false };
        let query = crate::form::Query {
            select: vec![crate::form::Selected { expr: self.schema.expr(to), alias: None }],
            base: self.schema.table_name(to.table).to_owned(),
            filter: vec![named],
            ..Default::default()
        };
        let negated = std::mem::take(&mut self.negated);
        let column = self.schema.reference(c);
        self.push_filter(Pending::Ready(crate::form::Condition::InQuery { column, query: Box::new(query), negated }));
        self.done.extend(self.at + 1..=self.at + ahead);
        true
    }

    /// 'stock below the reorder level', 'sold above the asking price': two figures of one row.
    fn beside(&mut self, c: Col) -> bool {
        let figure = |c: Col| matches!(self.schema.kind(c), ColumnKind::Number | ColumnKind::Time);
        let alone = !matches!(
            self.peek(1),
            Some(Link::Number(_) | Link::Time(_) | Link::Mark(Mark::Compare(_) | Mark::Comparative(_) | Mark::Between))
        );
        let (Some(relation), true) = (self.relation, figure(c) && alone && self.aggregates.is_empty()) else {
            return false;
        };
        let fits = |o: &Col| {
            let theirs = o.table == c.table || self.schema.kind(c) == ColumnKind::Number;
            *o != c && theirs && self.schema.kind(*o) == self.schema.kind(c)
        };
        let shown = self.draft.items.iter().rev().find_map(|i| match i.target {
            Target::Column(c) if i.aggregate.is_none() => Some(c),
            _ => None,
        });
        let happened = self.draft.event.map(|e| e.0);
        let known = self.column.or(shown).or(happened).filter(fits);
        let Some(other) = known.or_else(|| self.counterpart(c)) else { return false };
        if self.column != Some(other) && shown == Some(other) && self.draft.items.len() > 1 {
            self.draft.items.retain(|i| i.target != Target::Column(other));
        }
        (self.relation, self.column, self.adjective) = (None, None, None);
        self.draft.event = self.draft.event.filter(|e| e.0 != other);
        let relation = if std::mem::take(&mut self.negated) { relation.negated() } else { relation };
        let (left, right) = (self.schema.expr(other), crate::form::Operand::Expr(self.schema.expr(c)));
        self.push_filter(Pending::Ready(crate::form::Condition::Compare { left, relation, right }));
        true
    }

    /// What is held against a limit where nobody names it: the other figure that ends in the same word, or a stock against the
    /// level at which it is filled up. In the table itself, or in one whose rows belong to its rows.
    fn counterpart(&self, c: Col) -> Option<Col> {
        const STOCK: [&str; 5] = ["stock", "quantity", "hand", "inventory", "level"];
        let words = |c: Col| self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        let columns = |table: usize| {
            let count = self.schema.tables.get(table).map_or(0, |t| t.columns.len());
            (0..count).map(move |column| Col { table, column })
        };
        let kind = |o: &Col| *o != c && self.schema.kind(*o) == self.schema.kind(c);
        let children = (0..self.schema.tables.len()).filter(|t| self.schema.parents(*t).contains(&c.table));
        let near = || std::iter::once(c.table).chain(children.clone()).flat_map(columns).filter(kind);
        let same = |o: &Col| words(*o).last() == words(c).last() && words(c).len() > 1;
        let reordered = words(c).iter().any(|w| w.contains("reorder") || w == "minimum" || w == "threshold");
        let stocked = |o: &Col| reordered && words(*o).iter().any(|w| STOCK.map(crate::lemma::stem).contains(w));
        let only = |found: Vec<Col>| if let [only] = found.as_slice() { Some(*only) } else { None };
        only(near().filter(same).collect()).or_else(|| only(near().filter(stocked).collect()))
    }

    pub(super) fn column(&mut self, c: Col) {
        if self.formula(c) {
            return;
        }
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
        if self.fellow(c) || self.answers_to(c) || self.beside(c) || self.says_which_key(c) || self.flag_or_event(c) {
            return;
        }
        if self.null {
            self.null = false;
            let column = self.schema.reference(c);
            let condition = crate::form::Condition::Null { column, negated: false };
            self.push_filter(Pending::Ready(condition));
            return;
        }
        if self.has_one(c) {
            let column = self.schema.reference(c);
            let condition = match self.schema.flag(c) {
                Some(yes) => crate::form::Condition::OneOf { column, values: vec![yes], negated: false },
                None => crate::form::Condition::Null { column, negated: true },
            };
            self.push_filter(Pending::Ready(condition));
            return;
        }
        // 'which do not belong to the range Alps': the value is what is denied.
        let denied =
            matches!(self.peek(1), Some(Link::Value(v)) if v.col == c) || matches!(self.peek(1), Some(Link::Quoted(_)));
        if self.absent && denied {
            self.column = Some(c);
            return;
        }
        let foreign = self.draft.items.iter().filter_map(super::measures::table_of).any(|t| t != c.table)
            || self.draft.context.iter().any(|t| *t != c.table);
        if self.absent && foreign {
            self.absent = false;
            self.push_filter(Pending::Absent { table: c.table });
            return;
        }
        let unknown = self.schema.column(c).is_some_and(|c| c.null_count.is_some_and(|n| n > 0));
        if self.absent && self.schema.kind(c) == ColumnKind::Number && !unknown {
            self.absent = false;
            if !self.right_behind_mark() {
                // 'no-show rate': whatever there is none of, it is not the rate.
                self.draft.dangling.extend([self.at; 3]);
                return;
            }
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
        if self.mode == Mode::Filter && !awaited && !self.tells_figures_apart(c)
            || (compared && !awaited && self.mode != Mode::Order)
        {
            if let Some(passed) = self.column.filter(|passed| *passed != c) {
                self.narrows_by(passed);
            }
            self.column = Some(c);
            if self.mode == Mode::Head
                && self.draft.items.is_empty()
                && self.draft.context.is_empty()
                && self.patterned()
            {
                // 'which languages contain "English"' asks for the languages.
                let item = super::draft::Item { aggregate: None, distinct: false, target: Target::Column(c) };
                self.draft.items.push(item);
            }
            return;
        }
        self.noun(Target::Column(c));
    }

    /// What follows says what the text looks like: 'contains', 'that start with'.
    fn patterned(&self) -> bool {
        let pattern =
            |ahead: usize| matches!(self.peek(ahead), Some(Link::Mark(Mark::Contains | Mark::Starts | Mark::Ends)));
        pattern(1) || matches!(self.peek(1), Some(Link::Mark(Mark::Relative))) && pattern(2)
    }

    /// Nothing but an article stands between this piece and the one before it.
    fn right_behind_mark(&self) -> bool {
        let (Some(here), Some(before)) =
            (self.pieces.get(self.at), self.at.checked_sub(1).and_then(|i| self.pieces.get(i)))
        else {
            return false;
        };
        let between = self.tokens.get(before.end..here.start).unwrap_or_default();
        between.iter().all(|t| matches!(t.lower.as_str(), "a" | "an" | "any" | "the" | "single"))
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
}
