//! Simpson's paradox: does a relation point the other way once a third column is held fixed?

use super::distributions::{normal_two_sided, t_two_sided};
use super::{Degenerate, Summary, pearson, welch_t};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Simpson {
    /// The difference (first less second) or correlation over all rows.
    pub pooled: f64,
    pub pooled_p: f64,
    /// The same within strata, averaged.
    pub adjusted: f64,
    pub adjusted_p: f64,
    /// Strata that could be compared.
    pub strata: u64,
    /// Those among them that point the way of `adjusted`.
    pub agreeing: u64,
    pub reversal: Reversal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reversal {
    /// Within strata it is as over all, or neither says anything.
    Consistent,
    /// Both are significant, with opposite signs, and most strata agree with the adjusted one.
    Reverses,
    /// Significant over all, not within strata: the strata explain it.
    Vanishes,
    /// Significant within strata only: the strata hid it. (Its sign may also differ from the pooled one, but a pooled
    /// figure that chance explains has no direction that could reverse.)
    Hidden,
}

/// Two groups, compared in every stratum. Strata are weighted by `n1 n2 / (n1 + n2)`, as a regression with the strata
/// as indicators does: those where both groups are large count most. A stratum needs two observations of each group.
pub fn simpson_difference(strata: &[(Summary, Summary)], alpha: f64) -> Result<Simpson, Degenerate> {
    let side = |pick: fn(&(Summary, Summary)) -> Summary| {
        Summary::merged(&strata.iter().map(pick).collect::<Vec<_>>()).ok_or(Degenerate::TooFew { need: 2 })
    };
    let pooled = welch_t(&side(|pair| pair.0)?, &side(|pair| pair.1)?)?;
    let parts: Vec<Part> = strata.iter().filter(|(a, b)| a.n > 1 && b.n > 1).map(Part::of).collect();
    let weights: f64 = parts.iter().map(|part| part.weight).sum();
    let adjusted = parts.iter().map(|part| part.weight / weights * part.difference).sum::<f64>();
    let errors = || parts.iter().flat_map(|part| part.errors.map(|(error, df)| (part.weight.powi(2) * error, df)));
    let variance: f64 = errors().map(|(error, _)| error).sum();
    if parts.len() > 1 && variance <= 0.0 {
        return Err(Degenerate::NoVariance);
    }
    let df = 1.0 / errors().map(|(error, df)| (error / variance).powi(2) / df).sum::<f64>();
    let adjusted_p = t_two_sided(adjusted * weights / variance.sqrt(), df);
    let differences = parts.iter().map(|part| part.difference);
    judged((pooled.difference, pooled.test.p_value), (adjusted, adjusted_p), differences, alpha)
}

struct Part {
    difference: f64,
    weight: f64,
    /// Squared standard errors of both means, with their degrees of freedom.
    errors: [(f64, f64); 2],
}

impl Part {
    fn of((a, b): &(Summary, Summary)) -> Self {
        let (n1, n2) = (a.n as f64, b.n as f64);
        Self {
            difference: a.mean - b.mean,
            weight: n1 * n2 / (n1 + n2),
            errors: [(a.variance / n1, n1 - 1.0), (b.variance / n2, n2 - 1.0)],
        }
    }
}

/// A correlation over all rows and in every stratum, as (n, r); the latter are averaged on Fisher's z scale. A slope
/// has the sign and the p-value of its correlation. A stratum needs four observations.
pub fn simpson_correlation(pooled: (u64, f64), strata: &[(u64, f64)], alpha: f64) -> Result<Simpson, Degenerate> {
    let test = pearson(pooled.0, pooled.1)?;
    if strata.iter().any(|(_, r)| r.is_nan() || r.abs() > 1.0) {
        return Err(Degenerate::Malformed);
    }
    // A perfect correlation is infinite on Fisher's scale.
    const NEARLY_ONE: f64 = 1.0 - 1e-12;
    let parts: Vec<(f64, f64)> = strata
        .iter()
        .filter(|(n, _)| *n > 3)
        .map(|(n, r)| (*n as f64 - 3.0, r.clamp(-NEARLY_ONE, NEARLY_ONE).atanh()))
        .collect();
    let weights: f64 = parts.iter().map(|(weight, _)| weight).sum();
    let z = parts.iter().map(|(weight, z)| weight / weights * z).sum::<f64>();
    let adjusted = (z.tanh(), normal_two_sided(z * weights.sqrt()));
    judged((pooled.1, test.p_value), adjusted, parts.iter().map(|(_, z)| *z), alpha)
}

fn judged(
    (pooled, pooled_p): (f64, f64),
    (adjusted, adjusted_p): (f64, f64),
    strata: impl ExactSizeIterator<Item = f64>,
    alpha: f64,
) -> Result<Simpson, Degenerate> {
    let count = strata.len() as u64;
    if count < 2 {
        return Err(Degenerate::TooFew { need: 2 });
    }
    if !(adjusted.is_finite() && adjusted_p.is_finite()) {
        return Err(Degenerate::NotFinite);
    }
    let agreeing = strata.filter(|figure| figure * adjusted > 0.0).count() as u64;
    let reversal = match (pooled_p < alpha, adjusted_p < alpha) {
        (true, true) if pooled * adjusted < 0.0 && 2 * agreeing > count => Reversal::Reverses,
        (true, false) => Reversal::Vanishes,
        (false, true) => Reversal::Hidden,
        _ => Reversal::Consistent,
    };
    Ok(Simpson { pooled, pooled_p, adjusted, adjusted_p, strata: count, agreeing, reversal })
}

#[cfg(test)]
#[path = "simpson_tests.rs"]
mod tests;
