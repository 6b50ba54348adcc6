//! Everything known about an ask while it runs. Stages read it and return an [`Update`]; only `apply` changes it, so
//! that what each step did can be tested without running the others.

use crate::mind::{Draft, Drafted, Frame};
use vouch_model::{
    Answer, AskRequest, Attempt, AttemptError, Chart, Check, CheckVerdict, ContextPart, Diagnosis, Exchange,
    Explanation, Fact, Gathered, Reflection, ResultSet, Timings, ToolCall,
};
use vouch_sql::{CheckedSql, Mended};

pub struct State {
    pub request: AskRequest,
    pub history: Vec<Exchange>,
    /// What was gathered, for the question as it came and again for the standalone one.
    pub context: Gathered,
    pub frame: Option<Frame>,
    /// Tables that matter for the question.
    pub gathered: Option<Vec<String>>,
    pub plan: Option<Vec<String>>,
    pub current: Current,
    /// A result that could be shown, kept while a better one is tried for.
    pub kept: Option<Box<Current>>,
    pub attempts: Vec<Attempt>,
    /// There is nothing (more) to propose.
    pub out_of_drafts: bool,
    pub presentation: Option<Presentation>,
    pub stopped: bool,
    /// The same question was answered a little while ago.
    pub answered: Option<Answer>,
    /// Something that no stage can mend, such as a replay that no longer fits.
    pub broken: Option<AttemptError>,
    /// The time for the whole question is up.
    pub late: Option<AttemptError>,
    pub tool_calls: Vec<ToolCall>,
    pub timings: Timings,
}

/// One attempt's way from draft to reflection.
#[derive(Default)]
pub struct Current {
    pub draft: Option<Draft>,
    pub checked: Option<CheckedSql>,
    pub results: Option<ResultSet>,
    pub failure: Option<AttemptError>,
    pub validation: Option<Validation>,
    pub reflection: Option<Reflection>,
    pub diagnosis: Option<Diagnosis>,
}

/// What the checks found, and the rewrite they worked out where they could.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Validation {
    pub checks: Vec<Check>,
    pub repaired_sql: Option<String>,
}

impl Validation {
    pub fn failures(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|c| c.verdict == CheckVerdict::Failed)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Presentation {
    /// For questions that the catalog answers.
    pub results: Option<ResultSet>,
    pub restatement: Option<String>,
    pub facts: Vec<Fact>,
    pub explanation: Explanation,
    pub chart: Option<Box<Chart>>,
    pub context: Vec<ContextPart>,
}

/// A statement that passed the guard, mended where that was needed and certain.
pub struct Passed {
    pub checked: CheckedSql,
    pub mended: Option<Mended>,
}

/// What a stage found out.
pub enum Update {
    Framed(Frame),
    Gathered(Vec<String>, Gathered),
    Reasoned(Vec<String>),
    Drafted(Drafted),
    Checked(Result<Box<Passed>, AttemptError>),
    Ran(Result<ResultSet, AttemptError>),
    /// First aid after the engine refused it: the statement that ran instead, and its rows.
    RanMended(Box<Passed>, ResultSet),
    Validated(Validation),
    Reflected(Reflection),
    Diagnosed(Diagnosis),
    Repaired(Option<Draft>),
    Presented(Presentation),
}

impl State {
    pub fn new(request: AskRequest, history: Vec<Exchange>) -> Self {
        Self {
            request,
            history,
            context: Gathered::default(),
            frame: None,
            gathered: None,
            plan: None,
            current: Current::default(),
            kept: None,
            attempts: Vec::new(),
            out_of_drafts: false,
            presentation: None,
            stopped: false,
            answered: None,
            broken: None,
            late: None,
            tool_calls: Vec::new(),
            timings: Timings::default(),
        }
    }

