//! Loading a CSV of 1 GB (`VOUCH_BENCH_MB` for another size) beside DuckDB's own `CREATE TABLE AS`.

use crate::pace::{Pace, ratio};
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use vouch_connectors::{Progress, load_files};

struct Quiet;

impl Progress for Quiet {
    fn start(&self, _file: &str, _total_bytes: u64) {}
    fn advance(&self, _bytes: u64) {}
    fn finish(&self) {}
}

pub fn run() -> Result<()> {
    let megabytes: u64 = std::env::var("VOUCH_BENCH_MB").ok().and_then(|mb| mb.parse().ok()).unwrap_or(1_024);
    let folder = tempfile::tempdir()?;
    let csv = folder.path().join("sales.csv");
    write_csv(&csv, megabytes << 20)?;
    println!("\nload: a CSV of {megabytes} MB, two rounds in turns");
    let (mut ours, mut theirs) = (Pace::default(), Pace::default());
    for round in 0..2 {
        let since = Instant::now();
        load_files(std::slice::from_ref(&csv), &folder.path().join(format!("ours{round}.duckdb")), &Quiet)?;
        ours.add(since.elapsed());
        let since = Instant::now();
        let db = duckdb::Connection::open(folder.path().join(format!("theirs{round}.duckdb")))?;
        let path = csv.to_str().context("the temporary folder has an odd name")?;
        db.execute_batch(&format!("CREATE TABLE sales AS FROM read_csv('{path}'); CHECKPOINT"))?;
        drop(db);
        theirs.add(since.elapsed());
    }
    let (ours, theirs) = (ours.quantile(0.0), theirs.quantile(0.0));
    println!(
        "  vouch {:.1} s   duckdb {:.1} s   {:.2}x (aim <= 1.2)",
        ours.as_secs_f64(),
        theirs.as_secs_f64(),
        ratio(ours, theirs)
    );
    Ok(())
}

fn write_csv(path: &Path, bytes: u64) -> Result<()> {
    let mut file = std::io::BufWriter::with_capacity(1 << 20, std::fs::File::create(path)?);
    writeln!(file, "order id,Order Date,customer,state,quantity,unit price,discount,paid")?;
    let states = ["California", "Texas", "New York", "Oregon", "Ohio", "Maine"];
    let (mut written, mut n) = (0, 0u64);
    while written < bytes {
        let x = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let state = states[(x >> 40) as usize % states.len()];
        let line = format!(
            "{n},2024-{:02}-{:02},customer {},{state},{},{}.{:02},0.{:02},{}\n",
            x % 12 + 1,
            x % 28 + 1,
            x % 50_000,
            x % 9 + 1,
            x % 400,
            x % 100,
            x % 40,
            x % 3 == 0,
        );
        file.write_all(line.as_bytes())?;
        written += line.len() as u64;
        n += 1;
    }
    Ok(file.flush()?)
}
