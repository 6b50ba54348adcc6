//! Work that an engine cannot be called back from. Both engines look at the clock and at their memory between two values (DuckDB
//! between 2,048 of them): what one value takes is seen by neither. A long pattern with many places to match, a list made of a
//! list, a text trimmed by a long set of characters can take minutes or gigabytes.
//!
//! What is known to be quick is listed (`[quick]` in the lists of functions); a statement with anything else in it is marked, and
//! runs in a process that can be ended. So a function that nobody thought of costs a process, and not the server.

use super::growth::{Arguments, literal_text};
use super::walk::Walk;
use sqlparser::ast::{BinaryOperator as B, DataType as SqlType, Expr};
use vouch_model::{DataType, Dialect};

/// Characters that a text may be searched for, or trimmed by: each is held against each character of the text.
const SHORT: usize = 64;

/// Wildcards for any number of characters. With a third one, the places that the middle may match multiply.
const WILDCARDS: usize = 2;

impl Walk<'_> {
    pub(super) fn note_call_aside(&mut self, called: &str, arguments: Option<Arguments<'_>>) {
        let searches = match called {
            "trim" | "ltrim" | "rtrim" => true,
            "replace" | "instr" => self.dialect == Dialect::Sqlite,
            _ => false,
        };
        let second = arguments.filter(|arguments| arguments.len() > 1).map(|arguments| arguments.at(1));
        let slow = searches && second.is_some_and(|second| !second.is_some_and(is_short_text));
        self.found.aside |= slow || !self.functions.is_quick(called);
    }

    pub(super) fn note_pattern_aside(&mut self, pattern: &Expr, wildcard: char) {
        let few = |text: &str| text.len() <= SHORT && text.matches(wildcard).count() <= WILDCARDS;
        self.found.aside |= !literal(pattern).is_some_and(few);
    }

    pub(super) fn note_trimmed_aside(&mut self, what: Option<&Expr>) {
        self.found.aside |= what.is_some_and(|what| !is_short_text(what));
    }

    pub(super) fn note_operator_aside(&mut self, op: &B, right: &Expr) {
        match op {
            // Regular expressions, and operators of lists.
            B::PGRegexMatch | B::PGRegexNotMatch | B::PGOverlap | B::AtArrow | B::ArrowAt => self.found.aside = true,
            B::PGLikeMatch | B::PGILikeMatch | B::PGNotLikeMatch | B::PGNotILikeMatch => {
                self.note_pattern_aside(right, '%');
            }
            B::Glob => self.note_pattern_aside(right, '*'),
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

fn is_short_text(expr: &Expr) -> bool {
    literal(expr).is_some_and(|text| text.len() <= SHORT)
}
