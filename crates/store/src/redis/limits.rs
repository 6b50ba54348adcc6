//! Rate limits in Redis, which all instances share.

use super::connection::{Database, Done};
use super::scripts::TAKE;
use crate::{StoreError, Take};
use std::time::Duration;

pub async fn take(db: &Database, bucket: &str, limit: u32, window: Duration) -> Result<Take, StoreError> {
    let micros = u64::try_from(window.as_micros()).unwrap_or(u64::MAX);
    match db.run(&TAKE, &[bucket, &limit.to_string(), &micros.to_string()]).await? {
        Done::Well(0) => Ok(Take::Granted),
        Done::Well(wait) => Ok(Take::Wait(Duration::from_micros(wait))),
        other => Err(StoreError::Internal(format!("a limit answered {other:?}"))),
    }
}
