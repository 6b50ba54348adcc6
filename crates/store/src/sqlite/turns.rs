//! Turns and their events in SQLite.
//!
//! Events that are stored together are one row. An answer may hold a thousand rows, and it is also the body of the turn's
//! last event, so it is stored once, with the turn; the event refers to it. So do events that are stored with the answer and
//! tell its rows or its chart.

use super::writer::Stroke;
use super::{now, now_millis, sessions, sql_limit};
use crate::words::{from_word, timestamp, word};
use crate::{InstanceId, NewTurn, StopRequest, StoreError, Turn, exchange_of};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use std::sync::Arc;
use vouch_model::{Answer, AskId, Event, Exchange, SessionId, Status};

const SELECT: &str = "SELECT id, session_id, question, instance, status, started_at, closed_at, stop_requested, \
     answer FROM turns";

pub fn open(db: &Stroke<'_>, turn: &NewTurn) -> Result<(), StoreError> {
    if !sessions::exists(db, &turn.session)? {
        return Err(sessions::unknown(&turn.session));
    }
    add(db, turn)?;
    sessions::touch(db, turn.session.as_str())
}

/// Into a session that is known to be there.
pub fn add(db: &Stroke<'_>, turn: &NewTurn) -> Result<(), StoreError> {
    let added = db
        .prepare_cached(
            "INSERT INTO turns (id, session_id, position, question, instance, started_at) \
             VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM turns WHERE session_id = ?2), ?3, ?4, ?5) \
             ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![turn.id.as_str(), turn.session.as_str(), turn.question, turn.instance.as_str(), now()])?;
    if added == 0 {
        return Err(StoreError::Conflict { message: format!("there already is a turn '{}'", turn.id) });
    }
    Ok(())
}

/// Lines that stand for a part of the turn's answer. No event is written so: these are JSON objects.
const WHOLE: &str = "";
const ROWS: &str = "rows";
const CHART: &str = "chart";

pub fn ahead(db: &Connection, turn: &AskId) -> Result<Option<AskId>, StoreError> {
    let (session, position) = sessions::of_turn(db, turn.as_str())?;
    let found: Option<String> = db
        .prepare_cached(
            "SELECT id FROM turns WHERE session_id = ?1 AND position < ?2 AND closed_at IS NULL \
             ORDER BY position DESC LIMIT 1",
        )?
        .query_row(params![session, position], |row| row.get(0))
        .optional()?;
    Ok(found.map(AskId::from_text))
}

/// Events as they are stored, made before the write lock is taken.
#[derive(Default)]
pub struct Batch {
    /// A line each.
    bodies: Vec<u8>,
    count: i64,
    /// The last status among them.
    status: Option<String>,
}

impl Batch {
    pub fn of(events: &[Event]) -> Result<Self, StoreError> {
        let mut batch = Self::default();
        for event in events {
            if let Event::Status { status } = event {
                batch.status = Some(word(status)?);
            }
            batch.add(event)?;
        }
        Ok(batch)
    }

    /// What is in the answer, which is stored beside them, is not written again.
    fn beside(answer: &Answer, events: &[Event]) -> Result<Self, StoreError> {
        let mut batch = Self::default();
        for event in events {
            match event {
                Event::Rows { results } if answer.results.as_ref() == Some(results) => batch.refer(ROWS),
                Event::Chart { chart } if answer.chart.as_ref() == Some(chart) => batch.refer(CHART),
                event => batch.add(event)?,
            }
        }
        Ok(batch)
    }

    /// JSON has no line breaks of its own.
    fn add(&mut self, event: &Event) -> Result<(), StoreError> {
        self.begin_line();
        serde_json::to_writer(&mut self.bodies, event)?;
        Ok(())
    }

    fn refer(&mut self, part: &str) {
        self.begin_line();
        self.bodies.extend_from_slice(part.as_bytes());
    }

    fn begin_line(&mut self) {
        if self.count > 0 {
            self.bodies.push(b'\n');
        }
        self.count += 1;
    }

    fn store(&self, db: &Stroke<'_>, turn: &AskId, number: i64) -> Result<(), StoreError> {
        if self.count == 0 {
            return Ok(());
        }
        let bodies = std::str::from_utf8(&self.bodies).map_err(|e| StoreError::Internal(e.to_string()))?;
        let sql = "INSERT INTO batches (turn_id, number, count, bodies) VALUES (?1, ?2, ?3, ?4)";
        db.prepare_cached(sql)?.execute(params![turn.as_str(), number, self.count, bodies])?;
        Ok(())
    }
}

pub fn append(db: &Stroke<'_>, turn: &AskId, batch: &Batch) -> Result<u64, StoreError> {
    let Open { last: before, .. } = require_open(db, turn)?;
    batch.store(db, turn, before + 1)?;
    if let Some(status) = &batch.status {
        db.prepare_cached("UPDATE turns SET status = ?2 WHERE id = ?1")?.execute(params![turn.as_str(), status])?;
    }
    u64::try_from(before + batch.count).map_err(|e| StoreError::Internal(e.to_string()))
}

pub fn events(db: &Connection, turn: &AskId, after: u64) -> Result<Vec<(u64, Event)>, StoreError> {
    sessions::of_turn(db, turn.as_str())?;
    let mut statement = db.prepare_cached(
        "SELECT number, bodies FROM batches WHERE turn_id = ?1 AND number + count - 1 > ?2 ORDER BY number",
    )?;
    let mut batches = statement.query(params![turn.as_str(), i64::try_from(after).unwrap_or(i64::MAX)])?;
    let mut events = Vec::new();
    while let Some(batch) = batches.next()? {
        let first = u64::try_from(batch.get::<_, i64>(0)?).unwrap_or(0);
        let bodies = batch.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        for (number, body) in (first..).zip(bodies.split('\n')).filter(|(number, _)| *number > after) {
            events.push((number, event(db, turn, number, body)?));
        }
    }
    Ok(events)
}

fn event(db: &Connection, turn: &AskId, number: u64, body: &str) -> Result<Event, StoreError> {
    if !matches!(body, WHOLE | ROWS | CHART) {
        return Ok(serde_json::from_str(body)?);
    }
    let mut statement = db.prepare_cached("SELECT answer FROM turns WHERE id = ?1")?;
    let answer = statement.query_row([turn.as_str()], |row| row.get::<_, Option<String>>(0))?;
    let answer: Option<Answer> = answer.map(|json| serde_json::from_str(&json)).transpose()?;
    let told = answer.and_then(|answer| match body {
        ROWS => answer.results.map(|results| Event::Rows { results }),
        CHART => answer.chart.map(|chart| Event::Chart { chart }),
        _ => Some(Event::Done { answer: Arc::new(answer) }),
    });
    told.ok_or_else(|| StoreError::Internal(format!("event {number} of turn {turn} has no body")))
}

/// An answer as a turn ends with it.
pub struct Closing {
    answer: String,
    exchange: Option<String>,
    pending: bool,
    status: String,
    /// What was not stored before, with the last two: the final status and `done`.
    events: Batch,
}

impl Closing {
    pub fn of(events: &[Event], answer: &Answer) -> Result<Self, StoreError> {
        let exchange = exchange_of(answer);
        let status = answer.outcome.status();
        let mut events = Batch::beside(answer, events)?;
        events.add(&Event::Status { status })?;
        events.refer(WHOLE);
        Ok(Self {
            events,
            answer: serde_json::to_string(answer)?,
            pending: exchange.as_ref().is_some_and(|e| e.pending.is_some()),
            exchange: exchange.map(|e| serde_json::to_string(&e)).transpose()?,
            status: word(&status)?,
        })
    }
}

pub fn close(db: &Stroke<'_>, turn: &AskId, closing: &Closing) -> Result<(), StoreError> {
    let Open { session, last } = require_open(db, turn)?;
    db.prepare_cached(
        "UPDATE turns SET closed_at = ?2, answer = ?3, exchange = ?4, pending = ?5, status = ?6 WHERE id = ?1",
    )?
    .execute(params![turn.as_str(), now(), closing.answer, closing.exchange, closing.pending, closing.status])?;
    closing.events.store(db, turn, last + 1)?;
    sessions::touch(db, &session)
}

pub fn of_session(db: &Connection, session: &SessionId) -> Result<Vec<Turn>, StoreError> {
    if !sessions::exists(db, session)? {
        return Err(sessions::unknown(session));
    }
    select(db, "WHERE session_id = ?1 ORDER BY position", [session.as_str()])
}

pub fn find(db: &Connection, id: &AskId) -> Result<Option<Turn>, StoreError> {
    Ok(select(db, "WHERE id = ?1", [id.as_str()])?.pop())
}

/// Turns of instances that are not known to be alive. An instance that never said so is not.
pub fn orphans(db: &Connection, limit: usize) -> Result<Vec<Turn>, StoreError> {
    let condition = "WHERE closed_at IS NULL AND NOT EXISTS \
         (SELECT 1 FROM instances WHERE instances.id = turns.instance AND alive_till > ?1) ORDER BY rowid LIMIT ?2";
    select(db, condition, params![now_millis(), sql_limit(limit)])
}

/// A question back stands only while it is the last turn that ended: whatever was said after it was its answer.
pub fn history(db: &Connection, turn: &AskId, limit: usize) -> Result<Vec<Exchange>, StoreError> {
    let (session, position) = sessions::of_turn(db, turn.as_str())?;
    let mut statement = db.prepare_cached(
        "SELECT exchange FROM turns WHERE session_id = ?1 AND position < ?2 AND exchange IS NOT NULL \
         AND (pending = 0 OR position = (SELECT max(position) FROM turns WHERE session_id = ?1 AND position < ?2 \
         AND closed_at IS NOT NULL)) ORDER BY position DESC LIMIT ?3",
    )?;
    let rows = statement.query_map(params![session, position, sql_limit(limit)], |row| row.get::<_, String>(0))?;
    let mut exchanges =
        rows.map(|row| Ok(serde_json::from_str(&row?)?)).collect::<Result<Vec<Exchange>, StoreError>>()?;
    exchanges.reverse();
    Ok(exchanges)
}

pub fn request_stop(db: &Stroke<'_>, turn: &AskId) -> Result<StopRequest, StoreError> {
    match look(db, turn)? {
        None => Ok(StopRequest::NoSuchTurn),
        Some(None) => Ok(StopRequest::Ended),
        Some(Some(_)) => {
            db.prepare_cached("UPDATE turns SET stop_requested = 1 WHERE id = ?1")?.execute([turn.as_str()])?;
            Ok(StopRequest::Requested)
        }
    }
}

pub fn stops_requested(db: &Connection, instance: &InstanceId) -> Result<Vec<AskId>, StoreError> {
    let mut statement = db.prepare_cached(
        "SELECT id FROM turns WHERE instance = ?1 AND closed_at IS NULL AND stop_requested ORDER BY rowid",
    )?;
    let rows = statement.query_map([instance.as_str()], |row| row.get::<_, String>(0))?;
    rows.map(|row| Ok(AskId::from_text(row?))).collect()
}

fn select(db: &Connection, condition: &str, values: impl Params) -> Result<Vec<Turn>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{SELECT} {condition}"))?;
    let mut rows = statement.query(values)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(stored_turn(row)?);
    }
    Ok(found)
}

