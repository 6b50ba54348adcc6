//! Statements that hear no interrupt: they run in a process of their own, which ends with them, whatever they do.

use crate::scripted::{Model, drafts, script_with, within};
use crate::support::{Run, Server, folder, path, run, run_with_input};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// Between two looks at the clock lie minutes.
const DEAF: &str = "SELECT count(*) AS n FROM customers WHERE concat(repeat('a', 10000), customer_id) \
                    LIKE '%_%a%_%a%_%a%_%a%b'";

/// Texts of a hundred kilobytes for every row of a vector at once, six times over, which no memory limit of the engine counts.
const GREEDY: &str = "SELECT max(hash(t || t || 'a')), max(hash(t || 'b' || t)), max(hash('c' || t || t)), max(hash('d' || t || t)), \
                      max(hash(t || t || 'e')), max(hash(t || t || 'f')) FROM (SELECT CAST(range(least(10000, 9000 + order_id)) \
                      AS VARCHAR) AS t FROM order_items) AS x";

/// The processes that the server has for statements.
fn processes(server: &Server) -> Vec<u32> {
    let own = |entry: std::fs::DirEntry| -> Option<u32> {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let figures = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let mut after_name = figures.rsplit_once(')')?.1.split_whitespace();
        let (state, parent) = (after_name.next()?, after_name.next()?);
        (parent == server.child.id().to_string() && state != "Z").then_some(id)
    };
    std::fs::read_dir("/proc").unwrap().filter_map(|entry| own(entry.unwrap())).collect()
}

#[test]
fn a_statement_that_hears_nothing_ends_with_its_time() {
    let server = Server::alone(&[("VOUCH_STATEMENT_TIMEOUT", "1")]);
    let since = Instant::now();
    let late = server.post("/api/v1/sql", &json!({"sql": DEAF}));
    let took = since.elapsed();
    assert_eq!(late.json()["error"]["code"], "TIMEOUT", "{late:?}");
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(within(Duration::from_secs(1), || processes(&server).is_empty()), "its process is still there");
    // The next one has nothing to wait for.
    let next = server.post("/api/v1/sql", &json!({"sql": "SELECT len(list(customer_id)) AS n FROM customers"}));
    assert_eq!(next.json()["results"]["data"][0]["n"], 6000, "{next:?}");
}

#[test]
fn a_statement_that_hears_nothing_is_stopped() {
    let model = Model::start(script_with(|_, stage, usual| if stage == "draft" { drafts(DEAF) } else { usual }));
    let server = Server::start_at(model.data.path(), &["--demo"], &model.variables());
    let id = server.ask(&json!({"query": "how many customers are there?"}));
    assert!(
        within(Duration::from_secs(30), || !processes(&server).is_empty()),
        "{:#}",
        server.get(&format!("/api/v1/ask/{id}")).json()
    );
    let since = Instant::now();
    let stopped = server.post(&format!("/api/v1/ask/{id}/stop"), &json!({})).json();
    assert_eq!(stopped["status"], "stopped", "{stopped:#}");
    assert!(within(Duration::from_secs(1), || processes(&server).is_empty()), "its process is still there");
    assert!(since.elapsed() < Duration::from_secs(1), "{:?}", since.elapsed());
}

#[test]
fn a_statement_that_takes_too_much_memory_ends_alone() {
    let server = Server::alone(&[]);
    let greedy = server.post("/api/v1/sql", &json!({"sql": GREEDY}));
    assert_eq!(greedy.json()["error"]["code"], "TOO_LARGE", "{greedy:?}");
    assert_eq!(server.get("/ready").status, 200);
    let next = server.post("/api/v1/sql", &json!({"sql": "SELECT count(*) AS n FROM customers"}));
    assert_eq!(next.json()["results"]["data"], json!([{"n": 6000}]), "{next:?}");
}

