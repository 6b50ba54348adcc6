#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;

#[test]
fn the_data_parses_and_names_are_unique() {
    let catalogue: Catalogue = toml::from_str(include_str!("vendors.toml")).unwrap();
    let mut names: Vec<_> = catalogue.vendor.iter().flat_map(|v| v.aliases.iter().chain([&v.name])).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(catalogue.vendor.iter().all(|v| v.habits.structured.is_some()));
    assert!(find(FALLBACK).is_some());
}

#[test]
fn an_address_tells_its_vendor() {
    for (url, vendor) in [
        ("https://api.anthropic.com", "anthropic"),
        ("https://api.openai.com/v1/", "openai"),
        ("https://acme.openai.azure.com/openai/deployments/x?api-version=1", "azure"),
        ("http://localhost:11434/v1", "ollama"),
        ("http://127.0.0.1:8000", "vllm"),
        ("http://[::1]:8080", "llama.cpp"),
        ("http://localhost:1234/v1", "lm-studio"),
        // A port says nothing about a machine somewhere else.
        ("http://models.example.com:11434", "openai-compatible"),
        ("https://evil-api.openai.com.example.net", "openai-compatible"),
        ("not an address", "openai-compatible"),
    ] {
        assert_eq!(guess_vendor(url), vendor, "{url}");
    }
}

#[test]
fn names_are_found_whatever_their_case() {
    assert_eq!(find("Anthropic").unwrap().name, "anthropic");
    assert_eq!(find("LM Studio").unwrap().name, "lm-studio");
    assert!(find("nobody").is_none());
}

#[test]
fn a_models_own_habits_win_over_its_vendors() {
    let openai = find("openai").unwrap();
    assert!(!openai.abilities("gpt-6.1-terra").temperature);
    assert!(openai.abilities("gpt-4o").temperature);
    assert!(!openai.abilities("gpt-4o").effort);
    assert!(openai.abilities("gpt-5-chat-latest").temperature, "the longer prefix wins");
    assert_eq!(openai.abilities("gpt-4o").structured, Structured::JsonSchema);
    assert_eq!(openai.abilities("gpt-4-turbo").structured, Structured::JsonObject);
    let proxy = find("openai-compatible").unwrap();
    assert!(!proxy.abilities("openai/o3-mini").temperature);
    assert_eq!(proxy.abilities("openai/o3-mini").max_tokens, MaxTokens::MaxCompletionTokens);
    assert!(proxy.abilities("qwen3").temperature);
    let anthropic = find("anthropic").unwrap();
    assert!(anthropic.abilities("claude-sonnet-4-5-20250929").temperature);
    assert!(!anthropic.abilities("claude-opus-4-8").temperature);
    assert_eq!(anthropic.abilities("claude-3-5-haiku-latest").structured, Structured::Words);
    assert!(anthropic.abilities("claude-something-new").effort);
}
