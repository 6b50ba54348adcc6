//! Values in conditions that do not occur in the data, with the nearest ones that do.

use super::{Desk, check};
use crate::source_view::quoted_table;
use futures::future::join_all;
use vouch_model::{Check, CheckKind, CheckVerdict, Fix, Value};
use vouch_sql::{FilterLiteral, LiteralOperator, Shape, nearest_names, quote_identifier, quote_text, with_value};

/// Values offered instead of one that does not occur.
const OFFERED: usize = 3;
/// Values of a large column that are compared for nearness.
const COMPARED: usize = 2_000;

pub async fn exist(desk: &Desk<'_>, shape: &Shape) -> Vec<Check> {
    let by_equality = |l: &&FilterLiteral| matches!(l.operator, LiteralOperator::Eq | LiteralOperator::In);
    let looks = shape.literals.iter().filter(by_equality).map(|literal| look_up(desk, literal));
    let mut checks: Vec<Check> = join_all(looks).await.into_iter().flatten().collect();
    checks.dedup();
    checks
}

async fn look_up(desk: &Desk<'_>, literal: &FilterLiteral) -> Option<Check> {
    let place = format!("{}.{}", literal.table, literal.column);
    if occurs(desk, literal).await? {
        let message = format!("'{}' occurs in {place}.", literal.value);
        return Some(check(CheckKind::ValueExists, CheckVerdict::Passed, message));
    }
    let suggestions = nearest(desk, literal).await;
    let there_is = match suggestions.as_slice() {
        [] => String::new(),
        near => format!(" There is {}.", near.iter().map(|v| format!("'{v}'")).collect::<Vec<_>>().join(" and ")),
    };
    let message = format!("Nothing in {place} is '{}'.{there_is}", literal.value);
    let fixes = suggestions.iter().map(|value| Fix {
        label: format!("Use '{value}'"),
        sql: Some(with_value(desk.checked, &literal.value, value)),
        max_rows: None,
    });
    Some(Check { fixes: fixes.collect(), suggestions, ..check(CheckKind::ValueExists, CheckVerdict::Warning, message) })
}

async fn occurs(desk: &Desk<'_>, literal: &FilterLiteral) -> Option<bool> {
    if let Some(values) = desk.view.known_values(&literal.table, &literal.column) {
        let same = |value: &String| match literal.ignores_case {
            true => value.to_lowercase() == literal.value.to_lowercase(),
            false => *value == literal.value,
        };
        return Some(values.iter().any(same));
    }
    let sql = format!(
        "SELECT 1 FROM {} WHERE {} = {}",
        table(desk, literal)?,
        column(desk, literal),
        quote_text(&literal.value)
    );
    Some(!desk.view.probe(&sql, 1, desk.settings, desk.cancel).await?.rows.is_empty())
}

async fn nearest(desk: &Desk<'_>, literal: &FilterLiteral) -> Vec<String> {
    let pick = |values: &[String]| {
        let near = nearest_names(&literal.value, values.iter().map(String::as_str), OFFERED);
        near.into_iter().map(str::to_owned).collect()
    };
    if let Some(values) = desk.view.known_values(&literal.table, &literal.column) {
        return pick(values);
    }
    let Some(table) = table(desk, literal) else { return Vec::new() };
    let sql = format!("SELECT DISTINCT {} FROM {table}", column(desk, literal));
    let rows = desk.view.probe(&sql, COMPARED, desk.settings, desk.cancel).await.map(|r| r.rows).unwrap_or_default();
    let values: Vec<String> =
        rows.into_iter().flatten().filter(|v| !v.is_null()).map(|v: Value| v.to_string()).collect();
    pick(&values)
}

fn table(desk: &Desk<'_>, literal: &FilterLiteral) -> Option<String> {
    Some(quoted_table(desk.view.catalog.table(&literal.table)?, desk.view.catalog.dialect))
}

fn column(desk: &Desk<'_>, literal: &FilterLiteral) -> String {
    quote_identifier(&literal.column, desk.view.catalog.dialect)
}
