//! Quotes of another dialect, quotes that are missing, and texts in the quotes of names.

use super::columns::may_be_meant;
use super::text::{Edit, Text};
use super::{Mend, Patient};
use crate::dialect::is_reserved;
use crate::guard::parse::grammar;
use crate::guard::sight::{Fault, Sight};
use crate::{quote_identifier, quote_text};
use sqlparser::tokenizer::{Token, Tokenizer, Word};
use vouch_model::{Catalog, Dialect};

/// A name as it must be written. Capitals alone need no quotes: both engines ignore them.
pub(super) fn written(name: &str, dialect: Dialect) -> String {
    let lower = name.to_ascii_lowercase();
    if quote_identifier(&lower, dialect) == lower { name.to_owned() } else { quote_identifier(name, dialect) }
}

/// MySQL's backticks, which DuckDB does not read.
pub(super) fn backticks(patient: &Patient<'_>) -> Option<Mend> {
    if patient.dialect != Dialect::DuckDb {
        return None;
    }
    let quoted = patient.text.pieces.iter().filter_map(|piece| match &piece.token {
        Token::Word(Word { value, quote_style: Some('`'), .. }) => {
            Some(Edit::replace(piece.place.clone(), written(&value.replace("``", "`"), patient.dialect)))
        }
        _ => None,
    });
    let edits: Vec<Edit> = quoted.collect();
    (!edits.is_empty()).then(|| Mend::new(edits, "DuckDB does not quote names in backticks; wrote them its way."))
}

/// `[Order ID]`, which is a list to DuckDB. Only names of the source, a schema in front of one, and new names.
pub(super) fn brackets(patient: &Patient<'_>) -> Option<Mend> {
    let (text, catalog) = (&patient.text, patient.catalog?);
    if patient.dialect != Dialect::DuckDb {
        return None;
    }
    let mut edits = Vec::new();
    for open in (0..text.pieces.len()).filter(|at| text.is(*at, &Token::LBracket)) {
        let before = open.checked_sub(1);
        let is_subscript = before.is_some_and(|at| {
            (text.name(at).is_some()
                && !text.word(at).is_some_and(|w| is_reserved(&w.to_ascii_lowercase(), patient.dialect)))
                || text.is(at, &Token::RParen)
                || text.is(at, &Token::RBracket)
        });
        let close = (open..text.pieces.len()).find(|at| text.is(*at, &Token::RBracket))?;
        let inner = text.sql.get(text.place(open)?.end..text.place(close)?.start)?.trim();
        let is_new = before.is_some_and(|at| text.is_word(at, "AS"));
        let is_schema = text.is(close + 1, &Token::Period);
        if is_subscript || !(is_new || is_schema || real_name(catalog, inner).is_some()) {
            return None;
        }
        let name = real_name(catalog, inner).unwrap_or(inner);
        edits.push(Edit::replace(text.place(open)?.start..text.place(close)?.end, written(name, patient.dialect)));
    }
    (!edits.is_empty()).then(|| Mend::new(edits, "DuckDB does not quote names in square brackets; wrote them its way."))
}

fn real_name<'c>(catalog: &'c Catalog, name: &str) -> Option<&'c str> {
    names_of(catalog).find(|own| own.eq_ignore_ascii_case(name))
}

fn names_of(catalog: &Catalog) -> impl Iterator<Item = &str> {
    catalog.tables.iter().flat_map(|table| {
        std::iter::once(table.name.as_str()).chain(table.columns.iter().map(|column| column.name.as_str()))
    })
}

/// `city = "Berlin"`: a text, if nothing in sight has such a name and it is compared with something.
pub(super) fn text_in_double_quotes(patient: &Patient<'_>, sight: &Sight) -> Option<Mend> {
    let at = patient.text.at(sight.position)?;
    let Token::Word(Word { value, quote_style: Some('"'), .. }) = patient.text.token(at)? else { return None };
    let value = value.replace("\"\"", "\"");
    if sight.fault != Fault::Column || !is_compared(&patient.text, at) || may_be_meant(patient, sight, &value) {
        return None;
    }
    let edit = Edit::replace(patient.text.place(at)?, quote_text(&value));
    Some(Mend::one(edit, format!("There is no column `{value}`; read it as the text '{value}'.")))
}

/// A name in double quotes on the right of a comparison may be a text: what is near to it proves nothing.
pub(super) fn may_be_text(patient: &Patient<'_>, sight: &Sight) -> bool {
    let quoted = |at: usize| matches!(patient.text.token(at), Some(Token::Word(Word { quote_style: Some('"'), .. })));
    patient.text.at(sight.position).is_some_and(|at| quoted(at) && is_compared(&patient.text, at))
}

