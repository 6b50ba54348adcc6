//! How a refusal is written down. Every one has a message for a person; most have a way out.

use super::{Position, Rejected};
use sqlparser::tokenizer::Span;
use vouch_model::ErrorCode;

pub(super) fn reject(code: ErrorCode, message: impl Into<String>) -> Rejected {
    Rejected { code, message: message.into(), position: None, suggestion: None }
}

pub(super) fn reject_at(code: ErrorCode, message: impl Into<String>, position: Position) -> Rejected {
    reject(code, message).at(position)
}

impl Rejected {
    pub(super) fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    pub(super) fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// Line 0 stands for "nowhere" in the parser's spans.
    pub(super) fn span(self, span: Span) -> Self {
        match span.start.line {
            0 => self,
            line => self.at(Position { line, column: span.start.column }),
        }
    }
}

/// "did you mean `a`, `b` or `c`?"; `None` when there is nothing to offer.
pub(super) fn did_you_mean(names: &[impl AsRef<str>]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    let (last, rest) = quoted.split_last()?;
    Some(if rest.is_empty() {
        format!("did you mean {last}?")
    } else {
        format!("did you mean {} or {last}?", rest.join(", "))
    })
}
