//! A turn, written in the format that was asked for.

mod anthropic;
mod openai_chat;
mod openai_responses;

use crate::request::{Api, Recorded};
use crate::script::{Says, Stop, Usage};
use serde_json::Value as Json;

/// The body's kind and bytes.
pub(crate) fn render(says: &Says, request: &Recorded) -> (&'static str, Vec<u8>) {
    let usage = says.usage.unwrap_or_else(|| Usage {
        // Four characters to a token, as a rule of thumb.
        input: request.text().len() as u64 / 4,
        output: (says.text.len() + says.thinking.len()) as u64 / 4,
        ..Usage::default()
    });
    let turn = Spoken { says, usage, model: request.model() };
    if request.streams() {
        let events = match request.api {
            Api::Anthropic => anthropic::events(&turn),
            Api::OpenaiChat => openai_chat::events(&turn, request.body["stream_options"]["include_usage"] == true),
            Api::OpenaiResponses => openai_responses::events(&turn),
        };
        ("text/event-stream; charset=utf-8", events.into_bytes())
    } else {
        let body = match request.api {
            Api::Anthropic => anthropic::whole(&turn),
            Api::OpenaiChat => openai_chat::whole(&turn),
            Api::OpenaiResponses => openai_responses::whole(&turn),
        };
        ("application/json", body.to_string().into_bytes())
    }
}

pub(crate) struct Spoken<'a> {
    pub says: &'a Says,
    pub usage: Usage,
    pub model: &'a str,
}

impl Spoken<'_> {
    /// A text in deltas.
    pub fn deltas(&self, text: &str) -> Vec<String> {
        let characters: Vec<char> = text.chars().collect();
        characters.chunks(self.says.delta.max(1)).map(|piece| piece.iter().collect()).collect()
    }

    /// The fragments of all tool calls with the place of their call, one call after the other or taking turns.
    pub fn fragments(&self) -> Vec<(usize, String)> {
        let calls = self.says.tools.iter().enumerate();
        let mut fragments: Vec<(usize, usize, String)> = calls
            .flat_map(|(at, call)| self.deltas(&call.arguments).into_iter().enumerate().map(move |(n, f)| (at, n, f)))
            .collect();
        if self.says.interleaved {
            fragments.sort_by_key(|(at, n, _)| (*n, *at));
        }
        fragments.into_iter().map(|(at, _, fragment)| (at, fragment)).collect()
    }

    /// The reason for the end in a format's own words.
    pub fn stop(
        &self,
        end: &'static str,
        length: &'static str,
        tools: &'static str,
        refusal: &'static str,
    ) -> &'static str {
        match self.says.stop {
            Stop::Length => length,
            Stop::Refusal => refusal,
            Stop::End if self.says.tools.is_empty() => end,
            Stop::End => tools,
        }
    }

    pub fn prompt_tokens(&self) -> u64 {
        self.usage.input + self.usage.cache_read + self.usage.cache_write
    }
}

pub(crate) fn named_event(event: &Json) -> String {
    format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default())
}
