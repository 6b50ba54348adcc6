//! Rate limits of this process. They need not survive it: a window is minutes long, a restart is rare, and a write to the
//! disk for every request that is refused would be a way to wear it out.

use crate::Take;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Buckets below this number are not worth sweeping.
const FEW_BUCKETS: usize = 1_024;

pub struct Limits {
    buckets: Mutex<Buckets>,
}

struct Buckets {
    of: HashMap<String, Bucket>,
    /// With so many buckets the idle ones are thrown out, so there are never more than twice those in use.
    sweep_at: usize,
}

/// The goes of one bucket within its window, oldest first: never more than its limit.
struct Bucket {
    goes: VecDeque<Instant>,
    window: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { buckets: Mutex::new(Buckets { of: HashMap::new(), sweep_at: FEW_BUCKETS }) }
    }
}

impl Limits {
    pub fn take(&self, bucket: &str, limit: u32, window: Duration, now: Instant) -> Take {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.of.len() >= buckets.sweep_at {
            buckets.sweep(now);
        }
        let found = buckets.of.entry(bucket.to_owned()).or_insert_with(|| Bucket { goes: VecDeque::new(), window });
        found.window = window;
        found.take(usize::try_from(limit).unwrap_or(usize::MAX), now)
    }
}

impl Buckets {
    fn sweep(&mut self, now: Instant) {
        self.of.retain(|_, bucket| bucket.goes.back().is_some_and(|last| now.duration_since(*last) < bucket.window));
        self.sweep_at = FEW_BUCKETS.max(self.of.len() * 2);
    }
}

impl Bucket {
    fn take(&mut self, limit: usize, now: Instant) -> Take {
        while self.goes.front().is_some_and(|first| now.duration_since(*first) >= self.window) {
            self.goes.pop_front();
        }
        if self.goes.len() < limit {
            self.goes.push_back(now);
            return Take::Granted;
        }
        // The one that must leave the window before there is room; with a limit of none there never is.
        let blocking = self.goes.len().checked_sub(limit).and_then(|index| self.goes.get(index));
        Take::Wait(blocking.map_or(self.window, |go| self.window.saturating_sub(now.duration_since(*go))))
    }
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
