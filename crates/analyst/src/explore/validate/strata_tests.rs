use super::tables_read;

#[test]
fn only_the_tables_of_the_query_itself_are_named() {
    let from = "FROM order_items LEFT JOIN orders ON order_items.order_id = orders.order_id \
        LEFT JOIN (SELECT DISTINCT order_item_id FROM returns) AS seen ON order_items.id = seen.order_item_id \
        WHERE orders.status IN ('a', 'b')";
    assert_eq!(tables_read(from), ["order_items", "orders"]);
    assert_eq!(tables_read("FROM \"My Table\""), ["My"]);
    assert_eq!(tables_read("FROM a, main.b WHERE a.x = b.x"), ["a", "b"]);
}
