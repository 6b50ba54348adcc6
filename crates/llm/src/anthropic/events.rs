//! The events of a streamed message: `message_start`, blocks with deltas, `message_delta`, `message_stop`, and at any
//! point `ping` or `error`. Kinds that are not known are skipped, as the API's versioning asks.

use crate::chat::{Chunk, StopReason, TokenUsage, ToolCall};
use crate::wire::{Decoder, ErrorBody, Fault, count_at, end, parse, text_at};
use serde_json::Value as Json;
use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct Events {
    /// Tool calls whose block is still open, by the block's index.
    open: BTreeMap<u64, ToolCall>,
    stop: StopReason,
    usage: TokenUsage,
    ended: bool,
}

impl Decoder for Events {
    fn event(&mut self, data: &str) -> Result<Vec<Chunk>, Fault> {
        let event = parse(data)?;
        let index = count_at(&event, "/index").unwrap_or_default();
        match text_at(&event, "/type") {
            "message_start" => self.count(&event, "/message/usage"),
            "content_block_start" if text_at(&event, "/content_block/type") == "tool_use" => {
                let id = text_at(&event, "/content_block/id").to_owned();
                let name = text_at(&event, "/content_block/name").to_owned();
                self.open.insert(index, ToolCall { id, name, arguments: String::new() });
            }
            "content_block_start" => return Ok(text(text_at(&event, "/content_block/text"))),
            "content_block_delta" => return Ok(self.delta(index, &event)),
            "content_block_stop" => return Ok(self.close(index).into_iter().collect()),
            "message_delta" => {
                self.stop = stop(text_at(&event, "/delta/stop_reason"));
                self.count(&event, "/usage");
            }
            "message_stop" => {
                self.ended = true;
                let left: Vec<u64> = self.open.keys().copied().collect();
                let mut chunks: Vec<Chunk> = left.into_iter().filter_map(|index| self.close(index)).collect();
                chunks.push(end(self.stop, self.usage));
                return Ok(chunks);
            }
            "error" => return Err(Fault::Failed(ErrorBody::of(&event).unwrap_or_default())),
            "" => return Err(Fault::Garbled(format!("an event has no type: {}", crate::wire::start_of(data)))),
            _ => {}
        }
        Ok(Vec::new())
    }

    fn finish(&mut self) -> Result<Vec<Chunk>, Fault> {
        if self.ended { Ok(Vec::new()) } else { Err(Fault::CutOff) }
    }
}

impl Events {
    fn delta(&mut self, index: u64, event: &Json) -> Vec<Chunk> {
        match text_at(event, "/delta/type") {
            "text_delta" => text(text_at(event, "/delta/text")),
            "thinking_delta" => match text_at(event, "/delta/thinking") {
                "" => Vec::new(),
                thought => vec![Chunk::Thinking { text: thought.to_owned() }],
            },
            "input_json_delta" => {
                if let Some(call) = self.open.get_mut(&index) {
                    call.arguments.push_str(text_at(event, "/delta/partial_json"));
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn close(&mut self, index: u64) -> Option<Chunk> {
        let mut call = self.open.remove(&index)?;
        if call.arguments.is_empty() {
            "{}".clone_into(&mut call.arguments);
        }
        Some(Chunk::ToolCall { call })
    }

    /// Counts are cumulative: a later one replaces an earlier one.
    fn count(&mut self, event: &Json, at: &str) {
        let Some(usage) = event.pointer(at) else { return };
        let mut set = |name: &str, into: fn(&mut TokenUsage) -> &mut u64| {
            if let Some(count) = count_at(usage, name) {
                *into(&mut self.usage) = count;
            }
        };
        set("/input_tokens", |usage| &mut usage.input);
        set("/output_tokens", |usage| &mut usage.output);
        set("/cache_read_input_tokens", |usage| &mut usage.cache_read);
        set("/cache_creation_input_tokens", |usage| &mut usage.cache_write);
    }
}

fn text(text: &str) -> Vec<Chunk> {
    if text.is_empty() { Vec::new() } else { vec![Chunk::Text { text: text.to_owned() }] }
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "max_tokens" | "model_context_window_exceeded" => StopReason::Length,
        "tool_use" => StopReason::ToolUse,
        "refusal" => StopReason::Refused,
        _ => StopReason::Finished,
    }
}
