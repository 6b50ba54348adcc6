//! A small world to be harmed: databases with a few rows, a canary file, a listener on loopback. Engines are
//! opened read-write with all their doors open, so that only the guard stands between a statement and harm.

use crate::cases::catalog;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use vouch_model::{Catalog, DataType, Dialect};

pub const CANARY: &str = "canary-7c41e0d2-must-never-be-read";

pub struct World {
    pub catalog: Catalog,
    folder: tempfile::TempDir,
    engine: Engine,
    calls: Arc<AtomicUsize>,
    pub port: u16,
    before: Vec<(PathBuf, Vec<u8>)>,
}

enum Engine {
    DuckDb(duckdb::Connection),
    Sqlite(rusqlite::Connection),
}

impl World {
    pub fn new(dialect: Dialect) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("canary.csv"), format!("secret\n{CANARY}\n")).unwrap();
        let catalog = catalog(dialect);
        let script = script(&catalog);
        let database = folder.path().join("data.db");
        let engine = match dialect {
            Dialect::DuckDb => {
                let c = duckdb::Connection::open(&database).unwrap();
                c.execute_batch(&script).unwrap();
                c.execute_batch("CHECKPOINT; SET memory_limit = '512MB'; SET threads = 1").unwrap();
                Engine::DuckDb(c)
            }
            _ => {
                let c = rusqlite::Connection::open(&database).unwrap();
                c.execute_batch(&script).unwrap();
                Engine::Sqlite(c)
            }
        };
        let (port, calls) = listen();
        let before = snapshot(folder.path());
        Self { catalog, folder, engine, calls, port, before }
    }

    pub fn canary_path(&self) -> String {
        self.folder.path().join("canary.csv").display().to_string()
    }

    pub fn folder(&self) -> String {
        self.folder.path().display().to_string()
    }

    /// Runs a statement to its end and gives all of its cells as one text; errors are fine.
    pub fn run(&self, sql: &str) -> Result<String, String> {
        match &self.engine {
            Engine::DuckDb(c) => {
                let handle = c.interrupt_handle();
                let watch = Watch::start(move || handle.interrupt());
                let result = run_duckdb(c, sql);
                drop(watch);
                result
            }
            Engine::Sqlite(c) => {
                let handle = c.get_interrupt_handle();
                let watch = Watch::start(move || handle.interrupt());
                let result = run_sqlite(c, sql);
                drop(watch);
                result
            }
        }
    }

    /// Prepares only: whether the engine can read what the guard wrote.
    pub fn prepare(&self, sql: &str) -> Result<(), String> {
        match &self.engine {
            Engine::DuckDb(c) => c.prepare(sql).map(drop).map_err(|e| e.to_string()),
            Engine::Sqlite(c) => c.prepare(sql).map(drop).map_err(|e| e.to_string()),
        }
    }

    /// The names of all functions that the engine has, lower case.
    pub fn function_names(&self) -> Vec<String> {
        let list = match &self.engine {
            Engine::DuckDb(_) => "SELECT DISTINCT lower(function_name) FROM duckdb_functions()",
            Engine::Sqlite(_) => "SELECT DISTINCT lower(name) FROM pragma_function_list",
        };
        let text = self.run(list).unwrap();
        text.lines().filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
    }

    /// What the statement must not have done. `None` when all is as before.
    pub fn harm(&self, output: &str) -> Option<String> {
        if output.contains(CANARY) {
            return Some("it read the canary file".into());
        }
        if self.calls.load(Ordering::SeqCst) > 0 {
            return Some("it reached the listener".into());
        }
        if snapshot(self.folder.path()) != self.before {
            return Some("it changed a file".into());
        }
        None
    }
}

fn run_duckdb(c: &duckdb::Connection, sql: &str) -> Result<String, String> {
    let mut statement = c.prepare(sql).map_err(|e| e.to_string())?;
    let mut rows = statement.query([]).map_err(|e| e.to_string())?;
    let mut text = String::new();
    while let Some(row) = rows.next().map_err(|e| e.to_string())? {
        let columns = row.as_ref().column_count();
        for i in 0..columns {
            text += &format!("{:?}\n", row.get_ref(i).map(|v| v.to_owned()));
        }
    }
    Ok(text)
}

