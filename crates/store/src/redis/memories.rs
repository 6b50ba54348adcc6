//! Remembered answers in Redis: a hash `memory:ID` each, found by its wording through `wording:...` and, in the order
//! they were kept, in a list of its source and tenant. Both names hold the tenant, and no tenant is one of its own.

use super::connection::{Database, Done, from_optional, optional};
use super::fields::Fields;
use super::scripts::{CHANGE, FORGET, REMEMBER};
use crate::words::{because, from_because, timestamp};
use crate::{Remembered, StoreError};
use vouch_model::MemoryId;

/// Also in the scripts that keep and forget.
const VERSION: &str = "memories_version";

pub async fn keep(db: &Database, memory: &Remembered) -> Result<(), StoreError> {
    let list = list(&memory.source, memory.tenant.as_deref());
    let values = [
        memory.id.to_string(),
        format!("wording:{}:{list}:{}", list.len(), memory.wording),
        list,
        because(memory.why).to_owned(),
        "source".to_owned(),
        memory.source.clone(),
        "tenant".to_owned(),
        optional(memory.tenant.as_deref()),
        "schema_version".to_owned(),
        memory.schema_version.clone(),
        "question".to_owned(),
        memory.question.clone(),
        "wording".to_owned(),
        memory.wording.clone(),
        "sql".to_owned(),
        memory.sql.clone(),
        "created_at".to_owned(),
        memory.created_at.to_string(),
        "uses".to_owned(),
        memory.uses.to_string(),
        "set_aside".to_owned(),
        u8::from(memory.set_aside).to_string(),
    ];
    match db.run(&REMEMBER, &values).await? {
        Done::Well(_) => Ok(()),
        _ => Err(StoreError::Conflict { message: format!("there already is a memory '{}'", memory.id) }),
    }
}

pub async fn of(db: &Database, source: &str, tenant: Option<&str>) -> Result<Vec<Remembered>, StoreError> {
    let list = db.key(&list(source, tenant));
    let ids: Vec<String> = db.ask(redis::cmd("ZREVRANGE").arg(list).arg(0).arg(-1)).await?;
    let all = db.hashes("memory", &ids).await?;
    // Without those that were forgotten in the meantime.
    ids.iter().zip(all).filter_map(|(id, fields)| Some(remembered(id, Fields::of(fields)?))).collect()
}

pub async fn version(db: &Database) -> Result<u64, StoreError> {
    let number: Option<u64> = db.ask(redis::cmd("GET").arg(db.key(VERSION))).await?;
    Ok(number.unwrap_or(0))
}

/// Counted afterwards: who reads between the two reads again.
pub async fn set_aside(db: &Database, id: &MemoryId, aside: bool) -> Result<(), StoreError> {
    change(db, id, "HSET", "set_aside", if aside { "1" } else { "0" }).await?;
    db.ask(redis::cmd("INCR").arg(db.key(VERSION))).await
}

pub async fn used(db: &Database, id: &MemoryId) -> Result<(), StoreError> {
    change(db, id, "HINCRBY", "uses", "1").await
}

async fn change(db: &Database, id: &MemoryId, command: &str, field: &str, value: &str) -> Result<(), StoreError> {
    match db.run(&CHANGE, &[command, &format!("memory:{id}"), field, value]).await? {
        Done::Well(_) => Ok(()),
        _ => Err(StoreError::NotFound { what: "memory", id: id.to_string() }),
    }
}

pub async fn delete(db: &Database, id: &MemoryId) -> Result<bool, StoreError> {
    Ok(db.run(&FORGET, &[id.as_str()]).await? != Done::Missing)
}

/// With the length of the source, so that two pairs never give the same name.
fn list(source: &str, tenant: Option<&str>) -> String {
    format!("memories:{}:{source}:{}", source.len(), optional(tenant))
}

fn remembered(id: &str, mut fields: Fields) -> Result<Remembered, StoreError> {
    Ok(Remembered {
        id: MemoryId::from_text(id),
        source: fields.text("source")?,
        tenant: from_optional(&fields.text("tenant")?),
        schema_version: fields.text("schema_version")?,
        question: fields.text("question")?,
        wording: fields.text("wording")?,
        sql: fields.text("sql")?,
        why: from_because(&fields.text("why")?)?,
        created_at: timestamp(&fields.text("created_at")?)?,
        uses: fields.number("uses")?,
        set_aside: fields.text("set_aside")? == "1",
    })
}
