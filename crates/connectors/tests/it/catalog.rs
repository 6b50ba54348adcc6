use crate::fixture::{ENGINES, SHOP, source, write};
use std::time::{Duration, Instant};
use vouch_model::{DataType, Dialect, ErrorCode, KeyOrigin, TableKind, Value};
use vouch_sql::{CheckContext, Policy, check};

#[tokio::test]
async fn the_catalog_says_what_is_there() {
    for engine in ENGINES {
        let shop = source(engine, SHOP).await;
        let catalog = shop.connector.catalog().await.unwrap();
        assert_eq!(catalog.tables.len(), 6, "{engine}");
        assert_eq!(catalog.table("paid_orders").unwrap().kind, TableKind::View);
        let customers = catalog.table("customers").unwrap();
        assert_eq!(
            (customers.row_count, customers.primary_key.as_slice()),
            (Some(4), &["id".to_owned()][..]),
            "{engine}"
        );
        let id = customers.column("id").unwrap();
        assert!(id.unique && !id.nullable && id.data_type == DataType::Int, "{engine}: {id:?}");
        assert_eq!((id.min.clone(), id.max.clone()), (Some(Value::Int(1)), Some(Value::Int(4))));
        let city = customers.column("city").unwrap();
        assert_eq!(city.samples, ["Rome", "Oslo"], "{engine}");
        assert_eq!((city.null_count, city.distinct_count, city.unique), (Some(1), Some(2), false), "{engine}");
        assert!(!customers.column("name").unwrap().nullable);
        let joined = customers.column("joined").unwrap();
        assert_eq!(joined.data_type, DataType::Date, "{engine}");
        assert_eq!(joined.max.as_ref().unwrap().to_string(), "2024-04-08", "{engine}");
        let placed = catalog.table("orders").unwrap().column("placed").unwrap();
        assert_eq!(placed.data_type, DataType::Timestamp { zoned: false }, "{engine}");
        let price = catalog.table("products").unwrap().column("price").unwrap();
        assert_eq!(price.data_type, DataType::Decimal { precision: 10, scale: 2 }, "{engine}");
        assert_eq!(price.max.as_ref().unwrap().as_f64(), Some(99.99), "{engine}");
    }
}

#[tokio::test]
async fn keys_are_inferred_only_where_every_value_is_found() {
    for engine in ENGINES {
        let shop = source(engine, SHOP).await;
        let catalog = shop.connector.catalog().await.unwrap();
        let mut keys: Vec<String> = catalog
            .foreign_keys
            .iter()
            .map(|k| {
                assert_eq!(k.origin, KeyOrigin::Inferred);
                format!("{}.{} -> {}.{}", k.table, k.columns[0], k.to_table, k.to_columns[0])
            })
            .collect();
        keys.sort();
        let wanted = [
            "order_items.order_id -> orders.id",
            "order_items.product_id -> products.product_id",
            "orders.customer_id -> customers.id",
        ];
        assert_eq!(keys, wanted, "{engine}");
    }
}

#[tokio::test]
async fn declared_keys_are_taken_as_they_are() {
    let script = "CREATE TABLE a (id INTEGER PRIMARY KEY, code VARCHAR UNIQUE);
        CREATE TABLE b (a_id INTEGER REFERENCES a(id), x INTEGER, y INTEGER, PRIMARY KEY (x, y));
        CREATE TABLE c (x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES b(x, y));";
    for engine in ENGINES {
        let catalog = source(engine, script).await.connector.catalog().await.unwrap();
        assert!(catalog.foreign_keys.iter().all(|key| key.origin == KeyOrigin::Declared));
        let composite = catalog.foreign_keys.iter().find(|key| key.table == "c").unwrap();
        assert_eq!(
            (composite.columns.len(), composite.to_columns.as_slice()),
            (2, &["x".to_owned(), "y".to_owned()][..]),
            "{engine}"
        );
        assert_eq!(catalog.table("b").unwrap().primary_key, ["x", "y"], "{engine}");
        assert!(catalog.table("a").unwrap().column("code").unwrap().unique, "{engine}");
    }
}

#[tokio::test]
async fn a_changed_schema_and_changed_rows_are_noticed() {
    for engine in ENGINES {
        let shop = source(engine, SHOP).await;
        let before = shop.connector.catalog().await.unwrap();
        let again = shop.connector.catalog().await.unwrap();
        assert!(std::sync::Arc::ptr_eq(&before, &again), "{engine}: not cached");
        write(engine, &shop.path, "CREATE TABLE extra (n INTEGER); INSERT INTO regions VALUES ('W', 5);");
        let after = shop.connector.catalog().await.unwrap();
        assert_ne!(before.version, after.version, "{engine}");
        assert!(after.table("extra").is_some(), "{engine}");
        assert_eq!(after.table("regions").unwrap().row_count, Some(3), "{engine}");
    }
}

