//! What every backend must do. A backend joins with one line: `conformance!(name, make);` where `make` is a function
//! that returns a fresh store and whatever must live as long as it.

use crate::samples::{answered, asking_back, failed, memory, new_session, without_rows};
use std::sync::Arc;
use vouch_model::{Answer, AskId, DatasetId, ErrorCode, Event, MemoryId, Outcome, SessionId, Stage, Status, TurnId};
use vouch_store::{Dataset, Remembered, RememberedBecause, Store, StoreError};

macro_rules! conformance {
    ($backend:ident, $make:expr) => {
        mod $backend {
            crate::conformance::conformance!(@each $make;
                sessions_come_back_as_they_went_in
                sessions_are_listed_by_latest_activity
                a_taken_session_id_is_refused
                deleting_a_session_takes_its_turns_along
                turns_and_events_keep_their_order
                events_resume_after_a_number
                concurrent_appends_get_numbers_without_gaps
                concurrent_turns_of_a_session_all_survive
                an_answer_survives_unchanged
                an_ended_turn_stays_as_it_ended
                a_turn_that_never_ended_has_no_answer
                history_holds_only_what_was_answered
                a_question_back_is_context_until_something_follows
                history_is_the_last_ones_oldest_first
                sessions_do_not_see_each_other
                unknown_ids_are_named_not_invented
                datasets_are_kept_replaced_and_deleted
                a_turn_is_found_by_its_id_and_by_its_answer
                memories_come_back_as_they_went_in
                a_memory_of_the_same_wording_is_replaced
                what_was_approved_is_not_replaced_by_what_was_confirmed
                tenants_never_see_each_others_memories
                memories_are_set_aside_counted_and_forgotten
                odd_texts_are_just_texts
            );
        }
    };
    (@each $make:expr; $($test:ident)*) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
        async fn $test() {
            let (store, _alive) = $make;
            crate::conformance::$test(std::sync::Arc::new(store)).await;
        })*
    };
}
pub(crate) use conformance;

type Shared = Arc<dyn Store>;

fn session(id: &str) -> SessionId {
    SessionId::from_text(id)
}

/// Opens a turn and, with an answer, ends it.
async fn turn(store: &Shared, in_session: &str, question: &str, answer: Option<Answer>) -> TurnId {
    let id = TurnId::new();
    store.open_turn(&session(in_session), &id, question).await.unwrap();
    if let Some(answer) = answer {
        store.close_turn(&id, &answer).await.unwrap();
    }
    id
}

async fn context(store: &Shared, in_session: &str, limit: usize) -> Vec<String> {
    let history = store.history(&session(in_session), limit).await.unwrap();
    history.into_iter().map(|exchange| exchange.question).collect()
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap()
}

pub async fn sessions_come_back_as_they_went_in(store: Shared) {
    let before = jiff::Timestamp::now();
    store.create_session(&new_session("a")).await.unwrap();
    let found = store.session(&session("a")).await.unwrap().unwrap();
    assert_eq!((found.title.as_str(), found.source.as_str(), found.turn_count), ("about a", "demo", 0));
    assert!(found.created_at >= before && found.created_at <= jiff::Timestamp::now());
    turn(&store, "a", "q", Some(answered("q"))).await;
    store.rename_session(&session("a"), "renamed").await.unwrap();
    let found = store.session(&session("a")).await.unwrap().unwrap();
    assert_eq!((found.title.as_str(), found.turn_count), ("renamed", 1));
    assert!(found.last_activity >= found.created_at);
}

pub async fn sessions_are_listed_by_latest_activity(store: Shared) {
    for id in ["a", "b", "c"] {
        store.create_session(&new_session(id)).await.unwrap();
    }
    turn(&store, "a", "q", None).await;
    let listed =
        |sessions: Vec<vouch_store::Session>| sessions.into_iter().map(|s| s.id.to_string()).collect::<Vec<_>>();
    assert_eq!(listed(store.sessions(10).await.unwrap()), ["a", "c", "b"]);
    assert_eq!(listed(store.sessions(1).await.unwrap()), ["a"]);
    assert_eq!(listed(store.sessions(0).await.unwrap()), [""; 0]);
}

