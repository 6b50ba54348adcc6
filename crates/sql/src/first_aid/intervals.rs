//! Dates moved by an INTERVAL, which SQLite does by words behind the date.

use super::text::{Edit, Text};
use super::{Mend, Patient};
use sqlparser::tokenizer::Token;
use vouch_model::{DataType, Dialect};

pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    if patient.dialect != Dialect::Sqlite {
        return None;
    }
    let text = &patient.text;
    (0..text.pieces.len()).filter(|at| text.is_word(*at, "INTERVAL")).find_map(|at| moved(patient, text, at))
}

/// `date - INTERVAL '30 days'`, with INTERVAL at `at`.
fn moved(patient: &Patient<'_>, text: &Text<'_>, at: usize) -> Option<Mend> {
    let sign = match text.token(at.checked_sub(1)?)? {
        Token::Plus => '+',
        Token::Minus => '-',
        _ => return None,
    };
    let (count, unit, end) = length(text, at + 1)?;
    let last = at.checked_sub(2)?;
    let (start, date) = base(patient, text, last)?;
    // Months end on different days: others then take the last one, SQLite the first ones of the next month.
    let rounding = if matches!(unit.as_str(), "month" | "year") { ", 'floor'" } else { "" };
    let sql = format!("date({date}, '{sign}{count} {unit}s'{rounding})");
    let edit = Edit::replace(text.span(start..end)?, sql);
    Some(Mend::one(edit, "SQLite has no INTERVAL; moved the date with date() instead."))
}

/// `'30 days'`, `'30' DAY`, `30 DAY`: number, unit, and the token behind.
fn length(text: &Text<'_>, at: usize) -> Option<(u32, String, usize)> {
    let (written, next) = match text.token(at)? {
        Token::SingleQuotedString(value) => (value.clone(), at + 1),
        Token::Number(value, _) => (value.clone(), at + 1),
        _ => return None,
    };
    let (count, unit, end) = match written.split_once(' ') {
        Some((count, unit)) => (count.to_owned(), unit.to_owned(), next),
        None => (written, text.word(next)?, next + 1),
    };
    let unit = unit.trim().to_lowercase();
    let unit = unit.strip_suffix('s').unwrap_or(&unit).to_owned();
    let (factor, unit) = match unit.as_str() {
        "day" | "month" | "year" => (1, unit),
        "week" => (7, "day".to_owned()),
        _ => return None,
    };
    Some((count.trim().parse::<u32>().ok()?.checked_mul(factor)?, unit, end))
}

/// A date that has no time: today, or a column of dates. Its first token and how it is written.
fn base<'s>(patient: &Patient<'_>, text: &Text<'s>, last: usize) -> Option<(usize, &'s str)> {
    if text.is_word(last, "CURRENT_DATE") {
        return Some((last, "'now'"));
    }
    if text.is(last, &Token::RParen) {
        let open = text.open(last)?;
        let name = open.checked_sub(1)?;
        let is_today = text.is_any(name, &["CURDATE", "TODAY", "CURRENT_DATE"]) && open + 1 == last;
        return if is_today {
            Some((name, "'now'"))
        } else {
            text.is_word(name, "DATE").then_some(())?;
            Some((name, text.slice(name..last + 1)?))
        };
    }
    let name = text.name(last)?;
    let columns = || patient.catalog.iter().flat_map(|catalog| &catalog.tables).filter_map(|table| table.column(name));
    if columns().next().is_none() || columns().any(|column| column.data_type != DataType::Date) {
        return None;
    }
    let start = match last.checked_sub(1) {
        Some(dot) if text.is(dot, &Token::Period) => dot.checked_sub(1)?,
        _ => last,
    };
    Some((start, text.slice(start..last + 1)?))
}
