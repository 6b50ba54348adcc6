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
    if results.rows.len() != limit {
        return None;
    }
    let cut = beyond_the_cut(desk.checked, MORE)?;
    let rows = desk.view.probe(&cut.probe, limit + MORE, desk.settings, desk.cancel).await?.rows;
    let ranked_by = |row: &Vec<Value>| row.last().cloned();
    let last = rows.get(limit - 1).and_then(ranked_by).filter(ranks)?;
    let ties = rows.iter().skip(limit).take_while(|row| ranked_by(row).as_ref() == Some(&last)).count();
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

/// Amounts and moments rank; texts are only in some order.
fn ranks(value: &Value) -> bool {
    match value {
        // SQLite keeps days as texts.
        Value::Text(text) => text.get(..10).is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok()),
        Value::Date(_) | Value::Timestamp(_) => true,
        other => other.as_f64().is_some(),
    }
}
