//! Sessions in Redis.
//!
//! A session is a hash `session:ID`; its turns are the list `turns:ID`, those that run the sorted set `open:ID`. It stands,
//! by the order of its last activity, in a list of all sessions and in those of its owner and kind, and while nothing runs
//! in `expiring` by the time its idle limit is over. Redis never deletes one by itself: what belongs to a session in the
//! data folder goes with it.

use super::connection::{Database, Done, bounded, from_optional, optional};
use super::fields::Fields;
use super::scripts::{CHANGE, CREATE_SESSION, DELETE_SESSION};
use crate::context::found_by;
use crate::words::{from_millis, from_word, millis, word};
use crate::{NewSession, Owner, Session, SessionFilter, StoreError};
use std::collections::HashMap;
use vouch_model::SessionId;

/// Sessions that are looked through at a time.
const CHUNK: usize = 100;

pub async fn create(db: &Database, session: &NewSession) -> Result<(), StoreError> {
    let values = [
        session.id.to_string(),
        session.owner.as_str().to_owned(),
        optional(session.tenant.as_deref()),
        word(&session.kind)?,
        session.title.clone(),
        session.source.clone(),
        session.idle_limit.map_or_else(String::new, |limit| millis(limit).to_string()),
    ];
    match db.run(&CREATE_SESSION, &values).await? {
        Done::Well(_) => Ok(()),
        _ => Err(StoreError::Conflict { message: format!("there already is a session '{}'", session.id) }),
    }
}

pub async fn find(db: &Database, id: &SessionId) -> Result<Option<Session>, StoreError> {
    let fields = db.ask(redis::cmd("HGETALL").arg(db.key_of("session", id.as_str()))).await?;
    session(id.as_str(), fields)
}

pub async fn exists(db: &Database, id: &SessionId) -> Result<bool, StoreError> {
    db.ask(redis::cmd("EXISTS").arg(db.key_of("session", id.as_str()))).await
}

pub async fn latest(db: &Database, filter: &SessionFilter) -> Result<Vec<Session>, StoreError> {
    let Some(last) = filter.limit.checked_sub(1) else { return Ok(Vec::new()) };
    let list = list(db, filter)?;
    let Some(search) = &filter.search else {
        let (first, last) = (bounded(filter.skip), bounded(filter.skip.saturating_add(last)));
        let ids: Vec<String> = db.ask(redis::cmd("ZREVRANGE").arg(list).arg(first).arg(last)).await?;
        return many(db, &ids).await;
    };
    let ids: Vec<String> = db.ask(redis::cmd("ZREVRANGE").arg(list).arg(0).arg(-1)).await?;
    let (mut found, mut skip) = (Vec::new(), filter.skip);
    for chunk in ids.chunks(CHUNK) {
        for session in searched(db, chunk, search).await? {
            if skip > 0 {
                skip -= 1;
            } else {
                found.push(session);
            }
        }
        if found.len() >= filter.limit {
            break;
        }
    }
    found.truncate(filter.limit);
    Ok(found)
}

/// The shortest list that holds everything that is asked for.
fn list(db: &Database, filter: &SessionFilter) -> Result<String, StoreError> {
    let kind = filter.kind.as_ref().map(word).transpose()?;
    Ok(match (&filter.owner, kind) {
        (None, None) => db.key("sessions"),
        (Some(owner), None) => db.key_of("sessions:of", owner.as_str()),
        (None, Some(kind)) => db.key_of("sessions:kind", &kind),
        (Some(owner), Some(kind)) => db.key_of(&format!("sessions:kind:{kind}:of"), owner.as_str()),
    })
}

/// Those whose title or questions hold the text.
async fn searched(db: &Database, ids: &[String], search: &str) -> Result<Vec<Session>, StoreError> {
    let mut found = Vec::new();
    for session in many(db, ids).await? {
        if found_by(search, &session.title) || asks_for(db, &session, search).await? {
            found.push(session);
        }
    }
    Ok(found)
}

async fn asks_for(db: &Database, session: &Session, search: &str) -> Result<bool, StoreError> {
    let turns: Vec<String> =
        db.ask(redis::cmd("LRANGE").arg(db.key_of("turns", session.id.as_str())).arg(0).arg(-1)).await?;
    let mut commands = redis::pipe();
    for turn in &turns {
        commands.cmd("HGET").arg(db.key_of("turn", turn)).arg("question");
    }
    let questions: Vec<Option<String>> = db.ask_each(&commands).await?;
    Ok(questions.into_iter().flatten().any(|question| found_by(search, &question)))
}

pub async fn rename(db: &Database, id: &SessionId, title: &str) -> Result<(), StoreError> {
    match db.run(&CHANGE, &["HSET", &format!("session:{id}"), "title", title]).await? {
        Done::Well(_) => Ok(()),
        _ => Err(unknown(id)),
    }
}

pub async fn delete(db: &Database, id: &SessionId) -> Result<bool, StoreError> {
    Ok(db.run(&DELETE_SESSION, &[id.as_str()]).await? != Done::Missing)
}

pub async fn expired(db: &Database, now: jiff::Timestamp, limit: usize) -> Result<Vec<Session>, StoreError> {
    let mut command = redis::cmd("ZRANGEBYSCORE");
    command.arg(db.key("expiring")).arg("-inf").arg(now.as_millisecond()).arg("LIMIT").arg(0).arg(bounded(limit));
    let ids: Vec<String> = db.ask(&command).await?;
    let mut sessions = many(db, &ids).await?;
    // The list counts in milliseconds; at the very edge the session itself knows better.
    sessions.retain(|session| session.expired(now));
    Ok(sessions)
}

pub fn unknown(id: &SessionId) -> StoreError {
    StoreError::NotFound { what: "session", id: id.to_string() }
}

/// In this order, without those that were deleted in the meantime.
async fn many(db: &Database, ids: &[String]) -> Result<Vec<Session>, StoreError> {
    let all = db.hashes("session", ids).await?;
    ids.iter().zip(all).filter_map(|(id, fields)| session(id, fields).transpose()).collect()
}

fn session(id: &str, fields: HashMap<String, String>) -> Result<Option<Session>, StoreError> {
    let Some(mut fields) = Fields::of(fields) else { return Ok(None) };
    let idle_limit = fields.text("idle_limit")?;
    Ok(Some(Session {
        id: SessionId::from_text(id),
        owner: Owner::from_text(fields.text("owner")?),
        tenant: from_optional(&fields.text("tenant")?),
        kind: from_word(&fields.text("kind")?)?,
        title: fields.text("title")?,
        source: fields.text("source")?,
        idle_limit: idle_limit.parse().ok().map(from_millis),
        created_at: fields.time("created_at")?,
        last_activity: fields.time("last_activity")?,
        turn_count: fields.number("turns")?,
    }))
}
