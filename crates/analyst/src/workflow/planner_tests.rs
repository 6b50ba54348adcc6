//! Every transition of the workflow as a row: what has happened, and what comes next.

use super::*;
use crate::mind::{Draft, Drafted, Frame, Refusal};
use crate::workflow::state::{Passed, Update, Validation};
use vouch_model::{
    AskRequest, AttemptError, Check, CheckKind, CheckVerdict, Clarification, Diagnosis, Gathered, Reflection, ResultSet,
};

fn request() -> AskRequest {
    AskRequest { max_attempts: 2, ..AskRequest::new("how many?", "2026-11-15T12:00:00[UTC]".parse().unwrap()) }
}

fn gathered(tables: &[&str]) -> Update {
    Update::Gathered(tables.iter().map(|t| (*t).to_owned()).collect(), Gathered::default())
}

fn draft(sql: &str) -> Draft {
    Draft {
        sql: sql.into(),
        mind: "scripted".into(),
        confidence: 0.9,
        summary: String::new(),
        notes: Vec::new(),
        reading: None,
    }
}

fn framed(intent: Intent) -> Update {
    Update::Framed(Frame::other(intent, "q"))
}

fn checked() -> Update {
    let policy = vouch_sql::Policy { max_rows: 10, tenant: None };
    let context =
        vouch_sql::CheckContext { dialect: vouch_model::Dialect::DuckDb, catalog: None, policy: &policy, engine: None };
    let checked = vouch_sql::check("SELECT 1", &context).unwrap();
    Update::Checked(Ok(Box::new(Passed { checked, mended: None })))
}

fn failure(code: ErrorCode) -> AttemptError {
    AttemptError { code, message: "it failed".into(), suggestion: None }
}

fn rows() -> Update {
    Update::Ran(Ok(ResultSet::default()))
}

fn reflected(should_refine: bool) -> Update {
    Update::Reflected(Reflection { is_acceptable: !should_refine, should_refine, issues: Vec::new() })
}

fn diagnosed() -> Update {
    let error_type = ErrorCode::ColumnNotFound;
    Update::Diagnosed(Diagnosis { error_type, root_cause: String::new(), suggestion: String::new() })
}

fn validated() -> Update {
    let check = Check {
        kind: CheckKind::Empty,
        verdict: CheckVerdict::Passed,
        message: String::new(),
        suggestions: Vec::new(),
        fixes: Vec::new(),
    };
    Update::Validated(Validation { checks: vec![check], repaired_sql: None })
}

fn up_to_draft() -> Vec<Update> {
    vec![
        framed(Intent::TextToSql),
        gathered(&["orders"]),
        Update::Reasoned(Vec::new()),
        Update::Drafted(Drafted::Statement(draft("SELECT 1"))),
    ]
}

fn up_to_rows() -> Vec<Update> {
    let mut updates = up_to_draft();
    updates.extend([checked(), rows()]);
    updates
}

fn next(updates: Vec<Update>) -> Step {
    let mut state = State::new(request(), Vec::new());
    updates.into_iter().for_each(|update| state.apply(update));
    plan(&state)
}

fn after(mut before: Vec<Update>, then: Vec<Update>) -> Step {
    before.extend(then);
    next(before)
}

#[test]
fn a_smooth_question_walks_straight_through() {
    assert_eq!(next(vec![]), Step::Do(Stage::Frame));
    assert_eq!(next(vec![framed(Intent::TextToSql)]), Step::Do(Stage::Gather));
    let orders = || gathered(&["orders"]);
    assert_eq!(next(vec![framed(Intent::TextToSql), orders()]), Step::Do(Stage::Reason));
    let reasoned = || Update::Reasoned(Vec::new());
    assert_eq!(next(vec![framed(Intent::TextToSql), orders(), reasoned()]), Step::Do(Stage::Draft));
    assert_eq!(next(up_to_draft()), Step::Do(Stage::Check));
    assert_eq!(after(up_to_draft(), vec![checked()]), Step::Do(Stage::Run));
    assert_eq!(next(up_to_rows()), Step::Do(Stage::Validate));
    assert_eq!(after(up_to_rows(), vec![validated()]), Step::Do(Stage::Reflect));
    assert_eq!(after(up_to_rows(), vec![validated(), reflected(false)]), Step::Do(Stage::Present));
    let presented = || Update::Presented(Default::default());
    assert_eq!(after(up_to_rows(), vec![validated(), reflected(false), presented()]), Step::Finish(Ending::Answered));
}

