//! A question's walk: ask the planner, do the stage, tell what happened, until the planner says it is over.

mod assemble;
mod edited;
mod planner;
mod stages;
mod state;

pub use stages::MEMORY;
pub use state::{Presentation, Validation};

use crate::answered;
use crate::context::Library;
use crate::ledger::Ledger;
use crate::mind::{Drafted, Mind, Scene};
use crate::prompting::Curtain;
use crate::sink::EventSink;
use crate::source_view::SourceView;
use crate::{Analyst, AnalystSettings, from_connector, tools};
use planner::{Step, plan};
use state::{Passed, State, Update};
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;
use vouch_model::{Answer, AskRequest, AttemptError, ErrorCode, Event, Exchange, Intent, Stage, Status};

/// Longer questions are refused (seed 000).
const MAX_QUESTION_CHARS: usize = 1_000;

pub async fn run(
    analyst: &Analyst,
    mind: &dyn Mind,
    request: AskRequest,
    history: Vec<Exchange>,
    cancel: CancellationToken,
    events: &dyn EventSink,
) -> Arc<Answer> {
    let started = Instant::now();
    let teller = Teller { events };
    teller.tell(Event::Asked { request: Box::new(request.clone()), history: history.clone() }).await;
    let mut state = State::new(request, history);
    // Reading a source for the first time may take a while, and nobody has to wait for it to stop.
    let prepared = tokio::select! {
        biased;
        () = cancel.cancelled() => None,
        prepared = prepare(analyst, &state.request) => Some(prepared),
    };
    let mut worth_keeping = None;
    let answer = match prepared {
        None => assemble::stopped(state, started),
        Some(Ok(view)) => {
            let walk = Walk::new(analyst, view, mind, &teller, &state);
            Box::pin(walk.run(&mut state, &cancel)).await;
            match state.answered.take() {
                Some(found) => walk.tell_again(found, &state, started).await,
                None => {
                    let (request, stands_alone) = (state.request.clone(), state.stands_alone());
                    let answer = assemble::answer(state, &walk.view, &walk.ledger, started);
                    worth_keeping = stands_alone.then(|| (walk.view.clone(), request));
                    answer
                }
            }
        }
        Some(Err(error)) => assemble::failure(state, error, started),
    };
    let answer = Arc::new(answer);
    teller.tell(Event::Status { status: answer.outcome.status() }).await;
    teller.tell(Event::Done { answer: answer.clone() }).await;
    // After it was told, so that one commit of the store takes both.
    if let Some((view, request)) = worth_keeping {
        analyst.library.keep_answer(&view, &request, &answer).await;
    }
    answer
}

/// An ask that cannot begin: the mind that was asked for is not there.
pub async fn refuse(request: AskRequest, error: AttemptError, events: &dyn EventSink) -> Arc<Answer> {
    let teller = Teller { events };
    teller.tell(Event::Asked { request: Box::new(request.clone()), history: Vec::new() }).await;
    let answer = Arc::new(assemble::failure(State::new(request, Vec::new()), error, Instant::now()));
    teller.tell(Event::Status { status: answer.outcome.status() }).await;
    teller.tell(Event::Done { answer: answer.clone() }).await;
    answer
}

async fn prepare(analyst: &Analyst, request: &AskRequest) -> Result<Arc<SourceView>, AttemptError> {
    let length = request.question.trim().chars().count();
    if length == 0 || length > MAX_QUESTION_CHARS {
        return Err(AttemptError {
            code: ErrorCode::InvalidInput,
            message: format!("A question has 1 to {MAX_QUESTION_CHARS} characters; this one has {length}."),
            suggestion: Some("Ask one thing at a time, in a sentence or two.".into()),
        });
    }
    analyst.view().await.map_err(|error| from_connector(&error))
}

struct Walk<'a> {
    view: Arc<SourceView>,
    settings: Arc<AnalystSettings>,
    library: &'a Library,
    ledger: Ledger,
    curtain: Curtain,
    mind: &'a dyn Mind,
    teller: &'a Teller<'a>,
}

