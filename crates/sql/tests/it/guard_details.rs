//! Row limits, suggestions, positions, bounds: what the case files do not show.

use crate::cases::catalog;
use vouch_model::{Dialect, ErrorCode};
use vouch_sql::{CheckContext, CheckedSql, EngineParser, EngineVerdict, Policy, Rejected, check};

const POLICY: Policy = Policy { max_rows: 1_000, tenant: None };

fn judge(sql: &str, dialect: Dialect) -> Result<CheckedSql, Rejected> {
    let catalog = catalog(dialect);
    check(sql, &CheckContext { dialect, catalog: Some(&catalog), policy: &POLICY, engine: None })
}

fn limits(sql: &str, dialect: Dialect) -> (String, String) {
    let checked = judge(sql, dialect).unwrap();
    (checked.sql().to_owned(), checked.to_run().to_owned())
}

#[test]
fn a_limit_is_put_in_lowered_or_kept() {
    for dialect in Dialect::ALL {
        let ours = |sql: &str| {
            let (sql, to_run) = limits(sql, dialect);
            assert!(to_run.contains("1001") && !sql.contains("1001"), "{sql} / {to_run}");
            sql
        };
        assert_eq!(ours("SELECT id FROM orders"), "SELECT id FROM orders LIMIT 1000");
        assert_eq!(ours("SELECT id FROM orders LIMIT 5000"), "SELECT id FROM orders LIMIT 1000");
        assert_eq!(ours("SELECT id FROM orders LIMIT 99999999999999999999999"), "SELECT id FROM orders LIMIT 1000");
        let (kept, to_run) = limits("SELECT id FROM orders LIMIT 10 OFFSET 3", dialect);
        assert_eq!((kept.as_str(), to_run.as_str()), ("SELECT id FROM orders LIMIT 10 OFFSET 3", kept.as_str()));
        let inner = limits("SELECT * FROM (SELECT id FROM orders LIMIT 5000) AS t LIMIT 7", dialect);
        assert_eq!(inner.0, "SELECT * FROM (SELECT id FROM orders LIMIT 5000) AS t LIMIT 7");
    }
    let (sql, to_run) = limits("SELECT id FROM orders ORDER BY id LIMIT 2 + 3", Dialect::DuckDb);
    assert_eq!(sql, "SELECT id FROM orders ORDER BY id LIMIT least(2 + 3, 1000)");
    assert_eq!(to_run, "SELECT id FROM orders ORDER BY id LIMIT least(2 + 3, 1001)");
    let (sql, _) = limits("SELECT id FROM orders LIMIT 5, 20", Dialect::Sqlite);
    assert_eq!(sql, "SELECT id FROM orders LIMIT 20 OFFSET 5");
    assert_eq!(limits("SELECT id FROM orders LIMIT -1", Dialect::Sqlite).0, "SELECT id FROM orders LIMIT 1000");
    assert_eq!(limits("VALUES (1), (2)", Dialect::Sqlite).0, "SELECT * FROM (VALUES (1), (2)) LIMIT 1000");
    let fetch = limits("SELECT id FROM orders FETCH FIRST 5 ROWS ONLY", Dialect::DuckDb);
    assert_eq!(fetch.0, "SELECT id FROM orders LIMIT 5");
}

#[test]
fn the_policys_limit_is_known_from_the_questions() {
    assert!(judge("SELECT id FROM orders", Dialect::DuckDb).unwrap().limit_is_ours());
    assert!(!judge("SELECT id FROM orders LIMIT 5", Dialect::DuckDb).unwrap().limit_is_ours());
    assert!(judge("SELECT id FROM orders LIMIT 3", Dialect::DuckDb).unwrap().notes().is_empty());
}

#[test]
fn tables_are_listed_once_in_order() {
    let sql = "WITH big AS (SELECT * FROM orders) SELECT * FROM big JOIN customers c ON c.id = big.customer_id \
               WHERE big.id IN (SELECT order_id FROM returns) OR EXISTS (SELECT 1 FROM ORDERS)";
    let checked = judge(sql, Dialect::DuckDb).unwrap();
    assert_eq!(checked.tables(), ["orders", "customers", "returns"]);
}

/// The parser's printer leaves a quote behind a backslash alone. Printed from an unescaped tree, this text would
/// have ended at the backslash, and the rest of it would have run as SQL.
#[test]
fn a_text_with_backslash_and_quote_stays_one_text() {
    for dialect in Dialect::ALL {
        for sql in [
            r"SELECT '\'' UNION SELECT email FROM customers --' AS x FROM orders",
            r"SELECT id FROM orders WHERE status = 'a\'' OR ''1''=''1'",
            r#"SELECT id AS "a\"" FROM secret --" FROM orders"#,
        ] {
            let checked = judge(sql, dialect).unwrap();
            assert_eq!(checked.tables(), ["orders"], "{}", checked.sql());
            let again = judge(checked.sql(), dialect).unwrap();
            assert_eq!(again.sql(), checked.sql());
            assert_eq!(again.tables(), ["orders"]);
        }
    }
}

