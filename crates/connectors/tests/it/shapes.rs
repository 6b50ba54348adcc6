//! What `inspect` writes, in both engines: probes and repairs over keys of two columns.

use crate::fixture::{ENGINES, Source, source};
use vouch_connectors::Limits;
use vouch_model::Value;
use vouch_sql::{FanOut, inspect};

const PARCELS: &str = "
    CREATE TABLE orders (id INTEGER PRIMARY KEY, placed DATE);
    CREATE TABLE order_items (order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, quantity INTEGER,
        PRIMARY KEY (order_id, line_no));
    CREATE TABLE parcels (id INTEGER PRIMARY KEY, order_id INTEGER, line_no INTEGER, weight DOUBLE,
        FOREIGN KEY (order_id, line_no) REFERENCES order_items (order_id, line_no));
    INSERT INTO orders VALUES (1, '2024-01-01'), (11, '2024-01-02');
    INSERT INTO order_items VALUES (1, 11, 5), (1, 2, 7), (11, 1, 100);
    INSERT INTO parcels VALUES (1, 1, 11, 0.5), (2, 1, 11, 0.7), (3, 1, 2, 1.0), (4, 11, 1, 2.0), (5, 11, 1, 3.0);
";

async fn fan_out(shop: &Source, sql: &str) -> FanOut {
    let catalog = shop.connector.catalog().await.unwrap();
    let mut found = inspect(&shop.checked(sql, 100).await, &catalog).fan_outs;
    assert_eq!(found.len(), 1, "{sql}: {found:?}");
    found.remove(0)
}

async fn numbers(shop: &Source, sql: &str) -> Vec<f64> {
    let rows = shop.rows(sql, &Limits::default()).await.unwrap_or_else(|error| panic!("{sql}: {error}")).rows;
    let number = |value: &Value| match value {
        Value::Int(n) => *n as f64,
        other => other.to_string().parse().unwrap_or_else(|_| panic!("{sql}: {other:?}")),
    };
    rows[0].iter().map(number).collect()
}

/// Items (1, 11) and (11, 1) must stay two: the columns of a key are not glued together.
#[tokio::test]
async fn a_key_of_two_columns_is_probed_and_repaired() {
    for engine in ENGINES {
        let shop = source(engine, PARCELS).await;
        let sql = "SELECT SUM(i.quantity) AS units FROM order_items i \
                   JOIN parcels p ON p.order_id = i.order_id AND p.line_no = i.line_no WHERE p.weight > 0.4";
        assert_eq!(numbers(&shop, sql).await, [217.0], "{engine}: the multiplied figure");
        let found = fan_out(&shop, sql).await;
        assert!(found.certain, "{engine}: {found:?}");
        assert_eq!(numbers(&shop, &found.probe.clone().unwrap()).await, [5.0, 3.0], "{engine}: {found:?}");
        assert_eq!(numbers(&shop, &found.repaired.clone().unwrap()).await, [112.0], "{engine}: {found:?}");
    }
}

/// Half of a key's columns is no key: two items of one order do multiply.
#[tokio::test]
async fn half_a_key_is_no_key() {
    for engine in ENGINES {
        let shop = source(engine, PARCELS).await;
        let sql = "SELECT SUM(p.weight) AS total FROM parcels p JOIN order_items i ON i.order_id = p.order_id";
        let found = fan_out(&shop, sql).await;
        assert_eq!(numbers(&shop, &found.probe.clone().unwrap()).await, [8.0, 5.0], "{engine}: {found:?}");
    }
}

/// Both sides are measured: the many side is summed up by both columns of the key before it is joined.
#[tokio::test]
async fn measures_of_both_sides_are_summed_up_first() {
    for engine in ENGINES {
        let shop = source(engine, PARCELS).await;
        let sql = "SELECT SUM(i.quantity) AS units, SUM(p.weight) AS weight FROM order_items i \
                   JOIN parcels p ON p.order_id = i.order_id AND p.line_no = i.line_no";
        let found = fan_out(&shop, sql).await;
        assert_eq!(found.column, "quantity", "{engine}");
        assert_eq!(numbers(&shop, &found.repaired.clone().unwrap()).await, [112.0, 7.2], "{engine}: {found:?}");
    }
}
