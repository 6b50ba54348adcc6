//! Fits how sure to be of the first candidate: a logistic model over the evidence for it. Folds are by database, and the same
//! questions give the same weights.

use super::learn::{First, Weights};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const FOLDS: usize = 5;
/// Passes over all questions; each weight moves by less from one to the next.
const STEPS: usize = 500;
const RATE: f64 = 0.1;
/// How much of the direction before is kept, and of its size.
const KEPT: (f64, f64) = (0.9, 0.99);
/// Pull of every weight towards nothing, over all questions.
const SHRINK: f64 = 10.0;
/// A weight that changes nothing.
const NEGLIGIBLE: f64 = 0.01;

/// The weights by name, and how reliable they are on databases they never saw. `fixed` are those that stay as they are: what
/// is asked too seldom to be learned.
pub fn fit(firsts: &[First], fixed: &Weights) -> (Weights, String) {
    let names: BTreeSet<&'static str> = firsts.iter().flat_map(|f| &f.features).map(|(name, _)| *name).collect();
    let names: Vec<&'static str> = names.into_iter().collect();
    let at: BTreeMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    let numbered = |first: &First| -> Vec<(usize, f64)> {
        first.features.iter().filter_map(|(name, value)| Some((*at.get(name)?, *value))).collect()
    };
    let seen: Vec<Seen> = firsts.iter().map(|first| Seen { features: numbered(first), first }).collect();
    let fixed: Vec<Option<f64>> = names.iter().map(|name| fixed.get(name).copied()).collect();
    let databases: BTreeSet<&str> = firsts.iter().map(|f| f.database.as_str()).collect();
    let fold: BTreeMap<&str, usize> = databases.iter().enumerate().map(|(i, name)| (*name, i % FOLDS)).collect();
    let of = |s: &Seen| fold.get(s.first.database.as_str()).copied().unwrap_or(0);
    let mut judged: Vec<(f64, &First)> = Vec::new();
    for at in 0..FOLDS {
        let weights = fitted(&seen.iter().filter(|s| of(s) != at).collect::<Vec<_>>(), &fixed);
        judged.extend(seen.iter().filter(|s| of(s) == at).map(|s| (s.sure(&weights), s.first)));
    }
    let weights = fitted(&seen.iter().collect::<Vec<_>>(), &fixed);
    let weights = names.into_iter().zip(weights).filter(|(_, weight)| weight.abs() >= NEGLIGIBLE);
    (weights.collect(), reliability(&judged))
}

struct Seen<'a> {
    first: &'a First,
    features: Vec<(usize, f64)>,
}

impl Seen<'_> {
    fn sure(&self, weights: &[f64]) -> f64 {
        let sum: f64 = self.features.iter().map(|(at, value)| weights.get(*at).unwrap_or(&0.0) * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Descent over all of them at once, every weight at a pace of its own.
fn fitted(seen: &[&Seen<'_>], fixed: &[Option<f64>]) -> Vec<f64> {
    let mut weights: Vec<f64> = fixed.iter().map(|weight| weight.unwrap_or(0.0)).collect();
    let mut paces: Vec<(f64, f64)> = vec![(0.0, 0.0); weights.len()];
    for step in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| SHRINK * weight).collect();
        for one in seen {
            let off = one.sure(&weights) - f64::from(u8::from(one.first.right));
            for (at, value) in &one.features {
                if let Some(sum) = gradient.get_mut(*at) {
                    *sum += off * value;
                }
            }
        }
        let rate = RATE * (1.0 - step as f64 / STEPS as f64);
        let each = weights.iter_mut().zip(&mut paces).zip(gradient.iter().zip(fixed));
        for ((weight, pace), (gradient, fixed)) in each {
            pace.0 = KEPT.0 * pace.0 + (1.0 - KEPT.0) * gradient;
            pace.1 = KEPT.1 * pace.1 + (1.0 - KEPT.1) * gradient * gradient;
            if fixed.is_none() {
                *weight -= rate * pace.0 / pace.1.sqrt().max(1e-9);
            }
        }
    }
    weights
}

/// How often what was so sure was right, and what is answered from each size on.
fn reliability(judged: &[(f64, &First)]) -> String {
    let mut text = String::new();
    for tenth in 0..10 {
        let within = |sure: f64| (sure * 10.0).min(9.0) as usize == tenth;
        let bin: Vec<&(f64, &First)> = judged.iter().filter(|(sure, _)| within(*sure)).collect();
        let share = |n: f64| 100.0 * n / bin.len().max(1) as f64;
        let mean = share(bin.iter().map(|(sure, _)| sure).sum());
        let right = share(bin.iter().filter(|(_, f)| f.right).count() as f64);
        let _ = writeln!(text, "sure by {mean:.0} %: {right:.0} % right of {}", bin.len());
    }
    for least in [0.5, 0.6, 0.7, 0.8] {
        let count = |wanted: &dyn Fn(&First) -> bool| judged.iter().filter(|(s, f)| *s >= least && wanted(f)).count();
        let (right, foreign) = (count(&|f| f.right), count(&|f| f.foreign));
        let wrong = count(&|f| !f.right && !f.foreign);
        let _ = writeln!(text, "from {least} on: {right} right, {wrong} wrong, {foreign} without an answer");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{First, Weights, fit};

    fn first(i: usize) -> First {
        let margin = (i % 10) as f64;
        let features = vec![("bias", 1.0), ("margin", margin), ("noise", ((i / 10) % 5) as f64), ("rare", 0.0)];
        First { database: format!("d{}", i % 7), right: margin > 4.5, foreign: false, features }
    }

    #[test]
    fn what_tells_right_from_wrong_is_found_and_what_is_fixed_stays() {
        let firsts: Vec<First> = (0..7_000).map(first).collect();
        let (weights, report) = fit(&firsts, &Weights::from([("rare", -4.0)]));
        let weight = |name: &str| weights.get(name).copied().unwrap_or(0.0);
        assert!(weight("margin") > 0.5, "{weights:?}");
        assert!(weight("noise").abs() < weight("margin") / 5.0, "{weights:?}");
        assert!((weight("rare") + 4.0).abs() < 1e-9, "{weights:?}");
        assert!(report.contains("from 0.5 on: 3500 right, 0 wrong, 0 without an answer"), "{report}");
    }
}
