//! Kinds of statement: which are refused as writing, which as unknown, and what to say. Called by `parse`.
//!
//! Only the first word of a statement is looked at, and only to give the right reason: a statement that gets
//! past this still has to parse as a query and pass the walk over its tree.

use super::Rejected;
use super::rejection::reject;
use sqlparser::ast::Statement;
use sqlparser::tokenizer::{Token, TokenWithSpan};
use vouch_model::{Dialect, ErrorCode};

/// Statements that are refused whatever follows, so that their own oddities need not parse.
pub(super) fn refuse_by_first_word(tokens: &[TokenWithSpan], _dialect: Dialect) -> Result<(), Rejected> {
    let Some((first, word)) = tokens.first().and_then(|t| Some((t, word_of(t)?))) else { return Ok(()) };
    if READING.contains(&word.as_str()) {
        return Ok(());
    }
    if let Some((_, instead)) = NOT_SUPPORTED.iter().find(|(name, _)| *name == word) {
        let message = format!("{word} is not supported here.");
        return Err(reject(ErrorCode::NotSupported, message).suggest(*instead).span(first.span));
    }
    if NOT_READ_ONLY.contains(&word.as_str()) {
        return Err(not_read_only(&word).span(first.span));
    }
    Ok(())
}

/// Whether a statement of any kind can begin with the word, given in upper case.
pub(crate) fn is_statement_word(word: &str) -> bool {
    READING.contains(&word) || NOT_READ_ONLY.contains(&word) || NOT_SUPPORTED.iter().any(|(name, _)| *name == word)
}

/// A query starts with one of these (or with a bracket).
const READING: [&str; 4] = ["SELECT", "WITH", "FROM", "VALUES"];

const NOT_SUPPORTED: [(&str, &str); 9] = [
    ("TABLE", "write SELECT * FROM the table"),
    ("EXPLAIN", "send the SELECT itself"),
    ("DESCRIBE", "ask for the schema instead, or select the columns you need"),
    ("DESC", "ask for the schema instead, or select the columns you need"),
    ("SHOW", "ask for the schema instead"),
    ("SUMMARIZE", "select count, min, max and avg of the columns you need"),
    ("PIVOT", "use one aggregate per column with FILTER (WHERE ...) and GROUP BY"),
    ("UNPIVOT", "use UNION ALL of one SELECT per column"),
    ("EXECUTE", "send the SELECT itself"),
];

const NOT_READ_ONLY: [&str; 60] = [
    "ALTER",
    "ANALYZE",
    "ANALYSE",
    "ATTACH",
    "BEGIN",
    "CALL",
    "CHECKPOINT",
    "CLUSTER",
    "COMMENT",
    "COMMIT",
    "COPY",
    "CREATE",
    "DEALLOCATE",
    "DECLARE",
    "DELETE",
    "DETACH",
    "DISCARD",
    "DO",
    "DROP",
    "END",
    "EXPORT",
    "FETCH",
    "FLUSH",
    "FORCE",
    "GRANT",
    "IMPORT",
    "INSERT",
    "INSTALL",
    "KILL",
    "LISTEN",
    "LOAD",
    "LOCK",
    "MERGE",
    "MOVE",
    "NOTIFY",
    "OPTIMIZE",
    "PRAGMA",
    "PREPARE",
    "PUT",
    "REASSIGN",
    "REFRESH",
    "REINDEX",
    "RELEASE",
    "REMOVE",
    "RENAME",
    "REPLACE",
    "RESET",
    "REVOKE",
    "ROLLBACK",
    "SAVEPOINT",
    "SET",
    "START",
    "TRUNCATE",
    "UNDO",
    "UNLISTEN",
    "UPDATE",
    "UPSERT",
    "USE",
    "VACUUM",
    "UNLOAD",
];

/// What parsed, but not as a query.
pub(super) fn refuse_statement(statement: &Statement) -> Rejected {
    let text = statement.to_string();
    let word = text.split_whitespace().next().unwrap_or("This").to_uppercase();
    not_read_only(&word)
}

fn not_read_only(word: &str) -> Rejected {
    reject(ErrorCode::NotReadOnly, format!("{word} is refused: only statements that read data are run."))
        .suggest("write a SELECT")
}

/// Syntax that the engine has and the parser lacks: named, with what to write instead. Only used when the
/// statement did not parse, so a column that happens to have such a name is never affected.
pub(super) fn unsupported_syntax(tokens: &[TokenWithSpan], dialect: Dialect) -> Option<Rejected> {
    if dialect != Dialect::DuckDb {
        return None;
    }
    let end = tokens.iter().rposition(|t| !matches!(t.token, Token::EOF | Token::SemiColon)).map_or(0, |i| i + 1);
    if let Some([.., limit, _, percent]) = tokens.get(..end)
        && word_of(limit).as_deref() == Some("LIMIT")
        && percent.token == Token::Mod
    {
        return Some(lacking("LIMIT with a percentage", "write LIMIT with a number of rows").span(limit.span));
    }
    let has_list = tokens.iter().any(|t| t.token == Token::LBracket);
    if let Some(token) = tokens.iter().find(|t| has_list && word_of(t).as_deref() == Some("FOR")) {
        return Some(lacking("[... FOR ... IN ...]", "use list_transform(list, lambda x : ...)").span(token.span));
    }
    tokens.iter().find_map(|token| {
        let word = word_of(token)?;
        let (_, instead) = LACKING.iter().find(|(name, _)| *name == word)?;
        Some(lacking(&word, instead).span(token.span))
    })
}

fn lacking(what: &str, instead: &str) -> Rejected {
    reject(ErrorCode::NotSupported, format!("{what} is not supported here.")).suggest(instead)
}

const LACKING: [(&str, &str); 8] = [
    ("ASOF", "join on the key and keep the latest earlier row with row_number() or arg_max()"),
    ("POSITIONAL", "number the rows of both sides with row_number() and join on that"),
    ("PIVOT", "use one aggregate per column with FILTER (WHERE ...) and GROUP BY"),
    ("UNPIVOT", "use UNION ALL of one SELECT per column"),
    ("SUMMARIZE", "select count, min, max and avg of the columns you need"),
    ("TABLESAMPLE", "order by random() and put a LIMIT"),
    ("SAMPLE", "order by random() and put a LIMIT"),
    ("DESCRIBE", "ask for the schema instead"),
];

fn word_of(token: &TokenWithSpan) -> Option<String> {
    match &token.token {
        Token::Word(word) if word.quote_style.is_none() => Some(word.value.to_uppercase()),
        _ => None,
    }
}
