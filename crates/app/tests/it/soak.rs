//! Mixed load with faults for a while: models that fail, clients that leave, stops, uploads, deletions. Afterwards
//! nothing is stuck, nothing has grown, and no event was lost. Ten minutes with `make test-long`, 20 seconds otherwise.

use crate::client::{Client, SentEvent};
use crate::site::{Model, Plan, Site, eventually, is_long, sensible};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vouch_testing::{Recorded, Script, Turn};

const WORKERS: usize = 8;

fn seconds() -> u64 {
    let given = std::env::var("VOUCH_SOAK_SECONDS").ok().and_then(|text| text.parse().ok());
    given.unwrap_or(if is_long() { 600 } else { 20 })
}

/// A model on a bad day.
fn moody(request: &Recorded) -> Turn {
    match fastrand::u32(0..100) {
        0..8 => Turn::status(429, "slow down").header("retry-after", "0"),
        8..16 => Turn::status(500, "out of order"),
        16..19 => Turn::hang(),
        19..23 => sensible(request).reset_after(40),
        23..27 => Turn::garbage("data: {\"what\"\n\n"),
        27..30 => sensible(request).hang_after(40),
        _ => sensible(request).latency(Duration::from_millis(fastrand::u64(0..40))),
    }
}

/// What was asked and must have ended in the end.
#[derive(Default)]
struct Tally {
    asks: Mutex<Vec<String>>,
    streamed: AtomicUsize,
    resumed: AtomicUsize,
    stopped: AtomicUsize,
    left: AtomicUsize,
    uploads: AtomicUsize,
    deleted: AtomicUsize,
}

impl Tally {
    fn ask(&self, client: &Client) -> String {
        let id = client.ask(&format!("how many customers are there, {}?", fastrand::u32(..)));
        self.asks.lock().unwrap().push(id.clone());
        id
    }

    fn act(&self, client: &Client) {
        let count = match fastrand::u32(0..100) {
            0..30 => {
                let id = self.ask(client);
                whole(&client.stream(&id, None).collect::<Vec<_>>());
                &self.streamed
            }
            30..50 => {
                self.resume(client);
                &self.resumed
            }
            50..65 => {
                let id = self.ask(client);
                std::thread::sleep(Duration::from_millis(fastrand::u64(0..60)));
                let answer = client.post(&format!("/api/v1/ask/{id}/stop"), &json!({}));
                assert_eq!(answer.status, 200, "{answer:?}");
                &self.stopped
            }
            65..80 => {
                let body = json!({"query": "how many customers are there at all?"}).to_string();
                let mut stream = client.connect().unwrap();
                let request = client.head("POST", "/query-agentic", &[], body.len()) + &body;
                stream.write_all(request.as_bytes()).unwrap();
                std::thread::sleep(Duration::from_millis(fastrand::u64(0..30)));
                &self.left
            }
            80..88 => {
                upload_and_delete(client);
                &self.uploads
            }
            _ => {
                chat_and_delete(client);
                &self.deleted
            }
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Leaves a stream in the middle and comes back with the last number seen.
    fn resume(&self, client: &Client) {
        let id = self.ask(client);
        let mut seen: Vec<SentEvent> = client.stream(&id, None).take(fastrand::usize(1..6)).collect();
        seen.extend(client.stream(&id, seen.last().map(|event| event.id)));
        whole(&seen);
        assert_eq!(client.stream(&id, None).collect::<Vec<_>>(), seen, "an event was lost or came twice");
    }
}

/// In order, each once, and with one end.
fn whole(events: &[SentEvent]) {
    assert!(events.windows(2).all(|pair| pair[0].id < pair[1].id), "{events:?}");
    assert_eq!(events.iter().filter(|event| event.name == "done").count(), 1, "{events:?}");
    assert_eq!(events.last().unwrap().name, "done");
}

fn upload_and_delete(client: &Client) {
    let dataset = client.upload("sales.csv", "region,amount\nNorth,10\nSouth,20\n");
    let asked = json!({"message": "What is the total amount?", "dataset_id": dataset, "mind": "builtin"});
    let answer = client.post("/api/v1/chat", &asked);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(answer.json()["results"]["data"].to_string().contains("30"), "{answer:?}");
    assert_eq!(client.delete(&format!("/api/v1/datasets/{dataset}")).status, 204);
}

/// A session goes while a question in it still runs.
fn chat_and_delete(client: &Client) {
    let session = client.post("/api/v1/chat/sessions", &json!({})).json()["session_id"].as_str().unwrap().to_owned();
    let asked = json!({"query": "how many customers are there?", "session_id": session});
    assert_eq!(client.post("/api/v1/ask", &asked).status, 202);
    assert_eq!(client.delete(&format!("/api/v1/chat/sessions/{session}")).status, 200);
    assert_eq!(client.get(&format!("/api/v1/chat/sessions/{session}")).status, 404);
}

/// Memory in MB and open files.
fn size(site: &Site) -> (u64, usize) {
    let process = format!("/proc/{}", site.child.id());
    let status = std::fs::read_to_string(format!("{process}/status")).unwrap();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let kilobytes: u64 = memory.trim().trim_end_matches(" kB").parse().unwrap();
    (kilobytes / 1_024, std::fs::read_dir(format!("{process}/fd")).unwrap().count())
}

fn middle<T: Ord + Copy>(values: &[T]) -> T {
    let mut sorted = values.to_vec();
    sorted.sort();
    sorted[sorted.len() / 2]
}

fn load(site: &Site, tally: &Arc<Tally>, length: Duration) -> Vec<(u64, usize)> {
    let stop = Arc::new(AtomicBool::new(false));
    let workers: Vec<_> = (0..WORKERS)
        .map(|_| {
            let (client, tally, stop) = (site.nobody(), Arc::clone(tally), Arc::clone(&stop));
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    tally.act(&client);
                }
            })
        })
        .collect();
    let since = Instant::now();
    let mut sizes = Vec::new();
    while since.elapsed() < length {
        std::thread::sleep((length / 100).max(Duration::from_millis(200)));
        sizes.push(size(site));
    }
    stop.store(true, Ordering::Relaxed);
    for worker in workers {
        worker.join().expect("a worker saw something wrong");
    }
    sizes
}

