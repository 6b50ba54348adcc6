//! Saved answers and boards: kept when their session is gone, run again with their owner's rights, shown by a link that
//! shows rows and nothing else.

use crate::client::Client;
use crate::site::{Plan, Site};
use serde_json::{Value as Json, json};
use vouch_testing::RedisServer;

const SAVED: &str = "/api/v1/saved";
const BOARDS: &str = "/api/v1/saved/boards";

fn text(json: &Json, field: &str) -> String {
    json[field].as_str().unwrap_or_else(|| panic!("no {field}: {json}")).to_owned()
}

fn save(client: &Client, question: &str) -> Json {
    let ask = client.ask(question);
    assert_eq!(client.ended(&ask)["status"], "finished");
    let saved = client.post(SAVED, &json!({"query_id": ask}));
    assert_eq!(saved.status, 201, "{saved:?}");
    saved.json()
}

fn board(client: &Client, title: &str, items: &[&str]) -> String {
    let made = client.post(BOARDS, &json!({"title": title}));
    assert_eq!(made.status, 201, "{made:?}");
    let id = text(&made.json(), "id");
    let filled = client.patch(&format!("{BOARDS}/{id}"), &json!({"items": items}));
    assert_eq!(filled.status, 200, "{filled:?}");
    id
}

/// A database that a test can change while it is served.
fn shop() -> (Plan, std::path::PathBuf) {
    let plan = Plan::new();
    let file = plan.folder().join("shop.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    database
        .execute_batch("CREATE TABLE sales (city TEXT, amount INTEGER); INSERT INTO sales VALUES ('Oslo', 5);")
        .unwrap();
    (plan.argument("--source").argument(&format!("shop=sqlite:{}", file.display())), file)
}

#[test]
fn an_answer_is_saved_renamed_run_again_and_deleted() {
    let (plan, file) = shop();
    let site = plan.start();
    let client = site.nobody();
    let ask = client.post("/api/v1/ask", &json!({"query": "total amount by city", "source": "shop"})).json();
    let ask = text(&ask, "query_id");
    let ended = client.ended(&ask);
    assert_eq!(ended["status"], "finished");
    let columns = &ended["results"]["columns"];
    let drawn = |x: &Json| json!({"type": "area", "x": x, "y": columns[1], "color": null});
    let refused = client.post(SAVED, &json!({"query_id": ask, "by_hand": drawn(&json!("country"))}));
    assert!(refused.status == 400 && refused.body.contains("'country'"), "{refused:?}");
    let by_hand = drawn(&columns[0]);
    let saved = client.post(SAVED, &json!({"query_id": ask, "title": "  Sales\n by city ", "by_hand": by_hand}));
    assert_eq!(saved.status, 201, "{saved:?}");
    let saved = saved.json();
    assert_eq!(
        (&saved["title"], &saved["source"], &saved["row_count"]),
        (&json!("Sales by city"), &json!("shop"), &json!(1))
    );
    assert!(text(&saved, "sql").contains("sales") && saved["results"]["data"][0]["city"] == "Oslo", "{saved}");
    let one = format!("{SAVED}/{}", text(&saved, "id"));
    let listed = client.get(SAVED).json()["saved"][0].clone();
    assert!(listed["id"] == saved["id"] && listed["results"].is_null(), "{listed}");

    rusqlite::Connection::open(file).unwrap().execute_batch("INSERT INTO sales VALUES ('Rome', 7)").unwrap();
    assert_eq!(client.get(&one).json()["row_count"], 1, "until it is run again");
    let refreshed = client.post(&format!("{one}/refresh"), &json!({}));
    assert_eq!(refreshed.status, 200, "{refreshed:?}");
    let refreshed = refreshed.json();
    assert_eq!(refreshed["results"]["row_count"], 2, "{refreshed}");
    assert_eq!(refreshed["by_hand"], by_hand, "it is still drawn as wanted");
    assert!(text(&refreshed, "refreshed_at") > text(&saved, "refreshed_at"));
    assert_eq!(client.get(&one).json(), refreshed);

    assert_eq!(client.patch(&one, &json!({"title": "Another"})).json()["title"], "Another");
    assert_eq!(client.patch(&one, &json!({"title": " "})).status, 400);
    assert_eq!(client.delete(&one).status, 204);
    for answer in [client.get(&one), client.delete(&one), client.post(&format!("{one}/refresh"), &json!({}))] {
        assert_eq!((answer.status, answer.code().as_str()), (404, "NOT_FOUND"), "{answer:?}");
    }
    assert_eq!(client.post(SAVED, &json!({"query_id": "nothing"})).status, 404);
    let declined = client.post("/api/v1/ask", &json!({"query": "what is the weather in Paris?", "source": "shop"}));
    let declined = text(&declined.json(), "query_id");
    client.ended(&declined);
    assert_eq!(client.post(SAVED, &json!({"query_id": declined})).status, 409, "it has no rows");
}

#[test]
fn a_board_has_its_order_and_what_goes_is_passed_over() {
    let site = Plan::new().start();
    let client = site.nobody();
    let (one, two) = (save(&client, "how many customers are there?"), save(&client, "how many orders are there?"));
    let (one, two) = (text(&one, "id"), text(&two, "id"));
    let id = board(&client, "Monday", &[&two, &one, &two]);
    let path = format!("{BOARDS}/{id}");
    let shown = client.get(&path).json();
    let ids: Vec<&str> = shown["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [two.as_str(), one.as_str()], "each once, in its order");
    assert_eq!(shown["items"][1]["results"]["row_count"], 1, "{shown}");
    let changed = client.patch(&path, &json!({"refresh_minutes": 15, "title": "Tuesday"})).json();
    assert_eq!(
        (&changed["refresh_minutes"], &changed["title"], &changed["item_count"]),
        (&json!(15), &json!("Tuesday"), &json!(2))
    );
    assert_eq!(client.patch(&path, &json!({"refresh_minutes": 0})).json()["refresh_minutes"], Json::Null);
    assert_eq!(client.patch(&path, &json!({"refresh_minutes": 999_999})).status, 400);
    assert_eq!(client.patch(&path, &json!({"items": [one, "nothing"]})).status, 404);
    assert_eq!(client.patch(&path, &json!({"items": vec![&one; 51]})).status, 400);
    assert_eq!(client.delete(&format!("{SAVED}/{two}")).status, 204);
    assert_eq!(client.get(&path).json()["item_count"], 1);
    assert_eq!(client.get(BOARDS).json()["boards"].as_array().unwrap().len(), 1);
    assert_eq!(client.delete(&path).status, 204);
    assert_eq!(client.get(&path).status, 404);
    assert_eq!(client.get(&format!("{SAVED}/{one}")).status, 200, "what was on it stays");
}

#[test]
fn a_link_shows_the_rows_until_it_is_revoked() {
    let plan = Plan::new();
    let (ada, admin) = (plan.key("ada", &[]), plan.key("admin", &["--role", "admin"]));
    let site = plan.start();
    let client = site.with(&ada);
    let saved = save(&client, "how many customers are there?");
    let id = board(&client, "Figures", &[&text(&saved, "id")]);
    let share = format!("{BOARDS}/{id}/share");
    let link = client.post(&share, &json!({}));
    assert_eq!(link.status, 201, "{link:?}");
    let (token, url) = (text(&link.json(), "token"), text(&link.json(), "url"));
    let shown = site.nobody().get(&url);
    assert_eq!(shown.status, 200, "{shown:?}");
    let shown = shown.json();
    assert_eq!((&shown["title"], &shown["items"][0]["results"]), (&json!("Figures"), &saved["results"]), "{shown}");
    let told = shown.to_string();
    assert!(!told.contains("SELECT") && !told.contains(&text(&saved, "id")) && !told.contains("demo"), "{told}");
    assert_eq!(client.get(&format!("{BOARDS}/{id}")).json()["shared"], true);

    // Only what was given opens it, and nothing but reading.
    let other = format!("{}{}", &token[..token.len() - 1], if token.ends_with('0') { "1" } else { "0" });
    for wrong in [other.as_str(), &id, "x", &format!("{id}_")] {
        assert_eq!(site.nobody().get(&format!("{SAVED}/shared/{wrong}")).status, 404, "{wrong}");
    }
    assert_eq!(site.nobody().delete(&url).status, 405);
    let mut kept = Vec::new();
    for file in std::fs::read_dir(plan.folder()).unwrap() {
        let file = file.unwrap().path();
        if file.is_file() && !file.ends_with("demo-1.duckdb") {
            kept.extend(std::fs::read(file).unwrap());
        }
    }
    assert!(!kept.windows(token.len()).any(|bytes| bytes == token.as_bytes()), "the token is kept somewhere");

    let second = text(&client.post(&share, &json!({})).json(), "url");
    assert_eq!(
        (site.nobody().get(&url).status, site.nobody().get(&second).status),
        (404, 200),
        "a new link ends the old"
    );
    assert_eq!(client.delete(&share).status, 204);
    assert_eq!(site.nobody().get(&second).status, 404);
    let third = text(&client.post(&share, &json!({})).json(), "url");
    assert_eq!(site.nobody().get(&third).status, 200);
    assert_eq!(site.with(&admin).delete(&format!("/api/v1/keys/{}", ada.id)).status, 200);
    assert_eq!(site.nobody().get(&third).status, 404, "a revoked key shares nothing");
    let log = site.with(&admin).get("/api/v1/audit").json().to_string();
    for action in ["save_answer", "create_board", "update_board", "share_board", "unshare_board"] {
        assert!(log.contains(action), "{action}: {log}");
    }
}

/// The house of two clients: what one saves is run for that one.
#[test]
fn what_a_client_saved_is_run_again_for_that_client() {
    let plan = Plan::new();
    let (one, any) = (plan.key("one", &["--client-id", "1"]), plan.key("any", &[]));
    let site = plan.start();
    let (one, any) = (site.with(&one), site.with(&any));
    let own = save(&one, "how many customers are there?");
    let path = format!("{SAVED}/{}", text(&own, "id"));
    assert_eq!(own["client_id"], "1", "{own}");
    let again = one.post(&format!("{path}/refresh"), &json!({})).json();
    assert_eq!(again["results"], own["results"], "{again}");
    let all = save(&any, "how many customers are there?");
    assert_ne!(all["results"], own["results"]);
    assert_eq!(any.get(&path).status, 404);
}

#[test]
fn running_again_takes_what_running_by_hand_takes() {
    let plan = Plan::new().variable("VOUCH_ASKS_PER_MINUTE", "3");
    let viewer = plan.key("viewer", &["--role", "viewer"]);
    let analyst = plan.key("analyst", &[]);
    let site = plan.start();
    let saved = save(&site.with(&viewer), "how many customers are there?");
    let refresh =
        |client: &Client, saved: &Json| client.post(&format!("{SAVED}/{}/refresh", text(saved, "id")), &json!({}));
    let refused = refresh(&site.with(&viewer), &saved);
    assert_eq!((refused.status, refused.code().as_str()), (403, "FORBIDDEN"), "{refused:?}");
    let analyst = site.with(&analyst);
    let saved = save(&analyst, "how many customers are there?");
    let answers: Vec<u16> = (0..4).map(|_| refresh(&analyst, &saved).status).collect();
    assert_eq!(answers.first(), Some(&200), "{answers:?}");
    assert_eq!(answers.last(), Some(&429), "{answers:?}");
}

#[test]
fn what_is_saved_at_one_instance_is_there_at_the_other() {
    let redis = RedisServer::start();
    let plan = Plan::new().variable("VOUCH_STATE", &redis.url());
    let (one, other): (Site, Site) = (plan.start(), plan.start());
    let (here, there) = (one.nobody(), other.nobody());
    let saved = save(&here, "how many customers are there?");
    let path = format!("{SAVED}/{}", text(&saved, "id"));
    assert_eq!(there.get(&path).json(), saved);
    let id = board(&there, "Both", &[&text(&saved, "id")]);
    let link = text(&there.post(&format!("{BOARDS}/{id}/share"), &json!({})).json(), "url");
    assert_eq!(here.get(&link).json()["items"][0]["results"], saved["results"]);
    assert_eq!(there.post(&format!("{path}/refresh"), &json!({})).status, 200);
    assert_eq!(here.delete(&format!("{BOARDS}/{id}/share")).status, 204);
    assert_eq!(there.get(&link).status, 404);
    assert_eq!(here.delete(&path).status, 204);
    assert_eq!(there.get(&path).status, 404);
}
