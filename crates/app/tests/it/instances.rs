//! Two servers that share a Redis and a data folder are one to whoever asks: what begins at one goes on at the other.

use crate::client::{Client, SentEvent};
use crate::limits::ask_until_refused;
use crate::site::{Key, Model, Plan, Site, eventually};
use crate::support::finish;
use serde_json::{Value as Json, json};
use std::net::TcpListener;
use std::time::{Duration, Instant};
use vouch_testing::RedisServer;

/// Both, with the Redis between them; the plan is the same for both, and for `vouch keys`.
struct Pair {
    plan: Plan,
    one: Site,
    other: Site,
    redis: RedisServer,
}

impl Pair {
    fn start(change: impl FnOnce(Plan) -> Plan) -> Self {
        let redis = RedisServer::start();
        let plan = change(Plan::new().variable("VOUCH_STATE", &redis.url()));
        let (one, other) = (plan.start(), plan.start());
        Self { plan, one, other, redis }
    }

    /// The first key of both. Whether there are any is believed for a second.
    fn key(&self, name: &str) -> Key {
        let key = self.plan.key(name, &[]);
        eventually(Duration::from_secs(3), "both doors are shut", || {
            [&self.one, &self.other].iter().all(|site| site.nobody().get("/api/v1/sources").status == 401)
        });
        key
    }

    fn nobody(&self) -> (Client, Client) {
        (self.one.nobody(), self.other.nobody())
    }
}

