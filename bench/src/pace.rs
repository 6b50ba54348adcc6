//! Times of two things done in turns, and what to print about them.

use std::time::{Duration, Instant};

#[derive(Default)]
pub struct Pace {
    times: Vec<Duration>,
}

impl Pace {
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let since = Instant::now();
        let result = work();
        self.times.push(since.elapsed());
        result
    }

    pub fn add(&mut self, time: Duration) {
        self.times.push(time);
    }

    /// The time that this share of the runs stayed under.
    pub fn quantile(&self, share: f64) -> Duration {
        let mut sorted = self.times.clone();
        sorted.sort();
        let at = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
        sorted.get(at).copied().unwrap_or_default()
    }

    pub fn median(&self) -> Duration {
        self.quantile(0.5)
    }
}

pub fn ratio(ours: Duration, theirs: Duration) -> f64 {
    ours.as_secs_f64() / theirs.as_secs_f64().max(1e-9)
}

pub fn micros(time: Duration) -> String {
    format!("{:.0} µs", time.as_secs_f64() * 1e6)
}

pub fn millis(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
