//! A question's way from any door to the analyst and back: the one function behind them all.
//!
//! [`Conversations::ask`] opens the turn in the store, gathers the history window, runs the workflow, stores each event
//! and only then forwards it, and closes the turn. It decides nothing about the question itself, and it prints nothing.

mod error;
mod recorder;
mod reply;

pub use error::AskError;
pub use reply::{Reply, sql_reply};

use crate::settings::{MOST_ATTEMPTS, MOST_ROWS, Settings};
use recorder::Recorder;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, EventSink};
use vouch_model::{Answer, AskId, AskRequest, Exchange, SessionId};
use vouch_store::{InstanceId, NewSession, NewTurn, Owner, SessionKind, Store, StoreError};

/// Characters a question may have (not bytes: a question in Thai may be as long as one in English).
pub const LONGEST_QUESTION: usize = 1_000;
/// Characters an id that a client chose may have.
const LONGEST_ID: usize = 200;
/// Independent statements that one question may take.
const MOST_CANDIDATES: u32 = 5;
/// Characters of the first question that become the title of a session.
const LONGEST_TITLE: usize = 80;

/// Conversations about one source. Cheap to clone.
#[derive(Clone)]
pub struct Conversations {
    store: Arc<dyn Store>,
    analyst: Analyst,
    /// How the source is known across runs: a session that began with it must go on with it.
    source: Arc<str>,
    window: HistoryWindow,
}

#[derive(Clone, Copy, Debug)]
pub struct HistoryWindow {
    /// Answered questions that a session keeps for context.
    pub kept: usize,
    /// The last of them, which a question is read with.
    pub sent: usize,
}

impl Conversations {
    pub fn new(store: Arc<dyn Store>, analyst: Analyst, source: &str, window: HistoryWindow) -> Self {
        Self { store, analyst, source: source.into(), window }
    }

    pub fn analyst(&self) -> &Analyst {
        &self.analyst
    }

    /// Answers one question. `request.session` names the conversation; without one a new one begins. Stopping goes
    /// through `cancel`: dropping the future instead would leave the turn open.
    pub async fn ask(
        &self,
        request: AskRequest,
        cancel: CancellationToken,
        listener: &dyn EventSink,
    ) -> Result<Answer, AskError> {
        validate(&request)?;
        let session = request.session.clone().unwrap_or_default();
        self.enter(&session, &request.question).await?;
        let turn = request.id.clone();
        let opened = NewTurn {
            id: turn.clone(),
            session: session.clone(),
            question: request.question.clone(),
            instance: InstanceId::from_text("local"),
        };
        self.store.open_turn(&opened).await?;
        let history = self.history(&turn).await?;
        let recorder = Recorder::new(self.store.as_ref(), &turn, listener);
        let request = AskRequest { session: Some(session), ..request };
        let mut answer = self.analyst.ask(request, history, cancel, &recorder).await;
        // The answer is right whether or not it could be kept; losing it over a full disk would help nobody.
        if let Some(error) = recorder.lost() {
            answer.notes.push(format!("This answer could not be kept for later: {error}."));
        }
        Ok(answer)
    }

    async fn history(&self, turn: &AskId) -> Result<Vec<Exchange>, AskError> {
        let mut history = self.store.history(turn, self.window.kept).await?;
        let surplus = history.len().saturating_sub(self.window.sent);
        history.drain(..surplus);
        Ok(history)
    }

    /// Makes the session when it is new; refuses one that began with another source.
    async fn enter(&self, id: &SessionId, question: &str) -> Result<(), AskError> {
        let new = NewSession {
            id: id.clone(),
            owner: Owner::local(),
            tenant: None,
            kind: SessionKind::Chat,
            title: title(question),
            source: self.source.to_string(),
            idle_limit: None,
        };
        let found = match self.store.session(id).await? {
            Some(found) => found,
            None => match self.store.create_session(&new).await {
                Ok(()) => return Ok(()),
                // Two first questions at once: the other one made it.
                Err(StoreError::Conflict { .. }) => return Ok(()),
                Err(error) => return Err(error.into()),
            },
        };
        if *found.source == *self.source {
            return Ok(());
        }
        Err(AskError::Invalid {
            message: format!("the session '{id}' is about {}, not about {}", found.source, self.source),
            hint: "Begin another session: follow-ups across two sources would be guesses.".to_owned(),
        })
    }
}

/// A question with what the settings say about how to answer it; doors add what they were told.
pub fn new_request(question: &str, settings: &Settings, now: jiff::Zoned) -> AskRequest {
    AskRequest {
        mind: settings.mind,
        max_attempts: settings.max_attempts,
        max_rows: settings.max_rows,
        schema_only: settings.models.schema_only,
        skip: settings.models.skip.clone(),
        ..AskRequest::new(question, now)
    }
}

fn validate(request: &AskRequest) -> Result<(), AskError> {
    let invalid = |message: String, hint: &str| Err(AskError::Invalid { message, hint: hint.to_owned() });
    let length = request.question.chars().count();
    if request.question.trim().is_empty() {
        return invalid("the question is empty".to_owned(), "Ask something, for example: How many orders are there?");
    }
    if length > LONGEST_QUESTION {
        let message = format!("the question has {length} characters, at most {LONGEST_QUESTION} are read");
        return invalid(message, "Ask one thing at a time.");
    }
    if !(1..=MOST_ATTEMPTS).contains(&request.max_attempts) {
        return invalid(format!("the number of attempts must be 1 to {MOST_ATTEMPTS}"), "3 is usual.");
    }
    if !(1..=MOST_ROWS).contains(&request.max_rows) {
        return invalid(format!("the number of rows must be 1 to {MOST_ROWS}"), "1000 is usual.");
    }
    if !(1..=MOST_CANDIDATES).contains(&request.candidates) {
        return invalid(format!("the number of candidates must be 1 to {MOST_CANDIDATES}"), "1 is usual.");
    }
    let id_length = request.session.as_ref().map_or(1, |id| id.as_str().chars().count());
    if !(1..=LONGEST_ID).contains(&id_length) {
        return invalid(format!("a session id must have 1 to {LONGEST_ID} characters"), "A UUID is usual.");
    }
    Ok(())
}

fn title(question: &str) -> String {
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
