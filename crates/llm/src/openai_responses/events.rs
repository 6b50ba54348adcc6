//! The events of a streamed response. It ends with `response.completed`, `.incomplete` or `.failed`; a tool call is
//! whole when its output item is done. Kinds that are not known are skipped.

use crate::chat::{Chunk, StopReason, TokenUsage, ToolCall};
use crate::wire::{Decoder, ErrorBody, Fault, count_at, end, openai_usage, parse, start_of, text_at};
use serde_json::Value as Json;
use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct Events {
    /// Arguments of calls whose item is not done yet, by output index: some servers leave them out of the done item.
    arguments: BTreeMap<u64, String>,
    used_tools: bool,
    refused: bool,
    ended: bool,
}

impl Decoder for Events {
    fn event(&mut self, data: &str) -> Result<Vec<Chunk>, Fault> {
        if data.trim() == "[DONE]" {
            return self.finish();
        }
        let event = parse(data)?;
        let index = count_at(&event, "/output_index").unwrap_or_default();
        let delta = text_at(&event, "/delta");
        match text_at(&event, "/type") {
            "response.output_text.delta" if !delta.is_empty() => Ok(vec![Chunk::Text { text: delta.to_owned() }]),
            "response.refusal.delta" => {
                self.refused = true;
                Ok(vec![Chunk::Text { text: delta.to_owned() }])
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" if !delta.is_empty() => {
                Ok(vec![Chunk::Thinking { text: delta.to_owned() }])
            }
            "response.function_call_arguments.delta" => {
                self.arguments.entry(index).or_default().push_str(delta);
                Ok(Vec::new())
            }
            "response.output_item.done" if text_at(&event, "/item/type") == "function_call" => {
                Ok(vec![self.call(index, &event)])
            }
            "response.completed" => Ok(self.close(StopReason::Finished, &event)),
            "response.incomplete" => {
                let stop = match text_at(&event, "/response/incomplete_details/reason") {
                    "content_filter" => StopReason::Refused,
                    _ => StopReason::Length,
                };
                Ok(self.close(stop, &event))
            }
            "response.failed" => {
                let response = event.get("response").unwrap_or(&event);
                Err(Fault::Failed(ErrorBody::of(response).unwrap_or_default()))
            }
            "error" => Err(Fault::Failed(ErrorBody::of(&event).unwrap_or_default())),
            "" => match ErrorBody::of(&event) {
                Some(error) => Err(Fault::Failed(error)),
                None => Err(Fault::Garbled(format!("an event has no type: {}", start_of(data)))),
            },
            _ => Ok(Vec::new()),
        }
    }

    fn finish(&mut self) -> Result<Vec<Chunk>, Fault> {
        if self.ended { Ok(Vec::new()) } else { Err(Fault::CutOff) }
    }
}

impl Events {
    fn call(&mut self, index: u64, event: &Json) -> Chunk {
        self.used_tools = true;
        let gathered = self.arguments.remove(&index).unwrap_or_default();
        let mut arguments = text_at(event, "/item/arguments").to_owned();
        if arguments.is_empty() {
            arguments = if gathered.is_empty() { "{}".to_owned() } else { gathered };
        }
        let id = match text_at(event, "/item/call_id") {
            "" => text_at(event, "/item/id"),
            id => id,
        };
        let name = text_at(event, "/item/name").to_owned();
        Chunk::ToolCall { call: ToolCall { id: id.to_owned(), name, arguments } }
    }

    fn close(&mut self, stop: StopReason, event: &Json) -> Vec<Chunk> {
        self.ended = true;
        let stop = match stop {
            _ if self.refused => StopReason::Refused,
            StopReason::Finished if self.used_tools => StopReason::ToolUse,
            stop => stop,
        };
        vec![end(stop, usage(event))]
    }
}

fn usage(event: &Json) -> TokenUsage {
    openai_usage(
        count_at(event, "/response/usage/input_tokens").unwrap_or_default(),
        count_at(event, "/response/usage/output_tokens").unwrap_or_default(),
        count_at(event, "/response/usage/input_tokens_details/cached_tokens").unwrap_or_default(),
        count_at(event, "/response/usage/input_tokens_details/cache_write_tokens").unwrap_or_default(),
    )
}
