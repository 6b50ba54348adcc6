//! How much of a column another column explains, on one scale for all kinds of columns.
//!
//! The figure is always the share of variance that is gone once the other column is known: eta² where a category
//! explains a measure, R² where a number does, and Goodman and Kruskal's tau where a category explains a category (the
//! variance of a category being the chance that two rows differ). All three are the same R², of a regression on
//! indicators, so they may be ranked against each other, and the same correction for the number of categories applies:
//! `adjusted` is zero on average for a column that explains nothing, however many categories it has.

use super::counts::{Margins, association, hypergeometric};
use super::{Degenerate, Summary, anova, means, pearson};
use serde::Serialize;

/// Beyond this many terms the chance part of the mutual information is approximated.
const MOST_TERMS: f64 = 500_000.0;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Explained {
    pub measure: &'static str,
    /// Share in the sample.
    pub share: f64,
    /// Less what chance explains; 0 to 1. The one to rank by.
    pub adjusted: f64,
    pub p_value: f64,
    pub n: u64,
}

/// A category explains a measure: eta², adjusted as epsilon².
pub fn measure_by_category(groups: &[Summary]) -> Result<Explained, Degenerate> {
    let n = groups.iter().map(|group| group.n).sum();
    match anova(groups) {
        Ok(result) => Ok(Explained {
            measure: "eta_squared",
            share: result.eta_squared,
            adjusted: result.epsilon_squared,
            p_value: result.test.p_value,
            n,
        }),
        // No spread is left within groups: if there was some before, the category determines the measure.
        Err(Degenerate::NoVariance) => {
            let (between, within) = means::squares(groups)?;
            let varies = Summary::merged(groups).is_some_and(|all| !all.is_constant()) && between > within;
            let explained = Explained { measure: "eta_squared", share: 1.0, adjusted: 1.0, p_value: 0.0, n };
            varies.then_some(explained).ok_or(Degenerate::NoVariance)
        }
        Err(other) => Err(other),
    }
}

/// A number explains a measure along a line: adjusted R².
pub fn measure_by_number(n: u64, r: f64) -> Result<Explained, Degenerate> {
    let test = pearson(n, r)?;
    Ok(Explained {
        measure: "r_squared",
        share: r * r,
        adjusted: adjusted(r * r, n as f64, 2.0),
        p_value: test.p_value,
        n,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CategoryExplained {
    /// Goodman and Kruskal's tau.
    #[serde(flatten)]
    pub explained: Explained,
    pub cramers_v: f64,
    pub cramers_v_corrected: f64,
    /// Theil's U: share of the entropy that is gone.
    pub uncertainty: f64,
    /// Less what chance gives: 0 for independent columns, 1 where rows determine columns.
    pub uncertainty_corrected: f64,
}

/// The category of the rows explains the category of the columns.
pub fn category_by_category(table: &[Vec<u64>]) -> Result<CategoryExplained, Degenerate> {
    let test = association(table)?;
    let margins = Margins::of(table)?;
    let n = margins.n;
    let alike: f64 = margins.columns.iter().map(|column| column / n * column).sum();
    let alike_within: f64 = margins
        .counts()
        .zip(&margins.rows)
        .map(|(row, sum)| row.iter().map(|count| count / sum * count).sum::<f64>())
        .sum();
    let tau = ((alike_within - alike) / (n - alike)).clamp(0.0, 1.0);
    let entropy = -margins.columns.iter().map(|column| column / n * (column / n).ln()).sum::<f64>();
    let shared = mutual_information(&margins);
    let by_chance = chance_information(&margins).min(entropy);
    let room = entropy - by_chance;
    let beyond_chance = if room > 1e-12 * entropy { (shared - by_chance) / room } else { 0.0 };
    Ok(CategoryExplained {
        explained: Explained {
            measure: "goodman_kruskal_tau",
            share: tau,
            adjusted: adjusted(tau, n, margins.rows.len() as f64),
            p_value: test.test.p_value,
            n: n as u64,
        },
        cramers_v: test.cramers_v,
        cramers_v_corrected: test.cramers_v_corrected,
        uncertainty: (shared / entropy).clamp(0.0, 1.0),
        uncertainty_corrected: beyond_chance.clamp(0.0, 1.0),
    })
}

/// R² of a regression with `parameters` (its constant among them), less what they explain by chance.
fn adjusted(share: f64, n: f64, parameters: f64) -> f64 {
    if n <= parameters { 0.0 } else { (1.0 - (1.0 - share) * (n - 1.0) / (n - parameters)).max(0.0) }
}

fn mutual_information(margins: &Margins) -> f64 {
    let n = margins.n;
    let cells = margins.counts().zip(&margins.rows).flat_map(|(counts, row)| {
        counts.iter().zip(&margins.columns).map(move |(count, column)| information(*count, *row, *column, n))
    });
    cells.sum::<f64>().max(0.0)
}

fn information(count: f64, row: f64, column: f64, n: f64) -> f64 {
    if count > 0.0 { count / n * (count * n / (row * column)).ln() } else { 0.0 }
}

/// Mean mutual information of all tables with the same margins (Vinh et al. 2010); Miller's approximation for large
/// counts, where it is good.
fn chance_information(margins: &Margins) -> f64 {
    let pairs = || margins.rows.iter().flat_map(|row| margins.columns.iter().map(move |column| (*row, *column)));
    let terms: f64 = pairs().map(|(row, column)| row.min(column) + 1.0).sum();
    let n = margins.n;
    if terms > MOST_TERMS {
        return (margins.rows.len() - 1) as f64 * (margins.columns.len() - 1) as f64 / (2.0 * n);
    }
    let expected = |(row, column): (f64, f64)| {
        let least = (row + column - n).max(1.0) as u64;
        (least..=row.min(column) as u64)
            .map(|count| {
                hypergeometric(count, row as u64, column as u64, n as u64) * information(count as f64, row, column, n)
            })
            .sum::<f64>()
    };
    pairs().map(expected).sum()
}

#[cfg(test)]
#[path = "explained_tests.rs"]
mod tests;
