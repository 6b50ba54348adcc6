//! Figures that count what did not take place: cancelled orders, no-shows, drafts. Whoever asks for sales seldom means these, and
//! nobody can tell from the figure.

use super::{Desk, check, number, words};
use futures::future::join_all;
use vouch_model::{Check, CheckKind, CheckVerdict, Fix};
use vouch_sql::{Shape, drawn_on, leaving_out};

/// A column with more values than this is no status.
const MOST_STATES: usize = 30;

/// Words for what did not take place. Failed, rejected and returned things did.
const CALLED_OFF: [&str; 12] = [
    "void",
    "voided",
    "no show",
    "noshow",
    "did not attend",
    "refunded",
    "draft",
    "deleted",
    "aborted",
    "duplicate",
    "annulled",
    "called off",
];

pub async fn included(desk: &Desk<'_>, shape: &Shape) -> Vec<Check> {
    // A list that was cut off draws on rows that it does not show.
    if shape.has_explicit_limit && shape.grouped_by.is_empty() && !shape.is_single_aggregate {
        return Vec::new();
    }
    let tables = drawn_on(desk.checked);
    join_all(tables.iter().map(|table| in_table(desk, table))).await.into_iter().flatten().collect()
}

async fn in_table(desk: &Desk<'_>, table: &str) -> Option<Check> {
    let known = desk.view.known_columns(table).filter(|(_, values)| values.len() <= MOST_STATES);
    let (column, states) = known.into_iter().find_map(|(column, values)| {
        let states: Vec<String> = values.iter().filter(|value| is_called_off(value)).cloned().collect();
        // Where all of it was called off there is nothing to tell apart.
        (!states.is_empty() && states.len() < values.len()).then_some((column, states))
    })?;
    let found = leaving_out(desk.checked, table, column, &states)?;
    let rows = desk.figures(&found.probe).await?.first().copied().filter(|rows| *rows > 0)?;
    let said = states.iter().map(|state| format!("'{state}'")).collect::<Vec<_>>().join(" or ");
    let are = if rows == 1 { "row of" } else { "rows of" };
    let message = format!("{} {are} {} with {} {said} count as well.", number(rows), words(table), words(column));
    let label = if rows == 1 { "Leave it out".to_owned() } else { format!("Leave out these {}", number(rows)) };
    let fixes = vec![Fix { label, sql: Some(found.sql), max_rows: None }];
    Some(Check { fixes, ..check(CheckKind::CalledOff, CheckVerdict::Warning, message) })
}

fn is_called_off(value: &str) -> bool {
    let plain = value.trim().to_lowercase().replace(['-', '_'], " ");
    plain.starts_with("cancel") || CALLED_OFF.contains(&plain.as_str())
}
