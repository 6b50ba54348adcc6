//! SQL in plain words, from the syntax tree alone.
//!
//! Called by whoever shows a statement to a person. No model, no data: the same tree and catalog always give
//! the same sentences. Whatever changes the meaning is said; a construct without words is quoted as SQL in
//! backticks, never dropped.
//!
//! A query becomes a noun phrase ("total amount per category, for orders where ..."). CTEs and subqueries in
//! FROM become steps that are told first.

mod arithmetic;
mod conditions;
mod dates;
mod existence;
mod expressions;
mod from;
mod functions;
mod links;
mod order;
mod parts;
mod periods;
mod scope;
mod select;
mod windows;
mod words;

pub use parts::{parts, without};
pub use periods::{day_of_text, span_words};

pub(crate) use functions::arguments;
pub(crate) use links::{flatten_and, unnested};

use crate::CheckedSql;
use crate::inspect::room::with_room;
use scope::{Kind, Output, Scope};
use sqlparser::ast::{Query, SetExpr, SetOperator, SetQuantifier, TableAlias, Values};
use std::cell::{Cell, RefCell};
use vouch_model::Catalog;

/// What the statement asks for, in sentences that need no SQL to be understood.
pub fn restate(checked: &CheckedSql, catalog: Option<&Catalog>) -> String {
    let automatic_limit = u64::try_from(checked.max_rows()).unwrap_or(u64::MAX);
    let tell = || Restater::new(catalog, automatic_limit).sentences(checked.query());
    with_room(checked.sql().len(), tell)
        .unwrap_or_else(|| words::sentence(&format!("the rows of {}", words::quoted_sql(&checked.sql()))))
}

/// The same for a tree that has not been through the guard.
#[cfg(test)]
pub(crate) fn restate_query(query: &Query, catalog: Option<&Catalog>) -> String {
    Restater::new(catalog, 1_000).sentences(query)
}

/// Beyond this nesting, parts are quoted: no reader would follow, and the stack stays small.
const MAX_DEPTH: usize = 40;

/// A query told before the sentence that uses it.
struct Step {
    name: String,
    text: String,
}

/// A common table expression in sight.
struct Named {
    name: String,
    outputs: Vec<Output>,
}

struct Restater<'c> {
    catalog: Option<&'c Catalog>,
    /// A LIMIT of this size on the whole statement is the program's own and says nothing about the question.
    automatic_limit: u64,
    steps: RefCell<Vec<Step>>,
    named: RefCell<Vec<Named>>,
    depth: Cell<usize>,
}

/// A query as a noun phrase, and what can be read from it.
struct Phrase {
    text: String,
    outputs: Vec<Output>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outermost,
    Inside,
}

impl<'c> Restater<'c> {
    fn new(catalog: Option<&'c Catalog>, automatic_limit: u64) -> Self {
        Self { catalog, automatic_limit, steps: RefCell::default(), named: RefCell::default(), depth: Cell::new(0) }
    }

    fn sentences(&self, query: &Query) -> String {
        let last = self.query(query, None, Place::Outermost).text;
        let steps = self.steps.borrow();
        if steps.is_empty() {
            return words::sentence(&last);
        }
        let mut text = String::new();
        for (index, step) in steps.iter().enumerate() {
            let opening = if index == 0 { "First" } else { "Then" };
            text.push_str(&format!("{opening}, {}: {}. ", step.name, step.text));
        }
        text.push_str(&format!("Finally: {last}."));
        text
    }

    /// Runs `say` one level deeper, or gives `otherwise` when that is too deep.
    fn deeper<T>(&self, say: impl FnOnce() -> T, otherwise: impl FnOnce() -> T) -> T {
        let depth = self.depth.get();
        if depth >= MAX_DEPTH {
            return otherwise();
        }
        self.depth.set(depth + 1);
        let said = say();
        self.depth.set(depth);
        said
    }

    fn query(&self, query: &Query, parent: Option<&Scope<'_>>, place: Place) -> Phrase {
        let quoted = || Phrase { text: format!("the rows of {}", words::quoted_sql(query)), outputs: Vec::new() };
        let odd = !query.locks.is_empty()
            || query.for_clause.is_some()
            || query.settings.is_some()
            || query.format_clause.is_some()
            || !query.pipe_operators.is_empty();
        if odd {
            return quoted();
        }
        let in_sight = self.named.borrow().len();
        let phrase = self.deeper(
            || {
                self.tell_common_tables(query, parent);
                self.body(query, parent, place)
            },
            quoted,
        );
        self.named.borrow_mut().truncate(in_sight);
        phrase
    }

    fn tell_common_tables(&self, query: &Query, parent: Option<&Scope<'_>>) {
        let Some(with) = &query.with else { return };
        for cte in &with.cte_tables {
            let name = cte.alias.name.value.clone();
            if with.recursive {
                // It may read itself; its columns are known by name only.
                let outputs = renamed(Vec::new(), &cte.alias);
                self.named.borrow_mut().push(Named { name: name.clone(), outputs });
            }
            let phrase = self.query(&cte.query, parent, Place::Inside);
            let outputs = renamed(phrase.outputs, &cte.alias);
            self.steps.borrow_mut().push(Step { name: step_name(&name), text: phrase.text });
            self.named.borrow_mut().push(Named { name, outputs });
        }
    }

