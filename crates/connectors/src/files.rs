//! Files as tables.

use crate::ConnectorError;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What became of the files: tables made, and every row that did not fit.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LoadReport {
    pub tables: Vec<LoadedTable>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoadedTable {
    pub name: String,
    /// File (and sheet) it came from.
    pub origin: String,
    pub rows: u64,
    /// Rows that did not fit, the first 100 of them.
    pub problems: Vec<FileProblem>,
    pub problem_count: u64,
    /// What was decided about the file: encoding, delimiter, header, types; for `profile` and the page.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileProblem {
    /// 1 is the first line of the file.
    pub line: u64,
    pub message: String,
}

/// Told how far loading has come, in bytes.
pub trait Progress: Send + Sync {
    fn start(&self, file: &str, total_bytes: u64);
    fn advance(&self, bytes: u64);
    fn finish(&self);
}

/// Makes a DuckDB database at `into` (which must not exist) with a table for every file or sheet. Columns keep their
/// original header as a label where the identifier differs. Nothing is left behind when it fails.
pub fn load_files(_files: &[PathBuf], _into: &Path, _progress: &dyn Progress) -> Result<LoadReport, ConnectorError> {
    todo!()
}
