//! Whether counts differ more than chance: proportions and contingency tables.

use super::distributions::{chi2_sf, normal_two_sided};
use super::special::binomial_density;
use super::{Degenerate, Df, Measure, TestResult};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proportions {
    /// With Cohen's h as its effect.
    #[serde(flatten)]
    pub test: TestResult,
    pub first: f64,
    pub second: f64,
    /// Fewer than five hits or misses are expected in a group: better [`fisher_exact`].
    pub small_expected: bool,
}

/// Two-proportion z test with the pooled standard error: hits of totals.
pub fn two_proportions(first: (u64, u64), second: (u64, u64)) -> Result<Proportions, Degenerate> {
    if first.0 > first.1 || second.0 > second.1 {
        return Err(Degenerate::Malformed);
    }
    if first.1 == 0 || second.1 == 0 {
        return Err(Degenerate::TooFew { need: 1 });
    }
    let share = |(hits, total): (u64, u64)| hits as f64 / total as f64;
    let all = (first.0 + second.0, first.1 + second.1);
    if all.0 == 0 || all.0 == all.1 {
        return Err(Degenerate::NoVariance);
    }
    let (p, q) = (share(all), share((all.1 - all.0, all.1)));
    let (n1, n2) = (first.1 as f64, second.1 as f64);
    let z = (share(first) - share(second)) / (p * q * (1.0 / n1 + 1.0 / n2)).sqrt();
    let angle = |part: f64| 2.0 * part.sqrt().asin();
    let test = TestResult::new("two_proportions", all.1, z, None, normal_two_sided(z))?;
    Ok(Proportions {
        test: test.with(Measure::CohensH, angle(share(first)) - angle(share(second))),
        first: share(first),
        second: share(second),
        small_expected: n1.min(n2) * p.min(q) < 5.0,
    })
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contingency {
    /// With Cramér's V as its effect.
    #[serde(flatten)]
    pub test: TestResult,
    pub cramers_v: f64,
    /// Less what chance gives a large table (Bergsma 2013).
    pub cramers_v_corrected: f64,
    pub min_expected: f64,
    /// Cochran's rule: an expected count below 1, or more than a fifth of them below 5. Then the p-value is rough.
    pub small_expected: bool,
}

/// Pearson's chi-square test of rows against columns; with Yates' correction for two by two, as SciPy. Rows and
/// columns without a count are left out.
pub fn contingency(table: &[Vec<u64>]) -> Result<Contingency, Degenerate> {
    let table = Margins::of(table)?;
    let (rows, columns) = (table.rows.len() as f64, table.columns.len() as f64);
    let df = (rows - 1.0) * (columns - 1.0);
    let phi_squared = table.chi_square(0.0) / table.n;
    let statistic = if df == 1.0 { table.chi_square(0.5) } else { phi_squared * table.n };
    let smaller = rows.min(columns);
    let cramers_v = (phi_squared / (smaller - 1.0)).sqrt().min(1.0);
    let expected: Vec<f64> = table.cells().map(|(_, expected)| expected).collect();
    let min_expected = expected.iter().copied().fold(f64::INFINITY, f64::min);
    let few = expected.iter().filter(|expected| **expected < 5.0).count() as f64;
    let test = TestResult::new("chi_square", table.n as u64, statistic, Some(Df::One(df)), chi2_sf(statistic, df))?;
    Ok(Contingency {
        test: test.with(Measure::CramersV { smaller_side: smaller as usize }, cramers_v),
        cramers_v,
        cramers_v_corrected: corrected_v(phi_squared, rows, columns, table.n),
        min_expected,
        small_expected: min_expected < 1.0 || few > 0.2 * expected.len() as f64,
    })
}

/// Like [`contingency`], but a two by two table with small counts is judged by Fisher's exact test.
pub fn association(table: &[Vec<u64>]) -> Result<Contingency, Degenerate> {
    let mut result = contingency(table)?;
    if let (true, Some(two_by_two)) = (result.small_expected, Margins::of(table)?.two_by_two()) {
        result.test = TestResult { effect: result.test.effect, ..fisher_exact(two_by_two)?.test };
    }
    Ok(result)
}

fn corrected_v(phi_squared: f64, rows: f64, columns: f64, n: f64) -> f64 {
    if n < 2.0 {
        return 0.0;
    }
    let beyond_chance = phi_squared - (rows - 1.0) * (columns - 1.0) / (n - 1.0);
    let shrunk = |side: f64| side - (side - 1.0).powi(2) / (n - 1.0);
    let smaller = shrunk(rows).min(shrunk(columns)) - 1.0;
    // The root would make eight digits of what is only rounding.
    let some = beyond_chance > 1e-12 * phi_squared && smaller > 1e-12;
    if some { (beyond_chance / smaller).sqrt().min(1.0) } else { 0.0 }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fisher {
    /// Its statistic is the count in the first cell.
    #[serde(flatten)]
    pub test: TestResult,
    /// Of the sample; none where a cell of the other diagonal is zero.
    pub odds_ratio: Option<f64>,
}

/// Fisher's exact test, two-sided: all tables with these margins that are no likelier than the one at hand.
pub fn fisher_exact([[a, b], [c, d]]: [[u64; 2]; 2]) -> Result<Fisher, Degenerate> {
    let (row, other_row, column) = (a + b, c + d, a + c);
    if row == 0 || other_row == 0 || column == 0 || b + d == 0 {
        return Err(Degenerate::NoVariance);
    }
    let chance = |hits: u64| hypergeometric(hits, row, column, row + other_row);
    let observed = chance(a);
    // Equal tables differ in their last digits; R allows for 1e-7 too.
    let p_value: f64 = (column.saturating_sub(other_row)..=row.min(column))
        .map(chance)
        .filter(|chance| *chance <= observed * (1.0 + 1e-7))
        .sum();
    let odds_ratio = (b > 0 && c > 0).then(|| a as f64 * d as f64 / (b as f64 * c as f64));
    let phi_squared = Margins::of(&[vec![a, b], vec![c, d]])?.chi_square(0.0) / (row + other_row) as f64;
    let test = TestResult::new("fisher_exact", row + other_row, a as f64, None, p_value)?;
    Ok(Fisher { test: test.with(Measure::CramersV { smaller_side: 2 }, phi_squared.sqrt().min(1.0)), odds_ratio })
}

/// Chance of `hits` when `drawn` of `all` are drawn and `marked` of them are hits.
pub(super) fn hypergeometric(hits: u64, drawn: u64, marked: u64, all: u64) -> f64 {
    let unmarked = all - marked;
    let misses = drawn - hits;
    if hits > marked || misses > unmarked {
        return 0.0;
    }
    let (p, q) = (drawn as f64 / all as f64, (all - drawn) as f64 / all as f64);
    let density = |hits: u64, total: u64| binomial_density(hits as f64, (total - hits) as f64, p, q);
    density(hits, marked) * density(misses, unmarked) / density(drawn, all)
}

/// A table without its empty rows and columns, and its sums.
pub(super) struct Margins {
    counts: Vec<Vec<f64>>,
    pub rows: Vec<f64>,
    pub columns: Vec<f64>,
    pub n: f64,
}

impl Margins {
    pub fn of(table: &[Vec<u64>]) -> Result<Self, Degenerate> {
        let width = table.first().map_or(0, Vec::len);
        if table.iter().any(|row| row.len() != width) {
            return Err(Degenerate::Malformed);
        }
        let column_sum = |index: usize| table.iter().filter_map(|row| row.get(index)).sum::<u64>();
        let kept: Vec<usize> = (0..width).filter(|index| column_sum(*index) > 0).collect();
        let counts: Vec<Vec<f64>> = table
            .iter()
            .filter(|row| row.iter().sum::<u64>() > 0)
            .map(|row| kept.iter().filter_map(|index| row.get(*index)).map(|count| *count as f64).collect())
            .collect();
        if counts.len() < 2 || kept.len() < 2 {
            return Err(Degenerate::NoVariance);
        }
        let rows: Vec<f64> = counts.iter().map(|row| row.iter().sum()).collect();
        let columns: Vec<f64> = kept.iter().map(|index| column_sum(*index) as f64).collect();
        let n = rows.iter().sum();
        Ok(Self { counts, rows, columns, n })
    }

    fn two_by_two(&self) -> Option<[[u64; 2]; 2]> {
        let cells: Vec<u64> = self.cells().map(|(count, _)| count as u64).collect();
        match (self.rows.len(), cells.as_slice()) {
            (2, &[a, b, c, d]) => Some([[a, b], [c, d]]),
            _ => None,
        }
    }

    pub fn counts(&self) -> impl Iterator<Item = &[f64]> {
        self.counts.iter().map(Vec::as_slice)
    }

    /// Observed and expected counts.
    fn cells(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts.iter().zip(&self.rows).flat_map(move |(counts, row)| {
            counts.iter().zip(&self.columns).map(move |(count, column)| (*count, row / self.n * column))
        })
    }

    /// Every difference is made smaller by `continuity`, though not beyond zero.
    fn chi_square(&self, continuity: f64) -> f64 {
        self.cells().map(|(count, expected)| ((count - expected).abs() - continuity).max(0.0).powi(2) / expected).sum()
    }
}

#[cfg(test)]
#[path = "counts_tests.rs"]
mod tests;
