//! Reads a stream of server-sent events, one at a time, as a browser would.

use crate::support::{Server, text};
use serde_json::Value as Json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    pub name: String,
    pub id: u64,
    pub data: Json,
}

impl Sent {
    /// What happened: the status of a `status`, the type of a `step`.
    pub fn what(&self) -> String {
        match self.name.as_str() {
            "status" => text(&self.data["status"]),
            "step" => text(&self.data["type"]),
            other => other.to_owned(),
        }
    }
}

/// Yields events as they come; ends when the server closes. Dropping it breaks the connection.
pub struct Watching {
    lines: BufReader<TcpStream>,
    pub status: u16,
    pub head: String,
    /// Comment lines so far, which keep the connection alive.
    pub comments: usize,
}

impl Server {
    pub fn watch(&self, id: &str) -> Watching {
        self.watch_with("GET", &format!("/api/v1/ask/{id}/stream"), &[], "")
    }

    /// From behind the event with this number.
    pub fn watch_after(&self, id: &str, last: u64) -> Watching {
        let path = format!("/api/v1/ask/{id}/stream");
        self.watch_with("GET", &path, &[("last-event-id", &last.to_string())], "")
    }

    /// In HTTP/1.0, where a body of unknown length is sent as it is, not in chunks.
    pub fn watch_with(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Watching {
        let mut stream = self.connect();
        let request = self.request(method, path, headers, body).replacen("HTTP/1.1", "HTTP/1.0", 1);
        stream.write_all(request.as_bytes()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut lines = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(lines.read_line(&mut head).unwrap() > 0, "no answer: {head}");
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Watching { lines, status, head: head.to_lowercase(), comments: 0 }
    }
}

impl Watching {
    /// What came instead of events.
    pub fn rest(mut self) -> String {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        rest
    }
}

impl Iterator for Watching {
    type Item = Sent;

    fn next(&mut self) -> Option<Sent> {
        let (mut name, mut id, mut data) = (String::new(), 0, String::new());
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                assert!(name.is_empty() && data.is_empty(), "the stream broke off within an event");
                return None;
            }
            let line = line.trim_end_matches(['\r', '\n']);
            match line.split_once(':') {
                None if data.is_empty() => {}
                None => return Some(Sent { name, id, data: serde_json::from_str(&data).unwrap() }),
                Some(("", _)) => self.comments += 1,
                Some((field, value)) => match (field, value.trim_start()) {
                    ("event", value) => value.clone_into(&mut name),
                    ("id", value) => id = value.parse().unwrap(),
                    ("data", value) => data.push_str(value),
                    other => panic!("unknown field {other:?}"),
                },
            }
        }
    }
}
