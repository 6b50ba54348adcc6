//! A call that is stopped, forgotten or too slow lets go of its connection.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{Provider, ask, call, for_every_provider, pieces, text_of};
use futures::StreamExt;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use vouch_llm::{Call, LlmError, complete};
use vouch_testing::{Chunking, Script, Turn};

for_every_provider!(
    a_stop_before_the_answer_closes_the_connection,
    a_stop_within_the_answer_closes_the_connection,
    a_stop_during_a_wait_ends_it,
    a_stopped_call_sends_nothing,
    a_dropped_stream_closes_the_connection,
    silence_before_the_answer_times_out,
    silence_within_the_answer_times_out,
    a_reply_that_drips_times_out,
    the_deadline_ends_a_call_too,
    a_call_may_have_no_end_and_a_past_one,
);

const SOON: Duration = Duration::from_secs(5);
const LONG: &str = "A reply of many words, so many that it takes a good number of events to say them all to the end.";

/// Behind the first pieces of [`LONG`] in every format.
const MIDDLE: usize = 2500;

async fn a_stop_before_the_answer_closes_the_connection(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::hang())).await;
    let call = call();
    let stop = call.cancel.clone();
    let asked = tokio::spawn(async move { complete(&*model, &ask("?"), &call).await });
    assert!(server.until(|server| server.requests().len() == 1, SOON).await);
    assert_eq!(server.closed_early(), 0);
    stop.cancel();
    assert_eq!(timeout(SOON, asked).await.unwrap().unwrap(), Err(LlmError::Cancelled));
    assert!(server.until(|server| server.closed_early() == 1 && server.open_connections() == 0, SOON).await);
}

async fn a_stop_within_the_answer_closes_the_connection(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text(LONG).delta(2).hang_after(MIDDLE))).await;
    let call = call();
    let mut stream = model.stream(&ask("?"), &call).await.unwrap();
    assert!(stream.next().await.unwrap().is_ok());
    assert_eq!(server.closed_early(), 0);
    call.cancel.cancel();
    // Nobody waits for the next piece, and still the server sees it.
    assert!(server.until(|server| server.closed_early() == 1 && server.open_connections() == 0, SOON).await);
    let rest: Vec<_> = timeout(SOON, stream.collect()).await.unwrap();
    assert_eq!(rest.last(), Some(&Err(LlmError::Cancelled)));
}

async fn a_stop_during_a_wait_ends_it(provider: Provider) {
    let turn = Turn::status(429, "later").header("retry-after", "20");
    let (server, model) = provider.with(Script::always(turn)).await;
    let call = call();
    let stop = call.cancel.clone();
    let asked = tokio::spawn(async move { complete(&*model, &ask("?"), &call).await });
    assert!(server.until(|server| server.requests().len() == 1, SOON).await);
    stop.cancel();
    assert_eq!(timeout(SOON, asked).await.unwrap().unwrap(), Err(LlmError::Cancelled));
    assert_eq!(server.requests().len(), 1);
}

async fn a_stopped_call_sends_nothing(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text("ok"))).await;
    let call = call();
    call.cancel.cancel();
    assert_eq!(complete(&*model, &ask("?"), &call).await, Err(LlmError::Cancelled));
    assert_eq!(server.requests().len(), 0);
}

async fn a_dropped_stream_closes_the_connection(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text(LONG).delta(2).hang_after(MIDDLE))).await;
    let stream = model.stream(&ask("?"), &call()).await.unwrap();
    assert_eq!(server.closed_early(), 0);
    drop(stream);
    assert!(server.until(|server| server.closed_early() == 1 && server.open_connections() == 0, SOON).await);
}

fn short() -> Call {
    Call { timeout: Duration::from_millis(300), ..call() }
}

async fn silence_before_the_answer_times_out(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::hang())).await;
    let started = Instant::now();
    let error = complete(&*model, &ask("?"), &short()).await.unwrap_err();
    assert!(matches!(error, LlmError::Timeout { after, .. } if after == Duration::from_millis(300)), "{error:?}");
    assert!(started.elapsed() < SOON);
    assert!(server.until(|server| server.closed_early() == 1, SOON).await);
    assert_eq!(server.requests().len(), 1, "a timeout is not retried");
}

async fn silence_within_the_answer_times_out(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text(LONG).delta(2).hang_after(MIDDLE))).await;
    let (pieces, error) = pieces(&*model, &ask("?"), &short()).await;
    assert!(!text_of(&pieces).is_empty());
    assert_eq!(error.unwrap().code(), "MODEL_TIMEOUT");
    assert!(server.until(|server| server.closed_early() == 1, SOON).await);
}

/// Every piece comes soon after the one before, and together they take too long.
async fn a_reply_that_drips_times_out(provider: Provider) {
    let turn = Turn::text(LONG).delta(1).chunking(Chunking::Every(100)).pause(Duration::from_millis(20));
    let (_server, model) = provider.with(Script::always(turn)).await;
    let (pieces, error) = pieces(&*model, &ask("?"), &short()).await;
    assert!(text_of(&pieces).len() < LONG.len());
    assert_eq!(error.unwrap().code(), "MODEL_TIMEOUT");
}

async fn the_deadline_ends_a_call_too(provider: Provider) {
    let (_server, model) = provider.with(Script::always(Turn::hang())).await;
    let call = Call { deadline: tokio::time::Instant::now() + Duration::from_millis(200), ..call() };
    let started = Instant::now();
    let error = complete(&*model, &ask("?"), &call).await.unwrap_err();
    assert_eq!(error.code(), "MODEL_TIMEOUT");
    assert!(started.elapsed() < SOON);
}

/// Times that a clock cannot add up must not panic.
async fn a_call_may_have_no_end_and_a_past_one(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text("ok"))).await;
    let endless = Call { timeout: Duration::MAX, ..call() };
    assert_eq!(complete(&*model, &ask("?"), &endless).await.unwrap().text, "ok");
    let late = Call { deadline: tokio::time::Instant::now() - Duration::from_millis(1), ..call() };
    assert_eq!(complete(&*model, &ask("?"), &late).await.unwrap_err().code(), "MODEL_TIMEOUT");
    assert_eq!(server.requests().len(), 1);
}
