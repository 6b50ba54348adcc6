//! Datasets in SQLite. They are few and small, so each is one JSON value.

use crate::{Dataset, StoreError};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use vouch_model::DatasetId;

pub fn put(db: &Transaction<'_>, dataset: &Dataset) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO datasets (id, position, body) \
         VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM datasets), ?2) \
         ON CONFLICT (id) DO UPDATE SET body = excluded.body",
        params![dataset.id.as_str(), serde_json::to_string(dataset)?],
    )?;
    Ok(())
}

pub fn find(db: &Connection, id: &DatasetId) -> Result<Option<Dataset>, StoreError> {
    let body: Option<String> =
        db.query_row("SELECT body FROM datasets WHERE id = ?1", [id.as_str()], |row| row.get(0)).optional()?;
    Ok(body.map(|json| serde_json::from_str(&json)).transpose()?)
}

pub fn all(db: &Connection) -> Result<Vec<Dataset>, StoreError> {
    let mut statement = db.prepare_cached("SELECT body FROM datasets ORDER BY position DESC")?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    rows.map(|row| Ok(serde_json::from_str(&row?)?)).collect()
}

pub fn delete(db: &Transaction<'_>, id: &DatasetId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM datasets WHERE id = ?1", [id.as_str()])? > 0)
}
