//! The load: so many clients at once, each with a connection that stays open, each asking its next question when it has
//! the answer to the last. What ends between a beginning and an end counts, as does the CPU time between them: what was
//! under way at the one makes up for what is under way at the other.

use super::process::{Service, own_cpu};
use super::script::{Model, request};
use super::shop::Questions;
use super::wire::Wire;
use anyhow::{Context, Result, ensure};
use hdrhistogram::Histogram;
use serde_json::Value as Json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Not counted: connections are made, pools and caches filled.
const WARM_UP: Duration = Duration::from_secs(1);

/// An answer that takes longer has been lost.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);

/// What came of one stretch of load.
pub struct Load {
    pub questions: u64,
    pub took: Duration,
    /// In microseconds.
    pub latencies: Histogram<u64>,
    pub cpu: Duration,
    /// Of this program: the clients and the scripted model.
    pub own_cpu: Duration,
    pub model_calls: u64,
}

impl Load {
    pub fn none() -> Result<Self> {
        let (took, cpu, own_cpu) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        Ok(Self { questions: 0, took, latencies: new_histogram()?, cpu, own_cpu, model_calls: 0 })
    }

    pub fn per_second(&self) -> f64 {
        self.questions as f64 / self.took.as_secs_f64()
    }

    pub fn quantile(&self, share: f64) -> Duration {
        Duration::from_micros(self.latencies.value_at_quantile(share))
    }

    pub fn cpu_per_question(&self) -> Duration {
        self.cpu / u32::try_from(self.questions.max(1)).unwrap_or(u32::MAX)
    }

    pub fn own_cpu_per_question(&self) -> Duration {
        self.own_cpu / u32::try_from(self.questions.max(1)).unwrap_or(u32::MAX)
    }

    /// Two stretches with the same number of clients.
    pub fn add(&mut self, other: &Load) -> Result<()> {
        self.questions += other.questions;
        self.took += other.took;
        self.cpu += other.cpu;
        self.own_cpu += other.own_cpu;
        self.model_calls += other.model_calls;
        Ok(self.latencies.add(&other.latencies)?)
    }
}

fn new_histogram() -> Result<Histogram<u64>> {
    Ok(Histogram::new_with_max(120_000_000, 3)?)
}

pub async fn drive(
    service: &Service,
    model: &Model,
    questions: &Arc<Questions>,
    at_once: usize,
    lasting: Duration,
) -> Result<Load> {
    let begin = Instant::now() + WARM_UP;
    let end = begin + lasting;
    let clients = (0..at_once).map(|_| {
        let (address, questions) = (service.address, questions.clone());
        tokio::spawn(async move {
            let mut wire = Wire::connect(address).await?;
            let mut latencies = new_histogram()?;
            while Instant::now() < end {
                let since = Instant::now();
                ask(&mut wire, &questions.next()).await?;
                let now = Instant::now();
                if (begin..end).contains(&now) {
                    latencies.record(u64::try_from((now - since).as_micros())?)?;
                }
            }
            anyhow::Ok(latencies)
        })
    });
    let clients: Vec<_> = clients.collect();
    tokio::time::sleep_until(begin.into()).await;
    let (cpu, own, calls) = (service.cpu()?, own_cpu()?, model.calls());
    tokio::time::sleep_until(end.into()).await;
    let (cpu, own_cpu, model_calls) = (service.cpu()? - cpu, own_cpu()? - own, model.calls() - calls);
    let mut latencies = new_histogram()?;
    for client in clients {
        latencies.add(client.await?.with_context(|| format!("under load {} failed", service.name))?)?;
    }
    Ok(Load { questions: latencies.len(), took: lasting, latencies, cpu, own_cpu, model_calls })
}

/// Asks as seed 000 has it, in a session of its own, and gives the answer's text.
pub async fn ask<'a>(wire: &'a mut Wire, question: &str) -> Result<&'a str> {
    let session = uuid::Uuid::new_v4();
    let body = format!("{{\"query\":\"{question}\",\"session_id\":\"{session}\",\"max_iterations\":3}}");
    let request = request("/query-agentic", &body);
    let (status, text) = tokio::time::timeout(ANSWER_LIMIT, wire.ask(request.as_bytes())).await??;
    // Reading the whole answer would load the machine that is being measured.
    ensure!(status == 200 && text.contains("\"success\":true"), "'{question}' got {status}: {text}");
    Ok(text)
}

/// The rows of an answer with every number as a float: what two services must agree on.
pub fn rows_of(answer: &str) -> Result<Vec<Vec<String>>> {
    let answer: Json = serde_json::from_str(answer)?;
    let rows = answer["results"]["data"].as_array().context("the answer has no results.data")?;
    let cell = |value: &Json| {
        let number = value.as_f64().or_else(|| value.as_str()?.parse().ok());
        number.map_or_else(|| value.to_string(), |number| format!("{number:.4}"))
    };
    let row = |row: &Json| row.as_object().map(|row| row.values().map(cell).collect()).unwrap_or_default();
    Ok(rows.iter().map(row).collect())
}
