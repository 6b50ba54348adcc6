//! Learning, in the background: an answer is remembered once a person approved it, or once a second reading that knew
//! nothing of the first gave the same rows.

use crate::mind::BUILTIN;
use crate::rows::in_no_order;
use crate::source_view::{SourceView, ViewProbe};
use crate::workflow::MEMORY;
use crate::{Analyst, from_connector, from_rejected};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use vouch_linguist::{ReadIntent, Setting};
use vouch_model::{Answer, AttemptError, ErrorCode, Outcome, ResultSet, Stage};
use vouch_store::RememberedBecause;

/// Rows compared; a longer result is not remembered on its own.
const COMPARED_ROWS: usize = 1_000;
/// Who asks one question after the other is not slowed down by what is learned from each.
const QUIET: Duration = Duration::from_millis(200);
/// How long an answer waits for that.
const PATIENCE: Duration = Duration::from_secs(60);

impl Analyst {
    /// Keeps a statement that a person vouched for. It must still be one that may run.
    pub async fn approve(&self, question: &str, sql: &str) -> Result<(), AttemptError> {
        let view = self.view().await.map_err(|e| from_connector(&e))?;
        view.check(sql, COMPARED_ROWS).map_err(from_rejected)?;
        let kept = self.library.remember(&view, question, sql, RememberedBecause::Approved).await;
        kept.map_err(|error| AttemptError {
            code: ErrorCode::SourceUnavailable,
            message: format!("The answer could not be remembered: {error}."),
            suggestion: error.hint(),
        })
    }

    /// Waits for what is still being learned, before the program ends.
    pub async fn finish_learning(&self) {
        self.learning.close();
        self.learning.wait().await;
        self.learning.reopen();
    }

    /// Looks for a second reading of an answer that a model gave, and remembers the answer if it agrees.
    pub(crate) fn learn(&self, answer: &Answer, now: jiff::Zoned) {
        let by_model =
            answer.usage.minds.get(Stage::Draft.name()).is_some_and(|mind| mind != BUILTIN && mind != MEMORY);
        let (Some(sql), Some(results)) = (&answer.sql, &answer.results) else { return };
        let whole = answer.outcome == Outcome::Answered && !results.truncated && results.rows.len() <= COMPARED_ROWS;
        if !self.library.remembers() || !by_model || !whole {
            return;
        }
        // Reading it once more costs as much as answering it did: one at a time, and not while somebody waits.
        let Ok(turn) = self.learners.clone().try_acquire_owned() else { return };
        let (analyst, question, sql, results) = (self.clone(), answer.standalone.clone(), sql.clone(), results.clone());
        self.learning.spawn(async move {
            let _turn = turn;
            if !analyst.is_quiet().await {
                return;
            }
            let Ok(view) = analyst.view().await else { return };
            if !analyst.second_reading_agrees(&view, &question, &results, now).await {
                return;
            }
            if let Err(error) = analyst.library.remember(&view, &question, &sql, RememberedBecause::Confirmed).await {
                tracing::warn!(%error, "an answer could not be remembered");
            }
        });
    }

    /// Waits until nothing was asked for a moment, or nothing more will be; `false` when that takes too long.
    async fn is_quiet(&self) -> bool {
        let begun = Instant::now();
        let mut since = begun;
        while since.elapsed() < QUIET && !self.learning.is_closed() {
            tokio::time::sleep(QUIET / 10).await;
            if self.asks.load(Ordering::Relaxed) > 0 {
                since = Instant::now();
            }
            if begun.elapsed() > PATIENCE {
                return false;
            }
        }
        true
    }

    async fn second_reading_agrees(
        &self,
        view: &Arc<SourceView>,
        question: &str,
        results: &ResultSet,
        now: jiff::Zoned,
    ) -> bool {
        let probe = ViewProbe {
            view: view.clone(),
            settings: self.settings.clone(),
            runtime: tokio::runtime::Handle::current(),
            cancel: CancellationToken::new(),
        };
        let (linguist, words) = (view.linguist.clone(), question.to_owned());
        let read = move || linguist.read(&words, &Setting { now: &now, previous: None, probe: &probe });
        let Ok(reading) = tokio::task::spawn_blocking(read).await else { return false };
        let sure = reading.candidates.first().filter(|c| c.confidence >= self.settings.answer_confidence);
        let (ReadIntent::Query, Some(candidate)) = (reading.intent, sure) else { return false };
        let rows = view.probe(&candidate.sql, COMPARED_ROWS, &self.settings, &CancellationToken::new()).await;
        rows.is_some_and(|rows| in_no_order(&rows) == in_no_order(results))
    }
}
