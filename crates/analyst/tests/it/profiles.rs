//! Profiles on both engines: figures that were worked out by hand, odd data, odd names, and nobody else's rows.

use serde_json::{Value as Json, json};
use std::sync::Arc;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, AnalystSettings};
use vouch_connectors::{SourceUrl, create_from_script, open};
use vouch_model::{ColumnFlag, ColumnKind, ColumnProfile, ErrorCode, NotFinite, TableProfile, Value};

struct Source {
    _folder: TempDir,
    analyst: Analyst,
}

impl Source {
    async fn new(engine: &str, script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.db");
        let url = if engine == "duckdb" {
            duckdb::Connection::open(&path).unwrap().execute_batch(script).unwrap();
            SourceUrl::DuckDb(path)
        } else {
            create_from_script(&path, script).unwrap();
            SourceUrl::Sqlite(path)
        };
        let connector = open("data", &url).await.unwrap();
        // Whatever else this machine has to do meanwhile.
        let minutes = std::time::Duration::from_secs(600);
        let settings =
            AnalystSettings { ask_deadline: minutes, statement_timeout: minutes, ..AnalystSettings::default() };
        Self { _folder: folder, analyst: Analyst::new(Arc::clone(&connector), settings) }
    }

    async fn profile(&self, table: &str) -> TableProfile {
        profile_of(&self.analyst, table).await
    }
}

async fn profile_of(analyst: &Analyst, table: &str) -> TableProfile {
    let catalog = analyst.known_catalog().await.unwrap();
    let table = catalog.table(table).unwrap_or_else(|| panic!("{:?}", catalog.tables));
    analyst.profile(table, None, CancellationToken::new()).await.unwrap()
}

async fn profile(engine: &str, script: &str, table: &str) -> TableProfile {
    Source::new(engine, script).await.profile(table).await
}

fn column<'p>(profile: &'p TableProfile, name: &str) -> &'p ColumnProfile {
    profile.column(name).unwrap_or_else(|| panic!("no {name} in {profile:?}"))
}

fn near(value: &Option<Value>, expected: f64) {
    let found = value.as_ref().and_then(Value::as_f64).unwrap_or_else(|| panic!("{value:?} is not {expected}"));
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} is not {expected}");
}

fn shown(value: &Option<Value>) -> String {
    value.as_ref().map(Value::to_string).unwrap_or_default()
}

const SMALL: &str = "
    CREATE TABLE visits (id INTEGER, city TEXT, amount DOUBLE, placed DATE, seen TIMESTAMP);
    INSERT INTO visits VALUES
        (1, 'Paris', 10.0, '2024-01-01', '2024-01-01 10:00:00'), (2, 'paris ', 20.0, '2024-01-02', '2024-01-01 11:00:00'),
        (3, 'Rome', NULL, '2024-01-03', '2024-01-01 12:00:00'), (4, 'Rome', 30.0, NULL, '2024-01-01 13:00:00'),
        (5, NULL, 100.0, '2024-02-01', '2024-01-01 14:30:00');
