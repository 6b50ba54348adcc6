//! Whether two results are the same.

use vouch_model::{ResultSet, Value};

/// The rows as texts, sorted: equal for results that differ only in the order of rows and the names of columns.
pub fn in_no_order(results: &ResultSet) -> Vec<String> {
    let row = |row: &Vec<Value>| row.iter().map(cell).collect::<Vec<_>>().join("\u{1f}");
    let mut rows: Vec<String> = results.rows.iter().map(row).collect();
    rows.sort_unstable();
    rows
}

/// An engine that adds up in several threads gives the last digits of a sum differently each time.
fn cell(value: &Value) -> String {
    match value {
        Value::Float(x) => format!("{x:.8e}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
