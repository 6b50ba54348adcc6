//! The chunks of a streamed chat completion. Tool calls come in fragments by index and are given whole when the choice
//! finishes; usage comes in a last chunk without choices; `[DONE]` closes, though not every server sends it.

use crate::chat::{Chunk, StopReason, TokenUsage, ToolCall};
use crate::wire::{Decoder, ErrorBody, Fault, at, count_at, end, openai_usage, parse, start_of, text_at};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct Events {
    calls: BTreeMap<u64, ToolCall>,
    stop: Option<StopReason>,
    refused: bool,
    used_tools: bool,
    usage: TokenUsage,
    ended: bool,
    around: Option<Around>,
}

/// What stood before and after the text of the last plain event. One with the same around another text says that text
/// and nothing else: most servers change nothing else within a reply.
struct Around {
    before: String,
    after: String,
}

impl Around {
    /// `raw` is a part of `data`, from quote to quote.
    fn of(data: &str, raw: &str) -> Option<Self> {
        let start = (raw.as_ptr() as usize).checked_sub(data.as_ptr() as usize)?;
        let (before, rest) = data.split_at_checked(start)?;
        Some(Self { before: before.to_owned(), after: rest.strip_prefix(raw)?.to_owned() })
    }

    fn text(&self, data: &str) -> Option<String> {
        let raw = data.strip_prefix(&self.before)?.strip_suffix(&self.after)?;
        serde_json::from_str(raw).ok().filter(|text: &String| !text.is_empty())
    }
}

/// An event that holds what most of a reply's do: a piece of text, why it ended, what it took. With anything else in it
/// that matters it is read as a whole.
#[derive(Deserialize)]
struct Plain<'a> {
    #[serde(borrow)]
    choices: Vec<PlainChoice<'a>>,
    error: Option<IgnoredAny>,
    usage: Option<PlainUsage>,
}

#[derive(Deserialize)]
struct PlainChoice<'a> {
    #[serde(borrow)]
    delta: PlainDelta<'a>,
    finish_reason: Option<&'a str>,
}

#[derive(Deserialize)]
struct PlainDelta<'a> {
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    reasoning_content: Option<IgnoredAny>,
    reasoning: Option<IgnoredAny>,
    refusal: Option<IgnoredAny>,
    tool_calls: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct PlainUsage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    prompt_tokens_details: Option<PlainDetails>,
}

#[derive(Default, Deserialize)]
struct PlainDetails {
    #[serde(default)]
    cached_tokens: u64,
    #[serde(default)]
    cache_write_tokens: u64,
}

impl<'a> Plain<'a> {
    fn of(data: &'a str) -> Option<Self> {
        let plain: Self = serde_json::from_str(data).ok()?;
        let is_plain =
            plain.error.is_none() && plain.choices.len() < 2 && plain.choices.iter().all(PlainChoice::is_plain);
        is_plain.then_some(plain)
    }
}

impl PlainChoice<'_> {
    fn is_plain(&self) -> bool {
        let PlainDelta { reasoning_content, reasoning, refusal, tool_calls, .. } = &self.delta;
        [reasoning_content, reasoning, refusal, tool_calls].into_iter().all(Option::is_none)
    }
}

impl From<PlainUsage> for TokenUsage {
    fn from(PlainUsage { prompt_tokens, completion_tokens, prompt_tokens_details }: PlainUsage) -> Self {
        let details = prompt_tokens_details.unwrap_or_default();
        openai_usage(prompt_tokens, completion_tokens, details.cached_tokens, details.cache_write_tokens)
    }
}

impl Decoder for Events {
    fn event(&mut self, data: &str) -> Result<Vec<Chunk>, Fault> {
        if data.trim() == "[DONE]" {
            return self.finish();
        }
        // Nearly every event is a few characters of text, and a reply has hundreds of them.
        if let Some(text) = self.around.as_ref().and_then(|around| around.text(data)) {
            return Ok(vec![Chunk::Text { text }]);
        }
        if let Some(chunks) = Plain::of(data).and_then(|plain| self.plain(data, plain)) {
            return Ok(chunks);
        }
        let event = parse(data)?;
        if event.get("error").is_some_and(|error| !error.is_null()) {
            return Err(Fault::Failed(ErrorBody::of(&event).unwrap_or_default()));
        }
        // vLLM sends null for no choices, some servers leave the field out of the usage chunk.
        let choices = event.get("choices");
        if !event.is_object() || (choices.is_none() && event.get("usage").is_none()) {
            return Err(Fault::Garbled(format!("an event is no completion chunk: {}", start_of(data))));
        }
        self.count(&event);
        match choices.and_then(|choices| choices.get(0)) {
            Some(choice) => Ok(self.choice(choice)),
            None => Ok(Vec::new()),
        }
    }

