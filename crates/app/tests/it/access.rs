//! Who may do what: without keys, with the right key, with the wrong one, and with one that may do less.

use crate::client::Client;
use crate::site::{Plan, Site, eventually};
use crate::support::finish;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// What everybody may have: nothing in it is anybody's.
const OPEN: [&str; 9] = [
    "/health",
    "/ready",
    "/agents/text-to-sql/health",
    "/api/v1/settings",
    "/api/v1/login",
    "/api/v1/logout",
    "/openapi.json",
    "/api/v1/licences",
    // A link is a key of its own.
    "/api/v1/saved/shared/{token}",
];

/// What takes more than a viewer's key; all else is open to viewers. A new path that is not put here is tried as one.
const ANALYSTS: [(&str, &str); 6] = [
    ("POST", "/api/v1/sql"),
    ("POST", "/api/v1/datasets"),
    ("GET", "/api/v1/ask/{query_id}/export"),
    ("GET", "/api/v1/explorations/{exploration_id}/report"),
    ("POST", "/api/v1/tools/{tool}"),
    ("POST", "/api/v1/saved/{saved_id}/refresh"),
];
const ADMINS: [(&str, &str); 7] = [
    ("POST", "/api/v1/sources"),
    ("DELETE", "/api/v1/sources/{name}"),
    ("GET", "/api/v1/keys"),
    ("POST", "/api/v1/keys"),
    ("DELETE", "/api/v1/keys/{key_id}"),
    ("GET", "/api/v1/audit"),
    ("GET", "/metrics"),
];

/// Every method and path of the API, as it describes itself.
pub fn operations(site: &Site) -> Vec<(String, String)> {
    let api = site.nobody().get("/openapi.json").json();
    let paths = api["paths"].as_object().unwrap().iter();
    let all = paths.flat_map(|(path, methods)| {
        methods.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.clone()))
    });
    all.filter(|(method, _)| ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&method.as_str())).collect()
}

/// A request that is well formed, so that only the caller's rights decide.
fn attempt(client: &Client, method: &str, path: &str) -> crate::client::Answer {
    let body = match path {
        "/api/v1/sql" => json!({"sql": "SELECT 1"}),
        "/api/v1/sources" => json!({"name": "x", "url": "sqlite:/nowhere.db"}),
        "/api/v1/keys" => json!({"name": "x"}),
        "/api/v1/login" => json!({"key": "x"}),
        path if path.ends_with("/feedback") => json!({"good": true}),
        path if path.ends_with("/{session_id}") => json!({"title": "x"}),
        "/api/v1/saved" => json!({"query_id": "nobody's"}),
        path if path.starts_with("/api/v1/saved/") => json!({"title": "x"}),
        _ => json!({"query": "how many customers?", "message": "how many customers?", "session_id": "nobody's"}),
    };
    let path = path.split('{').enumerate().fold(String::new(), |whole, (at, part)| match at {
        0 => part.to_owned(),
        _ => format!("{whole}nobody's{}", part.split_once('}').unwrap().1),
    });
    match (method, path.as_str()) {
        ("POST", "/api/v1/datasets") => client.send_file("x.csv", "a,b\n1,2\n"),
        ("GET" | "DELETE", _) => client.send(method, &path, &[], b""),
        _ => client.send(method, &path, &[], body.to_string().as_bytes()),
    }
}

#[test]
fn without_keys_only_this_machine_may_ask() {
    let plan = Plan::new();
    for host in ["0.0.0.0", "::", "192.168.1.1"] {
        let refused = finish(plan.command(&["serve", "--demo", "--port", "0", "--host", host]).output().unwrap());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains("vouch keys create") && refused.stderr.contains("--insecure"), "{refused:?}");
    }
    let elsewhere = plan.clone().argument("--host").argument("0.0.0.0");
    let open = elsewhere.clone().argument("--insecure").start();
    assert_eq!(open.nobody().ended(&open.nobody().ask("how many customers?"))["status"], "finished");
    // Whoever happens by may ask, not rule.
    for (method, path) in ADMINS {
        assert_eq!(attempt(&open.nobody(), method, path).status, 403, "{method} {path}");
    }
    drop(open);
    let key = plan.key("me", &[]);
    let locked = elsewhere.start();
    assert_eq!(locked.nobody().get("/api/v1/sources").status, 401);
    assert_eq!(locked.with(&key).get("/api/v1/sources").status, 200);
}

