//! Work that an engine cannot be called back from. Both engines look at the clock and at their memory between two values (DuckDB
//! between 2,048 of them): what one value takes is seen by neither. A long pattern with many places to match, a list made of a
//! list, a text trimmed by a long set of characters can take minutes or gigabytes.
//!
//! What is known to be quick is listed (`[quick]` in the lists of functions); a statement with anything else in it is marked, and
//! runs in a process that can be ended. So a function that nobody thought of costs a process, and not the server.

use super::growth::{Arguments, literal_text};
use super::walk::Walk;
use sqlparser::ast::{BinaryOperator as B, DataType as SqlType, Expr};
use vouch_model::DataType;

/// Characters that a text may be searched for, or trimmed by: each is held against each character of the text.
const SHORT: usize = 64;

/// Wildcards for any number of characters, and one more where a single character may be anything. With a third, the places that the
/// middle may match multiply.
const WILDCARDS: usize = 2;

/// Bytes that a value may have by estimate. What is gathered from many rows, or put together of long texts, is larger than that, and
/// nobody knows by how much.
const USUAL_VALUE: f64 = 8_192.0;

impl Walk<'_> {
    pub(super) fn note_size_aside(&mut self, size: f64) {
        self.found.aside |= size > USUAL_VALUE;
    }

    pub(super) fn note_call_aside(&mut self, called: &str, arguments: Option<Arguments<'_>>) {
        let second = arguments.filter(|arguments| arguments.len() > 1).map(|arguments| arguments.at(1));
        let is_known = |is: fn(&str) -> bool| second.is_none_or(|second| second.and_then(literal).is_some_and(is));
        let quick = match called {
            "trim" | "ltrim" | "rtrim" | "replace" | "instr" | "strpos" | "position" | "contains" | "split_part" => {
                is_known(is_short)
            }
            "json_extract" | "json_extract_string" | "json_extract_path" | "json_extract_path_text" => {
                is_known(is_plain_path)
            }
            _ => true,
        };
        self.found.aside |= !quick || !self.functions.is_quick(called);
    }

    pub(super) fn note_pattern_aside(&mut self, pattern: &Expr, wildcard: char) {
        let one = if wildcard == '*' { '?' } else { '_' };
        let few = |text: &str| {
            let places = text.matches(wildcard).count() + usize::from(text.contains([one, '[']));
            is_short(text) && places <= WILDCARDS
        };
        self.found.aside |= !literal(pattern).is_some_and(few);
    }

    pub(super) fn note_trimmed_aside(&mut self, what: Option<&Expr>) {
        self.found.aside |= what.is_some_and(|what| !literal(what).is_some_and(is_short));
    }

    pub(super) fn note_operator_aside(&mut self, op: &B, right: &Expr) {
        match op {
            // Regular expressions, and operators of lists.
            B::PGRegexMatch | B::PGRegexNotMatch | B::PGOverlap | B::AtArrow | B::ArrowAt => self.found.aside = true,
            B::PGLikeMatch | B::PGILikeMatch | B::PGNotLikeMatch | B::PGNotILikeMatch => {
                self.note_pattern_aside(right, '%');
            }
            B::Glob => self.note_pattern_aside(right, '*'),
            B::Arrow | B::LongArrow => {
                let index = matches!(right, Expr::Value(value) if literal_text(&value.value).is_none());
                self.found.aside |= !index && !literal(right).is_some_and(is_plain_path);
            }
            _ => {}
        }
    }

    /// Lists and the like are as large as anything, also where a cast makes a text of them.
    pub(super) fn note_column_aside(&mut self, data_type: Option<&DataType>) {
        self.found.aside |= matches!(data_type, Some(DataType::List(_) | DataType::Struct(_) | DataType::Map(..)));
    }

    pub(super) fn note_cast_aside(&mut self, to: &SqlType) {
        self.found.aside |= matches!(
            to,
            SqlType::Array(_)
                | SqlType::Struct(..)
                | SqlType::Map(..)
                | SqlType::Union(_)
                | SqlType::JSON
                | SqlType::JSONB
        );
    }
}

fn literal(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Nested(inner) => literal(inner),
        Expr::Value(value) => literal_text(&value.value),
        _ => None,
    }
}

fn is_short(text: &str) -> bool {
    text.len() <= SHORT
}

/// A path into JSON that leads to one place at most.
fn is_plain_path(path: &str) -> bool {
    is_short(path) && !path.contains("..") && !path.contains('*')
}