#[test]
fn a_bad_day_leaves_nothing_behind() {
    let model = Model::start(Script::by(moody));
    let plan = Plan::new().model(&model).variable("VOUCH_MODEL_TIMEOUT", "1").variable("VOUCH_ASK_DEADLINE", "10");
    let site = plan.start();
    let client = site.nobody();
    let tally = Arc::new(Tally::default());
    let sizes = load(&site, &tally, Duration::from_secs(seconds()));
    eventually(Duration::from_secs(20), "nothing runs any longer", || {
        let ready = client.get("/ready").json();
        ready["running"] == 0 && ready["waiting"] == 0
    });
    let asks = std::mem::take(&mut *tally.asks.lock().unwrap());
    for id in &asks {
        let ask = client.poll(id);
        assert!(["finished", "failed", "stopped"].contains(&ask["status"].as_str().unwrap()), "stuck: {ask}");
    }
    assert_eq!(client.get("/api/v1/datasets").json()["datasets"], json!([]));
    let (first, second) = sizes.split_at(sizes.len() / 2);
    let memory = |sizes: &[(u64, usize)]| middle(&sizes.iter().map(|size| size.0).collect::<Vec<_>>());
    let files = |sizes: &[(u64, usize)]| middle(&sizes.iter().map(|size| size.1).collect::<Vec<_>>());
    let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    eprintln!(
        "{} s: {} asks, {} streamed, {} resumed, {} stopped, {} left, {} uploads, {} sessions deleted; \
         memory {} then {} MB, files {} then {}",
        seconds(),
        asks.len(),
        count(&tally.streamed),
        count(&tally.resumed),
        count(&tally.stopped),
        count(&tally.left),
        count(&tally.uploads),
        count(&tally.deleted),
        memory(first),
        memory(second),
        files(first),
        files(second),
    );
    // In 20 seconds the first half is still warming up.
    let room = if is_long() { memory(first) / 10 } else { memory(first) / 2 };
    assert!(memory(second) <= memory(first) + room + 16, "memory grows: {sizes:?}");
    assert!(files(second) <= files(first) + 20, "open files grow: {sizes:?}");
    assert_eq!(client.ended(&client.ask("how many customers?"))["status"], "finished", "and it still works");
}
