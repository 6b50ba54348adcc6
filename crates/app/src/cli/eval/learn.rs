//! Learns the linguist's weights from a question set: which of its candidates is right, and how sure to be of the first.
//!
//! Ranking is a log-linear model over the statements of each question, where a statement that several readings lead to
//! counts as its best one; confidence a logistic one over the first candidate, with questions asked of a wrong database
//! among the examples, where nothing is right. Both are fitted with AdaGrad in a fixed order from the weights believed
//! before, and nothing here or in the candidates depends on the weights in use: the same questions give the same
//! weights. Folds are by database.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use vouch_linguist::Considered;

/// One candidate: what speaks for it, and whether its rows are right.
pub struct Choice {
    /// Candidates with equal numbers are the same statement, read in other ways.
    pub statement: usize,
    pub features: Vec<(&'static str, f64)>,
    pub right: bool,
}

/// The first candidate of a question by weights that never saw its database.
pub struct First {
    pub database: String,
    pub foreign: bool,
    pub right: bool,
    pub features: Vec<(&'static str, f64)>,
}

/// The candidates of one question.
pub struct Example {
    pub id: usize,
    pub database: String,
    /// Asked of a database it is not about.
    pub foreign: bool,
    /// The first candidate by the weights in use is right.
    pub today: bool,
    pub options: Vec<Choice>,
}

/// A question with all its candidates; `right` runs a statement and says whether its rows are right.
pub fn example(
    id: usize,
    database: &str,
    foreign: bool,
    mut considered: Vec<Considered>,
    right: impl Fn(&str) -> bool,
) -> Example {
    let today = considered.first().is_some_and(|one| right(&one.sql));
    // In an order of their own: they come in that of the weights in use, and sums depend on the order.
    considered.sort_by(|a, b| a.sql.cmp(&b.sql).then_with(|| order(&a.features, &b.features)));
    let mut statements: HashMap<String, (usize, bool)> = HashMap::new();
    let choice = |one: Considered| {
        let next = statements.len();
        let (statement, right) = match statements.get(&one.sql) {
            Some(known) => *known,
            None => *statements.entry(one.sql.clone()).or_insert((next, right(&one.sql))),
        };
        Choice { statement, features: one.features, right }
    };
    let options = considered.into_iter().map(choice).collect();
    Example { id, database: database.to_owned(), foreign, today, options }
}

/// Any fixed order of candidates with the same statement.
fn order(a: &[(&'static str, f64)], b: &[(&'static str, f64)]) -> Ordering {
    let each = a.iter().zip(b).map(|((a, x), (b, y))| a.cmp(b).then(x.total_cmp(y)));
    each.fold(Ordering::Equal, Ordering::then).then(a.len().cmp(&b.len()))
}

pub type Weights = BTreeMap<&'static str, f64>;

const FOLDS: usize = 5;
/// Times that learning is repeated without some of the databases.
const BAGS: usize = 4;
const EPOCHS: usize = 30;
const RATE: f64 = 0.1;
/// Strength of the pull towards what was believed before, over one pass through the questions.
const SHRINK: f64 = 30.0;
/// Questions are taken in steps of this many, so that those of one database are spread over a pass.
const STRIDE: usize = 1_009;

/// A weight that changes no order.
const NEGLIGIBLE: f64 = 0.01;

pub struct Learned {
    pub ranking: Weights,
    pub confidence: Weights,
    pub firsts: Vec<First>,
    pub report: String,
    /// A line each: how many first candidates are right by weights that never saw the database, of how many questions.
    pub databases: String,
}

/// `prior`: what is believed of the order of candidates before any question is seen.
/// `fixed`: those of them that stay as they are.
pub fn learn(mut examples: Vec<Example>, prior: &Weights, fixed: &[&str]) -> Learned {
    examples.sort_by_key(|example| (example.foreign, example.id));
    let names = Names::new(&examples, prior);
    let examples: Vec<Asked> = examples.iter().map(|e| names.asked(e)).collect();
    let prior = Prior { weights: names.dense(prior), fixed: names.list.iter().map(|n| fixed.contains(n)).collect() };
    let own: Vec<&Asked> = examples.iter().filter(|e| !e.foreign).collect();
    let databases: BTreeSet<&str> = examples.iter().map(|e| e.database).collect();
    let fold: BTreeMap<&str, usize> = databases.iter().enumerate().map(|(i, name)| (*name, i % FOLDS)).collect();
    let of = |e: &Asked| fold.get(e.database).copied().unwrap_or(0);
    let mut report = String::new();
    let share = |n: usize| 100.0 * n as f64 / own.len().max(1) as f64;
    let reachable = own.iter().filter(|e| e.options.iter().any(|o| o.right)).count();
    let first = own.iter().filter(|e| e.today).count();
    let _ = writeln!(report, "{} questions, {} databases", own.len(), databases.len());
    let _ = writeln!(report, "first candidate right today: {:.1} %", share(first));
    let _ = writeln!(report, "some candidate right: {:.1} %", share(reachable));
    let mut right = 0;
    // The first candidate of each question by weights that never saw its database.
    let mut firsts: Vec<(&Asked, Option<&Taken>)> = Vec::new();
    for at in 0..FOLDS {
        let seen: Vec<&Asked> = own.iter().copied().filter(|e| of(e) != at).collect();
        let weights = bagged(&seen, &prior);
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
    let learned = bagged(&own, &prior);
    let fitted = own.iter().filter(|e| best(e, &learned).is_some_and(|o| o.right)).count();
    let _ = writeln!(report, "first candidate right by weights that saw all of them: {:.1} %", share(fitted));
    let confidence = confidence(&firsts, names.list.len());
    let _ = write!(report, "{}", reliability(&firsts, &confidence));
    let mut by_database: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (example, best) in firsts.iter().filter(|(example, _)| !example.foreign) {
        let (right, asked) = by_database.entry(example.database).or_default();
        *right += usize::from(best.is_some_and(|o| o.right));
        *asked += 1;
    }
    let line = |(name, (right, asked)): (&str, (usize, usize))| format!("{name} {right} {asked}\n");
    let databases = by_database.into_iter().map(line).collect();
    let firsts = firsts.into_iter().filter_map(|(example, best)| Some(names.first(example, best?))).collect();
    Learned { ranking: names.sparse(&learned), confidence: names.sparse(&confidence), firsts, report, databases }
}

/// Features by number.
struct Names {
    list: Vec<&'static str>,
    at: HashMap<&'static str, u32>,
}

/// What is believed before, by number.
struct Prior {
    weights: Vec<f64>,
    fixed: Vec<bool>,
}

struct Taken {
    statement: usize,
    features: Vec<(u32, f64)>,
    right: bool,
}

struct Asked<'a> {
    database: &'a str,
    foreign: bool,
    today: bool,
    options: Vec<Taken>,
}

impl Names {
    fn new(examples: &[Example], prior: &Weights) -> Self {
        let seen = examples.iter().flat_map(|e| &e.options).flat_map(|o| &o.features).map(|(name, _)| *name);
        let all: BTreeSet<&'static str> = seen.chain(prior.keys().copied()).collect();
        let list: Vec<&'static str> = all.into_iter().collect();
        let at = list.iter().zip(0..).map(|(name, i)| (*name, i)).collect();
        Self { list, at }
    }