pub async fn a_taken_session_id_is_refused(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let again = store.create_session(&new_session("a")).await.unwrap_err();
    assert!(matches!(again, StoreError::Conflict { .. }), "{again:?}");
}

pub async fn deleting_a_session_takes_its_turns_along(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let id = turn(&store, "a", "q", None).await;
    store.append_event(&id, &Event::Status { status: Status::Understanding }).await.unwrap();
    assert!(store.delete_session(&session("a")).await.unwrap());
    assert!(store.session(&session("a")).await.unwrap().is_none());
    assert!(matches!(store.events(&id, 0).await, Err(StoreError::NotFound { .. })));
    assert!(!store.delete_session(&session("a")).await.unwrap());
    // The id is free again, and nothing of the old session shows.
    store.create_session(&new_session("a")).await.unwrap();
    assert!(store.turns(&session("a")).await.unwrap().is_empty());
}

pub async fn turns_and_events_keep_their_order(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    // Ids that sort against the order of asking.
    let (late, early) = (TurnId::from_text("z"), TurnId::from_text("b"));
    store.open_turn(&session("a"), &late, "first").await.unwrap();
    store.open_turn(&session("a"), &early, "second").await.unwrap();
    let questions: Vec<_> = store.turns(&session("a")).await.unwrap().into_iter().map(|t| t.question).collect();
    assert_eq!(questions, ["first", "second"]);

    let events = [
        Event::Status { status: Status::Understanding },
        Event::StageStarted { stage: Stage::Frame },
        Event::StageEnded { stage: Stage::Frame, millis: 1.25 },
        Event::Drafted { attempt: 1, sql: "SELECT 1".into() },
        Event::Done { answer: Box::new(answered("first")) },
    ];
    for (expected, event) in (1..).zip(&events) {
        assert_eq!(store.append_event(&late, event).await.unwrap(), expected);
    }
    // Numbers are the turn's own.
    assert_eq!(store.append_event(&early, &events[0]).await.unwrap(), 1);
    let stored = store.events(&late, 0).await.unwrap();
    assert_eq!(stored.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    for ((_, stored), sent) in stored.iter().zip(&events) {
        assert_eq!(json(stored), json(sent));
    }
}

pub async fn events_resume_after_a_number(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let id = turn(&store, "a", "q", None).await;
    for attempt in 1..=5 {
        store.append_event(&id, &Event::Drafted { attempt, sql: String::new() }).await.unwrap();
    }
    let numbers = |events: Vec<(u64, Event)>| events.into_iter().map(|(n, _)| n).collect::<Vec<_>>();
    assert_eq!(numbers(store.events(&id, 3).await.unwrap()), [4, 5]);
    assert_eq!(numbers(store.events(&id, 5).await.unwrap()), [0; 0]);
    assert_eq!(numbers(store.events(&id, u64::MAX).await.unwrap()), [0; 0]);
}

pub async fn concurrent_appends_get_numbers_without_gaps(store: Shared) {
    const WRITERS: u64 = 8;
    const EACH: u64 = 25;
    store.create_session(&new_session("a")).await.unwrap();
    let id = turn(&store, "a", "q", None).await;
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let (store, id) = (Arc::clone(&store), id.clone());
        writers.spawn(async move {
            let mut numbers = vec![];
            for attempt in 0..EACH {
                let event = Event::Drafted { attempt: attempt as u32, sql: writer.to_string() };
                numbers.push(store.append_event(&id, &event).await.unwrap());
            }
            assert!(numbers.is_sorted(), "a writer's own events keep their order: {numbers:?}");
            numbers
        });
    }
    let mut given: Vec<u64> = writers.join_all().await.into_iter().flatten().collect();
    given.sort_unstable();
    assert_eq!(given, (1..=WRITERS * EACH).collect::<Vec<_>>());
    assert_eq!(store.events(&id, 0).await.unwrap().len() as u64, WRITERS * EACH);
}

pub async fn concurrent_turns_of_a_session_all_survive(store: Shared) {
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
    let mut questions: Vec<_> = store.turns(&session("a")).await.unwrap().into_iter().map(|t| t.question).collect();
    assert_eq!(context(&store, "a", 100).await, questions, "history has the order of the turns");
    questions.sort();
    questions.dedup();
    assert_eq!(questions.len(), 20);
}

