use super::*;

#[test]
fn plain_names_stay_plain_and_others_are_quoted() {
    for dialect in Dialect::ALL {
        assert_eq!(quote_identifier("order_date", dialect), "order_date");
        assert_eq!(quote_identifier("group", dialect), "\"group\"");
        assert_eq!(quote_identifier("Order", dialect), "\"Order\"");
        assert_eq!(quote_identifier("2024", dialect), "\"2024\"");
        assert_eq!(quote_identifier("a\"b", dialect), "\"a\"\"b\"");
        assert_eq!(quote_identifier("", dialect), "\"\"");
        assert_eq!(quote_identifier("größe", dialect), "\"größe\"");
    }
    assert_eq!(quote_identifier("update", Dialect::DuckDb), "update");
    assert_eq!(quote_identifier("update", Dialect::Sqlite), "\"update\"");
}

#[test]
fn the_word_lists_are_sorted_because_they_are_searched_so() {
    assert!(RESERVED_DUCKDB.is_sorted());
    assert!(RESERVED_SQLITE.is_sorted());
}

#[test]
fn texts_double_their_quotes() {
    assert_eq!(quote_text("O'Brien"), "'O''Brien'");
}
