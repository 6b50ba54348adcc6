//! The database that is being made: a file aside, opened for nothing but loading.
//!
//! Owns the connection, the report and the labels. The connection may read the given files and the folder of the
//! database, nothing else. Refuses to leave anything behind: what is not finished is deleted when it goes out of scope.

use super::convert::{quote_identifier, quote_text};
use super::names::Name;
use super::staging::Problems;
use super::{LoadReport, LoadedTable, Progress, internal};
use crate::ConnectorError;
use crate::labels::label_comment;
use duckdb::{Config, Connection};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// What the engine may hold in memory while loading; beyond it, it uses the disk.
const MEMORY: &str = "4GB";

pub struct Target<'a> {
    connection: Connection,
    /// Holds the database and everything temporary; deleted with it.
    folder: TempDir,
    into: &'a Path,
    report: LoadReport,
}

impl<'a> Target<'a> {
    pub fn create(into: &'a Path, readable: &[PathBuf]) -> Result<Self, ConnectorError> {
        if into.exists() {
            return Err(ConnectorError::Internal(format!("{} exists already", into.display())));
        }
        let parent = into.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = tempfile::Builder::new().prefix(".vouch-load-").tempdir_in(parent);
        let folder = folder.map_err(|e| ConnectorError::Unavailable {
            message: format!("nothing can be written to {}: {e}", parent.display()),
            hint: "Choose a data folder that you may write to and that has room.".to_owned(),
        })?;
        let folder_path = folder.path().canonicalize().map_err(|e| internal("the folder cannot be resolved", &e))?;
        let config = Config::default()
            .enable_autoload_extension(false)
            .and_then(|c| c.with("autoinstall_known_extensions", "false"))
            .map_err(engine_error)?;
        let connection =
            Connection::open_with_flags(folder_path.join("tables.duckdb"), config).map_err(engine_error)?;
        let files: Vec<String> = readable.iter().map(|p| quote_text(&p.to_string_lossy())).collect();
        let setup = format!(
            "SET TimeZone='UTC'; SET memory_limit='{MEMORY}'; SET temp_directory={folder}; SET allowed_directories=[{folder}]; \
             SET allowed_paths=[{}]; SET enable_external_access=false; SET lock_configuration=true;",
            files.join(", "),
            folder = quote_text(&folder_path.to_string_lossy()),
        );
        connection.execute_batch(&setup).map_err(engine_error)?;
        Ok(Self { connection, folder, into, report: LoadReport::default() })
    }

    /// Where temporary files go.
    pub fn aside(&self) -> &Path {
        self.folder.path()
    }

    pub fn execute(&self, sql: &str) -> Result<(), ConnectorError> {
        self.connection.execute_batch(sql).map_err(engine_error)
    }

    /// Runs a long statement and tells how far it has come.
    pub fn execute_watched(&self, sql: &str, bytes: u64, progress: &dyn Progress) -> Result<(), ConnectorError> {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| watch(&done, bytes, progress));
            let result = self.execute(sql);
            done.store(true, Ordering::Relaxed);
            let told = watcher.join().unwrap_or(0);
            if result.is_ok() {
                progress.advance(bytes.saturating_sub(told));
            }
            result
        })
    }

    /// Rows of a line number and a text.
    pub fn rows(&self, sql: &str) -> Result<Vec<(u64, String)>, ConnectorError> {
        let mut statement = self.connection.prepare(sql).map_err(engine_error)?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?))).map_err(engine_error)?;
        rows.map(|row| row.map(|(line, text)| (u64::try_from(line).unwrap_or(0), text)).map_err(engine_error)).collect()
    }

    pub fn count(&self, name: &Name) -> Result<u64, ConnectorError> {
        self.count_of(&quote_identifier(&name.identifier))
    }

    /// Rows of a table or a query in parentheses.
    pub fn count_of(&self, source: &str) -> Result<u64, ConnectorError> {
        let rows = self.rows(&format!("SELECT count(*), '' FROM {source}"))?;
        Ok(rows.first().map_or(0, |(count, _)| *count))
    }

    /// Names and types of what a table or reader gives.
    pub fn describe_source(&self, source: &str) -> Result<Vec<(String, String)>, ConnectorError> {
        let sql = format!("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM {source})");
        let mut statement = self.connection.prepare(&sql).map_err(engine_error)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(engine_error)?;
        rows.map(|row| row.map_err(engine_error)).collect()
    }

    /// Keeps original names beside the identifiers.
    pub fn describe(&self, name: &Name, columns: &[Name]) -> Result<(), ConnectorError> {
        let table = quote_identifier(&name.identifier);
        let mut sql = String::new();
        if let Some(label) = &name.label {
            sql.push_str(&format!("COMMENT ON TABLE {table} IS {};", quote_text(&label_comment(label))));
        }
        for column in columns {
            if let Some(label) = &column.label {
                let identifier = quote_identifier(&column.identifier);
                sql.push_str(&format!(
                    "COMMENT ON COLUMN {table}.{identifier} IS {};",
                    quote_text(&label_comment(label))
                ));
            }
        }
        if sql.is_empty() { Ok(()) } else { self.execute(&sql) }
    }

    pub fn report(
        &mut self,
        name: &Name,
        origin: &str,
        rows: u64,
        problems: Problems,
        mut notes: Vec<String>,
        doubts: Vec<String>,
    ) {
        notes.extend(doubts.iter().cloned());
        self.report.tables.push(LoadedTable {
            name: name.identifier.clone(),
            origin: origin.to_owned(),
            rows,
            problems: problems.first,
            problem_count: problems.count,
            notes,
            doubts,
        });
    }

    /// Closes the database and puts it in its place.
    pub fn finish(self) -> Result<LoadReport, ConnectorError> {
        self.execute("CHECKPOINT")?;
        self.connection.close().map_err(|(_, error)| engine_error(error))?;
        std::fs::rename(self.folder.path().join("tables.duckdb"), self.into)
            .map_err(|e| internal("the finished database cannot be moved to its place", &e))?;
        Ok(self.report)
    }
}

pub fn engine_error(error: duckdb::Error) -> ConnectorError {
    ConnectorError::Internal(error.to_string())
}

/// Tells how many bytes the process has read since the start, never more than the file has. The engine reads in
/// threads of its own and reports nothing; where the system does not count, progress jumps at the end.
fn watch(done: &AtomicBool, bytes: u64, progress: &dyn Progress) -> u64 {
    let start = bytes_read();
    let mut told = 0;
    while !done.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(30));
        if let (Some(start), Some(now)) = (start, bytes_read()) {
            let read = now.saturating_sub(start).min(bytes);
            progress.advance(read.saturating_sub(told));
            told = told.max(read);
        }
    }
    told
}

fn bytes_read() -> Option<u64> {
    let counters = std::fs::read_to_string("/proc/self/io").ok()?;
    counters.lines().find_map(|line| line.strip_prefix("rchar:"))?.trim().parse().ok()
}
