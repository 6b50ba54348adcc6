use super::*;
use duckdb::Connection;
use std::time::Instant;

fn demo() -> (tempfile::TempDir, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("demo.duckdb");
    create(&path).unwrap();
    let connection = Connection::open(path).unwrap();
    (folder, connection)
}

fn number(connection: &Connection, sql: &str) -> f64 {
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

fn fingerprint(connection: &Connection) -> Vec<String> {
    let tables = ["clients", "categories", "customers", "products", "stores", "orders", "order_items", "returns"];
    let sql = |table| format!("SELECT count(*) || ' ' || md5(string_agg(t::VARCHAR, ';' ORDER BY t)) FROM {table} t");
    tables.map(|table| connection.query_row(&sql(table), [], |row| row.get(0)).unwrap()).to_vec()
}

#[test]
fn the_demo_is_the_same_every_time() {
    let (_first_folder, first) = demo();
    let (_second_folder, second) = demo();
    assert_eq!(fingerprint(&first), fingerprint(&second));
    insta::assert_snapshot!(fingerprint(&first).join("\n"));
}

#[test]
fn the_demo_is_made_quickly_and_replaces_an_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep").join("demo.duckdb");
    create(&path).unwrap();
    let start = Instant::now();
    create(&path).unwrap();
    // The aim is one second; a busy test machine gets more.
    assert!(start.elapsed().as_secs_f64() < 5.0, "took {:?}", start.elapsed());
    let left: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "only the demo itself is left behind: {left:?}");
}

#[test]
fn the_demo_has_the_promised_size_and_span() {
    let (_folder, c) = demo();
    let items = number(&c, "SELECT count(*)::DOUBLE FROM order_items");
    assert!((95_000.0..105_000.0).contains(&items), "{items} order items");
    let span: (String, String) = c
        .query_row("SELECT min(ordered_at)::DATE::VARCHAR, max(ordered_at)::DATE::VARCHAR FROM orders", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    assert_eq!(span, ("2024-05-01".to_owned(), "2026-10-31".to_owned()));
}

#[test]
fn tenants_do_not_mix() {
    let (_folder, c) = demo();
    let foreign = "SELECT count(*)::DOUBLE FROM orders o JOIN customers c USING (customer_id)
        LEFT JOIN stores s USING (store_id) JOIN order_items i USING (order_id) JOIN products p USING (product_id)
        WHERE c.client_id <> o.client_id OR s.client_id <> o.client_id OR p.client_id <> o.client_id";
    assert_eq!(number(&c, foreign), 0.0);
    let early = "SELECT count(*)::DOUBLE FROM orders o JOIN customers c USING (customer_id)
        WHERE o.ordered_at < c.signed_up_on";
    assert_eq!(number(&c, early), 0.0, "nobody orders before signing up");
    let bare = "SELECT count(*)::DOUBLE FROM orders ANTI JOIN order_items USING (order_id) WHERE status <> 'cancelled'";
    assert_eq!(number(&c, bare), 0.0, "only cancelled orders keep no lines");
}

#[test]
fn the_surprises_are_there_to_be_found() {
    let (_folder, c) = demo();
    let rates = "SELECT product_id, count(r.return_id) / count(*) AS rate FROM order_items i
        LEFT JOIN returns r USING (order_item_id) GROUP BY 1 HAVING count(*) > 100";
    let worst = number(&c, &format!("SELECT max(rate) FROM ({rates})"));
    let usual = number(&c, &format!("SELECT median(rate) FROM ({rates})"));
    assert!(worst > 0.25 && usual < 0.08, "worst {worst}, usual {usual}");

    let share = |what: &str, year: i32| {
        let sql = format!(
            "SELECT avg(CASE WHEN {what} THEN 1.0 ELSE 0.0 END) FROM orders JOIN customers USING (customer_id)
             JOIN order_items USING (order_id) JOIN products USING (product_id) JOIN categories USING (category_id)
             WHERE year(ordered_at) = {year}"
        );
        number(&c, &sql)
    };
    assert!(share("category_name = 'Pet Care'", 2026) > 2.0 * share("category_name = 'Pet Care'", 2024));
    assert!(share("state = 'Colorado'", 2026) > 2.0 * share("state = 'Colorado'", 2024));

    let basket = |code: &str| {
        number(
            &c,
            &format!(
                "SELECT count(*) / count(DISTINCT order_id) FROM orders JOIN order_items USING (order_id) WHERE discount_code = '{code}'"
            ),
        )
    };
    assert!(basket("SPRING25") < 0.8 * basket("WELCOME10"));
    let after_closing =
        "SELECT count(*)::DOUBLE FROM orders JOIN stores USING (store_id) WHERE ordered_at::DATE > closed_on";
    assert_eq!(number(&c, after_closing), 0.0);
    assert!(
        number(&c, "SELECT count(*)::DOUBLE FROM orders JOIN stores USING (store_id) WHERE closed_on IS NOT NULL")
            > 100.0
    );
    assert!(number(&c, "SELECT count(*)::DOUBLE FROM customers ANTI JOIN orders USING (customer_id)") > 100.0);
    assert!(number(&c, "SELECT count(*)::DOUBLE FROM products ANTI JOIN order_items USING (product_id)") >= 3.0);
}

#[test]
fn a_path_that_cannot_be_written_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("not-a-folder");
    std::fs::write(&file, "x").unwrap();
    let error = create(&file.join("demo.duckdb")).unwrap_err();
    assert!(format!("{error:#}").contains("not-a-folder"), "{error:#}");
}
