//! Reads question sets: folders with `questions.jsonl` and, where they have data of their own, `set.json`.

use crate::cli::Failure;
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Misses of this set are never shown: a set that was looked at no longer tells how strangers' questions fare.
pub const HELD_OUT: &str = "held_out";

pub struct Suite {
    pub path: PathBuf,
    /// By folder name.
    pub data: BTreeMap<String, DataOfSet>,
    pub cases: Vec<Case>,
}

/// `set.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct DataOfSet {
    pub source: Option<String>,
    pub files: Option<Vec<String>>,
    pub sqlite: Option<String>,
    pub now: String,
}

/// A line of `questions.jsonl`.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// The folder it was read from; not in the file.
    #[serde(skip)]
    pub set: String,
    pub id: String,
    pub data: Option<String>,
    pub kind: String,
    pub question: String,
    #[serde(default)]
    pub session: Vec<String>,
    pub now: Option<String>,
    #[serde(default)]
    pub rows: Vec<Vec<Json>>,
    #[serde(default)]
    pub ordered: bool,
    #[serde(default)]
    pub extra_columns: bool,
    #[serde(default)]
    pub percent: bool,
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    /// Outcomes that are right for a question without an answer; empty for all others.
    #[serde(default)]
    pub accept: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Alternative {
    pub rows: Vec<Vec<Json>>,
}

impl Case {
    /// The folder whose data it is about.
    pub fn data_name(&self) -> &str {
        self.data.as_deref().unwrap_or(&self.set)
    }

    pub fn is_unanswerable(&self) -> bool {
        !self.accept.is_empty()
    }
}

impl Suite {
    pub fn read(path: &Path, wanted: &[String], limit: Option<usize>) -> Result<Self, Failure> {
        let mut folders = folders(path)?;
        let data = folders
            .iter()
            .filter(|(_, folder)| folder.join("set.json").is_file())
            .map(|(name, folder)| {
                Ok((name.clone(), parse(&folder.join("set.json"), &text(&folder.join("set.json"))?)?))
            })
            .collect::<Result<BTreeMap<String, DataOfSet>, Failure>>()?;
        if let Some(unknown) = wanted.iter().find(|name| !folders.contains_key(*name)) {
            let names = folders.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(Failure::usage(format!("there is no set '{unknown}'"), format!("There is: {names}.")));
        }
        folders.retain(|name, _| wanted.is_empty() || wanted.contains(name));
        let mut cases = vec![];
        for (name, folder) in &folders {
            cases.extend(read_cases(name, &folder.join("questions.jsonl"), limit)?);
        }
        if let Some(case) = cases.iter().find(|case| !data.contains_key(case.data_name())) {
            let message = format!("{}: there is no data set '{}'", case.id, case.data_name());
            return Err(Failure::new(message, Some("See the README beside the sets.".to_owned())));
        }
        Ok(Self { path: path.to_owned(), data, cases })
    }
}

fn folders(path: &Path) -> Result<BTreeMap<String, PathBuf>, Failure> {
    let unreadable = |e: std::io::Error| {
        let hint = "Point --path to the folder that holds the question sets.";
        Failure::usage(format!("{} cannot be read: {e}", path.display()), hint)
    };
    let mut folders = BTreeMap::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let folder = entry.map_err(unreadable)?.path();
        if folder.join("questions.jsonl").is_file()
            && let Some(name) = folder.file_name()
        {
            folders.insert(name.to_string_lossy().into_owned(), folder);
        }
    }
    if folders.is_empty() {
        let message = format!("{} holds no question sets", path.display());
        return Err(Failure::usage(message, "A set is a folder with a file questions.jsonl."));
    }
    Ok(folders)
}

fn read_cases(set: &str, file: &Path, limit: Option<usize>) -> Result<Vec<Case>, Failure> {
    let content = text(file)?;
    let lines = content.lines().filter(|line| !line.trim().is_empty()).take(limit.unwrap_or(usize::MAX));
    lines.map(|line| Ok(Case { set: set.to_owned(), ..parse(file, line)? })).collect()
}

fn text(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|e| Failure::new(format!("{} cannot be read: {e}", file.display()), None))
}

fn parse<T: serde::de::DeserializeOwned>(file: &Path, json: &str) -> Result<T, Failure> {
    serde_json::from_str(json).map_err(|e| Failure::new(format!("{}: {e}", file.display()), None))
}
