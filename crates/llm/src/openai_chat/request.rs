//! The body of `POST /v1/chat/completions`. Caching needs no field there: the stable prefix comes first.

use crate::chat::{ChatRequest, Message, ToolCall};
use crate::schema;
use crate::vendors::{MaxTokens, Structured};
use crate::wire::Shape;
use serde_json::{Map, Value as Json, json};

pub(crate) fn body(request: &ChatRequest, shape: &Shape<'_>) -> Json {
    let abilities = shape.abilities;
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(shape.model));
    body.insert("stream".to_owned(), json!(true));
    if abilities.stream_options {
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
    }
    let limit = match abilities.max_tokens {
        MaxTokens::MaxTokens => "max_tokens",
        MaxTokens::MaxCompletionTokens => "max_completion_tokens",
    };
    body.insert(limit.to_owned(), json!(shape.limit(request.max_tokens)));
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({"type": "function", "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.parameters}})
        });
        body.insert("tools".to_owned(), tools.collect());
    }
    body.insert("messages".to_owned(), Json::Array(messages(request, abilities.structured)));
    if let Some(output) = &request.output {
        match abilities.structured {
            Structured::JsonSchema => {
                let schema = schema::closed(&output.schema);
                let strict = schema::all_required(&schema);
                let name = schema::plain_name(&output.name);
                let format = json!({"type": "json_schema",
                    "json_schema": {"name": name, "strict": strict, "schema": schema}});
                body.insert("response_format".to_owned(), format);
            }
            Structured::JsonObject => {
                body.insert("response_format".to_owned(), json!({"type": "json_object"}));
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
        body.insert("reasoning_effort".to_owned(), json!(effort));
    }
    Json::Object(body)
}

fn messages(request: &ChatRequest, structured: Structured) -> Vec<Json> {
    let system = system_text(request, structured);
    let system = (!system.is_empty()).then(|| json!({"role": "system", "content": system}));
    system.into_iter().chain(request.messages.iter().map(message)).collect()
}

/// Both OpenAI APIs take the system prompt as one text.
pub(crate) fn system_text(request: &ChatRequest, structured: Structured) -> String {
    let words = request.output.as_ref().filter(|_| structured != Structured::JsonSchema).map(schema::in_words);
    let parts = request.system.iter().map(|part| part.text.clone()).chain(words);
    parts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn message(message: &Message) -> Json {
    match message {
        Message::User { text } => json!({"role": "user", "content": text}),
        Message::Assistant { text, tool_calls } if tool_calls.is_empty() => {
            json!({"role": "assistant", "content": text})
        }
        Message::Assistant { text, tool_calls } => {
            let content = if text.is_empty() { Json::Null } else { json!(text) };
            let calls: Vec<Json> = tool_calls.iter().map(tool_call).collect();
            json!({"role": "assistant", "content": content, "tool_calls": calls})
        }
        Message::Tool { id, text, is_error } => {
            json!({"role": "tool", "tool_call_id": id, "content": tool_text(text, *is_error)})
        }
    }
}

/// Neither OpenAI API has a field for "this failed".
pub(crate) fn tool_text(text: &str, is_error: bool) -> String {
    if is_error { format!("Error: {text}") } else { text.to_owned() }
}

fn tool_call(call: &ToolCall) -> Json {
    json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}})
}
