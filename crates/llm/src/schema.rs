//! A reply's JSON schema, as vendors want it: closed objects, a name of plain letters, or put into words.

use crate::chat::OutputSchema;
use serde_json::{Value as Json, json};
use std::sync::{Mutex, PoisonError};
use vouch_model::SharedJson;

/// A program has a handful of schemas, one for each kind of reply.
const REMEMBERED: usize = 32;

/// A schema as it is sent.
#[derive(Clone)]
pub(crate) struct Closed {
    /// The same schema with every object closed (`additionalProperties: false`), which both Anthropic and OpenAI's
    /// strict mode insist on. An object that says what else it may hold is left as it is.
    pub schema: SharedJson,
    /// Whether OpenAI would take it as strict.
    pub strict: bool,
}

/// Made once: each call to a model sends one of the same few.
pub(crate) fn closed(schema: &SharedJson) -> Closed {
    static MADE: Mutex<Vec<(SharedJson, Closed)>> = Mutex::new(Vec::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, found)) = made.iter().find(|(of, _)| of.is(schema)) {
        return found.clone();
    }
    let whole = close(schema);
    let closed = Closed { strict: all_required(&whole), schema: whole.into() };
    if made.len() >= REMEMBERED {
        made.clear();
    }
    made.push((schema.clone(), closed.clone()));
    closed
}

fn close(schema: &Json) -> Json {
    match schema {
        Json::Object(fields) => {
            let mut fields: serde_json::Map<_, _> =
                fields.iter().map(|(name, value)| (name.clone(), close(value))).collect();
            if fields.get("properties").is_some_and(Json::is_object) && !fields.contains_key("additionalProperties") {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            Json::Object(fields)
        }
        Json::Array(items) => Json::Array(items.iter().map(close).collect()),
        other => other.clone(),
    }
}

/// OpenAI is strict only where every property is required.
fn all_required(schema: &Json) -> bool {
    match schema {
        Json::Object(fields) => {
            let complete = fields.get("properties").and_then(Json::as_object).is_none_or(|properties| {
                let required = fields.get("required").and_then(Json::as_array);
                fields.get("additionalProperties") == Some(&json!(false))
                    && properties.keys().all(|name| required.is_some_and(|list| list.contains(&json!(name))))
            });
            complete && fields.values().all(all_required)
        }
        Json::Array(items) => items.iter().all(all_required),
        _ => true,
    }
}

/// Vendors take letters, digits, `_` and `-`, at most 64.
pub(crate) fn plain_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(64).collect();
    if plain.is_empty() { "reply".to_owned() } else { plain }
}

/// For servers that promise nothing: said at the end of the system text.
pub(crate) fn in_words(output: &OutputSchema) -> String {
    format!(
        "Reply with one JSON object and nothing else: no code fence, no text before or after it. \
         It must fit this JSON schema:\n{}",
        *output.schema
    )
}
