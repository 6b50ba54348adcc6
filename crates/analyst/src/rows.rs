//! Whether two results are the same.

use vouch_model::ResultSet;

/// The rows as texts, sorted: equal for results that differ only in the order of rows and the names of columns.
pub fn in_no_order(results: &ResultSet) -> Vec<String> {
    let row = |row: &Vec<vouch_model::Value>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join("\u{1f}");
    let mut rows: Vec<String> = results.rows.iter().map(row).collect();
    rows.sort_unstable();
    rows
}
