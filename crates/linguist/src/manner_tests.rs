use super::*;
use crate::phrasing::text;
use std::sync::Arc;

/// Two tables, as far as their names matter here.
fn shop() -> Schema {
    let column = |name: &str| serde_json::json!({"name": name, "data_type": "int", "native_type": "", "nullable": true, "samples": [], "unique": false});
    let table = |name: &str| serde_json::json!({"name": name, "kind": "table", "columns": [column("amount")], "primary_key": [], "row_count": 1});
    let tables = [table("sales"), table("walks")];
    let catalog = serde_json::json!({"source": "shop", "dialect": "duckdb", "version": "1", "tables": tables, "foreign_keys": []});
    Schema::new(Arc::new(serde_json::from_value(catalog).unwrap()), &crate::Synonyms::default())
}

#[test]
fn one_manner_stands_for_all() {
    for (said, plain) in [
        ("revenue broken down by month", "revenue per month"),
        ("walks grouped by status", "walks per status"),
        ("clients with no less than 3 walks", "clients with at least 3 walks"),
        ("sum of all amounts in May", "total amounts in May"),
        ("In 2025, total billed?", "total billed In 2025 ?"),
        ("in March 2026, how many walks", "how many walks in March 2026"),
        ("how many walks did we do 2025?", "how many walks did we do in 2025 ?"),
        ("how many sale were refunded", "how many sales were refunded"),
        ("how many day on average", "how many days on average"),
        ("how many walks please", "how many walks"),
    ] {
        assert_eq!(text(&plainly(tokenize(said), &shop())), plain, "{said}");
    }
}

#[test]
fn what_says_something_else_stays() {
    for said in [
        "how many walks in 2025",
        "which walks have an amount over 2025",
        "how many walks in March 2025",
        "which sale 2025",
        "in Porto , how many walks",
        "how many sale items",
    ] {
        assert_eq!(text(&plainly(tokenize(said), &shop())), said);
    }
}
