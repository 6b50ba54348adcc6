use super::*;
use crate::{CheckContext, Policy, check};
use vouch_model::Dialect;

fn checked(sql: &str) -> CheckedSql {
    let policy = Policy { max_rows: 1_000, tenant: None };
    check(sql, &CheckContext { dialect: Dialect::DuckDb, catalog: None, policy: &policy, engine: None }).unwrap()
}

#[test]
fn a_value_is_exchanged_for_another() {
    let sql = with_value(&checked("SELECT count(*) FROM orders WHERE status IN ('shiped', 'open')"), "shiped", "it's");
    assert_eq!(sql, "SELECT count(*) FROM orders WHERE status IN ('it''s', 'open')");
}

#[test]
fn rows_without_a_match_are_kept_where_nothing_else_loses_them() {
    let join = "SELECT s.name, sum(o.amount) FROM orders AS o JOIN stores AS s ON o.store_id = s.id";
    let kept = keeping_unmatched(&checked(&format!("{join} WHERE o.amount > 3 GROUP BY s.name")), "orders", "stores");
    let kept = kept.unwrap();
    assert!(kept.contains("FROM orders AS o LEFT JOIN stores AS s ON o.store_id = s.id WHERE o.amount > 3"), "{kept}");
    for lost in [
        format!("{join} WHERE s.name = 'x' GROUP BY s.name"),
        format!("{join} WHERE amount > 3 GROUP BY s.name"),
        format!("{join} JOIN cities AS c ON s.city_id = c.id GROUP BY s.name"),
    ] {
        assert_eq!(keeping_unmatched(&checked(&lost), "orders", "stores"), None, "{lost}");
    }
}
