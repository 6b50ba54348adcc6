//! Which columns are empty in the same rows. One statement groups the rows by which columns they lack; every pair can be
//! told from that.

use super::overview::Overview;
use super::reader::{Reader, count};
use super::subject::Subject;
use vouch_model::{AttemptError, MissingTogether, Value};

/// As many as a whole number of 64 bits can say yes or no to.
const MOST_COLUMNS: usize = 62;
/// Combinations of empty columns that are read.
const MOST_COMBINATIONS: usize = 20_000;
const LEAST_SHARE: f64 = 0.5;
/// Where nearly every row lacks both, most would coincide by chance.
const LEAST_PHI: f64 = 0.3;
const LEAST_ROWS: u64 = 2;
const MOST: usize = 20;

pub async fn read(
    subjects: &[Subject<'_>],
    overviews: &[Option<Overview>],
    reader: &mut Reader,
) -> Result<Vec<MissingTogether>, AttemptError> {
    let rows = reader.rows();
    let mut lacking: Vec<(&Subject<'_>, u64)> = subjects
        .iter()
        .zip(overviews)
        .filter_map(|(subject, overview)| Some((subject, rows.saturating_sub(overview.as_ref()?.filled))))
        .filter(|(_, nulls)| (LEAST_ROWS..rows).contains(nulls))
        .collect();
    if lacking.len() > MOST_COLUMNS {
        reader.note(format!("What is missing together is of the {MOST_COLUMNS} columns that lack most."));
        lacking.sort_by_key(|(_, nulls)| std::cmp::Reverse(*nulls));
        lacking.truncate(MOST_COLUMNS);
    }
    if lacking.len() < 2 {
        return Ok(Vec::new());
    }
    let combinations = combinations(&lacking, reader).await?;
    let mut found = Vec::new();
    for (i, (a, nulls_a)) in lacking.iter().enumerate() {
        for (j, (b, nulls_b)) in lacking.iter().enumerate().skip(i + 1) {
            let both: u64 =
                combinations.iter().filter(|(set, _)| set >> i & 1 == 1 && set >> j & 1 == 1).map(|c| c.1).sum();
            let share = both as f64 / (nulls_a + nulls_b).saturating_sub(both).max(1) as f64;
            if both >= LEAST_ROWS && share >= LEAST_SHARE && phi(both, *nulls_a, *nulls_b, rows) >= LEAST_PHI {
                let (a, b) = (a.column.name.clone(), b.column.name.clone());
                found.push(MissingTogether { a, b, share, rows: both });
            }
        }
    }
    found.sort_by(|a, b| b.share.total_cmp(&a.share).then(b.rows.cmp(&a.rows)));
    found.truncate(MOST);
    Ok(found)
}

/// Sets of columns that some rows lack, as bits, with the number of such rows.
async fn combinations(lacking: &[(&Subject<'_>, u64)], reader: &mut Reader) -> Result<Vec<(u64, u64)>, AttemptError> {
    let bit = |(i, (subject, _)): (usize, &(&Subject<'_>, u64))| {
        format!("CASE WHEN {} IS NULL THEN {} ELSE 0 END", subject.name, 1_u64 << i)
    };
    let set = lacking.iter().enumerate().map(bit).collect::<Vec<_>>().join(" + ");
    let sql = format!(
        "SELECT lacking, count(*) FROM (SELECT {set} AS lacking FROM {}) AS lacks WHERE lacking > 0 GROUP BY 1",
        reader.table()
    );
    let rows = reader.rows_of("what is missing together", "", &sql, MOST_COMBINATIONS).await?.unwrap_or_default();
    if rows.len() >= MOST_COMBINATIONS {
        reader.note("What is missing together was left out: too many different combinations are missing.".to_owned());
        return Ok(Vec::new());
    }
    let one = |row: &Vec<Value>| match row.as_slice() {
        [set, rows] => count(set).zip(count(rows)),
        _ => None,
    };
    Ok(rows.iter().filter_map(one).collect())
}

/// How far two yes-or-no columns go together, from 0 (by chance) to 1.
fn phi(both: u64, a: u64, b: u64, rows: u64) -> f64 {
    let [both, a, b, n] = [both, a, b, rows].map(|count| count as f64);
    (both * n - a * b) / (a * b * (n - a) * (n - b)).sqrt()
}
