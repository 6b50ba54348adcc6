//! The server itself: accepts, keeps what it is asked, answers by the script, and notices who hangs up.

use crate::body;
use crate::request::{Api, Recorded};
use crate::script::{Kind, Script, Turn};
use crate::wire;
use bytes::Bytes;
use futures::StreamExt;
use futures::stream::BoxStream;
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

/// Stops when dropped.
pub struct ModelServer {
    address: SocketAddr,
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

struct State {
    script: Script,
    /// Whether requests are kept.
    keeps: bool,
    requests: Mutex<Vec<Recorded>>,
    /// How many came.
    count: AtomicUsize,
    connections: AtomicUsize,
    closed_early: AtomicUsize,
    in_flight: AtomicUsize,
    max_in_flight: AtomicUsize,
}

type Answer = Response<StreamBody<BoxStream<'static, io::Result<Frame<Bytes>>>>>;

impl ModelServer {
    pub async fn start(script: Script) -> Self {
        Self::serve(script, true).await
    }

    /// Keeps nothing of what it is asked: for load, where hundreds of thousands of requests would fill the memory.
    pub async fn start_forgetting(script: Script) -> Self {
        Self::serve(script, false).await
    }

    async fn serve(script: Script, keeps: bool) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free loopback port");
        let address = listener.local_addr().expect("a bound address");
        let state = Arc::new(State {
            script,
            keeps,
            requests: Mutex::default(),
            count: AtomicUsize::new(0),
            connections: AtomicUsize::new(0),
            closed_early: AtomicUsize::new(0),
            in_flight: AtomicUsize::new(0),
            max_in_flight: AtomicUsize::new(0),
        });
        let accepting = tokio::spawn(accept(listener, state.clone()));
        Self { address, state, accepting }
    }

    /// Without a path: `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn requests(&self) -> Vec<Recorded> {
        self.state.requests.lock().unwrap().clone()
    }

    /// Idle ones too.
    pub fn open_connections(&self) -> usize {
        self.state.connections.load(Ordering::SeqCst)
    }

    /// Answers whose client hung up before they were over.
    pub fn closed_early(&self) -> usize {
        self.state.closed_early.load(Ordering::SeqCst)
    }

    /// The most requests that were under way at the same time.
    pub fn max_in_flight(&self) -> usize {
        self.state.max_in_flight.load(Ordering::SeqCst)
    }

    /// Waits until something holds of the server; false if it does not in time.
    pub async fn until(&self, holds: impl Fn(&Self) -> bool, within: Duration) -> bool {
        let end = Instant::now() + within;
        while !holds(self) {
            if Instant::now() >= end {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        true
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// Connections live within this task, so that they end with it.
async fn accept(listener: TcpListener, state: Arc<State>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
            accepted = listener.accept() => {
                let Ok((socket, _)) = accepted else { continue };
                drop(socket.set_nodelay(true));
                let state = state.clone();
                connections.spawn(async move {
                    state.connections.fetch_add(1, Ordering::SeqCst);
                    let counted = state.clone();
                    let service = hyper::service::service_fn(move |request| answer(request, state.clone()));
                    let served = hyper::server::conn::http1::Builder::new();
                    drop(served.serve_connection(TokioIo::new(socket), service).await);
                    counted.connections.fetch_sub(1, Ordering::SeqCst);
                });
            }
        }
    }
}

async fn answer(request: Request<Incoming>, state: Arc<State>) -> io::Result<Answer> {
    let path = request.uri().path().to_owned();
    if path.ends_with("/models") {
        let list = r#"{"object":"list","data":[{"id":"scripted","object":"model","created":1,"owned_by":"test"}]}"#;
        return Ok(plain(200, "application/json", list.into()));
    }
    let Some(api) = Api::of(&path) else {
        return Ok(plain(404, "application/json", r#"{"error":{"message":"no such path"}}"#.into()));
    };
    let mut under_way = UnderWay::begin(state.clone());
    let recorded = record(request, api, &state).await?;
    let turn = state.script.answer(&recorded);
    body::wait(turn.latency).await;
    let (status, kind, bytes) = match &turn.kind {
        Kind::Hang => std::future::pending().await,
        _ if turn.reset_after == Some(0) => {
            under_way.finish();
            return Err(io::Error::from(io::ErrorKind::ConnectionReset));
        }
        Kind::Status { status, body } => (*status, "application/json", body.clone()),
        Kind::Bytes(bytes) => (200, "text/event-stream", bytes.clone()),
        Kind::Says(says) => {
            let (kind, bytes) = wire::render(says, &recorded);
            (200, kind, bytes)
        }
    };
    Ok(respond(status, kind, &turn, bytes, under_way))
}

async fn record(request: Request<Incoming>, api: Api, state: &State) -> io::Result<Recorded> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map_err(io::Error::other)?.to_bytes();
    let headers = head
        .headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
    let (headers, body) = (headers.collect(), serde_json::from_slice(&body).unwrap_or_default());
    // Numbered under the lock, so that the list is in the order of the numbers.
    let mut requests = state.requests.lock().unwrap();
    let number = state.count.fetch_add(1, Ordering::SeqCst);
    let recorded = Recorded { number, api, path: head.uri.to_string(), headers, body, at: Instant::now() };
    if state.keeps {
        requests.push(recorded.clone());
    }
    Ok(recorded)
}

fn respond(status: u16, kind: &str, turn: &Turn, bytes: Vec<u8>, mut under_way: UnderWay) -> Answer {
    let pieces = body::stream(turn, bytes).map(Some).chain(futures::stream::iter([None]));
    // The last step tells that all was given; a stream dropped before it was not read to its end.
    let frames = pieces.filter_map(move |piece| {
        if matches!(piece, None | Some(Err(_))) {
            under_way.finish();
        }
        std::future::ready(piece.map(|piece| piece.map(Frame::data)))
    });
    let mut response = Response::builder().status(status);
    if !turn.headers.iter().any(|(name, _)| name == "content-type") {
        response = response.header("content-type", kind);
    }
    for (name, value) in &turn.headers {
        response = response.header(name, value);
    }
    response.body(StreamBody::new(frames.boxed())).expect("a sound response")
}

fn plain(status: u16, kind: &str, body: Bytes) -> Answer {
    let frames = futures::stream::iter([Ok(Frame::data(body))]).boxed();
    let response = Response::builder().status(status).header("content-type", kind);
    response.body(StreamBody::new(frames)).expect("a sound response")
}

/// Counts a request from its arrival to the last byte of its answer.
struct UnderWay {
    state: Arc<State>,
    finished: bool,
}

impl UnderWay {
    fn begin(state: Arc<State>) -> Self {
        let now = state.in_flight.fetch_add(1, Ordering::SeqCst) + 1;
        state.max_in_flight.fetch_max(now, Ordering::SeqCst);
        Self { state, finished: false }
    }

    fn finish(&mut self) {
        self.finished = true;
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.state.in_flight.fetch_sub(1, Ordering::SeqCst);
        if !self.finished {
            self.state.closed_early.fetch_add(1, Ordering::SeqCst);
        }
    }
}
