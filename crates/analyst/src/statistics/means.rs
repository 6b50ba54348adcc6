//! Whether groups differ in their mean.

use super::distributions::{f_sf, t_two_sided};
use super::{Degenerate, Df, Measure, Summary, TestResult};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeansTest {
    /// With Hedges' g as its effect.
    #[serde(flatten)]
    pub test: TestResult,
    /// First less second.
    pub difference: f64,
    /// The difference in pooled standard deviations.
    pub cohens_d: f64,
    /// Cohen's d less its bias in small samples.
    pub hedges_g: f64,
}

/// Welch's t test: does not ask that both groups spread alike.
pub fn welch_t(first: &Summary, second: &Summary) -> Result<MeansTest, Degenerate> {
    usable(&[*first, *second], 2)?;
    if first.is_constant() && second.is_constant() {
        return Err(Degenerate::NoVariance);
    }
    let (n1, n2) = (first.n as f64, second.n as f64);
    let (error1, error2) = (first.variance / n1, second.variance / n2);
    let difference = first.mean - second.mean;
    let statistic = difference / (error1 + error2).sqrt();
    // As shares of the whole, so that tiny variances do not underflow when squared.
    let (share1, share2) = (error1 / (error1 + error2), error2 / (error1 + error2));
    let df = 1.0 / (share1 * share1 / (n1 - 1.0) + share2 * share2 / (n2 - 1.0));
    let within = n1 + n2 - 2.0;
    let cohens_d = difference / ((first.squares() + second.squares()) / within).sqrt();
    let hedges_g = cohens_d * (1.0 - 3.0 / (4.0 * within - 1.0));
    let test =
        TestResult::new("welch_t", first.n + second.n, statistic, Some(Df::One(df)), t_two_sided(statistic, df))?;
    Ok(MeansTest { test: test.with(Measure::HedgesG, hedges_g), difference, cohens_d, hedges_g })
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnovaTest {
    /// With omega² as its effect.
    #[serde(flatten)]
    pub test: TestResult,
    /// Share of the variance between groups; grows with the number of groups by chance alone.
    pub eta_squared: f64,
    /// The same less what chance gives, not below zero.
    pub omega_squared: f64,
    pub epsilon_squared: f64,
}

/// One-way analysis of variance. Groups of one observation take part, empty ones do not.
pub fn anova(groups: &[Summary]) -> Result<AnovaTest, Degenerate> {
    let groups: Vec<Summary> = groups.iter().filter(|group| group.n > 0).copied().collect();
    usable(&groups, 1)?;
    let n: u64 = groups.iter().map(|group| group.n).sum();
    let k = groups.len() as u64;
    if n <= k {
        return Err(Degenerate::TooFew { need: k + 1 });
    }
    if groups.iter().all(Summary::is_constant) {
        return Err(Degenerate::NoVariance);
    }
    let (between, within) = squares(&groups)?;
    let (df1, df2) = ((k - 1) as f64, (n - k) as f64);
    let noise = within / df2;
    let statistic = between / df1 / noise;
    let total = between + within;
    let beyond_chance = (between - df1 * noise).max(0.0);
    let test = TestResult::new("anova", n, statistic, Some(Df::Two(df1, df2)), f_sf(statistic, df1, df2))?;
    let omega_squared = beyond_chance / (total + noise);
    Ok(AnovaTest {
        test: test.with(Measure::OmegaSquared, omega_squared),
        eta_squared: between / total,
        omega_squared,
        epsilon_squared: beyond_chance / total,
    })
}

/// Sums of squares between and within groups.
pub(super) fn squares(groups: &[Summary]) -> Result<(f64, f64), Degenerate> {
    let all = Summary::merged(groups).ok_or(Degenerate::TooFew { need: 2 })?;
    let between = groups.iter().map(|group| group.n as f64 * (group.mean - all.mean).powi(2)).sum();
    Ok((between, groups.iter().map(Summary::squares).sum()))
}

/// Welch's analysis of variance, for groups that spread differently. Every group needs two observations and a spread.
pub fn welch_anova(groups: &[Summary]) -> Result<TestResult, Degenerate> {
    usable(groups, 2)?;
    if groups.iter().any(Summary::is_constant) {
        return Err(Degenerate::NoVariance);
    }
    let k = groups.len() as f64;
    let weight = |group: &Summary| group.n as f64 / group.variance;
    let weights: f64 = groups.iter().map(weight).sum();
    let mean = groups.iter().map(|group| weight(group) / weights * group.mean).sum::<f64>();
    let between: f64 = groups.iter().map(|group| weight(group) * (group.mean - mean).powi(2)).sum();
    let spread: f64 = groups.iter().map(|group| (1.0 - weight(group) / weights).powi(2) / (group.n as f64 - 1.0)).sum();
    let (df1, df2) = (k - 1.0, (k * k - 1.0) / (3.0 * spread));
    let statistic = between / df1 / (1.0 + 2.0 * (k - 2.0) / (k * k - 1.0) * spread);
    let n = groups.iter().map(|group| group.n).sum();
    let test = TestResult::new("welch_anova", n, statistic, Some(Df::Two(df1, df2)), f_sf(statistic, df1, df2))?;
    let beyond_chance = (df1 * (statistic - 1.0)).max(0.0);
    Ok(test.with(Measure::OmegaSquared, beyond_chance / (beyond_chance + n as f64)))
}

fn usable(groups: &[Summary], smallest: u64) -> Result<(), Degenerate> {
    if groups.len() < 2 || groups.iter().any(|group| group.n < smallest) {
        return Err(Degenerate::TooFew { need: 2 });
    }
    if groups.iter().all(Summary::is_usable) { Ok(()) } else { Err(Degenerate::NotFinite) }
}

#[cfg(test)]
#[path = "means_tests.rs"]
mod tests;
