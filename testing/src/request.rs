//! A request as the server got it.

use serde_json::Value as Json;
use std::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    Anthropic,
    OpenaiChat,
    OpenaiResponses,
}

#[derive(Clone, Debug)]
pub struct Recorded {
    /// Counts from 0.
    pub number: usize,
    pub api: Api,
    /// With the query.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Json,
    pub at: Instant,
}

impl Api {
    pub(crate) fn of(path: &str) -> Option<Self> {
        match path {
            path if path.ends_with("/messages") => Some(Api::Anthropic),
            path if path.ends_with("/chat/completions") => Some(Api::OpenaiChat),
            path if path.ends_with("/responses") => Some(Api::OpenaiResponses),
            _ => None,
        }
    }
}

impl Recorded {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn model(&self) -> &str {
        self.body["model"].as_str().unwrap_or_default()
    }

    /// The system prompt, its parts joined.
    pub fn system(&self) -> String {
        match self.api {
            Api::Anthropic => text_of(&self.body["system"]),
            Api::OpenaiResponses => text_of(&self.body["instructions"]),
            Api::OpenaiChat => self.said_by("system"),
        }
    }

    /// What the user said last.
    pub fn last_user(&self) -> String {
        let said = self.messages().iter().rev().find(|message| message["role"] == "user");
        said.map(|message| text_of(&message["content"])).unwrap_or_default()
    }

    /// System prompt and messages, all that a model would read but the tools.
    pub fn text(&self) -> String {
        let messages = self.messages().iter().map(|message| {
            let content = text_of(&message["content"]);
            if content.is_empty() { text_of(&message["output"]) } else { content }
        });
        // In a chat the system prompt is one of the messages.
        let system = (self.api != Api::OpenaiChat).then(|| self.system());
        system.into_iter().chain(messages).collect::<Vec<_>>().join("\n\n")
    }

    /// Whether any text in the request, tools and schema too, holds these words.
    pub fn contains(&self, words: &str) -> bool {
        fn within(json: &Json, words: &str) -> bool {
            match json {
                Json::String(text) => text.contains(words),
                Json::Array(items) => items.iter().any(|item| within(item, words)),
                Json::Object(fields) => fields.iter().any(|(name, value)| name.contains(words) || within(value, words)),
                _ => false,
            }
        }
        within(&self.body, words)
    }

    pub(crate) fn streams(&self) -> bool {
        self.body["stream"] == true
    }

    fn messages(&self) -> &[Json] {
        let field = if self.api == Api::OpenaiResponses { "input" } else { "messages" };
        self.body[field].as_array().map(Vec::as_slice).unwrap_or_default()
    }

    fn said_by(&self, role: &str) -> String {
        let said = self.messages().iter().filter(|message| message["role"] == role);
        said.map(|message| text_of(&message["content"])).collect::<Vec<_>>().join("\n\n")
    }
}

/// A text, or the texts of a list of blocks.
fn text_of(content: &Json) -> String {
    match content {
        Json::String(text) => text.clone(),
        Json::Array(blocks) => {
            let texts = blocks.iter().map(|block| match &block["text"] {
                Json::String(text) => text.clone(),
                _ => text_of(&block["content"]),
            });
            texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
        }
        _ => String::new(),
    }
}
