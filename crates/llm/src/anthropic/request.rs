//! The body of `POST /v1/messages`. Order matters for the cache: tools, then system parts, then messages.

use crate::chat::{ChatRequest, Message, Part, ToolCall};
use crate::schema;
use crate::vendors::Structured;
use crate::wire::Shape;
use serde_json::{Map, Value as Json, json};

/// The API takes no more cache breakpoints in one request; each covers all that stands before it, so the last count.
const BREAKPOINTS: usize = 4;

pub(crate) fn body(request: &ChatRequest, shape: &Shape<'_>) -> Json {
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(shape.model));
    body.insert("max_tokens".to_owned(), json!(shape.limit(request.max_tokens)));
    body.insert("stream".to_owned(), json!(true));
    if !request.tools.is_empty() {
        let tools = request
            .tools
            .iter()
            .map(|tool| json!({"name": tool.name, "description": tool.description, "input_schema": tool.parameters}));
        body.insert("tools".to_owned(), tools.collect());
    }
    let system = system(request, shape);
    if !system.is_empty() {
        body.insert("system".to_owned(), Json::Array(system));
    }
    body.insert("messages".to_owned(), Json::Array(messages(&request.messages)));
    let mut config = Map::new();
    if let Some(output) = &request.output
        && shape.abilities.structured == Structured::JsonSchema
    {
        let schema = schema::closed(&output.schema).schema;
        config.insert("format".to_owned(), json!({"type": "json_schema", "schema": *schema}));
    }
    if let Some(effort) = request.effort
        && shape.abilities.effort
    {
        config.insert("effort".to_owned(), json!(effort));
    }
    if !config.is_empty() {
        body.insert("output_config".to_owned(), Json::Object(config));
    }
    if let Some(temperature) = request.temperature
        && shape.abilities.temperature
    {
        body.insert("temperature".to_owned(), json!(temperature));
    }
    Json::Object(body)
}

fn system(request: &ChatRequest, shape: &Shape<'_>) -> Vec<Json> {
    // An empty text block is refused.
    let parts: Vec<&Part> = request.system.iter().filter(|part| !part.text.is_empty()).collect();
    let cached = parts.iter().filter(|part| part.cache).count();
    let mut skip = cached.saturating_sub(BREAKPOINTS);
    let mut blocks: Vec<Json> = Vec::new();
    for part in parts {
        let mut block = json!({"type": "text", "text": part.text});
        if part.cache && skip > 0 {
            skip -= 1;
        } else if part.cache {
            block["cache_control"] = json!({"type": "ephemeral"});
        }
        blocks.push(block);
    }
    if let Some(output) = &request.output
        && shape.abilities.structured != Structured::JsonSchema
    {
        blocks.push(json!({"type": "text", "text": schema::in_words(output)}));
    }
    blocks
}

/// Turns take turns: what tools gave belongs to the user, and neighbours of one role become one message.
fn messages(messages: &[Message]) -> Vec<Json> {
    let mut turns: Vec<(&str, Vec<Json>)> = Vec::new();
    for message in messages {
        let (role, blocks) = match message {
            Message::User { text } => ("user", vec![text_block(text)]),
            Message::Assistant { text, tool_calls } => {
                let text = (!text.is_empty()).then(|| text_block(text));
                ("assistant", text.into_iter().chain(tool_calls.iter().map(tool_use)).collect())
            }
            Message::Tool { id, text, is_error } => {
                let mut block = json!({"type": "tool_result", "tool_use_id": id, "content": text});
                if *is_error {
                    block["is_error"] = json!(true);
                }
                ("user", vec![block])
            }
        };
        match turns.last_mut() {
            Some((last, content)) if *last == role => content.extend(blocks),
            _ => turns.push((role, blocks)),
        }
    }
    turns
        .into_iter()
        .filter(|(_, content)| !content.is_empty())
        .map(|(role, content)| json!({"role": role, "content": content}))
        .collect()
}

fn text_block(text: &str) -> Json {
    json!({"type": "text", "text": text})
}

/// The API wants an object back, whatever the model wrote.
fn tool_use(call: &ToolCall) -> Json {
    let input = match serde_json::from_str(&call.arguments) {
        Ok(input @ Json::Object(_)) => input,
        _ if call.arguments.trim().is_empty() => json!({}),
        _ => json!({"unreadable": call.arguments}),
    };
    json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input})
}
