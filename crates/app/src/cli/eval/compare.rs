//! Whether the rows of an answer are the expected ones, by the rules in `evals/README.md`.

use super::period;
use serde_json::Value as Json;
use vouch_model::{ResultSet, Value};

#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    pub ordered: bool,
    pub extra_columns: bool,
    pub percent: bool,
}

/// Of the larger of two numbers.
const TOLERANCE: f64 = 1e-6;
/// Percentage points by which a figure may be rounded.
const PERCENT_TOLERANCE: f64 = 0.005;

pub fn equal(expected: &[Vec<Json>], results: &ResultSet, rules: Rules) -> bool {
    if let [row] = expected
        && let [Json::Bool(truth)] = row.as_slice()
    {
        return yes_no(results) == Some(*truth);
    }
    if expected.len() != results.rows.len() {
        return false;
    }
    let Some(width) = expected.first().map(Vec::len) else { return true };
    if results.columns.len() < width || (!rules.extra_columns && results.columns.len() > width) {
        return false;
    }
    let comparison = Comparison { expected, results, rules };
    let candidates: Vec<Vec<Pick>> = (0..width).map(|column| comparison.candidates(column)).collect();
    comparison.assign(&candidates, &mut vec![])
}

/// What one cell or no row at all says about a yes/no question.
fn yes_no(results: &ResultSet) -> Option<bool> {
    let row = match results.rows.as_slice() {
        [] => return Some(false),
        [row] => row,
        _ => return None,
    };
    match row.as_slice() {
        [Value::Bool(truth)] => Some(*truth),
        [Value::Text(text)] => match text.to_lowercase().as_str() {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            _ => None,
        },
        [value] => value.as_f64().map(|number| number != 0.0),
        _ => None,
    }
}

/// A column of the answer that may stand for an expected one.
#[derive(Clone, Copy, Debug)]
struct Pick {
    column: usize,
    /// 100 where percentages came as fractions.
    factor: f64,
}

struct Comparison<'a> {
    expected: &'a [Vec<Json>],
    results: &'a ResultSet,
    rules: Rules,
}

impl Comparison<'_> {
    /// Columns that fit by themselves; most assignments end here.
    fn candidates(&self, expected: usize) -> Vec<Pick> {
        let factors: &[f64] = if self.rules.percent { &[1.0, 100.0] } else { &[1.0] };
        let picks = (0..self.results.columns.len())
            .flat_map(|column| factors.iter().map(move |factor| Pick { column, factor: *factor }));
        picks.filter(|pick| self.rows_fit(&[(expected, *pick)])).collect()
    }

    /// Gives every expected column a different column of the answer, so that all rows fit at once.
    fn assign(&self, candidates: &[Vec<Pick>], chosen: &mut Vec<(usize, Pick)>) -> bool {
        let Some(options) = candidates.get(chosen.len()) else {
            return self.rows_fit(chosen);
        };
        for pick in options {
            if chosen.iter().any(|(_, taken)| taken.column == pick.column) {
                continue;
            }
            chosen.push((chosen.len(), *pick));
            if self.assign(candidates, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    fn rows_fit(&self, picks: &[(usize, Pick)]) -> bool {
        let fits = |expected: &Vec<Json>, row: &Vec<Value>| {
            picks.iter().all(|(index, pick)| match (expected.get(*index), row.get(pick.column)) {
                (Some(wanted), Some(value)) => self.cell_fits(wanted, value, pick.factor),
                _ => false,
            })
        };
        if self.rules.ordered {
            return self.expected.iter().zip(&self.results.rows).all(|(e, row)| fits(e, row));
        }
        let mut left: Vec<&Vec<Value>> = self.results.rows.iter().collect();
        self.expected.iter().all(|expected| match left.iter().position(|row| fits(expected, row)) {
            Some(found) => {
                left.swap_remove(found);
                true
            }
            None => false,
        })
    }

    fn cell_fits(&self, expected: &Json, value: &Value, factor: f64) -> bool {
        match expected {
            Json::Null => value.is_null(),
            Json::Bool(truth) => *value == Value::Bool(*truth),
            Json::Number(number) => {
                let Some(wanted) = number.as_f64() else { return false };
                match value.as_f64() {
                    Some(found) => self.numbers_fit(wanted, found * factor),
                    None => period::year(wanted).is_some_and(|day| period::of_value(value) == Some(day)),
                }
            }
            Json::String(text) => match value {
                Value::Text(found) if found == text => true,
                value => period::of_text(text).is_some_and(|day| period::of_value(value) == Some(day)),
            },
            Json::Array(_) | Json::Object(_) => *expected == value.to_json(),
        }
    }

    fn numbers_fit(&self, wanted: f64, found: f64) -> bool {
        let near = |tolerance: f64| (wanted - found).abs() <= tolerance;
        near(TOLERANCE * wanted.abs().max(found.abs())) || (self.rules.percent && near(PERCENT_TOLERANCE))
    }
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
