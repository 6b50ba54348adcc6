//! What servers send that the formats' own descriptions do not mention.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::chat::ToolCall;
use crate::vendors::find;
use crate::{Effort, OutputSchema};
use proptest::prelude::*;
use serde_json::json;

const APIS: [ApiKind; 3] = [ApiKind::Anthropic, ApiKind::OpenaiChat, ApiKind::OpenaiResponses];

fn decode(api: ApiKind, events: &[Json]) -> Result<Vec<Chunk>, Fault> {
    let mut decoder = api.decoder();
    let mut chunks = Vec::new();
    for event in events {
        let data = event.as_str().map_or_else(|| event.to_string(), str::to_owned);
        chunks.extend(decoder.event(&data)?);
    }
    chunks.extend(decoder.finish()?);
    Ok(chunks)
}

fn text(text: &str) -> Chunk {
    Chunk::Text { text: text.to_owned() }
}

fn tool(id: &str, name: &str, arguments: &str) -> Chunk {
    Chunk::ToolCall { call: ToolCall { id: id.to_owned(), name: name.to_owned(), arguments: arguments.to_owned() } }
}

fn delta(delta: Json) -> Json {
    json!({"choices": [{"index": 0, "delta": delta, "finish_reason": null}]})
}

fn finish(reason: &str) -> Json {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

#[test]
fn a_chat_may_end_without_saying_so() {
    let chunks = decode(ApiKind::OpenaiChat, &[delta(json!({"content": "hi"})), finish("stop")]).unwrap();
    assert_eq!(chunks, [text("hi"), end(StopReason::Finished, TokenUsage::default())]);
    assert_eq!(decode(ApiKind::OpenaiChat, &[delta(json!({"content": "hi"}))]), Err(Fault::CutOff));
    assert_eq!(decode(ApiKind::OpenaiChat, &[delta(json!({"content": "hi"})), json!("[DONE]")]), Err(Fault::CutOff));
}

/// Events that differ only in their text are told apart from all others, wherever these stand among them.
#[test]
fn plain_pieces_of_a_chat_come_in_a_row() {
    let piece = |said: &str| delta(json!({"content": said}));
    let with_call = delta(json!({"content": "d", "tool_calls": [{"index": 0, "id": "1", "function": {"name": "f"}}]}));
    let events = [
        delta(json!({"role": "assistant", "content": ""})),
        piece("a"),
        piece("\"b\", \"x\": \"\\\n"),
        piece(""),
        delta(json!({"content": null, "reasoning": "hm"})),
        piece("c"),
        with_call,
        finish("tool_calls"),
    ];
    let chunks = decode(ApiKind::OpenaiChat, &events).unwrap();
    let expected = [
        text("a"),
        text("\"b\", \"x\": \"\\\n"),
        Chunk::Thinking { text: "hm".to_owned() },
        text("c"),
        text("d"),
        tool("1", "f", "{}"),
        end(StopReason::ToolUse, TokenUsage::default()),
    ];
    assert_eq!(chunks, expected);
}

#[test]
fn usage_comes_with_or_without_choices() {
    let usage = json!({"prompt_tokens": 7, "completion_tokens": 3});
    for last in
        [json!({"choices": [], "usage": usage}), json!({"choices": null, "usage": usage}), json!({"usage": usage})]
    {
        let chunks = decode(ApiKind::OpenaiChat, &[finish("stop"), last, json!("[DONE]")]).unwrap();
        assert_eq!(chunks, [end(StopReason::Finished, TokenUsage { input: 7, output: 3, ..TokenUsage::default() })]);
    }
}

/// A short reply may be one event, and what it took is told apart by what was cached.
#[test]
fn all_of_a_chat_may_come_at_once() {
    let usage = json!({"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}});
    let whole = json!({"choices": [{"delta": {"content": "hi"}, "finish_reason": "length"}], "usage": usage});
    let usage = TokenUsage { input: 5, output: 2, cache_read: 4, cache_write: 0 };
    let chunks = decode(ApiKind::OpenaiChat, &[whole, json!("[DONE]")]).unwrap();
    assert_eq!(chunks, [text("hi"), end(StopReason::Length, usage)]);
}

/// Ollama gives a call at once and says `stop`; others leave out the index or the id, or give arguments as an object.
#[test]
fn tool_calls_of_other_servers_are_understood() {
    let calls = json!([{"id": "a", "function": {"name": "f", "arguments": "{\"x\":1}"}},
        {"function": {"name": "g", "arguments": {"y": 2}}}]);
    let chunks = decode(ApiKind::OpenaiChat, &[delta(json!({"tool_calls": calls})), finish("stop")]).unwrap();
    let ended = end(StopReason::ToolUse, TokenUsage::default());
    assert_eq!(chunks, [tool("a", "f", "{\"x\":1}"), tool("call_1", "g", "{\"y\":2}"), ended]);
}

#[test]
fn thoughts_have_two_names_and_are_told_once() {
    for thought in [
        json!({"reasoning": "hm"}),
        json!({"reasoning_content": "hm"}),
        json!({"reasoning": "hm", "reasoning_content": "hm"}),
    ] {
        let chunks = decode(ApiKind::OpenaiChat, &[delta(thought), finish("stop")]).unwrap();
        assert_eq!(chunks[0], Chunk::Thinking { text: "hm".to_owned() });
        assert_eq!(chunks.len(), 2);
    }
}

#[test]
fn a_filtered_reply_is_a_refusal() {
    let chunks = decode(ApiKind::OpenaiChat, &[delta(json!({"content": "I"})), finish("content_filter")]).unwrap();
    assert_eq!(chunks[1], end(StopReason::Refused, TokenUsage::default()));
    let incomplete =
        json!({"type": "response.incomplete", "response": {"incomplete_details": {"reason": "content_filter"}}});
    let chunks = decode(ApiKind::OpenaiResponses, &[incomplete]).unwrap();
    assert_eq!(chunks, [end(StopReason::Refused, TokenUsage::default())]);
}

#[test]
fn kinds_of_events_that_are_new_are_skipped() {
    for api in [ApiKind::Anthropic, ApiKind::OpenaiResponses] {
        let last = match api {
            ApiKind::Anthropic => json!({"type": "message_stop"}),
            _ => json!({"type": "response.completed", "response": {}}),
        };
        let chunks = decode(api, &[json!({"type": "something.new", "delta": "x"}), last]).unwrap();
        assert_eq!(chunks, [end(StopReason::Finished, TokenUsage::default())]);
    }
}

#[test]
fn later_counts_replace_earlier_ones() {
    let chunks = decode(
        ApiKind::Anthropic,
        &[
            json!({"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1,
                "cache_read_input_tokens": 2}}}),
            json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"},
                "usage": {"output_tokens": 9, "input_tokens": 6}}),
            json!({"type": "message_stop"}),
        ],
    );
    let usage = TokenUsage { input: 6, output: 9, cache_read: 2, cache_write: 0 };
    assert_eq!(chunks.unwrap(), [end(StopReason::Finished, usage)]);
}

