//! The third pass over numbers and dates, now that their range and quartiles are known: how they are distributed, and
//! what lies far outside.

use super::edges;
use super::overview::Overview;
use super::reader::{Ask, Reader, count, literal, number};
use super::spread::Spread;
use super::subject::Subject;
use super::{dates, figure};
use vouch_model::{AttemptError, Bin, ColumnKind, ColumnProfile, DataType, Dialect, Outliers, Value};

/// Tukey's: so many distances between the quartiles outside of them.
const FENCE: f64 = 1.5;

#[derive(Default)]
pub struct Shape {
    histogram: Option<Vec<Bin>>,
    outliers: Option<Outliers>,
    /// Dates that can hardly be meant.
    pub odd_dates: u64,
}

/// What one column is asked for, in this order.
struct Wanted {
    dialect: Dialect,
    edges: Option<Vec<f64>>,
    fences: Option<(f64, f64)>,
    odd_dates: Option<String>,
    /// SQLite's deviation is made of sums around the mean.
    centre: Option<(f64, f64)>,
}

pub async fn read(
    subjects: &[Subject<'_>],
    overviews: &[Option<Overview>],
    spreads: &mut [Spread],
    reader: &mut Reader,
) -> Result<Vec<Shape>, AttemptError> {
    let dialect = reader.dialect();
    let wanted: Vec<Option<Wanted>> = subjects
        .iter()
        .zip(overviews)
        .zip(spreads.iter())
        .map(|((subject, overview), spread)| Wanted::of(subject, overview.as_ref()?, spread, dialect))
        .collect();
    let asks = subjects.iter().zip(&wanted).map(|(subject, wanted)| {
        let wanted = wanted.as_ref()?.expressions(&subject.alias);
        (!wanted.is_empty()).then(|| Ask { columns: vec![subject.measured()], wanted })
    });
    let asks = asks.collect();
    let answers = reader.per_column("histogram and outliers", subjects, asks).await?;
    let mut shapes = Vec::with_capacity(subjects.len());
    let parts = overviews.iter().zip(wanted).zip(answers).zip(spreads);
    for (subject, (((overview, wanted), cells), spread)) in subjects.iter().zip(parts) {
        shapes.push(match (overview, wanted, cells) {
            (Some(overview), Some(wanted), Some(cells)) => wanted.read(subject, overview, spread, &cells),
            _ => Shape::default(),
        });
    }
    Ok(shapes)
}

impl Wanted {
    fn of(subject: &Subject<'_>, overview: &Overview, spread: &Spread, dialect: Dialect) -> Option<Self> {
        let (min, max) = spread.range?;
        let is_number = subject.is_number();
        let whole = subject.column.data_type == DataType::Int;
        let by_days = subject.column.data_type == DataType::Date;
        let fences = spread.quartiles.filter(|_| is_number).map(|[q1, _, q3]| {
            let reach = FENCE * (q3 - q1);
            (q1 - reach, q3 + reach)
        });
        let centre = spread.mean.filter(|_| is_number && dialect == Dialect::Sqlite);
        Some(Self {
            dialect,
            edges: match is_number {
                true => edges::of_numbers(min, max, whole),
                false => edges::of_seconds(min, max, by_days),
            },
            fences: fences.filter(|(low, high)| low.is_finite() && high.is_finite()),
            odd_dates: (subject.kind == ColumnKind::Date).then(|| dates::odd(&subject.alias, spread)),
            centre: centre.map(|mean| (mean, overview.scale().unwrap_or(1.0))),
        })
    }

    /// Counts that say how many values each bin has. Where there is one bin only, it has them all.
    fn binned(&self, x: &str) -> Vec<String> {
        match (self.edges.as_deref(), self.dialect) {
            (Some([_, inner @ .., _]), Dialect::Sqlite) => inner.iter().map(|edge| below(x, *edge)).collect(),
            // DuckDB's bins hold their upper edge, ours the lower one: seen in the mirror they are the same.
            (Some(edges @ [_, _, ..]), _) if edges.len() > 2 => {
                let mirrored = edges.iter().rev().map(|edge| literal(-edge)).collect::<Vec<_>>().join(", ");
                vec![format!("histogram(-{x}, [{mirrored}])")]
            }
            _ => Vec::new(),
        }
    }

    /// How many values each bin has, from what the counts gave.
    fn counts(&self, cells: &[Value], all: u64) -> Vec<u64> {
        match (cells, self.dialect) {
            ([Value::Map(mirrored)], _) => {
                // The largest first; an edge of its own is only what equals the largest edge.
                let mut counts: Vec<u64> = mirrored.iter().map(|(_, rows)| count(rows).unwrap_or(0)).collect();
                let bins = self.edges.as_ref().map_or(0, |edges| edges.len().saturating_sub(1));
                counts.truncate(bins + 1);
                let largest = if counts.is_empty() { 0 } else { counts.remove(0) };
                if let Some(last) = counts.first_mut() {
                    *last += largest;
                }
                counts.reverse();
                counts
            }
            _ => {
                let mut before = 0;
                let ends = cells.iter().filter_map(count).chain([all]);
                ends.map(|end| end.saturating_sub(std::mem::replace(&mut before, end))).collect()
            }
        }
    }

    fn expressions(&self, x: &str) -> Vec<String> {
        let counted = |condition: String| format!("count(*) FILTER (WHERE {condition})");
        let mut wanted = self.binned(x);
        if let Some((low, high)) = &self.fences {
            wanted.extend([below(x, *low), counted(format!("{x} > {}", literal(*high)))]);
        }
        wanted.extend(self.odd_dates.clone().map(counted));
        if let Some((mean, scale)) = self.centre {
            let distance = match scale {
                1.0 => format!("({x} - {})", literal(mean)),
                _ => format!("(({x} - {}) / {})", literal(mean), literal(scale)),
            };
            wanted.extend([format!("sum({distance})"), format!("sum({distance} * {distance})")]);
        }
        wanted
    }

    fn read(self, subject: &Subject<'_>, overview: &Overview, spread: &mut Spread, cells: &[Value]) -> Shape {
        let (binned, rest) = cells.split_at_checked(self.binned("x").len()).unwrap_or((cells, &[]));
        let mut rest = rest.iter();
        let mut counted = || rest.next().and_then(count).unwrap_or(0);
        let outliers = self.fences.map(|(low, high)| Outliers { low, high, count: counted() + counted() });
        let odd_dates = if self.odd_dates.is_some() { counted() } else { 0 };
        if let Some((_, scale)) = self.centre {
            let mut sum = || rest.next().and_then(number);
            let sums = sum().zip(sum());
            spread.stddev =
                sums.and_then(|(first, second)| deviation(overview.usable, first, second)).map(|d| d * scale);
        }
        let counts = self.counts(binned, overview.usable);
        let histogram = self.edges.and_then(|edges| bins(subject, &edges, &counts));
        Shape { histogram, outliers, odd_dates }
    }
}

/// From the sums of distances to a number near the mean, and of their squares.
fn deviation(values: u64, sum: f64, squares: f64) -> Option<f64> {
    let n = values as f64;
    (values >= 2).then(|| ((squares - sum * sum / n) / (n - 1.0)).max(0.0).sqrt())
}

fn below(x: &str, edge: f64) -> String {
    format!("count(*) FILTER (WHERE {x} < {})", literal(edge))
}

fn bins(subject: &Subject<'_>, edges: &[f64], counts: &[u64]) -> Option<Vec<Bin>> {
    let bins = edges.windows(2).zip(counts).map(|(pair, count)| match pair {
        [from, to] => Some(Bin { from: edge(subject, *from)?, to: edge(subject, *to)?, count: *count }),
        _ => None,
    });
    bins.collect()
}

fn edge(subject: &Subject<'_>, x: f64) -> Option<Value> {
    match subject.column.data_type {
        // Beyond it a double no longer says which whole number it is.
        DataType::Int if x.abs() < 9e15 => Some(Value::Int(x as i64)),
        _ => figure(subject, x),
    }
}

impl Shape {
    pub fn fill(self, profile: &mut ColumnProfile, spread: &Spread) {
        profile.histogram = self.histogram;
        if self.outliers.is_some() && spread.is_estimate {
            profile.approximate.push("outliers".to_owned());
        }
        profile.outliers = self.outliers;
    }
}
