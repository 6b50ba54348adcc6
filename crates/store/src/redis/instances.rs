//! Which instances are alive: a key each that lasts as long as its lease.

use super::connection::Database;
use crate::words::millis;
use crate::{InstanceId, StoreError};
use std::time::Duration;

pub async fn beat(db: &Database, instance: &InstanceId, lease: Duration) -> Result<(), StoreError> {
    let lease = millis(lease);
    if lease == 0 {
        return leave(db, instance).await;
    }
    db.ask(redis::cmd("SET").arg(db.key_of("instance", instance.as_str())).arg(1).arg("PX").arg(lease)).await
}

pub async fn leave(db: &Database, instance: &InstanceId) -> Result<(), StoreError> {
    db.ask(redis::cmd("DEL").arg(db.key_of("instance", instance.as_str()))).await
}
