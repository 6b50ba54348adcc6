//! One provider over HTTP: sends a request, reads the events of its reply, and closes the connection when the caller
//! stops, the time is up or the reply is too long. One attempt only; `retry` decides about the next.

use crate::LlmError;
use crate::chat::{Call, ChatRequest, ChatStream, Chunk};
use crate::failure::{Again, Classifier, Failure, read_body, wait_asked};
use crate::limits::{self, BodyFault};
use crate::vendors::{Abilities, ApiKind, Vendor};
use crate::wire::{Decoder, Fault, Field, Shape, start_of};
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{Client, Response, Url};
use sse_stream::SseByteStream;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Pieces read ahead of a slow caller.
const AHEAD: usize = 32;

/// Events that came together and are passed on together: a reply has hundreds, and each hand-over costs more than
/// reading one.
const EVENTS_AT_ONCE: usize = 256;

/// Time for the last bytes after a reply's end, so that the connection can be used again.
const DRAIN: Duration = Duration::from_millis(500);

/// A server may refuse as many fields as there are to do without, and no more.
const ADAPTATIONS: usize = 4;

pub(crate) struct HttpModel {
    pub client: Client,
    pub vendor: &'static Vendor,
    pub api: ApiKind,
    pub url: Url,
    /// The key's header among them, marked as sensitive.
    pub headers: HeaderMap,
    pub model: String,
    pub classifier: Classifier,
    /// What this server has refused, by model: asked for in vain once, not asked for again.
    pub refused: Mutex<HashMap<String, Vec<Field>>>,
}

impl HttpModel {
    /// Sends the request and gives its stream as soon as the server has accepted it.
    pub async fn attempt(&self, request: &ChatRequest, call: &Call) -> Result<ChatStream, Failure> {
        let started = Instant::now();
        let end = started.checked_add(call.timeout).map_or(call.deadline, |end| end.min(call.deadline));
        let accepted = tokio::select! {
            biased;
            () = call.cancel.cancelled() => return Err(Failure::never(LlmError::Cancelled)),
            () = tokio::time::sleep_until(end) => return Err(self.classifier.timeout(end - started)),
            accepted = self.accepted(request) => accepted?,
        };
        Ok(self.read(accepted, request, call, started, end))
    }

    /// Until the server takes the request, or refuses more than a field that can be left out.
    async fn accepted(&self, request: &ChatRequest) -> Result<Response, Failure> {
        let model = request.model.as_deref().unwrap_or(&self.model);
        for _ in 0..ADAPTATIONS {
            let abilities = self.abilities(model);
            let body = self.api.body(request, &Shape { model, abilities }).map_err(|error| self.unwritable(&error))?;
            let response = self.send(body).await?;
            let status = response.status();
            if status.is_success() {
                return Ok(response);
            }
            let wait = wait_asked(response.headers(), SystemTime::now());
            let error = read_body(&limits::error_body(response).await);
            // 500 too: llama-cpp-python fails so over a field that it does not know, and names it.
            if matches!(status.as_u16(), 400 | 422 | 500)
                && let Some(field) = abilities.refused(request, &error)
            {
                tracing::info!(
                    vendor = self.vendor.name,
                    model,
                    ?field,
                    "the server refuses a field: going without it"
                );
                self.refused
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .entry(model.to_owned())
                    .or_default()
                    .push(field);
                continue;
            }
            return Err(self.classifier.refusal(status.as_u16(), &error, wait, model));
        }
        Err(self.bad_request("it refuses one field after the other".to_owned()))
    }

    fn unwritable(&self, error: &serde_json::Error) -> Failure {
        self.bad_request(format!("the request cannot be written as JSON: {error}"))
    }

    fn bad_request(&self, message: String) -> Failure {
        Failure::never(LlmError::BadRequest { vendor: self.vendor.name.clone(), message })
    }

    fn abilities(&self, model: &str) -> Abilities {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let fields = refused.get(model).map(Vec::as_slice).unwrap_or_default();
        fields.iter().fold(self.vendor.abilities(model), |abilities, field| abilities.without(*field))
    }

    async fn send(&self, body: String) -> Result<Response, Failure> {
        let request = self.client.post(self.url.clone()).headers(self.headers.clone()).body(body);
        request.send().await.map_err(|error| {
            let place = crate::address::shown(self.url.as_str());
            self.classifier.broken(&format!("{place}: {}", causes(&error.without_url())))
        })
    }

