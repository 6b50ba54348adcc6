//! What was recorded is played back, and what was not is refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{Provider, ask, call, for_every_provider, pieces};
use serde_json::json;
use std::sync::Arc;
use vouch_llm::{Call, ChatModel, ChatRequest, LlmError, Recording, Replay, complete};
use vouch_testing::{Script, Turn};

for_every_provider!(a_replay_gives_the_same_pieces);

async fn a_replay_gives_the_same_pieces(provider: Provider) {
    let folder = tempfile::tempdir().unwrap();
    let turn = Turn::tool_calls([("search", json!({"q": 1}))]).saying_first("Größer").thinking("hm");
    let (server, model) = provider.with(Script::always(turn)).await;
    let recording = Recording::new(model, folder.path()).unwrap();
    let told = pieces(&recording, &ask("?"), &call()).await;
    drop(server);
    let replay = Replay::open(folder.path()).unwrap();
    assert_eq!((replay.vendor(), replay.model()), (recording.vendor(), recording.model()));
    assert_eq!(pieces(&replay, &ask("?"), &call()).await, told);
    assert_eq!(told.1, None);
}

#[tokio::test]
async fn equal_requests_are_answered_in_their_order_and_no_further() {
    let folder = tempfile::tempdir().unwrap();
    let turns = [Turn::text("first"), Turn::text("other"), Turn::text("second"), Turn::status(401, "no")];
    let (_server, model) = Provider::Anthropic.with(Script::queue(turns)).await;
    let recording = Recording::new(model, folder.path()).unwrap();
    for question in ["same", "different", "same", "same"] {
        let _ = complete(&recording, &ask(question), &call()).await;
    }
    let replay = Replay::open(folder.path()).unwrap();
    let mut heard = Vec::new();
    for _ in 0..4 {
        heard.push(complete(&replay, &ask("same"), &call()).await.map(|reply| reply.text));
    }
    assert_eq!(heard[0].as_deref(), Ok("first"));
    assert_eq!(heard[1].as_deref(), Ok("second"));
    assert!(matches!(heard[2], Err(LlmError::Key { .. })), "{:?}", heard[2]);
    assert!(matches!(heard[3], Err(LlmError::Drift { .. })), "{:?}", heard[3]);
}

#[tokio::test]
async fn drift_says_what_differs_from_the_nearest() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, model) = Provider::OpenaiChat.with(Script::always(Turn::text("ok"))).await;
    let recording = Recording::new(model, folder.path()).unwrap();
    let long = "The table orders has the columns id, amount and day. Sum the amount by day of the week.";
    let draft = Call { purpose: "draft".to_owned(), ..call() };
    complete(&recording, &ask("something else entirely"), &call()).await.unwrap();
    complete(&recording, &ask(long), &draft).await.unwrap();
    let replay = Replay::open(folder.path()).unwrap();
    let changed = long.replace("by day of the week", "by month");
    let error = complete(&replay, &ask(&changed), &draft).await.unwrap_err().to_string();
    for part in ["'draft'", "number 2", "messages[0].text", "by day of", "by month"] {
        assert!(error.contains(part), "{part} is not in {error}");
    }
    assert!(error.len() < 400, "{error}");
    let hotter = ChatRequest { temperature: Some(1.0), ..ask(long) };
    let error = complete(&replay, &hotter, &draft).await.unwrap_err().to_string();
    assert!(error.contains("temperature: recorded \"null\", asked \"1.0\""), "{error}");
    let explain = Call { purpose: "explain".to_owned(), ..call() };
    let error = complete(&replay, &ask(long), &explain).await.unwrap_err().to_string();
    assert!(error.contains("no 'explain' was recorded"), "{error}");
    assert!(complete(&replay, &ask(long), &draft).await.is_ok(), "drift uses nothing up");
}

#[tokio::test]
async fn many_at_once_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let script = Script::by(|request| Turn::text(format!("answer to {}", request.last_user())));
    let (_server, model) = Provider::Anthropic.with(script).await;
    let recording = Arc::new(Recording::new(model, folder.path()).unwrap());
    let asks = (0..20).map(|n| {
        let recording = recording.clone();
        tokio::spawn(async move { complete(&*recording, &ask(&format!("question {n}")), &call()).await })
    });
    futures::future::join_all(asks).await;
    let names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 20);
    let mut numbers: Vec<&str> = names.iter().filter_map(|name| name.split('-').next()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!((numbers.len(), numbers.last()), (20, Some(&"0020")));
    assert!(names.iter().any(|name| name.starts_with("0001-test-") && name.ends_with(".json")), "{names:?}");
    let replay = Arc::new(Replay::open(folder.path()).unwrap());
    let replays = (0..20).map(|n| {
        let replay = replay.clone();
        tokio::spawn(async move { complete(&*replay, &ask(&format!("question {n}")), &call()).await.unwrap().text })
    });
    for (n, text) in futures::future::join_all(replays).await.into_iter().enumerate() {
        assert_eq!(text.unwrap(), format!("answer to question {n}"));
    }
}

#[tokio::test]
async fn numbers_go_on_in_a_folder_that_is_there_already() {
    let folder = tempfile::tempdir().unwrap();
    for run in 1..=2 {
        let (_server, model) = Provider::Anthropic.with(Script::always(Turn::text("ok"))).await;
        let recording = Recording::new(model, folder.path()).unwrap();
        complete(&recording, &ask("?"), &call()).await.unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), run);
    }
}

#[tokio::test]
async fn an_exchange_that_broke_breaks_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, model) = Provider::Anthropic.with(Script::always(Turn::text("cut off").unfinished())).await;
    let recording = Recording::new(model, folder.path()).unwrap();
    let told = pieces(&recording, &ask("?"), &call()).await;
    assert!(told.1.is_some() && !told.0.is_empty());
    let replay = Replay::open(folder.path()).unwrap();
    assert_eq!(pieces(&replay, &ask("?"), &call()).await, told);
}

#[test]
fn a_folder_without_a_recording_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Replay::open(folder.path()).err().unwrap().code(), "MODEL_SETTINGS");
    assert_eq!(Replay::open(folder.path().join("nowhere")).err().unwrap().code(), "MODEL_SETTINGS");
    std::fs::write(folder.path().join("0001-x-0.json"), "{").unwrap();
    assert_eq!(Replay::open(folder.path()).err().unwrap().code(), "MODEL_SETTINGS");
}
