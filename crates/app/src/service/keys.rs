//! API keys. A key is shown once, when it is made; what is kept is a digest of it, which opens nothing.

use super::Caller;
use crate::session::AskError;
use sha2::{Digest, Sha256};
use vouch_model::hex;
use vouch_store::records::{self, ApiKey, Role};
use vouch_store::{Owner, Store};

/// What every key begins with, so that people and scanners recognise one that was left lying about.
const PREFIX: &str = "vk";

pub struct NewKey {
    pub name: String,
    pub role: Role,
    pub sources: Option<Vec<String>>,
    pub client_id: Option<String>,
}

/// The record, and the key itself for the only time.
pub async fn create_key(store: &dyn Store, new: NewKey) -> Result<(ApiKey, String), AskError> {
    if new.name.trim().is_empty() || new.name.chars().count() > 100 {
        return Err(AskError::invalid("a key needs a name of 1 to 100 characters", "Say who or what will use it."));
    }
    let id = random(6);
    let key = format!("{PREFIX}_{id}_{}", random(24));
    let record = ApiKey {
        owner: Owner::from_text(format!("key:{id}")),
        id,
        name: new.name.trim().to_owned(),
        digest: key_digest(&key),
        role: new.role,
        sources: new.sources,
        client_id: new.client_id,
        created_at: jiff::Timestamp::now(),
        revoked_at: None,
    };
    records::put(store, &record).await?;
    Ok((record, key))
}

/// From now on it opens nothing; the record stays, for the audit log's sake.
pub async fn revoke_key(store: &dyn Store, id: &str) -> Result<ApiKey, AskError> {
    let key = records::get::<ApiKey>(store, id).await?.ok_or_else(|| AskError::not_found("key", id))?;
    let revoked = ApiKey { revoked_at: Some(key.revoked_at.unwrap_or_else(jiff::Timestamp::now)), ..key };
    records::put(store, &revoked).await?;
    Ok(revoked)
}

/// Where no key is left that opens anything, the records go too, and with them the lock. The keys that are left.
pub async fn forget_revoked_keys(store: &dyn Store) -> Result<Vec<ApiKey>, AskError> {
    let all = records::list::<ApiKey>(store, None).await?;
    let (revoked, left): (Vec<_>, Vec<_>) = all.into_iter().partition(|key| key.revoked_at.is_some());
    if left.is_empty() {
        for key in revoked {
            records::remove::<ApiKey>(store, &key.id).await?;
        }
    }
    Ok(left)
}

pub fn key_digest(key: &str) -> String {
    hex(&Sha256::digest(key.as_bytes()))
}

/// Whom a key belongs to. Digests are compared, not keys: how long that takes tells nothing of the key.
pub async fn caller_of_key(store: &dyn Store, key: &str) -> Result<Option<Caller>, AskError> {
    let mut parts = key.splitn(3, '_');
    let (Some(PREFIX), Some(id), Some(_)) = (parts.next(), parts.next(), parts.next()) else { return Ok(None) };
    let Some(record) = records::get::<ApiKey>(store, id).await? else { return Ok(None) };
    if record.revoked_at.is_some() || record.digest != key_digest(key) {
        return Ok(None);
    }
    Ok(Some(caller_of(record)))
}

pub fn caller_of(record: ApiKey) -> Caller {
    Caller {
        owner: record.owner,
        name: record.name,
        role: record.role,
        sources: record.sources.map(|sources| sources.into_iter().collect()),
        client_id: record.client_id,
        request_id: None,
    }
}

/// Random bytes of the system's own source, as hex.
pub fn random(bytes: usize) -> String {
    let mut text = String::new();
    while text.len() < bytes * 2 {
        // Version 4 takes its 122 random bits from the operating system.
        let id = uuid::Uuid::new_v4().simple().to_string();
        // The two places that are not random are left out.
        text.push_str(id.get(..12).unwrap_or_default());
        text.push_str(id.get(20..).unwrap_or_default());
    }
    text.truncate(bytes * 2);
    text
}
