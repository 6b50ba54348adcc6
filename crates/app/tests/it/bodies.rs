//! Bodies that are not quite right: what is wrong is said in plain words, and nothing is overlooked that was meant.

use crate::support::Server;
use serde_json::{Value as Json, json};

fn refusal(server: &Server, path: &str, body: &str) -> String {
    let answer = server.send("POST", path, &[], body);
    assert_eq!(answer.problem(), (400, "INVALID_INPUT".to_owned()), "{path} {body}: {answer:?}");
    answer.json()["error"]["message"].as_str().unwrap().to_owned()
}

/// Without the client's field all clients' rows would be read.
#[test]
fn a_field_that_is_almost_one_is_refused() {
    let server = Server::start();
    let question = "how many customers are there?";
    for name in ["clientId", "clientid", "ClientID", "client-id", "Client_Id", "cleint_id", "client_ids"] {
        for path in ["/api/v1/ask", "/api/v1/chat", "/api/v1/sql", "/api/agentic-explore"] {
            let body =
                json!({"query": question, "message": question, "question": question, "sql": "SELECT 1", name: 1});
            let message = refusal(&server, path, &body.to_string());
            assert_eq!(message, format!("There is no field '{name}'; did you mean 'client_id'?"), "{path}");
        }
    }
    let seed = server.post("/query", &json!({"query": question, "clientId": 1}));
    assert_eq!((seed.status, seed.json()["success"].clone()), (400, json!(false)), "{seed:?}");
    assert!(seed.json()["error"].as_str().unwrap().contains("did you mean 'client_id'? The API"), "{seed:?}");
    for (path, name, meant) in [
        ("/api/v1/chat", "sessionId", "session_id"),
        ("/api/v1/chat", "Message", "message"),
        ("/api/agentic-explore", "max_steps", "maxSteps"),
        ("/api/v1/sql", "maxRows", "max_rows"),
        ("/api/v1/chat/sessions", "Title", "title"),
    ] {
        let message = refusal(&server, path, &json!({"sql": "SELECT 1", name: 1}).to_string());
        assert_eq!(message, format!("There is no field '{name}'; did you mean '{meant}'?"));
    }
    // What has nothing to do with a field of ours is the client's own business.
    let more =
        json!({"message": question, "user": "ada", "tags": ["a"], "messages": [], "client": "web", "stream": false});
    let answer = server.post("/api/v1/chat", &more);
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[test]
fn a_wrong_kind_of_value_is_named_in_plain_words() {
    let server = Server::start();
    for (path, body, message) in [
        ("/api/v1/ask", json!({"query": 5}), "'query' must be a text, not a number."),
        ("/api/v1/ask", json!({"query": "x", "max_rows": "many"}), "'max_rows' must be a whole number, not a text."),
        ("/api/v1/ask", json!({"query": "x", "max_rows": 1.5}), "'max_rows' must be a whole number, not 1.5."),
        ("/api/v1/ask", json!({"query": "x", "fresh": "yes"}), "'fresh' must be true or false, not a text."),
        (
            "/api/v1/ask",
            json!({"query": "x", "client_id": []}),
            "'client_id' must be a whole number or a text, not a list.",
        ),
        ("/api/v1/ask", json!({"query": "x", "without": "y"}), "'without' must be a list, not a text."),
        ("/api/v1/ask", json!({"query": "x", "without": ["y", 2]}), "'without[1]' must be a text, not a number."),
        ("/api/v1/ask", json!(["x"]), "The body must be an object with fields, not a list."),
        ("/api/v1/sql", json!({"source": "demo"}), "The field 'sql' is missing."),
        (
            "/api/agentic-explore",
            json!({"question": "x", "schema": [{"type": "int"}]}),
            "The field 'schema[0].name' is missing.",
        ),
    ] {
        assert_eq!(refusal(&server, path, &body.to_string()), message, "{body}");
    }
    let mind = refusal(&server, "/api/v1/ask", &json!({"query": "x", "mind": "mine"}).to_string());
    assert!(mind.starts_with("'mind' must be one of auto, ") && mind.ends_with(", not 'mine'."), "{mind}");
    assert_eq!(refusal(&server, "/api/v1/ask", "{\"query\": "), "The body is not JSON: it breaks off.");
    assert_eq!(refusal(&server, "/api/v1/ask", "{\"query\": x}"), "The body is not JSON: line 1, column 11 is wrong.");
    for body in ["", "5", "[", "null", "{\"query\": {\"a\": 1}}", "{\"query\": \"a\", \"query\": \"b\"}"] {
        let message = refusal(&server, "/api/v1/ask", body);
        assert!(!message.contains("expected a string") && !message.contains("expected struct"), "{body}: {message}");
    }
}

/// In the shape of the path, and in words that name what was sent.
#[test]
fn what_is_not_taken_is_said_where_it_was_said() {
    let server = Server::start();
    assert_eq!(refusal(&server, "/api/v1/ask", " "), "The body is empty; it must be JSON.");
    for given in [0, 6, -1, i64::MAX] {
        let body = json!({"query": "how many customers?", "max_iterations": given}).to_string();
        assert_eq!(refusal(&server, "/api/v1/ask", &body), "max_iterations must be 1 to 5.");
    }
    let body = json!({"question": "what is it?", "sampleData": [1]}).to_string();
    let message = refusal(&server, "/api/agentic-explore", &body);
    assert_eq!(message, "sampleData holds something that is no object", "a name stays as it is written");
    for path in ["/api/v1/chat/sessions?limit=many", "/api/v1/chat/sessions?limit=-1", "/api/v1/audit?limit=1.5"] {
        let answer = server.get(path);
        assert_eq!(answer.problem().0, 400, "{answer:?}");
        assert_eq!(answer.json()["error"]["message"], "'limit' in the address must be a whole number.", "{path}");
    }
    for (path, method) in [("/query", "simple"), ("/query-agentic", "agentic")] {
        let answer = server.get(path);
        assert_eq!((answer.status, &answer.json()["method"]), (405, &json!(method)), "{answer:?}");
        let body = answer.json();
        assert!(body["error"].is_string() && body["success"] == json!(false), "seed 000's shape: {body:#}");
        assert!(answer.head.contains("allow: post"), "{answer:?}");
    }
    assert_eq!(server.get("/api/v1/ask").problem(), (405, "METHOD_NOT_ALLOWED".to_owned()));
    let id = server.ask(&json!({"query": "how many customers are there?"}));
    server.ended(&id);
    let none = server.get(&format!("/api/v1/ask/{id}/chart"));
    assert_eq!(none.problem().0, 404, "{none:?}");
    assert_eq!(none.json()["error"]["message"], "This question has no chart.");
}

/// `/docs` lists operations by their summaries.
#[test]
fn every_operation_says_in_short_what_it_does() {
    let api = Server::start().get("/openapi.json").json();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap().iter().filter(|(_, it)| it["responses"].is_object()) {
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!((1..=120).contains(&summary.len()), "{method} {path}: '{summary}'");
        }
    }
}

#[test]
fn a_statement_by_hand_says_what_ran_and_how_long_it_took() {
    let server = Server::start();
    let run = |client: Json| {
        let body = json!({"sql": "SELECT count(*) AS n FROM customers", "client_id": client});
        let answer = server.post("/api/v1/sql", &body);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    };
    let (all, one) = (run(Json::Null), run(json!(1)));
    for reply in [&all, &one] {
        let (total, stages) = (reply["timings"]["total_time"].as_f64().unwrap(), &reply["timings"]["node_times"]);
        assert!(total > 0.0 && stages["execute_sql"].as_f64().unwrap() <= total, "{reply:#}");
        assert!(stages["check"].is_number() && stages["validate_results"].is_number(), "{reply:#}");
    }
    assert!(all.get("executed_sql").is_none(), "{all:#}");
    let executed = one["executed_sql"].as_str().unwrap();
    assert!(executed.contains("client_id = 1") && !executed.contains("9223372036854775807"), "{executed}");
    let asked = server.answer(&json!({"query": "How many customers do we have?", "client_id": 1}));
    let executed = asked["executed_sql"].as_str().unwrap();
    assert!(executed.contains("client_id = 1") && !executed.contains("9223372036854775807"), "{executed}");
}
