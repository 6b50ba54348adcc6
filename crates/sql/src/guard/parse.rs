//! From text to one query: bounds, tokens, syntax, and which kind of statement it is. Called by `check`.
//!
//! Refuses what is too long or too deep before anything recurses over it, more than one statement, and every
//! statement that is not a query. The parser keeps quotes inside texts and names doubled, as they were
//! written: its printer leaves a quote after a backslash alone, so an unescaped tree could print a text that
//! ends earlier than the text that was checked.

use super::names::plain;
use super::rejection::{reject, reject_at};
use super::spelling::{Sqlite, spelled_for_parser};
use super::{Position, Rejected};
use sqlparser::ast::{Query, SetExpr, Statement, TableAlias, TableFactor};
use sqlparser::dialect::{Dialect as ParserDialect, DuckDbDialect};
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError, ParserOptions};
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};
use vouch_model::{Dialect, ErrorCode};

/// Longest statement, in bytes. A person's longest is some 20 KB; generated IN lists reach 100 KB.
const MAX_BYTES: usize = 256 * 1024;

/// Tokens other than blanks and comments. Bounds the deepest tree that a chain (`1+1+1...`) can build.
const MAX_TOKENS: usize = 20_000;

/// Tokens in a row without a comma or a bracket. A chain such as `1+1+1...` becomes a tree as deep as the chain
/// is long, which is visited, copied and dropped by recursion: this bounds it to what any thread's stack holds.
const MAX_RUN: usize = 2_400;

/// UNION, EXCEPT and INTERSECT of one statement. A chain of them is a tree as deep as it is long, and each step of it takes far
/// more of the stack than a term does.
const MAX_SET_OPERATIONS: usize = 200;

/// Nested brackets, subqueries and the like that the parser follows.
const MAX_DEPTH: usize = 120;

/// Reads one query. The tree keeps its quotes doubled.
pub(crate) fn parse(sql: &str, dialect: Dialect) -> Result<Box<Query>, Rejected> {
    if sql.len() > MAX_BYTES {
        return Err(too_large(format!(
            "The statement is {} KB long; at most {} KB are read.",
            sql.len() / 1024,
            MAX_BYTES / 1024
        )));
    }
    if sql.contains('\0') {
        return Err(reject(ErrorCode::SyntaxError, "The statement contains a zero character.")
            .suggest("remove the invisible character"));
    }
    let grammar = grammar(dialect);
    let tokens = tokenize(sql, grammar)?;
    refuse_long_runs(&tokens)?;
    refuse_many_sets(&tokens)?;
    let statements = split(spelled_for_parser(without_hints(tokens), dialect)?);
    let mut statements = statements.into_iter();
    let Some(tokens) = statements.next() else {
        return Err(reject(ErrorCode::SyntaxError, "There is no statement here.").suggest("write a SELECT"));
    };
    if let Some(second) = statements.next() {
        return Err(multiple(&second));
    }
    super::kinds::refuse_by_first_word(&tokens, dialect)?;
    let mut parser =
        Parser::new(grammar).with_recursion_limit(MAX_DEPTH).with_options(options()).with_tokens_with_locations(tokens);
    let parsed = parser.parse_statements().map_err(|error| explain(error, sql, dialect))?;
    let mut parsed = parsed.into_iter();
    match (parsed.next(), parsed.next()) {
        (Some(Statement::Query(query)), None) => Ok(query),
        (Some(other), None) => Err(super::kinds::refuse_statement(&other)),
        (Some(_), Some(_)) => Err(reject(ErrorCode::MultipleStatements, "Only one statement is run at a time.")
            .suggest("send the statements one by one")),
        (None, _) => Err(reject(ErrorCode::SyntaxError, "There is no statement here.").suggest("write a SELECT")),
    }
}

/// The tree that others read, with quotes inside texts as they are meant. `sql` is our own output.
pub(super) fn parse_plain(sql: &str, dialect: Dialect) -> Option<Box<Query>> {
    let mut parser = Parser::new(grammar(dialect)).with_recursion_limit(MAX_DEPTH * 2).try_with_sql(sql).ok()?;
    match parser.parse_statements().ok()?.into_iter().next()? {
        Statement::Query(query) => Some(query),
        _ => None,
    }
}

pub(crate) fn grammar(dialect: Dialect) -> &'static dyn ParserDialect {
    match dialect {
        Dialect::Sqlite => &Sqlite,
        _ => &DuckDbDialect {},
    }
}

fn options() -> ParserOptions {
    ParserOptions::new().with_unescape(false)
}

