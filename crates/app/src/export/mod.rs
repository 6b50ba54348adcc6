//! Rows as a file for another program: all of them, as they are, in a form that program reads without harm.

mod spreadsheet;
mod text;

pub use text::{write_csv, write_json, write_markdown};

use std::io;
use vouch_model::ResultSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    Csv,
    Json,
    Markdown,
    Xlsx,
}

impl ExportFormat {
    pub fn from_name(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "markdown" | "md" => Some(Self::Markdown),
            "xlsx" => Some(Self::Xlsx),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Xlsx => "xlsx",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            other => other.name(),
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// The whole file. What a spreadsheet would run as a formula is made harmless.
pub fn export(results: &ResultSet, format: ExportFormat) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    match format {
        ExportFormat::Csv => write_csv(&mut file, results, text::Formulas::Defused)?,
        ExportFormat::Json => write_json(&mut file, results)?,
        ExportFormat::Markdown => write_markdown(&mut file, results)?,
        ExportFormat::Xlsx => file = spreadsheet::workbook(results).map_err(io::Error::other)?,
    }
    Ok(file)
}

pub use text::Formulas;

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
