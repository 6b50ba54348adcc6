//! Rows for the next program: CSV, JSON, Markdown. Nothing but the data, and all of it.

use super::look::Look;
use super::table::write_result;
use crate::export::{Formulas, write_csv, write_json, write_markdown};
use clap::ValueEnum;
use std::io::{self, Write};
use vouch_model::ResultSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, as wide as the terminal
    Table,
    Csv,
    /// A list of objects
    Json,
    Markdown,
}

pub fn write_rows(out: &mut dyn Write, format: Format, look: &Look, results: &ResultSet) -> io::Result<()> {
    match format {
        Format::Table => write_result(out, look, results),
        // A pipe reads data as data.
        Format::Csv => write_csv(out, results, Formulas::Kept),
        Format::Json => write_json(out, results),
        Format::Markdown => write_markdown(out, results),
    }
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
