//! Strangers' files are read in a process of their own, with limits that the system enforces: a file made to unpack to
//! a terabyte, or to need all memory, ends that process and nothing else.

use super::queue::Place;
use crate::session::AskError;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use vouch_connectors::{ConnectorError, LoadReport, load_files};

/// The hidden command that the process is started with.
pub const COMMAND: &str = "load-files";
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What reading an upload may take.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct LoadLimits {
    /// The largest file that may be written, unpacked or as a database.
    pub file_bytes: u64,
    pub memory_bytes: u64,
    pub seconds: u64,
}

/// What the process is told, and what it says when it is done.
#[derive(Serialize, Deserialize)]
pub struct LoadOrder {
    pub files: Vec<PathBuf>,
    pub into: PathBuf,
    pub limits: LoadLimits,
}

#[derive(Serialize, Deserialize)]
enum LoadOutcome {
    Loaded(LoadReport),
    BadFile { message: String, hint: String },
    Failed(String),
}

/// Loads in a process of its own. Dropping the future ends the process, which holds its place until it is gone.
pub async fn load_aside(order: LoadOrder, place: Option<Place>) -> Result<LoadReport, AskError> {
    let given_up = Arc::new(AtomicBool::new(false));
    let _give_up_when_dropped = GiveUp(Arc::clone(&given_up));
    let work = tokio::task::spawn_blocking(move || {
        let _held = place;
        run(&order, &given_up)
    });
    work.await.map_err(|e| internal(&format!("loading did not finish: {e}")))?
}

struct GiveUp(Arc<AtomicBool>);

impl Drop for GiveUp {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn run(order: &LoadOrder, given_up: &AtomicBool) -> Result<LoadReport, AskError> {
    let text = serde_json::to_string(order).map_err(|e| internal(&e.to_string()))?;
    let program = this_program().map_err(|e| internal(&e.to_string()))?;
    let started = Command::new(program)
        .args([COMMAND, &text])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = started.map_err(|e| internal(&format!("no process can be started: {e}")))?;
    let out = child.stdout.take();
    // Read beside the waiting: what a full pipe holds back is waited for for ever.
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = out.map(|mut out| out.read_to_string(&mut text));
        text
    });
    let ended = wait(&mut child, Duration::from_secs(order.limits.seconds), given_up);
    let said = reading.join().unwrap_or_default();
    match (ended, serde_json::from_str(&said)) {
        (true, Ok(LoadOutcome::Loaded(report))) => Ok(report),
        (true, Ok(LoadOutcome::BadFile { message, hint })) => {
            Err(AskError::Source(ConnectorError::BadFile { message, hint }))
        }
        (true, Ok(LoadOutcome::Failed(message))) => Err(internal(&message)),
        _ => Err(too_large(&order.limits)),
    }
}

/// The program that runs, also after a newer one was put in its place.
pub fn this_program() -> std::io::Result<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() { Ok(running) } else { std::env::current_exe() }
}

/// `false` if it took too long, or nobody wants it any more.
fn wait(child: &mut Child, limit: Duration, given_up: &AtomicBool) -> bool {
    let since = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return true,
            Ok(None) if since.elapsed() < limit && !given_up.load(Ordering::Relaxed) => std::thread::sleep(LOOK_EVERY),
            _ => {
                // It may have ended by itself in between.
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// The other side: what the process does. Called by the hidden command; returns what it prints.
pub fn obey(order: &str) -> String {
    let outcome = match serde_json::from_str::<LoadOrder>(order) {
        Ok(order) => load_within(&order),
        Err(error) => LoadOutcome::Failed(error.to_string()),
    };
    serde_json::to_string(&outcome).unwrap_or_default()
}

fn load_within(order: &LoadOrder) -> LoadOutcome {
    use rlimit::Resource;
    let limits = [
        (Resource::AS, order.limits.memory_bytes),
        (Resource::FSIZE, order.limits.file_bytes),
        (Resource::CPU, order.limits.seconds.saturating_mul(4)),
        (Resource::CORE, 0),
    ];
    for (resource, limit) in limits {
        if let Err(error) = resource.set(limit, limit) {
            return LoadOutcome::Failed(format!("the limits cannot be set: {error}"));
        }
    }
    match load_files(&order.files, &order.into, &super::sources::Quiet) {
        Ok(report) => LoadOutcome::Loaded(report),
        Err(ConnectorError::BadFile { message, hint }) => LoadOutcome::BadFile { message, hint },
        Err(error) if ran_out(&error.to_string()) => std::process::exit(1),
        Err(error) => LoadOutcome::Failed(error.to_string()),
    }
}

/// The engine met a limit before the system ended it.
fn ran_out(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    ["out of memory", "failed to allocate", "file too large", "bad_alloc"].iter().any(|sign| message.contains(sign))
}

fn too_large(limits: &LoadLimits) -> AskError {
    AskError::TooLarge {
        message: format!(
            "the upload needs more than it may: {} MB unpacked, {} MB of memory, {} s",
            limits.file_bytes >> 20,
            limits.memory_bytes >> 20,
            limits.seconds
        ),
        hint: "Check that the file is what it claims to be; split it, or connect a database instead.".to_owned(),
    }
}

fn internal(message: &str) -> AskError {
    AskError::Source(ConnectorError::Internal(message.to_owned()))
}
