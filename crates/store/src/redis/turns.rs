//! Turns and their events in Redis.
//!
//! A turn is a hash `turn:ID`, its events are the list `events:ID`, whose places are their numbers. The turns that run
//! stand in `open`, in the order they were opened; those that are to stop in `stops:INSTANCE`. An answer is stored once,
//! with the turn; the empty last event stands for it.

use super::connection::{Database, Done, bounded};
use super::fields::Fields;
use super::scripts::{APPEND_EVENTS, CLOSE_TURN, HISTORY, OPEN_TURN, ORPHANS, REQUEST_STOP};
use super::sessions;
use crate::words::{from_word, word};
use crate::{InstanceId, NewTurn, StopRequest, StoreError, Turn, exchange_of};
use std::collections::HashMap;
use vouch_model::{Answer, AskId, Event, Exchange, SessionId, Status};

pub async fn open(db: &Database, turn: &NewTurn) -> Result<(), StoreError> {
    let status = word(&Status::Understanding)?;
    let values = [turn.id.as_str(), turn.session.as_str(), &turn.question, turn.instance.as_str(), &status];
    match db.run(&OPEN_TURN, &values).await? {
        Done::Well(_) => Ok(()),
        Done::Missing => Err(sessions::unknown(&turn.session)),
        Done::Refused => Err(StoreError::Conflict { message: format!("there already is a turn '{}'", turn.id) }),
    }
}

pub async fn ahead(db: &Database, turn: &AskId) -> Result<Option<AskId>, StoreError> {
    let (session, position) = place(db, turn).await?;
    let mut command = redis::cmd("ZREVRANGEBYSCORE");
    command.arg(db.key_of("open", &session)).arg(position.saturating_sub(1)).arg("-inf").arg("LIMIT").arg(0).arg(1);
    let found: Vec<String> = db.ask(&command).await?;
    Ok(found.into_iter().next().map(AskId::from_text))
}

pub async fn append(db: &Database, turn: &AskId, events: &[Event]) -> Result<u64, StoreError> {
    let mut values = vec![turn.to_string(), String::new()];
    for event in events {
        if let (Event::Status { status }, Some(latest)) = (event, values.get_mut(1)) {
            *latest = word(status)?;
        }
        values.push(serde_json::to_string(event)?);
    }
    match db.run(&APPEND_EVENTS, &values).await? {
        Done::Well(last) => Ok(last),
        Done::Missing => Err(unknown(turn)),
        Done::Refused => Err(has_ended(turn)),
    }
}

pub async fn events(db: &Database, turn: &AskId, after: u64) -> Result<Vec<(u64, Event)>, StoreError> {
    let first = i64::try_from(after).unwrap_or(i64::MAX);
    let mut commands = redis::pipe();
    commands.atomic().cmd("EXISTS").arg(db.key_of("turn", turn.as_str()));
    commands.cmd("LRANGE").arg(db.key_of("events", turn.as_str())).arg(first).arg(-1);
    let (exists, bodies): (bool, Vec<String>) = db.ask_all(&commands).await?;
    if !exists {
        return Err(unknown(turn));
    }
    let mut events = Vec::with_capacity(bodies.len());
    // The bodies first: a range that begins at the last number there is has no next one.
    for (body, number) in bodies.into_iter().zip(after.saturating_add(1)..) {
        let event = if body.is_empty() { done(db, turn).await? } else { serde_json::from_str(&body)? };
        events.push((number, event));
    }
    Ok(events)
}

async fn done(db: &Database, turn: &AskId) -> Result<Event, StoreError> {
    let answer: Option<String> = db.ask(redis::cmd("HGET").arg(db.key_of("turn", turn.as_str())).arg("answer")).await?;
    // Deleted since its events were read.
    let answer = answer.ok_or_else(|| unknown(turn))?;
    Ok(Event::Done { answer: serde_json::from_str(&answer)? })
}

pub async fn close(db: &Database, turn: &AskId, events: &[Event], answer: &Answer) -> Result<(), StoreError> {
    let (status, exchange) = (answer.outcome.status(), exchange_of(answer));
    let pending = exchange.as_ref().is_some_and(|e| e.pending.is_some());
    let mut values = vec![
        turn.to_string(),
        word(&status)?,
        serde_json::to_string(&Event::Status { status })?,
        serde_json::to_string(answer)?,
        exchange.map(|e| serde_json::to_string(&e)).transpose()?.unwrap_or_default(),
        u8::from(pending).to_string(),
    ];
    for event in events {
        values.push(serde_json::to_string(event)?);
    }
    match db.run(&CLOSE_TURN, &values).await? {
        Done::Well(_) => Ok(()),
        Done::Missing => Err(unknown(turn)),
        Done::Refused => Err(has_ended(turn)),
    }
}

