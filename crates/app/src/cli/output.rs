//! Where the rows of an answer go, and in which form: the terminal, a pipe, a file.

use super::Failure;
use super::ask::note;
use super::print::{Format, count};
use crate::export::{ExportFormat, export};
use clap::Args;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use vouch_model::ResultSet;

#[derive(Args)]
pub struct OutputArguments {
    /// How to print the rows
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
    /// Write the rows to this file; without --format its ending says how
    #[arg(long, short, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Print the whole answer as JSON
    #[arg(long)]
    pub json: bool,
}

impl OutputArguments {
    /// Before anything is asked: whether its rows will have somewhere to go.
    pub fn check(&self) -> Result<(), Failure> {
        if let Some(path) = &self.output {
            return self.file_format(path).map(drop);
        }
        if self.format.is_binary() && !self.json && io::stdout().is_terminal() {
            let name = self.format.as_file().map(ExportFormat::name).unwrap_or_default();
            return Err(Failure::usage(
                format!("{name} is not for a terminal"),
                format!("Name a file with --output rows.{name}, or send it on with > FILE."),
            ));
        }
        Ok(())
    }

    /// The answer as a table on the terminal, not the rows alone.
    pub fn is_for_people(&self) -> bool {
        self.format == Format::Table && self.output.is_none()
    }

    /// Writes the rows to the file that was named, if one was.
    pub fn to_file(&self, results: &ResultSet) -> Result<bool, Failure> {
        let Some(path) = &self.output else { return Ok(false) };
        let bytes = export(results, self.file_format(path)?)?;
        std::fs::write(path, bytes).map_err(|error| {
            let hint = "Choose a file in a folder that exists and that you may write to.";
            Failure::new(format!("{} cannot be written: {error}", path.display()), Some(hint.to_owned()))
        })?;
        note(&format!("{} written to {}", count(results.rows.len(), "row"), path.display()));
        Ok(true)
    }

    fn file_format(&self, path: &Path) -> Result<ExportFormat, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        self.format.as_file().or_else(|| ExportFormat::from_name(ending)).ok_or_else(|| {
            let hint = format!("Say it with --format, or end the name in one of {}.", ExportFormat::names());
            Failure::usage(format!("the ending of {} does not say how to write it", path.display()), hint)
        })
    }
}