#[test]
fn the_first_key_is_not_made_over_the_network() {
    let site = Plan::new().start();
    let refused = site.nobody().post("/api/v1/keys", &json!({"name": "mine", "role": "admin"}));
    assert_eq!((refused.status, refused.code().as_str()), (403, "FORBIDDEN"), "{refused:?}");
    assert_eq!(site.nobody().get("/api/v1/sources").status, 200, "still open");
}

#[test]
fn a_key_is_kept_as_a_digest_only() {
    let plan = Plan::new();
    let made = finish(plan.command(&["keys", "create", "nightly report", "--role", "viewer"]).output().unwrap());
    let key = made.stdout.trim();
    assert!(key.starts_with("vk_") && key.len() > 50, "{made:?}");
    assert!(made.stderr.contains("not shown again"), "{made:?}");
    let listed = finish(plan.command(&["keys", "list"]).output().unwrap());
    let as_json = finish(plan.command(&["keys", "list", "--json"]).output().unwrap());
    let secret = key.rsplit('_').next().unwrap();
    for shown in [&listed, &as_json] {
        assert!(shown.stdout.contains("nightly report") && shown.stdout.contains("viewer"), "{shown:?}");
        assert!(!shown.stdout.contains(secret), "{shown:?}");
    }
    let digest: String = Sha256::digest(key.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut kept = Vec::new();
    for file in std::fs::read_dir(plan.folder()).unwrap() {
        kept.extend(std::fs::read(file.unwrap().path()).unwrap());
    }
    let holds = |text: &str| kept.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(holds(&digest) && !holds(key) && !holds(secret));
    let unknown = finish(plan.command(&["keys", "revoke", "nobody"]).output().unwrap());
    assert_eq!(unknown.code, Some(1), "{unknown:?}");
    let nameless = finish(plan.command(&["keys", "create", " "]).output().unwrap());
    assert_ne!(nameless.code, Some(0), "{nameless:?}");
}

/// The first key shuts the door of a server that runs: that must not come as a surprise, and there must be a way back.
#[test]
fn the_first_key_says_that_it_locks_and_how_to_go_back() {
    let plan = Plan::new();
    let site = plan.start();
    assert_eq!(site.nobody().get("/api/v1/settings").json()["login_needed"], false);
    let keys = |arguments: &[&str]| finish(plan.command(&[&["keys"], arguments].concat()).output().unwrap());
    let first = keys(&["create", "mine", "--json"]);
    let id = first.json()["id"].as_str().unwrap().to_owned();
    for words in ["first key", "every request", "log in", &format!("vouch keys revoke {id} --unlock")] {
        assert!(first.stderr.contains(words), "{words}: {first:?}");
    }
    let locked = || site.nobody().get("/api/v1/sources").status == 401;
    eventually(Duration::from_secs(5), "the door is shut", locked);
    // What the page goes by.
    let settings = site.nobody().get("/api/v1/settings").json();
    assert_eq!((&settings["login_needed"], &settings["caller"]), (&json!(true), &json!(null)), "{settings}");
    let second = keys(&["create", "other", "--json"]);
    assert!(!second.stderr.contains("first key"), "{second:?}");
    let other = second.json()["id"].as_str().unwrap().to_owned();
    // Another key is left, so it stays shut; and without the flag it always does.
    let one = keys(&["revoke", &id, "--unlock"]);
    assert!(one.code == Some(0) && one.stderr.contains("1 other key"), "{one:?}");
    assert_eq!(keys(&["revoke", &other]).code, Some(0));
    std::thread::sleep(Duration::from_millis(1_200));
    assert!(locked());
    let last = keys(&["revoke", &other, "--unlock"]);
    assert!(last.code == Some(0) && last.stderr.contains("without one"), "{last:?}");
    eventually(Duration::from_secs(5), "this machine is answered again", || !locked());
    assert_eq!(keys(&["list", "--json"]).json(), json!([]));
}

/// It was reachable from elsewhere only because there were keys.
#[test]
fn a_server_that_others_reach_stays_shut_when_the_last_key_is_gone() {
    let plan = Plan::new().argument("--host").argument("0.0.0.0");
    let key = plan.key("mine", &[]);
    let site = plan.start();
    assert_eq!(site.with(&key).get("/api/v1/sources").status, 200);
    let gone = finish(plan.command(&["keys", "revoke", &key.id, "--unlock"]).output().unwrap());
    assert_eq!(gone.code, Some(0), "{gone:?}");
    std::thread::sleep(Duration::from_millis(1_200));
    assert_eq!(site.nobody().get("/api/v1/sources").status, 401);
}

#[test]
fn every_path_wants_a_key_once_there_is_one() {
    let plan = Plan::new();
    let key = plan.key("me", &["--role", "admin"]);
    let site = plan.start();
    let wrong = format!("vk_{}_{}", key.id, "0".repeat(48));
    let strangers = [
        site.nobody(),
        site.nobody().and("authorization", &format!("Bearer {wrong}")),
        site.nobody().and("authorization", "Bearer "),
        site.nobody().and("authorization", &format!("Basic {}", key.key)),
        site.nobody().and("x-api-key", "vk_nobody_x"),
        site.nobody().and("x-api-key", "a.b.c"),
        site.nobody().and("cookie", "vouch_login=0123"),
        site.nobody().and("cookie", &format!("vouch_login={}", key.key)),
    ];
    for (method, path) in operations(&site) {
        if OPEN.contains(&path.as_str()) {
            continue;
        }
        for stranger in &strangers {
            let refused = attempt(stranger, &method, &path);
            assert_eq!((refused.status, refused.code().as_str()), (401, "UNAUTHORIZED"), "{method} {path} {refused:?}");
            assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        }
    }
    for stranger in &strangers {
        assert_eq!(stranger.post("/mcp", &json!({})).status, 401);
    }
    assert_eq!(site.with(&key).get("/api/v1/sources").status, 200);
    assert_eq!(site.nobody().and("x-api-key", &key.key).get("/api/v1/sources").status, 200);
    assert_eq!(site.nobody().and("authorization", &format!("bearer  {}", key.key)).get("/api/v1/keys").status, 200);
}

#[test]
fn a_revoked_key_opens_nothing_from_then_on() {
    let plan = Plan::new();
    let (admin, key) = (plan.key("admin", &["--role", "admin"]), plan.key("guest", &[]));
    let site = plan.start();
    let login = site.nobody().post("/api/v1/login", &json!({"key": key.key}));
    let cookie = login.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let logged_in = site.nobody().and("cookie", &cookie);
    for visitor in [site.with(&key), logged_in.clone()] {
        assert_eq!(visitor.get("/api/v1/sources").status, 200);
    }
    let revoked = finish(plan.command(&["keys", "revoke", &key.id]).output().unwrap());
    assert_eq!(revoked.code, Some(0), "{revoked:?}");
    for visitor in [site.with(&key), logged_in] {
        assert_eq!(visitor.get("/api/v1/sources").status, 401);
    }
    assert_eq!(site.nobody().post("/api/v1/login", &json!({"key": key.key})).status, 401);
    // The same over HTTP, and the last key takes the door with it: it does not fall open.
    let second = site.with(&admin).post("/api/v1/keys", &json!({"name": "second", "role": "viewer"})).json();
    let second = (second["id"].as_str().unwrap().to_owned(), second["key"].as_str().unwrap().to_owned());
    assert_eq!(Client::with_key(site.port, &second.1).get("/api/v1/sources").status, 200);
    assert_eq!(site.with(&admin).delete(&format!("/api/v1/keys/{}", second.0)).status, 200);
    assert_eq!(Client::with_key(site.port, &second.1).get("/api/v1/sources").status, 401);
    assert_eq!(site.with(&admin).delete(&format!("/api/v1/keys/{}", admin.id)).status, 200);
    assert_eq!(site.with(&admin).get("/api/v1/sources").status, 401);
    assert_eq!(site.nobody().get("/api/v1/sources").status, 401);
}

#[test]
fn a_key_may_do_what_its_role_may() {
    let plan = Plan::new();
    let keys = ["viewer", "analyst", "admin"].map(|role| plan.key(role, &["--role", role]));
    let site = plan.start();
    for (rank, key) in keys.iter().enumerate() {
        let client = site.with(key);
        for (method, path) in operations(&site) {
            let this = (method.as_str(), path.as_str());
            let needed = if ADMINS.contains(&this) { 2 } else { usize::from(ANALYSTS.contains(&this)) };
            // A login is about another key than the caller's, and a file outside the folder is nobody's to name.
            if this == ("POST", "/api/v1/login") || (rank >= needed && this == ("POST", "/api/v1/sources")) {
                continue;
            }
            // Where a role is enough, an attempt fails for its own reasons or works.
            let answer = attempt(&client, &method, &path);
            assert_eq!(answer.status == 403, rank < needed, "{method} {path} as {rank}: {answer:?}");
            assert_ne!(answer.status, 401, "{method} {path} as {rank}");
            assert!(answer.status < 500, "{method} {path} as {rank}: {answer:?}");
        }
    }
    // Viewers say what they think of an answer; they do not say that it is to be given again.
    let viewer = site.with(&keys[0]);
    let ask = viewer.ask("how many customers?");
    assert_eq!(viewer.ended(&ask)["status"], "finished");
    let feedback = format!("/api/v1/ask/{ask}/feedback");
    assert_eq!(viewer.post(&feedback, &json!({"good": true})).json()["remembered"], false);
    assert_eq!(viewer.post(&feedback, &json!({"good": true, "approve": true})).status, 403);
    assert_eq!(viewer.get(&format!("/api/v1/ask/{ask}/export?format=csv")).status, 403);
    let analyst = site.with(&keys[1]);
    let ask = analyst.ask("how many customers do we have?");
    analyst.ended(&ask);
    let approved = analyst.post(&format!("/api/v1/ask/{ask}/feedback"), &json!({"good": true, "approve": true}));
    assert_eq!(approved.json()["remembered"], true, "{approved:?}");
}

#[test]
fn a_key_asks_the_sources_it_was_made_for() {
    let plan = Plan::new();
    let file = plan.folder().join("staff.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    database.execute_batch("CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada');").unwrap();
    let plan = plan.argument("--source").argument(&format!("staff=sqlite:{}", file.display()));
    let (one, both) = (plan.key("one", &["--source", "demo"]), plan.key("both", &[]));
    let site = plan.start();
    let names = |client: &Client| -> Vec<Json> {
        let listed = client.get("/api/v1/sources").json();
        listed["sources"].as_array().unwrap().iter().map(|source| source["name"].clone()).collect()
    };
    let (one, both) = (site.with(&one), site.with(&both));
    assert_eq!((names(&one), names(&both)), (vec![json!("demo")], vec![json!("demo"), json!("staff")]));
    let named = json!({"source": "staff", "query": "how many people?", "message": "how many people?",
        "sql": "SELECT count(*) AS n FROM people"});
    for path in ["/query", "/query-agentic", "/api/v1/ask", "/api/v1/chat", "/api/v1/chat/stream", "/api/v1/sql"] {
        let refused = one.post(path, &named);
        assert_eq!((refused.status, refused.code().as_str()), (404, "NOT_FOUND"), "{path} {refused:?}");
        assert_ne!(both.post(path, &named).status, 404, "{path}");
    }
    for path in ["/api/v1/chat/sessions", "/agents/text-to-sql/start-session"] {
        assert_eq!(one.post(path, &named).status, 404, "{path}");
    }
    for path in ["/api/v1/sources/staff/schema", "/api/v1/sample-questions?source=staff"] {
        assert_eq!((one.get(path).status, both.get(path).status), (404, 200), "{path}");
    }
    assert_eq!(both.post("/api/v1/sql", &named).json()["results"]["data"], json!([{"n": 1}]));
    // Nothing need be named where there is one only, and a choice must be made between two.
    assert_eq!(one.ended(&one.ask("how many customers?"))["status"], "finished");
    let unsaid = both.post("/api/v1/ask", &json!({"query": "how many?"}));
    assert_eq!(unsaid.status, 400, "{unsaid:?}");
    assert!(unsaid.body.contains("demo, staff"), "{unsaid:?}");
}

#[test]
fn the_client_of_a_key_is_not_the_requests_to_choose() {
    let plan = Plan::new();
    let bound = plan.key("bound", &["--client-id", "3"]);
    let site = plan.start();
    let bound = site.with(&bound);
    let other = json!({"client_id": 4, "query": "how many customers?", "message": "how many customers?",
        "sql": "SELECT count(*) FROM customers"});
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
        let refused = bound.post(path, &other);
        assert_eq!((refused.status, refused.code().as_str()), (403, "FORBIDDEN"), "{path} {refused:?}");
    }
    for path in ["/api/v1/sources/demo/schema?client_id=4", "/api/v1/sample-questions?client_id=4"] {
        assert_eq!(bound.get(path).status, 403, "{path}");
    }
}

/// Where files lie on the server is nobody's business but the admin's, who has the log.
#[test]
fn a_source_that_is_gone_does_not_say_where_it_was() {
    let plan = Plan::new();
    let file = plan.folder().join("staff.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    database.execute_batch("CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada');").unwrap();
    drop(database);
    let plan = plan.argument("--source").argument(&format!("staff=sqlite:{}", file.display()));
    let (viewer, analyst) = (plan.key("viewer", &["--role", "viewer"]), plan.key("analyst", &["--role", "analyst"]));
    let site = plan.start();
    let (viewer, analyst) = (site.with(&viewer), site.with(&analyst));
    let dataset = analyst.upload("sales.csv", "region,amount\nNorth,10\nSouth,20\n");
    let of_source =
        json!({"message": "how many people are there?", "sql": "SELECT name FROM people", "source": "staff"});
    let of_dataset = json!({"message": "What is the total amount?", "sql": "SELECT sum(amount) FROM sales",
        "dataset_id": dataset});
    for body in [&of_source, &of_dataset] {
        assert_eq!(analyst.post("/api/v1/sql", body).status, 200);
    }
    let begun = json!({"message": "how many customers are there?", "session_id": "s", "source": "demo"});
    assert_eq!(analyst.post("/api/v1/chat", &begun).status, 200);
    let other =
        analyst.post("/api/v1/chat", &json!({"message": "how many people?", "session_id": "s", "source": "staff"}));
    assert!(other.status == 400 && other.body.contains("about other data"), "{other:?}");
    assert!(!other.body.contains("staff.db"), "{other:?}");
    std::fs::remove_file(&file).unwrap();
    std::fs::remove_dir_all(plan.folder().join("datasets").join(&dataset)).unwrap();
    let folder = plan.folder().file_name().unwrap().to_str().unwrap();
    let answers = [
        viewer.post("/api/v1/chat", &of_source),
        viewer.get("/api/v1/sources/staff/schema"),
        analyst.post("/api/v1/chat", &of_dataset),
        analyst.post("/api/v1/sql", &of_source),
        analyst.post("/api/v1/sql", &of_dataset),
    ];
    for answer in &answers {
        assert!(answer.body.contains("SOURCE_UNAVAILABLE"), "{answer:?}");
        assert!(!answer.body.contains(folder) && !answer.body.contains("staff.db"), "{answer:?}");
        assert!(!answer.body.contains("relative path"), "{answer:?}");
    }
    assert!(answers[0].body.contains("the database of the source 'staff' cannot be opened"), "{:?}", answers[0]);
    for answer in &answers[3..] {
        assert_eq!((answer.status, answer.code().as_str()), (503, "SOURCE_UNAVAILABLE"), "{answer:?}");
    }
    assert!(site.log().contains("staff.db"), "{}", site.log());
}
