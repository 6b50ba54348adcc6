//! What the three wire formats have in common: the shape that a request takes for one model, and the decoder that
//! turns a reply's events into pieces. Both sides are pure, so that they can be tested without a server.

use crate::chat::{Chunk, StopReason, TokenUsage};
use crate::vendors::{Abilities, ApiKind, MaxTokens, Structured};
use crate::{ChatRequest, anthropic, openai_chat, openai_responses};
use serde_json::Value as Json;

/// How to write a request for this model at this server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape<'a> {
    pub model: &'a str,
    pub abilities: Abilities,
}

/// What a model thinks before it replies counts towards its limit.
const ROOM_TO_THINK: u32 = 2_000;

impl Shape<'_> {
    /// The limit to send for a reply of so many tokens.
    pub(crate) fn limit(&self, tokens: u32) -> u32 {
        tokens.max(1).saturating_add(if self.abilities.effort { ROOM_TO_THINK } else { 0 })
    }
}

/// Reads a reply's events one after the other.
pub(crate) trait Decoder: Send + Sync {
    /// What one event's data adds. [`Chunk::End`] comes last.
    fn event(&mut self, data: &str) -> Result<Vec<Chunk>, Fault>;

    /// The server closed the reply: `End` if it was whole although nothing said so.
    fn finish(&mut self) -> Result<Vec<Chunk>, Fault>;
}

/// Why a reply cannot be read on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// Not what this API sends.
    Garbled(String),
    /// The server said so within the reply.
    Failed(ErrorBody),
    /// The reply ended before it was whole.
    CutOff,
}

/// What vendors put into an error, wherever they put it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ErrorBody {
    /// `type` and `code` of the error, as one text to search in.
    pub kind: String,
    pub message: String,
}

impl ApiKind {
    pub(crate) fn endpoint(self) -> &'static str {
        match self {
            ApiKind::Anthropic => "/messages",
            ApiKind::OpenaiChat => "/chat/completions",
            ApiKind::OpenaiResponses => "/responses",
        }
    }

    pub(crate) fn body(self, request: &ChatRequest, shape: &Shape<'_>) -> serde_json::Result<String> {
        match self {
            ApiKind::Anthropic => Ok(anthropic::request::body(request, shape).to_string()),
            ApiKind::OpenaiChat => serde_json::to_string(&openai_chat::request::body(request, shape)),
            ApiKind::OpenaiResponses => Ok(openai_responses::request::body(request, shape).to_string()),
        }
    }

    pub(crate) fn decoder(self) -> Box<dyn Decoder> {
        match self {
            ApiKind::Anthropic => Box::new(anthropic::events::Events::default()),
            ApiKind::OpenaiChat => Box::new(openai_chat::events::Events::default()),
            ApiKind::OpenaiResponses => Box::new(openai_responses::events::Events::default()),
        }
    }
}

/// A field that some servers refuse, and that can be done without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Schema,
    Temperature,
    Effort,
    StreamOptions,
    MaxTokens,
}

impl Abilities {
    /// The field that a refusal (400 or 422) names, if it was sent and there is a way without it.
    pub(crate) fn refused(&self, request: &ChatRequest, error: &ErrorBody) -> Option<Field> {
        let text = format!("{} {}", error.kind, error.message).to_lowercase();
        let names = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if request.output.is_some()
            && self.structured != Structured::Words
            && names(&["response_format", "output_config", "output_format", "text.format", "json_schema", "grammar"])
        {
            return Some(Field::Schema);
        }
        if request.temperature.is_some() && self.temperature && names(&["temperature"]) {
            return Some(Field::Temperature);
        }
        if request.effort.is_some() && self.effort && names(&["effort", "reasoning"]) {
            return Some(Field::Effort);
        }
        if self.stream_options && names(&["stream_options"]) {
            return Some(Field::StreamOptions);
        }
        let unsupported = names(&["unsupported", "not supported", "unrecognized", "unknown", "extra"]);
        (unsupported && names(&["max_tokens", "max_completion_tokens"])).then_some(Field::MaxTokens)
    }

    pub(crate) fn without(mut self, field: Field) -> Self {
        match field {
            Field::Schema => self.structured = Structured::Words,
            Field::Temperature => self.temperature = false,
            Field::Effort => self.effort = false,
            Field::StreamOptions => self.stream_options = false,
            Field::MaxTokens => {
                self.max_tokens = match self.max_tokens {
                    MaxTokens::MaxTokens => MaxTokens::MaxCompletionTokens,
                    MaxTokens::MaxCompletionTokens => MaxTokens::MaxTokens,
                };
            }
        }
        self
    }
}

impl ErrorBody {
    /// Out of a JSON error in any of the forms met: `{"error": {...}}`, `{"error": "..."}`, `{"message": ...}`,
    /// `{"detail": ...}`.
    pub fn of(json: &Json) -> Option<Self> {
        let inner = match json.get("error") {
            Some(Json::String(message)) => return Some(Self { kind: String::new(), message: message.clone() }),
            Some(inner @ Json::Object(_)) => inner,
            _ if json.get("message").is_some_and(Json::is_string) => json,
            _ => {
                let detail = json.get("detail")?;
                let message = detail.as_str().map_or_else(|| detail.to_string(), str::to_owned);
                return Some(Self { kind: String::new(), message });
            }
        };
        let word = |name: &str| match inner.get(name) {
            Some(Json::String(text)) => text.clone(),
            Some(Json::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let kind = [word("type"), word("code"), word("param")].into_iter().filter(|word| !word.is_empty());
        Some(Self { kind: kind.collect::<Vec<_>>().join(" "), message: word("message") })
    }
}

pub(crate) fn parse(data: &str) -> Result<Json, Fault> {
    serde_json::from_str(data).map_err(|_| Fault::Garbled(format!("an event is not JSON: {}", start_of(data))))
}

/// The start of a text, for messages.
pub(crate) fn start_of(text: &str) -> String {
    const SHOWN: usize = 120;
    let mut start: String = text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        start.push('…');
    }
    start
}

/// What stands at a path of names. Unlike `Json::pointer` it makes no texts of them: every event is looked into.
pub(crate) fn at<'a>(json: &'a Json, path: &str) -> Option<&'a Json> {
    path.split('/').skip(1).try_fold(json, |json, name| json.get(name))
}

pub(crate) fn text_at<'a>(json: &'a Json, path: &str) -> &'a str {
    at(json, path).and_then(Json::as_str).unwrap_or_default()
}

pub(crate) fn count_at(json: &Json, path: &str) -> Option<u64> {
    at(json, path).and_then(Json::as_u64)
}

/// OpenAI counts cached tokens within the prompt's; [`TokenUsage`] keeps them apart.
pub(crate) fn openai_usage(sent: u64, output: u64, cache_read: u64, cache_write: u64) -> TokenUsage {
    TokenUsage { input: sent.saturating_sub(cache_read).saturating_sub(cache_write), output, cache_read, cache_write }
}

pub(crate) fn end(stop: StopReason, usage: TokenUsage) -> Chunk {
    Chunk::End { stop, usage }
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
