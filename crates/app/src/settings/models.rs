//! The settings that are about language models.

use super::{Layers, SettingsError};
use secrecy::SecretString;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use vouch_analyst::{Budget, Reasoning};
use vouch_model::Stage;

/// How models are reached and asked. Keys never show, not even in `Debug`.
#[derive(Clone, Debug)]
pub struct ModelOptions {
    pub anthropic_key: Option<SecretString>,
    pub anthropic_base_url: Option<String>,
    pub openai_key: Option<SecretString>,
    pub openai_base_url: Option<String>,
    /// What kind of server `openai_base_url` is; guessed when not set.
    pub openai_vendor: Option<String>,
    pub model: Option<String>,
    /// Another model for a stage, from `[models]` of the file.
    pub stage_models: BTreeMap<String, String>,
    /// `[[prices]]` of the file, as TOML.
    pub prices: Option<String>,
    pub timeout: Duration,
    pub retry_delay: Duration,
    pub sql_tokens: u32,
    pub budget: Budget,
    pub schema_only: bool,
    pub reasoning: Reasoning,
    /// Stages that are left out.
    pub skip: Vec<Stage>,
    pub prompts_dir: Option<PathBuf>,
    pub knowledge_dir: Option<PathBuf>,
    /// Exchanges with the model are written here, or taken from here instead of the network.
    pub record: Option<PathBuf>,
    pub replay: Option<PathBuf>,
}

impl ModelOptions {
    pub fn resolve(layers: &Layers) -> Result<Self, SettingsError> {
        let secret = |name| layers.text(name).map(SecretString::from);
        let folder = |name| layers.text(name).map(PathBuf::from);
        Ok(Self {
            anthropic_key: secret("anthropic_api_key"),
            anthropic_base_url: layers.text("anthropic_base_url"),
            openai_key: secret("openai_api_key"),
            openai_base_url: layers.text("openai_base_url"),
            openai_vendor: layers.text("openai_vendor"),
            model: layers.text("model"),
            stage_models: layers.texts("models")?,
            prices: layers
                .list("prices")?
                .map(|prices| toml::Table::from_iter([("price".to_owned(), prices)]).to_string()),
            timeout: Duration::from_secs(layers.number("model_timeout", 1, 3_600)?),
            retry_delay: Duration::from_millis(layers.number("model_retry_ms", 1, 60_000)?),
            sql_tokens: layers.number("sql_tokens", 50, 100_000)?,
            budget: Budget { tokens: optional(layers, "budget_tokens")?, usd: optional(layers, "budget_usd")? },
            schema_only: one_of(layers, "privacy", &[("off", false), ("schema_only", true)])?,
            reasoning: one_of(
                layers,
                "sql_reasoning",
                &[("auto", Reasoning::Auto), ("always", Reasoning::Always), ("never", Reasoning::Never)],
            )?,
            skip: stages_off(layers)?,
            prompts_dir: folder("prompts_dir"),
            knowledge_dir: folder("knowledge_dir"),
            record: folder("record"),
            replay: folder("replay"),
        })
    }
}

/// A setting that has no default: not set means no limit.
fn optional<T: std::str::FromStr + PartialOrd + Default>(
    layers: &Layers,
    name: &str,
) -> Result<Option<T>, SettingsError> {
    let Some(text) = layers.text(name) else { return Ok(None) };
    match text.trim().parse::<T>() {
        Ok(number) if number >= T::default() => Ok(Some(number)),
        _ => Err(layers.wrong(name, &format!("'{text}' is not a number from 0 up"))),
    }
}

fn stages_off(layers: &Layers) -> Result<Vec<Stage>, SettingsError> {
    let text = layers.text("stages_off").unwrap_or_default();
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut stages = Vec::new();
    for name in names {
        let unknown = || layers.wrong("stages_off", &format!("'{name}' is none of frame, reason, diagnose, explain"));
        stages.push(Stage::from_prompt(name).ok_or_else(unknown)?);
    }
    if !one_of(layers, "sql_diagnosis", &[("on", true), ("off", false)])? {
        stages.push(Stage::Diagnose);
    }
    Ok(stages)
}

fn one_of<T: Copy>(layers: &Layers, name: &str, words: &[(&str, T)]) -> Result<T, SettingsError> {
    let text = layers.text(name).unwrap_or_default();
    match words.iter().find(|(word, _)| *word == text) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let known = words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
            Err(layers.wrong(name, &format!("'{text}' is none of {known}")))
        }
    }
}
