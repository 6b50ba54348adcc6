//! How a store writes down what is not text: enums as the words they go by outside, durations in milliseconds. The same in
//! every backend.

use crate::{RememberedBecause, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The word for a value that serializes as one, such as a status.
pub fn word<T: Serialize>(value: &T) -> Result<String, StoreError> {
    match serde_json::to_value(value)? {
        serde_json::Value::String(word) => Ok(word),
        other => Err(StoreError::Internal(format!("{other} is not a word"))),
    }
}

pub fn from_word<T: DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    Ok(serde_json::from_value(serde_json::Value::String(word.to_owned()))?)
}

pub fn timestamp(text: &str) -> Result<jiff::Timestamp, StoreError> {
    text.parse().map_err(|e| StoreError::Internal(format!("'{text}' is not a time: {e}")))
}

/// In milliseconds; ten thousand years. Longer is not told apart, and a point in time can be added without overflow.
const FOREVER: i64 = 10_000 * 366 * 86_400_000;

pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(FOREVER).min(FOREVER)
}

pub fn from_millis(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

pub fn because(why: RememberedBecause) -> &'static str {
    match why {
        RememberedBecause::Approved => "approved",
        RememberedBecause::Confirmed => "confirmed",
    }
}

pub fn from_because(word: &str) -> Result<RememberedBecause, StoreError> {
    match word {
        "approved" => Ok(RememberedBecause::Approved),
        "confirmed" => Ok(RememberedBecause::Confirmed),
        other => Err(StoreError::Internal(format!("'{other}' is no reason to remember an answer"))),
    }
}
