//! What tokens cost. The table is data with a date (`prices.toml`); a price that is not known is not guessed.

use crate::LlmError;
use crate::chat::TokenUsage;
use crate::vendors;
use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Prices {
    /// When the built-in prices were looked up.
    #[serde(default)]
    date: String,
    /// The first that fits counts: overrides stand before what is built in.
    #[serde(default, rename = "price")]
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Empty: whoever offers it.
    #[serde(default)]
    vendors: Vec<String>,
    models: Vec<String>,
    /// USD per million tokens.
    input: f64,
    output: f64,
    /// As much as `input` unless said.
    cache_read: Option<f64>,
    cache_write: Option<f64>,
}

const MILLION: f64 = 1_000_000.0;

impl Prices {
    pub fn builtin() -> Self {
        // A test reads the file, so that what does not parse never ships.
        toml::from_str(include_str!("prices.toml")).unwrap_or_default()
    }

    /// The built-in prices with others before them, written as in `prices.toml`: `[[price]]` with `models`, `input`
    /// and `output`, and if need be `vendors`, `cache_read` and `cache_write`.
    pub fn with_overrides(overrides: &str) -> Result<Self, LlmError> {
        let refuse = |message: String| LlmError::Settings { message: format!("prices: {message}") };
        let mut prices: Self = toml::from_str(overrides).map_err(|error| refuse(error.message().to_owned()))?;
        let amounts = |entry: &Entry| [Some(entry.input), Some(entry.output), entry.cache_read, entry.cache_write];
        let sound = |amount: f64| amount.is_finite() && amount >= 0.0;
        if !prices.entries.iter().flat_map(amounts).flatten().all(sound) {
            return Err(refuse("a price cannot be below zero".to_owned()));
        }
        let builtin = Self::builtin();
        prices.date = builtin.date;
        prices.entries.extend(builtin.entries);
        Ok(prices)
    }

    pub fn date(&self) -> &str {
        &self.date
    }

    /// In USD; `None` if the price is not known. Models on machines of one's own cost nothing unless an override says.
    pub fn cost(&self, vendor: &str, model: &str, usage: &TokenUsage) -> Option<f64> {
        let bare = model.rsplit('/').next().unwrap_or(model).to_lowercase();
        let fits = |entry: &&Entry| {
            let offered =
                entry.vendors.is_empty() || entry.vendors.iter().any(|name| name.eq_ignore_ascii_case(vendor));
            offered && entry.models.iter().any(|pattern| is_model(&pattern.to_lowercase(), &bare))
        };
        let Some(entry) = self.entries.iter().find(fits) else {
            return vendors::find(vendor).filter(|vendor| vendor.local).map(|_| 0.0);
        };
        let parts = [
            (usage.input, entry.input),
            (usage.output, entry.output),
            (usage.cache_read, entry.cache_read.unwrap_or(entry.input)),
            (usage.cache_write, entry.cache_write.unwrap_or(entry.input)),
        ];
        Some(parts.iter().map(|(tokens, price)| *tokens as f64 * price / MILLION).sum())
    }
}

/// A name itself, a dated snapshot of it, or anything that begins so if the pattern ends with `*`. A plain prefix would
/// give `gpt-5`'s price to `gpt-5.6-sol`.
fn is_model(pattern: &str, model: &str) -> bool {
    if let Some(prefix) = pattern.strip_suffix('*') {
        return model.starts_with(prefix);
    }
    let Some(rest) = model.strip_prefix(pattern) else { return false };
    let dated =
        |rest: &str| rest.len() >= 8 && rest.starts_with("20") && rest.chars().all(|c| c.is_ascii_digit() || c == '-');
    rest.is_empty() || rest == "-latest" || rest.strip_prefix(['-', '@']).is_some_and(dated)
}

#[cfg(test)]
#[path = "prices_tests.rs"]
mod tests;
