//! Language models behind one small trait: wire formats, vendors, retry, usage and cost, recordings.
//!
//! [`ChatModel::stream`] is the core call, [`complete`] derives from it. Nothing here knows SQL, questions or prompts:
//! whoever calls brings the words and reads the reply.

mod address;
mod anthropic;
mod canonical;
mod chat;
mod connect;
mod error;
mod failure;
mod limits;
mod openai_chat;
mod openai_responses;
mod prices;
mod probe;
mod recording;
mod replay;
mod retry;
mod schema;
mod scrub;
mod settings;
mod structured;
mod transport;
mod vendors;
mod wire;

pub use chat::{
    Call, ChatModel, ChatRequest, ChatStream, Chunk, Effort, Message, OutputSchema, Part, Reply, StopReason,
    TokenUsage, ToolCall, ToolSpec, complete,
};
pub use connect::{choose_tls, connect, http_client};
pub use error::LlmError;
pub use prices::Prices;
pub use probe::{ProbeReport, probe};
pub use recording::Recording;
pub use replay::Replay;
/// What keys are kept in.
pub use secrecy::SecretString;
pub use settings::{ProviderSettings, RetrySettings};
pub use structured::{read_json, read_sql};
pub use vendors::{ApiKind, guess_vendor, vendor_names};
