//! How much one caller may want: questions a minute, places in the queue, sizes and times.

use crate::client::{Client, read_head};
use crate::site::{Model, Plan, eventually};
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// Asks until it is refused, at most `most` times. How many were accepted, and the refusal.
pub fn ask_until_refused(clients: &[Client], most: usize) -> (usize, Option<crate::client::Answer>) {
    for (accepted, client) in (0..most).zip(clients.iter().cycle()) {
        let answer = client.post("/api/v1/ask", &json!({"query": "how many customers?"}));
        if answer.status != 202 {
            return (accepted, Some(answer));
        }
    }
    (most, None)
}

#[test]
fn the_eleventh_question_in_a_minute_is_too_many() {
    let plan = Plan::new().variable("VOUCH_ASKS_PER_MINUTE", "10");
    let (one, other) = (plan.key("one", &[]), plan.key("other", &[]));
    let site = plan.start();
    let one = site.with(&one);
    let (accepted, refused) = ask_until_refused(std::slice::from_ref(&one), 12);
    let refused = refused.unwrap();
    assert_eq!((accepted, refused.status, refused.code().as_str()), (10, 429, "RATE_LIMITED"), "{refused:?}");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{refused:?}");
    // The same on every path that asks, each in its own shape.
    let body = json!({"query": "how many customers?", "message": "how many customers?", "sql": "SELECT 1"});
    for path in ["/query", "/query-agentic", "/api/v1/chat", "/api/v1/chat/stream", "/api/v1/sql"] {
        let refused = one.post(path, &body);
        assert_eq!((refused.status, refused.code().as_str()), (429, "RATE_LIMITED"), "{path}: {refused:?}");
        assert!(refused.header("retry-after").is_some(), "{path}");
    }
    assert_eq!(one.post("/query", &body).json()["success"], false);
    // What is there may still be read, and others may still ask.
    assert_eq!(one.get("/api/v1/chat/sessions").status, 200);
    assert_eq!(site.with(&other).post("/api/v1/ask", &body).status, 202);
}

#[test]
fn a_session_has_a_limit_of_its_own() {
    let site = Plan::new().variable("VOUCH_ASKS_PER_MINUTE", "3").start();
    let nobody = site.nobody();
    let ask = |session: &str| {
        nobody.post("/api/v1/ask", &json!({"query": "how many customers?", "session_id": session})).status
    };
    assert_eq!([ask("s-1"), ask("s-1"), ask("s-1"), ask("s-1")], [202, 202, 202, 429]);
    assert_eq!(ask("s-2"), 202);
    let (accepted, refused) = ask_until_refused(std::slice::from_ref(&nobody), 5);
    assert_eq!(accepted, 5, "at this machine only sessions are limited: {refused:?}");
}

#[test]
fn a_request_that_is_sent_again_is_not_counted_again() {
    let plan = Plan::new().variable("VOUCH_ASKS_PER_MINUTE", "2");
    let key = plan.key("one", &[]);
    let site = plan.start();
    let again = site.with(&key).and("idempotency-key", "k-1");
    let ids: Vec<_> = (0..5)
        .map(|_| {
            let answer = again.post("/api/v1/ask", &json!({"query": "how many customers?"}));
            assert_eq!(answer.status, 202, "{answer:?}");
            answer.json()["query_id"].as_str().unwrap().to_owned()
        })
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    let other = again.post("/api/v1/ask", &json!({"query": "how many orders?"}));
    assert_eq!((other.status, other.code().as_str()), (409, "CONFLICT"), "{other:?}");
    assert_eq!(ask_until_refused(&[site.with(&key)], 3).0, 1, "one was taken by the five");
}

