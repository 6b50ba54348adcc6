//! Profiling a table of 10 million rows (`VOUCH_BENCH_ROWS` for another number) beside DuckDB's own `SUMMARIZE`, which
//! says far less, and the memory that it takes.

use crate::pace::{Pace, ratio};
use anyhow::{Context, Result, anyhow};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, AnalystSettings};
use vouch_connectors::{SourceUrl, open};

pub fn run() -> Result<()> {
    let rows: u64 = std::env::var("VOUCH_BENCH_ROWS").ok().and_then(|rows| rows.parse().ok()).unwrap_or(10_000_000);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("sales.duckdb");
    make(&path, rows)?;
    println!("\nprofile: {rows} rows, 12 columns, two rounds in turns");
    let runtime = tokio::runtime::Runtime::new()?;
    let source = runtime.block_on(open("sales", &SourceUrl::DuckDb(path.clone())))?;
    // On a busy machine it takes longer than a person would wait; what counts here is the ratio.
    let long = Duration::from_secs(600);
    let settings = AnalystSettings { statement_timeout: long, ask_deadline: long, ..AnalystSettings::default() };
    let analyst = Analyst::new(source, settings);
    let catalog = runtime.block_on(analyst.known_catalog())?;
    let table = catalog.table("sales").context("the table is gone")?;
    let (mut ours, mut theirs) = (Pace::default(), Pace::default());
    let mut grown = 0;
    for _ in 0..2 {
        let before = begin_peak();
        let since = Instant::now();
        let profiled = runtime.block_on(analyst.profile(table, None, CancellationToken::new()));
        let profile = profiled.map_err(|error| anyhow!(error.message))?;
        ours.add(since.elapsed());
        grown = grown.max(peak().saturating_sub(before));
        let left_out = profile.notes.iter().filter(|note| note.starts_with("Left out")).collect::<Vec<_>>();
        anyhow::ensure!(left_out.is_empty(), "not all of it was done: {left_out:?}");
        let since = Instant::now();
        summarize(&path)?;
        theirs.add(since.elapsed());
    }
    let (ours, theirs) = (ours.quantile(0.0), theirs.quantile(0.0));
    println!(
        "  vouch {:.1} s   SUMMARIZE {:.1} s   {:.2}x (aim <= 2)   memory while profiling: +{} MB",
        ours.as_secs_f64(),
        theirs.as_secs_f64(),
        ratio(ours, theirs),
        grown >> 20,
    );
    Ok(())
}

fn make(path: &Path, rows: u64) -> Result<()> {
    let database = duckdb::Connection::open(path)?;
    database.execute_batch(&format!(
        "CREATE TABLE sales AS SELECT i AS order_id,
            TIMESTAMP '2020-01-01' + to_seconds((hash(i) % 126144000)::BIGINT) AS ordered_at,
            DATE '2020-01-01' + (hash(i + 1) % 1500)::INT AS shipped,
            ['north', 'south', 'east', 'west', 'centre'][1 + (hash(i + 2) % 5)::INT] AS region,
            'city ' || (hash(i + 3) % 2000) AS city, (1 + hash(i + 4) % 9)::INT AS quantity,
            (hash(i + 5) % 100000 / 100.0)::DECIMAL(10, 2) AS price, sqrt((hash(i + 6) % 1000000)::DOUBLE) * 3.7 AS weight,
            (hash(i + 7) % 50000)::INT AS customer_id, hash(i + 8) % 3 = 0 AS paid,
            CASE WHEN hash(i + 9) % 10 > 0 THEN 'note ' || hash(i + 10) END AS note,
            CASE WHEN hash(i + 11) % 4 > 0 THEN (hash(i + 12) % 1000) / 10.0::DOUBLE END AS rating
         FROM range({rows}) r(i); CHECKPOINT"
    ))?;
    Ok(())
}

/// In a process's usual conditions: a database of its own, read-only.
fn summarize(path: &Path) -> Result<()> {
    let config = duckdb::Config::default().access_mode(duckdb::AccessMode::ReadOnly)?;
    let database = duckdb::Connection::open_with_flags(path, config)?;
    let columns = database.prepare("SUMMARIZE sales")?.query_map([], |_| Ok(()))?.count();
    anyhow::ensure!(columns == 12, "SUMMARIZE told of {columns} columns");
    Ok(())
}

/// Bytes that the process holds now; from here on its peak is measured anew.
fn begin_peak() -> u64 {
    // Where the system does not let us, the peak is that of the whole run, which is no smaller.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    status("VmRSS:")
}

fn peak() -> u64 {
    status("VmHWM:")
}

fn status(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap_or_default();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) << 10
}
