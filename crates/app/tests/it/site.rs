//! A server with a data folder of its own, however a test wants it started, and a model that follows a script.

use crate::client::Client;
use crate::support::{data_dir, finish, vouch};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vouch_testing::{ModelServer, Recorded, Script, Turn, Usage};

pub const MODEL_KEY: &str = "sk-test-1d7c90be42";

/// How a server is started.
#[derive(Clone)]
pub struct Plan {
    data: Arc<tempfile::TempDir>,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
}

impl Plan {
    /// On loopback and a free port, with the demo data, and nobody counts questions.
    pub fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let demo = data_dir().join("demo-1.duckdb");
        if demo.is_file() {
            // Read only, and making it takes a while.
            std::fs::hard_link(&demo, data.path().join("demo-1.duckdb")).unwrap();
        }
        let plan = Self { data: Arc::new(data), arguments: Vec::new(), variables: Vec::new() };
        plan.argument("--demo").argument("--port").argument("0").variable("VOUCH_ASKS_PER_MINUTE", "0")
    }

    pub fn argument(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn model(self, model: &Model) -> Self {
        self.variable("OPENAI_BASE_URL", &model.url)
            .variable("OPENAI_API_KEY", MODEL_KEY)
            .variable("VOUCH_MODEL", "scripted")
            .variable("VOUCH_MODEL_RETRY_MS", "50")
    }

    pub fn folder(&self) -> &Path {
        self.data.path()
    }

    /// The program with this plan's data folder and settings.
    pub fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = vouch(arguments);
        command.env("VOUCH_DATA_DIR", self.folder());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Makes a key with these further arguments; its id and the key.
    pub fn key(&self, name: &str, arguments: &[&str]) -> Key {
        let all = [&["keys", "create", name, "--json"], arguments].concat();
        let run = finish(self.command(&all).output().unwrap());
        assert_eq!(run.code, Some(0), "{run:?}");
        let made: Json = run.json();
        Key { id: made["id"].as_str().unwrap().to_owned(), key: made["key"].as_str().unwrap().to_owned() }
    }

    pub fn start(&self) -> Site {
        let arguments = self.arguments.iter().map(String::as_str);
        let arguments: Vec<&str> = std::iter::once("serve").chain(arguments).collect();
        let mut child = self.command(&arguments).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let log = Arc::new(Mutex::new(String::new()));
        let mut port = None;
        for line in lines.by_ref() {
            port = line.split_once("Vouch is at http://").and_then(|(_, rest)| {
                let address = rest.split(' ').next()?;
                address.rsplit(':').next()?.parse().ok()
            });
            log.lock().unwrap().push_str(&format!("{line}\n"));
            if port.is_some() {
                break;
            }
        }
        let port = port.unwrap_or_else(|| panic!("no server: {}", log.lock().unwrap()));
        let said = Arc::clone(&log);
        // Read to the end, so that the server never waits for a reader.
        std::thread::spawn(move || lines.for_each(|line| said.lock().unwrap().push_str(&format!("{line}\n"))));
        Site { child, port, plan: self.clone(), log }
    }
}

pub struct Key {
    pub id: String,
    pub key: String,
}

/// A running server; gone when dropped.
pub struct Site {
    pub child: Child,
    pub port: u16,
    /// From its start until it listened.
    pub plan: Plan,
    log: Arc<Mutex<String>>,
}

impl Site {
    pub fn nobody(&self) -> Client {
        Client::nobody(self.port)
    }

    pub fn with(&self, key: &Key) -> Client {
        Client::with_key(self.port, &key.key)
    }

    /// What it has written to its log so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Without a chance to say good-bye.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A model server and the runtime it lives in.
pub struct Model {
    pub server: ModelServer,
    url: String,
    _runtime: tokio::runtime::Runtime,
}

impl Model {
    pub fn start(script: Script) -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let server = runtime.block_on(ModelServer::start_forgetting(script));
        Self { url: format!("{}/v1", server.url()), server, _runtime: runtime }
    }

    /// Counts customers, and takes this long for each call.
    pub fn counting(latency: Duration) -> Self {
        Self::start(Script::by(move |request| sensible(request).latency(latency)))
    }

    /// Never says anything.
    pub fn hanging() -> Self {
        Self::start(Script::always(Turn::hang()))
    }
}

/// What a model would say that counts customers whatever it is asked.
pub fn sensible(request: &Recorded) -> Turn {
    let said = request.last_user();
    let turn = if said.starts_with("Decide") {
        Turn::json(json!({
            "intent": "TEXT_TO_SQL", "confidence": 0.9, "is_followup": false, "standalone_question": "q",
            "clarification": null,
        }))
    } else if said.starts_with("Write") {
        Turn::json(json!({"sql": "SELECT count(*) AS customer_count FROM customers", "assumptions": []}))
    } else {
        Turn::text("There are 6,000 customers.")
    };
    turn.usage(Usage { input: 700, output: 30, ..Usage::default() })
}

/// Long forms of a test run with `make test-long`.
pub fn is_long() -> bool {
    std::env::var_os("VOUCH_LONG").is_some()
}

/// Waits until it holds, but not for ever.
pub fn eventually(limit: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < limit, "not within {limit:?}: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
