//! Where the tools of an exploration run their statements: through the guard, under the limits, each only once.

use super::notebook::ToolFailure;
use super::scan::Reader;
use crate::Analyst;
use crate::settings::AnalystSettings;
use crate::source_view::SourceView;
use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use vouch_model::{AttemptError, ErrorCode, ResultSet};
use vouch_sql::CheckedSql;

/// Rows that a query may give (seed 003).
pub const MOST_ROWS: usize = 1_000;

pub struct Desk<'a> {
    pub analyst: &'a Analyst,
    pub view: &'a Arc<SourceView>,
    pub settings: &'a Arc<AnalystSettings>,
    pub cancel: &'a CancellationToken,
    /// No statement begins after it.
    pub deadline: Instant,
    given: Mutex<HashMap<String, Arc<ResultSet>>>,
}

impl<'a> Desk<'a> {
    pub fn new(
        analyst: &'a Analyst,
        view: &'a Arc<SourceView>,
        cancel: &'a CancellationToken,
        deadline: Instant,
    ) -> Self {
        Self { analyst, view, settings: &analyst.settings, cancel, deadline, given: Mutex::default() }
    }

    /// A statement of a mind's: checked, mended where that is certain, and run.
    pub async fn run(&self, sql: &str) -> Result<(CheckedSql, Arc<ResultSet>), ToolFailure> {
        let (checked, _) = self.view.check_or_mend(sql, MOST_ROWS).map_err(|rejected| {
            let hint = rejected.suggestion.clone().unwrap_or_else(|| self.what_there_is());
            ToolFailure::new(format!("{}: {}", rejected.code, rejected.message), hint)
        })?;
        let rows = self.execute(&checked).await.map_err(|error| self.failure(&error))?;
        Ok((checked, rows))
    }

    /// The same statement once more, not from memory.
    pub async fn run_again(&self, checked: &CheckedSql) -> Option<ResultSet> {
        self.view.execute(checked, &self.settings.limits(checked.max_rows()), self.cancel).await.ok()
    }

    async fn execute(&self, checked: &CheckedSql) -> Result<Arc<ResultSet>, AttemptError> {
        if let Some(known) = self.lock().get(checked.sql()) {
            return Ok(known.clone());
        }
        if Instant::now() >= self.deadline || self.cancel.is_cancelled() {
            let message = "The time for this exploration is over.".to_owned();
            return Err(AttemptError { code: ErrorCode::Timeout, message, suggestion: None });
        }
        let limits = self.settings.limits(checked.max_rows());
        let rows = self.view.execute(checked, &limits, self.cancel).await.map_err(|e| crate::from_connector(&e))?;
        let rows = Arc::new(rows);
        self.lock().insert(checked.sql().to_owned(), rows.clone());
        Ok(rows)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<ResultSet>>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Seed 003's guidance: what to do about an error.
    fn failure(&self, error: &AttemptError) -> ToolFailure {
        let hint = match error.code {
            ErrorCode::Timeout => "Add a filter or aggregate, so that fewer rows are read.".to_owned(),
            ErrorCode::TooLarge => "Select fewer columns or aggregate.".to_owned(),
            _ => error.suggestion.clone().unwrap_or_else(|| self.what_there_is()),
        };
        ToolFailure::new(format!("{}: {}", error.code, error.message), hint)
    }

    /// Tables and columns, for someone who used a wrong name.
    pub fn what_there_is(&self) -> String {
        const NAMED: usize = 6;
        let tables = &self.view.catalog.tables;
        let listed = tables.iter().take(NAMED).map(|table| {
            let columns: Vec<&str> = table.columns.iter().take(30).map(|c| c.name.as_str()).collect();
            format!("{} ({})", table.qualified_name(), columns.join(", "))
        });
        format!("There is: {}", listed.collect::<Vec<_>>().join("; "))
    }
}

#[async_trait]
impl Reader for Desk<'_> {
    async fn rows(&self, sql: &str) -> Option<Arc<ResultSet>> {
        let checked = match self.view.check(sql, MOST_ROWS) {
            Ok(checked) => checked,
            Err(rejected) => {
                tracing::debug!(%sql, %rejected, "a statement of an exploration's own was refused");
                return None;
            }
        };
        match self.execute(&checked).await {
            Ok(rows) => Some(rows),
            Err(error) => {
                tracing::debug!(%sql, code = %error.code, message = %error.message, "a look failed");
                None
            }
        }
    }
}
