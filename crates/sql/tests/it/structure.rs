//! A statement taken apart.

use crate::cases::catalog;
use vouch_model::Dialect;
use vouch_sql::{CheckContext, Policy, check, structure};

#[test]
fn every_part_is_named_once() {
    let policy = Policy { max_rows: 1_000, tenant: None };
    for dialect in Dialect::ALL {
        let catalog = catalog(dialect);
        let context = CheckContext { dialect, catalog: Some(&catalog), policy: &policy, engine: None };
        let sql = "SELECT c.name, SUM(o.amount) AS total FROM orders o JOIN customers c ON o.customer_id = c.id \
                   WHERE (o.amount > 5 AND c.name <> 'x') AND o.ordered_at >= '2025-01-01' \
                   GROUP BY c.name HAVING SUM(o.amount) > 100 ORDER BY total DESC";
        let checked = match check(sql, &context) {
            Ok(checked) => checked,
            Err(rejected) => panic!(
                "{rejected}; tables: {:#?}",
                catalog
                    .tables
                    .iter()
                    .map(|t| (&t.name, t.columns.iter().map(|c| &c.name).collect::<Vec<_>>()))
                    .collect::<Vec<_>>()
            ),
        };
        let parts = structure(&checked, &catalog);
        assert_eq!(parts.joins, ["o.customer_id = c.id"]);
        assert_eq!(
            parts.filters,
            ["o.amount > 5", "c.name <> 'x'", "o.ordered_at >= '2025-01-01'", "SUM(o.amount) > 100"]
        );
        assert_eq!(parts.time_range, ["o.ordered_at >= '2025-01-01'"]);
        // Whether there is a date at all bounds no time.
        let sql = "SELECT count(*) FROM orders o WHERE o.ordered_at IS NOT NULL AND o.amount > 5";
        let undated = check(sql, &context).map(|checked| structure(&checked, &catalog)).unwrap_or_default();
        assert_eq!(undated.filters, ["o.ordered_at IS NOT NULL", "o.amount > 5"]);
        assert_eq!(undated.time_range, Vec::<String>::new());
        assert_eq!(parts.aggregations, ["SUM(o.amount)"]);
        assert_eq!(parts.grouped_by, ["c.name"]);
        assert_eq!(parts.ordered_by, ["total DESC"]);
        assert_eq!(parts.tables, ["orders", "customers"]);
    }
}
