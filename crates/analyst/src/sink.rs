//! Where events go. The session writes them to the store before it forwards them; tests collect them.

use async_trait::async_trait;
use vouch_model::Event;

#[async_trait]
pub trait EventSink: Send + Sync {
    /// A sink that fails does not stop the ask: the answer is still returned.
    async fn send(&self, event: Event) -> Result<(), SinkError>;
}

#[derive(Debug, thiserror::Error)]
#[error("an event could not be passed on: {0}")]
pub struct SinkError(pub String);