    pub fn apply(&mut self, update: Update) {
        match update {
            Update::Framed(frame) => self.frame = Some(frame),
            Update::Gathered(tables, context) => {
                self.gathered = Some(tables);
                self.context = context;
            }
            Update::Reasoned(steps) => self.plan = Some(steps),
            Update::Drafted(Drafted::Statement(draft)) => self.begin_attempt(Some(draft)),
            Update::Drafted(Drafted::Nothing) => self.begin_attempt(None),
            Update::Drafted(Drafted::AskBack(clarification)) => {
                let question = self.request.question.clone();
                self.frame = Some(Frame::ask_back(&question, clarification));
            }
            Update::Checked(Ok(passed)) => self.pass(*passed),
            Update::RanMended(passed, results) => {
                self.pass(*passed);
                self.current.results = Some(results);
            }
            Update::Ran(Ok(results)) => self.current.results = Some(results),
            Update::Checked(Err(error)) | Update::Ran(Err(error)) => self.fail_attempt(error),
            Update::Validated(validation) => self.current.validation = Some(validation),
            Update::Reflected(reflection) => self.current.reflection = Some(reflection),
            Update::Diagnosed(diagnosis) => {
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.diagnosis = Some(diagnosis.clone());
                }
                self.current.diagnosis = Some(diagnosis);
            }
            Update::Repaired(draft) => self.begin_again(draft),
            Update::Presented(presentation) => self.presentation = Some(presentation),
        }
    }

    /// Whether the standalone question says all that it was read with, so that the same words mean the same to anyone.
    /// The answer to a question back only chose among readings of them, and a follow-up may not have been written out.
    pub fn stands_alone(&self) -> bool {
        let answers_back = self.history.last().is_some_and(|exchange| exchange.pending.is_some());
        let as_it_came = |frame: &Frame| frame.is_followup && frame.standalone.trim() == self.request.question.trim();
        !answers_back && !self.frame.as_ref().is_some_and(as_it_came)
    }

    pub fn attempts_left(&self) -> bool {
        self.attempts.len() < self.request.max_attempts as usize
    }

    /// No stage begins from here on. What there is to show is shown; a statement that was at work has failed.
    pub fn run_late(&mut self, error: AttemptError) {
        if self.current.draft.is_some() && self.current.results.is_none() && self.current.failure.is_none() {
            self.fail_attempt(error.clone());
        }
        self.late = Some(error);
    }

    fn begin_attempt(&mut self, draft: Option<Draft>) {
        match draft {
            Some(draft) => {
                let number = self.attempts.len() as u32 + 1;
                self.attempts.push(Attempt { number, sql: draft.sql.clone(), error: None, diagnosis: None });
                self.current = Current { draft: Some(draft), ..Current::default() };
            }
            None => self.out_of_drafts = true,
        }
    }

    /// A mended statement takes the place of the one that was drafted: first aid does not count as an attempt.
    fn pass(&mut self, passed: Passed) {
        if let Some(mended) = passed.mended {
            if let Some(attempt) = self.attempts.last_mut() {
                attempt.sql.clone_from(&mended.sql);
            }
            if let Some(draft) = &mut self.current.draft {
                draft.sql = mended.sql;
                draft.notes.extend(mended.notes);
            }
        }
        self.current.checked = Some(passed.checked);
    }

    fn fail_attempt(&mut self, error: AttemptError) {
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.error = Some(error.clone());
        }
        self.current.failure = Some(error);
    }

    /// A repair of a result that has rows must not lose them: they are shown, with their warning, if it comes to nothing.
    fn begin_again(&mut self, draft: Option<Draft>) {
        let current = std::mem::take(&mut self.current);
        if current.results.is_some() {
            self.kept = Some(Box::new(current));
        } else if draft.is_none() {
            self.current = current;
        }
        self.begin_attempt(draft);
        if self.current.draft.is_none() {
            self.fall_back();
        }
    }

    /// Puts the kept result back in place of an attempt that came to nothing, for good.
    pub fn fall_back(&mut self) {
        if let Some(kept) = self.kept.take() {
            self.current = *kept;
            self.out_of_drafts = true;
        }
    }
}
