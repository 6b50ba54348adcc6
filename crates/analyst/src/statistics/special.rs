//! Special functions: the gamma function and the regularized incomplete gamma and beta functions.
//!
//! Everything that yields a p-value rests on these, so tails keep their relative precision (about 1e-13) down to the
//! smallest number a float can hold. The usual `exp(a ln x - x - ln_gamma(a))` would not: with a million rows its
//! exponent is a difference of numbers near 1e7, which costs seven digits. The leading factors are therefore densities
//! in Loader's saddle-point form ("Fast and accurate computation of binomial probabilities", 2000).
//!
//! Arguments outside a function's domain give its limit, never NaN.

use std::f64::consts::PI;

const HALF_LN_TWO_PI: f64 = 0.918_938_533_204_672_7;
const EULER: f64 = 0.577_215_664_901_532_9;

/// Series and fractions below need about the square root of their largest parameter; this is enough for 1e11 rows.
const MOST_TERMS: u32 = 2_000_000;

/// zeta(k) - 1 for k = 2, 3, ...
const ZETA_LESS_ONE: [f64; 29] = [
    0.644_934_066_848_226_4,
    0.202_056_903_159_594_3,
    0.082_323_233_711_138_19,
    0.036_927_755_143_369_93,
    0.017_343_061_984_449_14,
    0.008_349_277_381_922_827,
    0.004_077_356_197_944_339,
    0.002_008_392_826_082_214_4,
    9.945_751_278_180_853e-4,
    4.941_886_041_194_645e-4,
    2.460_865_533_080_483e-4,
    1.227_133_475_784_891_5e-4,
    6.124_813_505_870_483e-5,
    3.058_823_630_702_049e-5,
    1.528_225_940_865_187e-5,
    7.637_197_637_899_762e-6,
    3.817_293_264_999_84e-6,
    1.908_212_716_553_939e-6,
    9.539_620_338_727_96e-7,
    4.769_329_867_878_064e-7,
    2.384_505_027_277_33e-7,
    1.192_199_259_653_110_7e-7,
    5.960_818_905_125_948e-8,
    2.980_350_351_465_228e-8,
    1.490_155_482_836_504e-8,
    7.450_711_789_835_429e-9,
    3.725_334_024_788_457e-9,
    1.862_659_723_513_049e-9,
    9.313_274_324_196_682e-10,
];

/// Logarithm of the gamma function for positive `x`; infinite at and below zero.
pub fn ln_gamma(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        f64::INFINITY
    } else if x < 0.5 {
        ln_gamma_from_two(x) - x.ln_1p() - x.ln()
    } else if x < 1.5 {
        // Near 1 both parts vanish together, and each keeps its digits.
        ln_gamma_from_two(x - 1.0) - x.ln()
    } else if x <= 2.5 {
        ln_gamma_from_two(x - 2.0)
    } else {
        let mut raised = x;
        let mut product = 1.0;
        while raised < 15.0 {
            product *= raised;
            raised += 1.0;
        }
        (raised - 0.5) * raised.ln() - raised + HALF_LN_TWO_PI + stirling_series(raised) - product.ln()
    }
}

/// Of `2 + w`, by the Taylor series about 2, where the function is zero: for `w` in -0.5..=0.5.
fn ln_gamma_from_two(w: f64) -> f64 {
    let (sum, _, _) = ZETA_LESS_ONE.iter().fold((w * (1.0 - EULER), -w, 1.0), |(sum, power, k), zeta| {
        let (power, k) = (-w * power, k + 1.0);
        (sum + zeta * power / k, power, k)
    });
    sum
}

/// What Stirling's formula leaves out, for `x` of at least 15.
fn stirling_series(x: f64) -> f64 {
    let square = x * x;
    let tail = 1.0 / 1680.0 - (1.0 / 1188.0 - (691.0 / 360_360.0 - 1.0 / (156.0 * square)) / square) / square;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - tail / square) / square) / square) / x
}

/// ln(x!) less Stirling's formula.
fn stirling_error(x: f64) -> f64 {
    if x >= 15.0 { stirling_series(x) } else { ln_gamma(x + 1.0) - (x + 0.5) * x.ln() + x - HALF_LN_TWO_PI }
}

