//! Quartiles where the engine has no quantiles: the values at their places in order, and a line between two.

use super::overview::Overview;
use super::reader::{Reader, count, number};
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
        let Some(overview) = overview.as_ref().filter(|overview| subject.is_measured() && overview.usable > 0) else {
            continue;
        };
        let usable = if every > 1 { sampled(subject, every, reader).await? } else { Some(overview.usable) };
        let Some(usable) = usable.filter(|usable| *usable > 0) else { continue };
        let places = [1, 2, 3].map(|quarter| Place::of(quarter, usable));
        let wanted: Vec<String> =
            places.iter().flat_map(|place| [place.below, place.below + 1]).map(|rank| rank.to_string()).collect();
        let sql = format!(
            "SELECT place, x FROM (SELECT x, row_number() OVER (ORDER BY x) AS place FROM {}) AS ranked \
             WHERE place IN ({})",
            values(subject, every, reader),
            wanted.join(", "),
        );
        let ranked = reader.rows_of("quartiles", &subject.column.name, &sql, wanted.len()).await?;
        spread.quartiles = ranked.and_then(|ranked| between(&places, &ranked));
        spread.is_estimate = every > 1;
    }
    Ok(())
}

/// The values as numbers, all of them or those of every so manieth row.
fn values(subject: &Subject<'_>, every: u64, reader: &Reader) -> String {
    let (x, table) = (subject.number(), reader.table());
    match every {
        0 | 1 => format!("(SELECT x FROM (SELECT {x} AS x FROM {table}) AS measured WHERE x IS NOT NULL) AS measured"),
        _ => format!(
            "(SELECT x FROM (SELECT {x} AS x, row_number() OVER () AS line FROM {table}) AS numbered \
             WHERE line % {every} = 0 AND x IS NOT NULL) AS measured"
        ),
    }
}

async fn sampled(subject: &Subject<'_>, every: u64, reader: &mut Reader) -> Result<Option<u64>, AttemptError> {
    let sql = format!("SELECT count(*) FROM {}", values(subject, every, reader));
    let rows = reader.rows_of("quartiles", &subject.column.name, &sql, 1).await?.unwrap_or_default();
    Ok(rows.first().and_then(|row| row.first()).and_then(count))
}

/// Where a quartile lies: at a rank (from 1), or this part of the way to the next.
struct Place {
    below: u64,
    part: f64,
}

impl Place {
    fn of(quarter: u64, count: u64) -> Self {
        let steps = (count - 1) * quarter;
        Self { below: steps / 4 + 1, part: (steps % 4) as f64 / 4.0 }
    }
}

fn between(places: &[Place; 3], ranked: &[Vec<Value>]) -> Option<[f64; 3]> {
    let at = |rank: u64| {
        let row = ranked.iter().find(|row| row.first().and_then(count) == Some(rank))?;
        row.get(1).and_then(number)
    };
    let quartile = |place: &Place| {
        let below = at(place.below)?;
        match place.part {
            0.0 => Some(below),
            part => Some(below + (at(place.below + 1)? - below) * part),
        }
    };
    let [q1, median, q3] = places;
    Some([quartile(q1)?, quartile(median)?, quartile(q3)?])
}
