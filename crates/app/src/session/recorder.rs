//! Writes the events of a turn to the store and passes them on, in that order, without the workflow waiting for it.
//!
//! The workflow puts events into a short queue; [`Recorder::pump`] runs beside it, takes all that come within a moment
//! and stores them in one go: nobody sees the moment, and a commit costs more than all the events in it. The last two,
//! the final status and `done`, close the turn, and what still waits then is stored with them.

use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{EventSink, SinkError};
use vouch_model::{Answer, AskId, Event, Outcome};
use vouch_store::{Store, StoreError};

/// Events that may wait for a slow store before the workflow waits too.
const AHEAD: usize = 256;
/// Events that are stored in one go.
const AT_ONCE: usize = 64;
/// How long the first of them waits for others while somebody watches.
const A_MOMENT: Duration = Duration::from_millis(2);
/// The same while nobody does: a quick ask is then stored in one go.
const A_WHILE: Duration = Duration::from_millis(25);

pub struct Recorder<'a> {
    store: &'a dyn Store,
    turn: &'a AskId,
    listener: &'a dyn EventSink,
    /// Set when the turn is no longer ours to answer: somebody else ended it.
    cancel: CancellationToken,
    /// What a stop is to be called, where it was not the asker who wanted it.
    stopped_means: &'a (dyn Fn() -> Option<Outcome> + Sync),
    /// The source that is asked, where it is not the one that the session began with.
    elsewhere: Option<&'a str>,
}

/// The workflow's end of the queue.
pub struct Inlet(mpsc::Sender<Event>);

#[async_trait]
impl EventSink for Inlet {
    async fn send(&self, event: Event) -> Result<(), SinkError> {
        // Kept for the end, where it is stored together with the answer.
        if matches!(event, Event::Status { status } if status.is_final()) {
            return Ok(());
        }
        self.0.send(event).await.map_err(|_| SinkError("nobody records the events any longer".to_owned()))
    }
}

impl<'a> Recorder<'a> {
    pub fn new(
        store: &'a dyn Store,
        turn: &'a AskId,
        listener: &'a dyn EventSink,
        cancel: CancellationToken,
        stopped_means: &'a (dyn Fn() -> Option<Outcome> + Sync),
    ) -> (Self, Inlet, mpsc::Receiver<Event>) {
        let (sender, receiver) = mpsc::channel(AHEAD);
        (Self { store, turn, listener, cancel, stopped_means, elsewhere: None }, Inlet(sender), receiver)
    }

    /// The answer says that it is about this, and not about what its session began with.
    pub fn about(self, elsewhere: Option<&'a str>) -> Self {
        Self { elsewhere, ..self }
    }

    /// Runs until the workflow has dropped its end. Returns the answer as it was stored.
    pub async fn pump(&self, mut events: mpsc::Receiver<Event>) -> Option<Arc<Answer>> {
        let mut waiting = Vec::with_capacity(AT_ONCE);
        let mut told = false;
        let mut last = None;
        while self.next(&mut events, &mut waiting).await {
            let done = match waiting.pop() {
                Some(Event::Done { answer }) => Some(answer),
                Some(other) => {
                    waiting.push(other);
                    None
                }
                None => None,
            };
            if let Some(answer) = done {
                last = Some(self.close(std::mem::take(&mut waiting), answer).await);
                continue;
            }
            if let Err(error) = self.store.append_events(self.turn, &waiting).await {
                self.note_failure(&error, &mut told);
            }
            for event in waiting.drain(..) {
                self.forward(event).await;
            }
        }
        last
    }

    /// What happens within a moment, up to the end of the turn; `false` when nothing will come any more.
    async fn next(&self, events: &mut mpsc::Receiver<Event>, waiting: &mut Vec<Event>) -> bool {
        if events.recv_many(waiting, AT_ONCE).await == 0 {
            return false;
        }
        let moment = if self.store.is_watched(self.turn) { A_MOMENT } else { A_WHILE };
        // One clock for all of them: setting it costs more than an event.
        let over = tokio::time::sleep(moment);
        tokio::pin!(over);
        while waiting.len() < AT_ONCE && !matches!(waiting.last(), Some(Event::Done { .. })) {
            let event = tokio::select! {
                biased;
                event = events.recv() => event,
                () = &mut over => break,
            };
            match event {
                Some(event) => waiting.push(event),
                None => break,
            }
        }
        true
    }

    /// The last events go with the answer.
    async fn close(&self, events: Vec<Event>, mut answer: Arc<Answer>) -> Arc<Answer> {
        if answer.outcome == Outcome::Stopped
            && let Some(meaning) = (self.stopped_means)()
        {
            Arc::make_mut(&mut answer).outcome = meaning;
        }
        if let Some(source) = self.elsewhere {
            Arc::make_mut(&mut answer).source = Some(source.to_owned());
        }
        // The answer is right whether or not it could be kept; losing it over a full disk would help nobody.
        if let Err(error) = self.store.finish_turn(self.turn, &events, &answer).await {
            tracing::warn!(turn = %self.turn, %error, "the answer could not be stored");
            Arc::make_mut(&mut answer).notes.push(format!("This answer could not be kept for later: {error}."));
        }
        for event in events {
            self.forward(event).await;
        }
        self.forward(Event::Status { status: answer.outcome.status() }).await;
        self.forward(Event::Done { answer: answer.clone() }).await;
        answer
    }

    fn note_failure(&self, error: &StoreError, told: &mut bool) {
        match error {
            StoreError::Conflict { .. } => self.cancel.cancel(),
            // Said once, not for each event.
            _ if !*told => tracing::warn!(turn = %self.turn, %error, "events of this turn could not be stored"),
            _ => {}
        }
        *told = true;
    }

    async fn forward(&self, event: Event) {
        if let Err(error) = self.listener.send(event).await {
            tracing::debug!(turn = %self.turn, %error, "a listener is gone");
        }
    }
}
