//! Whether a series moved to another level at some point.
//!
//! The statistic is the largest F over all positions (Andrews' sup-F). Two things make its textbook p-value useless
//! here: it was looked for at every position, and values that follow each other are alike, so even a series that only
//! wanders has a best split that looks convincing. So the p-value is simulated: series without a shift, with the
//! scatter and the lag-1 correlation that this one shows beside its best split, are searched in the same way, and the
//! share of those that do as well is the p-value. The correlation is measured beside the split because a true shift
//! would otherwise pass for correlation, and freed of the bias of having fitted the split, by simulation too.
//!
//! A steady trend has a best split as well. [`change_point`] therefore asks twice: against a level, and against a line
//! (with the line kept beside the shift), and its p-value is the larger one. A shift in the middle of a series shares
//! three quarters of its variance with a line, so this needs a clear shift; `level_p` alone says that the level is not
//! the same throughout, whatever the reason.

use super::random::Random;
use super::residuals::{Curve, dot, lag_one};
use super::{Degenerate, Df, Measure, Summary, TestResult, all_finite, at_least, welch_t};
use serde::Serialize;

const FEWEST_POINTS: u64 = 12;
const MOST_POINTS: usize = 5_000;
/// Neither side of a shift is shorter than this, nor than a tenth of the series: what comes next is an outlier.
const SHORTEST_SIDE: usize = 4;
/// Simulation ends when this many series did as well (Besag and Clifford 1991): a large p-value needs few digits.
const ENOUGH_EXCEEDED: u32 = 20;
const PILOT_SERIES: u32 = 60;
/// Beyond this a short series cannot be told from a random walk.
const MOST_CORRELATION: f64 = 0.95;

