//! Turns and their events in SQLite.
//!
//! An answer may hold a thousand rows, and it is also the body of the turn's last event, so it is stored once, with
//! the turn; the event refers to it.

use super::{now, sessions, sql_limit, timestamp};
use crate::{StoreError, Turn, exchange_of};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use vouch_model::{Answer, AskId, Event, Exchange, SessionId, TurnId};

const SELECT: &str = "SELECT id, session_id, question, started_at, answer FROM turns";

pub fn open(db: &Transaction<'_>, session: &SessionId, turn: &TurnId, question: &str) -> Result<(), StoreError> {
    if sessions::find(db, session)?.is_none() {
        return Err(sessions::unknown(session));
    }
    let added = db
        .prepare_cached(
            "INSERT INTO turns (id, session_id, position, question, started_at) \
             VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM turns WHERE session_id = ?2), ?3, ?4) \
             ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![turn.as_str(), session.as_str(), question, now()])?;
    if added == 0 {
        return Err(StoreError::Conflict { message: format!("there already is a turn '{turn}'") });
    }
    sessions::touch(db, session.as_str())
}

/// An event as it is stored.
pub enum EventBody {
    Json(String),
    /// `done`, by its answer.
    Done {
        answer: String,
        ask: AskId,
    },
}

impl EventBody {
    pub fn of(event: &Event) -> Result<Self, StoreError> {
        Ok(match event {
            Event::Done { answer } => {
                EventBody::Done { answer: serde_json::to_string(answer)?, ask: answer.id.clone() }
            }
            other => EventBody::Json(serde_json::to_string(other)?),
        })
    }
}

pub fn append(db: &Transaction<'_>, turn: &TurnId, body: &EventBody) -> Result<u64, StoreError> {
    require(db, turn)?;
    let json = match body {
        EventBody::Json(json) => Some(json),
        EventBody::Done { answer, ask } => {
            db.prepare_cached("UPDATE turns SET answer = ?2, ask_id = ?3 WHERE id = ?1")?.execute(params![
                turn.as_str(),
                answer,
                ask.as_str()
            ])?;
            None
        }
    };
    let number: i64 = db
        .prepare_cached(
            "INSERT INTO events (turn_id, number, body) \
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM events WHERE turn_id = ?1), ?2) RETURNING number",
        )?
        .query_row(params![turn.as_str(), json], |row| row.get(0))?;
    u64::try_from(number).map_err(|e| StoreError::Internal(e.to_string()))
}

pub fn events(db: &Connection, turn: &TurnId, after: u64) -> Result<Vec<(u64, Event)>, StoreError> {
    require(db, turn)?;
    let mut statement = db.prepare_cached(
        "SELECT number, body, CASE WHEN body IS NULL THEN (SELECT answer FROM turns WHERE id = turn_id) END \
         FROM events WHERE turn_id = ?1 AND number > ?2 ORDER BY number",
    )?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![turn.as_str(), after], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?, row.get::<_, Option<String>>(2)?))
    })?;
    rows.map(|row| {
        let (number, body, answer) = row?;
        let event = match (body, answer) {
            (Some(json), _) => serde_json::from_str(&json)?,
            (None, Some(json)) => Event::Done { answer: serde_json::from_str(&json)? },
            (None, None) => return Err(StoreError::Internal(format!("event {number} of turn {turn} has no body"))),
        };
        Ok((u64::try_from(number).unwrap_or(0), event))
    })
    .collect()
}

/// An answer as a turn ends with it.
pub struct Closing {
    answer: String,
    ask: AskId,
    exchange: Option<String>,
    pending: bool,
}

impl Closing {
    pub fn of(answer: &Answer) -> Result<Self, StoreError> {
        let exchange = exchange_of(answer);
        Ok(Self {
            answer: serde_json::to_string(answer)?,
            ask: answer.id.clone(),
            pending: exchange.as_ref().is_some_and(|e| e.pending.is_some()),
            exchange: exchange.map(|e| serde_json::to_string(&e)).transpose()?,
        })
    }
}

pub fn close(db: &Transaction<'_>, turn: &TurnId, closing: &Closing) -> Result<(), StoreError> {
    let session = require(db, turn)?;
    let changed = db
        .prepare_cached(
            "UPDATE turns SET closed_at = ?2, answer = ?3, exchange = ?4, pending = ?5, ask_id = ?6 \
             WHERE id = ?1 AND closed_at IS NULL",
        )?
        .execute(params![
            turn.as_str(),
            now(),
            closing.answer,
            closing.exchange,
            closing.pending,
            closing.ask.as_str()
        ])?;
    if changed == 0 {
        return Err(StoreError::Conflict { message: format!("turn '{turn}' has already ended") });
    }
    sessions::touch(db, &session)
}

pub fn of_session(db: &Connection, session: &SessionId) -> Result<Vec<Turn>, StoreError> {
    if sessions::find(db, session)?.is_none() {
        return Err(sessions::unknown(session));
    }
    let mut statement = db.prepare_cached(&format!("{SELECT} WHERE session_id = ?1 ORDER BY position"))?;
    let mut rows = statement.query([session.as_str()])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(stored_turn(row)?.1);
    }
    Ok(found)
}

pub fn find(db: &Connection, id: &TurnId) -> Result<Option<(SessionId, Turn)>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
    let mut rows = statement.query([id.as_str()])?;
    rows.next()?.map(stored_turn).transpose()
}

pub fn of_answer(db: &Connection, ask: &AskId) -> Result<Option<TurnId>, StoreError> {
    let id: Option<String> = db
        .prepare_cached("SELECT id FROM turns WHERE ask_id = ?1 ORDER BY rowid DESC LIMIT 1")?
        .query_row([ask.as_str()], |row| row.get(0))
        .optional()?;
    Ok(id.map(TurnId::from_text))
}

fn stored_turn(row: &Row<'_>) -> Result<(SessionId, Turn), StoreError> {
    let answer: Option<String> = row.get(4)?;
    let turn = Turn {
        id: TurnId::from_text(row.get::<_, String>(0)?),
        question: row.get(2)?,
        started_at: timestamp(&row.get::<_, String>(3)?)?,
        answer: answer.map(|json| serde_json::from_str(&json)).transpose()?,
    };
    Ok((SessionId::from_text(row.get::<_, String>(1)?), turn))
}

/// A question back stands only while it is the last turn that ended: whatever was said after it was its answer.
pub fn history(db: &Connection, session: &SessionId, limit: usize) -> Result<Vec<Exchange>, StoreError> {
    let mut statement = db.prepare_cached(
        "SELECT exchange FROM turns WHERE session_id = ?1 AND exchange IS NOT NULL AND (pending = 0 OR position = \
         (SELECT max(position) FROM turns WHERE session_id = ?1 AND closed_at IS NOT NULL)) \
         ORDER BY position DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![session.as_str(), sql_limit(limit)], |row| row.get::<_, String>(0))?;
    let mut exchanges =
        rows.map(|row| Ok(serde_json::from_str(&row?)?)).collect::<Result<Vec<Exchange>, StoreError>>()?;
    exchanges.reverse();
    Ok(exchanges)
}

/// The session of a turn that must exist.
fn require(db: &Connection, turn: &TurnId) -> Result<String, StoreError> {
    db.prepare_cached("SELECT session_id FROM turns WHERE id = ?1")?
        .query_row([turn.as_str()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| StoreError::NotFound { what: "turn", id: turn.to_string() })
}
