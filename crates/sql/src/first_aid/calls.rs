//! Calls of functions that another dialect has, found in the text and written anew. What each becomes is decided
//! in `functions`.

use super::functions::translated;
use super::text::{Edit, Text};
use super::{Mend, Patient};
use crate::guard::sight::{Fault, Sight};
use sqlparser::tokenizer::Token;
use std::ops::Range;
use vouch_model::Dialect;

pub(super) struct Call<'t, 's> {
    pub(super) text: &'t Text<'s>,
    /// In lower case.
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) open: usize,
    pub(super) close: usize,
    pub(super) arguments: Vec<Range<usize>>,
}

impl<'t, 's> Call<'t, 's> {
    pub(super) fn read(text: &'t Text<'s>, at: usize) -> Option<Self> {
        let open = at + 1;
        let is_method = at.checked_sub(1).is_some_and(|before| text.is(before, &Token::Period));
        if !text.is(open, &Token::LParen) || is_method {
            return None;
        }
        let name = text.word(at)?.to_ascii_lowercase();
        let close = text.close(open)?;
        let arguments = text.arguments(open, close);
        Some(Self { text, name, at, open, close, arguments })
    }

    pub(super) fn place(&self) -> Option<Range<usize>> {
        self.text.span(self.at..self.close + 1)
    }

    /// The arguments as written.
    pub(super) fn written(&self) -> Vec<&'s str> {
        self.arguments.iter().filter_map(|argument| self.text.slice(argument.clone())).collect()
    }
}

/// The innermost call that can be written in this dialect.
pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    let text = &patient.text;
    (0..text.pieces.len()).rev().filter_map(|at| Call::read(text, at)).find_map(|call| {
        let new = translated(&call, patient.dialect)?;
        let note = format!(
            "`{}` of another dialect is written `{}` in {}.",
            call.name.to_uppercase(),
            new.shown,
            dialect_name(patient.dialect)
        );
        Some(Mend::one(Edit::replace(call.place()?, new.sql), note))
    })
}

pub(super) fn dialect_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "SQLite",
        _ => "DuckDB",
    }
}

/// `datediff(day, a, b)` and `date_trunc(d, MONTH)`: the unit is a word elsewhere, and a text in DuckDB.
pub(super) fn unit_words(patient: &Patient<'_>, sight: &Sight) -> Option<Mend> {
    const FUNCTIONS: [&str; 6] = ["datediff", "date_diff", "date_trunc", "datetrunc", "date_part", "datepart"];
    let text = &patient.text;
    let at = text.at(sight.position).filter(|_| sight.fault == Fault::Column && patient.dialect == Dialect::DuckDb)?;
    let unit = text.word(at)?.to_ascii_lowercase();
    let call =
        (0..at).rev().filter_map(|start| Call::read(text, start)).find(|call| call.open < at && at < call.close)?;
    if !FUNCTIONS.contains(&call.name.as_str()) || !is_unit(&unit) {
        return None;
    }
    let note = format!("The unit `{unit}` is written as a text in DuckDB.");
    match call.arguments.as_slice() {
        [first, ..] if *first == (at..at + 1) => {
            Some(Mend::one(Edit::replace(text.place(at)?, format!("'{unit}'")), note))
        }
        [value, second] if *second == (at..at + 1) && call.name == "date_trunc" => {
            let sql = format!("'{unit}', {}", text.slice(value.clone())?);
            Some(Mend::one(Edit::replace(text.span(value.start..second.end)?, sql), note))
        }
        _ => None,
    }
}

fn is_unit(word: &str) -> bool {
    ["year", "quarter", "month", "week", "day", "hour", "minute", "second"].contains(&word)
}

/// SQLite takes the format first and says nothing when it comes second: the result is empty.
pub(super) fn swapped_format(patient: &Patient<'_>) -> Option<Mend> {
    if patient.dialect != Dialect::Sqlite {
        return None;
    }
    let text = &patient.text;
    let is_format = |range: &Range<usize>| match (range.len(), text.token(range.start)) {
        (1, Some(Token::SingleQuotedString(format))) => format.contains('%'),
        _ => false,
    };
    let calls = (0..text.pieces.len()).filter_map(|at| Call::read(text, at)).filter(|call| call.name == "strftime");
    calls.into_iter().find_map(|call| match call.arguments.as_slice() {
        [value, format] if is_format(format) && !is_format(value) => {
            let sql = format!("strftime({}, {})", text.slice(format.clone())?, text.slice(value.clone())?);
            let note = "SQLite's strftime takes the format first; swapped the two.";
            Some(Mend::one(Edit::replace(call.place()?, sql), note))
        }
        _ => None,
    })
}
