//! Vouch as a service beside the same flow as a LangGraph + FastAPI service (`bench/peers/`), in one run and in turns: the
//! same scripted model at 0 ms, the same SQLite file, the same questions, 1, 16 and 64 clients at once. The peer comes
//! twice: with its sessions in a file, as Vouch has them (what is aimed at is held against this one), and with sessions in
//! each worker's memory, which is as fast as it gets and forgets them.
//!
//! `VOUCH_BENCH_SECONDS` is the length of one stretch of load (5). With `VOUCH_BENCH_ALONE=16` Vouch alone is put under
//! load, by so many clients, to be looked at with a profiler.

mod drive;
mod process;
mod script;
mod shop;
mod streams;
mod wire;

use crate::pace::{micros, millis, ratio};
use anyhow::{Context, Result, ensure};
use drive::{Load, ask, drive, rows_of};
use process::{Service, free_port};
use script::Model;
use shop::Questions;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use wire::Wire;

const CLIENTS: [usize; 3] = [1, 16, 64];
const ROUNDS: usize = 2;
const PEERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers");

pub fn run(vouch: &str) -> Result<()> {
    drop(rustls::crypto::ring::default_provider().install_default());
    // One thread for the clients and the model: they need far less than one, and wake nobody else up.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(vouch))
}

/// A service under load, with where it is in the list of questions.
struct Contender {
    service: Service,
    questions: Arc<Questions>,
    idle: u64,
    loads: Vec<Load>,
}

async fn measure(vouch: &str) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("shop.db");
    shop::make(&database)?;
    let engine = shop::engine_cpu(&database, 5_000)?;
    let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(128).build()?;
    let model = Model::start().await?;
    let cores = std::thread::available_parallelism()?.get();
    println!("\nservice: {vouch} on {cores} cores, a shop of 105,500 rows in SQLite, a scripted model at 0 ms");
    let (whole, streamed) = (model.pace(16, false).await?, model.pace(16, true).await?);
    println!(
        "  the scripted model alone: {whole:.0} calls/s, {streamed:.0} streamed; the engine: {} a statement",
        micros(engine)
    );

    if let Some(at_once) = std::env::var("VOUCH_BENCH_ALONE").ok().and_then(|text| text.parse().ok()) {
        let ours = start_vouch(vouch, folder.path(), &database, &model, &client).await?;
        return alone(&ours, &model, at_once).await;
    }
    let sessions = folder.path().join("peer-sessions.db");
    let kept = start_peer("peer", Some(&sessions), &database, &model, cores, &client).await?;
    let forgetful = start_peer("forgetful", None, &database, &model, cores, &client).await?;
    let ours = start_vouch(vouch, folder.path(), &database, &model, &client).await?;
    let mut peers = [Contender::new(kept)?, Contender::new(forgetful)?];
    let mut ours = Contender::new(ours)?;
    for peer in &peers {
        same_rows(peer, &ours).await?;
    }
    for round in 0..ROUNDS {
        for (at, at_once) in CLIENTS.into_iter().enumerate() {
            let mut order: Vec<&mut Contender> = peers.iter_mut().chain([&mut ours]).collect();
            // Who is first changes, so that nobody always finds the machine warmer.
            if round % 2 == 1 {
                order.reverse();
            }
            for contender in order {
                contender.stretch(&model, at, at_once).await?;
            }
        }
    }
    report(&peers, &ours, engine)?;
    drop((peers, ours));
    // Its own instance, so that the load above does not hide what streams cost.
    let data = tempfile::tempdir()?;
    let fresh = start_vouch(vouch, data.path(), &database, &model, &client).await?;
    ask(&mut Wire::connect(fresh.address).await?, &Questions::default().next()).await?;
    streams::run(&fresh, &client).await
}

async fn alone(ours: &Service, model: &Model, at_once: usize) -> Result<()> {
    let load = drive(ours, model, &Arc::default(), at_once, stretch_length()).await?;
    println!(
        "  {at_once} at once: {:.1} questions/s, p50 {}, p99 {}, CPU a question {}",
        load.per_second(),
        millis(load.quantile(0.5)),
        millis(load.quantile(0.99)),
        millis(load.cpu_per_question())
    );
    Ok(())
}

impl Contender {
    fn new(service: Service) -> Result<Self> {
        let idle = service.memory()?;
        let loads = CLIENTS.iter().map(|_| Load::none()).collect::<Result<Vec<_>>>()?;
        Ok(Self { service, questions: Arc::default(), idle, loads })
    }

    async fn stretch(&mut self, model: &Model, at: usize, at_once: usize) -> Result<()> {
        let load = drive(&self.service, model, &self.questions, at_once, stretch_length()).await?;
        self.loads.get_mut(at).context("more kinds of load than were planned")?.add(&load)
    }
}

