//! JSON as models write it when nobody makes them write JSON: trailing commas, comments, single or triple quotes,
//! Python's constants, line breaks and quotes within strings, names without quotes, and an end that was cut off.
//!
//! Reads once from left to right. What it cannot make sense of it refuses.

use serde_json::{Map, Number, Value as Json};
use std::iter::Peekable;
use std::str::CharIndices;

const DEPTH: usize = 64;

/// How many bytes behind a quote tell whether it closes a string.
const AHEAD: usize = 200;

/// The object or array that the text begins with, and how long it is.
pub(super) fn value(text: &str) -> Option<(Json, usize)> {
    let mut reader = Reader { text, chars: text.char_indices().peekable() };
    let json = reader.value(0)?;
    Some((json, reader.at()))
}

struct Reader<'a> {
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
}

impl Reader<'_> {
    fn at(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|(_, c)| *c)
    }

    fn rest(&mut self) -> &str {
        let at = self.at();
        self.text.get(at..).unwrap_or_default()
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.chars.next();
        }
    }

    /// White space and comments.
    fn space(&mut self) {
        loop {
            match self.peek() {
                Some(c) if c.is_whitespace() || c == '\u{feff}' => self.skip(1),
                Some('/') if self.rest().starts_with("//") => {
                    while self.chars.next_if(|(_, c)| *c != '\n').is_some() {}
                }
                Some('/') if self.rest().starts_with("/*") => {
                    let end = self.rest().find("*/").map(|end| self.at() + end + 2);
                    while self.chars.next_if(|(at, _)| end.is_none_or(|end| *at < end)).is_some() {}
                }
                _ => return,
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > DEPTH {
            return None;
        }
        self.space();
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            quote @ ('"' | '\'') => self.string(quote, Place::Value).map(Json::String),
            c if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number(),
            _ => self.constant(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.skip(1);
        let mut fields = Map::new();
        loop {
            self.space();
            let name = match self.peek() {
                None => break,
                Some('}') => {
                    self.skip(1);
                    break;
                }
                Some(',') => {
                    self.skip(1);
                    continue;
                }
                Some(quote @ ('"' | '\'')) => self.string(quote, Place::Name)?,
                Some(_) => self.word()?,
            };
            self.space();
            match self.peek() {
                // Cut off within or behind a name: there is nothing to keep.
                None => break,
                Some(':') => self.skip(1),
                Some(_) => return None,
            }
            self.space();
            if self.peek().is_none() {
                break;
            }
            let value = self.value(depth + 1)?;
            fields.insert(name, value);
            self.space();
            if !matches!(self.peek(), None | Some(',' | '}')) && !self.next_name() {
                return None;
            }
        }
        Some(Json::Object(fields))
    }

    /// A forgotten comma: what follows is the next name.
    fn next_name(&mut self) -> bool {
        matches!(self.peek(), Some('"' | '\''))
    }

    fn array(&mut self, depth: usize) -> Option<Json> {
        self.skip(1);
        let mut items = Vec::new();
        loop {
            self.space();
            match self.peek() {
                None => break,
                Some(']') => {
                    self.skip(1);
                    break;
                }
                Some(',') => self.skip(1),
                Some(_) => {
                    items.push(self.value(depth + 1)?);
                    self.space();
                    if !matches!(self.peek(), None | Some(',' | ']')) {
                        return None;
                    }
                }
            }
        }
        Some(Json::Array(items))
    }

    /// A name without quotes, as JavaScript has them.
    fn word(&mut self) -> Option<String> {
        let mut word = String::new();
        while let Some((_, c)) = self.chars.next_if(|(_, c)| c.is_alphanumeric() || matches!(c, '_' | '$' | '-')) {
            word.push(c);
        }
        (!word.is_empty()).then_some(word)
    }

    fn constant(&mut self) -> Option<Json> {
        match self.word()?.as_str() {
            "true" | "True" | "TRUE" => Some(Json::Bool(true)),
            "false" | "False" | "FALSE" => Some(Json::Bool(false)),
            "null" | "None" | "NULL" | "undefined" | "NaN" => Some(Json::Null),
            // Cut off in the middle of a constant.
            part if self.peek().is_none() && ["true", "false", "null"].iter().any(|whole| whole.starts_with(part)) => {
                Some(Json::Null)
            }
            _ => None,
        }
    }

    fn number(&mut self) -> Option<Json> {
        let mut digits = String::new();
        while let Some((_, c)) =
            self.chars.next_if(|(_, c)| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E' | '_'))
        {
            if c != '_' {
                digits.push(c);
            }
        }
        let digits = digits.trim_start_matches('+');
        if let Ok(number) = serde_json::from_str::<Number>(digits) {
            return Some(Json::Number(number));
        }
        // `.5`, `5.`, or cut off behind `-` or `1e`.
        match digits.trim_end_matches(['e', 'E', '-', '+', '.']) {
            "" if self.peek().is_none() => Some(Json::Null),
            digits => digits.parse().ok().and_then(Number::from_f64).map(Json::Number),
        }
    }

    fn string(&mut self, quote: char, place: Place) -> Option<String> {
        let triple: String = [quote; 3].iter().collect();
        let tripled = self.rest().starts_with(&triple);
        self.skip(if tripled { 3 } else { 1 });
        let mut text = String::new();
        while let Some((at, c)) = self.chars.next() {
            if c == '\\' {
                self.escape(&mut text);
            } else if c == quote && tripled {
                if self.text.get(at..).is_some_and(|rest| rest.starts_with(&triple)) {
                    self.skip(2);
                    break;
                }
                text.push(c);
            } else if c == quote && self.closes(quote, place) {
                break;
            } else {
                text.push(c);
            }
        }
        // Cut off within: what is there is all there is.
        Some(text)
    }

    fn escape(&mut self, text: &mut String) {
        let Some((_, c)) = self.chars.next() else { return };
        match c {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'u' => {
                let first = self.hex();
                let code = match first {
                    Some(high @ 0xD800..0xDC00) if self.rest().starts_with("\\u") => {
                        self.skip(2);
                        self.hex()
                            .filter(|low| (0xDC00..0xE000).contains(low))
                            .map(|low| 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
                    }
                    other => other,
                };
                text.push(code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            '"' | '\'' | '\\' | '/' | '\n' => text.push(c),
            // Not an escape of JSON: as it stands.
            other => text.extend(['\\', other]),
        }
    }

    fn hex(&mut self) -> Option<u32> {
        let digits: String = self.rest().chars().take(4).collect();
        let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?;
        self.skip(4);
        Some(code)
    }

    /// Whether a quote ends the string it stands in, or is a quoted name within it (`"SELECT "a", "b" FROM t"`): what
    /// follows must be able to follow a string.
    fn closes(&mut self, quote: char, place: Place) -> bool {
        let mut rest = self.rest();
        let mut end = rest.len().min(AHEAD);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        rest = rest.get(..end).unwrap_or_default().trim_start();
        match (place, rest.chars().next()) {
            (_, None) => true,
            (Place::Name, next) => next == Some(':'),
            (Place::Value, Some('}' | ']')) => true,
            (Place::Value, Some(',')) => {
                let after = rest.get(1..).unwrap_or_default().trim_start();
                match after.chars().next() {
                    None | Some('}' | ']' | '{' | '[' | '/') => true,
                    Some(c) if c == '"' || c == '\'' => names_or_lists(after, c),
                    Some(c) => c.is_ascii_digit() || c == '-' || unquoted_name(after) || starts_constant(after),
                }
            }
            // A forgotten comma before the next name.
            (Place::Value, Some(c)) if c == quote => named(rest, c),
            (Place::Value, Some('/')) => true,
            _ => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Name,
    Value,
}

/// The quoted text is a name (`"a":`), or an item of a list (`"a",` or `"a"]`).
fn names_or_lists(text: &str, quote: char) -> bool {
    behind_quoted(text, quote).is_none_or(|after| matches!(after.chars().next(), None | Some(':' | ',' | ']')))
}

fn named(text: &str, quote: char) -> bool {
    behind_quoted(text, quote).is_some_and(|after| after.starts_with(':'))
}

/// What follows the quoted text that the text begins with; `None` if it does not end.
fn behind_quoted(text: &str, quote: char) -> Option<&str> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return text.get(at + 1..).map(str::trim_start);
        }
    }
    None
}

fn unquoted_name(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    end > 0
        && text
            .get(end..)
            .is_some_and(|after| after.trim_start().starts_with(':') && !after.trim_start().starts_with("::"))
}

fn starts_constant(text: &str) -> bool {
    ["true", "false", "null", "True", "False", "None"].iter().any(|word| text.starts_with(word))
}
