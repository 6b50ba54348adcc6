//! `vouch serve`: the page and the API.

use super::arguments::Global;
use super::interrupt::Interrupt;
use super::{Failure, Outcome, ask, opening};
use crate::http::{Server, ServerError};
use crate::service::{Doorkeeper, Nobody, Service, Sources, Tokens};
use crate::session::Presence;
use crate::settings::{Clock, Settings, mask_password};
use crate::telemetry;
use crate::wiring::{self, DataChoice};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_store::Store;
use vouch_store::records::Role;

#[derive(clap::Args)]
pub struct Arguments {
    /// Address to listen on; without keys only this machine's own [default: 127.0.0.1]
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
    /// Share sessions and asks with other instances: redis://HOST:PORT
    #[arg(long, value_name = "URL")]
    state: Option<String>,
    /// Listen beyond this machine although there are no keys
    #[arg(long)]
    insecure: bool,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = Settings {
        serving: true,
        ..global.settings([
            ("host", arguments.host.clone()),
            ("port", arguments.port.clone()),
            ("state", arguments.state.clone()),
            ("insecure", arguments.insecure.then(|| "on".to_owned())),
        ])?
    };
    let named = named_sources(arguments.demo, &arguments.source, &settings)?;
    let interrupt = Interrupt::listen();
    telemetry::begin_figures();
    let traces = match &settings.service.otlp_endpoint {
        Some(endpoint) => Some(telemetry::begin_traces(endpoint).map_err(|e| Failure::new(e, None))?),
        None => None,
    };
    let store = wiring::serving_store(&settings).await?;
    let Some(service) = service(store, settings, named, &interrupt).await? else { return Ok(Outcome::Stopped) };
    let server = Server::bind(service).await?;
    ask::note(&format!("Vouch is at http://{} (Ctrl-C to stop)", server.address()));
    server.run(stop_signal(interrupt.token())).await;
    if let Some(traces) = traces {
        // Sends what is left; blocks briefly.
        let _ = tokio::task::spawn_blocking(move || traces.shutdown()).await;
    }
    Ok(Outcome::Success)
}

/// Everything behind the doors; `None` when it was stopped while opening.
pub async fn service(
    store: Arc<dyn Store>,
    settings: Settings,
    named: BTreeMap<String, DataChoice>,
    interrupt: &Interrupt,
) -> Result<Option<Arc<Service>>, Failure> {
    let settings = Arc::new(settings);
    let presence = Presence::begin(Arc::clone(&store)).await?;
    let sources = Sources::new(Arc::clone(&store), Arc::clone(&settings), &presence);
    for (name, choice) in named {
        let Some(data) = opening::open(&choice, &settings, interrupt).await? else { return Ok(None) };
        let url = match &choice {
            DataChoice::Url(url) => mask_password(url),
            _ => name.clone(),
        };
        sources.add(&name, &url, data)?;
    }
    let clock = Clock::new(settings.time_zone.clone(), None)?;
    let tokens = settings.service.tokens.clone().map(Tokens::new);
    // Over an open network nobody without a key adds sources or reads the audit log.
    let at_home = settings.host.eq_ignore_ascii_case("localhost")
        || settings.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    let nobody = match (at_home, settings.service.insecure) {
        (true, _) => Nobody::May(Role::Admin),
        (false, true) => Nobody::May(Role::Analyst),
        (false, false) => Nobody::MayNot,
    };
    let doorkeeper = Doorkeeper::new(Arc::clone(&store), tokens, nobody);
    Ok(Some(Service::new(store, settings, clock, sources, doorkeeper, presence)))
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

/// None is fine: datasets are uploaded later.
pub fn named_sources(
    demo: bool,
    given: &[String],
    settings: &Settings,
) -> Result<BTreeMap<String, DataChoice>, Failure> {
    let mut named = BTreeMap::new();
    if demo {
        named.insert("demo".to_owned(), DataChoice::Demo);
    }
    for text in given {
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
    Ok(named)
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Self {
        let hint = error.hint();
        match error {
            ServerError::NotLoopback(_) | ServerError::NoAddress(_) => Failure::usage(error.to_string(), hint),
            _ => Failure::new(error.to_string(), Some(hint)),
        }
    }
}
