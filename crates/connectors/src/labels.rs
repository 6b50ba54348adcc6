//! How the original header of a file travels with a table: inside the comment of its column (or the file's
//! name inside the comment of its table). The files loader writes such comments, the catalog reads them; a
//! comment that a person wrote stays a comment.

use serde::{Deserialize, Serialize};

/// Serialized as `{"vouch_label": "Original Header"}`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelComment {
    vouch_label: String,
}

/// The comment text that carries `label`.
#[allow(dead_code)] // The files loader is its caller.
pub(crate) fn label_comment(label: &str) -> String {
    serde_json::json!({ "vouch_label": label }).to_string()
}

/// What a stored comment says: the label it carries, or else the comment itself.
pub(crate) fn read_comment(text: &str) -> (Option<String>, Option<String>) {
    match serde_json::from_str::<LabelComment>(text) {
        Ok(comment) => (Some(comment.vouch_label), None),
        Err(_) if text.trim().is_empty() => (None, None),
        Err(_) => (None, Some(text.to_owned())),
    }
}

#[cfg(test)]
#[path = "labels_tests.rs"]
mod tests;
