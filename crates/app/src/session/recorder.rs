//! Writes every event of a turn to the store and then passes it on.

use async_trait::async_trait;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use vouch_analyst::{EventSink, SinkError};
use vouch_model::{Answer, AskId, Event};
use vouch_store::{Store, StoreError};

pub struct Recorder<'a> {
    store: &'a dyn Store,
    turn: &'a AskId,
    listener: &'a dyn EventSink,
    /// The store failed once; it was said, and is not said again for each event.
    failed: AtomicBool,
    /// The final status, held back: it is stored together with the answer, or not at all.
    ending: Mutex<Option<Event>>,
    /// Why the answer could not be stored.
    lost: Mutex<Option<StoreError>>,
}

impl<'a> Recorder<'a> {
    pub fn new(store: &'a dyn Store, turn: &'a AskId, listener: &'a dyn EventSink) -> Self {
        let (ending, lost) = (Mutex::new(None), Mutex::new(None));
        Self { store, turn, listener, failed: AtomicBool::new(false), ending, lost }
    }

    /// Why the answer could not be stored, if it could not.
    pub fn lost(&self) -> Option<StoreError> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    async fn append(&self, event: &Event) {
        if let Err(error) = self.store.append_events(self.turn, std::slice::from_ref(event)).await
            && !self.failed.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(turn = %self.turn, %error, "events of this turn could not be stored");
        }
    }

    async fn close(&self, answer: &Answer) -> Option<Event> {
        if let Err(error) = self.store.close_turn(self.turn, answer).await {
            tracing::warn!(turn = %self.turn, %error, "the answer could not be stored");
            *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        self.ending.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[async_trait]
impl EventSink for Recorder<'_> {
    /// Stored first: whoever sees an event live can also see it again.
    async fn send(&self, event: &Event) -> Result<(), SinkError> {
        match event {
            Event::Status { status } if status.is_final() => {
                *self.ending.lock().unwrap_or_else(PoisonError::into_inner) = Some(event.clone());
                return Ok(());
            }
            Event::Done { answer } => {
                if let Some(ending) = self.close(answer).await {
                    self.listener.send(&ending).await?;
                }
            }
            other => self.append(other).await,
        }
        self.listener.send(event).await
    }
}
