//! What is tried again, what is not, and what a failure is called.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{Provider, WAIT, ask, call, for_every_provider, pieces, text_of};
use std::time::{Duration, Instant};
use vouch_llm::{Call, LlmError, complete};
use vouch_testing::{Script, Turn};

for_every_provider!(
    a_busy_server_is_asked_again_when_it_said,
    failures_are_retried_three_times,
    a_wait_beyond_the_deadline_is_not_begun,
    other_refusals_are_final_and_say_what_to_fix,
    a_connection_that_breaks_before_the_first_piece_is_retried,
    a_connection_that_breaks_later_is_an_error,
    a_reply_without_its_end_is_an_error,
    an_error_within_the_reply_counts,
    a_server_that_is_not_there_is_unavailable,
    garbage_is_an_error,
    too_much_is_an_error,
);

async fn a_busy_server_is_asked_again_when_it_said(provider: Provider) {
    let asked = Duration::from_millis(150);
    let script = Script::queue([
        Turn::status(429, "slow down").header("retry-after-ms", "150"),
        Turn::status(529, "overloaded"),
        Turn::text("ok"),
    ]);
    let (server, model) = provider.with(script).await;
    let reply = complete(&*model, &ask("?"), &call()).await.unwrap();
    assert_eq!(reply.text, "ok");
    let times: Vec<_> = server.requests().iter().map(|request| request.at).collect();
    assert_eq!(times.len(), 3);
    assert!(times[1] - times[0] >= asked, "{:?}", times[1] - times[0]);
    assert!(times[2] - times[1] >= 2 * WAIT, "{:?}", times[2] - times[1]);
    assert!(times[2] - times[1] < asked, "the wait that was asked for holds for one retry");
}

async fn failures_are_retried_three_times(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::status(503, "down for now"))).await;
    let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
    assert_eq!(error.code(), "MODEL_UNAVAILABLE");
    assert!(error.to_string().contains("down for now"), "{error}");
    assert_eq!(server.requests().len(), 4);
}

async fn a_wait_beyond_the_deadline_is_not_begun(provider: Provider) {
    let turn = Turn::status(429, "slow down").header("retry-after", "30");
    let (server, model) = provider.with(Script::always(turn)).await;
    let started = Instant::now();
    let call = Call { deadline: tokio::time::Instant::now() + Duration::from_secs(10), ..call() };
    let error = complete(&*model, &ask("?"), &call).await.unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let wanted = Some(Duration::from_secs(30));
    assert!(matches!(&error, LlmError::RateLimited { retry_after, .. } if *retry_after == wanted), "{error:?}");
    assert_eq!(server.requests().len(), 1);
}

async fn other_refusals_are_final_and_say_what_to_fix(provider: Provider) {
    let anthropic = provider == Provider::Anthropic;
    let body = |kind: &str, code: &str, message: &str| match anthropic {
        true => serde_json::json!({"type": "error", "error": {"type": kind, "message": message}}).to_string(),
        false => serde_json::json!({"error": {"type": "invalid_request_error", "code": code, "message": message}})
            .to_string(),
    };
    for (status, body, wanted) in [
        (401, body("authentication_error", "invalid_api_key", "invalid key"), "MODEL_KEY"),
        (403, body("permission_error", "forbidden", "not allowed"), "MODEL_KEY"),
        (404, body("not_found_error", "model_not_found", "model: nonesuch"), "MODEL_UNKNOWN"),
        (400, body("invalid_request_error", "context_length_exceeded", "prompt is too long"), "MODEL_CONTEXT_TOO_LONG"),
        (400, body("invalid_request_error", "bad", "messages: must not be empty"), "MODEL_BAD_REQUEST"),
    ] {
        let (server, model) = provider.with(Script::always(Turn::status(status, body))).await;
        let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
        assert_eq!(error.code(), wanted, "{status}: {error}");
        assert_eq!(server.requests().len(), 1, "{status} was retried");
    }
}

async fn a_connection_that_breaks_before_the_first_piece_is_retried(provider: Provider) {
    let script =
        Script::queue([Turn::text("lost").reset_after(0), Turn::text("lost").reset_after(30), Turn::text("ok")]);
    let (server, model) = provider.with(script).await;
    let reply = complete(&*model, &ask("?"), &call()).await.unwrap();
    assert_eq!((reply.text.as_str(), server.requests().len()), ("ok", 3));
}

