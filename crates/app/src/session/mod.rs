//! A question's way from any door to the analyst and back: the one function behind them all.
//!
//! [`Conversations::ask`] opens the turn in the store, waits for the turns ahead of it, gathers the history window, runs
//! the workflow, stores each event and only then forwards it, and closes the turn. It decides nothing about the question
//! itself, and it prints nothing.

mod error;
mod presence;
mod recorder;
mod reply;

pub use error::AskError;
pub use presence::{Known, Presence, interrupted};
pub use reply::{Reply, sql_reply};

use crate::settings::{MOST_ATTEMPTS, MOST_ROWS, Settings};
use recorder::Recorder;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, EventSink};
use vouch_model::{Answer, AskRequest, Event, Outcome, SessionId};
use vouch_store::records::{self, Dataset};
use vouch_store::{NewSession, NewTurn, Owner, SessionKind, Store, StoreError};

/// Characters a question may have (not bytes: a question in Thai may be as long as one in English).
pub const LONGEST_QUESTION: usize = 1_000;
/// Characters an id that a client chose may have.
pub const LONGEST_ID: usize = 200;
/// Independent statements that one question may take.
const MOST_CANDIDATES: u32 = 5;
/// Characters of the first question that become the title of a session.
const LONGEST_TITLE: usize = 80;
/// How often a turn looks whether the one before it has ended, should nobody tell it.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// How the source of a dataset is known, before its id.
pub const DATASET: &str = "dataset:";
/// Where it is remembered that a session has expired, and for how long.
pub const EXPIRED: &str = "expired_session";

/// Conversations about one source, as one tenant sees it. Cheap to clone.
#[derive(Clone)]
pub struct Conversations {
    store: Arc<dyn Store>,
    analyst: Analyst,
    /// How the source is known across runs: a session that began with it must go on with it.
    source: Arc<str>,
    tenant: Option<Arc<str>>,
    window: HistoryWindow,
    known: Known,
}

#[derive(Clone, Copy, Debug)]
pub struct HistoryWindow {
    /// Answered questions that a session keeps for context.
    pub kept: usize,
    /// The last of them, which a question is read with.
    pub sent: usize,
}

/// Who asks, and what becomes of a session they begin.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub owner: Owner,
    pub kind: SessionKind,
    pub idle_limit: Option<Duration>,
}

impl Visitor {
    /// Whoever sits at this machine; what they begin lasts.
    pub fn local(kind: SessionKind) -> Self {
        Self { owner: Owner::local(), kind, idle_limit: None }
    }
}

/// What is known of the session that a request names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Looked for a moment ago: there is none, and none whose time is over.
    New,
    Unknown,
}

/// A turn that is in the store and waits to be answered.
pub struct OpenTurn {
    request: AskRequest,
    session: SessionId,
    /// Its session began with it: there is nothing to wait for and nothing to look back at.
    is_first: bool,
    /// Those before it in its session have ended.
    is_next: bool,
    /// It is about something else than its session began with: a dataset that was uploaded into it.
    is_elsewhere: bool,
}

/// What is known of the turns before one.
struct Before<'a> {
    is_first: bool,
    is_next: bool,
    /// Those that count are about this; `None` for what the session began with.
    about: Option<&'a str>,
}

impl OpenTurn {
    pub fn request(&self) -> &AskRequest {
        &self.request
    }

    pub fn session(&self) -> &SessionId {
        &self.session
    }
}

impl Conversations {
    pub fn new(store: Arc<dyn Store>, analyst: Analyst, source: &str, window: HistoryWindow, known: &Known) -> Self {
        Self { store, analyst, source: source.into(), tenant: None, window, known: known.clone() }
    }

    /// The same source as `tenant` sees it, through an analyst that sees nothing else.
    pub fn for_tenant(&self, tenant: &str, analyst: Analyst) -> Self {
        Self { analyst, tenant: Some(tenant.into()), ..self.clone() }
    }

    pub fn analyst(&self) -> &Analyst {
        &self.analyst
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_deref()
    }

