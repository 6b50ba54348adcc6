#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;

const USAGE: TokenUsage = TokenUsage { input: 1_000_000, output: 100_000, cache_read: 2_000_000, cache_write: 400_000 };

#[test]
fn the_data_parses_and_knows_the_default_models() {
    let prices: Prices = toml::from_str(include_str!("prices.toml")).unwrap();
    assert_eq!(prices, Prices::builtin());
    assert!(prices.date().starts_with("20"));
    for name in vendors::vendor_names() {
        let vendor = vendors::find(name).unwrap();
        if let Some(model) = &vendor.model {
            assert!(prices.cost(name, model, &USAGE).is_some(), "{name} {model}");
        }
    }
}

#[test]
fn each_kind_of_token_has_its_price() {
    let cost = Prices::builtin().cost("anthropic", "claude-sonnet-5-5", &USAGE).unwrap();
    assert!((cost - (2.0 + 1.0 + 0.2 + 1.0)).abs() < 1e-9, "{cost}");
    assert_eq!(Prices::builtin().cost("anthropic", "claude-sonnet-5-5", &TokenUsage::default()), Some(0.0));
}

#[test]
fn a_snapshot_costs_what_its_model_does_and_a_relative_does_not() {
    let prices = Prices::builtin();
    let of = |model: &str| prices.cost("openai", model, &USAGE);
    assert!(of("gpt-5").is_some());
    assert_eq!(of("gpt-5-2025-08-07"), of("gpt-5"));
    assert_eq!(of("GPT-4o-latest"), of("gpt-4o"));
    assert_ne!(of("gpt-4o-mini"), of("gpt-4o"));
    assert_eq!(of("gpt-5-nano"), None);
    assert_eq!(of("gpt-5.9"), None);
    let claude = |model: &str| prices.cost("anthropic", model, &USAGE);
    assert_eq!(claude("claude-sonnet-4-5-20250929"), claude("claude-sonnet-4-5"));
    assert_eq!(claude("claude-opus-5-9"), None);
}

#[test]
fn local_models_are_free_and_strangers_unknown() {
    let prices = Prices::builtin();
    assert_eq!(prices.cost("ollama", "qwen3", &USAGE), Some(0.0));
    assert_eq!(prices.cost("openai-compatible", "qwen3", &USAGE), None);
    assert_eq!(prices.cost("nobody", "gpt-4o", &USAGE), None);
}

#[test]
fn settings_have_the_last_word() {
    let prices = Prices::with_overrides(
        "[[price]]\nmodels = ['claude-sonnet-5-5', 'acme-*']\ninput = 1\noutput = 1\n\
         [[price]]\nvendors = ['ollama']\nmodels = ['*']\ninput = 3\noutput = 0",
    )
    .unwrap();
    let million = TokenUsage { input: 1_000_000, ..TokenUsage::default() };
    assert_eq!(prices.cost("anthropic", "claude-sonnet-5-5", &million), Some(1.0));
    assert_eq!(prices.cost("openai-compatible", "acme-large", &million), Some(1.0));
    assert_eq!(prices.cost("ollama", "qwen3", &million), Some(3.0));
    assert_eq!(prices.cost("anthropic", "claude-opus-5-5", &million), Some(4.0), "the rest is still known");
    for wrong in [
        "nonsense",
        "[[price]]\nmodels=['x']\ninput=1\noutput=1\noops=1",
        "[[price]]\nmodels=['x']\ninput=-1\noutput=1",
    ] {
        assert_eq!(Prices::with_overrides(wrong).unwrap_err().code(), "MODEL_SETTINGS", "{wrong}");
    }
}
