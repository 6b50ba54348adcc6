//! What an exploration is about: the rows of one table, with what they refer to joined on.
//!
//! Joins only ever go from a row to the one row it refers to, so no row is counted twice. A question about things that
//! happen to rows ("what drives returns?") explores the rows they can happen to.

use super::attribute::{Attribute, Calendar, Role, Unit, label, qualified, roles};
use crate::gather::words::{content_words, name_words, singular};
use crate::source_view::quoted_table;
use std::collections::BTreeSet;
use vouch_model::{Catalog, Column, Dialect, ForeignKey, Table};
use vouch_sql::quote_identifier;

#[derive(Clone, Debug)]
pub struct Subject {
    pub table: Table,
    /// What the rows are, in words.
    pub rows_are: String,
    pub row_count: Option<u64>,
    pub measures: Vec<Attribute>,
    pub categories: Vec<Attribute>,
    pub times: Vec<Attribute>,
    pub dialect: Dialect,
    /// What the question says that is not called so anywhere, where it says nothing else.
    pub unknown: Vec<String>,
    /// Tables that can be joined on, each after the one it hangs from.
    joins: Vec<Join>,
}

#[derive(Clone, Debug)]
struct Join {
    /// Qualified name of what is joined.
    table: String,
    /// Qualified name of what it hangs from.
    onto: String,
    text: String,
}

/// Each costs a look at the data.
const MOST_MEASURES: usize = 8;
const MOST_CATEGORIES: usize = 9;
/// How far a row is followed to what it refers to.
const MOST_HOPS: usize = 3;
/// What a column counts that is meant by another word than its name.
const MEANT: f64 = 0.8;
/// At least so much of a happening's rows must be of different things for "happened or not" to be the question.
const HAPPENS_ONCE: f64 = 0.9;

/// What people say to be shown around, whatever the data is about; singular, as verbs in the third person become.
const EXPLORING: &str = "stand out drive driver driving affect influence cause explain explore exploring look find finding \
    interesting notable unusual surprising odd strange anomaly outlier pattern trend insight overview summary summarize \
    analyze analyse analysis data dataset table tell important matter key factor difference differ change happen happening \
    relate relationship correlate everything anything go going";

/// The rows that a question is about; `None` where there are none at all.
pub fn find(catalog: &Catalog, question: &str) -> Option<Subject> {
    let words = content_words(question);
    let best = catalog
        .tables
        .iter()
        .filter(|table| table.row_count != Some(0))
        .max_by(|a, b| fitness(catalog, a, &words).total_cmp(&fitness(catalog, b, &words)))?;
    let mut subject = match happening(catalog, best, question, &words) {
        Some((table, outcome, join)) => {
            let mut subject = over(catalog, table, &words);
            subject.joins.push(join);
            subject.measures.insert(0, outcome);
            subject
        }
        None => over(catalog, best, &words),
    };
    subject.measures.truncate(MOST_MEASURES);
    subject.categories.truncate(MOST_CATEGORIES);
    subject.times.truncate(1);
    subject.unknown = unknown(catalog, &words);
    Some(subject)
}

/// 'What drives fines?' of a shop: none of the words is the name of anything, so the exploration is not about them.
fn unknown(catalog: &Catalog, words: &[String]) -> Vec<String> {
    let is_asked = |word: &&String| !EXPLORING.split_ascii_whitespace().any(|said| said == singular(word));
    let asked: Vec<String> = words.iter().filter(is_asked).cloned().collect();
    let columns = || catalog.tables.iter().flat_map(|table| &table.columns);
    let known = catalog.tables.iter().any(|table| overlap(&name_words(table.display_name()), &asked) > 0.0)
        || columns().any(|column| said_of(column, &asked) > 0.0);
    if known { Vec::new() } else { asked }
}

impl Subject {
    /// `FROM ...` with the joins that these attributes need.
    pub fn from(&self, attributes: &[&Attribute]) -> String {
        let mut needed: BTreeSet<&str> = attributes.iter().map(|attribute| attribute.table.as_str()).collect();
        // What a needed table hangs from is needed too; a join stands after the one it hangs from.
        for join in self.joins.iter().rev() {
            if needed.contains(join.table.as_str()) {
                needed.insert(&join.onto);
            }
        }
        let joins = self.joins.iter().filter(|join| needed.contains(join.table.as_str()));
        let joins: String = joins.map(|join| format!(" LEFT JOIN {}", join.text)).collect();
        format!("FROM {}{joins}", quoted_table(&self.table, self.dialect))
    }

    /// Both belong to one thing that the rows refer to, as a customer's state and tier do: counted by rows, each customer
    /// would speak as often as there are orders, and chance would look like certainty.
    pub fn of_one_thing(&self, first: &Attribute, second: &Attribute) -> bool {
        !first.own && !second.own && self.first_step(first) == self.first_step(second)
    }

