//! The built-in mind's way to explore: look at the data, scan it for patterns, then take them one by one, the most
//! promising first: run the query, draw it, put it to the test. It stops when what is left would not change the picture.

use super::Move;
use super::notebook::{Notebook, TakenStep, ToolRequest};
use super::scan::Candidate;
use super::tools::{PATTERNS, PROFILE, QUERY, VALIDATE, VISUALIZE};
use serde_json::{Value as Json, json};
use vouch_model::VerdictStatus;

/// Findings a person can take in.
pub const MOST_FINDINGS: usize = 5;
/// With so many findings, a candidate must be at least this share as good as the best to be worth a step.
const ENOUGH_FINDINGS: usize = 3;
const WORTH_A_STEP: f64 = 0.2;

pub fn next(notebook: &Notebook) -> Move {
    if notebook.steps_left() == 0 {
        return Move::Finish { summary: None, why: "All steps were used.".to_owned() };
    }
    let used =
        |tool: &str| notebook.steps.iter().flat_map(|step: &TakenStep| &step.calls).any(|c| c.request.tool == tool);
    if !used(PROFILE) && notebook.steps_left() > 2 {
        let thinking = "First a look at what the data holds and how clean it is.".to_owned();
        return Move::Use { thinking, calls: vec![ToolRequest::new(PROFILE, json!({"includeDistribution": false}))] };
    }
    if !used(PATTERNS) {
        let thinking = "Scanning for what moves, differs or goes together.".to_owned();
        return Move::Use { thinking, calls: vec![ToolRequest::new(PATTERNS, json!({}))] };
    }
    let held = notebook.findings.iter().filter(|f| f.verdict.status == VerdictStatus::Holds).count();
    if held >= MOST_FINDINGS {
        return Move::Finish { summary: None, why: "There are as many findings as a person can take in.".to_owned() };
    }
    let best = notebook.scan.as_ref().and_then(|scan| scan.candidates.first()).map_or(0.0, |c| c.score);
    match notebook.next_candidate() {
        Some(candidate) if held < ENOUGH_FINDINGS || candidate.score >= WORTH_A_STEP * best => look_at(candidate),
        _ => Move::Finish { summary: None, why: "Further steps would not change the findings.".to_owned() },
    }
}

fn look_at(candidate: &Candidate) -> Move {
    let mut chart = json!({
        "chartType": candidate.chart.kind.name(), "sqlQuery": candidate.sql, "title": candidate.claim.text,
        "x": candidate.chart.x, "y": candidate.chart.y,
    });
    if let Some(colour) = &candidate.chart.colour {
        chart["color"] = Json::from(colour.as_str());
    }
    let calls = vec![
        ToolRequest::new(QUERY, json!({"query": candidate.sql, "reason": candidate.reason})),
        ToolRequest::new(VISUALIZE, chart),
        ToolRequest::new(
            VALIDATE,
            json!({"finding": candidate.claim.text, "relatedQuery": candidate.sql, "kind": candidate.kind.name()}),
        ),
    ];
    Move::Use { thinking: format!("{} Then put it to the test.", candidate.reason), calls }
}

/// Two to three sentences.
pub fn summary(notebook: &Notebook) -> String {
    let held: Vec<&str> = notebook
        .findings
        .iter()
        .filter(|finding| finding.verdict.status == VerdictStatus::Holds)
        .map(|finding| finding.claim.as_str())
        .collect();
    let rows = notebook.subject.as_ref().and_then(|subject| Some((subject.row_count?, subject.rows_are.clone())));
    let over = rows.map(|(n, what)| format!(" over {} rows of {what}", crate::facts::format_number(n as f64)));
    let over = over.unwrap_or_default();
    let looks = notebook.looks;
    if looks == 0 && notebook.scan.is_none() && held.is_empty() {
        return "It ended before anything was compared.".to_owned();
    }
    format!("{}{}", off_topic(notebook, &held), told(&held, looks, &over))
}

/// What was asked about comes first, also where there is nothing to say about it.
fn off_topic(notebook: &Notebook, held: &[&str]) -> String {
    let Some(subject) = notebook.subject.as_ref() else { return String::new() };
    if !subject.unknown.is_empty() {
        let words: Vec<String> = subject.unknown.iter().map(|word| format!("'{word}'")).collect();
        return format!("Nothing in the data is called {}, so this is about all of it. ", words.join(" or "));
    }
    let Some(asked) = subject.target() else { return String::new() };
    let speaks = |claim: &&str| claim.to_lowercase().contains(&asked.label.to_lowercase());
    match held.is_empty() || held.iter().any(speaks) {
        true => String::new(),
        false => format!("Nothing about {} stood the tests. ", asked.label),
    }
}

fn told(held: &[&str], looks: u32, over: &str) -> String {
    match held {
        [] if looks == 0 => format!("There was nothing to compare{over}: no figure, category or time to look at."),
        [] => {
            let made = if looks == 1 { "1 comparison was".to_owned() } else { format!("{looks} comparisons were") };
            format!("Nothing stands out beyond chance: {made} made{over}, and none stood the tests.")
        }
        [only] => format!("{only} It is the one finding that stood the tests, of {looks} comparisons{over}."),
        [first, second, rest @ ..] => {
            let more = match rest.len() {
                0 => format!("Both stood the tests, of {looks} comparisons{over}."),
                n => format!(
                    "{n} more {} the tests, of {looks} comparisons{over}.",
                    if n == 1 { "finding stood" } else { "findings stood" }
                ),
            };
            format!("{first} {second} {more}")
        }
    }
}
