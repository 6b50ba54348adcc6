//! One exchange with a model, whatever vendor it comes from.

use crate::LlmError;
use async_trait::async_trait;
use futures::StreamExt;
use futures::stream::BoxStream;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use vouch_model::SharedJson;

#[async_trait]
pub trait ChatModel: Send + Sync {
    /// `anthropic`, `openai`, `ollama`...: the vendor's name in usage, prices and messages to people.
    fn vendor(&self) -> &str;

    /// The model asked when a request names none.
    fn model(&self) -> &str;

    /// Sends the request. The stream yields pieces as they come and ends with [`Chunk::End`]; dropping it, or the
    /// call's cancel token, closes the connection. Retries happen only before the first piece.
    async fn stream(&self, request: &ChatRequest, call: &Call) -> Result<ChatStream, LlmError>;
}

pub type ChatStream = BoxStream<'static, Result<Chunk, LlmError>>;

/// What bounds one call.
#[derive(Clone, Debug)]
pub struct Call {
    /// What it is for (`draft`, `explain`...), for logs, recordings and usage.
    pub purpose: String,
    /// One request's time, from sending to the last piece.
    pub timeout: Duration,
    /// The whole ask's end: no retry begins that could not finish before it.
    pub deadline: Instant,
    pub cancel: CancellationToken,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// Another model of the same vendor than its default.
    pub model: Option<String>,
    /// What stays the same from call to call, most stable first.
    pub system: Vec<Part>,
    pub messages: Vec<Message>,
    pub tools: Vec<ToolSpec>,
    /// The reply is to be JSON of this shape. Where the vendor cannot promise it the shape is asked for in words.
    pub output: Option<OutputSchema>,
    pub temperature: Option<f32>,
    pub max_tokens: u32,
    pub effort: Option<Effort>,
}

/// How much a reasoning model may think before it answers, where the vendor lets one say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    Low,
    Medium,
    High,
}

/// A piece of the system prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub text: String,
    /// Everything up to the end of this part is worth caching at the vendor.
    pub cache: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub enum Message {
    User {
        text: String,
    },
    Assistant {
        text: String,
        tool_calls: Vec<ToolCall>,
    },
    /// What a tool gave, for the call with this id.
    Tool {
        id: String,
        text: String,
        is_error: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    /// JSON schema of the arguments.
    pub parameters: Json,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    /// As the model wrote them: not yet known to be JSON.
    pub arguments: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutputSchema {
    pub name: String,
    /// Shared: a stage's is always the same.
    pub schema: SharedJson,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Chunk {
    Text {
        text: String,
    },
    Thinking {
        text: String,
    },
    /// Whole: its arguments have been put together.
    ToolCall {
        call: ToolCall,
    },
    End {
        stop: StopReason,
        usage: TokenUsage,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    #[default]
    Finished,
    /// The reply was cut at `max_tokens`.
    Length,
    ToolUse,
    /// The vendor or the model declined.
    Refused,
}

/// As the vendor counted. `input` leaves out what came from or went into its cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenUsage {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
}

impl std::ops::AddAssign for TokenUsage {
    fn add_assign(&mut self, other: Self) {
        self.input += other.input;
        self.output += other.output;
        self.cache_read += other.cache_read;
        self.cache_write += other.cache_write;
    }
}

impl TokenUsage {
    /// Everything that was sent, cached or not.
    pub fn sent(&self) -> u64 {
        self.input + self.cache_read + self.cache_write
    }
}

/// A whole reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub text: String,
    pub thinking: String,
    pub tool_calls: Vec<ToolCall>,
    pub stop: StopReason,
    pub usage: TokenUsage,
}

impl Reply {
    /// The pieces it could have come in.
    pub(crate) fn into_chunks(self) -> Vec<Chunk> {
        let thinking = Some(self.thinking).filter(|text| !text.is_empty()).map(|text| Chunk::Thinking { text });
        let text = Some(self.text).filter(|text| !text.is_empty()).map(|text| Chunk::Text { text });
        let tools = self.tool_calls.into_iter().map(|call| Chunk::ToolCall { call });
        let end = Chunk::End { stop: self.stop, usage: self.usage };
        thinking.into_iter().chain(text).chain(tools).chain([end]).collect()
    }
}

/// The whole reply at once, for callers that have no use for its pieces.
pub async fn complete(model: &dyn ChatModel, request: &ChatRequest, call: &Call) -> Result<Reply, LlmError> {
    let mut stream = model.stream(request, call).await?;
    let mut reply = Reply::default();
    while let Some(chunk) = stream.next().await {
        match chunk? {
            Chunk::Text { text } => reply.text.push_str(&text),
            Chunk::Thinking { text } => reply.thinking.push_str(&text),
            Chunk::ToolCall { call } => reply.tool_calls.push(call),
            Chunk::End { stop, usage } => {
                (reply.stop, reply.usage) = (stop, usage);
                return Ok(reply);
            }
        }
    }
    // A stream says so itself if it breaks; this is one whose reader is gone.
    Err(LlmError::Unavailable { vendor: model.vendor().to_owned(), message: "the reply broke off".to_owned() })
}
