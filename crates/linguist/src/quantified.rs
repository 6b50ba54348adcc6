//! What is said of all rows that a name stands in, where a row is something that was done: 'agents who have never handled a Router
//! call', 'visitors who only came for a checkup', 'who paid every time'. One row says nothing of that.

use crate::form::{ColumnRef, Condition, Expr, Operand, Query, Selected};
use crate::lexicon::{Aggregate, Relation};
use crate::quantified_words::Said;
use crate::schema::{ColumnKind, Schema};
use crate::tokens::{Token, tokenize};

/// The name that is listed or counted, where it stands in many rows of the only table.
pub(crate) fn name_on_many(query: &Query, schema: &Schema) -> Option<ColumnRef> {
    let [shown] = query.select.as_slice() else { return None };
    let column = match &shown.expr {
        Expr::Column(column) => column,
        Expr::Aggregate { function: Aggregate::Count, distinct: true, of } => match of.as_ref() {
            Expr::Column(column) => column,
            _ => return None,
        },
        _ => return None,
    };
    let simple = query.limit.is_none()
        && query.combine.is_none()
        && !query.yes_no
        && query.group.is_empty()
        && query.joins.is_empty();
    let many = column.table == query.base && schema.find(column).is_some_and(|c| schema.stands_on_many(c));
    (simple && many).then(|| column.clone())
}

/// The names in rows that satisfy all of `filter`.
pub(crate) fn names(column: &ColumnRef, filter: Vec<Condition>) -> Query {
    let select = vec![Selected { expr: Expr::Column(column.clone()), alias: None }];
    Query { base: column.table.clone(), select, filter, ..Query::default() }
}

/// Takes the names off that stand in a row which satisfies all of `when`.
pub(crate) fn take_off(query: &mut Query, column: ColumnRef, mut when: Vec<Condition>) {
    // No name is in a list that holds an unknown one, nor is it not.
    when.push(Condition::Null { column: column.clone(), negated: true });
    let inner = Box::new(names(&column, when));
    query.filter.push(Condition::InQuery { column, query: inner, negated: true });
    query.distinct = !query.is_aggregated();
}

/// A name stands beside as many different ones as there are.
pub(crate) fn with_every(condition: &Condition) -> bool {
    match condition {
        Condition::Compare { left: Expr::Aggregate { distinct: true, .. }, relation, right: Operand::Query(_) } => {
            *relation == Relation::Equal
        }
        _ => false,
    }
}

/// 'only', 'both', 'more than 3', 'every time' and 'every clinic', of finished queries.
/// `None` where that was asked for and the query has no place for it.
pub fn quantified(query: &mut Query, tokens: &[Token], question: &str, schema: &Schema) -> Option<()> {
    // As it was typed: 'every month' is 'per month' by now.
    let typed = tokenize(question);
    if let Some(made) = (Said { tokens: &typed, schema }).in_all_of(query) {
        return made.then_some(());
    }
    let said = Said { tokens, schema };
    if query.yes_no && said.all_rows(query) {
        return said.holds_for_all(query);
    }
    said.of_all_rows(query)
}

/// Conditions that say which rows of a name are meant, beside those at `but`.
fn scope(query: &Query, column: &ColumnRef, but: impl Fn(usize, &Condition) -> bool) -> Vec<Condition> {
    let others = query.filter.iter().enumerate().filter(|(at, c)| !but(*at, c) && says_of_rows(c, column));
    others.map(|(_, c)| c.clone()).collect()
}

/// What is said of a row and not of the name in it.
pub(crate) fn says_of_rows(condition: &Condition, name: &ColumnRef) -> bool {
    match condition {
        Condition::OneOf { column, .. }
        | Condition::Period { column, .. }
        | Condition::Recurs { column, .. }
        | Condition::Like { column, .. }
        | Condition::Between { left: Expr::Column(column), .. }
        | Condition::Compare { left: Expr::Column(column), right: Operand::Number(_), .. } => {
            column != name && column.table == name.table
        }
        _ => false,
    }
}

/// 'has Carla never escalated a call': the name that a yes or no is about.
fn asked_of(query: &Query, schema: &Schema) -> Option<ColumnRef> {
    let named = |c: &Condition| match c {
        Condition::OneOf { column, values, negated: false } if column.table == query.base => {
            let name = matches!(values.as_slice(), [Operand::Text(_)]);
            let many = schema.find(column).is_some_and(|c| schema.stands_on_many(c));
            (name && many).then(|| column.clone())
        }
        _ => None,
    };
    let alone = query.combine.is_none() && query.joins.is_empty() && query.group.is_empty();
    query.filter.iter().find_map(named).filter(|_| query.yes_no && alone)
}

