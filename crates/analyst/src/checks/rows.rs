//! What the rows themselves show: none, only nulls, cut off; and nulls that an aggregate passed over.

use super::{Desk, check, number, words};
use futures::future::join_all;
use std::collections::{BTreeMap, BTreeSet};
use vouch_model::{Check, CheckKind, CheckVerdict, Fix, ResultSet, Value};
use vouch_sql::Shape;

/// The most rows that may be asked for.
const MOST_ROWS: usize = 10_000;
/// Values with several spellings that are named.
const SPELLINGS_SHOWN: usize = 3;

pub fn of_result(results: &ResultSet, max_rows: usize) -> Vec<Check> {
    let mut checks = Vec::new();
    if results.rows.is_empty() {
        let message = "No rows: nothing in the data meets all the conditions.".to_owned();
        checks.push(check(CheckKind::Empty, CheckVerdict::Warning, message));
    }
    for (i, column) in results.columns.iter().enumerate() {
        let all_null = !results.rows.is_empty() && results.rows.iter().all(|row| row.get(i).is_none_or(Value::is_null));
        if all_null {
            let message =
                format!("{} is empty in every row: there is nothing to compute it from.", words(&column.name));
            checks.push(check(CheckKind::AllNull, CheckVerdict::Warning, message));
        }
    }
    if results.truncated {
        let message = format!(
            "There are more rows than the {} shown; totals of what is shown are not totals of everything.",
            number(max_rows as u64)
        );
        let more =
            Fix { label: format!("Show up to {}", number(MOST_ROWS as u64)), sql: None, max_rows: Some(MOST_ROWS) };
        let fixes = if max_rows < MOST_ROWS { vec![more] } else { Vec::new() };
        checks.push(Check { fixes, ..check(CheckKind::Truncated, CheckVerdict::Warning, message) });
    }
    checks
}

/// Groups that differ in nothing but capitals and blanks around them.
pub fn spelled_apart(results: &ResultSet, grouped_by: &[usize]) -> Vec<Check> {
    let checks = grouped_by.iter().filter_map(|at| {
        let column = results.columns.get(*at)?;
        let mut spellings: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for row in &results.rows {
            if let Some(Value::Text(text)) = row.get(*at) {
                spellings.entry(text.trim().to_lowercase()).or_default().insert(text);
            }
        }
        let apart: Vec<String> = spellings.values().filter(|texts| texts.len() > 1).map(quoted).collect();
        let shown = apart.iter().take(SPELLINGS_SHOWN).cloned().collect::<Vec<_>>().join("; ");
        let more = match apart.len().saturating_sub(SPELLINGS_SHOWN) {
            0 if apart.is_empty() => return None,
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let message = format!(
            "{} holds the same in several spellings, each a group of its own: {shown}{more}.",
            words(&column.name)
        );
        Some(check(CheckKind::SpelledApart, CheckVerdict::Warning, message))
    });
    checks.collect()
}

fn quoted(texts: &BTreeSet<&str>) -> String {
    texts.iter().map(|text| format!("'{text}'")).collect::<Vec<_>>().join(", ")
}

pub async fn skipped_nulls(desk: &Desk<'_>, shape: &Shape) -> Vec<Check> {
    let looks = shape.aggregated.iter().map(|aggregated| async move {
        let skipped = desk.figures(&aggregated.probe).await?.first().copied()?;
        let message = match skipped {
            0 => return None,
            1 => format!("1 row of {} has no {} and is left out.", words(&aggregated.table), words(&aggregated.column)),
            n => format!(
                "{} rows of {} have no {} and are left out.",
                number(n),
                words(&aggregated.table),
                words(&aggregated.column)
            ),
        };
        Some(check(CheckKind::NullsSkipped, CheckVerdict::Warning, message))
    });
    let mut checks: Vec<Check> = join_all(looks).await.into_iter().flatten().collect();
    checks.dedup();
    checks
}
