//! The parts of writing that differ by dialect or nest: conditions, semi-joins, periods and steps of time.

use crate::form::{ColumnRef, Condition, Grain, Operand};
use crate::join::Tree;
use crate::schema::ColumnKind;
use crate::time_recurring::Recurring;
use crate::write::{Scope, Writer, number, year, years};
use vouch_model::Dialect;
use vouch_sql::{quote_identifier, quote_text};

impl<'a> Writer<'a> {
    pub(crate) fn bucket(&self, grain: Grain, of: &ColumnRef, scope: &Scope) -> Option<String> {
        let column = self.column(of, scope)?;
        let kind = self.schema.find(of).map(|c| self.schema.kind(c));
        if kind == Some(ColumnKind::Year) {
            return Some(column);
        }
        if grain == Grain::Hour && self.schema.find(of).is_some_and(|c| !self.schema.has_hours(c)) {
            return None;
        }
        Some(match self.dialect() {
            Dialect::Sqlite => match grain {
                Grain::Day => format!("date({column})"),
                Grain::Week => format!("date({column}, '-6 days', 'weekday 1')"),
                Grain::Month => format!("strftime('%Y-%m', {column})"),
                Grain::Quarter => {
                    format!("strftime('%Y', {column}) || '-Q' || ((CAST(strftime('%m', {column}) AS INTEGER) + 2) / 3)")
                }
                Grain::Year => format!("CAST(strftime('%Y', {column}) AS INTEGER)"),
                Grain::Weekday if self.schema.for_people => day_name(&column),
                Grain::Weekday => day_number(&column),
                Grain::Hour => format!("CAST(strftime('%H', {column}) AS INTEGER)"),
            },
            _ => {
                let text =
                    self.schema.find(of).and_then(|c| self.schema.column(c)).is_some_and(|c| c.data_type.is_text());
                let column = if text { format!("CAST({column} AS DATE)") } else { column };
                match grain {
                    Grain::Year => format!("EXTRACT(year FROM {column})"),
                    Grain::Weekday => format!("dayname({column})"),
                    Grain::Hour => format!("EXTRACT(hour FROM {column})"),
                    _ => format!("CAST(date_trunc('{}', {column}) AS DATE)", grain.name()),
                }
            }
        })
    }

    pub(crate) fn lookup(&self, key: &ColumnRef, to: &ColumnRef, name: &ColumnRef, scope: &Scope) -> Option<String> {
        let t = self.schema.table_index(&to.table)?;
        let quoted = |c: &ColumnRef| quote_identifier(&c.column, self.dialect());
        let ours = self.column(key, scope)?;
        let theirs = format!("there.{} = {ours}", quoted(to));
        Some(format!("(SELECT there.{} FROM {} AS there WHERE {theirs})", quoted(name), self.table(t)))
    }

    pub(crate) fn elapsed(&self, from: &ColumnRef, to: &ColumnRef, in_hours: bool, scope: &Scope) -> Option<String> {
        let moment = |of: &ColumnRef| {
            let column = self.column(of, scope)?;
            let text = self.schema.find(of).and_then(|c| self.schema.column(c)).is_some_and(|c| c.data_type.is_text());
            let cast = text && self.dialect() != Dialect::Sqlite;
            Some(if cast { format!("CAST({column} AS TIMESTAMP)") } else { column })
        };
        let (from, to) = (moment(from)?, moment(to)?);
        Some(match (self.dialect(), in_hours) {
            (Dialect::Sqlite, true) => format!("24.0 * (julianday({to}) - julianday({from}))"),
            (Dialect::Sqlite, false) => format!("(julianday({to}) - julianday({from}))"),
            (_, true) => format!("date_diff('second', {from}, {to}) / 3600.0"),
            (_, false) => format!("date_diff('day', {from}, {to})"),
        })
    }

    /// Full years, or with what is left of the last one. A plain number is the year itself.
    pub(crate) fn age(&self, of: &ColumnRef, on: &str, exact: bool, scope: &Scope) -> Option<String> {
        let column = self.column(of, scope)?;
        let stored = self.schema.find(of).and_then(|c| self.schema.column(c))?;
        let year = on.split('-').next()?;
        if stored.data_type.is_numeric() {
            return Some(format!("{year} - {column}"));
        }
        Some(match (self.dialect(), exact) {
            (Dialect::Sqlite, true) => format!("(julianday('{on}') - julianday({column})) / 365.25"),
            (Dialect::Sqlite, false) => format!("(strftime('%Y%m%d', '{on}') - strftime('%Y%m%d', {column})) / 10000"),
            (_, true) => format!("date_diff('day', CAST({column} AS DATE), DATE '{on}') / 365.25"),
            (_, false) => format!("date_sub('year', CAST({column} AS DATE), DATE '{on}')"),
        })
    }

