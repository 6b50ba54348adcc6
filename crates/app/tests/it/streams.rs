//! Streams of events: their order, and that nobody loses or repeats one, however often a connection breaks.

use crate::asks::STATES;
use crate::scripted::{Model, drafts, script, script_with, within};
use crate::support::{Server, run_with, text};
use crate::watching::{Sent, Watching};
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use vouch_testing::Turn;

/// Reads a stream to its end, breaking the connection after every `most` events and coming back for the rest.
fn watch_in_pieces(server: &Server, id: &str, most: usize) -> Vec<Sent> {
    let mut seen: Vec<Sent> = Vec::new();
    while seen.last().is_none_or(|event| event.name != "done") {
        let last = seen.last().map_or(0, |event| event.id);
        let stream = if last == 0 { server.watch(id) } else { server.watch_after(id, last) };
        let before = seen.len();
        seen.extend(stream.take(most));
        assert!(seen.len() > before, "the stream ended before it was done: {:?}", seen.last());
    }
    seen
}

#[test]
fn events_come_in_order_and_end_with_one_done() {
    let server = Server::alone(&[]);
    let id = server.ask(&json!({"query": "how many orders per status?"}));
    let stream = server.watch(&id);
    assert_eq!(stream.status, 200);
    assert!(stream.head.contains("content-type: text/event-stream"), "{}", stream.head);
    let events: Vec<Sent> = stream.collect();
    let counted: Vec<u64> = (1..=events.len() as u64).collect();
    assert_eq!(events.iter().map(|event| event.id).collect::<Vec<_>>(), counted, "{events:#?}");
    assert!(events.iter().all(|event| event.data["query_id"] == id.as_str()), "{events:#?}");
    assert_eq!(events.iter().filter(|event| event.name == "done").count(), 1);
    let statuses: Vec<String> = events.iter().filter(|event| event.name == "status").map(Sent::what).collect();
    let places: Vec<usize> = statuses.iter().map(|s| STATES.iter().position(|state| state == s).unwrap()).collect();
    assert!(places.is_sorted_by(|a, b| a < b), "{statuses:?}");
    let what: Vec<String> = events.iter().map(Sent::what).collect();
    let place = |name: &str| what.iter().position(|event| event == name).unwrap_or_else(|| panic!("{name}: {what:?}"));
    let order =
        ["understanding", "framed", "drafted", "executing", "rows", "explaining", "finished", "done"].map(place);
    assert!(order.is_sorted(), "{what:?}");
    assert_eq!(place("done"), events.len() - 1);
    assert_eq!(events[place("rows")].data["results"]["row_count"], 4);
    assert_eq!(
        events.last().unwrap().data,
        server.get(&format!("/api/v1/ask/{id}")).json(),
        "`done` is the whole result"
    );
}

#[test]
fn a_broken_connection_loses_and_repeats_nothing() {
    let server = Server::alone(&[]);
    let id = server.ask(&json!({"query": "how many orders per status?"}));
    let whole: Vec<Sent> = server.watch(&id).collect();
    for most in 1..=whole.len() {
        assert_eq!(watch_in_pieces(&server, &id, most), whole, "broken after every {most}");
    }
    let last = whole.last().unwrap().id;
    let path = format!("/api/v1/ask/{id}/stream?last_event_id={}", last - 1);
    assert_eq!(server.watch_with("GET", &path, &[], "").collect::<Vec<_>>(), whole[whole.len() - 1..]);
    // A browser's EventSource comes back until it is told that there is no more.
    let over = server.watch_after(&id, last);
    assert_eq!((over.status, over.count()), (204, 0));
}