fn chat(client: &Client, message: &str, session: Option<&str>) -> Json {
    let answer = client.post("/api/v1/chat", &json!({"message": message, "session_id": session}));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

#[test]
fn a_conversation_goes_on_at_the_other() {
    let pair = Pair::start(|plan| plan);
    let (one, other) = pair.nobody();
    let first = chat(&one, "How many customers do we have?", None);
    let session = first["session_id"].as_str().unwrap();
    let second = chat(&other, "and how many of them per state?", Some(session));
    assert_eq!((&second["status"], &second["is_followup"]), (&json!("finished"), &json!(true)), "{second}");
    assert_eq!(second["tables_used"], json!(["customers"]), "what was said at the one counts at the other: {second}");
    let history = one.get(&format!("/api/v1/chat/sessions/{session}")).json();
    assert_eq!(history["messages"].as_array().unwrap().len(), 4, "{history}");
    assert_eq!(other.get("/agents/text-to-sql/health").status, 200);
    assert_eq!(other.delete(&format!("/api/v1/chat/sessions/{session}")).status, 200);
    assert_eq!(one.get(&format!("/api/v1/chat/sessions/{session}")).status, 404);
}

#[test]
fn a_name_of_a_session_is_each_owners_own_at_both() {
    let pair = Pair::start(|plan| plan);
    let (ada, eve) = (pair.key("ada"), pair.key("eve"));
    let session = "/api/v1/chat/sessions/s1";
    for (key, messages) in [(&ada, 4), (&eve, 2)] {
        chat(&pair.one.with(key), "How many customers do we have?", Some("s1"));
        if messages == 4 {
            chat(&pair.other.with(key), "and how many of them per state?", Some("s1"));
        }
        let history = pair.other.with(key).get(session).json();
        assert_eq!(history["messages"].as_array().unwrap().len(), messages, "{history}");
    }
    assert_eq!(pair.other.with(&eve).delete(session).status, 200);
    assert_eq!((pair.one.with(&eve).get(session).status, pair.one.with(&ada).get(session).status), (404, 200));
}

#[test]
fn a_question_is_followed_from_the_other() {
    let model = Model::counting(Duration::from_millis(500));
    let pair = Pair::start(|plan| plan.model(&model));
    let (one, other) = pair.nobody();
    let ask = one.ask("how many customers are there?");
    let here = one.stream(&ask, None);
    let there: Vec<SentEvent> = other.stream(&ask, None).collect();
    assert_eq!(there.last().unwrap().name, "done");
    assert_eq!(here.collect::<Vec<_>>(), there, "both tell the same, event by event");
    assert_eq!(other.poll(&ask), one.poll(&ask));
    // Taken up in the middle, on the other side.
    let middle = there[there.len() / 2].id;
    let rest: Vec<SentEvent> = other.stream(&ask, Some(middle)).collect();
    assert_eq!(rest, there.iter().filter(|event| event.id > middle).cloned().collect::<Vec<_>>());
}

#[test]
fn a_question_is_stopped_from_the_other() {
    let model = Model::hanging();
    let pair = Pair::start(|plan| plan.model(&model));
    let (one, other) = pair.nobody();
    for _ in 0..3 {
        let ask = one.ask("how many customers are there?");
        eventually(Duration::from_secs(10), "the model is asked", || model.server.open_connections() > 0);
        let since = Instant::now();
        let stopped = other.post(&format!("/api/v1/ask/{ask}/stop"), &json!({}));
        eventually(Duration::from_secs(2), "the model's connection is gone", || model.server.open_connections() == 0);
        let took = since.elapsed();
        assert_eq!((stopped.status, &stopped.json()["status"]), (200, &json!("stopped")), "{stopped:?}");
        assert!(took < Duration::from_secs(1), "{took:?}");
        for client in [&one, &other] {
            assert_eq!(client.poll(&ask)["status"], "stopped");
        }
    }
}

#[test]
fn limits_count_together() {
    let pair = Pair::start(|plan| plan.variable("VOUCH_ASKS_PER_MINUTE", "10"));
    let key = pair.key("one");
    let (one, other) = (pair.one.with(&key), pair.other.with(&key));
    let (accepted, refused) = ask_until_refused(&[one.clone(), other.clone()], 14);
    let refused = refused.unwrap();
    assert_eq!((accepted, refused.status), (10, 429), "{refused:?}");
    assert!(refused.header("retry-after").is_some());
    for client in [&one, &other] {
        assert_eq!(ask_until_refused(std::slice::from_ref(client), 1).0, 0);
    }
}

#[test]
fn keys_and_datasets_are_known_to_both() {
    let pair = Pair::start(|plan| plan);
    let key = pair.key("ada");
    let (one, other) = (pair.one.with(&key), pair.other.with(&key));
    let dataset = one.upload("sales.csv", "region,amount\nNorth,10\nSouth,20\n");
    let asked = json!({"message": "What is the total amount?", "dataset_id": dataset});
    let answer = other.post("/api/v1/chat", &asked).json();
    assert!(answer["results"]["data"].to_string().contains("30"), "{answer}");
    assert_eq!(one.post("/api/v1/chat", &asked).json()["cached"], true, "an answer of the one serves at the other");
    let login = one.post("/api/v1/login", &json!({"key": key.key}));
    let cookie = login.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(pair.other.nobody().and("cookie", &cookie).get("/api/v1/sources").status, 200);
    assert_eq!(other.delete(&format!("/api/v1/datasets/{dataset}")).status, 204);
    assert_eq!(one.post("/api/v1/chat", &asked).status, 404);
    let revoked = finish(pair.plan.command(&["keys", "revoke", &key.id]).output().unwrap());
    assert_eq!(revoked.code, Some(0), "{revoked:?}");
    assert_eq!((one.get("/api/v1/sources").status, other.get("/api/v1/sources").status), (401, 401));
}

#[test]
fn an_instance_that_dies_leaves_no_question_open() {
    let model = Model::hanging();
    let mut pair = Pair::start(|plan| plan.model(&model));
    let (one, other) = pair.nobody();
    let ask = one.ask("how many customers are there?");
    let waiting = other.stream(&ask, None);
    pair.one.kill();
    let since = Instant::now();
    let told: Vec<SentEvent> = waiting.collect();
    let took = since.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
    let kept = other.poll(&ask);
    assert_eq!((&kept["status"], &kept["error"]["code"]), (&json!("failed"), &json!("INTERRUPTED")), "{kept}");
    assert_eq!(told.last().unwrap().data["error"]["code"], "INTERRUPTED");
    assert_eq!(told.iter().filter(|event| event.name == "done").count(), 1);
    // It comes back and finds what the other one did.
    pair.one = pair.plan.start();
    assert_eq!(pair.one.nobody().poll(&ask), kept);
}

#[test]
fn a_redis_that_comes_back_is_taken_up_again() {
    let pair = Pair::start(|plan| plan);
    let port = pair.redis.port();
    let (one, other) = pair.nobody();
    assert_eq!(one.ended(&one.ask("how many customers?"))["status"], "finished");
    drop(pair.redis);
    for client in [&one, &other] {
        eventually(Duration::from_secs(15), "readiness goes down", || {
            let ready = client.get("/ready");
            ready.status == 503 && ready.json()["store"] == false && ready.json()["status"] == "waiting"
        });
        assert_eq!(client.get("/health").status, 200);
        let refused = client.post("/api/v1/ask", &json!({"query": "how many customers?"}));
        assert_eq!(refused.status, 503, "{refused:?}");
    }
    let _redis = RedisServer::try_port(port, &[]).expect("the port is free again");
    for client in [&one, &other] {
        eventually(Duration::from_secs(15), "it is ready again", || client.get("/ready").status == 200);
        assert_eq!(client.ended(&client.ask("how many customers?"))["status"], "finished");
    }
    // Messages between them work again, too: a stop is one.
    let (ask, since) = (one.ask("how many orders?"), Instant::now());
    assert_eq!(other.post(&format!("/api/v1/ask/{ask}/stop"), &json!({})).status, 200);
    assert!(since.elapsed() < Duration::from_secs(2));
}

#[test]
fn without_its_redis_a_server_does_not_start() {
    let nowhere = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let plan = Plan::new();
    for url in [format!("redis://:hunter2@{nowhere}"), format!("redis://{nowhere}/0"), "postgres://x".to_owned()] {
        let since = Instant::now();
        let run = finish(plan.command(&["serve", "--demo", "--port", "0", "--state", &url]).output().unwrap());
        assert_eq!(run.code, Some(1), "{url}: {run:?}");
        assert!(run.stderr.to_lowercase().contains("redis"), "{run:?}");
        assert!(!run.stderr.contains("hunter2"), "{run:?}");
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
    }
}

#[test]
fn a_redis_that_speaks_tls_is_shared_and_must_be_known() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let (certificate, key) = (folder.path().join("certificate.pem"), folder.path().join("key.pem"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let (certificate, key) = (certificate.display().to_string(), key.display().to_string());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let encrypted = ["--port", "0", "--tls-port", &port.to_string(), "--tls-auth-clients", "no"];
    let identity = ["--tls-cert-file", &certificate, "--tls-key-file", &key];
    let _redis = RedisServer::try_port(port, &[&encrypted[..], &identity[..]].concat()).expect("the port is free");
    let url = format!("rediss://127.0.0.1:{port}");

    let plan = Plan::new().variable("VOUCH_STATE", &url);
    let stranger = finish(plan.command(&["serve", "--demo", "--port", "0"]).output().unwrap());
    assert_eq!(stranger.code, Some(1), "{stranger:?}");
    assert!(
        stranger.stderr.contains("rediss://127.0.0.1") && stranger.stderr.contains("SSL_CERT_FILE"),
        "{stranger:?}"
    );

    let plan = plan.variable("SSL_CERT_FILE", &certificate);
    let (one, other) = (plan.start(), plan.start());
    let ask = one.nobody().ask("how many customers?");
    assert_eq!(other.nobody().ended(&ask)["status"], "finished");
}

#[test]
fn a_source_that_is_removed_at_the_one_is_gone_at_the_other() {
    let folder = tempfile::tempdir().unwrap();
    for (file, name) in [("first.db", "Ada"), ("second.db", "Eve")] {
        let database = rusqlite::Connection::open(folder.path().join(file)).unwrap();
        database.execute_batch(&format!("CREATE TABLE people AS SELECT '{name}' AS name")).unwrap();
    }
    let pair = Pair::start(|plan| plan.variable("VOUCH_SOURCES_DIR", &folder.path().display().to_string()));
    let (one, other) = pair.nobody();
    let add = |file: &str| {
        let url = format!("sqlite:{}", folder.path().join(file).display());
        let added = one.post("/api/v1/sources", &json!({"name": "staff", "url": url}));
        assert_eq!(added.status, 201, "{added:?}");
    };
    let asked = json!({"sql": "SELECT name FROM people", "source": "staff"});
    let told = |client: &Client| client.post("/api/v1/sql", &asked).json()["results"]["data"][0]["name"].clone();
    let listed = |client: &Client| client.get("/api/v1/sources").body.contains("staff");
    add("first.db");
    assert_eq!((told(&one), told(&other)), (json!("Ada"), json!("Ada")));
    assert_eq!(one.delete("/api/v1/sources/staff").status, 204);
    for client in [&other, &one] {
        let gone = client.post("/api/v1/sql", &asked);
        assert_eq!((gone.status, gone.code().as_str()), (404, "NOT_FOUND"), "{gone:?}");
        assert!(!listed(client));
    }
    add("first.db");
    assert_eq!(told(&other), "Ada");
    // Removed and added anew before the other looks again.
    assert_eq!(one.delete("/api/v1/sources/staff").status, 204);
    add("second.db");
    assert_eq!((told(&other), told(&one)), (json!("Eve"), json!("Eve")));
    assert!(listed(&other) && other.get("/api/v1/sources").body.contains("demo"));
}
