//! The server does what the doc says, asked by a plain HTTP client.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::{Value as Json, json};
use std::time::Duration;
use vouch_testing::{Chunking, ModelServer, Script, Turn};

async fn post(url: &str, body: &Json) -> (u16, String) {
    let response = reqwest_client().post(url).body(body.to_string()).send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

fn reqwest_client() -> reqwest::Client {
    drop(rustls::crypto::ring::default_provider().install_default());
    reqwest::Client::builder().no_proxy().build().unwrap()
}

#[tokio::test]
async fn a_turn_is_written_in_each_format_streaming_or_not() {
    let server = ModelServer::start(Script::always(Turn::text("hello").chunking(Chunking::Every(9)))).await;
    for (path, whole, event) in [
        ("/v1/messages", "/content/0/text", "content_block_delta"),
        ("/v1/chat/completions", "/choices/0/message/content", "chat.completion.chunk"),
        ("/v1/responses", "/output/0/content/0/text", "response.output_text.delta"),
    ] {
        let url = format!("{}{path}", server.url());
        let (status, text) = post(&url, &json!({"model": "m"})).await;
        let json: Json = serde_json::from_str(&text).unwrap();
        assert_eq!((status, json.pointer(whole)), (200, Some(&json!("hello"))), "{path}");
        let (_, text) = post(&url, &json!({"model": "m", "stream": true})).await;
        assert!(text.contains(event), "{path}: {text}");
    }
    let models = reqwest_client().get(format!("{}/v1/models", server.url())).send().await.unwrap();
    assert!(models.text().await.unwrap().contains("\"data\""));
    assert_eq!(post(&format!("{}/nowhere", server.url()), &json!({})).await.0, 404);
}

#[tokio::test]
async fn a_server_that_forgets_counts_on_and_keeps_nothing() {
    let server =
        ModelServer::start_forgetting(Script::by(|request| Turn::text(format!("request {}", request.number)))).await;
    let url = format!("{}/v1/chat/completions", server.url());
    for number in 0..3 {
        assert!(post(&url, &json!({"model": "m"})).await.1.contains(&format!("request {number}")));
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn a_script_decides_by_what_is_asked() {
    let script = Script::rules().when("draft", Turn::text("SELECT 1")).otherwise(Turn::status(418, "what?"));
    let server = ModelServer::start(script).await;
    let url = format!("{}/v1/chat/completions", server.url());
    let ask = |text: &str| json!({"messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": text}]});
    assert!(post(&url, &ask("please draft")).await.1.contains("SELECT 1"));
    let (status, body) = post(&url, &ask("something else")).await;
    assert!(status == 418 && body.contains("what?"));
    let requests = server.requests();
    assert_eq!((requests[0].system().as_str(), requests[1].last_user().as_str()), ("be brief", "something else"));
    assert_eq!(requests[0].text(), "be brief\n\nplease draft");
}

#[tokio::test]
async fn it_counts_what_is_under_way_at_once() {
    let server = ModelServer::start(Script::always(Turn::text("x").latency(Duration::from_millis(300)))).await;
    let url = format!("{}/v1/messages", server.url());
    let body = json!({"stream": true});
    post(&url, &body).await;
    assert_eq!(server.max_in_flight(), 1);
    futures::future::join_all((0..4).map(|_| post(&url, &body))).await;
    assert_eq!((server.max_in_flight(), server.closed_early()), (4, 0));
}