/// Behind a comparison, or in the list of an IN.
fn is_compared(text: &Text<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let compares = matches!(
        text.token(before),
        Some(Token::Eq | Token::DoubleEq | Token::Neq | Token::Lt | Token::Gt | Token::LtEq | Token::GtEq)
    );
    if compares || text.is_any(before, &["LIKE", "ILIKE"]) {
        return true;
    }
    let mut open = before;
    while matches!(text.token(open), Some(Token::Comma | Token::SingleQuotedString(_) | Token::Word(_))) {
        let Some(earlier) = open.checked_sub(1) else { return false };
        open = earlier;
    }
    text.is(open, &Token::LParen) && open.checked_sub(1).is_some_and(|word| text.is_word(word, "IN"))
}

/// `Unit Price` without quotes, where the source has that name and none that is its first word.
pub(super) fn names_in_pieces(patient: &Patient<'_>) -> Option<Mend> {
    let catalog = patient.catalog?;
    let mut names: Vec<&str> =
        names_of(catalog).filter(|name| name.contains(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    for name in names {
        let Some(tokens) = pieces_of(name, patient.dialect) else { continue };
        let is_name_too = match tokens.first() {
            Some(Token::Word(word)) => {
                let reserved = is_reserved(&word.value.to_ascii_lowercase(), patient.dialect);
                !reserved && real_name(catalog, &word.value).is_some()
            }
            _ => true,
        };
        if tokens.len() < 2 || is_name_too {
            continue;
        }
        let places = (0..patient.text.pieces.len()).filter(|at| stands_at(&patient.text, *at, &tokens));
        let edits: Vec<Edit> = places
            .filter_map(|at| {
                Some(Edit::replace(patient.text.span(at..at + tokens.len())?, written(name, patient.dialect)))
            })
            .collect();
        if !edits.is_empty() {
            return Some(Mend::new(edits, format!("The name `{name}` must be quoted; quoted it.")));
        }
    }
    None
}

fn pieces_of(name: &str, dialect: Dialect) -> Option<Vec<Token>> {
    let tokens = Tokenizer::new(grammar(dialect), name).with_unescape(false).tokenize().ok()?;
    Some(tokens.into_iter().filter(|token| !matches!(token, Token::Whitespace(_) | Token::EOF)).collect())
}

fn stands_at(text: &Text<'_>, at: usize, tokens: &[Token]) -> bool {
    let same = |own: &Token, wanted: &Token| match (own, wanted) {
        (Token::Word(a), Token::Word(b)) => a.quote_style.is_none() && a.value.eq_ignore_ascii_case(&b.value),
        (a, b) => a == b,
    };
    tokens.iter().enumerate().all(|(i, wanted)| text.token(at + i).is_some_and(|own| same(own, wanted)))
}

/// A reserved word that is a name of the source and stands where a name must stand.
pub(super) fn reserved_names(patient: &Patient<'_>) -> Option<Mend> {
    let (text, catalog) = (&patient.text, patient.catalog?);
    let mut edits = Vec::new();
    let mut found = Vec::new();
    for at in 0..text.pieces.len() {
        let Some(word) = text.word(at).map(|word| word.to_ascii_lowercase()) else { continue };
        let Some(name) = real_name(catalog, &word).filter(|_| is_reserved(&word, patient.dialect)) else { continue };
        if is_place_of_name(text, at) {
            edits.push(Edit::replace(text.place(at)?, quote_identifier(name, patient.dialect)));
            found.push(name);
        }
    }
    let first = found.first()?;
    let note = if found.iter().all(|name| name == first) {
        format!("The name `{first}` is a word of SQL and must be quoted; quoted it.")
    } else {
        "Names that are words of SQL must be quoted; quoted them.".to_owned()
    };
    Some(Mend::new(edits, note))
}

fn is_place_of_name(text: &Text<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let opens = text.is_any(
        before,
        &[
            "SELECT", "DISTINCT", "FROM", "JOIN", "WHERE", "AND", "OR", "ON", "BY", "NOT", "WHEN", "THEN", "ELSE",
            "HAVING",
        ],
    ) || matches!(text.token(before), Some(Token::Comma | Token::LParen | Token::Period))
        || is_operator(text.token(before));
    let closes = match text.token(at + 1) {
        None | Some(Token::Comma | Token::RParen | Token::Period | Token::SemiColon) => true,
        token if is_operator(token) => true,
        _ => text.is_any(
            at + 1,
            &[
                "FROM", "AS", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "IS", "IN", "LIKE", "BETWEEN", "ASC",
                "DESC", "AND", "OR", "THEN", "ELSE", "END", "NOT", "JOIN", "LEFT", "INNER", "ON", "UNION",
            ],
        ),
    };
    let is_table = text.is_any(before, &["FROM", "JOIN"]) && !text.is(at + 1, &Token::LParen);
    opens && (closes || is_table)
}

fn is_operator(token: Option<&Token>) -> bool {
    matches!(
        token,
        Some(
            Token::Eq
                | Token::DoubleEq
                | Token::Neq
                | Token::Lt
                | Token::Gt
                | Token::LtEq
                | Token::GtEq
                | Token::Plus
                | Token::Minus
                | Token::Mul
                | Token::Div
                | Token::StringConcat
        )
    )
}
