//! What an engine reads and the parser only knows in another spelling, put into that spelling before it is parsed. Word by word, so that
//! nothing here needs to know where an expression ends; what the guard prints is what both read alike. Called by `parse`.

use super::Rejected;
use super::rejection::reject;
use sqlparser::dialect::{Dialect as ParserDialect, SQLiteDialect};
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Token, TokenWithSpan};
use std::any::TypeId;
use vouch_model::{Dialect, ErrorCode};

pub(super) fn spelled_for_parser(tokens: Vec<TokenWithSpan>, dialect: Dialect) -> Result<Vec<TokenWithSpan>, Rejected> {
    let tokens = postfix_null(tokens)?;
    Ok(match dialect {
        Dialect::Sqlite => of_sqlite(tokens),
        _ => of_duckdb(tokens),
    })
}

/// `a ISNULL` as `a IS NULL`, `a NOTNULL` as `a IS NOT NULL`. Both bind more loosely than they stand, so that an operator right behind
/// them would take NULL for its own: that is refused, also behind `a NOT NULL`.
fn postfix_null(tokens: Vec<TokenWithSpan>) -> Result<Vec<TokenWithSpan>, Rejected> {
    let mut kept: Vec<TokenWithSpan> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let follows_value = kept.last().is_some_and(ends_a_value);
        let words: &[&str] = match word(&token) {
            Some("ISNULL") if follows_value && tokens.peek().is_none_or(|next| next.token != Token::LParen) => {
                &["IS", "NULL"]
            }
            Some("NOTNULL") if follows_value => &["IS", "NOT", "NULL"],
            Some("NULL") if matches!(kept.as_slice(), [.., value, not] if bare_word(not) == Some(Keyword::NOT) && ends_a_value(value)) => {
                &["NULL"]
            }
            _ => {
                kept.push(token);
                continue;
            }
        };
        if let Some(next) = tokens.peek().filter(|next| is_operator(next)) {
            let message = format!("NULL and {} right behind it are read differently by different engines.", next.token);
            return Err(reject(ErrorCode::SyntaxError, message)
                .suggest("write (... IS NULL) in brackets")
                .span(token.span));
        }
        kept.extend(words.iter().map(|word| TokenWithSpan { token: Token::make_keyword(word), span: token.span }));
    }
    Ok(kept)
}

/// A name, a literal or a bracket: something that a postfix may stand behind.
fn ends_a_value(token: &TokenWithSpan) -> bool {
    match &token.token {
        Token::Word(word) => {
            word.quote_style.is_some() || word.keyword == Keyword::NoKeyword || !OPENS.contains(&word.keyword)
        }
        Token::Number(..) | Token::SingleQuotedString(_) | Token::RParen | Token::RBracket => true,
        _ => false,
    }
}

/// Words behind which an expression begins.
const OPENS: [Keyword; 20] = [
    Keyword::SELECT,
    Keyword::DISTINCT,
    Keyword::ALL,
    Keyword::WHERE,
    Keyword::HAVING,
    Keyword::ON,
    Keyword::AND,
    Keyword::OR,
    Keyword::NOT,
    Keyword::BY,
    Keyword::WHEN,
    Keyword::THEN,
    Keyword::ELSE,
    Keyword::CASE,
    Keyword::LIKE,
    Keyword::BETWEEN,
    Keyword::IN,
    Keyword::AS,
    Keyword::IS,
    Keyword::FROM,
];

fn is_operator(token: &TokenWithSpan) -> bool {
    matches!(
        token.token,
        Token::Plus
            | Token::Minus
            | Token::Mul
            | Token::Div
            | Token::Mod
            | Token::StringConcat
            | Token::Lt
            | Token::Gt
            | Token::LtEq
            | Token::GtEq
            | Token::Eq
            | Token::DoubleEq
            | Token::Neq
            | Token::ShiftLeft
            | Token::ShiftRight
            | Token::Ampersand
            | Token::Pipe
            | Token::Arrow
            | Token::LongArrow
            | Token::Caret
            | Token::DuckIntDiv
    )
}

/// `2 ** 3` as `2 ^ 3`, `lag(x IGNORE NULLS)` as `lag(x) IGNORE NULLS`, and `FROM t WHERE x` with the `SELECT *` that it means.
fn of_duckdb(tokens: Vec<TokenWithSpan>) -> Vec<TokenWithSpan> {
    let mut kept: Vec<TokenWithSpan> = Vec::with_capacity(tokens.len() + 2);
    if let Some(first) = tokens.first().filter(|_| is_from_first(&tokens)) {
        let span = first.span;
        kept.extend([Token::make_keyword("SELECT"), Token::Mul].map(|token| TokenWithSpan { token, span }));
    }
    for token in tokens {
        match (&token.token, kept.as_mut_slice()) {
            (Token::Mul, [.., before]) if before.token == Token::Mul && before.span.end == token.span.start => {
                before.token = Token::Caret;
                before.span.end = token.span.end;
            }
            (Token::RParen, [.., treatment, nulls])
                if word(nulls) == Some("NULLS") && matches!(word(treatment), Some("IGNORE" | "RESPECT")) =>
            {
                let at = kept.len() - 2;
                kept.insert(at, token);
            }
            _ => kept.push(token),
        }
    }
    kept
}

