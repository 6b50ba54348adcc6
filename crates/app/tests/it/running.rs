//! What those who run a server rely on: it says how it is, counts, logs, traces, and ends in good order.

use crate::client::{Client, SentEvent};
use crate::site::{Model, Plan, eventually, sensible};
use crate::support::{send_signal, wait};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vouch_testing::{Script, Turn};

#[test]
fn it_says_how_it_is() {
    let site = Plan::new().start();
    assert_eq!(site.nobody().get("/health").json()["status"], "ok");
    let ready = site.nobody().get("/ready");
    let expected = json!({"status": "ready", "store": true, "sources": 1, "running": 0, "waiting": 0});
    assert_eq!((ready.status, ready.json()), (200, expected));
}

#[test]
fn a_running_question_is_finished_before_the_end() {
    let model = Model::counting(Duration::from_millis(800));
    let plan = Plan::new().model(&model);
    let mut site = plan.start();
    let client = site.nobody();
    let ask = client.ask("how many customers are there?");
    let stream = client.stream(&ask, None);
    send_signal(&site.child, "-TERM");
    eventually(Duration::from_secs(2), "readiness goes down first", || client.get("/ready").status == 503);
    assert_eq!(client.get("/ready").json()["status"], "closing");
    assert_eq!(client.get("/health").status, 200, "it lives as long as it works");
    let late = client.post("/api/v1/ask", &json!({"query": "how many orders?"}));
    assert_eq!((late.status, late.code().as_str()), (503, "BUSY"), "{late:?}");
    let events: Vec<SentEvent> = stream.collect();
    assert_eq!(events.last().map(|event| &event.data["status"]), Some(&json!("finished")));
    assert_eq!(wait(&mut site.child, Duration::from_secs(20)), Some(0));
    let again = plan.start();
    assert_eq!(again.nobody().poll(&ask)["results"]["data"], json!([{"customer_count": 6_000}]));
}

#[test]
fn a_question_that_cannot_finish_in_time_says_that_it_was_interrupted() {
    let model = Model::hanging();
    let plan = Plan::new().model(&model).variable("VOUCH_SHUTDOWN_GRACE", "1");
    let mut site = plan.start();
    let client = site.nobody();
    let ask = client.ask("how many customers are there?");
    let stream = client.stream(&ask, None);
    let since = Instant::now();
    send_signal(&site.child, "-TERM");
    let told: Vec<SentEvent> = stream.collect();
    assert_eq!(wait(&mut site.child, Duration::from_secs(15)), Some(0));
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    let again = plan.start();
    let kept = again.nobody().poll(&ask);
    assert_eq!((&kept["status"], &kept["error"]["code"]), (&json!("failed"), &json!("INTERRUPTED")), "{kept}");
    assert_eq!(told.last().unwrap().data["error"]["code"], "INTERRUPTED", "who listened was told");
    assert_eq!(again.nobody().stream(&ask, None).collect::<Vec<_>>(), told, "and reads the same later");
}

/// A sample: its labels and its value.
type Sample = (BTreeMap<String, String>, f64);

/// As Prometheus would read it; panics at what it would not understand.
fn figures(text: &str) -> BTreeMap<String, Vec<Sample>> {
    let mut all: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
    let mut kinds = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(comment) = line.strip_prefix("# ") {
            let words: Vec<&str> = comment.splitn(3, ' ').collect();
            assert!(words.len() == 3 && ["HELP", "TYPE"].contains(&words[0]), "{line}");
            if words[0] == "TYPE" {
                assert!(["counter", "gauge", "histogram", "summary"].contains(&words[2]), "{line}");
                assert_eq!(kinds.insert(words[1].to_owned(), words[2].to_owned()), None, "twice: {line}");
            }
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        let plain = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !name.is_empty();
        assert!(plain(name), "{line}");
        let labels = labels.strip_suffix('}').unwrap_or_else(|| panic!("{line}"));
        let pair = |pair: &str| {
            let (label, value) = pair.split_once("=\"").unwrap_or_else(|| panic!("{line}"));
            assert!(plain(label), "{line}");
            (label.to_owned(), value.strip_suffix('"').unwrap_or_else(|| panic!("{line}")).to_owned())
        };
        let labels = labels.split(',').filter(|text| !text.is_empty()).map(pair).collect();
        all.entry(name.to_owned()).or_default().push((labels, value.parse().unwrap_or_else(|_| panic!("{line}"))));
    }
    all
}

