//! Runs the program and talks to its server.

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

/// `vouch serve --demo` on a free port.
pub struct Server {
    pub child: Child,
    pub port: u16,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// With these variables set.
    pub fn start_with(variables: &[(&str, &str)]) -> Self {
        let mut command = vouch(&["serve", "--demo", "--port", "0"]);
        let mut child = command.envs(variables.iter().copied()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.find_map(|line| Some(line.unwrap().split_once("http://")?.1.to_owned())).unwrap();
        let port = address.split([':', ' ']).nth(1).unwrap().parse().unwrap();
        // Whatever else is said must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, port }
    }

    pub fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &serde_json::Value) -> Response {
        self.send("POST", path, &[("content-type", "application/json")], &body.to_string())
    }

    /// One request on a connection of its own; `host` may be overridden by a header.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut stream = self.connect();
        stream.write_all(self.request(method, path, headers, body).as_bytes()).unwrap();
        let mut answer = vec![];
        // A server that refuses a large body may close before it has read it all.
        let _ = stream.read_to_end(&mut answer);
        Response::parse(&String::from_utf8_lossy(&answer))
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "host") {
            text.push_str(&format!("host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        format!("{text}\r\n{body}")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no HTTP answer: {text:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("not JSON ({e}): {self:?}"))
    }
}
