//! Asks: begun, waited for, watched, stopped.
//!
//! An ask runs in a task of its own from the moment it is accepted; whoever began it may leave. What it does is read
//! from the store, by any number of readers, on any instance.

use super::observer::Observer;
use super::queue::Admission;
use super::repeats::{REPEATED, REPEATS, another_request, print_of};
use super::{About, Caller, RepeatKey, Service, Target, outcome_of};
use crate::session::{AskError, Door, OpenTurn, Visitor, validate};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio_util::sync::{CancellationToken, DropGuard};
use vouch_model::{Answer, AskId, AskMode, AskRequest, SessionId};
use vouch_store::{Owner, Session, SessionKind, StopRequest, Take, Turn};

const MINUTE: Duration = Duration::from_secs(60);
/// A request that was accepted is in the store by then, if its server still lives.
const ON_ITS_WAY: Duration = Duration::from_secs(1);
/// A stop is there within a second; a reader that is told so need not ask again.
const STOP_WAIT: Duration = Duration::from_millis(1_500);
/// How often a waiting reader looks into the store, should nobody tell it of a change.
pub const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Messages offered after an answer.
const FOLLOW_UPS: usize = 3;

/// A question, where to ask it, and what the client said about the request itself.
pub struct Asking {
    pub target: Target,
    pub request: AskRequest,
    pub kind: SessionKind,
    pub door: Door,
    pub repeat: RepeatKey,
    /// A digest of rows that came along to be asked, where there is no source that could be named.
    pub brought: Option<String>,
}

impl Asking {
    pub fn new(target: Target, request: AskRequest, kind: SessionKind) -> Self {
        Self { target, request, kind, door: Door::Unknown, repeat: RepeatKey::default(), brought: None }
    }
}

/// What the audit log says of a question.
struct Asked {
    id: AskId,
    question: String,
    target: Target,
}

impl Asked {
    fn of(asking: &Asking) -> Self {
        let Asking { request, target, .. } = asking;
        Self { id: request.id.clone(), question: request.question.clone(), target: target.clone() }
    }
}

/// An ask that was accepted.
pub struct Started {
    pub id: AskId,
    pub session: SessionId,
    /// Comes when it ends; `None` when an earlier request began it.
    answer: Option<oneshot::Receiver<Arc<Answer>>>,
    cancel: CancellationToken,
}

impl Started {
    /// An earlier request, sent before under the same key, began it.
    pub fn is_earlier(&self) -> bool {
        self.answer.is_none()
    }

    /// Stops the ask when this is dropped: for a client that waits for the answer and nothing else.
    pub fn stop_when_dropped(&self) -> DropGuard {
        self.cancel.clone().drop_guard()
    }
}

/// The asks that run here.
#[derive(Default)]
pub struct Running(Mutex<HashMap<AskId, CancellationToken>>);

