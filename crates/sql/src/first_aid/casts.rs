//! Casts and typed literals that SQLite does not know, or reads as a number.

use super::calls::Call;
use super::text::{Edit, Text};
use super::{Mend, Patient};
use crate::dialect::is_reserved;
use sqlparser::tokenizer::Token;
use vouch_model::Dialect;

pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    if patient.dialect != Dialect::Sqlite {
        return None;
    }
    let text = &patient.text;
    (0..text.pieces.len())
        .find_map(|at| double_colon(text, at).or_else(|| cast_to_date(text, at)).or_else(|| typed_literal(text, at)))
}

/// `x::int`.
fn double_colon(text: &Text<'_>, at: usize) -> Option<Mend> {
    if !text.is(at, &Token::DoubleColon) {
        return None;
    }
    let start = operand_before(text, at)?;
    let kind = text.word(at + 1)?;
    let has_size = text.is(at + 2, &Token::LParen);
    let sql = cast(text.slice(start..at)?, &kind).filter(|_| !has_size && !text.is(at + 2, &Token::LBracket))?;
    let note = format!("SQLite has no `::`; wrote the cast to {} its way.", kind.to_lowercase());
    Some(Mend::one(Edit::replace(text.span(start..at + 2)?, sql), note))
}

/// The first token of what stands in front of `::`.
fn operand_before(text: &Text<'_>, at: usize) -> Option<usize> {
    let last = at.checked_sub(1)?;
    let mut start = match text.token(last)? {
        Token::RParen => {
            let open = text.open(last)?;
            let is_call =
                |word: usize| text.word(word).is_some_and(|w| !is_reserved(&w.to_ascii_lowercase(), Dialect::Sqlite));
            open.checked_sub(1).filter(|word| is_call(*word)).unwrap_or(open)
        }
        Token::Word(_) | Token::Number(..) | Token::SingleQuotedString(_) => last,
        _ => return None,
    };
    while let Some(dot) = start.checked_sub(1).filter(|dot| text.is(*dot, &Token::Period)) {
        start = dot.checked_sub(1).filter(|name| text.name(*name).is_some())?;
    }
    Some(start)
}

/// SQLite cuts a number where others round it, and takes a date for a number.
fn cast(value: &str, kind: &str) -> Option<String> {
    Some(match kind {
        "INT" | "INT4" | "INT8" | "INTEGER" | "BIGINT" | "SMALLINT" => format!("CAST(round({value}) AS INTEGER)"),
        "NUMERIC" | "DECIMAL" | "FLOAT" | "FLOAT4" | "FLOAT8" | "DOUBLE" | "REAL" => format!("CAST({value} AS REAL)"),
        "TEXT" | "VARCHAR" | "STRING" | "CHAR" => format!("CAST({value} AS TEXT)"),
        "DATE" => format!("date({value})"),
        "TIMESTAMP" | "DATETIME" => format!("datetime({value})"),
        _ => return None,
    })
}

/// `CAST(x AS DATE)` gives the year in SQLite.
fn cast_to_date(text: &Text<'_>, at: usize) -> Option<Mend> {
    let call = Call::read(text, at).filter(|call| call.name == "cast")?;
    let [only] = call.arguments.as_slice() else { return None };
    let kind = only.end.checked_sub(1)?;
    let as_word = kind.checked_sub(1).filter(|at| text.is_word(*at, "AS"))?;
    let function = match text.word(kind)?.as_str() {
        "DATE" => "date",
        "TIMESTAMP" | "DATETIME" => "datetime",
        _ => return None,
    };
    let sql = format!("{function}({})", text.slice(only.start..as_word)?);
    let note = format!("SQLite's CAST makes no dates; used {function}().");
    Some(Mend::one(Edit::replace(call.place()?, sql), note))
}

/// `DATE '2024-01-31'`.
fn typed_literal(text: &Text<'_>, at: usize) -> Option<Mend> {
    let Some(Token::SingleQuotedString(_)) = text.token(at + 1) else { return None };
    if !text.is_any(at, &["DATE", "TIMESTAMP"]) {
        return None;
    }
    let edit = Edit::replace(text.place(at)?.start..text.place(at + 1)?.start, "");
    Some(Mend::one(edit, "SQLite writes dates as plain texts; left the type out."))
}
