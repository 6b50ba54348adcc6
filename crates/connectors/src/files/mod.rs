//! Files as tables.
//!
//! Owns the way from a file of any kind to a table in a DuckDB database of its own: what kind of file it is, how it is
//! written, what its columns hold, and an honest report of every row that did not fit. Knows nothing of questions; the
//! database is opened again, read-only and sandboxed, by whoever asks. Called by the command line and by datasets.

mod convert;
mod dates;
mod depth;
mod engine;
mod fast;
mod kind;
mod layout;
mod mending;
mod names;
mod numbers;
mod profile;
mod records;
mod sheets;
mod source;
mod staging;
mod target;
mod text;
mod totals;

use crate::ConnectorError;
pub(crate) use convert::{quote_identifier, quote_text};
use kind::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use target::Target;

/// What became of the files: tables made, and every row that did not fit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadReport {
    pub tables: Vec<LoadedTable>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Those of the notes that a person must know to trust the values: what could have been read otherwise.
    #[serde(default)]
    pub doubts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
pub fn load_files(files: &[PathBuf], into: &Path, progress: &dyn Progress) -> Result<LoadReport, ConnectorError> {
    let mut examined = Vec::new();
    for path in files {
        let facts = kind::examine(path)?;
        let path = path.canonicalize().map_err(|e| source::unreadable(path, &e))?;
        examined.push((path, facts));
    }
    let readable: Vec<PathBuf> = examined.iter().map(|(path, _)| path.clone()).collect();
    let mut target = Target::create(into, &readable)?;
    let mut taken = HashSet::new();
    for (path, facts) in &examined {
        let origin = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let input = Input {
            path,
            origin: &origin,
            extension: &facts.extension,
            gzip: facts.gzip,
            bytes: facts.bytes,
            stem: &facts.stem,
        };
        progress.start(&origin, facts.bytes);
        load_one(&input, facts.kind, &mut taken, &mut target, progress)?;
        progress.finish();
    }
    target.finish()
}

/// One file to be loaded.
struct Input<'a> {
    path: &'a Path,
    /// Its name, for people.
    origin: &'a str,
    extension: &'a str,
    gzip: bool,
    bytes: u64,
    stem: &'a str,
}

fn load_one(
    input: &Input<'_>,
    kind: FileKind,
    taken: &mut HashSet<String>,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<(), ConnectorError> {
    match kind {
        FileKind::Text => text::load(input, &names::table_name(input.stem, taken), target, progress),
        FileKind::Json => engine::load_json(input, &names::table_name(input.stem, taken), target, progress),
        FileKind::Parquet => engine::load_parquet(input, &names::table_name(input.stem, taken), target, progress),
        FileKind::Workbook => sheets::load(input, taken, target, progress),
    }
}

fn bad_file(path: &Path, what: &str, hint: &str) -> ConnectorError {
    ConnectorError::BadFile { message: format!("{} {what}", path.display()), hint: hint.to_owned() }
}

fn internal(what: &str, error: &dyn std::fmt::Display) -> ConnectorError {
    ConnectorError::Internal(format!("{what}: {error}"))
}

/// For reading that is not progress: samples, second looks.
struct Quiet;

impl Progress for Quiet {
    fn start(&self, _file: &str, _total_bytes: u64) {}
    fn advance(&self, _bytes: u64) {}
    fn finish(&self) {}
}