    fn finish(&mut self) -> Result<Vec<Chunk>, Fault> {
        if self.ended {
            return Ok(Vec::new());
        }
        let stop = self.stop.ok_or(Fault::CutOff)?;
        self.ended = true;
        let mut chunks = self.close_calls();
        let stop = match stop {
            _ if self.refused => StopReason::Refused,
            // Ollama and others say `stop` where they called tools.
            StopReason::Finished if self.used_tools => StopReason::ToolUse,
            stop => stop,
        };
        chunks.push(end(stop, self.usage));
        Ok(chunks)
    }
}

impl Events {
    fn plain(&mut self, data: &str, Plain { mut choices, usage, .. }: Plain<'_>) -> Option<Vec<Chunk>> {
        let choice = choices.pop();
        let (raw, reason) = choice.map_or((None, None), |choice| (choice.delta.content, choice.finish_reason));
        // The first one often says nothing yet.
        let text: String = raw.map_or(Ok(String::new()), |raw| serde_json::from_str(raw.get())).ok()?;
        if let Some(raw) = raw.filter(|_| !text.is_empty() && usage.is_none() && reason.is_none()) {
            self.around = Around::of(data, raw.get());
        }
        self.usage = usage.map_or(self.usage, TokenUsage::from);
        let mut chunks = if text.is_empty() { Vec::new() } else { vec![Chunk::Text { text }] };
        chunks.extend(reason.map(|reason| self.stopped(reason)).unwrap_or_default());
        Some(chunks)
    }

    fn choice(&mut self, choice: &Json) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        for path in ["/delta/reasoning_content", "/delta/reasoning"] {
            if let Some(text) = said(choice, path) {
                chunks.push(Chunk::Thinking { text });
                break;
            }
        }
        if let Some(text) = said(choice, "/delta/content") {
            chunks.push(Chunk::Text { text });
        }
        if let Some(text) = said(choice, "/delta/refusal") {
            self.refused = true;
            chunks.push(Chunk::Text { text });
        }
        if let Some(fragments) = at(choice, "/delta/tool_calls").and_then(Json::as_array) {
            for (place, fragment) in fragments.iter().enumerate() {
                self.fragment(place, fragment);
            }
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Json::as_str) {
            chunks.extend(self.stopped(reason));
        }
        chunks
    }

    fn stopped(&mut self, reason: &str) -> Vec<Chunk> {
        self.stop = Some(match reason {
            "length" => StopReason::Length,
            "tool_calls" | "function_call" => StopReason::ToolUse,
            "content_filter" => StopReason::Refused,
            _ => StopReason::Finished,
        });
        self.close_calls()
    }

    /// A server that leaves the index out means the fragment's place in the list.
    fn fragment(&mut self, place: usize, fragment: &Json) {
        let index = count_at(fragment, "/index").unwrap_or(place as u64);
        let call = self.calls.entry(index).or_insert_with(|| ToolCall {
            id: String::new(),
            name: String::new(),
            arguments: String::new(),
        });
        call.id.push_str(text_at(fragment, "/id"));
        call.name.push_str(text_at(fragment, "/function/name"));
        match at(fragment, "/function/arguments") {
            Some(Json::String(piece)) => call.arguments.push_str(piece),
            Some(whole @ Json::Object(_)) => call.arguments = whole.to_string(),
            _ => {}
        }
    }

    fn close_calls(&mut self) -> Vec<Chunk> {
        let calls = std::mem::take(&mut self.calls);
        self.used_tools |= !calls.is_empty();
        calls
            .into_iter()
            .map(|(index, mut call)| {
                if call.id.is_empty() {
                    call.id = format!("call_{index}");
                }
                if call.arguments.is_empty() {
                    "{}".clone_into(&mut call.arguments);
                }
                Chunk::ToolCall { call }
            })
            .collect()
    }

    fn count(&mut self, event: &Json) {
        if event.get("usage").is_some_and(Json::is_object) {
            self.usage = openai_usage(
                count_at(event, "/usage/prompt_tokens").unwrap_or_default(),
                count_at(event, "/usage/completion_tokens").unwrap_or_default(),
                count_at(event, "/usage/prompt_tokens_details/cached_tokens").unwrap_or_default(),
                count_at(event, "/usage/prompt_tokens_details/cache_write_tokens").unwrap_or_default(),
            );
        }
    }
}

fn said(choice: &Json, path: &str) -> Option<String> {
    at(choice, path).and_then(Json::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}
