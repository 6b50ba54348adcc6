use super::*;
use crate::phrasing::text;
use crate::tokens::tokenize;
use std::sync::Arc;

fn with_table(name: &str) -> Schema {
    let column = serde_json::json!({"name": "amount", "data_type": "int", "native_type": "", "nullable": true, "samples": [], "unique": false});
    let table =
        serde_json::json!({"name": name, "kind": "table", "columns": [column], "primary_key": [], "row_count": 1});
    let catalog =
        serde_json::json!({"source": "x", "dialect": "duckdb", "version": "1", "tables": [table], "foreign_keys": []});
    Schema::new(Arc::new(serde_json::from_value(catalog).unwrap()), &crate::Synonyms::default())
}

#[test]
fn what_is_drawn_is_what_is_asked() {
    let orders = with_table("orders");
    for (said, plain) in [
        ("plot orders per month", "orders per month"),
        ("draw me a simple bar chart of orders by city", "orders by city"),
        ("bar chart of orders by city", "orders by city"),
        ("show me a graph showing orders by city", "orders by city"),
        ("I want a line chart of orders per month", "orders per month"),
        ("orders by city as a pie chart", "orders by city"),
        ("orders by city, in a graph?", "orders by city"),
        ("orders per month and plot it as a line chart", "orders per month"),
        ("how many orders per month? visualize", "how many orders per month ? visualize"),
        ("visualise total orders by city", "total orders by city"),
    ] {
        assert_eq!(text(&plainly(tokenize(said), &orders)), plain, "{said}");
    }
}

#[test]
fn a_picture_alone_is_of_what_was_found() {
    for said in
        ["plot it", "As a bar chart instead?", "can you visualize that?", "show these as a line graph please", "chart"]
    {
        assert!(is_all(&tokenize(said)), "{said}");
    }
    for said in ["plot orders", "bar chart by city", "show it", "what about Porto"] {
        assert!(!is_all(&tokenize(said)), "{said}");
    }
}

#[test]
fn where_plots_are_sold_they_are_meant() {
    assert_eq!(text(&plainly(tokenize("plot sizes by city"), &with_table("plots"))), "plot sizes by city");
}
