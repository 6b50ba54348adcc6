//! A thousand event streams open at once on one instance: what each costs in memory, and whether each is told the end.

use super::process::Service;
use super::script::{SLOW, SLOWLY};
use super::shop::Questions;
use anyhow::{Context, Result, ensure};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const STREAMS: usize = 1_000;
const ASKS: usize = 10;

pub async fn run(service: &Service, client: &reqwest::Client) -> Result<()> {
    let before = service.memory()?;
    let since = Instant::now();
    let asks = start_asks(service, client).await?;
    let (opened, told) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let readers = (0..STREAMS).map(|n| {
        let url = format!("{}/api/v1/ask/{}/stream", service.url, asks[n % asks.len()]);
        tokio::spawn(read(client.clone(), url, opened.clone(), told.clone()))
    });
    let readers: Vec<_> = readers.collect();
    while opened.load(Ordering::Relaxed) < STREAMS && since.elapsed() < SLOW {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (all_open, open, early) = (since.elapsed(), opened.load(Ordering::Relaxed), told.load(Ordering::Relaxed));
    let during = service.memory()?;
    let (threads, files) = service.threads_and_files()?;
    for reader in readers {
        reader.await??;
    }
    println!("\n  {STREAMS} event streams on {ASKS} running asks of one instance");
    println!(
        "    {} open at once after {:.1} s ({threads} threads, {files} files)   told the end: {} of {STREAMS}",
        open - early,
        all_open.as_secs_f64(),
        told.load(Ordering::Relaxed)
    );
    println!(
        "    memory {} MB before, {} MB with all open ({:.1} kB a stream), {} MB after",
        before >> 20,
        during >> 20,
        during.saturating_sub(before) as f64 / 1_024.0 / STREAMS as f64,
        service.memory()? >> 20
    );
    Ok(())
}

async fn start_asks(service: &Service, client: &reqwest::Client) -> Result<Vec<String>> {
    let questions = Questions::default();
    let mut asks = Vec::new();
    for _ in 0..ASKS {
        let body = json!({"query": format!("{SLOWLY}{}", questions.next())}).to_string();
        let text = client.post(format!("{}/api/v1/ask", service.url)).body(body).send().await?.text().await?;
        let answer: Json = serde_json::from_str(&text).with_context(|| format!("no JSON from /api/v1/ask: {text}"))?;
        asks.push(answer["query_id"].as_str().with_context(|| format!("no query_id in {text}"))?.to_owned());
    }
    Ok(asks)
}

/// Reads to the end, and counts itself when the first bytes and the result are there.
async fn read(client: reqwest::Client, url: String, opened: Arc<AtomicUsize>, told: Arc<AtomicUsize>) -> Result<()> {
    let mut response = client.get(&url).timeout(Duration::from_secs(60)).send().await?;
    ensure!(response.status().is_success(), "{url} answers {}", response.status());
    let (mut text, mut first) = (String::new(), true);
    while let Some(piece) = response.chunk().await? {
        text.push_str(&String::from_utf8_lossy(&piece));
        if std::mem::take(&mut first) {
            opened.fetch_add(1, Ordering::Relaxed);
        }
    }
    let ends = text.matches("event: done").count() + text.matches("event:done").count();
    ensure!(ends == 1, "{url} told its end {ends} times");
    told.fetch_add(1, Ordering::Relaxed);
    Ok(())
}
