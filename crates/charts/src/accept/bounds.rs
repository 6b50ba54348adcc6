//! The rows as data of a specification that somebody else wrote: only what is used, and no more than can be read.

use super::fields::{Used, unescape};
use crate::column::{Column, Role};
use crate::{ChartError, calendar, number, words};
use serde_json::{Map, Value as Json};
use std::collections::{HashMap, HashSet};
use vouch_model::{ResultSet, Value};

/// Rows behind aggregates; a page has to carry them all.
const MOST_ROWS: usize = 10_000;
/// Marks that stand for one row each.
const MOST_MARKS: usize = 1_000;
const MOST_NAMES: usize = 30;
const MOST_SERIES: usize = 12;

pub(super) fn values(
    spec: &Map<String, Json>,
    rows: &ResultSet,
    columns: &[Column<'_>],
    used: &Used,
) -> Result<(Vec<Json>, Vec<String>), ChartError> {
    let mut notes = Vec::new();
    let mut kept: Vec<&Vec<Value>> = rows.rows.iter().collect();
    for (channel, name) in names_in(spec) {
        let Some(column) = columns.iter().find(|column| column.name == name) else { continue };
        let most = if matches!(channel.as_str(), "x" | "y") { MOST_NAMES } else { MOST_SERIES };
        keep_first(column, most, &mut kept, &mut notes);
    }
    let gathers = gathers(spec);
    if gathers && kept.len() > MOST_ROWS {
        return Err(ChartError::TooMany { what: "rows to gather in the chart", count: kept.len(), most: MOST_ROWS });
    }
    if !gathers && kept.len() > MOST_MARKS {
        let all = kept.len();
        let last = all - 1;
        kept = (0..MOST_MARKS).filter_map(|at| kept.get(at * last / (MOST_MARKS - 1)).copied()).collect();
        let count = |n: usize| number::full(n as f64, words::Unit::Plain);
        notes.push(format!("{} of {} rows shown", count(MOST_MARKS), count(all)));
    }
    let columns: Vec<&Column<'_>> = columns.iter().filter(|column| used.columns.contains(column.name)).collect();
    let row = |row: &&Vec<Value>| {
        Json::Object(
            columns.iter().map(|c| (c.name.to_owned(), cell(c, row, used.temporal.contains(c.name)))).collect(),
        )
    };
    Ok((kept.iter().map(row).collect(), notes))
}

/// Numbers as numbers, time as local time; a year that is drawn as time would otherwise be two seconds after 1970.
fn cell(column: &Column<'_>, row: &[Value], temporal: bool) -> Json {
    let value = column.value(row);
    let typed = matches!(value, Value::Date(_) | Value::Timestamp(_));
    if let Some(moment) = column.moment(row).filter(|_| typed || temporal && column.grain().is_some()) {
        return Json::from(calendar::iso(moment));
    }
    match value {
        Value::Null | Value::Bool(_) | Value::Int(_) => value.to_json(),
        Value::Text(text) => Json::from(words::shorten(text, 200)),
        value => value.as_f64().map_or_else(|| Json::from(words::shorten(&value.to_string(), 200)), Json::from),
    }
}

/// Discrete channels with their fields: each name there is a place or a colour.
fn names_in(spec: &Map<String, Json>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    visit(spec, &mut |object| {
        for (channel, encoding) in object.get("encoding").and_then(Json::as_object).into_iter().flatten() {
            let discrete =
                encoding.get("type").and_then(Json::as_str).is_none_or(|t| matches!(t, "nominal" | "ordinal"));
            let computed = encoding.get("bin").is_some()
                || encoding.get("aggregate").is_some()
                || encoding.get("timeUnit").is_some();
            let plain = !matches!(channel.as_str(), "tooltip" | "text" | "detail" | "order" | "description");
            if let Some(field) = encoding.get("field").and_then(Json::as_str).filter(|_| discrete && !computed && plain)
            {
                found.push((channel.clone(), unescape(field)));
            }
        }
        if let Some(field) = object.get("facet").and_then(|f| f.get("field")).and_then(Json::as_str) {
            found.push(("facet".to_owned(), unescape(field)));
        }
    });
    found
}

fn visit(object: &Map<String, Json>, look: &mut impl FnMut(&Map<String, Json>)) {
    look(object);
    for value in object.values() {
        match value {
            Json::Object(inner) => visit(inner, look),
            Json::Array(items) => items.iter().filter_map(Json::as_object).for_each(|inner| visit(inner, look)),
            _ => {}
        }
    }
}

/// Marks that stand for many rows: something is aggregated or binned.
fn gathers(spec: &Map<String, Json>) -> bool {
    let mut found = false;
    visit(spec, &mut |object| {
        let mark = object.get("mark").map(|mark| mark.get("type").unwrap_or(mark)).and_then(Json::as_str);
        let computes = ["aggregate", "joinaggregate", "density", "regression", "loess", "quantile", "window"];
        found |= computes.iter().any(|part| object.contains_key(*part))
            || matches!(mark, Some("boxplot" | "errorbar" | "errorband"));
    });
    found
}

/// The names that come first in the rows, which a statement orders by what matters.
fn keep_first(column: &Column<'_>, most: usize, rows: &mut Vec<&Vec<Value>>, notes: &mut Vec<String>) {
    // A measure is on an axis of its own; only names are counted.
    if column.role == Role::Measure || column.distinct <= most {
        return;
    }
    let mut names: HashMap<String, usize> = HashMap::new();
    for row in rows.iter() {
        let next = names.len();
        names.entry(column.value(row).to_string()).or_insert(next);
    }
    let kept: HashSet<&String> = names.iter().filter(|(_, place)| **place < most).map(|(name, _)| name).collect();
    if kept.len() < names.len() {
        rows.retain(|row| kept.contains(&column.value(row).to_string()));
        notes.push(format!("first {most} of {} {}", names.len(), crate::plot::plural(&column.title)));
    }
}
