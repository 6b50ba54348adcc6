use super::{Shared, append, begun, drafted};
use crate::samples::{answered, new_session, new_turn};
use std::time::Duration;
use tokio::time::timeout;
use vouch_model::{AskId, Status};
use vouch_store::StopRequest;

/// Long enough for any message to come, even from a server.
const SOON: Duration = Duration::from_secs(10);
/// Long enough for a message that should not have been sent.
const A_MOMENT: Duration = Duration::from_millis(150);

pub async fn a_watcher_wakes_when_events_come_and_when_the_turn_ends(store: Shared) {
    let id = begun(&store, "a").await;
    let mut watchers = [store.changes().of_turn(&id), store.changes().of_turn(&id)];
    append(&store, &id, drafted(1)).await;
    for watcher in &mut watchers {
        timeout(SOON, watcher.changed()).await.expect("told of the event").unwrap();
        assert_eq!(store.events(&id, 0).await.unwrap().len(), 1);
    }
    store.close_turn(&id, &answered("a")).await.unwrap();
    for watcher in &mut watchers {
        let ended = async {
            while store.turn(&id).await.unwrap().unwrap().answer.is_none() {
                watcher.changed().await.unwrap();
            }
        };
        timeout(SOON, ended).await.expect("told of the end");
    }
}

pub async fn a_watcher_is_not_woken_by_other_turns(store: Shared) {
    let (watched, other) = (begun(&store, "a").await, begun(&store, "b").await);
    let mut watcher = store.changes().of_turn(&watched);
    append(&store, &other, drafted(1)).await;
    store.close_turn(&other, &answered("b")).await.unwrap();
    assert!(timeout(A_MOMENT, watcher.changed()).await.is_err());
}

/// The next stop that is told and is about this turn; a server may tell twice.
async fn told(stops: &mut tokio::sync::broadcast::Receiver<AskId>, turn: &AskId) {
    let heard = async { while stops.recv().await.unwrap() != *turn {} };
    timeout(SOON, heard).await.expect("told to stop");
}

pub async fn a_stop_is_told_and_stays_asked(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let new = new_turn("t", "a");
    store.open_turn(&new).await.unwrap();
    let mut stops = store.changes().stops();
    assert_eq!(store.request_stop(&new.id).await.unwrap(), StopRequest::Requested);
    told(&mut stops, &new.id).await;
    assert!(store.turn(&new.id).await.unwrap().unwrap().stop_requested);
    // Asking does not end it; whoever runs it does.
    let asked = store.turn(&new.id).await.unwrap().unwrap();
    assert!(asked.answer.is_none() && !asked.status.is_final());
    append(&store, &new.id, drafted(1)).await;
    // Asked again, told again: the first may have been lost.
    assert_eq!(store.request_stop(&new.id).await.unwrap(), StopRequest::Requested);
    told(&mut stops, &new.id).await;
    assert_eq!(store.stops_requested(&new.instance).await.unwrap(), std::slice::from_ref(&new.id));
    store.close_turn(&new.id, &answered("t")).await.unwrap();
    let closed = store.turn(&new.id).await.unwrap().unwrap();
    assert!(closed.stop_requested && closed.status == Status::Finished);
}

pub async fn a_stop_of_what_has_ended_or_never_was(store: Shared) {
    let id = begun(&store, "a").await;
    store.close_turn(&id, &answered("a")).await.unwrap();
    let mut stops = store.changes().stops();
    assert_eq!(store.request_stop(&id).await.unwrap(), StopRequest::Ended);
    assert_eq!(store.request_stop(&super::nothing()).await.unwrap(), StopRequest::NoSuchTurn);
    assert!(timeout(A_MOMENT, stops.recv()).await.is_err());
    assert!(!store.turn(&id).await.unwrap().unwrap().stop_requested);
}

pub async fn a_refused_write_wakes_nobody(store: Shared) {
    let id = begun(&store, "a").await;
    store.close_turn(&id, &answered("a")).await.unwrap();
    // What is on its way from the close itself comes first.
    tokio::time::sleep(A_MOMENT).await;
    let mut watcher = store.changes().of_turn(&id);
    assert!(store.append_events(&id, &[drafted(1)]).await.is_err());
    assert!(store.close_turn(&id, &answered("a")).await.is_err());
    assert!(timeout(A_MOMENT, watcher.changed()).await.is_err());
}
