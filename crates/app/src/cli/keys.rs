//! `vouch keys`: who may ask a server. A key is printed once, when it is made.

use super::arguments::Global;
use super::ask::note;
use super::print::clean_line;
use super::{Failure, Outcome};
use crate::service::{NewKey, create_key, forget_revoked_keys, revoke_key};
use crate::wiring;
use clap::{Subcommand, ValueEnum};
use serde_json::json;
use std::io::{self, Write};
use vouch_store::records::{self, ApiKey, Role};
use vouch_store::{AuditEntry, Owner, Store, StoreError};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The Redis that the server's instances share, if they do
    #[arg(long, global = true, value_name = "URL")]
    state: Option<String>,
    /// Print as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Make a key and print it, this once
    Create {
        /// Who or what will use it
        name: String,
        /// What it may do
        #[arg(long, value_enum, default_value = "analyst")]
        role: RoleName,
        /// A source it may ask; may be given several times [default: every source]
        #[arg(long, value_name = "NAME")]
        source: Vec<String>,
        /// The client whose rows it sees, always
        #[arg(long, value_name = "ID")]
        client_id: Option<String>,
    },
    /// List keys; what opens the door is not kept
    List,
    /// Take a key out of use, at once
    Revoke {
        /// As `vouch keys list` shows it
        id: String,
        /// If no other key is left: answer this machine without keys again
        #[arg(long)]
        unlock: bool,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum RoleName {
    Viewer,
    Analyst,
    Admin,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = global.settings([("state", arguments.state)])?;
    let store = wiring::serving_store(&settings).await?;
    let mut out = io::stdout().lock();
    match arguments.command {
        Command::Create { name, role, source, client_id } => {
            let role = match role {
                RoleName::Viewer => Role::Viewer,
                RoleName::Analyst => Role::Analyst,
                RoleName::Admin => Role::Admin,
            };
            let sources = Some(source).filter(|names| !names.is_empty());
            let is_first = records::list::<ApiKey>(store.as_ref(), None).await?.is_empty();
            let (record, key) = create_key(store.as_ref(), NewKey { name, role, sources, client_id }).await?;
            write_down(store.as_ref(), "create_key", &record).await?;
            if arguments.json {
                writeln!(out, "{:#}", json!({"id": record.id, "key": key, "name": record.name, "role": record.role}))?;
            } else {
                writeln!(out, "{key}")?;
                note("Keep it now: it is not shown again. Send it as `Authorization: Bearer KEY`.");
            }
            if is_first {
                note(&format!(
                    "This is the first key: from now on every request must show one, and a page that is open asks to log in \
                     with it. To go back to no keys: `vouch keys revoke {} --unlock`.",
                    record.id
                ));
            }
        }
        Command::List => list(&mut out, &records::list::<ApiKey>(store.as_ref(), None).await?, arguments.json)?,
        Command::Revoke { id, unlock } => {
            let revoked = revoke_key(store.as_ref(), &id).await?;
            write_down(store.as_ref(), "revoke_key", &revoked).await?;
            let left = if unlock { forget_revoked_keys(store.as_ref()).await? } else { Vec::new() };
            if arguments.json {
                writeln!(out, "{:#}", shown(&revoked))?;
            } else {
                note(&format!("The key {} ({}) opens nothing any longer.", revoked.id, revoked.name));
            }
            match left.len() {
                _ if !unlock => {}
                0 => note("There are no keys any longer: this machine is answered without one."),
                count => {
                    let are = if count == 1 { "is 1 other key".to_owned() } else { format!("are {count} other keys") };
                    note(&format!("There {are}, and who asks must still show one. `vouch keys list` shows them."));
                }
            }
        }
    }
    Ok(Outcome::Success)
}

/// Who sits at the machine needs no key to change who may do what, and stands in the audit log all the same.
async fn write_down(store: &dyn Store, action: &str, key: &ApiKey) -> Result<(), StoreError> {
    let entry = AuditEntry {
        at: jiff::Timestamp::now(),
        owner: Owner::local(),
        tenant: key.client_id.clone(),
        action: action.to_owned(),
        subject: Some(key.id.clone()),
        source: None,
        detail: Some("on the command line".to_owned()),
        outcome: "ok".to_owned(),
        request_id: None,
    };
    store.record(&entry).await
}

fn list(out: &mut dyn Write, keys: &[ApiKey], json: bool) -> io::Result<()> {
    if json {
        return writeln!(out, "{:#}", serde_json::Value::from_iter(keys.iter().map(shown)));
    }
    for key in keys {
        let client = key.client_id.as_ref().map(|id| format!(" client {id}")).unwrap_or_default();
        let sources = key.sources.as_ref().map(|names| format!(" sources {}", names.join(","))).unwrap_or_default();
        let state = if key.revoked_at.is_some() { " revoked" } else { "" };
        let line = format!("{}  {:<7}  {}{client}{sources}{state}", key.id, key.role.name(), key.name);
        writeln!(out, "{}", clean_line(&line))?;
    }
    if keys.is_empty() {
        note("There are no keys: a server listens to this machine only. Make one with `vouch keys create NAME`.");
    }
    Ok(())
}

fn shown(key: &ApiKey) -> serde_json::Value {
    json!({
        "id": key.id,
        "name": key.name,
        "role": key.role,
        "sources": key.sources,
        "client_id": key.client_id,
        "created_at": key.created_at,
        "revoked_at": key.revoked_at,
    })
}
