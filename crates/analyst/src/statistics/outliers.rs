//! Values that do not belong. Fences and robust z-scores flag, the generalized ESD tests.

use super::describe::{quantile, sorted};
use super::distributions::t_sf;
use super::{Degenerate, Summary, all_finite, at_least};
use serde::Serialize;

/// Tukey's fences: what lies outside is an outlier at `reach` 1.5, far out at 3.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fences {
    pub low: f64,
    pub high: f64,
}

impl Fences {
    pub fn excludes(&self, value: f64) -> bool {
        value < self.low || value > self.high
    }
}

/// From the quartiles. Half the values being equal leaves no fences, not fences that exclude everything else.
pub fn tukey_fences(q1: f64, q3: f64, reach: f64) -> Result<Fences, Degenerate> {
    let fences = Fences { low: q1 - reach * (q3 - q1), high: q3 + reach * (q3 - q1) };
    match q3 > q1 {
        false => Err(Degenerate::NoVariance),
        true if fences.low.is_finite() && fences.high.is_finite() => Ok(fences),
        true => Err(Degenerate::NotFinite),
    }
}

/// Distance of every value from the median in robust standard deviations; Iglewicz and Hoaglin (1993) call 3.5 an
/// outlier. Where more than half the values are equal and the median deviation is zero, the mean deviation stands in,
/// as they advise.
pub fn robust_z(values: &[f64]) -> Result<Vec<f64>, Degenerate> {
    /// Third quartile of the normal distribution, and the root of pi / 2: what makes both spreads a standard deviation.
    const MEDIAN_DEVIATION: f64 = 0.674_489_750_196_081_7;
    const MEAN_DEVIATION: f64 = 1.253_314_137_315_500_3;
    all_finite(values)?;
    at_least(3, values.len())?;
    let middle = |values: &[f64]| quantile(&sorted(values), 0.5).ok_or(Degenerate::NotFinite);
    let median = middle(values)?;
    let deviations: Vec<f64> = values.iter().map(|value| (value - median).abs()).collect();
    let typical = middle(&deviations)? / MEDIAN_DEVIATION;
    let mean = deviations.iter().sum::<f64>() / deviations.len() as f64 * MEAN_DEVIATION;
    let spread = if typical > 0.0 { typical } else { mean };
    if spread <= 0.0 {
        return Err(Degenerate::NoVariance);
    }
    let scores: Vec<f64> = values.iter().map(|value| (value - median) / spread).collect();
    all_finite(&scores).map(|()| scores)
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EsdOutlier {
    /// Place in the input.
    pub index: usize,
    pub value: f64,
    /// Distance from the mean in standard deviations, of what was left when it was taken out.
    pub statistic: f64,
    /// Of the most extreme among that many; a later one may be smaller, as outliers hide each other.
    pub p_value: f64,
}

/// Rosner's (1983) generalized ESD test for up to `most` outliers in otherwise normal values, the most extreme first.
/// Its critical values hold from 15 values on; a skewed column gives false alarms, so take logarithms before.
pub fn generalized_esd(values: &[f64], most: usize, alpha: f64) -> Result<Vec<EsdOutlier>, Degenerate> {
    all_finite(values)?;
    at_least(15, values.len())?;
    let mut rest: Vec<(usize, f64)> = values.iter().copied().enumerate().collect();
    let mut found: Vec<EsdOutlier> = vec![];
    let mut outliers = 0;
    for _ in 0..most.min(values.len() - 3) {
        let left: Vec<f64> = rest.iter().map(|(_, value)| *value).collect();
        let summary = Summary::of(&left).ok_or(Degenerate::NotFinite)?;
        if summary.is_constant() {
            break;
        }
        let extreme = rest.iter().enumerate().max_by(|a, b| {
            let far = |value: f64| (value - summary.mean).abs();
            far(a.1.1).total_cmp(&far(b.1.1)).then(b.0.cmp(&a.0))
        });
        let Some((place, &(index, value))) = extreme else { break };
        let statistic = (value - summary.mean).abs() / summary.variance.sqrt();
        found.push(EsdOutlier { index, value, statistic, p_value: deviate_p(statistic, left.len() as f64) });
        if found.last().is_some_and(|last| last.p_value <= alpha) {
            outliers = found.len();
        }
        rest.remove(place);
    }
    if found.is_empty() {
        return Err(Degenerate::NoVariance);
    }
    found.truncate(outliers);
    Ok(found)
}

/// Bonferroni's two-sided p-value of the largest deviate among `n`: Rosner's critical value solved for its level.
fn deviate_p(statistic: f64, n: f64) -> f64 {
    let room = (n - 1.0).powi(2) - statistic * statistic * n;
    if room <= 0.0 {
        return 0.0;
    }
    let t = statistic * (n * (n - 2.0) / room).sqrt();
    (2.0 * n * t_sf(t, n - 2.0)).min(1.0)
}

#[cfg(test)]
#[path = "outliers_tests.rs"]
mod tests;
