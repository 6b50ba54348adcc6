//! What a message is read with: the turns before it, in order, and only those that were answered.

use crate::scripted::{Model, drafts, frames, purpose, script_with};
use crate::support::{Server, text};
use serde_json::{Value as Json, json};
use std::time::Duration;
use vouch_testing::Recorded;

fn say(server: &Server, session: &str, message: &str) -> Json {
    let reply = server.post("/api/v1/chat", &json!({"message": message, "session_id": session}));
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

/// The question that a prompt is about, which stands behind its history.
fn subject(request: &Recorded) -> String {
    let said = request.last_user();
    let at = said.rfind("take ").unwrap_or_else(|| panic!("no question in {said}"));
    said[at..].chars().take("take 1".len()).collect()
}

/// A model whose every question is "take N", and that fails at the ones that say so.
fn takes(latency: Duration) -> Model {
    Model::start(script_with(move |request, stage, usual| match stage {
        "frame" => frames(&subject(request)).latency(latency),
        "draft" if subject(request) == "take 3" => drafts("SELECT not_there FROM customers"),
        "repair" => drafts("SELECT not_there_either FROM customers"),
        _ => usual,
    }))
}

/// What the model was told when it was asked to understand a question.
fn told(model: &Model, question: &str) -> String {
    let frames: Vec<Recorded> =
        model.server.requests().into_iter().filter(|r| purpose(r) == "frame" && subject(r) == question).collect();
    assert_eq!(frames.len(), 1, "{question}");
    frames[0].last_user()
}

#[test]
fn a_follow_up_uses_what_came_before() {
    let server = Server::alone(&[]);
    assert_eq!(say(&server, "s", "how many customers live in Texas?")["results"]["data"][0]["customer_count"], 526);
    let next = say(&server, "s", "and in California?");
    assert_eq!((&next["is_followup"], &next["results"]["data"][0]["customer_count"]), (&json!(true), &json!(680)));
    assert!(text(&next["rewritten_query"]).contains("California"), "{next:#}");
    // What was not answered is not built upon: the follow-up is one of what was answered before it.
    assert!(say(&server, "s", "what is the capital of France?")["error"].is_object());
    let next = say(&server, "s", "and in Florida?");
    assert_eq!(next["is_followup"], true, "{next:#}");
    assert!(text(&next["sql"]).contains("Florida") && text(&next["sql"]).contains("customers"), "{next:#}");
}

#[test]
fn only_the_last_three_that_were_answered_are_sent() {
    let model = takes(Duration::ZERO);
    let variables = [model.variables(), vec![("VOUCH_CACHE_TTL", "0")]].concat();
    let server = Server::start_at(model.data.path(), &["--demo"], &variables);
    for number in 1..=6 {
        let reply = say(&server, "s", &format!("take {number}"));
        let expected = if number == 3 { "failed" } else { "finished" };
        assert_eq!(reply["status"], expected, "{reply:#}");
    }
    let history = told(&model, "take 6");
    for (question, is_sent) in
        [("take 1", false), ("take 2", true), ("take 3", false), ("take 4", true), ("take 5", true)]
    {
        assert_eq!(history.contains(question), is_sent, "{question}: {history}");
    }
    let all = server.get("/api/v1/chat/sessions/s").json();
    assert_eq!(all["turns"].as_array().unwrap().len(), 6, "all of them are kept for display");
    assert!(!told(&model, "take 1").contains("take 2"), "nothing came before the first");
}

#[test]
fn messages_sent_at_once_are_answered_in_order() {
    let model = takes(Duration::from_millis(300));
    let variables = [model.variables(), vec![("VOUCH_CACHE_TTL", "0")]].concat();
    let server = Server::start_at(model.data.path(), &["--demo"], &variables);
    // Accepted one after the other, but none of them waited for.
    let ids: Vec<String> =
        [1, 2, 4, 5].map(|number| server.ask(&json!({"query": format!("take {number}"), "session_id": "s"}))).to_vec();
    for id in &ids {
        assert_eq!(server.ended(id)["status"], "finished");
    }
    let order: Vec<String> = model.server.requests().iter().filter(|r| purpose(r) == "frame").map(subject).collect();
    assert_eq!(order, ["take 1", "take 2", "take 4", "take 5"], "one begins when the one before has ended");
    assert!(told(&model, "take 2").contains("take 1"), "the later one sees the earlier");
    assert!(told(&model, "take 5").contains("take 4"));
    let turns = server.get("/api/v1/chat/sessions/s").json()["turns"].clone();
    let shown: Vec<String> = turns.as_array().unwrap().iter().map(|turn| text(&turn["query_id"])).collect();
    assert_eq!(shown, ids);
}

#[test]
fn messages_from_many_clients_are_not_mixed() {
    let server = Server::alone(&[]);
    let states = [("Texas", 526), ("California", 680)];
    std::thread::scope(|scope| {
        for session in 0..4 {
            let server = &server;
            scope.spawn(move || {
                for (state, count) in states {
                    let reply = say(server, &format!("s-{session}"), &format!("how many customers live in {state}?"));
                    assert_eq!(reply["results"]["data"][0]["customer_count"], count, "{reply:#}");
                }
            });
        }
        // And in one session, from several at once.
        for _ in 0..4 {
            scope.spawn(|| say(&server, "shared", "how many customers live in Texas?"));
        }
    });
    let turns = server.get("/api/v1/chat/sessions/shared").json()["turns"].clone();
    let counts = turns.as_array().unwrap().iter().map(|turn| turn["results"]["data"][0]["customer_count"].clone());
    assert_eq!(counts.collect::<Vec<_>>(), [526, 526, 526, 526]);
}

#[test]
fn a_question_back_is_answered_by_the_next_message() {
    let server = Server::alone(&[]);
    for (answer, column) in
        [("average unit price", "unit_price"), ("1", "list_price"), ("the second one", "unit_price")]
    {
        let session = format!("s-{}", answer.replace(' ', "-"));
        let back = say(&server, &session, "what is the average price?");
        assert_eq!(back["intent"], "CLARIFICATION_NEEDED", "{back:#}");
        let reply = say(&server, &session, answer);
        assert!(reply["sql"].as_str().is_some_and(|sql| sql.contains(column)), "{answer}: {reply:#}");
    }
    // Another question instead is another question.
    say(&server, "s", "what is the average price?");
    let other = say(&server, "s", "how many orders are there?");
    assert_eq!(other["results"]["data"][0]["order_count"], 42_676, "{other:#}");
}
