use super::*;
use crate::{CheckContext, Policy, check};

fn checked(sql: &str) -> CheckedSql {
    let policy = Policy { max_rows: 1_000, tenant: None };
    check(sql, &CheckContext { dialect: Dialect::DuckDb, catalog: None, policy: &policy, engine: None }).unwrap()
}

fn without(sql: &str) -> Option<(String, String)> {
    let values = ["Cancelled".to_owned(), "it's off".to_owned()];
    leaving_out(&checked(sql), "orders", "status", &values).map(|it| (it.sql, it.probe))
}

#[test]
fn rows_are_left_out_and_counted() {
    let (sql, probe) = without("SELECT c.city, SUM(o.total) AS n FROM orders AS o JOIN customers AS c ON o.customer_id = c.id WHERE o.day > 3 OR o.day < 1 GROUP BY c.city HAVING SUM(o.total) > 5 ORDER BY n DESC LIMIT 3").unwrap();
    assert_eq!(
        sql,
        "SELECT c.city, SUM(o.total) AS n FROM orders AS o JOIN customers AS c ON o.customer_id = c.id WHERE (o.day > 3 OR o.day < 1) AND (o.status IS NULL OR o.status NOT IN ('Cancelled', 'it''s off')) GROUP BY c.city HAVING SUM(o.total) > 5 ORDER BY n DESC LIMIT 3"
    );
    assert_eq!(
        probe,
        "SELECT COUNT(*) FROM (SELECT 1 FROM orders AS o JOIN customers AS c ON o.customer_id = c.id WHERE (o.day > 3 OR o.day < 1) AND o.status IN ('Cancelled', 'it''s off')) AS counted"
    );
    let (sql, probe) = without("SELECT DISTINCT city FROM orders").unwrap();
    assert_eq!(
        sql,
        "SELECT DISTINCT city FROM orders WHERE (orders.status IS NULL OR orders.status NOT IN ('Cancelled', 'it''s off'))"
    );
    assert_eq!(
        probe,
        "SELECT COUNT(*) FROM (SELECT 1 FROM orders WHERE orders.status IN ('Cancelled', 'it''s off')) AS counted"
    );
}

#[test]
fn what_cannot_be_told_is_left_alone() {
    for sql in [
        "SELECT COUNT(*) FROM orders WHERE status = 'open'",
        "SELECT o.Status, COUNT(*) FROM orders AS o GROUP BY o.Status",
        "SELECT COUNT(*) FROM customers AS c LEFT JOIN orders AS o ON o.customer_id = c.id",
        "SELECT COUNT(*) FROM orders AS o FULL JOIN customers AS c ON o.customer_id = c.id",
        "SELECT COUNT(*) FROM orders AS a JOIN orders AS b ON a.id = b.parent",
        "SELECT COUNT(*) FROM orders UNION SELECT COUNT(*) FROM customers",
        "WITH orders AS (SELECT 1 AS id) SELECT COUNT(*) FROM orders",
        "SELECT COUNT(*) FROM (SELECT * FROM orders) AS orders",
        "SELECT COUNT(*) FROM customers",
    ] {
        assert_eq!(without(sql), None, "{sql}");
    }
    let joined = "SELECT COUNT(*) FROM orders AS o JOIN customers AS c ON o.customer_id = c.id LEFT JOIN notes AS n ON n.id = o.id";
    assert_eq!(drawn_on(&checked(joined)), ["orders", "customers"]);
}
