//! Exploring: a question that no single statement answers. Step by step a mind uses tools, sees what they give and
//! decides what is next, until further steps would not change what was found.
//!
//! The loop here is the same for both minds: it keeps the limits, tells every step, and passes the last verdicts. It
//! writes no report; that is only done on request.

mod attribute;
mod course;
mod desk;
mod notebook;
mod scan;
pub mod strategy;
mod subject;
pub mod tools;
mod validate;
mod wording;

pub use notebook::{Notebook, TakenCall, TakenStep, ToolRequest};

use crate::ledger::Ledger;
use crate::mind::{Mind, Scene};
use crate::prompting::Curtain;
use crate::sink::EventSink;
use crate::{Analyst, from_connector};
use desk::Desk;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;
use vouch_model::{
    Answer, AskRequest, AttemptError, ErrorCode, Event, Explanation, Exploration, Finding, Gathered, Outcome, Sentence,
    Status, VerdictStatus,
};

/// What a mind wants to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Use these tools, side by side or one after the other, as one step.
    Use { thinking: String, calls: Vec<ToolRequest> },
    /// There is nothing more to find. Without a summary one is made from the findings.
    Finish { summary: Option<String>, why: String },
}

/// What exploring is called in timings and usage.
pub const EXPLORE: &str = "explore";
/// Tools that one step may use.
const MOST_CALLS: usize = 6;
/// Findings that are told, whoever made them.
const MOST_TOLD: usize = strategy::MOST_FINDINGS;

pub async fn run(
    analyst: &Analyst,
    mind: &dyn Mind,
    request: AskRequest,
    cancel: CancellationToken,
    events: &dyn EventSink,
) -> Arc<Answer> {
    let started = Instant::now();
    let explorer = Explorer { analyst, mind, request: &request, cancel: &cancel, events };
    explorer.tell(Event::Asked { request: Box::new(request.clone()), history: Vec::new() }).await;
    explorer.tell(Event::Status { status: Status::Exploring }).await;
    let mut answer = explorer.explore().await;
    answer.timings.total_time = started.elapsed().as_secs_f64();
    answer.timings.node_times.insert(EXPLORE.to_owned(), answer.timings.total_time);
    let answer = Arc::new(answer);
    explorer.tell(Event::Status { status: answer.outcome.status() }).await;
    explorer.tell(Event::Done { answer: answer.clone() }).await;
    answer
}

/// One tool by hand: what it gives, in seed 003's envelope.
pub async fn use_once(analyst: &Analyst, tool: &str, arguments: Json, cancel: CancellationToken) -> Json {
    let view = match analyst.view().await {
        Ok(view) => view,
        Err(error) => return json!({"success": false, "error": error.to_string(), "hint": error.hint()}),
    };
    let deadline = tokio::time::Instant::now() + analyst.settings.ask_deadline;
    let desk = Desk::new(analyst, &view, &cancel, deadline);
    let question = arguments.get("focus").and_then(Json::as_str).unwrap_or_default().to_owned();
    let mut notebook = Notebook::new(&question, Default::default());
    match tools::use_tool(&desk, &mut notebook, &ToolRequest::new(tool, arguments)).await {
        Ok(used) => {
            let mut result = used.result;
            if let (Some(chart), Some(fields)) = (used.chart, result.as_object_mut()) {
                fields.insert("chart".to_owned(), serde_json::to_value(chart).unwrap_or_default());
            }
            result
        }
        Err(failure) => failure.to_json(),
    }
}

struct Explorer<'a> {
    analyst: &'a Analyst,
    mind: &'a dyn Mind,
    request: &'a AskRequest,
    cancel: &'a CancellationToken,
    events: &'a dyn EventSink,
}

