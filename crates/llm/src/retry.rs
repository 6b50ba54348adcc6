//! Sends a request again that may do better a little later, as long as the ask's deadline allows the wait, and only
//! before its first piece: what a caller has seen is never taken back.

use crate::LlmError;
use crate::chat::{Call, ChatModel, ChatRequest, ChatStream};
use crate::failure::{Again, Failure};
use crate::settings::RetrySettings;
use crate::transport::{HttpModel, may_pass};
use async_trait::async_trait;
use futures::StreamExt;
use std::time::Duration;
use tokio::time::Instant;

/// Waits differ by up to this part, so that callers that failed together do not come back together.
const JITTER: f64 = 0.25;

pub(crate) struct Retrying {
    pub inner: HttpModel,
    pub settings: RetrySettings,
}

#[async_trait]
impl ChatModel for Retrying {
    fn vendor(&self) -> &str {
        &self.inner.vendor.name
    }

    fn model(&self) -> &str {
        &self.inner.model
    }

    async fn stream(&self, request: &ChatRequest, call: &Call) -> Result<ChatStream, LlmError> {
        let mut tries = 0;
        loop {
            let failure = match self.begun(request, call).await {
                Ok(stream) => return Ok(stream),
                Err(failure) => failure,
            };
            let Again::After(asked) = failure.again else { return Err(failure.error) };
            let wait = wait(self.settings.first_wait, tries, asked);
            if tries >= self.settings.retries || Instant::now() + wait >= call.deadline {
                return Err(failure.error);
            }
            tracing::info!(purpose = call.purpose, error = %failure.error, ?wait, "the model will be asked again");
            tokio::select! {
                () = call.cancel.cancelled() => return Err(LlmError::Cancelled),
                () = tokio::time::sleep(wait) => tries += 1,
            }
        }
    }
}

impl Retrying {
    /// An attempt up to its first piece.
    async fn begun(&self, request: &ChatRequest, call: &Call) -> Result<ChatStream, Failure> {
        let mut stream = self.inner.attempt(request, call).await?;
        match stream.next().await {
            Some(Err(error)) => Err(Failure { again: may_pass(&error), error }),
            Some(Ok(first)) => Ok(futures::stream::iter([Ok(first)]).chain(stream).boxed()),
            None => Err(self.inner.classifier.broken("the reply broke off")),
        }
    }
}

/// What the server asked for, or twice as long as the last time; never shorter, a little longer by chance.
fn wait(first: Duration, tries: u32, asked: Option<Duration>) -> Duration {
    let wait = asked.unwrap_or_else(|| first.saturating_mul(2u32.saturating_pow(tries)));
    let spread = asked.map_or(wait, |_| first).mul_f64(JITTER);
    // A server may ask for a wait beyond what a clock can add; a day is as good as never.
    wait.saturating_add(spread.mul_f64(fastrand::f64())).min(Duration::from_secs(24 * 60 * 60))
}

#[cfg(test)]
#[path = "retry_tests.rs"]
mod tests;
