//! Where data is, as people write it: `duckdb:PATH`, `sqlite:PATH`, or just the path of a database file.

use crate::source_file::FileKind;
use crate::{ConnectorError, SourceUrl};
use std::path::PathBuf;

const SUPPORTED: &str = "Supported are duckdb:PATH, sqlite:PATH, and the path of a DuckDB or SQLite file.";

impl std::str::FromStr for SourceUrl {
    type Err = ConnectorError;

    fn from_str(text: &str) -> Result<Self, ConnectorError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(unknown("the source is empty".to_owned()));
        }
        match text.split_once(':') {
            Some(("duckdb", path)) => Ok(SourceUrl::DuckDb(path_of(text, path)?)),
            Some(("sqlite", path)) => Ok(SourceUrl::Sqlite(path_of(text, path)?)),
            // One letter before the colon is a drive.
            Some((scheme, _)) if is_scheme(scheme) => {
                Err(unknown(format!("'{scheme}' is not a kind of source that Vouch can open yet")))
            }
            _ => by_content(text),
        }
    }
}

impl std::fmt::Display for SourceUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SourceUrl::DuckDb(path) => write!(f, "duckdb:{}", path.display()),
            SourceUrl::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) && !text.contains('.')
}

fn path_of(url: &str, path: &str) -> Result<PathBuf, ConnectorError> {
    let path = path.strip_prefix("//").unwrap_or(path);
    match path {
        "" | ":memory:" => Err(unknown(format!("'{url}' names no file"))),
        path => Ok(PathBuf::from(path)),
    }
}

/// A path alone: the file's first bytes say what it is, not its name.
fn by_content(text: &str) -> Result<SourceUrl, ConnectorError> {
    let path = PathBuf::from(text);
    match FileKind::of(&path)? {
        FileKind::DuckDb => Ok(SourceUrl::DuckDb(path)),
        FileKind::Sqlite => Ok(SourceUrl::Sqlite(path)),
        FileKind::Empty | FileKind::Other => {
            FileKind::expect(&path, FileKind::DuckDb)?;
            Err(unknown(format!("'{text}' is not a database")))
        }
    }
}

fn unknown(message: String) -> ConnectorError {
    ConnectorError::Unavailable { message, hint: SUPPORTED.to_owned() }
}

#[cfg(test)]
#[path = "url_tests.rs"]
mod tests;
