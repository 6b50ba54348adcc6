//! Who is left out of a ranking although nobody shown last is better: 'the student with the most lessons' may be four.

use super::{Desk, check, number, words};
use vouch_model::{Check, CheckKind, CheckVerdict, Fix, ResultSet, Value};
use vouch_sql::{Shape, beyond_the_cut, with_limit};

/// Rows behind the last one that are looked at.
const MORE: usize = 50;
/// Of a longer list nobody takes the last row for the last that is worth it.
const LONGEST_RANKING: usize = 100;

pub async fn at_the_cut(desk: &Desk<'_>, shape: &Shape, results: &ResultSet) -> Option<Check> {
    let limit = usize::try_from(shape.limit?).ok().filter(|limit| (1..=LONGEST_RANKING).contains(limit))?;
    // With fewer rows than there may be nothing was cut off.
    if results.rows.len() != limit || desk.view.is_slow(desk.checked) {
        return None;
    }
    let cut = beyond_the_cut(desk.checked, MORE)?;
    let rows = desk.view.probe(&cut.probe, limit + MORE, desk.settings, desk.cancel).await?.rows;
    let last = ranked_by(rows.get(limit - 1)?, cut.keys).filter(|(first, _)| ranks(first, limit))?;
    let ties = rows.iter().skip(limit).take_while(|row| ranked_by(row, cut.keys).as_ref() == Some(&last)).count();
    if ties == 0 {
        return None;
    }
    let those = match ties {
        MORE => format!("At least {} more have", number(ties as u64)),
        1 => "1 more has".to_owned(),
        _ => format!("{} more have", number(ties as u64)),
    };
    let figure = cut.ranked_by.as_deref().map_or_else(|| "rank".to_owned(), words);
    let shown = if limit == 1 { "the one shown".to_owned() } else { format!("the last of the {limit} shown") };
    let all = (ties < MORE).then(|| with_limit(desk.checked, limit + ties)).flatten();
    let label = format!("Show all {}", number((limit + ties) as u64));
    let fixes = all.map(|sql| Fix { label, sql: Some(sql), max_rows: None }).into_iter().collect();
    let message = format!("{those} the same {figure} as {shown}.");
    Some(Check { fixes, ..check(CheckKind::Ties, CheckVerdict::Warning, message) })
}

/// What a row is ranked by first, and the further amounts and moments; a name behind them only keeps the order steady.
fn ranked_by(row: &[Value], keys: usize) -> Option<(Value, Vec<Value>)> {
    let (first, rest) = row.get(row.len().checked_sub(keys)?..)?.split_first()?;
    let further = rest.iter().filter(|value| !matches!(value, Value::Text(text) if !is_day(text)));
    Some((first.clone(), further.cloned().collect()))
}

/// Amounts rank, texts are only in some order. Of the latest rows a few are held against the next one; a longer list of them ends
/// somewhere within a day, which surprises nobody.
fn ranks(value: &Value, limit: usize) -> bool {
    const LATEST: usize = 3;
    match value {
        // SQLite keeps days as texts.
        Value::Text(text) => is_day(text) && limit <= LATEST,
        Value::Date(_) | Value::Timestamp(_) => limit <= LATEST,
        other => other.as_f64().is_some(),
    }
}

fn is_day(text: &str) -> bool {
    text.get(..10).is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok())
}
