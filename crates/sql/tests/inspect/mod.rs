//! What inspection finds, and what it must leave alone, over the shop of the case files.

use super::{LiteralOperator, Shape, inspect_query, shop};
use sqlparser::ast::Statement;
use sqlparser::dialect::SQLiteDialect;
use sqlparser::parser::Parser;
use vouch_model::Dialect;

fn shape(sql: &str) -> Shape {
    let parsed = Parser::parse_sql(&SQLiteDialect {}, sql).unwrap();
    let [Statement::Query(query)] = parsed.as_slice() else { panic!("{sql}") };
    inspect_query(query, Dialect::Sqlite, &shop::catalog())
}

const MULTIPLIED: &[(&str, &str, &str)] = &[
    ("SELECT SUM(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id", "orders", "order_items"),
    (
        "SELECT AVG(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id WHERE i.quantity > 2",
        "orders",
        "order_items",
    ),
    ("SELECT COUNT(c.id) FROM customers c JOIN orders o ON o.customer_id = c.id", "customers", "orders"),
    (
        "SELECT c.country, SUM(c.credit_limit) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.country",
        "customers",
        "orders",
    ),
    ("SELECT SUM(o.amount) FROM orders o, order_items i WHERE i.order_id = o.id", "orders", "order_items"),
    (
        "SELECT SUM(o.amount) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN payments p ON p.order_id = o.id",
        "orders",
        "payments",
    ),
    (
        "SELECT SUM(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id WHERE p.name = 'Lamp'",
        "orders",
        "order_items",
    ),
    (
        "SELECT SUM(CASE WHEN i.quantity > 1 THEN o.amount END) FROM orders o JOIN order_items i ON i.order_id = o.id",
        "orders",
        "order_items",
    ),
    ("SELECT SUM(amount) FROM orders CROSS JOIN regions", "orders", "regions"),
    (
        "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name HAVING SUM(c.credit_limit) > 5",
        "customers",
        "orders",
    ),
];

#[test]
fn multiplied_rows_are_found() {
    for (sql, table, by) in MULTIPLIED {
        let found = shape(sql).fan_outs;
        assert_eq!(found.len(), 1, "{sql}\n{found:?}");
        assert_eq!(found[0].table, *table, "{sql}");
        assert!(found[0].multiplied_by.contains(&(*by).to_owned()), "{sql}\n{found:?}");
    }
}

const SOUND: &[&str] = &[
    "SELECT SUM(amount) FROM orders",
    "SELECT SUM(i.price) FROM orders o JOIN order_items i ON i.order_id = o.id",
    "SELECT c.name, SUM(o.amount) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.name",
    "SELECT c.name, COUNT(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.name",
    "SELECT COUNT(DISTINCT o.id) FROM orders o JOIN order_items i ON i.order_id = o.id",
    "SELECT MAX(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id",
    "SELECT COUNT(*) FROM orders o JOIN order_items i ON i.order_id = o.id",
    "SELECT SUM(i.quantity * p.unit_price) FROM order_items i JOIN products p ON p.id = i.product_id",
    "SELECT SUM(o.amount) FROM orders o WHERE EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id)",
    "SELECT SUM(o.amount) FROM orders o JOIN (SELECT order_id, SUM(price) AS p FROM order_items GROUP BY order_id) t ON t.order_id = o.id",
    "SELECT SUM(o.amount) FROM orders o JOIN (SELECT DISTINCT order_id FROM order_items) t ON t.order_id = o.id",
    "WITH t AS (SELECT order_id, SUM(price) AS p FROM order_items GROUP BY order_id) SELECT SUM(o.amount) FROM orders o JOIN t ON t.order_id = o.id",
    "SELECT SUM(o.amount) FROM orders o LEFT JOIN returns r ON r.order_id = o.id WHERE r.id IS NULL",
    "SELECT SUM(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id AND i.line_no = 1",
    "SELECT SUM(o.amount) FROM orders o CROSS JOIN (SELECT MAX(price) AS top FROM order_items) t",
    "SELECT SUM(p.amount) FROM payments p JOIN orders o ON o.id = p.order_id JOIN customers c ON c.id = o.customer_id",
    "SELECT SUM(c.country = 'DE') FROM customers c JOIN orders o ON o.customer_id = c.id",
    "SELECT SUM(CASE WHEN c.country = 'DE' THEN 1 ELSE 0 END) FROM customers c JOIN orders o ON o.customer_id = c.id",
];

