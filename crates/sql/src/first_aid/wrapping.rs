//! Text around one SELECT: fences, an introduction, an explanation behind it. Only what cannot be a statement is
//! left out; a second statement never is.

use crate::guard::kinds::is_statement_word;
use sqlparser::keywords::ALL_KEYWORDS;

/// The statement alone and a note, if something stood around it.
pub(super) fn unwrapped(sql: &str) -> Option<(String, String)> {
    let (fenced, note) = match fenced(sql) {
        Some(Fenced::Inside(inner)) => (inner, "Took the statement out of its code block."),
        Some(Fenced::Unclear) => return None,
        None => (quoted(sql).unwrap_or(sql.trim()), "Left out the text around the statement."),
    };
    let bare = without_trail(without_lead(fenced)).trim();
    (bare != sql.trim()).then(|| (bare.to_owned(), note.to_owned()))
}

enum Fenced<'s> {
    Inside(&'s str),
    /// Several blocks, or a statement outside.
    Unclear,
}

fn fenced(sql: &str) -> Option<Fenced<'_>> {
    let (before, rest) = sql.split_once("```")?;
    let (inside, after) = rest.split_once("```").unwrap_or((rest, ""));
    if after.contains("```") || may_hold_statement(before) || may_hold_statement(after) {
        return Some(Fenced::Unclear);
    }
    // The first line may name the language.
    let inside = match inside.split_once('\n') {
        Some((language, code)) if language.trim().chars().all(char::is_alphanumeric) => code,
        _ => inside.strip_prefix("sql ").unwrap_or(inside),
    };
    Some(Fenced::Inside(inside.trim()))
}

/// The whole text in one pair of quotes.
fn quoted(sql: &str) -> Option<&str> {
    let text = sql.trim();
    ['`', '"', '\''].into_iter().find_map(|quote| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (begins_query(inner) && !inner.contains(quote)).then_some(inner)
    })
}

fn begins_query(text: &str) -> bool {
    ["SELECT", "WITH"].contains(&first_word(text).as_str())
}

/// "Here is the query: SELECT ...", "sql SELECT ...".
fn without_lead(text: &str) -> &str {
    if begins_query(text) {
        return text;
    }
    let mut rest = text;
    while let Some((lead, after)) = rest.split_once(':') {
        let whole_lead = text.get(..text.len() - after.len()).unwrap_or(lead);
        if begins_query(after) && !after.starts_with(':') {
            return if may_hold_statement(whole_lead) { text } else { after.trim_start() };
        }
        rest = after;
    }
    match text.split_once(char::is_whitespace) {
        Some((word, after))
            if ["SQL", "SQLITE", "DUCKDB", "QUERY"].contains(&word.to_uppercase().as_str()) && begins_query(after) =>
        {
            after.trim_start()
        }
        _ => text,
    }
}

/// An explanation behind a semicolon or a blank line.
fn without_trail(text: &str) -> &str {
    let cuts = text.match_indices(';').map(|(at, found)| (at, at + found.len()));
    let blank_lines = text.match_indices("\n\n").map(|(at, found)| (at, at + found.len()));
    let mut all: Vec<(usize, usize)> = cuts.chain(blank_lines).collect();
    all.sort_unstable();
    for (end, next) in all {
        let (Some(head), Some(trail)) = (text.get(..end), text.get(next..)) else { continue };
        let in_text = head.matches('\'').count() % 2 == 1 || head.matches('"').count() % 2 == 1;
        if !in_text && begins_query(head) && is_prose(trail) {
            return head;
        }
    }
    text
}

/// Several words that begin like no statement and no clause.
fn is_prose(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    let word = first_word(text);
    let is_sql =
        ALL_KEYWORDS.binary_search(&word.as_str()).is_ok() && !["NOTE", "EXPLANATION", "THIS"].contains(&word.as_str());
    words >= 3 && !word.is_empty() && !is_sql && !may_hold_statement(text)
}

/// Whether a statement begins somewhere in the text: at its start, behind a semicolon, or on a line of its own.
fn may_hold_statement(text: &str) -> bool {
    text.split([';', '\n']).any(|part| is_statement_word(&first_word(part)))
}

fn first_word(text: &str) -> String {
    let begins = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    begins.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>().to_uppercase()
}
