//! Recordings: an ask runs again without a network, and a request that has changed is noticed.

use crate::support::{Shop, Transcript, explain, frame, model_at, request, serve, sql};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_llm::{Recording, Replay};
use vouch_model::{ErrorCode, Event, ModelCall, Outcome};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_gives_the_same_answer_without_a_network() {
    let shop = Shop::new().await;
    let folder = tempfile::tempdir().unwrap();
    let script =
        [frame("TEXT_TO_SQL", 0.9), sql("SELECT sum(fee) AS total_fee FROM orders"), explain("The total fee is 60.")];
    let server = serve(script).await;
    let recording = Recording::new(model_at(&server), folder.path()).unwrap();
    let ask = |analyst: vouch_analyst::Analyst, question: &'static str| async move {
        let events = Transcript::default();
        let answer = analyst.ask(request(question), Vec::new(), CancellationToken::new(), &events).await;
        (answer, events.0.into_inner().unwrap())
    };
    let (first, events) = ask(shop.analyst(Arc::new(recording)), "what are the fees?").await;
    assert_eq!(first.outcome, Outcome::Answered);
    drop(server);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains("sk-ant"), "a key was recorded");
    }

    let replay = || Arc::new(Replay::open(folder.path()).unwrap());
    let (again, _) = ask(shop.analyst(replay()), "what are the fees?").await;
    assert_eq!((&again.sql, &again.results, &again.explanation), (&first.sql, &first.results, &first.explanation));
    assert_eq!(again.usage.input_tokens, first.usage.input_tokens);

    let (drifted, _) = ask(shop.analyst(replay()), "what are the fees, please?").await;
    let Outcome::Failed { code, message, .. } = &drifted.outcome else { panic!("{:?}", drifted.outcome) };
    assert_eq!(*code, ErrorCode::ReplayDrift);
    assert!(message.contains("please"), "{message}");

    // The trace that every answer keeps does as well as a folder.
    let calls: Vec<ModelCall> = events
        .into_iter()
        .filter_map(|event| match event {
            Event::ModelCalled { call } => Some(*call),
            _ => None,
        })
        .collect();
    assert_eq!(calls.len(), 3);
    let (traced, _) = ask(shop.analyst(Arc::new(Replay::of_calls(&calls))), "what are the fees?").await;
    assert_eq!((&traced.sql, &traced.results), (&first.sql, &first.results));
}
