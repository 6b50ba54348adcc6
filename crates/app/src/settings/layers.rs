//! The four places a setting may come from, and which of them wins.

use super::SettingsError;
use super::keys::{KEYS, Key, OTHER_VARIABLES};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Parts of the file that are not single settings.
const SECTIONS: [&str; 3] = ["sources", "models", "prices"];

/// What was said about settings, not yet judged. Made by `cli` from the real file, environment and flags, and by tests
/// from nothing.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    pub file: Option<(PathBuf, toml::Table)>,
    pub variables: BTreeMap<String, String>,
    /// By setting name.
    pub flags: BTreeMap<&'static str, String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    Default,
    File(PathBuf),
    Variable(&'static str),
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(path) => write!(f, "{}", path.display()),
            Origin::Variable(name) => f.write_str(name),
            Origin::Flag => f.write_str("flag"),
        }
    }
}

/// One line of `vouch config show`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: String,
    /// As it may be shown; `None` when it is not set.
    pub value: Option<String>,
    pub origin: Origin,
    pub about: &'static str,
}

impl Layers {
    pub fn read_file(path: &Path) -> Result<toml::Table, SettingsError> {
        let text = std::fs::read_to_string(path).map_err(|e| SettingsError {
            message: format!("the settings file {} cannot be read: {e}", path.display()),
            hint: "Check the path given with --config or VOUCH_CONFIG.".to_owned(),
        })?;
        text.parse().map_err(|e: toml::de::Error| SettingsError {
            message: format!("the settings file {} is not valid TOML: {}", path.display(), e.message()),
            hint: "Settings are lines such as `max_rows = 500`.".to_owned(),
        })
    }

    pub fn text(&self, name: &str) -> Option<String> {
        self.find(name).map(|(value, _)| value)
    }

