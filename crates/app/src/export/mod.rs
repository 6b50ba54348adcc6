//! Rows as a file for another program: all of them, as they are, in a form that program reads without harm.

mod arrow;
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
    Parquet,
    Arrow,
}

impl ExportFormat {
    pub const ALL: [Self; 6] = [Self::Csv, Self::Json, Self::Markdown, Self::Xlsx, Self::Parquet, Self::Arrow];

    /// What can be asked for, for a message.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    pub fn from_name(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "markdown" | "md" => Some(Self::Markdown),
            "xlsx" => Some(Self::Xlsx),
            "parquet" => Some(Self::Parquet),
            "arrow" | "feather" => Some(Self::Arrow),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
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
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Arrow => "application/vnd.apache.arrow.file",
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
        ExportFormat::Parquet => file = parquet(results)?,
        ExportFormat::Arrow => file = arrow::file(results).map_err(io::Error::other)?,
    }
    Ok(file)
}

/// DuckDB writes files, so it gets one for a moment.
fn parquet(results: &ResultSet) -> io::Result<Vec<u8>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("rows.parquet");
    vouch_connectors::write_parquet(results, &path).map_err(io::Error::other)?;
    std::fs::read(path)
}

pub use text::Formulas;

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
