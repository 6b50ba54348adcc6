//! Rate limits in Redis, which all instances share.

use super::connection::{Database, Done};
use super::scripts::TAKE;
use crate::words::millis;
use crate::{StoreError, Take};
use std::time::Duration;

pub async fn take(db: &Database, bucket: &str, limit: u32, window: Duration) -> Result<Take, StoreError> {
    let micros = window.as_micros().min(u128::from(millis(Duration::MAX).unsigned_abs()) * 1_000);
    match db.run(&TAKE, &[bucket, &limit.to_string(), &micros.to_string()]).await? {
        Done::Well(0) => Ok(Take::Granted),
        Done::Well(wait) => Ok(Take::Wait(Duration::from_micros(wait))),
        other => Err(StoreError::Internal(format!("a limit answered {other:?}"))),
    }
}