";

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_those_that_a_person_works_out() {
    for engine in ["duckdb", "sqlite"] {
        let profile = profile(engine, SMALL, "visits").await;
        assert_eq!((profile.row_count, profile.duplicate_rows), (5, Some(0)), "{engine}");
        assert_eq!(profile.notes, Vec::<String>::new(), "{engine}");
        let amount = column(&profile, "amount");
        assert_eq!((amount.kind, amount.count, amount.nulls, amount.distinct), (ColumnKind::Number, 4, 1, Some(4)));
        for (value, expected) in [
            (&amount.min, 10.0),
            (&amount.max, 100.0),
            (&amount.mean, 40.0),
            (&amount.median, 25.0),
            (&amount.q1, 17.5),
            (&amount.q3, 47.5),
            (&amount.mode, 10.0),
        ] {
            near(value, expected);
        }
        near(&amount.stddev.map(Value::Float), (5_000.0_f64 / 3.0).sqrt());
        let outliers = amount.outliers.unwrap();
        assert_eq!((outliers.low, outliers.high, outliers.count), (-27.5, 92.5, 1), "{engine}");
        let bins = amount.histogram.as_ref().unwrap();
        assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), 4);
        assert!(bins.len() <= 20 && bins[0].from == Value::Float(10.0), "{bins:?}");
        let city = column(&profile, "city");
        let top: Vec<(String, u64)> =
            city.top.as_ref().unwrap().iter().map(|top| (top.value.to_string(), top.count)).collect();
        assert_eq!(top, [("Rome".to_owned(), 2), ("Paris".to_owned(), 1), ("paris ".to_owned(), 1)]);
        assert_eq!(city.flags, [ColumnFlag::Whitespace, ColumnFlag::CaseVariants], "{engine}");
        assert_eq!(city.evidence[1].examples, ["Paris | paris "], "{engine}");
        assert_eq!(city.evidence[1].rows, Some(2), "{engine}");
        assert_eq!(column(&profile, "id").flags, [ColumnFlag::SuspectedKey], "{engine}");
        let placed = column(&profile, "placed");
        let figures = [&placed.min, &placed.q1, &placed.median, &placed.mean, &placed.max].map(shown);
        let expected =
            ["2024-01-01", "2024-01-01 18:00:00", "2024-01-02 12:00:00", "2024-01-09 12:00:00", "2024-02-01"];
        assert_eq!(figures, expected, "{engine}");
        assert_eq!(placed.histogram.as_ref().unwrap()[0].from, Value::Date(19_723), "{engine}");
        assert!(placed.flags.is_empty() && placed.stddev.is_none(), "{engine} {placed:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_engines_say_the_same() {
    let plain = |profile: TableProfile| {
        let mut json = serde_json::to_value(profile).unwrap();
        for column in json["columns"].as_array_mut().unwrap() {
            column.as_object_mut().unwrap().remove("type");
        }
        rounded(json)
    };
    for (script, table) in [(SMALL, "visits"), (PAIRS, "pairs"), (TEXTS, "texts"), (DAYS, "days")] {
        let (one, other) = (profile("duckdb", script, table).await, profile("sqlite", script, table).await);
        pretty_assert(&plain(one), &plain(other));
    }
}

/// Sums in another order differ in their last digits.
fn rounded(json: Json) -> Json {
    match json {
        Json::Number(n) => json!(format!("{:.9e}", n.as_f64().unwrap())),
        Json::Array(items) => items.into_iter().map(rounded).collect(),
        Json::Object(fields) => Json::Object(fields.into_iter().map(|(k, v)| (k, rounded(v))).collect()),
        other => other,
    }
}

fn pretty_assert(one: &Json, other: &Json) {
    assert!(one == other, "duckdb: {one:#}\nsqlite: {other:#}");
}

/// `b` rises with `a`, `c` falls, `d` has nothing to do with them; `d` and `e` lack the same rows. Two rows repeat.
const PAIRS: &str = "
    CREATE TABLE pairs (a DOUBLE, b DOUBLE, c DOUBLE, d DOUBLE, e DOUBLE);
    INSERT INTO pairs VALUES (1, 2.5, 9, 3, 1), (2, 4, 8.5, NULL, NULL), (3, 6.5, 7, 1, 7), (4, 8, 6.5, 4, 7),
        (5, 10.5, 5, NULL, NULL), (6, 12, 4, 3, 1), (7, 14.5, 3, 1, 4), (8, 16, 2, NULL, NULL), (9, 18.5, 1, 2, NULL),
        (9, 18.5, 1, 2, NULL), (1, 2.5, 9, 3, 1);
";