impl Explorer<'_> {
    async fn tell(&self, event: Event) {
        if let Err(error) = self.events.send(event).await {
            tracing::warn!(%error, "an event was lost");
        }
    }

    async fn explore(&self) -> Answer {
        let request = self.request;
        let ended =
            |outcome| Answer::without_work(request.id.clone(), request.session.clone(), &request.question, outcome);
        let view = tokio::select! {
            biased;
            () = self.cancel.cancelled() => return ended(Outcome::Stopped),
            view = self.analyst.view() => view,
        };
        let view = match view {
            Ok(view) => view,
            Err(error) => return ended(failed(from_connector(&error))),
        };
        let mut notebook = Notebook::new(&request.question, request.explore.clone());
        notebook.subject = subject::find(&view.catalog, &request.question);
        if notebook.subject.is_none() {
            return ended(failed(AttemptError {
                code: ErrorCode::NoRelevantData,
                message: format!("{} has no rows to explore.", view.catalog.source),
                suggestion: Some("Give a file or a source that holds data.".to_owned()),
            }));
        }
        let settings = &self.analyst.settings;
        let deadline = tokio::time::Instant::now() + settings.explore_deadline;
        let desk = Desk::new(self.analyst, &view, self.cancel, deadline);
        let ledger = Ledger::new(settings.budget);
        let private = settings.schema_only || request.schema_only;
        let curtain = Curtain::new(private, request, &[]);
        let context: Gathered = self.analyst.library.gather(&view, &request.question, "").await;
        let scene = Scene {
            request,
            history: &[],
            view: &view,
            settings,
            library: &self.analyst.library,
            context: &context,
            ledger: &ledger,
            curtain: &curtain,
            deadline,
            cancel: self.cancel,
            events: self.events,
        };
        let mut ending = self.walk(&scene, &desk, &mut notebook).await;
        if self.cancel.is_cancelled() {
            ending = Ending { why: "It was stopped.".to_owned(), ..ending };
        }
        let stopped = self.cancel.is_cancelled();
        let mut answer = ended(if stopped { Outcome::Stopped } else { Outcome::Answered });
        let client = self.analyst.tenant().map(str::to_owned);
        answer.notes = ledger.notes();
        answer.notes.extend(client.iter().map(|id| format!("Only rows of client {id} were read.")));
        answer.exploration = Some(Box::new(Exploration { client, ..conclude(notebook, ending) }));
        answer.explanation = answer.exploration.as_ref().map(|exploration| as_explanation(&exploration.summary));
        answer.usage = ledger.usage();
        answer.mode = request.mode;
        answer
    }

    async fn walk(&self, scene: &Scene<'_>, desk: &Desk<'_>, notebook: &mut Notebook) -> Ending {
        loop {
            if notebook.steps_left() == 0 {
                return Ending { summary: None, why: format!("All {} steps were used.", notebook.options.max_steps) };
            }
            let next = tokio::select! {
                biased;
                () = self.cancel.cancelled() => return Ending::default(),
                () = tokio::time::sleep_until(scene.deadline) => return Ending::late(),
                next = self.mind.explore(scene, notebook) => next,
            };
            let (thinking, calls) = match next {
                Move::Finish { summary, why } => return Ending { summary, why },
                Move::Use { thinking, calls } => (thinking, calls),
            };
            if !thinking.is_empty() {
                self.tell(Event::Thinking { text: thinking.clone() }).await;
            }
            let number = notebook.steps.len() as u32 + 1;
            let mut taken = TakenStep { number, thinking, calls: Vec::new() };
            for request in calls.into_iter().take(MOST_CALLS) {
                let call = tokio::select! {
                    biased;
                    () = self.cancel.cancelled() => break,
                    () = tokio::time::sleep_until(scene.deadline) => break,
                    call = self.take(desk, notebook, number, request) => call,
                };
                taken.calls.push(call);
            }
            notebook.steps.push(taken);
        }
    }

    async fn take(&self, desk: &Desk<'_>, notebook: &mut Notebook, number: u32, request: ToolRequest) -> TakenCall {
        let (tool, reason) = (request.tool.clone(), request.reason());
        self.tell(Event::Step { number, tool: tool.clone(), reason, arguments: request.arguments.clone() }).await;
        let since = Instant::now();
        let used = tools::use_tool(desk, notebook, &request).await;
        let told = match &used {
            Ok(used) => crate::tools::succeeded(&tool, since, used.result.clone()),
            Err(failure) => crate::tools::failed(&tool, since, format!("{} {}", failure.error, failure.hint)),
        };
        tracing::info!(
            event = "tool_result", stepNumber = number, toolName = %tool, durationMs = told.millis,
            error = used.as_ref().err().map(|failure| failure.error.as_str()), "a step of an exploration"
        );
        self.tell(Event::Tool { call: told }).await;
        let outcome = match used {
            Ok(used) => {
                if let Some(chart) = used.chart {
                    self.tell(Event::Chart { chart: Box::new(chart) }).await;
                }
                if let Some(finding) = used.finding {
                    self.tell(Event::Finding { finding: Box::new(finding) }).await;
                }
                Ok(used.result)
            }
            Err(failure) => Err(failure),
        };
        TakenCall { request, outcome }
    }
}

#[derive(Default)]
struct Ending {
    summary: Option<String>,
    why: String,
}

impl Ending {
    fn late() -> Self {
        Self { summary: None, why: "The time for it was over.".to_owned() }
    }
}

/// The last word on every finding, now that the number of looks is known, and the summary.
fn conclude(mut notebook: Notebook, ending: Ending) -> Exploration {
    let looks = f64::from(notebook.looks.max(1));
    for finding in &mut notebook.findings {
        correct(finding, looks);
    }
    let rank = |finding: &Finding| match finding.verdict.status {
        VerdictStatus::Holds => 0,
        VerdictStatus::Misleading => 1,
        VerdictStatus::Weak => 2,
    };
    // Stable: among equals the order in which they were found.
    notebook.findings.sort_by_key(rank);
    notebook.findings.truncate(MOST_TOLD);
    let summary = ending.summary.unwrap_or_else(|| strategy::summary(&notebook));
    Exploration {
        summary,
        row_count: notebook.subject.as_ref().and_then(|subject| subject.row_count),
        step_count: notebook.steps.len() as u32,
        looks: notebook.looks,
        ended: ending.why,
        findings: notebook.findings,
        queries: notebook.queries,
        charts: notebook.charts,
        quality: notebook.quality,
        client: None,
    }
}

/// More was looked at after the verdict was passed.
fn correct(finding: &mut Finding, looks: f64) {
    let verdict = &mut finding.verdict;
    let Some(p) = verdict.p_value else { return };
    let adjusted = (p * looks).min(1.0);
    verdict.p_adjusted = Some(adjusted);
    if verdict.status == VerdictStatus::Holds && adjusted >= validate::ALPHA {
        verdict.status = VerdictStatus::Weak;
        verdict.reason = format!("It could be chance, seeing that {looks} comparisons were made.");
    }
}

fn as_explanation(summary: &str) -> Explanation {
    let sentence = Sentence { text: summary.to_owned(), figures: Vec::new() };
    Explanation { sentences: vec![sentence], dropped: 0 }
}

fn failed(error: AttemptError) -> Outcome {
    Outcome::Failed { code: error.code, message: error.message, suggestions: error.suggestion.into_iter().collect() }
}
