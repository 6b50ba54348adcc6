use super::{Shared, append, begun, drafted, is_conflict, json};
use crate::samples::{answered, ask, new_session, new_turn, without_rows};
use std::sync::Arc;
use std::time::{Duration, Instant};
use vouch_model::{AskId, Event, Outcome, Stage, Status};

async fn numbers(store: &Shared, turn: &AskId, after: u64) -> Vec<u64> {
    store.events(turn, after).await.unwrap().into_iter().map(|(number, _)| number).collect()
}

pub async fn keep_their_order_and_their_own_numbers(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    for id in ["first", "second"] {
        store.open_turn(&new_turn(id, "a")).await.unwrap();
    }
    let sent = [
        Event::Status { status: Status::Understanding },
        Event::StageStarted { stage: Stage::Frame },
        Event::StageEnded { stage: Stage::Frame, millis: 1.25 },
        Event::Thinking { text: "Łódź \u{0} \"x\"\n\u{1F600}".into() },
        drafted(1),
    ];
    for (expected, event) in (1..).zip(&sent) {
        assert_eq!(append(&store, &ask("first"), event.clone()).await, expected);
    }
    assert_eq!(append(&store, &ask("second"), sent[0].clone()).await, 1);
    let stored = store.events(&ask("first"), 0).await.unwrap();
    assert_eq!(stored.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    for ((_, stored), sent) in stored.iter().zip(&sent) {
        assert_eq!(json(stored), json(sent));
    }
}

pub async fn a_batch_has_consecutive_numbers(store: Shared) {
    let id = begun(&store, "a").await;
    assert_eq!(store.append_events(&id, &[drafted(1), drafted(2), drafted(3)]).await.unwrap(), 3);
    assert_eq!(store.append_events(&id, &[drafted(4)]).await.unwrap(), 4);
    // None at all is no event, and says where the turn stands.
    assert_eq!(store.append_events(&id, &[]).await.unwrap(), 4);
    assert_eq!(numbers(&store, &id, 0).await, [1, 2, 3, 4]);
}

pub async fn resume_after_a_number(store: Shared) {
    let id = begun(&store, "a").await;
    assert_eq!(numbers(&store, &id, 0).await, [0; 0]);
    store.append_events(&id, &[drafted(1), drafted(2), drafted(3), drafted(4), drafted(5)]).await.unwrap();
    assert_eq!(numbers(&store, &id, 3).await, [4, 5]);
    assert_eq!(numbers(&store, &id, 5).await, [0; 0]);
    assert_eq!(numbers(&store, &id, u64::MAX).await, [0; 0]);
}

pub async fn a_status_becomes_the_turns(store: Shared) {
    let id = begun(&store, "a").await;
    let status = |status| Event::Status { status };
    store.append_events(&id, &[status(Status::Searching), status(Status::Generating), drafted(1)]).await.unwrap();
    assert_eq!(store.turn(&id).await.unwrap().unwrap().status, Status::Generating);
    append(&store, &id, drafted(2)).await;
    assert_eq!(store.turn(&id).await.unwrap().unwrap().status, Status::Generating);
    append(&store, &id, status(Status::Executing)).await;
    assert_eq!(store.turn(&id).await.unwrap().unwrap().status, Status::Executing);
}

pub async fn closing_appends_the_last_two(store: Shared) {
    let id = begun(&store, "a").await;
    append(&store, &id, drafted(1)).await;
    let answer = answered("a");
    store.close_turn(&id, &answer).await.unwrap();
    let stored = store.events(&id, 1).await.unwrap();
    assert_eq!(stored.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [2, 3]);
    assert!(matches!(stored[0].1, Event::Status { status: Status::Finished }), "{stored:?}");
    let Event::Done { answer: done } = &stored[1].1 else { panic!("{stored:?}") };
    assert_eq!(json(done), json(&answer));
    // Whoever resumes between the two sees the second.
    assert_eq!(numbers(&store, &id, 2).await, [3]);
}

pub async fn an_ended_turn_takes_no_more(store: Shared) {
    let id = begun(&store, "a").await;
    store.close_turn(&id, &without_rows("a", Outcome::Stopped)).await.unwrap();
    assert!(is_conflict(store.append_events(&id, &[drafted(1)]).await));
    assert!(is_conflict(store.append_events(&id, &[Event::Status { status: Status::Executing }]).await));
    assert_eq!(numbers(&store, &id, 0).await, [1, 2]);
    assert_eq!(store.turn(&id).await.unwrap().unwrap().status, Status::Stopped);
}

/// A final status without an answer would be a turn that has ended and has not.
pub async fn an_ending_is_refused_as_an_event(store: Shared) {
    let id = begun(&store, "a").await;
    let endings = [
        Event::Status { status: Status::Finished },
        Event::Status { status: Status::Failed },
        Event::Status { status: Status::Stopped },
        Event::Done { answer: std::sync::Arc::new(answered("a")) },
    ];
    for ending in endings {
        assert!(store.append_events(&id, &[drafted(1), ending.clone()]).await.is_err(), "{ending:?}");
    }
    // All of them or none.
    assert_eq!(numbers(&store, &id, 0).await, [0; 0]);
    assert!(store.turn(&id).await.unwrap().unwrap().answer.is_none());
}

pub async fn concurrent_appends_get_numbers_without_gaps(store: Shared) {
    const WRITERS: u32 = 16;
    const EACH: u32 = 25;
    let id = begun(&store, "a").await;
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let (store, id) = (Arc::clone(&store), id.clone());
        writers.spawn(async move {
            let mut given = vec![];
            for attempt in 0..EACH {
                given.push(append(&store, &id, Event::Drafted { attempt, sql: writer.to_string() }).await);
            }
            assert!(given.is_sorted(), "a writer's own events keep their order: {given:?}");
            given
        });
    }
    let mut given: Vec<u64> = writers.join_all().await.into_iter().flatten().collect();
    given.sort_unstable();
    let expected: Vec<u64> = (1..=u64::from(WRITERS * EACH)).collect();
    assert_eq!(given, expected);
    assert_eq!(numbers(&store, &id, 0).await, expected);
}

