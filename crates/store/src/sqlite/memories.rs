//! Remembered answers in SQLite.
//!
//! Every read names the tenant, and `IS` instead of `=` makes "no tenant" a tenant of its own.

use super::writer::Stroke;
use crate::words::{because, from_because, timestamp};
use crate::{Remembered, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};
use vouch_model::MemoryId;

pub fn keep(db: &Stroke<'_>, memory: &Remembered) -> Result<(), StoreError> {
    let older: Option<(String, String)> = db
        .prepare_cached("SELECT id, why FROM memories WHERE source = ?1 AND tenant IS ?2 AND wording = ?3")?
        .query_row(params![memory.source, memory.tenant, memory.wording], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    if let Some((id, why)) = older {
        if from_because(&why)? > memory.why {
            return Ok(());
        }
        delete(db, &MemoryId::from_text(id))?;
    }
    let added = db
        .prepare_cached(
            "INSERT INTO memories (id, position, source, tenant, schema_version, question, wording, sql, why, \
             created_at, uses, set_aside) VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM memories), \
             ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![
            memory.id.as_str(),
            memory.source,
            memory.tenant,
            memory.schema_version,
            memory.question,
            memory.wording,
            memory.sql,
            because(memory.why),
            memory.created_at.to_string(),
            i64::try_from(memory.uses).unwrap_or(i64::MAX),
            memory.set_aside,
        ])?;
    if added == 0 {
        return Err(StoreError::Conflict { message: format!("there already is a memory '{}'", memory.id) });
    }
    Ok(())
}

pub fn of(db: &Connection, source: &str, tenant: Option<&str>) -> Result<Vec<Remembered>, StoreError> {
    let mut statement = db.prepare_cached(
        "SELECT id, source, tenant, schema_version, question, wording, sql, why, created_at, uses, set_aside \
         FROM memories WHERE source = ?1 AND tenant IS ?2 ORDER BY position DESC",
    )?;
    let mut rows = statement.query(params![source, tenant])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(remembered(row)?);
    }
    Ok(found)
}

pub fn version(db: &Connection) -> Result<u64, StoreError> {
    let number: i64 = db.prepare_cached("SELECT number FROM memories_version")?.query_row([], |row| row.get(0))?;
    Ok(u64::try_from(number).unwrap_or(0))
}

pub fn set_aside(db: &Stroke<'_>, id: &MemoryId, aside: bool) -> Result<(), StoreError> {
    let changed = db.execute("UPDATE memories SET set_aside = ?2 WHERE id = ?1", params![id.as_str(), aside])?;
    if changed == 0 { Err(unknown(id)) } else { Ok(()) }
}

pub fn used(db: &Stroke<'_>, id: &MemoryId) -> Result<(), StoreError> {
    let changed = db.execute("UPDATE memories SET uses = uses + 1 WHERE id = ?1", [id.as_str()])?;
    if changed == 0 { Err(unknown(id)) } else { Ok(()) }
}

pub fn delete(db: &Stroke<'_>, id: &MemoryId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM memories WHERE id = ?1", [id.as_str()])? > 0)
}

fn remembered(row: &Row<'_>) -> Result<Remembered, StoreError> {
    Ok(Remembered {
        id: MemoryId::from_text(row.get::<_, String>(0)?),
        source: row.get(1)?,
        tenant: row.get(2)?,
        schema_version: row.get(3)?,
        question: row.get(4)?,
        wording: row.get(5)?,
        sql: row.get(6)?,
        why: from_because(&row.get::<_, String>(7)?)?,
        created_at: timestamp(&row.get::<_, String>(8)?)?,
        uses: u64::try_from(row.get::<_, i64>(9)?).unwrap_or(0),
        set_aside: row.get(10)?,
    })
}

fn unknown(id: &MemoryId) -> StoreError {
    StoreError::NotFound { what: "memory", id: id.to_string() }
}
