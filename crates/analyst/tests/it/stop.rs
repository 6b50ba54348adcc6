//! Stopping, in every stage: the answer is `stopped`, at once, and the connection to the model is closed.

use crate::support::{Shop, explain, frame, hang, later, request, sql};
use std::time::{Duration, Instant};
use vouch_model::{Outcome, Status};

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_in_any_stage_closes_the_connection_within_a_second() {
    let fees = || sql("SELECT sum(fee) AS total_fee FROM orders");
    let cases = [
        ("frame", vec![hang("frame"), fees()]),
        ("draft", vec![frame("TEXT_TO_SQL", 0.9), hang("draft")]),
        (
            "diagnose",
            vec![frame("TEXT_TO_SQL", 0.9), sql("SELECT CAST(city AS INTEGER) AS c FROM orders"), hang("diagnose")],
        ),
        ("repair", vec![frame("TEXT_TO_SQL", 0.9), sql("SELECT nothing_like_it FROM orders"), hang("repair")]),
        ("explain", vec![frame("TEXT_TO_SQL", 0.9), fees(), hang("explain")]),
    ];
    for (stage, script) in cases {
        let shop = Shop::new().await;
        let since = Instant::now();
        let told = shop.ask_and_stop(request("what are the fees?"), script, Duration::from_millis(400)).await;
        assert_eq!(told.answer.outcome, Outcome::Stopped, "{stage}");
        assert!(since.elapsed() < Duration::from_millis(1_400), "{stage}: {:?}", since.elapsed());
        assert!(!told.sent(stage).is_empty(), "{stage} was reached");
        told.wait_until_closed(Duration::from_secs(1)).await;
        let last = told.statuses();
        assert_eq!(last.last(), Some(&Status::Stopped), "{stage}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_statement_is_interrupted() {
    let endless = "SELECT count(*) AS n FROM range(1000000) a, range(1000000) b, range(1000) c \
                   WHERE a.range + b.range = -c.range";
    let shop = Shop::new().await;
    let script = vec![frame("TEXT_TO_SQL", 0.9), sql(endless), explain("Never said.")];
    let since = Instant::now();
    let told = shop.ask_and_stop(request("what are the fees?"), script, Duration::from_millis(600)).await;
    assert_eq!(told.answer.outcome, Outcome::Stopped);
    assert!(since.elapsed() < Duration::from_millis(1_700), "{:?}", since.elapsed());
    assert!(told.sent("explain").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_back_drops_the_draft_that_was_under_way() {
    let shop = Shop::new().await;
    let back = later(
        "frame",
        r#"{"intent": "CLARIFICATION_NEEDED", "confidence": 0.9, "is_followup": false, "standalone_question": "q",
            "clarification": {"reason": "two readings", "questions": ["Which?"], "choices": []}}"#,
    );
    let since = Instant::now();
    let told = shop.ask(request("show recent ones"), [back, hang("draft")]).await;
    assert!(matches!(told.answer.outcome, Outcome::Clarify { .. }));
    assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    told.wait_until_closed(Duration::from_secs(1)).await;
}
