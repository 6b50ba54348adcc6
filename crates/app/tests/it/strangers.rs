//! Two keys on one server: whatever has an id is its owner's, and to anybody else it was never there.

use crate::access::operations;
use crate::client::{Answer, Client};
use crate::site::{Model, Plan, Site};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// What Ada has, by the name it goes by in paths.
struct Belongings {
    ask: String,
    running: String,
    chat: String,
    agent: String,
    dataset: String,
    share: String,
    saved: String,
    board: String,
    exploration: String,
    key: String,
}

impl Belongings {
    fn of(ada: &Client, key: &str) -> Self {
        let text = |json: &Json, field: &str| json[field].as_str().unwrap_or_else(|| panic!("{json}")).to_owned();
        let ask = ada.ask("how many customers are there?");
        assert_eq!(ada.ended(&ask)["status"], "finished");
        let dataset = ada.upload("salaries.csv", "name,salary\nAda,4200\nBob,3100\n");
        let asked = json!({"message": "what is the total salary?", "dataset_id": dataset, "mind": "builtin"});
        let chat = ada.post("/api/v1/chat", &asked);
        assert_eq!(chat.status, 200, "{chat:?}");
        let chat = text(&chat.json(), "session_id");
        let agent = ada.post("/agents/text-to-sql/start-session", &json!({"dataset_id": dataset}));
        let agent = text(&agent.json(), "session_id");
        let share = ada.post(&format!("/api/v1/chat/sessions/{chat}/share"), &json!({}));
        let share = text(&share.json(), "token");
        let saved = text(&ada.post("/api/v1/saved", &json!({"query_id": ask})).json(), "id");
        let board = text(&ada.post("/api/v1/saved/boards", &json!({"title": "hers"})).json(), "id");
        let pinned = ada.patch(&format!("/api/v1/saved/boards/{board}"), &json!({"items": [saved]}));
        assert_eq!(pinned.status, 200, "{pinned:?}");
        let explored = json!({"question": "what is interesting?", "dataset_id": dataset});
        let explored = ada.post("/api/agentic-explore", &explored);
        assert_eq!(explored.status, 200, "{explored:?}");
        let exploration = text(&explored.json(), "exploration_id");
        let running = ada.ask("how many customers do we have today?");
        Self { ask, running, chat, agent, dataset, share, saved, board, exploration, key: key.to_owned() }
    }

    /// The ids that may stand for a part of a path.
    fn standing_for(&self, part: &str, path: &str) -> Vec<&str> {
        match part {
            "query_id" => vec![&self.ask, &self.running],
            "session_id" if path.starts_with("/agents") => vec![&self.agent, &self.chat],
            "session_id" => vec![&self.chat, &self.agent],
            "dataset_id" => vec![&self.dataset],
            "exploration_id" => vec![&self.exploration],
            "chart_id" => vec!["c1"],
            // Nobody's: there is no tool of this name.
            "tool" => vec!["nothing"],
            "token" => vec![&self.share],
            "saved_id" => vec![&self.saved],
            "board_id" => vec![&self.board],
            "key_id" => vec![&self.key],
            "name" => vec!["staff"],
            other => panic!("{path} is new: say here what of somebody else's goes into {{{other}}}"),
        }
    }

    /// All of it, as its owner sees it.
    fn seen_by(&self, ada: &Client) -> BTreeMap<String, Json> {
        let paths = [
            format!("/api/v1/ask/{}", self.ask),
            format!("/api/v1/chat/sessions/{}", self.chat),
            format!("/agents/text-to-sql/session/{}", self.agent),
            format!("/api/v1/datasets/{}", self.dataset),
            format!("/api/v1/chat/shared/{}", self.share),
            format!("/api/v1/explorations/{}", self.exploration),
            format!("/api/v1/saved/{}", self.saved),
            format!("/api/v1/saved/boards/{}", self.board),
            "/api/v1/saved".to_owned(),
            "/api/v1/saved/boards".to_owned(),
            "/api/v1/chat/sessions".to_owned(),
            "/api/v1/datasets".to_owned(),
        ];
        let seen = |path: String| {
            let answer = ada.get(&path);
            assert_eq!(answer.status, 200, "{path}: {answer:?}");
            (path, answer.json())
        };
        paths.into_iter().map(seen).collect()
    }
}

