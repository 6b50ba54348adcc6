//! From a draft to a query form: which table it is about, what is grouped, what is shown, in which order.

use super::draft::{Ask, Draft, Filter, Group, Pending, Target};
use super::measures::{Resolver, table_of};
use crate::form::{Condition, Expr, Operand, Query};
use crate::join::JoinGraph;
use crate::lexicon::Aggregate;
use crate::schema::{Col, Schema};
use crate::tokens::Token;

#[derive(Clone)]
pub struct Assembled {
    pub query: Query,
    pub assumptions: Vec<String>,
    /// What the ordering figure is called, where the person named it.
    pub order_name: Option<String>,
}

pub fn assemble(draft: &Draft, schema: &Schema, graph: &JoinGraph, tokens: &[Token]) -> Option<Assembled> {
    let main = main_table(draft, schema, graph)?;
    let resolver = Resolver::new(schema, graph, tokens, draft, main);
    let mut assembler = Assembler::new(draft, schema, resolver, main);
    assembler.filters()?;
    assembler.body()?;
    assembler.query.offset = draft.skip.filter(|_| assembler.query.limit.is_some());
    if draft.of_winner {
        assembler.of_winner()?;
    }
    if draft.only_figures {
        assembler.only_figures()?;
    }
    assembler.limit_groups();
    assembler.divide()?;
    assembler.in_asked_unit();
    assembler.prefer_keys(tokens);
    assembler.once_each();
    assembler.count_others();
    assembler.except();
    assembler.never();
    assembler.both();
    assembler.put_together();
    assembler.context();
    assembler.note_worth();
    let order_name = assembler.query.order.first().and_then(|o| assembler.resolver.said_name(&o.expr));
    // No year was read into a birthday.
    let every_year = |c: &Condition| matches!(c, Condition::Recurs { when, .. } if when.month.is_some());
    if assembler.query.filter.iter().any(every_year) {
        assembler.assumptions.retain(|text| !text.ends_with("the most recent one"));
    }
    Some(Assembled { query: assembler.query, assumptions: assembler.assumptions, order_name })
}

/// The table a question is about: what is counted, else what is shown, else what is mentioned.
fn main_table(draft: &Draft, schema: &Schema, graph: &JoinGraph) -> Option<usize> {
    let counted = draft.items.iter().find(|i| i.aggregate == Some(Aggregate::Count)).and_then(table_of);
    let shown = draft.items.iter().find_map(table_of);
    let keyed = draft.keys.iter().find_map(|k| table_of(&k.item));
    let grouped = draft.groups.iter().find_map(|g| match g {
        Group::Column(c) => Some(c.table),
        Group::Table(t) => Some(*t),
        Group::Grain(_) => None,
    });
    let mut filtered: Vec<usize> = Vec::new();
    for filter in &draft.filters {
        match &filter.condition {
            Pending::Ready(condition) => {
                let mut tables = Vec::new();
                condition.tables(&mut tables);
                filtered.extend(tables.into_iter().filter_map(|t| schema.table_index(t)));
            }
            Pending::Absent { table } | Pending::Numbered { table, .. } => filtered.push(*table),
            Pending::Fellow { key, .. } => filtered.push(key.table),
            Pending::Commonest { column, .. } => filtered.push(column.table),
            Pending::Average { column: Some(column), .. } => filtered.push(column.table),
            _ => {}
        }
    }
    // Of several tables the finest: the one from which all others are reached one row at a time.
    let finest = |t: &&usize| {
        filtered.iter().all(|other| graph.path(&[**t], *other).is_some_and(|p| p.iter().all(|s| !s.edge.to_many)))
    };
    let filtered = filtered.iter().find(finest).or(filtered.first()).copied();
    // 'where does Omar live', 'how old is he': of himself.
    let flag = |f: &Filter| match &f.condition {
        Pending::Ready(Condition::OneOf { values, .. }) => matches!(values.as_slice(), [Operand::Bool(_)]),
        _ => false,
    };
    // 'is the Apex discontinued?' whether it was ever sold or not.
    let flagged = draft.ask == Ask::YesNo && draft.filters.iter().any(flag);
    let itself = draft.asks_where || flagged || draft.items.iter().any(|i| matches!(i.target, Target::Hinted(_)));
    let points = |t: usize| what_points_at(t, draft, schema).filter(|_| !itself);
    let filtered = filtered.map(|t| points(t).unwrap_or(t));
    let filtered = filtered.or(draft.event.map(|e| e.0.table));
    let first = if draft.ask == Ask::Count { counted.or(shown) } else { shown.or(counted) };
    first.or(draft.context.first().copied()).or(keyed).or(grouped).or(filtered)
}

