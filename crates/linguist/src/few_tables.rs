//! A catalog of a few tables for the tests beside the code, where no more than names and types matters.

use std::sync::Arc;
use vouch_model::Catalog;

/// Tables by name, each with its columns and their types.
pub fn catalog(tables: &[(&str, &[(&str, &str)])]) -> Arc<Catalog> {
    let column = |(name, data_type): &(&str, &str)| {
        serde_json::json!({
            "name": name, "data_type": data_type, "native_type": "", "nullable": true, "samples": [], "unique": false
        })
    };
    let table = |(name, columns): &(&str, &[(&str, &str)])| {
        let columns: Vec<_> = columns.iter().map(column).collect();
        serde_json::json!({"name": name, "kind": "table", "columns": columns, "primary_key": [], "row_count": 10})
    };
    let tables: Vec<_> = tables.iter().map(table).collect();
    let catalog = serde_json::json!({
        "source": "few", "dialect": "duckdb", "version": "1", "tables": tables, "foreign_keys": []
    });
    Arc::new(serde_json::from_value(catalog).unwrap())
}
