//! Datasets that belong to a session, and uploads that come many at once.

use crate::forms::Part;
use crate::site::Plan;
use crate::support::{Response, Server, run_with, text};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

const SALES: &str = "city,product,amount\nBerlin,Lamp,10.5\nRome,Desk,20\nBerlin,Desk,30\nOslo,Lamp,4.5\n";
const MAKERS: &str = "maker,country\nAcme,France\nBolt,Italy\n";
const CHAT: &str = "/api/v1/chat";

/// Uploads one file into a session; the id of the dataset.
fn upload_into(server: &Server, session: &str, name: &str, content: &str) -> String {
    let reply = server.upload(&[Part::file(name, content), Part::field("session_id", session)]);
    assert_eq!((reply.status, &reply.json()["session_id"]), (201, &json!(session)), "{reply:?}");
    text(&reply.json()["dataset_id"])
}

fn say(server: &Server, session: &str, message: &str) -> Json {
    let reply = server.post(CHAT, &json!({"session_id": session, "message": message}));
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

fn shown(server: &Server, session: &str) -> Json {
    server.get(&format!("{CHAT}/sessions/{session}")).json()
}

#[test]
fn what_is_uploaded_into_a_session_is_what_it_talks_about_from_then_on() {
    let server = Server::alone(&[]);
    let session = text(&server.post("/api/v1/chat/sessions", &json!({})).json()["session_id"]);
    let before = say(&server, &session, "how many customers are there?");
    assert_eq!(before["results"]["data"], json!([{"customer_count": 6_000}]), "{before:#}");
    let dataset = upload_into(&server, &session, "sales.csv", SALES);
    assert_eq!(shown(&server, &session)["dataset_id"], dataset.as_str());
    let listed = server.get(&format!("{CHAT}/sessions")).json();
    assert_eq!(listed["sessions"][0]["dataset_id"], dataset.as_str(), "{listed:#}");
    // By every door that takes a session.
    let berlin = json!({"city": "Berlin", "total_amount": 40.5});
    let chatted = say(&server, &session, "total amount by city");
    assert_eq!(chatted["results"]["data"][0], berlin, "{chatted:#}");
    let asked = server.answer(&json!({"query": "total amount by city", "session_id": session}));
    assert_eq!(asked["results"]["data"][0], berlin, "{asked:#}");
    for path in ["/query", "/query-agentic"] {
        let answer = server.post(path, &json!({"query": "total amount by city", "session_id": session})).json();
        assert_eq!(answer["results"]["data"][0], berlin, "{path}: {answer:#}");
    }
    let streamed =
        server.post("/api/v1/chat/stream", &json!({"message": "total amount by city", "session_id": session}));
    assert!(streamed.body.contains("40.5"), "{streamed:?}");
    let named = server.post(CHAT, &json!({"message": "how many sales?", "session_id": session, "dataset_id": dataset}));
    assert_eq!(named.json()["results"]["row_count"], 1, "{named:?}");
    // A follow-up goes on from what was said about the same thing.
    let next = say(&server, &session, "and in Rome?");
    assert_eq!((&next["is_followup"], &next["results"]["row_count"]), (&json!(true), &json!(1)), "{next:#}");
    // What the session began with can still be named, and is gone on with.
    let again = json!({"message": "how many customers are there?", "session_id": session, "source": "demo"});
    let again = server.post(CHAT, &again).json();
    assert_eq!(again["results"]["data"], before["results"]["data"], "{again:#}");
    // An answer is approved, saved, edited and followed up where it came from.
    let about_demo = text(&before["query_id"]);
    let about_sales = text(&chatted["query_id"]);
    for (id, word) in [(&about_demo, "customer"), (&about_sales, "amount")] {
        let approved = server.post(&format!("/api/v1/ask/{id}/feedback"), &json!({"good": true, "approve": true}));
        assert_eq!((approved.status, &approved.json()["remembered"]), (200, &json!(true)), "{approved:?}");
        let offered = server.get(&format!("/api/v1/ask/{id}/follow_ups")).json();
        assert!(offered["follow_ups"].as_array().is_some_and(|all| !all.is_empty()), "{word}: {offered:#}");
        let saved = server.post("/api/v1/saved", &json!({"query_id": id})).json();
        let fresh = server.post(&format!("/api/v1/saved/{}/refresh", text(&saved["id"])), &json!({}));
        assert!(fresh.status == 200 && fresh.body.contains(word), "{word}: {fresh:?}");
    }
    // What an answer was about is also what it is run again on.
    let again = run_with(&[("VOUCH_DATA_DIR", server.data().to_str().unwrap())], &["replay", &about_sales]);
    assert_eq!(again.code, Some(0), "{again:?}");
    // The latest upload counts; when it goes, the one before it does.
    let makers = upload_into(&server, &session, "makers.csv", MAKERS);
    assert_eq!(say(&server, &session, "how many makers are there?")["tables_used"], json!(["makers"]));
    assert_eq!(server.delete(&format!("/api/v1/datasets/{makers}")).status, 204);
    assert_eq!(say(&server, &session, "total amount by city")["results"]["data"][0], berlin);
    // One that was not uploaded into it stays out.
    let stranger = server.dataset(&[Part::file("makers.csv", MAKERS)]);
    let refused = server.post(CHAT, &json!({"message": "how many?", "session_id": session, "dataset_id": stranger}));
    assert_eq!(refused.problem().0, 400, "{refused:?}");
    assert!(text(&refused.json()["error"]["hint"]).contains("session_id"), "{refused:?}");
    assert!(!text(&refused.json()["error"]["message"]).contains("dataset:"), "{refused:?}");
}

#[test]
fn an_upload_begins_the_session_that_it_names() {
    let server = Server::alone_with(&[], &[]);
    let dataset = upload_into(&server, "clear-after", "sales.csv", SALES);
    let answer = say(&server, "clear-after", "total amount by city");
    assert_eq!(answer["results"]["data"][0], json!({"city": "Berlin", "total_amount": 40.5}), "{answer:#}");
    assert_eq!(shown(&server, "clear-after")["title"], "sales.csv");
    assert_eq!(server.delete(&format!("{CHAT}/sessions/clear-after")).status, 200);
    assert_eq!(
        server.get(&format!("/api/v1/datasets/{dataset}")).problem().0,
        404,
        "seed 003: it goes with its session"
    );
    // An id of ours is made with its session; without that it is nobody's.
    let made_here = "01900000-0000-7000-8000-000000000000";
    let refused = server.upload(&[Part::file("sales.csv", SALES), Part::field("session_id", made_here)]);
    assert_eq!(refused.problem().0, 404, "{refused:?}");
    let long = server.upload(&[Part::file("sales.csv", SALES), Part::field("session_id", &"s".repeat(201))]);
    assert_eq!(long.problem().0, 400, "{long:?}");
}

#[test]
fn a_dataset_chat_goes_on_with_what_is_uploaded_into_it() {
    let server = Server::alone_with(&[], &[]);
    let first = server.dataset(&[Part::file("makers.csv", MAKERS)]);
    let session = server.post("/agents/text-to-sql/start-session", &json!({"dataset_id": first})).json();
    let session = text(&session["session_id"]);
    let second = upload_into(&server, &session, "sales.csv", SALES);
    let body = json!({"session_id": session, "message": "total amount by city"});
    let reply = server.post("/agents/text-to-sql/chat", &body).json();
    assert_eq!((&reply["status"], &reply["results"][0]["city"]), (&json!("success"), &json!("Berlin")), "{reply:#}");
    let state = server.get(&format!("/agents/text-to-sql/session/{session}")).json();
    assert_eq!((&state["dataset_id"], &state["schema"]["table_name"]), (&json!(second), &json!("sales")), "{state:#}");
}

/// The session is about one client; what its owner uploads into it is the owner's own.
#[test]
fn a_client_s_session_takes_uploads_too_and_shows_them_to_nobody_else() {
    let plan = Plan::new();
    let (one, other) = (plan.key("one", &[]), plan.key("other", &[]));
    let site = plan.start();
    let (one, other) = (site.with(&one), site.with(&other));
    let begun = one.post(CHAT, &json!({"message": "how many customers?", "session_id": "s", "client_id": 1})).json();
    assert_eq!(begun["status"], "finished", "{begun:#}");
    let form = format!(
        "--b\r\ncontent-disposition: form-data; name=\"session_id\"\r\n\r\ns\r\n--b\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"sales.csv\"\r\n\r\n{SALES}\r\n--b--\r\n"
    );
    let kind = [("content-type", "multipart/form-data; boundary=b")];
    assert_eq!(one.send("POST", "/api/v1/datasets", &kind, form.as_bytes()).status, 201);
    let asked = one.post(CHAT, &json!({"message": "total amount by city", "session_id": "s"})).json();
    assert_eq!(asked["results"]["data"][0]["total_amount"], 40.5, "{asked:#}");
    let refused = one.post(CHAT, &json!({"message": "total amount by city", "session_id": "s", "client_id": 2}));
    assert_eq!(refused.status, 403, "{refused:?}");
    // A link to it shows what was asked of the source that both may see, and not the dataset.
    let token = text(&one.post(&format!("{CHAT}/sessions/s/share"), &json!({})).json()["token"]);
    let seen = other.get(&format!("{CHAT}/shared/{token}")).json();
    assert_eq!(seen["turns"].as_array().unwrap().len(), 1, "{seen:#}");
    assert!(!seen.to_string().contains("Berlin"), "{seen:#}");
    let own = one.get(&format!("{CHAT}/shared/{token}")).json();
    assert_eq!(own["turns"].as_array().unwrap().len(), 2, "{own:#}");
    // The same name is another session of somebody else's.
    assert_eq!(other.get(&format!("{CHAT}/sessions/s")).status, 404);
}

/// Processes that read uploads for this server.
fn loaders(server: &Server) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", server.child.id())).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let ids: Vec<String> =
        children.flat_map(|ids| ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect();
    let is_loader = |id: &&String| {
        let line = std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        line.contains("load-files")
    };
    ids.iter().filter(is_loader).count()
}

/// It would have stayed for ever: what takes it away is the end of its session.
#[test]
fn an_upload_whose_session_ends_while_it_is_read_leaves_nothing() {
    let server = Server::alone(&[]);
    let session = text(&server.post("/api/v1/chat/sessions", &json!({})).json()["session_id"]);
    let large = crate::datasets::packed(150);
    let parts = [Part::file("large.csv.gz", &large), Part::field("session_id", &session)];
    let reply = std::thread::scope(|scope| {
        let sent = scope.spawn(|| server.upload(&parts));
        assert!(crate::scripted::within(Duration::from_secs(30), || loaders(&server) == 1));
        assert_eq!(server.delete(&format!("{CHAT}/sessions/{session}")).status, 200);
        assert_eq!(loaders(&server), 1, "it is still being read");
        sent.join().unwrap()
    });
    assert_eq!(reply.problem().0, 404, "{reply:?}");
    assert_eq!(server.get("/api/v1/datasets").json(), json!({"datasets": []}));
}

/// Each may take gigabytes of memory: they are read a few at a time, and who would wait too long is told so.
#[test]
fn uploads_are_read_a_few_at_a_time() {
    let server = Server::alone_with(&[], &[("VOUCH_MAX_LOADING", "2"), ("VOUCH_MAX_LOADS_WAITING", "2")]);
    let large = crate::datasets::packed(60);
    let most = std::sync::atomic::AtomicUsize::new(0);
    let done = std::sync::atomic::AtomicBool::new(false);
    let replies: Vec<Response> = std::thread::scope(|scope| {
        use std::sync::atomic::Ordering::Relaxed;
        scope.spawn(|| {
            let since = Instant::now();
            while !done.load(Relaxed) && since.elapsed() < Duration::from_secs(120) {
                most.fetch_max(loaders(&server), Relaxed);
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let send = || server.upload(&[Part::file("large.csv.gz", &large)]);
        let sent: Vec<_> = (0..7).map(|_| scope.spawn(send)).collect();
        let replies = sent.into_iter().map(|one| one.join().unwrap()).collect();
        done.store(true, Relaxed);
        replies
    });
    assert_eq!(most.into_inner(), 2, "two at once, and no more");
    let (made, refused): (Vec<&Response>, Vec<&Response>) = replies.iter().partition(|reply| reply.status == 201);
    assert!(made.len() >= 4 && !refused.is_empty(), "{replies:?}");
    for reply in refused {
        assert_eq!(reply.problem(), (503, "BUSY".to_owned()), "{reply:?}");
        assert!(reply.head.contains("retry-after: ") && reply.body.contains("uploads are being read"), "{reply:?}");
    }
    assert_eq!(server.upload(&[Part::file("sales.csv", SALES)]).status, 201, "there is room again");
}
