//! What SQLite says, as errors that say who must act.

use crate::ConnectorError;
use rusqlite::{Error, ErrorCode as Sqlite};
use std::path::Path;
use vouch_model::ErrorCode;

/// An error of a statement.
pub(super) fn statement(error: &Error) -> ConnectorError {
    match error.sqlite_error_code() {
        Some(Sqlite::OutOfMemory) => ConnectorError::TooLarge {
            message: "the statement needs more memory than its limit allows; it was stopped".to_owned(),
        },
        Some(Sqlite::TooBig) => ConnectorError::TooLarge {
            message: "a single value of the statement is larger than 64 MiB, the limit; it was stopped".to_owned(),
        },
        Some(Sqlite::DatabaseCorrupt | Sqlite::NotADatabase) => ConnectorError::Unavailable {
            message: format!("the database is damaged: {}", said(error)),
            hint: "Restore the file from a backup, or rescue what is left with SQLite's .recover.".to_owned(),
        },
        code => {
            let message = said(error);
            ConnectorError::Statement { code: classify(code, &message), message }
        }
    }
}

pub(super) fn opening(path: &Path, error: &Error) -> ConnectorError {
    let shown = path.display();
    let (message, hint) = match error.sqlite_error_code() {
        Some(Sqlite::DatabaseBusy | Sqlite::DatabaseLocked) => (
            format!("'{shown}' is locked by another program"),
            "Wait until the other program has finished writing, or work on a copy of the file.",
        ),
        Some(Sqlite::NotADatabase | Sqlite::DatabaseCorrupt) => (
            format!("'{shown}' is a damaged or encrypted SQLite database: {}", said(error)),
            "Restore the file from a backup, or rescue what is left with SQLite's .recover.",
        ),
        _ => {
            (format!("'{shown}' cannot be opened: {}", said(error)), "Check the rights of the file and its directory.")
        }
    };
    ConnectorError::Unavailable { message, hint: hint.to_owned() }
}

/// The newest changes are in the log, and reading them needs a file beside it that cannot be made. Reading around
/// them would show old rows as if they were the present ones.
pub(super) fn log_waits(path: &Path) -> ConnectorError {
    let shown = path.display();
    ConnectorError::Unavailable {
        message: format!(
            "'{shown}' has changes in its log ('{shown}-wal') that cannot be read from a directory without write access"
        ),
        hint:
            "Close the program that writes it, or copy the file together with its -wal file to a directory of your own."
                .to_owned(),
    }
}

pub(super) fn is_cannot_open(error: &Error) -> bool {
    matches!(error.sqlite_error_code(), Some(Sqlite::CannotOpen | Sqlite::ReadOnly))
}

/// SQLite's own words, without the statement that the crate puts behind them.
fn said(error: &Error) -> String {
    let text = match error {
        Error::SqliteFailure(_, Some(message)) => message.clone(),
        Error::SqlInputError { msg, .. } => msg.clone(),
        Error::MultipleStatement => "one statement is expected, not several".to_owned(),
        other => other.to_string(),
    };
    text.lines().next().unwrap_or_default().to_owned()
}

fn classify(code: Option<Sqlite>, said: &str) -> ErrorCode {
    let has = |part: &str| said.contains(part);
    match code {
        Some(Sqlite::AuthorizationForStatementDenied | Sqlite::ReadOnly) => ErrorCode::NotReadOnly,
        _ if has("not authorized") => ErrorCode::NotReadOnly,
        _ if has("one statement is expected") => ErrorCode::MultipleStatements,
        _ if has("no such table") => ErrorCode::TableNotFound,
        _ if has("ambiguous column") => ErrorCode::AmbiguousColumn,
        _ if has("no such column") => ErrorCode::ColumnNotFound,
        _ if has("no such function") => ErrorCode::FunctionNotFound,
        _ if has("syntax error") || has("incomplete input") || has("unrecognized token") => ErrorCode::SyntaxError,
        _ if has("wrong number of arguments") || has("misuse of aggregate") || has("datatype mismatch") => {
            ErrorCode::TypeMismatch
        }
        _ => ErrorCode::ExecutionError,
    }
}

#[cfg(test)]
#[path = "errors_tests.rs"]
mod tests;
