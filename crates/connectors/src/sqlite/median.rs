//! `median(x)`, which SQLite lacks and people ask for: the middle value, or the mean of the two in the middle.

use rusqlite::functions::{Aggregate, Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};

pub(super) fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_aggregate_function("median", 1, flags, Median)
}

struct Median;

impl Aggregate<Vec<f64>, Option<f64>> for Median {
    fn init(&self, _: &mut Context<'_>) -> Result<Vec<f64>> {
        Ok(Vec::new())
    }

    /// Texts and missing values have no place among numbers.
    fn step(&self, context: &mut Context<'_>, values: &mut Vec<f64>) -> Result<()> {
        match context.get_raw(0) {
            ValueRef::Integer(n) => values.push(n as f64),
            ValueRef::Real(x) => values.push(x),
            _ => {}
        }
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, values: Option<Vec<f64>>) -> Result<Option<f64>> {
        let mut values = values.unwrap_or_default();
        values.sort_by(f64::total_cmp);
        let (low, high) = (values.len().saturating_sub(1) / 2, values.len() / 2);
        Ok(values.get(low).zip(values.get(high)).map(|(a, b)| (a + b) / 2.0))
    }
}
