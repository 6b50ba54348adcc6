//! Stopping: whatever an ask is doing, it ends within a second, its model call and its statement with it, and it never
//! becomes anything else.

use crate::scripted::{Model, drafts, purpose, script_with, within};
use crate::support::{Server, folder, path, text};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vouch_testing::Turn;

const SECOND: Duration = Duration::from_secs(1);
/// How long the processor is watched, and the hundredths of a second that an idle server may use of it in that time.
const WINDOW: Duration = Duration::from_millis(300);
const IDLE: u64 = 2;

/// Counts what nobody has the time to count.
const ENDLESS: &str = "SELECT sum(a.quantity * b.quantity + c.quantity) AS n FROM order_items AS a, order_items AS b, \
                       order_items AS c";

/// A model that falls silent at the stage that is named.
struct Silent {
    model: Model,
    stage: Arc<Mutex<&'static str>>,
}

impl Silent {
    fn start() -> Self {
        let stage = Arc::new(Mutex::new(""));
        let silent_at = stage.clone();
        let model = Model::start(script_with(move |_, stage, usual| match (*silent_at.lock().unwrap(), stage) {
            (silent, _) if silent == stage => Turn::hang(),
            // A repair takes a statement that needs one.
            ("repair", "draft") => drafts("SELECT not_there FROM customers"),
            _ => usual,
        }));
        Self { model, stage }
    }

    fn serve(&self) -> Server {
        let variables = [self.model.variables(), vec![("VOUCH_SQL_REASONING", "always")]].concat();
        Server::start_at(self.model.data.path(), &["--demo"], &variables)
    }

    /// Runs `begin`, and waits until the model is silent about it.
    fn silent_at<T>(&self, stage: &'static str, begin: impl FnOnce() -> T) -> T {
        *self.stage.lock().unwrap() = stage;
        let asked = || self.model.server.requests().iter().filter(|request| purpose(request) == stage).count();
        let before = asked();
        let begun = begin();
        assert!(within(Duration::from_secs(30), || asked() > before), "the model is never asked for {stage}");
        begun
    }

    /// Runs `stop`, and checks that a connection to the model goes with it.
    fn hangs_up<T>(&self, stop: impl FnOnce() -> T) -> T {
        let before = self.model.server.closed_early();
        let stopped = stop();
        assert!(within(SECOND, || self.model.server.closed_early() > before), "the model's connection stays open");
        stopped
    }
}

/// Stops an ask and checks that it has happened when that returns.
fn stop(server: &Server, id: &str) -> Json {
    let since = Instant::now();
    let reply = server.post(&format!("/api/v1/ask/{id}/stop"), &json!({}));
    let took = since.elapsed();
    assert_eq!((reply.status, &reply.json()["status"]), (200, &json!("stopped")), "after {took:?}: {reply:?}");
    assert!(took < SECOND, "it took {took:?}");
    reply.json()
}

/// Processor time of a process so far, in hundredths of a second.
fn processor_time(server: &Server) -> u64 {
    let figures = std::fs::read_to_string(format!("/proc/{}/stat", server.child.id())).unwrap();
    let after_name = figures.rsplit_once(')').unwrap().1;
    after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}

fn used_in_a_window(server: &Server) -> u64 {
    let before = processor_time(server);
    std::thread::sleep(WINDOW);
    processor_time(server) - before
}

#[test]
fn an_ask_is_stopped_while_a_model_thinks_whatever_about() {
    let silent = Silent::start();
    let server = silent.serve();
    for stage in ["frame", "reason", "draft", "repair", "explain"] {
        let question = json!({"query": format!("how many customers are there ({stage})?")});
        let id = silent.silent_at(stage, || server.ask(&question));
        let reply = silent.hangs_up(|| stop(&server, &id));
        assert_eq!(reply["error"]["code"], "CANCELLED", "{stage}: {reply:#}");
        assert_eq!(reply["query_id"], id.as_str());
        let last: Vec<String> = server.watch(&id).map(|event| event.what()).collect();
        assert!(last.ends_with(&["stopped".to_owned(), "done".to_owned()]), "{stage}: {last:?}");
        assert_eq!(stop(&server, &id)["status"], "stopped", "stopping twice changes nothing");
    }
}

#[test]
fn a_stopped_ask_stays_stopped_when_the_model_answers_after_all() {
    let model = Model::start(script_with(|_, _, usual| usual.latency(Duration::from_millis(1_500))));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let id = server.ask(&json!({"query": "how many customers are there?"}));
    model.asked_for("frame");
    stop(&server, &id);
    let events = server.watch(&id).count();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(server.get(&format!("/api/v1/ask/{id}")).json()["status"], "stopped");
    assert_eq!(server.watch(&id).count(), events, "nothing was added to it");
    // What has ended in another way is not stopped any more.
    let id = server.ask(&json!({"query": "how many tables are there?"}));
    let ended = server.ended(&id);
    let late = server.post(&format!("/api/v1/ask/{id}/stop"), &json!({}));
    assert_eq!((late.status, &late.json()["status"]), (200, &ended["status"]));
}

