//! `kill -9` under load, at random moments: what was acknowledged is there after the restart, and was answered once.

use crate::client::{Client, SentEvent};
use crate::site::{Model, Plan, Site, is_long};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const WORKERS: usize = 6;
const RECOVERS_WITHIN: Duration = Duration::from_secs(15);

/// An ask that the server said it had, and what it told of it before it died.
struct Acknowledged {
    id: String,
    told: Vec<SentEvent>,
}

/// Asks one question after the other until the server is gone.
fn press(client: &Client, stop: &AtomicBool, kept: &Mutex<Vec<Acknowledged>>, worker: usize) {
    for round in 0.. {
        let body = json!({"query": format!("how many customers are there, {worker} {round}?")}).to_string();
        let Ok(answer) = client.try_send("POST", "/api/v1/ask", &[], body.as_bytes()) else { return };
        // An answer that was cut off was not given.
        let Ok(accepted) = serde_json::from_str::<serde_json::Value>(&answer.body) else { return };
        assert_eq!(answer.status, 202, "{answer:?}");
        let id = accepted["query_id"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/ask/{id}/stream");
        let stream = client.try_stream(&path, &[]);
        let told = match stream {
            Ok(Ok(stream)) => stream.collect(),
            _ => Vec::new(),
        };
        kept.lock().unwrap().push(Acknowledged { id, told });
        if stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

fn load_and_kill(site: &mut Site) -> Vec<Acknowledged> {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let stop = Arc::new(AtomicBool::new(false));
    let workers: Vec<_> = (0..WORKERS)
        .map(|worker| {
            let (client, stop, kept) = (site.nobody(), Arc::clone(&stop), Arc::clone(&kept));
            std::thread::spawn(move || press(&client, &stop, &kept, worker))
        })
        .collect();
    std::thread::sleep(Duration::from_millis(fastrand::u64(300..1_500)));
    site.kill();
    stop.store(true, Ordering::Relaxed);
    for worker in workers {
        worker.join().unwrap();
    }
    let kept = std::mem::take(&mut *kept.lock().unwrap());
    assert!(!kept.is_empty(), "nothing was asked before the end");
    kept
}

/// Polls until all have ended, which must not take long.
fn all_end(client: &Client, asks: &[Acknowledged], since: Instant) {
    for ask in asks {
        loop {
            let status = client.poll(&ask.id)["status"].as_str().unwrap().to_owned();
            if ["finished", "failed", "stopped"].contains(&status.as_str()) {
                break;
            }
            assert!(since.elapsed() < RECOVERS_WITHIN, "{} is still {status}", ask.id);
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn check(client: &Client, ask: &Acknowledged) {
    let answer = client.poll(&ask.id);
    let all: Vec<SentEvent> = client.stream(&ask.id, None).collect();
    assert!(all.starts_with(&ask.told), "what was told is not what is kept: {:?} {all:?}", ask.told);
    let done: Vec<&SentEvent> = all.iter().filter(|event| event.name == "done").collect();
    assert_eq!(done.len(), 1, "{all:?}");
    assert_eq!(done[0].data["status"], answer["status"]);
    let was_done = ask.told.last().is_some_and(|event| event.name == "done");
    match answer["status"].as_str().unwrap() {
        "finished" => assert_eq!(answer["results"]["data"], json!([{"customer_count": 6_000}])),
        // Only what was not done can have been interrupted.
        _ => assert_eq!((was_done, &answer["error"]["code"]), (false, &json!("INTERRUPTED")), "{answer}"),
    }
}

#[test]
fn what_was_acknowledged_survives_a_sudden_end() {
    let model = Model::counting(Duration::from_millis(20));
    let plan = Plan::new().model(&model);
    let rounds = if is_long() { 50 } else { 5 };
    let mut site = plan.start();
    let (mut asked, mut interrupted) = (0, 0);
    for round in 0..rounds {
        let asks = load_and_kill(&mut site);
        let since = Instant::now();
        site = plan.start();
        let client = site.nobody();
        all_end(&client, &asks, since);
        let took = since.elapsed();
        for ask in &asks {
            check(&client, ask);
        }
        asked += asks.len();
        interrupted += asks.iter().filter(|ask| client.poll(&ask.id)["status"] == "failed").count();
        eprintln!("round {round}: {} asks, all ended {took:?} after the kill", asks.len());
    }
    eprintln!("{rounds} kills: {asked} asks acknowledged, {interrupted} of them interrupted, none lost");
}
