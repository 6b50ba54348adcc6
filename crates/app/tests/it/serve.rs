//! The server on a free port: the page, who is turned away, and how it begins and ends.

use crate::support::{Server, finish, run, send_signal, vouch, wait};
use serde_json::json;
use std::io::Write;
use std::time::Duration;

#[test]
fn the_page_is_there_and_locked_down() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<title>Vouch</title>"));
    assert!(page.head.contains("content-security-policy: default-src 'none'"), "{}", page.head);
    assert!(!page.body.contains("http://www.w3.org") || !page.body.contains("src=\"http"), "nothing is fetched");
    assert_eq!(server.get("/health").json()["status"], "ok");
    let samples = server.get("/api/v1/sample-questions").json();
    assert_eq!(samples["source"], "demo");
    assert!(!samples["questions"].as_array().unwrap().is_empty(), "{samples}");
    assert_eq!(server.get("/nothing").status, 404);
    assert_eq!(server.get("/query-agentic").status, 405);
}

#[test]
fn other_sites_are_turned_away() {
    let server = Server::start();
    let body = json!({"query": "how many orders?"}).to_string();
    let own = format!("http://127.0.0.1:{}", server.port);
    for (headers, status) in [
        (vec![("host", "evil.example")], 403),
        (vec![("host", "evil.example:8080")], 403),
        (vec![("origin", "http://evil.example")], 403),
        (vec![("origin", "null")], 403),
        (vec![("origin", own.as_str())], 200),
    ] {
        assert_eq!(server.send("POST", "/query-agentic", &headers, &body).status, status, "{headers:?}");
    }
    assert_eq!(server.send("GET", "/", &[("host", "evil.example")], "").status, 403);
}

#[test]
fn a_client_that_leaves_does_no_harm() {
    let server = Server::start();
    let body = json!({"query": "revenue per product and month"}).to_string();
    for _ in 0..5 {
        let mut stream = server.connect();
        stream.write_all(server.request("POST", "/query-agentic", &[], &body).as_bytes()).unwrap();
    }
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn it_listens_on_this_machine_only_and_says_when_a_port_is_taken() {
    for host in ["0.0.0.0", "192.168.1.1", "example.com"] {
        let refused = run(&["serve", "--demo", "--host", host]);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains("127.0.0.1"), "{refused:?}");
    }
    let server = Server::start();
    let taken = finish(vouch(&["serve", "--demo", "--port", &server.port.to_string()]).output().unwrap());
    assert_eq!(taken.code, Some(1));
    assert!(taken.stderr.contains("in use") && taken.stderr.contains("--port"), "{taken:?}");
}

#[test]
fn it_stops_when_told_to() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start();
        assert_eq!(server.get("/health").status, 200);
        send_signal(&server.child, signal);
        assert_eq!(wait(&mut server.child, Duration::from_secs(10)), Some(0), "{signal}");
    }
}