/// Neither is faster for answering something else.
async fn same_rows(peer: &Contender, ours: &Contender) -> Result<()> {
    let (mut to_peer, mut to_ours) =
        (Wire::connect(peer.service.address).await?, Wire::connect(ours.service.address).await?);
    let questions = Questions::default();
    for _ in 0..20 {
        let question = questions.next();
        let theirs = rows_of(ask(&mut to_peer, &question).await?)?;
        let rows = rows_of(ask(&mut to_ours, &question).await?)?;
        ensure!(!rows.is_empty() && rows == theirs, "the services differ:\n{rows:?}\n{theirs:?}");
    }
    Ok(())
}

fn report(peers: &[Contender], ours: &Contender, engine: Duration) -> Result<()> {
    println!("\n  {:<8} {:>22} {:>12} {:>12} {:>14}", "clients", "questions/s", "p50", "p99", "CPU a question");
    for (at, at_once) in CLIENTS.into_iter().enumerate() {
        for contender in peers.iter().chain([ours]) {
            let load = contender.loads.get(at).context("a stretch is missing")?;
            let (p50, p99) = (millis(load.quantile(0.5)), millis(load.quantile(0.99)));
            let cpu = millis(load.cpu_per_question());
            println!(
                "  {at_once:<8} {:<12} {:>9.1} {p50:>12} {p99:>12} {cpu:>14}",
                contender.service.name,
                load.per_second()
            );
        }
    }
    println!();
    for (at, at_once) in CLIENTS.into_iter().enumerate() {
        let load = ours.loads.get(at).context("a stretch is missing")?;
        for peer in peers {
            let theirs = peer.loads.get(at).context("a stretch is missing")?;
            println!(
                "  {at_once} at once, beside {:<9}: {:.1}x the throughput (aim >= 25x), p99 1/{:.1} (aim 1/20), CPU beyond the \
                 engine's 1/{:.1}",
                peer.service.name,
                load.per_second() / theirs.per_second(),
                ratio(theirs.quantile(0.99), load.quantile(0.99)),
                ratio(theirs.cpu_per_question().saturating_sub(engine), load.cpu_per_question().saturating_sub(engine)),
            );
        }
        println!(
            "      CPU beyond the engine's {} (aim <= 1 ms); clients and model took {} beside it",
            millis(load.cpu_per_question().saturating_sub(engine)),
            millis(load.own_cpu_per_question())
        );
    }
    for contender in peers.iter().chain([ours]) {
        let questions: u64 = contender.loads.iter().map(|load| load.questions).sum();
        let calls: u64 = contender.loads.iter().map(|load| load.model_calls).sum();
        println!(
            "  {:<9} started in {}, idle {} MB, after {questions} questions {} MB, {:.1} model calls a question",
            contender.service.name,
            millis(contender.service.started_in),
            contender.idle >> 20,
            contender.service.memory()? >> 20,
            calls as f64 / questions.max(1) as f64,
        );
    }
    Ok(())
}

/// One worker per core, as uvicorn's documentation has it.
async fn start_peer(
    name: &'static str,
    sessions: Option<&Path>,
    database: &Path,
    model: &Model,
    cores: usize,
    client: &reqwest::Client,
) -> Result<Service> {
    let port = free_port()?;
    let mut command = Command::new(peer_environment()?.join("bin/uvicorn"));
    command.current_dir(PEERS).args(["service:app", "--log-level", "warning", "--no-access-log"]);
    command.args(["--port", &port.to_string(), "--workers", &cores.to_string()]);
    command.env("PEER_DATABASE", database).env("OPENAI_BASE_URL", model.url()).env("OPENAI_API_KEY", "not-a-key");
    if let Some(sessions) = sessions {
        command.env("PEER_SESSIONS", sessions);
    }
    Service::start(name, command, port, client).await
}

fn peer_environment() -> Result<PathBuf> {
    let output = Command::new(format!("{PEERS}/setup")).output().context("bench/peers/setup does not run")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(PathBuf::from(String::from_utf8(output.stdout)?.trim()))
}

async fn start_vouch(
    vouch: &str,
    folder: &Path,
    database: &Path,
    model: &Model,
    client: &reqwest::Client,
) -> Result<Service> {
    let port = free_port()?;
    let mut command = Command::new(std::fs::canonicalize(vouch).with_context(|| format!("no program at {vouch}"))?);
    for (name, _) in std::env::vars_os() {
        // What this bench or the machine is set to is not the server's.
        if name.to_string_lossy().starts_with("VOUCH_") || name.to_string_lossy().ends_with("_API_KEY") {
            command.env_remove(name);
        }
    }
    command.current_dir(folder).args(["serve", "--port", &port.to_string()]);
    command.arg("--source").arg(format!("shop=sqlite:{}", database.display()));
    command.env("VOUCH_DATA_DIR", folder.join("data")).env("VOUCH_MIND", "openai").env("OPENAI_BASE_URL", model.url());
    command.env("VOUCH_MODEL", "scripted").env("VOUCH_ASKS_PER_MINUTE", "0").env("VOUCH_LOG", "warn");
    Service::start("vouch", command, port, client).await
}

fn stretch_length() -> Duration {
    let seconds = std::env::var("VOUCH_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(5))
}
