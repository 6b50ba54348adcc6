//! What the design names and this version does not have yet. It is refused with a sentence, never ignored.

use super::Failure;
use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub enum Commands {
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
            Commands::Report(_) => "report",
            Commands::Knowledge(_) => "knowledge",
        };
        not_built(&format!("`vouch {name}`"))
    }
}

/// On every command that answers.
#[derive(Args, Default)]
pub struct AnswerFlags {
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "", value_name = "KIND")]
    chart: Option<String>,
}

impl AnswerFlags {
    pub fn refuse(&self) -> Result<(), Failure> {
        match self.chart {
            Some(_) => Err(not_built("`--chart`")),
            None => Ok(()),
        }
    }
}

pub fn not_built(what: &str) -> Failure {
    Failure::usage(format!("{what} is not built yet"), "`vouch --help` lists what there is.")
}