/// 'how many dogs', 'approval rate': not the row that says what a dog is, but those that point at it.
fn what_points_at(t: usize, draft: &Draft, schema: &Schema) -> Option<usize> {
    let names = |f: &Filter| match &f.condition {
        Pending::Ready(Condition::OneOf { column, .. }) => {
            schema.find(column).is_some_and(|c| c.table == t && schema.column(c).is_some_and(|c| c.unique))
        }
        _ => false,
    };
    let children: Vec<usize> = (0..schema.tables.len()).filter(|child| schema.parents(*child).contains(&t)).collect();
    match children.as_slice() {
        [only] if draft.for_people && draft.filters.iter().any(names) => Some(*only),
        _ => None,
    }
}

/// Words that say where something begins and where it ends, by their stems; small words as they are written.
const BEGINS: [&str; 10] = ["start", "begin", "from", "origin", "depart", "departur", "leav", "sourc", "set", "board"];
const ENDS: [&str; 9] = ["end", "finish", "destin", "arriv", "arrival", "final", "goal", "alight", "termin"];

/// The word of a key is said: itself, by the verb of who does it ('led', `leader_id`), or in other words for where something
/// begins or ends.
fn plays(word: &str, token: &Token) -> bool {
    if token.stem == word {
        return true;
    }
    let verb = word.strip_suffix("er").or_else(|| word.strip_suffix("or")).unwrap_or("");
    let does = verb.len() > 2 && (token.stem == verb || token.lemma == verb);
    let side = |class: &[&str]| {
        class.contains(&word) && class.contains(&token.stem.as_str()) && !matches!(token.lower.as_str(), "from" | "set")
    };
    does || side(&BEGINS) || side(&ENDS) || word == "to" && ENDS.contains(&token.stem.as_str())
}

pub struct Assembler<'a> {
    pub draft: &'a Draft,
    pub schema: &'a Schema,
    pub resolver: Resolver<'a>,
    pub query: Query,
    pub assumptions: Vec<String>,
    pub main: usize,
}

impl<'a> Assembler<'a> {
    pub fn new(draft: &'a Draft, schema: &'a Schema, resolver: Resolver<'a>, main: usize) -> Self {
        let query = Query { base: schema.table_name(main).to_owned(), ..Query::default() };
        Self { draft, schema, resolver, query, assumptions: draft.assumptions.clone(), main }
    }

    pub fn filters(&mut self) -> Option<()> {
        let mut all: Vec<Condition> = Vec::new();
        let splits = self.draft.filters.iter().position(|f| f.or).filter(|_| self.draft.or_splits);
        if let Some((before, after)) = splits.map(|at| self.draft.filters.split_at(at)) {
            let side = |filters: &[Filter]| filters.iter().map(|f| self.condition(&f.condition)).collect::<Option<_>>();
            all.push(Condition::Any(vec![Condition::All(side(before)?), Condition::All(side(after)?)]));
        }
        let each = if splits.is_some() { &[][..] } else { self.draft.filters.as_slice() };
        for Filter { condition, or, .. } in each {
            let condition = self.condition(condition)?;
            match all.last_mut() {
                Some(last) if *or => {
                    let before = std::mem::replace(last, Condition::Any(Vec::new()));
                    *last = match before {
                        Condition::Any(mut list) => {
                            list.push(condition);
                            Condition::Any(list)
                        }
                        one => Condition::Any(vec![one, condition]),
                    };
                }
                _ => all.push(condition),
            }
        }
        if !self.draft.share {
            all.extend(self.draft.of_which.iter().cloned());
        }
        self.query.filter = all;
        self.narrow_figure();
        self.absent_values();
        self.absorb();
        self.event();
        Some(())
    }

