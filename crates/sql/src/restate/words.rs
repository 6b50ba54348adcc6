//! English, as far as the restater needs it: identifiers as words, number, lists, numbers.
//!
//! Knows nothing of SQL but how to quote it. Everything here is a pure function of text.

use std::fmt::Display;
use vouch_model::{Column, Table};

/// An identifier as a person would say it: `unit_price` and `unitPrice` become "unit price".
pub(super) fn spoken(identifier: &str) -> String {
    let mut words = String::with_capacity(identifier.len() + 4);
    let mut previous_lower = false;
    for c in identifier.chars() {
        if c == '_' || c.is_whitespace() {
            if !words.ends_with(' ') && !words.is_empty() {
                words.push(' ');
            }
            previous_lower = false;
            continue;
        }
        if c.is_uppercase() && previous_lower {
            words.push(' ');
        }
        previous_lower = c.is_lowercase() || c.is_ascii_digit();
        words.extend(c.to_lowercase());
    }
    let words = words.trim_end();
    if words.is_empty() { identifier.to_owned() } else { words.to_owned() }
}

/// What to call a column: its header, a comment short enough to be a name, or its identifier in words.
pub(super) fn column_words(column: &Column) -> String {
    match (&column.label, column.comment.as_deref().and_then(short_name)) {
        (Some(label), _) => label.clone(),
        (None, Some(comment)) => comment,
        (None, None) => spoken(&column.name),
    }
}

/// What to call a table, as words in the number in which it is written.
pub(super) fn table_words(table: &Table) -> String {
    match (&table.label, table.comment.as_deref().and_then(short_name)) {
        (Some(label), _) => spoken(label),
        (None, Some(comment)) => comment,
        (None, None) => spoken(&table.name),
    }
}

/// A comment that can stand in for a name. Longer ones are explanations and would bury the sentence.
fn short_name(comment: &str) -> Option<String> {
    let comment = comment.trim();
    let fits = !comment.is_empty()
        && comment.chars().count() <= 40
        && comment.split_whitespace().count() <= 4
        && !comment.contains(['.', ':', ';', '\n', '`', '(', ',']);
    fits.then(|| lower_first(comment))
}

pub(super) fn singular(noun: &str) -> String {
    let (head, last) = split_last_word(noun);
    let lower = last.to_lowercase();
    let one = if matches!(lower.as_str(), "people") {
        "person".to_owned()
    } else if lower.ends_with("ies") && lower.len() > 4 {
        replace_end(last, 3, "y")
    } else if ["sses", "xes", "ches", "shes", "zzes"].iter().any(|end| lower.ends_with(end)) {
        replace_end(last, 2, "")
    } else if lower.ends_with('s')
        && lower.len() > 2
        && !["ss", "us", "is", "news", "series", "sales"].iter().any(|end| lower.ends_with(end))
    {
        replace_end(last, 1, "")
    } else {
        last.to_owned()
    };
    format!("{head}{one}")
}

pub(super) fn plural(noun: &str) -> String {
    let (head, last) = split_last_word(noun);
    let lower = last.to_lowercase();
    let uncounted = ["data", "people", "staff", "inventory", "stock", "news", "series", "information", "history"];
    let many = if lower.ends_with(|c: char| c.is_ascii_digit())
        || uncounted.contains(&lower.as_str())
        || (lower.ends_with('s') && singular(last) != last)
    {
        last.to_owned()
    } else if lower.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| lower.ends_with(end)) {
        replace_end(last, 1, "ies")
    } else if ["s", "x", "ch", "sh", "z"].iter().any(|end| lower.ends_with(end)) {
        if lower == "sales" { last.to_owned() } else { format!("{last}es") }
    } else {
        format!("{last}s")
    };
    format!("{head}{many}")
}

fn split_last_word(noun: &str) -> (&str, &str) {
    noun.rfind(' ').map_or(("", noun), |at| noun.split_at(at + 1))
}

fn replace_end(word: &str, drop: usize, end: &str) -> String {
    let kept = word.chars().count().saturating_sub(drop);
    word.chars().take(kept).chain(end.chars()).collect()
}

/// "a", "a and b", "a, b and c".
pub(super) fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// `count` of a thing, with the noun in the right number.
pub(super) fn counted(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {}", number(&count.to_string()), plural(one)) }
}

/// A whole number with separators from five digits up, so that years stay years.
pub(super) fn number(digits: &str) -> String {
    let (sign, rest) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(w, f)| (w, Some(f)));
    if whole.len() < 5 || !whole.bytes().all(|b| b.is_ascii_digit()) {
        return digits.to_owned();
    }
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match fraction {
        Some(fraction) => format!("{sign}{grouped}.{fraction}"),
        None => format!("{sign}{grouped}"),
    }
}

/// SQL that there are no words for, on one line.
pub(super) fn quoted_sql(sql: &impl Display) -> String {
    let text = sql.to_string();
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("`{}`", one_line.replace('`', "'"))
}

pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let capital = match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    };
    format!("{capital}.")
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        // An abbreviation such as "EU region" keeps its capitals.
        (Some(_), Some(second)) if second.is_uppercase() => text.to_owned(),
        (Some(first), _) => first.to_lowercase().chain(text.chars().skip(1)).collect(),
        (None, _) => String::new(),
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
