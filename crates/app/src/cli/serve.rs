//! `vouch serve`: the page and the API on this machine.

use super::arguments::Global;
use super::interrupt::Interrupt;
use super::unbuilt::not_built;
use super::{Failure, Outcome, ask, opening};
use crate::http::{Server, ServerError};
use crate::settings::{Clock, Settings};
use crate::wiring::{self, Data, DataChoice};
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;

#[derive(clap::Args)]
pub struct Arguments {
    /// Address to listen on; only loopback for now [default: 127.0.0.1]
    #[arg(long)]
    host: Option<String>,
    /// Port to listen on; 0 picks a free one [default: 8080]
    #[arg(long)]
    port: Option<String>,
    /// Bring the demo data
    #[arg(long)]
    demo: bool,
    /// A database with a name; may be given several times
    #[arg(long, value_name = "NAME=URL")]
    source: Vec<String>,
    #[arg(long, hide = true, value_name = "URL")]
    state: Option<String>,
    #[arg(long, hide = true)]
    insecure: bool,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    if arguments.state.is_some() {
        return Err(not_built("`--state`"));
    }
    if arguments.insecure {
        return Err(not_built("`--insecure`"));
    }
    let settings = global.settings([("host", arguments.host.clone()), ("port", arguments.port.clone())])?;
    let named = named_sources(&arguments, &settings)?;
    let interrupt = Interrupt::listen();
    let store = wiring::lasting_store(&settings)?;
    let mut opened: Vec<Data> = vec![];
    let mut sources = BTreeMap::new();
    for (name, choice) in named {
        let Some(data) = opening::open(&choice, &settings, &interrupt).await? else { return Ok(Outcome::Stopped) };
        sources.insert(name, wiring::conversations(&data, store.clone(), &settings)?);
        opened.push(data);
    }
    let clock = Clock::new(settings.time_zone.clone(), None)?;
    let server = Server::bind(sources, &settings, clock).await?;
    ask::note(&format!("Vouch is at http://{} (Ctrl-C to stop)", server.address()));
    server.run(stop_signal(interrupt.token())).await?;
    Ok(Outcome::Success)
}

/// Ctrl-C, or what a service manager sends.
async fn stop_signal(interrupted: CancellationToken) {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            () = interrupted.cancelled() => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    interrupted.cancelled().await;
}

fn named_sources(arguments: &Arguments, settings: &Settings) -> Result<BTreeMap<String, DataChoice>, Failure> {
    let mut named = BTreeMap::new();
    if arguments.demo {
        named.insert("demo".to_owned(), DataChoice::Demo);
    }
    for text in &arguments.source {
        let split = text.split_once('=').filter(|(name, url)| !name.is_empty() && !url.is_empty());
        let Some((name, url)) = split else {
            let hint = "For example: --source sales=duckdb:sales.duckdb";
            return Err(Failure::usage(format!("'{text}' is not NAME=URL"), hint));
        };
        if named.insert(name.to_owned(), DataChoice::Url(url.to_owned())).is_some() {
            return Err(Failure::usage(format!("there are two sources called '{name}'"), "Give each its own name."));
        }
    }
    if named.is_empty() {
        named.extend(settings.sources.iter().map(|(name, url)| (name.clone(), DataChoice::Url(url.clone()))));
    }
    if named.is_empty() {
        named.extend(settings.source.iter().map(|url| ("default".to_owned(), DataChoice::Url(url.clone()))));
    }
    if named.is_empty() {
        return Err(Failure::usage("no data was named", "Give `--source NAME=URL` or `--demo`."));
    }
    Ok(named)
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Self {
        let hint = error.hint();
        match error {
            ServerError::NotLoopback(_) => Failure::usage(error.to_string(), hint),
            _ => Failure::new(error.to_string(), Some(hint)),
        }
    }
}
