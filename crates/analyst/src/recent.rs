//! The last few results of something that takes a while and always gives the same for the same: bounded, and forgotten
//! with whatever else it depends on.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So few that looking through them is quicker than anything cleverer.
const MOST: usize = 64;

pub struct Recent<K, V>(Mutex<VecDeque<(K, V)>>);

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K, V: Clone> Recent<K, V> {
    pub fn find(&self, is_it: impl Fn(&K) -> bool) -> Option<V> {
        self.lock().iter().find(|(key, _)| is_it(key)).map(|(_, value)| value.clone())
    }

    /// The oldest makes room.
    pub fn keep(&self, key: K, value: V) {
        let mut kept = self.lock();
        kept.truncate(MOST - 1);
        kept.push_front((key, value));
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(K, V)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
