//! Questions that the data at hand can answer, made from names, types and values, for empty pages and first steps.
//!
//! Every one of them is read back before it is offered: a sample that the engine would not answer is worse than none.

use crate::form::ColumnRef;
use crate::schema::{Col, ColumnKind};
use crate::tokens::name_words;
use crate::{Linguist, Probe, ReadIntent, Setting};
use vouch_model::DataType;

/// A probe for what must be understood without a look at the rows.
pub struct NoData;

impl Probe for NoData {
    fn find_value(&self, _table: &str, _column: &str, _text: &str) -> Vec<String> {
        Vec::new()
    }

    fn row_count(&self, _sql: &str, _limit: usize) -> Option<usize> {
        None
    }
}

/// Confidence that a sample must be read with.
pub const SURE: f64 = 0.6;

/// `about`: tables that somebody has in mind; they come first.
pub fn samples(linguist: &Linguist, about: &[usize], limit: usize) -> Vec<String> {
    let kinds: [fn(&Linguist, usize) -> Option<String>; 6] = [counted, by_category, trend, average, filtered, highest];
    let mut order: Vec<usize> = (0..linguist.schema.tables.len()).collect();
    // Tables with the most rows are the ones people ask about.
    let rows = |t: &usize| linguist.schema.catalog.tables.get(*t).and_then(|t| t.row_count).unwrap_or(0);
    order.sort_by_key(|t| (!about.contains(t), std::cmp::Reverse(rows(t)), *t));
    if !about.is_empty() {
        order.truncate(about.len());
    }
    let mut questions: Vec<String> = Vec::new();
    let now = jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
    for round in 0..order.len().min(6) {
        for (shift, kind) in kinds.iter().enumerate() {
            if questions.len() >= limit {
                return questions;
            }
            let table = order.get((round + shift) % order.len().max(1)).copied();
            let Some(question) = table.and_then(|t| kind(linguist, t)) else { continue };
            let reading = linguist.read(&question, &Setting { now: &now, previous: None, probe: &NoData });
            let sure =
                reading.intent == ReadIntent::Query && reading.candidates.first().is_some_and(|c| c.confidence >= SURE);
            if sure && !questions.contains(&question) {
                questions.push(question);
            }
        }
    }
    questions
}

fn words(name: &str) -> String {
    name_words(name).join(" ")
}

/// What one calls the rows of a table. Nobody counts weather: where there is only one table, its rows will do.
fn table_words(linguist: &Linguist, t: usize) -> String {
    let name = linguist.schema.table_name(t);
    let countable = name.ends_with('s') || linguist.schema.tables.len() > 1;
    if countable { crate::describe::plural(name) } else { "rows".to_owned() }
}

fn find(linguist: &Linguist, t: usize, test: impl Fn(Col, ColumnKind) -> bool) -> Option<Col> {
    let columns = &linguist.schema.tables.get(t)?.columns;
    let all = columns.iter().enumerate().map(|(column, view)| (Col { table: t, column }, view.kind));
    all.into_iter().find(|(col, kind)| test(*col, *kind)).map(|(col, _)| col)
}

/// A text column with few different values.
pub fn category(linguist: &Linguist, t: usize) -> Option<Col> {
    find(linguist, t, |col, kind| {
        let few = linguist.schema.column(col).and_then(|c| c.distinct_count).is_some_and(|n| (2..=30).contains(&n));
        kind == ColumnKind::Text && few
    })
}

fn number(linguist: &Linguist, t: usize) -> Option<Col> {
    find(linguist, t, |_, kind| kind == ColumnKind::Number)
}

pub fn column_words(linguist: &Linguist, col: Col) -> String {
    let ColumnRef { column, .. } = linguist.schema.reference(col);
    words(&column)
}

fn counted(linguist: &Linguist, t: usize) -> Option<String> {
    Some(format!("How many {} are there?", table_words(linguist, t)))
}

fn by_category(linguist: &Linguist, t: usize) -> Option<String> {
    let column = category(linguist, t)?;
    Some(format!("Number of {} by {}", table_words(linguist, t), column_words(linguist, column)))
}

fn trend(linguist: &Linguist, t: usize) -> Option<String> {
    let time = linguist.schema.time(t)?;
    let is_date = linguist
        .schema
        .column(time)
        .is_some_and(|c| matches!(c.data_type, DataType::Date | DataType::Timestamp { .. }));
    is_date.then(|| format!("Number of {} per month", table_words(linguist, t)))
}

fn average(linguist: &Linguist, t: usize) -> Option<String> {
    let column = column_words(linguist, number(linguist, t)?);
    match table_words(linguist, t).as_str() {
        "rows" => Some(format!("What is the average {column}?")),
        called => Some(format!("What is the average {column} of {called}?")),
    }
}

fn filtered(linguist: &Linguist, t: usize) -> Option<String> {
    let column = category(linguist, t)?;
    let value = linguist.schema.column(column)?.samples.first()?;
    (value.len() > 2).then(|| {
        format!("How many {} have the {} \"{value}\"?", table_words(linguist, t), column_words(linguist, column))
    })
}

fn highest(linguist: &Linguist, t: usize) -> Option<String> {
    let (column, group) = (number(linguist, t)?, category(linguist, t)?);
    Some(format!("Which {} has the highest average {}?", column_words(linguist, group), column_words(linguist, column)))
}
