//! The audit log in Redis: a list that only grows, read from its end.

use super::connection::{Database, bounded};
use crate::{AuditEntry, AuditFilter, StoreError};

/// Entries that are looked through at a time.
const CHUNK: usize = 1_000;

pub async fn add(db: &Database, entry: &AuditEntry) -> Result<(), StoreError> {
    db.ask(redis::cmd("RPUSH").arg(db.key("audit")).arg(serde_json::to_string(entry)?)).await
}

pub async fn latest(db: &Database, filter: &AuditFilter) -> Result<Vec<AuditEntry>, StoreError> {
    // Places are counted from the start: what is added in the meantime does not shift them.
    let mut end: usize = db.ask(redis::cmd("LLEN").arg(db.key("audit"))).await?;
    let mut found = Vec::new();
    while end > 0 && found.len() < filter.limit {
        let start = end.saturating_sub(CHUNK);
        let mut command = redis::cmd("LRANGE");
        command.arg(db.key("audit")).arg(bounded(start)).arg(bounded(end - 1));
        let chunk: Vec<String> = db.ask(&command).await?;
        for json in chunk.iter().rev() {
            let entry: AuditEntry = serde_json::from_str(json)?;
            if fits(&entry, filter) {
                found.push(entry);
            }
        }
        end = start;
    }
    found.truncate(filter.limit);
    Ok(found)
}

fn fits(entry: &AuditEntry, filter: &AuditFilter) -> bool {
    filter.owner.as_ref().is_none_or(|owner| entry.owner == *owner)
        && filter.action.as_ref().is_none_or(|action| entry.action == *action)
}
