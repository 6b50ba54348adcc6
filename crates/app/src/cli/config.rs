//! `vouch config show`: every setting, its value, and where it comes from.

use super::arguments::Global;
use super::print::{Alignment, Grid, Look};
use super::{Failure, Outcome, ask};
use crate::settings::Settings;
use serde_json::json;
use std::io::{self, Write};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List every setting with its value and where it comes from; secrets are masked
    Show {
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
}

pub fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let Command::Show { json } = arguments.command;
    let settings = global.settings([])?;
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{:#}", to_json(&settings))?;
    } else {
        grid(&settings).write(&mut out, &Look::of_stdout())?;
        settings.warnings.iter().for_each(|warning| ask::note(&format!("note: {warning}")));
    }
    Ok(Outcome::Success)
}

fn to_json(settings: &Settings) -> serde_json::Value {
    let entry = |e: &crate::settings::Entry| {
        let shown = json!({"value": e.value, "origin": e.origin.to_string(), "about": e.about});
        (e.name.clone(), shown)
    };
    serde_json::Value::Object(settings.entries.iter().map(entry).collect())
}

fn grid(settings: &Settings) -> Grid {
    let headers = ["setting", "value", "from", "what it does"];
    Grid {
        headers: headers.map(|name| (name.to_owned(), Alignment::Left)).to_vec(),
        rows: settings
            .entries
            .iter()
            .map(|e| vec![Some(e.name.clone()), e.value.clone(), Some(e.origin.to_string()), Some(e.about.to_owned())])
            .collect(),
    }
}
