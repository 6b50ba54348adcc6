//! A small shop in every engine, made from one script that both understand.

use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, ConnectorError, Limits, RowStream, SourceUrl, open};
use vouch_model::{Dialect, ResultSet};
use vouch_sql::{CheckContext, CheckedSql, Policy, check};

pub const SHOP: &str = "
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, city VARCHAR, joined DATE);
    CREATE TABLE products (product_id INTEGER, title VARCHAR, price DECIMAL(10,2));
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, placed TIMESTAMP, status VARCHAR);
    CREATE TABLE order_items (order_id INTEGER, product_id INTEGER, quantity INTEGER, amount DOUBLE);
    CREATE TABLE regions (code VARCHAR, customer_id INTEGER);
    INSERT INTO customers VALUES (1, 'Ada', 'Rome', '2023-01-05'), (2, 'Bob', 'Oslo', '2023-02-06'),
        (3, 'Cy', 'Rome', '2024-03-07'), (4, 'Di', NULL, '2024-04-08');
    INSERT INTO products VALUES (10, 'Lamp', 12.50), (11, 'Desk', 99.99), (12, 'Pen', 0.75);
    INSERT INTO orders VALUES (100, 1, '2024-01-01 10:00:00', 'paid'), (101, 1, '2024-01-02 11:00:00', 'paid'),
        (102, 3, '2024-02-03 12:30:00', 'open'), (103, NULL, '2024-02-04 00:00:00', 'void');
    INSERT INTO order_items VALUES (100, 10, 1, 12.5), (100, 11, 2, 199.98), (101, 12, 10, 7.5), (102, 10, 3, 37.5);
    INSERT INTO regions VALUES ('N', 1), ('S', 77);
    CREATE VIEW paid_orders AS SELECT id, customer_id FROM orders WHERE status = 'paid';
";

pub const ENGINES: [Dialect; 2] = [Dialect::DuckDb, Dialect::Sqlite];

pub struct Source {
    pub folder: TempDir,
    pub path: PathBuf,
    pub connector: Arc<dyn Connector>,
}

pub fn write(dialect: Dialect, path: &std::path::Path, script: &str) {
    match dialect {
        Dialect::DuckDb => duckdb::Connection::open(path).unwrap().execute_batch(script).unwrap(),
        _ => rusqlite::Connection::open(path).unwrap().execute_batch(script).unwrap(),
    }
}

pub fn url(dialect: Dialect, path: &std::path::Path) -> SourceUrl {
    match dialect {
        Dialect::DuckDb => SourceUrl::DuckDb(path.to_owned()),
        _ => SourceUrl::Sqlite(path.to_owned()),
    }
}

pub async fn source(dialect: Dialect, script: &str) -> Source {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("shop.db");
    write(dialect, &path, script);
    let connector = open("shop", &url(dialect, &path)).await.unwrap();
    Source { folder, path, connector }
}

impl Source {
    pub async fn checked(&self, sql: &str, max_rows: usize) -> CheckedSql {
        let catalog = self.connector.catalog().await.unwrap();
        let context = CheckContext {
            dialect: self.connector.dialect(),
            catalog: Some(&catalog),
            policy: &Policy { max_rows, tenant: None },
            engine: self.connector.parser(),
        };
        check(sql, &context).unwrap_or_else(|rejected| panic!("{sql}: {} {}", rejected.code, rejected.message))
    }

    pub async fn start(
        &self,
        sql: &str,
        limits: &Limits,
        cancel: &CancellationToken,
    ) -> Result<RowStream, ConnectorError> {
        let checked = self.checked(sql, limits.max_rows).await;
        self.connector.run(&checked, limits, cancel).await
    }

    pub async fn rows(&self, sql: &str, limits: &Limits) -> Result<ResultSet, ConnectorError> {
        self.start(sql, limits, &CancellationToken::new()).await?.collect().await
    }
}
