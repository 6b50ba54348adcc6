use super::{Shared, begun, is_conflict, json, nothing, turn};
use crate::samples::{answered, ask, failed, instance, new_session, new_turn, session, without_rows};
use std::sync::Arc;
use vouch_model::{Answer, Chart, ErrorCode, Event, Outcome, ResultSet, Status};
use vouch_store::{StopRequest, Turn};

async fn questions(store: &Shared, of: &str) -> Vec<String> {
    store.turns(&session(of)).await.unwrap().into_iter().map(|t| t.question).collect()
}

async fn found(store: &Shared, id: &str) -> Turn {
    store.turn(&ask(id)).await.unwrap().unwrap()
}

pub async fn keep_the_order_of_asking(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    // Ids that sort against the order of asking.
    for id in ["z", "b", "y"] {
        store.open_turn(&new_turn(id, "a")).await.unwrap();
    }
    store.close_turn(&ask("b"), &answered("b")).await.unwrap();
    assert_eq!(questions(&store, "a").await, ["what is z?", "what is b?", "what is y?"]);
    assert_eq!(store.session(&session("a")).await.unwrap().unwrap().turn_count, 3);
}

pub async fn begin_with_nothing_and_end_with_everything(store: Shared) {
    let before = jiff::Timestamp::now();
    store.create_session(&new_session("a")).await.unwrap();
    store.open_turn(&new_turn("t", "a")).await.unwrap();
    let open = found(&store, "t").await;
    assert_eq!((open.id, open.session, open.instance), (ask("t"), session("a"), instance("one")));
    assert_eq!((open.question.as_str(), open.status), ("what is t?", Status::Understanding));
    assert!(open.started_at >= before && open.started_at <= jiff::Timestamp::now());
    assert!(open.closed_at.is_none() && open.answer.is_none() && !open.stop_requested);

    store.close_turn(&ask("t"), &failed("t")).await.unwrap();
    let closed = found(&store, "t").await;
    assert_eq!((closed.status, closed.started_at), (Status::Failed, open.started_at));
    assert!(closed.closed_at.unwrap() >= closed.started_at);
    assert!(closed.answer.is_some());
    let listed = store.turns(&session("a")).await.unwrap().remove(0);
    assert_eq!((listed.status, listed.closed_at), (closed.status, closed.closed_at));
}

pub async fn begin_together_with_their_session(store: Shared) {
    store.begin(&new_session("a"), &new_turn("t", "a")).await.unwrap();
    assert_eq!(questions(&store, "a").await, ["what is t?"]);
    assert_eq!(store.session(&session("a")).await.unwrap().unwrap().turn_count, 1);
    assert_eq!(found(&store, "t").await.session, session("a"));
    assert!(is_conflict(store.begin(&new_session("a"), &new_turn("u", "a")).await));
    assert!(store.turn(&ask("u")).await.unwrap().is_none());
    assert!(is_conflict(store.begin(&new_session("b"), &new_turn("t", "b")).await));
    assert_eq!(found(&store, "t").await.session, session("a"));
}

pub async fn end_together_with_what_happened_last(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    store.open_turn(&new_turn("t", "a")).await.unwrap();
    let status = |status| Event::Status { status };
    store.append_events(&ask("t"), &[status(Status::Searching)]).await.unwrap();
    let last = [status(Status::Executing), Event::Explaining { text: "so".into() }];
    store.finish_turn(&ask("t"), &last, &answered("t")).await.unwrap();
    let told: Vec<_> = store.events(&ask("t"), 0).await.unwrap();
    let numbers: Vec<u64> = told.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert!(matches!(told[1].1, Event::Status { status: Status::Executing }), "{told:?}");
    assert!(matches!(told[3].1, Event::Status { status: Status::Finished }), "{told:?}");
    assert!(matches!(told[4].1, Event::Done { .. }), "{told:?}");
    assert!(is_conflict(store.finish_turn(&ask("t"), &last, &answered("t")).await));
    assert_eq!(store.events(&ask("t"), 0).await.unwrap().len(), 5);
}

/// A store may keep what the answer has too only once; whoever reads the events must not notice.
pub async fn tell_the_rows_and_charts_that_were_told(store: Shared) {
    let id = begun(&store, "a").await;
    let chart = |title: &str| {
        let spec = serde_json::json!({"mark": "bar", "title": title});
        let chart = serde_json::json!({"chartType": "bar", "title": title, "description": "", "spec": spec});
        serde_json::from_value::<Box<Chart>>(chart).unwrap()
    };
    let answer = Answer { chart: Some(chart("sales")), ..answered("a") };
    let rows = answer.results.clone().unwrap();
    let fewer = ResultSet { rows: Vec::new(), ..rows.clone() };
    let told = [
        Event::Rows { results: fewer },
        Event::Rows { results: rows },
        Event::Chart { chart: chart("of an earlier draft") },
        Event::Chart { chart: chart("sales") },
        Event::Explaining { text: "so".into() },
    ];
    store.finish_turn(&id, &told, &answer).await.unwrap();
    let stored = store.events(&id, 0).await.unwrap();
    assert_eq!(stored.len(), told.len() + 2);
    for ((number, event), told) in stored.iter().zip(&told) {
        assert_eq!(json(event), json(told), "event {number}");
    }
    assert!(matches!(&stored.last().unwrap().1, Event::Done { answer: done } if json(done) == json(&answer)));
    assert_eq!(
        store.events(&id, 3).await.unwrap().first().map(|(number, e)| (*number, json(e))),
        Some((4, json(&told[3])))
    );
}

