//! Rules in YAML: a list of entries, each with a name and a text.

use super::KnowledgeError;
use super::rules::Draft;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_saphyr::Spanned;

/// An unknown key is an error: `table` for `tables` would silently bind a rule to nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    title: Option<String>,
    term: Option<String>,
    name: Option<String>,
    text: Option<String>,
    definition: Option<String>,
    rule: Option<String>,
    #[serde(default)]
    tables: Vec<String>,
    #[serde(default)]
    always: bool,
}

const SHAPE: &str = "Write a list of entries with 'term' (or 'title', 'name') and 'text' (or 'definition', 'rule'), and \
                     where needed 'tables: [..]' and 'always: true'.";

/// Words of the text that stand for a title where there is none.
const WORDS_OF_TITLE: usize = 8;

pub fn parse(file: &str, text: &str) -> Result<Vec<Draft>, KnowledgeError> {
    let entries: Option<Vec<Spanned<Entry>>> = read(file, text, 0)?;
    entries.unwrap_or_default().into_iter().map(|entry| draft(file, entry)).collect()
}

fn draft(file: &str, entry: Spanned<Entry>) -> Result<Draft, KnowledgeError> {
    let line = usize::try_from(entry.referenced.line()).unwrap_or(0);
    let entry = entry.value;
    let texts: Vec<String> = [entry.definition, entry.rule, entry.text].into_iter().flatten().collect();
    let text = texts.join("\n").trim().to_owned();
    if text.is_empty() {
        return Err(malformed(file, line, "this entry has no text"));
    }
    let names: Vec<String> = [entry.title, entry.term, entry.name].into_iter().flatten().collect();
    let first_words = || text.split_whitespace().take(WORDS_OF_TITLE).collect::<Vec<_>>().join(" ");
    let title = names.first().cloned().unwrap_or_else(first_words);
    let term = names.last().cloned().unwrap_or_default();
    Ok(Draft { title, term, text, tables: entry.tables, always: entry.always, line })
}

/// Reads a YAML text that begins `lines_above` lines into the file. `None` for one that holds nothing.
pub fn read<T: DeserializeOwned>(file: &str, text: &str, lines_above: usize) -> Result<Option<T>, KnowledgeError> {
    let mut options = serde_saphyr::Options::default();
    options.with_snippet = false;
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let line = error.location().and_then(|at| usize::try_from(at.line()).ok()).unwrap_or(1);
        malformed(file, line + lines_above, &one_line(&error.to_string()))
    })
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn malformed(file: &str, line: usize, message: &str) -> KnowledgeError {
    KnowledgeError::Malformed { place: format!("{file}:{line}"), message: message.to_owned(), hint: SHAPE.to_owned() }
}
