//! The engine alone, with the guard left out: what it refuses by itself, and that every type comes through.

use super::*;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use vouch_model::{ResultSet, Value};

struct Fixture {
    _folder: TempDir,
    engine: Arc<Engine>,
}

fn fixture(setup: &str) -> Fixture {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("test.duckdb");
    duckdb::Connection::open(&path).unwrap().execute_batch(setup).unwrap();
    let engine = Engine::open(&path, 64 << 20, super::super::connection::Rows::Everybodys).unwrap();
    Fixture { _folder: folder, engine }
}

impl Fixture {
    async fn start(&self, sql: &str, limits: &Limits) -> Result<RowStream, ConnectorError> {
        run(Arc::clone(&self.engine), sql, usize::MAX, limits, &CancellationToken::new()).await
    }

    async fn rows(&self, sql: &str) -> Result<ResultSet, ConnectorError> {
        self.start(sql, &Limits::default()).await?.collect().await
    }

    async fn cell(&self, sql: &str) -> Value {
        let result = self.rows(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        result.rows[0][0].clone()
    }
}

#[tokio::test]
async fn every_type_survives() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    for (sql, text, json) in [
        (
            "170141183460469231731687303715884105727::HUGEINT",
            "170141183460469231731687303715884105727",
            r#""170141183460469231731687303715884105727""#,
        ),
        (
            "'-170141183460469231731687303715884105728'::HUGEINT",
            "-170141183460469231731687303715884105728",
            r#""-170141183460469231731687303715884105728""#,
        ),
        (
            "340282366920938463463374607431768211455::UHUGEINT",
            "340282366920938463463374607431768211455",
            r#""340282366920938463463374607431768211455""#,
        ),
        ("18446744073709551615::UBIGINT", "18446744073709551615", r#""18446744073709551615""#),
        (
            "'123456789012345678901234567890123456789012345'::BIGNUM",
            "123456789012345678901234567890123456789012345",
            r#""123456789012345678901234567890123456789012345""#,
        ),
        (
            "'-1000000000000000000000000000000000000000000000'::BIGNUM",
            "-1000000000000000000000000000000000000000000000",
            r#""-1000000000000000000000000000000000000000000000""#,
        ),
        ("'0'::BIGNUM", "0", "0"),
        ("'-256'::BIGNUM", "-256", "-256"),
        ("(-128)::TINYINT", "-128", "-128"),
        ("255::UTINYINT", "255", "255"),
        ("65535::USMALLINT", "65535", "65535"),
        ("4294967295::UINTEGER", "4294967295", "4294967295"),
        ("12.34::DECIMAL(4,2)", "12.34", "12.34"),
        ("-0.05::DECIMAL(9,2)", "-0.05", "-0.05"),
        ("1234567890.12345678::DECIMAL(18,8)", "1234567890.12345678", r#""1234567890.12345678""#),
        (
            "9999999999999999999999999999.9999999999::DECIMAL(38,10)",
            "9999999999999999999999999999.9999999999",
            r#""9999999999999999999999999999.9999999999""#,
        ),
        ("0.1::FLOAT", "0.1", "0.1"),
        ("0.1::DOUBLE", "0.1", "0.1"),
        ("'NaN'::DOUBLE", "NaN", r#""NaN""#),
        ("'-inf'::DOUBLE", "-Infinity", r#""-Infinity""#),
        ("'inf'::FLOAT", "Infinity", r#""Infinity""#),
        ("DATE '2024-02-29'", "2024-02-29", r#""2024-02-29""#),
        ("DATE '0001-01-01'", "0001-01-01", r#""0001-01-01""#),
        ("'infinity'::DATE", "infinity", r#""infinity""#),
        ("'-infinity'::DATE", "-infinity", r#""-infinity""#),
        ("TIME '23:59:59.999999'", "23:59:59.999999", r#""23:59:59.999999""#),
        ("'12:00:00+02:30'::TIMETZ", "12:00:00+02:30", r#""12:00:00+02:30""#),
        ("'12:00:00.5-08'::TIMETZ", "12:00:00.5-08:00", r#""12:00:00.5-08:00""#),
        ("'2024-01-02 03:04:05'::TIMESTAMP_S", "2024-01-02 03:04:05", r#""2024-01-02 03:04:05""#),
        ("'2024-01-02 03:04:05.678'::TIMESTAMP_MS", "2024-01-02 03:04:05.678", r#""2024-01-02 03:04:05.678""#),
        ("'2024-01-02 03:04:05.678901'::TIMESTAMP", "2024-01-02 03:04:05.678901", r#""2024-01-02 03:04:05.678901""#),
        (
            "'2024-01-02 03:04:05.678901234'::TIMESTAMP_NS",
            "2024-01-02 03:04:05.678901234",
            r#""2024-01-02 03:04:05.678901234""#,
        ),
        ("'2024-01-02 03:04:05+02'::TIMESTAMPTZ", "2024-01-02 01:04:05+00:00", r#""2024-01-02 01:04:05+00:00""#),
        ("'infinity'::TIMESTAMP", "infinity", r#""infinity""#),
        ("'-infinity'::TIMESTAMPTZ", "-infinity", r#""-infinity""#),
        (
            "INTERVAL '14 months 1 day 1.5 seconds'",
            "1 year 2 months 1 day 00:00:01.5",
            r#""1 year 2 months 1 day 00:00:01.5""#,
        ),
        (
            "'00112233-4455-6677-8899-aabbccddeeff'::UUID",
            "00112233-4455-6677-8899-aabbccddeeff",
            r#""00112233-4455-6677-8899-aabbccddeeff""#,
        ),
        ("'\\x00\\xFFab'::BLOB", "0x00ff6162", r#""0x00ff6162""#),
        ("'0101011'::BIT", "0101011", r#""0101011""#),
        ("'b'::ENUM('a','b')", "b", r#""b""#),
        ("'{\"a\": [1, null]}'::JSON", r#"{"a": [1, null]}"#, r#""{\"a\": [1, null]}""#),
        ("[1, NULL, 3]", "[1,null,3]", "[1,null,3]"),
        ("[[1], [], NULL]", "[[1],[],null]", "[[1],[],null]"),
        ("[1.5, 2.5]::DOUBLE[2]", "[1.5,2.5]", "[1.5,2.5]"),
        (
            "{'a': 1, 'b': {'c': [DATE '2024-01-01']}}",
            r#"{"a":1,"b":{"c":["2024-01-01"]}}"#,
            r#"{"a":1,"b":{"c":["2024-01-01"]}}"#,
        ),
        ("MAP {'x': 1, 'y': NULL}", r#"{"x":1,"y":null}"#, r#"{"x":1,"y":null}"#),
        ("union_value(num := 7)", r#"{"num":7}"#, r#"{"num":7}"#),
        ("true", "true", "true"),
        (
            "'Grüße, 世界 🦆 and more than twelve bytes'",
            "Grüße, 世界 🦆 and more than twelve bytes",
            r#""Grüße, 世界 🦆 and more than twelve bytes""#,
        ),
        ("''", "", r#""""#),
        ("NULL", "", "null"),
    ] {
        let value = source.cell(&format!("SELECT {sql} AS v")).await;
        assert_eq!(value.to_string(), text, "{sql}");
        assert_eq!(value.to_json().to_string(), json, "{sql}");
    }
}

#[tokio::test]
async fn nested_values_of_many_rows_keep_their_places() {
    let source = fixture(
        "CREATE TABLE t AS SELECT i, [i, i + 1] AS l, {'k': i::VARCHAR, 'm': MAP {i: [i]}} AS s FROM range(5000) r(i)",
    );
    let result = source
        .start("SELECT l, s FROM t WHERE i % 7 = 3 ORDER BY i", &Limits { max_rows: 10_000, ..Limits::default() })
        .await
        .unwrap()
        .collect()
        .await
        .unwrap();
    assert_eq!(result.rows.len(), 714);
    for (n, row) in result.rows.iter().enumerate() {
        let i = n * 7 + 3;
        assert_eq!(row[0].to_string(), format!("[{i},{}]", i + 1));
        assert_eq!(row[1].to_string(), format!(r#"{{"k":"{i}","m":{{"{i}":[{i}]}}}}"#));
    }
}

#[tokio::test]
async fn whatever_is_not_one_query_is_refused_by_the_engine_itself() {
    let source = fixture("CREATE TABLE t AS SELECT 1 AS i");
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
        "COPY t TO '/tmp/vouch-must-not-exist.csv'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET memory_limit = '1TB'",
        "SET enable_external_access = true",
        "CALL pragma_version()",
        "EXPLAIN ANALYZE SELECT 1",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM read_parquet('http://127.0.0.1:1/x.parquet')",
        "",
        "-- nothing",
    ] {
        let result = source.rows(sql).await;
        assert!(result.is_err(), "{sql} ran: {result:?}");
    }
    assert_eq!(source.cell("SELECT count(*) FROM t").await, Value::Int(1));
}

#[tokio::test]
async fn a_statement_without_end_is_stopped_at_its_time() {
    let source = fixture("CREATE TABLE t AS SELECT i FROM range(1000000) r(i)");
    for sql in [
        "SELECT count(*) FROM t a, t b WHERE (a.i * b.i) % 7 = 3",
        "SELECT a.i FROM t a, t b WHERE a.i * b.i = -1",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
        "SELECT sum(a.i + b.i) OVER (ORDER BY a.i) FROM t a, t b LIMIT 5",
    ] {
        let began = Instant::now();
        let limits = Limits { timeout: Duration::from_millis(300), ..Limits::default() };
        let result = match source.start(sql, &limits).await {
            Ok(stream) => stream.collect().await,
            Err(error) => Err(error),
        };
        let took = began.elapsed();
        let error = result.expect_err(sql);
        assert!(matches!(error, ConnectorError::Timeout { .. } | ConnectorError::TooLarge { .. }), "{sql}: {error}");
        assert!(took < Duration::from_millis(1_300), "{sql} took {took:?}");
    }
}

#[tokio::test]
async fn a_result_that_does_not_fit_is_stopped() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    let limits = Limits { max_rows: usize::MAX, max_result_bytes: 8 << 20, ..Limits::default() };
    let sql = "SELECT repeat('x', 1000) FROM range(2000000)";
    let error = source.start(sql, &limits).await.unwrap().collect().await.unwrap_err();
    assert!(matches!(error, ConnectorError::TooLarge { .. }), "{error}");
}

#[tokio::test]
async fn work_that_needs_too_much_memory_is_stopped() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    let error =
        source.rows("SELECT i FROM range(20000000) r(i) ORDER BY hash(i) LIMIT 3 OFFSET 10000000").await.unwrap_err();
    assert!(matches!(error, ConnectorError::TooLarge { .. }), "{error:?}");
    assert_eq!(source.cell("SELECT 1").await, Value::Int(1));
}

/// Values of a function are made outside the engine's own count. Every chunk here holds some 800 MB of them.
#[tokio::test]
async fn values_that_the_engine_does_not_count_are_stopped_by_the_watch() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    let limits = Limits { memory_bytes: 64 << 20, timeout: Duration::from_secs(60), ..Limits::default() };
    let sql = "SELECT sum(length(repeat(i::VARCHAR || repeat('x', 10000), 40))) FROM range(50000000) r(i)";
    let began = Instant::now();
    let error = match source.start(sql, &limits).await {
        Ok(stream) => stream.collect().await.unwrap_err(),
        Err(error) => error,
    };
    assert_eq!(error.code(), ErrorCode::TooLarge, "{error}");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert_eq!(source.cell("SELECT 41 + 1").await, Value::Int(42));
}

/// One value that takes the engine several seconds, in which it hears no interrupt. Not many: what is left alone still
/// counts as running, and the tests beside this one watch memory.
#[tokio::test]
async fn who_waits_is_told_although_the_engine_does_not_hear() {
    let source = fixture("CREATE TABLE t (i INTEGER)");
    let sql = "SELECT jaro_similarity(repeat('ab', 600000), repeat('ba', 600000))";
    let limits = Limits { timeout: Duration::from_millis(200), ..Limits::default() };
    let began = Instant::now();
    let result = match source.start(sql, &limits).await {
        Ok(stream) => stream.collect().await.map(drop),
        Err(error) => Err(error),
    };
    assert!(matches!(result, Err(ConnectorError::Timeout { .. })), "{result:?}");
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}
