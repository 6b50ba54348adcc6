//! Statistics for findings: is a difference, a relation, a trend, a break or an outlier more than chance?
//!
//! Plain functions over summaries (count, mean and variance of a group come from SQL) or over short vectors. Nothing
//! here reads data, knows a table, or decides what is worth telling. A figure that cannot be had is a [`Degenerate`],
//! never NaN. `evals/statistics` compares every function with SciPy.

mod adjust;
mod change_point;
mod correlation;
mod counts;
mod describe;
mod distributions;
mod effect;
mod explained;
mod means;
mod outliers;
mod random;
mod ranks;
mod residuals;
mod samples;
mod simpson;
mod special;
mod summary;
mod trend;

pub use adjust::{benjamini_hochberg, holm};
pub use change_point::{ChangePoint, ShiftTest, Steady, change_point, shift_test};
pub use correlation::{Line, correlation, line, line_from_moments, pearson, spearman};
pub use counts::{Contingency, Fisher, Proportions, association, contingency, fisher_exact, two_proportions};
pub use describe::{Description, describe, quantile};
pub use distributions::{chi2_sf, f_sf, normal_sf, normal_two_sided, t_sf, t_two_sided};
pub use effect::{Effect, EffectSize, Measure};
pub use explained::{CategoryExplained, Explained, category_by_category, measure_by_category, measure_by_number};
pub use means::{AnovaTest, MeansTest, anova, welch_anova, welch_t};
pub use outliers::{EsdOutlier, Fences, generalized_esd, robust_z, tukey_fences};
pub use ranks::ranks;
pub use samples::{kolmogorov_smirnov, kruskal_wallis, mann_whitney};
pub use simpson::{Reversal, Simpson, simpson_correlation, simpson_difference};
pub use special::{beta_lower, gamma_lower, gamma_upper, ln_gamma};
pub use summary::Summary;
pub use trend::{Noise, Trend, mann_kendall};

use serde::Serialize;
use std::fmt;

/// What a test says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestResult {
    pub name: &'static str,
    pub statistic: f64,
    pub df: Option<Df>,
    /// Two-sided where the test has sides. Zero means below 1e-308.
    pub p_value: f64,
    pub effect: Option<Effect>,
    /// Observations that took part.
    pub n: u64,
}

/// Degrees of freedom: a number, or `[numerator, denominator]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Df {
    One(f64),
    Two(f64, f64),
}

/// Why there is no figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Degenerate {
    /// Fewer observations (or groups, or strata) than the method needs.
    TooFew { need: u64 },
    /// More than the method can look at in reasonable time.
    TooMany { most: u64 },
    /// Everything is equal, or one side has no spread to compare with.
    NoVariance,
    /// A value, or the figure itself, is not a finite number.
    NotFinite,
    /// Vectors of different lengths, a ragged table, a count above its total, a correlation beyond 1.
    Malformed,
}

impl fmt::Display for Degenerate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { need } => write!(f, "at least {need} observations or groups are needed"),
            Self::TooMany { most } => write!(f, "at most {most} observations can be looked at"),
            Self::NoVariance => f.write_str("the values do not vary"),
            Self::NotFinite => f.write_str("a figure is not a finite number"),
            Self::Malformed => f.write_str("the figures do not fit together"),
        }
    }
}

impl std::error::Error for Degenerate {}

impl TestResult {
    /// The only place where results are made: nothing that is not a number leaves.
    fn new(name: &'static str, n: u64, statistic: f64, df: Option<Df>, p_value: f64) -> Result<Self, Degenerate> {
        let fine = statistic.is_finite() && p_value.is_finite();
        fine.then_some(Self { name, statistic, df, p_value: p_value.clamp(0.0, 1.0), effect: None, n })
            .ok_or(Degenerate::NotFinite)
    }

    fn with(mut self, measure: Measure, value: f64) -> Self {
        self.effect = value.is_finite().then(|| measure.effect(value));
        self
    }

    pub fn significant(&self, alpha: f64) -> bool {
        self.p_value < alpha
    }
}

fn all_finite(values: &[f64]) -> Result<(), Degenerate> {
    if values.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(Degenerate::NotFinite) }
}

fn at_least(need: u64, have: usize) -> Result<(), Degenerate> {
    if have as u64 >= need { Ok(()) } else { Err(Degenerate::TooFew { need }) }
}
