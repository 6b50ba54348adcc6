use super::*;

#[test]
fn identifiers_become_words() {
    assert_eq!(spoken("unit_price"), "unit price");
    assert_eq!(spoken("unitPrice"), "unit price");
    assert_eq!(spoken("CustomerID"), "customer id");
    assert_eq!(spoken("_"), "_");
}

#[test]
fn nouns_change_their_number() {
    for (one, many) in [
        ("order", "orders"),
        ("category", "categories"),
        ("address", "addresses"),
        ("box", "boxes"),
        ("order item", "order items"),
        ("day", "days"),
        ("status", "statuses"),
    ] {
        assert_eq!(plural(one), many);
        assert_eq!(plural(many), many);
    }
    assert_eq!(singular("orders"), "order");
    assert_eq!(singular("categories"), "category");
    assert_eq!(singular("addresses"), "address");
    assert_eq!(singular("status"), "status");
    assert_eq!(singular("people"), "person");
}

#[test]
fn long_numbers_are_grouped_and_years_are_not() {
    assert_eq!(number("2024"), "2024");
    assert_eq!(number("1234567.5"), "1,234,567.5");
    assert_eq!(number("-10000"), "-10,000");
    assert_eq!(number("1e10"), "1e10");
}

#[test]
fn sql_is_quoted_on_one_line_without_breaking_the_quotes() {
    assert_eq!(quoted_sql(&"a\n  + `b`"), "`a + 'b'`");
}
