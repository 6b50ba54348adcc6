//! Takes keys out of texts that others wrote: vendors repeat them in their errors, whole or with stars in the middle.

use secrecy::{ExposeSecret, SecretString};

const HIDDEN: &str = "[key]";

/// Below this a key is a placeholder (`x`, `none`, `ollama`) and hidden only as a whole word.
const REAL_KEY: usize = 8;

/// As much of a key's start as gives it away even if the rest is stars.
const TELLING: usize = 6;

/// Prefixes that keys of known vendors begin with.
const KEY_PREFIXES: [&str; 3] = ["sk-", "sk_", "pk-"];

/// After such a prefix this many characters make it a key.
const KEY_BODY: usize = 6;

#[derive(Clone, Default)]
pub(crate) struct Scrubber {
    secrets: Vec<SecretString>,
}

impl Scrubber {
    pub fn new(secrets: impl IntoIterator<Item = SecretString>) -> Self {
        Self { secrets: secrets.into_iter().filter(|secret| !secret.expose_secret().trim().is_empty()).collect() }
    }

    /// The text without any of the secrets, and without words that look like a key.
    pub fn scrub(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.secrets {
            let secret = secret.expose_secret();
            if secret.len() >= REAL_KEY {
                text = text.replace(secret, HIDDEN);
            }
        }
        self.scrub_words(&text)
    }

    fn scrub_words(&self, text: &str) -> String {
        let mut clean = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(in_key) {
            clean.push_str(rest.get(..start).unwrap_or_default());
            let word = rest.get(start..).unwrap_or_default();
            let length = word.find(|c| !in_key(c)).unwrap_or(word.len());
            let (word, after) = word.split_at(length);
            clean.push_str(&self.scrub_word(word));
            rest = after;
        }
        clean.push_str(rest);
        clean
    }

    fn scrub_word(&self, word: &str) -> String {
        let own = self.secrets.iter().map(ExposeSecret::expose_secret).any(|secret| {
            if secret.len() < REAL_KEY {
                return word == secret;
            }
            let telling: String = secret.chars().take(TELLING).collect();
            secret.len() >= 2 * TELLING && word.contains(&telling)
        });
        if own {
            return HIDDEN.to_owned();
        }
        for prefix in KEY_PREFIXES {
            if let Some(at) = word.find(prefix)
                && word.len() >= at + prefix.len() + KEY_BODY
                && !word.get(..at).unwrap_or_default().ends_with(|c: char| c.is_alphanumeric())
            {
                return format!("{}{HIDDEN}", word.get(..at).unwrap_or_default());
            }
        }
        word.to_owned()
    }
}

/// What keys are made of; `*` and `…` stand in for what a vendor left out.
fn in_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*' | '…' | '.' | '+' | '/' | '=')
}

#[cfg(test)]
#[path = "scrub_tests.rs"]
mod tests;