impl<'a> Walk<'a> {
    fn new(
        analyst: &'a Analyst,
        view: Arc<SourceView>,
        mind: &'a dyn Mind,
        teller: &'a Teller<'a>,
        state: &State,
    ) -> Self {
        let settings = analyst.settings.clone();
        let private = settings.schema_only || state.request.schema_only;
        Self {
            view,
            library: &analyst.library,
            ledger: Ledger::new(settings.budget),
            curtain: Curtain::new(private, &state.request, &state.history),
            settings,
            mind,
            teller,
        }
    }

    async fn run(&self, state: &mut State, cancel: &CancellationToken) {
        let deadline = tokio::time::Instant::now() + self.settings.ask_deadline;
        let mut shown = None;
        let since = Instant::now();
        // A follow-up may say nothing of what it is about; what came before does.
        let about = state.history.last().map(|exchange| exchange.standalone.as_str()).unwrap_or_default();
        // Without context the question is its own standalone form.
        if state.history.is_empty() && state.request.edit.is_none() {
            let question = state.request.question.trim();
            state.answered = self.library.answered(&self.view, &state.request, question).await;
            if state.answered.is_some() {
                return;
            }
        }
        state.context = self.library.gather(&self.view, &state.request.question, about).await;
        self.teller.tell(Event::Gathered { gathered: state.context.clone() }).await;
        if let Some(call) = tools::metadata(&state.context, since) {
            self.teller.tell(Event::Tool { call: call.clone() }).await;
            state.tool_calls.push(call);
        }
        loop {
            let stage = match plan(state) {
                Step::Finish(_) => return,
                Step::FallBack => {
                    state.fall_back();
                    continue;
                }
                Step::Do(stage) => stage,
            };
            let status = status_of(stage);
            if shown.replace(status) != Some(status) {
                self.teller.tell(Event::Status { status }).await;
            }
            self.teller.tell(Event::StageStarted { stage }).await;
            let since = Instant::now();
            let done = self.do_stage(stage, state, cancel, deadline).await;
            let seconds = since.elapsed().as_secs_f64();
            state.timings.add(stage, seconds);
            self.teller.tell(Event::StageEnded { stage, millis: seconds * 1_000.0 }).await;
            match done {
                Done::Update(update, call) => {
                    if let Some(call) = call {
                        self.teller.tell(Event::Tool { call: call.clone() }).await;
                        state.tool_calls.push(call);
                    }
                    self.teller.tell_update(&update, state).await;
                    state.apply(*update);
                    if stage == Stage::Frame && !state.history.is_empty() {
                        state.answered = self.answered_before(state).await;
                        if state.answered.is_some() {
                            return;
                        }
                    }
                    state.broken = self.ledger.drift().map(|message| AttemptError {
                        code: ErrorCode::ReplayDrift,
                        message,
                        suggestion: Some("Record again: what is sent has changed since.".into()),
                    });
                }
                Done::Stopped => state.stopped = true,
                Done::Late => {
                    let seconds = self.settings.ask_deadline.as_secs();
                    state.run_late(AttemptError {
                        code: ErrorCode::Timeout,
                        message: format!("The whole question took longer than {seconds} s and was stopped."),
                        suggestion: Some("Ask for less at once, or about a shorter period.".into()),
                    });
                }
            }
        }
    }

    async fn answered_before(&self, state: &State) -> Option<Answer> {
        let frame = state.frame.as_ref().filter(|f| f.intent == Intent::TextToSql && state.stands_alone())?;
        self.library.answered(&self.view, &state.request, &frame.standalone).await
    }

    /// An answer that was found is told like one that was worked out.
    async fn tell_again(&self, found: Answer, state: &State, started: Instant) -> Answer {
        let (standalone, is_followup) = match &state.frame {
            Some(frame) => (frame.standalone.clone(), frame.is_followup),
            None => (state.request.question.clone(), false),
        };
        let answer = answered::again(found, &state.request, &standalone, is_followup, started.elapsed().as_secs_f64());
        if let Some(results) = &answer.results {
            self.teller.tell(Event::Rows { results: results.clone() }).await;
        }
        for sentence in answer.explanation.iter().flat_map(|explanation| &explanation.sentences) {
            self.teller.tell(Event::Explaining { text: sentence.text.clone() }).await;
        }
        answer
    }

