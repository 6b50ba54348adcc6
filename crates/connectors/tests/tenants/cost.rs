//! What the wall costs: the narrowed statement against the same text without its LIMIT, in one run. Takes a minute, so
//! it runs only when asked for: `cargo test --workspace -- --ignored what_the_wall_costs --nocapture`.

use crate::compare::Side;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vouch_connectors::{SourceUrl, open};
use vouch_model::Dialect;
use vouch_sql::{TenantPolicy, TenantSettings};

const ROWS: usize = 5_000_000;
const ROUNDS: usize = 5;

const STATEMENTS: [(&str, &str); 5] = [
    ("count", "SELECT count(*) FROM sales"),
    ("filter", "SELECT sum(amount) FROM sales WHERE kind < 10"),
    ("group", "SELECT kind, sum(amount), count(*) FROM sales GROUP BY kind"),
    ("join", "SELECT p.label, sum(s.amount) FROM sales s JOIN places p ON p.id = s.place_id GROUP BY p.label"),
    ("top ten", "SELECT * FROM sales ORDER BY amount DESC, id LIMIT 10"),
];

fn schema(dialect: Dialect) -> String {
    let numbers = match dialect {
        Dialect::DuckDb => format!("SELECT range AS i FROM range({ROWS})"),
        _ => format!(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS} - 1) SELECT i FROM n"
        ),
    };
    format!(
        "CREATE TABLE places (id INTEGER PRIMARY KEY, client_id INTEGER, label TEXT);
         CREATE TABLE sales (id INTEGER, client_id INTEGER, place_id INTEGER, kind INTEGER, amount INTEGER, note TEXT);
         INSERT INTO places SELECT i, i % 10, 'place ' || (i % 50) FROM ({numbers}) WHERE i < 1000;
         INSERT INTO sales SELECT i, i * 7 % 10, i * 7 % 1000, i % 1000, i * 31 % 100003, 'note ' || i FROM ({numbers});"
    )
}

fn best(mut run: impl FnMut()) -> Duration {
    let once = |run: &mut dyn FnMut()| {
        let began = Instant::now();
        run();
        began.elapsed()
    };
    (0..ROUNDS).map(|_| once(&mut run)).min().unwrap_or_default()
}

fn print_ratio(dialect: Dialect, name: &str, walled: Duration, bare: Duration) {
    let ratio = walled.as_secs_f64() / bare.as_secs_f64();
    println!("{dialect} {name}: {walled:.1?} with the wall, {bare:.1?} without, {ratio:.2} times");
}

#[tokio::test]
#[ignore = "makes five million rows"]
async fn what_the_wall_costs() {
    for dialect in [Dialect::DuckDb, Dialect::Sqlite] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.db");
        let url = match dialect {
            Dialect::DuckDb => {
                duckdb::Connection::open(&path).unwrap().execute_batch(&schema(dialect)).unwrap();
                SourceUrl::DuckDb(path.clone())
            }
            _ => {
                rusqlite::Connection::open(&path).unwrap().execute_batch(&schema(dialect)).unwrap();
                SourceUrl::Sqlite(path.clone())
            }
        };
        let side = Side::of(open("large", &url).await.unwrap()).await;
        let policy = TenantPolicy::new(&side.catalog, &TenantSettings::default(), "3").unwrap();
        let narrowed = Side { tenant: Some(Arc::new(policy)), ..side };
        for (name, sql) in STATEMENTS {
            let walled = narrowed.check(sql).unwrap().to_run().to_owned();
            let bare = walled.replace(" LIMIT 9223372036854775807)", ")").replace(" LIMIT -1)", ")");
            assert_ne!(walled, bare);
            let time = |text: &str| match dialect {
                Dialect::DuckDb => {
                    let config = duckdb::Config::default().access_mode(duckdb::AccessMode::ReadOnly).unwrap();
                    let connection = duckdb::Connection::open_with_flags(&path, config).unwrap();
                    best(|| {
                        let mut statement = connection.prepare(text).unwrap();
                        let mut rows = statement.query([]).unwrap();
                        while rows.next().unwrap().is_some() {}
                    })
                }
                _ => {
                    let connection = rusqlite::Connection::open(&path).unwrap();
                    best(|| {
                        let mut statement = connection.prepare(text).unwrap();
                        let mut rows = statement.query([]).unwrap();
                        while rows.next().unwrap().is_some() {}
                    })
                }
            };
            print_ratio(dialect, name, time(&walled), time(&bare));
        }
    }
}
