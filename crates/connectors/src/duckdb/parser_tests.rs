use super::*;
use std::time::{Duration, Instant};

fn seen(sql: &str) -> EngineVerdict {
    Parser::new().unwrap().parse(sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

#[test]
fn tables_and_functions_are_seen_wherever_they_hide() {
    let verdict = seen(
        "WITH c AS (SELECT * FROM Hidden) SELECT sum(a), row_number() OVER () FROM c JOIN s.\"T\" USING (a) \
         WHERE x IN (SELECT y FROM read_csv('f')) AND EXISTS (FROM 'a.csv') ORDER BY upper(b)",
    );
    assert_eq!((verdict.statements, verdict.all_select), (1, true));
    for table in ["hidden", "c", "t", "read_csv", "a.csv"] {
        assert!(verdict.tables.iter().any(|t| t == table), "{table} in {:?}", verdict.tables);
    }
    for function in ["sum", "row_number", "upper"] {
        assert!(verdict.functions.iter().any(|f| f == function), "{function} in {:?}", verdict.functions);
    }
}

#[test]
fn several_statements_are_counted_and_others_are_no_select() {
    assert_eq!(seen("SELECT 1; SELECT 2").statements, 2);
    for sql in ["DROP TABLE t", "INSERT INTO t VALUES (1)", "SELECT 1; DELETE FROM t", "ATTACH 'x'", "PRAGMA version"] {
        let verdict = Parser::new().unwrap().parse(sql);
        assert!(verdict.as_ref().map_or(true, |v| !v.all_select), "{sql}: {verdict:?}");
    }
    assert!(Parser::new().unwrap().parse("SELEC 1").unwrap_err().contains("syntax error"));
}

#[test]
fn texts_that_look_like_structure_do_not_mislead() {
    let verdict = seen(r#"SELECT '","table_name":"evil"', 'it''s \" {[', 1 AS "function_name" FROM t"#);
    assert_eq!(verdict.tables, ["t"]);
    assert_eq!(verdict.statements, 1);
}

#[test]
fn deep_statements_neither_crash_nor_stop_it() {
    let sum = vec!["1"; 900].join(" + ");
    assert!(Parser::new().unwrap().parse(&format!("SELECT {sum}")).is_ok());
    let nested = format!("SELECT {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    // Whether DuckDB takes it is its own business; we must come back.
    let _ = Parser::new().unwrap().parse(&nested);
}

#[test]
fn asking_is_quick() {
    let parser = Parser::new().unwrap();
    let sql = "SELECT c.name, sum(o.amount) AS total FROM orders o JOIN customers c ON c.id = o.customer_id \
               WHERE o.placed >= DATE '2024-01-01' GROUP BY c.name ORDER BY total DESC LIMIT 10";
    let began = Instant::now();
    (0..200).for_each(|_| assert!(parser.parse(sql).unwrap().all_select));
    let each = began.elapsed() / 200;
    println!("the engine's parser takes {each:?}");
    assert!(each < Duration::from_millis(3), "{each:?}");
}
