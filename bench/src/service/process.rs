//! A service as the machine sees it: started as a user would start it, with the CPU time and memory of all its processes.

use anyhow::{Context, Result, bail};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Linux counts a process's CPU time in these on every machine that this runs on.
const TICKS_PER_SECOND: u64 = 100;
const START_LIMIT: Duration = Duration::from_secs(60);

/// Ends with this value.
pub struct Service {
    pub name: &'static str,
    pub url: String,
    pub address: SocketAddr,
    /// From the start of the program to its first answer over HTTP.
    pub started_in: Duration,
    child: Child,
}

impl Service {
    /// `port` is where the command was told to listen.
    pub async fn start(name: &'static str, mut command: Command, port: u16, client: &reqwest::Client) -> Result<Self> {
        let since = Instant::now();
        // What it says belongs to nobody's benchmark; its errors do.
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        let child = child.with_context(|| format!("{name} does not start: {command:?}"))?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let url = format!("http://{address}");
        let mut service = Self { name, url, address, started_in: Duration::ZERO, child };
        while client.get(format!("{}/health", service.url)).send().await.is_err() {
            if let Some(status) = service.child.try_wait()? {
                bail!("{name} ended with {status} before it answered");
            }
            if since.elapsed() > START_LIMIT {
                bail!("{name} does not answer at {} after {START_LIMIT:?}", service.url);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        service.started_in = since.elapsed();
        Ok(service)
    }

    pub fn cpu(&self) -> Result<Duration> {
        let ticks: u64 = self.processes()?.iter().filter_map(|process| process.ticks()).sum();
        Ok(Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND))
    }

    /// In bytes; what processes share is counted once.
    pub fn memory(&self) -> Result<u64> {
        let sizes = self.processes()?.into_iter().map(|process| {
            let rollup = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", process.pid)).unwrap_or_default();
            let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
            line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default() * 1_024
        });
        Ok(sizes.sum())
    }

    pub fn threads_and_files(&self) -> Result<(usize, usize)> {
        let count = |folder: &str| {
            let processes = self.processes()?;
            let folders = processes.iter().map(|process| std::fs::read_dir(format!("/proc/{}/{folder}", process.pid)));
            Ok::<_, anyhow::Error>(folders.flatten().map(Iterator::count).sum())
        };
        Ok((count("task")?, count("fd")?))
    }

    /// The program and all that it started.
    fn processes(&self) -> Result<Vec<Process>> {
        let all: Vec<Process> = std::fs::read_dir("/proc")
            .context("this bench needs Linux' /proc")?
            .filter_map(|entry| Process::read(entry.ok()?.file_name().to_str()?.parse().ok()?))
            .collect();
        let mut family = vec![self.child.id()];
        // A round for each generation.
        loop {
            let found = all.iter().filter(|p| family.contains(&p.parent) && !family.contains(&p.pid)).map(|p| p.pid);
            let found: Vec<u32> = found.collect();
            if found.is_empty() {
                break;
            }
            family.extend(found);
        }
        Ok(all.into_iter().filter(|process| family.contains(&process.pid)).collect())
    }
}

impl Drop for Service {
    /// Asked first, so that it can end its own children.
    fn drop(&mut self) {
        drop(Command::new("kill").arg(self.child.id().to_string()).status());
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(10) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A port that is free now.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// CPU time of this program.
pub fn own_cpu() -> Result<Duration> {
    let ticks = Process::read(std::process::id()).and_then(|own| own.ticks()).context("/proc has no line for us")?;
    Ok(Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND))
}

/// One line of `/proc/PID/stat`.
struct Process {
    pid: u32,
    parent: u32,
    /// Behind the program's name, from the state on.
    fields: Vec<String>,
}

impl Process {
    fn read(pid: u32) -> Option<Self> {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name is in brackets and may hold anything, brackets too.
        let (_, rest) = text.rsplit_once(')')?;
        let fields: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
        Some(Self { pid, parent: fields.get(1)?.parse().ok()?, fields })
    }

    /// Its own, and of children that have ended.
    fn ticks(&self) -> Option<u64> {
        let field = |at: usize| self.fields.get(at)?.parse::<u64>().ok();
        Some(field(11)? + field(12)? + field(13)? + field(14)?)
    }
}
