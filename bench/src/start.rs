//! From starting the program to its first answer, and the demo database that the other benches use.

use crate::pace::{Pace, millis};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

const ROUNDS: usize = 10;

pub fn run(vouch: &str) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut first = Pace::default();
    first.time(|| ask(vouch, folder.path()))?;
    let mut later = Pace::default();
    for _ in 0..ROUNDS {
        later.time(|| ask(vouch, folder.path()))?;
    }
    println!("\nstart: program start to first answer on the demo");
    println!("  demo made first: {}   demo there: p50 {} (aim < 300 ms)", millis(first.median()), millis(later.median()));
    Ok(())
}

/// The demo database as the program makes it.
pub fn make_demo(vouch: &str, folder: &Path) -> Result<PathBuf> {
    ask(vouch, folder)?;
    let files = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let databases = files.filter(|path| path.extension().is_some_and(|e| e == "duckdb"));
    databases.max().context("the program left no demo database in its data folder")
}

fn ask(vouch: &str, data: &Path) -> Result<()> {
    let output = Command::new(vouch)
        .args(["ask", "How many orders are there?", "--demo", "--format", "csv"])
        .env("VOUCH_DATA_DIR", data)
        .output()
        .with_context(|| format!("{vouch} does not start; 'make build' makes it"))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
