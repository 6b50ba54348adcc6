//! How two measures go together, as a correlation and as a line.
//!
//! The statistic of these tests is the correlation itself, as in SciPy: Student's t would be infinite for points that
//! lie exactly on a line.

use super::ranks::ranks;
use super::special::beta_split;
use super::{Degenerate, Df, Measure, Summary, TestResult, all_finite, at_least};
use serde::Serialize;

/// Pearson's r of paired values.
pub fn correlation(x: &[f64], y: &[f64]) -> Result<f64, Degenerate> {
    let (x_summary, y_summary) = paired(x, y)?;
    // The root of a product keeps equal ranks at exactly 1, but the product of tiny variances is zero.
    let product = x_summary.variance * y_summary.variance;
    let spread =
        if product.is_normal() { product.sqrt() } else { x_summary.variance.sqrt() * y_summary.variance.sqrt() };
    let r = covariance(x, y, &x_summary, &y_summary) / spread;
    if r.is_finite() { Ok(r.clamp(-1.0, 1.0)) } else { Err(Degenerate::NotFinite) }
}

/// Whether a correlation differs from zero.
pub fn pearson(n: u64, r: f64) -> Result<TestResult, Degenerate> {
    tested("pearson", n, r, (1.0 - r) * (1.0 + r)).map(|test| test.with(Measure::PearsonR, r))
}

/// Spearman's rho: Pearson's r of the ranks, so it sees any monotone relation and hardly minds outliers.
pub fn spearman(x: &[f64], y: &[f64]) -> Result<TestResult, Degenerate> {
    paired(x, y)?;
    let rho = correlation(&ranks(x), &ranks(y))?;
    let test = tested("spearman", x.len() as u64, rho, (1.0 - rho) * (1.0 + rho))?;
    Ok(test.with(Measure::SpearmanRho, rho))
}

/// Least-squares line of y on x.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// With R² as its effect.
    #[serde(flatten)]
    pub test: TestResult,
    pub slope: f64,
    pub intercept: f64,
    pub r: f64,
    /// Standard error of the slope.
    pub stderr: f64,
    pub intercept_stderr: f64,
}

pub fn line(x: &[f64], y: &[f64]) -> Result<Line, Degenerate> {
    at_least(3, x.len())?;
    let (x_summary, y_summary) = paired(x, y)?;
    let r = correlation(x, y)?;
    let slope = covariance(x, y, &x_summary, &y_summary) / x_summary.variance;
    let left: f64 = x.iter().zip(y).map(|(x, y)| (y - y_summary.mean - slope * (x - x_summary.mean)).powi(2)).sum();
    fitted(&x_summary, &y_summary, r, (left / y_summary.squares()).clamp(0.0, 1.0))
}

/// The same from figures that SQL gives. `1 - r²` of a nearly perfect line has few digits, so has its p-value then.
pub fn line_from_moments(x: &Summary, y: &Summary, r: f64) -> Result<Line, Degenerate> {
    if x.n != y.n {
        return Err(Degenerate::Malformed);
    }
    if x.is_constant() || y.is_constant() {
        return Err(Degenerate::NoVariance);
    }
    fitted(x, y, r, (1.0 - r) * (1.0 + r))
}

fn fitted(x: &Summary, y: &Summary, r: f64, unexplained: f64) -> Result<Line, Degenerate> {
    let test = tested("line", x.n, r, unexplained)?;
    let slope = r * y.variance.sqrt() / x.variance.sqrt();
    let n = x.n as f64;
    let stderr = (unexplained * y.variance / x.variance / (n - 2.0)).sqrt();
    let intercept = y.mean - slope * x.mean;
    let intercept_stderr = stderr * ((n - 1.0) / n * x.variance + x.mean * x.mean).sqrt();
    if [slope, intercept, stderr, intercept_stderr].iter().any(|figure| !figure.is_finite()) {
        return Err(Degenerate::NotFinite);
    }
    Ok(Line { test: test.with(Measure::RSquared, r * r), slope, intercept, r, stderr, intercept_stderr })
}

/// `unexplained` is `1 - r²`, which the caller may know better than from r.
fn tested(name: &'static str, n: u64, r: f64, unexplained: f64) -> Result<TestResult, Degenerate> {
    if n < 3 {
        return Err(Degenerate::TooFew { need: 3 });
    }
    if r.is_nan() || r.abs() > 1.0 {
        return Err(Degenerate::Malformed);
    }
    let df = (n - 2) as f64;
    let p_value = beta_split(0.5 * df, 0.5, unexplained, r * r);
    TestResult::new(name, n, r, Some(Df::One(df)), if r == 0.0 { 1.0 } else { p_value })
}

fn paired(x: &[f64], y: &[f64]) -> Result<(Summary, Summary), Degenerate> {
    if x.len() != y.len() {
        return Err(Degenerate::Malformed);
    }
    at_least(2, x.len())?;
    all_finite(x)?;
    all_finite(y)?;
    let (x, y) = Summary::of(x).zip(Summary::of(y)).ok_or(Degenerate::NotFinite)?;
    if x.is_constant() || y.is_constant() { Err(Degenerate::NoVariance) } else { Ok((x, y)) }
}

fn covariance(x: &[f64], y: &[f64], x_summary: &Summary, y_summary: &Summary) -> f64 {
    let products: f64 = x.iter().zip(y).map(|(x, y)| (x - x_summary.mean) * (y - y_summary.mean)).sum();
    products / (x.len() as f64 - 1.0)
}

#[cfg(test)]
#[path = "correlation_tests.rs"]
mod tests;
