//! The audit log in SQLite: rows are added and read, never changed.

use super::sql_limit;
use super::writer::Stroke;
use crate::{AuditEntry, AuditFilter, Owner, StoreError};
use rusqlite::types::ToSql;
use rusqlite::{Connection, params};

pub fn add(db: &Stroke<'_>, entry: &AuditEntry) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO audit (owner, action, body) VALUES (?1, ?2, ?3)")?.execute(params![
        entry.owner.as_str(),
        entry.action,
        serde_json::to_string(entry)?
    ])?;
    Ok(())
}

pub fn latest(db: &Connection, filter: &AuditFilter) -> Result<Vec<AuditEntry>, StoreError> {
    let (owner, limit) = (filter.owner.as_ref().map(Owner::as_str), sql_limit(filter.limit));
    let mut conditions = vec!["1"];
    let mut values: Vec<&dyn ToSql> = Vec::new();
    if let Some(owner) = &owner {
        conditions.push("owner = ?");
        values.push(owner);
    }
    if let Some(action) = &filter.action {
        conditions.push("action = ?");
        values.push(action);
    }
    values.push(&limit);
    let sql = format!("SELECT body FROM audit WHERE {} ORDER BY position DESC LIMIT ?", conditions.join(" AND "));
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map(values.as_slice(), |row| row.get::<_, String>(0))?;
    rows.map(|row| Ok(serde_json::from_str(&row?)?)).collect()
}