    fn body(&self, query: &Query, parent: Option<&Scope<'_>>, place: Place) -> Phrase {
        if let SetExpr::Select(select) = query.body.as_ref() {
            return self.select(select, parent, &order::Tail::of(query, place));
        }
        let mut phrase = self.set(&query.body, parent);
        let scope = Scope { sources: Vec::new(), parent: None, aliases: Vec::new(), grain: "rows".to_owned() };
        let tail = self.tail(&order::Tail::of(query, place), &scope, &phrase.outputs);
        phrase.text.push_str(&tail);
        phrase
    }

    fn set(&self, body: &SetExpr, parent: Option<&Scope<'_>>) -> Phrase {
        match body {
            SetExpr::Select(select) => self.select(select, parent, &order::Tail::none()),
            SetExpr::Query(query) => self.query(query, parent, Place::Inside),
            SetExpr::SetOperation { op, set_quantifier, .. } => self.set_operation(body, *op, *set_quantifier, parent),
            SetExpr::Values(values) => Phrase { text: values_words(values), outputs: Vec::new() },
            SetExpr::Table(table) => {
                let name = table.table_name.as_deref().unwrap_or_default();
                Phrase { text: format!("all columns of {}", words::plural(&words::spoken(name))), outputs: Vec::new() }
            }
            other => Phrase { text: words::quoted_sql(other), outputs: Vec::new() },
        }
    }

    fn set_operation(
        &self,
        body: &SetExpr,
        op: SetOperator,
        quantifier: SetQuantifier,
        parent: Option<&Scope<'_>>,
    ) -> Phrase {
        let mut members = Vec::new();
        collect_members(body, op, quantifier, &mut members);
        let mut outputs = Vec::new();
        let mut numbered = Vec::new();
        for (index, member) in members.into_iter().enumerate() {
            let phrase = self.deeper(
                || self.set(member, parent),
                || Phrase { text: words::quoted_sql(member), outputs: Vec::new() },
            );
            if index == 0 {
                outputs = phrase.outputs;
            }
            numbered.push(format!("({}) {}", index + 1, phrase.text));
        }
        let all = matches!(quantifier, SetQuantifier::All | SetQuantifier::AllByName);
        let by_name =
            matches!(quantifier, SetQuantifier::ByName | SetQuantifier::AllByName | SetQuantifier::DistinctByName);
        let mut text = match op {
            SetOperator::Union if all => format!("all rows put together of {}", words::list(&numbered, "and")),
            SetOperator::Union => format!("the rows, without duplicates, of {}", words::list(&numbered, "and")),
            SetOperator::Intersect => format!("what appears in each of {}", words::list(&numbered, "and")),
            SetOperator::Except | SetOperator::Minus => match numbered.split_first() {
                Some((first, rest)) => format!("what appears in {first} but not in {}", words::list(rest, "or")),
                None => words::quoted_sql(body),
            },
        };
        if all && !matches!(op, SetOperator::Union) {
            text.push_str(" (duplicates counted)");
        }
        if by_name {
            text.push_str(" (columns matched by name)");
        }
        Phrase { text, outputs }
    }
}

/// Unrolls `a UNION b UNION c`; the left side of a chain of the same operator belongs to the same list.
fn collect_members<'a>(body: &'a SetExpr, op: SetOperator, quantifier: SetQuantifier, members: &mut Vec<&'a SetExpr>) {
    let mut right_sides = Vec::new();
    let mut current = body;
    while let SetExpr::SetOperation { left, op: other, set_quantifier, right } = current {
        let same = *other == op
            && *set_quantifier == quantifier
            && !matches!(op, SetOperator::Intersect if right_sides.len() > 64);
        if !same {
            break;
        }
        right_sides.push(right.as_ref());
        current = left.as_ref();
    }
    members.push(current);
    members.extend(right_sides.into_iter().rev());
}

fn step_name(name: &str) -> String {
    format!("\"{}\"", words::spoken(name))
}

/// The outputs under the column names that an alias gives them: `WITH t(a, b) AS ...`.
fn renamed(mut outputs: Vec<Output>, alias: &TableAlias) -> Vec<Output> {
    for (index, column) in alias.columns.iter().enumerate() {
        let name = column.name.value.clone();
        match outputs.get_mut(index) {
            Some(output) => {
                output.words = words::spoken(&name);
                output.name = name;
            }
            None => outputs.push(Output { words: words::spoken(&name), name, kind: Kind::Unknown }),
        }
    }
    outputs
}

fn values_words(values: &Values) -> String {
    let rows: Vec<String> = values
        .rows
        .iter()
        .map(|row| row.content.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        .map(|row| format!("({row})"))
        .collect();
    format!("the given rows {}", words::list(&rows, "and"))
}

#[cfg(test)]
#[path = "../../tests/restate/mod.rs"]
mod tests;
