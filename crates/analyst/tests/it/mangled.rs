//! A thousand replies that no one would want: each gives an answer, a repair or a clear failure.

use crate::support::{Shop, Transcript, purpose, request};
use async_trait::async_trait;
use futures::StreamExt;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use vouch_llm::{Call, ChatModel, ChatRequest, ChatStream, Chunk, LlmError, Message, StopReason, TokenUsage};
use vouch_model::{CheckKind, Event, Outcome};

const REPLIES: usize = 1_000;

/// Says whatever it is told, in pieces.
struct Mangled(Mutex<Vec<String>>);

#[async_trait]
impl ChatModel for Mangled {
    fn vendor(&self) -> &str {
        "mangled"
    }

    fn model(&self) -> &str {
        "mangled"
    }

    async fn stream(&self, request: &ChatRequest, _call: &Call) -> Result<ChatStream, LlmError> {
        let Some(Message::User { text }) = request.messages.last() else { panic!("no message") };
        assert_ne!(purpose(text), "unknown");
        let reply = self.0.lock().unwrap().pop().unwrap_or_default();
        let pieces: Vec<String> = reply.chars().collect::<Vec<_>>().chunks(11).map(|c| c.iter().collect()).collect();
        let end =
            Chunk::End { stop: StopReason::Finished, usage: TokenUsage { input: 1, output: 1, ..Default::default() } };
        let chunks = pieces.into_iter().map(|text| Ok(Chunk::Text { text })).chain([Ok(end)]);
        Ok(futures::stream::iter(chunks.collect::<Vec<_>>()).boxed())
    }
}

fn good_reply() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        r#"{"intent": "TEXT_TO_SQL", "confidence": 0.9, "is_followup": false, "standalone_question": "q", "clarification": null}"#,
        r#"{"intent": "CLARIFICATION_NEEDED", "confidence": 0.9, "clarification": {"reason": "r", "questions": ["q?"], "choices": []}}"#,
        r#"{"sql": "SELECT sum(fee) AS fees FROM orders", "assumptions": ["a"]}"#,
        r#"{"sql": "DELETE FROM orders", "assumptions": []}"#,
        r#"{"sql": "SELECT * FROM read_csv('/etc/passwd')", "assumptions": []}"#,
        r#"{"error_type": "x", "root_cause": "c", "suggestion": "s"}"#,
        "The total fee is 60. Paris leads with 40.",
        "SELECT city, count(*) FROM orders GROUP BY city",
        "DROP TABLE orders; -- then SELECT 1",
    ])
    .prop_map(str::to_owned)
}

fn mangled_reply() -> impl Strategy<Value = String> {
    let mangle = |reply: String| {
        let length = reply.chars().count();
        prop_oneof![
            (0..=length).prop_map({
                let reply = reply.clone();
                move |end| reply.chars().take(end).collect::<String>()
            }),
            Just(format!("```json\n{reply}\n```")),
            Just(format!("```sql\n{reply}")),
            Just(format!("Of course! Here you go:\n{reply}\nAnything else?")),
            Just(reply.replace('"', "'")),
            Just(reply.replace("\": \"", "\": 7, \"")),
            Just(reply.replace('{', "{{").replace('}', "},}")),
            Just(format!("[{reply}, {reply}]")),
            Just(format!("{reply}{}", "x".repeat(200_000))),
            Just(reply.chars().flat_map(|c| [c, '\u{0}', '\u{1b}']).collect()),
            Just(reply.chars().rev().collect()),
            "\\PC{0,60}".prop_map({
                let reply = reply.clone();
                move |noise| format!("{noise}{reply}{noise}")
            }),
            Just(String::new()),
            Just(reply.clone()),
        ]
    };
    good_reply().prop_flat_map(mangle)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_mangled_replies_do_no_harm() {
    let shop = Shop::new().await;
    // The same thousand each time; a failing one can be found again.
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[42; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let replies: Vec<String> = (0..REPLIES).map(|_| mangled_reply().new_tree(&mut runner).unwrap().current()).collect();
    let model = Arc::new(Mangled(Mutex::new(replies)));
    let analyst = shop.analyst(model.clone());
    let mut answered = 0;
    while !model.0.lock().unwrap().is_empty() {
        let left = model.0.lock().unwrap().len();
        let events = Transcript::default();
        let asking = analyst.ask(request("what are the fees in total?"), Vec::new(), CancellationToken::new(), &events);
        let answer = tokio::time::timeout(Duration::from_secs(20), asking).await.expect("it hangs");
        assert!(model.0.lock().unwrap().len() < left, "every ask asks the model");
        match &answer.outcome {
            Outcome::Answered => {
                answered += 1;
                let sql = answer.sql.as_ref().unwrap().to_lowercase();
                assert!(sql.starts_with("select") || sql.starts_with("with"), "{sql}");
                assert!(answer.checks.iter().any(|c| c.kind == CheckKind::ReadOnly) || !answer.checks.is_empty());
            }
            Outcome::Clarify { clarification } => assert!(!clarification.questions.is_empty()),
            Outcome::Declined { message, .. } | Outcome::Failed { message, .. } => assert!(!message.is_empty()),
            Outcome::Stopped => panic!("nobody stopped it"),
        }
        // What was told is fit to be shown.
        for event in events.0.lock().unwrap().iter() {
            if let Event::Explaining { text } = event {
                assert!(
                    !text.contains('\u{0}') && text.chars().count() < 1_000,
                    "{}",
                    text.chars().take(200).collect::<String>()
                );
            }
        }
    }
    assert!(answered > 50, "the replies are not all hopeless: {answered}");
    let rows = analyst.run_sql("SELECT count(*) FROM orders", 10, CancellationToken::new()).await.unwrap().results.rows;
    assert_eq!(rows[0][0].as_f64(), Some(3.0));
}
