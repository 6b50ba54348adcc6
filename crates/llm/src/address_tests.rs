#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;
use crate::vendors::find;

#[test]
fn every_way_to_write_an_address_leads_to_the_endpoint() {
    let openai = find("openai").unwrap();
    for base in [
        "http://host:1",
        "http://host:1/",
        " http://host:1/v1 ",
        "http://host:1/v1/",
        "http://host:1/v1/chat/completions",
        "http://host:1/v1/chat/completions/",
    ] {
        let url = endpoint(base, ApiKind::OpenaiChat, openai).unwrap();
        assert_eq!(url.as_str(), "http://host:1/v1/chat/completions", "{base}");
    }
    let url = endpoint("https://host/api/paas/v4", ApiKind::OpenaiResponses, openai).unwrap();
    assert_eq!(url.as_str(), "https://host/api/paas/v4/responses");
    let url = endpoint("https://host/api", ApiKind::Anthropic, openai).unwrap();
    assert_eq!(url.as_str(), "https://host/api/v1/messages");
}

#[test]
fn azure_keeps_its_deployment_and_version() {
    let azure = find("azure").unwrap();
    let classic = "https://r.openai.azure.com/openai/deployments/gpt4o?api-version=2024-10-21";
    let url = endpoint(classic, ApiKind::OpenaiChat, azure).unwrap();
    let wanted = "https://r.openai.azure.com/openai/deployments/gpt4o/chat/completions?api-version=2024-10-21";
    assert_eq!(url.as_str(), wanted);
    let url = endpoint("https://r.openai.azure.com", ApiKind::OpenaiChat, azure).unwrap();
    assert_eq!(url.as_str(), "https://r.openai.azure.com/openai/v1/chat/completions");
}

#[test]
fn what_is_no_address_is_refused_without_being_repeated() {
    let openai = find("openai").unwrap();
    for base in ["", "sk-secret-in-the-wrong-field", "ftp://host/", "http://"] {
        let error = endpoint(base, ApiKind::OpenaiChat, openai).unwrap_err();
        assert_eq!(error.code(), "MODEL_SETTINGS", "{base}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
    assert_eq!(shown("https://user:secret@host:8443/path?key=secret"), "https://host:8443");
}
