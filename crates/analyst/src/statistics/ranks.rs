//! Ranks with ties.

/// 1 for the smallest; equal values share the mean of their places.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut ranks = vec![0.0; values.len()];
    let mut place = 0;
    for run in order(values).chunk_by(|a, b| a.1 == b.1) {
        let shared = place as f64 + (run.len() as f64 + 1.0) / 2.0;
        for (index, _) in run {
            if let Some(rank) = ranks.get_mut(*index) {
                *rank = shared;
            }
        }
        place += run.len();
    }
    ranks
}

/// How often each value that occurs, occurs.
pub(super) fn tie_sizes(values: &[f64]) -> Vec<f64> {
    order(values).chunk_by(|a, b| a.1 == b.1).map(|run| run.len() as f64).collect()
}

/// Sum of t³ - t over groups of equal values: what ties take from the variance of ranks.
pub(super) fn tie_term(values: &[f64]) -> f64 {
    tie_sizes(values).iter().map(|size| size.powi(3) - size).sum()
}

fn order(values: &[f64]) -> Vec<(usize, f64)> {
    // Adding zero makes -0 equal to 0 for the sort too.
    let mut order: Vec<(usize, f64)> = values.iter().map(|value| value + 0.0).enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    order
}

#[cfg(test)]
#[path = "ranks_tests.rs"]
mod tests;
