//! Whether a series rises or falls: Mann and Kendall's test, which asks for no line and hardly minds outliers.

use super::describe::{quantile, sorted};
use super::distributions::normal_two_sided;
use super::ranks::{ranks, tie_sizes};
use super::residuals::{Curve, lag_one};
use super::{Degenerate, Measure, TestResult, all_finite, at_least};
use serde::Serialize;

/// All pairs are looked at: 12 million at this length. Longer series are to be grouped by a coarser period.
const MOST_POINTS: usize = 5_000;

/// What the test takes the values to be, apart from the trend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// Each independent of the one before: the textbook's test. Sales of neighbouring days seldom are, and a series
    /// that wanders then passes for a trend: with a correlation of 0.3 in one of seven cases instead of one of twenty.
    Independent,
    /// Each like the one before to the degree the series itself shows.
    ///
    /// The variance of the statistic is inflated as by Hamed and Rao (1998), but with lag 1 only and the lags beyond
    /// taken to fade as its powers: in the short series of a business, correlations at higher lags are mostly noise,
    /// and choosing the significant ones among them inflates false alarms. Removing the correlation from the values
    /// instead (pre-whitening) would remove part of the trend too. The lag is measured on the ranks of what a parabola
    /// leaves, freed of its bias, and a negative one is ignored: it would make the test bolder than the textbook's.
    Autocorrelated,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trend {
    /// Its statistic is z, its effect Kendall's tau.
    #[serde(flatten)]
    pub test: TestResult,
    /// Pairs that rise less pairs that fall.
    pub s: f64,
    /// Median slope of all pairs, per step.
    pub sen_slope: f64,
    /// What the value before tells of the next, once the trend is taken out; none for [`Noise::Independent`].
    pub lag_one: Option<f64>,
}

/// Of values at even distances, oldest first.
pub fn mann_kendall(series: &[f64], noise: Noise) -> Result<Trend, Degenerate> {
    all_finite(series)?;
    at_least(4, series.len())?;
    if series.len() > MOST_POINTS {
        return Err(Degenerate::TooMany { most: MOST_POINTS as u64 });
    }
    let n = series.len() as f64;
    let s: f64 = pairs(series).map(|(earlier, later, _)| sign(later - earlier)).sum();
    let ties: f64 = tie_sizes(series).iter().map(|t| t * (t - 1.0) * (2.0 * t + 5.0)).sum();
    let variance = (n * (n - 1.0) * (2.0 * n + 5.0) - ties) / 18.0;
    if variance <= 0.0 {
        return Err(Degenerate::NoVariance);
    }
    let slopes: Vec<f64> = pairs(series).map(|(earlier, later, steps)| (later - earlier) / steps).collect();
    let sen_slope = quantile(&sorted(&slopes), 0.5).ok_or(Degenerate::NotFinite)?;
    let lag_one = match noise {
        Noise::Independent => None,
        Noise::Autocorrelated => Some(correlation(series)),
    };
    let z = (s.abs() - 1.0).max(0.0) * sign(s) / (variance * inflation(n, lag_one.unwrap_or_default())).sqrt();
    let test = TestResult::new("mann_kendall", series.len() as u64, z, None, normal_two_sided(z))?;
    Ok(Trend { test: test.with(Measure::KendallTau, s / (n * (n - 1.0) / 2.0)), s, sen_slope, lag_one })
}

/// Earlier value, later value, steps between.
fn pairs(series: &[f64]) -> impl Iterator<Item = (f64, f64, f64)> {
    series.iter().enumerate().flat_map(|(index, earlier)| {
        let rest = series.iter().skip(index + 1).zip(1u32..);
        rest.map(move |(later, steps)| (*earlier, *later, f64::from(steps)))
    })
}

fn sign(value: f64) -> f64 {
    if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// Between 0 and 0.95. A parabola is taken out, not a line: growth by a steady rate would otherwise leave a smooth
/// curve behind, which looks like the strongest correlation there is, and no steady growth would ever be a trend.
fn correlation(series: &[f64]) -> f64 {
    let largest = series.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let left = Curve::new(series.len(), 2).without(series.to_vec());
    // Coarse enough that what is only rounding is all ties.
    let left: Vec<f64> = left.iter().map(|value| (value / (largest * 1e-12)).round()).collect();
    let middle = (series.len() as f64 + 1.0) / 2.0;
    let centered: Vec<f64> = ranks(&left).iter().map(|rank| rank - middle).collect();
    let n = series.len() as f64;
    // Taking out p parameters biases the estimate by about -(p + (p + 2) rho) / n.
    let unbiased = (n * lag_one(&centered) + 3.0) / (n - 5.0).max(1.0);
    unbiased.clamp(0.0, 0.95)
}

/// By how much correlated neighbours widen the distribution of S.
fn inflation(n: f64, rho: f64) -> f64 {
    let (mut sum, mut power, mut lag) = (0.0, rho, 1.0);
    while lag < n - 2.0 && power > 1e-12 {
        sum += (n - lag) * (n - lag - 1.0) * (n - lag - 2.0) * power;
        power *= rho;
        lag += 1.0;
    }
    1.0 + 2.0 / (n * (n - 1.0) * (n - 2.0)) * sum
}

#[cfg(test)]
#[path = "trend_tests.rs"]
mod tests;
