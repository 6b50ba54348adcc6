//! Whether two results are the same, as the official evaluators of the public question sets decide it.
//!
//! Spider: equal under some order of the columns, rows as a list where the gold query orders and as a multiset
//! otherwise; two empty results are equal whatever their columns. BIRD: the sets of rows are equal, columns in order.

use std::collections::{HashMap, HashSet};
use vouch_model::Value;

/// A cell as Python compares it: `1` and `1.0` are one number, texts and numbers are never equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    Null,
    Int(i64),
    Real(u64),
    Text(String),
    Blob(Vec<u8>),
}

pub type Rows = Vec<Vec<Cell>>;

/// Whole numbers up to here are exact in a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

pub fn cell(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(b) => Cell::Int(i64::from(*b)),
        Value::Int(n) => Cell::Int(*n),
        Value::Text(text) => Cell::Text(text.clone()),
        Value::Blob(bytes) => Cell::Blob(bytes.clone()),
        Value::Float(_) | Value::Decimal(_) | Value::BigInt(_) => value.as_f64().map_or(Cell::Null, real),
        other => Cell::Text(other.to_string()),
    }
}

fn real(x: f64) -> Cell {
    if x.fract() == 0.0 && x.abs() < EXACT { Cell::Int(x as i64) } else { Cell::Real(x.to_bits()) }
}

pub fn spider(gold: &Rows, ours: &Rows, ordered: bool) -> bool {
    if gold.is_empty() && ours.is_empty() {
        return true;
    }
    let width = gold.first().map_or(0, Vec::len);
    if gold.len() != ours.len() || ours.first().map_or(0, Vec::len) != width {
        return false;
    }
    // Columns that hold other values than the gold column can stand for it in no permutation.
    let column = |rows: &Rows, at: usize| {
        let mut cells: Vec<Cell> = rows.iter().filter_map(|row| row.get(at).cloned()).collect();
        if !ordered {
            cells.sort_unstable();
        }
        cells
    };
    let ours_columns: Vec<Vec<Cell>> = (0..width).map(|at| column(ours, at)).collect();
    let fitting: Vec<Vec<usize>> = (0..width)
        .map(|at| {
            let wanted = column(gold, at);
            ours_columns.iter().enumerate().filter(|(_, c)| **c == wanted).map(|(i, _)| i).collect()
        })
        .collect();
    assign(&fitting, &mut Vec::new(), &|order| rows_fit(gold, ours, order, ordered))
}

fn assign(fitting: &[Vec<usize>], chosen: &mut Vec<usize>, fits: &dyn Fn(&[usize]) -> bool) -> bool {
    let Some(options) = fitting.get(chosen.len()) else { return fits(chosen) };
    for at in options {
        if chosen.contains(at) {
            continue;
        }
        chosen.push(*at);
        if assign(fitting, chosen, fits) {
            return true;
        }
        chosen.pop();
    }
    false
}

fn rows_fit(gold: &Rows, ours: &Rows, order: &[usize], ordered: bool) -> bool {
    let permuted = |row: &Vec<Cell>| order.iter().filter_map(|at| row.get(*at)).cloned().collect::<Vec<Cell>>();
    if ordered {
        return gold.iter().zip(ours).all(|(g, o)| *g == permuted(o));
    }
    let mut counts: HashMap<&Vec<Cell>, i64> = HashMap::new();
    for row in gold {
        *counts.entry(row).or_default() += 1;
    }
    ours.iter().all(|row| match counts.get_mut(&permuted(row)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    })
}

pub fn bird(gold: &Rows, ours: &Rows) -> bool {
    gold.iter().collect::<HashSet<_>>() == ours.iter().collect::<HashSet<_>>()
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
