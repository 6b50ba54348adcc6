//! Whether samples come from one distribution, for values that are far from normal.

use super::distributions::{chi2_sf, normal_two_sided};
use super::ranks::{ranks, tie_term};
use super::{Degenerate, Df, Measure, TestResult, all_finite, at_least};

/// Up to this many pairs the Kolmogorov-Smirnov p-value is exact; beyond, the limit is good to some four digits.
const MOST_PAIRS: usize = 25_000_000;

/// Mann and Whitney's U of the first sample, by normal approximation with ties and continuity corrected: what SciPy
/// does from nine observations on, or with ties.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Result<TestResult, Degenerate> {
    let pooled = pooled(&[first, second])?;
    let (n1, n2, n) = (first.len() as f64, second.len() as f64, pooled.len() as f64);
    let rank_sum: f64 = ranks(&pooled).iter().take(first.len()).sum();
    let u = rank_sum - n1 * (n1 + 1.0) / 2.0;
    let variance = n1 * n2 / 12.0 * (n + 1.0 - tie_term(&pooled) / (n * (n - 1.0)));
    if variance <= 0.0 {
        return Err(Degenerate::NoVariance);
    }
    let z = ((u - n1 * n2 / 2.0).abs() - 0.5) / variance.sqrt();
    let p_value = if z <= 0.0 { 1.0 } else { normal_two_sided(z) };
    let test = TestResult::new("mann_whitney", pooled.len() as u64, u, None, p_value)?;
    Ok(test.with(Measure::RankBiserial, 2.0 * u / (n1 * n2) - 1.0))
}

/// Kruskal and Wallis' H with ties corrected. Its effect is the eta² of ranks, not below zero.
pub fn kruskal_wallis(samples: &[&[f64]]) -> Result<TestResult, Degenerate> {
    let pooled = pooled(samples)?;
    let n = pooled.len() as f64;
    let correction = 1.0 - tie_term(&pooled) / (n.powi(3) - n);
    if correction <= 0.0 {
        return Err(Degenerate::NoVariance);
    }
    let all_ranks = ranks(&pooled);
    let mut rest = all_ranks.iter();
    // Squared distances from the mean rank: the textbook's difference of two large sums loses digits.
    let between: f64 = samples
        .iter()
        .map(|sample| {
            let size = sample.len() as f64;
            let sum: f64 = rest.by_ref().take(sample.len()).sum();
            size * (sum / size - (n + 1.0) / 2.0).powi(2)
        })
        .sum();
    let h = 12.0 / (n * (n + 1.0)) * between / correction;
    let df = samples.len() as f64 - 1.0;
    let test = TestResult::new("kruskal_wallis", pooled.len() as u64, h, Some(Df::One(df)), chi2_sf(h, df))?;
    let groups = df + 1.0;
    Ok(if n > groups { test.with(Measure::EtaSquared, ((h - df) / (n - groups)).max(0.0)) } else { test })
}

/// Kolmogorov and Smirnov's largest distance between two empirical distributions: sees spread and shape too.
pub fn kolmogorov_smirnov(first: &[f64], second: &[f64]) -> Result<TestResult, Degenerate> {
    let n = pooled(&[first, second])?.len() as u64;
    let (n1, n2) = (first.len(), second.len());
    let gap = largest_gap(first, second);
    let distance = gap as f64 / (n1 as f64 * n2 as f64);
    let p_value = if n1.saturating_mul(n2) <= MOST_PAIRS {
        exact_distance_sf(n1, n2, gap)
    } else {
        let size = (n1 as f64 * n2 as f64 / (n1 + n2) as f64).sqrt();
        // Stephens' (1970) correction for finite samples.
        kolmogorov_sf((size + 0.12 + 0.11 / size) * distance)
    };
    TestResult::new("kolmogorov_smirnov", n, distance, None, p_value)
}

/// Largest |i n2 - j n1|, where i and j values of the samples are not above the same point.
fn largest_gap(first: &[f64], second: &[f64]) -> i128 {
    let mut steps: Vec<(f64, i128)> = first.iter().map(|value| (value + 0.0, second.len() as i128)).collect();
    steps.extend(second.iter().map(|value| (value + 0.0, -(first.len() as i128))));
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut height = 0;
    let mut gap = 0;
    for run in steps.chunk_by(|a, b| a.0 == b.0) {
        height += run.iter().map(|step| step.1).sum::<i128>();
        gap = gap.max(height.abs());
    }
    gap
}

/// Share of the paths from (0, 0) to (n1, n2) that leave the band somewhere. Paths that left are followed, not those
/// that stayed: one minus a share near one would lose the small p-values.
fn exact_distance_sf(n1: usize, n2: usize, gap: i128) -> f64 {
    let outside = |i: usize, j: usize| (i as i128 * n2 as i128 - j as i128 * n1 as i128).abs() >= gap;
    let mut column: Vec<f64> = Vec::with_capacity(n2 + 1);
    for i in 0..=n1 {
        let mut below = 0.0;
        for j in 0..=n2 {
            let before = column.get(j).copied().unwrap_or_default();
            let left = if outside(i, j) {
                1.0
            } else if i + j == 0 {
                0.0
            } else {
                (before * i as f64 + below * j as f64) / (i + j) as f64
            };
            match column.get_mut(j) {
                Some(slot) => *slot = left,
                None => column.push(left),
            }
            below = left;
        }
    }
    column.last().copied().unwrap_or(1.0)
}

fn kolmogorov_sf(lambda: f64) -> f64 {
    if lambda < 0.3 {
        return 1.0;
    }
    let sum: f64 = (1..=100)
        .map(|k| {
            let k = f64::from(k);
            let term = (-2.0 * k * k * lambda * lambda).exp();
            if k % 2.0 == 1.0 { term } else { -term }
        })
        .sum();
    (2.0 * sum).clamp(0.0, 1.0)
}

fn pooled(samples: &[&[f64]]) -> Result<Vec<f64>, Degenerate> {
    if samples.len() < 2 {
        return Err(Degenerate::TooFew { need: 2 });
    }
    for sample in samples {
        at_least(1, sample.len())?;
        all_finite(sample)?;
    }
    Ok(samples.concat())
}

#[cfg(test)]
#[path = "samples_tests.rs"]
mod tests;