    /// Rows of which nothing is known are not what is left out.
    fn keeps_unknown(&self, column: &ColumnRef) -> bool {
        let known = self.schema.find(column).and_then(|c| self.schema.column(c));
        self.schema.for_people && known.is_some_and(|c| c.nullable && c.null_count.is_some_and(|n| n > 0))
    }

    pub(crate) fn conditions(&self, conditions: &[Condition], scope: &Scope, taken: &[String]) -> Option<Vec<String>> {
        let written = |c: &Condition| match c {
            Condition::Best { column, by, descending } if self.schema.for_people => {
                self.best(column, by, *descending, conditions, scope, taken)
            }
            other => self.condition(other, scope, taken),
        };
        conditions.iter().map(written).collect()
    }

    /// The largest of its group among those that everything else is said of: the last unpaid visit of each visitor.
    fn best(
        &self,
        column: &ColumnRef,
        by: &ColumnRef,
        descending: bool,
        conditions: &[Condition],
        scope: &Scope,
        taken: &[String],
    ) -> Option<String> {
        let own = |c: &&Condition| {
            let mut tables = Vec::new();
            c.tables(&mut tables);
            !matches!(c, Condition::Best { .. }) && tables.iter().all(|t| *t == column.table)
        };
        let same: Vec<Condition> = conditions.iter().filter(own).cloned().collect();
        if same.is_empty() {
            let one = Condition::Best { column: column.clone(), by: by.clone(), descending };
            return self.condition(&one, scope, taken);
        }
        let t = self.schema.table_index(&column.table)?;
        let taken: Vec<String> = taken.iter().cloned().chain(scope.aliases.values().cloned()).collect();
        let mut inner = self.scope(Tree { root: t, steps: Vec::new() }, &same, &taken);
        inner.qualify = true;
        let alias = inner.aliases.get(&t)?;
        let function = if descending { "MAX" } else { "MIN" };
        let same: Option<Vec<String>> = same.iter().map(|c| self.condition(c, &inner, &taken)).collect();
        Some(format!(
            "{} = (SELECT {function}({}) FROM {} AS {alias} WHERE {} = {} AND {})",
            self.column(column, scope)?,
            self.column(column, &inner)?,
            self.table(t),
            self.column(by, &inner)?,
            self.column(by, scope)?,
            same?.join(" AND ")
        ))
    }

    pub(crate) fn condition(&self, condition: &Condition, scope: &Scope, taken: &[String]) -> Option<String> {
        let not = |negated: bool| if negated { "NOT " } else { "" };
        Some(match condition {
            Condition::Compare { left, relation, right } => {
                format!("{} {} {}", self.expr(left, scope)?, relation.sign(), self.operand(right, scope, taken)?)
            }
            Condition::OneOf { column, values, negated } => {
                let name = self.column(column, scope)?;
                let values: Option<Vec<String>> = values.iter().map(|v| self.operand(v, scope, taken)).collect();
                match values?.as_slice() {
                    [only] if only == "TRUE" => format!("{}{name}", not(*negated)),
                    // Who leaves California out does not leave out those of whom no state is known.
                    [only] if *negated && self.keeps_unknown(column) => format!("({name} <> {only} OR {name} IS NULL)"),
                    many if *negated && self.keeps_unknown(column) => {
                        format!("({name} NOT IN ({}) OR {name} IS NULL)", many.join(", "))
                    }
                    [only] => format!("{name} {} {only}", if *negated { "<>" } else { "=" }),
                    many => format!("{name} {}IN ({})", not(*negated), many.join(", ")),
                }
            }
            Condition::Between { left, low, high } => {
                format!("{} BETWEEN {} AND {}", self.expr(left, scope)?, number(*low), number(*high))
            }
            Condition::Like { column, pattern, negated } => {
                let word = if self.dialect() == Dialect::Sqlite { "LIKE" } else { "ILIKE" };
                format!("{} {}{word} {}", self.column(column, scope)?, not(*negated), quote_text(pattern))
            }
            Condition::Null { column, negated } => format!("{} IS {}NULL", self.column(column, scope)?, not(*negated)),
            Condition::Period { column, from, to } => self.period(column, from.as_deref(), to.as_deref(), scope)?,
            Condition::Recurs { column, when } => self.recurs(column, when, scope)?,
            Condition::Related { of, table, when, negated } => {
                format!("{}{}", not(*negated), self.exists(of, table, when, scope, taken)?)
            }
            Condition::InQuery { column, query, negated } => {
                let inner = self.query(query, taken)?.replace('\n', " ");
                format!("{} {}IN ({inner})", self.column(column, scope)?, not(*negated))
            }
            Condition::Fellow { column, relation, key, to } => {
                self.fellow(column, *relation, (key, to), scope, taken)?
            }
            Condition::Best { column, by, descending } => {
                let t = self.schema.table_index(&column.table)?;
                let quoted = |c: &ColumnRef| quote_identifier(&c.column, self.dialect());
                let function = if *descending { "MAX" } else { "MIN" };
                format!(
                    "{} = (SELECT {function}(best.{}) FROM {} AS best WHERE best.{} = {})",
                    self.column(column, scope)?,
                    quoted(column),
                    self.table(t),
                    quoted(by),
                    self.column(by, scope)?
                )
            }
            Condition::Any(all) => format!("({})", self.conditions(all, scope, taken)?.join(" OR ")),
            Condition::All(all) => format!("({})", self.conditions(all, scope, taken)?.join(" AND ")),
            Condition::Not(inner) => format!("NOT ({})", self.condition(inner, scope, taken)?),
        })
    }

