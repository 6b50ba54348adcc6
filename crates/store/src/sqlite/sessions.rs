//! Sessions in SQLite.

use super::writer::Stroke;
use super::{now, now_millis, sql_limit};
use crate::context::found_by;
use crate::words::{from_millis, from_word, millis, timestamp, word};
use crate::{NewSession, Owner, Session, SessionFilter, StoreError};
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, Row, params};
use vouch_model::SessionId;

const SELECT: &str = "SELECT id, owner, tenant, kind, title, source, idle_limit, created_at, last_activity, \
     (SELECT count(*) FROM turns WHERE session_id = sessions.id) FROM sessions";

const NEXT_TOUCH: &str = "(SELECT coalesce(max(touched), 0) + 1 FROM sessions)";

pub fn create(db: &Stroke<'_>, session: &NewSession) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO sessions (id, owner, tenant, kind, title, source, idle_limit, expires_at, created_at, \
         last_activity, touched) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, {NEXT_TOUCH}) \
         ON CONFLICT (id) DO NOTHING"
    );
    let idle_limit = session.idle_limit.map(millis);
    let added = db.prepare_cached(&sql)?.execute(params![
        session.id.as_str(),
        session.owner.as_str(),
        session.tenant,
        word(&session.kind)?,
        session.title,
        session.source,
        idle_limit,
        idle_limit.map(|limit| now_millis().saturating_add(limit)),
        now(),
    ])?;
    if added == 0 {
        return Err(StoreError::Conflict { message: format!("there already is a session '{}'", session.id) });
    }
    Ok(())
}

pub fn find(db: &Connection, id: &SessionId) -> Result<Option<Session>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
    let mut rows = statement.query([id.as_str()])?;
    rows.next()?.map(session).transpose()
}

pub fn exists(db: &Connection, id: &SessionId) -> Result<bool, StoreError> {
    Ok(db.prepare_cached("SELECT 1 FROM sessions WHERE id = ?1")?.exists([id.as_str()])?)
}

pub fn latest(db: &Connection, filter: &SessionFilter) -> Result<Vec<Session>, StoreError> {
    let kind = filter.kind.as_ref().map(word).transpose()?;
    let mut conditions = Vec::new();
    let mut values: Vec<&dyn ToSql> = Vec::new();
    let owner = filter.owner.as_ref().map(Owner::as_str);
    if let Some(owner) = &owner {
        conditions.push("owner = ?");
        values.push(owner);
    }
    if let Some(kind) = &kind {
        conditions.push("kind = ?");
        values.push(kind);
    }
    let condition = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
    let mut statement = db.prepare_cached(&format!("{SELECT}{condition} ORDER BY touched DESC"))?;
    let mut rows = statement.query(values.as_slice())?;
    let (mut found, mut skipped) = (Vec::new(), 0);
    while found.len() < filter.limit
        && let Some(row) = rows.next()?
    {
        let session = session(row)?;
        if !is_searched(db, &session, filter.search.as_deref())? {
            continue;
        }
        if skipped < filter.skip {
            skipped += 1;
        } else {
            found.push(session);
        }
    }
    Ok(found)
}

/// SQLite itself folds the case of ASCII letters only, so the texts are compared here.
fn is_searched(db: &Connection, session: &Session, search: Option<&str>) -> Result<bool, StoreError> {
    let Some(search) = search else { return Ok(true) };
    if found_by(search, &session.title) {
        return Ok(true);
    }
    let mut statement = db.prepare_cached("SELECT question FROM turns WHERE session_id = ?1")?;
    let mut rows = statement.query([session.id.as_str()])?;
    while let Some(row) = rows.next()? {
        if found_by(search, row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

pub fn rename(db: &Stroke<'_>, id: &SessionId, title: &str) -> Result<(), StoreError> {
    let changed = db.execute("UPDATE sessions SET title = ?2 WHERE id = ?1", params![id.as_str(), title])?;
    if changed == 0 { Err(unknown(id)) } else { Ok(()) }
}

pub fn delete(db: &Stroke<'_>, id: &SessionId) -> Result<bool, StoreError> {
    Ok(db.prepare_cached("DELETE FROM sessions WHERE id = ?1")?.execute([id.as_str()])? > 0)
}

pub fn expired(db: &Connection, now: jiff::Timestamp, limit: usize) -> Result<Vec<Session>, StoreError> {
    let mut statement = db.prepare_cached(&format!(
        "{SELECT} WHERE expires_at <= ?1 AND NOT EXISTS \
         (SELECT 1 FROM turns WHERE session_id = sessions.id AND closed_at IS NULL) ORDER BY expires_at LIMIT ?2"
    ))?;
    let mut rows = statement.query(params![now.as_millisecond(), sql_limit(limit)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let session = session(row)?;
        // The index counts in milliseconds; at the very edge the session itself knows better.
        if session.expired(now) {
            found.push(session);
        }
    }
    Ok(found)
}

/// Notes that something happened in the session just now.
pub fn touch(db: &Stroke<'_>, id: &str) -> Result<(), StoreError> {
    let sql = format!(
        "UPDATE sessions SET last_activity = ?2, expires_at = ?3 + idle_limit, touched = {NEXT_TOUCH} WHERE id = ?1"
    );
    db.prepare_cached(&sql)?.execute(params![id, now(), now_millis()])?;
    Ok(())
}

/// The session of a turn that must exist, and the turn's place in it.
pub fn of_turn(db: &Connection, turn: &str) -> Result<(String, i64), StoreError> {
    db.prepare_cached("SELECT session_id, position FROM turns WHERE id = ?1")?
        .query_row([turn], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?
        .ok_or_else(|| StoreError::NotFound { what: "turn", id: turn.to_owned() })
}

pub fn unknown(id: &SessionId) -> StoreError {
    StoreError::NotFound { what: "session", id: id.to_string() }
}

fn session(row: &Row<'_>) -> Result<Session, StoreError> {
    Ok(Session {
        id: SessionId::from_text(row.get::<_, String>(0)?),
        owner: Owner::from_text(row.get::<_, String>(1)?),
        tenant: row.get(2)?,
        kind: from_word(&row.get::<_, String>(3)?)?,
        title: row.get(4)?,
        source: row.get(5)?,
        idle_limit: row.get::<_, Option<i64>>(6)?.map(from_millis),
        created_at: timestamp(&row.get::<_, String>(7)?)?,
        last_activity: timestamp(&row.get::<_, String>(8)?)?,
        turn_count: u64::try_from(row.get::<_, i64>(9)?).unwrap_or(0),
    })
}