    /// Answers one question. `request.session` names the conversation; without one a new one begins. Stopping goes
    /// through `cancel`: dropping the future instead would leave the turn open.
    pub async fn ask(
        &self,
        visitor: &Visitor,
        request: AskRequest,
        cancel: CancellationToken,
        listener: &dyn EventSink,
    ) -> Result<Arc<Answer>, AskError> {
        let turn = self.open(visitor, request, Door::Unknown).await?;
        Ok(self.answer(turn, cancel, listener).await)
    }

    /// Puts the question at the end of its session. From here on it is known by its id, whatever happens.
    pub async fn open(&self, visitor: &Visitor, mut request: AskRequest, door: Door) -> Result<OpenTurn, AskError> {
        validate(&request)?;
        // Nobody else can know an id that is made here.
        let mut is_first = request.session.is_none() || door == Door::New;
        let mut is_elsewhere = false;
        let session = request.session.get_or_insert_default().clone();
        let turn = NewTurn {
            id: request.id.clone(),
            session: session.clone(),
            question: request.question.clone(),
            instance: self.known.instance.clone(),
        };
        if is_first {
            let begun = self.store.begin(&self.new_session(&session, visitor, &request.question), &turn).await;
            is_first = match begun {
                // Two first questions at once: the other one made it.
                Err(StoreError::Conflict { .. }) => false,
                begun => begun.map(|()| true)?,
            };
        }
        if !is_first {
            is_elsewhere = self.enter(&session, visitor, &request.question).await?;
            self.store.open_turn(&turn).await?;
        }
        Ok(OpenTurn { request, session, is_first, is_next: is_first, is_elsewhere })
    }

    /// Waits until those before it in its session have ended. Where that cannot be told now, `answer` finds out.
    pub async fn ready(&self, turn: &mut OpenTurn) {
        if !turn.is_next {
            turn.is_next = self.wait_for_turns_ahead(&turn.request).await.is_ok();
        }
    }

    /// Answers an open turn, once those before it in its session have ended.
    pub async fn answer(&self, turn: OpenTurn, cancel: CancellationToken, listener: &dyn EventSink) -> Arc<Answer> {
        let OpenTurn { request, is_first, is_next, is_elsewhere, .. } = turn;
        let id = request.id.clone();
        let elsewhere = is_elsewhere.then(|| self.source.to_string());
        let stopped_means = || self.known.leaving.load(Ordering::Relaxed).then(interrupted);
        let (recorder, inlet, events) =
            Recorder::new(self.store.as_ref(), &id, listener, cancel.clone(), &stopped_means);
        let recorder = recorder.about(elsewhere.as_deref());
        let fallback = Answer::without_work(id.clone(), request.session.clone(), &request.question, Outcome::Stopped);
        // Boxed, because `join!` moves what it waits for.
        let work = Box::pin(async {
            // The workflow ends by itself when it is stopped; this must not outlive it.
            let inlet = inlet;
            let before = Before { is_first, is_next, about: elsewhere.as_deref() };
            let outcome = match self.history(&request, before, &cancel).await {
                // Stopped while it waited: the source need not even be looked at.
                _ if cancel.is_cancelled() => Outcome::Stopped,
                Ok(history) => return self.analyst.ask(request, history, cancel.clone(), &inlet).await,
                Err(error) => Outcome::Failed {
                    code: error.code(),
                    message: error.to_string(),
                    suggestions: error.hint().into_iter().collect(),
                },
            };
            let answer = Arc::new(Answer { outcome, ..fallback });
            // Told like any other end.
            let _ = inlet.send(Event::Done { answer: answer.clone() }).await;
            answer
        });
        let (answer, stored) = tokio::join!(work, recorder.pump(events));
        stored.unwrap_or(answer)
    }

    async fn history(
        &self,
        request: &AskRequest,
        before: Before<'_>,
        cancel: &CancellationToken,
    ) -> Result<Vec<vouch_model::Exchange>, StoreError> {
        if before.is_first {
            return Ok(Vec::new());
        }
        if !before.is_next {
            tokio::select! {
                biased;
                () = cancel.cancelled() => return Ok(Vec::new()),
                waited = self.wait_for_turns_ahead(request) => waited?,
            }
        }
        if request.fresh {
            return Ok(Vec::new());
        }
        let mut history = self.store.history(&request.id, self.window.kept).await?;
        // Follow-ups across two sources would be guesses.
        history.retain(|exchange| exchange.source.as_deref() == before.about);
        let surplus = history.len().saturating_sub(self.window.sent);
        history.drain(..surplus);
        Ok(history)
    }

