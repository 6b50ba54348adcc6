//! Sessions in SQLite.

use super::{now, sql_limit, timestamp};
use crate::{NewSession, Session, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use vouch_model::SessionId;

const SELECT: &str = "SELECT id, title, source, created_at, last_activity, \
     (SELECT count(*) FROM turns WHERE session_id = sessions.id) FROM sessions";

const NEXT_TOUCH: &str = "(SELECT coalesce(max(touched), 0) + 1 FROM sessions)";

pub fn create(db: &Transaction<'_>, session: &NewSession) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO sessions (id, title, source, created_at, last_activity, touched) \
         VALUES (?1, ?2, ?3, ?4, ?4, {NEXT_TOUCH}) ON CONFLICT (id) DO NOTHING"
    );
    let added = db.execute(&sql, params![session.id.as_str(), session.title, session.source, now()])?;
    if added == 0 {
        return Err(StoreError::Conflict { message: format!("there already is a session '{}'", session.id) });
    }
    Ok(())
}

pub fn find(db: &Connection, id: &SessionId) -> Result<Option<Session>, StoreError> {
    let sql = format!("{SELECT} WHERE id = ?1");
    let stored = db.prepare_cached(&sql)?.query_row([id.as_str()], stored_session).optional()?;
    stored.map(StoredSession::into_session).transpose()
}

pub fn latest(db: &Connection, limit: usize) -> Result<Vec<Session>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{SELECT} ORDER BY touched DESC LIMIT ?1"))?;
    let rows = statement.query_map([sql_limit(limit)], stored_session)?;
    rows.map(|row| row?.into_session()).collect()
}

pub fn rename(db: &Transaction<'_>, id: &SessionId, title: &str) -> Result<(), StoreError> {
    let changed = db.execute("UPDATE sessions SET title = ?2 WHERE id = ?1", params![id.as_str(), title])?;
    if changed == 0 { Err(unknown(id)) } else { Ok(()) }
}

pub fn delete(db: &Transaction<'_>, id: &SessionId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM sessions WHERE id = ?1", [id.as_str()])? > 0)
}

/// Notes that something happened in the session just now.
pub fn touch(db: &Transaction<'_>, id: &str) -> Result<(), StoreError> {
    let sql = format!("UPDATE sessions SET last_activity = ?2, touched = {NEXT_TOUCH} WHERE id = ?1");
    db.prepare_cached(&sql)?.execute(params![id, now()])?;
    Ok(())
}

pub fn unknown(id: &SessionId) -> StoreError {
    StoreError::NotFound { what: "session", id: id.to_string() }
}

struct StoredSession {
    id: String,
    title: String,
    source: String,
    created_at: String,
    last_activity: String,
    turn_count: i64,
}

fn stored_session(row: &Row<'_>) -> rusqlite::Result<StoredSession> {
    Ok(StoredSession {
        id: row.get(0)?,
        title: row.get(1)?,
        source: row.get(2)?,
        created_at: row.get(3)?,
        last_activity: row.get(4)?,
        turn_count: row.get(5)?,
    })
}

impl StoredSession {
    fn into_session(self) -> Result<Session, StoreError> {
        Ok(Session {
            id: SessionId::from_text(self.id),
            title: self.title,
            source: self.source,
            created_at: timestamp(&self.created_at)?,
            last_activity: timestamp(&self.last_activity)?,
            turn_count: u64::try_from(self.turn_count).unwrap_or(0),
        })
    }
}
