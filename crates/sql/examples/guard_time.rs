//! Prints the guard's time per accepted case statement, with catalogs of 12 and of 1,000 tables.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
#[path = "../tests/it/cases.rs"]
mod cases;

use std::time::Instant;
use vouch_model::Dialect;
use vouch_sql::{CheckContext, Policy, check};

fn main() {
    let policy = Policy { max_rows: 1_000, tenant: None };
    for dialect in Dialect::ALL {
        let statements = cases::accepted(dialect);
        for extra in [0, 1_000, 10_000] {
            let mut catalog = cases::catalog(dialect);
            let template = catalog.tables[0].clone();
            let more = (0..extra).map(|i| vouch_model::Table { name: format!("filler_{i}"), ..template.clone() });
            catalog.tables.splice(0..0, more);
            let context = CheckContext { dialect, catalog: Some(&catalog), policy: &policy, engine: None };
            let rounds = 20;
            let start = Instant::now();
            for _ in 0..rounds {
                statements.iter().for_each(|sql| drop(check(sql, &context)));
            }
            let each = start.elapsed().as_secs_f64() * 1e6 / (rounds * statements.len()) as f64;
            println!("{dialect}: {} tables, {each:.1} microseconds per statement", catalog.tables.len());
        }
    }
}