    /// The table that the rows themselves refer to, on the way to where an attribute is.
    fn first_step<'a>(&'a self, attribute: &'a Attribute) -> &'a str {
        let (own, mut at) = (self.table.qualified_name(), attribute.table.as_str());
        for _ in 0..MOST_HOPS {
            match self.joins.iter().find(|join| join.table == at && join.onto != own) {
                Some(join) => at = &join.onto,
                None => break,
            }
        }
        at
    }

    pub fn attribute(&self, label: &str) -> Option<&Attribute> {
        self.measures.iter().chain(&self.categories).chain(&self.times).find(|a| a.label == label)
    }

    /// The figure that the question is about, where it names one.
    pub fn target(&self) -> Option<&Attribute> {
        self.measures.iter().filter(|m| m.own && m.relevance > 0.0).max_by(|a, b| a.relevance.total_cmp(&b.relevance))
    }
}

/// How well a table serves as the rows to explore: what the question names, then what has figures, references and rows.
fn fitness(catalog: &Catalog, table: &Table, words: &[String]) -> f64 {
    let named = 3.0 * overlap(&name_words(table.display_name()), words);
    let columns: f64 = table.columns.iter().map(|column| said_of(column, words)).sum();
    let references = catalog.foreign_keys.iter().filter(|key| is_of(key, table)).count();
    let figures = table.columns.iter().filter(|c| c.data_type.is_numeric() && !c.unique).count();
    let rows = (table.row_count.unwrap_or(1) as f64 + 1.0).log10();
    named + 2.0 * columns.min(3.0) + 0.3 * references as f64 + 0.1 * figures.min(5) as f64 + 0.3 * rows
}

/// How much of a column's name the words say. Money has many names, and columns call it an amount or a total.
fn said_of(column: &Column, words: &[String]) -> f64 {
    const MONEY: [&str; 7] = ["revenue", "sale", "turnover", "spend", "spending", "income", "earning"];
    const TOTALS: [&str; 6] = ["revenue", "sale", "total", "amount", "spend", "income"];
    let name = name_words(column.display_name());
    let any = |list: &[String], of: &[&str]| list.iter().any(|word| of.contains(&singular(word).as_str()));
    let money = column.data_type.is_numeric() && any(words, &MONEY) && any(&name, &TOTALS);
    overlap(&name, words).max(if money { MEANT } else { 0.0 })
}

fn is_of(key: &ForeignKey, table: &Table) -> bool {
    key.table.eq_ignore_ascii_case(&table.qualified_name())
}

fn overlap(name: &[String], words: &[String]) -> f64 {
    if name.is_empty() {
        return 0.0;
    }
    let said = |part: &String| words.iter().any(|word| singular(word) == singular(part));
    name.iter().filter(|part| said(part)).count() as f64 / name.len() as f64
}

/// A table of happenings that the question names, each of one row of another table: whether it happened is the figure.
fn happening<'a>(
    catalog: &'a Catalog,
    table: &Table,
    question: &str,
    words: &[String],
) -> Option<(&'a Table, Attribute, Join)> {
    const ASKS_WHY: [&str; 12] = [
        "drive", "drives", "driving", "why", "cause", "causes", "rate", "rates", "likely", "predict", "explain",
        "explains",
    ];
    let lower = question.to_lowercase();
    let asks_why = lower.split(|c: char| !c.is_alphanumeric()).any(|word| ASKS_WHY.contains(&word));
    if !asks_why || overlap(&name_words(table.display_name()), words) < 0.99 {
        return None;
    }
    let key = catalog.foreign_keys.iter().find(|key| is_of(key, table) && key.columns.len() == 1)?;
    let parent = catalog.table(&key.to_table)?;
    let (column, to) = (key.columns.first()?, key.to_columns.first()?);
    let distinct = table.column(column)?.distinct_count? as f64;
    let (happened, could) = (table.row_count? as f64, parent.row_count? as f64);
    if distinct < HAPPENS_ONCE * happened || happened > 0.8 * could {
        return None;
    }
    let dialect = catalog.dialect;
    let name = singular(&name_words(table.display_name()).join(" "));
    let alias = quote_identifier(&format!("{}_seen", table.name), dialect);
    let (inner, outer) = (quote_identifier(column, dialect), quote_identifier(to, dialect));
    let join = Join {
        table: alias.clone(),
        onto: parent.qualified_name(),
        text: format!(
            "(SELECT DISTINCT {inner} FROM {}) AS {alias} ON {}.{outer} = {alias}.{inner}",
            quoted_table(table, dialect),
            quote_identifier(&parent.name, dialect),
        ),
    };
    let outcome = Attribute {
        role: Role::Measure,
        table: alias.clone(),
        column: table.name.clone(),
        expression: format!("CASE WHEN {alias}.{inner} IS NULL THEN 0 ELSE 1 END"),
        alias: format!("{}_rate", name.replace(' ', "_")),
        label: format!("{name} rate"),
        unit: Unit::Share,
        relevance: 2.0,
        own: true,
    };
    Some((parent, outcome, join))
}

