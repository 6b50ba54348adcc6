//! Short texts that last for a while, in Redis, which forgets them by itself.

use super::connection::Database;
use crate::StoreError;
use crate::words::millis;
use redis::Cmd;
use std::time::Duration;

pub async fn put_new(db: &Database, space: &str, key: &str, text: &str, lasts: Duration) -> Result<bool, StoreError> {
    let Some(mut command) = set(db, space, key, text, lasts) else {
        return Ok(find(db, space, key).await?.is_none());
    };
    let done: Option<String> = db.ask(command.arg("NX")).await?;
    Ok(done.is_some())
}

pub async fn put(db: &Database, space: &str, key: &str, text: &str, lasts: Duration) -> Result<(), StoreError> {
    match set(db, space, key, text, lasts) {
        Some(command) => db.ask(&command).await,
        None => delete(db, space, key).await,
    }
}

pub async fn find(db: &Database, space: &str, key: &str) -> Result<Option<String>, StoreError> {
    db.ask(redis::cmd("GET").arg(name(db, space, key))).await
}

pub async fn delete(db: &Database, space: &str, key: &str) -> Result<(), StoreError> {
    db.ask(redis::cmd("DEL").arg(name(db, space, key))).await
}

/// `None` for a text that lasts no time at all, which Redis does not take.
fn set(db: &Database, space: &str, key: &str, text: &str, lasts: Duration) -> Option<Cmd> {
    let lasts = millis(lasts);
    let mut command = redis::cmd("SET");
    command.arg(name(db, space, key)).arg(text).arg("PX").arg(lasts);
    (lasts > 0).then_some(command)
}

/// With the length of the first part, so that two pairs never give the same name.
fn name(db: &Database, space: &str, key: &str) -> String {
    db.key_of("kept", &format!("{}:{space}:{key}", space.len()))
}
