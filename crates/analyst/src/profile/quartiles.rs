//! Quartiles where the engine has no quantiles: the values at their places in order, and a line between two.

use super::overview::Overview;
use super::reader::{Reader, count, number, sampled_line};
use super::spread::Spread;
use super::subject::Subject;
use vouch_model::{AttemptError, Dialect, Value};

/// Rows that the quartiles of a large table are taken from, about.
const SAMPLE_ROWS: u64 = 200_000;

pub fn of_list(three: &[Value]) -> Option<[f64; 3]> {
    match three.iter().map(number).collect::<Option<Vec<f64>>>()?.as_slice() {
        [q1, median, q3] => Some([*q1, *median, *q3]),
        _ => None,
    }
}

/// Fills in the quartiles of SQLite's columns, one statement each: it sorts them one by one anyhow.
pub async fn read(
    subjects: &[Subject<'_>],
    overviews: &[Option<Overview>],
    spreads: &mut [Spread],
    reader: &mut Reader,
) -> Result<(), AttemptError> {
    if reader.dialect() != Dialect::Sqlite {
        return Ok(());
    }
    let every = if reader.is_large() { reader.rows().div_ceil(SAMPLE_ROWS) } else { 1 };
    for ((subject, overview), spread) in subjects.iter().zip(overviews).zip(spreads) {
        if !subject.is_measured() || overview.as_ref().is_none_or(|overview| overview.usable == 0) {
            continue;
        }
        let places: Vec<String> = (1..=3).flat_map(|quarter| [0, 1].map(|next| place(quarter, next))).collect();
        let sql = format!(
            "SELECT place, x, n FROM (SELECT x, row_number() OVER (ORDER BY x) AS place, count(*) OVER () AS n FROM {}) \
             AS ranked WHERE place IN ({})",
            values(subject, every, reader),
            places.join(", "),
        );
        let ranked = reader.rows_of("quartiles", &subject.column.name, &sql, places.len()).await?;
        spread.quartiles = ranked.and_then(|ranked| between(&ranked));
        spread.is_estimate = every > 1;
    }
    Ok(())
}

/// The values as numbers, all of them or those of one row in so many.
fn values(subject: &Subject<'_>, every: u64, reader: &Reader) -> String {
    let (x, table) = (subject.number(), reader.table());
    match every {
        0 | 1 => format!("(SELECT x FROM (SELECT {x} AS x FROM {table}) AS measured WHERE x IS NOT NULL) AS measured"),
        _ => format!(
            "(SELECT x FROM (SELECT {x} AS x, row_number() OVER () AS line FROM {table}) AS numbered \
             WHERE {} AND x IS NOT NULL) AS measured",
            sampled_line(every),
        ),
    }
}

/// The rank (from 1) below a quartile of `n` values, or the next one, in SQL.
fn place(quarter: u64, next: u64) -> String {
    format!("(n - 1) * {quarter} / 4 + {}", next + 1)
}

fn between(ranked: &[Vec<Value>]) -> Option<[f64; 3]> {
    let n = ranked.first()?.get(2).and_then(count)?;
    let at = |rank: u64| {
        let row = ranked.iter().find(|row| row.first().and_then(count) == Some(rank))?;
        row.get(1).and_then(number)
    };
    let quartile = |quarter: u64| {
        let steps = n.checked_sub(1)? * quarter;
        let below = at(steps / 4 + 1)?;
        match steps % 4 {
            0 => Some(below),
            rest => Some(below + (at(steps / 4 + 2)? - below) * (rest as f64 / 4.0)),
        }
    };
    Some([quartile(1)?, quartile(2)?, quartile(3)?])
}
