//! What the design names and this version does not have yet. It is refused with a sentence, never ignored: a
//! `--client-id` that did nothing would show one client another one's rows.

use super::Failure;
use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub enum Commands {
    #[command(hide = true)]
    Explore(Rest),
    #[command(hide = true)]
    Report(Rest),
    #[command(hide = true)]
    Knowledge(Rest),
}

#[derive(Args)]
pub struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _rest: Vec<String>,
}

impl Commands {
    pub fn refuse(&self) -> Failure {
        let name = match self {
            Commands::Explore(_) => "explore",
            Commands::Report(_) => "report",
            Commands::Knowledge(_) => "knowledge",
        };
        not_built(&format!("`vouch {name}`"))
    }
}

/// On every command that answers.
#[derive(Args, Default)]
pub struct AnswerFlags {
    #[arg(long, hide = true, value_name = "N")]
    client_id: Option<String>,
    #[arg(long, hide = true, value_name = "TABLE.COLUMN=VALUE")]
    tenant: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "", value_name = "KIND")]
    chart: Option<String>,
}

impl AnswerFlags {
    pub fn refuse(&self) -> Result<(), Failure> {
        let flags = [("--client-id", &self.client_id), ("--tenant", &self.tenant), ("--chart", &self.chart)];
        match flags.into_iter().find(|(_, value)| value.is_some()) {
            Some((flag, _)) => Err(not_built(&format!("`{flag}`"))),
            None => Ok(()),
        }
    }
}

pub fn not_built(what: &str) -> Failure {
    Failure::usage(format!("{what} is not built yet"), "`vouch --help` lists what there is.")
}
