//! `Idempotency-Key` for all that a request can begin besides a question: sent again, it finds what the first one made.

use crate::client::{Answer, Client};
use crate::site::{Model, Plan};
use serde_json::{Value as Json, json};

const SALES: &str = "city,amount\nBerlin,10.5\nRome,20\n";
const DATASETS: &str = "/api/v1/datasets";

fn again(client: &Client, key: &str) -> Client {
    client.and("idempotency-key", key)
}

fn upload(client: &Client, content: &str, name: &str) -> Answer {
    let body = format!(
        "--b\r\ncontent-disposition: form-data; name=\"name\"\r\n\r\n{name}\r\n--b\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"sales.csv\"\r\n\r\n{content}\r\n--b--\r\n"
    );
    client.send("POST", DATASETS, &[("content-type", "multipart/form-data; boundary=b")], body.as_bytes())
}

fn refused(answer: &Answer, words: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (409, "CONFLICT"), "{answer:?}");
    assert!(answer.body.contains(words), "{answer:?}");
}

#[test]
fn an_upload_that_is_sent_twice_is_one_dataset() {
    let plan = Plan::new();
    let (one, other) = (plan.key("one", &[]), plan.key("other", &[]));
    let site = plan.start();
    let client = site.with(&one);
    let sent: Vec<Json> = std::thread::scope(|scope| {
        let send = || upload(&again(&client, "u-1"), SALES, "mine");
        let all: Vec<_> = (0..4).map(|_| scope.spawn(send)).collect();
        all.into_iter()
            .map(|one| {
                let answer = one.join().unwrap();
                assert_eq!(answer.status, 201, "{answer:?}");
                answer.json()
            })
            .collect()
    });
    assert!(sent.iter().all(|reply| *reply == sent[0]), "{sent:?}");
    assert_eq!(client.get(DATASETS).json()["datasets"].as_array().unwrap().len(), 1);
    let another = "another request";
    refused(&upload(&again(&client, "u-1"), SALES, "yours"), another);
    refused(&upload(&again(&client, "u-1"), "city,amount\nOslo,1\n", "mine"), another);
    let asked = again(&client, "u-1").post("/api/v1/ask", &json!({"query": "how many customers?"}));
    refused(&asked, another);
    // Somebody else's keys are their own.
    assert_ne!(upload(&again(&site.with(&other), "u-1"), SALES, "mine").json()["dataset_id"], sent[0]["dataset_id"]);
    // What was refused did not use the key up, and what was deleted is made anew.
    assert_eq!(upload(&again(&client, "u-2"), "", "empty").status, 400);
    assert_eq!(upload(&again(&client, "u-2"), SALES, "full").status, 201);
    let id = sent[0]["dataset_id"].as_str().unwrap();
    assert_eq!(client.delete(&format!("{DATASETS}/{id}")).status, 204);
    let anew = upload(&again(&client, "u-1"), SALES, "mine");
    assert!(anew.status == 201 && anew.json()["dataset_id"] != id, "{anew:?}");
    assert_eq!(upload(&again(&client, &"k".repeat(256)), SALES, "long").status, 400);
}

/// A key is shown once: whoever sends the request again is told which one it made.
#[test]
fn a_key_that_is_made_twice_is_one_key() {
    let plan = Plan::new();
    let admin = plan.key("admin", &["--role", "admin"]);
    let site = plan.start();
    let client = again(&site.with(&admin), "k-1");
    let body = json!({"name": "nightly", "role": "viewer"});
    let made = client.post("/api/v1/keys", &body);
    assert_eq!(made.status, 201, "{made:?}");
    let (id, key) = (made.json()["id"].clone(), made.json()["key"].clone());
    let second = client.post("/api/v1/keys", &body);
    refused(&second, id.as_str().unwrap());
    assert!(!second.body.contains(key.as_str().unwrap()), "{second:?}");
    refused(&client.post("/api/v1/keys", &json!({"name": "nightly", "role": "admin"})), "another request");
    assert_eq!(client.get("/api/v1/keys").json()["keys"].as_array().unwrap().len(), 2);
    assert_eq!(client.post("/api/v1/keys", &json!({"name": " "})).status, 409, "the key is taken");
    let fresh = again(&site.with(&admin), "k-2");
    assert_eq!(fresh.post("/api/v1/keys", &json!({"name": " "})).status, 400);
    assert_eq!(fresh.post("/api/v1/keys", &body).status, 201, "what was refused did not use it up");
}

#[test]
fn what_is_saved_or_begun_twice_is_there_once() {
    let site = Plan::new().start();
    let client = site.nobody();
    let ask = client.ask("how many customers are there?");
    client.ended(&ask);
    let cases = [
        ("/api/v1/saved", json!({"query_id": ask}), json!({"query_id": ask, "title": "another"}), 201, "id"),
        ("/api/v1/saved/boards", json!({"title": "one"}), json!({"title": "other"}), 201, "id"),
        ("/api/v1/chat/sessions", json!({"title": "one"}), json!({"title": "other"}), 201, "session_id"),
        ("/agents/text-to-sql/start-session", json!({"source": "demo"}), json!({"dataset_id": "x"}), 200, "session_id"),
    ];
    for (path, body, other, status, id) in cases {
        let client = again(&client, path);
        let (first, second) = (client.post(path, &body), client.post(path, &body));
        assert_eq!((first.status, second.status), (status, status), "{path}: {first:?} {second:?}");
        assert_eq!(first.json()[id], second.json()[id], "{path}");
        let answer = client.post(path, &other);
        assert!([404, 409].contains(&answer.status), "{path}: {answer:?}");
    }
    assert_eq!(client.get("/api/v1/saved").json()["saved"].as_array().unwrap().len(), 1);
    assert_eq!(client.get("/api/v1/saved/boards").json()["boards"].as_array().unwrap().len(), 1);
}

/// The second one was refused for the first one that ran, or lost its report.
#[test]
fn an_exploration_that_is_sent_twice_is_one() {
    let model = Model::hanging();
    let plan = Plan::new().model(&model).variable("VOUCH_MODEL_TIMEOUT", "300").variable("VOUCH_MAX_EXPLORATIONS", "1");
    let site = plan.start();
    let rows = |n: usize| json!([{"region": "East", "amount": n}, {"region": "West", "amount": 2}]);
    let body = |n: usize| json!({"question": "What drives the amount?", "sampleData": rows(n), "background": true});
    let client = again(&site.nobody(), "e-1");
    let (first, second) =
        (client.post("/api/agentic-explore", &body(1)), client.post("/api/agentic-explore", &body(1)));
    assert_eq!((first.status, second.status), (202, 202), "{first:?} {second:?}");
    assert_eq!(first.json()["exploration_id"], second.json()["exploration_id"]);
    refused(&client.post("/api/agentic-explore", &body(9)), "another request");
    let datasets = || site.nobody().get(DATASETS).json()["datasets"].as_array().unwrap().len();
    assert_eq!(datasets(), 1, "rows that nobody will ask are not kept");
    let limit = site.nobody().post("/api/agentic-explore", &body(1));
    refused(&limit, "which is the limit");
    assert_eq!(datasets(), 1, "nor are those of one that was refused");
}
