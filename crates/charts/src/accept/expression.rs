//! Vega's expressions, held to arithmetic, dates and texts on `datum`.
//!
//! The language cannot reach outside by design; what it can do is spin, fill memory or read other data sets.
//! So only named functions may be called, and only names that are known here may be said.

use super::clean::refused;
use crate::ChartError;

const LONGEST: usize = 400;

const FUNCTIONS: &[&str] = &[
    "abs",
    "ceil",
    "clamp",
    "exp",
    "floor",
    "hypot",
    "log",
    "max",
    "min",
    "pow",
    "round",
    "sqrt",
    "sin",
    "cos",
    "isArray",
    "isBoolean",
    "isDate",
    "isDefined",
    "isFinite",
    "isNaN",
    "isNumber",
    "isObject",
    "isString",
    "isValid",
    "toBoolean",
    "toDate",
    "toNumber",
    "toString",
    "if",
    "inrange",
    "length",
    "lower",
    "upper",
    "trim",
    "truncate",
    "substring",
    "slice",
    "indexof",
    "lastindexof",
    "replace",
    "split",
    "join",
    "format",
    "timeFormat",
    "utcFormat",
    "timeParse",
    "monthFormat",
    "monthAbbrevFormat",
    "dayFormat",
    "dayAbbrevFormat",
    "datetime",
    "date",
    "day",
    "dayofyear",
    "year",
    "quarter",
    "month",
    "week",
    "hours",
    "minutes",
    "seconds",
    "milliseconds",
    "time",
    "utc",
    "utcdate",
    "utcday",
    "utcyear",
    "utcquarter",
    "utcmonth",
    "utchours",
    "parseFloat",
    "parseInt",
];

const NAMES: &[&str] =
    &["datum", "true", "false", "null", "undefined", "NaN", "Infinity", "PI", "E", "LN2", "LN10", "SQRT2"];

pub(super) fn check(text: &str) -> Result<(), ChartError> {
    if text.chars().count() > LONGEST {
        return Err(refused("hold such long expressions"));
    }
    let tokens = tokens(text);
    for (at, token) in tokens.iter().enumerate() {
        let Token::Name(name) = token else { continue };
        let after_dot = at > 0 && tokens.get(at - 1) == Some(&Token::Sign('.'));
        let key = tokens.get(at + 1) == Some(&Token::Sign(':'));
        let called = tokens.get(at + 1) == Some(&Token::Sign('('));
        let known = match (after_dot, called) {
            // A property: `datum.price`, `datum.name.length`; methods do not exist.
            (true, called) => !called && !matches!(name.as_str(), "constructor" | "__proto__" | "prototype"),
            (false, true) => FUNCTIONS.contains(&name.as_str()),
            (false, false) => NAMES.contains(&name.as_str()) || key,
        };
        if !known {
            return Err(refused(format!("use '{name}' in an expression")));
        }
    }
    Ok(())
}

/// Columns that an expression reads: `datum.price`, `datum["unit price"]`.
pub(super) fn reads(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if *token != Token::Name("datum".to_owned()) || (at > 0 && tokens.get(at - 1) == Some(&Token::Sign('.'))) {
            continue;
        }
        match (tokens.get(at + 1), tokens.get(at + 2)) {
            (Some(Token::Sign('.')), Some(Token::Name(name))) | (Some(Token::Sign('[')), Some(Token::Text(name))) => {
                found.push(name.clone());
            }
            _ => {}
        }
    }
    found
}

#[derive(Debug, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Sign(char),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '"' || c == '\'' {
            let mut inside = String::new();
            while let Some(next) = chars.next().filter(|next| *next != c) {
                inside.push(if next == '\\' { chars.next().unwrap_or(next) } else { next });
            }
            tokens.push(Token::Text(inside));
        } else if c.is_alphabetic() || matches!(c, '_' | '$') {
            let mut name = String::from(c);
            while let Some(next) = chars.next_if(|next| next.is_alphanumeric() || matches!(next, '_' | '$')) {
                name.push(next);
            }
            tokens.push(Token::Name(name));
        } else if c.is_ascii_digit() {
            // `1e5` is one number, not a name after a digit.
            while chars.next_if(|next| next.is_alphanumeric() || *next == '.').is_some() {}
        } else if !c.is_whitespace() {
            tokens.push(Token::Sign(c));
        }
    }
    tokens
}

#[cfg(test)]
#[path = "expression_tests.rs"]
mod tests;
