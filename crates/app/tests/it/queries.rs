//! `/query` and `/query-agentic`, field by field against seed 000.

use crate::scripted::{Model, drafts, script_with};
use crate::support::{Server, text};
use serde_json::{Value as Json, json};

fn agentic(server: &Server, body: Json) -> Json {
    let answer = server.post("/query-agentic", &body);
    assert_eq!(answer.status, 200, "{body}: {answer:?}");
    answer.json()
}

#[test]
fn an_answer_has_every_field_of_the_contract() {
    let server = Server::alone(&[]);
    let reply =
        agentic(&server, json!({"query": "How many orders per status?", "session_id": "s-1", "max_iterations": 3}));
    assert_eq!(reply["success"], true, "{reply:#}");
    assert!(text(&reply["sql"]).contains("orders"), "{reply:#}");
    assert_eq!(reply["results"]["columns"], json!(["status", "order_count"]));
    assert_eq!(reply["results"]["row_count"], 4);
    assert_eq!(reply["results"]["data"][0], json!({"status": "completed", "order_count": 40_684}));
    assert!(reply["results"].get("truncated").is_none(), "all rows are there: {reply:#}");
    assert!(text(&reply["explanation"]).contains("40,684"), "{reply:#}");
    assert_eq!(reply["validation"]["passed"], true);
    let checks = reply["validation"]["checks"].as_array().unwrap();
    assert!(!checks.is_empty() && checks.iter().all(|check| check["passed"] == true), "{checks:#?}");
    assert_eq!((&reply["reflection"]["is_acceptable"], &reply["reflection"]["issues"]), (&json!(true), &json!([])));
    assert_eq!((&reply["method"], &reply["session_id"]), (&json!("agentic"), &json!("s-1")));
    assert_eq!((&reply["iterations"], &reply["is_followup"]), (&json!(1), &json!(false)));
    assert!(reply["tool_calls"].as_u64().unwrap() >= 3, "schema, statement, validation: {reply:#}");
    assert!(reply["timings"]["total_time"].as_f64().unwrap() > 0.0);
    assert!(reply["timings"]["node_times"]["execute_sql"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_cut_result_says_so() {
    let server = Server::alone(&[]);
    let reply = agentic(&server, json!({"query": "list all customers", "max_rows": 5}));
    assert_eq!(
        (&reply["results"]["row_count"], &reply["results"]["truncated"]),
        (&json!(5), &json!(true)),
        "{reply:#}"
    );
    assert_eq!(reply["results"]["data"].as_array().unwrap().len(), 5);
}

#[test]
fn a_question_back_is_answered_in_the_same_session() {
    let server = Server::alone(&[]);
    let back = agentic(&server, json!({"query": "what is the average price?", "session_id": "s-2"}));
    assert_eq!((&back["success"], &back["needs_clarification"]), (&json!(false), &json!(true)), "{back:#}");
    let questions = back["questions"].as_array().unwrap();
    assert!(!questions.is_empty() && questions.iter().all(Json::is_string), "{back:#}");
    assert_eq!((&back["method"], &back["session_id"]), (&json!("agentic"), &json!("s-2")));
    assert!(back.get("sql").is_none() && back.get("results").is_none(), "nothing was run: {back:#}");
    let labels: Vec<String> = back["choices"].as_array().unwrap().iter().map(|choice| text(&choice["label"])).collect();
    assert_eq!(labels, ["average list price", "average unit price"]);

    let reply = agentic(&server, json!({"query": labels[0], "session_id": "s-2"}));
    assert_eq!(reply["success"], true, "{reply:#}");
    assert!(text(&reply["sql"]).contains("list_price"), "{reply:#}");
}

/// What is half understood is neither answered nor just declined.
#[test]
fn a_guess_is_offered_with_its_reason() {
    let server = Server::alone(&[]);
    let ask = |query: &str| agentic(&server, json!({"query": query, "session_id": "s-guess"}));
    let back = ask("How many customers won a loyalty prize last year?");
    assert_eq!((&back["success"], &back["needs_clarification"]), (&json!(false), &json!(true)), "{back:#}");
    assert!(text(&back["reason"]).contains("'prize'"), "{back:#}");
    assert!(text(&back["choices"][0]["label"]).contains("loyalty tier"), "{back:#}");
    assert!(back.get("sql").is_none_or(Json::is_null), "nothing was run: {back:#}");
    let picked = ask("1");
    assert_eq!(picked["success"], true, "{picked:#}");
    assert!(text(&picked["sql"]).contains("loyalty_tier"), "{picked:#}");
}

#[test]
fn a_question_that_cannot_be_answered_says_why() {
    let server = Server::alone(&[]);
    for (query, code) in [("how is business going?", "NO_RELEVANT_DATA"), ("delete all orders", "NOT_READ_ONLY")] {
        let reply = agentic(&server, json!({"query": query, "session_id": "s-3"}));
        assert_eq!((&reply["success"], &reply["error_code"]), (&json!(false), &json!(code)), "{reply:#}");
        assert!(reply["error"].as_str().is_some_and(|error| !error.is_empty()), "{reply:#}");
        assert_eq!((&reply["method"], &reply["iterations"]), (&json!("agentic"), &json!(1)));
        assert!(reply.get("needs_clarification").is_none());
    }
}

#[test]
fn after_the_last_attempt_it_gives_up_with_what_was_tried() {
    let model = Model::start(script_with(|_, stage, usual| match stage {
        "draft" => drafts("SELECT sum(1 / 0) + error_of_ours FROM customers"),
        "repair" => drafts("SELECT still_not_there FROM customers"),
        _ => usual,
    }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let reply = agentic(&server, json!({"query": "how many customers are there?", "max_iterations": 2}));
    assert_eq!(reply["success"], false, "{reply:#}");
    assert_eq!((&reply["method"], &reply["iterations"]), (&json!("agentic"), &json!(2)), "{reply:#}");
    assert!(text(&reply["error"]).contains("still_not_there") || text(&reply["error"]).contains('2'), "{reply:#}");
    assert_eq!(reply["attempts"].as_array().unwrap().len(), 2);
}

#[test]
fn a_follow_up_is_read_with_what_came_before() {
    let server = Server::alone(&[]);
    let ask = |query: &str, session: &str| agentic(&server, json!({"query": query, "session_id": session}));
    let first = ask("how many customers live in Texas?", "s-4");
    assert_eq!((&first["is_followup"], &first["results"]["data"][0]["customer_count"]), (&json!(false), &json!(526)));
    let second = ask("and in California?", "s-4");
    assert_eq!(second["is_followup"], true, "{second:#}");
    assert_eq!(second["results"]["data"][0]["customer_count"], 680);
    assert!(text(&second["resolved_query"]).contains("California"), "{second:#}");
    // In another session nothing came before.
    assert_eq!(ask("and in California?", "s-5")["is_followup"], false);
}

#[test]
fn query_is_the_simple_flow() {
    let server = Server::alone(&[]);
    let answer = server.post("/query", &json!({"query": "how many customers do we have?"}));
    assert_eq!(answer.status, 200, "{answer:?}");
    let reply = answer.json();
    assert_eq!((&reply["success"], &reply["method"]), (&json!(true), &json!("simple")), "{reply:#}");
    assert!(text(&reply["sql"]).contains("customers"));
    assert_eq!(reply["results"]["data"][0], json!({"customer_count": 6_000}));
    assert_eq!((&reply["results"]["columns"], &reply["results"]["row_count"]), (&json!(["customer_count"]), &json!(1)));
    assert_eq!(reply["validation"]["passed"], true);
    assert_eq!(reply["explanation"], "");
    let refused = server.post("/query", &json!({"query": ""}));
    assert_eq!((refused.status, &refused.json()["method"]), (400, &json!("simple")), "{refused:?}");
    let unclear = server.post("/query", &json!({"query": "how is business going?"})).json();
    assert_eq!((&unclear["success"], unclear["error"].is_string()), (&json!(false), true), "{unclear:#}");
}

#[test]
fn wrong_requests_are_400_with_a_sentence() {
    let server = Server::alone(&[]);
    for path in ["/query", "/query-agentic"] {
        for (body, part) in [
            (json!({}), "query"),
            (json!({"query": null}), "query"),
            (json!({"query": ""}), "empty"),
            (json!({"query": " \n\t "}), "empty"),
            (json!({"query": "x".repeat(1_001)}), "1000"),
            (json!({"query": "ü".repeat(1_001)}), "1000"),
            (json!({"query": "how many orders?", "max_iterations": 0}), "1 to 5"),
            (json!({"query": "how many orders?", "max_iterations": 6}), "1 to 5"),
            (json!({"query": "how many orders?", "max_iterations": -1}), "1 to 5"),
            (
                json!({"query": "how many orders?", "max_iterations": "three"}),
                "'max_iterations' must be a whole number",
            ),
            (json!({"query": "how many orders?", "max_rows": 0}), "1 to 10000"),
            (json!({"query": "how many orders?", "max_rows": 10_001}), "1 to 10000"),
            (json!({"query": "how many orders?", "skip_stages": ["think"]}), "think"),
            (json!({"query": "how many orders?", "candidates": 9}), "1 to 5"),
            (json!({"query": "how many orders?", "session_id": ""}), "session id"),
            (json!({"query": "how many orders?", "session_id": "s".repeat(201)}), "200"),
            (json!({"query": "how many orders?", "source": "demo", "dataset_id": "x"}), "both"),
            (json!({"query": 5}), "'query' must be a text, not a number"),
            (json!([]), "must be an object"),
        ] {
            let answer = server.post(path, &body);
            assert_eq!(answer.status, 400, "{body}: {answer:?}");
            let reply = answer.json();
            assert_eq!(reply["success"], false);
            assert!(text(&reply["error"]).contains(part), "{body} should mention {part}: {reply}");
            assert!(reply["method"].is_string() && reply["error_code"] == "INVALID_INPUT", "{reply}");
        }
        assert_eq!(server.send("POST", path, &[], "{").status, 400);
        assert_eq!(server.send("POST", path, &[], "").status, 400);
        assert_eq!(server.send("POST", path, &[], &" ".repeat(100_000)).status, 413);
        for named in [json!({"query": "q", "source": "other"}), json!({"query": "q", "dataset_id": "other"})] {
            let unknown = server.post(path, &named);
            assert_eq!((unknown.status, unknown.json()["error"].is_string()), (404, true), "{unknown:?}");
        }
    }
}

#[test]
fn the_edges_of_what_is_allowed_are_allowed() {
    let server = Server::alone(&[]);
    let longest = format!("how many orders are there?{}", " ".repeat(974));
    let wide = "ü".repeat(1_000);
    for body in [
        json!({"query": longest}),
        json!({"query": wide}),
        json!({"query": "how many orders are there?", "max_iterations": 1, "session_id": "s".repeat(200)}),
        json!({"query": "how many orders are there?", "max_iterations": 5, "something": "else"}),
        json!({"query": "how many orders are there?", "max_iterations": null, "session_id": null}),
    ] {
        assert_eq!(server.post("/query-agentic", &body).status, 200, "{body}");
    }
    // The seeds' clients send no content type.
    let bare = server.send("POST", "/query-agentic", &[], &json!({"query": "how many orders?"}).to_string());
    assert_eq!(bare.json()["success"], true, "{bare:?}");
}

#[test]
fn among_several_sources_one_must_be_named() {
    let folder = crate::support::folder(&[]);
    let file = crate::support::path(&folder, "shop.db");
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE lamps (id INTEGER, price REAL)").unwrap();
    let source = format!("shop=sqlite:{file}");
    let server = Server::alone_with(&["--demo", "--source", &source], &[]);
    let unnamed = server.post("/query-agentic", &json!({"query": "how many orders are there?"}));
    assert_eq!(unnamed.status, 400, "{unnamed:?}");
    let error = text(&unnamed.json()["error"]);
    assert!(error.contains("demo") && error.contains("shop"), "{error}");
    let named = agentic(&server, json!({"query": "how many lamps are there?", "source": "shop", "session_id": "s-6"}));
    assert_eq!(named["success"], true, "{named:#}");
    // A session goes on with its source, and with no other.
    let on = agentic(&server, json!({"query": "how many lamps are there?", "session_id": "s-6"}));
    assert_eq!(on["success"], true, "{on:#}");
    let other = server
        .post("/query-agentic", &json!({"query": "how many orders are there?", "source": "demo", "session_id": "s-6"}));
    assert_eq!(other.status, 400, "{other:?}");
}
