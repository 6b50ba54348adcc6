//! What comes next. A pure function of the state, and the only place that decides it; the table in `planner_tests.rs`
//! covers every transition. There is one way back: diagnose, repair, check again.

use super::state::State;
use vouch_model::{ErrorCode, Intent, Stage};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Do(Stage),
    /// A tried-for improvement came to nothing; show what there was before it.
    FallBack,
    Finish(Ending),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Answered,
    Clarify,
    Declined,
    NoRelevantData,
    /// Everything that could be tried was tried.
    Exhausted,
    Stopped,
    /// The time for the whole question was up before there was anything to show.
    Late,
    /// Nothing of it can be shown.
    Broken,
}

pub fn plan(state: &State) -> Step {
    if state.stopped {
        return Step::Finish(Ending::Stopped);
    }
    if state.broken.is_some() {
        return Step::Finish(Ending::Broken);
    }
    if state.late.is_some() {
        return late(state);
    }
    let Some(frame) = &state.frame else { return Step::Do(Stage::Frame) };
    if frame.refusal.is_some() {
        return Step::Finish(Ending::Declined);
    }
    match frame.intent {
        Intent::ClarificationNeeded => Step::Finish(Ending::Clarify),
        Intent::MisleadingQuery => Step::Finish(Ending::Declined),
        Intent::SchemaQuery | Intent::General => present_then_finish(state),
        Intent::TextToSql => plan_query(state),
    }
}

/// Rows that are there are shown, though nobody has said anything about them yet.
fn late(state: &State) -> Step {
    let current = &state.current;
    if current.results.is_some() && current.failure.is_none() {
        Step::Finish(Ending::Answered)
    } else if state.kept.is_some() {
        Step::FallBack
    } else {
        Step::Finish(Ending::Late)
    }
}

fn plan_query(state: &State) -> Step {
    match &state.gathered {
        None => return Step::Do(Stage::Gather),
        Some(tables) if tables.is_empty() => return Step::Finish(Ending::NoRelevantData),
        Some(_) => {}
    }
    if state.plan.is_none() && !state.request.skips(Stage::Reason) {
        return Step::Do(Stage::Reason);
    }
    let current = &state.current;
    if current.draft.is_none() {
        return if state.out_of_drafts { Step::Finish(Ending::Exhausted) } else { Step::Do(Stage::Draft) };
    }
    if let Some(failure) = &current.failure {
        return after_failure(state, failure.code);
    }
    if current.checked.is_none() {
        return Step::Do(Stage::Check);
    }
    if current.results.is_none() {
        return Step::Do(Stage::Run);
    }
    if current.validation.is_none() {
        return Step::Do(Stage::Validate);
    }
    match &current.reflection {
        None => Step::Do(Stage::Reflect),
        Some(reflection) if reflection.should_refine && may_try_again(state) => way_back(state),
        Some(_) => present_then_finish(state),
    }
}

fn after_failure(state: &State, code: ErrorCode) -> Step {
    // Trying again would take as long again, or be stopped again.
    let hopeless = matches!(code, ErrorCode::Timeout | ErrorCode::Cancelled | ErrorCode::SourceUnavailable);
    if !hopeless && may_try_again(state) {
        return way_back(state);
    }
    if state.kept.is_some() { Step::FallBack } else { Step::Finish(Ending::Exhausted) }
}

fn may_try_again(state: &State) -> bool {
    state.attempts_left() && !state.out_of_drafts
}

fn way_back(state: &State) -> Step {
    if state.current.diagnosis.is_none() { Step::Do(Stage::Diagnose) } else { Step::Do(Stage::Repair) }
}

fn present_then_finish(state: &State) -> Step {
    if state.presentation.is_none() { Step::Do(Stage::Present) } else { Step::Finish(Ending::Answered) }
}

#[cfg(test)]
#[path = "planner_tests.rs"]
mod tests;