/// Begins with FROM and has no SELECT of its own.
fn is_from_first(tokens: &[TokenWithSpan]) -> bool {
    let mut depth = 0_usize;
    let own_select = tokens.iter().any(|token| {
        match token.token {
            Token::LParen => depth += 1,
            Token::RParen => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && word(token) == Some("SELECT")
    });
    !own_select && tokens.first().and_then(word) == Some("FROM")
}

/// `a IS 'x'` as `a IS NOT DISTINCT FROM 'x'`, `a IS NOT 'x'` as `a IS DISTINCT FROM 'x'`, and `0x1f` as the number it is: the parser
/// has no other word for it than for the blob `x'1f'`.
fn of_sqlite(tokens: Vec<TokenWithSpan>) -> Vec<TokenWithSpan> {
    let mut kept: Vec<TokenWithSpan> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let span = token.span;
        let mut say = |words: &[&str]| {
            kept.extend(words.iter().map(|word| TokenWithSpan { token: Token::make_keyword(word), span }))
        };
        match bare_word(&token) {
            Some(Keyword::IS) => {
                let negated = tokens.next_if(|next| bare_word(next) == Some(Keyword::NOT)).is_some();
                match (tokens.peek().is_none_or(is_word_after_is), negated) {
                    (true, false) => say(&["IS"]),
                    (true, true) => say(&["IS", "NOT"]),
                    (false, false) => say(&["IS", "NOT", "DISTINCT", "FROM"]),
                    (false, true) => say(&["IS", "DISTINCT", "FROM"]),
                }
            }
            _ => match hexadecimal_number(&token) {
                Some(number) => kept.push(TokenWithSpan { token: number, span }),
                None => kept.push(token),
            },
        }
    }
    kept
}

/// In capitals.
fn word(token: &TokenWithSpan) -> Option<&'static str> {
    match &token.token {
        Token::Word(word) if word.quote_style.is_none() => {
            ["FROM", "SELECT", "IGNORE", "RESPECT", "NULLS", "ISNULL", "NOTNULL", "NULL"]
                .into_iter()
                .find(|known| word.value.eq_ignore_ascii_case(known))
        }
        _ => None,
    }
}

fn bare_word(token: &TokenWithSpan) -> Option<Keyword> {
    match &token.token {
        Token::Word(word) if word.quote_style.is_none() => Some(word.keyword),
        _ => None,
    }
}

/// Of `0x1f`, which is one character shorter than `x'1f'`. More than 63 bits are left to be refused as a name that nothing has.
fn hexadecimal_number(token: &TokenWithSpan) -> Option<Token> {
    let Token::HexStringLiteral(digits) = &token.token else { return None };
    let width = token.span.end.column.saturating_sub(token.span.start.column);
    if token.span.start.line != token.span.end.line || width != digits.len() as u64 + 2 {
        return None;
    }
    Some(match i64::from_str_radix(digits, 16) {
        Ok(number) => Token::Number(number.to_string(), false),
        Err(_) => Token::make_word(&format!("0x{digits}"), Some('`')),
    })
}

/// What the parser itself knows behind IS [NOT].
fn is_word_after_is(token: &TokenWithSpan) -> bool {
    let known = [Keyword::NULL, Keyword::TRUE, Keyword::FALSE, Keyword::UNKNOWN, Keyword::DISTINCT, Keyword::JSON];
    bare_word(token).is_some_and(|word| known.contains(&word))
}

/// The parser's grammar of SQLite, with `<<` and `>>`.
#[derive(Debug)]
pub(super) struct Sqlite;

const OWN: SQLiteDialect = SQLiteDialect {};

impl ParserDialect for Sqlite {
    /// Rules of the parser that ask which grammar it is.
    fn dialect(&self) -> TypeId {
        OWN.dialect()
    }
    fn supports_bitwise_shift_operators(&self) -> bool {
        true
    }
    fn is_delimited_identifier_start(&self, ch: char) -> bool {
        OWN.is_delimited_identifier_start(ch)
    }
    fn identifier_quote_style(&self, identifier: &str) -> Option<char> {
        OWN.identifier_quote_style(identifier)
    }
    fn is_identifier_start(&self, ch: char) -> bool {
        OWN.is_identifier_start(ch)
    }
    fn is_identifier_part(&self, ch: char) -> bool {
        OWN.is_identifier_part(ch)
    }
    fn supports_filter_during_aggregation(&self) -> bool {
        OWN.supports_filter_during_aggregation()
    }
    fn supports_start_transaction_modifier(&self) -> bool {
        OWN.supports_start_transaction_modifier()
    }
    fn parse_statement(&self, parser: &mut Parser) -> Option<Result<sqlparser::ast::Statement, ParserError>> {
        OWN.parse_statement(parser)
    }
    fn parse_infix(
        &self,
        parser: &mut Parser,
        expr: &sqlparser::ast::Expr,
        precedence: u8,
    ) -> Option<Result<sqlparser::ast::Expr, ParserError>> {
        OWN.parse_infix(parser, expr, precedence)
    }
    fn supports_in_empty_list(&self) -> bool {
        OWN.supports_in_empty_list()
    }
    fn supports_limit_comma(&self) -> bool {
        OWN.supports_limit_comma()
    }
    fn supports_asc_desc_in_column_definition(&self) -> bool {
        OWN.supports_asc_desc_in_column_definition()
    }
    fn supports_dollar_placeholder(&self) -> bool {
        OWN.supports_dollar_placeholder()
    }
    fn supports_notnull_operator(&self) -> bool {
        OWN.supports_notnull_operator()
    }
    fn supports_comma_separated_trim(&self) -> bool {
        OWN.supports_comma_separated_trim()
    }
    fn supports_numeric_literal_underscores(&self) -> bool {
        OWN.supports_numeric_literal_underscores()
    }
}
