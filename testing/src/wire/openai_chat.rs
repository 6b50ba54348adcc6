//! OpenAI's Chat Completions API.

use super::Spoken;
use crate::script::Stop;
use serde_json::{Value as Json, json};

pub(super) fn events(turn: &Spoken<'_>, with_usage: bool) -> String {
    let mut events = event(chunk(turn, json!({"role": "assistant", "content": "", "refusal": null}), Json::Null));
    for piece in turn.deltas(&turn.says.thinking) {
        events += &event(chunk(turn, json!({"reasoning_content": piece}), Json::Null));
    }
    events += &texts(turn);
    let opened = |at: usize| {
        let call = &turn.says.tools[at];
        json!([{"index": at, "id": call.id, "type": "function", "function": {"name": call.name, "arguments": ""}}])
    };
    let mut known = 0;
    for (at, piece) in turn.fragments() {
        while known <= at {
            events += &event(chunk(turn, json!({"tool_calls": opened(known)}), Json::Null));
            known += 1;
        }
        let fragment = json!({"tool_calls": [{"index": at, "function": {"arguments": piece}}]});
        events += &event(chunk(turn, fragment, Json::Null));
    }
    if let Some((kind, message)) = &turn.says.failure {
        return events + &event(json!({"error": {"type": kind, "message": message, "param": null, "code": null}}));
    }
    if turn.says.unfinished {
        return events;
    }
    events += &event(chunk(turn, json!({}), json!(finish_reason(turn))));
    if with_usage {
        let mut last = chunk(turn, Json::Null, Json::Null);
        last["choices"] = json!([]);
        last["usage"] = usage(turn);
        events += &event(last);
    }
    events + "data: [DONE]\n\n"
}

/// The deltas of the text. They are most of a reply by far: a tree for each would be what a load test measures.
fn texts(turn: &Spoken<'_>) -> String {
    let field = if turn.says.stop == Stop::Refusal { "refusal" } else { "content" };
    let name = format!("\"{field}\":");
    let empty = event(chunk(turn, json!({field: ""}), Json::Null));
    let (before, after) = empty.split_once(&format!("{name}\"\"")).expect("the delta's field is in its event");
    let pieces = turn.deltas(&turn.says.text).into_iter();
    pieces.map(|piece| format!("{before}{name}{}{after}", Json::String(piece))).collect()
}

pub(super) fn whole(turn: &Spoken<'_>) -> Json {
    let calls: Vec<Json> = turn.says.tools.iter().map(|call| {
        json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}})
    }).collect();
    let mut message = json!({"role": "assistant", "content": turn.says.text, "refusal": null});
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    json!({"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": turn.model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason(turn)}], "usage": usage(turn)})
}

/// A refusal of the model itself ends like any reply; it is told by its field.
fn finish_reason(turn: &Spoken<'_>) -> &'static str {
    turn.stop("stop", "length", "tool_calls", "stop")
}

fn usage(turn: &Spoken<'_>) -> Json {
    json!({"prompt_tokens": turn.prompt_tokens(), "completion_tokens": turn.usage.output,
        "total_tokens": turn.prompt_tokens() + turn.usage.output,
        "prompt_tokens_details": {"cached_tokens": turn.usage.cache_read, "cache_write_tokens": turn.usage.cache_write}})
}

fn chunk(turn: &Spoken<'_>, delta: Json, finish: Json) -> Json {
    json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": turn.model,
        "choices": [{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish}], "usage": null})
}

fn event(chunk: Json) -> String {
    format!("data: {chunk}\n\n")
}
