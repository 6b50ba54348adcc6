//! Reads a file of synonyms: YAML, from `table` or `table.column` to one word or phrase, or to a list of them.

use crate::cli::Failure;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use vouch_linguist::Synonyms;

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    One(String),
    Several(Vec<String>),
}

pub fn read(file: &Path) -> Result<Synonyms, Failure> {
    let hint = "A line such as `table.column: words` is expected, or `table: [words, other words]`.";
    let failed = |e: &dyn std::fmt::Display| Failure::usage(format!("{}: {e}", file.display()), hint);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    let things: BTreeMap<String, Words> = serde_saphyr::from_str(&text).map_err(|e| failed(&e))?;
    let list = |words: Words| match words {
        Words::One(one) => vec![one],
        Words::Several(several) => several,
    };
    Ok(things.into_iter().map(|(thing, words)| (thing, list(words))).collect())
}
