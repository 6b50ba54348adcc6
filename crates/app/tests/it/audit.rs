//! What is written down: who did what, and never what opens a door.

use crate::site::{MODEL_KEY, Model, Plan, Site};
use serde_json::{Value as Json, json};
use std::time::Duration;

fn entries(site: &Site, key: &crate::site::Key, filter: &str) -> Vec<Json> {
    let listed = site.with(key).get(&format!("/api/v1/audit?limit=1000{filter}"));
    assert_eq!(listed.status, 200, "{listed:?}");
    listed.json()["entries"].as_array().unwrap().clone()
}

#[test]
fn who_did_what_is_written_down() {
    let plan = Plan::new();
    let (admin, analyst) = (plan.key("admin", &["--role", "admin"]), plan.key("analyst", &[]));
    let site = plan.start();
    let me = site.with(&analyst).and("x-request-id", "r-77");
    let ask = me.ask("how many customers?");
    me.ended(&ask);
    let csv = me.get(&format!("/api/v1/ask/{ask}/export?format=csv"));
    assert_eq!(csv.status, 200, "{csv:?}");
    assert_eq!(me.post("/api/v1/sql", &json!({"sql": "SELECT count(*) AS n FROM orders"})).status, 200);
    assert_eq!(me.post("/api/v1/sql", &json!({"sql": "DELETE FROM orders"})).status, 422);
    let dataset = me.upload("sales.csv", "a,b\n1,2\n");
    assert_eq!(me.delete(&format!("/api/v1/datasets/{dataset}")).status, 204);
    assert_eq!(me.post("/api/v1/login", &json!({"key": analyst.key})).status, 200);
    let session = me.post("/api/v1/chat/sessions", &json!({})).json()["session_id"].as_str().unwrap().to_owned();
    assert_eq!(me.post(&format!("/api/v1/chat/sessions/{session}/share"), &json!({})).status, 201);
    assert_eq!(me.delete(&format!("/api/v1/chat/sessions/{session}")).status, 200);
    assert_eq!(me.post(&format!("/api/v1/ask/{ask}/feedback"), &json!({"good": false})).status, 200);
    let made = site.with(&admin).post("/api/v1/keys", &json!({"name": "third"})).json();
    let third = made["id"].as_str().unwrap();
    assert_eq!(site.with(&admin).delete(&format!("/api/v1/keys/{third}")).status, 200);

    let all = entries(&site, &admin, "");
    let (mine, theirs) = (format!("key:{}", analyst.id), format!("key:{}", admin.id));
    let local = "local".to_owned();
    let expected = [
        (&local, "create_key", Some(analyst.id.as_str()), "ok"),
        (&mine, "ask", Some(ask.as_str()), "ok"),
        (&mine, "export", Some(ask.as_str()), "ok"),
        (&mine, "run_sql", None, "ok"),
        (&mine, "run_sql", None, "NOT_READ_ONLY"),
        (&mine, "upload", Some(dataset.as_str()), "ok"),
        (&mine, "delete_dataset", Some(dataset.as_str()), "ok"),
        (&mine, "login", None, "ok"),
        (&mine, "share_session", Some(session.as_str()), "ok"),
        (&mine, "delete_session", Some(session.as_str()), "ok"),
        (&mine, "feedback", Some(ask.as_str()), "ok"),
        (&theirs, "create_key", Some(third), "ok"),
        (&theirs, "revoke_key", Some(third), "ok"),
    ];
    for (owner, action, subject, outcome) in expected {
        let found = all.iter().find(|entry| {
            entry["owner"] == **owner
                && entry["action"] == action
                && entry["outcome"] == outcome
                && subject.is_none_or(|subject| entry["subject"] == subject)
        });
        let found = found.unwrap_or_else(|| panic!("{owner} {action} {outcome} is not in {all:#?}"));
        // A login's own request comes without a key in its header; all others have said which request they were.
        assert!([&theirs, &local].contains(&owner) || action == "login" || found["request_id"] == "r-77", "{found}");
    }
    let statement = all.iter().find(|entry| entry["outcome"] == "NOT_READ_ONLY").unwrap();
    assert_eq!((&statement["detail"], &statement["source"]), (&json!("DELETE FROM orders"), &json!("demo")));
    assert!(entries(&site, &admin, "&action=upload").iter().all(|entry| entry["action"] == "upload"));
    assert!(entries(&site, &admin, &format!("&owner={theirs}")).iter().all(|entry| entry["owner"] == theirs));
}

#[test]
fn a_refused_question_is_written_down_with_its_reason() {
    let plan = Plan::new().variable("VOUCH_ASKS_PER_MINUTE", "1");
    let admin = plan.key("admin", &["--role", "admin"]);
    let site = plan.start();
    let statuses: Vec<u16> = (0..2)
        .map(|_| site.with(&admin).post("/api/v1/ask", &json!({"query": "how many customers?"})).status)
        .collect();
    assert_eq!(statuses, [202, 429]);
    let outcomes: Vec<Json> = entries(&site, &admin, "&action=ask").iter().map(|e| e["outcome"].clone()).collect();
    assert_eq!(outcomes, [json!("RATE_LIMITED"), json!("ok")]);
}

/// At its most talkative, and with everything that opens a door having come by.
#[test]
fn no_secret_is_in_the_log() {
    let model = Model::counting(Duration::ZERO);
    let plan = Plan::new().model(&model).variable("VOUCH_LOG", "trace").variable("VOUCH_LOG_FORMAT", "json");
    let jwks = plan.folder().join("jwks.json");
    std::fs::write(&jwks, r#"{"keys": []}"#).unwrap();
    let plan = plan
        .variable("VOUCH_JWT_ISSUER", "https://login.example")
        .variable("VOUCH_JWT_AUDIENCE", "vouch")
        .variable("VOUCH_JWT_JWKS", &jwks.display().to_string());
    let key = plan.key("me", &["--role", "admin"]);
    let site = plan.start();
    let me = site.with(&key);
    me.ended(&me.ask("how many customers are there?"));
    let login = me.post("/api/v1/login", &json!({"key": key.key}));
    let cookie = login.header("set-cookie").unwrap().split(['=', ';']).nth(1).unwrap().to_owned();
    let logged_in = site.nobody().and("cookie", &format!("vouch_login={cookie}"));
    assert_eq!(logged_in.get("/api/v1/sources").status, 200);
    assert_eq!(site.nobody().and("x-api-key", &key.key).get("/api/v1/sources").status, 200);
    let made = me.post("/api/v1/keys", &json!({"name": "second"})).json()["key"].as_str().unwrap().to_owned();
    let token = "eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";
    assert_eq!(crate::client::Client::with_key(site.port, token).get("/api/v1/sources").status, 401);
    let source = json!({"name": "x", "url": "postgres://ada:hunter2secret@db.example/x"});
    assert!(me.post("/api/v1/sources", &source).status < 500);
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let accept = me.and("accept", "application/json, text/event-stream");
    let listed = accept.post("/mcp", &list);
    assert!(listed.status < 500, "{listed:?}");
    crate::site::eventually(Duration::from_secs(10), "the log is written", || site.log().contains("ask_completed"));
    let log = site.log();
    assert!(log.len() > 10_000 && log.contains("TRACE"), "it is not talkative: {}", log.len());
    for secret in [key.key.as_str(), &made, &cookie, token, "hunter2secret", MODEL_KEY] {
        let secret = secret.rsplit('_').next().unwrap();
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is in the log");
    }
}
