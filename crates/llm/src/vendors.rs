//! Who offers models, and the habits of each: read from `vendors.toml`, so that a new vendor is a few lines of data.
//!
//! Knows no wire format and sends nothing.

use serde::Deserialize;
use std::sync::LazyLock;

/// The wire format that a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiKind {
    Anthropic,
    OpenaiChat,
    OpenaiResponses,
}

/// The header that carries the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum KeyHeader {
    Bearer,
    XApiKey,
    ApiKey,
}

/// The most that a server promises about a reply's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Structured {
    JsonSchema,
    JsonObject,
    Words,
}

/// What Chat Completions calls the limit on a reply's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MaxTokens {
    MaxTokens,
    MaxCompletionTokens,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Vendor {
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub api: ApiKind,
    pub base_url: Option<String>,
    #[serde(default = "version_one")]
    pub path: String,
    pub key: KeyHeader,
    #[serde(default)]
    pub needs_key: bool,
    /// Runs on machines of one's own: its tokens cost nothing.
    #[serde(default)]
    pub local: bool,
    pub model: Option<String>,
    #[serde(default)]
    hosts: Vec<String>,
    #[serde(default)]
    ports: Vec<u16>,
    #[serde(flatten)]
    habits: Habits,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Habits {
    structured: Option<Structured>,
    max_tokens: Option<MaxTokens>,
    temperature: Option<bool>,
    stream_options: Option<bool>,
    effort: Option<bool>,
}

#[derive(Debug, Deserialize)]
struct ModelHabits {
    prefixes: Vec<String>,
    #[serde(flatten)]
    habits: Habits,
}

/// What may be sent to one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Abilities {
    pub structured: Structured,
    pub max_tokens: MaxTokens,
    pub temperature: bool,
    pub stream_options: bool,
    pub effort: bool,
}

#[derive(Debug, Default, Deserialize)]
struct Catalogue {
    vendor: Vec<Vendor>,
    model: Vec<ModelHabits>,
}

/// A test reads the file, so that what does not parse never ships.
static CATALOGUE: LazyLock<Catalogue> =
    LazyLock::new(|| toml::from_str(include_str!("vendors.toml")).unwrap_or_default());

const FALLBACK: &str = "openai-compatible";

fn version_one() -> String {
    "/v1".to_owned()
}

pub(crate) fn find(name: &str) -> Option<&'static Vendor> {
    let name = name.trim().to_lowercase();
    CATALOGUE.vendor.iter().find(|vendor| vendor.name == name || vendor.aliases.contains(&name))
}

/// The names one may write as `vendor`.
pub fn vendor_names() -> Vec<&'static str> {
    CATALOGUE.vendor.iter().map(|vendor| vendor.name.as_str()).collect()
}

/// The vendor that an address belongs to; `openai-compatible` if nothing tells.
pub fn guess_vendor(base_url: &str) -> &'static str {
    let Ok(url) = reqwest::Url::parse(base_url) else { return FALLBACK };
    let host = url.host_str().unwrap_or_default().to_lowercase();
    let port = url.port();
    CATALOGUE
        .vendor
        .iter()
        .find(|vendor| {
            vendor
                .hosts
                .iter()
                .any(|known| if known.starts_with('.') { host.ends_with(known.as_str()) } else { host == *known })
                || (is_loopback(&host) && port.is_some_and(|port| vendor.ports.contains(&port)))
        })
        .map_or(FALLBACK, |vendor| vendor.name.as_str())
}

pub(crate) fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

impl Vendor {
    /// The vendor's habits, and over them the model's own: for each the value given for the longest prefix.
    pub fn abilities(&self, model: &str) -> Abilities {
        let bare = model.rsplit('/').next().unwrap_or(model).to_lowercase();
        let mut known: Vec<(usize, Habits)> = CATALOGUE
            .model
            .iter()
            .filter_map(|entry| {
                let longest = entry.prefixes.iter().filter(|prefix| bare.starts_with(prefix.as_str())).map(String::len);
                longest.max().map(|length| (length, entry.habits))
            })
            .collect();
        known.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        let all: Vec<Habits> = known.into_iter().map(|(_, habits)| habits).chain([self.habits]).collect();
        Abilities {
            structured: all.iter().find_map(|h| h.structured).unwrap_or(Structured::Words),
            max_tokens: all.iter().find_map(|h| h.max_tokens).unwrap_or(MaxTokens::MaxTokens),
            temperature: all.iter().find_map(|h| h.temperature).unwrap_or(true),
            stream_options: all.iter().find_map(|h| h.stream_options).unwrap_or(true),
            effort: all.iter().find_map(|h| h.effort).unwrap_or(false),
        }
    }
}

#[cfg(test)]
#[path = "vendors_tests.rs"]
mod tests;
