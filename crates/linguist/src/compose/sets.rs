//! What must hold twice or not at all: 'both Algebra and Chess', 'above 40 and below 30', 'Algebra but not Chess'.
//!
//! One row cannot satisfy two such conditions. Where they are about rows of another table, each becomes a relation of
//! its own; where they are about what the listed things share, the two lists are intersected.

use super::assemble::Assembler;
use crate::form::{ColumnRef, Condition, Expr, Operand, Query, SetOperation};
use crate::lexicon::Relation;
use crate::quantified::{name_on_many, names, says_of_rows, take_off};
use crate::quantified_words::Said;
use crate::schema::{ColumnKind, Schema};
use crate::tokens::Token;

/// 'unpaid', where a column says what was paid.
fn says_undone(schema: &Schema, tokens: &[Token], column: &ColumnRef) -> bool {
    let words = schema.find(column).and_then(|c| schema.view(c)).map_or(&[][..], |v| v.words.as_slice());
    tokens.iter().filter_map(crate::values::undone).any(|rest| words.contains(&crate::lemma::stem_of(rest)))
}

impl Assembler<'_> {
    /// 'customers who did not buy lamps': whoever bought a lamp besides a desk is not among them.
    pub(super) fn absent_values(&mut self) {
        let base = self.query.base.clone();
        // 'guests who stayed in Whitby, leaving out cancelled bookings': it is these stays that are left out.
        let out = self
            .resolver
            .tokens
            .windows(2)
            .any(|two| matches!(two, [a, b] if a.lower == "leaving" && b.lower == "out"));
        if out && self.draft.for_people {
            return;
        }
        for condition in &mut self.query.filter {
            let denied = match &*condition {
                Condition::OneOf { column, values, negated: true } => {
                    Condition::OneOf { column: column.clone(), values: values.clone(), negated: false }
                }
                Condition::Not(inner) => (**inner).clone(),
                _ => continue,
            };
            let mut tables = Vec::new();
            denied.tables(&mut tables);
            let Some(table) = tables.first().map(|t| (*t).to_owned()) else { continue };
            // 'owners with unpaid stays' have such a stay, whatever else they have.
            if let Condition::OneOf { column, .. } = &denied
                && self.draft.for_people
                && says_undone(self.schema, self.resolver.tokens, column)
            {
                continue;
            }
            let Some(t) = self.schema.table_index(&table).filter(|t| *t != self.main) else { continue };
            let path = self.resolver.graph.path(&[self.main], t);
            if path.is_some_and(|p| p.iter().any(|s| s.edge.to_many)) {
                *condition = Condition::Related { of: base.clone(), table, when: vec![denied], negated: true };
            }
        }
    }

    /// 'agents who have not handled a Router call', where a row is a call: who handled one besides others is not among them.
    pub(super) fn never(&mut self) {
        let Some(column) = name_on_many(&self.query, self.schema) else { return };
        let is_time = |c: &Condition| matches!(c, Condition::Period { .. } | Condition::Recurs { .. });
        let words = Said { tokens: self.resolver.tokens, schema: self.schema };
        let deeds = (0..words.tokens.len()).any(|at| words.denies(at));
        let denied = |c: &Condition| match c {
            Condition::OneOf { column: other, values, negated: true } => {
                let flag = values.iter().any(|v| matches!(v, Operand::Bool(_)));
                deeds && other.table == column.table && *other != column && !flag
            }
            Condition::Like { column: other, negated: true, .. } => deeds && other.table == column.table,
            // 'riders not seen since June', 'none in November'.
            Condition::Not(inner) => is_time(inner) || deeds && matches!(inner.as_ref(), Condition::Compare { .. }),
            _ => false,
        };
        let Some(at) = self.query.filter.iter().position(denied) else { return };
        let said = match self.query.filter.remove(at) {
            Condition::OneOf { column, values, .. } => Condition::OneOf { column, values, negated: false },
            Condition::Like { column, pattern, .. } => Condition::Like { column, pattern, negated: false },
            Condition::Not(said) => *said,
            _ => return,
        };
        let mut when = vec![said];
        if self.draft.for_people {
            let inside = |c: &Condition| says_of_rows(c, &column) && words.is_denied(c);
            let (more, rest): (Vec<_>, Vec<_>) = self.query.filter.drain(..).partition(inside);
            self.query.filter = rest;
            when.extend(more);
        }
        if !when.iter().any(is_time) {
            // When it was not done, not when anything else was.
            let (times, rest): (Vec<_>, Vec<_>) = self.query.filter.drain(..).partition(is_time);
            self.query.filter = rest;
            when.extend(times);
        }
        if self.draft.for_people {
            take_off(&mut self.query, column, when);
        } else if !self.query.is_aggregated() {
            (self.query.order, self.query.distinct) = (Vec::new(), false);
            self.query.combine = Some((SetOperation::Except, Box::new(names(&column, when))));
        }
    }

    /// Called when the query is otherwise complete.
    pub(super) fn both(&mut self) {
        // 'weight for Rick and Sal both' is of either.
        let figure = |s: &crate::form::Selected| match &s.expr {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Number),
            _ => false,
        };
        let said = Said { tokens: self.resolver.tokens, schema: self.schema };
        let name = |s: &crate::form::Selected| match &s.expr {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| self.schema.stands_on_many(c)),
            _ => false,
        };
        let asked = self.draft.for_people && self.draft.both && said.clause(0) && self.schema.tables.len() == 1;
        // 'which cashier sold both bread and milk': not how many.
        if asked && self.query.select.len() == 2 && self.query.select.first().is_some_and(name) {
            self.query.select.truncate(1);
        }
        let figures = self.draft.for_people && self.query.select.iter().any(figure);
        if self.query.limit.is_some() || self.query.yes_no || figures {
            return;
        }
        if let Some((at, left, right)) = self.twofold() {
            self.split(at, left, right);
        }
    }

    /// 'countries that have no stadium opened after 2006': of what several rows share, those that no such row has.
    pub(super) fn except(&mut self) {
        let q = &self.query;
        let shared = self.selects_shared();
        let sets = shared || !self.draft.for_people && self.repeats_what_is_shown();
        if q.is_aggregated() || q.limit.is_some() || q.yes_no || q.select.is_empty() || !sets {
            return;
        }
        let Some(at) = q.filter.iter().position(|c| matches!(c, Condition::Related { negated: true, .. })) else {
            return;
        };
        let Condition::Related { table, when, .. } = self.query.filter.remove(at) else { return };
        (self.query.order, self.query.distinct) = (Vec::new(), false);
        let mut other = self.query.clone();
        if !shared {
            // 'a TV lounge but no study room': which room it has says nothing of the one it lacks.
            let own = |c: &Condition| {
                let mut tables = Vec::new();
                c.tables(&mut tables);
                tables.iter().all(|t| *t == self.query.base)
            };
            other.filter.retain(own);
            other.joins.clear();
        }
        if table != other.base {
            other.joins.push(table);
        }
        // 'ordered in 2025 but not in 2026': who ordered in 2026 is taken off, whenever else they did.
        other.filter.retain(|c| !when.iter().any(|w| contradict(c, w)));
        other.filter.extend(when);
        self.query.combine = Some((SetOperation::Except, Box::new(other)));
    }

    fn counts_main(&self) -> bool {
        self.query.group.is_empty()
            && matches!(self.query.select.as_slice(), [only] if matches!(&only.expr, Expr::Rows { table } if *table == self.query.base))
    }

    /// A condition that asks for two things of one column, and the two.
    fn twofold(&self) -> Option<(usize, Condition, Condition)> {
        let single = |column: &crate::form::ColumnRef, value: &Operand| Condition::OneOf {
            column: column.clone(),
            values: vec![value.clone()],
            negated: false,
        };
        if self.draft.both {
            for (at, condition) in self.query.filter.iter().enumerate() {
                if let Condition::OneOf { column, values, negated: false } = condition
                    && let [a, b] = values.as_slice()
                {
                    return Some((at, single(column, a), single(column, b)));
                }
                if let Condition::All(periods) = condition
                    && let [a, b] = periods.as_slice()
                    && contradict(a, b)
                {
                    return Some((at, a.clone(), b.clone()));
                }
            }
        }
        for (at, four) in self.query.filter.windows(4).enumerate() {
            if let [a, b, c, d] = four
                && contradict(a, c)
                && contradict(b, d)
            {
                let both = |x: &Condition, y: &Condition| Condition::All(vec![x.clone(), y.clone()]);
                return Some((at, both(a, b), both(c, d)));
            }
        }
        for (at, pair) in self.query.filter.windows(2).enumerate() {
            if let [a, b] = pair
                && contradict(a, b)
            {
                return Some((at, a.clone(), b.clone()));
            }
        }
        None
    }

    fn split(&mut self, at: usize, left: Condition, right: Condition) {
        let mut names = Vec::new();
        left.tables(&mut names);
        let Some(t) = names.first().and_then(|n| self.schema.table_index(n)) else { return };
        let table = self.schema.table_name(t).to_owned();
        let path = self.resolver.graph.path(&[self.main], t);
        let many = t != self.main && path.is_some_and(|p| p.iter().any(|s| s.edge.to_many));
        let figures = self.query.is_aggregated() && !self.counts_main();
        if figures && (!many || !self.query.group.is_empty()) {
            return;
        }
        if self.draft.implies_both && !many && !self.selects_shared() {
            return;
        }
        let rest = self.query.filter.split_off(at);
        let kept: Vec<Condition> =
            rest.into_iter().filter(|c| !belongs(c, &left) && !belongs(c, &right) && !holds_both(c, &left)).collect();
        // Statements of public question sets intersect what is shown; people mean one and the same row.
        let one_row = self.draft.for_people || self.query.is_aggregated() || self.query.select.is_empty();
        if many && one_row && !self.selects_shared() {
            let of = self.query.base.clone();
            let related = |c: Condition| Condition::Related {
                of: of.clone(),
                table: table.clone(),
                when: vec![c],
                negated: false,
            };
            self.query.filter.extend([related(left), related(right)]);
            self.query.filter.extend(kept);
            return;
        }
        if self.counts_main() {
            self.query.filter.extend([left, right]);
            self.query.filter.extend(kept);
            return;
        }
        self.query.filter.extend(kept);
        self.query.order.clear();
        self.query.distinct = false;
        let mut other: Query = self.query.clone();
        self.query.filter.insert(at, left);
        other.filter.insert(at.min(other.filter.len()), right);
        self.query.combine = Some((SetOperation::Intersect, Box::new(other)));
    }

    /// 'drivers who took part in the one race but not in the other': a driver for each time. Statements of public question
    /// sets take one list from the other then, which names each once.
    fn repeats_what_is_shown(&self) -> bool {
        let own = |e: &Expr| matches!(e, Expr::Column(c) if c.table == self.query.base);
        let many = |t: usize| {
            let path = self.resolver.graph.path(&[self.main], t);
            path.is_some_and(|p| p.iter().any(|s| s.edge.to_many))
        };
        let said = self.query.filter.iter().filter(|c| !matches!(c, Condition::Related { .. }));
        let mut tables = Vec::new();
        said.for_each(|c| c.tables(&mut tables));
        let tables = tables.into_iter().filter_map(|t| self.schema.table_index(t));
        let context = self.draft.context.iter().copied().filter(|_| !self.draft.ignores_context);
        self.query.select.iter().all(|s| own(&s.expr)) && tables.chain(context).any(many)
    }

    /// What is listed is not the row itself but something several rows have: a city, a year.
    fn selects_shared(&self) -> bool {
        self.query.select.iter().all(|s| match &s.expr {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| {
                let shown = self.schema.display(c.table).contains(&c) || self.schema.kind(c) == ColumnKind::Key;
                let many = self.draft.for_people && self.schema.stands_on_many(c);
                many || !shown && self.schema.column(c).is_some_and(|c| !c.unique)
            }),
            _ => false,
        })
    }
}