#[tokio::test(flavor = "multi_thread")]
async fn pairs_are_told_by_r_and_by_what_they_lack() {
    for engine in ["duckdb", "sqlite"] {
        let profile = profile(engine, PAIRS, "pairs").await;
        assert_eq!(profile.duplicate_rows, Some(2), "{engine}");
        let strongest = &profile.correlations[0];
        assert_eq!((strongest.a.as_str(), strongest.b.as_str(), strongest.rows), ("a", "b", 11), "{engine}");
        // numpy.corrcoef of the two columns.
        assert!((strongest.r - 0.999_136_495_243_886_5).abs() < 1e-9, "{engine} {}", strongest.r);
        assert!(profile.correlations.iter().all(|pair| pair.r.abs() >= 0.3 && pair.r.abs() <= 1.0));
        assert!(profile.correlations.windows(2).all(|pair| pair[0].r.abs() >= pair[1].r.abs()), "{engine}");
        let missing: Vec<_> = profile
            .missing_together
            .iter()
            .map(|pair| (pair.a.as_str(), pair.b.as_str(), pair.share, pair.rows))
            .collect();
        assert_eq!(missing, [("d", "e", 0.6, 3)], "{engine}");
    }
}

const TEXTS: &str = "
    CREATE TABLE texts (amount TEXT, day TEXT, word TEXT, zip TEXT, same TEXT);
    INSERT INTO texts VALUES ('10', '2024-01-01', 'New  York', '01234', 'x'), ('-2.5', '2024-01-02', 'new york', '01235', 'x'),
        ('n/a', 'soon', 'Oslo', '99999', 'x'), ('.5', '2024-01-04 10:00', ' Oslo', '12345', 'x'), ('', NULL, 'Rome', '5', 'x');
";

#[tokio::test(flavor = "multi_thread")]
async fn texts_that_were_typed_by_hand_are_looked_at() {
    for engine in ["duckdb", "sqlite"] {
        let profile = profile(engine, TEXTS, "texts").await;
        let flags = |name: &str| column(&profile, name).flags.clone();
        assert_eq!(flags("amount"), [ColumnFlag::SuspectedKey, ColumnFlag::MixedTypes], "{engine}");
        let mixed = &column(&profile, "amount").evidence[0];
        assert_eq!((mixed.rows, mixed.examples.clone()), (Some(1), vec!["n/a".to_owned()]), "{engine}");
        assert_eq!(flags("day"), [ColumnFlag::MixedTypes], "{engine}");
        let spelled = [ColumnFlag::SuspectedKey, ColumnFlag::Whitespace, ColumnFlag::CaseVariants];
        assert_eq!(flags("word"), spelled, "{engine}");
        assert_eq!(column(&profile, "word").evidence[1].examples, [" Oslo | Oslo", "New  York | new york"], "{engine}");
        // All of them are numbers, so nothing is mixed.
        assert_eq!(flags("zip"), [ColumnFlag::SuspectedKey], "{engine}");
        assert_eq!(flags("same"), [ColumnFlag::Constant], "{engine}");
    }
}

const DAYS: &str = "
    CREATE TABLE days (born DATE, paid DATE, told DATE);
    INSERT INTO days VALUES ('2024-01-01', '2024-01-01', '1970-01-02'), ('2024-01-02', '2024-01-05', '1970-02-02'),
        ('2024-01-03', '2024-01-09', '1970-01-01'), ('1850-01-01', '1970-01-01', '1970-05-01'),
        ('9999-12-31', '2024-01-03', '1970-06-01'), ('2024-01-05', '2024-01-30', '1970-04-03'), (NULL, '2019-01-01', NULL);
";