#[tokio::test]
async fn comments_labels_and_schemas_of_duckdb_are_read() {
    let script = r#"CREATE TABLE t (a INTEGER, b INTEGER); CREATE SCHEMA sales; CREATE TABLE sales.x (i INTEGER);
        COMMENT ON TABLE t IS 'All the things'; COMMENT ON COLUMN t.a IS '{"vouch_label": "Größe (cm)"}';
        COMMENT ON COLUMN t.b IS 'Weight in kg';"#;
    let catalog = source(Dialect::DuckDb, script).await.connector.catalog().await.unwrap();
    let table = catalog.table("t").unwrap();
    assert_eq!(table.comment.as_deref(), Some("All the things"));
    assert_eq!((table.columns[0].label.as_deref(), &table.columns[0].comment), (Some("Größe (cm)"), &None));
    assert_eq!(table.columns[1].comment.as_deref(), Some("Weight in kg"));
    assert_eq!(catalog.table("sales.x").unwrap().schema.as_deref(), Some("sales"));
}

#[tokio::test]
async fn large_and_many_tables_are_read_quickly() {
    let big = "CREATE TABLE customers AS SELECT i AS id, 'n' || i AS name, 'c' || i % 50 AS city FROM range(5000) r(i);
        CREATE TABLE items AS SELECT i AS id, i % 5000 AS customer_id, i % 7 AS quantity, (i % 1000)::DECIMAL(10,2) AS amount,
        DATE '2022-01-01' + (i % 900)::INTEGER AS day, 's' || i % 4 AS status, 'note ' || i AS note FROM range(100000) r(i);";
    let began = Instant::now();
    let shop = source(Dialect::DuckDb, big).await;
    println!("made and opened in {:?}", began.elapsed());
    let began = Instant::now();
    let catalog = shop.connector.catalog().await.unwrap();
    let took = began.elapsed();
    println!("100,000 rows: catalog in {took:?}");
    assert!(catalog.table("items").unwrap().column("id").unwrap().unique);
    assert_eq!(catalog.foreign_keys.len(), 1);
    assert!(took < Duration::from_secs(2), "{took:?}");
    for engine in ENGINES {
        let many: String = (0..1_000)
            .map(|i| format!("CREATE TABLE t{i} (id INTEGER, name VARCHAR, t{}_id INTEGER); INSERT INTO t{i} VALUES (1, 'a', 1);", i / 2))
            .collect();
        let wide = source(engine, &format!("BEGIN; {many} COMMIT;")).await;
        let began = Instant::now();
        let tables = wide.connector.catalog().await.unwrap().tables.len();
        println!("{engine}: 1,000 tables in {:?}", began.elapsed());
        assert_eq!(tables, 1_000);
        assert!(began.elapsed() < Duration::from_secs(15), "{engine}: {:?}", began.elapsed());
    }
}

/// A macro may be called like a function that anybody may call, or like an operator, and read whatever it likes.
#[tokio::test]
async fn what_a_database_calls_like_a_function_is_not_taken_for_it() {
    let script = "CREATE TABLE secrets (v VARCHAR); INSERT INTO secrets VALUES ('hidden');
        CREATE TABLE words (w VARCHAR, a VARCHAR, b VARCHAR); INSERT INTO words VALUES ('x', 'y', 'z');
        CREATE MACRO lower(x) AS (SELECT max(v) FROM secrets);
        CREATE MACRO range(x) AS TABLE SELECT * FROM secrets;
        CREATE MACRO plain(x) AS x || '!';";
    let source = source(Dialect::DuckDb, script).await;
    let catalog = source.connector.catalog().await.unwrap();
    assert_eq!(catalog.own_functions, ["lower", "plain", "range"]);
    let policy = Policy { max_rows: 10, tenant: None };
    let context = CheckContext {
        dialect: Dialect::DuckDb,
        catalog: Some(&catalog),
        policy: &policy,
        engine: source.connector.parser(),
    };
    for sql in [
        "SELECT lower(w) FROM words",
        "SELECT w.lower() FROM words",
        "SELECT * FROM range(3)",
        "SELECT plain(w) FROM words",
    ] {
        let rejected = check(sql, &context).unwrap_err();
        assert_eq!(rejected.code, ErrorCode::FunctionNotAllowed, "{sql}: {rejected}");
    }
    assert!(check("SELECT upper(w) FROM words", &context).is_ok());
    // What only the engine's parser sees as a function.
    for (own, sql) in [
        ("||", "SELECT a || b FROM words"),
        ("~~", "SELECT w FROM words WHERE w LIKE 'x'"),
        ("count_star", "SELECT count(*) FROM words"),
        ("date_part", "SELECT extract(year FROM DATE '2024-01-01')"),
        ("regexp_full_match", "SELECT w FROM words WHERE w SIMILAR TO 'x'"),
        ("list_value", "SELECT [w] FROM words"),
    ] {
        let own = vouch_model::Catalog { own_functions: vec![own.to_owned()], ..(*catalog).clone() };
        let context = CheckContext { catalog: Some(&own), ..context };
        assert_eq!(check(sql, &context).unwrap_err().code, ErrorCode::FunctionNotAllowed, "{sql}");
    }
}
