//! Runs the program and talks to its server.

use serde_json::Value as Json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a run of the program left.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("not JSON ({e}): {self:?}"))
    }
}

/// The program with nothing of the surrounding machine: no settings, no keys, a data folder of its own. The demo data is
/// made there once for all tests.
pub fn vouch(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vouch"));
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("VOUCH_") || name.ends_with("_API_KEY") || name.ends_with("_BASE_URL") {
            command.env_remove(name);
        }
    }
    command.args(arguments).env("VOUCH_DATA_DIR", data_dir()).env("TZ", "UTC").stdin(Stdio::null());
    // No vouch.toml is here.
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

pub fn data_dir() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("data")
}

pub fn run(arguments: &[&str]) -> Run {
    finish(vouch(arguments).output().unwrap())
}

/// With these variables set.
pub fn run_with(variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    finish(vouch(arguments).envs(variables.iter().copied()).output().unwrap())
}

pub fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child =
        vouch(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    finish(child.wait_with_output().unwrap())
}

pub fn finish(output: std::process::Output) -> Run {
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A folder with files in it.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

/// A data folder for one server, with the demo data in it where another test has made that already.
pub fn data_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(data_dir()).into_iter().flatten() {
        let file = file.unwrap();
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with("demo-") && name.ends_with(".duckdb") {
            std::fs::copy(file.path(), folder.path().join(name)).unwrap();
        }
    }
    folder
}

pub fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

pub fn send_signal(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Waits for the end, but not for ever.
pub fn wait(child: &mut Child, limit: Duration) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    panic!("still running after {limit:?}");
}

/// `vouch serve` on a free port.
pub struct Server {
    pub child: Child,
    pub port: u16,
    /// Its data, where it has a folder of its own; goes with it.
    folder: Option<tempfile::TempDir>,
}

impl Server {
    /// With the demo data, in the folder that all tests share: for tests that leave nothing behind.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// With these variables set.
    pub fn start_with(variables: &[(&str, &str)]) -> Self {
        let mut command = vouch(&["serve", "--demo", "--port", "0"]);
        command.envs(variables.iter().copied());
        Self::spawn(command)
    }

    /// With the demo data, a folder of its own, and no limit to how often it is asked.
    pub fn alone(variables: &[(&str, &str)]) -> Self {
        Self::alone_with(&["--demo"], variables)
    }

    /// The same with other data.
    pub fn alone_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let folder = data_folder();
        let mut server = Self::start_at(folder.path(), arguments, variables);
        server.folder = Some(folder);
        server
    }

    /// In a folder that outlives it.
    pub fn start_at(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = vouch(&["serve", "--port", "0"]);
        command.args(arguments).env("VOUCH_DATA_DIR", folder).env("VOUCH_ASKS_PER_MINUTE", "0");
        command.envs(variables.iter().copied());
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.find_map(|line| Some(line.unwrap().split_once("http://")?.1.to_owned())).unwrap();
        let port = address.split([':', ' ']).nth(1).unwrap().parse().unwrap();
        // Whatever else is said must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, port, folder: None }
    }

    /// Where its data is.
    pub fn data(&self) -> &Path {
        self.folder.as_ref().expect("a server with a folder of its own").path()
    }

    pub fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Json) -> Response {
        self.send("POST", path, &[("content-type", "application/json")], &body.to_string())
    }

    pub fn delete(&self, path: &str) -> Response {
        self.send("DELETE", path, &[], "")
    }

    /// One request on a connection of its own; `host` may be overridden by a header.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        self.send_bytes(method, path, headers, body.as_bytes())
    }

    pub fn send_bytes(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut stream = self.connect();
        stream.write_all(self.head(method, path, headers, body.len()).as_bytes()).unwrap();
        // A server that refuses a large body may close before it has read it all.
        let _ = stream.write_all(body);
        let mut answer = vec![];
        let _ = stream.read_to_end(&mut answer);
        Response::parse(answer)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        format!("{}{body}", self.head(method, path, headers, body.len()))
    }

    /// Everything before the body.
    pub fn head(&self, method: &str, path: &str, headers: &[(&str, &str)], length: usize) -> String {
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {length}\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text.push_str(&format!("host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        format!("{text}\r\n")
    }

    /// Asks behind `/api/v1/ask`; returns the id.
    pub fn ask(&self, body: &Json) -> String {
        let accepted = self.post("/api/v1/ask", body);
        assert_eq!(accepted.status, 202, "{accepted:?}");
        text(&accepted.json()["query_id"])
    }

    /// Polls until the ask has ended, as seed 002's page does.
    pub fn ended(&self, id: &str) -> Json {
        let since = Instant::now();
        loop {
            let answer = self.get(&format!("/api/v1/ask/{id}"));
            assert_eq!(answer.status, 200, "{answer:?}");
            let result = answer.json();
            if ["finished", "failed", "stopped"].contains(&text(&result["status"]).as_str()) {
                return result;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "it does not end: {result:#}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asks and waits.
    pub fn answer(&self, body: &Json) -> Json {
        self.ended(&self.ask(body))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of a field that must hold one.
pub fn text(field: &Json) -> String {
    field.as_str().unwrap_or_else(|| panic!("not a text: {field}")).to_owned()
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
    pub bytes: Vec<u8>,
}

impl Response {
    fn parse(answer: Vec<u8>) -> Self {
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no HTTP answer: {:?}", String::from_utf8_lossy(&answer)));
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let bytes = answer[end + 4..].to_vec();
        Self { status, head, body: String::from_utf8_lossy(&bytes).into_owned(), bytes }
    }

    pub fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("not JSON ({e}): {self:?}"))
    }

    /// Status and code of an error in our own shape, which must be whole.
    pub fn problem(&self) -> (u16, String) {
        let error = &self.json()["error"];
        for field in ["code", "message", "hint"] {
            assert!(error[field].is_string(), "{field} is missing: {self:?}");
        }
        (self.status, text(&error["code"]))
    }
}