/// What the series would be without a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steady {
    Level,
    Trend,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShiftTest {
    /// Its statistic is the largest F.
    #[serde(flatten)]
    pub test: TestResult,
    /// Index of the first value after the shift.
    pub position: usize,
    /// Estimated correlation of neighbours beside trend and shift.
    pub lag_one: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangePoint {
    /// The test against a level with the larger p-value of both tests, and Hedges' g of the two sides as its effect.
    #[serde(flatten)]
    pub test: TestResult,
    /// Index of the first value after the shift.
    pub position: usize,
    pub before: Summary,
    pub after: Summary,
    /// P-value if the series would otherwise have a level.
    pub level_p: f64,
    /// P-value if the series would otherwise have a line.
    pub trend_p: f64,
    pub lag_one: f64,
}

/// A shift in level that neither chance, nor correlated neighbours, nor a steady trend explains. Values at even
/// distances, oldest first; the same seed gives the same p-value.
pub fn change_point(series: &[f64], seed: u64) -> Result<ChangePoint, Degenerate> {
    let level = shift_test(series, Steady::Level, seed)?;
    let trend = shift_test(series, Steady::Trend, seed)?;
    let (before, after) = series.split_at_checked(level.position).ok_or(Degenerate::Malformed)?;
    let (before, after) = Summary::of(before).zip(Summary::of(after)).ok_or(Degenerate::NotFinite)?;
    let (level_p, trend_p) = (level.test.p_value, trend.test.p_value);
    let mut test = TestResult { name: "change_point", p_value: level_p.max(trend_p), ..level.test };
    if let Ok(difference) = welch_t(&after, &before) {
        test = test.with(Measure::HedgesG, difference.hedges_g);
    }
    Ok(ChangePoint { test, position: level.position, before, after, level_p, trend_p, lag_one: level.lag_one })
}

/// Sup-F for one shift in level, against a series that is steady otherwise.
pub fn shift_test(series: &[f64], steady: Steady, seed: u64) -> Result<ShiftTest, Degenerate> {
    all_finite(series)?;
    at_least(FEWEST_POINTS, series.len())?;
    if series.len() > MOST_POINTS {
        return Err(Degenerate::TooMany { most: MOST_POINTS as u64 });
    }
    if Summary::of(series).ok_or(Degenerate::NotFinite)?.is_constant() {
        return Err(Degenerate::NoVariance);
    }
    let (name, degree) = match steady {
        Steady::Level => ("shift_against_level", 0),
        Steady::Trend => ("shift_against_trend", 1),
    };
    let search = Search::new(series.len(), degree);
    let found = search.best(series.to_vec());
    let spread = series.iter().copied().fold(0.0, |most: f64, value| most.max(value.abs()));
    if dot(&found.steady, &found.steady) <= (1e-13 * spread).powi(2) * series.len() as f64 {
        // Exactly a line: there is no noise a shift could be measured by, and no shift.
        return Err(Degenerate::NoVariance);
    }
    let split = search.beside(&found);
    let mut random = Random::new(seed);
    let correlation = search.correlation(&split, &mut random);
    let p_value = search.share_as_good(&split, correlation, found.gain, &mut random);
    let df = series.len() - search.curve.parameters() - 1;
    // A shift without any noise beside it has an infinite F; a float's worth of noise is always there.
    let statistic = df as f64 * found.gain / (1.0 - found.gain).max(f64::EPSILON);
    let test = TestResult::new(name, series.len() as u64, statistic, Some(Df::Two(1.0, df as f64)), p_value)?;
    Ok(ShiftTest { test, position: found.position, lag_one: correlation })
}

/// Looks for the best split of series of one length.
struct Search {
    n: usize,
    curve: Curve,
    /// Squared length of each step once level or line are taken out of it, for steps at `first`, `first + 1`, ...
    lengths: Vec<f64>,
    first: usize,
}

struct Split {
    position: usize,
    /// Share of the squares that the shift takes away.
    gain: f64,
    /// The series less its level or line.
    steady: Vec<f64>,
}

impl Search {
    fn new(n: usize, degree: u32) -> Self {
        let curve = Curve::new(n, degree);
        let first = SHORTEST_SIDE.max(n.div_ceil(10));
        let length = |position: usize| {
            let step = curve.without(step(n, position));
            dot(&step, &step)
        };
        let lengths = (first..=n - first).map(length).collect();
        Self { n, curve, lengths, first }
    }

    fn best(&self, series: Vec<f64>) -> Split {
        let steady = self.curve.without(series);
        let squares = dot(&steady, &steady);
        let mut after: f64 = steady.iter().skip(self.first).sum();
        let (mut position, mut most) = (self.first, 0.0);
        for ((offset, length), next) in self.lengths.iter().enumerate().zip(steady.iter().skip(self.first)) {
            let gain = after * after / length;
            // The first of equal ones, also where rounding prefers a later one.
            if gain > most * (1.0 + 1e-12) {
                (position, most) = (self.first + offset, gain);
            }
            after -= next;
        }
        Split { position, gain: if squares > 0.0 { (most / squares).min(1.0) } else { 0.0 }, steady }
    }

    /// What is left beside the split.
    fn beside(&self, split: &Split) -> Vec<f64> {
        let step = self.curve.without(step(self.n, split.position));
        let height = dot(&step, &split.steady) / dot(&step, &step);
        split.steady.iter().zip(&step).map(|(value, step)| value - height * step).collect()
    }

    /// Lag-1 correlation of the noise: the one that, fitted with a split as here, would on average look like this one.
    fn correlation(&self, noise: &[f64], random: &mut Random) -> f64 {
        let seen = lag_one(noise);
        let mut correlation = seen.clamp(0.0, MOST_CORRELATION);
        for _ in 0..3 {
            let source = Noise::new(noise, correlation);
            let sum: f64 =
                (0..PILOT_SERIES).map(|_| lag_one(&self.beside(&self.best(source.series(self.n, random))))).sum();
            let bias = sum / f64::from(PILOT_SERIES) - correlation;
            correlation = (seen - bias).clamp(0.0, MOST_CORRELATION);
        }
        correlation
    }

    /// Share of steady series whose best split gains as much.
    fn share_as_good(&self, noise: &[f64], correlation: f64, gain: f64, random: &mut Random) -> f64 {
        let source = Noise::new(noise, correlation);
        let rounds = (10_000_000 / self.n).clamp(999, 4_999) as u32;
        let mut exceeded = 0;
        for round in 1..=rounds {
            if self.best(source.series(self.n, random)).gain >= gain {
                exceeded += 1;
            }
            if exceeded == ENOUGH_EXCEEDED {
                return f64::from(exceeded) / f64::from(round);
            }
        }
        f64::from(exceeded + 1) / f64::from(rounds + 1)
    }
}

/// 0 before the position, 1 from it on.
fn step(n: usize, position: usize) -> Vec<f64> {
    (0..n).map(|index| if index < position { 0.0 } else { 1.0 }).collect()
}

/// Noise like that seen: its surprises are drawn again, and each value remembers the one before.
struct Noise {
    surprises: Vec<f64>,
    correlation: f64,
}

impl Noise {
    fn new(seen: &[f64], correlation: f64) -> Self {
        let raw: Vec<f64> =
            seen.iter().zip(seen.iter().skip(1)).map(|(last, next)| next - correlation * last).collect();
        let mean = raw.iter().sum::<f64>() / raw.len() as f64;
        Self { surprises: raw.into_iter().map(|surprise| surprise - mean).collect(), correlation }
    }

    fn series(&self, n: usize, random: &mut Random) -> Vec<f64> {
        // Long enough to forget its start.
        let before = if self.correlation > 0.0 { 40 } else { 0 };
        let mut last = 0.0;
        let mut next = || {
            let surprise = self.surprises.get(random.below(self.surprises.len())).copied().unwrap_or_default();
            last = self.correlation * last + surprise;
            last
        };
        (0..before).for_each(|_| {
            next();
        });
        (0..n).map(|_| next()).collect()
    }
}

#[cfg(test)]
#[path = "change_point_tests.rs"]
mod tests;
