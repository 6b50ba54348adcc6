//! Operators and hints of other dialects that have an equal here, or none that matters.

use super::text::{Edit, Text};
use super::{Mend, Patient};
use sqlparser::tokenizer::Token;
use vouch_model::Dialect;

pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    let text = &patient.text;
    (0..text.pieces.len())
        .find_map(|at| ilike(patient, text, at).or_else(|| hint(text, at)).or_else(|| null_safe(patient, text, at)))
}

/// SQLite's LIKE ignores the case of plain letters, so for a pattern of those it is the same.
fn ilike(patient: &Patient<'_>, text: &Text<'_>, at: usize) -> Option<Mend> {
    if patient.dialect != Dialect::Sqlite || !text.is_word(at, "ILIKE") {
        return None;
    }
    match text.token(at + 1)? {
        Token::SingleQuotedString(pattern) if pattern.is_ascii() => {}
        _ => return None,
    }
    let note = "SQLite has no ILIKE; used LIKE, which ignores case there.";
    Some(Mend::one(Edit::replace(text.place(at)?, "LIKE"), note))
}

/// `WITH (NOLOCK)` tells SQL Server how to read, not what.
fn hint(text: &Text<'_>, at: usize) -> Option<Mend> {
    let is_hint = text.is_word(at, "WITH")
        && text.is(at + 1, &Token::LParen)
        && text.is_word(at + 2, "NOLOCK")
        && text.is(at + 3, &Token::RParen);
    let before = at.checked_sub(1).filter(|_| is_hint)?;
    let edit = Edit::replace(text.place(before)?.end..text.place(at + 3)?.end, "");
    Some(Mend::one(edit, "Left out the hint `WITH (NOLOCK)`, which changes no result."))
}

/// MySQL's `<=>`.
fn null_safe(patient: &Patient<'_>, text: &Text<'_>, at: usize) -> Option<Mend> {
    if patient.dialect != Dialect::DuckDb || !text.is(at, &Token::Spaceship) {
        return None;
    }
    let note = "`<=>` is written `IS NOT DISTINCT FROM` in DuckDB.";
    Some(Mend::one(Edit::replace(text.place(at)?, "IS NOT DISTINCT FROM"), note))
}
