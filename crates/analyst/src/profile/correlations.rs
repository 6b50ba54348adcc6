//! Which columns of numbers rise and fall together: Pearson's r of every pair, over the rows that have both.

use super::overview::Overview;
use super::reader::{Ask, Reader, count, literal, number};
use super::spread::Spread;
use super::subject::Subject;
use vouch_model::{AttemptError, Correlation, Dialect, Value};

/// Pairs grow with the square of the columns.
const MOST_COLUMNS: usize = 100;
/// Weaker ones are not worth telling.
const LEAST: f64 = 0.3;
const MOST: usize = 20;
/// Products that are computed for all pairs together; beyond it only a part of the rows is read.
const PRODUCTS_DUCKDB: u64 = 300_000_000;
const PRODUCTS_SQLITE: u64 = 30_000_000;
const LEAST_SAMPLE: u64 = 10_000;

pub async fn read(
    subjects: &[Subject<'_>],
    overviews: &[Option<Overview>],
    spreads: &[Spread],
    reader: &mut Reader,
) -> Result<Vec<Correlation>, AttemptError> {
    let measured: Vec<Measured<'_>> = subjects
        .iter()
        .zip(overviews)
        .zip(spreads)
        .filter_map(|((subject, overview), spread)| Measured::of(subject, overview.as_ref()?, spread))
        .collect();
    if measured.len() > MOST_COLUMNS {
        reader.note(format!("Correlations are of the first {MOST_COLUMNS} columns of numbers."));
    }
    let measured = measured.get(..MOST_COLUMNS).unwrap_or(&measured);
    let pairs: Vec<(&Measured<'_>, &Measured<'_>)> =
        measured.iter().enumerate().flat_map(|(i, a)| measured.iter().skip(i + 1).map(move |b| (a, b))).collect();
    if pairs.is_empty() {
        return Ok(Vec::new());
    }
    let every = every(pairs.len() as u64, reader);
    let asks = pairs.iter().map(|(a, b)| Some(ask(a, b, reader.dialect()))).collect();
    let answers = reader.per_pair("correlations", measured_source(measured, every, reader), asks).await?;
    let dialect = reader.dialect();
    let mut found: Vec<Correlation> = pairs
        .iter()
        .zip(answers)
        .filter_map(|((a, b), cells)| {
            let (r, rows) = coefficient(&cells?, dialect)?;
            Some(Correlation { a: a.subject.column.name.clone(), b: b.subject.column.name.clone(), r, rows })
        })
        .filter(|found| found.r.abs() >= LEAST)
        .collect();
    found.sort_by(|a, b| b.r.abs().total_cmp(&a.r.abs()));
    found.truncate(MOST);
    Ok(found)
}

struct Measured<'a> {
    subject: &'a Subject<'a>,
    /// The number, moved so that products lose no digits and scaled so that they are doubles.
    expression: String,
}

impl<'a> Measured<'a> {
    fn of(subject: &'a Subject<'a>, overview: &Overview, spread: &Spread) -> Option<Self> {
        let (min, max) = spread.range.filter(|(min, max)| min < max && subject.is_number())?;
        let centre = spread.mean.unwrap_or(min / 2.0 + max / 2.0);
        let moved = format!("({}) - {}", subject.number(), literal(centre));
        let expression = match overview.scale() {
            Some(scale) => format!("({moved}) / {} AS {}", literal(scale), subject.alias),
            None => format!("{moved} AS {}", subject.alias),
        };
        Some(Self { subject, expression })
    }
}

/// One row in so many is read.
fn every(pairs: u64, reader: &mut Reader) -> u64 {
    let products = if reader.dialect() == Dialect::Sqlite { PRODUCTS_SQLITE } else { PRODUCTS_DUCKDB };
    let rows = (products / pairs).max(LEAST_SAMPLE);
    let every = reader.rows().div_ceil(rows).max(1);
    if every > 1 {
        reader.note(format!("Correlations were computed from one row in {every}."));
    }
    every
}

/// All the numbers under their aliases, for FROM.
fn measured_source(measured: &[Measured<'_>], every: u64, reader: &Reader) -> String {
    let list = |of: fn(&Measured<'_>) -> String| measured.iter().map(of).collect::<Vec<_>>().join(", ");
    let numbers = list(|m| m.expression.clone());
    let table = reader.table();
    match (every, reader.dialect()) {
        (0 | 1, _) => format!("(SELECT {numbers} FROM {table}) AS measured"),
        (_, Dialect::Sqlite) => format!(
            "(SELECT {} FROM (SELECT {numbers}, row_number() OVER () AS line FROM {table}) AS numbered \
             WHERE line % {every} = 0) AS measured",
            list(|m| m.subject.alias.clone()),
        ),
        // By the numbers themselves, so that the same rows are read every time.
        _ => format!(
            "(SELECT {numbers} FROM {table} WHERE hash({}) % {every} = 0) AS measured",
            list(|m| m.subject.name.clone()),
        ),
    }
}

/// Read back in the same order.
fn ask(a: &Measured<'_>, b: &Measured<'_>, dialect: Dialect) -> Ask {
    let (a, b) = (&a.subject.alias, &b.subject.alias);
    let wanted = match dialect {
        Dialect::Sqlite => {
            let both = format!("FILTER (WHERE {a} IS NOT NULL AND {b} IS NOT NULL)");
            let sums = [format!("{a} * {b}"), a.clone(), b.clone(), format!("{a} * {a}"), format!("{b} * {b}")];
            let counted = [format!("count(*) {both}")];
            counted.into_iter().chain(sums.map(|of| format!("sum({of}) {both}"))).collect()
        }
        _ => vec![format!("regr_count({a}, {b})"), format!("corr({a}, {b})")],
    };
    Ask { columns: Vec::new(), wanted }
}

fn coefficient(cells: &[Value], dialect: Dialect) -> Option<(f64, u64)> {
    let (rows, rest) = cells.split_first()?;
    let rows = count(rows)?;
    let figures: Vec<f64> = rest.iter().filter_map(number).collect();
    let r = match (dialect, figures.as_slice()) {
        (Dialect::Sqlite, [products, a, b, squares_a, squares_b]) => {
            let n = rows as f64;
            let spread = (squares_a - a * a / n) * (squares_b - b * b / n);
            (products - a * b / n) / spread.sqrt()
        }
        (_, [r]) => *r,
        _ => return None,
    };
    (r.is_finite() && rows >= 2).then_some((r.clamp(-1.0, 1.0), rows))
}
