//! What it takes to reach a provider. Prints itself without its secrets.

use crate::vendors::ApiKind;
use secrecy::SecretString;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Default)]
pub struct ProviderSettings {
    /// A name of `vendors.toml`; empty or `auto`: guessed from `base_url`.
    pub vendor: String,
    /// With or without a trailing slash, `/v1` or the endpoint itself.
    pub base_url: Option<String>,
    pub api_key: Option<SecretString>,
    /// The vendor's default if there is none.
    pub model: Option<String>,
    /// Another wire format than the vendor's usual one.
    pub api: Option<ApiKind>,
    pub retry: RetrySettings,
}

impl fmt::Debug for ProviderSettings {
    /// An address can carry a password or a key too: only its host is shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.base_url.as_deref().map(crate::address::shown);
        f.debug_struct("ProviderSettings")
            .field("vendor", &self.vendor)
            .field("base_url", &host)
            .field("api_key", &self.api_key.as_ref().map(|_| "[hidden]"))
            .field("model", &self.model)
            .field("api", &self.api)
            .field("retry", &self.retry)
            .finish()
    }
}

/// How often a failed request is sent again, and after how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetrySettings {
    /// How many times after the first.
    pub retries: u32,
    /// The wait before the first retry; it doubles each time.
    pub first_wait: Duration,
}

impl Default for RetrySettings {
    /// 2, 4 and 8 s.
    fn default() -> Self {
        Self { retries: 3, first_wait: Duration::from_secs(2) }
    }
}
