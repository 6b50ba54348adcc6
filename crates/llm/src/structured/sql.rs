//! A statement out of prose: what a model says when it was asked for SQL and would rather talk. Only finds where it
//! begins and ends; whether it may run is the guard's to say.

use super::{after_thinking, bounded, fences};

/// Words with which a statement goes on behind an empty line.
const GOES_ON: [&str; 28] = [
    "select",
    "from",
    "where",
    "group",
    "order",
    "having",
    "limit",
    "offset",
    "union",
    "except",
    "intersect",
    "join",
    "left",
    "right",
    "inner",
    "full",
    "cross",
    "on",
    "and",
    "or",
    "window",
    "qualify",
    "fetch",
    "case",
    "when",
    "then",
    "else",
    "end",
];

/// Lines that begin like a query and turn out to be prose, before the search is given up.
const TRIED: usize = 16;

/// Empty lines within a statement.
const GAP: usize = 50;

/// The first of: a fenced block that holds a query, else a line that begins with SELECT or WITH, up to `;` or to an
/// empty line with prose behind it.
pub fn read_sql(text: &str) -> Option<String> {
    let text = after_thinking(bounded(text));
    let fences = fences(text);
    let marked = fences.iter().find(|fence| !fence.language.is_empty() && is_sql_word(fence.language));
    let fenced = marked.into_iter().chain(&fences).find_map(|fence| fenced(fence.content));
    fenced.or_else(|| bare(text))
}

fn is_sql_word(language: &str) -> bool {
    ["sql", "duckdb", "postgresql", "sqlite", "mysql"].contains(&language.to_ascii_lowercase().as_str())
}

/// All of it, so that a second statement is seen and refused, not dropped.
fn fenced(content: &str) -> Option<String> {
    let sql = content.trim().trim_end_matches(';').trim_end();
    begins_query(without_comments(sql)).then(|| sql.to_owned())
}

fn without_comments(mut sql: &str) -> &str {
    loop {
        sql = sql.trim_start();
        if sql.starts_with("--") {
            sql = sql.find('\n').and_then(|end| sql.get(end..)).unwrap_or_default();
        } else if sql.starts_with("/*") {
            sql = sql.find("*/").and_then(|end| sql.get(end + 2..)).unwrap_or_default();
        } else {
            return sql;
        }
    }
}

fn bare(text: &str) -> Option<String> {
    let (mut at, mut tried) = (0, 0);
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let rest = text.get(start..).unwrap_or_default();
        if !line.trim().is_empty() && tried < TRIED && begins_query(rest) {
            tried += 1;
            let sql = rest.get(..length(rest)).unwrap_or_default().trim();
            if !is_prose(sql) {
                return Some(sql.to_owned());
            }
        }
    }
    None
}

/// `SELECT ...`, or `WITH name ... AS (`: "With this query" is no query.
fn begins_query(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    match first.as_str() {
        "select" => words.next().is_some(),
        "with" => {
            let head: String = text.chars().take(400).collect::<String>().to_ascii_lowercase();
            let head = head.replace(char::is_whitespace, " ");
            head.find('(').is_some_and(|open| {
                let before = head.get(..open).unwrap_or_default().trim_end();
                before.ends_with(" as")
                    || before.ends_with(" materialized")
                    || head.contains(") as (")
                    || head.contains(") as(")
            })
        }
        _ => first.starts_with("select*") || first.starts_with("select("),
    }
}

/// "Select the month you want." reads like a query up to the end of its line.
fn is_prose(sql: &str) -> bool {
    let line = sql.lines().next().unwrap_or_default().trim_end();
    let has_from = line.split_whitespace().any(|word| word.eq_ignore_ascii_case("from"));
    !has_from && line.ends_with(['.', ':', '!', '?'])
}

/// Where the statement ends: at a `;` or an empty line with prose behind it, outside of quotes and brackets.
fn length(text: &str) -> usize {
    let mut quote: Option<char> = None;
    let mut open = 0i32;
    let mut comment = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if comment => comment = c != '\n',
            (Some(closing), _) if c == closing => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"' | '`') if c == '`' && text.get(at..).is_some_and(|rest| rest.starts_with("```")) => {
                return at;
            }
            (None, '\'' | '"' | '`') => quote = Some(c),
            (None, '(') => open += 1,
            (None, ')') => open -= 1,
            (None, '-') if text.get(at..).is_some_and(|rest| rest.starts_with("--")) => comment = true,
            (None, ';') => return at,
            _ => {}
        }
        if c == '\n' && quote.is_none() && open <= 0 && prose_behind_gap(text.get(at + 1..).unwrap_or_default()) {
            return at;
        }
    }
    text.len()
}

/// The next line is empty, and what follows does not go on like SQL.
fn prose_behind_gap(rest: &str) -> bool {
    let mut lines = rest.lines();
    if !lines.next().is_some_and(|line| line.trim().is_empty()) {
        return false;
    }
    let Some(next) = lines.take(GAP).map(str::trim).find(|line| !line.is_empty()) else { return true };
    let word = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let one_case = word.chars().all(char::is_uppercase) || word.chars().all(char::is_lowercase);
    let goes_on = one_case && GOES_ON.contains(&word.to_ascii_lowercase().as_str());
    !goes_on && !next.starts_with([')', ',', '(']) && !next.starts_with("--")
}
