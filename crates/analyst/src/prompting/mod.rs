//! The prompts: template files in `prompts/`, each behind one typed input, and the fragments that fill them.
//!
//! Nothing here calls a model. What users, data and documents say goes through the `fence` filter, so that it reaches
//! the model as data; a folder of the user's may override any template by its name.

mod curtain;
mod fragments;
mod inputs;

pub use curtain::Curtain;
pub use fragments::{
    MOST_ROWS_SENT, attempts_text, examples_text, facts_text, history_text, numbered, rows_text, rules_text,
    schema_text, shown_name,
};
pub use inputs::{
    CommonInput, DiagnoseInput, DraftInput, ExplainInput, ExploreInput, FastInput, FrameInput, ReasonInput,
    RepairInput, ReportInput, SchemaInput, StandaloneInput,
};

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use std::borrow::Cow;
use std::path::Path;
use vouch_model::Dialect;

/// What a template is filled with.
pub trait PromptInput: Serialize {
    const TEMPLATE: &'static str;
    /// Something to try an overridden template with before anyone asks a question.
    fn example() -> Self;
}

pub struct Prompts {
    templates: Environment<'static>,
}

#[derive(Debug, thiserror::Error)]
pub enum PromptError {
    #[error("the prompt folder {folder} cannot be read: {reason}")]
    Folder { folder: String, reason: String },
    #[error("{file} is not a prompt of Vouch; prompts are: {known}")]
    Unknown { file: String, known: String },
    #[error("the prompt {name} does not work: {reason}")]
    Template { name: String, reason: String },
}

impl PromptError {
    pub fn hint(&self) -> String {
        "docs/prompts.md names every prompt and what it may use; without `prompts_dir` the built-in ones are used."
            .to_owned()
    }
}

macro_rules! builtin {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("../../prompts/", $name)))),*] };
}

const BUILTIN: &[(&str, &str)] = builtin![
    "common.md",
    "schema.md",
    "rules_of_sql.md",
    "frame.md",
    "standalone.md",
    "reason.md",
    "draft.md",
    "fast.md",
    "diagnose.md",
    "repair.md",
    "explain.md",
    "explore.md",
    "report.md",
    "dialects/duckdb.md",
    "dialects/sqlite.md",
];

impl Prompts {
    pub fn builtin() -> Result<Self, PromptError> {
        Self::from_texts(BUILTIN.iter().map(|(name, text)| (*name, (*text).to_owned())))
    }

    /// The built-in prompts with those of `folder` in their place. Every one is tried at once: a fault shows when the
    /// program starts, not in the middle of an answer.
    pub fn with_overrides(folder: &Path) -> Result<Self, PromptError> {
        let given = read_folder(folder)?;
        let chosen = |name: &str, text: &str| {
            given.iter().find(|(given, _)| given == name).map_or_else(|| text.to_owned(), |(_, text)| text.clone())
        };
        let prompts = Self::from_texts(BUILTIN.iter().map(|(name, text)| (*name, chosen(name, text))))?;
        prompts.try_all()?;
        Ok(prompts)
    }

    pub fn render<I: PromptInput>(&self, input: &I) -> Result<String, PromptError> {
        let failed = |e: minijinja::Error| PromptError::Template {
            name: I::TEMPLATE.to_owned(),
            reason: match e.line() {
                Some(line) => format!("line {line}: {e}"),
                None => e.to_string(),
            },
        };
        let text = self
            .templates
            .get_template(I::TEMPLATE)
            .and_then(|t| t.render(minijinja::value::Serde(input)))
            .map_err(failed)?;
        Ok(text.trim().to_owned())
    }

    /// What a dialect has of its own.
    pub fn dialect(&self, dialect: Dialect) -> String {
        let name = format!("dialects/{}.md", dialect.name());
        let rendered = self.templates.get_template(&name).and_then(|t| t.render(()));
        rendered.map(|text| text.trim().to_owned()).unwrap_or_default()
    }

    fn from_texts(texts: impl Iterator<Item = (&'static str, String)>) -> Result<Self, PromptError> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        templates.set_syntax(syntax()?);
        templates.add_filter("fence", fence);
        for (name, text) in texts {
            let failed = |e: minijinja::Error| PromptError::Template { name: name.to_owned(), reason: e.to_string() };
            templates.add_template_owned(name, text).map_err(failed)?;
        }
        Ok(Self { templates })
    }

    fn try_all(&self) -> Result<(), PromptError> {
        self.render(&CommonInput::example())?;
        self.render(&SchemaInput::example())?;
        self.render(&FrameInput::example())?;
        self.render(&StandaloneInput::example())?;
        self.render(&ReasonInput::example())?;
        self.render(&DraftInput::example())?;
        self.render(&FastInput::example())?;
        self.render(&DiagnoseInput::example())?;
        self.render(&RepairInput::example())?;
        self.render(&ExplainInput::example())?;
        self.render(&ExploreInput::example())?;
        self.render(&ReportInput::example()).map(drop)
    }
}

/// A line that holds only a tag leaves no blank line behind.
fn syntax() -> Result<SyntaxConfig, PromptError> {
    let failed = |e: minijinja::Error| PromptError::Template { name: "every prompt".to_owned(), reason: e.to_string() };
    SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().map_err(failed)
}

fn read_folder(folder: &Path) -> Result<Vec<(String, String)>, PromptError> {
    let unreadable = |reason: String| PromptError::Folder { folder: folder.display().to_string(), reason };
    let mut found = Vec::new();
    for (at, prefix) in [(folder.to_owned(), ""), (folder.join("dialects"), "dialects/")] {
        if !prefix.is_empty() && !at.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(&at).map_err(|e| unreadable(e.to_string()))? {
            let path = entry.map_err(|e| unreadable(e.to_string()))?.path();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
            if !BUILTIN.iter().any(|(known, _)| *known == name) {
                let known = BUILTIN.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                return Err(PromptError::Unknown { file: path.display().to_string(), known });
            }
            found.push((name, std::fs::read_to_string(&path).map_err(|e| unreadable(e.to_string()))?));
        }
    }
    Ok(found)
}

/// Text of others between tags. What would end the fence from inside is broken up, and what no text needs is left out.
fn fence(text: &str, tag: &str) -> String {
    let needless = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    let mut clean = Cow::Borrowed(text);
    if text.contains(needless) {
        clean = text.replace(needless, "").into();
    }
    if clean.contains("</") {
        clean = clean.replace("</", "<\u{200b}/").into();
    }
    format!("<{tag}>\n{}\n</{tag}>", clean.trim_end())
}

#[cfg(test)]
#[path = "prompting_tests.rs"]
mod tests;
