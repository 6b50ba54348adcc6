//! What Vouch adds to the engine's own time for the same SQL, on the demo and on catalogs of 10 to 1,000 tables.

use crate::pace::{Pace, millis, ratio};
use anyhow::{Context, Result};
use async_trait::async_trait;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, AnalystSettings, EventSink, SinkError};
use vouch_connectors::{SourceUrl, open};
use vouch_model::{Answer, AskRequest, Event, MindName};

const ROUNDS: usize = 30;

const QUESTIONS: &[&str] = &[
    "How many orders are there?",
    "Show me the top 10 products by revenue",
    "revenue by category",
    "monthly revenue in 2025",
    "How many customers are there per state?",
];

struct Silent;

#[async_trait]
impl EventSink for Silent {
    async fn send(&self, _event: Event) -> Result<(), SinkError> {
        Ok(())
    }
}

pub fn run(demo: &Path) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    println!("\nask: what Vouch adds to the engine's own time for the same SQL, {ROUNDS} rounds in turns");
    runtime.block_on(on_demo(demo))?;
    runtime.block_on(by_catalog_size())
}

async fn on_demo(demo: &Path) -> Result<()> {
    let analyst = Analyst::new(open("demo", &SourceUrl::DuckDb(demo.to_owned())).await?, AnalystSettings::default());
    let config = duckdb::Config::default().access_mode(duckdb::AccessMode::ReadOnly)?;
    let peer = duckdb::Connection::open_with_flags(demo, config)?;
    let mut added = Pace::default();
    for question in QUESTIONS {
        let (asked, engine) = compare(&analyst, &peer, question).await?;
        for (a, e) in asked.iter().zip(&engine) {
            added.add(a.saturating_sub(*e));
        }
    }
    println!("  demo: added p50 {} (aim < 5 ms), p95 {}", millis(added.median()), millis(added.quantile(0.95)));
    Ok(())
}

async fn by_catalog_size() -> Result<()> {
    let mut first = None;
    for tables in [10, 100, 1_000] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("many.duckdb");
        make_many_tables(&path, tables)?;
        let source = open("many", &SourceUrl::DuckDb(path.clone())).await?;
        let analyst = Analyst::new(source, AnalystSettings::default());
        let config = duckdb::Config::default().access_mode(duckdb::AccessMode::ReadOnly)?;
        let peer = duckdb::Connection::open_with_flags(&path, config)?;
        let (asked, engine) = compare(&analyst, &peer, "How many zebra sightings are there?").await?;
        let mut added = Pace::default();
        asked.iter().zip(&engine).for_each(|(a, e)| added.add(a.saturating_sub(*e)));
        let base = *first.get_or_insert(added.median());
        println!(
            "  {tables:5} tables: added p50 {} ({:.1}x of 10 tables)",
            millis(added.median()),
            ratio(added.median(), base)
        );
    }
    Ok(())
}

async fn compare(
    analyst: &Analyst,
    peer: &duckdb::Connection,
    question: &str,
) -> Result<(Vec<Duration>, Vec<Duration>)> {
    let sql = ask(analyst, question).await.sql.clone().with_context(|| format!("'{question}' was not answered"))?;
    let (mut asked, mut engine) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let since = std::time::Instant::now();
        ask(analyst, question).await;
        asked.push(since.elapsed());
        let since = std::time::Instant::now();
        let mut statement = peer.prepare(&sql)?;
        let rows = statement.query_arrow([])?.map(|batch| batch.num_rows()).sum::<usize>();
        engine.push(since.elapsed());
        std::hint::black_box(rows);
    }
    Ok((asked, engine))
}

async fn ask(analyst: &Analyst, question: &str) -> Arc<Answer> {
    let request = AskRequest { mind: MindName::Builtin, ..AskRequest::new(question, jiff::Zoned::now()) };
    analyst.ask(request, Vec::new(), CancellationToken::new(), &Silent).await
}

fn make_many_tables(path: &Path, tables: usize) -> Result<()> {
    let db = duckdb::Connection::open(path)?;
    db.execute_batch(
        "CREATE TABLE zebra_sightings (id INTEGER PRIMARY KEY, place VARCHAR, seen_on DATE);
        INSERT INTO zebra_sightings SELECT i, 'place ' || i, DATE '2024-01-01' + i::INTEGER FROM range(50) t(i)",
    )?;
    for n in 1..tables {
        db.execute_batch(&format!(
            "CREATE TABLE ledger_{n} (ledger_{n}_id INTEGER PRIMARY KEY, account VARCHAR, amount DECIMAL(10,2), booked_on DATE);
             INSERT INTO ledger_{n} SELECT i, 'account ' || i, i * 1.5, DATE '2024-01-01' + i::INTEGER FROM range(20) t(i)"
        ))?;
    }
    Ok(())
}