#[test]
fn sound_figures_are_left_alone() {
    for sql in SOUND {
        assert_eq!(shape(sql).fan_outs, [], "{sql}");
    }
}

#[test]
fn a_counted_column_may_mean_the_joined_rows() {
    let from = "FROM customers c JOIN orders o ON o.customer_id = c.id";
    let meant = |sql: &str| shape(sql).fan_outs.iter().map(|f| f.may_be_meant()).collect::<Vec<_>>();
    assert_eq!(meant(&format!("SELECT COUNT(c.id) {from}")), [true]);
    assert_eq!(meant(&format!("SELECT SUM(c.credit_limit) {from}")), [false]);
    assert_eq!(meant(&format!("SELECT COUNT(*) {from} JOIN payments p ON p.customer_id = c.id")), [false]);
}

#[test]
fn two_many_sides_multiply_each_other() {
    let from = "FROM customers c JOIN orders o ON o.customer_id = c.id JOIN payments p ON p.customer_id = c.id";
    let found = shape(&format!("SELECT SUM(o.amount), SUM(p.amount), COUNT(*) {from}")).fan_outs;
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|f| f.certain));
}

/// A shop in which orders have several items, some orders none, and some customers no region.
fn database() -> rusqlite::Connection {
    let db = rusqlite::Connection::open_in_memory().unwrap();
    db.execute_batch(
        "CREATE TABLE regions(id INTEGER PRIMARY KEY, name TEXT);
         CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, country TEXT, region_id INT, credit_limit REAL);
         CREATE TABLE products(id INTEGER PRIMARY KEY, name TEXT);
         CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INT, store_id INT, status TEXT, amount REAL, discount REAL);
         CREATE TABLE order_items(order_id INT, line_no INT, product_id INT, quantity INT, price REAL);
         CREATE TABLE payments(id INTEGER PRIMARY KEY, order_id INT, customer_id INT, amount REAL);
         INSERT INTO regions VALUES (1, 'North'), (2, 'South');
         INSERT INTO customers VALUES (1, 'Ann', 'DE', 1, 100), (2, 'Bob', 'AT', NULL, 50), (3, 'Cy', 'DE', 2, NULL);
         INSERT INTO products VALUES (1, 'Lamp'), (2, 'Desk');
         INSERT INTO orders VALUES (1, 1, 1, 'shipped', 10, NULL), (2, 1, NULL, 'shipped', 20, 1), (3, 2, 1, 'open', 40, NULL);
         INSERT INTO order_items VALUES (1, 1, 1, 3, 2), (1, 2, 1, 4, 1), (1, 3, 2, 1, 1), (2, 1, 2, 5, 4), (2, 2, 1, 1, 1);
         INSERT INTO payments VALUES (1, 1, 1, 5), (2, 1, 1, 5), (3, 2, 1, 20);",
    )
    .unwrap();
    db
}

