//! Figures of the rows that a query reads, grouped as it groups them or otherwise.

use crate::explore::desk::Desk;
use crate::explore::scan::{Reader, figure, key, pair_sums, summary};
use crate::statistics::Summary;
use vouch_model::Dialect;
use vouch_sql::{Lens, LensMeasure};

/// A figure of each row, as a number of the engine's own floating kind.
pub fn number(expression: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => format!("CAST({expression} AS REAL)"),
        _ => format!("CAST({expression} AS DOUBLE)"),
    }
}

/// What a measure is computed from; `None` where it only counts rows.
pub fn argument(measure: &LensMeasure, dialect: Dialect) -> Option<String> {
    let counts = measure.function.starts_with("count");
    measure.arguments.first().filter(|_| !counts).map(|argument| number(argument, dialect))
}

/// Over all rows of the query.
pub struct Overall {
    pub rows: u64,
    pub summary: Summary,
}

pub async fn overall(desk: &Desk<'_>, lens: &Lens, x: &str) -> Option<Overall> {
    let sql = format!("{}SELECT count(*), count({x}), avg({x}) {}", lens.with, lens.from);
    let rows = desk.rows(&sql).await?;
    let row = rows.rows.first()?;
    let (all, centre) = (figure(row, 0)?, figure(row, 2)?);
    let shifted = shifted(x, centre);
    let sql = format!("{}SELECT count({shifted}), sum({shifted}), sum({shifted} * {shifted}) {}", lens.with, lens.from);
    let rows = desk.rows(&sql).await?;
    Some(Overall { rows: all as u64, summary: summary(rows.rows.first()?, 0, centre)? })
}

/// The sums of a pair around its centres, as select items.
pub fn sums(x: &str, y: &str, centres: (f64, f64)) -> String {
    pair_sums(&shifted(x, centres.0), &shifted(y, centres.1)).join(", ")
}

fn shifted(x: &str, centre: f64) -> String {
    format!("({x} - {centre:?})")
}

/// Key and summary of every group.
pub async fn by(
    desk: &Desk<'_>,
    lens: &Lens,
    keys: &[&str],
    x: &str,
    centre: f64,
) -> Option<Vec<(Vec<String>, Summary)>> {
    let named: Vec<String> = keys.iter().enumerate().map(|(at, key)| format!("{key} AS k{at}")).collect();
    let positions: Vec<String> = (1..=keys.len()).map(|at| at.to_string()).collect();
    let positions = positions.join(", ");
    let x = shifted(x, centre);
    let sql = format!(
        "{}SELECT {}, count({x}), sum({x}), sum({x} * {x}) {} GROUP BY {positions} ORDER BY {positions}",
        lens.with,
        named.join(", "),
        lens.from,
    );
    let rows = desk.rows(&sql).await.filter(|rows| !rows.truncated)?;
    let read = rows.rows.iter().filter_map(|row| {
        let named: Vec<String> = (0..keys.len()).map(|at| key(row, at)).collect::<Option<_>>()?;
        Some((named, summary(row, keys.len(), centre)?))
    });
    Some(read.collect())
}

/// Counts of every combination of keys.
pub async fn counts(desk: &Desk<'_>, lens: &Lens, keys: &[&str]) -> Option<Vec<(Vec<String>, u64)>> {
    let positions: Vec<String> = (1..=keys.len()).map(|at| at.to_string()).collect();
    let positions = positions.join(", ");
    let sql = format!(
        "{}SELECT {}, count(*) {} GROUP BY {positions} ORDER BY {positions}",
        lens.with,
        keys.join(", "),
        lens.from
    );
    let rows = desk.rows(&sql).await.filter(|rows| !rows.truncated)?;
    let read = rows.rows.iter().filter_map(|row| {
        let named: Vec<String> = (0..keys.len()).map(|at| key(row, at)).collect::<Option<_>>()?;
        Some((named, figure(row, keys.len())? as u64))
    });
    Some(read.collect())
}

/// First and third quartile.
pub async fn quartiles(desk: &Desk<'_>, lens: &Lens, x: &str, n: u64) -> Option<(f64, f64)> {
    /// Above this, exact quartiles take longer than they are worth.
    const EXACT_ROWS: u64 = 2_000_000;
    if desk.view.catalog.dialect == Dialect::Sqlite {
        let at = |share: f64| {
            format!(
                "{}SELECT {x} {} ORDER BY ({x} IS NULL), 1 LIMIT 1 OFFSET {}",
                lens.with,
                lens.from,
                (share * n as f64) as u64
            )
        };
        let (low, high) = (desk.rows(&at(0.25)).await?, desk.rows(&at(0.75)).await?);
        return Some((figure(low.rows.first()?, 0)?, figure(high.rows.first()?, 0)?));
    }
    let function = if n > EXACT_ROWS { "approx_quantile" } else { "quantile_cont" };
    let sql = format!("{}SELECT {function}({x}, 0.25), {function}({x}, 0.75) {}", lens.with, lens.from);
    let rows = desk.rows(&sql).await?;
    let row = rows.rows.first()?;
    Some((figure(row, 0)?, figure(row, 1)?))
}