fn tokenize(sql: &str, grammar: &dyn ParserDialect) -> Result<Vec<TokenWithSpan>, Rejected> {
    let tokens = Tokenizer::new(grammar, sql).with_unescape(false).tokenize_with_location().map_err(|e| {
        let position = Position { line: e.location.line, column: e.location.column };
        reject_at(
            ErrorCode::SyntaxError,
            format!("The statement cannot be read: {}.", lower_first(&e.message)),
            position,
        )
        .suggest("check that every quote and comment is closed")
    })?;
    let meaningful: Vec<TokenWithSpan> =
        tokens.into_iter().filter(|t| !matches!(t.token, Token::Whitespace(_))).collect();
    if meaningful.len() > MAX_TOKENS {
        return Err(too_large(format!(
            "The statement has {} words and signs; at most {MAX_TOKENS} are read.",
            meaningful.len()
        )));
    }
    Ok(meaningful)
}

/// Whether an engine would take a part of the text for a comment.
pub(super) fn has_comment(sql: &str, dialect: Dialect) -> bool {
    let mut rest = sql.chars().peekable();
    while let Some(c) = rest.next() {
        let end = match c {
            '\'' | '"' => c,
            '`' | '[' if dialect == Dialect::Sqlite => {
                if c == '[' {
                    ']'
                } else {
                    c
                }
            }
            '-' if rest.peek() == Some(&'-') => return true,
            '/' if rest.peek() == Some(&'*') => return true,
            _ => continue,
        };
        // A doubled quote ends one text and begins the next.
        let _ = rest.find(|next| *next == end);
    }
    false
}

/// Statements between semicolons, empty ones left out.
fn split(tokens: Vec<TokenWithSpan>) -> Vec<Vec<TokenWithSpan>> {
    let mut statements = vec![Vec::new()];
    for token in tokens {
        match (&token.token, statements.last_mut()) {
            (Token::SemiColon, _) => statements.push(Vec::new()),
            (Token::EOF, _) | (_, None) => {}
            (_, Some(current)) => current.push(token),
        }
    }
    statements.retain(|statement| !statement.is_empty());
    statements
}

fn refuse_long_runs(tokens: &[TokenWithSpan]) -> Result<(), Rejected> {
    let mut runs = vec![0_usize];
    for token in tokens {
        match token.token {
            Token::LParen | Token::LBracket | Token::LBrace => runs.push(0),
            Token::RParen | Token::RBracket | Token::RBrace if runs.len() > 1 => drop(runs.pop()),
            Token::Comma | Token::SemiColon => runs.last_mut().into_iter().for_each(|run| *run = 0),
            _ => {}
        }
        let Some(run) = runs.last_mut() else { return Ok(()) };
        *run += 1;
        if *run > MAX_RUN {
            return Err(too_large("The statement chains more conditions or terms than can be read safely.".to_owned())
                .suggest("use IN (...) with a list of values"));
        }
    }
    Ok(())
}

fn refuse_many_sets(tokens: &[TokenWithSpan]) -> Result<(), Rejected> {
    let sets = |token: &&TokenWithSpan| {
        matches!(&token.token, Token::Word(word) if word.quote_style.is_none()
            && matches!(word.keyword, Keyword::UNION | Keyword::EXCEPT | Keyword::INTERSECT | Keyword::MINUS))
    };
    let several = tokens.iter().filter(sets).count();
    if several <= MAX_SET_OPERATIONS {
        return Ok(());
    }
    let message = format!("The statement puts {several} results together; at most {MAX_SET_OPERATIONS} are read.");
    Err(too_large(message).suggest("use IN (...) or VALUES with a list of rows"))
}

/// `AS [NOT] MATERIALIZED (` tells an engine how to work, not what to answer, and the parser knows it for other
/// dialects only: the hint is left out.
fn without_hints(tokens: Vec<TokenWithSpan>) -> Vec<TokenWithSpan> {
    let is = |token: Option<&TokenWithSpan>, keyword: Keyword| matches!(token.map(|t| &t.token), Some(Token::Word(word)) if word.keyword == keyword && word.quote_style.is_none());
    let mut kept: Vec<TokenWithSpan> = Vec::with_capacity(tokens.len());
    for token in tokens {
        if token.token == Token::LParen && is(kept.last(), Keyword::MATERIALIZED) {
            let hint = kept.pop();
            let negation = if is(kept.last(), Keyword::NOT) { kept.pop() } else { None };
            if !is(kept.last(), Keyword::AS) {
                kept.extend(negation);
                kept.extend(hint);
            }
        }
        kept.push(token);
    }
    kept
}

