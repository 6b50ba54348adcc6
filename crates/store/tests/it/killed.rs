//! What was acknowledged survives `kill -9` of the program at any moment. The program is this test itself, run again.

use crate::samples::{answered, new_session};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use vouch_model::{AskId, Event};
use vouch_store::{InstanceId, NewTurn, RedisStore, SqliteStore, Store};
use vouch_testing::RedisServer;

/// Where the program finds its store: a URL, or else a file.
const PLACE: &str = "VOUCH_TEST_STORE";
const WRITERS: usize = 8;
const ROUNDS: u64 = 5;

async fn open(place: &str) -> Arc<dyn Store> {
    if place.starts_with("redis://") {
        Arc::new(RedisStore::open(place).await.unwrap())
    } else {
        Arc::new(SqliteStore::open(place.as_ref()).unwrap())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "is what the other tests of this file run and kill"]
async fn writes_until_it_is_killed() {
    let store = open(&std::env::var(PLACE).expect("a place to write to")).await;
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..WRITERS {
        writers.spawn(write_turns(Arc::clone(&store)));
    }
    writers.join_all().await;
}

/// Says on a line of its own what the store has acknowledged.
async fn write_turns(store: Arc<dyn Store>) {
    let session = new_session(AskId::new().as_str());
    store.create_session(&session).await.unwrap();
    loop {
        let id = AskId::new();
        let instance = InstanceId::from_text("killed");
        let turn = NewTurn { id: id.clone(), session: session.id.clone(), question: "q".into(), instance };
        store.open_turn(&turn).await.unwrap();
        for n in 0..5 {
            let events = [Event::Drafted { attempt: n, sql: String::new() }, Event::Thinking { text: n.to_string() }];
            let number = store.append_events(&id, &events).await.unwrap();
            println!("\nacknowledged {id} {number} open");
        }
        store.close_turn(&id, &answered("q")).await.unwrap();
        println!("\nacknowledged {id} 12 closed");
    }
}

/// Runs the program, kills it after a while, and gives what it had said until then: per turn the highest number, and
/// whether it had ended.
fn killed_after(place: &str, while_it_writes: Duration) -> HashMap<AskId, (u64, bool)> {
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::writes_until_it_is_killed", "--ignored", "--nocapture"])
        .env(PLACE, place)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut said = HashMap::new();
    let mut listen = |line: String| {
        let Some(said_so) = line.strip_prefix("acknowledged ") else { return };
        let [id, number, state] = said_so.split(' ').collect::<Vec<_>>()[..] else { return };
        said.insert(AskId::from_text(id), (number.parse().unwrap(), state == "closed"));
    };
    // The clock runs from the first thing it wrote.
    listen(lines.find(|line| line.starts_with("acknowledged ")).expect("it writes"));
    let killer = std::thread::spawn(move || {
        std::thread::sleep(while_it_writes);
        program.kill().unwrap();
        program.wait().unwrap();
    });
    lines.for_each(listen);
    killer.join().unwrap();
    said
}

async fn nothing_is_lost(place: &str) {
    let mut turns = 0;
    for round in 0..ROUNDS {
        let said = killed_after(place, Duration::from_millis(40 + 37 * round));
        turns += said.len();
        let store = open(place).await;
        for (id, (number, closed)) in said {
            let turn = store.turn(&id).await.unwrap().expect("the turn is there");
            let numbers: Vec<u64> = store.events(&id, 0).await.unwrap().into_iter().map(|(n, _)| n).collect();
            assert!(numbers.len() as u64 >= number, "{id}: {number} were acknowledged, {numbers:?} are there");
            assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
            assert!(!closed || turn.answer.is_some(), "{id} had ended");
            // A batch is there or not, and an end is whole.
            assert_eq!((numbers.len() % 2, turn.answer.is_some()), (0, numbers.len() == 12), "{id}: {numbers:?}");
        }
        // What the killed program left open is found, and can be ended.
        for orphan in store.orphans(1_000).await.unwrap() {
            store.close_turn(&orphan.id, &answered("q")).await.unwrap();
        }
        assert!(store.orphans(1).await.unwrap().is_empty());
    }
    assert!(turns > WRITERS, "{turns} turns are too few to prove anything");
}

#[tokio::test]
async fn a_file_keeps_what_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    nothing_is_lost(&folder.path().join("vouch.db").display().to_string()).await;
}

#[tokio::test]
async fn a_server_keeps_what_it_acknowledged() {
    let server = RedisServer::start();
    nothing_is_lost(&server.url()).await;
}
