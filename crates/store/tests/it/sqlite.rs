//! The SQLite backend: the suite, and what belongs to a file on a disk.

use crate::conformance::conformance;
use crate::samples::{answered, ask, asking_back, instance, new_session, new_turn, session};
use rusqlite::Connection;
use std::sync::Arc;
use std::time::Duration;
use vouch_model::{Event, Status};
use vouch_store::{SqliteStore, Store, StoreError};

pub fn in_a_file() -> (SqliteStore, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (SqliteStore::open(&folder.path().join("vouch.db")).unwrap(), folder)
}

conformance!(file, crate::sqlite::in_a_file());
conformance!(memory, (vouch_store::SqliteStore::in_memory().unwrap(), ()));

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let (store, folder) = in_a_file();
    let turn = new_turn("t", "a");
    store.create_session(&new_session("a")).await.unwrap();
    store.open_turn(&turn).await.unwrap();
    store.append_events(&turn.id, &[Event::Status { status: Status::Searching }]).await.unwrap();
    store.close_turn(&turn.id, &asking_back("vague")).await.unwrap();
    store.open_turn(&new_turn("next", "a")).await.unwrap();
    drop(store);

    let store = SqliteStore::open(&folder.path().join("vouch.db")).unwrap();
    assert_eq!(store.session(&session("a")).await.unwrap().unwrap().turn_count, 2);
    assert_eq!(store.events(&turn.id, 0).await.unwrap().len(), 3);
    assert!(store.history(&ask("next"), 3).await.unwrap()[0].pending.is_some());
    assert_eq!(store.append_events(&ask("next"), &[Event::Status { status: Status::Planning }]).await.unwrap(), 1);
}

/// Two programs on one file: each appends to the same turn, and neither is told "database is locked".
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_programs_share_a_file() {
    let (first, folder) = in_a_file();
    let second = SqliteStore::open(&folder.path().join("vouch.db")).unwrap();
    first.create_session(&new_session("a")).await.unwrap();
    first.open_turn(&new_turn("t", "a")).await.unwrap();
    let mut writers = tokio::task::JoinSet::new();
    for store in [Arc::new(first), Arc::new(second)] {
        writers.spawn(async move {
            for attempt in 0..50 {
                let event = Event::Drafted { attempt, sql: String::new() };
                store.append_events(&ask("t"), &[event]).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    let store = SqliteStore::open(&folder.path().join("vouch.db")).unwrap();
    let numbers: Vec<u64> = store.events(&ask("t"), 0).await.unwrap().into_iter().map(|(n, _)| n).collect();
    assert_eq!(numbers, (1..=100).collect::<Vec<_>>());
}

/// The answer of a turn is stored once although the last event carries it too.
#[tokio::test]
async fn an_answer_is_not_stored_twice() {
    let (store, folder) = in_a_file();
    let answer = answered(&"long ".repeat(1_000));
    store.create_session(&new_session("a")).await.unwrap();
    store.open_turn(&new_turn("t", "a")).await.unwrap();
    store.close_turn(&ask("t"), &answer).await.unwrap();
    let events = store.events(&ask("t"), 0).await.unwrap();
    assert!(matches!(&events[1].1, Event::Done { answer: stored } if stored.question == answer.question));
    let raw = Connection::open(folder.path().join("vouch.db")).unwrap();
    let in_events: i64 =
        raw.query_row("SELECT coalesce(sum(length(bodies)), 0) FROM batches", [], |r| r.get(0)).unwrap();
    assert!(in_events < 100, "{in_events}");
}

/// What has expired takes no room for long.
#[tokio::test]
async fn kept_texts_and_leases_do_not_pile_up() {
    let (store, folder) = in_a_file();
    for n in 0..50 {
        store.keep("s", &n.to_string(), "text", Duration::from_millis(1)).await.unwrap();
        store.beat(&instance(&n.to_string()), Duration::from_millis(1)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let raw = Connection::open(folder.path().join("vouch.db")).unwrap();
    for table in ["kept", "instances"] {
        let rows: i64 = raw.query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get(0)).unwrap();
        assert!(rows <= 2, "{table}: {rows}");
    }
}

#[test]
fn a_store_of_a_newer_program_is_refused_and_left_alone() {
    let (store, folder) = in_a_file();
    drop(store);
    let path = folder.path().join("vouch.db");
    let raw = Connection::open(&path).unwrap();
    raw.execute("INSERT INTO schema_version VALUES (999, '2030-01-01T00:00:00Z')", []).unwrap();
    drop(raw);
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
    assert!(error.to_string().contains("999") && error.to_string().contains("newer"), "{error}");
    assert!(error.hint().unwrap().contains("Update"));
}

#[test]
fn a_file_of_somebody_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("other.db");
    Connection::open(&database).unwrap().execute_batch("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)").unwrap();
    let text = folder.path().join("text.db");
    std::fs::write(&text, "this is not a database, and it is long enough to be read as a header").unwrap();
    for path in [database, text] {
        let before = std::fs::read(&path).unwrap();
        let error = SqliteStore::open(&path).err().unwrap();
        assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
        assert!(error.to_string().contains(&path.display().to_string()), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_an_error_with_a_way_out() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("missing/vouch.db"), folder.path().to_owned()] {
        let error = SqliteStore::open(&path).err().unwrap();
        assert!(error.hint().unwrap().contains("--data-dir"), "{error:?}");
    }
}