    fn asked<'a>(&self, example: &'a Example) -> Asked<'a> {
        let numbered = |(name, value): &(&'static str, f64)| Some((*self.at.get(name)?, *value));
        let option = |o: &Choice| Taken {
            statement: o.statement,
            features: o.features.iter().filter(|(_, value)| *value != 0.0).filter_map(numbered).collect(),
            right: o.right,
        };
        let options = example.options.iter().map(option).collect();
        Asked { database: &example.database, foreign: example.foreign, today: example.today, options }
    }

    fn first(&self, example: &Asked<'_>, best: &Taken) -> First {
        let named = |(at, value): &(u32, f64)| Some((*self.list.get(*at as usize)?, *value));
        First {
            database: example.database.to_owned(),
            foreign: example.foreign,
            right: best.right && !example.foreign,
            features: best.features.iter().filter_map(named).collect(),
        }
    }

    fn dense(&self, weights: &Weights) -> Vec<f64> {
        self.list.iter().map(|name| weights.get(name).copied().unwrap_or(0.0)).collect()
    }

    /// Weights too small to matter are left out.
    fn sparse(&self, weights: &[f64]) -> Weights {
        let all = self.list.iter().copied().zip(weights.iter().copied());
        all.filter(|(_, weight)| weight.abs() >= NEGLIGIBLE).collect()
    }
}

fn score(option: &Taken, weights: &[f64]) -> f64 {
    option.features.iter().map(|(at, value)| weights.get(*at as usize).copied().unwrap_or(0.0) * value).sum()
}

fn best<'a>(example: &'a Asked<'_>, weights: &[f64]) -> Option<&'a Taken> {
    example.options.iter().rev().max_by(|a, b| score(a, weights).total_cmp(&score(b, weights)))
}

/// Steps whose size falls with what was moved before, and a pull towards where they began.
struct Descent {
    weights: Vec<f64>,
    prior: Vec<f64>,
    moved: Vec<f64>,
    pull: Vec<f64>,
}

impl Descent {
    /// A feature that is seen often is pulled a little each time, a rare one more: over a pass it is the same.
    fn new(prior: &[f64], seen: &[usize]) -> Self {
        let pull = seen.iter().map(|n| SHRINK / (*n).max(1) as f64).map(|p| p.min(0.5));
        Self { weights: prior.to_vec(), prior: prior.to_vec(), moved: vec![1e-6; prior.len()], pull: pull.collect() }
    }

