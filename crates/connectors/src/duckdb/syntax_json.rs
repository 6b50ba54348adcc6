//! Reads what `json_serialize_sql` writes: how many statements, and every name of a table or function that
//! occurs anywhere.
//!
//! Not through a JSON tree: the text nests as deep as the statement does, a tree's reader recurses (or stops
//! at 128 levels), and only names are wanted. So this is one pass over the text with a list of open brackets.

use vouch_sql::EngineVerdict;

#[derive(Debug, Default)]
pub(super) struct Seen {
    pub verdict: EngineVerdict,
    /// What the engine says is wrong, where it says so.
    pub error: Option<String>,
}

/// An open bracket, and the key under which it stands.
struct Open<'a> {
    key: &'a str,
    is_object: bool,
    /// The schema that a table reference names, which stands before the table in it.
    schema: &'a str,
}

pub(super) fn read(json: &str) -> Result<Seen, String> {
    let mut seen = Seen::default();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut key = "";
    let mut rest = json;
    while let Some(next) = rest.chars().next() {
        match next {
            '"' => {
                let (raw, after) = quoted(rest).ok_or("the engine's syntax tree is cut off")?;
                let is_key = open.last().is_some_and(|o| o.is_object) && after.trim_start().starts_with(':');
                if is_key {
                    key = raw;
                    rest = after.trim_start().strip_prefix(':').unwrap_or(after);
                    continue;
                }
                if let ("schema_name", Some(reference)) = (key, open.last_mut()) {
                    reference.schema = raw;
                }
                seen.note(key, raw, &open)?;
                rest = after;
            }
            '{' | '[' => {
                if next == '{' && open.len() == 2 && open.last().is_some_and(|o| o.key == "statements") {
                    seen.verdict.statements += 1;
                }
                open.push(Open { key: std::mem::take(&mut key), is_object: next == '{', schema: "" });
                rest = &rest[1..]; // one ASCII byte was just seen
            }
            '}' | ']' => {
                open.pop();
                rest = &rest[1..]; // as above
            }
            _ => rest = &rest[next.len_utf8()..], // the character just seen
        }
    }
    // Only SELECT serializes; a tree without statements is no query either.
    seen.verdict.all_select = seen.error.is_none() && seen.verdict.statements > 0;
    Ok(seen)
}

impl Seen {
    fn note(&mut self, key: &str, raw: &str, open: &[Open<'_>]) -> Result<(), String> {
        if key == "table_name" {
            let schema = open.last().map_or(Ok(String::new()), |reference| unescaped(reference.schema))?;
            let name = unescaped(raw)?;
            let whole = if schema.is_empty() { name } else { format!("{schema}.{name}") };
            self.verdict.references.push(whole.to_lowercase());
        }
        let names = match key {
            "table_name" => &mut self.verdict.tables,
            // A table function stands under the key `function` of its table reference.
            "function_name" if open.last().is_some_and(|o| o.key == "function") => &mut self.verdict.tables,
            "function_name" => &mut self.verdict.functions,
            "error_message" if open.len() == 1 => {
                self.error = Some(unescaped(raw)?);
                return Ok(());
            }
            _ => return Ok(()),
        };
        let name = unescaped(raw)?.to_lowercase();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
        Ok(())
    }
}

/// The inside of the quoted text at the start, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('"')?;
    let mut escaped = false;
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            // `at` is the place of an ASCII byte, so both cuts are at character borders.
            b'"' => return Some((&inside[..at], &inside[at + 1..])),
            _ => {}
        }
    }
    None
}

fn unescaped(raw: &str) -> Result<String, String> {
    if !raw.contains('\\') {
        return Ok(raw.to_owned());
    }
    serde_json::from_str(&format!("\"{raw}\"")).map_err(|error| format!("the engine's syntax tree is odd: {error}"))
}