#[test]
fn a_full_house_says_so() {
    let model = Model::counting(Duration::from_secs(1));
    let plan = Plan::new().model(&model).variable("VOUCH_MAX_RUNNING", "1").variable("VOUCH_MAX_WAITING", "1");
    let site = plan.start();
    let client = site.nobody();
    let (first, second) = (client.ask("how many customers are there?"), client.ask("how many customers today?"));
    for path in ["/api/v1/ask", "/query", "/api/v1/sql"] {
        let third = client.post(path, &json!({"query": "how many customers in all?", "sql": "SELECT 1"}));
        assert_eq!((third.status, third.code().as_str()), (503, "BUSY"), "{third:?}");
        assert!(third.header("retry-after").is_some(), "{third:?}");
    }
    let ready = client.get("/ready").json();
    assert_eq!((&ready["running"], &ready["waiting"]), (&json!(1), &json!(1)), "{ready}");
    // One that waits can be stopped, and makes room.
    let since = Instant::now();
    assert_eq!(client.post(&format!("/api/v1/ask/{second}/stop"), &json!({})).json()["status"], "stopped");
    assert!(since.elapsed() < Duration::from_secs(1), "{:?}", since.elapsed());
    let third = client.ask("how many customers at last?");
    for id in [first, third] {
        assert_eq!(client.ended(&id)["status"], "finished");
    }
}

#[test]
fn nobodys_many_questions_stand_before_somebody_elses_one() {
    let model = Model::counting(Duration::from_millis(300));
    let plan = Plan::new().model(&model).variable("VOUCH_MAX_RUNNING", "1");
    let (many, single) = (plan.key("many", &[]), plan.key("single", &[]));
    let site = plan.start();
    let (many, single) = (site.with(&many), site.with(&single));
    let asks: Vec<String> = (0..6).map(|n| many.ask(&format!("how many customers were there {n} times?"))).collect();
    let one = single.ask("how many customers are there?");
    assert_eq!(single.ended(&one)["status"], "finished");
    let done = asks.iter().filter(|id| many.poll(id)["status"] == "finished").count();
    assert!(done <= 2, "{done} of the other's questions were answered before");
    for id in &asks {
        assert_eq!(many.ended(id)["status"], "finished");
    }
}

