//! Everything that can be set, resolved once: defaults < `vouch.toml` < `VOUCH_*` < flags.
//!
//! [`Settings::resolve`] is called once per command; the rest of the program sees only the result. Each value remembers
//! where it came from, so that `vouch config show` can say it.

mod clock;
mod keys;
mod layers;
mod models;
mod service;
mod tenants;

pub use clock::{Clock, ClockError};
pub use keys::{KEYS, Key};
pub use layers::{Entry, Layers, Origin, mask_password};
pub use models::ModelOptions;
pub use service::ServiceOptions;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use vouch_model::MindName;
use vouch_sql::TenantSettings;

/// Rows that one answer may hold, whatever is asked for.
pub const MOST_ROWS: usize = 10_000;
/// Drafts that one question may take, whatever is asked for.
pub const MOST_ATTEMPTS: u32 = 5;
/// The name of the settings file that is read from the current folder.
pub const FILE_NAME: &str = "vouch.toml";

#[derive(Clone, Debug)]
pub struct Settings {
    pub data_dir: PathBuf,
    /// The source to ask when none is named.
    pub source: Option<String>,
    /// Named sources from the file.
    pub sources: BTreeMap<String, String>,
    pub mind: MindName,
    pub models: ModelOptions,
    pub service: ServiceOptions,
    /// Which rows belong to which client.
    pub tenants: TenantSettings,
    /// Every request must say for which client it is.
    pub require_client_id: bool,
    pub time_zone: jiff::tz::TimeZone,
    pub max_rows: usize,
    pub max_attempts: u32,
    pub statement_timeout: Duration,
    pub ask_deadline: Duration,
    pub explore_deadline: Duration,
    pub memory_bytes: usize,
    /// Answered questions a session keeps for context, and how many of them a question is read with.
    pub history_kept: usize,
    pub history_sent: usize,
    /// Set by the server: what makes sense for many callers only.
    pub serving: bool,
    pub host: String,
    pub port: u16,
    /// Every setting with its value and origin, secrets masked.
    pub entries: Vec<Entry>,
    /// What looks like a setting and is none.
    pub warnings: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct SettingsError {
    pub message: String,
    pub hint: String,
}

impl Settings {
    pub fn resolve(layers: &Layers) -> Result<Self, SettingsError> {
        layers.refuse_unknown_keys()?;
        let seconds = |key| layers.number::<u64>(key, 1, 3_600).map(Duration::from_secs);
        let settings = Self {
            data_dir: data_dir(layers)?,
            source: layers.text("source"),
            sources: layers.texts("sources")?,
            mind: mind(layers)?,
            models: ModelOptions::resolve(layers)?,
            service: ServiceOptions::resolve(layers)?,
            tenants: tenants::resolve(layers)?,
            require_client_id: layers.flag("require_client_id")?,
            time_zone: clock::time_zone(layers.text("time_zone").as_deref())
                .map_err(|e| layers.wrong("time_zone", &e.to_string()))?,
            max_rows: layers.number("max_rows", 1, MOST_ROWS)?,
            max_attempts: layers.number("max_attempts", 1, MOST_ATTEMPTS)?,
            statement_timeout: seconds("statement_timeout")?,
            ask_deadline: seconds("ask_deadline")?,
            explore_deadline: seconds("explore_deadline")?,
            memory_bytes: layers.number::<usize>("memory_mb", 64, 1 << 20)? << 20,
            history_kept: layers.number("history_kept", 0, 1_000)?,
            history_sent: layers.number("history_sent", 0, 1_000)?,
            serving: false,
            host: layers.text("host").unwrap_or_default(),
            port: layers.number("port", 0, u16::MAX)?,
            entries: vec![],
            warnings: layers.unknown_variables(),
        };
        let data_dir = settings.data_dir.display().to_string();
        Ok(Self { entries: layers.entries(&data_dir), ..settings })
    }
}

fn data_dir(layers: &Layers) -> Result<PathBuf, SettingsError> {
    if let Some(chosen) = layers.text("data_dir") {
        return Ok(PathBuf::from(chosen));
    }
    dirs::data_dir().map(|folder| folder.join("vouch")).ok_or_else(|| SettingsError {
        message: "this machine names no folder for a program's data".to_owned(),
        hint: "Choose one with --data-dir or VOUCH_DATA_DIR.".to_owned(),
    })
}

fn mind(layers: &Layers) -> Result<MindName, SettingsError> {
    match layers.text("mind").as_deref() {
        None | Some("auto") => Ok(MindName::Auto),
        Some("builtin") => Ok(MindName::Builtin),
        Some("anthropic") => Ok(MindName::Anthropic),
        Some("openai") => Ok(MindName::OpenAi),
        Some(other) => Err(layers.wrong("mind", &format!("'{other}' is none of auto, builtin, anthropic, openai"))),
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
