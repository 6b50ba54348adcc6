//! Where the databases of a public set are, and how each is opened.

use super::database::Database;
use super::questions::{Rules, database_file};
use super::wikisql::WikiTables;
use crate::cli::Failure;
use crate::cli::eval::looks::Source;
use std::path::{Path, PathBuf};
use tokio::runtime::Handle;
use vouch_linguist::Synonyms;

pub struct Shelf {
    path: PathBuf,
    /// One database a table, all in one file, where the set is made that way.
    tables: Option<WikiTables>,
    synonyms: Synonyms,
}

impl Shelf {
    /// Blocks; for threads that may.
    pub fn new(path: &Path, split: &str, rules: Rules, synonyms: Synonyms, runtime: &Handle) -> Result<Self, Failure> {
        let tables = (rules == Rules::WikiSql).then(|| WikiTables::open(path, split, runtime)).transpose()?;
        Ok(Self { path: path.to_owned(), tables, synonyms })
    }

    pub fn open(&self, name: &str, runtime: &Handle) -> Result<Database, Failure> {
        if let Some(tables) = &self.tables {
            return tables.database(name, runtime);
        }
        let file = database_file(&self.path, name);
        let source = Source::open(&file, runtime);
        let made = source.and_then(|source| Database::new(name, &file, source, &self.synonyms, runtime));
        made.map_err(|e| Failure::new(format!("{}: {e}", file.display()), e.hint()))
    }
}