fn over(catalog: &Catalog, table: &Table, words: &[String]) -> Subject {
    let dialect = catalog.dialect;
    let (joins, reached) = follow(catalog, table);
    let alone = reached.is_empty();
    let mut all = Vec::new();
    for (depth, joined) in std::iter::once((0, table)).chain(reached.iter().map(|(depth, t)| (*depth, *t))) {
        for column in &joined.columns {
            if is_reference(catalog, joined, &column.name) {
                continue;
            }
            let name = qualified((!alone).then_some(joined.name.as_str()), &column.name, dialect);
            for mut attribute in roles(joined, column, &name, dialect, depth == 0) {
                if depth > 0 {
                    let owner = singular(&name_words(joined.display_name()).join(" "));
                    attribute.label = told_apart(&label(column), &owner);
                }
                let own_name = said_of(column, words);
                attribute.relevance = own_name + 0.5 * overlap(&name_words(joined.display_name()), words).min(0.5);
                attribute.relevance -= 0.05 * depth as f64;
                if own_name == 0.0 {
                    attribute.relevance = attribute.relevance.min(0.0);
                }
                all.push(attribute);
            }
        }
    }
    let pick = |wanted: fn(&Role) -> bool| {
        let mut found: Vec<Attribute> = all.iter().filter(|a| wanted(&a.role)).cloned().collect();
        // Stable: what comes first in the table comes first among equals.
        found.sort_by(|a, b| b.relevance.total_cmp(&a.relevance));
        found
    };
    Subject {
        rows_are: name_words(table.display_name()).join(" "),
        row_count: table.row_count,
        measures: pick(|role| *role == Role::Measure),
        categories: pick(|role| *role == Role::Category),
        times: times(pick(|role| matches!(role, Role::Time(_)))),
        table: table.clone(),
        dialect,
        unknown: Vec::new(),
        joins,
    }
}

/// The rows' own time first, then that of what they belong to; a real date before a number of periods.
fn times(mut found: Vec<Attribute>) -> Vec<Attribute> {
    found.sort_by_key(|time| (!time.own, time.role != Role::Time(Calendar::Days)));
    found
}

/// "customer name" already says whose it is; "state" of a customer does not.
fn told_apart(label: &str, owner: &str) -> String {
    if label.contains(owner) { label.to_owned() } else { format!("{owner} {label}") }
}

fn is_reference(catalog: &Catalog, table: &Table, column: &str) -> bool {
    catalog
        .foreign_keys
        .iter()
        .any(|key| is_of(key, table) && key.columns.iter().any(|c| c.eq_ignore_ascii_case(column)))
}

/// What the rows of `table` refer to, near things first, each table once.
fn follow<'a>(catalog: &'a Catalog, table: &'a Table) -> (Vec<Join>, Vec<(usize, &'a Table)>) {
    let mut joins = Vec::new();
    let mut reached: Vec<(usize, &Table)> = Vec::new();
    let mut edge = vec![table];
    for depth in 1..=MOST_HOPS {
        let mut next = Vec::new();
        for from in edge {
            for key in catalog.foreign_keys.iter().filter(|key| is_of(key, from) && key.columns.len() == 1) {
                let Some(to) = catalog.table(&key.to_table) else { continue };
                let known = to.qualified_name() == table.qualified_name()
                    || reached.iter().any(|(_, t)| t.qualified_name() == to.qualified_name());
                if known || !refers_to_one(to, key) {
                    continue;
                }
                joins.push(join(from, to, key, catalog.dialect));
                reached.push((depth, to));
                next.push(to);
            }
        }
        edge = next;
    }
    (joins, reached)
}

fn refers_to_one(to: &Table, key: &ForeignKey) -> bool {
    key.to_columns.iter().all(|name| {
        let is_key = to.primary_key.len() == 1 && to.primary_key.iter().any(|k| k.eq_ignore_ascii_case(name));
        is_key || to.column(name).is_some_and(|column| column.unique)
    })
}

fn join(from: &Table, to: &Table, key: &ForeignKey, dialect: Dialect) -> Join {
    let pairs = key.columns.iter().zip(&key.to_columns).map(|(column, other)| {
        format!("{} = {}", qualified(Some(&from.name), column, dialect), qualified(Some(&to.name), other, dialect))
    });
    let pairs = pairs.collect::<Vec<_>>().join(" AND ");
    Join {
        table: to.qualified_name(),
        onto: from.qualified_name(),
        text: format!("{} ON {pairs}", quoted_table(to, dialect)),
    }
}
