//! The third pass over numbers and dates, now that their range and quartiles are known: how they are distributed, and
//! what lies far outside. DuckDB counts by itself; SQLite's numbers are counted here, see `tally`.

use super::dates::Odd;
use super::overview::Overview;
use super::reader::{Ask, Reader, count, literal};
use super::spread::Spread;
use super::subject::Subject;
use super::{edges, figure, tally};
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

/// What is counted of one column.
pub struct Wanted {
    /// Where bins begin and end, in order.
    pub edges: Option<Vec<f64>>,
    pub fences: Option<(f64, f64)>,
    pub odd_dates: Option<Odd>,
    /// By what to move and divide a number before it is squared, where the deviation is not known yet.
    pub centre: Option<(f64, f64)>,
}

/// What the counting gave.
#[derive(Default)]
pub struct Counted {
    pub bins: Vec<u64>,
    pub outliers: u64,
    pub odd_dates: u64,
    pub stddev: Option<f64>,
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
    let counted = match dialect {
        Dialect::Sqlite => tally::read(subjects, &wanted, reader).await?,
        _ => by_engine(subjects, overviews, &wanted, reader).await?,
    };
    let mut shapes = Vec::with_capacity(subjects.len());
    for (((subject, wanted), counted), spread) in subjects.iter().zip(wanted).zip(counted).zip(spreads) {
        shapes.push(match (wanted, counted) {
            (Some(wanted), Some(counted)) => {
                spread.stddev = spread.stddev.or(counted.stddev);
                wanted.shape(subject, counted)
            }
            _ => Shape::default(),
        });
    }
    Ok(shapes)
}

async fn by_engine(
    subjects: &[Subject<'_>],
    overviews: &[Option<Overview>],
    wanted: &[Option<Wanted>],
    reader: &mut Reader,
) -> Result<Vec<Option<Counted>>, AttemptError> {
    let asks = subjects.iter().zip(wanted).map(|(subject, wanted)| {
        let expressions = wanted.as_ref()?.expressions(&subject.alias);
        (!expressions.is_empty()).then(|| Ask { columns: vec![subject.measured()], wanted: expressions })
    });
    let asks = asks.collect();
    let answers = reader.per_column("histogram and outliers", subjects, asks).await?;
    let counted = wanted.iter().zip(overviews).zip(answers).map(|((wanted, overview), cells)| {
        let (wanted, overview) = (wanted.as_ref()?, overview.as_ref()?);
        Some(wanted.counted(&cells?, overview.usable))
    });
    Ok(counted.collect())
}

impl Wanted {
    fn of(subject: &Subject<'_>, overview: &Overview, spread: &Spread, dialect: Dialect) -> Option<Self> {
        let (min, max) = spread.range?;
        let is_number = subject.is_number();
        let fences = spread.quartiles.filter(|_| is_number).map(|[q1, _, q3]| {
            let reach = FENCE * (q3 - q1);
            (q1 - reach, q3 + reach)
        });
        let centre = spread.mean.filter(|_| is_number && dialect == Dialect::Sqlite);
        Some(Self {
            edges: match is_number {
                true => edges::of_numbers(min, max, subject.column.data_type == DataType::Int),
                false => edges::of_seconds(min, max, subject.column.data_type == DataType::Date),
            },
            fences: fences.filter(|(low, high)| low.is_finite() && high.is_finite()),
            odd_dates: (subject.kind == ColumnKind::Date).then(|| Odd::of(spread)),
            centre: centre.map(|mean| (mean, overview.scale().unwrap_or(1.0))),
        })
    }

    /// Read back in the same order.
    fn expressions(&self, x: &str) -> Vec<String> {
        let rows = |condition: String| format!("count(*) FILTER (WHERE {condition})");
        let mut wanted = Vec::new();
        if let Some(edges) = self.edges.as_ref().filter(|edges| edges.len() > 2) {
            // DuckDB's bins hold their upper edge, ours the lower one: seen in the mirror they are the same.
            let mirrored = edges.iter().rev().map(|edge| literal(-edge)).collect::<Vec<_>>().join(", ");
            wanted.push(format!("histogram(-{x}, [{mirrored}])"));
        }
        if let Some((low, high)) = self.fences {
            wanted.push(rows(format!("{x} < {} OR {x} > {}", literal(low), literal(high))));
        }
        wanted.extend(self.odd_dates.map(|odd| rows(odd.condition(x))));
        wanted
    }

    fn counted(&self, cells: &[Value], usable: u64) -> Counted {
        let mut cells = cells.iter().peekable();
        let bins = match cells.next_if(|cell| matches!(cell, Value::Map(_))) {
            Some(Value::Map(mirrored)) => self.unmirrored(mirrored),
            // The only bin has them all.
            _ => vec![usable],
        };
        let mut rows = || cells.next().and_then(count).unwrap_or(0);
        let outliers = if self.fences.is_some() { rows() } else { 0 };
        let odd_dates = if self.odd_dates.is_some() { rows() } else { 0 };
        Counted { bins, outliers, odd_dates, stddev: None }
    }

    /// The first of the mirrored bins is what equals the largest edge; it belongs to the last bin.
    fn unmirrored(&self, mirrored: &[(Value, Value)]) -> Vec<u64> {
        let all = self.edges.as_ref().map_or(0, Vec::len);
        let mut bins: Vec<u64> = mirrored.iter().take(all).map(|(_, rows)| count(rows).unwrap_or(0)).collect();
        bins.reverse();
        let largest = bins.pop().unwrap_or(0);
        if let Some(last) = bins.last_mut() {
            *last += largest;
        }
        bins
    }

    fn shape(self, subject: &Subject<'_>, counted: Counted) -> Shape {
        let Counted { bins, outliers, odd_dates, .. } = counted;
        let histogram = self.edges.and_then(|edges| {
            let bin = |(pair, count): (&[f64], u64)| match pair {
                [from, to] => Some(Bin { from: edge(subject, *from)?, to: edge(subject, *to)?, count }),
                _ => None,
            };
            edges.windows(2).zip(bins).map(bin).collect()
        });
        let outliers = self.fences.map(|(low, high)| Outliers { low, high, count: outliers });
        Shape { histogram, outliers, odd_dates }
    }
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
