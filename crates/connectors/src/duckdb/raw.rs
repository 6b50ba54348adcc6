//! DuckDB's C interface as owned handles. All `unsafe` of this engine is here and in `vector`; what leaves these
//! two files is safe.
//!
//! Why the C interface and not the crate's own statements: theirs execute all but the last of several
//! statements while preparing, refuse some result types, and lose others on the way through Arrow. Here a
//! text must be exactly one statement, its kind is known before it runs, and vectors are read as they are.
//!
//! Rules that make it sound, named in the proofs below:
//! - (own) A handle is made by DuckDB, kept private, and destroyed once, in `Drop`.
//! - (outlive) A statement and a session hold the connection (`Arc`), which holds the database (`Arc`).
//! - (one) A `Session` and what is made from it are `Send` but not `Sync`: one thread at a time.

use super::vector::{LogicalType, Vector};
use duckdb::ffi;
use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;
use std::path::Path;
use std::ptr;
use std::sync::Arc;

/// An engine instance. Connections keep it alive.
pub(super) struct Database(ffi::duckdb_database);

// SAFETY: DuckDB's database object is made for being shared by threads; the pointer is only read here.
unsafe impl Send for Database {}
// SAFETY: as above.
unsafe impl Sync for Database {}

impl Database {
    /// `None` opens an empty database in memory.
    pub fn open(path: Option<&Path>, options: &[(&str, &str)]) -> Result<Arc<Self>, String> {
        let path = match path {
            Some(path) => c_text(path.to_str().ok_or("the path is not valid UTF-8")?)?,
            None => c_text(":memory:")?,
        };
        let config = Config::new(options)?;
        let mut database = ptr::null_mut();
        let mut error = ptr::null_mut();
        // SAFETY: the texts live until the call returns, the out-pointers are valid; (own) for `database`.
        let state = unsafe { ffi::duckdb_open_ext(path.as_ptr(), &mut database, config.0, &mut error) };
        let message = take_text(error);
        let database = Database(database);
        if state == ffi::DuckDBSuccess { Ok(Arc::new(database)) } else { Err(message.unwrap_or_default()) }
    }

    pub fn connect(self: &Arc<Self>) -> Result<Session, String> {
        let mut connection = ptr::null_mut();
        // SAFETY: the database is open until `Drop`; (own) for `connection`.
        let state = unsafe { ffi::duckdb_connect(self.0, &mut connection) };
        let connection = Arc::new(Connection { pointer: connection, _database: Arc::clone(self) });
        match state {
            ffi::DuckDBSuccess => Ok(Session { connection, _one_thread: PhantomData }),
            _ => Err("the engine gave no connection".to_owned()),
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // SAFETY: (own); null after a failed open, which DuckDB accepts.
        unsafe { ffi::duckdb_close(&mut self.0) }
    }
}

struct Config(ffi::duckdb_config);

impl Config {
    fn new(options: &[(&str, &str)]) -> Result<Self, String> {
        let mut config = Config(ptr::null_mut());
        // SAFETY: (own).
        unsafe { ffi::duckdb_create_config(&mut config.0) };
        for (name, value) in options {
            let (c_name, c_value) = (c_text(name)?, c_text(value)?);
            // SAFETY: the texts live until the call returns.
            let state = unsafe { ffi::duckdb_set_config(config.0, c_name.as_ptr(), c_value.as_ptr()) };
            if state != ffi::DuckDBSuccess {
                return Err(format!("the engine does not know the setting {name}={value}"));
            }
        }
        Ok(config)
    }
}

impl Drop for Config {
    fn drop(&mut self) {
        // SAFETY: (own).
        unsafe { ffi::duckdb_destroy_config(&mut self.0) }
    }
}

struct Connection {
    pointer: ffi::duckdb_connection,
    _database: Arc<Database>,
}

// SAFETY: a connection may be used from any one thread at a time ((one) guards that), and its interrupt from
// every thread at every time.
unsafe impl Send for Connection {}
// SAFETY: through a shared reference only `duckdb_interrupt` is called off the session's thread.
unsafe impl Sync for Connection {}

impl Drop for Connection {
    fn drop(&mut self) {
        // SAFETY: (own).
        unsafe { ffi::duckdb_disconnect(&mut self.pointer) }
    }
}

/// Stops whatever its session executes at that moment. Harmless when nothing runs.
pub(super) struct Interrupter(Arc<Connection>);

impl Interrupter {
    pub fn interrupt(&self) {
        // SAFETY: the connection lives as long as this handle; DuckDB documents the call for other threads.
        unsafe { ffi::duckdb_interrupt(self.0.pointer) }
    }
}

pub(super) struct Session {
    connection: Arc<Connection>,
    _one_thread: PhantomData<*mut c_void>,
}

// SAFETY: (one): moving the session moves the only way to use the connection, but for interrupts.
unsafe impl Send for Session {}

impl Session {
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(Arc::clone(&self.connection))
    }

