//! Which programs that share the file are alive. A lease that is over is as good as none.

use super::now_millis;
use super::writer::Stroke;
use crate::words::millis;
use crate::{InstanceId, StoreError};
use rusqlite::params;
use std::time::Duration;

pub fn beat(db: &Stroke<'_>, instance: &InstanceId, lease: Duration) -> Result<(), StoreError> {
    let now = now_millis();
    db.prepare_cached("DELETE FROM instances WHERE alive_till <= ?1")?.execute([now])?;
    db.prepare_cached("INSERT OR REPLACE INTO instances (id, alive_till) VALUES (?1, ?2)")?
        .execute(params![instance.as_str(), now.saturating_add(millis(lease))])?;
    Ok(())
}

pub fn leave(db: &Stroke<'_>, instance: &InstanceId) -> Result<(), StoreError> {
    db.execute("DELETE FROM instances WHERE id = ?1", [instance.as_str()])?;
    Ok(())
}