#[tokio::test(flavor = "multi_thread")]
async fn dates_that_can_hardly_be_meant_are_named() {
    for engine in ["duckdb", "sqlite"] {
        let profile = profile(engine, DAYS, "days").await;
        let odd = |name: &str| {
            let found = column(&profile, name).evidence.iter().find(|e| e.flag == ColumnFlag::DatesOutOfRange);
            found.map(|evidence| evidence.examples.join(" ")).unwrap_or_default()
        };
        assert_eq!(odd("born"), "1850-01-01 9999-12-31", "{engine}");
        assert_eq!(odd("paid"), "1970-01-01", "{engine}");
        assert_eq!(odd("told"), "", "{engine}: among its like the first day of 1970 is one of them");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_that_are_none_are_counted_apart() {
    let nan = "CREATE TABLE t (x DOUBLE);
        INSERT INTO t VALUES (1), (3), ('nan'), ('inf'), ('-inf'), ('inf'), (NULL), (8)";
    let one = profile("duckdb", nan, "t").await;
    let x = column(&one, "x");
    assert_eq!((x.count, x.nulls, x.not_finite), (7, 1, Some(NotFinite { nan: 1, infinite: 3 })));
    assert_eq!((x.distinct, shown(&x.min), shown(&x.max)), (Some(5), "1".to_owned(), "8".to_owned()));
    near(&x.mean, 4.0);
    near(&x.median, 3.0);
    near(&x.stddev.map(Value::Float), 13.0_f64.sqrt());
    assert_eq!(x.histogram.as_ref().unwrap().iter().map(|bin| bin.count).sum::<u64>(), 3);
    let text = serde_json::to_string(&one).unwrap();
    assert!(!text.contains("NaN") && !text.contains("nfinity"), "{text}");
    let infinite = "CREATE TABLE t (x REAL); INSERT INTO t VALUES (1), (3), (9e999), (-9e999), (9e999), (NULL), (8)";
    let other = profile("sqlite", infinite, "t").await;
    let x = column(&other, "x");
    assert_eq!((x.count, x.nulls, x.not_finite), (6, 1, Some(NotFinite { nan: 0, infinite: 3 })));
    assert_eq!((x.distinct, shown(&x.max)), (Some(5), "8".to_owned()));
    near(&x.stddev.map(Value::Float), 13.0_f64.sqrt());
}

#[tokio::test(flavor = "multi_thread")]
async fn squares_that_are_no_doubles_still_have_a_root() {
    let script = "CREATE TABLE t (big DOUBLE, small DOUBLE, far DOUBLE);
        INSERT INTO t VALUES (1e200, 1e-200, 1000000001), (3e200, 2e-200, 1000000002), (5e200, 3e-200, 1000000003)";
    for engine in ["duckdb", "sqlite"] {
        let profile = profile(engine, script, "t").await;
        near(&column(&profile, "big").stddev.map(Value::Float), 2e200);
        near(&column(&profile, "small").stddev.map(Value::Float), 1e-200);
        near(&column(&profile, "far").stddev.map(Value::Float), 1.0);
        near(&column(&profile, "big").mean, 3e200);
        assert_eq!(profile.correlations.len(), 3, "{engine} {:?}", profile.notes);
        assert_eq!(profile.notes, Vec::<String>::new(), "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn few_rows_or_none_are_no_mistake() {
    let script = "CREATE TABLE empty (a INTEGER, b TEXT, d DATE); CREATE TABLE one (a INTEGER, b TEXT, d DATE);
        CREATE TABLE blank (a INTEGER, b TEXT, d DATE);
        INSERT INTO one VALUES (7, 'x', '2024-02-29'); INSERT INTO blank VALUES (NULL, NULL, NULL), (NULL, NULL, NULL);";
    for engine in ["duckdb", "sqlite"] {
        let source = Source::new(engine, script).await;
        for (table, rows, repeated) in [("empty", 0, 0), ("blank", 2, 1)] {
            let profile = source.profile(table).await;
            assert_eq!((profile.row_count, profile.duplicate_rows), (rows, Some(repeated)), "{engine} {table}");
            for column in &profile.columns {
                assert_eq!((column.count, column.nulls, column.distinct), (0, rows, Some(0)), "{engine} {table}");
                assert!(
                    column.min.is_none() && column.mode.is_none() && column.flags.is_empty(),
                    "{engine} {column:?}"
                );
            }
            assert!(profile.notes.is_empty() && profile.missing_together.is_empty(), "{engine} {:?}", profile.notes);
        }
        let one = source.profile("one").await;
        let a = column(&one, "a");
        assert_eq!((a.distinct, a.stddev), (Some(1), None), "{engine}");
        near(&a.median, 7.0);
        let bins = a.histogram.as_ref().unwrap();
        assert_eq!((bins.len(), bins[0].count), (1, 1), "{engine}");
        assert!(one.columns.iter().all(|column| column.flags.is_empty()), "{engine}");
        assert_eq!(shown(&column(&one, "d").median), "2024-02-29", "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_may_be_anything() {
    let script = r#"CREATE TABLE "Tëst ""x"" table" ("order" INTEGER, "größe ""m""" DOUBLE, "日付" DATE, n TEXT, v TEXT,
            x INTEGER, c0 INTEGER, line DOUBLE, "day" TEXT, lacking INTEGER, place INTEGER, part TEXT, "it's" TEXT);
        INSERT INTO "Tëst ""x"" table" VALUES (1, 1.5, '2024-01-01', 'a', 'b', 1, 2, 3, 'd', NULL, NULL, 'p', 'q'),
            (2, 2.5, '2024-01-02', 'A', 'c', 2, 3, 4, 'e', NULL, NULL, 'p', 'q'), (3, 9, NULL, '1', 'd', 3, 4, 5, 'f', 1, 1, 'p', 'q')"#;
    for engine in ["duckdb", "sqlite"] {
        let profile = profile(engine, script, "Tëst \"x\" table").await;
        assert_eq!(profile.notes, Vec::<String>::new(), "{engine}");
        near(&column(&profile, "größe \"m\"").mean, 13.0 / 3.0);
        assert_eq!(shown(&column(&profile, "日付").max), "2024-01-02", "{engine}");
        assert_eq!(column(&profile, "n").distinct, Some(3), "{engine}");
        assert!(column(&profile, "n").has(ColumnFlag::CaseVariants), "{engine}");
        near(&column(&profile, "line").median, 4.0);
        near(&column(&profile, "x").q1, 1.5);
        assert!(column(&profile, "it's").has(ColumnFlag::Constant), "{engine}");
        assert_eq!(profile.missing_together.len(), 1, "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_what_it_is_given_and_the_profile_says_so() {
    let script = "CREATE TABLE t (amount INTEGER, word TEXT, anything, day DATE, bytes BLOB);
        INSERT INTO t VALUES (1, 'a', 1, '2024-01-01', x'00'), (2, 'b', 2.5, '2024-01-02', x'01'), ('three', 'c', 'x', 'soon', x'02'),
            (4, x'ff', 4, '2024-01-03', NULL)";
    let profile = profile("sqlite", script, "t").await;
    for (name, example) in [("amount", "three"), ("anything", "x"), ("day", "soon"), ("word", "0xff")] {
        let column = column(&profile, name);
        let mixed = column.evidence.iter().find(|e| e.flag == ColumnFlag::MixedTypes);
        let mixed = mixed.unwrap_or_else(|| panic!("{name}: {column:?}"));
        assert_eq!((mixed.rows, mixed.examples.clone()), (Some(1), vec![example.to_owned()]), "{name}");
    }
    near(&column(&profile, "amount").mean, 7.0 / 3.0);
    near(&column(&profile, "anything").median, 2.5);
    let bytes = column(&profile, "bytes");
    assert_eq!((bytes.kind, bytes.count, bytes.nulls, bytes.distinct), (ColumnKind::Opaque, 3, 1, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn nested_values_are_counted_and_all_other_types_are_read() {
    let script = "CREATE TABLE t AS SELECT [i] AS list, {'a': i} AS nested, 'x'::BLOB AS bytes, MAP {'k': i} AS map,
            '{}'::JSON AS js, uuid() AS id, (i % 2 = 0) AS yes, TIME '10:00:00' + to_minutes(i) AS at,
            to_days(i::INT) AS span, (i % 2)::VARCHAR::ENUM('0', '1') AS choice, i::HUGEINT AS huge, i::UTINYINT AS tiny,
            (i / 3)::DECIMAL(18, 4) AS exact, TIMESTAMPTZ '2024-01-01 00:00:00+00' + to_hours(i) AS instant,
            (i / 7)::FLOAT AS single, '101'::BIT AS bits
        FROM range(100) r(i)";
    let profile = profile("duckdb", script, "t").await;
    assert_eq!(profile.notes, Vec::<String>::new());
    for name in ["list", "nested", "bytes", "map", "js"] {
        let column = column(&profile, name);
        assert_eq!((column.kind, column.count, column.distinct), (ColumnKind::Opaque, 100, None), "{name}");
    }
    assert!(column(&profile, "id").has(ColumnFlag::SuspectedKey));
    assert_eq!(column(&profile, "yes").top.as_ref().unwrap().len(), 2);
    assert_eq!(column(&profile, "choice").distinct, Some(2));
    near(&column(&profile, "huge").mean, 49.5);
    near(&column(&profile, "tiny").q3, 74.25);
    assert_eq!(shown(&column(&profile, "instant").median), "2024-01-03 01:30:00+00:00");
    assert_eq!(shown(&column(&profile, "exact").max), "33.0000");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wide_table_takes_several_statements() {
    for engine in ["duckdb", "sqlite"] {
        let columns: Vec<String> = (0..500).map(|i| format!("col{i} INTEGER")).collect();
        let row = |n: i64| (0..500).map(|i| (n * (i + 1) % 97).to_string()).collect::<Vec<_>>().join(", ");
        let rows: Vec<String> = (1..20).map(|n| format!("({})", row(n))).collect();
        let script = format!("CREATE TABLE wide ({}); INSERT INTO wide VALUES {}", columns.join(", "), rows.join(", "));
        let profile = profile(engine, &script, "wide").await;
        assert_eq!(profile.columns.len(), 500);
        assert!(profile.columns.iter().all(|column| column.mean.is_some() && column.q1.is_some()), "{engine}");
        assert_eq!(profile.notes, ["Correlations are of the first 100 columns of numbers."], "{engine}");
        assert_eq!(profile.correlations.len(), 20, "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_table_is_told_by_estimates_that_say_so() {
    let duckdb = "CREATE TABLE t AS SELECT i AS id, i % 1000 AS code, 'w' || (i % 700000) AS word, i / 7.0::DOUBLE AS x
        FROM range(1200000) r(i)";
    let sqlite = "CREATE TABLE t (id INTEGER PRIMARY KEY, code INTEGER, word TEXT, x REAL);
        WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 1199999)
        INSERT INTO t SELECT i, i % 1000, 'w' || (i % 700000), i / 7.0 FROM r";
    for (engine, script) in [("duckdb", duckdb), ("sqlite", sqlite)] {
        let profile = profile(engine, script, "t").await;
        assert_eq!((profile.row_count, profile.duplicate_rows), (1_200_000, Some(0)), "{engine}");
        assert_eq!(profile.notes, Vec::<String>::new(), "{engine}");
        let x = column(&profile, "x");
        assert!(
            ["q1", "median", "q3", "outliers", "distinct"].iter().all(|f| x.approximate.contains(&(*f).to_owned()))
        );
        let about = |value: &Option<Value>, expected: f64| {
            let found = value.as_ref().and_then(Value::as_f64).unwrap();
            assert!((found / expected - 1.0).abs() < 0.05, "{engine}: {found} is not about {expected}");
        };
        about(&x.median, 600_000.0 / 7.0);
        near(&x.mean, 1_199_999.0 / 14.0);
        near(&x.stddev.map(Value::Float), (1_200_000.0_f64 * 1_200_001.0 / 12.0).sqrt() / 7.0);
        assert_eq!(x.histogram.as_ref().unwrap().iter().map(|bin| bin.count).sum::<u64>(), 1_200_000);
        assert_eq!(column(&profile, "id").distinct, Some(1_200_000), "{engine}");
        assert!(column(&profile, "id").has(ColumnFlag::SuspectedKey), "{engine}");
        about(&column(&profile, "code").distinct.map(|n| Value::Float(n as f64)), 1_000.0);
        assert!(column(&profile, "word").approximate.contains(&"distinct".to_owned()), "{engine}");
    }
}

const CLIENTS: &str = "
    CREATE TABLE orders (id INTEGER PRIMARY KEY, client_id INTEGER, city TEXT, amount INTEGER, placed DATE);
    INSERT INTO orders VALUES (1, 1, 'Paris', 10, '2024-03-01'), (2, 1, 'Rome', 20, '2024-04-11'),
        (3, 2, 'Secretville', 987654, '1999-01-01'), (4, 2, ' secretville', 987655, '1850-01-02');
";

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_hears_of_its_own_rows_only() {
    for engine in ["duckdb", "sqlite"] {
        let source = Source::new(engine, CLIENTS).await;
        let one = source.analyst.for_tenant("1").await.unwrap();
        let profile = profile_of(&one, "orders").await;
        let text = serde_json::to_string(&profile).unwrap();
        assert_eq!(profile.row_count, 2, "{engine}");
        assert!(!text.to_lowercase().contains("secret") && !text.contains("98765") && !text.contains("1850"), "{text}");
        near(&column(&profile, "amount").mean, 15.0);
        assert!(serde_json::to_string(&source.profile("orders").await).unwrap().contains("Secretville"), "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_can_be_chosen_and_a_stop_is_heard() {
    let source = Source::new("duckdb", SMALL).await;
    let catalog = source.analyst.known_catalog().await.unwrap();
    let table = catalog.table("visits").unwrap();
    let chosen = ["Amount".to_owned(), "id".to_owned()];
    let profile = source.analyst.profile(table, Some(&chosen), CancellationToken::new()).await.unwrap();
    assert_eq!(profile.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(), ["amount", "id"]);
    let unknown = ["nothing".to_owned()];
    let error = source.analyst.profile(table, Some(&unknown), CancellationToken::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::ColumnNotFound);
    let stop = CancellationToken::new();
    stop.cancel();
    let error = source.analyst.profile(table, None, stop).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Cancelled);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_did_not_finish_in_time_is_named() {
    let script = "CREATE TABLE base AS SELECT i FROM range(3000000) r(i);
        CREATE VIEW slow AS SELECT a.i AS i, a.i % 7 AS j FROM base a";
    let source = Source::new("duckdb", script).await;
    let settings =
        AnalystSettings { ask_deadline: std::time::Duration::from_millis(120), ..AnalystSettings::default() };
    let hurried = Analyst::new(source.analyst.source().clone(), settings);
    let catalog = hurried.known_catalog().await.unwrap();
    let table = catalog.table("slow").unwrap();
    match hurried.profile(table, None, CancellationToken::new()).await {
        Ok(profile) => {
            assert_eq!(profile.row_count, 3_000_000);
            assert!(profile.notes.iter().any(|note| note.starts_with("Left out:")), "{:?}", profile.notes);
        }
        // Not even the rows were counted.
        Err(error) => assert_eq!(error.code, ErrorCode::Timeout),
    }
}

#[test]
fn a_profile_comes_back_as_it_was_written() {
    let text = r#"{"table":"t","row_count":1,"duplicate_rows":null,"columns":[{"name":"a","type":"DATE","kind":"date","count":1,
        "nulls":0,"distinct":1,"min":"2024-01-01","max":null,"mean":1.5,"median":2,"mode":"x","q1":null,"q3":null,"stddev":null,
        "histogram":[{"from":1,"to":2.5,"count":3}],"top":[{"value":true,"count":1}],"outliers":{"low":1.0,"high":2.0,"count":0},
        "flags":["suspected_key","dates_out_of_range"]}],"correlations":[],"missing_together":[],"notes":[]}"#;
    let json: Json = serde_json::from_str(text).unwrap();
    let profile: TableProfile = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_value(profile).unwrap(), json);
}