    pub(crate) fn operand(&self, operand: &Operand, scope: &Scope, taken: &[String]) -> Option<String> {
        Some(match operand {
            Operand::Number(n) => number(*n),
            Operand::Text(text) => quote_text(text),
            Operand::Bool(b) => {
                if *b {
                    "TRUE".into()
                } else {
                    "FALSE".into()
                }
            }
            Operand::Expr(e) => self.expr(e, scope)?,
            Operand::Query(q) => {
                format!("({})", self.query(q, taken)?.replace('\n', " "))
            }
        })
    }

    pub(crate) fn exists(
        &self,
        of: &str,
        table: &str,
        when: &[Condition],
        scope: &Scope,
        taken: &[String],
    ) -> Option<String> {
        let (of, table) = (self.schema.table_index(of)?, self.schema.table_index(table)?);
        let path = self.graph.path_by(&[of], table, &scope.prefer)?;
        let (first, rest) = path.split_first()?;
        let mut wanted: Vec<usize> = vec![table];
        let mut names = Vec::new();
        when.iter().for_each(|c| c.tables(&mut names));
        wanted.extend(names.into_iter().filter_map(|n| self.schema.table_index(n)));
        let tree = Tree { root: first.edge.to, steps: rest.to_vec() };
        let missing: Vec<usize> = wanted.into_iter().filter(|t| !tree.tables().contains(t)).collect();
        let tree = if missing.is_empty() {
            tree
        } else {
            self.graph.connect(first.edge.to, &[tree.tables(), missing].concat())?
        };
        let mut inner = self.scope(tree, when, taken);
        inner.qualify = true;
        inner.prefer.clone_from(&scope.prefer);
        let outer = scope.aliases.get(&of)?;
        let alias = inner.aliases.get(&first.edge.to)?;
        let quoted = |c: &str| quote_identifier(c, self.dialect());
        let mut conditions: Vec<String> = first
            .edge
            .on
            .iter()
            .map(|(ours, theirs)| format!("{alias}.{} = {outer}.{}", quoted(theirs), quoted(ours)))
            .collect();
        let taken: Vec<String> = taken.iter().cloned().chain(inner.aliases.values().cloned()).collect();
        conditions.extend(self.conditions(when, &inner, &taken)?);
        Some(format!("EXISTS (SELECT 1 {} WHERE {})", self.from(&inner).replace('\n', " "), conditions.join(" AND ")))
    }

    fn fellow(
        &self,
        column: &ColumnRef,
        relation: crate::lexicon::Relation,
        (key, to): (&str, &str),
        scope: &Scope,
        taken: &[String],
    ) -> Option<String> {
        let t = self.schema.table_index(&column.table)?;
        let inner = self.scope(Tree { root: t, steps: Vec::new() }, &[], taken);
        let (outer, other) = (scope.aliases.get(&t)?, inner.aliases.get(&t)?);
        let quoted = |c: &str| quote_identifier(c, self.dialect());
        let (name, sign) = (quoted(&column.column), relation.sign());
        Some(format!(
            "EXISTS (SELECT 1 FROM {} AS {other} WHERE {other}.{} = {outer}.{} AND {outer}.{name} {sign} {other}.{name})",
            self.table(t),
            quoted(to),
            quoted(key),
        ))
    }

