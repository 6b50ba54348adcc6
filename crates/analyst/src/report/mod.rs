//! The report, written only when a person asks for it: what was found, how, how good the data is, what it does not show,
//! and every query behind it.
//!
//! The frame is always ours, so that charts, verdicts and queries are all there. A model may write the summary and what
//! the findings mean; a sentence of its with a figure that no query gave is left out.

mod compose;

pub use compose::compose;

use crate::facts::Ground;
use crate::ledger::Ledger;
use crate::mind::{BUILTIN, Mind, Scene};
use crate::prompting::Curtain;
use crate::sink::EventSink;
use crate::{Analyst, from_connector};
use tokio_util::sync::CancellationToken;
use vouch_model::{AskRequest, AttemptError, Exploration, Figure, Gathered, Usage};

/// What writing a report is called in usage.
pub const REPORT: &str = "report";

#[derive(Clone, Debug)]
pub struct Report {
    pub markdown: String,
    /// Who wrote its words.
    pub mind: String,
    pub usage: Usage,
    pub notes: Vec<String>,
}

/// What the report is about.
pub struct Subject<'a> {
    pub exploration: &'a Exploration,
    /// What people call the source.
    pub source: &'a str,
    /// The day it is written, as it stands under the title.
    pub date: &'a str,
}

pub async fn write(
    analyst: &Analyst,
    mind: &dyn Mind,
    request: &AskRequest,
    subject: &Subject<'_>,
    cancel: &CancellationToken,
    events: &dyn EventSink,
) -> Result<Report, AttemptError> {
    let view = analyst.view().await.map_err(|error| from_connector(&error))?;
    let settings = &analyst.settings;
    let ledger = Ledger::new(settings.budget);
    let curtain = Curtain::new(settings.schema_only || request.schema_only, request, &[]);
    let scene = Scene {
        request,
        history: &[],
        view: &view,
        settings,
        library: &analyst.library,
        context: &Gathered::default(),
        ledger: &ledger,
        curtain: &curtain,
        deadline: tokio::time::Instant::now() + settings.ask_deadline,
        cancel,
        events,
    };
    let written = mind.report(&scene, subject.exploration).await;
    let narrative = written.and_then(|text| ground(&text, subject.exploration, &request.question, &ledger));
    let name = if narrative.is_some() { mind.name() } else { BUILTIN };
    ledger.did_task(REPORT, name);
    let markdown = compose(&request.question, subject, narrative.as_deref());
    Ok(Report { markdown, mind: name.to_owned(), usage: ledger.usage(), notes: ledger.notes() })
}

/// The lines of a model's text without the sentences whose figures have no source; `None` if hardly anything is left.
fn ground(text: &str, exploration: &Exploration, question: &str, ledger: &Ledger) -> Option<String> {
    let mut figures: Vec<Figure> = exploration.findings.iter().flat_map(|finding| finding.figures.clone()).collect();
    let verdicts = exploration.findings.iter().map(|finding| &finding.verdict);
    for figure in
        verdicts.flat_map(|v| [v.p_value, v.p_adjusted, v.effect.as_ref().map(|e| e.value), Some(v.sample_size as f64)])
    {
        figures.extend(figure.map(|value| Figure { text: String::new(), value, cells: Vec::new() }));
    }
    let named = format!("{question} {} {}", exploration.quality.join(" "), exploration.summary);
    let ground = Ground::over(exploration.queries.iter().map(|query| &query.result), &figures, &named);
    let mut dropped = 0;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with('#') || line.trim().is_empty() {
            lines.push(line.to_owned());
            continue;
        }
        let (mark, said) = split_mark(line);
        let kept: Vec<&str> =
            sentences(said).into_iter().filter(|sentence| ground.supports(&without_citations(sentence))).collect();
        dropped += sentences(said).len() - kept.len();
        if !kept.is_empty() {
            lines.push(format!("{mark}{}", kept.join(" ")));
        }
    }
    if dropped > 0 {
        ledger.note(format!("{dropped} sentences of the model's had figures without a source and were left out."));
    }
    let kept = lines.join("\n");
    let worth = kept.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).count();
    (worth >= 2).then_some(kept)
}

/// A list's mark before what is said.
fn split_mark(line: &str) -> (&str, &str) {
    let said = line.trim_start_matches([' ', '-', '*', '>']);
    let at = line.len() - said.len();
    (line.get(..at).unwrap_or_default(), said)
}

/// `[Q1]` names a query, it is no figure.
fn without_citations(sentence: &str) -> String {
    let mut rest = sentence;
    let mut plain = String::new();
    while let Some(start) = rest.find("[Q") {
        plain.push_str(rest.get(..start).unwrap_or_default());
        let after = rest.get(start..).unwrap_or_default();
        rest = after.find(']').and_then(|end| after.get(end + 1..)).unwrap_or_default();
    }
    plain.push_str(rest);
    plain
}

fn sentences(text: &str) -> Vec<&str> {
    text.split_inclusive(". ").map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
