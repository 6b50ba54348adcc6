//! Why there is no chart, told to the one who can change it.

use crate::validate::Problem;

#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    #[error("there is no column '{name}'")]
    UnknownColumn { name: String, nearest: Option<String>, columns: Vec<String> },

    #[error("a {kind} chart needs {needs}")]
    Unsuitable { kind: &'static str, needs: String, columns: Vec<String> },

    #[error("there is nothing to draw: {why}")]
    Empty { why: &'static str },

    /// Something in a specification that is not allowed here.
    #[error("the specification may not {what}")]
    Refused { what: String },

    #[error("the specification is not valid Vega-Lite: {}", first(.0))]
    Invalid(Vec<Problem>),

    #[error("there are too many {what}: {count}, at most {most} can be drawn")]
    TooMany { what: &'static str, count: usize, most: usize },

    #[error("drawing took longer than {0} seconds")]
    TooSlow(u64),

    #[error("drawing needed more than {0} MB")]
    TooLarge(usize),

    #[error("the specification could not be drawn: {0}")]
    Undrawable(String),

    /// A bug or a broken machine, not the caller's fault.
    #[error("the chart renderer failed: {0}")]
    Internal(String),
}

fn first(problems: &[Problem]) -> String {
    problems.first().map_or_else(String::new, ToString::to_string)
}

impl ChartError {
    pub fn code(&self) -> &'static str {
        match self {
            ChartError::UnknownColumn { .. } => "chart_unknown_column",
            ChartError::Unsuitable { .. } => "chart_unsuitable",
            ChartError::Empty { .. } => "chart_empty",
            ChartError::Refused { .. } => "chart_refused",
            ChartError::Invalid(_) => "chart_invalid",
            ChartError::TooMany { .. } => "chart_too_many",
            ChartError::TooSlow(_) => "chart_too_slow",
            ChartError::TooLarge(_) => "chart_too_large",
            ChartError::Undrawable(_) => "chart_undrawable",
            ChartError::Internal(_) => "chart_internal",
        }
    }

    /// What to do about it; for a model that wrote the specification as much as for a person.
    pub fn hint(&self) -> Option<String> {
        let listed = |columns: &[String]| format!("The columns are: {}.", columns.join(", "));
        match self {
            ChartError::UnknownColumn { nearest: Some(near), columns, .. } => {
                Some(format!("Did you mean '{near}'? {}", listed(columns)))
            }
            ChartError::UnknownColumn { columns, .. } | ChartError::Unsuitable { columns, .. } => Some(listed(columns)),
            ChartError::Empty { .. } => Some("Ask for rows with at least two different values.".to_owned()),
            ChartError::Refused { .. } => {
                Some("Use fields of the rows only; data, links and selections are left to the program.".to_owned())
            }
            ChartError::Invalid(problems) => {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                Some(lines.join("\n"))
            }
            ChartError::TooMany { .. } => Some("Group, filter or limit the rows in the SQL.".to_owned()),
            ChartError::TooSlow(_) | ChartError::TooLarge(_) => Some("Draw fewer marks.".to_owned()),
            ChartError::Undrawable(_) | ChartError::Internal(_) => None,
        }
    }
}
