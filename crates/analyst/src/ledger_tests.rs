use super::*;

fn spent(usage: TokenUsage, cost: Option<f64>) -> Spent<'static> {
    Spent { purpose: "draft", model: "m", usage, cost }
}

#[test]
fn the_call_that_would_go_over_is_not_made() {
    let ledger = Ledger::new(Budget { tokens: Some(1_000), usd: None });
    let first = ledger.reserve(600, None).ok().unwrap();
    assert!(ledger.reserve(500, None).is_err(), "calls side by side share the budget");
    drop(first);
    assert!(ledger.reserve(1, None).is_err(), "over is over for the rest of the ask");
    assert_eq!(ledger.notes().len(), 1);
}

#[test]
fn what_a_call_really_used_counts() {
    let ledger = Ledger::new(Budget { tokens: Some(1_000), usd: Some(1.0) });
    drop(ledger.reserve(900, Some(0.9)).ok().unwrap());
    ledger.record(&spent(TokenUsage { input: 100, output: 20, cache_read: 30, cache_write: 0 }, Some(0.2)));
    ledger.record(&spent(TokenUsage { input: 10, output: 1, ..Default::default() }, None));
    let usage = ledger.usage();
    assert_eq!((usage.input_tokens, usage.output_tokens, usage.cached_tokens), (140, 21, 30));
    assert_eq!((usage.cost_usd, usage.unpriced_calls, usage.stages["draft"].calls), (0.2, 1, 2));
    assert!(ledger.reserve(800, Some(0.7)).is_ok());
    assert!(ledger.reserve(10, Some(0.9)).is_err());
}

#[test]
fn the_last_word_on_a_stage_counts() {
    let ledger = Ledger::default();
    ledger.did(Stage::Draft, "anthropic");
    ledger.did(Stage::Draft, "builtin");
    assert_eq!(ledger.usage().minds[Stage::Draft.name()], "builtin");
}