/// Long enough that a cut in its middle comes behind the first pieces.
const LONG: &str = "A reply of many words, so many that it takes a good number of events to say them all to the end.";

async fn a_connection_that_breaks_later_is_an_error(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text(LONG).delta(2).reset_after(2500))).await;
    let (pieces, error) = pieces(&*model, &ask("?"), &call()).await;
    assert_eq!(error.unwrap().code(), "MODEL_UNAVAILABLE");
    let text = text_of(&pieces);
    assert!(!text.is_empty() && text.len() < LONG.len() && LONG.starts_with(&text), "{text}");
    assert_eq!(server.requests().len(), 1, "what was seen is not taken back");
}

async fn a_reply_without_its_end_is_an_error(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text(LONG).unfinished())).await;
    let (pieces, error) = pieces(&*model, &ask("?"), &call()).await;
    assert_eq!(text_of(&pieces), LONG);
    assert_eq!(error.unwrap().code(), "MODEL_UNAVAILABLE");
    assert_eq!(server.requests().len(), 1);
}

async fn an_error_within_the_reply_counts(provider: Provider) {
    let kind = if provider == Provider::Anthropic { "overloaded_error" } else { "server_error" };
    let script = Script::queue([Turn::text("").failing(kind, "too many guests"), Turn::text("ok")]);
    let (server, model) = provider.with(script).await;
    assert_eq!(complete(&*model, &ask("?"), &call()).await.unwrap().text, "ok");
    assert_eq!(server.requests().len(), 2, "nothing had been said, so it may be asked again");

    let (server, model) = provider.with(Script::always(Turn::text(LONG).failing(kind, "too many guests"))).await;
    let (pieces, error) = pieces(&*model, &ask("?"), &call()).await;
    let error = error.unwrap();
    assert_eq!((text_of(&pieces).as_str(), error.code()), (LONG, "MODEL_UNAVAILABLE"));
    assert!(error.to_string().contains("too many guests"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

async fn a_server_that_is_not_there_is_unavailable(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text("ok"))).await;
    let url = server.url();
    drop(server);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let started = Instant::now();
    let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
    assert_eq!(error.code(), "MODEL_UNAVAILABLE");
    assert!(error.to_string().contains(&url), "where it was looked for: {error}");
    assert!(started.elapsed() >= 7 * WAIT, "not retried: {:?}", started.elapsed());
}

async fn garbage_is_an_error(provider: Provider) {
    for (bytes, wanted) in [
        (&b"data: {\"half\": \n\n"[..], "MODEL_GARBLED"),
        (b"data: <html>no</html>\n\n", "MODEL_GARBLED"),
        (b"data: [1, 2]\n\n", "MODEL_GARBLED"),
        (b"data: {\"surprise\": true}\n\n", "MODEL_GARBLED"),
        (b"data: \xff\xfe\xfd\n\n", "MODEL_GARBLED"),
        (b"\x00\x01\x02", "MODEL_UNAVAILABLE"),
        (b"", "MODEL_UNAVAILABLE"),
    ] {
        let (_server, model) = provider.with(Script::always(Turn::garbage(bytes))).await;
        let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
        assert_eq!(error.code(), wanted, "{:?}: {error}", String::from_utf8_lossy(bytes));
    }
    let page = Turn::garbage("<html>Welcome to the router</html>").header("content-type", "text/html");
    let (server, model) = provider.with(Script::always(page)).await;
    let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
    assert!(error.code() == "MODEL_GARBLED" && error.to_string().contains("Welcome"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

async fn too_much_is_an_error(provider: Provider) {
    let line = vec![b'x'; 6 * 1024 * 1024];
    let endless = b": comment\n\n".repeat(2 * 1024 * 1024);
    for bytes in [line, endless] {
        let (_server, model) = provider.with(Script::always(Turn::garbage(bytes))).await;
        let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
        assert_eq!(error.code(), "MODEL_GARBLED", "{error}");
    }
    let refusal = Turn::status(400, "y".repeat(8 * 1024 * 1024));
    let (_server, model) = provider.with(Script::always(refusal)).await;
    let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
    assert!(error.to_string().len() < 1000);
}
