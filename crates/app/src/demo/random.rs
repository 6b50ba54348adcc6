//! A small random source with a fixed seed: the demo is the same on every machine and on every day.
//!
//! Only whole-number arithmetic and exact float operations, so no platform's maths library can change a row.

/// SplitMix64: tiny, well spread, and good enough for data that nobody bets on.
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `end`; 0 when `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 1) as usize % end.max(1)
    }

    /// A whole number from `low` to `high`, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(1) as usize) as i32
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of a few; `None` only when there is nothing to pick from.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.below(choices.len()))
    }

    /// One of a few with unequal weights; `None` only when there is nothing to pick from.
    pub fn weighted<'a, T>(&mut self, choices: &'a [(T, u32)]) -> Option<&'a T> {
        let total: usize = choices.iter().map(|(_, weight)| *weight as usize).sum();
        let mut left = self.below(total);
        for (choice, weight) in choices {
            match left.checked_sub(*weight as usize) {
                Some(rest) => left = rest,
                None => return Some(choice),
            }
        }
        None
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