    pub fn number<T>(&self, name: &str, least: T, most: T) -> Result<T, SettingsError>
    where
        T: FromStr + PartialOrd + fmt::Display + Copy,
    {
        let text = self.text(name).unwrap_or_default();
        match text.trim().parse::<T>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.wrong(name, &format!("'{text}' is not a whole number from {least} to {most}"))),
        }
    }

    pub fn flag(&self, name: &str) -> Result<bool, SettingsError> {
        match self.text(name).as_deref().map(str::trim) {
            None | Some("off" | "false" | "0") => Ok(false),
            Some("on" | "true" | "1") => Ok(true),
            Some(other) => Err(self.wrong(name, &format!("'{other}' is neither on nor off"))),
        }
    }

    /// An error about a setting that names the place it was set in.
    pub fn wrong(&self, name: &str, reason: &str) -> SettingsError {
        let origin = self.find(name).map_or(Origin::Default, |(_, origin)| origin);
        SettingsError {
            message: format!("the setting {name} is wrong: {reason} (set by: {origin})"),
            hint: "`vouch config show` lists every setting with its origin.".to_owned(),
        }
    }

    /// A section of the file that holds one text per name, such as `[sources]`.
    pub fn texts(&self, section: &str) -> Result<BTreeMap<String, String>, SettingsError> {
        let Some(table) = self.section(section)? else { return Ok(BTreeMap::new()) };
        let text = |(name, value): (String, toml::Value)| match value {
            toml::Value::String(text) => Ok((name, text)),
            _ => Err(self.wrong_section(section)),
        };
        table.into_iter().map(text).collect()
    }

    fn section(&self, name: &str) -> Result<Option<toml::Table>, SettingsError> {
        match self.file.as_ref().and_then(|(_, table)| table.get(name)) {
            None => Ok(None),
            Some(toml::Value::Table(section)) => Ok(Some(section.clone())),
            Some(_) => Err(self.wrong_section(name)),
        }
    }

    /// A section that may stand in the file several times, `[[prices]]`.
    pub fn list(&self, name: &str) -> Result<Option<toml::Value>, SettingsError> {
        match self.file.as_ref().and_then(|(_, table)| table.get(name)) {
            None => Ok(None),
            Some(list @ toml::Value::Array(_)) => Ok(Some(list.clone())),
            Some(_) => Err(self.wrong_section(name)),
        }
    }

    fn wrong_section(&self, name: &str) -> SettingsError {
        let path = self.file.as_ref().map(|(path, _)| path.display().to_string()).unwrap_or_default();
        let (example, what) = match name {
            "sources" => ("sales = \"duckdb:sales.duckdb\"", "every source as NAME = \"URL\""),
            "models" => ("explain = \"a-cheaper-model\"", "every stage as STAGE = \"MODEL\""),
            _ => ("models = [\"my-model\"]", "[[prices]] with models, input and output (USD per million tokens)"),
        };
        let shown = if name == "prices" { "[[prices]]".to_owned() } else { format!("[{name}]") };
        SettingsError {
            message: format!("{shown} in {path} must hold lines such as `{example}`"),
            hint: format!("Write {what}."),
        }
    }

    pub fn refuse_unknown_keys(&self) -> Result<(), SettingsError> {
        let Some((path, table)) = &self.file else { return Ok(()) };
        let known: Vec<&str> = KEYS.iter().map(|k| k.name).chain(SECTIONS).collect();
        let Some(unknown) = table.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
        let hint = match vouch_sql::nearest_names(unknown, known.iter().copied(), 1).first() {
            Some(name) => format!("Did you mean `{name}`?"),
            None => format!("Settings are: {}.", known.join(", ")),
        };
        Err(SettingsError { message: format!("'{unknown}' in {} is not a setting", path.display()), hint })
    }

    /// Variables that look like settings of ours and are none: most likely misspelt.
    pub fn unknown_variables(&self) -> Vec<String> {
        let known = |name: &str| KEYS.iter().any(|k| k.variable == name) || OTHER_VARIABLES.contains(&name);
        let ours = self.variables.keys().filter(|name| name.starts_with("VOUCH_") && !known(name));
        ours.map(|name| format!("the variable {name} is not a setting and does nothing")).collect()
    }

    /// Everything for `vouch config show`.
    pub fn entries(&self, data_dir: &str) -> Vec<Entry> {
        let mut entries: Vec<Entry> = KEYS.iter().map(|key| self.entry(key, data_dir)).collect();
        if let (Some((path, _)), Ok(sources)) = (&self.file, self.texts("sources")) {
            entries.extend(sources.into_iter().map(|(name, url)| Entry {
                name: format!("sources.{name}"),
                value: Some(mask_password(&url)),
                origin: Origin::File(path.clone()),
                about: "A source with a name.",
            }));
        }
        entries
    }

    fn entry(&self, key: &Key, data_dir: &str) -> Entry {
        let (value, origin) = self.find(key.name).map_or((None, Origin::Default), |(v, o)| (Some(v), o));
        let value = match value {
            Some(_) if key.secret => Some("********".to_owned()),
            Some(text) => Some(mask_password(&text)),
            None if key.name == "data_dir" => Some(data_dir.to_owned()),
            None => None,
        };
        Entry { name: key.name.to_owned(), value, origin, about: key.about }
    }

    /// The strongest layer that says something. Empty variables say nothing, as is usual.
    fn find(&self, name: &str) -> Option<(String, Origin)> {
        let key = KEYS.iter().find(|k| k.name == name)?;
        if let Some(value) = self.flags.get(key.name) {
            return Some((value.clone(), Origin::Flag));
        }
        if let Some(value) = self.variables.get(key.variable).filter(|v| !v.is_empty()) {
            return Some((value.clone(), Origin::Variable(key.variable)));
        }
        if let Some((path, table)) = &self.file
            && let Some(value) = table.get(key.name)
        {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            return Some((text, Origin::File(path.clone())));
        }
        key.default.map(|value| (value.to_owned(), Origin::Default))
    }
}

/// `postgres://me:secret@host/db` without the secret.
pub fn mask_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match authority.rsplit_once('@').and_then(|(login, host)| Some((login.split_once(':')?.0, host))) {
        Some((user, host)) => format!("{scheme}://{user}:********@{host}{path}"),
        None => text.to_owned(),
    }
}
