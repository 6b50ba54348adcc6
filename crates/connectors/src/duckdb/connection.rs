//! Opening a DuckDB file read-only inside a sandbox, and sessions on it for statements that run side by side.

use super::errors;
use super::raw::{Database, Session};
use crate::ConnectorError;
use crate::source_file::{self, Stamp};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Sessions kept for the next statement.
const IDLE_SESSIONS: usize = 4;

/// Settings that DuckDB takes only after opening, in an order that it accepts: the temporary directory cannot be
/// changed once access to files is off, and nothing once the configuration is locked. No statement of anybody
/// else runs before the last of them.
const SANDBOX: [&str; 4] = [
    // Work that does not fit the memory cap fails instead of filling the disk. (A size of 0 does not stop it.)
    "SET GLOBAL temp_directory = ''",
    "SET GLOBAL enable_external_access = false",
    // Instants are shown in UTC, so they are also cut into days and months in UTC.
    "SET GLOBAL TimeZone = 'UTC'",
    "SET GLOBAL lock_configuration = true",
];

/// What is known of all rows of a table must not decide anything about the rows of one tenant: whether a cast is tried, or how large
/// a result is, would tell the largest value of others. Joins by small keys take several times as long without it.
const UNSEEING: &str = "SET GLOBAL disabled_optimizers = 'statistics_propagation'";

/// Whose rows the statements of an opening may draw on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    Everybodys,
    OneTenants,
}

/// One opening of the file. A changed file is a new engine; statements that still run keep the old one.
pub(super) struct Engine {
    database: Arc<Database>,
    pub stamp: Stamp,
    pub memory_bytes: usize,
    pub rows: Rows,
    idle: Mutex<Vec<Session>>,
    /// DuckDB gave this opening up after a fault of its own: every later statement on it would fail.
    broken: AtomicBool,
}

impl Engine {
    pub fn open(path: &Path, memory_bytes: usize, rows: Rows) -> Result<Arc<Self>, ConnectorError> {
        source_file::check_readable(path)?;
        let stamp = Stamp::of(path, &wal_path(path))?;
        let memory = format!("{}B", memory_bytes);
        let threads = std::thread::available_parallelism().map_or(2, |n| n.get().min(8)).to_string();
        let options = [
            ("access_mode", "READ_ONLY"),
            ("autoinstall_known_extensions", "false"),
            ("autoload_known_extensions", "false"),
            ("allow_community_extensions", "false"),
            ("allow_persistent_secrets", "false"),
            ("memory_limit", memory.as_str()),
            ("threads", threads.as_str()),
        ];
        let failed = |message: String| errors::opening(path, &message);
        let database = Database::open(Some(path), &options).map_err(failed)?;
        let session = database.connect().map_err(failed)?;
        let unseeing = (rows == Rows::OneTenants).then_some(UNSEEING);
        for setting in unseeing.into_iter().chain(SANDBOX) {
            session.prepare(setting).and_then(|mut statement| statement.execute().map(drop)).map_err(failed)?;
        }
        drop(session);
        Ok(Arc::new(Self {
            database,
            stamp,
            memory_bytes,
            rows,
            idle: Mutex::new(Vec::new()),
            broken: AtomicBool::new(false),
        }))
    }

    pub fn is_usable(&self) -> bool {
        !self.broken.load(Ordering::Relaxed)
    }

    /// Takes note of what a statement failed with.
    pub fn note(&self, message: &str) {
        if errors::is_fatal(message) {
            tracing::error!(reason = %message, "DuckDB gave a database up; it is opened anew");
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    pub fn session(&self) -> Result<Session, ConnectorError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(session) => Ok(session),
            None => self.database.connect().map_err(ConnectorError::Internal),
        }
    }

    pub fn give_back(&self, session: Session) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_SESSIONS {
            idle.push(session);
        }
    }
}

/// Where DuckDB keeps changes that are not yet in the file.
pub(super) fn wal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".wal");
    PathBuf::from(name)
}