pub async fn a_taken_id_is_refused_wherever_it_was_used(store: Shared) {
    for id in ["a", "b"] {
        store.create_session(&new_session(id)).await.unwrap();
    }
    store.open_turn(&new_turn("t", "a")).await.unwrap();
    assert!(is_conflict(store.open_turn(&new_turn("t", "a")).await));
    assert!(is_conflict(store.open_turn(&new_turn("t", "b")).await));
    store.close_turn(&ask("t"), &answered("t")).await.unwrap();
    assert!(is_conflict(store.open_turn(&new_turn("t", "b")).await));
    assert!(store.turns(&session("b")).await.unwrap().is_empty());
    assert_eq!(store.session(&session("a")).await.unwrap().unwrap().turn_count, 1);
}

pub async fn end_once(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let id = turn(&store, "a", "q", Some(without_rows("q", Outcome::Stopped))).await;
    let before = store.turn(&id).await.unwrap().unwrap();
    assert!(is_conflict(store.close_turn(&id, &answered("q")).await));
    let after = store.turn(&id).await.unwrap().unwrap();
    assert_eq!(after.answer.unwrap().outcome, Outcome::Stopped);
    assert_eq!((after.status, after.closed_at), (Status::Stopped, before.closed_at));
    assert_eq!(store.events(&id, 0).await.unwrap().len(), 2);
}

pub async fn of_two_closers_one_wins(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    for round in 0..20 {
        let id = format!("t{round}");
        store.open_turn(&new_turn(&id, "a")).await.unwrap();
        let mut closers = tokio::task::JoinSet::new();
        for outcome in [Outcome::Answered, Outcome::Stopped] {
            let (store, id) = (Arc::clone(&store), ask(&id));
            let answer = without_rows("q", outcome.clone());
            closers.spawn(async move { store.close_turn(&id, &answer).await.is_ok().then_some(outcome) });
        }
        let winners: Vec<Outcome> = closers.join_all().await.into_iter().flatten().collect();
        assert_eq!(winners.len(), 1, "{winners:?}");
        let closed = found(&store, &id).await;
        assert_eq!(closed.answer.unwrap().outcome, winners[0]);
        assert_eq!(closed.status, winners[0].status());
        assert_eq!(store.events(&ask(&id), 0).await.unwrap().len(), 2);
    }
}

pub async fn the_one_ahead_is_the_open_one_before(store: Shared) {
    for id in ["a", "b"] {
        store.create_session(&new_session(id)).await.unwrap();
    }
    for (id, of) in [("1", "a"), ("other", "b"), ("2", "a"), ("3", "a")] {
        store.open_turn(&new_turn(id, of)).await.unwrap();
    }
    let ahead = async |id: &str| store.turn_ahead(&ask(id)).await.unwrap().map(|t| t.to_string());
    assert_eq!(ahead("1").await, None);
    assert_eq!(ahead("2").await.as_deref(), Some("1"));
    assert_eq!(ahead("3").await.as_deref(), Some("2"));
    assert_eq!(ahead("other").await, None);
    store.close_turn(&ask("2"), &failed("2")).await.unwrap();
    assert_eq!(ahead("3").await.as_deref(), Some("1"));
    store.close_turn(&ask("1"), &answered("1")).await.unwrap();
    assert_eq!(ahead("3").await, None);
    // It is about places, not about who is open: the one that has ended may ask, too.
    assert_eq!(ahead("2").await, None);
}

pub async fn concurrent_ones_of_a_session_all_survive(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let mut asks = tokio::task::JoinSet::new();
    for n in 0..20 {
        let store = Arc::clone(&store);
        asks.spawn(async move {
            let question = format!("q{n}");
            turn(&store, "a", &question, Some(answered(&question))).await;
        });
    }
    asks.join_all().await;
    let mut asked = questions(&store, "a").await;
    let last = turn(&store, "a", "last", None).await;
    let history = store.history(&last, 100).await.unwrap();
    assert_eq!(history.into_iter().map(|e| e.question).collect::<Vec<_>>(), asked, "in the order of the turns");
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), 20);
}

pub async fn an_answer_survives_unchanged(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let answer = answered("q");
    let id = turn(&store, "a", "q", Some(answer.clone())).await;
    assert_eq!(id, answer.id);
    for stored in [store.turn(&id).await.unwrap().unwrap(), store.turns(&session("a")).await.unwrap().remove(0)] {
        let stored = stored.answer.unwrap();
        assert_eq!(json(&stored), json(&answer));
        assert_eq!(stored.results, answer.results);
    }
}

pub async fn of_unknown_ids_are_named_not_invented(store: Shared) {
    begun(&store, "a").await;
    assert!(store.turn(&nothing()).await.unwrap().is_none());
    assert_eq!(store.request_stop(&nothing()).await.unwrap(), StopRequest::NoSuchTurn);
    let errors = [
        store.turn_ahead(&nothing()).await.map(drop),
        store.history(&nothing(), 3).await.map(drop),
        store.append_events(&nothing(), &[super::drafted(1)]).await.map(drop),
        store.events(&nothing(), 0).await.map(drop),
        store.close_turn(&nothing(), &answered("q")).await,
    ];
    for error in errors.map(Result::unwrap_err) {
        assert_eq!(error.code(), ErrorCode::NotFound);
        assert!(error.to_string().contains("nothing"), "{error}");
    }
    assert!(store.turn(&nothing()).await.unwrap().is_none());
}
