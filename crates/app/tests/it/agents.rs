//! `/agents/text-to-sql`, field by field against seed 004.

use crate::forms::Part;
use crate::scripted::{Model, drafts, script_with};
use crate::support::{Server, text};
use serde_json::{Value as Json, json};
use std::time::Duration;

const SALES: &str = "id,category,amount,sold_on\n1,Electronics,150.5,2024-01-05\n2,Clothing,95,2024-02-10\n\
                     3,Electronics,30,2024-02-11\n4,Food,7.5,2024-03-01\n";
const START: &str = "/agents/text-to-sql/start-session";

fn start(server: &Server, dataset: &str) -> Json {
    let started = server.post(START, &json!({"dataset_id": dataset}));
    assert_eq!(started.status, 200, "{started:?}");
    started.json()
}

fn say(server: &Server, session: &Json, message: &str) -> Json {
    let reply = server.post("/agents/text-to-sql/chat", &json!({"session_id": session, "message": message}));
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

fn active(server: &Server) -> u64 {
    server.get("/agents/text-to-sql/health").json()["active_sessions"].as_u64().unwrap()
}

/// A server with a model, and a dataset on it.
fn with_model(model: &Model) -> (Server, Json) {
    let server = Server::start_at(model.data.path(), &[], &model.variables());
    let dataset = server.dataset(&[Part::file("sales.csv", SALES)]);
    let session = start(&server, &dataset)["session_id"].clone();
    (server, session)
}

#[test]
fn a_session_begins_with_the_schema_and_questions_that_can_be_asked() {
    let server = Server::alone_with(&[], &[]);
    let dataset = server.dataset(&[Part::file("sales.csv", SALES)]);
    let started = start(&server, &dataset);
    assert!(!text(&started["session_id"]).is_empty());
    let schema = &started["schema"];
    assert_eq!((&schema["table_name"], &schema["row_count"]), (&json!("sales"), &json!(4)), "{schema:#}");
    let column = |name: &str| {
        let columns = schema["columns"].as_array().unwrap();
        columns.iter().find(|column| column["name"] == name).unwrap_or_else(|| panic!("{name}: {schema:#}")).clone()
    };
    assert_eq!(column("id"), json!({"name": "id", "type": "BIGINT", "sample_values": null}));
    let mut categories = column("category");
    assert_eq!(categories["type"], "VARCHAR");
    categories["sample_values"].as_array_mut().unwrap().sort_by_key(|value| value.to_string());
    assert_eq!(categories["sample_values"], json!(["Clothing", "Electronics", "Food"]));
    assert!(column("sold_on")["sample_values"].is_null(), "only texts have samples");
    let questions: Vec<String> = started["sample_questions"].as_array().unwrap().iter().map(text).collect();
    assert!(questions.len() >= 3, "{questions:?}");
    // They were made from the types and the values, so they can be answered.
    assert!(questions.iter().any(|question| question.contains("amount")), "{questions:?}");
    for question in &questions {
        assert_eq!(say(&server, &started["session_id"], question)["status"], "success", "{question}");
    }
}

#[test]
fn a_question_is_answered_in_the_contract_s_words() {
    let server = Server::alone_with(&[], &[]);
    let session = start(&server, &server.dataset(&[Part::file("sales.csv", SALES)]))["session_id"].clone();
    let reply = say(&server, &session, "total amount by category");
    assert_eq!((&reply["status"], &reply["row_count"]), (&json!("success"), &json!(3)), "{reply:#}");
    assert_eq!(reply["message"], "Query executed successfully. Found 3 rows.");
    assert!(text(&reply["sql_query"]).contains("sales"), "{reply:#}");
    assert_eq!(reply["columns"], json!(["category", "total_amount"]));
    assert_eq!(reply["results"][0], json!({"category": "Electronics", "total_amount": 180.5}));
    assert_eq!(reply["results"].as_array().unwrap().len(), 3);
    assert_eq!(reply["truncated"], false);
    assert!(reply.get("error_details").is_none(), "{reply:#}");
    let one = say(&server, &session, "how many sales are there?");
    assert_eq!(one["message"], "Query executed successfully. Found 1 row.", "{one:#}");
    let next = say(&server, &session, "and in Food?");
    assert_eq!((&next["status"], &next["row_count"]), (&json!("success"), &json!(1)), "{next:#}");
    assert!(text(&next["sql_query"]).contains("Food"), "{next:#}");
}

#[test]
fn an_ambiguous_question_is_asked_back() {
    let server = Server::alone_with(&[], &[]);
    let (products, items) = ("product,list_price\nLamp,5\nDesk,9\n", "product,unit_price\nLamp,4\nDesk,8\n");
    let dataset = server.dataset(&[Part::file("products.csv", products), Part::file("order_items.csv", items)]);
    let session = start(&server, &dataset)["session_id"].clone();
    let back = say(&server, &session, "what is the average price?");
    assert_eq!(back["status"], "clarification_needed", "{back:#}");
    let message = text(&back["message"]);
    assert!(message.contains("list price") && message.contains("unit price"), "{message}");
    for field in ["sql_query", "results", "columns", "row_count", "error_details"] {
        assert!(back.get(field).is_none(), "{field}: {back:#}");
    }
    let reply = say(&server, &session, "average unit price");
    assert_eq!(
        (&reply["status"], &reply["results"][0]["average_unit_price"]),
        (&json!("success"), &json!(6.0)),
        "{reply:#}"
    );
}

#[test]
fn a_statement_that_failed_is_corrected_and_says_so() {
    let model = Model::start(script_with(|_, stage, usual| match stage {
        "draft" => drafts("SELECT avg(cost_of_it) AS average FROM sales"),
        "repair" => drafts("SELECT avg(amount) AS average FROM sales"),
        _ => usual,
    }));
    let (server, session) = with_model(&model);
    let reply = say(&server, &session, "what does it cost on average?");
    assert_eq!((&reply["status"], &reply["row_count"]), (&json!("success"), &json!(1)), "{reply:#}");
    assert!(text(&reply["message"]).starts_with("The query was corrected and executed."), "{reply:#}");
    assert!(text(&reply["sql_query"]).contains("avg(amount)") || text(&reply["sql_query"]).contains("AVG(amount)"));
}

#[test]
fn a_repair_that_fails_too_returns_the_original_error() {
    let model = Model::start(script_with(|_, stage, usual| match stage {
        "draft" => drafts("SELECT invalid_column FROM sales"),
        "repair" => drafts("SELECT another_one FROM sales"),
        _ => usual,
    }));
    let (server, session) = with_model(&model);
    let reply = say(&server, &session, "how dear is it as a rule?");
    assert_eq!(reply["status"], "error", "{reply:#}");
    assert_eq!(reply["message"], "The generated query failed to execute.");
    assert!(text(&reply["sql_query"]).contains("invalid_column"), "{reply:#}");
    let details = text(&reply["error_details"]);
    assert!(details.contains("invalid_column") && !details.contains("another_one"), "{details}");
    assert!(reply.get("results").is_none(), "{reply:#}");
    // A question that no statement was made for has its own words.
    let server = Server::alone_with(&[], &[]);
    let session = start(&server, &server.dataset(&[Part::file("sales.csv", SALES)]))["session_id"].clone();
    let refused = say(&server, &session, "delete all sales");
    assert_eq!(refused["status"], "error", "{refused:#}");
    assert!(refused["error_details"].is_string() && refused.get("sql_query").is_none(), "{refused:#}");
}

#[test]
fn a_session_shows_its_state_and_ends() {
    let server = Server::alone_with(&[], &[]);
    let dataset = server.dataset(&[Part::file("sales.csv", SALES)]);
    let started = start(&server, &dataset);
    let id = text(&started["session_id"]);
    for _ in 0..6 {
        say(&server, &started["session_id"], "how many sales are there?");
    }
    let path = format!("/agents/text-to-sql/session/{id}");
    let state = server.get(&path).json();
    assert_eq!((&state["session_id"], &state["dataset_id"]), (&json!(id), &json!(dataset)), "{state:#}");
    assert_eq!(state["schema"], started["schema"]);
    let messages = state["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 10, "the last ones");
    for (message, role) in messages.iter().zip(["user", "assistant"].into_iter().cycle()) {
        assert_eq!(message["role"], role);
        assert!(message["content"].is_string() && message["timestamp"].is_string(), "{message}");
        assert_eq!(message["sql_query"].is_string(), role == "assistant", "{message}");
    }
    assert!(text(&state["created_at"]) < text(&state["last_activity"]));
    let ended = server.delete(&path);
    let words = format!("Session {id} ended successfully");
    assert_eq!((ended.status, ended.json()), (200, json!({"status": "success", "message": words})));
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn what_is_not_there_is_404_in_the_contract_s_words() {
    let server = Server::alone_with(&[], &[("VOUCH_SESSION_IDLE", "3")]);
    let said = |response: &crate::support::Response, words: &str| {
        assert_eq!((response.problem().0, &response.json()["error"]["message"]), (404, &json!(words)), "{response:?}");
    };
    let gone = |id: &str| {
        let words = "Session not found or expired";
        said(&server.post("/agents/text-to-sql/chat", &json!({"session_id": id, "message": "how many?"})), words);
        said(&server.get(&format!("/agents/text-to-sql/session/{id}")), words);
        said(&server.delete(&format!("/agents/text-to-sql/session/{id}")), words);
    };
    gone("nope");
    said(&server.post(START, &json!({"dataset_id": "nope"})), "Dataset not found");
    let dataset = server.dataset(&[Part::file("sales.csv", SALES)]);
    // A conversation of another door is none of this one.
    server.post(
        "/api/v1/chat",
        &json!({"message": "how many sales are there?", "session_id": "c", "dataset_id": dataset}),
    );
    gone("c");
    let id = text(&start(&server, &dataset)["session_id"]);
    server.delete(&format!("/api/v1/datasets/{dataset}"));
    let orphaned = json!({"session_id": id, "message": "how many sales are there?"});
    said(&server.post("/agents/text-to-sql/chat", &orphaned), "Dataset not found");
    said(&server.get(&format!("/agents/text-to-sql/session/{id}")), "Dataset not found");
    let dataset = server.dataset(&[Part::file("sales.csv", SALES)]);
    let id = text(&start(&server, &dataset)["session_id"]);
    std::thread::sleep(Duration::from_millis(3_300));
    gone(&id);
    for body in [json!({}), json!({"session_id": id}), json!({"message": "how many?"}), json!([])] {
        assert_eq!(server.post("/agents/text-to-sql/chat", &body).problem().0, 400, "{body}");
    }
    assert_eq!(server.post(START, &json!({})).problem().0, 400, "there is nothing to talk about");
}

#[test]
fn health_counts_the_sessions_that_are_active() {
    let server = Server::alone_with(&[], &[("VOUCH_SESSION_IDLE", "4")]);
    let health = server.get("/agents/text-to-sql/health").json();
    assert_eq!((&health["status"], &health["service"]), (&json!("healthy"), &json!("text_to_sql_agent")), "{health}");
    assert!(health["version"].is_string() && health["active_sessions"] == 0, "{health}");
    let dataset = server.dataset(&[Part::file("sales.csv", SALES)]);
    let sessions = [start(&server, &dataset), start(&server, &dataset)];
    assert_eq!(active(&server), 2);
    server.delete(&format!("/agents/text-to-sql/session/{}", text(&sessions[0]["session_id"])));
    assert_eq!(active(&server), 1);
    std::thread::sleep(Duration::from_millis(4_300));
    assert_eq!(active(&server), 0, "one that has expired is not active");
}

#[test]
fn a_cut_result_says_so() {
    let server = Server::alone_with(&[], &[("VOUCH_MAX_ROWS", "2")]);
    let session = start(&server, &server.dataset(&[Part::file("sales.csv", SALES)]))["session_id"].clone();
    let reply = say(&server, &session, "total amount by category");
    assert_eq!((&reply["row_count"], &reply["truncated"]), (&json!(2), &json!(true)), "{reply:#}");
}
