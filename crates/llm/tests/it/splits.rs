//! Wherever the network cuts a reply, the same pieces come out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{Provider, ask, call, for_every_provider};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::json;
use vouch_llm::{Reply, complete};
use vouch_testing::{Chunking, Script, Turn};

for_every_provider!(every_byte_alone, characters_cut_in_half, pieces_of_chance);

const SAID: &str = "Zürich, 東京 and 🌇🇧🇷: naïve \u{2028} \"quotes\" \\ and\nlines\r\nof both kinds.";

fn turn() -> Turn {
    Turn::tool_calls([("search", json!({"q": "Ærøskøbing 東"})), ("look", json!({"at": ["ü"]}))])
        .saying_first(SAID)
        .thinking("Größe…")
        .delta(5)
}

async fn heard(provider: Provider, chunking: Chunking) -> Reply {
    let (_server, model) = provider.with(Script::always(turn().chunking(chunking))).await;
    complete(&*model, &ask("?"), &call()).await.unwrap()
}

async fn same_as_whole(provider: Provider, chunking: Chunking) {
    let whole = heard(provider, Chunking::Whole).await;
    assert_eq!((whole.text.as_str(), whole.thinking.as_str(), whole.tool_calls.len()), (SAID, "Größe…", 2));
    assert_eq!(heard(provider, chunking).await, whole);
}

async fn every_byte_alone(provider: Provider) {
    same_as_whole(provider, Chunking::Every(1)).await;
}

async fn characters_cut_in_half(provider: Provider) {
    same_as_whole(provider, Chunking::SplitUtf8).await;
}

async fn pieces_of_chance(provider: Provider) {
    for seed in 0..10 {
        same_as_whole(provider, Chunking::Random(seed)).await;
    }
}

#[test]
fn any_cuts_at_all() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for provider in Provider::ALL {
        let whole = runtime.block_on(heard(provider, Chunking::Whole));
        let cuts = prop::collection::vec(0..6000usize, 0..60);
        let mut runner = TestRunner::new(ProptestConfig::with_cases(60));
        let outcome = runner.run(&cuts, |cuts| {
            let reply = runtime.block_on(heard(provider, Chunking::At(cuts)));
            prop_assert_eq!(&reply, &whole);
            Ok(())
        });
        assert!(outcome.is_ok(), "{provider:?}: {outcome:?}");
    }
}
