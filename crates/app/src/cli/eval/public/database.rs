//! One database of a public set: opened, read into a linguist, and asked for rows as its engine gives them.
//!
//! Statements that are judged run past the guard ([`BareSqlite`]), because a verdict is about the statement alone; what
//! the engine looks up while it reads a question goes the product's way.

use super::verdict::{self, Rows};
use crate::cli::eval::looks::{Looks, Source};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use vouch_connectors::{BareError, BareSqlite, ConnectorError};
use vouch_linguist::{Linguist, Probe, Synonyms};

/// As in the official evaluator.
pub const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Database {
    pub name: String,
    pub source: Source,
    pub linguist: Linguist,
    bare: BareSqlite,
    runtime: Handle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunError {
    Failed,
    Timeout,
}

impl Database {
    pub fn new(
        name: &str,
        path: &Path,
        source: Source,
        synonyms: &Synonyms,
        runtime: &Handle,
    ) -> Result<Self, ConnectorError> {
        let values = Looks { source: &source, runtime }.values();
        let linguist = Linguist::with_synonyms(Arc::clone(&source.catalog), values, synonyms).without_rankings();
        let bare = open_bare(path)?;
        Ok(Self { name: name.to_owned(), source, linguist, bare, runtime: runtime.clone() })
    }

    fn looks(&self) -> Looks<'_> {
        Looks { source: &self.source, runtime: &self.runtime }
    }

    pub fn rows(&self, sql: &str) -> Result<Rows, RunError> {
        rows(&self.bare, sql, TIMEOUT)
    }

    pub fn rows_within(&self, sql: &str, timeout: Duration) -> Result<Rows, RunError> {
        rows(&self.bare, sql, timeout)
    }
}

pub fn open_bare(path: &Path) -> Result<BareSqlite, ConnectorError> {
    BareSqlite::open(path).map_err(|e| ConnectorError::Internal(e.to_string()))
}

pub fn rows(bare: &BareSqlite, sql: &str, timeout: Duration) -> Result<Rows, RunError> {
    let rows = bare.rows(sql, timeout).map_err(|error| match error {
        BareError::Timeout => RunError::Timeout,
        BareError::Failed(message) => {
            tracing::debug!(%sql, %message, "a statement of a question set does not run");
            RunError::Failed
        }
    })?;
    Ok(rows.iter().map(|row| row.iter().map(verdict::cell).collect()).collect())
}

impl Probe for Database {
    fn find_value(&self, table: &str, column: &str, text: &str) -> Vec<String> {
        self.looks().find_value(table, column, text)
    }

    fn row_count(&self, sql: &str, limit: usize) -> Option<usize> {
        self.looks().row_count(sql, limit)
    }
}
