//! A SQLite database made from a script of ours, such as the data of a question set.
//!
//! It is here because this room already links SQLite and `app` may not; a sibling of the DuckDB maker in
//! `connectors` would be the better home. Never used on a user's data, and never on a file that exists.

use crate::StoreError;
use rusqlite::Connection;
use std::path::Path;

/// Makes a database at `path`, which must not exist, by running `script` in it.
pub fn create_from_script(path: &Path, script: &str) -> Result<(), StoreError> {
    if path.exists() {
        return Err(StoreError::Conflict { message: format!("{} is there already", path.display()) });
    }
    Ok(Connection::open(path)?.execute_batch(script)?)
}