impl Said<'_> {
    fn of_all_rows(&self, query: &mut Query) -> Option<()> {
        let Some(column) = name_on_many(query, self.schema).or_else(|| asked_of(query, self.schema)) else {
            return Some(());
        };
        let figure = self.schema.find(&column).is_some_and(|c| self.schema.kind(c) == ColumnKind::Number);
        if self.both() && !figure && in_both(query, &column)
            || so_many(query, &column)
            || self.never_did(query, &column)
        {
            return Some(());
        }
        let flag = query.filter.iter().position(flag);
        if let Some(at) = flag.filter(|at| self.never() && query.filter.get(*at).is_some_and(denied)) {
            let Condition::OneOf { column: of, .. } = query.filter.remove(at) else { return None };
            let yes = Condition::OneOf { column: of, values: vec![Operand::Bool(true)], negated: false };
            let inside = scope(query, &column, |_, c| !self.is_denied(c));
            take_off(query, column, [vec![yes], inside].concat());
            return Some(());
        }
        let places: Vec<usize> = (0..query.filter.len())
            .filter(|at| query.filter.get(*at).is_some_and(|c| says_of_rows(c, &column)))
            .collect();
        let at = match (self.always(), self.only(&column)) {
            (Some(word), _) => self.behind(word, query, &places).or(flag).or(places.first().copied())?,
            (None, Some(word)) => self.behind(Some(word), query, &places)?,
            (None, None) => return Some(()),
        };
        let others = query.filter.get(at).cloned().and_then(|c| self.opposite(c))?;
        let when = [vec![others], scope(query, &column, |i, _| i == at)].concat();
        take_off(query, column, when);
        Some(())
    }

    /// The condition that comes next behind a word, but for the verb right behind it.
    fn behind(&self, word: Option<usize>, query: &Query, places: &[usize]) -> Option<usize> {
        let word = word?;
        let said = |at: &usize| query.filter.get(*at).and_then(|c| self.mentioned(c)).filter(|said| *said > word);
        let mut found: Vec<(usize, usize)> = places.iter().filter_map(|at| Some((said(at)?, *at))).collect();
        found.sort_unstable();
        let verb = found.len() > 1 && found.first().is_some_and(|(said, _)| *said == word + 1);
        found.get(usize::from(verb)).map(|(_, at)| *at)
    }

    /// 'were all visits paid', 'did Rick deliver every large parcel'.
    fn all_rows(&self, query: &Query) -> bool {
        let Some(row) = self.schema.table_index(&query.base).and_then(|t| self.schema.tables.get(t)?.words.last())
        else {
            return false;
        };
        self.all_at(row).is_some()
    }

    /// Whether no row is otherwise. What is asked of all of them is said last, or before 'every' where they are its object.
    fn holds_for_all(&self, query: &mut Query) -> Option<()> {
        let row = self.schema.table_index(&query.base).and_then(|t| self.schema.tables.get(t)?.words.last())?;
        let every = self.all_at(row)?;
        let plain = query.combine.is_none() && query.having.is_empty() && query.limit.is_none();
        // Subject or object.
        let subject = every < 3;
        let name = asked_of(query, self.schema).filter(|_| !subject);
        let its = |c: &Condition| {
            name.as_ref().is_some_and(|name| matches!(c, Condition::OneOf { column, .. } if column == name))
        };
        let mut said: Vec<(usize, usize)> = Vec::new();
        for (at, condition) in query.filter.iter().enumerate().filter(|(_, c)| !its(c)) {
            said.push((self.mentioned(condition)?, at));
        }
        said.sort_unstable();
        let found = if subject { said.last() } else { said.iter().rev().find(|(word, _)| *word < every) };
        let (word, at) = *found.filter(|_| plain)?;
        let alone = said.iter().filter(|(other, _)| *other == word).count() == 1;
        let meant = query.filter.get(at).filter(|_| alone)?.clone();
        // 'did every customer in Ghent order' is about more than Ghent.
        if subject && self.goes_on(word, &meant) {
            return None;
        }
        let others = self.opposite(meant)?;
        *query.filter.get_mut(at)? = others;
        query.none = true;
        Some(())
    }

    /// What a row is that does not satisfy it; of what is unknown nobody can say that it does.
    fn opposite(&self, condition: Condition) -> Option<Condition> {
        let unknown = |column: &ColumnRef| {
            let known = self.schema.find(column).and_then(|c| self.schema.column(c)).and_then(|c| c.null_count);
            known != Some(0)
        };
        Some(match condition {
            Condition::OneOf { column, values, negated } => {
                let missing = unknown(&column).then(|| Condition::Null { column: column.clone(), negated: false });
                let other = Condition::OneOf { column, values, negated: !negated };
                match missing {
                    Some(missing) => Condition::Any(vec![other, missing]),
                    None => other,
                }
            }
            Condition::Null { column, negated } => Condition::Null { column, negated: !negated },
            Condition::Related { of, table, when, negated } => {
                Condition::Related { of, table, when, negated: !negated }
            }
            said @ (Condition::Period { .. } | Condition::Recurs { .. } | Condition::Compare { .. })
            | said @ (Condition::Like { .. } | Condition::Between { .. }) => Condition::Not(Box::new(said)),
            _ => return None,
        })
    }

    /// 'pupils that never started at 18:00' where a column is called `start`: not those who started at no time.
    fn never_did(&self, query: &mut Query, name: &ColumnRef) -> bool {
        let denied = (0..self.tokens.len()).any(|at| {
            let not =
                self.at(at) == "not" && at > 0 && matches!(self.at(at - 1), "did" | "do" | "does" | "has" | "have");
            not || matches!(self.at(at), "never" | "nobody")
        });
        let full = |c: &ColumnRef| {
            self.schema.find(c).and_then(|c| self.schema.column(c)).is_some_and(|c| c.null_count == Some(0))
        };
        let nothing = |c: &Condition| match c {
            Condition::Null { column, negated: false } => column == name || column.table == name.table && full(column),
            _ => false,
        };
        let Some(at) = query.filter.iter().position(nothing).filter(|_| denied) else { return false };
        let (when, rest): (Vec<_>, Vec<_>) =
            query.filter.drain(..).enumerate().partition(|(place, c)| *place != at && says_of_rows(c, name));
        query.filter = rest.into_iter().filter(|(place, _)| *place != at).map(|(_, c)| c).collect();
        take_off(query, name.clone(), when.into_iter().map(|(_, c)| c).collect());
        true
    }
}

