//! Other ways to ask for the first rows: `TOP n`, `LIMIT a, b`.

use super::text::{Edit, Text};
use super::{Mend, Patient};
use sqlparser::tokenizer::Token;
use vouch_model::Dialect;

pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    let text = &patient.text;
    (0..text.pieces.len()).find_map(|at| top(text, at).or_else(|| comma(patient, text, at)))
}

/// `SELECT TOP 5 ...` as LIMIT at the end of that SELECT.
fn top(text: &Text<'_>, at: usize) -> Option<Mend> {
    let before = at.checked_sub(1).filter(|_| text.is_word(at, "TOP"))?;
    let select = if text.is_any(before, &["DISTINCT", "ALL"]) { before.checked_sub(1)? } else { before };
    if !text.is_word(select, "SELECT") {
        return None;
    }
    let (number, next) = match (text.token(at + 1)?, text.token(at + 2), text.token(at + 3)) {
        (Token::Number(number, _), _, _) => (number, at + 2),
        (Token::LParen, Some(Token::Number(number, _)), Some(Token::RParen)) => (number, at + 4),
        _ => return None,
    };
    let level = text.level(select);
    let has_more =
        level.iter().any(|at| text.is_any(*at, &["UNION", "EXCEPT", "INTERSECT", "LIMIT", "FETCH", "OFFSET"]));
    if has_more || text.is_any(next, &["PERCENT", "WITH"]) {
        return None;
    }
    let last = *level.last()?;
    let last = if text.is(last, &Token::LParen) { text.close(last)? } else { last };
    let edits = vec![
        Edit::replace(text.place(at)?.start..text.place(next)?.start, ""),
        Edit::insert(text.place(last)?.end, format!(" LIMIT {number}")),
    ];
    Some(Mend::new(edits, format!("`TOP {number}` is written `LIMIT {number}` at the end here.")))
}

/// MySQL's `LIMIT skip, count`.
fn comma(patient: &Patient<'_>, text: &Text<'_>, at: usize) -> Option<Mend> {
    if patient.dialect != Dialect::DuckDb || !text.is_word(at, "LIMIT") || !text.is(at + 2, &Token::Comma) {
        return None;
    }
    let (Token::Number(skip, _), Token::Number(count, _)) = (text.token(at + 1)?, text.token(at + 3)?) else {
        return None;
    };
    let edit = Edit::replace(text.span(at + 1..at + 4)?, format!("{count} OFFSET {skip}"));
    Some(Mend::one(edit, format!("`LIMIT {skip}, {count}` is written `LIMIT {count} OFFSET {skip}` in DuckDB.")))
}
