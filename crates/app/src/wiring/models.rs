//! Which models there are, from the settings: none without a key or an address, and none when the built-in mind was
//! asked for.

use super::WiringError;
use crate::settings::{ModelOptions, Settings};
use std::sync::Arc;
use vouch_analyst::{Minds, ModelSettings, Prompts};
use vouch_llm::{ChatModel, LlmError, Prices, ProviderSettings, Recording, Replay, RetrySettings, connect};
use vouch_model::MindName;

pub fn minds(settings: &Settings) -> Result<Minds, WiringError> {
    if settings.mind == MindName::Builtin {
        return Ok(Minds::default());
    }
    let models = models(&settings.models)?;
    let asked_for = !matches!(settings.mind, MindName::Auto | MindName::Builtin);
    if asked_for && !models.iter().any(|(name, _)| *name == settings.mind) {
        let (called, what_to_set) = match settings.mind {
            MindName::Anthropic => ("anthropic", "ANTHROPIC_API_KEY"),
            _ => ("openai", "OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own"),
        };
        return Err(WiringError::Unavailable {
            message: format!("no model is configured for the mind '{called}'"),
            hint: format!("Set {what_to_set}; `--mind builtin` needs no model."),
        });
    }
    Ok(Minds::new(models, Arc::new(model_settings(&settings.models)?)))
}

/// Models by the mind they serve.
type Models = Vec<(MindName, Arc<dyn ChatModel>)>;

/// The models that are configured, each under the mind it serves.
pub fn models(options: &ModelOptions) -> Result<Models, WiringError> {
    if let Some(folder) = &options.replay {
        let replay: Arc<dyn ChatModel> = Arc::new(Replay::open(folder).map_err(unavailable)?);
        return Ok(vec![(MindName::Anthropic, replay.clone()), (MindName::OpenAi, replay)]);
    }
    let mut models = Vec::new();
    for (name, provider) in providers(options) {
        let model = connect(provider).map_err(unavailable)?;
        let model = match &options.record {
            Some(folder) => Arc::new(Recording::new(model, folder).map_err(unavailable)?),
            None => model,
        };
        models.push((name, model));
    }
    Ok(models)
}

/// What is configured, whether or not it works.
pub fn providers(options: &ModelOptions) -> Vec<(MindName, ProviderSettings)> {
    let retry = RetrySettings { first_wait: options.retry_delay, ..RetrySettings::default() };
    let provider = |vendor: &str, base_url: &Option<String>, key: &Option<_>| ProviderSettings {
        vendor: vendor.to_owned(),
        base_url: base_url.clone(),
        api_key: key.clone(),
        model: options.model.clone(),
        api: None,
        retry,
    };
    let mut found = Vec::new();
    if options.anthropic_key.is_some() {
        let provider = provider("anthropic", &options.anthropic_base_url, &options.anthropic_key);
        found.push((MindName::Anthropic, provider));
    }
    if options.openai_key.is_some() || options.openai_base_url.is_some() {
        let vendor = match (&options.openai_vendor, &options.openai_base_url) {
            (Some(vendor), _) => vendor.as_str(),
            (None, Some(_)) => "auto",
            (None, None) => "openai",
        };
        found.push((MindName::OpenAi, provider(vendor, &options.openai_base_url, &options.openai_key)));
    }
    found
}

pub fn model_settings(options: &ModelOptions) -> Result<ModelSettings, WiringError> {
    let prompts = match &options.prompts_dir {
        Some(folder) => Prompts::with_overrides(folder),
        None => Prompts::builtin(),
    };
    let prompts =
        prompts.map_err(|error| WiringError::Unavailable { message: error.to_string(), hint: error.hint() })?;
    let prices = match &options.prices {
        Some(overrides) => Prices::with_overrides(overrides).map_err(unavailable)?,
        None => Prices::builtin(),
    };
    Ok(ModelSettings {
        call_timeout: options.timeout,
        sql_tokens: options.sql_tokens,
        stage_models: options.stage_models.clone(),
        reasoning: options.reasoning,
        ..ModelSettings::new(prompts, prices)
    })
}

fn unavailable(error: LlmError) -> WiringError {
    let hint = error.hint().unwrap_or_else(|| "`vouch doctor` says what is configured and what works.".to_owned());
    WiringError::Unavailable { message: error.to_string(), hint }
}