#[test]
fn the_process_ends_with_the_server() {
    let mut server = Server::alone(&[]);
    let body = json!({"sql": DEAF}).to_string();
    let mut client = server.connect();
    std::io::Write::write_all(&mut client, server.request("POST", "/api/v1/sql", &[], &body).as_bytes()).unwrap();
    assert!(within(Duration::from_secs(30), || !processes(&server).is_empty()));
    let begun = processes(&server);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let gone = || begun.iter().all(|id| !std::path::Path::new(&format!("/proc/{id}/exe")).exists());
    assert!(within(Duration::from_secs(2), gone), "{begun:?}");
}

fn rows(run: &Run) -> Json {
    assert_eq!(run.code, Some(0), "{run:?}");
    run.json()["results"]["data"].clone()
}

/// Whatever a cell holds comes through the pipe as it is; the same statement with something in it that wants a process gives
/// the same rows.
#[test]
fn rows_from_a_process_are_the_rows() {
    let folder = folder(&[]);
    let (duck, lite) = (path(&folder, "all.duckdb"), path(&folder, "all.sqlite"));
    let script = "CREATE TABLE v AS SELECT * FROM (VALUES \
        (1, true, 9007199254740993, 1.10::DECIMAL(9,2), 'NaN'::DOUBLE, 'it''s\n\"x\"', DATE '1999-12-31', TIMESTAMP '2024-02-29 23:59:59.999999', INTERVAL 3 MONTH, 'ab'::BLOB, 170141183460469231731687303715884105727::HUGEINT), \
        (2, NULL, NULL, NULL, '-inf'::DOUBLE, '', NULL, NULL, NULL, NULL, NULL)) t(id, b, i, d, f, s, day, moment, iv, raw, huge)";
    duckdb::Connection::open(&duck).unwrap().execute_batch(script).unwrap();
    rusqlite::Connection::open(&lite)
        .unwrap()
        .execute_batch(
            "CREATE TABLE v (id INTEGER, s TEXT, f REAL, raw BLOB, day DATE); \
                        INSERT INTO v VALUES (1, 'it''s', 1.5, x'00ff', '2024-02-29'), (2, NULL, NULL, NULL, 'odd')",
        )
        .unwrap();
    for (source, columns) in [
        (format!("duckdb:{duck}"), "id, b, i, d, f, s, day, moment, iv, raw, huge"),
        (format!("sqlite:{lite}"), "id, s, f, raw, day"),
    ] {
        let here = run(&["sql", &format!("SELECT {columns} FROM v ORDER BY id"), "--source", &source, "--json"]);
        let sql = format!("SELECT {columns} FROM v WHERE coalesce(s, '') LIKE '%%%' ORDER BY id");
        let aside = run(&["sql", &sql, "--source", &source, "--json"]);
        assert_eq!(rows(&here), rows(&aside), "{source}");
        assert_eq!(here.json()["results"]["columns"], aside.json()["results"]["columns"]);
        // Errors are the engine's own, and what is cut is told.
        let cut = run(&[
            "sql",
            "SELECT id FROM v WHERE id IN (1, 2) AND coalesce(s, '') LIKE '%%%'",
            "--source",
            &source,
            "--json",
            "--max-rows",
            "1",
        ]);
        assert_eq!(cut.json()["results"]["truncated"], true, "{cut:?}");
    }
    let wrong = run(&[
        "sql",
        "SELECT CAST([s] AS VARCHAR), CAST(s AS INTEGER) FROM v",
        "--source",
        &format!("duckdb:{duck}"),
        "--json",
    ]);
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(format!("{wrong:?}").contains("Could not convert") || format!("{wrong:?}").contains("INT32"), "{wrong:?}");
}

/// The hidden command does nothing for whoever has no order for it.
#[test]
fn the_command_says_what_is_wrong_with_an_order() {
    for order in ["", "\n", "not an order\n", "{\"url\": 3}\n"] {
        let said = run_with_input(&["run-statement"], order);
        assert!(said.stdout.starts_with("{\"Failed\""), "{said:?}");
    }
}
