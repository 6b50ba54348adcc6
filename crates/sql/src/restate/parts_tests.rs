use super::*;
use crate::{CheckContext, Policy, check};
use vouch_model::Dialect;

fn checked(sql: &str) -> CheckedSql {
    let policy = Policy { max_rows: 1_000, tenant: None };
    check(sql, &CheckContext { dialect: Dialect::DuckDb, catalog: None, policy: &policy, engine: None }).unwrap()
}

fn labels(sql: &str) -> Vec<String> {
    parts(&checked(sql), None).into_iter().map(|part| format!("{}: {}", part.id, part.label)).collect()
}

const SQL: &str = "SELECT region, sum(amount) FROM orders WHERE status = 'open' AND day >= DATE '2024-07-01' \
    AND day < DATE '2024-10-01' AND (region = 'West' OR region = 'East') GROUP BY region \
    HAVING sum(amount) > 10 ORDER BY 2 DESC LIMIT 5";

#[test]
fn a_statement_is_told_in_pieces() {
    let expected = [
        "table: orders",
        "filter:0: status is 'open'",
        "filter:1: day is in July to September 2024",
        "filter:2: (region is 'West' or region is 'East')",
        "having: total amount is more than 10",
        "limit: first 5",
    ];
    assert_eq!(labels(SQL), expected);
    assert_eq!(
        labels("SELECT * FROM a, b WHERE a.id = b.a_id AND b.n > 3"),
        ["table: as", "filter:0: b n is more than 3"]
    );
    assert!(labels("SELECT a FROM t UNION SELECT a FROM u").is_empty());
}

#[test]
fn each_piece_can_be_taken_away() {
    let taken = |ids: &[&str]| without(&checked(SQL), None, ids);
    let left = taken(&["filter:1", "limit"]).unwrap();
    assert!(left.contains("WHERE status = 'open' AND (region = 'West' OR region = 'East') GROUP BY"), "{left}");
    assert!(!left.contains("LIMIT"), "{left}");
    let left = taken(&["filter:0", "filter:1", "filter:2", "having"]).unwrap();
    assert!(!left.contains("WHERE") && !left.contains("HAVING") && left.contains("LIMIT 5"), "{left}");
    // The table is what the answer is about, and what is not there cannot be taken away.
    assert_eq!(taken(&["table"]), None);
    assert_eq!(taken(&["filter:7"]), None);
}
