//! P-values for someone who asked many questions at once. The order of the input is kept.

/// Holm: the chance of even one false finding among all stays below alpha.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let m = p_values.len();
    stepwise(p_values, ascending(p_values), |place, p| p * (m - place) as f64, f64::max, 0.0)
}

/// Benjamini and Hochberg: the expected share of false findings among those reported stays below alpha.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let m = p_values.len();
    let mut order = ascending(p_values);
    order.reverse();
    stepwise(p_values, order, |place, p| p * m as f64 / (m - place) as f64, f64::min, 1.0)
}

fn ascending(p_values: &[f64]) -> Vec<(usize, f64)> {
    let mut order: Vec<(usize, f64)> = p_values.iter().map(|p| sound(*p)).enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    order
}

/// What is not a probability proves nothing.
fn sound(p: f64) -> f64 {
    if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }
}

/// Scales each p-value by its place, and lets none overtake the one before it.
fn stepwise(
    p_values: &[f64],
    order: Vec<(usize, f64)>,
    scaled: impl Fn(usize, f64) -> f64,
    monotone: impl Fn(f64, f64) -> f64,
    start: f64,
) -> Vec<f64> {
    let mut adjusted = vec![1.0; p_values.len()];
    let mut last = start;
    for (place, (index, p)) in order.into_iter().enumerate() {
        last = monotone(last, scaled(place, p).min(1.0));
        if let Some(slot) = adjusted.get_mut(index) {
            *slot = last;
        }
    }
    adjusted
}

#[cfg(test)]
#[path = "adjust_tests.rs"]
mod tests;