fn number(db: &rusqlite::Connection, sql: &str) -> Option<f64> {
    db.query_row(sql, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{error}: {sql}"))
}

#[test]
fn repaired_statements_give_the_true_figure() {
    let db = database();
    let cases: &[(&str, f64)] = &[
        ("SELECT SUM(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id", 30.0),
        ("SELECT SUM(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id WHERE i.quantity > 2", 30.0),
        (
            "SELECT SUM(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id WHERE p.name = 'Lamp'",
            30.0,
        ),
        ("SELECT SUM(o.amount) FROM orders o LEFT JOIN order_items i ON i.order_id = o.id", 70.0),
        ("SELECT AVG(o.amount) FROM orders o, order_items i WHERE i.order_id = o.id AND o.status = 'shipped'", 15.0),
        ("SELECT COUNT(c.id) FROM customers c JOIN orders o ON o.customer_id = c.id", 2.0),
        (
            "WITH t AS (SELECT SUM(o.amount) AS s FROM order_items i JOIN orders o ON i.order_id = o.id) SELECT s FROM t",
            30.0,
        ),
        (
            "SELECT SUM(o.amount) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN order_items i ON i.order_id = o.id WHERE c.country = 'DE'",
            30.0,
        ),
    ];
    for (sql, truth) in cases {
        let found = shape(sql).fan_outs;
        let repaired =
            found.first().and_then(|f| f.repaired.clone()).unwrap_or_else(|| panic!("no repair: {sql}\n{found:?}"));
        assert_ne!(number(&db, sql), Some(*truth), "the case shows nothing: {sql}");
        assert_eq!(number(&db, &repaired), Some(*truth), "{sql}\n{repaired}");
        let probe = found[0].probe.clone().unwrap();
        let rows: (i64, i64) = db.query_row(&probe, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert!(rows.0 > rows.1, "{probe}");
    }
}

/// Both sides are measured: the many side is summed up before it is joined.
#[test]
fn measures_of_both_sides_are_summed_up_first() {
    let db = database();
    let items = "FROM orders o JOIN order_items i ON i.order_id = o.id";
    let cases: &[(String, &[(f64, f64)])] = &[
        (format!("SELECT SUM(o.amount), SUM(i.quantity) {items}"), &[(30.0, 14.0)]),
        (format!("SELECT SUM(o.amount), COUNT(i.product_id) {items}"), &[(30.0, 5.0)]),
        (format!("SELECT SUM(o.amount), SUM(i.quantity) {items} WHERE i.quantity > 2 AND o.status = 'shipped'"), &[(30.0, 12.0)]),
        (format!("SELECT SUM(o.amount), MAX(i.price) {items} GROUP BY o.id"), &[(10.0, 2.0), (20.0, 4.0)]),
        (
            "SELECT SUM(o.amount), SUM(i.quantity) FROM orders o LEFT JOIN order_items i ON i.order_id = o.id".to_owned(),
            &[(70.0, 14.0)],
        ),
        (
            "SELECT SUM(o.amount), SUM(i.quantity) FROM orders o, order_items i WHERE i.order_id = o.id".to_owned(),
            &[(30.0, 14.0)],
        ),
        (
            "SELECT SUM(o.amount), SUM(p.amount) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN payments p ON p.customer_id = c.id"
                .to_owned(),
            &[(30.0, 30.0)],
        ),
    ];
    for (sql, truth) in cases {
        let found = shape(sql).fan_outs;
        let repaired =
            found.first().and_then(|f| f.repaired.clone()).unwrap_or_else(|| panic!("no repair: {sql}\n{found:?}"));
        let rows = |sql: &str| -> Vec<(f64, f64)> {
            let mut statement = db.prepare(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            rows.map(Result::unwrap).collect()
        };
        assert_ne!(rows(sql), *truth, "the case shows nothing: {sql}");
        assert_eq!(rows(&repaired), *truth, "{sql}\n{repaired}");
    }
}

#[test]
fn what_cannot_be_repaired_with_certainty_is_not() {
    for sql in [
        "SELECT i.product_id, SUM(o.amount) FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY i.product_id",
        "SELECT SUM(o.amount), AVG(i.quantity) FROM orders o JOIN order_items i ON i.order_id = o.id",
        "SELECT SUM(o.amount), SUM(i.quantity * o.discount) FROM orders o JOIN order_items i ON i.order_id = o.id",
        "SELECT SUM(o.amount), COUNT(DISTINCT i.product_id) FROM orders o JOIN order_items i ON i.order_id = o.id",
        "SELECT SUM(o.amount), SUM(i.quantity) FROM orders o JOIN order_items i ON i.order_id >= o.id",
        "SELECT SUM(o.amount), SUM(i.quantity), i.product_id FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY i.product_id",
        "SELECT SUM(o.amount), SUM(i.quantity) FROM orders o LEFT JOIN order_items i ON i.order_id = o.id WHERE i.price > 1",
        "SELECT SUM(o.amount), COUNT(*) FROM orders o JOIN order_items i ON i.order_id = o.id",
    ] {
        assert_eq!(shape(sql).fan_outs[0].repaired, None, "{sql}");
    }
}

#[test]
fn rows_lost_by_inner_joins_are_counted() {
    let db = database();
    let losses = shape("SELECT r.name, COUNT(*) FROM customers c JOIN regions r ON r.id = c.region_id WHERE c.country = 'AT' GROUP BY r.name").join_losses;
    assert_eq!((losses[0].table.as_str(), losses[0].partner.as_str()), ("customers", "regions"));
    let rows: (i64, i64) = db.query_row(&losses[0].probe, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!(rows, (1, 1));
    // A declared key that is never missing loses nothing, and a left join keeps everything.
    assert_eq!(shape("SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id").join_losses, []);
    assert_eq!(shape("SELECT c.id FROM customers c LEFT JOIN regions r ON r.id = c.region_id").join_losses, []);
}

#[test]
fn texts_in_filters_are_found_wherever_they_stand() {
    let sql = "SELECT c.name FROM customers c WHERE c.country = 'DE' AND lower(c.city) = 'bonn' AND c.id IN \
               (SELECT customer_id FROM orders WHERE status IN ('shipped', 'open')) AND c.name LIKE 'A%' AND c.id = 4";
    let found: Vec<_> =
        shape(sql).literals.into_iter().map(|l| (l.table, l.column, l.operator, l.value, l.ignores_case)).collect();
    let expect = |t: &str, c: &str, o, v: &str, i| (t.to_owned(), c.to_owned(), o, v.to_owned(), i);
    for wanted in [
        expect("customers", "country", LiteralOperator::Eq, "DE", false),
        expect("customers", "city", LiteralOperator::Eq, "bonn", true),
        expect("customers", "name", LiteralOperator::Like, "A%", false),
        expect("orders", "status", LiteralOperator::In, "shipped", false),
        expect("orders", "status", LiteralOperator::In, "open", false),
    ] {
        assert!(found.contains(&wanted), "{wanted:?} not in {found:?}");
    }
    assert_eq!(found.len(), 5);
}

#[test]
fn missing_values_that_an_aggregate_skips_are_counted() {
    let db = database();
    let found = shape("SELECT AVG(o.discount), AVG(o.amount) FROM orders o WHERE o.status = 'shipped'").aggregated;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].function.as_str(), found[0].column.as_str()), ("AVG", "discount"));
    let rows: (i64, i64) = db.query_row(&found[0].probe, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!(rows, (1, 2));
}

#[test]
fn the_outline_of_a_result_is_read() {
    let single = shape("SELECT SUM(amount) FROM orders");
    assert!(single.is_single_aggregate && !single.ordered && single.limit.is_none());
    let grouped =
        shape("SELECT status, order_date AS day, COUNT(*) AS n FROM orders GROUP BY 1, day ORDER BY n LIMIT 7");
    assert_eq!(grouped.grouped_by, [0, 1]);
    assert_eq!(grouped.time_column, Some(1));
    assert_eq!(grouped.limit, Some(7));
    assert!(grouped.ordered && grouped.has_explicit_limit && !grouped.is_single_aggregate);
    assert_eq!(shape("SELECT strftime('%Y', order_date), COUNT(*) FROM orders GROUP BY 1").time_column, Some(0));
}
