//! `/api/v1/chat` and its sessions: begun, listed, searched, read, renamed, shared, deleted, expired.

use crate::scripted::{Model, script_with};
use crate::support::{Server, text};
use serde_json::{Value as Json, json};
use std::time::Duration;

const SESSIONS: &str = "/api/v1/chat/sessions";

fn say(server: &Server, session: &str, message: &str) -> Json {
    let reply = server.post("/api/v1/chat", &json!({"message": message, "session_id": session}));
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

fn list(server: &Server, arguments: &str) -> Vec<String> {
    let listed = server.get(&format!("{SESSIONS}{arguments}"));
    assert_eq!(listed.status, 200, "{listed:?}");
    listed.json()["sessions"].as_array().unwrap().iter().map(|session| text(&session["session_id"])).collect()
}

#[test]
fn a_message_is_answered_with_the_fields_of_an_ask() {
    let server = Server::alone(&[]);
    let reply = say(&server, "abc-123", "how many customers live in Texas?");
    assert_eq!((&reply["session_id"], &reply["status"]), (&json!("abc-123"), &json!("finished")), "{reply:#}");
    assert_eq!(reply["message"], "The customer count is 526.");
    let ask = server.get(&format!("/api/v1/ask/{}", text(&reply["query_id"]))).json();
    for (field, value) in ask.as_object().unwrap() {
        assert_eq!(&reply[field], value, "{field}");
    }
    assert!(text(&reply["sql"]).contains("Texas") && reply["tables_used"] == json!(["customers"]), "{reply:#}");
    // Without a session a new one begins.
    let new = server.post("/api/v1/chat", &json!({"message": "how many orders are there?"})).json();
    assert!(!text(&new["session_id"]).is_empty());
    let back = say(&server, "abc-124", "what is the average price?");
    assert_eq!(back["intent"], "CLARIFICATION_NEEDED");
    let message = text(&back["message"]);
    assert_eq!(message.matches("average list price").count(), 1, "each choice is named once: {message}");
    assert!(message.contains("average unit price"), "{message}");
    let declined = say(&server, "abc-125", "what is the capital of France?");
    assert_eq!(declined["message"], declined["error"]["message"], "{declined:#}");
    for body in [json!({}), json!({"message": ""}), json!({"message": "x".repeat(1_001)}), json!({"message": 1})] {
        assert_eq!(server.post("/api/v1/chat", &body).problem(), (400, "INVALID_INPUT".to_owned()), "{body}");
    }
}

#[test]
fn sessions_are_made_listed_and_searched() {
    let server = Server::alone(&[]);
    let bare = server.send("POST", SESSIONS, &[], "");
    assert_eq!(bare.status, 201, "{bare:?}");
    let made = server.post(SESSIONS, &json!({"title": "  Quarterly \n figures "}));
    assert_eq!(made.status, 201, "{made:?}");
    let session = made.json();
    assert_eq!((&session["title"], &session["source"]), (&json!("Quarterly figures"), &json!("demo")), "{session:#}");
    assert_eq!((&session["message_count"], &session["dataset_id"]), (&json!(0), &json!(null)));
    assert_eq!(session["created_at"], session["last_activity"]);
    let id = text(&session["session_id"]);
    say(&server, "second", "how many customers live in Texas?");
    say(&server, &id, "how many orders are there?");
    let bare = text(&bare.json()["session_id"]);
    assert_eq!(list(&server, ""), [id.as_str(), "second", bare.as_str()], "the latest first");
    assert_eq!(list(&server, "?limit=1"), [id.as_str()]);
    assert_eq!(list(&server, "?limit=1&skip=1"), ["second"]);
    assert_eq!(list(&server, "?search=QUARTERLY"), [id.as_str()], "by title");
    assert_eq!(list(&server, "?search=texas"), ["second"], "by what was asked");
    assert_eq!(list(&server, "?search=nothing%20like%20it"), [""; 0]);
    assert_eq!(list(&server, "?search=%25"), [""; 0], "no wildcard");
    // A single ask is no conversation.
    server.answer(&json!({"query": "how many orders are there?"}));
    assert_eq!(list(&server, "").len(), 3);
    for body in ["{\"title\": \"\"}", "{\"title\": 5}", "[", &json!({"title": "x".repeat(201)}).to_string()] {
        assert_eq!(server.send("POST", SESSIONS, &[], body).problem().0, 400, "{body}");
    }
    assert_eq!(server.get(&format!("{SESSIONS}?limit=many")).problem().0, 400);
}

#[test]
fn a_session_shows_all_that_was_said() {
    let server = Server::alone(&[]);
    let first = say(&server, "s", "how many customers live in Texas?");
    let second = say(&server, "s", "what is the capital of France?");
    let session = server.get(&format!("{SESSIONS}/s")).json();
    assert_eq!(
        (&session["title"], &session["message_count"]),
        (&json!("how many customers live in Texas?"), &json!(4))
    );
    let messages: Vec<(&str, &str)> = session["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| (message["role"].as_str().unwrap(), message["content"].as_str().unwrap()))
        .collect();
    assert_eq!(
        messages[..2],
        [("user", "how many customers live in Texas?"), ("assistant", "The customer count is 526.")]
    );
    assert_eq!((messages.len(), messages[2]), (4, ("user", "what is the capital of France?")));
    assert_eq!(session["messages"][1]["sql_query"], first["sql"]);
    assert!(session["messages"][0]["sql_query"].is_null() && session["messages"][0]["timestamp"].is_string());
    let turns = session["turns"].as_array().unwrap();
    assert_eq!(turns[0], server.get(&format!("/api/v1/ask/{}", text(&first["query_id"]))).json());
    assert_eq!((turns.len(), &turns[1]["error"]), (2, &second["error"]), "what was not answered is kept for display");
}

#[test]
fn a_session_is_renamed_and_deleted() {
    let server = Server::alone(&[]);
    let asked = say(&server, "s", "how many orders are there?");
    let rename =
        |title: &str| server.send("PATCH", &format!("{SESSIONS}/s"), &[], &json!({"title": title}).to_string());
    let renamed = rename("Orders, all of them");
    assert_eq!((renamed.status, &renamed.json()["title"]), (200, &json!("Orders, all of them")), "{renamed:?}");
    assert_eq!(server.get(&format!("{SESSIONS}/s")).json()["title"], "Orders, all of them");
    assert_eq!(rename(" ").problem().0, 400);
    assert_eq!(rename(&"x".repeat(201)).problem().0, 400);
    let deleted = server.delete(&format!("{SESSIONS}/s"));
    assert_eq!(deleted.json(), json!({"status": "success", "message": "Session s ended successfully"}), "{deleted:?}");
    for gone in [
        server.get(&format!("{SESSIONS}/s")),
        server.delete(&format!("{SESSIONS}/s")),
        server.post(&format!("{SESSIONS}/s/stop"), &json!({})),
        server.post(&format!("{SESSIONS}/s/share"), &json!({})),
        rename("again"),
        server.get(&format!("/api/v1/ask/{}", text(&asked["query_id"]))),
    ] {
        assert_eq!(gone.problem(), (404, "NOT_FOUND".to_owned()));
    }
    assert_eq!(list(&server, ""), [""; 0]);
    // What was deleted is gone: under the same id another session begins, and knows nothing.
    assert_eq!(say(&server, "s", "how many customers are there?")["is_followup"], false);
}

#[test]
fn a_session_is_shared_by_a_link() {
    let server = Server::alone(&[]);
    say(&server, "s", "how many customers live in Texas?");
    let shared = server.post(&format!("{SESSIONS}/s/share"), &json!({}));
    assert_eq!(shared.status, 201, "{shared:?}");
    let link = text(&shared.json()["link"]);
    assert!(link.ends_with(&text(&shared.json()["token"])), "{shared:?}");
    let read = server.get(&link);
    assert_eq!(read.json()["messages"], server.get(&format!("{SESSIONS}/s")).json()["messages"], "{read:?}");
    assert_eq!(server.get("/api/v1/chat/shared/nope").problem(), (404, "NOT_FOUND".to_owned()));
    server.delete(&format!("{SESSIONS}/s"));
    assert_eq!(server.get(&link).problem().0, 404, "a link outlives nothing");
}

#[test]
fn an_idle_session_expires() {
    let server = Server::alone(&[("VOUCH_SESSION_IDLE", "3")]);
    say(&server, "s", "how many customers live in Texas?");
    assert_eq!(server.get(&format!("{SESSIONS}/s")).status, 200);
    let link = text(&server.post(&format!("{SESSIONS}/s/share"), &json!({})).json()["link"]);
    std::thread::sleep(Duration::from_millis(3_300));
    let expired = (404, "EXPIRED".to_owned());
    let gone = || {
        assert_eq!(server.get(&format!("{SESSIONS}/s")).problem(), expired);
        assert_eq!(server.delete(&format!("{SESSIONS}/s")).problem(), expired);
        let more = json!({"message": "and in California?", "session_id": "s"});
        assert_eq!(server.post("/api/v1/chat", &more).problem(), expired);
        assert_eq!(list(&server, ""), [""; 0]);
        assert_eq!(server.get(&link).status, 404);
    };
    gone();
    // The same once it has been swept away, which happens every 5 s.
    std::thread::sleep(Duration::from_secs(6));
    gone();
    assert_eq!(server.get(&format!("{SESSIONS}/nope")).problem(), (404, "NOT_FOUND".to_owned()));
}

#[test]
fn a_session_in_use_does_not_expire() {
    let slow = Model::start(script_with(|_, stage, usual| match stage {
        "frame" => usual.latency(Duration::from_secs(7)),
        _ => usual,
    }));
    let variables = [slow.variables(), vec![("VOUCH_SESSION_IDLE", "1")]].concat();
    let server = Server::start_at(slow.data.path(), &["--demo"], &variables);
    // Longer than a session may be idle, and than it takes until the next sweep.
    let reply = server.post("/api/v1/chat", &json!({"message": "how many customers are there?", "session_id": "s"}));
    assert_eq!(reply.json()["status"], "finished", "{reply:?}");
    assert_eq!(server.get(&format!("{SESSIONS}/s")).json()["message_count"], 2);
}
