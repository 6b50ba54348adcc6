//! Language models behind one small trait: wire formats, vendors, retry, usage and cost, recordings.
//!
//! [`ChatModel::stream`] is the core call, [`complete`] derives from it. Nothing here knows SQL, questions or prompts:
//! whoever calls brings the words and reads the reply.

mod chat;
mod error;

pub use chat::{
    Call, ChatModel, ChatRequest, ChatStream, Chunk, Effort, Message, OutputSchema, Part, Reply, StopReason,
    TokenUsage, ToolCall, ToolSpec, complete,
};
pub use error::LlmError;
