//! Small records in SQLite. They are few and small, so each is one JSON value.

use super::writer::Stroke;
use crate::{Document, Kind, Owner, StoreError};
use rusqlite::{Connection, Row, params};

const SELECT: &str = "SELECT id, owner, body FROM documents WHERE kind = ?1";

pub fn put(db: &Stroke<'_>, document: &Document) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO documents (kind, id, position, owner, body) \
         VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM documents), ?3, ?4) \
         ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, body = excluded.body",
    )?
    .execute(params![
        document.kind.name(),
        document.id,
        document.owner.as_str(),
        serde_json::to_string(&document.body)?
    ])?;
    Ok(())
}

pub fn find(db: &Connection, kind: Kind, id: &str) -> Result<Option<Document>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{SELECT} AND id = ?2"))?;
    let mut rows = statement.query(params![kind.name(), id])?;
    rows.next()?.map(|row| document(kind, row)).transpose()
}

pub fn all(db: &Connection, kind: Kind, owner: Option<&Owner>) -> Result<Vec<Document>, StoreError> {
    let condition = if owner.is_some() { "AND owner = ?2" } else { "AND ?2 IS NULL" };
    let mut statement = db.prepare_cached(&format!("{SELECT} {condition} ORDER BY position DESC"))?;
    let mut rows = statement.query(params![kind.name(), owner.map(Owner::as_str)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(document(kind, row)?);
    }
    Ok(found)
}

pub fn delete(db: &Stroke<'_>, kind: Kind, id: &str) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM documents WHERE kind = ?1 AND id = ?2", params![kind.name(), id])? > 0)
}

fn document(kind: Kind, row: &Row<'_>) -> Result<Document, StoreError> {
    Ok(Document {
        kind,
        id: row.get(0)?,
        owner: Owner::from_text(row.get::<_, String>(1)?),
        body: serde_json::from_str(row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?)?,
    })
}
