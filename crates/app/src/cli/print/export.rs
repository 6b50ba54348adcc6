//! Rows for the next program: CSV, JSON, Markdown, workbooks, Parquet, Arrow. Nothing but the data, and all of it.

use super::look::Look;
use super::table::write_result;
use crate::export::{ExportFormat, Formulas, export, write_csv, write_json, write_markdown};
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
    /// An Excel workbook
    Xlsx,
    Parquet,
    /// An Arrow IPC file
    Arrow,
}

impl Format {
    /// The file it makes; `None` for what is meant for people.
    pub fn as_file(self) -> Option<ExportFormat> {
        match self {
            Format::Table => None,
            Format::Csv => Some(ExportFormat::Csv),
            Format::Json => Some(ExportFormat::Json),
            Format::Markdown => Some(ExportFormat::Markdown),
            Format::Xlsx => Some(ExportFormat::Xlsx),
            Format::Parquet => Some(ExportFormat::Parquet),
            Format::Arrow => Some(ExportFormat::Arrow),
        }
    }

    /// Bytes that a terminal would only stumble over.
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Xlsx | Format::Parquet | Format::Arrow)
    }
}

pub fn write_rows(out: &mut dyn Write, format: Format, look: &Look, results: &ResultSet) -> io::Result<()> {
    match format {
        Format::Table => write_result(out, look, results),
        // A pipe reads data as data.
        Format::Csv => write_csv(out, results, Formulas::Kept),
        Format::Json => write_json(out, results),
        Format::Markdown => write_markdown(out, results),
        Format::Xlsx => out.write_all(&export(results, ExportFormat::Xlsx)?),
        Format::Parquet => out.write_all(&export(results, ExportFormat::Parquet)?),
        Format::Arrow => out.write_all(&export(results, ExportFormat::Arrow)?),
    }
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
