//! Plays a recording back: a model that knows what it was asked, and refuses everything else.

use crate::LlmError;
use crate::canonical;
use crate::chat::{Call, ChatModel, ChatRequest, ChatStream};
use crate::recording::{Exchange, hash, kept, read_all, unusable};
use async_trait::async_trait;
use futures::StreamExt;
use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use vouch_model::ModelCall;

/// Differences told of a request that was not recorded.
const TOLD: usize = 3;

pub struct Replay {
    vendor: String,
    model: String,
    exchanges: Vec<Exchange>,
    /// Which of them are left, by hash: equal requests are answered in the order in which they were recorded.
    left: Mutex<HashMap<String, VecDeque<usize>>>,
}

impl Replay {
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, LlmError> {
        let exchanges = read_all(dir.as_ref())?;
        if exchanges.is_empty() {
            return Err(unusable(dir.as_ref(), "it holds no exchange"));
        }
        Ok(Self::of(exchanges))
    }

    /// The exchanges of one ask, as its trace keeps them.
    pub fn of_calls(calls: &[ModelCall]) -> Self {
        let exchanges = calls.iter().zip(1..).map(|(call, number)| Exchange::of_call(call, number));
        Self::of(exchanges.collect())
    }

    fn of(exchanges: Vec<Exchange>) -> Self {
        let first = exchanges.first();
        let vendor = first.map(|exchange| exchange.vendor.clone()).unwrap_or_default();
        let model = first.map(|exchange| exchange.model.clone()).unwrap_or_default();
        let mut left: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (at, exchange) in exchanges.iter().enumerate() {
            left.entry(exchange.hash.clone()).or_default().push_back(at);
        }
        Self { vendor, model, exchanges, left: Mutex::new(left) }
    }

    fn drift(&self, request: &ChatRequest, call: &Call, known: bool) -> LlmError {
        let purpose = &call.purpose;
        if known {
            return LlmError::Drift { message: format!("'{purpose}' was asked more often than it was recorded") };
        }
        let asked = kept(request);
        let same_purpose = self.exchanges.iter().filter(|exchange| exchange.purpose == *purpose);
        let nearest = same_purpose
            .map(|exchange| (exchange.number, canonical::differences(&exchange.request, &asked)))
            .min_by_key(|(_, differences)| differences.len());
        let message = match nearest {
            None => format!("no '{purpose}' was recorded"),
            Some((number, differences)) => {
                let told = differences.iter().take(TOLD).cloned().collect::<Vec<_>>().join("; ");
                let more = differences.len().saturating_sub(TOLD);
                let more = if more > 0 { format!("; and {more} more") } else { String::new() };
                format!("'{purpose}' differs from the recorded number {number}: {told}{more}")
            }
        };
        LlmError::Drift { message }
    }
}

#[async_trait]
impl ChatModel for Replay {
    fn vendor(&self) -> &str {
        &self.vendor
    }

    fn model(&self) -> &str {
        &self.model
    }

    async fn stream(&self, request: &ChatRequest, call: &Call) -> Result<ChatStream, LlmError> {
        let hash = hash(&call.purpose, request);
        let (known, next) = {
            let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
            let queue = left.get_mut(&hash);
            (queue.is_some(), queue.and_then(VecDeque::pop_front))
        };
        let Some(exchange) = next.and_then(|at| self.exchanges.get(at)) else {
            return Err(self.drift(request, call, known));
        };
        match (&exchange.error, exchange.reply.is_empty()) {
            (Some(error), true) => Err(error.clone()),
            (error, _) => {
                let end = error.clone().map(Err);
                let pieces: Vec<_> = exchange.reply.iter().cloned().map(Ok).chain(end).collect();
                Ok(futures::stream::iter(pieces).boxed())
            }
        }
    }
}
