//! A JSON value that is told, kept and sent: its text is written once, whoever asks for it first.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use serde_json::value::{RawValue, to_raw_value};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct SharedJson(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    value: Json,
    text: OnceLock<Box<RawValue>>,
}

impl From<Json> for SharedJson {
    fn from(value: Json) -> Self {
        Self(Arc::new(Inner { value, text: OnceLock::new() }))
    }
}

impl SharedJson {
    /// Whether both are one value, not only equal ones.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for SharedJson {
    type Target = Json;

    fn deref(&self) -> &Json {
        &self.0.value
    }
}

impl PartialEq for SharedJson {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || self.0.value == other.0.value
    }
}

impl Serialize for SharedJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(text) = self.0.text.get() {
            return text.serialize(serializer);
        }
        let text = to_raw_value(&self.0.value).map_err(serde::ser::Error::custom)?;
        self.0.text.get_or_init(|| text).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SharedJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Json::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
#[path = "shared_json_tests.rs"]
mod tests;
