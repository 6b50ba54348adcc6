//! Opening a SQLite file read-only inside a sandbox, and connections on it for statements that run side by side.
//!
//! Four locks, each enough alone: the file is opened read-only, `query_only` is on, an authorizer lets only
//! reading through, and no statement runs that SQLite itself does not call read-only.

use super::errors;
use crate::source_file::{FileKind, Stamp};
use crate::{ConnectorError, Limits};
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const IDLE_CONNECTIONS: usize = 4;
/// The longest text or blob that an expression may build or a cell may hold.
const LONGEST_CELL: i32 = 64 << 20;
/// Bytes of the pattern of LIKE or GLOB.
const LONGEST_PATTERN: i32 = 5_000;
/// Functions that reach out of the database or into the engine.
const FORBIDDEN_FUNCTIONS: [&str; 5] = ["load_extension", "fts3_tokenizer", "writefile", "readfile", "edit"];

pub(super) struct Engine {
    path: PathBuf,
    idle: Mutex<Vec<(Stamp, Connection)>>,
}

impl Engine {
    pub fn open(path: &Path) -> Result<Self, ConnectorError> {
        FileKind::expect(path, FileKind::Sqlite)?;
        let engine = Self { path: path.to_owned(), idle: Mutex::new(Vec::new()) };
        let (stamp, connection) = engine.connection()?;
        engine.give_back(stamp, connection);
        Ok(engine)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn stamp(&self) -> Result<Stamp, ConnectorError> {
        Stamp::of(&self.path, &wal_path(&self.path))
    }

    /// A sandboxed connection to the file that is there now (it may have been replaced by another).
    pub fn connection(&self) -> Result<(Stamp, Connection), ConnectorError> {
        let stamp = self.stamp()?;
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|(seen, _)| *seen == stamp);
        if let Some(found) = idle.pop() {
            return Ok(found);
        }
        drop(idle);
        let mut connection = open_read_only(&self.path)?;
        sandbox(&mut connection).map_err(|error| errors::opening(&self.path, &error))?;
        Ok((stamp, connection))
    }

    pub fn give_back(&self, stamp: Stamp, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_CONNECTIONS {
            idle.push((stamp, connection));
        }
    }
}

/// Read-only, and proven to be a database that can be read.
pub(super) fn open_read_only(path: &Path) -> Result<Connection, ConnectorError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    match Connection::open_with_flags(path, flags).and_then(first_look) {
        Ok(connection) => Ok(connection),
        // A database in WAL mode inside a directory that cannot be written: readable as long as no log waits.
        Err(error) if errors::is_cannot_open(&error) && !wal_path(path).exists() => {
            let uri = format!("file:{}?immutable=1", uri_path(path));
            Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
                .and_then(first_look)
                .map_err(|error| errors::opening(path, &error))
        }
        Err(error) if errors::is_cannot_open(&error) && wal_path(path).exists() => Err(errors::log_waits(path)),
        Err(error) => Err(errors::opening(path, &error)),
    }
}

/// SQLite reads nothing until it must; this makes a corrupt or foreign file fail here and not later.
fn first_look(connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(std::time::Duration::from_secs(2))?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(connection)
}

fn sandbox(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "query_only", true)?;
    // For the whole process, and SQLite only ever lowers it: the last wall against a statement that hoards
    // memory in ways no other limit sees. Temporary tables are in memory and count too.
    let heap = i64::try_from(Limits::default().memory_bytes).unwrap_or(i64::MAX);
    connection.pragma_update(None, "hard_heap_limit", heap)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_CELL)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, 1_000_000)?;
    // A pattern is held against every place of a text.
    connection.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LONGEST_PATTERN)?;
    connection.set_limit(Limit::SQLITE_LIMIT_EXPR_DEPTH, 500)?;
    connection.set_limit(Limit::SQLITE_LIMIT_WORKER_THREADS, 0)?;
    super::median::register(connection)?;
    connection.authorizer(Some(|context: AuthContext<'_>| allowed(&context.action)))
}

/// Reading is allowed and nothing else. FTS5 asks `PRAGMA data_version` on its own behalf while it reads.
fn allowed(action: &AuthAction<'_>) -> Authorization {
    let reads = match action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => {
            !FORBIDDEN_FUNCTIONS.iter().any(|name| name.eq_ignore_ascii_case(function_name))
        }
        AuthAction::Pragma { pragma_name, pragma_value: None } => pragma_name.eq_ignore_ascii_case("data_version"),
        _ => false,
    };
    if reads { Authorization::Allow } else { Authorization::Deny }
}

pub(super) fn wal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

fn uri_path(path: &Path) -> String {
    path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}
