//! Conditions that waited until the table was known: times, adjectives, absences, names, places.

use super::assemble::Assembler;
use super::draft::{Group, Item, Pending, Target};
use super::measures::adjusted;
use crate::dates::Period;
use crate::form::{ColumnRef, Condition, Expr, Operand, Ordering, Query, Selected};
use crate::lexicon::{Aggregate, Relation};
use crate::schema::{Col, ColumnKind};
use jiff::civil::{DateTime, Time};

/// A day, or with a time of day to the second.
fn moment(at: DateTime) -> String {
    if at.time() == Time::midnight() { at.date().to_string() } else { format!("{} {}", at.date(), at.time()) }
}

impl Assembler<'_> {
    pub(super) fn condition(&self, pending: &Pending) -> Option<Condition> {
        Some(match pending {
            Pending::Ready(condition) => condition.clone(),
            Pending::Time { negated: true, range, column, near } => {
                let when = Pending::Time { negated: false, range: range.clone(), column: *column, near: *near };
                Condition::Not(Box::new(self.condition(&when)?))
            }
            Pending::Time { range, column, near, negated: false } => {
                // 'revenue by product in 2025' is about sales of 2025, not about products of 2025.
                let grouped = |t: &usize| self.draft.groups.contains(&Group::Table(*t));
                let near = near.filter(|t| !grouped(t) && !self.only_says_whose(*t)).and_then(|t| self.when(t));
                let near = near.filter(|_| !self.draft.compare);
                let said = *column;
                let column = column.or(near).or_else(|| self.resolver.time(range.years_only))?;
                let other = self.happened(column).or_else(|| self.became(column));
                let other = self.time_of_figure(column).or(other);
                let column = other.filter(|_| said.is_none()).unwrap_or(column);
                if let Some(when) = &range.recurring {
                    let told = when.minutes.is_none() || self.schema.has_hours(column);
                    let time = self.schema.kind(column) == ColumnKind::Time;
                    let column = self.schema.reference(column);
                    return (told && time).then(|| Condition::Recurs { column, when: when.clone() });
                }
                // 'since June' says more than a year.
                if self.draft.for_people && !range.years_only && self.schema.kind(column) == ColumnKind::Year {
                    return None;
                }
                let clocked =
                    range.periods.iter().flat_map(|p| [p.from, p.to]).flatten().any(|m| m.time() != Time::midnight());
                // Days are all that is known.
                if clocked && self.draft.for_people && !self.schema.has_hours(column) {
                    return None;
                }
                if let Some(month) = self.birthday_month(column, &range.periods) {
                    let when = crate::time_recurring::Recurring { days: Vec::new(), minutes: None, month: Some(month) };
                    return Some(Condition::Recurs { column: self.schema.reference(column), when });
                }
                let column = self.schema.reference(column);
                let one = |p: &Period| Condition::Period {
                    column: column.clone(),
                    from: p.from.map(moment),
                    to: p.to.map(moment),
                };
                match range.periods.as_slice() {
                    _ if self.draft.both && range.named.len() == 2 => {
                        Condition::All(range.named.iter().map(one).collect())
                    }
                    [only] => one(only),
                    several => Condition::Any(several.iter().map(one).collect()),
                }
            }
            Pending::Hinted { adjective, relation, number, unit, near } => {
                let own = near.and_then(|t| self.resolver.hinted_by(t, adjective)).filter(|_| !self.draft.for_people);
                let (col, against) = own.or_else(|| self.resolver.hinted(adjective))?;
                let relation = adjusted(*relation, against);
                let number = super::units::in_unit_of(self.schema, col, *number, *unit);
                Condition::Compare { left: self.schema.expr(col), relation, right: Operand::Number(number) }
            }
            Pending::Loose { relation, number } => {
                let age = self.schema.numeric_with(self.main, &["age"]);
                let amount = || self.resolver.how_much(self.main).filter(|_| self.draft.for_people);
                let col = age.or_else(|| self.resolver.only_number(self.main)).or_else(amount)?;
                Condition::Compare { left: self.schema.expr(col), relation: *relation, right: Operand::Number(*number) }
            }
            Pending::Absent { table } => Condition::Related {
                of: self.schema.table_name(self.subject(*table).unwrap_or(*table)).to_owned(),
                table: self.schema.table_name(*table).to_owned(),
                when: Vec::new(),
                negated: true,
            },
            Pending::Average { column, adjective, relation, function } => {
                let hinted = adjective.and_then(|a| self.resolver.hinted(a));
                let open = || self.resolver.how_much(self.main).filter(|_| adjective.is_none()).map(|c| (c, false));
                let (column, against) = column.map(|c| (c, false)).or(hinted).or_else(open)?;
                let relation = adjusted(*relation, against);
                let expr = self.schema.expr(column);
                let function = match function {
                    // 'older than any engineer' where a birthday says it: born before the first of them.
                    Aggregate::Max if against => Aggregate::Min,
                    Aggregate::Min if against => Aggregate::Max,
                    other => *other,
                };
                let inner = Query {
                    select: vec![Selected { expr: Expr::aggregate(function, expr.clone()), alias: None }],
                    base: self.schema.table_name(column.table).to_owned(),
                    ..Query::default()
                };
                Condition::Compare { left: expr, relation, right: Operand::Query(Box::new(inner)) }
            }
            Pending::Named { pattern, negated, like } => {
                let column = self.schema.reference(*self.schema.display(self.main).first()?);
                if *like {
                    Condition::Like { column, pattern: pattern.clone(), negated: *negated }
                } else {
                    Condition::OneOf { column, values: vec![Operand::Text(pattern.clone())], negated: *negated }
                }
            }
            Pending::Commonest { column, up } => {
                let expr = self.schema.expr(*column);
                let base = self.schema.table_name(column.table).to_owned();
                let inner = Query {
                    select: vec![Selected { expr: expr.clone(), alias: None }],
                    group: vec![expr.clone()],
                    order: vec![Ordering { expr: Expr::Rows { table: base.clone() }, descending: *up }],
                    limit: Some(1),
                    base,
                    ..Query::default()
                };
                let right = Operand::Query(Box::new(inner));
                Condition::Compare { left: expr, relation: Relation::Equal, right }
            }
            Pending::Nowhere { text } => {
                let column = self.place_column()?;
                Condition::OneOf { column, values: vec![Operand::Text(text.clone())], negated: false }
            }
            Pending::Called { text, table } => self.called(text, table.unwrap_or(self.main))?,
            Pending::Fellow { key, column, adjective, relation } => {
                let hinted = adjective.and_then(|a| self.resolver.hinted(a)).filter(|(c, _)| c.table == key.table);
                let (column, against) = column.map(|c| (c, false)).or(hinted)?;
                let to = self.schema.self_key(*key)?;
                Condition::Fellow {
                    column: self.schema.reference(column),
                    relation: adjusted(*relation, against),
                    key: self.schema.reference(*key).column,
                    to: self.schema.reference(to).column,
                }
            }
            Pending::Numbered { table, number } => {
                let key = self.schema.key(*table)?;
                let text = self.schema.column(key)?.data_type.is_text();
                let value = if text { Operand::Text(crate::write::number(*number)) } else { Operand::Number(*number) };
                Condition::OneOf { column: self.schema.reference(key), values: vec![value], negated: false }
            }
        })
    }

    /// 'born in December', 'a birthday this month': that month of any year, where no year is said.
    fn birthday_month(&self, column: Col, periods: &[Period]) -> Option<i8> {
        let born = self.draft.for_people && self.schema.birth(column.table) == Some(column);
        let dated = self.resolver.tokens.iter().any(crate::time_atoms::is_year);
        let [Period { from: Some(from), to: Some(to) }] = periods else { return None };
        let (from, to) = (from.date(), to.date());
        let one = from.day() == 1 && to.day() == 1 && from.days_in_month() as i32 == to.since(from).ok()?.get_days();
        (born && !dated && one && self.schema.kind(column) == ColumnKind::Time).then(|| from.month())
    }

    /// When rows of a table happened, which for people may be said by what they belong to.
    fn when(&self, t: usize) -> Option<Col> {
        if self.draft.for_people { self.schema.happened(t) } else { self.schema.time(t) }
    }

    /// 'members who took part in a race this year': when the race was, not when they joined.
    fn happened(&self, when: Col) -> Option<Col> {
        const JOINED: [&str; 12] = [
            "hire",
            "hired",
            "join",
            "joined",
            "register",
            "registered",
            "sign",
            "created",
            "since",
            "opened",
            "founded",
            "built",
        ];
        let words = self.schema.view(when).map_or(&[][..], |v| v.words.as_slice());
        let joined = JOINED.iter().any(|w| words.contains(&crate::lemma::stem_of(w)));
        if !self.draft.for_people || !joined {
            return None;
        }
        let mut wanted: Vec<usize> = self.draft.items.iter().filter_map(super::measures::table_of).collect();
        wanted.extend(&self.draft.context);
        for filter in &self.draft.filters {
            if let Pending::Ready(condition) = &filter.condition {
                let mut tables = Vec::new();
                condition.tables(&mut tables);
                wanted.extend(tables.into_iter().filter_map(|t| self.schema.table_index(t)));
            }
        }
        let tree = self.resolver.graph.connect(self.main, &wanted)?;
        let later = |t: &usize| *t != when.table && self.schema.belongs(*t, when.table);
        let times: Vec<Col> = tree.tables().into_iter().filter(later).filter_map(|t| self.schema.time(t)).collect();
        if let [only] = times.as_slice() { Some(*only) } else { None }
    }

    /// 'cancellations last month', where a booking that is cancelled has the day of it: that day, not the day of booking.
    fn became(&self, when: Col) -> Option<Col> {
        const NEAR: usize = 3;
        let said = |f: &&super::draft::Filter| matches!(f.condition, Pending::Time { .. });
        let at = self.draft.filters.iter().find(said).filter(|_| self.draft.for_people)?.at;
        let columns = &self.schema.tables.get(when.table)?.columns;
        let own = self.schema.table_name(when.table);
        self.draft.filters.iter().find_map(|f| {
            let Pending::Ready(Condition::OneOf { column, values, negated: false }) = &f.condition else { return None };
            let [Operand::Text(value)] = values.as_slice() else { return None };
            let stem = crate::lemma::stem_of(&value.to_lowercase());
            let day = columns.iter().position(|c| c.kind == ColumnKind::Time && c.words.contains(&stem));
            let near = f.at < at && at - f.at <= NEAR && column.table == own;
            day.filter(|_| near).map(|column| Col { table: when.table, column })
        })
    }

    /// 'top 5 products by units sold in 2025': when they were sold, not when the products came out.
    fn time_of_figure(&self, when: Col) -> Option<Col> {
        let keys = self.draft.keys.iter().map(|k| &k.item).chain(self.draft.having.iter().map(|h| &h.0));
        let figure = |i: &&Item| match i.target {
            Target::Worth(_) => true,
            Target::Column(c) => self.schema.kind(c) == ColumnKind::Number,
            Target::Table(_) => i.aggregate == Some(Aggregate::Count),
            _ => false,
        };
        let figures = keys.filter(figure).filter_map(super::measures::table_of).filter(|_| self.draft.for_people);
        figures.into_iter().find_map(|fact| {
            let parents = self.schema.parents(fact);
            let own = self.schema.time(fact).or_else(|| parents.into_iter().find_map(|p| self.schema.time(p)));
            own.filter(|own| own.table != when.table && self.schema.belongs(fact, when.table))
        })
    }

    /// 'orders of Gold customers in 2025': the orders have a time of their own, and each is of one customer.
    fn only_says_whose(&self, t: usize) -> bool {
        let figures = self.draft.items.iter().filter_map(super::measures::table_of).chain([self.main]);
        let own = |fact: usize| {
            let timed = self.schema.time(fact).is_some()
                || self.schema.parents(fact).into_iter().any(|p| p != t && self.schema.time(p).is_some());
            let path = self.resolver.graph.path(&[fact], t);
            timed && path.is_some_and(|p| !p.is_empty() && p.iter().all(|s| !s.edge.to_many))
        };
        let mut facts = figures.filter(|fact| *fact != t);
        !self.draft.items.iter().any(|i| super::measures::table_of(i) == Some(t)) && facts.any(own)
    }

    /// The column of the table asked about that says where.
    pub(super) fn place_column(&self) -> Option<ColumnRef> {
        let columns = &self.schema.tables.get(self.main)?.columns;
        let is = |word: &str| {
            let stem = crate::lemma::stem(word);
            columns.iter().position(|c| c.kind == ColumnKind::Text && c.words.last() == Some(&stem))
        };
        let places = [
            "city",
            "town",
            "hometown",
            "location",
            "place",
            "headquarter",
            "venue",
            "state",
            "province",
            "region",
            "county",
            "country",
            "address",
        ];
        let column = places.into_iter().find_map(is)?;
        Some(self.schema.reference(Col { table: self.main, column }))
    }

    /// Rows whose name is the text or begins with it as a word.
    fn called(&self, text: &str, t: usize) -> Option<Condition> {
        let names = self.schema.display(t).into_iter().filter(|c| self.schema.kind(*c) == ColumnKind::Text);
        let names: Vec<Col> = names.collect();
        let like = |c: Col, pattern: &str| Condition::Like {
            column: self.schema.reference(c),
            pattern: pattern.to_owned(),
            negated: false,
        };
        match (names.as_slice(), text.split_once(' ')) {
            ([first, last], Some((given, family))) => {
                Some(Condition::All(vec![like(*first, given), like(*last, family)]))
            }
            ([first, ..], None) if names.len() > 1 => Some(like(*first, text)),
            ([only, ..], _) => Some(Condition::Any(vec![like(*only, text), like(*only, &format!("{text} %"))])),
            ([], _) => None,
        }
    }

    /// Whose rows lack something: the table asked about, unless that is the absent one itself.
    pub(super) fn subject(&self, absent: usize) -> Option<usize> {
        let asked = std::iter::once(self.main).chain(self.draft.context.iter().copied()).find(|t| *t != absent);
        // 'countries without a stadium', where a country is a column of the stadiums: see `sets`.
        let shared = self.main == absent
            && matches!(self.draft.items.as_slice(), [Item { target: Target::Column(c), .. }] if c.table == absent);
        asked.filter(|_| !shared)
    }
}
