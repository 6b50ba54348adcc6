//! The server as other people's programs meet it: schemathesis over its own description, and the seeds' JavaScript in a
//! real browser, from a page that the server serves.

use crate::site::{Plan, Site, eventually, is_long};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with what `scripts/test-tools` installs; at once when it is there.
pub fn tools() -> String {
    let found = Command::new(root().join("scripts/test-tools")).arg("--path").output().unwrap();
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    String::from_utf8(found.stdout).unwrap().trim().to_owned()
}

fn told(output: &Output) -> Json {
    let said = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&said).unwrap_or_else(|e| panic!("{e}: {said} {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn every_answer_is_as_the_description_says() {
    let plan = Plan::new();
    let key = plan.key("conformance", &["--role", "admin"]);
    let site = plan.start();
    let folder = root().join("crates/app/tests/tools");
    let mut command = Command::new(format!("{}/venv/bin/python", tools()));
    command.arg(folder.join("conformance.py")).arg(format!("http://127.0.0.1:{}", site.port));
    command.args(["-H", &format!("Authorization: Bearer {}", key.key)]);
    if is_long() {
        command.args(["--max-examples", "100"]);
    }
    let output = command.output().unwrap();
    let found = told(&output);
    let report = String::from_utf8_lossy(&output.stderr);
    assert_eq!(found["passed"], true, "{found:#}\n{report}");
    assert!(found["operations"].as_u64().unwrap() > 30, "{found:#}");
    assert_eq!(site.with(&key).get("/api/v1/keys").status, 200, "it went on to the end with its key");
    let never: Vec<&String> =
        found["accepted"].as_object().unwrap().iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    eprintln!("schemathesis: {} cases in {} s; only refused: {never:?}", found["cases"], found["seconds"]);
}

/// Runs these files in Chromium, each with its arguments, and returns what each had to say.
fn browse(site: &Site, page: &str, files: &[(&str, Json)]) -> Json {
    let folder = root().join("crates/app/tests/tools");
    let mut command = Command::new("node");
    command.arg(folder.join("browser.mjs")).arg(format!("http://127.0.0.1:{}{page}", site.port));
    for (file, arguments) in files {
        command.arg(folder.join("examples").join(file)).arg(arguments.to_string());
    }
    let output = command.env("VOUCH_TEST_TOOLS", tools()).output().unwrap();
    let told = told(&output);
    assert!(output.status.success(), "{told:#}");
    for (name, outcome) in told.as_object().unwrap() {
        assert_eq!((&outcome["ok"], &outcome["elsewhere"]), (&json!(true), &json!([])), "{name}: {outcome:#}");
    }
    told
}

#[test]
fn the_seeds_examples_run_in_a_browser() {
    let site = Plan::new().start();
    let dataset = site.nobody().upload("sales.csv", "region,amount\nNorth,10\nSouth,20\nNorth,5\n");
    let messages = json!(["What is the total amount?", "How many rows are there?"]);
    let told = browse(
        &site,
        "/",
        &[
            ("ask_polling.js", json!({})),
            ("ask_streaming.js", json!({"linger_ms": 4_000})),
            ("chat.js", json!({})),
            ("dataset_chat.js", json!({"dataset_id": dataset, "messages": messages})),
        ],
    );
    let polled = &told["ask_polling"]["result"];
    assert!(["finished", "failed"].contains(&polled["result"]["status"].as_str().unwrap()), "{polled:#}");
    assert_eq!(polled["result"]["query_id"], polled["query_id"]);

    let streamed = &told["ask_streaming"]["result"];
    // The browser comes back after the end, and is told nothing twice.
    assert_eq!(streamed["results"].as_array().unwrap().len(), 1, "{streamed:#}");
    assert_eq!(streamed["results"][0]["status"], "finished", "{streamed:#}");
    assert!(!streamed["results"][0]["sql"].is_null() && streamed["statuses"].as_array().unwrap().len() > 2);
    let ids: Vec<u64> =
        streamed["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().parse().unwrap()).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");

    let chat = &told["chat"]["result"];
    assert_eq!(chat["session_id"], "abc-123", "{chat:#}");
    assert!(chat["message"].is_string() && chat["status"].is_string(), "{chat:#}");

    let talk = &told["dataset_chat"]["result"];
    assert_eq!(talk["status_after_end"], 404, "{talk:#}");
    assert!(!talk["session"]["sample_questions"].as_array().unwrap().is_empty(), "{talk:#}");
    let answers = talk["answers"].as_array().unwrap();
    assert!(answers.iter().all(|answer| answer["status"] == "success"), "{talk:#}");
    assert!(answers[0]["results"].to_string().contains("35"), "{talk:#}");
}

#[test]
fn a_page_logs_in_and_listens_with_its_cookie() {
    let plan = Plan::new();
    let key = plan.key("page", &[]);
    let site = plan.start();
    let told = browse(&site, "/", &[("login.js", json!({"key": key.key, "query": "How many customers do we have?"}))]);
    let expected = json!({"before": 401, "login": 200, "readable": "", "status": "finished", "after": 401});
    assert_eq!(told["login"]["result"], expected);
}

/// It locks the page that its maker has open: that must ask to log in, and not say that a login has ended that never was.
#[test]
fn a_page_that_is_open_when_the_first_key_is_made_asks_to_log_in() {
    let plan = Plan::new();
    let site = plan.start();
    let told = std::thread::scope(|scope| {
        let arguments = json!({"query": "How many customers do we have?", "open": "the page is open"});
        let open = scope.spawn(|| browse(&site, "/", &[("first_key.js", arguments)]));
        let is_open = || site.nobody().get("/api/v1/chat/sessions").body.contains("the page is open");
        eventually(std::time::Duration::from_secs(60), "the page is open", is_open);
        plan.key("first", &[]);
        open.join().unwrap()
    });
    let shown = &told["first_key"]["result"];
    assert_eq!(shown["title"], "Log in to Vouch", "{told:#}");
    assert!(shown["words"].as_str().unwrap().starts_with("This server asks for a key."), "{told:#}");
}

#[test]
fn the_docs_are_readable_without_a_network() {
    let site = Plan::new().start();
    let told = browse(&site, "/docs/", &[("docs.js", json!({}))]);
    let shown = &told["docs"]["result"];
    assert!(shown["title"].as_str().unwrap().starts_with("Vouch"), "{shown}");
    assert!(shown["operations"].as_u64().unwrap() > 30, "{shown}");
    assert_eq!(shown["rounded"], "4px", "{shown}");
    assert_eq!(told["docs"]["console"], json!([]), "the policy forbids something that the page needs");
    assert_eq!(site.nobody().get("/docs").status, 303);
}
