use super::*;
use crate::few_tables::catalog;
use crate::phrasing::text;

/// Two tables, as far as their names matter here.
fn shop() -> Schema {
    Schema::new(
        catalog(&[("sales", &[("amount", "int")]), ("walks", &[("amount", "int"), ("billed", "int")])]),
        &crate::Synonyms::default(),
    )
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
        ("average amount, walk by walk", "average amount per walk"),
        ("how many walks are unbilled", "how many walks are not billed"),
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

#[test]
fn orders_are_the_usual_ones_unless_others_are_named() {
    let tables = catalog(&[("sales_orders", &[("amount", "int")]), ("standing_orders", &[("weekday", "text")])]);
    let schema = Schema::new(tables, &crate::Synonyms::default());
    for (said, plain) in [
        ("how many orders did we get", "how many sales orders did we get"),
        ("customers with no orders in 2026", "customers with no sales orders in 2026"),
        ("how many standing orders", "how many standing orders"),
        ("what was ordered", "what was ordered"),
        ("orders by weekday", "sales orders by weekday"),
    ] {
        assert_eq!(text(&plainly(tokenize(said), &schema)), plain, "{said}");
    }
}
