//! Anthropic's Messages API.

use super::{Spoken, named_event};
use serde_json::{Value as Json, json};

pub(super) fn events(turn: &Spoken<'_>) -> String {
    let mut events = vec![
        json!({"type": "message_start", "message": {
            "id": "msg_1", "type": "message", "role": "assistant", "model": turn.model, "content": [],
            "stop_reason": null, "stop_sequence": null, "usage": usage(turn, 1)}}),
        json!({"type": "ping"}),
    ];
    let mut index = 0;
    if !turn.says.thinking.is_empty() {
        events.push(start(index, json!({"type": "thinking", "thinking": "", "signature": ""})));
        for piece in turn.deltas(&turn.says.thinking) {
            events.push(delta(index, json!({"type": "thinking_delta", "thinking": piece})));
        }
        events.push(delta(index, json!({"type": "signature_delta", "signature": "c2lnbmF0dXJl"})));
        events.push(stop(index));
        index += 1;
    }
    if !turn.says.text.is_empty() {
        events.push(start(index, json!({"type": "text", "text": ""})));
        for piece in turn.deltas(&turn.says.text) {
            events.push(delta(index, json!({"type": "text_delta", "text": piece})));
        }
        events.push(stop(index));
        index += 1;
    }
    tools(turn, index, &mut events);
    if let Some((kind, message)) = &turn.says.failure {
        events.push(json!({"type": "error", "error": {"type": kind, "message": message}}));
    } else if !turn.says.unfinished {
        let reason = stop_reason(turn);
        events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null},
            "usage": {"output_tokens": turn.usage.output}}));
        events.push(json!({"type": "message_stop"}));
    }
    events.iter().map(named_event).collect()
}

/// The real API closes one block before it opens the next; taking turns is for decoders to get right.
fn tools(turn: &Spoken<'_>, first: usize, events: &mut Vec<Json>) {
    let calls = &turn.says.tools;
    let opened = |at: usize| {
        let call = &calls[at];
        start(first + at, json!({"type": "tool_use", "id": call.id, "name": call.name, "input": {}}))
    };
    let fragment =
        |at: usize, piece: &str| delta(first + at, json!({"type": "input_json_delta", "partial_json": piece}));
    if turn.says.interleaved {
        events.extend((0..calls.len()).map(opened));
        events.extend(turn.fragments().iter().map(|(at, piece)| fragment(*at, piece)));
        events.extend((0..calls.len()).map(|at| stop(first + at)));
        return;
    }
    for (at, call) in calls.iter().enumerate() {
        events.push(opened(at));
        events.push(fragment(at, ""));
        events.extend(turn.deltas(&call.arguments).iter().map(|piece| fragment(at, piece)));
        events.push(stop(first + at));
    }
}

pub(super) fn whole(turn: &Spoken<'_>) -> Json {
    let text = (!turn.says.text.is_empty()).then(|| json!({"type": "text", "text": turn.says.text}));
    let calls = turn.says.tools.iter().map(|call| {
        let input: Json = serde_json::from_str(&call.arguments).unwrap_or_default();
        json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input})
    });
    let content: Vec<Json> = text.into_iter().chain(calls).collect();
    json!({"id": "msg_1", "type": "message", "role": "assistant", "model": turn.model, "content": content,
        "stop_reason": stop_reason(turn), "stop_sequence": null, "usage": usage(turn, turn.usage.output)})
}

fn stop_reason(turn: &Spoken<'_>) -> &'static str {
    turn.stop("end_turn", "max_tokens", "tool_use", "refusal")
}

fn usage(turn: &Spoken<'_>, output: u64) -> Json {
    json!({"input_tokens": turn.usage.input, "cache_creation_input_tokens": turn.usage.cache_write,
        "cache_read_input_tokens": turn.usage.cache_read, "output_tokens": output})
}

fn start(index: usize, block: Json) -> Json {
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn delta(index: usize, delta: Json) -> Json {
    json!({"type": "content_block_delta", "index": index, "delta": delta})
}

fn stop(index: usize) -> Json {
    json!({"type": "content_block_stop", "index": index})
}
