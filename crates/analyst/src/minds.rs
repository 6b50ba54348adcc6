//! Which minds there are: the built-in one always, a model for each vendor that is configured.

use crate::mind::{BuiltinMind, Mind, ModelMind, ModelSettings};
use std::collections::BTreeMap;
use std::sync::Arc;
use vouch_llm::ChatModel;
use vouch_model::{AttemptError, ErrorCode, MindName};

#[derive(Default)]
pub struct Minds {
    models: BTreeMap<MindName, ModelMind>,
}

impl Minds {
    pub fn new(models: impl IntoIterator<Item = (MindName, Arc<dyn ChatModel>)>, settings: Arc<ModelSettings>) -> Self {
        let mind = |model| ModelMind::new(model, settings.clone());
        Self { models: models.into_iter().map(|(name, model)| (name, mind(model))).collect() }
    }

    /// `Auto` is the first model there is, else the built-in mind.
    pub fn choose(&self, name: MindName) -> Result<&dyn Mind, AttemptError> {
        let as_mind = |mind| mind as &dyn Mind;
        match name {
            MindName::Builtin => Ok(&BuiltinMind),
            MindName::Auto => Ok(self.models.values().next().map_or(&BuiltinMind as &dyn Mind, as_mind)),
            MindName::Anthropic | MindName::OpenAi => {
                self.models.get(&name).map(as_mind).ok_or_else(|| not_configured(name))
            }
        }
    }
}

fn not_configured(name: MindName) -> AttemptError {
    let (called, setting) = match name {
        MindName::Anthropic => ("anthropic", "Set ANTHROPIC_API_KEY."),
        _ => ("openai", "Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own."),
    };
    AttemptError {
        code: ErrorCode::InvalidInput,
        message: format!("No model is configured for the mind '{called}'."),
        suggestion: Some(format!("{setting} `--mind builtin` needs neither.")),
    }
}
