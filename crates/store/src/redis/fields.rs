//! A hash of the server, read field by field.

use crate::StoreError;
use std::collections::HashMap;

pub struct Fields(HashMap<String, String>);

impl Fields {
    /// `None` when there is no such hash: Redis keeps no empty ones.
    pub fn of(fields: HashMap<String, String>) -> Option<Self> {
        (!fields.is_empty()).then_some(Self(fields))
    }

    pub fn text(&mut self, name: &str) -> Result<String, StoreError> {
        self.maybe(name).ok_or_else(|| StoreError::Internal(format!("a stored value has no '{name}'")))
    }

    pub fn maybe(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    pub fn number(&mut self, name: &str) -> Result<u64, StoreError> {
        let text = self.text(name)?;
        text.parse().map_err(|_| StoreError::Internal(format!("'{text}' is not a number ({name})")))
    }

    pub fn time(&mut self, name: &str) -> Result<jiff::Timestamp, StoreError> {
        super::connection::time(&self.text(name)?)
    }
}
