//! What every backend must do, by subject. A backend joins with one line: `conformance!(name, make);` where `make` is an
//! expression that gives a fresh store and whatever must live as long as it.

pub mod changes;
pub mod documents;
pub mod events;
pub mod history;
pub mod instances;
pub mod limits;
pub mod memories;
pub mod sessions;
pub mod turns;

use crate::samples::{ask, instance, new_session, session};
use std::sync::Arc;
use std::time::{Duration, Instant};
use vouch_model::{Answer, AskId, Event};
use vouch_store::{NewTurn, Store, StoreError};

macro_rules! conformance {
    ($backend:ident, $make:expr) => {
        mod $backend {
            crate::conformance::conformance!(@each $make; sessions:
                come_back_as_they_went_in
                are_listed_by_latest_activity
                are_listed_for_their_owner_and_by_kind
                are_found_by_title_and_question
                a_taken_id_is_refused
                deleting_one_takes_its_turns_along
                do_not_see_each_other
                are_expired_once_idle_for_too_long
                with_an_open_turn_are_not_idle
                of_unknown_ids_are_named_not_invented
            );
            crate::conformance::conformance!(@each $make; turns:
                keep_the_order_of_asking
                begin_with_nothing_and_end_with_everything
                begin_together_with_their_session
                end_together_with_what_happened_last
                tell_the_rows_and_charts_that_were_told
                a_taken_id_is_refused_wherever_it_was_used
                end_once
                of_two_closers_one_wins
                the_one_ahead_is_the_open_one_before
                concurrent_ones_of_a_session_all_survive
                an_answer_survives_unchanged
                of_unknown_ids_are_named_not_invented
            );
            crate::conformance::conformance!(@each $make; events:
                keep_their_order_and_their_own_numbers
                a_batch_has_consecutive_numbers
                resume_after_a_number
                a_status_becomes_the_turns
                closing_appends_the_last_two
                an_ended_turn_takes_no_more
                an_ending_is_refused_as_an_event
                concurrent_appends_get_numbers_without_gaps
                concurrent_batches_are_not_mixed
                appending_races_with_closing
            );
            crate::conformance::conformance!(@each $make; history:
                holds_only_what_was_answered
                a_question_back_is_context_until_something_follows
                is_the_last_ones_oldest_first
                looks_back_only_and_never_at_itself
            );
            crate::conformance::conformance!(@each $make; changes:
                a_watcher_wakes_when_events_come_and_when_the_turn_ends
                a_watcher_is_not_woken_by_other_turns
                a_stop_is_told_and_stays_asked
                a_stop_of_what_has_ended_or_never_was
                a_refused_write_wakes_nobody
            );
            crate::conformance::conformance!(@each $make; instances:
                that_are_alive_have_no_orphans
                leave_orphans_when_their_lease_is_over
                leave_orphans_when_they_say_goodbye
                that_never_beat_have_orphans
                are_told_of_their_own_stops
                orphans_are_given_oldest_first
            );
            crate::conformance::conformance!(@each $make; documents:
                are_kept_replaced_and_deleted
                are_listed_for_their_owner
                are_told_apart_by_kind
                records_come_back_as_they_went_in
                kept_texts_last_a_while
                kept_texts_are_told_apart_by_space
                of_many_who_keep_one_is_first
                the_audit_log_is_read_latest_first
            );
            crate::conformance::conformance!(@each $make; limits:
                grant_as_many_as_they_say
                count_each_bucket_by_itself
                open_again_when_the_window_has_passed
                never_grant_more_under_pressure
            );
            crate::conformance::conformance!(@each $make; memories:
                come_back_as_they_went_in
                of_the_same_wording_are_replaced
                that_were_approved_are_not_replaced_by_what_was_confirmed
                of_other_tenants_are_never_seen
                are_set_aside_counted_and_forgotten
                have_another_version_after_each_change
                of_one_wording_are_one_under_pressure
                odd_texts_are_just_texts
            );
        }
    };
    (@each $make:expr; $subject:ident: $($test:ident)*) => {
        mod $subject {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $test() {
                let (store, _alive) = $make;
                crate::conformance::$subject::$test(std::sync::Arc::new(store)).await;
            })*
        }
    };
}
pub(crate) use conformance;

pub type Shared = Arc<dyn Store>;

/// A session with one open turn, both by the same name.
async fn begun(store: &Shared, name: &str) -> AskId {
    store.create_session(&new_session(name)).await.unwrap();
    turn(store, name, name, None).await
}

/// Opens a turn and, with an answer, ends it.
async fn turn(store: &Shared, in_session: &str, question: &str, answer: Option<Answer>) -> AskId {
    let id = answer.as_ref().map_or_else(AskId::new, |answer| answer.id.clone());
    let new =
        NewTurn { id: id.clone(), session: session(in_session), question: question.into(), instance: instance("one") };
    store.open_turn(&new).await.unwrap();
    if let Some(answer) = answer {
        store.close_turn(&id, &answer).await.unwrap();
    }
    id
}

async fn append(store: &Shared, turn: &AskId, event: Event) -> u64 {
    store.append_events(turn, &[event]).await.unwrap()
}

fn drafted(attempt: u32) -> Event {
    Event::Drafted { attempt, sql: "SELECT 1".into() }
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap()
}

fn is_conflict<T>(outcome: Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Conflict { .. }))
}

/// What `look` gives once it gives something; time passes for stores at their own pace.
pub async fn in_time<T, F: Future<Output = Option<T>>>(what: &str, look: impl Fn() -> F) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "in 10 s: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn nothing() -> AskId {
    ask("nothing")
}
