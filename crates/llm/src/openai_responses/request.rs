//! The body of `POST /v1/responses`. Nothing is kept at the vendor (`store: false`): every request brings all it needs.

use crate::chat::{ChatRequest, Message};
use crate::openai_chat::request::{system_text, tool_text};
use crate::schema::{self, Closed};
use crate::vendors::Structured;
use crate::wire::Shape;
use serde_json::{Map, Value as Json, json};

/// The API refuses a lower limit.
const LEAST_TOKENS: u32 = 16;

pub(crate) fn body(request: &ChatRequest, shape: &Shape<'_>) -> Json {
    let abilities = shape.abilities;
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(shape.model));
    body.insert("stream".to_owned(), json!(true));
    body.insert("store".to_owned(), json!(false));
    body.insert("max_output_tokens".to_owned(), json!(shape.limit(request.max_tokens).max(LEAST_TOKENS)));
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({"type": "function", "name": tool.name, "description": tool.description,
                "parameters": tool.parameters, "strict": false})
        });
        body.insert("tools".to_owned(), tools.collect());
    }
    let system = system_text(request, abilities.structured);
    if !system.is_empty() {
        body.insert("instructions".to_owned(), json!(system));
    }
    body.insert("input".to_owned(), request.messages.iter().flat_map(items).collect());
    if let Some(output) = &request.output {
        match abilities.structured {
            Structured::JsonSchema => {
                let Closed { schema, strict } = schema::closed(&output.schema);
                let name = schema::plain_name(&output.name);
                let format = json!({"type": "json_schema", "name": name, "strict": strict, "schema": *schema});
                body.insert("text".to_owned(), json!({"format": format}));
            }
            Structured::JsonObject => {
                body.insert("text".to_owned(), json!({"format": {"type": "json_object"}}));
            }
            Structured::Words => {}
        }
    }
    if let Some(temperature) = request.temperature
        && abilities.temperature
    {
        body.insert("temperature".to_owned(), json!(temperature));
    }
    if let Some(effort) = request.effort
        && abilities.effort
    {
        body.insert("reasoning".to_owned(), json!({"effort": effort}));
    }
    Json::Object(body)
}

fn items(message: &Message) -> Vec<Json> {
    match message {
        Message::User { text } => vec![json!({"role": "user", "content": text})],
        Message::Assistant { text, tool_calls } => {
            let text = (!text.is_empty()).then(|| json!({"role": "assistant", "content": text}));
            let calls = tool_calls.iter().map(|call| {
                json!({"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments})
            });
            text.into_iter().chain(calls).collect()
        }
        Message::Tool { id, text, is_error } => {
            vec![json!({"type": "function_call_output", "call_id": id, "output": tool_text(text, *is_error)})]
        }
    }
}
