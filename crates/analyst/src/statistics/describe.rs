//! What a column of numbers looks like.

use super::Summary;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    pub count: u64,
    pub mean: f64,
    pub median: f64,
    /// The most frequent value; the smallest of several.
    pub mode: f64,
    /// Quartiles by linear interpolation, as pandas and DuckDB's `quantile_cont`.
    pub q1: f64,
    pub q3: f64,
    /// Of the sample; from two values on.
    pub stddev: Option<f64>,
    /// Adjusted for sample size, as pandas; from three values on. Zero where nothing varies.
    pub skew: Option<f64>,
    pub min: f64,
    pub max: f64,
}

/// Values that are not finite are left out. `None` where nothing is left.
pub fn describe(values: &[f64]) -> Option<Description> {
    let sorted = sorted(values);
    let summary = Summary::of(&sorted)?;
    Some(Description {
        count: summary.n,
        mean: summary.mean,
        median: quantile(&sorted, 0.5)?,
        mode: mode(&sorted)?,
        q1: quantile(&sorted, 0.25)?,
        q3: quantile(&sorted, 0.75)?,
        stddev: (summary.n > 1).then(|| summary.variance.sqrt()),
        skew: skew(&sorted, &summary),
        min: *sorted.first()?,
        max: *sorted.last()?,
    })
}

/// Finite values in ascending order.
pub(super) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Of values in ascending order, by linear interpolation. `None` without values.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share.clamp(0.0, 1.0) * (sorted.len().checked_sub(1)?) as f64;
    let low = *sorted.get(place.floor() as usize)?;
    let high = *sorted.get(place.ceil() as usize)?;
    let part = place.fract();
    // Not `low + (high - low) * part`: the difference of two huge values of opposite sign is infinite.
    Some(if low == high { low } else { low * (1.0 - part) + high * part })
}

fn mode(sorted: &[f64]) -> Option<f64> {
    let runs = sorted.chunk_by(|a, b| a == b).map(|run| (run.len(), run.first()));
    let longest = runs.fold((0, None), |best, run| if run.0 > best.0 { run } else { best });
    longest.1.copied()
}

fn skew(values: &[f64], summary: &Summary) -> Option<f64> {
    if summary.n < 3 {
        return None;
    }
    if summary.is_constant() {
        return Some(0.0);
    }
    let n = summary.n as f64;
    let deviation = summary.variance.sqrt();
    let cubes: f64 = values.iter().map(|value| ((value - summary.mean) / deviation).powi(3)).sum();
    let skew = cubes * n / ((n - 1.0) * (n - 2.0));
    skew.is_finite().then_some(skew)
}

#[cfg(test)]
#[path = "describe_tests.rs"]
mod tests;
