//! `vouch mcp`: the tools for somebody else's agent, over stdin and stdout.

use super::arguments::Global;
use super::interrupt::Interrupt;
use super::serve::{named_sources, service};
use super::{Failure, Outcome};
use crate::mcp::McpDoor;
use crate::service::Caller;
use crate::settings::Settings;
use crate::wiring;
use rmcp::ServiceExt;
use vouch_store::records::Role;

#[derive(clap::Args)]
pub struct Arguments {
    /// Bring the demo data
    #[arg(long)]
    demo: bool,
    /// A database with a name; may be given several times
    #[arg(long, value_name = "NAME=URL")]
    source: Vec<String>,
    /// The client whose rows are seen, always
    #[arg(long, value_name = "ID")]
    client_id: Option<String>,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = Settings { serving: true, ..global.settings([])? };
    let named = named_sources(arguments.demo, &arguments.source, &settings)?;
    let interrupt = Interrupt::listen();
    let store = wiring::serving_store(&settings).await?;
    let Some(service) = service(store, settings, named, &interrupt).await? else { return Ok(Outcome::Stopped) };
    let caller = Caller { client_id: arguments.client_id, ..Caller::local(Role::Analyst) };
    let grace = service.settings.service.shutdown_grace;
    let door = McpDoor::new(service.clone(), Some(caller));
    let running = door.serve(rmcp::transport::stdio()).await;
    let running = running.map_err(|e| Failure::new(format!("no agent speaks MCP on stdin: {e}"), None))?;
    tokio::select! {
        ended = running.waiting() => drop(ended),
        () = interrupt.token().cancelled_owned() => {}
    }
    service.close(grace).await;
    Ok(Outcome::Success)
}
