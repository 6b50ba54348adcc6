//! `/api/v1/ask`: begun, polled, judged, exported, expired. Stopping is in `stops`, streaming in `streams`.

use crate::client::Client;
use crate::scripted::{Model, drafts, script, script_with};
use crate::support::{Server, text};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use vouch_testing::{Recorded, Turn};

/// The order in which an ask goes through its states; it may leave some out.
pub const STATES: [&str; 8] =
    ["understanding", "searching", "planning", "generating", "correcting", "executing", "explaining", "finished"];

#[test]
fn an_ask_returns_at_once_and_is_polled_to_its_end() {
    let slow = |_: &Recorded, _: &'static str, usual: Turn| usual.latency(Duration::from_secs(1));
    let model = Model::start(script_with(slow));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let since = Instant::now();
    let accepted = server.post("/api/v1/ask", &json!({"query": "how many customers are there?"}));
    assert!(since.elapsed() < Duration::from_secs(1), "{:?}", since.elapsed());
    assert_eq!(accepted.status, 202, "{accepted:?}");
    let accepted = accepted.json();
    assert_eq!(accepted["status"], "understanding");
    let id = text(&accepted["query_id"]);
    let mut seen: Vec<String> = Vec::new();
    let mut rows_before_words = false;
    while seen.last().is_none_or(|status| status != "finished") {
        let so_far = server.get(&format!("/api/v1/ask/{id}")).json();
        assert_eq!(so_far["query_id"], id.as_str());
        rows_before_words |=
            so_far["status"] == "explaining" && so_far["results"]["data"][0]["customer_count"] == 6_000;
        seen.push(text(&so_far["status"]));
        std::thread::sleep(Duration::from_millis(10));
    }
    seen.dedup();
    let places: Vec<usize> = seen.iter().map(|s| STATES.iter().position(|state| state == s).unwrap()).collect();
    assert!(places.is_sorted() && places.len() >= 3, "{seen:?}");
    assert!(rows_before_words, "the rows are there before the explanation: {seen:?}");
}

#[test]
fn an_answer_has_every_field_of_the_contract() {
    let model = Model::start(script());
    let planning = [model.variables(), vec![("VOUCH_SQL_REASONING", "always")]].concat();
    let server = Server::start_at(model.data.path(), &["--demo"], &planning);
    let result = server.answer(&json!({"query": "how many customers are there?"}));
    assert_eq!(result["status"], "finished", "{result:#}");
    assert_eq!((&result["intent"], &result["is_followup"]), (&json!("TEXT_TO_SQL"), &json!(false)), "{result:#}");
    for field in ["query", "rewritten_query"] {
        assert_eq!(result[field], "how many customers are there?", "it stands alone");
    }
    assert_eq!(result["reasoning"], "Count the customers.");
    assert!(text(&result["sql"]).starts_with(crate::scripted::SQL), "{result:#}");
    assert_eq!(result["tables_used"], json!(["customers"]));
    assert_eq!(result["results"]["data"], json!([{"customer_count": 6_000}]));
    assert_eq!(result["results"]["columns"], json!(["customer_count"]));
    assert_eq!(result["results"]["row_count"], 1);
    assert_eq!(result["explanation"], "There are 6,000 customers.");
    assert_eq!(result["checks"][0]["verdict"], "passed", "{result:#}");
    assert_eq!(result["attempts"].as_array().unwrap().len(), 1);
    assert!(result["attempts"][0]["sql"].is_string() && result["attempts"][0]["error"].is_null());
    assert!(result["timings"]["total_time"].as_f64().unwrap() > 0.0);
    assert!(result["timings"]["node_times"]["execute_sql"].is_number(), "{result:#}");
    assert_eq!(result["usage"]["input_tokens"], 2_800, "{result:#}");
    for stage in ["frame", "reason", "draft", "explain"] {
        assert_eq!(result["usage"]["stages"][stage]["input_tokens"], 700, "{stage}: {:#}", result["usage"]);
    }
    let tools: Vec<&Json> = result["tool_calls"].as_array().unwrap().iter().map(|call| &call["tool"]).collect();
    assert_eq!(tools, ["get_schema", "execute_sql", "validate_results"], "{result:#}");
    assert!(result.get("error").is_none() && result.get("clarification").is_none(), "{result:#}");
    let unplanned = server.answer(&json!({"query": "how many customers have we got?", "ignore_sql_reasoning": true}));
    assert!(unplanned.get("reasoning").is_none(), "{unplanned:#}");
}

