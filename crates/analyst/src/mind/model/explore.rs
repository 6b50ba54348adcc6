//! Exploring with a model: it is shown the question, what was found so far and what the last steps gave, and calls tools.
//!
//! What it is shown stays bounded: older steps shrink to a line each.

use super::ModelMind;
use super::explain::Sentences;
use crate::explore::{EXPLORE, Move, Notebook, TakenCall, TakenStep, ToolRequest, strategy, tools};
use crate::facts::Ground;
use crate::mind::{Mind, Scene};
use crate::prompting::ExploreInput;
use serde_json::Value as Json;
use vouch_llm::{Message, ToolCall};
use vouch_model::Figure;

/// Steps that are shown whole.
const WHOLE_STEPS: usize = 3;
/// Characters of one tool's result that are shown.
const SHOWN_CHARS: usize = 4_000;
/// A summary has 2 to 3 sentences.
const MOST_SENTENCES: usize = 3;
/// Characters of a line about an older step.
const LINE_CHARS: usize = 240;

impl ModelMind {
    /// The next step, or `None` where the model is of no use: why is in the ledger.
    pub(super) async fn next_step(&self, scene: &Scene<'_>, notebook: &Notebook) -> Option<Move> {
        // What tools give are cells: none may leave in privacy mode.
        if scene.curtain.is_closed() || scene.ledger.is_closed() {
            return None;
        }
        let recent = notebook.steps.len().saturating_sub(WHOLE_STEPS);
        let input = ExploreInput {
            question: notebook.question.clone(),
            description: notebook.options.description.clone(),
            steps_left: notebook.steps_left() as usize,
            findings: Some(findings(notebook)).filter(|text| !text.is_empty()),
            earlier: Some(earlier(notebook.steps.get(..recent).unwrap_or_default())).filter(|text| !text.is_empty()),
        };
        let following = notebook.steps.iter().skip(recent).flat_map(exchange).collect();
        let prompt = self.prompt("explore", &input).about_schema().with_sql().going_on(following, tools::specs());
        let reply = self.send(scene, prompt, &mut |_| {}).await?;
        if reply.tool_calls.is_empty() {
            let summary = grounded(reply.text.trim(), notebook);
            return Some(Move::Finish { summary, why: "The model had seen enough.".to_owned() });
        }
        let calls = reply.tool_calls.into_iter().map(request).collect();
        Some(Move::Use { thinking: reply.text.trim().to_owned(), calls })
    }

    pub(super) async fn step(&self, scene: &Scene<'_>, notebook: &Notebook) -> Move {
        match self.next_step(scene, notebook).await {
            Some(next) => {
                scene.ledger.did_task(EXPLORE, self.name());
                next
            }
            None => {
                scene.ledger.did_task(EXPLORE, super::builtin::NAME);
                strategy::next(notebook)
            }
        }
    }
}

/// Arguments that are not JSON are passed on as the text they are; the tool says what is wrong with them.
fn request(call: ToolCall) -> ToolRequest {
    let arguments = serde_json::from_str(&call.arguments).unwrap_or(Json::String(call.arguments));
    ToolRequest { id: call.id, tool: call.name, arguments }
}

/// A step as the conversation it was.
fn exchange(step: &TakenStep) -> Vec<Message> {
    let tool_calls = step.calls.iter().enumerate().map(|(at, call)| ToolCall {
        id: id(step, call, at),
        name: call.request.tool.clone(),
        arguments: call.request.arguments.to_string(),
    });
    let mut messages = vec![Message::Assistant { text: step.thinking.clone(), tool_calls: tool_calls.collect() }];
    messages.extend(step.calls.iter().enumerate().map(|(at, call)| {
        let (text, is_error) = match &call.outcome {
            Ok(result) => (result.to_string(), false),
            Err(failure) => (failure.to_json().to_string(), true),
        };
        Message::Tool { id: id(step, call, at), text: cut(&text, SHOWN_CHARS), is_error }
    }));
    messages
}

/// A step that the built-in mind took has no ids of its own.
fn id(step: &TakenStep, call: &TakenCall, at: usize) -> String {
    if call.request.id.is_empty() { format!("step_{}_{at}", step.number) } else { call.request.id.clone() }
}

fn findings(notebook: &Notebook) -> String {
    let lines = notebook
        .findings
        .iter()
        .map(|finding| format!("- {} ({}: {})", finding.claim, finding.verdict.status.name(), finding.verdict.reason));
    lines.collect::<Vec<_>>().join("\n")
}

fn earlier(steps: &[TakenStep]) -> String {
    let line = |step: &TakenStep, call: &TakenCall| {
        let gave = match &call.outcome {
            Ok(result) => brief(result),
            Err(failure) => format!("failed: {}", failure.error),
        };
        cut(&format!("step {}: {} {}: {gave}", step.number, call.request.tool, call.request.reason()), LINE_CHARS)
    };
    let lines = steps.iter().flat_map(|step| step.calls.iter().map(move |call| line(step, call)));
    lines.collect::<Vec<_>>().join("\n")
}

/// How much a result was, and its first row.
fn brief(result: &Json) -> String {
    let rows = result.get("row_count").and_then(Json::as_u64).map(|n| format!("{n} rows"));
    let first = result.get("rows").and_then(|rows| rows.get(0)).map(|row| format!(", first {row}"));
    let verdict = result.pointer("/verdict/status").and_then(Json::as_str).map(str::to_owned);
    match (rows, verdict) {
        (Some(rows), _) => format!("{rows}{}", first.unwrap_or_default()),
        (None, Some(verdict)) => verdict,
        (None, None) => "done".to_owned(),
    }
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The sentences whose figures stand in a result or a finding; `None` if nothing is left.
fn grounded(summary: &str, notebook: &Notebook) -> Option<String> {
    let figures: Vec<Figure> = notebook.findings.iter().flat_map(|finding| finding.figures.clone()).collect();
    let results = notebook.queries.iter().map(|query| &query.result);
    let ground = Ground::over(results, &figures, &notebook.question);
    let mut sentences = Sentences::default();
    let mut said = sentences.push(summary);
    said.extend(sentences.rest());
    let kept: Vec<String> =
        said.into_iter().filter(|sentence| ground.supports(sentence)).take(MOST_SENTENCES).collect();
    Some(kept.join(" ")).filter(|text| !text.is_empty())
}
