//! `/api/v1/datasets`: what comes in, what is turned away, what is left behind, and that one cannot see another.

use crate::forms::{Part, content_type, end};
use crate::support::{Response, Server, text};
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::Duration;

const SALES: &str = "city,product,amount\nBerlin,Lamp,10.5\nRome,Desk,20\nBerlin,Desk,30\nOslo,Lamp,4.5\n";
const MAKERS: &str = "product,maker\nLamp,Acme\nDesk,Bolt\n";
const PATH: &str = "/api/v1/datasets";
const MEGABYTE: usize = 1 << 20;

/// What lies in the folder of datasets.
fn left_behind(server: &Server) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(server.data().join("datasets")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn refused(response: &Response, status: u16) -> String {
    assert_eq!(response.problem().0, status, "{response:?}");
    text(&response.json()["error"]["message"])
}

fn sql(server: &Server, dataset: &str, sql: &str) -> Response {
    server.post("/api/v1/sql", &json!({"sql": sql, "dataset_id": dataset}))
}

#[test]
fn a_file_becomes_a_dataset_that_is_listed_described_shown_asked_and_deleted() {
    let server = Server::alone_with(&[], &[]);
    assert_eq!(server.get(PATH).json(), json!({"datasets": []}));
    let reply = server.upload(&[Part::file("sales.csv", SALES)]);
    assert_eq!(reply.status, 201, "{reply:?}");
    let made = reply.json();
    let id = text(&made["dataset_id"]);
    assert_eq!((&made["name"], &made["files"]), (&json!("sales.csv"), &json!(["sales.csv"])), "{made:#}");
    assert_eq!((&made["tables"], &made["bytes"]), (&json!(["sales"]), &json!(SALES.len())));
    assert_eq!((&made["loaded"][0]["table"], &made["loaded"][0]["rows"]), (&json!("sales"), &json!(4)));
    let listed = server.get(PATH).json()["datasets"][0].clone();
    for (field, value) in listed.as_object().unwrap() {
        assert_eq!(&made[field], value, "{field}");
    }
    let described = server.get(&format!("{PATH}/{id}")).json();
    assert_eq!(described["schema"]["tables"][0]["row_count"], 4, "{described:#}");
    assert_eq!(described["schema"]["tables"][0]["columns"][0]["name"], "city");
    assert!(!described["sample_questions"].as_array().unwrap().is_empty());
    let shown = server.get(&format!("{PATH}/{id}/preview?limit=2")).json();
    assert_eq!((&shown["table"], &shown["results"]["row_count"]), (&json!("sales"), &json!(2)), "{shown:#}");
    assert_eq!(shown["results"]["data"][0], json!({"city": "Berlin", "product": "Lamp", "amount": 10.5}));
    assert_eq!(server.get(&format!("{PATH}/{id}/preview?table=nope")).problem().0, 404);
    let answer = server.answer(&json!({"query": "total amount by city", "dataset_id": id}));
    assert_eq!(answer["results"]["data"][0], json!({"city": "Berlin", "total_amount": 40.5}), "{answer:#}");

    let folder = server.data().join("datasets").join(&id);
    assert!(folder.join("data.duckdb").is_file());
    let deleted = server.delete(&format!("{PATH}/{id}"));
    assert_eq!((deleted.status, deleted.body.as_str()), (204, ""));
    assert!(!folder.exists(), "the file goes with it");
    assert_eq!(server.get(PATH).json(), json!({"datasets": []}));
    for path in [format!("{PATH}/{id}"), format!("{PATH}/{id}/preview"), format!("{PATH}/nope")] {
        assert_eq!(server.get(&path).problem(), (404, "NOT_FOUND".to_owned()));
    }
    assert_eq!(server.delete(&format!("{PATH}/{id}")).problem().0, 404);
    assert_eq!(server.post("/api/v1/ask", &json!({"query": "how many?", "dataset_id": id})).problem().0, 404);
}

#[test]
fn several_files_are_one_dataset_and_can_be_joined() {
    let server = Server::alone_with(&[], &[]);
    let customers = "customer_id,customer_name,city\n1,Ann,Berlin\n2,Bob,Rome\n3,Cem,Berlin\n";
    let orders = "order_id,customer_id,amount\n10,1,5\n11,2,7\n12,3,20\n13,1,1\n";
    let parts =
        [Part::file("customers.csv", customers), Part::field("name", "The shop"), Part::file("orders.csv", orders)];
    let made = server.upload(&parts).json();
    assert_eq!((&made["name"], &made["tables"]), (&json!("The shop"), &json!(["customers", "orders"])), "{made:#}");
    let id = text(&made["dataset_id"]);
    let answer = server.answer(&json!({"query": "total order amount by city", "dataset_id": id}));
    let rows = json!([{"city": "Berlin", "total_amount": 26}, {"city": "Rome", "total_amount": 7}]);
    assert_eq!(answer["results"]["data"], rows, "{answer:#}");
    assert!(text(&answer["sql"]).contains("JOIN"), "{answer:#}");
    let preview = server.get(&format!("{PATH}/{id}/preview?table=orders")).json();
    assert_eq!(preview["results"]["row_count"], 4);
}

#[test]
fn a_bad_file_leaves_nothing_behind() {
    let server = Server::alone_with(&[], &[]);
    let torn = [b"PAR1".as_slice(), &[7; 200], b"PAR1"].concat();
    let pdf = b"%PDF-1.7\n\x00\x01\x02 not a table".as_slice();
    for (name, content) in
        [("torn.parquet", torn.as_slice()), ("letter.pdf", pdf), ("book.xlsx", b"PK\x03\x04torn"), ("empty.csv", b"")]
    {
        let reply = server.upload(&[Part::file("sales.csv", SALES), Part::file(name, content)]);
        let message = refused(&reply, 400);
        assert!(message.contains(name), "{name} is to blame: {message}");
        let folder = server.data().display().to_string();
        assert!(!reply.body.contains(&folder) && !reply.body.contains("incoming"), "no path of ours: {}", reply.body);
        assert_eq!(left_behind(&server), Vec::<PathBuf>::new(), "{name}");
    }
    assert_eq!(server.get(PATH).json(), json!({"datasets": []}));
}

/// The engine took longer with every level, until it was ended: that was told as an upload that is too large.
#[test]
fn json_that_nests_too_deep_or_breaks_off_is_refused_with_the_reason() {
    let server = Server::alone_with(&[], &[]);
    let nested = |levels: usize| format!("[{}1{}]", r#"{"a":["#.repeat(levels / 2), "]}".repeat(levels / 2));
    for levels in [300, 2_000, 2_000_000] {
        let since = std::time::Instant::now();
        let reply = server.upload(&[Part::file("deep.json", &nested(levels))]);
        let message = refused(&reply, 400);
        assert!(message.contains("deep.json") && message.contains("more than 100 levels deep"), "{message}");
        assert!(text(&reply.json()["error"]["hint"]).contains("rows"), "{reply:?}");
        assert!(since.elapsed() < Duration::from_secs(10), "{levels}: {:?}", since.elapsed());
    }
    // Half of a download is no table: the engine takes what came for the whole of it.
    let half = server.upload(&[Part::file("half.json", "[\n {\"a\": 1},\n {\"a\": 2},\n")]);
    assert!(refused(&half, 400).contains("half.json breaks off"), "{half:?}");
    assert_eq!(left_behind(&server), Vec::<PathBuf>::new());
    let fine = server.upload(&[Part::file("fine.json", &nested(40))]);
    assert_eq!(fine.status, 201, "{fine:?}");
}

#[test]
fn a_form_without_a_file_is_refused() {
    let server = Server::alone_with(&[], &[]);
    let message = refused(&server.upload(&[Part::field("name", "nothing")]), 400);
    assert!(message.contains("file"), "{message}");
    assert!(refused(&server.upload(&[Part::field("file", SALES)]), 400).contains("no file name"));
    assert!(refused(&server.post(PATH, &json!({"file": "x"})), 400).contains("multipart"));
    let kind = content_type();
    for body in ["", "not a form", "------vouch-tests-7MA4YWxkTrZu0gW\r\nhalf a form"] {
        let reply = server.send("POST", PATH, &[("content-type", &kind)], body);
        assert_eq!(reply.problem().0, 400, "{body:?}");
    }
    let unbounded = server.send("POST", PATH, &[("content-type", "multipart/form-data")], "");
    assert_eq!(unbounded.problem().0, 400);
    let long = "x".repeat(2_000);
    assert_eq!(server.upload(&[Part::file("sales.csv", SALES), Part::field("name", &long)]).problem().0, 400);
    assert_eq!(left_behind(&server), Vec::<PathBuf>::new());
}

#[test]
fn too_much_is_refused() {
    let server = Server::alone_with(&[], &[("VOUCH_UPLOAD_MB", "1"), ("VOUCH_MAX_DATASETS", "2")]);
    let line = b"0123456789,0123456789\n".as_slice();
    for megabytes in [2, 20] {
        let large = line.repeat(megabytes * MEGABYTE / line.len());
        let reply = server.upload(&[Part::file("large.csv", &large)]);
        assert!(refused(&reply, 413).contains("1 MB"), "{reply:?}");
    }
    let halves = line.repeat(700_000 / line.len());
    let both = [Part::file("a.csv", &halves), Part::file("b.csv", &halves)];
    assert_eq!(server.upload(&both).problem().0, 413, "all files count together");
    let many: Vec<Part<'_>> = (0..21).map(|_| Part::file("sales.csv", SALES)).collect();
    assert!(refused(&server.upload(&many), 413).contains("20 files"));
    assert_eq!(left_behind(&server), Vec::<PathBuf>::new());
    for _ in 0..2 {
        server.dataset(&[Part::file("sales.csv", SALES)]);
    }
    let third = server.upload(&[Part::file("sales.csv", SALES)]);
    assert_eq!(third.problem(), (409, "CONFLICT".to_owned()));
    let first = text(&server.get(PATH).json()["datasets"][0]["dataset_id"]);
    server.delete(&format!("{PATH}/{first}"));
    server.dataset(&[Part::file("sales.csv", SALES)]);
}

/// A file of nothing much that unpacks to so many megabytes.
pub fn packed(megabytes: usize) -> Vec<u8> {
    let made = std::process::Command::new("sh")
        .args(["-c", &format!("yes 0123456789,0123456789 | head -c {} | gzip -9", megabytes * MEGABYTE)])
        .output();
    made.unwrap().stdout
}

#[test]
fn what_is_small_only_as_long_as_it_is_packed_is_refused() {
    let server = Server::alone_with(&[], &[("VOUCH_UPLOAD_MB", "2"), ("VOUCH_UPLOAD_SECONDS", "3")]);
    server.dataset(&[Part::file("fine.csv.gz", &packed(1))]);
    let bomb = packed(500);
    assert!(bomb.len() < 2 * MEGABYTE, "{}", bomb.len());
    let reply = server.upload(&[Part::file("bomb.csv.gz", &bomb)]);
    assert!(refused(&reply, 413).contains("unpacked"), "{reply:?}");
    assert_eq!(left_behind(&server).len(), 1, "nothing of it is left");
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn a_large_upload_goes_to_disk_and_not_to_memory() {
    let server = Server::alone_with(&[], &[("VOUCH_UPLOAD_MB", "512")]);
    server.dataset(&[Part::file("sales.csv", SALES)]);
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim_end_matches(" kB").trim().parse::<usize>().unwrap() / 1_024
    };
    let before = resident();
    let mut stream = server.connect();
    let (part, last) = (Part::file("large.csv", ""), end());
    let length = part.head().len() + 400 * MEGABYTE + last.len();
    stream.write_all(server.head("POST", PATH, &[("content-type", &content_type())], length).as_bytes()).unwrap();
    stream.write_all(part.head().as_bytes()).unwrap();
    let piece = b"0123456789,0123456789\n".repeat(MEGABYTE / 22);
    let mut most = 0;
    for _ in 0..200 {
        stream.write_all(&piece).unwrap();
        most = most.max(resident());
    }
    let on_disk: u64 = left_behind(&server)
        .iter()
        .filter(|path| path.to_string_lossy().contains("incoming"))
        .flat_map(|path| std::fs::read_dir(path).unwrap())
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    assert!(on_disk > 150 * MEGABYTE as u64, "{on_disk}");
    assert!(most < before + 40, "{before} MB before, {most} MB while 200 MB came in");
    // A client that leaves in the middle leaves nothing behind.
    drop(stream);
    assert!(crate::scripted::within(Duration::from_secs(5), || left_behind(&server).len() == 1));
}

#[test]
fn names_are_for_people_and_never_paths() {
    let server = Server::alone_with(&[], &[]);
    let long = format!("{}.csv", "a".repeat(300));
    for (given, kept) in [
        ("../../vouch_escaped.csv", "vouch_escaped.csv"),
        ("/etc/passwd", "passwd"),
        ("C:\\data\\sales.csv", "sales.csv"),
        (".csv", "csv"),
        ("..", "data"),
        ("Größe 数据.csv", "Größe 数据.csv"),
        ("a\tb.csv", "ab.csv"),
        ("select; drop.csv", "select; drop.csv"),
        (&long, &format!("{}.csv", "a".repeat(116))),
    ] {
        let reply = server.upload(&[Part::file(given, SALES)]);
        assert_eq!(reply.status, 201, "{given}: {reply:?}");
        assert_eq!(reply.json()["files"], json!([kept]), "{given}");
        let preview = server.get(&format!("{PATH}/{}/preview", text(&reply.json()["dataset_id"])));
        assert_eq!(preview.json()["results"]["row_count"], 4, "{given}: {preview:?}");
    }
    let folder = server.data();
    let outside = [folder.join("datasets"), folder.to_owned(), folder.parent().unwrap().to_owned()];
    assert!(outside.iter().all(|place| !place.join("vouch_escaped.csv").exists()));
    let twice = server.upload(&[Part::file("sales.csv", SALES), Part::file("SALES.csv", MAKERS)]).json();
    assert_eq!(twice["files"], json!(["sales.csv", "SALES_2.csv"]), "{twice:#}");
    assert_eq!(twice["tables"].as_array().unwrap().len(), 2);
    let unnamed = [Part::file("sales.csv", SALES), Part::field("name", " ../../etc \u{7}")];
    assert_eq!(server.upload(&unnamed).json()["name"], "etc");
}

#[test]
fn a_dataset_goes_with_its_session() {
    let server = Server::alone_with(&["--demo"], &[("VOUCH_SESSION_IDLE", "5")]);
    let session = || text(&server.post("/api/v1/chat/sessions", &json!({})).json()["session_id"]);
    let (deleted, expiring) = (session(), session());
    let with = |session: &str| {
        let parts = [Part::file("sales.csv", SALES), Part::field("session_id", session)];
        let made = server.upload(&parts).json();
        assert_eq!(made["session_id"], session, "{made:#}");
        text(&made["dataset_id"])
    };
    let kept = server.dataset(&[Part::file("sales.csv", SALES)]);
    let (first, second) = (with(&deleted), with(&expiring));
    server.delete(&format!("/api/v1/chat/sessions/{deleted}"));
    assert_eq!(server.get(&format!("{PATH}/{first}")).problem().0, 404);
    // Nobody comes back to the other one; the sweep takes it with its dataset.
    let gone = || server.get(&format!("{PATH}/{second}")).status == 404;
    assert!(crate::scripted::within(Duration::from_secs(15), gone));
    // The record goes first, then the file.
    let alone = [server.data().join("datasets").join(&kept)];
    assert!(crate::scripted::within(Duration::from_secs(5), || left_behind(&server) == alone));
    assert_eq!(server.get(&format!("{PATH}/{kept}")).status, 200, "one without a session stays");
}

#[test]
fn a_dataset_sees_itself_and_nothing_else() {
    let server = Server::alone_with(&["--demo"], &[]);
    let mine = server.dataset(&[Part::file("sales.csv", SALES)]);
    let other = server.dataset(&[Part::file("makers.csv", MAKERS)]);
    assert_eq!(sql(&server, &mine, "SELECT * FROM sales").status, 200);
    let file = server.data().join("datasets").join(&other).join("data.duckdb").display().to_string();
    for statement in [
        "SELECT * FROM makers".to_owned(),
        "SELECT * FROM customers".to_owned(),
        format!("SELECT * FROM '{file}'"),
        format!("ATTACH '{file}' AS other"),
        "SELECT * FROM read_csv('/etc/passwd')".to_owned(),
        "SELECT * FROM read_text('/etc/passwd')".to_owned(),
        "SELECT * FROM glob('/*')".to_owned(),
        "SELECT * FROM duckdb_databases()".to_owned(),
        "SELECT * FROM information_schema.tables".to_owned(),
        "COPY sales TO '/tmp/stolen.csv'".to_owned(),
        "DROP TABLE sales".to_owned(),
        "SELECT getenv('HOME')".to_owned(),
    ] {
        let reply = sql(&server, &mine, &statement);
        assert_eq!(reply.problem().0, 422, "{statement}: {reply:?}");
    }
    assert_eq!(server.get(&format!("{PATH}/{mine}")).json()["schema"]["tables"].as_array().unwrap().len(), 1);
    let asked = server.answer(&json!({"query": "how many makers are there?", "dataset_id": mine}));
    assert!(asked.get("results").is_none(), "{asked:#}");
    let rows = server.answer(&json!({"query": "how many sales are there?", "dataset_id": mine}));
    assert_eq!(rows["results"]["row_count"], 1, "{rows:#}");
}

#[test]
fn an_upload_that_stops_half_way_is_no_dataset() {
    let server = Server::alone_with(&[], &[]);
    let part = Part::file("sales.csv", SALES);
    let body = format!("{}{SALES}", part.head());
    let mut stream = server.connect();
    let head = server.head("POST", PATH, &[("content-type", &content_type())], body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(left_behind(&server), Vec::<PathBuf>::new());
    assert_eq!(server.get(PATH).json()["datasets"], Json::Array(vec![]));
}
