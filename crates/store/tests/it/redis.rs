//! The Redis backend: the suite on a real server, and what belongs to a server that several instances share.

use crate::conformance::{conformance, in_time};
use crate::samples::{answered, ask, audit_entry, idle_for, instance, memory, new_session, new_turn, session};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};
use vouch_model::{Event, Status};
use vouch_store::{Document, Kind, NewSession, Owner, RedisStore, StopRequest, Store, StoreError, Take};
use vouch_testing::RedisServer;

const SOON: Duration = Duration::from_secs(10);
const LONG: Duration = Duration::from_secs(3_600);

async fn fresh() -> (RedisStore, RedisServer) {
    let server = RedisServer::start();
    (RedisStore::open(&server.url()).await.unwrap(), server)
}

conformance!(server, crate::redis::fresh().await);

/// Two instances on one server, and a turn that the first one runs.
async fn two_instances() -> (RedisStore, RedisStore, RedisServer) {
    let (first, server) = fresh().await;
    let second = RedisStore::open(&server.url()).await.unwrap();
    first.create_session(&new_session("a")).await.unwrap();
    first.open_turn(&new_turn("t", "a")).await.unwrap();
    (first, second, server)
}

fn thinking(text: &str) -> Event {
    Event::Thinking { text: text.into() }
}

#[tokio::test]
async fn what_one_instance_writes_wakes_a_watcher_at_the_other() {
    let (first, second, _server) = two_instances().await;
    let mut watcher = second.changes().of_turn(&ask("t"));
    first.append_events(&ask("t"), &[thinking("x")]).await.unwrap();
    tokio::time::timeout(SOON, watcher.changed()).await.expect("told of the event").unwrap();
    assert_eq!(second.events(&ask("t"), 0).await.unwrap().len(), 1);
    first.close_turn(&ask("t"), &answered("t")).await.unwrap();
    tokio::time::timeout(SOON, watcher.changed()).await.expect("told of the end").unwrap();
    assert_eq!(second.turn(&ask("t")).await.unwrap().unwrap().status, Status::Finished);
}

#[tokio::test]
async fn a_stop_asked_at_one_instance_reaches_the_other() {
    let (first, second, _server) = two_instances().await;
    let mut stops = first.changes().stops();
    assert_eq!(second.request_stop(&ask("t")).await.unwrap(), StopRequest::Requested);
    let told = tokio::time::timeout(SOON, stops.recv()).await.expect("told to stop").unwrap();
    assert_eq!(told, ask("t"));
    assert_eq!(first.stops_requested(&instance("one")).await.unwrap(), [ask("t")]);
}

#[tokio::test]
async fn limits_count_together() {
    let (first, second, _server) = two_instances().await;
    let mut granted = 0;
    for _ in 0..10 {
        for store in [&first, &second] {
            granted += u32::from(store.take("key", 5, LONG).await.unwrap() == Take::Granted);
        }
    }
    assert_eq!(granted, 5);
}

/// The server goes and comes back: both connections of each instance do, too, by themselves.
#[tokio::test]
async fn a_server_that_comes_back_is_found_again() {
    let (first, second, server) = two_instances().await;
    let mut watcher = first.changes().of_turn(&ask("u"));
    let port = server.port();
    drop(server);
    assert!(matches!(second.ping().await, Err(StoreError::Unavailable { .. })));
    let _server = RedisServer::try_port(port, &[]).expect("the port is still free");
    in_time("the server answers", || async { second.ping().await.ok() }).await;
    second.create_session(&new_session("b")).await.unwrap();
    second.open_turn(&new_turn("u", "b")).await.unwrap();
    // Whoever watched is asked to look again, because a message may have been lost.
    tokio::time::timeout(SOON, watcher.changed()).await.expect("asked to look again").unwrap();
    let mut watcher = first.changes().of_turn(&ask("u"));
    second.append_events(&ask("u"), &[thinking("x")]).await.unwrap();
    tokio::time::timeout(SOON, watcher.changed()).await.expect("told again").unwrap();
    in_time("the first reads again", || async { first.events(&ask("u"), 0).await.ok() }).await;
}

#[tokio::test]
async fn two_prefixes_are_two_stores() {
    let server = RedisServer::start();
    let first = RedisStore::open(&format!("{}?prefix=a:", server.url())).await.unwrap();
    let second = RedisStore::open(&format!("{}?prefix=b:", server.url())).await.unwrap();
    first.create_session(&new_session("s")).await.unwrap();
    assert!(second.session(&session("s")).await.unwrap().is_none());
    second.create_session(&new_session("s")).await.unwrap();
    first.open_turn(&new_turn("t", "s")).await.unwrap();
    second.open_turn(&new_turn("t", "s")).await.unwrap();
    let mut watcher = second.changes().of_turn(&ask("t"));
    first.append_events(&ask("t"), &[thinking("x")]).await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(150), watcher.changed()).await.is_err());
}