fn sum(figures: &BTreeMap<String, Vec<Sample>>, name: &str, label: &str, value: &str) -> f64 {
    let samples = figures.get(name).unwrap_or_else(|| panic!("no {name}"));
    samples.iter().filter(|(labels, _)| labels.get(label).is_some_and(|v| v == value)).map(|(_, n)| n).sum()
}

#[test]
fn it_counts_what_it_does() {
    let drafts = AtomicUsize::new(0);
    let model = Model::start(Script::by(move |request| {
        // The first statement does not work.
        match request.last_user().starts_with("Write") && drafts.fetch_add(1, Ordering::Relaxed) == 0 {
            true => Turn::json(json!({"sql": "SELECT count(*) FROM no_such_table", "assumptions": []})),
            false => sensible(request),
        }
    }));
    let plan = Plan::new().model(&model).variable("VOUCH_ASKS_PER_MINUTE", "3");
    let (admin, analyst) = (plan.key("admin", &["--role", "admin"]), plan.key("analyst", &[]));
    let site = plan.start();
    let client = site.with(&analyst);
    for question in
        ["how many customers are there?", "what is the number of customers?", "what is the number of customers?"]
    {
        assert_eq!(client.ended(&client.ask(question))["status"], "finished");
    }
    assert_eq!(client.post("/api/v1/ask", &json!({"query": "one more"})).status, 429);
    assert_eq!(client.get("/metrics").status, 403);
    let answer = site.with(&admin).get("/metrics");
    assert!(answer.header("content-type").unwrap().starts_with("text/plain; version=0.0.4"), "{answer:?}");
    let found = figures(&answer.body);
    for name in [
        "vouch_asks_total",
        "vouch_ask_seconds_count",
        "vouch_stage_seconds_count",
        "vouch_tokens_total",
        "vouch_model_calls_total",
        "vouch_model_call_seconds_count",
        "vouch_cost_usd_total",
        "vouch_attempts_failed_total",
        "vouch_cache_hits_total",
        "vouch_cache_misses_total",
        "vouch_tool_calls_total",
        "vouch_tool_call_seconds_count",
        "vouch_engine_seconds_count",
        "vouch_asks_running",
        "vouch_asks_waiting",
        "vouch_http_requests_total",
        "vouch_rate_limited_total",
    ] {
        assert!(found.contains_key(name), "no {name} in {:?}", found.keys().collect::<Vec<_>>());
    }
    assert_eq!(sum(&found, "vouch_asks_total", "status", "finished"), 3.0);
    assert_eq!(
        sum(&found, "vouch_stage_seconds_count", "stage", "execute_sql"),
        sum(&found, "vouch_engine_seconds_bucket", "le", "+Inf")
    );
    assert_eq!(found["vouch_cache_hits_total"][0].1, 1.0);
    assert_eq!(found["vouch_rate_limited_total"][0].1, 1.0);
    assert!(sum(&found, "vouch_tokens_total", "direction", "input") >= 700.0, "{:?}", found["vouch_tokens_total"]);
    for (name, samples) in found.iter().filter(|(name, _)| name.ends_with("_count")) {
        let buckets = name.replace("_count", "_bucket");
        let all: f64 = samples.iter().map(|(_, count)| count).sum();
        assert_eq!(sum(&found, &buckets, "le", "+Inf"), all, "{buckets}");
    }
}