/// Ada, and Eve who may ask the demo and nothing else.
fn neighbours(model: &Model) -> (Site, Client, Client, String) {
    let plan = Plan::new().model(model);
    let staff = plan.folder().join("staff.db");
    let database = rusqlite::Connection::open(&staff).unwrap();
    database.execute_batch("CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada');").unwrap();
    let plan = plan.argument("--source").argument(&format!("staff=sqlite:{}", staff.display()));
    let (ada, eve) = (plan.key("ada", &["--source", "demo"]), plan.key("eve", &["--source", "demo"]));
    let site = plan.start();
    let (one, other) = (site.with(&ada), site.with(&eve));
    (site, one, other, ada.id)
}

fn try_it(eve: &Client, method: &str, path: &str) -> Answer {
    if path.ends_with("/stream") {
        return eve.try_stream(path, &[]).unwrap().err().unwrap_or_else(|| panic!("{path} is streamed"));
    }
    let body = json!({"title": "mine now", "good": true, "approve": true}).to_string();
    eve.send(method, path, &[], if method == "GET" { b"" } else { body.as_bytes() })
}

#[test]
fn every_path_with_an_id_knows_only_its_owners() {
    let model = Model::counting(Duration::from_millis(1_500));
    let (site, ada, eve, key) = neighbours(&model);
    let hers = Belongings::of(&ada, &key);
    let before = hers.seen_by(&ada);
    let mut tried = 0;
    for (method, path) in operations(&site) {
        let Some((head, rest)) = path.split_once('{') else { continue };
        let (part, tail) = rest.split_once('}').unwrap();
        for id in hers.standing_for(part, &path) {
            let answer = try_it(&eve, &method, &format!("{head}{id}{tail}"));
            // Who may not do such a thing at all is told so, whatever the id.
            let expected = match (method.as_str(), part) {
                (_, "key_id") | ("DELETE", "name") => (403, "FORBIDDEN"),
                _ => (404, "NOT_FOUND"),
            };
            assert_eq!((answer.status, answer.code().as_str()), expected, "{method} {path} {answer:?}");
            tried += 1;
        }
    }
    assert!(tried > 20, "only {tried} attempts: the description lacks paths");
    assert_eq!(ada.ended(&hers.running)["status"], "finished", "nobody but she could have stopped it");
    assert_eq!(hers.seen_by(&ada), before, "something of hers was changed");
}