    /// 'above the lowest price of any product made in Austin': Austin is about the products compared with.
    fn narrow_figure(&mut self) {
        let nested = |c: &Condition| matches!(c, Condition::Compare { right: Operand::Query(_), .. });
        let at = self.query.filter.iter().position(nested).filter(|_| self.draft.narrows_figure);
        let Some(at) = at else { return };
        let tail = self.query.filter.split_off(at + 1);
        if let Some(Condition::Compare { right: Operand::Query(inner), .. }) = self.query.filter.last_mut() {
            inner.filter.extend(tail);
        }
    }

    /// 'no store in the South': what is said of the absent table belongs to its absence.
    pub(super) fn absorb(&mut self) {
        let Some(at) = self.query.filter.iter().position(|c| matches!(c, Condition::Related { negated: true, .. }))
        else {
            return;
        };
        let mut rest = self.query.filter.split_off(at + 1);
        // 'no certificate for the Boeing 737': which aircraft it is for belongs to the certificate.
        let base = self.query.base.clone();
        let belongs = |t: &str, absent: &str| {
            let (Some(from), Some(to)) = (self.schema.table_index(absent), self.schema.table_index(t)) else {
                return false;
            };
            let path = self.resolver.graph.path(&[from], to);
            t != base
                && path.is_some_and(|p| p.iter().all(|s| !s.edge.to_many && self.schema.table_name(s.edge.to) != base))
        };
        if let Some(Condition::Related { table, when, .. }) = self.query.filter.last_mut() {
            let own = |c: &Condition| {
                let mut tables = Vec::new();
                c.tables(&mut tables);
                !tables.is_empty() && tables.iter().all(|t| t == table || belongs(t, table))
            };
            let (inside, outside): (Vec<_>, Vec<_>) = rest.into_iter().partition(own);
            when.extend(inside);
            rest = outside;
        }
        self.query.filter.extend(rest);
    }

    /// 'stores that have closed': the date is there. With a time said of it, the range says so already.
    pub(super) fn event(&mut self) {
        let Some((col, false)) = self.draft.event else { return };
        let nullable = self.schema.column(col).is_some_and(|c| c.nullable && c.null_count != Some(0));
        if nullable {
            let column = self.schema.reference(col);
            self.query.filter.push(Condition::Null { column, negated: true });
        }
    }

