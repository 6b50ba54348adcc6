//! The tools for other people's agents: over stdin and stdout with nothing but JSON lines, and over HTTP with keys.

use crate::client::{Answer, Client};
use crate::site::{Model, Plan, eventually};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

const TOOLS: [&str; 11] = [
    "ask",
    "create_visualization",
    "describe_schema",
    "explore",
    "find_patterns",
    "list_sessions",
    "list_sources",
    "profile",
    "run_sql",
    "search_metadata",
    "validate_analysis",
];

fn initialize() -> Json {
    json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

/// An agent on the other end of the pipe.
struct Agent {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    last_id: u64,
}

impl Agent {
    fn start(plan: &Plan, arguments: &[&str]) -> Self {
        let mut command = plan.command(&[&["mcp", "--demo"], arguments].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()).lines());
        let mut agent = Self { child, input, output, last_id: 0 };
        let hello = agent.request("initialize", initialize());
        assert_eq!(hello["result"]["serverInfo"]["name"], "vouch", "{hello}");
        agent.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        agent
    }

    fn write(&mut self, message: &Json) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// Sends without waiting; the id under which the answer comes.
    fn send(&mut self, method: &str, params: Json) -> u64 {
        self.last_id += 1;
        let message = json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        self.write(&message);
        self.last_id
    }

    fn request(&mut self, method: &str, params: Json) -> Json {
        let id = self.send(method, params);
        loop {
            let line = self.output.next().expect("the program goes on").unwrap();
            // Nothing but messages may be written there: anything else would break the agent.
            let message: Json = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if message["id"] == id {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Json) -> Json {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))["result"].clone()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn names(listed: &Json) -> Vec<String> {
    let mut names: Vec<String> =
        listed["result"]["tools"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_agent_uses_every_tool_over_a_pipe() {
    let plan = Plan::new();
    let mut agent = Agent::start(&plan, &[]);
    let listed = agent.request("tools/list", json!({}));
    assert_eq!(names(&listed), TOOLS);
    for tool in listed["result"]["tools"].as_array().unwrap() {
        assert!(tool["description"].as_str().unwrap().len() > 20, "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
    }
    let sources = agent.call("list_sources", json!({}));
    assert_eq!(sources["structuredContent"]["sources"][0]["source"], "demo", "{sources}");
    let schema = agent.call("describe_schema", json!({}));
    let tables = schema["structuredContent"]["tables"].as_array().unwrap();
    assert!(tables.iter().any(|table| table["table_name"].as_str().unwrap().ends_with("customers")), "{schema}");
    let table = agent.call("describe_schema", json!({"table": "customers"}));
    assert!(!table["structuredContent"]["columns"].as_array().unwrap().is_empty(), "{table}");
    let profile = agent.call("profile", json!({"table": "customers"}));
    assert_eq!(profile["structuredContent"]["row_count"], 6_000, "{profile}");
    let found = agent.call("search_metadata", json!({"query": "revenue per customer"}));
    assert!(!found["structuredContent"]["tables"].as_array().unwrap().is_empty(), "{found}");
    let asked = agent.call("ask", json!({"question": "How many customers do we have?"}));
    let answer = &asked["structuredContent"];
    assert_eq!((&asked["isError"], &answer["status"]), (&json!(false), &json!("finished")), "{asked}");
    assert!(answer["results"]["data"][0].to_string().contains("6000"), "{asked}");
    let session = answer["session_id"].as_str().unwrap();
    let more = agent.call("ask", json!({"question": "and how many in Texas?", "session_id": session}));
    assert_eq!(more["structuredContent"]["session_id"], session, "{more}");
    let rows = agent.call("run_sql", json!({"sql": "SELECT count(*) AS n FROM customers", "max_rows": 5}));
    assert_eq!(rows["structuredContent"]["results"]["data"], json!([{"n": 6_000}]), "{rows}");
    let sessions = agent.call("list_sessions", json!({}));
    let sessions = sessions["structuredContent"]["sessions"].as_array().unwrap().clone();
    assert!(sessions.iter().any(|known| known["session_id"] == session && known["turns"] == 2), "{sessions:?}");
}

#[test]
fn what_is_wrong_is_said_so_that_an_agent_can_act() {
    let plan = Plan::new();
    let mut agent = Agent::start(&plan, &[]);
    for (sql, code) in [
        ("DELETE FROM customers", "NOT_READ_ONLY"),
        ("SELECT 1; DROP TABLE customers", "MULTIPLE_STATEMENTS"),
        ("SELECT * FROM nowhere", "TABLE_NOT_FOUND"),
        ("SELECT * FROM read_csv('/etc/passwd')", "NOT_ALLOWED"),
        ("SELEC 1", "SYNTAX_ERROR"),
    ] {
        let refused = agent.call("run_sql", json!({"sql": sql}));
        assert_eq!(refused["isError"], true, "{sql}: {refused}");
        let text = refused["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(code), "{sql}: {text}");
    }
    for (tool, arguments) in [
        ("describe_schema", json!({"table": "nowhere"})),
        ("profile", json!({"table": "nowhere"})),
        ("ask", json!({"question": ""})),
        ("ask", json!({"question": "x".repeat(1_001)})),
        ("ask", json!({"question": "how many?", "source": "nowhere"})),
        ("ask", json!({"question": "how many?", "dataset_id": "nowhere"})),
        ("run_sql", json!({"sql": "SELECT 1", "max_rows": 0})),
    ] {
        let refused = agent.call(tool, arguments.clone());
        assert_eq!(refused["isError"], true, "{tool} {arguments}: {refused}");
        assert!(refused["content"][0]["text"].as_str().unwrap().len() > 20, "{refused}");
    }
    for params in [
        json!({"name": "run_sql", "arguments": {}}),
        json!({"name": "run_sql", "arguments": {"sql": 5}}),
        json!({"name": "drop_everything", "arguments": {}}),
    ] {
        let refused = agent.request("tools/call", params.clone());
        let said = refused["error"]["code"].is_i64() || refused["result"]["isError"] == true;
        assert!(said, "{params}: {refused}");
    }
    assert!(agent.request("no/such/method", json!({}))["error"]["code"].is_i64());
    assert_eq!(names(&agent.request("tools/list", json!({}))), TOOLS, "it goes on");
}

#[test]
fn a_cancelled_call_stops_the_question() {
    let model = Model::hanging();
    let plan = Plan::new().model(&model);
    let mut agent = Agent::start(&plan, &[]);
    let id =
        agent.send("tools/call", json!({"name": "ask", "arguments": {"question": "how many customers are there?"}}));
    eventually(Duration::from_secs(20), "the model is asked", || model.server.open_connections() > 0);
    agent.write(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    eventually(Duration::from_secs(2), "the model's connection is gone", || model.server.open_connections() == 0);
    assert_eq!(names(&agent.request("tools/list", json!({}))), TOOLS);
    // Who hangs up ends the program, too.
    drop(std::mem::replace(&mut agent.input, {
        let mut other = std::process::Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
        let input = other.stdin.take().unwrap();
        other.wait().unwrap();
        input
    }));
    assert_eq!(crate::support::wait(&mut agent.child, Duration::from_secs(30)), Some(0));
}

/// One message over HTTP.
fn post(client: &Client, method: &str, params: Json) -> Answer {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    client.and("accept", "application/json, text/event-stream").post("/mcp", &message)
}

fn call(client: &Client, tool: &str, arguments: Json) -> Json {
    let answer = post(client, "tools/call", json!({"name": tool, "arguments": arguments}));
    assert_eq!(answer.status, 200, "{tool}: {answer:?}");
    answer.json()["result"].clone()
}

#[test]
fn over_http_the_same_keys_count() {
    let plan = Plan::new();
    let (analyst, viewer) = (plan.key("analyst", &[]), plan.key("viewer", &["--role", "viewer"]));
    let elsewhere = plan.key("elsewhere", &["--source", "nothing"]);
    let site = plan.start();
    let nobody = post(&site.nobody(), "tools/list", json!({}));
    assert_eq!((nobody.status, nobody.code().as_str()), (401, "UNAUTHORIZED"), "{nobody:?}");
    let (analyst, viewer, elsewhere) = (site.with(&analyst), site.with(&viewer), site.with(&elsewhere));
    let hello = post(&analyst, "initialize", initialize());
    assert_eq!((hello.status, &hello.json()["result"]["serverInfo"]["name"]), (200, &json!("vouch")), "{hello:?}");
    assert_eq!(names(&post(&analyst, "tools/list", json!({})).json()), TOOLS);
    let rows = call(&analyst, "run_sql", json!({"sql": "SELECT count(*) AS n FROM customers"}));
    assert_eq!(rows["structuredContent"]["results"]["data"], json!([{"n": 6_000}]), "{rows}");
    let refused = call(&viewer, "run_sql", json!({"sql": "SELECT 1"}));
    assert!(refused["isError"] == true && refused.to_string().contains("FORBIDDEN"), "{refused}");
    assert_eq!(call(&elsewhere, "list_sources", json!({}))["structuredContent"]["sources"], json!([]));
    let hidden = call(&elsewhere, "describe_schema", json!({"source": "demo"}));
    assert!(hidden["isError"] == true && hidden.to_string().contains("NOT_FOUND"), "{hidden}");
    // Conversations are their owner's here, too.
    let asked = call(&analyst, "ask", json!({"question": "how many customers?"}));
    let session = asked["structuredContent"]["session_id"].as_str().unwrap();
    assert_eq!(call(&viewer, "list_sessions", json!({}))["structuredContent"]["sessions"], json!([]));
    let foreign = call(&viewer, "ask", json!({"question": "and in Texas?", "session_id": session}));
    assert!(foreign["isError"] == true && foreign.to_string().contains("NOT_FOUND"), "{foreign}");
    assert_eq!(analyst.get(&format!("/api/v1/chat/sessions/{session}")).status, 200, "and the same at both doors");
    assert_eq!(post(&Client::with_key(site.port, "vk_1_2"), "tools/list", json!({})).status, 401);
    let cross_site = post(&analyst.and("origin", "https://evil.example"), "tools/list", json!({}));
    assert_eq!(cross_site.status, 403, "{cross_site:?}");
    let large = post(&analyst, "tools/list", json!({"x": "y".repeat(100_000)}));
    assert_eq!(large.status, 413, "{large:?}");
}

#[test]
fn a_client_is_bound_at_both_doors() {
    let plan = Plan::new();
    let (bound, free) = (plan.key("bound", &["--client-id", "1"]), plan.key("free", &[]));
    let site = plan.start();
    let (bound, free) = (site.with(&bound), site.with(&free));
    let count = json!({"sql": "SELECT count(*) AS n FROM customers"});
    let with_client = |client: &str| json!({"sql": "SELECT count(*) AS n FROM customers", "client_id": client});
    let rows = |result: &Json| result["structuredContent"]["results"]["data"][0]["n"].clone();
    let (all, one) = (rows(&call(&free, "run_sql", count.clone())), rows(&call(&free, "run_sql", with_client("1"))));
    assert!(all == 6_000 && one.is_i64() && one != all, "{all} {one}");
    assert_eq!(rows(&call(&bound, "run_sql", count.clone())), one);
    let refused = call(&bound, "run_sql", with_client("2"));
    assert!(refused["isError"] == true && refused.to_string().contains("FORBIDDEN"), "{refused}");
    let asked = call(&bound, "ask", json!({"question": "How many customers do we have?"}));
    let figure = asked["structuredContent"]["results"]["data"][0].as_object().unwrap().values().next().unwrap().clone();
    assert_eq!(figure, one, "{asked}");
    let profile = call(&bound, "profile", json!({"table": "customers"}));
    assert_eq!(profile["structuredContent"]["row_count"], one, "{profile}");
    // Its folder must last as long as it does.
    let home = Plan::new();
    let mut agent = Agent::start(&home, &["--client-id", "1"]);
    assert_eq!(rows(&agent.call("run_sql", count)), one);
    assert_eq!(agent.call("run_sql", with_client("2"))["isError"], true);
}

/// It was waited for without end.
#[test]
fn a_body_that_does_not_come_ends_the_request() {
    let site = Plan::new().start();
    let mut stream = site.nobody().connect().unwrap();
    let head = site.nobody().head("POST", "/mcp", &[("content-type", "application/json")], 10);
    stream.write_all(head.as_bytes()).unwrap();
    let (status, ..) = crate::client::read_head(stream).unwrap();
    assert_eq!(status, 408);
}
