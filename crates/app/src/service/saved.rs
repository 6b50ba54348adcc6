//! Answers that somebody saved: kept with the rows they last had, and run again when their owner asks.
//!
//! A copy, so that it outlives its session. Running it again is running a statement: the same guard, limits, role and
//! source permissions as by hand, for the client it was asked for and no other.

use super::sessions::checked_title;
use super::{About, Caller, Service, outcome_of};
use crate::session::AskError;
use serde_json::Value as Json;
use tokio_util::sync::CancellationToken;
use vouch_model::{AskId, Outcome, ResultSet};
use vouch_store::records::{self, ByHand, Role, Saved};

/// Saved answers of one owner.
const MOST_SAVED: usize = 200;
/// What is kept of an answer's rows; the rest is there when the question is asked again.
const MOST_ROWS: usize = 1_000;
const MOST_BYTES: usize = 1 << 20;

impl Service {
    /// Saves the answer to a question of the caller's own.
    pub async fn save(
        &self,
        caller: &Caller,
        ask: &AskId,
        title: Option<&str>,
        by_hand: Option<ByHand>,
    ) -> Result<Saved, AskError> {
        let (session, turn) = self.turn(caller, ask).await?;
        let answer = turn.answer.filter(|answer| answer.outcome == Outcome::Answered);
        let rows = answer.and_then(|mut answer| Some((answer.sql.take()?, answer.results.take()?, answer)));
        let Some((sql, results, answer)) = rows else {
            return Err(AskError::Conflict {
                message: "this question has no rows to save".to_owned(),
                hint: "Wait for the answer; a question that was asked back or failed has none.".to_owned(),
            });
        };
        if self.saved(caller).await?.len() >= MOST_SAVED {
            return Err(AskError::Conflict {
                message: format!("there are {MOST_SAVED} saved answers already, which is the limit"),
                hint: "Delete one that is no longer needed.".to_owned(),
            });
        }
        if let Some(by_hand) = &by_hand {
            has_columns(&results, by_hand)?;
        }
        let now = jiff::Timestamp::now();
        let saved = Saved {
            id: uuid::Uuid::now_v7().simple().to_string(),
            owner: caller.owner.clone(),
            tenant: session.tenant,
            source: answer.source.clone().unwrap_or(session.source),
            ask: ask.clone(),
            title: match title {
                Some(title) => checked_title(title)?,
                None => short_title(&turn.question),
            },
            question: turn.question,
            sql,
            explanation: answer.explanation.as_ref().map(|explanation| explanation.text()),
            chart: chart_of(&serde_json::to_value(&answer).unwrap_or_default()),
            by_hand,
            results: cut(results)?,
            created_at: now,
            refreshed_at: now,
        };
        records::put(self.store.as_ref(), &saved).await?;
        let about = About { tenant: saved.tenant.as_deref(), detail: Some(ask.as_str()), ..About::subject(&saved.id) };
        self.record(caller, "save_answer", about).await;
        Ok(saved)
    }

    /// The caller's saved answers, newest first.
    pub async fn saved(&self, caller: &Caller) -> Result<Vec<Saved>, AskError> {
        let mut all = records::list::<Saved>(self.store.as_ref(), Some(&caller.owner)).await?;
        all.retain(|saved| is_for(caller, saved.tenant.as_deref()));
        Ok(all)
    }

    /// One of them. Somebody else's looks like one that never was.
    pub async fn saved_answer(&self, caller: &Caller, id: &str) -> Result<Saved, AskError> {
        let found = records::get::<Saved>(self.store.as_ref(), id).await?;
        found
            .filter(|saved| saved.owner == caller.owner && is_for(caller, saved.tenant.as_deref()))
            .ok_or_else(|| AskError::not_found("saved answer", id))
    }

    pub async fn rename_saved(&self, caller: &Caller, id: &str, title: &str) -> Result<Saved, AskError> {
        let saved = Saved { title: checked_title(title)?, ..self.saved_answer(caller, id).await? };
        records::put(self.store.as_ref(), &saved).await?;
        self.record(caller, "rename_saved", About::subject(id)).await;
        Ok(saved)
    }