/// Asks for a statement that would run for ever, and stops it while it does.
fn stops_a_statement(server: &Server, source: &str) {
    let id = server.ask(&json!({"query": "how many customers are there?", "source": source}));
    let executing = || server.get(&format!("/api/v1/ask/{id}")).json()["status"] == "executing";
    assert!(within(Duration::from_secs(30), executing), "{:#}", server.get(&format!("/api/v1/ask/{id}")).json());
    let busy = used_in_a_window(server);
    assert!(busy > IDLE, "the statement runs ({busy})");
    let since = Instant::now();
    stop(server, &id);
    while used_in_a_window(server) > IDLE {
        assert!(since.elapsed() < SECOND, "the statement still runs");
    }
    assert_eq!(server.get(&format!("/api/v1/ask/{id}")).json()["status"], "stopped");
}

#[test]
fn a_statement_is_stopped_in_duckdb() {
    let model = Model::start(script_with(|_, stage, usual| if stage == "draft" { drafts(ENDLESS) } else { usual }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    // What is made ready for the first question must not be taken for the statement.
    server.get("/api/v1/sample-questions");
    stops_a_statement(&server, "demo");
}

#[test]
fn a_statement_is_stopped_in_sqlite() {
    let shop = folder(&[]);
    let file = path(&shop, "shop.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    let numbers = "CREATE TABLE customers (n INTEGER); INSERT INTO customers \
                   WITH RECURSIVE upto (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM upto WHERE n < 3000) SELECT n FROM upto";
    database.execute_batch(numbers).unwrap();
    let endless = "SELECT count(*) AS n FROM customers AS a, customers AS b, customers AS c WHERE a.n + b.n + c.n < 0";
    let model =
        Model::start(script_with(move |_, stage, usual| if stage == "draft" { drafts(endless) } else { usual }));
    let source = format!("shop=sqlite:{file}");
    let server = Server::start_at(model.data.path(), &["--source", &source], &model.variables());
    server.get("/api/v1/sample-questions");
    stops_a_statement(&server, "shop");
}

#[test]
fn an_ask_that_waits_for_its_turn_is_stopped_too() {
    let silent = Silent::start();
    let variables = [silent.model.variables(), vec![("VOUCH_MAX_RUNNING", "1")]].concat();
    let server = Server::start_at(silent.model.data.path(), &["--demo"], &variables);
    let first = silent.silent_at("frame", || server.ask(&json!({"query": "how many customers are there?"})));
    let waiting = server.ask(&json!({"query": "how many orders are there?"}));
    stop(&server, &waiting);
    assert_eq!(server.get(&format!("/api/v1/ask/{first}")).json()["status"], "understanding");
    silent.hangs_up(|| stop(&server, &first));
}

#[test]
fn a_session_is_stopped_with_all_that_runs_and_waits_in_it() {
    let silent = Silent::start();
    let server = silent.serve();
    let ask = || server.ask(&json!({"query": "how many customers are there?", "session_id": "s"}));
    let first = silent.silent_at("frame", ask);
    let second = ask();
    let since = Instant::now();
    let stopped = silent.hangs_up(|| server.post("/api/v1/chat/sessions/s/stop", &json!({})));
    assert!(since.elapsed() < 2 * SECOND, "{:?}", since.elapsed());
    assert_eq!(stopped.json(), json!({"session_id": "s", "stopped": [first, second]}), "{stopped:?}");
    let asked = silent.model.server.requests().len();
    for id in [first, second] {
        assert_eq!(server.get(&format!("/api/v1/ask/{id}")).json()["status"], "stopped");
    }
    assert_eq!(server.post("/api/v1/chat/sessions/s/stop", &json!({})).json()["stopped"], json!([]));
    assert_eq!(silent.model.server.requests().len(), asked, "the one that waited never began");
    // Deleting a session ends what runs in it as well.
    let third = silent.silent_at("frame", ask);
    let gone = silent.hangs_up(|| server.delete("/api/v1/chat/sessions/s"));
    assert_eq!(gone.status, 200, "{gone:?}");
    assert_eq!(server.get(&format!("/api/v1/ask/{third}")).problem().0, 404);
}

#[test]
fn a_client_that_waits_and_leaves_stops_its_question() {
    let silent = Silent::start();
    let server = silent.serve();
    for door in ["/query", "/query-agentic"] {
        let body = json!({"query": "how many customers are there?", "session_id": "s"}).to_string();
        let stage = if door == "/query" { "draft" } else { "frame" };
        let client = silent.silent_at(stage, || {
            let mut client = server.connect();
            client.write_all(server.request("POST", door, &[], &body).as_bytes()).unwrap();
            client
        });
        silent.hangs_up(|| drop(client));
        let turns = || server.get("/api/v1/chat/sessions/s").json()["turns"].clone();
        let ended = || turns().as_array().unwrap().iter().all(|turn| turn["status"] == "stopped");
        assert!(within(2 * SECOND, ended), "{door}: {:#}", turns());
    }
    // Who only watches may leave: the ask goes on.
    *silent.stage.lock().unwrap() = "";
    let stream = server.watch_with("POST", "/api/v1/chat/stream", &[], &json!({"message": "how many?"}).to_string());
    let id = stream.head.lines().find_map(|line| line.strip_prefix("x-query-id: ")).unwrap().trim().to_owned();
    drop(stream);
    assert_eq!(text(&server.ended(&id)["status"]), "finished");
}
