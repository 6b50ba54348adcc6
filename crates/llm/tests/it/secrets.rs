//! The key is sent to the vendor and seen nowhere else.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{KEY, Provider, ask, call, for_every_provider, pieces};
use vouch_llm::{ProviderSettings, Recording, SecretString, complete, connect};
use vouch_testing::{ModelServer, Script, Turn};

for_every_provider!(the_key_is_sent, an_error_never_repeats_the_key, a_redirect_does_not_take_the_key_along);

async fn the_key_is_sent(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text("ok"))).await;
    complete(&*model, &ask("?"), &call()).await.unwrap();
    let request = &server.requests()[0];
    if provider == Provider::Anthropic {
        assert_eq!(request.header("x-api-key"), Some(KEY));
        assert_eq!(request.header("anthropic-version"), Some("2023-06-01"));
    } else {
        assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    }
}

/// The key, or any part of it long enough to be of use.
fn gives_away(text: &str, key: &str) -> bool {
    key.as_bytes().windows(8).any(|part| text.contains(std::str::from_utf8(part).unwrap()))
}

async fn an_error_never_repeats_the_key(provider: Provider) {
    for key in [KEY, "0123456789abcdef-azure-like", "eyJhbGciOi.JIUzI1NiJ9.token"] {
        let masked = format!("{}*****{}", &key[..9], &key[key.len() - 4..]);
        let said = [
            format!("Incorrect API key provided: {key}. Find yours at"),
            format!("bad key {masked}"),
            format!("{{\"key\":\"{key}\",\"twice\":\"{key}{key}\"}}"),
        ];
        for said in said {
            let turns = [
                Turn::status(401, said.clone()),
                Turn::status(500, said.clone()),
                Turn::text("").failing("invalid_request_error", &said),
                Turn::garbage(format!("data: {said}\n\n")),
                Turn::garbage(said.clone()).header("content-type", "text/plain"),
            ];
            for turn in turns {
                let server = ModelServer::start(Script::always(turn.clone())).await;
                let mut settings = provider.settings(&server.url());
                settings.api_key = Some(SecretString::from(key.to_owned()));
                settings.retry.retries = 0;
                let model = connect(settings).unwrap();
                let (_, error) = pieces(&*model, &ask("?"), &call()).await;
                let error = error.unwrap();
                for shown in [error.to_string(), format!("{error:?}"), serde_json::to_string(&error).unwrap()] {
                    assert!(!gives_away(&shown, key), "{turn:?} gave away {shown}");
                }
            }
        }
    }
}

async fn a_redirect_does_not_take_the_key_along(provider: Provider) {
    let elsewhere = ModelServer::start(Script::always(Turn::text("got it"))).await;
    let target = format!("{}/v1/messages", elsewhere.url());
    let (_server, model) = provider.with(Script::always(Turn::status(307, "").header("location", &target))).await;
    let error = complete(&*model, &ask("?"), &call()).await.unwrap_err();
    assert_eq!(error.code(), "MODEL_BAD_REQUEST");
    assert_eq!(elsewhere.requests().len(), 0);
}

#[test]
fn settings_print_themselves_without_secrets() {
    let settings = ProviderSettings {
        base_url: Some("https://user:hunter2pass@host:1/v1?key=hunter2query".to_owned()),
        ..Provider::OpenaiChat.settings("")
    };
    let shown = format!("{settings:?} {settings:#?}");
    assert!(!gives_away(&shown, KEY) && !shown.contains("hunter2"), "{shown}");
    assert!(shown.contains("https://host:1") && shown.contains("openai"), "{shown}");
}

#[tokio::test]
async fn a_key_in_the_wrong_form_is_refused_unseen() {
    let mut settings = Provider::OpenaiChat.settings("http://127.0.0.1:9");
    settings.api_key = Some(SecretString::from(format!("{KEY}\nand more")));
    let error = connect(settings).err().unwrap();
    assert_eq!(error.code(), "MODEL_KEY");
    assert!(!gives_away(&format!("{error} {error:?}"), KEY));
}

#[tokio::test]
async fn a_recording_holds_no_key() {
    let folder = tempfile::tempdir().unwrap();
    let turns = [Turn::text(format!("your key is {KEY}")).delta(1000), Turn::status(401, format!("bad key {KEY}"))];
    let (_server, model) = Provider::OpenaiChat.with(Script::queue(turns)).await;
    let recording = Recording::new(model, folder.path()).unwrap();
    complete(&recording, &ask(&format!("my key is {KEY}, keep it")), &call()).await.unwrap();
    complete(&recording, &ask("again"), &call()).await.unwrap_err();
    let mut files = 0;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!gives_away(&text, KEY), "{text}");
        files += 1;
    }
    assert_eq!(files, 2);
}
