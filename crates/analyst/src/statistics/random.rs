//! A small random generator (SplitMix64): the same seed gives the same p-value on every machine, for good.

pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Below `end`; the bias is below 2^-32 for what fits into memory.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }
}

/// What simulations in tests draw from.
#[cfg(test)]
impl Random {
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (2.0 * std::f64::consts::PI * self.uniform()).cos()
    }

    /// Noise whose neighbours correlate by `rho`.
    pub fn series(&mut self, n: usize, rho: f64) -> Vec<f64> {
        let mut last = self.normal();
        let fresh = (1.0 - rho * rho).sqrt();
        (0..n)
            .map(|_| {
                last = rho * last + fresh * self.normal();
                last
            })
            .collect()
    }
}

#[cfg(test)]
#[path = "random_tests.rs"]
mod tests;