    fn step(&mut self, at: u32, gradient: f64) {
        let at = at as usize;
        let (Some(weight), Some(prior), Some(moved), Some(pull)) =
            (self.weights.get_mut(at), self.prior.get(at), self.moved.get_mut(at), self.pull.get(at))
        else {
            return;
        };
        let gradient = gradient + pull * (*weight - prior);
        *moved += gradient * gradient;
        *weight -= RATE * gradient / moved.sqrt();
    }
}

/// The numbers below `n`, each once, far apart from one to the next.
fn spread(n: usize) -> impl Iterator<Item = usize> {
    let prime = if n.is_multiple_of(STRIDE) { STRIDE + 2 } else { STRIDE };
    (0..n).map(move |i| i * prime % n.max(1))
}

/// How many examples have a feature.
fn seen<'a>(width: usize, examples: impl Iterator<Item = Vec<&'a Taken>>) -> Vec<usize> {
    let mut seen = vec![0; width];
    for options in examples {
        let features: BTreeSet<u32> = options.iter().flat_map(|o| &o.features).map(|(at, _)| *at).collect();
        for at in features {
            if let Some(n) = seen.get_mut(at as usize) {
                *n += 1;
            }
        }
    }
    seen
}

/// The mean of what is learned without a quarter of the databases, another quarter each time: what only a few of them teach weighs
/// less then, and weights that are as good on these databases differ less on others.
fn bagged(examples: &[&Asked<'_>], prior: &Prior) -> Vec<f64> {
    let databases: BTreeSet<&str> = examples.iter().map(|e| e.database).collect();
    let place: BTreeMap<&str, usize> = databases.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    let mut mean = vec![0.0; prior.weights.len()];
    for bag in 0..BAGS {
        let left_out = |e: &Asked| place.get(e.database).is_some_and(|i| i % BAGS == bag);
        let seen: Vec<&Asked> = examples.iter().copied().filter(|e| !left_out(e)).collect();
        let learned = ranking(&seen, prior);
        mean.iter_mut().zip(&learned).for_each(|(sum, weight)| *sum += weight / BAGS as f64);
    }
    mean
}

fn ranking(examples: &[&Asked<'_>], prior: &Prior) -> Vec<f64> {
    let (prior, fixed) = (prior.weights.as_slice(), prior.fixed.as_slice());
    let useful = |e: &&&Asked| e.options.iter().any(|o| o.right) && e.options.iter().any(|o| !o.right);
    let examples: Vec<&&Asked> = examples.iter().filter(useful).collect();
    let seen = seen(prior.len(), examples.iter().map(|e| e.options.iter().collect()));
    let mut descent = Descent::new(prior, &seen);
    // The mean of the later passes: the last steps of any pass lean towards its last questions.
    let mut mean = vec![0.0; prior.len()];
    let mut gradient = vec![0.0; prior.len()];
    for epoch in 0..EPOCHS {
        for example in spread(examples.len()).filter_map(|i| examples.get(i)) {
            let chosen = statements(example, &descent.weights);
            let top = chosen.iter().map(|(s, _)| *s).fold(f64::MIN, f64::max);
            let odds: Vec<f64> = chosen.iter().map(|(s, _)| (s - top).exp()).collect();
            let all: f64 = odds.iter().sum();
            let good: f64 = odds.iter().zip(&chosen).filter(|(_, (_, o))| o.right).map(|(p, _)| p).sum();
            for (odd, (_, option)) in odds.iter().zip(&chosen) {
                let wanted = if option.right { odd / good } else { 0.0 };
                for (at, value) in &option.features {
                    if let Some(sum) = gradient.get_mut(*at as usize) {
                        *sum += (odd / all - wanted) * value;
                    }
                }
            }
            for (at, _) in chosen.iter().flat_map(|(_, option)| &option.features) {
                let sum = gradient.get_mut(*at as usize).map(std::mem::take).unwrap_or_default();
                // What all candidates share ranks nothing.
                if sum.abs() > 1e-12 && fixed.get(*at as usize) != Some(&true) {
                    descent.step(*at, sum);
                }
            }
        }
        if epoch >= EPOCHS / 2 {
            mean.iter_mut().zip(&descent.weights).for_each(|(sum, weight)| *sum += weight);
        }
    }
    mean.iter().map(|sum| sum / (EPOCHS - EPOCHS / 2) as f64).collect()
}

/// Each statement of a question once, by its best reading.
fn statements<'a>(example: &'a Asked<'_>, weights: &[f64]) -> Vec<(f64, &'a Taken)> {
    let mut best: Vec<Option<(f64, &Taken)>> = Vec::new();
    for option in &example.options {
        let score = score(option, weights);
        best.resize(best.len().max(option.statement + 1), None);
        if let Some(entry) = best.get_mut(option.statement).filter(|e| e.is_none_or(|(known, _)| score > known)) {
            *entry = Some((score, option));
        }
    }
    best.into_iter().flatten().collect()
}

fn confidence(firsts: &[(&Asked<'_>, Option<&Taken>)], width: usize) -> Vec<f64> {
    let seen = seen(width, firsts.iter().map(|(_, o)| o.iter().copied().collect()));
    let mut descent = Descent::new(&vec![0.0; width], &seen);
    for _ in 0..EPOCHS {
        for (example, option) in spread(firsts.len()).filter_map(|i| firsts.get(i)) {
            let Some(option) = option else { continue };
            let sure = logistic(score(option, &descent.weights));
            let truth = f64::from(u8::from(option.right && !example.foreign));
            option.features.iter().for_each(|(at, value)| descent.step(*at, (sure - truth) * value));
        }
    }
    descent.weights
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// How often confidence of each size was right.
fn reliability(firsts: &[(&Asked<'_>, Option<&Taken>)], weights: &[f64]) -> String {
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
