//! What each stage does. A stage reads the state, asks the mind or the source, and returns what it found; it never
//! changes the state and never decides what comes next.

use super::state::{Presentation, State, Update, Validation};
use crate::mind::{Frame, Mind, Repair, Scene};
use crate::{catalog_answers, checks, facts, from_connector, from_rejected, tools};
use std::time::Instant;
use vouch_model::{AttemptError, Diagnosis, ErrorCode, Intent, Reflection, Stage, ToolCall};
use vouch_sql::restate;

type Outcome = (Update, Option<ToolCall>);

pub async fn perform(stage: Stage, state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Outcome {
    match stage {
        Stage::Frame => (Update::Framed(mind.frame(scene).await), None),
        Stage::Gather => gather(state, scene),
        Stage::Reason => (Update::Reasoned(reason(state, mind, scene).await), None),
        Stage::Draft => (Update::Drafted(draft(state, mind, scene).await), None),
        Stage::Check => (check(state, scene), None),
        Stage::Run => run(state, scene).await,
        Stage::Validate => validate(state, scene).await,
        Stage::Reflect => (Update::Reflected(reflect(state)), None),
        Stage::Diagnose => (Update::Diagnosed(diagnose(state, mind, scene).await), None),
        Stage::Repair => (Update::Repaired(repair(state, mind, scene).await), None),
        Stage::Present => (Update::Presented(present(state, mind, scene).await), None),
    }
}

/// The tables that the readings at hand use, else all of them.
fn gather(state: &State, scene: &Scene<'_>) -> Outcome {
    let since = Instant::now();
    let mut tables: Vec<String> = Vec::new();
    for draft in state.frame.iter().flat_map(|frame| &frame.drafts) {
        let Ok(checked) = scene.view.check(&draft.sql, scene.request.max_rows) else { continue };
        tables.extend(checked.tables().iter().filter(|t| !tables.contains(t)).cloned().collect::<Vec<_>>());
    }
    if tables.is_empty() {
        tables = scene.view.catalog.tables.iter().map(|t| t.qualified_name()).collect();
    }
    let schema = tools::schema_text(&scene.view.catalog, &tables);
    let call = tools::succeeded("get_schema", since, schema.into());
    (Update::Gathered(tables), Some(call))
}

async fn reason(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Vec<String> {
    match &state.frame {
        Some(frame) => mind.reason(scene, frame).await,
        None => Vec::new(),
    }
}

async fn draft(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Option<crate::mind::Draft> {
    mind.draft(scene, state.frame.as_ref()?, &state.attempts).await
}

fn check(state: &State, scene: &Scene<'_>) -> Update {
    let Some(draft) = &state.current.draft else { return Update::Checked(Err(nothing_to_do())) };
    let checked = scene.view.check(&draft.sql, scene.request.max_rows);
    Update::Checked(checked.map(Box::new).map_err(from_rejected))
}

async fn run(state: &State, scene: &Scene<'_>) -> Outcome {
    let since = Instant::now();
    let Some(checked) = &state.current.checked else { return (Update::Ran(Err(nothing_to_do())), None) };
    let limits = scene.settings.limits(scene.request.max_rows);
    match scene.view.execute(checked, &limits, scene.cancel).await {
        Ok(results) => {
            let call = tools::succeeded("execute_sql", since, tools::execution(&results));
            (Update::Ran(Ok(results)), Some(call))
        }
        Err(error) => {
            let call = tools::failed("execute_sql", since, error.to_string());
            (Update::Ran(Err(from_connector(&error))), Some(call))
        }
    }
}

async fn validate(state: &State, scene: &Scene<'_>) -> Outcome {
    let since = Instant::now();
    let (Some(checked), Some(results)) = (&state.current.checked, &state.current.results) else {
        return (Update::Validated(Validation::default()), None);
    };
    let validation = checks::all(scene.view, checked, results, scene.settings, scene.cancel).await;
    let call = tools::succeeded("validate_results", since, tools::validation(results, &validation.checks));
    (Update::Validated(validation), Some(call))
}

/// Acceptable, or worth another try? Only what would mislead sends the question back (seed 000: empty results and
/// data issues are shown, not retried).
fn reflect(state: &State) -> Reflection {
    let Some(validation) = &state.current.validation else { return Reflection::default() };
    let issues: Vec<String> = validation.failures().map(|check| check.message.clone()).collect();
    Reflection {
        is_acceptable: issues.is_empty(),
        should_refine: !issues.is_empty() && validation.repaired_sql.is_some(),
        issues,
    }
}

async fn diagnose(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Diagnosis {
    let issues = state.current.reflection.as_ref().map(|r| r.issues.clone()).unwrap_or_default();
    match state.attempts.last() {
        Some(attempt) => mind.diagnose(scene, attempt, &issues).await,
        None => Diagnosis {
            error_type: ErrorCode::Internal,
            root_cause: "there was no attempt to diagnose".into(),
            suggestion: String::new(),
        },
    }
}

async fn repair(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Option<crate::mind::Draft> {
    let current = &state.current;
    let repair = Repair {
        frame: state.frame.as_ref()?,
        attempts: &state.attempts,
        diagnosis: current.diagnosis.as_ref()?,
        reflection: current.reflection.as_ref(),
        ready: current.validation.as_ref().and_then(|v| v.repaired_sql.as_deref()),
    };
    mind.repair(scene, &repair).await
}

async fn present(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Presentation {
    match &state.frame {
        Some(Frame { intent: Intent::SchemaQuery, standalone, .. }) => {
            catalog_answers::answer(standalone, &scene.view.catalog)
        }
        Some(Frame { intent: Intent::General, .. }) => general(scene),
        _ => present_rows(state, mind, scene).await,
    }
}

async fn present_rows(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Presentation {
    let (Some(checked), Some(results)) = (&state.current.checked, &state.current.results) else {
        return Presentation::default();
    };
    let shape = vouch_sql::inspect(checked, &scene.view.catalog);
    let facts = facts::compute(results, &shape);
    let sentences = mind.explain(scene, results, &facts).await;
    let ground = facts::Ground::new(results, &facts, checked.sql(), &scene.request.question);
    Presentation {
        results: None,
        restatement: Some(restate(checked, Some(&scene.view.catalog))),
        explanation: ground.keep_supported(sentences),
        facts,
    }
}

/// Questions about Vouch itself, and small talk.
fn general(scene: &Scene<'_>) -> Presentation {
    let examples = scene.view.linguist.sample_questions(3);
    let mut sentences = vec![format!(
        "I answer questions about {} in plain words and show the SQL behind every answer.",
        scene.view.catalog.source
    )];
    if !examples.is_empty() {
        let listed = examples.iter().map(|q| format!("\u{201c}{q}\u{201d}")).collect::<Vec<_>>().join(", ");
        sentences.push(format!("You could ask: {listed}"));
    }
    Presentation { explanation: facts::plain_explanation(sentences), ..Presentation::default() }
}

fn nothing_to_do() -> AttemptError {
    AttemptError {
        code: ErrorCode::Internal,
        message: "the workflow reached a stage without what it needs".into(),
        suggestion: None,
    }
}
