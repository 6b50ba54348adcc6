use crate::fixture::{ENGINES, SHOP, Source, source};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use vouch_connectors::{ConnectorError, Limits};
use vouch_model::{Dialect, ErrorCode, Value};
use vouch_sql::{CheckContext, Policy, check};

fn limits(max_rows: usize, timeout_ms: u64) -> Limits {
    Limits { max_rows, timeout: Duration::from_millis(timeout_ms), ..Limits::default() }
}

/// A table of the numbers from 0 to `count` - 1.
async fn numbers(engine: Dialect, count: usize) -> Source {
    let script = match engine {
        Dialect::DuckDb => format!("CREATE TABLE n AS SELECT i FROM range({count}) r(i)"),
        _ => format!(
            "CREATE TABLE n (i INTEGER); WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < {}) \
             INSERT INTO n SELECT i FROM r",
            count - 1
        ),
    };
    source(engine, &script).await
}

const ENDLESS: &str = "SELECT count(*) AS found FROM n a, n b, n c WHERE a.i * b.i + c.i = -1";

#[tokio::test]
async fn the_row_cap_cuts_and_says_so() {
    for engine in ENGINES {
        let shop = numbers(engine, 5_000).await;
        for (cap, wanted, truncated) in
            [(4_999, 4_999, true), (5_000, 5_000, false), (5_001, 5_000, false), (1, 1, true)]
        {
            let result = shop.rows("SELECT i FROM n", &limits(cap, 30_000)).await.unwrap();
            assert_eq!((result.rows.len(), result.truncated), (wanted, truncated), "{engine} {cap}");
        }
        let own = shop.rows("SELECT i FROM n LIMIT 10", &limits(100, 30_000)).await.unwrap();
        assert_eq!((own.rows.len(), own.truncated), (10, false), "{engine}: a limit of the user's own cuts nothing");
    }
}

#[tokio::test]
async fn time_runs_out_and_the_source_stays_usable() {
    for engine in ENGINES {
        let shop = numbers(engine, 100_000).await;
        let began = Instant::now();
        let error = shop.rows(ENDLESS, &limits(10, 400)).await.unwrap_err();
        let took = began.elapsed();
        assert_eq!(error.code(), ErrorCode::Timeout, "{engine}: {error}");
        assert!(took < Duration::from_millis(1_500), "{engine}: {took:?}");
        assert_eq!(shop.rows("SELECT i FROM n WHERE i = 7", &limits(10, 9_000)).await.unwrap().rows, [[Value::Int(7)]]);
    }
}

#[tokio::test]
async fn a_request_to_stop_stops_the_engine() {
    for engine in ENGINES {
        let shop = numbers(engine, 100_000).await;
        let cancel = CancellationToken::new();
        let stopper = cancel.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(200)).await;
            stopper.cancel();
        });
        let began = Instant::now();
        let error = match shop.start(ENDLESS, &limits(10, 60_000), &cancel).await {
            Ok(stream) => stream.collect().await.unwrap_err(),
            Err(error) => error,
        };
        assert!(matches!(error, ConnectorError::Cancelled), "{engine}: {error}");
        assert!(began.elapsed() < Duration::from_millis(1_200), "{engine}: {:?}", began.elapsed());
    }
}