    pub(super) fn body(&mut self) -> Option<()> {
        let draft = self.draft;
        if draft.ask == Ask::YesNo && draft.items.iter().all(|i| i.aggregate.is_none()) {
            self.query.yes_no = true;
            self.what_is_asked_of_it();
            return Some(());
        }
        if let (true, Some(key)) = (draft.asks_when, draft.keys.first())
            && let Target::Hinted(adjective) = key.item.target
        {
            let (col, _) = self.resolver.hinted(adjective)?;
            let function = if key.descending { Aggregate::Max } else { Aggregate::Min };
            let selected = self.resolver.selected(Expr::aggregate(function, self.schema.expr(col)));
            self.query.select.push(selected);
            return Some(());
        }
        if let Some(figures) = self.both_ends() {
            self.query.select = figures;
            return Some(());
        }
        if let Some(both) = draft.bare_each {
            return self.show_extremes(both);
        }
        if let Some(condition) = self.best_of_each() {
            return self.show_best(condition);
        }
        if self.ranks_within() {
            return self.top_of_each();
        }
        if draft.average_count {
            return self.average_count();
        }
        if draft.share {
            return self.share();
        }
        if self.per_unit() {
            return self.ratio();
        }
        let aggregated = draft.items.iter().any(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_)));
        if draft.ask == Ask::Count && draft.items.is_empty() {
            let rows = Expr::Rows { table: self.query.base.clone() };
            if draft.groups.is_empty() {
                self.query.select.push(self.resolver.selected(rows));
                return Some(());
            }
        }
        if draft.ask == Ask::Amount && !aggregated {
            return self.amount();
        }
        let counts_rows =
            draft.keys.iter().any(|k| k.item.aggregate.is_some() || matches!(k.item.target, Target::Worth(_)));
        if !draft.groups.is_empty() || draft.trend {
            if self.is_listing() { self.listing() } else { self.grouped() }
        } else if draft.common.is_some() || draft.compare {
            self.grouped()
        } else if !draft.having.is_empty() && !aggregated {
            self.entities_having()
        } else if draft.ask == Ask::Count && !draft.having.is_empty() {
            self.count_having()
        } else if aggregated {
            if self.has_group_items() { self.grouped() } else { self.figures() }
        } else if (counts_rows && !self.ranks_itself()) || self.ranks_by_sum() {
            self.grouped()
        } else {
            self.listing()
        }
    }

    /// `None` where there is nothing else to leave out.
    fn only_figures(&mut self) -> Option<()> {
        let known = self.query.select.len();
        self.query.select.retain(|s| s.expr.is_aggregate());
        let fewer = !self.query.select.is_empty() && self.query.select.len() < known;
        (fewer && !self.query.group.is_empty()).then_some(())
    }

    /// 'cargo whose average weight is above 600 tons', 'countries whose sailors weigh more than 75 kg on average': the average of a
    /// group is held against the number, not each of its rows.
    fn limit_groups(&mut self) {
        let tokens = self.resolver.tokens;
        let word = |at: usize| tokens.get(at).map_or("", |t| t.lower.as_str());
        let averages: Vec<usize> = (0..tokens.len()).filter(|at| matches!(word(*at), "average" | "mean")).collect();
        let [at, others @ ..] = averages.as_slice() else { return };
        let whose =
            (at.saturating_sub(3)..*at).any(|i| matches!(word(i), "whose" | "with" | "have" | "has" | "having"));
        let behind = at.checked_sub(1).is_some_and(|on| word(on) == "on")
            && (at.saturating_sub(6)..*at).any(|i| tokens.get(i).is_some_and(|t| t.number().is_some()));
        if !(whose || behind) || self.query.group.is_empty() || !self.query.having.is_empty() {
            return;
        }
        let average = |c: &Condition| match c {
            // One figure against a number, or against that of all.
            Condition::Compare { left: left @ Expr::Column(_), right, .. }
                if others.is_empty() && matches!(right, Operand::Number(_))
                    || others.len() == 1 && matches!(right, Operand::Query(_)) =>
            {
                let average = Expr::aggregate(Aggregate::Average, left.clone());
                self.query.select.iter().any(|s| s.expr == average).then_some(average)
            }
            _ => None,
        };
        let Some(found) = self.query.filter.iter().position(|c| average(c).is_some()) else { return };
        let Some(figure) = self.query.filter.get(found).and_then(average) else { return };
        if let Condition::Compare { relation, right, .. } = self.query.filter.remove(found) {
            self.query.select.retain(|s| s.expr != figure || self.draft.for_people);
            self.query.order.retain(|o| o.expr != figure || self.draft.for_people);
            self.query.having.push(Condition::Compare { left: figure, relation, right });
        }
    }

    /// 'destination airport': of two keys to the airports the one that is called so; 'who led it' the leader's, 'where it began'
    /// that of the start.
    fn prefer_keys(&mut self, tokens: &[Token]) {
        let keys = self.schema.parallel.iter().map(|c| (*c, self.says_role(*c, tokens)));
        let keys: Vec<(Col, u8)> = keys.filter(|(_, said)| *said > 0).collect();
        let rival = |a: Col, b: Col| a.table == b.table && self.schema.points_at(a) == self.schema.points_at(b);
        let best = |(c, said): &&(Col, u8)| !keys.iter().any(|(other, more)| rival(*c, *other) && more > said);
        self.query.prefer = keys.iter().filter(best).map(|(c, _)| self.schema.reference(*c)).collect();
    }

    /// How plainly a question names a key among those to the same table: 3 beside the name of that table ('the blue team'), 2
    /// anywhere, 1 by a word that its own table has as well.
    fn says_role(&self, c: Col, tokens: &[Token]) -> u8 {
        let own = self.schema.tables.get(c.table).map_or(&[][..], |t| t.words.as_slice());
        let target = self.schema.points_at(c).and_then(|t| self.schema.tables.get(t));
        let target = target.map_or(&[][..], |t| t.words.as_slice());
        let others = self.schema.parallel.iter().filter(|o| o.table == c.table && **o != c);
        // Words that every parallel key has ('airport') choose nothing.
        let others: Vec<String> = others.flat_map(|o| self.schema.role_words(*o)).collect();
        let words = self.schema.role_words(c);
        let telling = |w: &&String| *w != "id" && !others.contains(w) && !target.contains(w);
        let said = words.iter().filter(telling).flat_map(|w| {
            let places = tokens.iter().enumerate().filter(|(_, t)| plays(w, t));
            places.map(|(at, _)| {
                let beside = tokens.get(at + 1).is_some_and(|t| target.contains(&t.stem));
                if beside { 3 } else { 2 - u8::from(own.contains(w)) }
            })
        });
        said.max().unwrap_or(0)
    }

    /// 'the movie that is rated most': of a group that is one movie its ratings are counted, not the movie.
    fn count_others(&mut self) {
        let known_by = |c: &Col| self.schema.key(c.table) == Some(*c) || self.schema.display(c.table).contains(c);
        let mut grouped: Vec<usize> = self
            .query
            .group
            .iter()
            .filter_map(|e| match e {
                Expr::Column(c) => self.schema.find(c).filter(known_by),
                _ => None,
            })
            .map(|c| c.table)
            .collect();
        grouped.dedup();
        let [one] = grouped.as_slice() else { return };
        let Some(other) = self.draft.context.iter().rev().find(|t| *t != one) else { return };
        let (one, other) = (self.schema.table_name(*one).to_owned(), self.schema.table_name(*other).to_owned());
        for ordering in &mut self.query.order {
            if matches!(&ordering.expr, Expr::Rows { table } if *table == one) {
                ordering.expr = Expr::Rows { table: other.clone() };
            }
        }
    }

    /// What was named twice is shown once.
    fn once_each(&mut self) {
        let mut seen: Vec<Expr> = Vec::new();
        self.query.select.retain(|s| {
            let new = !seen.contains(&s.expr);
            if new {
                seen.push(s.expr.clone());
            }
            new
        });
        let mut keys: Vec<Expr> = Vec::new();
        self.query.group.retain(|e| {
            let new = !keys.contains(e);
            if new {
                keys.push(e.clone());
            }
            new
        });
    }

    /// Tables that were only mentioned still narrow the rows.
    pub(super) fn context(&mut self) {
        let mut used: Vec<String> =
            self.query.core_tables().into_iter().chain(self.query.filter_tables()).map(str::to_owned).collect();
        used.extend(self.query.filter.iter().flat_map(|c| self.tables_of_relation(c)));
        if let Some((crate::form::SetOperation::Except, other)) = &self.query.combine {
            // 'books for which there is no cash sale': also those that were never sold.
            let path = |name: &String| {
                let to = self.schema.table_index(name)?;
                self.resolver.graph.path(&[self.main], to)
            };
            let way = other.joins.iter().filter_map(path).flatten();
            used.extend(way.map(|step| self.schema.table_name(step.edge.to).to_owned()));
            used.extend(other.joins.iter().cloned());
        }
        if self.draft.share || self.draft.ignores_context {
            return;
        }
        for t in &self.draft.context {
            let name = self.schema.table_name(*t).to_owned();
            if !used.contains(&name) && !self.query.joins.contains(&name) {
                self.query.joins.push(name);
            }
        }
    }

    /// The table that a relation leads to and, where rows of it must be there, those on the way: who has a certificate for a
    /// Boeing has a certificate.
    fn tables_of_relation(&self, condition: &Condition) -> Vec<String> {
        let Condition::Related { of, table, negated, .. } = condition else { return Vec::new() };
        let ends = (self.schema.table_index(of), self.schema.table_index(table));
        let path = match ends {
            (Some(from), Some(to)) if !negated => self.resolver.graph.path(&[from], to).unwrap_or_default(),
            _ => Vec::new(),
        };
        let way = path.iter().map(|step| self.schema.table_name(step.edge.to).to_owned());
        std::iter::once(table.clone()).chain(way).collect()
    }

    pub(super) fn note_worth(&mut self) {
        let items = self.draft.items.iter().chain(self.draft.keys.iter().map(|k| &k.item));
        let worth = items.filter_map(|i| if let Target::Worth(t) = i.target { Some(t) } else { None }).next();
        if let Some(expr) = worth.and_then(|t| self.schema.tables.get(t)).and_then(|v| v.worth.as_ref()) {
            self.assumptions.push(format!("revenue read as {}", crate::describe::arithmetic(expr)));
        }
    }
}