#[test]
fn the_log_has_the_fields_that_dashboards_look_for() {
    let model = Model::counting(Duration::ZERO);
    let plan = Plan::new().model(&model).variable("VOUCH_LOG", "vouch=debug").variable("VOUCH_LOG_FORMAT", "json");
    let site = plan.start();
    let client = site.nobody().and("x-request-id", "r-12");
    let asked = json!({"query": "how many customers are there?", "session_id": "s-9"});
    let ask = client.post("/api/v1/ask", &asked).json()["query_id"].as_str().unwrap().to_owned();
    client.ended(&ask);
    eventually(Duration::from_secs(5), "the end is logged", || site.log().contains("ask_completed"));
    let lines: Vec<Json> = site.log().lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let of = |event: &str| -> Vec<&Json> { lines.iter().filter(|line| line["event"] == event).collect() };
    for (event, fields) in [
        ("stage_completed", &["stepNumber", "durationMs", "stage"][..]),
        ("model_called", &["tokenCount", "durationMs", "model", "purpose"]),
        ("tool_called", &["toolName", "durationMs", "error"]),
        ("ask_completed", &["tokenCount", "durationMs", "status"]),
    ] {
        let found = of(event);
        assert!(!found.is_empty(), "no {event} in {lines:#?}");
        for line in found {
            assert_eq!((&line["sessionId"], &line["askId"]), (&json!("s-9"), &json!(ask)), "{line}");
            assert!(fields.iter().all(|field| !line[field].is_null()), "{event} lacks one of {fields:?}: {line}");
            assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
        }
    }
    let steps: Vec<u64> = of("stage_completed").iter().map(|line| line["stepNumber"].as_u64().unwrap()).collect();
    assert!(steps.is_sorted() && steps[0] == 1, "{steps:?}");
    let accepted = lines.iter().find(|line| line["span"]["path"] == "/api/v1/ask" && line["span"]["id"] == "r-12");
    assert!(accepted.is_some(), "the request is not in the log: {lines:#?}");
}

/// Takes whatever an OpenTelemetry exporter sends.
fn collector() -> (String, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let received = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&received);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut reader = BufReader::new(stream);
            let (mut head, mut length) = (String::new(), 0);
            while reader.read_line(&mut head).is_ok_and(|count| count > 2) {
                let line = head.lines().last().unwrap_or_default().to_lowercase();
                length = line.strip_prefix("content-length: ").and_then(|n| n.parse().ok()).unwrap_or(length);
            }
            assert!(head.starts_with("POST /v1/traces"), "{head}");
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            kept.lock().unwrap().extend(body);
            let answer = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
            let _ = reader.get_mut().write_all(answer.as_bytes());
        }
    });
    (format!("http://{address}"), received)
}

#[test]
fn a_question_is_traced_with_its_stages_and_model_calls() {
    let (endpoint, received) = collector();
    let model = Model::counting(Duration::ZERO);
    let plan = Plan::new().model(&model).variable("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint);
    let mut site = plan.start();
    let ask = site.nobody().ask("how many customers are there?");
    assert_eq!(site.nobody().ended(&ask)["status"], "finished");
    // At the end at the latest all is sent.
    send_signal(&site.child, "-TERM");
    assert_eq!(wait(&mut site.child, Duration::from_secs(20)), Some(0));
    let bytes = received.lock().unwrap();
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    for text in [
        "ask",
        "stage generate_sql",
        "stage execute_sql",
        "model ",
        "vouch.session_id",
        "gen_ai.usage.input_tokens",
        &ask,
    ] {
        assert!(holds(text), "no '{text}' in {} bytes", bytes.len());
    }
}

#[test]
fn a_collector_that_is_not_there_harms_nobody() {
    let nowhere = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut site = Plan::new().variable("OTEL_EXPORTER_OTLP_ENDPOINT", &format!("http://{nowhere}")).start();
    let client: Client = site.nobody();
    assert_eq!(client.ended(&client.ask("how many customers?"))["status"], "finished");
    send_signal(&site.child, "-TERM");
    assert_eq!(wait(&mut site.child, Duration::from_secs(20)), Some(0));
}