    /// Does one stage; a stop or the deadline drops it half-way, which also interrupts a statement that is running.
    async fn do_stage(
        &self,
        stage: Stage,
        state: &State,
        cancel: &CancellationToken,
        deadline: tokio::time::Instant,
    ) -> Done {
        let inner = cancel.child_token();
        let _interrupt_when_dropped = inner.clone().drop_guard();
        let scene = Scene {
            request: &state.request,
            history: &state.history,
            view: &self.view,
            settings: &self.settings,
            library: self.library,
            context: &state.context,
            ledger: &self.ledger,
            curtain: &self.curtain,
            deadline,
            cancel: &inner,
            events: self.teller.events,
        };
        if cancel.is_cancelled() {
            return Done::Stopped;
        }
        tokio::select! {
            // The stage first: most are done without waiting for anything, and then no clock need be set.
            biased;
            (update, call) = stages::perform(stage, state, self.mind, &scene) => match cancel.is_cancelled() {
                true => Done::Stopped,
                false => Done::Update(Box::new(update), call),
            },
            () = cancel.cancelled() => Done::Stopped,
            () = tokio::time::sleep_until(deadline) => Done::Late,
        }
    }
}

enum Done {
    Update(Box<Update>, Option<vouch_model::ToolCall>),
    Stopped,
    Late,
}

fn status_of(stage: Stage) -> Status {
    match stage {
        Stage::Frame => Status::Understanding,
        Stage::Gather => Status::Searching,
        Stage::Reason => Status::Planning,
        Stage::Draft | Stage::Check => Status::Generating,
        Stage::Run | Stage::Validate | Stage::Reflect => Status::Executing,
        Stage::Diagnose | Stage::Repair => Status::Correcting,
        Stage::Present => Status::Explaining,
    }
}

struct Teller<'a> {
    events: &'a dyn EventSink,
}

impl Teller<'_> {
    async fn tell(&self, event: Event) {
        if let Err(error) = self.events.send(event).await {
            tracing::warn!(%error, "an event was lost");
        }
    }

    /// What an update means to whoever watches.
    async fn tell_update(&self, update: &Update, state: &State) {
        let attempt = state.attempts.len() as u32;
        match update {
            Update::Framed(frame) => {
                let (intent, standalone) = (frame.intent, frame.standalone.clone());
                self.tell(Event::Framed { intent, standalone, is_followup: frame.is_followup }).await;
                if let Some(clarification) = frame.clarification.clone() {
                    self.tell(Event::Clarify { clarification }).await;
                }
            }
            Update::Gathered(_, gathered) if gathered.question != state.context.question => {
                self.tell(Event::Gathered { gathered: gathered.clone() }).await;
            }
            Update::Reasoned(steps) if !steps.is_empty() => self.tell(Event::Planned { steps: steps.clone() }).await,
            Update::Drafted(Drafted::Statement(draft)) | Update::Repaired(Some(draft)) => {
                self.tell(Event::Drafted { attempt: attempt + 1, sql: draft.sql.clone() }).await;
            }
            Update::Drafted(Drafted::AskBack(clarification)) => {
                self.tell(Event::Clarify { clarification: clarification.clone() }).await;
            }
            Update::Checked(Ok(passed)) => self.tell_mended(attempt, passed).await,
            Update::RanMended(passed, results) => {
                self.tell_mended(attempt, passed).await;
                self.tell(Event::Rows { results: results.clone() }).await;
            }
            Update::Checked(Err(error)) | Update::Ran(Err(error)) => {
                self.tell(Event::AttemptFailed { attempt, error: error.clone() }).await;
            }
            Update::Ran(Ok(results)) => self.tell(Event::Rows { results: results.clone() }).await,
            Update::Validated(validation) => {
                for check in &validation.checks {
                    self.tell(Event::Checked { check: check.clone() }).await;
                }
            }
            // What a mind says of rows was told sentence by sentence; what the catalog answers was not.
            Update::Presented(presentation) if state.current.results.is_none() => {
                for sentence in &presentation.explanation.sentences {
                    self.tell(Event::Explaining { text: sentence.text.clone() }).await;
                }
            }
            _ => {}
        }
    }

    async fn tell_mended(&self, attempt: u32, passed: &Passed) {
        if let Some(mended) = &passed.mended {
            let (sql, notes) = (mended.sql.clone(), mended.notes.clone());
            self.tell(Event::Mended { attempt, sql, notes }).await;
        }
    }
}

#[cfg(test)]
#[path = "walk_tests.rs"]
mod tests;
