//! What an ask leaves for those who run the server: figures, a log line for each thing that happened, and a trace.

use super::Target;
use crate::telemetry::{self, AskTrace};
use async_trait::async_trait;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU32, Ordering};
use vouch_analyst::{EventSink, SinkError};
use vouch_model::{Answer, AskRequest, Event};

pub struct Observer {
    session: String,
    ask: String,
    step: AtomicU32,
    trace: Mutex<AskTrace>,
}

impl Observer {
    pub fn new(request: &AskRequest, target: &Target) -> Self {
        let session = request.session.as_ref().map(|id| id.shown().to_owned()).unwrap_or_default();
        let trace = AskTrace::begin(request.id.as_str(), &session, &target.name);
        Self { session, ask: request.id.to_string(), step: AtomicU32::new(0), trace: Mutex::new(trace) }
    }

    pub fn finish(&self, answer: &Answer) {
        telemetry::count_ask(answer);
        let outcome = answer.outcome.status();
        self.trace.lock().unwrap_or_else(PoisonError::into_inner).end(answer);
        let tokens = answer.usage.input_tokens + answer.usage.output_tokens;
        tracing::info!(
            sessionId = %self.session,
            askId = %self.ask,
            event = "ask_completed",
            status = ?outcome,
            tokenCount = tokens,
            durationMs = answer.timings.total_time * 1_000.0,
            iterations = answer.attempts.len().max(1),
            cached = answer.cached,
        );
    }
}

#[async_trait]
impl EventSink for Observer {
    async fn send(&self, event: Event) -> Result<(), SinkError> {
        let (session, ask) = (&self.session, &self.ask);
        match &event {
            Event::StageEnded { stage, millis } => {
                telemetry::count_stage(*stage, *millis);
                self.trace.lock().unwrap_or_else(PoisonError::into_inner).stage(stage.name(), *millis);
                let step = self.step.fetch_add(1, Ordering::Relaxed) + 1;
                tracing::debug!(
                    sessionId = %session, askId = %ask, event = "stage_completed", stepNumber = step,
                    stage = stage.name(), durationMs = *millis,
                );
            }
            Event::ModelCalled { call } => {
                telemetry::count_model_call(call);
                self.trace.lock().unwrap_or_else(PoisonError::into_inner).model_call(call);
                tracing::info!(
                    sessionId = %session, askId = %ask, event = "model_called", purpose = %call.purpose,
                    model = %call.model, tokenCount = call.input_tokens + call.output_tokens,
                    durationMs = call.millis, failed = call.error.is_some(),
                );
            }
            Event::Tool { call } => {
                telemetry::count_tool(&call.tool, call.success, call.millis);
                tracing::debug!(
                    sessionId = %session, askId = %ask, event = "tool_called", toolName = %call.tool,
                    durationMs = call.millis, error = call.error.as_deref().unwrap_or_default(),
                );
            }
            Event::AttemptFailed { attempt, error } => {
                telemetry::count_retry(error.code);
                // The code and not the message: an engine's message may quote a cell.
                tracing::info!(
                    sessionId = %session, askId = %ask, event = "attempt_failed", stepNumber = *attempt,
                    error = error.code.name(),
                );
            }
            _ => {}
        }
        Ok(())
    }
}
