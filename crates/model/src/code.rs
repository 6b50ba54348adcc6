//! Stable names of what can go wrong with a statement or an ask. Clients match on these, people read the
//! message beside them; a code is never renamed.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum ErrorCode {
    // What the guard, or the engine after it, says of a statement.
    SyntaxError,
    TableNotFound,
    ColumnNotFound,
    AmbiguousColumn,
    FunctionNotFound,
    FunctionNotAllowed,
    TypeMismatch,
    NotReadOnly,
    MultipleStatements,
    /// Valid SQL that the guard does not understand well enough to let through.
    NotSupported,
    /// What running it met.
    Timeout,
    TooLarge,
    Cancelled,
    ExecutionError,
    /// What became of an ask.
    NotUnderstood,
    NoRelevantData,
    ClarificationNeeded,
    AttemptsExhausted,
    InvalidInput,
    NotFound,
    SourceUnavailable,
    /// Whoever was answering ended before the answer was there.
    Interrupted,
    /// What a service says to who asks it.
    Unauthorized,
    Forbidden,
    Expired,
    Conflict,
    RateLimited,
    Busy,
    /// A replay met a model request that was not recorded.
    ReplayDrift,
    Internal,
}

impl ErrorCode {
    /// What the guard finds by reading a statement: its message speaks of names and syntax, never of a cell.
    pub fn is_of_statement(self) -> bool {
        use ErrorCode::*;
        matches!(
            self,
            SyntaxError
                | TableNotFound
                | ColumnNotFound
                | AmbiguousColumn
                | FunctionNotFound
                | FunctionNotAllowed
                | NotReadOnly
                | MultipleStatements
                | NotSupported
        )
    }

    pub fn name(self) -> &'static str {
        use ErrorCode::*;
        match self {
            SyntaxError => "SYNTAX_ERROR",
            TableNotFound => "TABLE_NOT_FOUND",
            ColumnNotFound => "COLUMN_NOT_FOUND",
            AmbiguousColumn => "AMBIGUOUS_COLUMN",
            FunctionNotFound => "FUNCTION_NOT_FOUND",
            FunctionNotAllowed => "FUNCTION_NOT_ALLOWED",
            TypeMismatch => "TYPE_MISMATCH",
            NotReadOnly => "NOT_READ_ONLY",
            MultipleStatements => "MULTIPLE_STATEMENTS",
            NotSupported => "NOT_SUPPORTED",
            Timeout => "TIMEOUT",
            TooLarge => "TOO_LARGE",
            Cancelled => "CANCELLED",
            ExecutionError => "EXECUTION_ERROR",
            NotUnderstood => "NOT_UNDERSTOOD",
            NoRelevantData => "NO_RELEVANT_DATA",
            ClarificationNeeded => "CLARIFICATION_NEEDED",
            AttemptsExhausted => "ATTEMPTS_EXHAUSTED",
            InvalidInput => "INVALID_INPUT",
            NotFound => "NOT_FOUND",
            SourceUnavailable => "SOURCE_UNAVAILABLE",
            Interrupted => "INTERRUPTED",
            Unauthorized => "UNAUTHORIZED",
            Forbidden => "FORBIDDEN",
            Expired => "EXPIRED",
            Conflict => "CONFLICT",
            RateLimited => "RATE_LIMITED",
            Busy => "BUSY",
            ReplayDrift => "REPLAY_DRIFT",
            Internal => "INTERNAL",
        }
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
