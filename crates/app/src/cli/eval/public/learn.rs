//! Learns the linguist's weights from a question set: which of its candidates is right, and how sure to be of the first.
//!
//! Ranking is a log-linear model over the candidates of each question; confidence a logistic one over the first
//! candidate, with questions asked of a wrong database among the examples, where nothing is right. Both are fitted with
//! AdaGrad in a fixed order, so that the same questions give the same weights. Folds are by database.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// One candidate: what speaks for it, and whether its rows are right.
pub struct Choice {
    pub features: Vec<(&'static str, f64)>,
    pub right: bool,
}

/// The candidates of one question.
pub struct Example {
    pub id: usize,
    pub database: String,
    /// Asked of a database it is not about.
    pub foreign: bool,
    pub options: Vec<Choice>,
}

pub type Weights = BTreeMap<&'static str, f64>;

const FOLDS: usize = 5;
const EPOCHS: usize = 30;
const RATE: f64 = 0.1;
/// Strength of the pull towards what was believed before.
const SHRINK: f64 = 3e-3;
/// A confidence counts an answer of a foreign question this much: there are fewer of them than in the world.
const FOREIGN_WEIGHT: f64 = 1.0;

pub struct Learned {
    pub ranking: Weights,
    pub confidence: Weights,
    pub report: String,
}

/// `prior`: what is believed of the order of candidates before any question is seen.
pub fn learn(mut examples: Vec<Example>, prior: &Weights) -> Learned {
    examples.sort_by_key(|example| (example.foreign, example.id));
    let own: Vec<&Example> = examples.iter().filter(|e| !e.foreign).collect();
    let names: BTreeSet<&str> = examples.iter().map(|e| e.database.as_str()).collect();
    let fold: BTreeMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (*name, i % FOLDS)).collect();
    let of = |e: &Example| fold.get(e.database.as_str()).copied().unwrap_or(0);
    let mut report = String::new();
    let share = |n: usize| 100.0 * n as f64 / own.len().max(1) as f64;
    let reachable = own.iter().filter(|e| e.options.iter().any(|o| o.right)).count();
    let first = own.iter().filter(|e| e.options.first().is_some_and(|o| o.right)).count();
    let _ = writeln!(report, "{} questions, {} databases", own.len(), names.len());
    let _ = writeln!(report, "first candidate right today: {:.1} %", share(first));
    let _ = writeln!(report, "some candidate right: {:.1} %", share(reachable));
    let mut right = 0;
    // The first candidate of each question by weights that never saw its database.
    let mut firsts: Vec<(&Example, Option<&Choice>)> = Vec::new();
    for at in 0..FOLDS {
        let seen: Vec<&Example> = own.iter().copied().filter(|e| of(e) != at).collect();
        let weights = ranking(&seen, prior);
        for example in examples.iter().filter(|e| of(e) == at) {
            let best = best(example, &weights);
            right += usize::from(!example.foreign && best.is_some_and(|o| o.right));
            firsts.push((example, best));
        }
    }
    let _ = writeln!(
        report,
        "first candidate right by learned weights, cross-validated by database: {:.1} %",
        share(right)
    );
    let confidence = confidence(&firsts);
    let _ = write!(report, "{}", reliability(&firsts, &confidence));
    Learned { ranking: ranking(&own, prior), confidence, report }
}

fn score(option: &Choice, weights: &Weights) -> f64 {
    option.features.iter().map(|(name, value)| weights.get(name).copied().unwrap_or(0.0) * value).sum()
}

fn best<'a>(example: &'a Example, weights: &Weights) -> Option<&'a Choice> {
    example.options.iter().rev().max_by(|a, b| score(a, weights).total_cmp(&score(b, weights)))
}

/// Steps whose size falls with what was moved before.
#[derive(Default)]
struct Descent {
    weights: Weights,
    prior: Weights,
    moved: BTreeMap<&'static str, f64>,
}

impl Descent {
    fn step(&mut self, name: &'static str, gradient: f64) {
        let weight = self.weights.entry(name).or_default();
        let gradient = gradient + SHRINK * (*weight - self.prior.get(name).copied().unwrap_or(0.0));
        let moved = self.moved.entry(name).or_insert(1e-6);
        *moved += gradient * gradient;
        *weight -= RATE * gradient / moved.sqrt();
    }
}

fn ranking(examples: &[&Example], prior: &Weights) -> Weights {
    let mut descent = Descent { weights: prior.clone(), prior: prior.clone(), ..Descent::default() };
    let useful = |e: &&&Example| e.options.iter().any(|o| o.right) && e.options.iter().any(|o| !o.right);
    let examples: Vec<&&Example> = examples.iter().filter(useful).collect();
    for _ in 0..EPOCHS {
        for example in &examples {
            let scores: Vec<f64> = example.options.iter().map(|o| score(o, &descent.weights)).collect();
            let top = scores.iter().copied().fold(f64::MIN, f64::max);
            let odds: Vec<f64> = scores.iter().map(|s| (s - top).exp()).collect();
            let all: f64 = odds.iter().sum();
            let good: f64 = odds.iter().zip(&example.options).filter(|(_, o)| o.right).map(|(p, _)| p).sum();
            let mut gradient: Weights = BTreeMap::new();
            for (odd, option) in odds.iter().zip(&example.options) {
                let wanted = if option.right { odd / good } else { 0.0 };
                for (name, value) in &option.features {
                    *gradient.entry(name).or_default() += (odd / all - wanted) * value;
                }
            }
            gradient.into_iter().filter(|(name, _)| *name != "bias").for_each(|(name, g)| descent.step(name, g));
        }
    }
    descent.weights
}

fn confidence(firsts: &[(&Example, Option<&Choice>)]) -> Weights {
    let mut descent = Descent::default();
    for _ in 0..EPOCHS {
        for (example, option) in firsts {
            let Some(option) = option else { continue };
            let sure = logistic(score(option, &descent.weights));
            let truth = f64::from(u8::from(option.right && !example.foreign));
            let weight = if example.foreign { FOREIGN_WEIGHT } else { 1.0 };
            for (name, value) in &option.features {
                descent.step(name, weight * (sure - truth) * value);
            }
        }
    }
    descent.weights
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// How often confidence of each size was right.
fn reliability(firsts: &[(&Example, Option<&Choice>)], weights: &Weights) -> String {
    let mut bins: BTreeMap<usize, (f64, usize, usize)> = BTreeMap::new();
    let mut foreign = (0, 0);
    for (example, option) in firsts {
        let sure = option.map_or(0.0, |o| logistic(score(o, weights)));
        if example.foreign {
            foreign = (foreign.0 + usize::from(sure >= 0.5), foreign.1 + 1);
            continue;
        }
        let bin = bins.entry((sure * 10.0).min(9.0) as usize).or_default();
        *bin = (bin.0 + sure, bin.1 + usize::from(option.is_some_and(|o| o.right)), bin.2 + 1);
    }
    let mut text = String::new();
    for (_, (sum, right, all)) in bins {
        let (mean, share) = (100.0 * sum / all as f64, 100.0 * right as f64 / all as f64);
        let _ = writeln!(text, "confidence {mean:.0} %: {share:.0} % right of {all}");
    }
    let _ = writeln!(text, "foreign questions at 0.5 or more: {} of {}", foreign.0, foreign.1);
    text
}

pub fn write(weights: &Weights, heading: &str) -> String {
    let mut text = format!("# {heading}\n");
    for (name, weight) in weights {
        let _ = writeln!(text, "{name} {weight:.3}");
    }
    text
}

#[cfg(test)]
#[path = "learn_tests.rs"]
mod tests;