#[test]
fn readers_of_the_tree_see_texts_as_they_are_meant() {
    let checked = judge("SELECT id FROM customers WHERE name = 'O''Brien'", Dialect::DuckDb).unwrap();
    assert!(format!("{:?}", checked.query()).contains("O'Brien"));
    assert!(checked.sql().contains("'O''Brien'"));
}

#[test]
fn suggestions_name_what_is_near() {
    let said = |sql: &str| {
        let r = judge(sql, Dialect::DuckDb).unwrap_err();
        (r.code, format!("{} {}", r.message, r.suggestion.unwrap_or_default()), r.position.map(|p| (p.line, p.column)))
    };
    let (code, text, position) = said("SELECT amuont FROM orders");
    assert_eq!((code, position), (ErrorCode::ColumnNotFound, Some((1, 8))));
    assert!(text.contains("did you mean `amount`?"), "{text}");
    let (code, text, position) = said("SELECT id FROM orders\nGROUP status");
    assert_eq!((code, position), (ErrorCode::SyntaxError, Some((2, 1))), "{text}");
    let (code, text, _) = said("SELECT id FROM ordrs");
    assert_eq!(code, ErrorCode::TableNotFound);
    assert!(text.contains("did you mean `orders`?"), "{text}");
    let (code, text, _) = said("SELECT refund FROM orders");
    assert_eq!(code, ErrorCode::ColumnNotFound);
    assert!(text.contains("`refund` is a column of `returns`, which is not in FROM"), "{text}");
    let (code, text, _) = said("SELECT id FROM orders JOIN customers ON customer_id = customers.id");
    assert_eq!(code, ErrorCode::AmbiguousColumn);
    assert!(text.contains("`orders.id` or `customers.id`"), "{text}");
    let (code, text, _) = said("SELECT uper(name) FROM customers");
    assert_eq!(code, ErrorCode::FunctionNotFound);
    assert!(text.contains("did you mean `upper`?"), "{text}");
    let (code, text, _) = said("SELECT region FROM regions");
    assert_eq!(code, ErrorCode::TableNotFound);
    assert!(text.contains("did you mean `sales.regions`?"), "{text}");
}

#[test]
fn double_quoted_texts_of_sqlite_become_texts() {
    let checked = judge("SELECT id FROM customers WHERE name = \"Alice\"", Dialect::Sqlite).unwrap();
    assert_eq!(checked.sql(), "SELECT id FROM customers WHERE name = 'Alice' LIMIT 1000");
    let column = judge("SELECT \"name\" FROM customers", Dialect::Sqlite).unwrap();
    assert_eq!(column.sql(), "SELECT \"name\" FROM customers LIMIT 1000");
}