/// `x ln(x / mean) + mean - x`, also where the two are close.
fn deviance(x: f64, mean: f64) -> f64 {
    if (x - mean).abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let v = (x - mean) / (x + mean);
    let mut sum = (x - mean) * v;
    let mut term = 2.0 * x * v;
    for j in 1..1000 {
        term *= v * v;
        let next = sum + term / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// `mean^x e^-mean / x!` for real x.
fn poisson_density(x: f64, mean: f64) -> f64 {
    (-stirling_error(x) - deviance(x, mean)).exp() / (2.0 * PI * x).sqrt()
}

/// Chance of `hits` and `misses` where a hit has chance `p` and a miss `q = 1 - p`; for real counts too.
pub(super) fn binomial_density(hits: f64, misses: f64, p: f64, q: f64) -> f64 {
    let n = hits + misses;
    if hits <= 0.0 {
        return power(q, misses, p);
    }
    if misses <= 0.0 {
        return power(p, hits, q);
    }
    let exponent = stirling_error(n)
        - stirling_error(hits)
        - stirling_error(misses)
        - deviance(hits, n * p)
        - deviance(misses, n * q);
    exponent.exp() * (n / (2.0 * PI * hits * misses)).sqrt()
}

/// `base^exponent`, where `1 - base` is known better than `base`.
fn power(base: f64, exponent: f64, complement: f64) -> f64 {
    if complement < 0.1 { (exponent * (-complement).ln_1p()).exp() } else { (exponent * base.ln()).exp() }
}

/// P(a, x), the regularized lower incomplete gamma function.
pub fn gamma_lower(a: f64, x: f64) -> f64 {
    gamma_both(a, x).0
}

/// Q(a, x) = 1 - P(a, x), exact in the upper tail.
pub fn gamma_upper(a: f64, x: f64) -> f64 {
    gamma_both(a, x).1
}

fn gamma_both(a: f64, x: f64) -> (f64, f64) {
    if x.is_nan() || a.is_nan() || x <= 0.0 {
        return (0.0, 1.0);
    }
    if a <= 0.0 || x.is_infinite() {
        return (1.0, 0.0);
    }
    let density = poisson_density(a, x);
    if x < a + 1.0 {
        let lower = (density * gamma_series(a, x)).min(1.0);
        (lower, 1.0 - lower)
    } else {
        let upper = (density * a / gamma_fraction(a, x)).min(1.0);
        (1.0 - upper, upper)
    }
}

fn gamma_series(a: f64, x: f64) -> f64 {
    let (mut sum, mut term, mut divisor) = (1.0, 1.0, a);
    for _ in 0..MOST_TERMS {
        divisor += 1.0;
        term *= x / divisor;
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

fn gamma_fraction(a: f64, x: f64) -> f64 {
    let mut m = 0.0;
    continued_fraction(x + 1.0 - a, || {
        m += 1.0;
        (m * (a - m), x + 2.0 * m + 1.0 - a)
    })
}

/// I_x(a, b), the regularized incomplete beta function.
pub fn beta_lower(a: f64, b: f64, x: f64) -> f64 {
    beta_split(a, b, x, 1.0 - x)
}

/// I_x(a, b) where `y = 1 - x` is known better than the difference would be.
pub(super) fn beta_split(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let known = a > 0.0 && b > 0.0 && x > 0.0;
    if !known {
        0.0
    } else if y <= 0.0 {
        1.0
    } else if x <= (a + 1.0) / (a + b + 2.0) {
        beta_tail(a, b, x, y)
    } else {
        1.0 - beta_tail(b, a, y, x)
    }
}

/// For `x` below the mean, where the fraction of DiDonato and Morris (1992) converges fast.
fn beta_tail(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let mut m = 0.0;
    let level = |m: f64| (a + m) * (a * y - b * x + 1.0 + m * (1.0 + y)) / (a + 2.0 * m + 1.0);
    let fraction = continued_fraction(level(0.0), || {
        m += 1.0;
        let step = a + 2.0 * m - 1.0;
        let numerator = (a + m - 1.0) / step * ((a + b + m - 1.0) / step) * m * (b - m) * x * x;
        (numerator, m + m * (b - m) * x / step + level(m))
    });
    (binomial_density(a, b, x, y) * (a * b / (a + b)) / fraction).min(1.0)
}

/// `first + n1 / (d1 + n2 / (d2 + ...))` by Lentz's method, for the pairs that `next` gives.
fn continued_fraction(first: f64, mut next: impl FnMut() -> (f64, f64)) -> f64 {
    const TINY: f64 = 1e-290;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut value = away(first);
    let (mut c, mut d) = (value, 0.0);
    for _ in 0..MOST_TERMS {
        let (numerator, denominator) = next();
        d = 1.0 / away(denominator + numerator * d);
        c = away(denominator + numerator / c);
        let change = c * d;
        value *= change;
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    value
}

#[cfg(test)]
#[path = "special_tests.rs"]
mod tests;