    /// Two messages to one session at once: the later one builds on the earlier one's answer.
    async fn wait_for_turns_ahead(&self, request: &AskRequest) -> Result<(), StoreError> {
        while let Some(ahead) = self.store.turn_ahead(&request.id).await? {
            let mut changes = self.store.changes().of_turn(&ahead);
            if self.store.turn(&ahead).await?.is_some_and(|turn| turn.answer.is_none()) {
                // Either way it is looked at again.
                let _ = tokio::time::timeout(LOOK_AGAIN, changes.changed()).await;
            }
        }
        Ok(())
    }

    fn new_session(&self, id: &SessionId, visitor: &Visitor, question: &str) -> NewSession {
        NewSession {
            id: id.clone(),
            owner: visitor.owner.clone(),
            tenant: self.tenant.as_deref().map(str::to_owned),
            kind: visitor.kind,
            title: title(question),
            source: self.source.to_string(),
            idle_limit: visitor.idle_limit,
        }
    }

    /// Makes the session when it is new; refuses one that is somebody else's, or that knows nothing of this source. Whether
    /// it began with another one and this was uploaded into it.
    async fn enter(&self, id: &SessionId, visitor: &Visitor, question: &str) -> Result<bool, AskError> {
        let found = match self.store.session(id).await? {
            Some(found) => found,
            None if self.store.kept(EXPIRED, id.as_str()).await?.as_deref() == Some(visitor.owner.as_str()) => {
                return Err(AskError::Expired { what: "session", id: id.shown().to_owned() });
            }
            None => match self.store.create_session(&self.new_session(id, visitor, question)).await {
                Ok(()) => return Ok(false),
                // Two first questions at once: the other one made it.
                Err(StoreError::Conflict { .. }) => match self.store.session(id).await? {
                    Some(found) => found,
                    None => return Err(AskError::not_found("session", id.shown())),
                },
                Err(error) => return Err(error.into()),
            },
        };
        if found.owner != visitor.owner || found.tenant.as_deref() != self.tenant.as_deref() {
            return Err(AskError::not_found("session", id.shown()));
        }
        if found.expired(jiff::Timestamp::now()) {
            return Err(AskError::Expired { what: "session", id: id.shown().to_owned() });
        }
        if *found.source == *self.source {
            return Ok(false);
        }
        if self.was_uploaded_into(id).await? {
            return Ok(true);
        }
        // Which one, and where that lies, is not for everybody who may ask.
        let message = format!("the session '{}' is about other data", id.shown());
        Err(AskError::invalid(
            message,
            match self.source.starts_with(DATASET) {
                true => {
                    "Begin another session, or upload the files with this session_id: what is uploaded into one is asked in it."
                }
                false => "Begin another session: follow-ups across two sources would be guesses.",
            },
        ))
    }

    async fn was_uploaded_into(&self, session: &SessionId) -> Result<bool, StoreError> {
        let Some(dataset) = self.source.strip_prefix(DATASET) else { return Ok(false) };
        let found = records::get::<Dataset>(self.store.as_ref(), dataset).await?;
        Ok(found.is_some_and(|dataset| dataset.session.as_ref() == Some(session)))
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

pub fn validate(request: &AskRequest) -> Result<(), AskError> {
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
    match &request.session {
        Some(id) => validate_session(id.shown()),
        None => Ok(()),
    }
}

/// Whether a session may be called so.
pub fn validate_session(name: &str) -> Result<(), AskError> {
    if (1..=LONGEST_ID).contains(&name.chars().count()) && !name.chars().any(char::is_control) {
        return Ok(());
    }
    let message = format!("a session id must have 1 to {LONGEST_ID} characters that can be seen");
    Err(AskError::invalid(message, "A UUID is usual."))
}

pub fn title(question: &str) -> String {
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
