//! Privacy mode (`schema_only`): what may pass to a model when no cell value may.
//!
//! Names, types, comments, rules and the person's own words pass. Samples, ranges, rows, what an engine says of a cell,
//! and literals that nobody said do not.

use vouch_model::{AskRequest, AttemptError, ErrorCode, Exchange};

#[derive(Clone, Debug)]
pub struct Curtain {
    closed: bool,
    /// Everything the person said, lower case: a literal in it is theirs to send.
    spoken: String,
}

impl Curtain {
    pub fn new(closed: bool, request: &AskRequest, history: &[Exchange]) -> Self {
        let mut spoken = request.question.to_lowercase();
        for exchange in history {
            spoken.push('\n');
            spoken.push_str(&exchange.question.to_lowercase());
        }
        Self { closed, spoken }
    }

    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// A statement, its literals taken out unless the person said them.
    pub fn statement(&self, sql: &str) -> String {
        if !self.closed {
            return sql.to_owned();
        }
        let mut shown = String::with_capacity(sql.len());
        let mut rest = sql;
        while let Some(start) = rest.find('\'') {
            let (before, from_quote) = rest.split_at(start);
            shown.push_str(&self.without_unsaid_numbers(before));
            let inside = from_quote.get(1..).unwrap_or_default();
            let end = closing_quote(inside);
            let literal = inside.get(..end).unwrap_or(inside);
            shown.push_str(if self.was_said(literal) { "'" } else { "'?" });
            if self.was_said(literal) {
                shown.push_str(literal);
            }
            shown.push('\'');
            rest = inside.get(end + 1..).unwrap_or_default();
        }
        shown.push_str(&self.without_unsaid_numbers(rest));
        shown
    }

    /// What went wrong with a statement. The guard speaks of names only; an engine may quote the cell it stumbled over.
    pub fn error(&self, error: &AttemptError) -> String {
        if !self.closed || error.code.is_of_statement() {
            let suggestion = error.suggestion.as_deref().map(|s| format!(" {s}")).unwrap_or_default();
            let text = format!("{}: {}{suggestion}", error.code, error.message);
            return if self.closed { self.statement(&text) } else { text };
        }
        match error.code {
            ErrorCode::TypeMismatch => format!("{}: a value does not have the type it is used as.", error.code),
            code => format!("{code}: the engine could not run it."),
        }
    }

    fn was_said(&self, literal: &str) -> bool {
        let plain = literal.replace("''", "'").to_lowercase();
        let plain = plain.trim_matches('%');
        plain.is_empty() || self.spoken.contains(plain)
    }

    /// Long numbers can be cells too (an account, an amount); years and small counts are anybody's.
    fn without_unsaid_numbers(&self, text: &str) -> String {
        let mut shown = String::with_capacity(text.len());
        let mut number = String::new();
        for c in text.chars().chain([' ']) {
            if c.is_ascii_digit() || (c == '.' && !number.is_empty()) {
                number.push(c);
                continue;
            }
            if !number.is_empty() {
                let is_name = shown.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
                let short = number.chars().filter(char::is_ascii_digit).count() <= 4;
                let keep = is_name || short || self.spoken.contains(number.trim_end_matches('.'));
                shown.push_str(if keep { &number } else { "?" });
                number.clear();
            }
            shown.push(c);
        }
        shown.pop();
        shown
    }
}

/// Where a literal ends; a doubled quote does not end it.
fn closing_quote(inside: &str) -> usize {
    let bytes = inside.as_bytes();
    let mut at = 0;
    while let Some(c) = bytes.get(at) {
        match (c, bytes.get(at + 1)) {
            (b'\'', Some(b'\'')) => at += 2,
            (b'\'', _) => return at,
            _ => at += 1,
        }
    }
    inside.len()
}

#[cfg(test)]
#[path = "curtain_tests.rs"]
mod tests;
