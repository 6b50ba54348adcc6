//! A JSON value that is told, kept and sent: its text is written once, whoever asks for it first, and its value is made of
//! the text only for who looks into it.

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
    /// At least one of the two is there from the start.
    value: OnceLock<Json>,
    text: OnceLock<Box<RawValue>>,
}

impl From<Json> for SharedJson {
    fn from(value: Json) -> Self {
        Self(Arc::new(Inner { value: value.into(), text: OnceLock::new() }))
    }
}

impl SharedJson {
    /// What `value` is written as.
    pub fn written(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self(Arc::new(Inner { value: OnceLock::new(), text: to_raw_value(value)?.into() })))
    }

    /// Whether both are one value, not only equal ones.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for SharedJson {
    type Target = Json;

    fn deref(&self) -> &Json {
        let Inner { value, text } = &*self.0;
        // Such a text is JSON.
        let read = || text.get().and_then(|text| serde_json::from_str(text.get()).ok()).unwrap_or_default();
        value.get_or_init(read)
    }
}

impl PartialEq for SharedJson {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || **self == **other
    }
}

impl Serialize for SharedJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(text) = self.0.text.get() {
            return text.serialize(serializer);
        }
        let text = to_raw_value(&**self).map_err(serde::ser::Error::custom)?;
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
