//! A turn's events as server-sent events, read from the store: by any number of readers, on any instance, from the
//! beginning or from where a broken connection left off. A slow reader slows nobody but itself.

use crate::service::{LOOK_AGAIN, Service};
use crate::shapes::{explore_step, is_told, step};
use axum::http::HeaderMap;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use futures::Stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;
use vouch_model::{AskId, Event};

/// A comment line this often, so that proxies do not take a quiet stream for a dead one.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// One event on the wire, for the description.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what is written as text")]
pub struct StreamEvent {
    /// `status`, `step` or, once and at the end, `done`.
    event: String,
    /// Counts up; sent back as Last-Event-ID it resumes a broken stream.
    id: String,
    /// JSON: the status, the step, or the whole answer.
    data: String,
}

/// How a reader sees the events.
#[derive(Clone, Copy)]
pub struct View {
    pub shape: Shape,
    pub admin: bool,
}

/// Whose answer it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Ask,
    Chat,
    Exploration,
}

pub fn stream(
    service: Arc<Service>,
    id: AskId,
    seen: u64,
    view: View,
) -> Sse<impl Stream<Item = Result<SseEvent, Infallible>>> {
    let changes = service.store.changes().of_turn(&id);
    let reader =
        Reader { service, id, seen, told: 0, after: 0, view, changes, ready: Vec::new().into_iter(), ended: false };
    let events = futures::stream::unfold(reader, |mut reader| async move {
        let event = reader.next().await?;
        Some((Ok(event), reader))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}

/// A text that is there already, block by block, and `done` with the whole at the end.
pub fn pieces(text: String, whole: impl serde::Serialize) -> Sse<impl Stream<Item = Result<SseEvent, Infallible>>> {
    let block = |text: &str| serde_json::json!({"type": "report", "text": text}).to_string();
    let mut events: Vec<SseEvent> = text
        .split_inclusive("\n\n")
        .enumerate()
        .map(|(at, piece)| SseEvent::default().event("step").id((at + 1).to_string()).data(block(piece)))
        .collect();
    let done = serde_json::to_string(&whole).unwrap_or_default();
    events.push(SseEvent::default().event("done").id((events.len() + 1).to_string()).data(done));
    Sse::new(futures::stream::iter(events.into_iter().map(Ok)))
}

/// The number of the last event that a reader saw before its connection broke.
pub fn last_seen(headers: &HeaderMap, argument: Option<u64>) -> u64 {
    let header = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.trim().parse().ok());
    header.or(argument).unwrap_or(0)
}

struct Reader {
    service: Arc<Service>,
    id: AskId,
    /// Events that the reader had before its connection broke.
    seen: u64,
    /// Events that were passed over or sent; the number of the last one, since the store's own numbers count what nobody
    /// is told as well.
    told: u64,
    /// The store's number of the last event.
    after: u64,
    view: View,
    changes: watch::Receiver<u64>,
    ready: std::vec::IntoIter<(u64, Event)>,
    ended: bool,
}

impl Reader {
    async fn next(&mut self) -> Option<SseEvent> {
        loop {
            for (number, event) in self.ready.by_ref() {
                self.after = number;
                self.ended |= matches!(event, Event::Done { .. });
                self.told += u64::from(is_told(&event));
                if self.told <= self.seen {
                    continue;
                }
                let (id, admin) = (self.id.as_str(), self.view.admin);
                let told = match self.view.shape {
                    Shape::Exploration => explore_step(id, &event, admin),
                    shape => step(id, &event, shape == Shape::Chat, admin),
                };
                if let Some((name, data)) = told {
                    return Some(SseEvent::default().event(name).id(self.told.to_string()).data(data.to_string()));
                }
            }
            if self.ended {
                return None;
            }
            self.changes.mark_unchanged();
            match self.service.store.events(&self.id, self.after).await {
                Ok(events) if !events.is_empty() => self.ready = events.into_iter(),
                // Nothing new: wait to be told, and look again anyway.
                Ok(_) => {
                    if self.has_ended().await {
                        return None;
                    }
                    let _ = tokio::time::timeout(LOOK_AGAIN, self.changes.changed()).await;
                }
                // Deleted meanwhile, or the store is gone: the reader comes back with the last id it saw.
                Err(error) => {
                    tracing::debug!(%error, ask = %self.id, "a stream ended early");
                    return None;
                }
            }
        }
    }

    /// A reader that comes back after the last event has nothing to wait for.
    async fn has_ended(&self) -> bool {
        match self.service.store.turn(&self.id).await {
            Ok(Some(turn)) => turn.answer.is_some() && self.after > 0 && self.nothing_after().await,
            _ => true,
        }
    }

    async fn nothing_after(&self) -> bool {
        self.service.store.events(&self.id, self.after).await.is_ok_and(|events| events.is_empty())
    }
}
