//! A reply's JSON schema, as vendors want it: closed objects, a name of plain letters, or put into words.

use crate::chat::OutputSchema;
use serde_json::{Value as Json, json};

/// The same schema with every object closed (`additionalProperties: false`), which both Anthropic and OpenAI's strict
/// mode insist on. An object that says what else it may hold is left as it is.
pub(crate) fn closed(schema: &Json) -> Json {
    match schema {
        Json::Object(fields) => {
            let mut fields: serde_json::Map<_, _> =
                fields.iter().map(|(name, value)| (name.clone(), closed(value))).collect();
            if fields.get("properties").is_some_and(Json::is_object) && !fields.contains_key("additionalProperties") {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            Json::Object(fields)
        }
        Json::Array(items) => Json::Array(items.iter().map(closed).collect()),
        other => other.clone(),
    }
}

/// Whether OpenAI would take the (closed) schema as strict: there every property has to be required.
pub(crate) fn all_required(schema: &Json) -> bool {
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
        output.schema
    )
}
