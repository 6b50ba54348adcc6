//! Count, mean and variance of a group: all that tests of means need to know of it.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub n: u64,
    pub mean: f64,
    /// Of the sample, with n - 1; of no meaning below two observations.
    pub variance: f64,
}

impl Summary {
    /// `None` without values, or where one is not finite.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() || values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let n = values.len() as f64;
        let rough = values.iter().sum::<f64>() / n;
        // The second pass takes out what the first sum rounded away.
        let mean = rough + values.iter().map(|value| value - rough).sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let variance = if values.len() > 1 { squares / (n - 1.0) } else { 0.0 };
        (mean.is_finite() && variance.is_finite()).then_some(Self { n: values.len() as u64, mean, variance })
    }

    /// All groups as one. `None` where they hold nothing.
    pub fn merged(groups: &[Self]) -> Option<Self> {
        let n: u64 = groups.iter().map(|group| group.n).sum();
        if n == 0 {
            return None;
        }
        let count = n as f64;
        let mean = groups.iter().map(|group| group.n as f64 / count * group.mean).sum::<f64>();
        let squares: f64 =
            groups.iter().map(|group| group.squares() + group.n as f64 * (group.mean - mean).powi(2)).sum();
        Some(Self { n, mean, variance: if n > 1 { squares / (count - 1.0) } else { 0.0 } })
    }

    /// Sum of squared deviations from the mean.
    pub fn squares(&self) -> f64 {
        self.n.saturating_sub(1) as f64 * self.variance
    }

    /// Whether the spread is nothing but rounding: a column that is 0.1 everywhere seldom has a variance of exactly 0.
    pub fn is_constant(&self) -> bool {
        self.n < 2 || self.variance <= (1e-14 * self.mean).powi(2)
    }

    pub(super) fn is_usable(&self) -> bool {
        self.mean.is_finite() && (self.n < 2 || (self.variance.is_finite() && self.variance >= 0.0))
    }
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
