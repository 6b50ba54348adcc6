//! The body of `POST /v1/chat/completions`. Caching needs no field there: the stable prefix comes first.

use crate::chat::{ChatRequest, Effort, Message, ToolCall, ToolSpec};
use crate::schema::{self, Closed};
use crate::vendors::{MaxTokens, Structured};
use crate::wire::Shape;
use serde::Serialize;
use serde_json::{Value as Json, json};
use vouch_model::SharedJson;

/// Written straight into text: a prompt is long, and so is a schema.
#[derive(Serialize)]
pub(crate) struct Body<'a> {
    model: &'a str,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    messages: Vec<Said<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Format>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<Effort>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
#[serde(tag = "type", content = "function", rename_all = "snake_case")]
enum Tool<'a> {
    Function(&'a ToolSpec),
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum Said<'a> {
    System {
        content: String,
    },
    User {
        content: &'a str,
    },
    Assistant {
        content: Option<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<Json>,
    },
    Tool {
        tool_call_id: &'a str,
        content: String,
    },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Format {
    JsonSchema { json_schema: Reply },
    JsonObject,
}

#[derive(Serialize)]
struct Reply {
    name: String,
    strict: bool,
    schema: SharedJson,
}

pub(crate) fn body<'a>(request: &'a ChatRequest, shape: &Shape<'a>) -> Body<'a> {
    let abilities = shape.abilities;
    let limit = Some(shape.limit(request.max_tokens));
    let whole = abilities.max_tokens == MaxTokens::MaxCompletionTokens;
    let system = system_text(request, abilities.structured);
    let system = (!system.is_empty()).then_some(Said::System { content: system });
    Body {
        model: shape.model,
        stream: true,
        stream_options: abilities.stream_options.then_some(StreamOptions { include_usage: true }),
        max_tokens: limit.filter(|_| !whole),
        max_completion_tokens: limit.filter(|_| whole),
        tools: request.tools.iter().map(Tool::Function).collect(),
        messages: system.into_iter().chain(request.messages.iter().map(said)).collect(),
        response_format: format(request, abilities.structured),
        temperature: request.temperature.filter(|_| abilities.temperature),
        reasoning_effort: request.effort.filter(|_| abilities.effort),
    }
}

fn format(request: &ChatRequest, structured: Structured) -> Option<Format> {
    let output = request.output.as_ref()?;
    match structured {
        Structured::JsonSchema => {
            let Closed { schema, strict } = schema::closed(&output.schema);
            let name = schema::plain_name(&output.name);
            Some(Format::JsonSchema { json_schema: Reply { name, strict, schema } })
        }
        Structured::JsonObject => Some(Format::JsonObject),
        Structured::Words => None,
    }
}

/// Both OpenAI APIs take the system prompt as one text.
pub(crate) fn system_text(request: &ChatRequest, structured: Structured) -> String {
    let words = request.output.as_ref().filter(|_| structured != Structured::JsonSchema).map(schema::in_words);
    let parts = request.system.iter().map(|part| part.text.clone()).chain(words);
    parts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn said(message: &Message) -> Said<'_> {
    match message {
        Message::User { text } => Said::User { content: text },
        Message::Assistant { text, tool_calls } => {
            // Who only calls tools has said nothing.
            let content = (!text.is_empty() || tool_calls.is_empty()).then_some(text.as_str());
            Said::Assistant { content, tool_calls: tool_calls.iter().map(tool_call).collect() }
        }
        Message::Tool { id, text, is_error } => Said::Tool { tool_call_id: id, content: tool_text(text, *is_error) },
    }
}

/// Neither OpenAI API has a field for "this failed".
pub(crate) fn tool_text(text: &str, is_error: bool) -> String {
    if is_error { format!("Error: {text}") } else { text.to_owned() }
}

fn tool_call(call: &ToolCall) -> Json {
    json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}})
}