    fn recurs(&self, column: &ColumnRef, when: &Recurring, scope: &Scope) -> Option<String> {
        let sqlite = self.dialect() == Dialect::Sqlite;
        if let Some(month) = when.month {
            let column = self.column(column, scope)?;
            return Some(if sqlite {
                format!("CAST(strftime('%m', {column}) AS INTEGER) = {month}")
            } else {
                format!("EXTRACT(month FROM CAST({column} AS DATE)) = {month}")
            });
        }
        if let Some((from, to)) = when.minutes {
            let whole = from % 60 == 0 && to % 60 == 0;
            let of = if whole { self.bucket(Grain::Hour, column, scope)? } else { self.clock(column, scope)? };
            let said = |minute: i16| match (whole, sqlite) {
                (true, _) => (minute / 60).to_string(),
                (false, true) => format!("'{:02}:{:02}:00'", minute / 60, minute % 60),
                (false, false) => format!("TIME '{:02}:{:02}:00'", minute / 60, minute % 60),
            };
            let (since, until) = (format!("{of} >= {}", said(from)), format!("{of} < {}", said(to)));
            return Some(match (from, to) {
                (0, _) => until,
                (_, 1440) => since,
                (from, to) if from > to => format!("({since} OR {until})"),
                _ => format!("{since} AND {until}"),
            });
        }
        let day =
            if sqlite { day_number(&self.column(column, scope)?) } else { self.bucket(Grain::Weekday, column, scope)? };
        let name = |day: &i8| {
            let name = usize::try_from(*day - 1).ok().and_then(|i| crate::time_recurring::DAYS.get(i))?;
            let (first, rest) = name.split_at_checked(1)?;
            Some(quote_text(&format!("{}{rest}", first.to_uppercase())))
        };
        let days = when.days.iter().map(|day| if sqlite { Some((day % 7).to_string()) } else { name(day) });
        let days: Vec<String> = days.collect::<Option<_>>()?;
        Some(match days.as_slice() {
            [] => return None,
            [only] => format!("{day} = {only}"),
            many => format!("{day} IN ({})", many.join(", ")),
        })
    }

    /// The time of day.
    fn clock(&self, of: &ColumnRef, scope: &Scope) -> Option<String> {
        let column = self.column(of, scope)?;
        let found = self.schema.find(of).filter(|c| self.schema.has_hours(*c))?;
        let text = self.schema.column(found)?.data_type.is_text();
        Some(match (self.dialect(), text) {
            (Dialect::Sqlite, _) => format!("time({column})"),
            (_, true) => format!("CAST(CAST({column} AS TIMESTAMP) AS TIME)"),
            (_, false) => format!("CAST({column} AS TIME)"),
        })
    }

    pub(crate) fn period(
        &self,
        column: &ColumnRef,
        from: Option<&str>,
        to: Option<&str>,
        scope: &Scope,
    ) -> Option<String> {
        let name = self.column(column, scope)?;
        let col = self.schema.find(column)?;
        if self.schema.kind(col) == ColumnKind::Year {
            let text = self.schema.column(col)?.data_type.is_text();
            return Some(years(&name, year(from), year(to), text));
        }
        let stored_as_text = self.schema.column(col)?.data_type.is_text() || self.dialect() == Dialect::Sqlite;
        let clocked = |moment: &str| moment.len() > DAY;
        let literal = |moment: &str| match (stored_as_text, clocked(moment)) {
            (true, _) => quote_text(moment),
            (false, true) => format!("TIMESTAMP {}", quote_text(moment)),
            (false, false) => format!("DATE {}", quote_text(moment)),
        };
        // A text may have a 'T' between day and time.
        let of_day = [from, to].into_iter().flatten().any(clocked);
        let plain = self.dialect() == Dialect::Sqlite && of_day && self.schema.for_people;
        let name = if plain { format!("datetime({name})") } else { name };
        // As public question sets write it: whatever happened after a day is more than its text.
        let after = from.filter(|_| to.is_none() && !self.schema.for_people && self.dialect() == Dialect::Sqlite);
        let after = after.filter(|day| !clocked(day) && !day.ends_with("-01-01")).and_then(day_before);
        let mut parts = Vec::new();
        match after {
            Some(day) => parts.push(format!("{name} > {}", literal(&day))),
            None => parts.extend(from.map(|d| format!("{name} >= {}", literal(d)))),
        }
        parts.extend(to.map(|d| format!("{name} < {}", literal(d))));
        Some(parts.join(" AND "))
    }
}

/// Characters of a day as it is written, without a time.
const DAY: usize = 10;

fn day_before(day: &str) -> Option<String> {
    let date: jiff::civil::Date = day.parse().ok()?;
    date.yesterday().ok().map(|d| d.to_string())
}

/// Sunday is 0.
fn day_number(column: &str) -> String {
    format!("CAST(strftime('%w', {column}) AS INTEGER)")
}

/// SQLite knows no names of days.
fn day_name(column: &str) -> String {
    const NAMES: &str = "Sunday   Monday   Tuesday  WednesdayThursday Friday   Saturday ";
    format!("rtrim(substr('{NAMES}', 1 + 9 * strftime('%w', {column}), 9))")
}