fn multiple(second: &[TokenWithSpan]) -> Rejected {
    let rejected =
        reject(ErrorCode::MultipleStatements, "Only one statement is run at a time, and there are several here.")
            .suggest("send the statements one by one");
    match second.first() {
        Some(token) => rejected.at(Position { line: token.span.start.line, column: token.span.start.column }),
        None => rejected,
    }
}

/// Why a statement did not parse: syntax that the guard knows by name is named, all else is a syntax error.
fn explain(error: ParserError, sql: &str, dialect: Dialect) -> Rejected {
    let named = match &error {
        ParserError::RecursionLimitExceeded => None,
        _ => tokenize(sql, grammar(dialect)).ok().and_then(|tokens| super::kinds::unsupported_syntax(&tokens, dialect)),
    };
    named.unwrap_or_else(|| syntax(error))
}

fn syntax(error: ParserError) -> Rejected {
    match error {
        ParserError::RecursionLimitExceeded => {
            too_large("The statement is nested too deeply to be read safely.".to_owned())
        }
        ParserError::TokenizerError(text) | ParserError::ParserError(text) => {
            let (text, position) = split_position(&text);
            let rejected =
                reject(ErrorCode::SyntaxError, format!("The statement cannot be read: {}.", lower_first(text)))
                    .suggest("check the spelling and the order of the clauses near this place");
            match position {
                Some(position) => rejected.at(position),
                None => rejected,
            }
        }
    }
}

fn too_large(message: String) -> Rejected {
    reject(ErrorCode::TooLarge, message).suggest("split it, or put long lists of values into a table")
}

/// The parser writes " at Line: 1, Column: 9" behind its message.
fn split_position(text: &str) -> (&str, Option<Position>) {
    let Some((message, place)) = text.rsplit_once(" at Line: ") else { return (text, None) };
    let position = place.split_once(", Column: ").and_then(|(line, column)| {
        Some(Position { line: line.trim().parse().ok()?, column: column.trim().parse().ok()? })
    });
    (message, position)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// A view as its database keeps it: the names it gives to its columns, if any, and its query.
pub(super) fn parse_view(sql: &str, dialect: Dialect) -> Option<(Vec<String>, Box<Query>)> {
    if sql.len() > MAX_BYTES {
        return None;
    }
    let tokens = tokenize(sql, grammar(dialect)).ok()?;
    refuse_long_runs(&tokens).and_then(|()| refuse_many_sets(&tokens)).ok()?;
    let mut parser = Parser::new(grammar(dialect))
        .with_recursion_limit(MAX_DEPTH)
        .with_options(options())
        .with_tokens_with_locations(spelled_for_parser(without_hints(tokens), dialect).ok()?);
    match parser.parse_statements().ok()?.into_iter().next()? {
        Statement::CreateView(view) => {
            let names = view.columns.iter().map(|column| plain(&column.name).into_owned()).collect();
            Some((names, view.query))
        }
        _ => None,
    }
}

/// An expression of our own making, for the rewriter.
pub(super) fn parse_expression(text: &str, dialect: Dialect) -> Option<sqlparser::ast::Expr> {
    Parser::new(grammar(dialect)).with_options(options()).try_with_sql(text).ok()?.parse_expr().ok()
}

/// The query as the only source of another: `SELECT * FROM (...)`.
pub(super) fn wrap(query: &Query, dialect: Dialect) -> Option<Box<Query>> {
    reread(&format!("SELECT * FROM ({query})"), dialect)
}

/// A query of our own making as something that stands in FROM.
pub(super) fn parse_factor(query: &str, own: TableAlias, dialect: Dialect) -> Option<TableFactor> {
    let SetExpr::Select(select) = *reread(&format!("SELECT * FROM ({query})"), dialect)?.body else { return None };
    match select.from.into_iter().next()?.relation {
        TableFactor::Derived { lateral, subquery, sample, .. } => {
            Some(TableFactor::Derived { lateral, subquery, alias: Some(own), sample })
        }
        _ => None,
    }
}

/// A query of our own making, its quotes doubled as they stand.
pub(super) fn reread(sql: &str, dialect: Dialect) -> Option<Box<Query>> {
    let tokens = spelled_for_parser(tokenize(sql, grammar(dialect)).ok()?, dialect).ok()?;
    let mut parser = Parser::new(grammar(dialect))
        .with_recursion_limit(MAX_DEPTH * 2)
        .with_options(options())
        .with_tokens_with_locations(tokens);
    parser.parse_query().ok()
}