#[tokio::test]
async fn a_slow_reader_holds_the_engine_back_without_losing_rows() {
    for engine in ENGINES {
        let shop = numbers(engine, 50_000).await;
        let limits = limits(100_000, 300);
        let mut stream = shop.start("SELECT i FROM n", &limits, &CancellationToken::new()).await.unwrap();
        let mut seen = 0;
        while let Some(batch) = stream.next().await {
            seen += batch.unwrap_or_else(|error| panic!("{engine}: {error}")).len();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(seen, 50_000, "{engine}: the reader's time is not the statement's");
    }
}

#[tokio::test]
async fn a_reader_who_leaves_stops_the_engine() {
    for engine in ENGINES {
        let shop = numbers(engine, 100_000).await;
        let mut stream = shop
            .start("SELECT a.i FROM n a, n b, n c", &limits(1 << 40, 60_000), &CancellationToken::new())
            .await
            .unwrap();
        assert!(stream.next().await.unwrap().is_ok());
        drop(stream);
        tokio::time::sleep(Duration::from_millis(800)).await;
        let before = busy_time();
        tokio::time::sleep(Duration::from_millis(300)).await;
        // Other tests of this process may run too, so this only says that no core is taken for good.
        println!("{engine}: {:?} of work in 300 ms after the reader left", busy_time() - before);
        let again = shop.rows("SELECT count(*) AS c FROM n", &limits(10, 9_000)).await.unwrap();
        assert_eq!(again.rows, [[Value::Int(100_000)]]);
    }
}

#[tokio::test]
async fn two_gigabytes_are_stopped_with_little_memory() {
    for engine in ENGINES {
        let shop = numbers(engine, 2_000_000).await;
        let sql = match engine {
            Dialect::DuckDb => "SELECT repeat('x', 1000) AS s FROM n",
            _ => "SELECT printf('%.1000c', 'x') AS s FROM n",
        };
        let before = resident();
        let limits = Limits { max_rows: 1 << 40, max_result_bytes: 64 << 20, ..Limits::default() };
        let error = shop.rows(sql, &limits).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::TooLarge, "{engine}: {error}");
        let grown = resident().saturating_sub(before);
        assert!(grown < 600 << 20, "{engine}: grew by {} MiB", grown >> 20);
    }
}

/// Texts that double in each of a chain of subqueries: the engine counts none of it and hears no interrupt, so the
/// guard must not let them through.
#[tokio::test]
async fn a_chain_of_doublings_never_starts() {
    let shop = numbers(Dialect::DuckDb, 10).await;
    let catalog = shop.connector.catalog().await.unwrap();
    let policy = Policy { max_rows: 10, tenant: None };
    let context = CheckContext {
        dialect: Dialect::DuckDb,
        catalog: Some(&catalog),
        policy: &policy,
        engine: shop.connector.parser(),
    };
    let mut sql = "SELECT repeat('x', 10000) AS s FROM n".to_owned();
    let mut longest = 0;
    for step in 0..20 {
        sql = format!("SELECT s || s AS s FROM ({sql}) AS t{step}");
        let Ok(checked) = check(&sql, &context) else { break };
        let limits = Limits::default();
        let rows =
            shop.connector.run(&checked, &limits, &CancellationToken::new()).await.unwrap().collect().await.unwrap();
        longest = rows.rows.iter().map(|row| row[0].to_string().len()).max().unwrap();
    }
    assert!((20_000..=262_144).contains(&longest), "{longest}");
}

#[tokio::test]
async fn statements_run_side_by_side() {
    for engine in ENGINES {
        let shop = std::sync::Arc::new(numbers(engine, 20_000).await);
        let tasks: Vec<_> = (0..8_i64)
            .map(|k| {
                let shop = std::sync::Arc::clone(&shop);
                tokio::spawn(async move {
                    let sql = format!("SELECT count(*) AS c FROM n WHERE i % 8 = {k}");
                    shop.rows(&sql, &limits(10, 30_000)).await.unwrap().rows
                })
            })
            .collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), [[Value::Int(2_500)]], "{engine}");
        }
    }
}

#[tokio::test]
async fn nothing_changes_the_file() {
    for engine in ENGINES {
        let shop = source(engine, SHOP).await;
        let before = std::fs::read(&shop.path).unwrap();
        shop.connector.catalog().await.unwrap();
        shop.rows(
            "SELECT c.name, sum(i.amount) AS total FROM customers c JOIN orders o ON o.customer_id = c.id \
                   JOIN order_items i ON i.order_id = o.id GROUP BY c.name ORDER BY total DESC",
            &limits(100, 9_000),
        )
        .await
        .unwrap();
        assert_eq!(std::fs::read(&shop.path).unwrap(), before, "{engine}");
        let left: Vec<_> = std::fs::read_dir(shop.folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["shop.db"], "{engine}: nothing is left beside the file");
    }
}

fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 4_096
}

fn busy_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}
