//! The second pass over numbers and dates: where their middle is and how far they spread.

use super::overview::Overview;
use super::reader::{Ask, Reader, literal, number};
use super::subject::Subject;
use super::{figure, quartiles};
use vouch_model::{AttemptError, ColumnProfile, Dialect, Value};

#[derive(Default)]
pub struct Spread {
    /// Smallest and largest, as numbers.
    pub range: Option<(f64, f64)>,
    pub mean: Option<f64>,
    pub stddev: Option<f64>,
    pub quartiles: Option<[f64; 3]>,
    /// The quartiles are estimates.
    pub is_estimate: bool,
}

pub async fn read(
    subjects: &[Subject<'_>],
    overviews: &[Option<Overview>],
    reader: &mut Reader,
) -> Result<Vec<Spread>, AttemptError> {
    let large = reader.is_large();
    let dialect = reader.dialect();
    let asks = subjects.iter().zip(overviews).map(|(subject, overview)| {
        let overview = overview.as_ref().filter(|overview| subject.is_measured() && overview.usable > 0)?;
        Some(ask(subject, overview, dialect, large))
    });
    let asks = asks.collect();
    let answers = reader.per_column("mean and quartiles", subjects, asks).await?;
    let spreads = overviews.iter().zip(answers).map(|(overview, cells)| match (overview, cells) {
        (Some(overview), Some(cells)) => Spread::of(overview, cells, dialect, large),
        _ => Spread::default(),
    });
    Ok(spreads.collect())
}

/// Read back in the same order. SQLite has neither deviation nor quantiles: `shape` and `quartiles` make up for it.
fn ask(subject: &Subject<'_>, overview: &Overview, dialect: Dialect, large: bool) -> Ask {
    let x = subject.alias.as_str();
    let scaled = overview.scale().map_or_else(|| x.to_owned(), |scale| format!("{x} / {}", literal(scale)));
    let mut wanted = vec![format!("min({x})"), format!("max({x})")];
    match dialect {
        // SQLite's own sums are compensated.
        Dialect::Sqlite => wanted.push(format!("avg({scaled})")),
        _ => {
            let quantile = if large { "approx_quantile" } else { "quantile_cont" };
            let deviation = if subject.is_number() { format!("stddev_samp({scaled})") } else { "NULL".to_owned() };
            wanted.extend([format!("favg({scaled})"), deviation, format!("{quantile}({x}, [0.25, 0.5, 0.75])")]);
        }
    }
    Ask { columns: vec![subject.measured()], wanted }
}

impl Spread {
    fn of(overview: &Overview, cells: Vec<Value>, dialect: Dialect, large: bool) -> Self {
        let scale = overview.scale().unwrap_or(1.0);
        let mut cells = cells.into_iter();
        let mut bound = || cells.next().as_ref().and_then(number);
        let range = bound().zip(bound());
        let mut scaled = || cells.next().as_ref().and_then(number).map(|x| x * scale);
        let (mean, stddev) = (scaled(), scaled());
        let quartiles = match cells.next() {
            Some(Value::List(three)) => quartiles::of_list(&three),
            _ => None,
        };
        Self { range, mean, stddev, quartiles, is_estimate: large && dialect != Dialect::Sqlite }
    }

    pub fn fill(&self, profile: &mut ColumnProfile, subject: &Subject<'_>) {
        let shown = |x: f64| figure(subject, x);
        profile.mean = self.mean.and_then(shown);
        profile.stddev = self.stddev.filter(|x| x.is_finite());
        if let Some([q1, median, q3]) = self.quartiles {
            (profile.q1, profile.median, profile.q3) = (shown(q1), shown(median), shown(q3));
            if self.is_estimate {
                profile.approximate.extend(["q1", "median", "q3"].map(str::to_owned));
            }
        }
    }
}
