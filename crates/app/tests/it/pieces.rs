//! What an answer is about, piece by piece: taken away, forgotten, gone on from, mended.

use crate::scripted::{Model, drafts, script_with};
use crate::support::{Server, text};
use serde_json::{Value as Json, json};

fn chat(server: &Server, body: &Json) -> Json {
    let reply = server.post("/api/v1/chat", body);
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

fn piece(answer: &Json, word: &str) -> String {
    let parts = answer["context"].as_array().unwrap();
    let found = parts.iter().find(|part| text(&part["label"]).contains(word));
    let found = found.unwrap_or_else(|| panic!("no piece about {word}: {parts:#?}"));
    assert_eq!(found["removable"], true, "{found:#}");
    text(&found["id"]).to_owned()
}

fn count(answer: &Json) -> i64 {
    let row = answer["results"]["data"][0].as_object().unwrap_or_else(|| panic!("no row: {answer:#}"));
    row.values().next().unwrap().as_i64().unwrap()
}

#[test]
fn a_piece_of_the_built_in_reading_is_left_out_and_the_talk_goes_on() {
    let server = Server::alone(&[]);
    let first = chat(&server, &json!({"message": "how many customers live in Texas?", "session_id": "s"}));
    assert_eq!(count(&first), 526);
    assert!(text(&first["started_at"]).starts_with("20"), "{first:#}");
    let (base, without) = (first["query_id"].clone(), piece(&first, "Texas"));
    let all = chat(&server, &json!({"base": base, "without": [without]}));
    assert_eq!(count(&all), 6_000, "{all:#}");
    assert_eq!((&all["session_id"], &all["is_followup"]), (&json!("s"), &json!(true)));
    assert!(text(&all["query"]).contains("without"), "{all:#}");
    // What comes next builds on what is left.
    let next = chat(&server, &json!({"message": "and in California?", "session_id": "s"}));
    assert_eq!(count(&next), 680, "{next:#}");
    // And with a fresh start there is nothing to build on.
    let alone = chat(&server, &json!({"message": "and in California?", "session_id": "s", "fresh": true}));
    assert_ne!(alone["is_followup"], true, "{alone:#}");
}

#[test]
fn a_piece_of_a_models_statement_is_left_out_without_asking_the_model() {
    let sql = "SELECT count(*) AS n FROM customers WHERE state = 'Texas' AND customer_id > 0";
    let model = Model::start(script_with(move |_, stage, usual| if stage == "draft" { drafts(sql) } else { usual }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let first = chat(&server, &json!({"message": "how many live in Texas?"}));
    assert_eq!(count(&first), 526, "{first:#}");
    let drafted = model.server.requests().len();
    let all = chat(&server, &json!({"base": first["query_id"], "without": [piece(&first, "Texas")]}));
    assert_eq!(count(&all), 6_000, "{all:#}");
    assert!(text(&all["sql"]).contains("customer_id > 0"), "{all:#}");
    let asked = model.server.requests().len() - drafted;
    assert!(asked <= 1, "only the words about the rows are the model's: {asked} calls");
}

#[test]
fn what_cannot_be_left_out_is_refused() {
    let server = Server::alone(&[]);
    let first = chat(&server, &json!({"message": "how many customers live in Texas?", "session_id": "s"}));
    let id = &first["query_id"];
    let table = text(&first["context"][0]["id"]);
    for (body, word) in [
        (json!({"base": id, "without": ["filter:9"]}), "filter:9"),
        (json!({"base": id, "without": [table]}), "cannot be left out"),
        (json!({"base": id}), "without"),
        (json!({"base": id, "without": ["filter:0"], "session_id": "another"}), "session"),
        (json!({}), "message"),
    ] {
        let reply = server.post("/api/v1/chat", &body);
        assert_eq!(reply.status, 400, "{body}: {reply:?}");
        assert!(text(&reply.json()["error"]["message"]).contains(word), "{body}: {reply:?}");
    }
    let unknown = server.post("/api/v1/ask", &json!({"base": "nobody", "without": ["filter:0"]}));
    assert_eq!(unknown.status, 404, "{unknown:?}");
}

#[test]
fn follow_ups_that_are_offered_are_understood() {
    let server = Server::alone(&[]);
    for question in ["total revenue by region", "how many orders are there?", "average price by category"] {
        let first = chat(&server, &json!({"message": question, "session_id": question}));
        let path = format!("/api/v1/ask/{}/follow_ups", text(&first["query_id"]));
        let offered = server.get(&path).json();
        let offered = offered["follow_ups"].as_array().unwrap();
        assert!(first["results"].is_null() || !offered.is_empty(), "{question}: nothing offered");
        for message in offered {
            let next = chat(&server, &json!({"message": message, "session_id": question}));
            assert_eq!((&next["is_followup"], &next["error"]), (&json!(true), &Json::Null), "{message}: {next:#}");
        }
    }
    assert_eq!(server.get("/api/v1/ask/nobody/follow_ups").status, 404);
}

#[test]
fn a_warning_brings_the_statement_that_mends_it() {
    let sql = "SELECT count(*) AS n FROM customers WHERE state = 'texas'";
    let model = Model::start(script_with(move |_, stage, usual| if stage == "draft" { drafts(sql) } else { usual }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let first = chat(&server, &json!({"message": "how many live in texas?"}));
    let checks = first["checks"].as_array().unwrap();
    let fix = checks.iter().flat_map(|check| check["fixes"].as_array().into_iter().flatten()).next();
    let fix = fix.unwrap_or_else(|| panic!("no fix: {checks:#?}"));
    assert_eq!(fix["label"], "Use 'Texas'", "{fix:#}");
    let again = server.post("/api/v1/sql", &json!({"source": "demo", "sql": fix["sql"]})).json();
    assert_eq!(count(&again), 526, "{again:#}");
}

#[test]
fn the_licences_of_what_is_inside_are_shown() {
    let server = Server::alone(&[]);
    let listed = server.get("/api/v1/licences").json();
    let names: Vec<String> = listed["components"].as_array().unwrap().iter().map(|c| text(&c["name"])).collect();
    assert_eq!(names, ["DejaVu Sans", "Inter", "JetBrains Mono", "Vega", "Vega-Lite", "WordNet", "all-MiniLM-L6-v2"]);
    assert!(listed["components"].as_array().unwrap().iter().all(|c| text(&c["text"]).len() > 500));
}