    /// Reads in a task of its own, so that a stop closes the connection even while nobody waits for the next piece.
    fn read(
        &self,
        response: Response,
        request: &ChatRequest,
        call: &Call,
        started: Instant,
        end: Instant,
    ) -> ChatStream {
        let (pieces, mut received) = mpsc::channel(AHEAD);
        let mut reading = Reading {
            classifier: self.classifier.clone(),
            model: request.model.clone().unwrap_or_else(|| self.model.clone()),
            decoder: self.api.decoder(),
            pieces: pieces.clone(),
        };
        let cancel = call.cancel.clone();
        let classifier = self.classifier.clone();
        tokio::spawn(async move {
            let outcome = tokio::select! {
                biased;
                () = pieces.closed() => return,
                () = cancel.cancelled() => Err(LlmError::Cancelled),
                () = tokio::time::sleep_until(end) => Err(classifier.timeout(end - started).error),
                outcome = reading.run(response) => outcome.map_err(|failure| failure.error),
            };
            match outcome {
                Ok(rest) => drain(rest).await,
                Err(error) => drop(pieces.send(Err(error)).await),
            }
        });
        futures::stream::poll_fn(move |context| received.poll_recv(context)).boxed()
    }
}

/// The events that are there at a time.
type EventStream = BoxStream<'static, Vec<Result<sse_stream::Sse, sse_stream::Error>>>;

struct Reading {
    classifier: Classifier,
    model: String,
    decoder: Box<dyn Decoder>,
    pieces: mpsc::Sender<Result<Chunk, LlmError>>,
}

impl Reading {
    /// Passes pieces on up to the end; what is left of the body then is given back.
    async fn run(&mut self, response: Response) -> Result<EventStream, Failure> {
        if !is_event_stream(&response) {
            return Err(self.not_a_stream(response).await);
        }
        let bytes = limits::limited(response.bytes_stream().map_err(|error| causes(&error.without_url())));
        let mut events: EventStream = SseByteStream::new(bytes.boxed()).ready_chunks(EVENTS_AT_ONCE).boxed();
        while let Some(ready) = events.next().await {
            let mut chunks = Vec::new();
            let read = self.decode(ready, &mut chunks);
            // What came before a fault was said all the same.
            let ended = self.pass_on(chunks).await;
            read?;
            if ended {
                return Ok(events);
            }
        }
        let chunks = self.decoder.finish().map_err(|fault| self.classifier.fault(fault, &self.model))?;
        self.pass_on(chunks).await;
        Ok(events)
    }

    /// What the events add, texts that follow each other as one.
    fn decode(
        &mut self,
        events: Vec<Result<sse_stream::Sse, sse_stream::Error>>,
        chunks: &mut Vec<Chunk>,
    ) -> Result<(), Failure> {
        for event in events {
            let Some(data) = event.map_err(|error| self.unreadable(&error))?.data else { continue };
            for chunk in self.decoder.event(&data).map_err(|fault| self.classifier.fault(fault, &self.model))? {
                match (chunks.last_mut(), chunk) {
                    (Some(Chunk::Text { text: said }), Chunk::Text { text }) => said.push_str(&text),
                    (_, chunk) => chunks.push(chunk),
                }
            }
            // Whatever a server sends behind the end is not read.
            if matches!(chunks.last(), Some(Chunk::End { .. })) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// True after the last piece.
    async fn pass_on(&self, chunks: Vec<Chunk>) -> bool {
        let mut ended = false;
        for chunk in chunks {
            ended |= matches!(chunk, Chunk::End { .. });
            // Nobody listens any more: the task that runs this notices too.
            drop(self.pieces.send(Ok(chunk)).await);
        }
        ended
    }

    fn unreadable(&self, error: &sse_stream::Error) -> Failure {
        match error {
            sse_stream::Error::Body(inner) => match inner.downcast_ref::<BodyFault>() {
                Some(fault @ BodyFault::TooLong(_)) => Failure::never(self.classifier.garbled(&fault.to_string())),
                _ => self.classifier.broken(&inner.to_string()),
            },
            other => Failure::never(self.classifier.garbled(&other.to_string())),
        }
    }

    /// Some servers answer 200 with an error in JSON, and a wrong address answers with a page.
    async fn not_a_stream(&self, response: Response) -> Failure {
        let body = limits::error_body(response).await;
        let json = serde_json::from_slice::<serde_json::Value>(&body).ok();
        match json.as_ref().filter(|json| json.get("error").is_some()).and_then(crate::wire::ErrorBody::of) {
            Some(error) => self.classifier.fault(Fault::Failed(error), &self.model),
            None => {
                let start = start_of(&String::from_utf8_lossy(&body));
                Failure::never(self.classifier.garbled(&format!("no event stream but: {start}")))
            }
        }
    }
}

fn is_event_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.is_empty() || kind.to_ascii_lowercase().starts_with("text/event-stream")
}

async fn drain(mut rest: EventStream) {
    let to_the_end = async { while rest.next().await.is_some_and(|events| events.iter().all(Result::is_ok)) {} };
    drop(tokio::time::timeout(DRAIN, to_the_end).await);
}

/// An error with its causes: the outermost of HTTP errors says little.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        source = cause.source();
    }
    text
}

/// A failure that arrives as a stream's first item counts like one before it.
pub(crate) fn may_pass(error: &LlmError) -> Again {
    match error {
        LlmError::Unavailable { .. } => Again::After(None),
        LlmError::RateLimited { retry_after, .. } => Again::After(*retry_after),
        _ => Again::Never,
    }
}
