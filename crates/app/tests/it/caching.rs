//! The same question of the same data is not thought about twice; of other data it is.

use crate::scripted::{Model, script, script_with};
use crate::support::{Server, folder, path, text};
use serde_json::{Value as Json, json};
use std::time::Duration;
use vouch_testing::Turn;

/// A server over a SQLite file that the test may change.
struct Shop {
    database: rusqlite::Connection,
    server: Server,
    _folder: tempfile::TempDir,
}

impl Shop {
    fn open(variables: &[(&str, &str)]) -> Self {
        let folder = folder(&[]);
        let file = path(&folder, "shop.db");
        let database = rusqlite::Connection::open(&file).unwrap();
        database
            .execute_batch("CREATE TABLE lamps (name TEXT, price REAL); INSERT INTO lamps VALUES ('a', 1), ('b', 2)")
            .unwrap();
        let server = Server::alone_with(&["--source", &format!("shop=sqlite:{file}")], variables);
        Self { database, server, _folder: folder }
    }

    /// What it says, and whether it said so before.
    fn ask(&self, question: &str) -> (Json, bool) {
        let result = self.server.answer(&json!({"query": question}));
        let cached = result["cached"].as_bool().unwrap();
        (result, cached)
    }
}

fn count(result: &Json) -> i64 {
    result["results"]["data"][0].as_object().unwrap().values().next().unwrap().as_i64().unwrap()
}

#[test]
fn the_same_question_is_answered_from_the_cache() {
    let shop = Shop::open(&[]);
    let (first, cached) = shop.ask("how many lamps are there?");
    assert!(!cached && count(&first) == 2, "{first:#}");
    let (second, cached) = shop.ask("how many  lamps are there?");
    assert!(cached, "{second:#}");
    for field in ["results", "sql", "explanation", "tables_used", "checks"] {
        assert_eq!(first[field], second[field], "{field}");
    }
    assert_ne!(first["query_id"], second["query_id"]);
    let took = |result: &Json| result["timings"]["total_time"].as_f64().unwrap();
    assert!(took(&second) < took(&first), "{} against {}", took(&second), took(&first));
    assert!(second["notes"].as_array().unwrap().iter().any(|note| text(note).contains("answered")), "{second:#}");
    // Every door says so; a stream tells it like any other answer.
    let chat = shop.server.post("/api/v1/chat", &json!({"message": "how many lamps are there?"})).json();
    assert_eq!(chat["cached"], true);
    let what: Vec<String> = shop.server.watch(&text(&second["query_id"])).map(|event| event.what()).collect();
    assert!(
        what.ends_with(&["finished".to_owned(), "done".to_owned()]) && what.contains(&"rows".to_owned()),
        "{what:?}"
    );
    assert!(!shop.ask("how many lamps cost more than 1?").1, "another question");
    let fewer = shop.server.answer(&json!({"query": "how many lamps are there?", "max_rows": 1}));
    assert_eq!(fewer["cached"], false, "asked in another way");
}

#[test]
fn changed_data_and_a_changed_schema_miss() {
    let shop = Shop::open(&[]);
    let question = "how many lamps are there?";
    assert_eq!((count(&shop.ask(question).0), shop.ask(question).1), (2, true));
    shop.database.execute("INSERT INTO lamps VALUES ('c', 3)", []).unwrap();
    let (changed, cached) = shop.ask(question);
    assert_eq!((count(&changed), cached), (3, false), "a row came");
    assert!(shop.ask(question).1);
    shop.database.execute("ALTER TABLE lamps ADD COLUMN colour TEXT", []).unwrap();
    let (changed, cached) = shop.ask(question);
    assert_eq!((count(&changed), cached), (3, false), "a column came");
    shop.database.execute("DELETE FROM lamps", []).unwrap();
    assert_eq!(count(&shop.ask(question).0), 0);
}

#[test]
fn what_was_not_answered_is_not_kept() {
    let shop = Shop::open(&[]);
    for question in ["what is the capital of France?", "delete all lamps"] {
        assert!(!shop.ask(question).1 && !shop.ask(question).1, "{question}");
    }
}

#[test]
fn a_hit_asks_no_model_and_a_follow_up_hits_too() {
    let model = Model::start(script());
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let question = json!({"query": "how many customers are there?"});
    assert_eq!(server.answer(&question)["cached"], false);
    let asked = model.server.requests().len();
    let hit = server.answer(&question);
    assert_eq!((&hit["cached"], model.server.requests().len()), (&json!(true), asked), "{hit:#}");
    assert_eq!(hit["usage"]["input_tokens"], 0, "nothing was used for it");

    let server = Server::alone(&[]);
    let say = |session: &str, message: &str| {
        server.post("/api/v1/chat", &json!({"message": message, "session_id": session})).json()
    };
    for (session, cached) in [("a", false), ("b", true)] {
        assert_eq!(say(session, "how many customers live in Texas?")["cached"], cached);
        let reply = say(session, "and in California?");
        assert_eq!((&reply["cached"], &reply["is_followup"]), (&json!(cached), &json!(true)), "{reply:#}");
        assert_eq!(reply["results"]["data"][0]["customer_count"], 680);
    }
}

/// What one person meant by words that can be read in two ways was once given to the next as the answer.
#[test]
fn the_answer_to_a_question_back_is_nobody_else_s() {
    let server = Server::alone(&[]);
    let say = |session: &str, message: &str| {
        server.post("/api/v1/chat", &json!({"message": message, "session_id": session})).json()
    };
    for (session, choice, column) in
        [("a", "average unit price", "unit_price"), ("b", "average list price", "list_price")]
    {
        let back = say(session, "what is the average price?");
        assert_eq!(back["intent"], "CLARIFICATION_NEEDED", "{session}: {back:#}");
        let reply = say(session, choice);
        assert!(text(&reply["sql"]).contains(column) && reply["cached"] == false, "{reply:#}");
    }
}

#[test]
fn a_follow_up_that_was_not_written_out_is_not_kept() {
    let model = Model::start(script_with(|request, stage, usual| match stage {
        "frame" if request.last_user().contains("and the others?") => Turn::json(json!({
            "intent": "TEXT_TO_SQL", "confidence": 0.9, "is_followup": true, "clarification": null,
            "standalone_question": "and the others?",
        })),
        _ => usual,
    }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    for (session, question) in [("a", "how many customers are there?"), ("b", "how many orders are there?")] {
        server.post("/api/v1/chat", &json!({"message": question, "session_id": session}));
        let reply = server.post("/api/v1/chat", &json!({"message": "and the others?", "session_id": session})).json();
        assert_eq!((&reply["status"], &reply["cached"]), (&json!("finished"), &json!(false)), "{reply:#}");
    }
}

#[test]
fn the_cache_forgets_and_can_be_switched_off() {
    let off = Shop::open(&[("VOUCH_CACHE_TTL", "0")]);
    assert!(!off.ask("how many lamps are there?").1 && !off.ask("how many lamps are there?").1);
    let short = Shop::open(&[("VOUCH_CACHE_TTL", "2")]);
    assert!(!short.ask("how many lamps are there?").1 && short.ask("how many lamps are there?").1);
    std::thread::sleep(Duration::from_millis(2_300));
    assert!(!short.ask("how many lamps are there?").1, "too long ago");
}
