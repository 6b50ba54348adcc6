//! From settings to the right address with the right header.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{KEY, Provider, ask, call};
use vouch_llm::{ApiKind, ChatRequest, ProviderSettings, SecretString, complete, connect};
use vouch_testing::{Api, ModelServer, Script, Turn};

fn settings(vendor: &str, base_url: Option<String>) -> ProviderSettings {
    let model = Some("m".to_owned());
    ProviderSettings { vendor: vendor.to_owned(), base_url, model, ..ProviderSettings::default() }
}

#[tokio::test]
async fn azure_has_its_deployment_version_and_header() {
    let server = ModelServer::start(Script::always(Turn::text("ok"))).await;
    let base_url = format!("{}/openai/deployments/prod?api-version=2024-10-21", server.url());
    let api_key = Some(SecretString::from(KEY.to_owned()));
    let model = connect(ProviderSettings { api_key, ..settings("azure", Some(base_url)) }).unwrap();
    complete(&*model, &ask("?"), &call()).await.unwrap();
    let request = &server.requests()[0];
    assert_eq!(request.path, "/openai/deployments/prod/chat/completions?api-version=2024-10-21");
    assert_eq!((request.header("api-key"), request.header("authorization")), (Some(KEY), None));
}

#[tokio::test]
async fn a_local_server_needs_no_key_and_takes_a_temperature() {
    let server = ModelServer::start(Script::always(Turn::text("ok"))).await;
    for vendor in ["ollama", "vllm", "llama.cpp", "lm-studio", "openai-compatible", "auto", ""] {
        let model = connect(settings(vendor, Some(format!("{}/v1/", server.url())))).unwrap();
        let request = ChatRequest { temperature: Some(0.5), ..ask("?") };
        complete(&*model, &request, &call()).await.unwrap();
        let request = server.requests().pop().unwrap();
        assert_eq!((request.api, request.path.as_str()), (Api::OpenaiChat, "/v1/chat/completions"), "{vendor}");
        assert_eq!(request.header("authorization"), None);
        assert_eq!((&request.body["temperature"], &request.body["max_tokens"]), (&0.5.into(), &500.into()));
    }
}

#[tokio::test]
async fn another_format_than_the_vendors_usual_one_can_be_chosen() {
    let server = ModelServer::start(Script::always(Turn::text("ok"))).await;
    for (api, wanted) in [(ApiKind::Anthropic, Api::Anthropic), (ApiKind::OpenaiResponses, Api::OpenaiResponses)] {
        let chosen = ProviderSettings { api: Some(api), ..settings("openai-compatible", Some(server.url())) };
        assert_eq!(complete(&*connect(chosen).unwrap(), &ask("?"), &call()).await.unwrap().text, "ok");
        assert_eq!(server.requests().pop().unwrap().api, wanted);
    }
}

#[test]
fn what_is_missing_is_said() {
    let without_key = ProviderSettings { api_key: None, ..Provider::Anthropic.settings("http://127.0.0.1:9") };
    for (settings, code, says) in [
        (without_key, "MODEL_KEY", "none is set"),
        (settings("nobody", None), "MODEL_SETTINGS", "anthropic"),
        (settings("", None), "MODEL_SETTINGS", "known are"),
        (settings("openai-compatible", None), "MODEL_SETTINGS", "a base URL"),
        (settings("ollama", Some("localhost:11434".to_owned())), "MODEL_SETTINGS", "address"),
        (ProviderSettings { model: None, ..settings("ollama", None) }, "MODEL_SETTINGS", "a model"),
    ] {
        let shown = format!("{settings:?}");
        let error = connect(settings).err().unwrap();
        assert!(error.code() == code && error.to_string().contains(says), "{shown}: {error}");
    }
}

/// llama-cpp-python's server answers 500 where others answer 400; the message is its own.
#[tokio::test]
async fn a_server_that_fails_over_the_schema_is_asked_without_it() {
    let script = Script::by(|request| match request.body.get("response_format") {
        Some(format) if format["type"] == "json_schema" => Turn::status(
            500,
            "1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), \
             'msg': \"Input should be 'text' or 'json_object'\"}",
        ),
        _ => Turn::text("{}"),
    });
    let server = ModelServer::start(script).await;
    let model = connect(settings("openai-compatible", Some(server.url()))).unwrap();
    let output =
        Some(vouch_llm::OutputSchema { name: "x".into(), schema: serde_json::json!({"type": "object"}).into() });
    let request = ChatRequest { output, ..ask("?") };
    assert_eq!(complete(&*model, &request, &call()).await.unwrap().text, "{}");
    assert_eq!(complete(&*model, &request, &call()).await.unwrap().text, "{}");
    assert_eq!(server.requests().len(), 3, "refused once, and never asked for again");
}