pub async fn an_answer_survives_unchanged(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let answer = answered("q");
    turn(&store, "a", "q", Some(answer.clone())).await;
    let turns = store.turns(&session("a")).await.unwrap();
    assert_eq!(json(turns[0].answer.as_ref().unwrap()), json(&answer));
    assert_eq!(turns[0].answer.as_ref().unwrap().results, answer.results);
}

pub async fn an_ended_turn_stays_as_it_ended(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let id = turn(&store, "a", "q", Some(without_rows("q", Outcome::Stopped))).await;
    let again = store.close_turn(&id, &answered("q")).await.unwrap_err();
    assert!(matches!(again, StoreError::Conflict { .. }), "{again:?}");
    let turns = store.turns(&session("a")).await.unwrap();
    assert_eq!(turns[0].answer.as_ref().unwrap().outcome, Outcome::Stopped);
    assert!(context(&store, "a", 10).await.is_empty());
}

pub async fn a_turn_that_never_ended_has_no_answer(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    turn(&store, "a", "cut off", None).await;
    let turns = store.turns(&session("a")).await.unwrap();
    assert!(turns[0].answer.is_none());
    assert!(context(&store, "a", 10).await.is_empty());
}

pub async fn history_holds_only_what_was_answered(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let declined =
        Outcome::Declined { code: ErrorCode::NotReadOnly, message: "only reads".into(), suggestions: vec![] };
    turn(&store, "a", "good", Some(answered("good"))).await;
    turn(&store, "a", "bad", Some(failed("bad"))).await;
    turn(&store, "a", "harmful", Some(without_rows("harmful", declined))).await;
    turn(&store, "a", "stopped", Some(without_rows("stopped", Outcome::Stopped))).await;
    turn(&store, "a", "running", None).await;
    let history = store.history(&session("a"), 10).await.unwrap();
    assert_eq!(history.len(), 1);
    let exchange = &history[0];
    assert_eq!(exchange.question, "good");
    assert_eq!(exchange.standalone, "good, in full");
    assert_eq!(exchange.sql.as_deref(), Some("SELECT city, amount FROM sales"));
    assert_eq!(exchange.results_summary, "3 rows, columns: city, amount");
    assert_eq!(exchange.reading, Some(serde_json::json!({"measure": "amount"})));
    assert_eq!(exchange.pending, None);
}

pub async fn a_question_back_is_context_until_something_follows(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    turn(&store, "a", "first", Some(answered("first"))).await;
    turn(&store, "a", "vague", Some(asking_back("vague"))).await;
    assert_eq!(context(&store, "a", 10).await, ["first", "vague"]);
    let history = store.history(&session("a"), 10).await.unwrap();
    assert_eq!(history[1].pending.as_ref().unwrap().question, "vague");
    // A turn that is still running has not answered it yet.
    let running = turn(&store, "a", "net", None).await;
    assert_eq!(context(&store, "a", 10).await, ["first", "vague"]);
    store.close_turn(&running, &answered("net")).await.unwrap();
    assert_eq!(context(&store, "a", 10).await, ["first", "net"]);
    // What failed was the answer to it, too: the next message is not.
    turn(&store, "a", "vague again", Some(asking_back("vague again"))).await;
    turn(&store, "a", "nonsense", Some(failed("nonsense"))).await;
    assert_eq!(context(&store, "a", 10).await, ["first", "net"]);
}

pub async fn history_is_the_last_ones_oldest_first(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    for question in ["1", "2", "3", "4"] {
        turn(&store, "a", question, Some(answered(question))).await;
        turn(&store, "a", "bad", Some(failed("bad"))).await;
    }
    assert_eq!(context(&store, "a", 3).await, ["2", "3", "4"]);
    assert_eq!(context(&store, "a", 0).await, [""; 0]);
    assert_eq!(context(&store, "a", usize::MAX).await, ["1", "2", "3", "4"]);
}

pub async fn sessions_do_not_see_each_other(store: Shared) {
    for id in ["a", "b"] {
        store.create_session(&new_session(id)).await.unwrap();
        turn(&store, id, id, Some(answered(id))).await;
    }
    assert_eq!(context(&store, "a", 10).await, ["a"]);
    assert_eq!(store.turns(&session("b")).await.unwrap().len(), 1);
    store.delete_session(&session("a")).await.unwrap();
    assert_eq!(context(&store, "b", 10).await, ["b"]);
}

