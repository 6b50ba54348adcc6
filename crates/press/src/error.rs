//! What can go wrong on the way to paper, by who must act.

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PressError {
    /// More than is printed in reasonable time: the caller, by writing less.
    #[error("the report is too large to print: {message}")]
    TooLarge { message: String },
    /// A chart that is not a drawing, or not a harmless one: whoever drew it.
    #[error("chart '{id}' cannot be printed: {message}")]
    Chart { id: String, message: String },
    /// A bug of ours.
    #[error("internal error: {0}")]
    Internal(String),
}

impl PressError {
    pub fn code(&self) -> &'static str {
        match self {
            PressError::TooLarge { .. } => "TOO_LARGE",
            PressError::Chart { .. } => "INVALID_INPUT",
            PressError::Internal(_) => "INTERNAL",
        }
    }

    /// What to do next, in one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            PressError::TooLarge { .. } => "Shorten the report, or take the rows themselves as CSV or a workbook.",
            PressError::Chart { .. } => "Leave the chart out, or draw it with plain shapes and text.",
            PressError::Internal(_) => "This is a bug in Vouch; please report it. The Markdown is not affected.",
        };
        Some(hint.to_owned())
    }
}