pub async fn of_session(db: &Database, session: &SessionId) -> Result<Vec<Turn>, StoreError> {
    if !sessions::exists(db, session).await? {
        return Err(sessions::unknown(session));
    }
    let ids: Vec<String> =
        db.ask(redis::cmd("LRANGE").arg(db.key_of("turns", session.as_str())).arg(0).arg(-1)).await?;
    many(db, &ids).await
}

pub async fn find(db: &Database, id: &AskId) -> Result<Option<Turn>, StoreError> {
    let fields = db.ask(redis::cmd("HGETALL").arg(db.key_of("turn", id.as_str()))).await?;
    turn(id.as_str(), fields)
}

pub async fn history(db: &Database, turn: &AskId, limit: usize) -> Result<Vec<Exchange>, StoreError> {
    let (session, position) = place(db, turn).await?;
    let values = [session, position.to_string(), bounded(limit).to_string()];
    let latest_first: Vec<String> = db.query(&HISTORY, &values).await?;
    latest_first.iter().rev().map(|json| Ok(serde_json::from_str(json)?)).collect()
}

pub async fn request_stop(db: &Database, turn: &AskId) -> Result<StopRequest, StoreError> {
    Ok(match db.run(&REQUEST_STOP, &[turn.as_str()]).await? {
        Done::Well(_) => StopRequest::Requested,
        Done::Missing => StopRequest::NoSuchTurn,
        Done::Refused => StopRequest::Ended,
    })
}

pub async fn stops_requested(db: &Database, instance: &InstanceId) -> Result<Vec<AskId>, StoreError> {
    let key = db.key_of("stops", instance.as_str());
    let ids: Vec<String> = db.ask(redis::cmd("ZRANGE").arg(key).arg(0).arg(-1)).await?;
    Ok(ids.into_iter().map(AskId::from_text).collect())
}

/// Turns of instances that are not known to be alive. An instance that never said so is not.
pub async fn orphans(db: &Database, limit: usize) -> Result<Vec<Turn>, StoreError> {
    let ids: Vec<String> = db.query(&ORPHANS, &[bounded(limit)]).await?;
    many(db, &ids).await
}

/// The session of a turn that must exist, and the turn's place in it, from 1 on.
async fn place(db: &Database, turn: &AskId) -> Result<(String, u64), StoreError> {
    let mut command = redis::cmd("HMGET");
    command.arg(db.key_of("turn", turn.as_str())).arg("session").arg("position");
    match db.ask(&command).await? {
        (Some(session), Some(position)) => Ok((session, position)),
        _ => Err(unknown(turn)),
    }
}

/// In this order, without those that were deleted in the meantime.
async fn many(db: &Database, ids: &[String]) -> Result<Vec<Turn>, StoreError> {
    let all = db.hashes("turn", ids).await?;
    ids.iter().zip(all).filter_map(|(id, fields)| turn(id, fields).transpose()).collect()
}

fn turn(id: &str, fields: HashMap<String, String>) -> Result<Option<Turn>, StoreError> {
    let Some(mut fields) = Fields::of(fields) else { return Ok(None) };
    let closed_at = fields.maybe("closed_at");
    let answer = fields.maybe("answer");
    Ok(Some(Turn {
        id: AskId::from_text(id),
        session: SessionId::from_text(fields.text("session")?),
        question: fields.text("question")?,
        instance: InstanceId::from_text(fields.text("instance")?),
        status: from_word(&fields.text("status")?)?,
        started_at: fields.time("started_at")?,
        closed_at: closed_at.as_deref().map(super::connection::time).transpose()?,
        stop_requested: fields.maybe("stop").is_some(),
        answer: answer.map(|json| serde_json::from_str(&json)).transpose()?,
    }))
}

fn unknown(turn: &AskId) -> StoreError {
    StoreError::NotFound { what: "turn", id: turn.to_string() }
}

fn has_ended(turn: &AskId) -> StoreError {
    StoreError::Conflict { message: format!("turn '{turn}' has already ended") }
}