/// On a thread with the stack of a server's worker: nothing here may overflow it.
#[test]
fn long_and_deep_statements_are_refused_not_crashed_on() {
    let deep = |open: &str, close: &str, n: usize| format!("SELECT {}1{}", open.repeat(n), close.repeat(n));
    let statements = [
        deep("(", ")", 20_000),
        deep("(", ")", 2_000),
        deep("-", "", 30_000),
        deep("- ", "", 3_000),
        deep("NOT ", "", 8_000),
        deep("CASE WHEN true THEN ", " END", 3_000),
        deep("(SELECT ", ")", 3_000),
        deep("abs(", ")", 3_000),
        deep("[", "]", 5_000),
        format!("SELECT 1{}", "+1".repeat(9_900)),
        format!("SELECT 1{}", "::int".repeat(9_000)),
        format!("SELECT 1{}", " IS NULL".repeat(6_000)),
        format!("SELECT 1{}", " UNION ALL SELECT 1".repeat(4_000)),
        format!("SELECT a{} FROM orders", "[1]".repeat(6_000)),
        format!("SELECT {} FROM orders", "x.".repeat(9_000) + "y"),
        format!("SELECT * FROM {}orders{}", "(".repeat(3_000), ")".repeat(3_000)),
        format!("SELECT '{}'", "x".repeat(300_000)),
        format!("SELECT 1 IN ({})", vec!["1"; 30_000].join(",")),
        format!("SELECT * FROM orders{}", " JOIN orders ON true".repeat(5_000)),
    ];
    let run = move || {
        for sql in &statements {
            for dialect in Dialect::ALL {
                let outcome = judge(sql, dialect);
                assert!(outcome.is_err() || sql.len() < 100_000, "{}", &sql[..60]);
            }
        }
        for ok in [
            format!("SELECT {} FROM orders", vec!["id"; 900].join(" + ")),
            format!("SELECT 1 IN ({})", vec!["1"; 5_000].join(",")),
        ] {
            assert!(judge(&ok, Dialect::DuckDb).is_ok());
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

struct Says(EngineVerdict);

impl EngineParser for Says {
    fn parse(&self, _sql: &str) -> Result<EngineVerdict, String> {
        Ok(self.0.clone())
    }
}

#[test]
fn an_engine_that_sees_something_else_closes_the_second_door() {
    let catalog = catalog(Dialect::DuckDb);
    let verdict = |tables: &[&str], functions: &[&str], statements: usize, all_select: bool| {
        let engine = Says(EngineVerdict {
            statements,
            all_select,
            tables: tables.iter().map(|t| (*t).to_owned()).collect(),
            functions: functions.iter().map(|f| (*f).to_owned()).collect(),
            references: Vec::new(),
        });
        let context =
            CheckContext { dialect: Dialect::DuckDb, catalog: Some(&catalog), policy: &POLICY, engine: Some(&engine) };
        check("WITH t AS (SELECT sum(amount) + 1 AS s FROM orders) SELECT * FROM t, range(3)", &context)
            .map(drop)
            .map_err(|r| r.code)
    };
    let seen = ["orders", "t", "range"];
    assert_eq!(verdict(&seen, &["sum", "+"], 1, true), Ok(()));
    assert_eq!(verdict(&["main.orders"], &["count_star"], 1, true), Ok(()));
    assert_eq!(verdict(&["customers"], &[], 1, true), Err(ErrorCode::NotSupported));
    assert_eq!(verdict(&seen, &["read_csv"], 1, true), Err(ErrorCode::NotSupported));
    assert_eq!(verdict(&seen, &["sum"], 2, true), Err(ErrorCode::NotSupported));
    assert_eq!(verdict(&seen, &["sum"], 1, false), Err(ErrorCode::NotSupported));
}

/// What an engine can be called back from runs in the server; everything else in a process that can be ended.
#[test]
fn statements_that_hear_no_interrupt_are_known() {
    let aside = |sql: &str, dialect: Dialect| judge(sql, dialect).unwrap_or_else(|e| panic!("{sql}: {e}")).runs_aside();
    let both_in_the_server = [
        "SELECT status, count(*), sum(amount) FROM orders GROUP BY status ORDER BY 2 DESC",
        "SELECT upper(name) FROM customers WHERE name LIKE '%an%' AND city LIKE 'B%' AND trim(country, ' .') <> 'x'",
        "SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY amount) FROM orders",
        "SELECT replace(name, 'a', 'b') FROM customers",
    ];
    let both_aside = [
        "SELECT id FROM customers WHERE name LIKE '%a%b%c%'",
        "SELECT id FROM customers WHERE name LIKE city",
        "SELECT trim(name, city) FROM customers",
        "SELECT replace(name, city, 'x') FROM customers",
        "SELECT id FROM customers WHERE name LIKE '%a%_b'",
        "SELECT upper(g) FROM (SELECT group_concat(name, '') AS g FROM customers) AS x",
        "WITH RECURSIVE r AS (SELECT 1 AS k UNION ALL SELECT k + 1 FROM r WHERE k < 10) SELECT count(*) FROM r",
        "SELECT id FROM orders WHERE id IN (SELECT id FROM customers WHERE name LIKE '%_%_%_%')",
    ];
    let duckdb_in_the_server = [
        "SELECT date_trunc('month', ordered_at) AS m, median(amount) FROM orders GROUP BY m",
        "SELECT CAST(amount AS VARCHAR), payload->>'$.kind' FROM orders, events",
        "SELECT id FROM customers WHERE name ILIKE '%an%'",
    ];
    let duckdb_aside = [
        "SELECT approx_top_k(name, 3) FROM customers",
        "SELECT contains(name, city) FROM customers",
        "SELECT json_extract(payload, '$..a..b') FROM events",
        "SELECT payload->>'$.*.b' FROM events",
        "SELECT payload->>kind FROM events",
        "SELECT regexp_escape(name) FROM customers",
        "SELECT id FROM customers WHERE name ~ 'a+b'",
        "SELECT * FROM generate_series(DATE '2024-01-01', DATE '2024-02-01', INTERVAL 1 DAY)",
        "SELECT list_transform(items, x -> x + 1) FROM baskets",
        "SELECT CAST(items AS VARCHAR) FROM baskets",
        "SELECT items FROM (SELECT * FROM baskets) AS b",
        "SELECT [1, 2]",
        "SELECT name FROM customers WHERE name SIMILAR TO 'a.*'",
        "SELECT levenshtein(name, city) FROM customers",
    ];
    let sqlite_aside = [
        "SELECT json_patch(name, city) FROM customers",
        "SELECT instr(name, city) FROM customers",
        "SELECT id FROM customers WHERE name GLOB '*a*b*c*'",
        "SELECT value FROM customers, json_each(customers.name)",
    ];
    let expectations: [(&[&str], Dialect, bool); 7] = [
        (&both_in_the_server, Dialect::DuckDb, false),
        (&both_in_the_server, Dialect::Sqlite, false),
        (&both_aside, Dialect::DuckDb, true),
        (&both_aside, Dialect::Sqlite, true),
        (&duckdb_in_the_server, Dialect::DuckDb, false),
        (&duckdb_aside, Dialect::DuckDb, true),
        (&sqlite_aside, Dialect::Sqlite, true),
    ];
    for (statements, dialect, wanted) in expectations {
        for sql in statements {
            assert_eq!(aside(sql, dialect), wanted, "{sql} in {dialect}");
        }
    }
}

/// Two minus signs side by side begin a comment, and a line break in a name ends it: what was checked would not be what runs.
#[test]
fn nothing_that_is_printed_is_a_comment() {
    for dialect in [Dialect::DuckDb, Dialect::Sqlite] {
        for (sql, runs) in [
            ("SELECT - -id AS a FROM orders", "SELECT -(-id) AS a FROM orders LIMIT 1000"),
            ("SELECT - - -1, 2 FROM orders", "SELECT -(-(-1)), 2 FROM orders LIMIT 1000"),
            (
                "SELECT 7 AS a, - -1 AS \"\n id FROM customers --\" FROM orders",
                "SELECT 7 AS a, -(-1) AS \"\n id FROM customers --\" FROM orders LIMIT 1000",
            ),
            (
                "SELECT id FROM orders WHERE id > - -5 AND id - -3 > 1",
                "SELECT id FROM orders WHERE id > -(-5) AND id - -3 > 1 LIMIT 1000",
            ),
            (
                "SELECT '--' AS x, \"id\" FROM orders WHERE status <> '/*' -- a comment",
                "SELECT '--' AS x, \"id\" FROM orders WHERE status <> '/*' LIMIT 1000",
            ),
        ] {
            assert_eq!(judge(sql, dialect).unwrap().sql(), runs, "{dialect}");
        }
        let limit = judge("SELECT id FROM orders LIMIT - -2", dialect);
        assert!(limit.as_ref().map_or(true, |checked| !checked.to_run().contains("--")), "{limit:?}");
    }
}

#[test]
fn spellings_keep_their_meaning() {
    let printed =
        |sql: &str, dialect: Dialect| judge(sql, dialect).map(|checked| checked.sql().to_owned()).map_err(|e| e.code);
    let (duck, lite) = (Dialect::DuckDb, Dialect::Sqlite);
    for (sql, dialect, wanted) in [
        ("SELECT 0x1F, x'1f', id & 0x0f FROM orders", lite, "SELECT 31, X'1f', id & 15 FROM orders LIMIT 1000"),
        ("SELECT id, status isnull FROM orders", duck, "SELECT id, status IS NULL FROM orders LIMIT 1000"),
        (
            "SELECT id, (status) notnull AS x FROM orders",
            duck,
            "SELECT id, (status) IS NOT NULL AS x FROM orders LIMIT 1000",
        ),
        ("SELECT id AS isnull FROM orders", duck, "SELECT id AS isnull FROM orders LIMIT 1000"),
        (
            "SELECT ifnull(status, 'x') FROM orders WHERE NOT id ISNULL",
            lite,
            "SELECT ifnull(status, 'x') FROM orders WHERE NOT id IS NULL LIMIT 1000",
        ),
    ] {
        assert_eq!(printed(sql, dialect).as_deref(), Ok(wanted), "{sql}");
    }
    for sql in
        ["SELECT id ISNULL + 1 FROM orders", "SELECT id NOTNULL > 0 FROM orders", "SELECT id NOT NULL >= 1 FROM orders"]
    {
        assert_eq!(printed(sql, lite), Err(ErrorCode::SyntaxError), "{sql}");
    }
    assert_eq!(
        printed("SELECT id FROM orders WHERE id IS NOT NULL", lite).as_deref(),
        Ok("SELECT id FROM orders WHERE id IS NOT NULL LIMIT 1000")
    );
}
