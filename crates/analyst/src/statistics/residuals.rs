//! What is left of a series once its level, slope or curve is taken out, and how neighbours in it go together.

/// Orthonormal columns of a polynomial over evenly spaced points: taking them out one after the other is a regression.
pub(super) struct Curve {
    columns: Vec<Vec<f64>>,
}

impl Curve {
    /// Degree 0 is a level, 1 a line, 2 a parabola.
    pub fn new(n: usize, degree: u32) -> Self {
        let mut curve = Self { columns: vec![] };
        let half = (n as f64 - 1.0) / 2.0;
        for power in 0..=degree {
            // Centered and scaled to -1..=1, where powers stay apart.
            let raw = (0..n).map(|index| ((index as f64 - half) / half.max(1.0)).powi(power as i32)).collect();
            let mut column = curve.without(raw);
            let length = dot(&column, &column).sqrt();
            column.iter_mut().for_each(|value| *value /= length);
            curve.columns.push(column);
        }
        curve
    }

    /// The series less its least-squares fit.
    pub fn without(&self, mut series: Vec<f64>) -> Vec<f64> {
        for column in &self.columns {
            let share = dot(column, &series);
            series.iter_mut().zip(column).for_each(|(value, part)| *value -= share * part);
        }
        series
    }

    pub fn parameters(&self) -> usize {
        self.columns.len()
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Lag-1 autocorrelation of values about zero; zero where nothing varies.
pub(super) fn lag_one(values: &[f64]) -> f64 {
    let squares = dot(values, values);
    let products: f64 = values.iter().zip(values.iter().skip(1)).map(|(a, b)| a * b).sum();
    if squares > 0.0 { products / squares } else { 0.0 }
}

#[cfg(test)]
#[path = "residuals_tests.rs"]
mod tests;
