//! Who talks to a server in the tests: requests with any header, answers whole or event by event.

use serde_json::Value as Json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Longer than anything here takes, so that a test fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// Talks to one server as one person.
#[derive(Clone)]
pub struct Client {
    pub port: u16,
    headers: Vec<(String, String)>,
}

impl Client {
    pub fn nobody(port: u16) -> Self {
        Self { port, headers: Vec::new() }
    }

    pub fn with_key(port: u16, key: &str) -> Self {
        Self::nobody(port).and("authorization", &format!("Bearer {key}"))
    }

    /// The same with one more header on every request.
    pub fn and(&self, name: &str, value: &str) -> Self {
        let mut more = self.clone();
        more.headers.push((name.to_owned(), value.to_owned()));
        more
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Json) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub fn patch(&self, path: &str, body: &Json) -> Answer {
        self.send("PATCH", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], b"")
    }

    /// One file as a dataset. Returns its id.
    pub fn upload(&self, name: &str, content: &str) -> String {
        let answer = self.send_file(name, content);
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["dataset_id"].as_str().unwrap().to_owned()
    }

    pub fn send_file(&self, name: &str, content: &str) -> Answer {
        let head = format!("content-disposition: form-data; name=\"file\"; filename=\"{name}\"");
        let body = format!("--b\r\n{head}\r\n\r\n{content}\r\n--b--\r\n");
        self.send("POST", "/api/v1/datasets", &[("content-type", "multipart/form-data; boundary=b")], body.as_bytes())
    }

    /// Begins an ask and returns its id.
    pub fn ask(&self, question: &str) -> String {
        let answer = self.post("/api/v1/ask", &serde_json::json!({"query": question}));
        assert_eq!(answer.status, 202, "{answer:?}");
        answer.json()["query_id"].as_str().unwrap().to_owned()
    }

    pub fn poll(&self, id: &str) -> Json {
        let answer = self.get(&format!("/api/v1/ask/{id}"));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// Polls until it has ended.
    pub fn ended(&self, id: &str) -> Json {
        let since = std::time::Instant::now();
        loop {
            let ask = self.poll(id);
            if ["finished", "failed", "stopped"].contains(&ask["status"].as_str().unwrap()) {
                return ask;
            }
            assert!(since.elapsed() < PATIENCE, "it never ends: {ask}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.try_send(method, path, headers, body).unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    }

    /// For a server that may die under it.
    pub fn try_send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> std::io::Result<Answer> {
        let mut stream = self.connect()?;
        stream.write_all(self.head(method, path, headers, body.len()).as_bytes())?;
        // A server that refuses a large body may close before it has read it all.
        let _ = stream.write_all(body);
        let (status, headers, mut body) = read_head(stream)?;
        let mut bytes = Vec::new();
        body.read_to_end(&mut bytes)?;
        Ok(Answer { status, headers, body: String::from_utf8_lossy(&bytes).into_owned() })
    }

    /// The events of an ask, from after the one with this number.
    pub fn stream(&self, id: &str, after: Option<u64>) -> EventStream {
        let after = after.map(|number| number.to_string());
        let headers: Vec<(&str, &str)> = after.as_deref().map(|number| ("last-event-id", number)).into_iter().collect();
        let answer = self.try_stream(&format!("/api/v1/ask/{id}/stream"), &headers);
        answer.unwrap().unwrap_or_else(|refused| panic!("no stream: {refused:?}"))
    }

    /// The refusal, where there is no stream.
    pub fn try_stream(&self, path: &str, headers: &[(&str, &str)]) -> std::io::Result<Result<EventStream, Answer>> {
        let mut stream = self.connect()?;
        stream.write_all(self.head("GET", path, headers, 0).as_bytes())?;
        let (status, headers, mut body) = read_head(stream)?;
        let answer = Answer { status, headers, body: String::new() };
        if answer.header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream")) {
            return Ok(Ok(EventStream(BufReader::new(body))));
        }
        let mut bytes = Vec::new();
        body.read_to_end(&mut bytes)?;
        Ok(Err(Answer { body: String::from_utf8_lossy(&bytes).into_owned(), ..answer }))
    }

    pub fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(stream)
    }

    /// What stands before a body of this length.
    pub fn head(&self, method: &str, path: &str, headers: &[(&str, &str)], length: usize) -> String {
        let own = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<(&str, &str)> = own.chain(headers.iter().copied()).collect();
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {length}\r\n");
        if !all.iter().any(|(name, _)| *name == "host") {
            text.push_str(&format!("host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in all {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text + "\r\n"
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("not JSON ({e}): {self:?}"))
    }

    /// The code of a refusal, in whichever shape the path has.
    pub fn code(&self) -> String {
        let body = self.json();
        let code = body["error"]["code"].as_str().or(body["error_code"].as_str());
        code.unwrap_or_else(|| panic!("no code: {self:?}")).to_owned()
    }
}

type Head = (u16, Vec<(String, String)>, Body);

pub fn read_head(stream: TcpStream) -> std::io::Result<Head> {
    let broken = || std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "no whole HTTP answer");
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(broken)?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Err(broken());
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let value = |wanted: &str| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
    let chunked = value("transfer-encoding").is_some_and(|kind| kind == "chunked");
    let length = value("content-length").and_then(|length| length.parse().ok());
    let left = if chunked { 0 } else { length.unwrap_or(usize::MAX) };
    Ok((status, headers, Body { reader, chunked, left, ended: false }))
}

/// A body without the frames that HTTP puts around its pieces.
pub struct Body {
    reader: BufReader<TcpStream>,
    chunked: bool,
    left: usize,
    ended: bool,
}

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.chunked && self.left == 0 && !self.ended {
            let mut line = String::new();
            while line.trim().is_empty() {
                line.clear();
                if self.reader.read_line(&mut line)? == 0 {
                    return Err(std::io::ErrorKind::UnexpectedEof.into());
                }
            }
            self.left = usize::from_str_radix(line.trim(), 16).map_err(std::io::Error::other)?;
            self.ended = self.left == 0;
        }
        if self.ended || self.left == 0 {
            return Ok(0);
        }
        let most = buffer.len().min(self.left);
        let count = self.reader.read(&mut buffer[..most])?;
        self.left -= count;
        Ok(count)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SentEvent {
    pub id: u64,
    pub name: String,
    pub data: Json,
}

/// Ends with the stream, and also when the connection breaks.
pub struct EventStream(BufReader<Body>);

impl Iterator for EventStream {
    type Item = SentEvent;

    fn next(&mut self) -> Option<SentEvent> {
        let (mut id, mut name, mut data) = (None, None, None);
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(':') {
                Some(("id", value)) => id = value.trim().parse().ok(),
                Some(("event", value)) => name = Some(value.trim().to_owned()),
                Some(("data", value)) => data = serde_json::from_str(value.trim()).ok(),
                _ => {}
            }
            if line.trim().is_empty()
                && let (Some(id), Some(name), Some(data)) = (id, name.take(), data.take())
            {
                return Some(SentEvent { id, name, data });
            }
        }
    }
}
