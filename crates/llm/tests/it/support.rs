//! Providers at a scripted server, and calls that end soon.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use futures::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use vouch_llm::{
    Call, ChatModel, ChatRequest, Chunk, LlmError, Message, OutputSchema, Part, ProviderSettings, RetrySettings,
    SecretString, ToolSpec, connect,
};
use vouch_testing::{ModelServer, Script};

pub const KEY: &str = "sk-test-0123456789abcdefSECRET";

/// The first wait of a retry in tests.
pub const WAIT: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    Anthropic,
    OpenaiChat,
    OpenaiResponses,
}

impl Provider {
    pub const ALL: [Provider; 3] = [Provider::Anthropic, Provider::OpenaiChat, Provider::OpenaiResponses];

    pub fn settings(self, url: &str) -> ProviderSettings {
        let vendor = match self {
            Provider::Anthropic => "anthropic",
            Provider::OpenaiChat => "openai",
            Provider::OpenaiResponses => "openai-responses",
        };
        ProviderSettings {
            vendor: vendor.to_owned(),
            base_url: Some(url.to_owned()),
            api_key: Some(SecretString::from(KEY.to_owned())),
            retry: RetrySettings { retries: 3, first_wait: WAIT },
            ..ProviderSettings::default()
        }
    }

    pub async fn with(self, script: Script) -> (ModelServer, Arc<dyn ChatModel>) {
        let server = ModelServer::start(script).await;
        let model = connect(self.settings(&server.url())).unwrap();
        (server, model)
    }
}

/// Runs a test of the suite for each provider, each under its own name.
macro_rules! for_every_provider {
    ($($test:ident),* $(,)?) => {
        mod anthropic { $(#[tokio::test] async fn $test() { super::$test(crate::support::Provider::Anthropic).await })* }
        mod openai_chat { $(#[tokio::test] async fn $test() { super::$test(crate::support::Provider::OpenaiChat).await })* }
        mod openai_responses {
            $(#[tokio::test] async fn $test() { super::$test(crate::support::Provider::OpenaiResponses).await })*
        }
    };
}
pub(crate) use for_every_provider;

pub fn call() -> Call {
    Call {
        purpose: "test".to_owned(),
        timeout: Duration::from_secs(20),
        deadline: Instant::now() + Duration::from_secs(60),
        cancel: CancellationToken::new(),
    }
}

pub fn ask(text: &str) -> ChatRequest {
    ChatRequest {
        system: vec![Part { text: "You write SQL.".to_owned(), cache: true }],
        messages: vec![Message::User { text: text.to_owned() }],
        max_tokens: 500,
        ..ChatRequest::default()
    }
}

pub fn with_output(mut request: ChatRequest) -> ChatRequest {
    request.output = Some(OutputSchema {
        name: "draft reply".to_owned(),
        schema: serde_json::json!({"type": "object", "required": ["sql"], "properties": {
            "sql": {"type": "string"}}})
        .into(),
    });
    request
}

pub fn tool(name: &str) -> ToolSpec {
    ToolSpec {
        name: name.to_owned(),
        description: format!("does {name}"),
        parameters: serde_json::json!({"type": "object", "properties": {"q": {"type": "string"}}}),
    }
}

/// All pieces, and how the stream ended if not well.
pub async fn pieces(model: &dyn ChatModel, request: &ChatRequest, call: &Call) -> (Vec<Chunk>, Option<LlmError>) {
    let mut stream = match model.stream(request, call).await {
        Ok(stream) => stream,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut pieces = Vec::new();
    while let Some(piece) = stream.next().await {
        match piece {
            Ok(piece) => pieces.push(piece),
            Err(error) => return (pieces, Some(error)),
        }
    }
    (pieces, None)
}

pub fn text_of(pieces: &[Chunk]) -> String {
    pieces
        .iter()
        .filter_map(|piece| if let Chunk::Text { text } = piece { Some(text.as_str()) } else { None })
        .collect()
}