/// It is the condition, or one of those that it is made of.
fn belongs(condition: &Condition, whole: &Condition) -> bool {
    condition == whole || matches!(whole, Condition::All(parts) if parts.contains(condition))
}

fn holds_both(condition: &Condition, left: &Condition) -> bool {
    match (condition, left) {
        (Condition::OneOf { column: a, values, negated: false }, Condition::OneOf { column: b, .. }) => {
            a == b && values.len() == 2
        }
        (Condition::All(both), left) => both.contains(left),
        _ => false,
    }
}

/// 'older than 40 and younger than 30': nobody is both.
fn contradict(a: &Condition, b: &Condition) -> bool {
    if let (
        Condition::OneOf { column: a, values: x, negated: false },
        Condition::OneOf { column: b, values: y, negated: false },
    ) = (a, b)
    {
        return a == b && !x.iter().any(|v| y.contains(v));
    }
    if let (Condition::Period { column: a, from, to }, Condition::Period { column: b, from: from2, to: to2 }) = (a, b) {
        let after = |start: &Option<String>, end: &Option<String>| matches!((start, end), (Some(start), Some(end)) if start >= end);
        return a == b && (after(from, to2) || after(from2, to));
    }
    let bound = |c: &Condition| match c {
        Condition::Compare { left: Expr::Column(column), relation, right } => {
            let number = match right {
                Operand::Number(n) => *n,
                Operand::Text(text) => text.parse().ok()?,
                _ => return None,
            };
            Some((column.clone(), *relation, number))
        }
        _ => None,
    };
    let (Some((a, up, x)), Some((b, down, y))) = (bound(a), bound(b)) else { return false };
    let above = |r: Relation| matches!(r, Relation::Greater | Relation::GreaterOrEqual);
    let below = |r: Relation| matches!(r, Relation::Less | Relation::LessOrEqual);
    let unlike = up == Relation::Equal && down == Relation::Equal && x != y;
    a == b && (unlike || above(up) && below(down) && x >= y || below(up) && above(down) && x <= y)
}
