//! The answer, put together from what the walk left behind.

use super::planner::{Ending, Step, plan};
use super::state::State;
use crate::facts::capitalized;
use crate::ledger::Ledger;
use crate::source_view::SourceView;
use std::time::Instant;
use vouch_model::{Answer, Attempt, AttemptError, Confidence, ErrorCode, Intent, Outcome, Usage};
use vouch_sql::structure;

pub fn answer(state: State, view: &SourceView, ledger: &Ledger, started: Instant) -> Answer {
    let ending = match plan(&state) {
        Step::Finish(ending) => ending,
        // The walk only ends on `Finish`.
        Step::Do(_) | Step::FallBack => Ending::Stopped,
    };
    let outcome = outcome(&state, view, ending);
    let ran = state.current.checked.as_ref().filter(|_| outcome == Outcome::Answered);
    let unsaid = ran.is_some() && state.late.is_some();
    let structure = ran.map(|checked| structure(checked, &view.catalog));
    let mut answer = skeleton(state, outcome, started);
    answer.structure = structure;
    answer.usage = ledger.usage();
    answer.notes.extend(ledger.notes());
    if unsaid {
        answer
            .notes
            .push("The time for the whole question was up: the rows are shown without an explanation.".to_owned());
    }
    answer
}

/// For what fails before the walk begins.
pub fn failure(state: State, error: AttemptError, started: Instant) -> Answer {
    let suggestions = error.suggestion.into_iter().collect();
    skeleton(state, Outcome::Failed { code: error.code, message: error.message, suggestions }, started)
}

/// For what is stopped before the walk begins.
pub fn stopped(state: State, started: Instant) -> Answer {
    skeleton(state, Outcome::Stopped, started)
}

fn outcome(state: &State, view: &SourceView, ending: Ending) -> Outcome {
    let frame = state.frame.as_ref();
    match ending {
        Ending::Answered => Outcome::Answered,
        Ending::Stopped => Outcome::Stopped,
        Ending::Broken => {
            let error = state.broken.clone();
            let (code, message) = error.map_or((ErrorCode::Internal, String::new()), |e| (e.code, e.message));
            Outcome::Failed { code, message, suggestions: Vec::new() }
        }
        Ending::Clarify => {
            Outcome::Clarify { clarification: frame.and_then(|f| f.clarification.clone()).unwrap_or_default() }
        }
        Ending::Declined => match frame.and_then(|f| f.refusal.clone()) {
            Some(refusal) => {
                Outcome::Declined { code: refusal.code, message: refusal.message, suggestions: refusal.suggestions }
            }
            None => Outcome::Declined {
                code: ErrorCode::NoRelevantData,
                message: "That is not a question about this data.".into(),
                suggestions: Vec::new(),
            },
        },
        Ending::NoRelevantData => no_relevant_data(view),
        Ending::Late => {
            let late = state.late.clone();
            let message = late.as_ref().map(|error| error.message.clone()).unwrap_or_default();
            let suggestions = late.and_then(|error| error.suggestion).into_iter().collect();
            Outcome::Failed { code: ErrorCode::Timeout, message, suggestions }
        }
        Ending::Exhausted => exhausted(&state.attempts, view),
    }
}

fn no_relevant_data(view: &SourceView) -> Outcome {
    let source = &view.catalog.source;
    let (message, suggestions) = if view.catalog.tables.is_empty() {
        let what_to_do = vec!["Give a file or a source that holds data.".into()];
        (format!("{source} has no tables to answer from."), what_to_do)
    } else {
        (format!("No table of {source} seems to have to do with that."), view.linguist.sample_questions(2))
    };
    Outcome::Failed { code: ErrorCode::NoRelevantData, message, suggestions }
}

/// Seed 001's honest end: what was tried, why each failed, what to do instead.
fn exhausted(attempts: &[Attempt], view: &SourceView) -> Outcome {
    let failed: Vec<&Attempt> = attempts.iter().filter(|a| a.error.is_some()).collect();
    let code = match failed.last().and_then(|a| a.error.as_ref()) {
        Some(error)
            if matches!(error.code, ErrorCode::Timeout | ErrorCode::TooLarge | ErrorCode::SourceUnavailable) =>
        {
            error.code
        }
        Some(_) => ErrorCode::AttemptsExhausted,
        None => ErrorCode::NotUnderstood,
    };
    let tried = failed.iter().filter_map(|a| {
        let error = a.error.as_ref()?;
        Some(format!("Attempt {}: {}", a.number, sentence(&error.message)))
    });
    let tried = tried.collect::<Vec<_>>().join(" ");
    let message = match failed.len() {
        0 => "I could not make a statement out of that question.".to_owned(),
        1 => format!("The statement did not work. {tried}"),
        n => format!("I tried {n} statements and none worked. {tried}"),
    };
    let advice = failed.iter().filter_map(|a| a.error.as_ref()?.suggestion.as_deref());
    let mut suggestions: Vec<String> = advice.map(sentence).collect();
    suggestions.dedup();
    suggestions.extend(view.linguist.sample_questions(2));
    Outcome::Failed { code, message, suggestions }
}

/// Advice ends like a sentence, by which it is told from a question that may be asked.
fn sentence(text: &str) -> String {
    let text = capitalized(text.trim());
    if text.ends_with(['.', '?', '!']) { text } else { format!("{text}.") }
}

fn skeleton(state: State, outcome: Outcome, started: Instant) -> Answer {
    let State { request, frame, plan, current, attempts, presentation, tool_calls, mut timings, .. } = state;
    timings.total_time = started.elapsed().as_secs_f64();
    let answered = outcome == Outcome::Answered;
    let presentation = presentation.unwrap_or_default();
    let draft = current.draft.filter(|_| answered);
    let checked = current.checked.filter(|_| answered);
    let mut notes = draft.as_ref().map(|d| d.notes.clone()).unwrap_or_default();
    notes.extend(checked.iter().flat_map(|c| c.notes().to_vec()));
    Answer {
        id: request.id,
        session: request.session,
        mode: request.mode,
        standalone: frame.as_ref().map_or_else(|| request.question.clone(), |f| f.standalone.clone()),
        question: request.question,
        is_followup: frame.as_ref().is_some_and(|f| f.is_followup),
        intent: frame.as_ref().map_or(Intent::TextToSql, |f| f.intent),
        sql: checked.as_ref().map(|c| c.sql().to_owned()),
        executed_sql: checked.as_ref().and_then(|c| c.narrowed_sql()),
        restatement: presentation.restatement,
        tables_used: checked.as_ref().map(|c| c.tables().to_vec()).unwrap_or_default(),
        results: presentation.results.or(current.results.filter(|_| answered)),
        explanation: Some(presentation.explanation).filter(|e| !e.sentences.is_empty()),
        facts: presentation.facts,
        checks: current.validation.map(|v| v.checks).unwrap_or_default(),
        reflection: current.reflection,
        reasoning: plan.unwrap_or_default(),
        attempts,
        tool_calls,
        confidence: draft.as_ref().map(|d| confidence(d.confidence)),
        notes,
        timings,
        usage: Usage::default(),
        reading: draft.and_then(|d| d.reading),
        structure: None,
        cached: false,
        chart: presentation.chart,
        exploration: None,
        context: presentation.context,
        source: None,
        outcome,
    }
}

/// The words a person sees instead of a figure.
fn confidence(figure: f64) -> Confidence {
    match figure {
        f if f >= 0.8 => Confidence::Sure,
        f if f >= 0.6 => Confidence::Likely,
        _ => Confidence::Unsure,
    }
}
