use super::*;

#[test]
fn names_become_titles() {
    for (name, expected) in [
        ("total_revenue", "Total revenue"),
        ("totalRevenue", "Total revenue"),
        ("Total Revenue", "Total Revenue"),
        ("avg_price", "Average price"),
        ("num_orders", "Number of orders"),
        ("n", "Count"),
        ("revenue_usd", "Revenue (USD)"),
        ("discount_pct", "Discount %"),
        ("pct_returned", "% returned"),
        ("count_star()", "Count"),
        ("count(*)", "Count"),
        ("sum(o.amount)", "Total amount"),
        ("avg(\"price\")", "Average price"),
        ("date_trunc('month', order_date)", "Month"),
        ("gdp_per_capita", "GDP per capita"),
        ("customer_id", "Customer ID"),
        ("body_mass_g", "Body mass (g)"),
        ("is_member", "Member"),
        ("usd", "USD"),
        ("", "Value"),
        ("???", "???"),
    ] {
        assert_eq!(title(name), expected, "{name}");
    }
}

#[test]
fn units_are_named_only_when_clear() {
    assert_eq!(unit("revenue_usd", 0.0, 9e6), Unit::Currency("$"));
    assert_eq!(unit("revenue", 0.0, 9e6), Unit::Plain);
    assert_eq!(unit("return_rate", 0.01, 0.2), Unit::Fraction);
    assert_eq!(unit("exchange_rate", 0.7, 0.9), Unit::Plain);
    assert_eq!(unit("discount_pct", 0.0, 25.0), Unit::Percent);
    assert_eq!(unit("discount_pct", 0.0, 0.25), Unit::Plain);
}

#[test]
fn averages_are_not_summed() {
    assert!(is_additive("total_revenue") && is_additive("count_star()") && is_additive("orders"));
    assert!(!is_additive("avg_order_count") && !is_additive("unit_price") && !is_additive("height"));
}

#[test]
fn ids_are_told_from_words_that_end_like_them() {
    assert!(is_id("customer_id") && is_id("orderId") && is_id("zip_code") && is_id("customerid"));
    assert!(!is_id("paid") && !is_id("amount") && !is_id("bid"));
}

#[test]
fn a_title_is_lowered_for_use_in_a_sentence() {
    for (title, within) in [
        ("Revenue by month", "revenue by month"),
        ("Major Genre", "major genre"),
        ("IMDB Rating", "IMDB rating"),
        ("GDP", "GDP"),
        ("", ""),
    ] {
        assert_eq!(lower_first(title), within);
    }
}
