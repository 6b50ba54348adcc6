use super::*;
use crate::few_tables::catalog;
use crate::phrasing::text;
use crate::tokens::tokenize;

fn with_table(name: &str) -> Schema {
    Schema::new(catalog(&[(name, &[("amount", "int")])]), &crate::Synonyms::default())
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
        assert_eq!(text(&plainly(tokenize(said), &orders, &ValueIndex::default())), plain, "{said}");
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
    assert_eq!(
        text(&plainly(tokenize("plot sizes by city"), &with_table("plots"), &ValueIndex::default())),
        "plot sizes by city"
    );
    let charts = with_table("patient_charts");
    assert_eq!(
        text(&plainly(tokenize("fees by ward as a bar chart"), &charts, &ValueIndex::default())),
        "fees by ward"
    );
}