#[test]
fn reasoning_can_be_switched_off() {
    let mut state = State::new(AskRequest { skip: vec![Stage::Reason], ..request() }, Vec::new());
    state.apply(framed(Intent::TextToSql));
    state.apply(gathered(&["orders"]));
    assert_eq!(plan(&state), Step::Do(Stage::Draft));
}

#[test]
fn other_intents_end_early() {
    let clarify = Frame::ask_back("q", Clarification::default());
    assert_eq!(next(vec![Update::Framed(clarify)]), Step::Finish(Ending::Clarify));
    assert_eq!(next(vec![framed(Intent::MisleadingQuery)]), Step::Finish(Ending::Declined));
    let refusal = Refusal { code: ErrorCode::NotUnderstood, message: String::new(), suggestions: Vec::new() };
    let refused = Frame::refused(Intent::TextToSql, "q", refusal);
    assert_eq!(next(vec![Update::Framed(refused)]), Step::Finish(Ending::Declined));
    for intent in [Intent::SchemaQuery, Intent::General] {
        assert_eq!(next(vec![framed(intent)]), Step::Do(Stage::Present));
        assert_eq!(next(vec![framed(intent), Update::Presented(Default::default())]), Step::Finish(Ending::Answered));
    }
    let nothing_there = vec![framed(Intent::TextToSql), gathered(&[])];
    assert_eq!(next(nothing_there), Step::Finish(Ending::NoRelevantData));
}

#[test]
fn a_failed_attempt_is_diagnosed_repaired_and_checked_again() {
    let run_failed = || vec![checked(), Update::Ran(Err(failure(ErrorCode::ExecutionError)))];
    assert_eq!(after(up_to_draft(), run_failed()), Step::Do(Stage::Diagnose));
    let then = |mut updates: Vec<Update>| {
        let mut all = run_failed();
        all.append(&mut updates);
        after(up_to_draft(), all)
    };
    assert_eq!(then(vec![diagnosed()]), Step::Do(Stage::Repair));
    assert_eq!(then(vec![diagnosed(), Update::Repaired(Some(draft("SELECT 2")))]), Step::Do(Stage::Check));
    assert_eq!(then(vec![diagnosed(), Update::Repaired(None)]), Step::Finish(Ending::Exhausted));
}

#[test]
fn attempts_are_bounded() {
    let failed = || Update::Checked(Err(failure(ErrorCode::ColumnNotFound)));
    let twice = vec![failed(), diagnosed(), Update::Repaired(Some(draft("SELECT 2"))), failed()];
    assert_eq!(after(up_to_draft(), twice), Step::Finish(Ending::Exhausted));
}

#[test]
fn what_took_too_long_or_is_gone_is_not_tried_again() {
    for code in [ErrorCode::Timeout, ErrorCode::Cancelled, ErrorCode::SourceUnavailable] {
        let failed = vec![checked(), Update::Ran(Err(failure(code)))];
        assert_eq!(after(up_to_draft(), failed), Step::Finish(Ending::Exhausted), "{code}");
    }
}

#[test]
fn a_misleading_result_is_refined_and_kept_in_case_that_fails() {
    let doubtful = || vec![validated(), reflected(true)];
    assert_eq!(after(up_to_rows(), doubtful()), Step::Do(Stage::Diagnose));
    let refined = |then: Vec<Update>| {
        let mut all = doubtful();
        all.push(diagnosed());
        all.extend(then);
        after(up_to_rows(), all)
    };
    assert_eq!(refined(vec![]), Step::Do(Stage::Repair));
    let second = || Update::Repaired(Some(draft("SELECT 2")));
    assert_eq!(refined(vec![second()]), Step::Do(Stage::Check));
    let failed = Update::Checked(Err(failure(ErrorCode::SyntaxError)));
    assert_eq!(refined(vec![second(), failed]), Step::FallBack);
    assert_eq!(refined(vec![Update::Repaired(None)]), Step::Do(Stage::Present));
}

