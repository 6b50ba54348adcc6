#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;

fn scrubber(keys: &[&str]) -> Scrubber {
    Scrubber::new(keys.iter().map(|key| SecretString::from((*key).to_owned())))
}

#[test]
fn a_key_is_hidden_wherever_and_however_it_stands() {
    let scrubber = scrubber(&["hunter2-azure-key-0123456789"]);
    for text in [
        "Incorrect key: hunter2-azure-key-0123456789.",
        "hunter2-azure-key-0123456789hunter2-azure-key-0123456789",
        "{\"key\":\"hunter2-azure-key-0123456789\"}",
        "Incorrect key: hunter2-az************6789",
    ] {
        let clean = scrubber.scrub(text);
        assert!(!clean.contains("hunter2"), "{clean}");
        assert!(clean.contains(HIDDEN), "{clean}");
    }
}

#[test]
fn what_looks_like_a_key_is_hidden_even_if_it_is_another() {
    let clean = scrubber(&[]).scrub("Incorrect API key provided: sk-abc***wxyz1. See (sk-proj-0123456789).");
    assert!(!clean.contains("abc") && !clean.contains("wxyz") && !clean.contains("0123"), "{clean}");
}

#[test]
fn other_words_stay() {
    let text = "model 'llama3' not found; the task-orientedness of risk-adjusted 日本語 sk-1 stays";
    assert_eq!(scrubber(&["x", "ollama", ""]).scrub(text), text);
}

#[test]
fn a_short_key_is_hidden_as_a_word_only() {
    assert_eq!(scrubber(&["none"]).scrub("bad key none, nonetheless"), "bad key [key], nonetheless");
}
