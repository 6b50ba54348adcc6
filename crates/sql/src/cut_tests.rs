use super::*;
use crate::{CheckContext, Policy, check};
use vouch_model::Dialect;

fn checked(sql: &str) -> CheckedSql {
    let policy = Policy { max_rows: 1_000, tenant: None };
    check(sql, &CheckContext { dialect: Dialect::DuckDb, catalog: None, policy: &policy, engine: None }).unwrap()
}

fn cut(sql: &str) -> Option<(String, Option<String>)> {
    beyond_the_cut(&checked(sql), 50).map(|cut| (cut.probe, cut.ranked_by))
}

#[test]
fn what_is_ranked_by_is_shown_last_whichever_way_it_is_said() {
    let grouped = "SELECT name, COUNT(*) AS n FROM t GROUP BY name";
    for order in ["n DESC", "2 DESC", "COUNT(*) DESC"] {
        let (probe, ranked_by) = cut(&format!("{grouped} ORDER BY {order} LIMIT 1")).unwrap();
        let begins = "SELECT name, COUNT(*) AS n, COUNT(*) AS vouch_ranked_by FROM t GROUP BY name ORDER BY";
        assert!(probe.starts_with(begins) && probe.ends_with("LIMIT 51"), "{probe}");
        assert_eq!(ranked_by.as_deref(), Some("n"));
    }
    let (both, _) = cut(&format!("{grouped} ORDER BY n DESC, name LIMIT 1")).unwrap();
    assert!(
        both.starts_with("SELECT name, COUNT(*) AS n, COUNT(*) AS vouch_ranked_by, name AS vouch_ranked_by_2"),
        "{both}"
    );
    let hidden = cut("SELECT name FROM t GROUP BY name ORDER BY SUM(x) DESC LIMIT 3").unwrap();
    assert_eq!(hidden.0, "SELECT name, SUM(x) AS vouch_ranked_by FROM t GROUP BY name ORDER BY SUM(x) DESC LIMIT 53");
    assert_eq!(hidden.1, None);
    assert_eq!(cut("SELECT * FROM t ORDER BY t.price LIMIT 2").unwrap().1.as_deref(), Some("price"));
}

#[test]
fn what_is_not_cut_by_rank_is_left_alone() {
    for sql in [
        "SELECT name FROM t ORDER BY x",
        "SELECT name FROM t LIMIT 5",
        "SELECT DISTINCT name FROM t ORDER BY name LIMIT 5",
        "SELECT name FROM t ORDER BY x LIMIT 5 OFFSET 5",
        "SELECT name FROM t UNION SELECT name FROM u ORDER BY 1 LIMIT 5",
        "SELECT * FROM t ORDER BY 2 DESC LIMIT 5",
        "SELECT t.*, a + b AS total FROM t ORDER BY 2 LIMIT 5",
        "SELECT name FROM t ORDER BY x IS NULL, x DESC LIMIT 5",
        "SELECT name FROM t ORDER BY CASE WHEN x > 1 THEN 0 ELSE 1 END, y LIMIT 5",
    ] {
        assert_eq!(cut(sql), None, "{sql}");
    }
}

#[test]
fn a_limit_is_exchanged_for_another() {
    let sql = with_limit(&checked("SELECT name FROM t ORDER BY x LIMIT 1"), 4);
    assert_eq!(sql.as_deref(), Some("SELECT name FROM t ORDER BY x LIMIT 4"));
    assert_eq!(with_limit(&checked("SELECT name FROM t"), 4), None);
}
