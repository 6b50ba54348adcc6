//! A real Redis server of a test's own: on a free loopback port, with a folder that goes with it, gone when dropped.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

/// How often another port is tried when somebody else took the free one in between.
const TRIES: usize = 10;

/// Runs the server until its own input ends, which it does with this process, however that ends: a test run that is
/// killed leaves no server behind. It lets go of the output, so that the end of the log is the end of the server.
const UNTIL_INPUT_ENDS: &str = r#"redis-server "$@" & exec >&-; read -r _; kill -9 $!; wait"#;

pub struct RedisServer {
    keeper: Child,
    port: u16,
    /// Where the server would write, were it told to.
    _folder: tempfile::TempDir,
}

impl RedisServer {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// With arguments of its own, such as `--requirepass`.
    pub fn start_with(arguments: &[&str]) -> Self {
        for _ in 0..TRIES {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            if let Some(server) = Self::try_port(port, arguments) {
                return server;
            }
        }
        panic!("redis-server did not start on any of {TRIES} free ports; run it by hand to see why");
    }

    /// On this port, such as the one that an earlier server had; `None` when it is taken.
    pub fn try_port(port: u16, arguments: &[&str]) -> Option<Self> {
        let version = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status();
        version.expect("redis-server is not installed; `make test` installs it, or: apt-get install redis-server");
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = Command::new("sh")
            .args(["-c", UNTIL_INPUT_ENDS, "sh", "--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no"])
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(keeper.stdout.take().unwrap()).lines().map_while(Result::ok);
        let is_ready = log.any(|line| line.contains("Ready to accept connections"));
        let server = Self { keeper, port, _folder: folder };
        // Its log is read to the end, so that the server never waits for somebody to read it.
        std::thread::spawn(move || log.for_each(drop));
        is_ready.then_some(server)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