pub async fn concurrent_batches_are_not_mixed(store: Shared) {
    let id = begun(&store, "a").await;
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..16 {
        let (store, id) = (Arc::clone(&store), id.clone());
        writers.spawn(async move {
            let batch: Vec<Event> = (0..5).map(|attempt| Event::Drafted { attempt, sql: writer.to_string() }).collect();
            (store.append_events(&id, &batch).await.unwrap(), writer.to_string())
        });
    }
    let ends = writers.join_all().await;
    let stored = store.events(&id, 0).await.unwrap();
    assert_eq!(stored.len(), 16 * 5);
    for (last, writer) in ends {
        let batch = &stored[last as usize - 5..last as usize];
        for (expected, (_, event)) in (0..).zip(batch) {
            assert!(matches!(event, Event::Drafted { attempt, sql } if *attempt == expected && *sql == writer));
        }
    }
}

/// Whatever was appended before the end is there, and nothing after it.
pub async fn appending_races_with_closing(store: Shared) {
    let id = begun(&store, "a").await;
    let writer = {
        let (store, id) = (Arc::clone(&store), id.clone());
        tokio::spawn(async move {
            let (start, mut acknowledged) = (Instant::now(), 0);
            while start.elapsed() < Duration::from_secs(10)
                && let Ok(number) = store.append_events(&id, &[drafted(1)]).await
            {
                acknowledged = number;
            }
            acknowledged
        })
    };
    tokio::time::sleep(Duration::from_millis(30)).await;
    store.close_turn(&id, &answered("a")).await.unwrap();
    let acknowledged = writer.await.unwrap();
    let stored = store.events(&id, 0).await.unwrap();
    assert_eq!(stored.len() as u64, acknowledged + 2);
    assert!(matches!(stored.last().unwrap().1, Event::Done { .. }));
}