#[test]
fn what_is_too_large_is_not_read() {
    let site = Plan::new().variable("VOUCH_UPLOAD_MB", "1").start();
    let client = site.nobody();
    let large = client.send("POST", "/api/v1/ask", &[], &vec![b' '; 65 << 10]);
    assert_eq!((large.status, large.code().as_str()), (413, "TOO_LARGE"), "{large:?}");
    let upload = client.send_file("x.csv", &format!("a\n{}", "1\n".repeat(1 << 20)));
    assert_eq!((upload.status, upload.code().as_str()), (413, "TOO_LARGE"), "{upload:?}");
    assert_eq!(client.get("/api/v1/datasets").json()["datasets"], json!([]));
    let left: Vec<_> = std::fs::read_dir(site.plan.folder().join("datasets")).unwrap().collect();
    assert!(left.is_empty(), "something of it stayed: {left:?}");
    let many: Vec<(String, String)> = (0..200).map(|n| (format!("x-{n}"), "y".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(client.send("GET", "/health", &many, b"").status, 431);
    assert_eq!(client.send("GET", "/health", &[("x-long", &"y".repeat(1 << 20))], b"").status, 431);
    assert_eq!(client.get("/health").status, 200);
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let site = Plan::new().start();
    let client = site.nobody();
    let since = Instant::now();
    let mut stream = client.connect().unwrap();
    stream.write_all(client.head("POST", "/api/v1/ask", &[], 100).as_bytes()).unwrap();
    stream.write_all(b"{\"query\": ").unwrap();
    let (status, _, mut body) = read_head(stream).unwrap();
    let mut text = String::new();
    body.read_to_string(&mut text).unwrap();
    assert_eq!(status, 408, "{text}");
    assert!(text.contains("TIMEOUT"), "{text}");
    assert!((5..20).contains(&since.elapsed().as_secs()), "{:?}", since.elapsed());
    eventually(Duration::from_secs(5), "nothing runs", || client.get("/ready").json()["running"] == 0);
}

#[test]
fn headers_that_do_not_come_are_not_waited_for() {
    let site = Plan::new().start();
    let client = site.nobody();
    let (mut silent, mut slow) = (client.connect().unwrap(), client.connect().unwrap());
    slow.write_all(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ").unwrap();
    let since = Instant::now();
    for stream in [&mut silent, &mut slow] {
        // Whether it is told or not: it is let go.
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!((20..60).contains(&since.elapsed().as_secs()), "{:?}", since.elapsed());
    assert_eq!(client.get("/health").status, 200);
}

/// They held the places that the ones before them needed, and the server stood still.
#[test]
fn messages_of_one_session_do_not_keep_each_other_from_running() {
    let model = Model::counting(Duration::from_millis(100));
    let plan = Plan::new().model(&model).variable("VOUCH_MAX_RUNNING", "1").variable("VOUCH_ASKS_PER_MINUTE", "0");
    let site = plan.start();
    let client = site.nobody();
    let ids: Vec<String> = std::thread::scope(|scope| {
        let say = |n: usize| {
            let client = &client;
            scope.spawn(move || {
                let body = json!({"query": format!("how many customers were there {n} times?"), "session_id": "s-1"});
                client.post("/api/v1/ask", &body).json()["query_id"].as_str().unwrap().to_owned()
            })
        };
        let said: Vec<_> = (0..20).map(say).collect();
        said.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for id in &ids {
        eventually(Duration::from_secs(60), "an answer", || client.poll(id)["status"] == "finished");
    }
}

#[test]
fn whoever_waits_for_an_answer_of_its_own_session_holds_no_place() {
    let model = Model::counting(Duration::from_secs(1));
    let site = Plan::new().model(&model).variable("VOUCH_MAX_RUNNING", "2").start();
    let client = site.nobody();
    let say = |n: usize| {
        let body = json!({"query": format!("how many customers were there {n} times?"), "session_id": "s-1"});
        client.post("/api/v1/ask", &body).json()["query_id"].as_str().unwrap().to_owned()
    };
    let ids: Vec<String> = (0..4).map(say).collect();
    eventually(Duration::from_secs(5), "one runs and three wait", || {
        let ready = client.get("/ready").json();
        (&ready["running"], &ready["waiting"]) == (&json!(1), &json!(3))
    });
    let since = Instant::now();
    assert_eq!(client.post("/query", &json!({"query": "how many stores?", "mind": "builtin"})).status, 200);
    assert!(since.elapsed() < Duration::from_secs(1), "{:?}", since.elapsed());
    for id in ids {
        assert_eq!(client.ended(&id)["status"], "finished");
    }
}

#[test]
fn tools_and_explorations_are_counted_by_whichever_door_they_come() {
    // What explores with it goes on until it is stopped.
    let model = Model::hanging();
    let plan = Plan::new().model(&model).variable("VOUCH_MODEL_TIMEOUT", "300");
    let plan = plan.variable("VOUCH_ASKS_PER_MINUTE", "3").variable("VOUCH_MAX_EXPLORATIONS", "1");
    let (one, other) = (plan.key("one", &[]), plan.key("other", &[]));
    let site = plan.start();
    let (one, other) = (site.with(&one), site.with(&other));
    let tool = json!({"arguments": {"query": "SELECT 1 AS one", "reason": "a test"}});
    let used: Vec<u16> = (0..4).map(|_| one.post("/api/v1/tools/executeSQLQuery", &tool).status).collect();
    assert_eq!(used, [200, 200, 200, 429]);
    let explore = json!({"query": "what drives revenue?", "mode": "explore"});
    let first = other.post("/api/v1/ask", &explore);
    assert_eq!(first.status, 202, "{first:?}");
    let id = first.json()["query_id"].as_str().unwrap().to_owned();
    let listed = other.get("/api/v1/explorations").json().to_string();
    assert!(listed.contains(&id), "{listed}");
    let second = other.post("/api/v1/ask", &explore);
    assert_eq!((second.status, second.code().as_str()), (409, "CONFLICT"), "{second:?}");
    assert!(second.body.contains("1 exploration of yours runs already"), "{second:?}");
    assert!(!["finished", "failed", "stopped"].contains(&other.poll(&id)["status"].as_str().unwrap()));
    assert_eq!(other.post(&format!("/api/v1/ask/{id}/stop"), &json!({})).json()["status"], "stopped");
    let third = other.post("/api/v1/ask", &explore);
    assert_eq!(third.status, 202, "there is room again: {third:?}");
}
