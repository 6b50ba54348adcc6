//! A folder with files, loaded, and the tables to look at.

use duckdb::Connection;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;
use vouch_connectors::{ConnectorError, LoadReport, Progress, load_files};

#[derive(Default)]
pub struct Told {
    pub total: AtomicU64,
    pub advanced: AtomicU64,
    pub calls: AtomicU64,
}

impl Progress for Told {
    fn start(&self, _file: &str, total_bytes: u64) {
        self.total.fetch_add(total_bytes, Ordering::Relaxed);
    }
    fn advance(&self, bytes: u64) {
        self.advanced.fetch_add(bytes, Ordering::Relaxed);
        self.calls.fetch_add(u64::from(bytes > 0), Ordering::Relaxed);
    }
    fn finish(&self) {}
}

pub struct Files {
    pub folder: TempDir,
    paths: Vec<PathBuf>,
}

impl Files {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), paths: Vec::new() }
    }

    pub fn with(mut self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        self.paths.push(path);
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn add(mut self, path: PathBuf) -> Self {
        self.paths.push(path);
        self
    }

    pub fn try_load(&self) -> Result<LoadReport, ConnectorError> {
        load_files(&self.paths, &self.path("out.duckdb"), &Told::default())
    }

    pub fn load(self) -> Loaded {
        let told = Told::default();
        let report = load_files(&self.paths, &self.path("out.duckdb"), &told).unwrap();
        let connection = Connection::open(self.path("out.duckdb")).unwrap();
        Loaded { report, told, connection, _folder: self.folder }
    }
}

pub struct Loaded {
    pub report: LoadReport,
    pub told: Told,
    connection: Connection,
    _folder: TempDir,
}

impl Loaded {
    /// Rows as texts, NULL as `~`.
    pub fn rows(&self, sql: &str) -> Vec<Vec<String>> {
        let names: Vec<String> = {
            let mut statement = self.connection.prepare(&format!("DESCRIBE {sql}")).unwrap();
            let names = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
            names.map(Result::unwrap).collect()
        };
        let cells: Vec<String> =
            names.iter().map(|n| format!("coalesce(CAST(\"{}\" AS VARCHAR), '~')", n.replace('"', "\"\""))).collect();
        let mut statement = self.connection.prepare(&format!("SELECT {} FROM ({sql})", cells.join(", "))).unwrap();
        let width = cells.len();
        let rows = statement.query_map([], |row| (0..width).map(|i| row.get::<_, String>(i)).collect()).unwrap();
        rows.map(Result::unwrap).collect()
    }

    pub fn one(&self, sql: &str) -> String {
        self.rows(sql)[0][0].clone()
    }

    /// `name TYPE` of every column.
    pub fn columns(&self, table: &str) -> Vec<String> {
        let sql = format!(
            "SELECT column_name || ' ' || data_type FROM duckdb_columns() WHERE table_name = '{table}' ORDER BY column_index"
        );
        self.rows(&sql).into_iter().map(|r| r[0].clone()).collect()
    }

    pub fn problems(&self) -> Vec<(u64, String)> {
        self.report.tables.iter().flat_map(|t| &t.problems).map(|p| (p.line, p.message.clone())).collect()
    }
}

/// The text as a table of texts, for expectations: cells parted by blanks and bars.
pub fn table(text: &str) -> Vec<Vec<String>> {
    text.trim().lines().map(|line| line.trim().split('|').map(|c| c.trim().to_owned()).collect()).collect()
}