    /// Prepares a text that must be exactly one statement. Nothing runs.
    pub fn prepare(&self, sql: &str) -> Result<Statement, String> {
        let text = c_text(sql)?;
        let mut extracted = Extracted(ptr::null_mut());
        // SAFETY: the text lives until the call returns; (own) for `extracted`.
        let count = unsafe { ffi::duckdb_extract_statements(self.connection.pointer, text.as_ptr(), &mut extracted.0) };
        if count != 1 {
            // SAFETY: the message belongs to `extracted`, which lives until the end of this function.
            let message = unsafe { borrow_text(ffi::duckdb_extract_statements_error(extracted.0)) };
            return Err(message.unwrap_or_else(|| format!("Parser Error: one statement is expected, not {count}")));
        }
        let mut statement = Statement { pointer: ptr::null_mut(), _connection: Arc::clone(&self.connection) };
        // SAFETY: index 0 exists because count is 1; (own) for the statement.
        let state = unsafe {
            ffi::duckdb_prepare_extracted_statement(self.connection.pointer, extracted.0, 0, &mut statement.pointer)
        };
        if state == ffi::DuckDBSuccess {
            return Ok(statement);
        }
        // SAFETY: the message belongs to the statement, which is still alive.
        Err(unsafe { borrow_text(ffi::duckdb_prepare_error(statement.pointer)) }.unwrap_or_default())
    }
}

struct Extracted(ffi::duckdb_extracted_statements);

impl Drop for Extracted {
    fn drop(&mut self) {
        // SAFETY: (own).
        unsafe { ffi::duckdb_destroy_extracted(&mut self.0) }
    }
}

pub(super) struct Statement {
    pointer: ffi::duckdb_prepared_statement,
    _connection: Arc<Connection>,
}

// SAFETY: (one): whoever has the statement also has its session, and both move together.
unsafe impl Send for Statement {}

impl Statement {
    pub fn is_select(&self) -> bool {
        // SAFETY: the statement was prepared and lives.
        let kind = unsafe { ffi::duckdb_prepared_statement_type(self.pointer) };
        kind == ffi::duckdb_statement_type_DUCKDB_STATEMENT_TYPE_SELECT
    }

    /// Names and types of the columns that it will give, without running it.
    pub fn columns(&self) -> Vec<(String, LogicalType)> {
        // SAFETY: the statement was prepared and lives; every index is below the count.
        unsafe {
            let count = ffi::duckdb_prepared_statement_column_count(self.pointer);
            (0..count)
                .map(|i| {
                    let name = take_text(ffi::duckdb_prepared_statement_column_name(self.pointer, i).cast_mut());
                    let logical = ffi::duckdb_prepared_statement_column_logical_type(self.pointer, i);
                    (name.unwrap_or_default(), LogicalType::new(logical))
                })
                .collect()
        }
    }

    /// Binds the parameter at `index`, which counts from 1.
    pub fn bind_text(&mut self, index: u64, text: &str) -> Result<(), String> {
        // SAFETY: DuckDB copies `length` bytes from the pointer before it returns.
        let state =
            unsafe { ffi::duckdb_bind_varchar_length(self.pointer, index, text.as_ptr().cast(), text.len() as u64) };
        if state == ffi::DuckDBSuccess { Ok(()) } else { Err("the parameter cannot be bound".to_owned()) }
    }

