//! The settings that are about serving others.

use super::{Layers, SettingsError};
use crate::service::{LoadLimits, TokenSettings};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct ServiceOptions {
    /// Where sessions and asks are kept: a Redis address, else the data folder.
    pub state: Option<String>,
    /// Listen beyond this machine although there are no keys.
    pub insecure: bool,
    /// For each key and for each session; 0 for no limit.
    pub asks_per_minute: u32,
    pub max_running: usize,
    pub max_waiting: usize,
    /// `None` for sessions that last.
    pub session_idle: Option<Duration>,
    pub ask_ttl: Duration,
    /// `None` for no cache.
    pub cache_ttl: Option<Duration>,
    pub upload_bytes: u64,
    /// What reading an upload may take.
    pub load_limits: LoadLimits,
    /// Uploads that are read at once, each in a process of its own, and those that may wait for that.
    pub max_loading: usize,
    pub max_loads_waiting: usize,
    pub max_datasets: usize,
    /// Explorations that one owner may have running.
    pub max_explorations: usize,
    /// The folder in which an admin may name databases.
    pub sources_dir: Option<PathBuf>,
    /// Names under which the server is reached, beside this machine's own.
    pub allowed_hosts: Vec<String>,
    /// Sites whose pages may call the API.
    pub cors_origins: Vec<String>,
    pub tokens: Option<TokenSettings>,
    pub shutdown_grace: Duration,
    /// The collector that traces are sent to.
    pub otlp_endpoint: Option<String>,
}

impl ServiceOptions {
    pub fn resolve(layers: &Layers) -> Result<Self, SettingsError> {
        let seconds = |name, least| layers.number::<u64>(name, least, 31_536_000).map(Duration::from_secs);
        let list = |name: &str| -> Vec<String> {
            let text = layers.text(name).unwrap_or_default();
            text.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
        };
        Ok(Self {
            state: layers.text("state"),
            insecure: layers.flag("insecure")?,
            asks_per_minute: layers.number("asks_per_minute", 0, 1_000_000)?,
            max_running: layers.number("max_running", 1, 10_000)?,
            max_waiting: layers.number("max_waiting", 0, 100_000)?,
            session_idle: Some(seconds("session_idle", 0)?).filter(|idle| !idle.is_zero()),
            ask_ttl: seconds("ask_ttl", 1)?,
            cache_ttl: Some(seconds("cache_ttl", 0)?).filter(|ttl| !ttl.is_zero()),
            upload_bytes: layers.number::<u64>("upload_mb", 1, 1 << 20)? << 20,
            load_limits: LoadLimits {
                file_bytes: layers.number::<u64>("unpacked_mb", 1, 1 << 20)? << 20,
                memory_bytes: layers.number::<u64>("upload_memory_mb", 1_024, 1 << 20)? << 20,
                seconds: layers.number("upload_seconds", 1, 86_400)?,
            },
            max_loading: layers.number("max_loading", 1, 1_000)?,
            max_loads_waiting: layers.number("max_loads_waiting", 0, 100_000)?,
            max_datasets: layers.number("max_datasets", 1, 1_000_000)?,
            max_explorations: layers.number("max_explorations", 1, 1_000)?,
            sources_dir: layers.text("sources_dir").map(PathBuf::from),
            allowed_hosts: list("allowed_hosts"),
            cors_origins: list("cors_origins"),
            tokens: tokens(layers)?,
            shutdown_grace: seconds("shutdown_grace", 0)?,
            otlp_endpoint: layers.text("otlp_endpoint"),
        })
    }
}

/// All three or none: a token that is checked by half is not checked.
fn tokens(layers: &Layers) -> Result<Option<TokenSettings>, SettingsError> {
    let claim = |name: &str| layers.text(name).unwrap_or_default();
    match (layers.text("jwt_issuer"), layers.text("jwt_audience"), layers.text("jwt_jwks")) {
        (None, None, None) => Ok(None),
        (Some(issuer), Some(audience), Some(jwks)) => Ok(Some(TokenSettings {
            issuer,
            audience,
            jwks,
            role_claim: claim("jwt_role_claim"),
            client_claim: claim("jwt_client_claim"),
            sources_claim: claim("jwt_sources_claim"),
        })),
        _ => Err(SettingsError {
            message: "jwt_issuer, jwt_audience and jwt_jwks are set only in part".to_owned(),
            hint: "Set all three to accept tokens of an identity provider, or none.".to_owned(),
        }),
    }
}
