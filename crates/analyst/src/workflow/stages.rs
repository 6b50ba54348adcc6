//! What each stage does. A stage reads the state, asks the mind or the source, and returns what it found; it never
//! changes the state and never decides what comes next.

use super::edited;
use super::state::{Passed, Presentation, State, Update, Validation};
use crate::mind::{BUILTIN, BuiltinMind, Draft, Drafted, Frame, Mind, Repair, Scene, Shown};
use crate::{catalog_answers, checks, facts, from_connector, from_rejected, tools};
use std::time::Instant;
use tokio::sync::mpsc;
use vouch_model::{
    AskMode, AskRequest, AttemptError, Chart, ContextPart, Diagnosis, ErrorCode, Event, Explanation, Intent,
    Reflection, ResultSet, Stage, ToolCall,
};
use vouch_sql::{CheckedSql, Problem, restate};

/// What a statement is worth that a person approved or a second reading confirmed.
const REMEMBERED: f64 = 0.95;
/// Who answered, where nobody had to think.
pub const MEMORY: &str = "memory";
/// Sentences that may wait for the check; a mind that is faster waits.
const SENTENCES_WAITING: usize = 8;

type Outcome = (Update, Option<ToolCall>);

pub async fn perform(stage: Stage, state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Outcome {
    if needs_a_mind(stage, state) {
        scene.ledger.did(stage, mind.name());
    }
    let outcome = do_stage(stage, state, mind, scene).await;
    match &outcome.0 {
        // A mind may hand a statement over to another one; the statement says who wrote it.
        Update::Drafted(Drafted::Statement(draft)) | Update::Repaired(Some(draft)) => {
            scene.ledger.did(stage, &draft.mind);
        }
        // Often there is nothing to plan.
        Update::Reasoned(steps) if !steps.is_empty() => scene.ledger.did_unless_named(stage, mind.name()),
        _ => {}
    }
    outcome
}

async fn do_stage(stage: Stage, state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Outcome {
    match stage {
        Stage::Frame => (Update::Framed(frame(mind, scene).await), None),
        Stage::Gather => gather(state, scene).await,
        Stage::Reason => (Update::Reasoned(reason(state, mind, scene).await), None),
        Stage::Draft => (Update::Drafted(draft(state, mind, scene).await), None),
        Stage::Check => (check(state, scene), None),
        Stage::Run => run(state, scene).await,
        Stage::Validate => validate(state, scene).await,
        Stage::Reflect => (Update::Reflected(reflect(state, mind.rewrites(scene))), None),
        Stage::Diagnose => (Update::Diagnosed(diagnose(state, mind, scene).await), None),
        Stage::Repair => (Update::Repaired(repair(state, mind, scene).await), None),
        Stage::Present => (Update::Presented(present(state, mind, scene).await), None),
    }
}

/// The stages that are judgement. A mind that hands one over says so itself.
fn needs_a_mind(stage: Stage, state: &State) -> bool {
    match stage {
        Stage::Frame | Stage::Draft | Stage::Diagnose | Stage::Repair => true,
        Stage::Present => state.current.results.is_some() && explains(&state.request),
        Stage::Gather | Stage::Reason | Stage::Check | Stage::Run | Stage::Validate | Stage::Reflect => false,
    }
}

fn explains(request: &AskRequest) -> bool {
    request.mode != AskMode::Simple && !request.skips(Stage::Present)
}

/// A question that was answered and confirmed before is not thought about again.
async fn frame(mind: &dyn Mind, scene: &Scene<'_>) -> Frame {
    if let Some(edit) = &scene.request.edit {
        scene.ledger.did(Stage::Frame, BUILTIN);
        return edited::frame(scene, edit);
    }
    match &scene.context.same {
        Some(sql) if scene.history.last().is_none_or(|exchange| exchange.pending.is_none()) => {
            scene.ledger.did(Stage::Frame, MEMORY);
            let draft = Draft {
                sql: sql.clone(),
                mind: MEMORY.to_owned(),
                confidence: REMEMBERED,
                summary: scene.request.question.clone(),
                notes: vec!["The same question was answered before, and its statement confirmed.".into()],
                reading: None,
            };
            Frame::query(scene.request.question.clone(), false, vec![draft])
        }
        _ => mind.frame(scene).await,
    }
}

/// The tables that the readings at hand use, else those that were found for the question.
async fn gather(state: &State, scene: &Scene<'_>) -> Outcome {
    let since = Instant::now();
    let standalone = state.frame.as_ref().map_or(scene.request.question.as_str(), |frame| &frame.standalone);
    let context =
        if standalone == scene.context.question { scene.context.clone() } else { scene.regather(standalone).await };
    let mut tables: Vec<String> = Vec::new();
    for draft in state.frame.iter().flat_map(|frame| &frame.drafts) {
        let Ok(checked) = scene.view.check(&draft.sql, scene.request.max_rows) else { continue };
        tables.extend(checked.tables().iter().filter(|t| !tables.contains(t)).cloned().collect::<Vec<_>>());
    }
    if tables.is_empty() {
        tables.clone_from(&context.tables);
    }
    let schema = tools::schema_text(&scene.view.catalog, &tables);
    let call = tools::succeeded("get_schema", since, schema.into());
    (Update::Gathered(tables, context), Some(call))
}

async fn reason(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Vec<String> {
    match &state.frame {
        Some(frame) => mind.reason(scene, frame).await,
        None => Vec::new(),
    }
}

async fn draft(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Drafted {
    let Some(frame) = &state.frame else { return Drafted::Nothing };
    mind.draft(scene, frame, state.plan.as_deref().unwrap_or_default(), &state.attempts).await
}

fn check(state: &State, scene: &Scene<'_>) -> Update {
    let Some(draft) = &state.current.draft else { return Update::Checked(Err(nothing_to_do())) };
    let checked = scene.view.check_or_mend(&draft.sql, scene.request.max_rows);
    let passed = checked.map(|(checked, mended)| Box::new(Passed { checked, mended }));
    Update::Checked(passed.map_err(from_rejected))
}

async fn run(state: &State, scene: &Scene<'_>) -> Outcome {
    let since = Instant::now();
    let Some(checked) = &state.current.checked else { return (Update::Ran(Err(nothing_to_do())), None) };
    let limits = scene.settings.limits(scene.request.max_rows);
    let error = match scene.view.execute(checked, &limits, scene.cancel).await {
        Ok(results) => {
            let call = tools::succeeded("execute_sql", since, tools::execution(&results));
            return (Update::Ran(Ok(results)), Some(call));
        }
        Err(error) => error,
    };
    let call = tools::failed("execute_sql", since, error.to_string());
    let error = from_connector(&error);
    match run_mended(checked.sql(), &error, scene).await {
        Some((passed, results)) => (Update::RanMended(Box::new(passed), results), Some(call)),
        None => (Update::Ran(Err(error)), Some(call)),
    }
}

/// First aid for what only the engine could know: the statement is mended once and run again.
async fn run_mended(sql: &str, error: &AttemptError, scene: &Scene<'_>) -> Option<(Passed, ResultSet)> {
    if matches!(error.code, ErrorCode::Timeout | ErrorCode::Cancelled | ErrorCode::TooLarge) {
        return None;
    }
    let max_rows = scene.request.max_rows;
    let mended = scene.view.first_aid(sql, &Problem { code: error.code, message: &error.message }, max_rows)?;
    let checked = scene.view.check(&mended.sql, max_rows).ok()?;
    let results = scene.view.execute(&checked, &scene.settings.limits(max_rows), scene.cancel).await.ok()?;
    Some((Passed { checked, mended: Some(mended) }, results))
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
fn reflect(state: &State, mind_rewrites: bool) -> Reflection {
    let Some(validation) = &state.current.validation else { return Reflection::default() };
    let issues: Vec<String> = validation.failures().map(|check| check.message.clone()).collect();
    Reflection {
        is_acceptable: issues.is_empty(),
        should_refine: !issues.is_empty() && (validation.repaired_sql.is_some() || mind_rewrites),
        issues,
    }
}

async fn diagnose(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Diagnosis {
    let issues = state.current.reflection.as_ref().map(|r| r.issues.clone()).unwrap_or_default();
    match &state.frame {
        Some(frame) => mind.diagnose(scene, frame, &state.attempts, &issues).await,
        None => Diagnosis {
            error_type: ErrorCode::Internal,
            root_cause: "there was no attempt to diagnose".into(),
            suggestion: String::new(),
        },
    }
}

async fn repair(state: &State, mind: &dyn Mind, scene: &Scene<'_>) -> Option<Draft> {
    let current = &state.current;
    let issues = current.reflection.as_ref().map(|r| r.issues.clone()).unwrap_or_default();
    let repair = Repair {
        frame: state.frame.as_ref()?,
        plan: state.plan.as_deref().unwrap_or_default(),
        issues: &issues,
        attempts: &state.attempts,
        diagnosis: current.diagnosis.as_ref()?,
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
    let shape = scene.view.shape(checked);
    let facts = facts::compute_on(results, &shape, Some(scene.request.now.date()));
    let restatement = Some(restate(checked, Some(&scene.view.catalog)));
    let context = context(state, checked, scene);
    let chart = draw(state, checked, results, scene).await;
    if !explains(scene.request) {
        return Presentation { restatement, facts, chart, context, ..Presentation::default() };
    }
    let question = state.frame.as_ref().map_or(scene.request.question.as_str(), |frame| &frame.standalone);
    let shown = Shown { question, sql: checked.sql(), results, facts: &facts };
    let ground = facts::Ground::new(results, &facts, checked.sql(), &scene.request.question);
    let mut explanation = say(mind, scene, &shown, &ground).await;
    if explanation.sentences.is_empty() && explanation.dropped > 0 {
        // Nothing of what was said had a source; what was computed has.
        scene.ledger.did(Stage::Present, BUILTIN);
        let own = say(&BuiltinMind, scene, &shown, &ground).await;
        explanation.sentences = own.sentences;
    }
    Presentation { results: None, restatement, explanation, facts, chart, context }
}

/// What the answer is about, from the built-in mind's own form where there is one, else from the statement.
fn context(state: &State, checked: &CheckedSql, scene: &Scene<'_>) -> Vec<ContextPart> {
    match state.current.draft.as_ref().and_then(|draft| draft.reading.as_ref()) {
        Some(reading) => scene.view.linguist.parts(reading),
        None => vouch_sql::parts(checked, Some(&scene.view.catalog)),
    }
}

/// A picture where one says more than the rows; told before the words, which take longer.
async fn draw(state: &State, checked: &CheckedSql, results: &ResultSet, scene: &Scene<'_>) -> Option<Box<Chart>> {
    if scene.request.mode == AskMode::Simple {
        return None;
    }
    let labels =
        checked.tables().iter().filter_map(|name| scene.view.catalog.table(name)).flat_map(|table| {
            table.columns.iter().filter_map(|column| Some((column.name.clone(), column.label.clone()?)))
        });
    let question = state.frame.as_ref().map_or(&scene.request.question, |frame| &frame.standalone);
    let hints = vouch_charts::Hints {
        question: Some(question.clone()),
        labels: labels.collect(),
        ordered: checked.query().order_by.is_some(),
        chart_type: vouch_charts::asked_for(&scene.request.question),
        ..vouch_charts::Hints::default()
    };
    let mut chart = Box::new(vouch_charts::choose(results, &hints)?);
    chart.sql_query = Some(checked.sql().to_owned());
    scene.tell(Event::Chart { chart: chart.clone() }).await;
    Some(chart)
}

/// Each sentence is checked against the rows as it is said, and only then passed on.
async fn say(mind: &dyn Mind, scene: &Scene<'_>, shown: &Shown<'_>, ground: &facts::Ground) -> Explanation {
    let (sender, mut said) = mpsc::channel(SENTENCES_WAITING);
    let listen = async {
        let mut explanation = Explanation::default();
        while let Some(sentence) = said.recv().await {
            if let Some(kept) = ground.add(&mut explanation, sentence) {
                scene.tell(Event::Explaining { text: kept }).await;
            }
        }
        explanation
    };
    let ((), explanation) = tokio::join!(mind.explain(scene, shown, sender), listen);
    explanation
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
