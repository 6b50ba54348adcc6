//! The guard's time per statement, without and with DuckDB's own parser, beside DuckDB's own prepare of the same text.

use crate::pace::{Pace, micros, ratio};
use anyhow::{Result, anyhow};
use std::path::Path;
use vouch_connectors::{SourceUrl, open};
use vouch_sql::{CheckContext, Policy, check};

const ROUNDS: usize = 200;

const STATEMENTS: &[(&str, &str)] = &[
    ("count", "SELECT count(*) FROM orders"),
    ("filter", "SELECT order_id FROM orders WHERE status = 'delivered' ORDER BY order_id LIMIT 10"),
    (
        "join",
        "SELECT c.category_name, sum(i.quantity * i.unit_price) AS revenue FROM order_items i \
         JOIN products p ON p.product_id = i.product_id JOIN categories c ON c.category_id = p.category_id \
         GROUP BY c.category_name ORDER BY revenue DESC",
    ),
    (
        "cte and window",
        "WITH monthly AS (SELECT date_trunc('month', o.ordered_at) AS month, sum(i.quantity * i.unit_price) AS revenue \
         FROM orders o JOIN order_items i ON i.order_id = o.order_id GROUP BY 1) \
         SELECT month, revenue, revenue - lag(revenue) OVER (ORDER BY month) AS change FROM monthly ORDER BY month",
    ),
];

pub fn run(demo: &Path) -> Result<()> {
    println!("\nguard: time per statement, median of {ROUNDS} in turns");
    let runtime = tokio::runtime::Runtime::new()?;
    let source = runtime.block_on(open("demo", &SourceUrl::DuckDb(demo.to_owned())))?;
    let catalog = runtime.block_on(source.catalog())?;
    let config = duckdb::Config::default().access_mode(duckdb::AccessMode::ReadOnly)?;
    let peer = duckdb::Connection::open_with_flags(demo, config)?;
    let policy = Policy { max_rows: 1_000, tenant: None };
    for (name, sql) in STATEMENTS {
        let (mut prepare, mut alone, mut with_engine) = (Pace::default(), Pace::default(), Pace::default());
        for _ in 0..ROUNDS {
            prepare.time(|| peer.prepare(sql).map(drop))?;
            for (pace, engine) in [(&mut alone, None), (&mut with_engine, source.parser())] {
                let context =
                    CheckContext { dialect: source.dialect(), catalog: Some(&catalog), policy: &policy, engine };
                pace.time(|| check(sql, &context)).map_err(|rejected| anyhow!("{sql}: {rejected}"))?;
            }
        }
        let base = prepare.median();
        println!(
            "  {name:15} prepare {:>8}   guard {:>8} ({:.2}x, aim < 1)   with the engine's parser {:>8} ({:.2}x, aim < 2)",
            micros(base),
            micros(alone.median()),
            ratio(alone.median(), base),
            micros(with_engine.median()),
            ratio(with_engine.median(), base),
        );
    }
    Ok(())
}
