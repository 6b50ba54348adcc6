//! `vouch doctor`: what works on this machine. Nothing goes over the network.

use super::arguments::Global;
use super::print::{Look, clean_line};
use super::{Failure, Outcome};
use crate::settings::Settings;
use crate::wiring::{self, DataChoice};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_connectors::Progress;
use vouch_store::SqliteStore;

/// Statements that must never run. Each is tried through the same way as any other statement.
const HARMFUL: &[&str] = &[
    "DROP TABLE t",
    "DELETE FROM t",
    "INSERT INTO t VALUES (1)",
    "CREATE TEMP TABLE x AS SELECT 1",
    "SELECT * FROM read_csv('/etc/hosts')",
    "SELECT * FROM '/etc/hosts'",
    "COPY t TO 'stolen.csv'",
    "ATTACH 'other.db' AS other",
    "SELECT load_extension('x')",
    "PRAGMA database_list",
    "SELECT 1; SELECT 2",
    "WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone",
];

#[derive(clap::Args)]
pub struct Arguments {
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// One line of the report.
struct Finding {
    what: &'static str,
    outcome: Result<String, String>,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = global.settings([])?;
    let findings = examine(&settings).await;
    let healthy = findings.iter().all(|f| f.outcome.is_ok());
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{:#}", to_json(healthy, &findings))?;
    } else {
        write_report(&mut out, &Look::of_stdout(), &settings, &findings)?;
    }
    Ok(if healthy { Outcome::Success } else { Outcome::NotAnswered })
}

async fn examine(settings: &Settings) -> Vec<Finding> {
    let mut findings = vec![Finding { what: "data folder", outcome: data_folder(settings) }];
    match tempfile::tempdir() {
        Err(error) => findings.push(Finding { what: "temporary folder", outcome: Err(error.to_string()) }),
        Ok(folder) => {
            findings.push(Finding { what: "files and DuckDB", outcome: duckdb(folder.path(), settings).await });
            findings.push(Finding { what: "SQLite", outcome: sqlite(folder.path(), settings).await });
        }
    }
    findings.push(Finding { what: "sessions", outcome: sessions(settings) });
    findings.push(Finding {
        what: "mind",
        outcome: Ok("the built-in mind answers; no key and no network are needed".to_owned()),
    });
    findings
}

fn data_folder(settings: &Settings) -> Result<String, String> {
    let folder = &settings.data_dir;
    let test = std::fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
    test.map_err(|e| format!("{} is not writable: {e}; choose another with --data-dir", folder.display()))?;
    Ok(format!("{} is writable", folder.display()))
}

fn sessions(settings: &Settings) -> Result<String, String> {
    wiring::lasting_store(settings).map_err(|e| e.to_string())?;
    Ok(format!("kept in {}", settings.data_dir.join("vouch.db").display()))
}

/// Loads a file, asks it, and tries to do harm.
async fn duckdb(folder: &Path, settings: &Settings) -> Result<String, String> {
    let file = folder.join("t.csv");
    std::fs::write(&file, "name,amount\nAda,3\nBo,4\n").map_err(|e| e.to_string())?;
    try_engine(DataChoice::Files(vec![file]), settings, "SELECT sum(amount) FROM t", "7").await
}

/// A store is a SQLite database, so one can be made without another engine's help.
async fn sqlite(folder: &Path, settings: &Settings) -> Result<String, String> {
    let file: PathBuf = folder.join("t.db");
    SqliteStore::open(&file).map_err(|e| e.to_string())?;
    let choice = DataChoice::Url(format!("sqlite:{}", file.display()));
    try_engine(choice, settings, "SELECT count(*) FROM sessions", "0").await
}

async fn try_engine(choice: DataChoice, settings: &Settings, sql: &str, expected: &str) -> Result<String, String> {
    let data = wiring::open_data(&choice, settings, Arc::new(Silent)).await.map_err(|e| e.to_string())?;
    let analyst = wiring::analyst(&data, settings);
    let run = |sql: &'static str| analyst.run_sql(sql, 10, CancellationToken::new());
    let outcome = analyst.run_sql(sql, 10, CancellationToken::new()).await.map_err(|e| e.message)?;
    let cell = outcome.results.rows.first().and_then(|row| row.first()).map(ToString::to_string);
    if cell.as_deref() != Some(expected) {
        return Err(format!("`{sql}` gave {cell:?} instead of {expected}"));
    }
    for harmful in HARMFUL {
        if run(harmful).await.is_ok() {
            return Err(format!("`{harmful}` was not refused; do not use this build on data that matters"));
        }
    }
    Ok(format!("opens, answers, and refuses {} of {} harmful statements", HARMFUL.len(), HARMFUL.len()))
}

fn write_report(out: &mut dyn Write, look: &Look, settings: &Settings, findings: &[Finding]) -> io::Result<()> {
    writeln!(out, "vouch {}", env!("CARGO_PKG_VERSION"))?;
    for finding in findings {
        let (mark, text) = match &finding.outcome {
            Ok(text) => (look.good("✓"), text),
            Err(text) => (look.bad("✗"), text),
        };
        writeln!(out, "{mark} {}: {}", finding.what, clean_line(text))?;
    }
    settings.warnings.iter().try_for_each(|w| writeln!(out, "{} {}", look.care("!"), clean_line(w)))
}

fn to_json(healthy: bool, findings: &[Finding]) -> serde_json::Value {
    let finding = |f: &Finding| {
        let (Ok(text) | Err(text)) = &f.outcome;
        json!({"what": f.what, "ok": f.outcome.is_ok(), "message": text})
    };
    let findings: Vec<_> = findings.iter().map(finding).collect();
    json!({"version": env!("CARGO_PKG_VERSION"), "ok": healthy, "findings": findings})
}

struct Silent;

impl Progress for Silent {
    fn start(&self, _file: &str, _total_bytes: u64) {}
    fn advance(&self, _bytes: u64) {}
    fn finish(&self) {}
}
