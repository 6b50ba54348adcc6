//! What a refusal means: HTTP status and the words in its body become the error of whoever must act.

use crate::LlmError;
use crate::scrub::Scrubber;
use crate::wire::{ErrorBody, Fault, start_of};
use reqwest::header::HeaderMap;
use std::time::{Duration, SystemTime};

/// A failed attempt.
#[derive(Debug)]
pub(crate) struct Failure {
    pub error: LlmError,
    /// Whether the same request may do better a little later.
    pub again: Again,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    Never,
    /// After the usual wait, or the one that the server asked for.
    After(Option<Duration>),
}

/// Makes errors that name the vendor and hold no key.
#[derive(Clone)]
pub(crate) struct Classifier {
    pub vendor: String,
    pub scrubber: Scrubber,
}

const TOO_LONG: [&str; 12] = [
    "context_length_exceeded",
    "exceed_context_size",
    "request_too_large",
    "string_above_max_length",
    "maximum context length",
    "prompt is too long",
    "context length",
    "context window",
    "context size",
    "exceed context limit",
    "too many tokens",
    "input is too long",
];

const NO_MODEL: [&str; 9] = [
    "model_not_found",
    "deploymentnotfound",
    "not found",
    "not_found",
    "does not exist",
    "unknown model",
    "invalid model",
    "no model",
    "not a valid model",
];

impl Classifier {
    pub fn refusal(&self, status: u16, body: &ErrorBody, wait: Option<Duration>, model: &str) -> Failure {
        let vendor = self.vendor.clone();
        let message = self.message(status, body);
        let text = format!("{} {}", body.kind, body.message).to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let about_model = (says(&["model"]) || says(&["deployment"])) && says(&NO_MODEL);
        match status {
            429 if says(&["insufficient_quota", "billing"]) => {
                Failure::never(LlmError::RateLimited { vendor, message, retry_after: wait })
            }
            429 => Failure::later(LlmError::RateLimited { vendor, message, retry_after: wait }, wait),
            408 | 500.. => Failure::later(LlmError::Unavailable { vendor, message }, wait),
            413 => Failure::never(LlmError::TooLong { vendor, message }),
            400..500 if status != 401 && about_model => {
                Failure::never(LlmError::UnknownModel { vendor, model: model.to_owned(), message })
            }
            401 | 403 => Failure::never(LlmError::Key { vendor, message }),
            400..500 if says(&TOO_LONG) => Failure::never(LlmError::TooLong { vendor, message }),
            404 => {
                let message = format!("{message}; is the base URL right?");
                Failure::never(LlmError::BadRequest { vendor, message })
            }
            _ => Failure::never(LlmError::BadRequest { vendor, message }),
        }
    }

    /// What went wrong within a reply whose status was fine.
    pub fn fault(&self, fault: Fault, model: &str) -> Failure {
        match fault {
            Fault::Garbled(message) => Failure::never(self.garbled(&message)),
            Fault::CutOff => self.broken("the reply broke off"),
            Fault::Failed(body) => self.refusal(status_of(&body), &body, None, model),
        }
    }

    pub fn garbled(&self, message: &str) -> LlmError {
        LlmError::Garbled { vendor: self.vendor.clone(), message: self.scrubber.scrub(message) }
    }

    pub fn broken(&self, message: &str) -> Failure {
        let message = self.scrubber.scrub(message);
        Failure::later(LlmError::Unavailable { vendor: self.vendor.clone(), message }, None)
    }

    pub fn timeout(&self, after: Duration) -> Failure {
        Failure::never(LlmError::Timeout { vendor: self.vendor.clone(), after })
    }

    fn message(&self, status: u16, body: &ErrorBody) -> String {
        let said = self.scrubber.scrub(body.message.trim());
        let said: String = said.chars().take(500).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if said.is_empty() { format!("status {status}") } else { format!("status {status}: {said}") }
    }
}

impl Failure {
    pub fn never(error: LlmError) -> Self {
        Self { error, again: Again::Never }
    }

    fn later(error: LlmError, wait: Option<Duration>) -> Self {
        Self { error, again: Again::After(wait) }
    }
}

/// The status that an error within a reply would have had.
fn status_of(body: &ErrorBody) -> u16 {
    let kind = body.kind.to_lowercase();
    let known: [(&str, u16); 11] = [
        ("overloaded", 529),
        ("rate_limit", 429),
        ("insufficient_quota", 429),
        ("authentication", 401),
        ("permission", 403),
        ("not_found", 404),
        ("request_too_large", 413),
        ("context_length_exceeded", 400),
        ("exceed_context_size", 400),
        ("invalid_request", 400),
        ("invalid_prompt", 400),
    ];
    let numeric = || kind.split(' ').find_map(|word| word.parse().ok().filter(|status| (400..600).contains(status)));
    known.iter().find(|(word, _)| kind.contains(word)).map(|(_, status)| *status).or_else(numeric).unwrap_or(500)
}

/// How long the server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date.
pub(crate) fn wait_asked(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let number = |text: &str, unit: f64| {
        let value: f64 = text.parse().ok()?;
        Duration::try_from_secs_f64(value * unit).ok()
    };
    if let Some(wait) = header("retry-after-ms").and_then(|text| number(text, 0.001)) {
        return Some(wait);
    }
    let text = header("retry-after")?;
    number(text, 1.0).or_else(|| {
        let when = httpdate::parse_http_date(text).ok()?;
        Some(when.duration_since(now).unwrap_or_default())
    })
}

/// The error in a refusal's body, which may be anything.
pub(crate) fn read_body(bytes: &[u8]) -> ErrorBody {
    let text = String::from_utf8_lossy(bytes);
    let json = serde_json::from_str(&text).ok();
    // A list of one error is met at some gateways.
    let json = match json {
        Some(serde_json::Value::Array(mut list)) if !list.is_empty() => Some(list.swap_remove(0)),
        other => other,
    };
    json.as_ref()
        .and_then(ErrorBody::of)
        .unwrap_or_else(|| ErrorBody { kind: String::new(), message: start_of(text.trim()) })
}

#[cfg(test)]
#[path = "failure_tests.rs"]
mod tests;
