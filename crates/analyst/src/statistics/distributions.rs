//! Upper tails of the distributions that tests refer to. Each is computed as a tail, never as one minus the rest.

use super::special::{beta_split, gamma_upper};

/// P(Z > z) of the standard normal distribution.
pub fn normal_sf(z: f64) -> f64 {
    if z.is_nan() {
        return 1.0;
    }
    let tail = 0.5 * gamma_upper(0.5, 0.5 * z * z);
    if z < 0.0 { 1.0 - tail } else { tail }
}

/// P(|Z| > |z|).
pub fn normal_two_sided(z: f64) -> f64 {
    gamma_upper(0.5, 0.5 * z * z)
}

/// P(T > t) of Student's t distribution.
pub fn t_sf(t: f64, df: f64) -> f64 {
    let tail = 0.5 * t_two_sided(t, df);
    if t < 0.0 { 1.0 - tail } else { tail }
}

/// P(|T| > |t|).
pub fn t_two_sided(t: f64, df: f64) -> f64 {
    if t.is_nan() || df.is_nan() || df <= 0.0 {
        return 1.0;
    }
    let (x, y) = split(df, t * t);
    beta_split(0.5 * df, 0.5, x, y)
}

/// P(F > f) of the F distribution.
pub fn f_sf(f: f64, df1: f64, df2: f64) -> f64 {
    let known = f > 0.0 && df1 > 0.0 && df2 > 0.0;
    if !known {
        return 1.0;
    }
    let (x, y) = split(df2, df1 * f);
    beta_split(0.5 * df2, 0.5 * df1, x, y)
}

/// P(X > x) of the chi-square distribution.
pub fn chi2_sf(x: f64, df: f64) -> f64 {
    gamma_upper(0.5 * df, 0.5 * x)
}

/// `a / (a + b)` and `b / (a + b)`, for a `b` that may be infinite.
fn split(a: f64, b: f64) -> (f64, f64) {
    if b > a {
        let ratio = a / b;
        (ratio / (1.0 + ratio), 1.0 / (1.0 + ratio))
    } else {
        let ratio = b / a;
        (1.0 / (1.0 + ratio), ratio / (1.0 + ratio))
    }
}

#[cfg(test)]
#[path = "distributions_tests.rs"]
mod tests;