#[test]
fn an_id_in_a_body_is_no_way_in_either() {
    let model = Model::counting(Duration::ZERO);
    let (site, ada, eve, key) = neighbours(&model);
    let hers = Belongings::of(&ada, &key);
    ada.ended(&hers.running);
    let before = hers.seen_by(&ada);
    let asked = |more: Json| {
        let mut body = json!({"query": "what is the total salary?", "message": "what is the total salary?",
            "sql": "SELECT * FROM salaries", "title": "x"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let with_dataset = asked(json!({"dataset_id": hers.dataset}));
    for path in [
        "/query",
        "/query-agentic",
        "/api/v1/ask",
        "/api/v1/chat",
        "/api/v1/chat/stream",
        "/api/v1/chat/sessions",
        "/api/v1/sql",
        "/agents/text-to-sql/start-session",
    ] {
        let answer = eve.post(path, &with_dataset);
        assert_eq!((answer.status, answer.code().as_str()), (404, "NOT_FOUND"), "{path} {answer:?}");
        assert!(!answer.body.contains("4200"), "{answer:?}");
    }
    for session in [&hers.chat, &hers.agent] {
        let in_session = asked(json!({"session_id": session}));
        for path in ["/query", "/query-agentic", "/api/v1/ask", "/api/v1/chat", "/api/v1/chat/stream"] {
            let answer = eve.post(path, &in_session);
            assert_eq!((answer.status, answer.code().as_str()), (404, "NOT_FOUND"), "{path} {answer:?}");
        }
        assert_eq!(eve.post("/agents/text-to-sql/chat", &in_session).status, 404);
        let body = format!(
            "--b\r\ncontent-disposition: form-data; name=\"session_id\"\r\n\r\n{session}\r\n--b\r\n\
             content-disposition: form-data; name=\"file\"; filename=\"x.csv\"\r\n\r\na,b\n1,2\n\r\n--b--\r\n"
        );
        let form = [("content-type", "multipart/form-data; boundary=b")];
        assert_eq!(eve.send("POST", "/api/v1/datasets", &form, body.as_bytes()).status, 404);
    }
    assert_eq!(eve.get(&format!("/api/v1/sample-questions?dataset_id={}", hers.dataset)).status, 404);
    assert_eq!(eve.get("/api/v1/chat/sessions").json()["sessions"], json!([]));
    assert_eq!(eve.get("/api/v1/chat/sessions?search=salary").json()["sessions"], json!([]));
    assert_eq!(eve.get("/api/v1/datasets").json()["datasets"], json!([]));
    assert_eq!(eve.get("/api/v1/saved").json()["saved"], json!([]));
    assert_eq!(eve.get("/api/v1/saved/boards").json()["boards"], json!([]));
    assert_eq!(eve.post("/api/v1/saved", &json!({"query_id": hers.ask})).status, 404);
    let own = eve.post("/api/v1/saved/boards", &json!({"title": "mine"})).json();
    let own = format!("/api/v1/saved/boards/{}", own["id"].as_str().unwrap());
    assert_eq!(eve.patch(&own, &json!({"items": [hers.saved]})).status, 404);
    assert_eq!(hers.seen_by(&ada), before);
    drop(site);
}

#[test]
fn the_same_request_of_two_people_is_two_requests() {
    let model = Model::counting(Duration::ZERO);
    let (_site, ada, eve, _) = neighbours(&model);
    let ask = |who: &Client| {
        let body = json!({"query": "how many customers are there?"});
        let answer = who.and("idempotency-key", "same").post("/api/v1/ask", &body);
        assert_eq!(answer.status, 202, "{answer:?}");
        let id = answer.json()["query_id"].as_str().unwrap().to_owned();
        (id.clone(), who.ended(&id))
    };
    let (first, second) = (ask(&ada), ask(&eve));
    assert_ne!(first.0, second.0);
    assert_eq!(ask(&ada).0, first.0, "hers, again");
    // The same source and the same data: the answer may come from the cache, but whose it was does not show.
    for field in ["query_id", "session_id"] {
        let hers = first.1[field].as_str().unwrap();
        assert!(!second.1.to_string().contains(hers), "{field} of another: {}", second.1);
    }
    assert_eq!(second.1["results"]["data"], first.1["results"]["data"]);
}

#[test]
fn a_shared_session_is_shown_to_who_may_see_its_source() {
    let model = Model::counting(Duration::ZERO);
    let (_site, ada, eve, _) = neighbours(&model);
    let said = ada.post("/api/v1/chat", &json!({"message": "how many customers are there?"})).json();
    let session = said["session_id"].as_str().unwrap();
    let link = ada.post(&format!("/api/v1/chat/sessions/{session}/share"), &json!({})).json();
    let link = link["link"].as_str().unwrap();
    let shown = eve.get(link);
    assert_eq!(shown.status, 200, "{shown:?}");
    assert_eq!(shown.json()["messages"].as_array().unwrap().len(), 2);
    // Reading is all: the session is still hers.
    assert_eq!(eve.get(&format!("/api/v1/chat/sessions/{session}")).status, 404);
    assert_eq!(ada.delete(&format!("/api/v1/chat/sessions/{session}")).status, 200);
    assert_eq!(eve.get(link).status, 404, "what is gone is gone for all");
}

/// The README's own example calls its session s1: whoever comes second must be able to follow it.
#[test]
fn two_people_may_choose_the_same_name_for_a_session() {
    let model = Model::counting(Duration::ZERO);
    let (_site, ada, eve, _) = neighbours(&model);
    for (who, question) in [(&ada, "how many customers are there?"), (&eve, "how many people buy from us?")] {
        let said = who.post("/api/v1/chat", &json!({"message": question, "session_id": "s1"}));
        assert_eq!((said.status, &said.json()["session_id"]), (200, &json!("s1")), "{said:?}");
        let more = json!({"query": "and again?", "session_id": "s1"});
        let asked = who.post("/api/v1/ask", &more).json();
        assert_eq!(asked["session_id"], "s1", "{asked}");
        who.ended(asked["query_id"].as_str().unwrap());
        let shown = who.get("/api/v1/chat/sessions/s1").json();
        assert_eq!((&shown["session_id"], &shown["messages"][0]["content"]), (&json!("s1"), &json!(question)));
        assert_eq!(shown["turns"].as_array().unwrap().len(), 2, "{shown:#}");
        let listed = who.get("/api/v1/chat/sessions").json();
        assert!(listed["sessions"].as_array().unwrap().iter().any(|session| session["session_id"] == "s1"), "{listed}");
    }
    assert_eq!(ada.patch("/api/v1/chat/sessions/s1", &json!({"title": "hers"})).json()["title"], "hers");
    assert_ne!(eve.get("/api/v1/chat/sessions/s1").json()["title"], "hers");
    assert_eq!(eve.delete("/api/v1/chat/sessions/s1").status, 200);
    assert_eq!(eve.get("/api/v1/chat/sessions/s1").status, 404, "not hers instead");
    assert_eq!(eve.delete("/api/v1/chat/sessions/s1").status, 404);
    assert_eq!(ada.get("/api/v1/chat/sessions/s1").status, 200);
    let unseen = ada.post("/api/v1/chat", &json!({"message": "how many?", "session_id": "s\u{1f}1"}));
    assert_eq!(unseen.status, 400, "{unseen:?}");
}

/// Before names were each owner's own, a session was found by the name alone; what was begun then goes on.
#[test]
fn a_session_that_began_before_names_were_each_owners_own_goes_on() {
    let plan = Plan::new();
    let (ada, eve) = (plan.key("ada", &[]), plan.key("eve", &[]));
    let body = json!({"message": "how many customers are there?", "session_id": "old"});
    let site = plan.start();
    assert_eq!(site.with(&ada).post("/api/v1/chat", &body).status, 200);
    drop(site);
    let store = rusqlite::Connection::open(plan.folder().join("vouch.db")).unwrap();
    store
        .execute_batch(
            "PRAGMA foreign_keys = OFF; BEGIN; UPDATE turns SET session_id = 'old'; UPDATE sessions SET id = 'old'; COMMIT",
        )
        .unwrap();
    drop(store);
    let site = plan.start();
    let (ada, eve) = (site.with(&ada), site.with(&eve));
    assert_eq!(ada.post("/api/v1/chat", &body).status, 200);
    assert_eq!(ada.get("/api/v1/chat/sessions/old").json()["turns"].as_array().unwrap().len(), 2);
    assert_eq!(eve.get("/api/v1/chat/sessions/old").status, 404);
    assert_eq!(eve.post("/api/v1/chat", &body).status, 200);
    assert_eq!(eve.get("/api/v1/chat/sessions/old").json()["turns"].as_array().unwrap().len(), 1);
}

/// Clients choose the ids of sessions, so the one that was shared may be another's by now.
#[test]
fn a_link_never_leads_to_another_persons_session() {
    let model = Model::counting(Duration::ZERO);
    let (_site, ada, eve, _) = neighbours(&model);
    let body = json!({"message": "how many customers are there?", "session_id": "same"});
    assert_eq!(ada.post("/api/v1/chat", &body).status, 200);
    let link = ada.post("/api/v1/chat/sessions/same/share", &json!({})).json();
    let link = link["link"].as_str().unwrap();
    assert_eq!(ada.delete("/api/v1/chat/sessions/same").status, 200);
    assert_eq!(eve.post("/api/v1/chat", &body).status, 200);
    for who in [&ada, &eve] {
        let shown = who.get(link);
        assert_eq!((shown.status, shown.code().as_str()), (404, "NOT_FOUND"), "{shown:?}");
    }
    // Nor does it lead to a later one of her own.
    assert_eq!(eve.delete("/api/v1/chat/sessions/same").status, 200);
    assert_eq!(ada.post("/api/v1/chat", &body).status, 200);
    assert_eq!(ada.get(link).status, 404);
}

#[test]
fn the_id_of_an_expired_session_is_lost_to_its_owner_only() {
    let plan = Plan::new().variable("VOUCH_SESSION_IDLE", "1");
    let staff = plan.folder().join("staff.db");
    rusqlite::Connection::open(&staff).unwrap().execute_batch("CREATE TABLE people (name TEXT)").unwrap();
    let plan = plan.argument("--source").argument(&format!("staff=sqlite:{}", staff.display()));
    let (ada, eve) = (plan.key("ada", &[]), plan.key("eve", &[]));
    let site = plan.start();
    let (ada, eve) = (site.with(&ada), site.with(&eve));
    let named = json!({"message": "how many customers are there?", "session_id": "s", "source": "demo"});
    assert_eq!(ada.post("/api/v1/chat", &named).status, 200);
    // Swept away, which happens every 5 s.
    std::thread::sleep(Duration::from_secs(8));
    // Which source it was about is not the question any more.
    for body in [&named, &json!({"message": "how many customers are there?", "session_id": "s"})] {
        let expired = ada.post("/api/v1/chat", body);
        assert_eq!((expired.status, expired.code().as_str()), (404, "EXPIRED"), "{expired:?}");
    }
    let begun = eve.post("/api/v1/chat", &named);
    assert_eq!(begun.status, 200, "{begun:?}");
}