#[test]
fn arguments_left_out_of_the_done_item_were_gathered() {
    let chunks = decode(
        ApiKind::OpenaiResponses,
        &[
            json!({"type": "response.function_call_arguments.delta", "output_index": 1, "delta": "{\"x\""}),
            json!({"type": "response.function_call_arguments.delta", "output_index": 1, "delta": ":1}"}),
            json!({"type": "response.output_item.done", "output_index": 1,
                "item": {"type": "function_call", "id": "fc", "name": "f"}}),
            json!({"type": "response.completed", "response": {}}),
        ],
    );
    assert_eq!(chunks.unwrap(), [tool("fc", "f", "{\"x\":1}"), end(StopReason::ToolUse, TokenUsage::default())]);
}

#[test]
fn only_a_field_that_was_sent_and_can_be_spared_is_dropped() {
    let error = |message: &str| ErrorBody { kind: String::new(), message: message.to_owned() };
    let abilities = find("openai-compatible").unwrap().abilities("m");
    let plain = ChatRequest::default();
    let asked = ChatRequest {
        output: Some(OutputSchema { name: "x".to_owned(), schema: json!({}).into() }),
        temperature: Some(0.0),
        effort: Some(Effort::Low),
        ..ChatRequest::default()
    };
    for (message, field) in [
        ("response_format is not supported", Some(Field::Schema)),
        ("Unsupported value: 'temperature'", Some(Field::Temperature)),
        ("Extra inputs are not permitted: stream_options", Some(Field::StreamOptions)),
        ("Unsupported parameter: 'max_tokens', use 'max_completion_tokens'", Some(Field::MaxTokens)),
        ("max_tokens is too large: 99999999", None),
        ("messages must not be empty", None),
        ("reasoning_effort is unknown", None),
    ] {
        assert_eq!(abilities.refused(&asked, &error(message)), field, "{message}");
    }
    assert_eq!(abilities.refused(&plain, &error("response_format, temperature")), None);
    assert_eq!(abilities.without(Field::Schema).refused(&asked, &error("response_format")), None);
    let changed = abilities.without(Field::MaxTokens);
    assert_eq!(changed.max_tokens, MaxTokens::MaxCompletionTokens);
}

fn any_event() -> impl Strategy<Value = Json> {
    let words = prop::sample::select(vec![
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
        "error",
        "ping",
        "tool_use",
        "text_delta",
        "input_json_delta",
        "response.completed",
        "response.output_text.delta",
        "response.output_item.done",
        "function_call",
        "response.failed",
        "stop",
        "x",
    ]);
    let leaf =
        prop_oneof![words.prop_map(Json::from), any::<u64>().prop_map(Json::from), Just(Json::Null), Just(json!(-1))];
    let names = prop::sample::select(vec![
        "type",
        "index",
        "delta",
        "choices",
        "usage",
        "message",
        "content_block",
        "tool_calls",
        "function",
        "arguments",
        "text",
        "partial_json",
        "error",
        "item",
        "output_index",
        "response",
        "input_tokens",
        "prompt_tokens",
        "prompt_tokens_details",
        "cached_tokens",
        "finish_reason",
        "content",
        "id",
        "name",
    ]);
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((names.clone().prop_map(str::to_owned), inner), 0..6)
                .prop_map(|fields| Json::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Right words in wrong places and of wrong types: an error perhaps, never a panic, and nothing behind the end.
    #[test]
    fn strange_events_do_no_harm(events in prop::collection::vec(any_event(), 0..8)) {
        for api in APIS {
            if let Ok(chunks) = decode(api, &events) {
                let ends = chunks.iter().filter(|chunk| matches!(chunk, Chunk::End { .. })).count();
                prop_assert!(ends >= 1, "{:?}", chunks);
            }
        }
    }
}