/// What is deleted leaves no key behind, and what lasts a while has a time to live on the server itself.
#[tokio::test]
async fn nothing_is_left_of_what_was_deleted() {
    let (store, server) = fresh().await;
    let of_acme = NewSession { tenant: Some("acme".into()), ..idle_for("a", LONG) };
    store.create_session(&of_acme).await.unwrap();
    for id in ["open", "stopped", "ended"] {
        store.open_turn(&new_turn(id, "a")).await.unwrap();
        store.append_events(&ask(id), &[thinking("x")]).await.unwrap();
    }
    store.request_stop(&ask("stopped")).await.unwrap();
    store.close_turn(&ask("ended"), &answered("ended")).await.unwrap();
    let document =
        Document { kind: Kind::Share, id: "d".into(), owner: Owner::local(), body: serde_json::json!({"x": 1}) };
    store.put_document(&document).await.unwrap();
    let kept = memory("q", Some("acme"));
    store.remember(&kept).await.unwrap();
    store.keep("space", "key", "text", LONG).await.unwrap();
    store.beat(&instance("one"), LONG).await.unwrap();
    store.take("bucket", 1, LONG).await.unwrap();

    store.delete_session(&session("a")).await.unwrap();
    store.delete_document(Kind::Share, "d").await.unwrap();
    store.forget(&kept.id).await.unwrap();
    let client = redis::Client::open(server.url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let mut keys: Vec<String> = redis::cmd("KEYS").arg("*").query_async(&mut connection).await.unwrap();
    keys.sort();
    let passing = ["vouch:instance:one", "vouch:kept:5:space:key", "vouch:limit:bucket"];
    assert_eq!(keys, [passing[0], passing[1], passing[2], "vouch:memories_version", "vouch:order", "vouch:schema"]);
    for key in passing {
        let left: i64 = redis::cmd("PTTL").arg(key).query_async(&mut connection).await.unwrap();
        assert!(left > 0 && left <= 3_600_000, "{key}: {left}");
    }
    store.record(&audit_entry("x", "ask")).await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_not_there_is_said_at_once_and_without_the_password() {
    // Bound and let go: nobody listens there.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let start = Instant::now();
    let error = RedisStore::open(&format!("redis://me:s3cret@127.0.0.1:{port}/2")).await.unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
    assert!(error.to_string().contains(&format!("127.0.0.1:{port}")), "{error}");
    assert!(error.hint().unwrap().contains("--state"));
    assert!(!format!("{error} {error:?} {:?}", error.hint()).contains("s3cret"));
}

#[tokio::test]
async fn passwords_are_used_and_never_shown() {
    let server = RedisServer::start_with(&["--requirepass", "s3cret"]);
    let at = |who: &str| format!("redis://{who}127.0.0.1:{}", server.port());
    for who in ["", ":wr0ng@", "nobody:wr0ng@"] {
        let error = RedisStore::open(&at(who)).await.unwrap_err();
        assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
        assert!(error.hint().unwrap().contains("password"), "{who}: {error} {:?}", error.hint());
        assert!(!format!("{error} {error:?}").contains("wr0ng"), "{error:?}");
    }
    let store = RedisStore::open(&at(":s3cret@")).await.unwrap();
    store.ping().await.unwrap();
    assert!(!format!("{store:?}").contains("s3cret"), "{store:?}");
}

#[tokio::test]
async fn an_address_that_is_none_is_refused_and_not_repeated() {
    for url in
        ["redis://me:s3cret@", "redis://:s3cret@host:99999", "http://:s3cret@host", "redis://:s3cret@h/x", "s3cret"]
    {
        let error = RedisStore::open(url).await.unwrap_err();
        assert!(error.hint().unwrap().contains("redis://"), "{url}: {error:?}");
        assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
    }
}

#[tokio::test]
async fn a_store_of_a_newer_program_is_refused() {
    let (store, server) = fresh().await;
    drop(store);
    let client = redis::Client::open(server.url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    redis::cmd("SET").arg("vouch:schema").arg(999).exec_async(&mut connection).await.unwrap();
    let error = RedisStore::open(&server.url()).await.unwrap_err();
    assert!(error.to_string().contains("999"), "{error}");
    assert!(error.hint().unwrap().contains("Update"));
}

/// A server from before RESP3 does not know the greeting; such old ones are not packaged any more, so one is played here.
#[tokio::test]
async fn a_server_that_is_too_old_is_said_to_be() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut out = stream.try_clone().unwrap();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                // A star begins a command.
                if line.starts_with('*') {
                    let _ = out.write_all(b"-ERR unknown command `HELLO`, with args beginning with: `3`, \r\n");
                }
            }
        }
    });
    let error = RedisStore::open(&format!("redis://127.0.0.1:{port}")).await.unwrap_err();
    assert!(error.to_string().contains("at least 6.2"), "{error}");
}