    pub async fn delete_saved(&self, caller: &Caller, id: &str) -> Result<(), AskError> {
        self.saved_answer(caller, id).await?;
        records::remove::<Saved>(self.store.as_ref(), id).await?;
        self.record(caller, "delete_saved", About::subject(id)).await;
        Ok(())
    }

    /// Runs its statement again and keeps what it gives now. One that fails leaves what was there.
    pub async fn refresh_saved(&self, caller: &Caller, id: &str) -> Result<Saved, AskError> {
        caller.require(Role::Analyst, "run statements")?;
        let saved = self.saved_answer(caller, id).await?;
        self.limit_rate(caller, None).await?;
        let refreshed = self.run_again(caller, &saved).await;
        let about = About {
            tenant: saved.tenant.as_deref(),
            detail: Some(&saved.sql),
            outcome: outcome_of(&refreshed),
            ..About::subject(id)
        };
        self.record(caller, "refresh_saved", about).await;
        let results = refreshed?;
        // It may have been renamed or deleted while it ran.
        let saved = self.saved_answer(caller, id).await?;
        let chart = saved.chart.and_then(|chart| redrawn(chart, &results));
        let saved = Saved { chart, results: cut(results)?, refreshed_at: jiff::Timestamp::now(), ..saved };
        records::put(self.store.as_ref(), &saved).await?;
        Ok(saved)
    }

    async fn run_again(&self, caller: &Caller, saved: &Saved) -> Result<ResultSet, AskError> {
        let target = self.target_again(caller, &saved.source, saved.tenant.as_deref()).await?;
        let _place = self.queue().enter(&caller.owner)?.ready().await;
        // When the client leaves, the statement is stopped.
        let cancel = CancellationToken::new();
        let _guard = cancel.clone().drop_guard();
        let ran = target.conversations.analyst().run_sql(&saved.sql, MOST_ROWS, cancel).await;
        Ok(ran.map_err(AskError::Statement)?.results)
    }
}

/// A key that is bound to a client sees what is that client's, and only that.
pub(super) fn is_for(caller: &Caller, tenant: Option<&str>) -> bool {
    caller.client_id.as_deref().is_none_or(|own| tenant == Some(own))
}

/// A question is a title already, if it is not long.
fn short_title(question: &str) -> String {
    const LONGEST: usize = 120;
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// No more rows than are kept.
fn cut(mut results: ResultSet) -> Result<ResultSet, AskError> {
    if results.rows.len() > MOST_ROWS {
        results.rows.truncate(MOST_ROWS);
        results.truncated = true;
    }
    let mut bytes = 0;
    let mut fits = |row: &Vec<vouch_model::Value>| {
        bytes += row.iter().map(|value| value.to_string().len() + 8).sum::<usize>();
        bytes <= MOST_BYTES
    };
    let kept = results.rows.iter().take_while(|row| fits(row)).count();
    if kept == 0 && !results.rows.is_empty() {
        return Err(AskError::TooLarge {
            message: "a row of this answer is too large to be kept".to_owned(),
            hint: "Ask for fewer or shorter columns.".to_owned(),
        });
    }
    if kept < results.rows.len() {
        results.rows.truncate(kept);
        results.truncated = true;
    }
    Ok(results)
}

fn has_columns(results: &ResultSet, by_hand: &ByHand) -> Result<(), AskError> {
    let columns = results.column_names();
    let mut named = [&by_hand.x, &by_hand.y].into_iter().chain(&by_hand.color);
    match named.find(|name| !columns.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(AskError::invalid(
            format!("the chart names the column '{name}', which the answer does not have"),
            format!("Its columns are: {}.", columns.join(", ")),
        )),
    }
}

fn chart_of(answer: &Json) -> Option<Json> {
    answer.get("chart").filter(|chart| chart.is_object()).cloned()
}

/// The same picture of the rows that are there now; none if it was drawn from something else than these columns.
fn redrawn(mut chart: Json, results: &ResultSet) -> Option<Json> {
    let values = chart.pointer_mut("/spec/data/values")?;
    let drawn = values.as_array()?.first()?.as_object()?;
    let columns = results.column_names();
    if !drawn.keys().all(|name| columns.contains(&name.as_str())) {
        return None;
    }
    *values = results.rows.iter().map(|row| results.row_to_json(row)).collect();
    Some(chart)
}

#[cfg(test)]
#[path = "saved_tests.rs"]
mod tests;
