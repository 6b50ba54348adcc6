//! Small records in Redis: a hash `document:KIND:ID` each, in a list of their kind and in one of their owner, both in the
//! order they were added.

use super::connection::{Database, Done};
use super::scripts::{DELETE_DOCUMENT, PUT_DOCUMENT};
use crate::{Document, Kind, Owner, StoreError};

pub async fn put(db: &Database, document: &Document) -> Result<(), StoreError> {
    let body = serde_json::to_string(&document.body)?;
    db.run(&PUT_DOCUMENT, &[document.kind.name(), &document.id, document.owner.as_str(), &body]).await?;
    Ok(())
}

pub async fn find(db: &Database, kind: Kind, id: &str) -> Result<Option<Document>, StoreError> {
    Ok(many(db, kind, &[id.to_owned()]).await?.pop())
}

pub async fn all(db: &Database, kind: Kind, owner: Option<&Owner>) -> Result<Vec<Document>, StoreError> {
    let list = db.key_of("documents", kind.name());
    let list = owner.map_or_else(|| list.clone(), |owner| format!("{list}:of:{}", owner.as_str()));
    let ids: Vec<String> = db.ask(redis::cmd("ZREVRANGE").arg(list).arg(0).arg(-1)).await?;
    many(db, kind, &ids).await
}

pub async fn delete(db: &Database, kind: Kind, id: &str) -> Result<bool, StoreError> {
    Ok(db.run(&DELETE_DOCUMENT, &[kind.name(), id]).await? != Done::Missing)
}

/// In this order, without those that were deleted in the meantime.
async fn many(db: &Database, kind: Kind, ids: &[String]) -> Result<Vec<Document>, StoreError> {
    let mut commands = redis::pipe();
    for id in ids {
        commands.cmd("HMGET").arg(db.key_of(&format!("document:{}", kind.name()), id)).arg("owner").arg("body");
    }
    let all: Vec<(Option<String>, Option<String>)> = db.ask_each(&commands).await?;
    let mut found = Vec::with_capacity(all.len());
    for (id, stored) in ids.iter().zip(all) {
        if let (Some(owner), Some(body)) = stored {
            let (owner, body) = (Owner::from_text(owner), serde_json::from_str(&body)?);
            found.push(Document { kind, id: id.clone(), owner, body });
        }
    }
    Ok(found)
}
