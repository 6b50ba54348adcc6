//! A model that follows a script, for the program to ask: what it says at each stage, and how long it takes for it.

use serde_json::json;
use std::time::{Duration, Instant};
use vouch_testing::{ModelServer, Recorded, Script, Turn, Usage};

pub const KEY: &str = "sk-test-5f1c2b7a9d";
pub const SQL: &str = "SELECT count(*) AS customer_count FROM customers";

/// Answers every question with the number of customers.
pub fn script() -> Script {
    script_with(|_, _, usual| usual)
}

/// The same, where a stage may go another way.
pub fn script_with(other: impl Fn(&Recorded, &'static str, Turn) -> Turn + Send + Sync + 'static) -> Script {
    Script::by(move |request| {
        let usage = Usage { input: 700, output: 30, ..Default::default() };
        let purpose = purpose(request);
        let usual = match purpose {
            "frame" => frames("q"),
            "draft" | "repair" => drafts(SQL),
            "reason" => Turn::json(json!({"steps": ["Count the customers."], "tables_needed": ["customers"]})),
            "explain" => Turn::text("There are 6,000 customers."),
            _ => Turn::text("OK"),
        };
        other(request, purpose, usual.usage(usage))
    })
}

/// A question that rows answer.
pub fn frames(standalone: &str) -> Turn {
    Turn::json(json!({
        "intent": "TEXT_TO_SQL", "confidence": 0.9, "is_followup": false, "standalone_question": standalone,
        "clarification": null,
    }))
}

pub fn drafts(sql: &str) -> Turn {
    Turn::json(json!({"sql": sql, "assumptions": []}))
}

/// The stage that a request is for, by how its prompt begins.
pub fn purpose(request: &Recorded) -> &'static str {
    let said = request.last_user();
    [
        ("Decide", "frame"),
        ("Write", "draft"),
        ("Tell", "explain"),
        ("Plan", "reason"),
        ("Rewrite", "standalone"),
        ("Earlier statements", "repair"),
        ("A statement failed", "diagnose"),
    ]
    .into_iter()
    .find(|(words, _)| said.starts_with(words))
    .map_or("other", |(_, name)| name)
}

/// The server and the variables that lead to it.
pub struct Model {
    pub server: ModelServer,
    pub url: String,
    /// A data folder of its own: what one test asked must not be remembered in another.
    pub data: tempfile::TempDir,
    data_path: String,
    _runtime: tokio::runtime::Runtime,
}

impl Model {
    pub fn start(script: Script) -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let server = runtime.block_on(ModelServer::start(script));
        let url = format!("{}/v1", server.url());
        let data = crate::support::data_folder();
        let data_path = data.path().display().to_string();
        Self { server, url, data, data_path, _runtime: runtime }
    }

    pub fn data_path(&self) -> &str {
        &self.data_path
    }

    pub fn variables(&self) -> Vec<(&str, &str)> {
        vec![
            ("OPENAI_BASE_URL", &self.url),
            ("OPENAI_API_KEY", KEY),
            ("VOUCH_MODEL", "scripted"),
            ("VOUCH_DATA_DIR", &self.data_path),
        ]
    }

    /// Waits until it was asked for a stage.
    pub fn asked_for(&self, stage: &str) {
        let asked = || self.server.requests().iter().any(|request| purpose(request) == stage);
        assert!(within(Duration::from_secs(30), asked), "the model is never asked to {stage}");
    }
}

/// Whether something comes to hold in time.
pub fn within(limit: Duration, holds: impl Fn() -> bool) -> bool {
    let since = Instant::now();
    while !holds() {
        if since.elapsed() > limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}