#[test]
fn a_question_about_the_catalog_needs_no_statement() {
    let server = Server::alone(&[]);
    let result = server.answer(&json!({"query": "how many tables are there?"}));
    assert_eq!((&result["status"], &result["intent"]), (&json!("finished"), &json!("SCHEMA_QUERY")), "{result:#}");
    assert!(text(&result["explanation"]).contains('8'), "{result:#}");
    assert!(result.get("sql").is_none(), "{result:#}");
}

#[test]
fn what_fails_says_why_in_the_contract_s_words() {
    let bare = crate::support::folder(&[]);
    let file = crate::support::path(&bare, "bare.db");
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE t (n INTEGER); DROP TABLE t").unwrap();
    let model = Model::start(script());
    let source = format!("bare=sqlite:{file}");
    let server = Server::start_at(model.data.path(), &["--source", &source], &model.variables());
    let nothing = server.answer(&json!({"query": "how many customers are there?"}));
    assert_eq!(
        (&nothing["status"], &nothing["error"]["code"]),
        (&json!("failed"), &json!("NO_RELEVANT_DATA")),
        "{nothing:#}"
    );
    let model = Model::start(script_with(|_, stage, usual| match stage {
        "draft" => drafts("SELECT not_there FROM customers"),
        "repair" => drafts("SELECT not_there_either FROM customers"),
        _ => usual,
    }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let exhausted = server.answer(&json!({"query": "how many customers are there?", "max_iterations": 2}));
    assert_eq!(exhausted["status"], "failed", "{exhausted:#}");
    assert_eq!(exhausted["attempts"].as_array().unwrap().len(), 2, "{exhausted:#}");
    for result in [&nothing, &exhausted] {
        for field in ["code", "message", "hint"] {
            assert!(result["error"][field].is_string(), "{result:#}");
        }
        assert!(result.get("results").is_none(), "{result:#}");
    }
}

/// Seed 002: without data to answer from an ask fails with NO_RELEVANT_DATA, whoever found that out, and by whichever door it
/// came. One that was understood and is not done is finished, with the reason.
#[test]
fn a_question_that_is_none_of_this_data_s_business_fails_by_every_door() {
    let server = Server::alone(&[]);
    let question = "what is the capital of France?";
    let result = server.answer(&json!({"query": question}));
    let done = |result: &Json| {
        assert_eq!(
            (&result["status"], &result["intent"]),
            (&json!("failed"), &json!("MISLEADING_QUERY")),
            "{result:#}"
        );
        assert_eq!(result["error"]["code"], "NO_RELEVANT_DATA", "{result:#}");
        assert!(result["error"]["message"].is_string() && result["error"]["hint"].is_string(), "{result:#}");
        assert!(result.get("sql").is_none() && result.get("results").is_none(), "{result:#}");
    };
    done(&result);
    let chatted = server.post("/api/v1/chat", &json!({"message": question}));
    assert_eq!(chatted.status, 200, "{chatted:?}");
    done(&chatted.json());
    let events: Vec<_> = Client::nobody(server.port).stream(&text(&result["query_id"]), None).collect();
    let statuses: Vec<&Json> =
        events.iter().filter(|event| event.name == "status").map(|e| &e.data["status"]).collect();
    assert_eq!(statuses.last(), Some(&&json!("failed")), "{statuses:?}");
    let last = events.last().unwrap();
    assert_eq!(last.name, "done");
    done(&last.data);
    for path in ["/query", "/query-agentic"] {
        let answer = server.post(path, &json!({"query": question})).json();
        assert_eq!(
            (&answer["success"], &answer["error_code"]),
            (&json!(false), &json!("NO_RELEVANT_DATA")),
            "{answer:#}"
        );
    }
    let session = server.post("/agents/text-to-sql/start-session", &json!({"source": "demo"})).json();
    let said = json!({"session_id": session["session_id"], "message": question});
    let reply = server.post("/agents/text-to-sql/chat", &said).json();
    assert_eq!((&reply["status"], &reply["error_code"]), (&json!("error"), &json!("NO_RELEVANT_DATA")), "{reply:#}");

    let declined = server.answer(&json!({"query": "delete all orders"}));
    assert_eq!(
        (&declined["status"], &declined["intent"]),
        (&json!("finished"), &json!("MISLEADING_QUERY")),
        "{declined:#}"
    );
    assert_eq!(declined["error"]["code"], "NOT_READ_ONLY", "{declined:#}");
}

#[test]
fn a_question_back_is_finished_and_goes_on_in_its_session() {
    let server = Server::alone(&[]);
    let back = server.answer(&json!({"query": "what is the average price?"}));
    assert_eq!((&back["status"], &back["intent"]), (&json!("finished"), &json!("CLARIFICATION_NEEDED")), "{back:#}");
    assert!(back["clarification"]["questions"][0].is_string(), "{back:#}");
    assert_eq!(back["clarification"]["choices"][1]["label"], "average unit price");
    assert!(back.get("sql").is_none() && back.get("error").is_none(), "{back:#}");
    let reply = server.answer(&json!({"query": "average unit price", "session_id": back["session_id"]}));
    assert!(text(&reply["sql"]).contains("unit_price"), "{reply:#}");
}

#[test]
fn wrong_requests_are_refused_before_anything_begins() {
    let server = Server::alone(&[]);
    for body in [json!({}), json!({"query": ""}), json!({"query": "x".repeat(1_001)}), json!({"query": 1})] {
        let refused = server.post("/api/v1/ask", &body);
        assert_eq!(refused.problem(), (400, "INVALID_INPUT".to_owned()), "{body}");
    }
    for path in ["/api/v1/ask/nope", "/api/v1/ask/nope/stream", "/api/v1/ask/nope/export"] {
        assert_eq!(server.get(path).problem(), (404, "NOT_FOUND".to_owned()), "{path}");
    }
    assert_eq!(server.post("/api/v1/ask/nope/stop", &json!({})).problem().0, 404);
    assert_eq!(server.post("/api/v1/ask/nope/feedback", &json!({"good": true})).problem().0, 404);
    let id = server.ask(&json!({"query": "how many orders are there?"}));
    server.ended(&id);
    for body in [json!({}), json!({"good": "yes"}), json!({"good": false, "approve": true})] {
        assert_eq!(server.post(&format!("/api/v1/ask/{id}/feedback"), &body).problem().0, 400, "{body}");
    }
}

#[test]
fn an_approved_answer_is_remembered_and_given_again() {
    let model = Model::start(script());
    // Without the cache, which would answer before the memory is asked.
    let variables = [model.variables(), vec![("VOUCH_CACHE_TTL", "0")]].concat();
    let server = Server::start_at(model.data.path(), &["--demo"], &variables);
    let question = json!({"query": "what does the head count of our patrons come to?", "skip_stages": ["frame"]});
    let judge = |id: &str, body: Json| server.post(&format!("/api/v1/ask/{id}/feedback"), &body);
    let first = server.ask(&question);
    assert_eq!(server.ended(&first)["usage"]["minds"]["generate_sql"], "openai-compatible");
    for body in [json!({"good": true}), json!({"good": false, "comment": "wrong", "correction": "SELECT 1"})] {
        let kept = judge(&first, body.clone());
        assert_eq!((kept.status, &kept.json()["remembered"]), (200, &json!(false)), "{body}: {kept:?}");
    }
    let unmoved = server.answer(&question);
    assert_eq!(unmoved["usage"]["minds"]["generate_sql"], "openai-compatible", "praise alone teaches nothing");
    let approved = judge(&first, json!({"good": true, "approve": true}));
    assert_eq!(approved.json(), json!({"query_id": first, "remembered": true}), "{approved:?}");
    let asked = model.server.requests().iter().filter(|r| crate::scripted::purpose(r) == "draft").count();
    let again = server.answer(&question);
    assert_eq!(again["usage"]["minds"]["generate_sql"], "memory", "{:#}", again["usage"]);
    assert_eq!(again["results"]["data"], json!([{"customer_count": 6_000}]));
    let now = model.server.requests().iter().filter(|r| crate::scripted::purpose(r) == "draft").count();
    assert_eq!(now, asked, "the model need not draft it again");
}

#[test]
fn rows_are_exported_in_each_format() {
    let server = Server::alone(&[]);
    let id = server.ask(&json!({"query": "how many orders per status?"}));
    server.ended(&id);
    let export = |format: &str| {
        let file = server.get(&format!("/api/v1/ask/{id}/export{format}"));
        assert_eq!(file.status, 200, "{file:?}");
        file
    };
    let csv = "status,order_count\ncompleted,40684\ncancelled,1671\nshipped,194\nprocessing,127\n";
    assert_eq!(export("?format=csv").body, csv);
    assert_eq!(export("").body, csv, "CSV unless said otherwise");
    assert!(export("?format=csv").head.contains("content-type: text/csv"));
    assert!(export("?format=csv").head.contains("attachment; filename=\"vouch-"), "{}", export("").head);
    assert_eq!(export("?format=json").json()[3], json!({"status": "processing", "order_count": 127}));
    let markdown = export("?format=markdown").body;
    assert!(markdown.starts_with("| status | order_count |\n| --- | ---: |\n| completed | 40684 |\n"), "{markdown}");
    assert_eq!(export("?format=md").body, markdown);
    let book = export("?format=xlsx");
    assert!(book.head.contains("spreadsheetml.sheet") && book.bytes.starts_with(b"PK"), "{}", book.head);
    let read_back = server.upload(&[crate::forms::Part::file("back.xlsx", &book.bytes)]);
    let preview = format!("/api/v1/datasets/{}/preview", text(&read_back.json()["dataset_id"]));
    let rows = server.get(&preview).json()["results"]["data"].clone();
    assert_eq!(rows[1], json!({"status": "cancelled", "order_count": 1_671}), "{rows:#}");
    let parquet = export("?format=parquet");
    assert!(parquet.head.contains("application/vnd.apache.parquet") && parquet.bytes.starts_with(b"PAR1"));
    let read_back = server.upload(&[crate::forms::Part::file("back.parquet", &parquet.bytes)]);
    let preview = format!("/api/v1/datasets/{}/preview", text(&read_back.json()["dataset_id"]));
    assert_eq!(server.get(&preview).json()["results"]["data"], rows);
    let arrow = export("?format=arrow");
    assert!(arrow.head.contains("application/vnd.apache.arrow.file") && arrow.bytes.starts_with(b"ARROW1"));
    let refused = server.get(&format!("/api/v1/ask/{id}/export?format=pdf"));
    assert_eq!(refused.problem().0, 400);
    assert!(refused.body.contains("parquet, arrow"), "{refused:?}");

    let rowless = server.ask(&json!({"query": "what is the capital of France?"}));
    server.ended(&rowless);
    let refused = server.get(&format!("/api/v1/ask/{rowless}/export"));
    assert_eq!(refused.problem(), (409, "CONFLICT".to_owned()));
}

#[test]
fn an_answer_expires() {
    let server = Server::alone(&[("VOUCH_ASK_TTL", "1")]);
    let id = server.ask(&json!({"query": "how many orders are there?"}));
    server.ended(&id);
    std::thread::sleep(Duration::from_millis(1_200));
    let gone = |server: &Server| {
        for path in ["", "/stream", "/export"] {
            let gone = server.get(&format!("/api/v1/ask/{id}{path}"));
            assert_eq!(gone.problem(), (404, "EXPIRED".to_owned()), "{path}");
        }
        let judged = server.post(&format!("/api/v1/ask/{id}/feedback"), &json!({"good": true}));
        assert_eq!(judged.problem(), (404, "EXPIRED".to_owned()));
    };
    gone(&server);
    // The same once it has been swept away, which happens every 5 s.
    std::thread::sleep(Duration::from_secs(6));
    gone(&server);
    assert_eq!(server.get("/api/v1/ask/01900000").problem(), (404, "NOT_FOUND".to_owned()));
    assert_eq!(server.get("/api/v1/ask/%ff").problem(), (400, "INVALID_INPUT".to_owned()));
}

#[test]
fn a_request_that_is_sent_twice_is_one_ask() {
    let server = Server::alone(&[]);
    let send =
        |key: &str, path: &str, body: Json| server.send("POST", path, &[("idempotency-key", key)], &body.to_string());
    let question = json!({"query": "how many orders are there?"});
    let first = send("k-1", "/api/v1/ask", question.clone()).json();
    let again = send("k-1", "/api/v1/ask", question.clone());
    assert_eq!((again.status, again.json()), (202, first.clone()));
    server.ended(&text(&first["query_id"]));
    assert_eq!(send("k-1", "/api/v1/ask", question.clone()).json()["query_id"], first["query_id"], "after its end too");
    let other = send("k-1", "/api/v1/ask", json!({"query": "how many customers are there?"}));
    assert_eq!(other.problem(), (409, "CONFLICT".to_owned()));
    for how in [
        json!({"max_rows": 5}),
        json!({"candidates": 2}),
        json!({"schema_only": true}),
        json!({"skip_stages": ["explain"]}),
    ] {
        let mut body = question.clone();
        body.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
        assert_eq!(send("k-1", "/api/v1/ask", body).problem(), (409, "CONFLICT".to_owned()), "{how}");
    }
    let another = send("k-2", "/api/v1/ask", question.clone()).json();
    assert_ne!(another["query_id"], first["query_id"]);
    // Whoever waits gets the first one's answer.
    let message = json!({"message": "how many customers are there?", "session_id": "s"});
    let replies = [send("k-3", "/api/v1/chat", message.clone()).json(), send("k-3", "/api/v1/chat", message).json()];
    assert_eq!(replies[0], replies[1]);
    assert_eq!(server.get("/api/v1/chat/sessions/s").json()["turns"].as_array().unwrap().len(), 1);
    for key in ["", &"k".repeat(256)] {
        assert_eq!(send(key, "/api/v1/ask", question.clone()).problem().0, 400, "{key}");
    }
}

#[test]
fn requests_that_are_sent_twice_at_once_are_one_ask() {
    let server = Server::alone(&[]);
    let question = json!({"query": "how many orders are there?"}).to_string();
    for round in 0..5 {
        let key = format!("k-{round}");
        let ids: Vec<String> = std::thread::scope(|scope| {
            let send = || server.send("POST", "/api/v1/ask", &[("idempotency-key", &key)], &question);
            let sent: Vec<_> = (0..8).map(|_| scope.spawn(send)).collect();
            sent.into_iter().map(|sent| text(&sent.join().unwrap().json()["query_id"])).collect()
        });
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    }
    // What was refused did not use the key up.
    let refused = json!({"query": "how many orders are there?", "session_id": "s".repeat(200), "source": "demo"});
    let long = json!({"query": "x".repeat(1_001)}).to_string();
    let send = |body: &str| server.send("POST", "/api/v1/ask", &[("idempotency-key", "k-again")], body).status;
    assert_eq!((send(&long), send(&refused.to_string())), (400, 202));
}
