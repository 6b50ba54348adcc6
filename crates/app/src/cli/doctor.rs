//! `vouch doctor`: what works on this machine. Only models that are configured are reached over the network.

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
use vouch_llm::{Call, LlmError, ProviderSettings, RetrySettings, connect};
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
    what: String,
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
    let mut findings = vec![Finding { what: "data folder".to_owned(), outcome: data_folder(settings) }];
    match tempfile::tempdir() {
        Err(error) => findings.push(Finding { what: "temporary folder".to_owned(), outcome: Err(error.to_string()) }),
        Ok(folder) => {
            findings
                .push(Finding { what: "files and DuckDB".to_owned(), outcome: duckdb(folder.path(), settings).await });
            findings.push(Finding { what: "SQLite".to_owned(), outcome: sqlite(folder.path(), settings).await });
        }
    }
    findings.push(Finding { what: "sessions".to_owned(), outcome: sessions(settings) });
    findings.extend(minds(settings).await);
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

/// Every model that is configured: is it there, does it answer, and what to do if not.
async fn minds(settings: &Settings) -> Vec<Finding> {
    let providers = wiring::models::providers(&settings.models);
    let mut findings = Vec::new();
    if providers.is_empty() {
        let text = "the built-in mind answers; no key and no network are needed. For a model, set ANTHROPIC_API_KEY, \
                    OPENAI_API_KEY or OPENAI_BASE_URL";
        findings.push(Finding { what: "mind".to_owned(), outcome: Ok(text.to_owned()) });
    }
    for (_, provider) in providers {
        let what = format!("model of {}", if provider.vendor == "auto" { "your server" } else { &provider.vendor });
        findings.push(Finding { what, outcome: probe(provider, settings).await });
    }
    findings
}

async fn probe(provider: ProviderSettings, settings: &Settings) -> Result<String, String> {
    let said = |error: LlmError| match error.hint() {
        Some(hint) => format!("{error}. {hint}"),
        None => error.to_string(),
    };
    // Told at once, not after three retries.
    let retry = RetrySettings { retries: 0, ..provider.retry };
    let model = connect(ProviderSettings { retry, ..provider }).map_err(said)?;
    let timeout = settings.models.timeout;
    let call = Call {
        purpose: "doctor".to_owned(),
        timeout,
        deadline: tokio::time::Instant::now() + timeout,
        cancel: CancellationToken::new(),
    };
    let report = vouch_llm::probe(model.as_ref(), &call).await.map_err(said)?;
    Ok(format!("{} of {} answers after {:.1} s", report.model, model.vendor(), report.latency.as_secs_f64()))
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