pub async fn unknown_ids_are_named_not_invented(store: Shared) {
    let (nobody, nothing) = (session("nobody"), TurnId::from_text("nothing"));
    assert!(store.session(&nobody).await.unwrap().is_none());
    assert!(store.history(&nobody, 3).await.unwrap().is_empty());
    let errors = [
        store.turns(&nobody).await.map(drop),
        store.rename_session(&nobody, "x").await,
        store.open_turn(&nobody, &TurnId::new(), "q").await,
        store.append_event(&nothing, &Event::Status { status: Status::Failed }).await.map(drop),
        store.events(&nothing, 0).await.map(drop),
        store.close_turn(&nothing, &answered("q")).await,
    ];
    for error in errors.map(Result::unwrap_err) {
        assert_eq!(error.code(), ErrorCode::NotFound);
        assert!(error.to_string().contains("nobody") || error.to_string().contains("nothing"), "{error}");
    }
}

pub async fn datasets_are_kept_replaced_and_deleted(store: Shared) {
    let dataset = |id: &str, tables: &[&str]| Dataset {
        id: DatasetId::from_text(id),
        name: format!("{id}.csv"),
        path: format!("datasets/{id}.duckdb"),
        created_at: jiff::Timestamp::now(),
        tables: tables.iter().map(|t| t.to_string()).collect(),
    };
    let (first, second) = (dataset("first", &["a"]), dataset("second", &["b", "c"]));
    store.put_dataset(&first).await.unwrap();
    store.put_dataset(&second).await.unwrap();
    assert_eq!(store.datasets().await.unwrap(), [second.clone(), first.clone()]);
    let changed = Dataset { name: "renamed".into(), ..first.clone() };
    store.put_dataset(&changed).await.unwrap();
    assert_eq!(store.dataset(&first.id).await.unwrap(), Some(changed.clone()));
    assert_eq!(store.datasets().await.unwrap(), [second.clone(), changed]);
    assert!(store.delete_dataset(&first.id).await.unwrap());
    assert!(!store.delete_dataset(&first.id).await.unwrap());
    assert_eq!(store.dataset(&first.id).await.unwrap(), None);
    assert_eq!(store.datasets().await.unwrap(), [second]);
}

pub async fn a_turn_is_found_by_its_id_and_by_its_answer(store: Shared) {
    store.create_session(&new_session("a")).await.unwrap();
    let (answer, early) = (answered("q"), answered("still running"));
    let id = turn(&store, "a", "q", Some(answer.clone())).await;
    let (of, found) = store.turn(&id).await.unwrap().unwrap();
    assert_eq!((of, found.question.as_str()), (session("a"), "q"));
    assert_eq!(json(&found.answer.unwrap()), json(&answer));
    assert_eq!(store.turn_of_answer(&answer.id).await.unwrap(), Some(id.clone()));

    // The answer counts as soon as it is stored, not only once the turn is closed.
    let running = turn(&store, "a", "q", None).await;
    assert!(store.turn(&running).await.unwrap().unwrap().1.answer.is_none());
    store.append_event(&running, &Event::Done { answer: Box::new(early.clone()) }).await.unwrap();
    assert_eq!(store.turn_of_answer(&early.id).await.unwrap(), Some(running));

    assert!(store.turn(&TurnId::from_text("nothing")).await.unwrap().is_none());
    assert_eq!(store.turn_of_answer(&AskId::from_text("nothing")).await.unwrap(), None);
    store.delete_session(&session("a")).await.unwrap();
    assert!(store.turn(&id).await.unwrap().is_none());
    assert_eq!(store.turn_of_answer(&answer.id).await.unwrap(), None);
}

async fn memories(store: &Shared, tenant: Option<&str>) -> Vec<Remembered> {
    store.remembered("demo", tenant).await.unwrap()
}

