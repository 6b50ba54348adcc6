//! What the design names and this version does not have yet. It is refused with a sentence, never ignored.

use super::Failure;
use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub enum Commands {
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
            Commands::Knowledge(_) => "knowledge",
        };
        not_built(&format!("`vouch {name}`"))
    }
}

pub fn not_built(what: &str) -> Failure {
    Failure::usage(format!("{what} is not built yet"), "`vouch --help` lists what there is.")
}