    /// Starts it. Rows are made as they are fetched.
    pub fn execute(&mut self) -> Result<Rows<'_>, String> {
        // SAFETY: all-zero is the documented empty result; (own) from here on.
        let mut rows = Rows { result: unsafe { std::mem::zeroed() }, _statement: PhantomData };
        // SAFETY: the statement was prepared and lives; the out-pointer is valid.
        let state = unsafe { ffi::duckdb_execute_prepared_streaming(self.pointer, &mut rows.result) };
        if state == ffi::DuckDBSuccess { Ok(rows) } else { Err(rows.error().unwrap_or_default()) }
    }
}

impl Drop for Statement {
    fn drop(&mut self) {
        // SAFETY: (own).
        unsafe { ffi::duckdb_destroy_prepare(&mut self.pointer) }
    }
}

/// A running statement.
pub(super) struct Rows<'s> {
    result: ffi::duckdb_result,
    _statement: PhantomData<&'s mut Statement>,
}

impl Rows<'_> {
    pub fn columns(&mut self) -> Vec<(String, LogicalType)> {
        // SAFETY: the result lives; every index is below the count; the names belong to the result.
        unsafe {
            (0..ffi::duckdb_column_count(&mut self.result))
                .map(|i| {
                    let name = borrow_text(ffi::duckdb_column_name(&mut self.result, i)).unwrap_or_default();
                    (name, LogicalType::new(ffi::duckdb_column_logical_type(&mut self.result, i)))
                })
                .collect()
        }
    }

    /// The next up to 2,048 rows.
    pub fn next(&mut self) -> Result<Option<Chunk>, String> {
        // SAFETY: the result lives; (own) for the chunk.
        let chunk = unsafe { ffi::duckdb_fetch_chunk(self.result) };
        if chunk.is_null() { self.error().map_or(Ok(None), Err) } else { Ok(Some(Chunk(chunk))) }
    }

    fn error(&mut self) -> Option<String> {
        // SAFETY: the message belongs to the result, which lives.
        unsafe { borrow_text(ffi::duckdb_result_error(&mut self.result)) }
    }
}

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        // SAFETY: (own).
        unsafe { ffi::duckdb_destroy_result(&mut self.result) }
    }
}

pub(super) struct Chunk(ffi::duckdb_data_chunk);

impl Chunk {
    pub fn len(&self) -> usize {
        // SAFETY: the chunk lives.
        unsafe { ffi::duckdb_data_chunk_get_size(self.0) as usize }
    }

    pub fn vectors(&self) -> Vec<Vector<'_>> {
        // SAFETY: the chunk lives; every index is below the count.
        let pointers = unsafe {
            let count = ffi::duckdb_data_chunk_get_column_count(self.0);
            (0..count).map(|i| ffi::duckdb_data_chunk_get_vector(self.0, i)).collect::<Vec<_>>()
        };
        // SAFETY: the vectors belong to the chunk, which the lifetime keeps alive, and hold `len` rows.
        pointers.into_iter().map(|pointer| unsafe { Vector::new(pointer, self.len()) }).collect()
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        // SAFETY: (own).
        unsafe { ffi::duckdb_destroy_data_chunk(&mut self.0) }
    }
}

fn c_text(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|_| "Parser Error: the text contains a zero byte".to_owned())
}

/// # Safety
/// `text` is null or a C string that lives during the call.
pub(super) unsafe fn borrow_text(text: *const c_char) -> Option<String> {
    // SAFETY: the caller's promise.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// Takes over a text that DuckDB allocated for us; only called on such texts or null.
pub(super) fn take_text(text: *mut c_char) -> Option<String> {
    // SAFETY: a C string of DuckDB's or null; copied before it is freed, once.
    unsafe {
        let owned = borrow_text(text);
        ffi::duckdb_free(text.cast());
        owned
    }
}
