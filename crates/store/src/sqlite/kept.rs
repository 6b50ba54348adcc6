//! Short texts that last for a while, in SQLite. What has expired is gone for every reader at once; the next text that
//! is kept sweeps it out of the file.

use super::now_millis;
use super::writer::Stroke;
use crate::StoreError;
use crate::words::millis;
use rusqlite::{Connection, OptionalExtension, params};
use std::time::Duration;

pub fn put_new(db: &Stroke<'_>, space: &str, key: &str, text: &str, lasts: Duration) -> Result<bool, StoreError> {
    if find(db, space, key)?.is_some() {
        return Ok(false);
    }
    put(db, space, key, text, lasts)?;
    Ok(true)
}

pub fn put(db: &Stroke<'_>, space: &str, key: &str, text: &str, lasts: Duration) -> Result<(), StoreError> {
    let now = now_millis();
    db.prepare_cached("DELETE FROM kept WHERE expires_at <= ?1")?.execute([now])?;
    db.prepare_cached("INSERT OR REPLACE INTO kept (space, key, text, expires_at) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![space, key, text, now.saturating_add(millis(lasts))])?;
    Ok(())
}

pub fn find(db: &Connection, space: &str, key: &str) -> Result<Option<String>, StoreError> {
    let mut statement = db.prepare_cached("SELECT text FROM kept WHERE space = ?1 AND key = ?2 AND expires_at > ?3")?;
    Ok(statement.query_row(params![space, key, now_millis()], |row| row.get(0)).optional()?)
}

pub fn delete(db: &Stroke<'_>, space: &str, key: &str) -> Result<(), StoreError> {
    db.execute("DELETE FROM kept WHERE space = ?1 AND key = ?2", params![space, key])?;
    Ok(())
}
