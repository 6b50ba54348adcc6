//! Writes every event of a turn to the store and then passes it on.

use async_trait::async_trait;
use std::sync::atomic::{AtomicBool, Ordering};
use vouch_analyst::{EventSink, SinkError};
use vouch_model::{Event, TurnId};
use vouch_store::Store;

pub struct Recorder<'a> {
    store: &'a dyn Store,
    turn: &'a TurnId,
    listener: &'a dyn EventSink,
    /// The store failed once; it was said, and is not said again for each event.
    failed: AtomicBool,
}

impl<'a> Recorder<'a> {
    pub fn new(store: &'a dyn Store, turn: &'a TurnId, listener: &'a dyn EventSink) -> Self {
        Self { store, turn, listener, failed: AtomicBool::new(false) }
    }
}

#[async_trait]
impl EventSink for Recorder<'_> {
    /// Stored first: whoever sees an event live can also see it again.
    async fn send(&self, event: &Event) -> Result<(), SinkError> {
        if let Err(error) = self.store.append_event(self.turn, event).await
            && !self.failed.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(turn = %self.turn, %error, "events of this turn could not be stored");
        }
        self.listener.send(event).await
    }
}