fn run_sqlite(c: &rusqlite::Connection, sql: &str) -> Result<String, String> {
    let mut statement = c.prepare(sql).map_err(|e| e.to_string())?;
    let columns = statement.column_count();
    let mut rows = statement.query([]).map_err(|e| e.to_string())?;
    let mut text = String::new();
    while let Some(row) = rows.next().map_err(|e| e.to_string())? {
        for i in 0..columns {
            text += &format!("{:?}\n", row.get::<_, rusqlite::types::Value>(i));
        }
    }
    Ok(text)
}

/// Interrupts a statement that takes too long, again and again until it ends.
struct Watch(Option<std::sync::mpsc::Sender<()>>);

impl Watch {
    fn start(interrupt: impl Fn() + Send + 'static) -> Self {
        let (done, finished) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || {
            let mut wait = Duration::from_secs(2);
            while finished.recv_timeout(wait) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                interrupt();
                wait = Duration::from_millis(100);
            }
        });
        Self(Some(done))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.0.take());
    }
}

fn listen() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            let _ = stream.read(&mut [0; 64]);
        }
    });
    (port, calls)
}

/// Every file of the folder with its bytes, and nothing else: a new file is a change too.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), std::fs::read(&path).unwrap_or_default()))
        .collect();
    files.sort();
    files
}

/// Makes the tables of the case files, with two rows each.
pub fn script(catalog: &Catalog) -> String {
    let mut script = String::new();
    for table in &catalog.tables {
        if let Some(schema) = &table.schema {
            script += &format!("CREATE SCHEMA IF NOT EXISTS {schema};\n");
        }
        let name = match &table.schema {
            Some(schema) => format!("{schema}.\"{}\"", table.name),
            None => format!("\"{}\"", table.name),
        };
        let columns: Vec<String> =
            table.columns.iter().map(|c| format!("\"{}\" {}", c.name, native(&c.data_type))).collect();
        script += &format!("CREATE TABLE {name} ({});\n", columns.join(", "));
        for n in 1..=2 {
            let values: Vec<String> = table.columns.iter().map(|c| literal(&c.data_type, n)).collect();
            script += &format!("INSERT INTO {name} VALUES ({});\n", values.join(", "));
        }
    }
    script
}

fn native(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Int => "INTEGER",
        DataType::Decimal { .. } => "DECIMAL(18,2)",
        DataType::Float => "DOUBLE",
        DataType::Bool => "BOOLEAN",
        DataType::Date => "DATE",
        DataType::Timestamp { .. } => "TIMESTAMP",
        DataType::Json => "JSON",
        DataType::List(inner) if **inner == DataType::Int => "INTEGER[]",
        DataType::List(_) => "VARCHAR[]",
        DataType::Struct(_) => "STRUCT(width INTEGER, color VARCHAR)",
        DataType::Map(..) => "MAP(VARCHAR, INTEGER)",
        _ => "VARCHAR",
    }
}

fn literal(data_type: &DataType, n: usize) -> String {
    match data_type {
        DataType::Int => n.to_string(),
        DataType::Decimal { .. } | DataType::Float => format!("{n}.5"),
        DataType::Bool => (n % 2).to_string(),
        DataType::Date => format!("'2024-0{n}-15'"),
        DataType::Timestamp { .. } => format!("'2024-0{n}-15 10:00:00'"),
        DataType::Json => format!("'{{\"user\": {n}}}'"),
        DataType::List(inner) if **inner == DataType::Int => "[1, 2, 3]".into(),
        DataType::List(_) => "['a', 'b']".into(),
        DataType::Struct(_) => "{'width': 1, 'color': 'red'}".into(),
        DataType::Map(..) => "MAP {'a': 1}".into(),
        _ => format!("'text {n}'"),
    }
}
