//! OpenAI's Responses API.

use super::{Spoken, named_event};
use crate::script::Stop;
use serde_json::{Value as Json, json};

pub(super) fn events(turn: &Spoken<'_>) -> String {
    let mut events = vec![
        json!({"type": "response.created", "response": response(turn, "in_progress", Json::Null)}),
        json!({"type": "response.in_progress", "response": response(turn, "in_progress", Json::Null)}),
    ];
    let mut index = 0;
    if !turn.says.thinking.is_empty() {
        events.push(item(index, "added", json!({"type": "reasoning", "id": "rs_1", "summary": []})));
        for piece in turn.deltas(&turn.says.thinking) {
            events.push(json!({"type": "response.reasoning_summary_text.delta", "item_id": "rs_1",
                "output_index": index, "summary_index": 0, "delta": piece}));
        }
        events.push(item(index, "done", json!({"type": "reasoning", "id": "rs_1", "summary": []})));
        index += 1;
    }
    if !turn.says.text.is_empty() {
        message(turn, index, &mut events);
        index += 1;
    }
    for (at, call) in turn.says.tools.iter().enumerate() {
        events.push(item(
            index + at,
            "added",
            json!({"type": "function_call", "id": format!("fc_{at}"),
            "call_id": call.id, "name": call.name, "arguments": "", "status": "in_progress"}),
        ));
    }
    for (at, piece) in turn.fragments() {
        events.push(json!({"type": "response.function_call_arguments.delta", "item_id": format!("fc_{at}"),
            "output_index": index + at, "delta": piece}));
    }
    for (at, call) in turn.says.tools.iter().enumerate() {
        events.push(json!({"type": "response.function_call_arguments.done", "item_id": format!("fc_{at}"),
            "output_index": index + at, "arguments": call.arguments}));
        events.push(item(index + at, "done", tool_item(turn, at)));
    }
    if !turn.says.unfinished || turn.says.failure.is_some() {
        events.push(last(turn));
    }
    for (number, event) in events.iter_mut().enumerate() {
        event["sequence_number"] = json!(number);
    }
    events.iter().map(named_event).collect()
}

fn message(turn: &Spoken<'_>, index: usize, events: &mut Vec<Json>) {
    let (kind, field) = match turn.says.stop {
        Stop::Refusal => ("refusal", "refusal"),
        _ => ("output_text", "text"),
    };
    let at = json!({"item_id": "msg_1", "output_index": index, "content_index": 0});
    let with = |mut event: Json| {
        for (name, value) in at.as_object().unwrap() {
            event[name] = value.clone();
        }
        event
    };
    events.push(item(index, "added", json!({"type": "message", "id": "msg_1", "role": "assistant", "content": []})));
    events.push(with(json!({"type": "response.content_part.added", "part": {"type": kind, field: ""}})));
    for piece in turn.deltas(&turn.says.text) {
        events.push(with(json!({"type": format!("response.{kind}.delta"), "delta": piece})));
    }
    events.push(with(json!({"type": format!("response.{kind}.done"), field: turn.says.text})));
    events.push(with(json!({"type": "response.content_part.done", "part": {"type": kind, field: turn.says.text}})));
    events.push(item(index, "done", message_item(turn)));
}

fn last(turn: &Spoken<'_>) -> Json {
    if let Some((kind, message)) = &turn.says.failure {
        let mut failed = response(turn, "failed", Json::Null);
        failed["error"] = json!({"code": kind, "message": message});
        return json!({"type": "response.failed", "response": failed});
    }
    let usage = usage(turn);
    match turn.says.stop {
        Stop::Length => {
            let mut cut = response(turn, "incomplete", usage);
            cut["incomplete_details"] = json!({"reason": "max_output_tokens"});
            json!({"type": "response.incomplete", "response": cut})
        }
        _ => json!({"type": "response.completed", "response": response(turn, "completed", usage)}),
    }
}

pub(super) fn whole(turn: &Spoken<'_>) -> Json {
    let status = if turn.says.stop == Stop::Length { "incomplete" } else { "completed" };
    response(turn, status, usage(turn))
}

fn response(turn: &Spoken<'_>, status: &str, usage: Json) -> Json {
    let mut output = Vec::new();
    if status != "in_progress" {
        if !turn.says.text.is_empty() {
            output.push(message_item(turn));
        }
        output.extend((0..turn.says.tools.len()).map(|at| tool_item(turn, at)));
    }
    json!({"id": "resp_1", "object": "response", "created_at": 1, "model": turn.model, "status": status,
        "error": null, "incomplete_details": null, "output": output, "usage": usage})
}

fn message_item(turn: &Spoken<'_>) -> Json {
    let part = match turn.says.stop {
        Stop::Refusal => json!({"type": "refusal", "refusal": turn.says.text}),
        _ => json!({"type": "output_text", "text": turn.says.text, "annotations": []}),
    };
    json!({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]})
}

fn tool_item(turn: &Spoken<'_>, at: usize) -> Json {
    let call = &turn.says.tools[at];
    json!({"type": "function_call", "id": format!("fc_{at}"), "call_id": call.id, "name": call.name,
        "arguments": call.arguments, "status": "completed"})
}

fn usage(turn: &Spoken<'_>) -> Json {
    json!({"input_tokens": turn.prompt_tokens(), "output_tokens": turn.usage.output,
        "total_tokens": turn.prompt_tokens() + turn.usage.output,
        "input_tokens_details": {"cached_tokens": turn.usage.cache_read, "cache_write_tokens": turn.usage.cache_write},
        "output_tokens_details": {"reasoning_tokens": 0}})
}

fn item(index: usize, what: &str, item: Json) -> Json {
    json!({"type": format!("response.output_item.{what}"), "output_index": index, "item": item})
}
