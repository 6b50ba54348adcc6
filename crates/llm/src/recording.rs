//! Keeps every exchange with a model as one JSON file in a folder, keys removed, and plays them back without a network.
//!
//! A replay answers a request only if the whole of it was recorded, so that a change in what is sent is noticed.

use crate::LlmError;
use crate::canonical;
use crate::chat::{Call, ChatModel, ChatRequest, ChatStream, Chunk, Reply};
use crate::scrub::Scrubber;
use async_trait::async_trait;
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use vouch_model::ModelCall;

/// One file of a recording.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Exchange {
    pub number: u64,
    pub purpose: String,
    pub vendor: String,
    pub model: String,
    /// Of purpose and request.
    pub hash: String,
    pub request: Json,
    pub reply: Vec<Chunk>,
    /// How it ended, if not well.
    pub error: Option<LlmError>,
}

impl Exchange {
    /// As an answer's trace keeps it: one whole reply in place of its pieces.
    pub(crate) fn of_call(call: &ModelCall, number: u64) -> Self {
        // Through the type where it still fits: a tree writes its numbers longer than a text does.
        let request = call.request.read::<ChatRequest>().map(|request| kept(&request));
        let request = request.unwrap_or_else(|_| scrubbed(&call.request.read().unwrap_or_default()));
        let reply: Option<Reply> = call.reply.as_ref().and_then(|reply| reply.read().ok());
        Self {
            number,
            purpose: call.purpose.clone(),
            vendor: call.vendor.clone(),
            model: call.model.clone(),
            hash: canonical::hash(&json!({"purpose": call.purpose, "request": request})),
            request,
            reply: reply.map(Reply::into_chunks).unwrap_or_default(),
            error: call.error.as_ref().and_then(|error| error.read().ok()),
        }
    }
}

/// A model whose exchanges are kept.
pub struct Recording {
    inner: Arc<dyn ChatModel>,
    dir: PathBuf,
    next: AtomicU64,
}

impl Recording {
    /// Numbers go on from what the folder holds; it is made if it is not there.
    pub fn new(inner: Arc<dyn ChatModel>, dir: impl Into<PathBuf>) -> Result<Self, LlmError> {
        let dir = dir.into();
        std::fs::create_dir_all(&dir).map_err(|error| unusable(&dir, &error.to_string()))?;
        let last = read_all(&dir)?.iter().map(|exchange| exchange.number).max().unwrap_or_default();
        Ok(Self { inner, dir, next: AtomicU64::new(last + 1) })
    }
}

#[async_trait]
impl ChatModel for Recording {
    fn vendor(&self) -> &str {
        self.inner.vendor()
    }

    fn model(&self) -> &str {
        self.inner.model()
    }

    async fn stream(&self, request: &ChatRequest, call: &Call) -> Result<ChatStream, LlmError> {
        let mut page = Page {
            dir: self.dir.clone(),
            exchange: Exchange {
                number: self.next.fetch_add(1, Ordering::Relaxed),
                purpose: call.purpose.clone(),
                vendor: self.vendor().to_owned(),
                model: request.model.clone().unwrap_or_else(|| self.model().to_owned()),
                hash: hash(&call.purpose, request),
                request: kept(request),
                reply: Vec::new(),
                // Unless an end is seen the caller stopped listening.
                error: Some(LlmError::Cancelled),
            },
        };
        let stream = match self.inner.stream(request, call).await {
            Ok(stream) => stream,
            Err(error) => {
                page.exchange.error = Some(error.clone());
                return Err(error);
            }
        };
        Ok(stream.inspect(move |item| page.note(item)).boxed())
    }
}

/// Written when the exchange is over, however it ends.
struct Page {
    dir: PathBuf,
    exchange: Exchange,
}

impl Page {
    fn note(&mut self, item: &Result<Chunk, LlmError>) {
        match item {
            Ok(chunk) => {
                if matches!(chunk, Chunk::End { .. }) {
                    self.exchange.error = None;
                }
                self.exchange.reply.push(chunk.clone());
            }
            Err(error) => self.exchange.error = Some(error.clone()),
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let exchange = &self.exchange;
        let purpose: String =
            exchange.purpose.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
        let path = self.dir.join(format!("{:04}-{purpose}-{}.json", exchange.number, exchange.hash));
        let text = serde_json::to_string_pretty(exchange).map(|text| Scrubber::default().scrub(&text));
        let written = text.map_err(std::io::Error::from).and_then(|text| std::fs::write(&path, text));
        if let Err(error) = written {
            tracing::warn!(path = %path.display(), %error, "an exchange could not be recorded");
        }
    }
}

/// The request as it is kept and compared: without anything that looks like a key.
pub(crate) fn kept(request: &ChatRequest) -> Json {
    scrubbed(&json!(request))
}

fn scrubbed(json: &Json) -> Json {
    match json {
        Json::String(text) => Json::String(Scrubber::default().scrub(text)),
        Json::Array(items) => Json::Array(items.iter().map(scrubbed).collect()),
        Json::Object(fields) => {
            Json::Object(fields.iter().map(|(name, value)| (name.clone(), scrubbed(value))).collect())
        }
        other => other.clone(),
    }
}

pub(crate) fn hash(purpose: &str, request: &ChatRequest) -> String {
    canonical::hash(&json!({"purpose": purpose, "request": kept(request)}))
}

/// All exchanges of a folder, in their order.
pub(crate) fn read_all(dir: &Path) -> Result<Vec<Exchange>, LlmError> {
    let entries = std::fs::read_dir(dir).map_err(|error| unusable(dir, &error.to_string()))?;
    let mut exchanges = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unusable(dir, &error.to_string()))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).map_err(|error| unusable(&path, &error.to_string()))?;
            let exchange: Exchange =
                serde_json::from_str(&text).map_err(|error| unusable(&path, &error.to_string()))?;
            exchanges.push(exchange);
        }
    }
    exchanges.sort_by_key(|exchange| exchange.number);
    Ok(exchanges)
}

pub(crate) fn unusable(path: &Path, why: &str) -> LlmError {
    LlmError::Settings { message: format!("the recording {} cannot be used: {why}", path.display()) }
}