/// 'how many clinics had both flu and injuries': those that stand in a row of the one and in a row of the other.
fn in_both(query: &mut Query, column: &ColumnRef) -> bool {
    let two = |c: &Condition| match c {
        Condition::OneOf { column: other, values, negated: false } => {
            other != column && other.table == column.table && values.len() == 2
        }
        _ => false,
    };
    let Some(at) = query.filter.iter().position(two) else { return false };
    // 'both in March': not the one in March and the other whenever.
    let same = scope(query, column, |place, _| place == at);
    let Condition::OneOf { column: of, values, .. } = query.filter.remove(at) else { return false };
    for value in values {
        let one = Condition::OneOf { column: of.clone(), values: vec![value], negated: false };
        let inner = Box::new(names(column, [vec![one], same.clone()].concat()));
        query.filter.push(Condition::InQuery { column: column.clone(), query: inner, negated: false });
    }
    query.distinct = !query.is_aggregated();
    true
}

/// 'how many customers have more than 3 calls about printers': so many of these calls, not so many calls and one of these.
fn so_many(query: &mut Query, column: &ColumnRef) -> bool {
    let of_groups = |c: &Condition| {
        matches!(c, Condition::InQuery { column: of, query, negated: false }
            if of == column && query.base == column.table && !query.having.is_empty() && query.filter.is_empty())
    };
    let Some(at) = query.filter.iter().position(of_groups) else { return false };
    let mut groups = query.filter.remove(at);
    if let Condition::InQuery { query: inner, .. } = &mut groups {
        inner.filter = std::mem::take(&mut query.filter);
    }
    query.filter.push(groups);
    true
}

fn flag(condition: &Condition) -> bool {
    matches!(condition, Condition::OneOf { values, .. } if matches!(values.as_slice(), [Operand::Bool(_)]))
}

/// 'not resolved', as a condition.
fn denied(condition: &Condition) -> bool {
    match condition {
        Condition::OneOf { values, negated, .. } => values.contains(&Operand::Bool(false)) != *negated,
        _ => false,
    }
}
