use super::*;
use crate::{CheckContext, Policy, check};
use vouch_model::Dialect;

fn taken_apart(sql: &str) -> Option<Lens> {
    let policy = Policy { max_rows: 1_000, tenant: None };
    let context = CheckContext { dialect: Dialect::DuckDb, catalog: None, policy: &policy, engine: None };
    lens(&check(sql, &context).unwrap())
}

#[test]
fn a_grouped_statement_gives_its_groups_measures_and_tables() {
    let sql = "SELECT o.status AS state, round(avg(i.total), 2) AS mean, count(*) AS n FROM items AS i \
        LEFT JOIN orders AS o ON i.order_id = o.id \
        LEFT JOIN (SELECT DISTINCT item_id FROM returns) AS seen ON i.id = seen.item_id \
        WHERE o.status IS NOT NULL GROUP BY 1 ORDER BY 2 DESC";
    let lens = taken_apart(sql).unwrap();
    assert_eq!(lens.groups, [LensColumn { name: "state".into(), expression: "o.status".into() }]);
    let measures: Vec<_> = lens.measures.iter().map(|m| (m.function.as_str(), m.arguments.len())).collect();
    assert_eq!(measures, [("avg", 1), ("count", 0)]);
    // What a subquery reads is not the statement's own.
    assert_eq!(lens.tables, [("items".to_owned(), "i".to_owned()), ("orders".to_owned(), "o".to_owned())]);
    assert!(lens.from.contains("WHERE o.status IS NOT NULL") && !lens.cut);
}

#[test]
fn what_cuts_rows_or_cannot_be_taken_apart_is_said() {
    assert!(taken_apart("SELECT a, count(*) FROM t GROUP BY a LIMIT 3").unwrap().cut);
    assert!(taken_apart("SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1").unwrap().cut);
    for sql in
        ["SELECT DISTINCT a FROM t", "SELECT a FROM t UNION SELECT b FROM u", "SELECT count(*) FROM t GROUP BY a"]
    {
        assert_eq!(taken_apart(sql), None, "{sql}");
    }
}