impl Running {
    fn add(&self, id: &AskId, cancel: CancellationToken) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), cancel);
    }

    fn remove(&self, id: &AskId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    pub fn stop(&self, id: &AskId) {
        if let Some(cancel) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            cancel.cancel();
        }
    }

    pub fn stop_all(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().for_each(CancellationToken::cancel);
    }

    pub fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Service {
    /// Accepts a question: from here on it is answered, whoever still listens. An exploration is one, by whichever door it comes.
    pub async fn start(self: &Arc<Self>, caller: &Caller, asking: Asking) -> Result<Started, AskError> {
        match asking.request.mode {
            AskMode::Explore => self.start_exploration(caller, asking, None).await,
            _ => self.start_any(caller, asking).await,
        }
    }

    pub(super) async fn start_any(self: &Arc<Self>, caller: &Caller, asking: Asking) -> Result<Started, AskError> {
        let asked = Asked::of(&asking);
        let started = self.accept(caller, asking).await;
        self.note(caller, &asked, outcome_of(&started)).await;
        started
    }

    /// The same for a client that waits for the answer: when it leaves, be it while the ask is still being noted down, the
    /// guard is dropped and the ask stops.
    pub async fn start_attended(
        self: &Arc<Self>,
        caller: &Caller,
        asking: Asking,
    ) -> Result<(Started, DropGuard), AskError> {
        if asking.request.mode == AskMode::Explore {
            let started = self.start_exploration(caller, asking, None).await?;
            let guard = started.stop_when_dropped();
            return Ok((started, guard));
        }
        let asked = Asked::of(&asking);
        let started = self.accept(caller, asking).await;
        let guard = started.as_ref().ok().map(Started::stop_when_dropped);
        self.note(caller, &asked, outcome_of(&started)).await;
        started.map(|started| {
            let guard = guard.unwrap_or_else(|| started.stop_when_dropped());
            (started, guard)
        })
    }

    async fn note(&self, caller: &Caller, asked: &Asked, outcome: Option<&'static str>) {
        let about = About {
            subject: Some(asked.id.as_str()),
            source: Some(&asked.target.name),
            tenant: asked.target.conversations.tenant(),
            detail: Some(&asked.question),
            outcome,
        };
        self.record(caller, "ask", about).await;
    }

    async fn accept(self: &Arc<Self>, caller: &Caller, asking: Asking) -> Result<Started, AskError> {
        validate(&asking.request)?;
        if !self.is_open() {
            return Err(AskError::Busy { message: "this server is about to end".to_owned() });
        }
        let Some(key) = &asking.repeat.0 else { return self.begin(caller, asking).await };
        let key = Self::repeat_place(caller, key);
        if let Some(earlier) = self.begun_before(&key, &asking).await? {
            return Ok(earlier);
        }
        let begun = self.begin(caller, asking).await;
        if begun.is_err() {
            // What was refused may be tried again under the same key.
            self.store.drop_kept(REPEATED, &key).await?;
        }
        begun
    }

    async fn begin(self: &Arc<Self>, caller: &Caller, asking: Asking) -> Result<Started, AskError> {
        let Asking { target, request, kind, door, .. } = asking;
        self.limit_rate(caller, request.session.as_ref()).await?;
        let admission = self.queue().admit(&caller.owner)?;
        let idle_limit = match kind {
            SessionKind::Ask => Some(self.settings.service.ask_ttl),
            SessionKind::Chat | SessionKind::Agent => self.settings.service.session_idle,
        };
        let visitor = Visitor { owner: caller.owner.clone(), kind, idle_limit };
        let id = request.id.clone();
        let turn = target.conversations.open(&visitor, request, door).await?;
        let session = turn.session().clone();
        let request_id = caller.request_id.as_deref().unwrap_or_default();
        tracing::info!(askId = %id, sessionId = %session, requestId = request_id, event = "ask_accepted");
        let cancel = CancellationToken::new();
        self.running.add(&id, cancel.clone());
        let (sender, receiver) = oneshot::channel();
        tokio::spawn(Arc::clone(self).work(target, turn, admission, cancel.clone(), sender));
        Ok(Started { id, session, answer: Some(receiver), cancel })
    }

    async fn work(
        self: Arc<Self>,
        target: Target,
        mut turn: OpenTurn,
        admission: Admission,
        cancel: CancellationToken,
        answer: oneshot::Sender<Arc<Answer>>,
    ) {
        let id = turn.request().id.clone();
        // Only who could begin takes a place: what waits for an answer of its own session would hold it for nothing. A stopped ask
        // does not wait for its turn; with its token cancelled it ends at once.
        let its_turn = async {
            target.conversations.ready(&mut turn).await;
            admission.line_up().ready().await
        };
        let place = tokio::select! {
            biased;
            () = cancel.cancelled() => None,
            place = its_turn => place,
        };
        let observer = Observer::new(turn.request(), &target);
        let done = Box::pin(target.conversations.answer(turn, cancel, &observer)).await;
        drop(place);
        self.running.remove(&id);
        observer.finish(&done);
        // Whoever began it may have left.
        let _ = answer.send(done);
    }

    /// At most so many asks a minute for each owner that has a key, and in each session.
    pub(super) async fn limit_rate(&self, caller: &Caller, session: Option<&SessionId>) -> Result<(), AskError> {
        let limit = self.settings.service.asks_per_minute;
        if limit == 0 {
            return Ok(());
        }
        let owner = Some(format!("owner:{}", caller.owner.as_str())).filter(|_| caller.owner != Owner::local());
        let session = session.map(|id| format!("session:{}:{id}", caller.owner.as_str()));
        for bucket in owner.into_iter().chain(session) {
            if let Take::Wait(wait) = self.store.take(&bucket, limit, MINUTE).await? {
                return Err(AskError::TooMany { wait });
            }
        }
        Ok(())
    }

    /// The same request, sent again: the ask that the first one began. Another request under the same key is refused.
    async fn begun_before(&self, key: &str, asking: &Asking) -> Result<Option<Started>, AskError> {
        let Asking { target, request, brought, .. } = asking;
        let said = serde_json::json!([
            brought.as_deref().unwrap_or(target.conversations.source()),
            target.conversations.tenant(),
            request.question,
            request.session,
            request.max_attempts,
            request.max_rows,
            request.candidates,
            request.mind,
            request.schema_only,
            request.skip,
            request.mode,
            request.edit,
            request.fresh,
            request.explore,
        ]);
        let print = print_of(&said);
        let mine = format!("{print} {}", request.id);
        if self.store.keep_new(REPEATED, key, &mine, REPEATS).await? {
            return Ok(None);
        }
        let kept = self.store.kept(REPEATED, key).await?.unwrap_or_default();
        let Some((earlier, id)) = kept.split_once(' ') else { return Ok(None) };
        if earlier != print {
            return Err(another_request());
        }
        let id = AskId::from_text(id);
        let since = Instant::now();
        loop {
            if let Some(turn) = self.store.turn(&id).await? {
                let cancel = CancellationToken::new();
                return Ok(Some(Started { id, session: turn.session, answer: None, cancel }));
            }
            // The first request may still be on its way into the store.
            if since.elapsed() > ON_ITS_WAY {
                break;
            }
            tokio::time::sleep(ON_ITS_WAY / 50).await;
        }
        self.store.keep(REPEATED, key, &mine, REPEATS).await?;
        Ok(None)
    }

    /// The answer, once it is there.
    pub async fn finish(&self, started: Started) -> Result<Arc<Answer>, AskError> {
        if let Some(answer) = started.answer {
            // The task ends without an answer only by a bug, which the log has.
            return answer
                .await
                .map_err(|_| AskError::Store(vouch_store::StoreError::Internal("an ask ended abnormally".to_owned())));
        }
        loop {
            let mut changes = self.store.changes().of_turn(&started.id);
            match self.store.turn(&started.id).await? {
                Some(Turn { answer: Some(answer), .. }) => return Ok(Arc::new(answer)),
                Some(_) => drop(tokio::time::timeout(LOOK_AGAIN, changes.changed()).await),
                None => return Err(AskError::not_found("question", started.id.as_str())),
            }
        }
    }

    /// A turn of the caller's own. Somebody else's looks like one that never was.
    pub async fn turn(&self, caller: &Caller, id: &AskId) -> Result<(Session, Turn), AskError> {
        if let Some(turn) = self.store.turn(id).await?
            && let Some(session) = self.store.session(&turn.session).await?
            && session.owner == caller.owner
            && caller.client_id.as_ref().is_none_or(|own| session.tenant.as_ref() == Some(own))
        {
            return match session.expired(jiff::Timestamp::now()) && turn.answer.is_some() {
                true => Err(AskError::Expired { what: "question", id: id.to_string() }),
                false => Ok((session, turn)),
            };
        }
        match self.is_past_its_time(id) {
            true => Err(AskError::Expired { what: "question", id: id.to_string() }),
            false => Err(AskError::not_found("question", id.as_str())),
        }
    }

    /// Our ids say when they were made, so that one that was swept away can be told from one that never was.
    fn is_past_its_time(&self, id: &AskId) -> bool {
        let age = id.made_at().and_then(|made| Duration::try_from(jiff::Timestamp::now() - made).ok());
        age.is_some_and(|age| age > self.settings.service.ask_ttl)
    }

    /// What may be asked after an answer with rows.
    pub async fn follow_ups(&self, caller: &Caller, id: &AskId) -> Result<Vec<String>, AskError> {
        let (session, turn) = self.turn(caller, id).await?;
        let Some(answer) = turn.answer.filter(|answer| answer.results.is_some()) else { return Ok(Vec::new()) };
        let target = self.target_of_answer(caller, &session, &answer).await?;
        Ok(target.conversations.analyst().follow_ups(&answer, &self.clock.now(), FOLLOW_UPS).await?)
    }

    /// Asks for the stop and waits for it to have happened, but not for long.
    pub async fn stop(&self, caller: &Caller, id: &AskId) -> Result<Turn, AskError> {
        let (_, turn) = self.turn(caller, id).await?;
        let mut changes = self.store.changes().of_turn(id);
        if turn.answer.is_some() || self.store.request_stop(id).await? != StopRequest::Requested {
            return Ok(self.turn(caller, id).await?.1);
        }
        self.record(caller, "stop", About::subject(id.as_str())).await;
        let ended = async {
            loop {
                match self.store.turn(id).await {
                    Ok(Some(turn)) if turn.answer.is_none() => drop(changes.changed().await),
                    _ => return,
                }
            }
        };
        // Late is not an error: the stop was asked for and stays so.
        let _ = tokio::time::timeout(STOP_WAIT, ended).await;
        Ok(self.turn(caller, id).await?.1)
    }
}