#[test]
fn a_connection_may_break_while_the_ask_runs() {
    let words = "There are 6,000 customers. That is 6,000 in all. We count 6,000. It is 6,000.";
    let model = Model::start(script_with(move |_, stage, usual| match stage {
        "explain" => Turn::text(words).latency(Duration::from_millis(200)).pause(Duration::from_millis(50)),
        _ => usual.latency(Duration::from_millis(200)),
    }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    for most in [1, 2, 5] {
        let id = server.ask(&json!({"query": format!("how many customers are there ({most})?")}));
        let live = watch_in_pieces(&server, &id, most);
        assert_eq!(live, server.watch(&id).collect::<Vec<_>>(), "broken after every {most}");
        assert!(live.len() > 20, "{}", live.len());
    }
}

#[test]
fn many_readers_see_the_same() {
    let model = Model::start(script_with(|_, _, usual| usual.latency(Duration::from_millis(300))));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let id = server.ask(&json!({"query": "how many customers are there?"}));
    let seen: Vec<Vec<Sent>> = std::thread::scope(|scope| {
        let readers: Vec<_> = (0..30).map(|_| scope.spawn(|| server.watch(&id).collect())).collect();
        readers.into_iter().map(|reader| reader.join().unwrap()).collect()
    });
    assert!(seen.iter().all(|events| *events == seen[0] && events.last().unwrap().name == "done"));
}

#[test]
fn a_reader_that_does_not_read_slows_nobody() {
    let server = Server::alone(&[]);
    let question = json!({"query": "list all customers", "max_rows": 6_000});
    let id = server.ask(&question);
    let mut sleepers: Vec<Watching> = (0..5).map(|_| server.watch(&id)).collect();
    let since = Instant::now();
    let result = server.ended(&id);
    assert_eq!((&result["status"], &result["results"]["row_count"]), (&json!("finished"), &json!(6_000)));
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    let idle = || server.get("/ready").json()["running"] == 0;
    assert!(within(Duration::from_secs(2), idle), "the ask does not wait for them");
    let late: Vec<Sent> = sleepers.pop().unwrap().collect();
    assert_eq!(late.last().unwrap().data["results"]["row_count"], 6_000, "who reads late reads it all");
    // One that never reads at all, and then goes.
    let mut mute = server.connect();
    mute.write_all(server.request("GET", &format!("/api/v1/ask/{id}/stream"), &[], "").as_bytes()).unwrap();
    drop((sleepers, mute));
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn a_quiet_stream_is_kept_alive() {
    let model = Model::start(script_with(|_, stage, usual| if stage == "frame" { Turn::hang() } else { usual }));
    let variables = [model.variables(), vec![("VOUCH_MODEL_TIMEOUT", "60")]].concat();
    let server = Server::start_at(model.data.path(), &["--demo"], &variables);
    let id = server.ask(&json!({"query": "how many customers are there?"}));
    let mut stream = server.connect();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    stream.write_all(server.request("GET", &format!("/api/v1/ask/{id}/stream"), &[], "").as_bytes()).unwrap();
    let (mut seen, since) = (Vec::new(), Instant::now());
    while !String::from_utf8_lossy(&seen).contains("\n:") {
        assert!(since.elapsed() < Duration::from_secs(25), "{}", String::from_utf8_lossy(&seen));
        let mut piece = [0; 4_096];
        // A timeout is a quiet moment.
        if let Ok(length) = stream.read(&mut piece) {
            seen.extend_from_slice(&piece[..length]);
        }
    }
    assert!(since.elapsed() > Duration::from_secs(5), "a comment now and then, not all the time");
    server.post(&format!("/api/v1/ask/{id}/stop"), &json!({}));
}

#[test]
fn what_is_said_to_a_model_is_for_admins() {
    let model = Model::start(script());
    let key = |role: &str| {
        let data = [("VOUCH_DATA_DIR", model.data_path())];
        let made = run_with(&data, &["keys", "create", role, "--role", role, "--json"]);
        format!("Bearer {}", text(&made.json()["key"]))
    };
    let (admin, analyst) = (key("admin"), key("analyst"));
    // Else the second one is answered from what the first was told, and no model is asked.
    let variables = [model.variables(), vec![("VOUCH_CACHE_TTL", "0")]].concat();
    let server = Server::start_at(model.data.path(), &["--demo"], &variables);
    for (key, is_admin) in [(admin, true), (analyst, false)] {
        let headers = [("authorization", key.as_str())];
        let question = json!({"query": "how many customers are there?"}).to_string();
        let accepted = server.send("POST", "/api/v1/ask", &headers, &question);
        assert_eq!(accepted.status, 202, "{accepted:?}");
        let path = format!("/api/v1/ask/{}/stream", text(&accepted.json()["query_id"]));
        let events: Vec<Sent> = server.watch_with("GET", &path, &headers, "").collect();
        let calls: Vec<&Sent> = events.iter().filter(|event| event.what() == "model_called").collect();
        assert!(!calls.is_empty(), "that a model was asked is no secret: {events:#?}");
        let all = serde_json::to_string(&events.iter().map(|event| &event.data).collect::<Vec<_>>()).unwrap();
        assert_eq!(all.contains("Decide what the person wants"), is_admin);
        assert_eq!(all.contains("Write one SELECT statement"), is_admin);
    }
}

#[test]
fn every_end_is_told() {
    let server = Server::alone(&[]);
    for (query, status) in [
        ("what is the capital of France?", "failed"),
        ("delete all orders", "finished"),
        ("what is the average price?", "finished"),
        ("how many tables are there?", "finished"),
    ] {
        let id = server.ask(&json!({"query": query}));
        let events: Vec<Sent> = server.watch(&id).collect();
        let last: Vec<String> = events.iter().rev().take(2).map(Sent::what).collect();
        assert_eq!(last, ["done", status], "{query}");
        assert_eq!(events.last().unwrap().data["status"], status);
    }
}

#[test]
fn a_message_is_streamed_and_taken_up_again() {
    let server = Server::alone(&[]);
    let body = json!({"message": "how many customers live in Texas?", "session_id": "s"}).to_string();
    let stream = server.watch_with("POST", "/api/v1/chat/stream", &[], &body);
    let header = |name: &str| stream.head.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
    assert_eq!(header("x-session-id: "), "s");
    let id = header("x-query-id: ");
    let events: Vec<Sent> = stream.collect();
    let done = &events.last().unwrap().data;
    assert_eq!(
        (&done["message"], &done["session_id"]),
        (&json!("The customer count is 526."), &json!("s")),
        "{done:#}"
    );
    assert_eq!(done["query_id"], id.as_str());
    let again: Vec<Sent> = server.watch_after(&id, events[3].id).collect();
    assert_eq!(again[..again.len() - 1], events[4..events.len() - 1]);
    let refused = server.watch_with("POST", "/api/v1/chat/stream", &[], "{}");
    assert_eq!(refused.status, 400);
    assert!(refused.rest().contains("message"));
}

#[test]
fn attempts_that_fail_are_told_and_mended() {
    let model = Model::start(script_with(|_, stage, usual| match stage {
        "draft" => drafts("SELECT not_there FROM customers"),
        _ => usual,
    }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let id = server.ask(&json!({"query": "how many customers are there?"}));
    let what: Vec<String> = server.watch(&id).map(|event| event.what()).collect();
    let place = |name: &str| what.iter().position(|event| event == name).unwrap_or_else(|| panic!("{name}: {what:?}"));
    assert!([place("drafted"), place("attempt_failed"), place("correcting"), place("rows")].is_sorted(), "{what:?}");
    assert!(within(Duration::from_secs(5), || server.ended(&id)["status"] == "finished"));
}