pub async fn memories_come_back_as_they_went_in(store: Shared) {
    let first = memory("how many orders", None);
    let second = Remembered {
        why: RememberedBecause::Approved,
        uses: 7,
        set_aside: true,
        sql: "SELECT 'Łódź' -- \"x\"\n".into(),
        ..memory("revenue", None)
    };
    store.remember(&first).await.unwrap();
    store.remember(&second).await.unwrap();
    store.remember(&Remembered { source: "other".into(), ..memory("how many orders", None) }).await.unwrap();
    assert_eq!(memories(&store, None).await, [second, first]);
    assert_eq!(store.remembered("other", None).await.unwrap().len(), 1);
    assert!(store.remembered("nobody", None).await.unwrap().is_empty());
}

pub async fn a_memory_of_the_same_wording_is_replaced(store: Shared) {
    let older = memory("q", None);
    let newer = Remembered { sql: "SELECT 2".into(), schema_version: "v2".into(), ..memory("q", None) };
    store.remember(&older).await.unwrap();
    store.remember(&memory("another", None)).await.unwrap();
    store.remember(&newer).await.unwrap();
    let kept = memories(&store, None).await;
    assert_eq!((kept.len(), &kept[0]), (2, &newer));
    // The same memory again is no conflict with itself; its id for another question is one.
    store.remember(&newer).await.unwrap();
    let other = Remembered { wording: "something else".into(), ..newer.clone() };
    assert!(matches!(store.remember(&other).await, Err(StoreError::Conflict { .. })));
    assert_eq!(memories(&store, None).await.len(), 2);
}

pub async fn what_was_approved_is_not_replaced_by_what_was_confirmed(store: Shared) {
    let approved = Remembered { why: RememberedBecause::Approved, ..memory("q", None) };
    store.remember(&memory("q", None)).await.unwrap();
    store.remember(&approved).await.unwrap();
    store.remember(&Remembered { sql: "SELECT 2".into(), ..memory("q", None) }).await.unwrap();
    assert_eq!(memories(&store, None).await, std::slice::from_ref(&approved));
    let corrected = Remembered { id: MemoryId::new(), sql: "SELECT 3".into(), ..approved };
    store.remember(&corrected).await.unwrap();
    assert_eq!(memories(&store, None).await, [corrected]);
}

pub async fn tenants_never_see_each_others_memories(store: Shared) {
    // An empty name is a tenant like any other, not the absence of one.
    let tenants = [None, Some(""), Some("acme"), Some("ACME"), Some("%"), Some("null")];
    for tenant in tenants {
        store.remember(&memory("q", tenant)).await.unwrap();
        store.remember(&memory("of all", tenant)).await.unwrap();
    }
    for tenant in tenants {
        let kept = memories(&store, tenant).await;
        assert_eq!(kept.len(), 2, "{tenant:?}");
        assert!(kept.iter().all(|m| m.tenant.as_deref() == tenant), "{tenant:?}");
    }
    assert!(memories(&store, Some("nobody")).await.is_empty());
}

pub async fn memories_are_set_aside_counted_and_forgotten(store: Shared) {
    let kept = memory("q", Some("acme"));
    store.remember(&kept).await.unwrap();
    store.set_memory_aside(&kept.id, true).await.unwrap();
    store.memory_used(&kept.id).await.unwrap();
    store.memory_used(&kept.id).await.unwrap();
    let changed = Remembered { uses: 2, set_aside: true, ..kept.clone() };
    assert_eq!(memories(&store, Some("acme")).await, [changed]);
    store.set_memory_aside(&kept.id, false).await.unwrap();
    assert!(!memories(&store, Some("acme")).await[0].set_aside);

    assert!(store.forget(&kept.id).await.unwrap());
    assert!(!store.forget(&kept.id).await.unwrap());
    assert!(memories(&store, Some("acme")).await.is_empty());
    for gone in [store.memory_used(&kept.id).await, store.set_memory_aside(&kept.id, true).await] {
        assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    }
}

pub async fn odd_texts_are_just_texts(store: Shared) {
    let odd = "'; DROP TABLE turns; -- \u{0}\u{1F600}\u{202E} \"x\" % _ \n";
    store.remember(&memory(odd, Some(odd))).await.unwrap();
    assert_eq!(memories(&store, Some(odd)).await[0].wording, odd);
    store.create_session(&new_session(odd)).await.unwrap();
    turn(&store, odd, odd, Some(answered(odd))).await;
    assert_eq!(context(&store, odd, 1).await, [odd]);
    assert_eq!(store.session(&session(odd)).await.unwrap().unwrap().id.as_str(), odd);
}
