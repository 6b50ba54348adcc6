//! Whether a provider can be reached and answers, found out by asking it for next to nothing.

use crate::LlmError;
use crate::chat::{Call, ChatModel, ChatRequest, Effort, Message, TokenUsage, complete};
use std::time::{Duration, Instant};

/// Enough for a model that thinks before it says a word.
const MAX_TOKENS: u32 = 64;

#[derive(Clone, Debug, PartialEq)]
pub struct ProbeReport {
    pub vendor: String,
    pub model: String,
    /// From asking to the whole answer.
    pub latency: Duration,
    /// What it said; may be empty if all went into thinking.
    pub text: String,
    pub usage: TokenUsage,
}

pub async fn probe(model: &dyn ChatModel, call: &Call) -> Result<ProbeReport, LlmError> {
    let request = ChatRequest {
        messages: vec![Message::User { text: "Reply with the word OK.".to_owned() }],
        max_tokens: MAX_TOKENS,
        effort: Some(Effort::Low),
        ..ChatRequest::default()
    };
    let started = Instant::now();
    let reply = complete(model, &request, call).await?;
    Ok(ProbeReport {
        vendor: model.vendor().to_owned(),
        model: model.model().to_owned(),
        latency: started.elapsed(),
        text: reply.text.trim().to_owned(),
        usage: reply.usage,
    })
}
