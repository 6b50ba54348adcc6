//! What an engine reads and the parser only knows in another spelling, put into that spelling before it is parsed. Word by word, so that
//! nothing here needs to know where an expression ends; what the guard prints is what both read alike. Called by `parse`.

use sqlparser::dialect::{Dialect as ParserDialect, SQLiteDialect};
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Token, TokenWithSpan};
use std::any::TypeId;
use vouch_model::Dialect;

pub(super) fn spelled_for_parser(tokens: Vec<TokenWithSpan>, dialect: Dialect) -> Vec<TokenWithSpan> {
    match dialect {
        Dialect::Sqlite => of_sqlite(tokens),
        _ => of_duckdb(tokens),
    }
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

/// `a IS 'x'` as `a IS NOT DISTINCT FROM 'x'`, `a IS NOT 'x'` as `a IS DISTINCT FROM 'x'`, `a ISNULL` as `a IS NULL`.
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
            _ if is_isnull(&token) && tokens.peek().is_none_or(|next| next.token != Token::LParen) => {
                say(&["IS", "NULL"])
            }
            _ => kept.push(token),
        }
    }
    kept
}

/// In capitals.
fn word(token: &TokenWithSpan) -> Option<&'static str> {
    match &token.token {
        Token::Word(word) if word.quote_style.is_none() => ["FROM", "SELECT", "IGNORE", "RESPECT", "NULLS"]
            .into_iter()
            .find(|known| word.value.eq_ignore_ascii_case(known)),
        _ => None,
    }
}

fn bare_word(token: &TokenWithSpan) -> Option<Keyword> {
    match &token.token {
        Token::Word(word) if word.quote_style.is_none() => Some(word.keyword),
        _ => None,
    }
}

fn is_isnull(token: &TokenWithSpan) -> bool {
    matches!(&token.token, Token::Word(word) if word.quote_style.is_none() && word.value.eq_ignore_ascii_case("isnull"))
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