#[test]
fn falling_back_shows_the_first_result() {
    let mut state = State::new(request(), Vec::new());
    let mut updates = up_to_rows();
    updates.extend([validated(), reflected(true), diagnosed(), Update::Repaired(Some(draft("SELECT 2")))]);
    updates.push(Update::Checked(Err(failure(ErrorCode::SyntaxError))));
    updates.into_iter().for_each(|update| state.apply(update));
    state.fall_back();
    assert_eq!(plan(&state), Step::Do(Stage::Present));
    assert_eq!(state.current.draft.unwrap().sql, "SELECT 1");
}

#[test]
fn a_stopped_ask_stays_stopped() {
    let mut state = State::new(request(), Vec::new());
    up_to_rows().into_iter().for_each(|update| state.apply(update));
    state.stopped = true;
    assert_eq!(plan(&state), Step::Finish(Ending::Stopped));
    state.apply(validated());
    assert_eq!(plan(&state), Step::Finish(Ending::Stopped));
}

#[test]
fn drafts_that_disagree_become_a_question_back() {
    let mut updates = up_to_draft();
    updates.pop();
    updates.push(Update::Drafted(Drafted::AskBack(Clarification::default())));
    assert_eq!(next(updates), Step::Finish(Ending::Clarify));
}

#[test]
fn what_is_broken_ends_at_once() {
    let mut state = State::new(request(), Vec::new());
    up_to_rows().into_iter().for_each(|update| state.apply(update));
    state.broken = Some(failure(ErrorCode::ReplayDrift));
    assert_eq!(plan(&state), Step::Finish(Ending::Broken));
}

#[test]
fn a_mended_statement_takes_the_place_of_the_draft_and_counts_as_no_attempt() {
    let mut state = State::new(request(), Vec::new());
    up_to_draft().into_iter().for_each(|update| state.apply(update));
    let Update::Checked(Ok(passed)) = checked() else { unreachable!() };
    let mended = vouch_sql::Mended { sql: "SELECT 3".into(), notes: vec!["mended".into()] };
    state.apply(Update::Checked(Ok(Box::new(Passed { mended: Some(mended), ..*passed }))));
    assert_eq!(state.attempts.len(), 1);
    assert_eq!(state.attempts[0].sql, "SELECT 3");
    let draft = state.current.draft.as_ref().unwrap();
    assert_eq!((draft.sql.as_str(), draft.notes.as_slice()), ("SELECT 3", &["mended".to_owned()][..]));
    assert_eq!(plan(&state), Step::Do(Stage::Run));
}

#[test]
fn when_the_time_is_up_no_stage_begins() {
    let late = |updates: Vec<Update>| {
        let mut state = State::new(request(), Vec::new());
        updates.into_iter().for_each(|update| state.apply(update));
        state.run_late(failure(ErrorCode::Timeout));
        let mut step = plan(&state);
        if step == Step::FallBack {
            state.fall_back();
            step = plan(&state);
        }
        step
    };
    let drafted = || {
        vec![
            framed(Intent::TextToSql),
            gathered(&["t"]),
            Update::Reasoned(vec![]),
            Update::Drafted(Drafted::Statement(draft("SELECT 1"))),
        ]
    };
    assert_eq!(late(vec![]), Step::Finish(Ending::Late), "while it was understood");
    assert_eq!(late(vec![framed(Intent::TextToSql)]), Step::Finish(Ending::Late), "while tables were looked for");
    assert_eq!(late(vec![framed(Intent::SchemaQuery)]), Step::Finish(Ending::Late));
    assert_eq!(late(drafted()), Step::Finish(Ending::Late));
    let with_rows = || drafted().into_iter().chain([checked(), rows()]);
    assert_eq!(late(with_rows().collect()), Step::Finish(Ending::Answered), "rows that are there are shown");
    let refining =
        with_rows().chain([validated(), reflected(true), diagnosed(), Update::Repaired(Some(draft("SELECT 2")))]);
    assert_eq!(late(refining.collect()), Step::Finish(Ending::Answered), "and so are those that were kept");
}
