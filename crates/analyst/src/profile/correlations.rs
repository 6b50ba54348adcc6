//! Which columns of numbers rise and fall together: Pearson's r of every pair, over the rows that have both.

use super::overview::Overview;
use super::reader::{Ask, Reader, count, literal, number, sampled_line};
use super::spread::Spread;
use super::subject::Subject;
use vouch_model::{AttemptError, Correlation, Dialect, Value};

/// Pairs grow with the square of the columns.
const MOST_COLUMNS: usize = 100;
/// Weaker ones are not worth telling.
const LEAST: f64 = 0.3;
const MOST: usize = 20;
/// Products that are computed for all pairs together; beyond it only a part of the rows is read.
const MOST_PRODUCTS: u64 = 300_000_000;
const LEAST_SAMPLE: u64 = 10_000;
const NOTHING_LEFT: f64 = 1e-13;

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
    let coefficients = match reader.dialect() {
        Dialect::Sqlite => added_up(measured, every, reader).await?,
        _ => by_engine(measured, &pairs, every, reader).await?,
    };
    let mut found: Vec<Correlation> = pairs
        .iter()
        .zip(coefficients)
        .filter_map(|((a, b), coefficient)| {
            let (r, rows) = coefficient.filter(|(r, rows)| r.is_finite() && r.abs() >= LEAST && *rows >= 2)?;
            let (a, b) = (a.subject.column.name.clone(), b.subject.column.name.clone());
            Some(Correlation { a, b, r: r.clamp(-1.0, 1.0), rows })
        })
        .collect();
    found.sort_by(|a, b| b.r.abs().total_cmp(&a.r.abs()));
    found.truncate(MOST);
    Ok(found)
}

/// A column of numbers, and how to move and divide them so that products lose no digits and are doubles.
struct Measured<'a> {
    subject: &'a Subject<'a>,
    centre: f64,
    scale: f64,
}

impl<'a> Measured<'a> {
    fn of(subject: &'a Subject<'a>, overview: &Overview, spread: &Spread) -> Option<Self> {
        let (min, max) = spread.range.filter(|(min, max)| min < max && subject.is_number())?;
        let centre = spread.mean.unwrap_or(min / 2.0 + max / 2.0);
        Some(Self { subject, centre, scale: overview.scale().unwrap_or(1.0) })
    }

    fn moved(&self) -> String {
        let moved = format!("({} - {})", self.subject.number(), literal(self.centre));
        match self.scale {
            1.0 => format!("{moved} AS {}", self.subject.alias),
            scale => format!("{moved} / {} AS {}", literal(scale), self.subject.alias),
        }
    }
}

/// One row in so many is read.
fn every(pairs: u64, reader: &mut Reader) -> u64 {
    let rows = (MOST_PRODUCTS / pairs).max(LEAST_SAMPLE);
    let every = reader.rows().div_ceil(rows).max(1);
    if every > 1 {
        reader.note(format!("Correlations were computed from one row in {every}."));
    }
    every
}

fn list(measured: &[Measured<'_>], of: impl Fn(&Measured<'_>) -> String) -> String {
    measured.iter().map(of).collect::<Vec<_>>().join(", ")
}

async fn by_engine(
    measured: &[Measured<'_>],
    pairs: &[(&Measured<'_>, &Measured<'_>)],
    every: u64,
    reader: &mut Reader,
) -> Result<Vec<Option<(f64, u64)>>, AttemptError> {
    let (numbers, table) = (list(measured, |m| m.moved()), reader.table());
    let source = match every {
        0 | 1 => format!("(SELECT {numbers} FROM {table}) AS measured"),
        // By the numbers themselves, so that the same rows are read every time.
        _ => format!(
            "(SELECT {numbers} FROM {table} WHERE hash({}) % {every} = 0) AS measured",
            list(measured, |m| m.subject.name.clone()),
        ),
    };
    let ask = |(a, b): &(&Measured<'_>, &Measured<'_>)| {
        let (a, b) = (&a.subject.alias, &b.subject.alias);
        Some(Ask { columns: Vec::new(), wanted: vec![format!("corr({a}, {b})"), format!("regr_count({a}, {b})")] })
    };
    let answers = reader.per_pair("correlations", source, pairs.iter().map(ask).collect()).await?;
    let coefficient = |cells: Option<Vec<Value>>| match cells?.as_slice() {
        [r, rows] => number(r).zip(count(rows)),
        _ => None,
    };
    Ok(answers.into_iter().map(coefficient).collect())
}

/// SQLite hands the numbers over, and the sums are made here: it is slow at making thousands of them.
async fn added_up(
    measured: &[Measured<'_>],
    every: u64,
    reader: &mut Reader,
) -> Result<Vec<Option<(f64, u64)>>, AttemptError> {
    let (numbers, table) = (list(measured, |m| m.subject.measured()), reader.table());
    let sql = match every {
        0 | 1 => format!("SELECT {numbers} FROM {table}"),
        _ => format!(
            "SELECT {} FROM (SELECT {numbers}, row_number() OVER () AS line FROM {table}) AS numbered WHERE {}",
            list(measured, |m| m.subject.alias.clone()),
            sampled_line(every),
        ),
    };
    let mut sums = vec![Sums::default(); measured.len() * measured.len().saturating_sub(1) / 2];
    let mut row_numbers: Vec<Option<f64>> = Vec::with_capacity(measured.len());
    let done = reader.each_row("correlations", &sql, |row| {
        row_numbers.clear();
        let moved = |(value, m): (&Value, &Measured<'_>)| number(value).map(|x| (x - m.centre) / m.scale);
        row_numbers.extend(row.iter().zip(measured).map(moved));
        let mut pairs = sums.iter_mut();
        for (i, a) in row_numbers.iter().enumerate() {
            for (b, sums) in row_numbers.iter().skip(i + 1).zip(pairs.by_ref()) {
                if let (Some(a), Some(b)) = (a, b) {
                    sums.add(*a, *b);
                }
            }
        }
    });
    let done = done.await?;
    Ok(sums.iter().map(|sums| done.then(|| sums.coefficient())).collect())
}

/// Over the rows that have both of a pair.
#[derive(Clone, Default)]
struct Sums {
    rows: u64,
    a: f64,
    b: f64,
    products: f64,
    squares_a: f64,
    squares_b: f64,
}

impl Sums {
    fn add(&mut self, a: f64, b: f64) {
        self.rows += 1;
        self.a += a;
        self.b += b;
        self.products += a * b;
        self.squares_a += a * a;
        self.squares_b += b * b;
    }

    /// NaN where one of them is always the same in these rows.
    fn coefficient(&self) -> (f64, u64) {
        let n = self.rows as f64;
        let spread = |squares: f64, sum: f64| {
            let spread = squares - sum * sum / n;
            // What is left of equal numbers is their last digits, and no spread.
            if spread > squares * NOTHING_LEFT { spread } else { 0.0 }
        };
        let both = spread(self.squares_a, self.a) * spread(self.squares_b, self.b);
        let r = if both > 0.0 { (self.products - self.a * self.b / n) / both.sqrt() } else { f64::NAN };
        (r, self.rows)
    }
}
