use super::{Shared, in_time};
use crate::samples::{answered, ask, instance, new_session, new_turn};
use std::time::Duration;
use vouch_store::NewTurn;

const LONG: Duration = Duration::from_secs(3_600);

/// Opens a turn that this instance answers.
async fn runs(store: &Shared, who: &str, turn: &str) {
    let in_session = format!("session of {turn}");
    store.create_session(&new_session(&in_session)).await.unwrap();
    store.open_turn(&NewTurn { instance: instance(who), ..new_turn(turn, &in_session) }).await.unwrap();
}

async fn orphans(store: &Shared) -> Vec<String> {
    store.orphans(10).await.unwrap().into_iter().map(|t| t.id.to_string()).collect()
}

pub async fn that_are_alive_have_no_orphans(store: Shared) {
    store.beat(&instance("one"), LONG).await.unwrap();
    runs(&store, "one", "t").await;
    assert_eq!(orphans(&store).await, [""; 0]);
    // A beat takes the place of the one before, whichever lasts longer.
    store.beat(&instance("one"), Duration::from_millis(1)).await.unwrap();
    in_time("the lease ends", || async { (orphans(&store).await == ["t"]).then_some(()) }).await;
    store.beat(&instance("one"), LONG).await.unwrap();
    assert_eq!(orphans(&store).await, [""; 0]);
}

pub async fn leave_orphans_when_their_lease_is_over(store: Shared) {
    store.beat(&instance("dies"), Duration::from_millis(100)).await.unwrap();
    store.beat(&instance("lives"), LONG).await.unwrap();
    runs(&store, "dies", "left").await;
    runs(&store, "dies", "ended").await;
    runs(&store, "lives", "running").await;
    store.close_turn(&ask("ended"), &answered("ended")).await.unwrap();
    in_time("the lease ends", || async { (orphans(&store).await == ["left"]).then_some(()) }).await;
    let orphan = store.orphans(10).await.unwrap().remove(0);
    assert_eq!((orphan.instance, orphan.answer.is_none()), (instance("dies"), true));
    store.close_turn(&ask("left"), &answered("left")).await.unwrap();
    assert_eq!(orphans(&store).await, [""; 0]);
}

pub async fn leave_orphans_when_they_say_goodbye(store: Shared) {
    store.beat(&instance("one"), LONG).await.unwrap();
    runs(&store, "one", "t").await;
    store.leave(&instance("one")).await.unwrap();
    assert_eq!(orphans(&store).await, ["t"]);
    // Goodbye twice, or from somebody unknown, is no matter.
    store.leave(&instance("one")).await.unwrap();
    store.leave(&instance("nobody")).await.unwrap();
}

pub async fn that_never_beat_have_orphans(store: Shared) {
    runs(&store, "one", "t").await;
    assert_eq!(orphans(&store).await, ["t"]);
}

pub async fn are_told_of_their_own_stops(store: Shared) {
    for (who, turn) in [("one", "a"), ("one", "b"), ("two", "c"), ("one", "d")] {
        runs(&store, who, turn).await;
    }
    for turn in ["a", "c", "d"] {
        store.request_stop(&ask(turn)).await.unwrap();
    }
    store.close_turn(&ask("d"), &answered("d")).await.unwrap();
    assert_eq!(store.stops_requested(&instance("one")).await.unwrap(), [ask("a")]);
    assert_eq!(store.stops_requested(&instance("two")).await.unwrap(), [ask("c")]);
    assert!(store.stops_requested(&instance("three")).await.unwrap().is_empty());
}

pub async fn orphans_are_given_oldest_first(store: Shared) {
    for turn in ["z", "m", "a"] {
        runs(&store, turn, turn).await;
    }
    assert_eq!(orphans(&store).await, ["z", "m", "a"]);
    let two = store.orphans(2).await.unwrap();
    assert_eq!(two.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), ["z", "m"]);
    assert!(store.orphans(0).await.unwrap().is_empty());
    // Those of the living in between do not count towards the limit.
    store.beat(&instance("z"), LONG).await.unwrap();
    assert_eq!(store.orphans(1).await.unwrap()[0].id, ask("m"));
}
