//! The engine alone, with the guard left out: what it refuses by itself, and that every class comes through.

use super::*;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use vouch_model::{DataType, ResultSet};

struct Fixture {
    _folder: TempDir,
    engine: Arc<Engine>,
}

fn fixture(setup: &str) -> Fixture {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("test.db");
    Connection::open(&path).unwrap().execute_batch(setup).unwrap();
    let engine = Arc::new(Engine::open(&path).unwrap());
    Fixture { _folder: folder, engine }
}

impl Fixture {
    async fn start(&self, sql: &str, limits: &Limits) -> Result<RowStream, ConnectorError> {
        run(Arc::clone(&self.engine), sql, usize::MAX, limits, &CancellationToken::new()).await
    }

    async fn rows(&self, sql: &str) -> Result<ResultSet, ConnectorError> {
        self.start(sql, &Limits::default()).await?.collect().await
    }
}

#[tokio::test]
async fn every_class_survives() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    for (sql, text, json) in [
        ("9223372036854775807", "9223372036854775807", r#""9223372036854775807""#),
        ("-9223372036854775808", "-9223372036854775808", r#""-9223372036854775808""#),
        ("1e999", "Infinity", r#""Infinity""#),
        ("0.1", "0.1", "0.1"),
        ("x'00ff'", "0x00ff", r#""0x00ff""#),
        ("'Grüße 🦆'", "Grüße 🦆", r#""Grüße 🦆""#),
        ("CAST(x'fffe' AS TEXT)", "0xfffe", r#""0xfffe""#),
        ("NULL", "", "null"),
        ("date('2024-02-29')", "2024-02-29", r#""2024-02-29""#),
    ] {
        let value = source.rows(&format!("SELECT {sql} AS v")).await.unwrap().rows[0][0].clone();
        assert_eq!(value.to_string(), text, "{sql}");
        assert_eq!(value.to_json().to_string(), json, "{sql}");
    }
}

#[tokio::test]
async fn result_types_follow_the_values() {
    let source = fixture(
        "CREATE TABLE t (d DATE, s DATETIME, n DECIMAL(10,2), x); \
         INSERT INTO t VALUES ('2024-01-01', '2024-01-01 10:00:00', 1.5, 1), ('2024-01-02', '2024-01-02 11:30:00', 2, 'a')",
    );
    let result = source.rows("SELECT d, s, n, x, n * 2 AS twice, NULL AS empty FROM t").await.unwrap();
    let types: Vec<DataType> = result.columns.iter().map(|c| c.data_type.clone()).collect();
    let zoned = false;
    let mixed = DataType::Other("mixed".to_owned());
    assert_eq!(
        types,
        [DataType::Date, DataType::Timestamp { zoned }, DataType::Float, mixed, DataType::Float, DataType::Text]
    );
    assert_eq!(result.rows[0][0], Value::Date(19_723));
    assert_eq!(result.rows[1][1].to_string(), "2024-01-02 11:30:00");
}

#[tokio::test]
async fn whatever_is_not_one_query_is_refused_by_the_engine_itself() {
    let source = fixture("CREATE TABLE t (i INTEGER); INSERT INTO t VALUES (1)");
    let before = std::fs::read(source.engine.path()).unwrap();
    for sql in [
        "INSERT INTO t VALUES (2)",
        "DELETE FROM t",
        "UPDATE t SET i = 3",
        "CREATE TABLE u (i INTEGER)",
        "CREATE TEMP TABLE u (i INTEGER)",
        "DROP TABLE t",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE t",
        "ATTACH ':memory:' AS x",
        "ATTACH '/tmp/vouch-must-not-exist.db' AS x",
        "VACUUM INTO '/tmp/vouch-must-not-exist.db'",
        "PRAGMA query_only = 0",
        "PRAGMA table_info(t)",
        "SELECT * FROM pragma_table_info('t')",
        "SELECT load_extension('x')",
        "SELECT fts3_tokenizer('simple')",
        "BEGIN",
        "REINDEX",
        "ANALYZE",
        "EXPLAIN SELECT 1",
        "WITH x AS (SELECT 1) DELETE FROM t",
        "INSERT INTO t VALUES (1) RETURNING i",
        "",
        "-- nothing",
    ] {
        let result = source.rows(sql).await;
        assert!(result.is_err(), "{sql} ran: {result:?}");
    }
    assert_eq!(std::fs::read(source.engine.path()).unwrap(), before);
    assert_eq!(source.rows("SELECT i FROM t").await.unwrap().rows, [[Value::Int(1)]]);
}

#[tokio::test]
async fn full_text_tables_can_be_read() {
    let source = fixture("CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('red fox'), ('blue sky')");
    let result = source.rows("SELECT body FROM f WHERE f MATCH 'fox'").await.unwrap();
    assert_eq!(result.rows, [[Value::Text("red fox".to_owned())]]);
}

#[tokio::test]
async fn a_statement_without_end_is_stopped_at_its_time() {
    let source = fixture(
        "CREATE TABLE t (i INTEGER); \
         WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 100000) INSERT INTO t SELECT n FROM r",
    );
    for sql in [
        "SELECT count(*) FROM t a, t b, t c WHERE a.i * b.i % 7 = c.i",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT n FROM r WHERE n > 1",
    ] {
        let began = Instant::now();
        let limits = Limits { timeout: Duration::from_millis(300), ..Limits::default() };
        let error = source.start(sql, &limits).await.err().expect(sql);
        assert!(matches!(error, ConnectorError::Timeout { .. }), "{sql}: {error}");
        assert!(began.elapsed() < Duration::from_millis(1_300), "{sql} took {:?}", began.elapsed());
    }
}

#[tokio::test]
async fn a_value_or_result_that_does_not_fit_is_stopped() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    let endless =
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT printf('%.1000c', 'x') FROM r";
    for sql in [endless, "SELECT zeroblob(1000000000)", "SELECT hex(zeroblob(60000000))"] {
        let limits = Limits { max_rows: usize::MAX, max_result_bytes: 8 << 20, ..Limits::default() };
        let result = match source.start(sql, &limits).await {
            Ok(stream) => stream.collect().await,
            Err(error) => Err(error),
        };
        assert!(matches!(result, Err(ConnectorError::TooLarge { .. })), "{sql}: {result:?}");
    }
}

/// One value that takes the engine several seconds, in which it hears no interrupt. Not many: what is left alone still
/// counts as running, and the tests beside this one watch memory.
#[tokio::test]
async fn who_waits_is_told_although_the_engine_does_not_hear() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    let sql = "SELECT instr(printf('%.600000c', 'a'), printf('%.300000c', 'a') || 'b')";
    let limits = Limits { timeout: Duration::from_millis(200), ..Limits::default() };
    let began = Instant::now();
    let result = match source.start(sql, &limits).await {
        Ok(stream) => stream.collect().await.map(drop),
        Err(error) => Err(error),
    };
    assert!(matches!(result, Err(ConnectorError::Timeout { .. })), "{result:?}");
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}
