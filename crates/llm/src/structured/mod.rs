//! Reads what was asked for out of what a model wrote: JSON, or SQL. Takes any text, of any length, in bounded time.

mod mend;
mod sql;

pub use sql::read_sql;

use serde_json::{Value as Json, json};

/// No reply of ours is longer; what stands behind is not looked at.
const READ: usize = 1024 * 1024;

/// Places at which an object is looked for, and at how many of them a broken one is mended: a text full of brackets
/// and quotes must not be read over and over.
const STARTS: usize = 64;
const MENDED: usize = 8;

/// Fenced blocks looked at.
const FENCES: usize = 32;

/// JSON as it is, in a fence, in the midst of prose, or a little broken: the longest object, else an array. A mended
/// reply may lack its end (see [`crate::StopReason::Length`]), so whoever uses it checks its fields.
pub fn read_json(text: &str) -> Option<Json> {
    let text = after_thinking(bounded(text)).trim().trim_start_matches('\u{feff}');
    if let Ok(json) = serde_json::from_str(text) {
        return Some(json);
    }
    let fences: Vec<&str> = fences(text).into_iter().map(|fence| fence.content).collect();
    let fenced = || fences.iter().find_map(|fence| serde_json::from_str(fence.trim()).ok());
    let in_fence = |open| fences.iter().find_map(|fence| longest(fence, open));
    fenced()
        .or_else(|| in_fence('{'))
        .or_else(|| longest(text, '{'))
        .or_else(|| in_fence('['))
        .or_else(|| longest(text, '['))
}

/// The longest object (or array) that begins in the text; one within another does not count.
fn longest(text: &str, open: char) -> Option<Json> {
    let mut best: Option<(usize, Json)> = None;
    let (mut at, mut mended) = (0, 0);
    for _ in 0..STARTS {
        let Some(start) = text.get(at..).and_then(|rest| rest.find(open)) else { break };
        let rest = text.get(at + start..).unwrap_or_default();
        let found = strict(rest).or_else(|| {
            mended += 1;
            // An empty one says nothing, and may be a bracket in prose.
            let mend = || mend::value(rest).filter(|(json, _)| *json != json!({}) && *json != json!([]));
            if mended <= MENDED { mend() } else { None }
        });
        let (length, found) = found.map_or((1, None), |(json, length)| (length.max(1), Some(json)));
        if let Some(json) = found
            && best.as_ref().is_none_or(|(most, _)| length > *most)
        {
            best = Some((length, json));
        }
        at += start + length;
    }
    best.map(|(_, json)| json)
}

/// A JSON value that the text begins with, and its length.
fn strict(text: &str) -> Option<(Json, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Json>();
    let json = values.next()?.ok()?;
    Some((json, values.byte_offset()))
}

fn bounded(text: &str) -> &str {
    let mut end = text.len().min(READ);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Local models think aloud in the reply itself.
fn after_thinking(text: &str) -> &str {
    match text.rfind("</think>") {
        Some(at) if text.trim_start().starts_with("<think>") => text.get(at + "</think>".len()..).unwrap_or_default(),
        _ => text,
    }
}

struct Fence<'a> {
    /// `json`, `sql`... or empty.
    language: &'a str,
    content: &'a str,
}

/// Fenced blocks in their order; one that is not closed reaches to the end.
fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while found.len() < FENCES
        && let Some(start) = opening(rest)
    {
        let inside = rest.get(start + 3..).unwrap_or_default().trim_start_matches('`');
        let line = inside.find('\n').unwrap_or(inside.len());
        let first = inside.get(..line).unwrap_or_default();
        let word = first.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(first.len());
        let language = first.get(..word).unwrap_or_default();
        // Without a line break the word belongs to what is fenced, unless it names a language we know.
        let known = ["json", "jsonc", "json5", "sql", "duckdb", "postgresql", "sqlite", "mysql"];
        let skip = match () {
            () if first.trim() == language => line,
            () if known.contains(&language.to_ascii_lowercase().as_str()) => word,
            () => 0,
        };
        let body = inside.get(skip..).unwrap_or_default();
        let end = closing(body).unwrap_or(body.len());
        found.push(Fence { language, content: body.get(..end).unwrap_or_default() });
        rest = body.get(end..).unwrap_or_default().trim_start_matches('`');
    }
    found
}

/// A fence opens at the start of a line; elsewhere it may be part of a JSON string.
fn opening(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches([' ', '\t']);
        if bare.starts_with("```") {
            return Some(at + line.len() - bare.len());
        }
        at += line.len();
    }
    None
}

/// A fence closes at the start of a line, so that one quoted in a JSON string does not; without such a line, anywhere.
fn closing(body: &str) -> Option<usize> {
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if at > 0 && line.get(indent..).is_some_and(|line| line.starts_with("```")) {
            return Some(at);
        }
        at += line.len();
    }
    body.find("```")
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