fn stored_turn(row: &Row<'_>) -> Result<Turn, StoreError> {
    let closed_at: Option<String> = row.get(6)?;
    let answer: Option<String> = row.get(8)?;
    Ok(Turn {
        id: AskId::from_text(row.get::<_, String>(0)?),
        session: SessionId::from_text(row.get::<_, String>(1)?),
        question: row.get(2)?,
        instance: InstanceId::from_text(row.get::<_, String>(3)?),
        status: from_word::<Status>(&row.get::<_, String>(4)?)?,
        started_at: timestamp(&row.get::<_, String>(5)?)?,
        closed_at: closed_at.as_deref().map(timestamp).transpose()?,
        stop_requested: row.get(7)?,
        answer: answer.map(|json| serde_json::from_str(&json)).transpose()?,
    })
}

/// A turn that still runs.
struct Open {
    session: String,
    /// The number of its last event.
    last: i64,
}

/// `Some(None)` where the turn is there and has ended.
fn look(db: &Connection, turn: &AskId) -> Result<Option<Option<Open>>, StoreError> {
    let mut statement = db.prepare_cached(
        "SELECT closed_at IS NOT NULL, session_id, \
         (SELECT number + count - 1 FROM batches WHERE turn_id = turns.id ORDER BY number DESC LIMIT 1) \
         FROM turns WHERE id = ?1",
    )?;
    let found = statement.query_row([turn.as_str()], |row| {
        let ended: bool = row.get(0)?;
        let last: Option<i64> = row.get(2)?;
        Ok((!ended).then_some(Open { session: row.get(1)?, last: last.unwrap_or(0) }))
    });
    Ok(found.optional()?)
}

/// A turn that must be there and still run.
fn require_open(db: &Connection, turn: &AskId) -> Result<Open, StoreError> {
    match look(db, turn)? {
        Some(Some(open)) => Ok(open),
        Some(None) => Err(StoreError::Conflict { message: format!("turn '{turn}' has already ended") }),
        None => Err(StoreError::NotFound { what: "turn", id: turn.to_string() }),
    }
}
