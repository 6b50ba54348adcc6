//! Makes a SQLite database from a script of ours, such as the data of a question set. Not on any question's way.

use crate::ConnectorError;
use rusqlite::Connection;
use std::path::Path;

/// Makes a database at `path`, which must not exist, by running `script` in it.
pub fn create_from_script(path: &Path, script: &str) -> Result<(), ConnectorError> {
    if path.exists() {
        return Err(ConnectorError::Unavailable {
            message: format!("{} is there already", path.display()),
            hint: "Choose a name that is free.".to_owned(),
        });
    }
    let made = Connection::open(path).and_then(|connection| connection.execute_batch(script));
    made.map_err(|error| ConnectorError::Internal(error.to_string()))
}
