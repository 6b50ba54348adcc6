//! What DuckDB says, as errors that say who must act. DuckDB's messages begin with their class
//! ("Binder Error: ..."), and that beginning is stable.

use crate::ConnectorError;
use std::path::Path;
use vouch_model::ErrorCode;

/// An error of a statement.
pub(super) fn statement(message: &str) -> ConnectorError {
    let (class, said) = split(message);
    if class == "Out of Memory" || said.contains("failed to allocate") {
        return ConnectorError::TooLarge {
            message: "the statement needs more memory than its limit allows; it was stopped".to_owned(),
        };
    }
    ConnectorError::Statement { code: classify(class, &said), message: said }
}

/// DuckDB has given the opening up: a fault of its own, after which nothing runs on it any more.
pub(super) fn is_fatal(message: &str) -> bool {
    split(message).0.eq_ignore_ascii_case("fatal")
        || message.contains("has been invalidated because of a previous fatal error")
}

/// An error of opening a file.
pub(super) fn opening(path: &Path, message: &str) -> ConnectorError {
    let shown = path.display();
    let lower = message.to_lowercase();
    let (message, hint) = if lower.contains("lock on file") || lower.contains("conflicting lock") {
        (
            format!("'{shown}' is open for writing in another program"),
            "Close the other program, or work on a copy of the file.".to_owned(),
        )
    } else if lower.contains("permission denied") {
        (format!("'{shown}' cannot be read: permission denied"), "Check the rights of the file.".to_owned())
    } else if lower.contains("newer version") || lower.contains("storage version") || lower.contains("version number") {
        (
            format!("'{shown}' was written by another version of DuckDB: {}", split(message).1),
            "Export the tables with that version (EXPORT DATABASE) and import them with DuckDB 1.5.".to_owned(),
        )
    } else {
        (
            format!("'{shown}' cannot be opened as a DuckDB database: {}", split(message).1),
            "The file may be damaged; restore it from a backup, or load its data from CSV or Parquet.".to_owned(),
        )
    };
    ConnectorError::Unavailable { message, hint }
}

/// The class, and what was said in one line without the drawing of the statement and internal paths.
fn split(message: &str) -> (&str, String) {
    let first = message.lines().find(|line| !line.trim().is_empty()).unwrap_or("the engine gave no reason").trim();
    let (class, said) = match first.split_once(" Error: ") {
        Some((class, said)) if class.len() <= 24 => (class, said),
        _ => ("", first),
    };
    // Candidates stand on a line of their own and are worth keeping; "Did you mean" offers internal tables.
    let more = message
        .lines()
        .skip(1)
        .map(str::trim)
        .find(|line| line.starts_with("Candidate bindings") || line.starts_with("Candidate tables"));
    let mut said = said.trim().trim_end_matches(':').to_owned();
    if let Some(more) = more {
        if !said.ends_with(['.', '!', '?']) {
            said.push('.');
        }
        said.push(' ');
        said.push_str(more);
    }
    (class, said)
}

fn classify(class: &str, said: &str) -> ErrorCode {
    let has = |part: &str| said.contains(part);
    match class {
        "Parser" | "Syntax" => ErrorCode::SyntaxError,
        "Catalog" if has("Function with name") || has("function with name") => ErrorCode::FunctionNotFound,
        "Catalog" if has("Table with name") || has("does not exist") => ErrorCode::TableNotFound,
        "Binder" if has("Ambiguous reference") => ErrorCode::AmbiguousColumn,
        "Binder" if has("Referenced table") => ErrorCode::TableNotFound,
        "Binder" if has("Referenced column") || has("does not have a column named") => ErrorCode::ColumnNotFound,
        "Binder" if has("No function matches") || has("Cannot compare values") || has("Could not choose a best") => {
            ErrorCode::TypeMismatch
        }
        "Binder" if has("cast") || has("type") => ErrorCode::TypeMismatch,
        "Conversion" | "Mismatch Type" => ErrorCode::TypeMismatch,
        "Permission" => ErrorCode::NotReadOnly,
        "Invalid Input" if has("read-only") => ErrorCode::NotReadOnly,
        "Not implemented" => ErrorCode::NotSupported,
        _ => ErrorCode::ExecutionError,
    }
}

#[cfg(test)]
#[path = "errors_tests.rs"]
mod tests;
