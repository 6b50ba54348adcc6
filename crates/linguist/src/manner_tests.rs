use super::*;
use crate::few_tables::catalog;
use crate::phrasing::text;

/// Two tables, as far as their names matter here.
fn shop() -> Schema {
    Schema::new(
        catalog(&[("sales", &[("amount", "int")]), ("walks", &[("amount", "int")])]),
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
