//! `vouch replay ID`: runs a kept answer again, with the model's replies as they were, and says whether it still comes
//! out the same.

use super::arguments::{DataArguments, Global};
use super::interrupt::Interrupt;
use super::print::{Look, clean_line};
use super::{Failure, Outcome, opening};
use crate::session::DATASET;
use crate::wiring::{self, DataChoice};
use async_trait::async_trait;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use vouch_analyst::{EventSink, Library, Minds, SinkError};
use vouch_llm::{ChatModel, Replay};
use vouch_model::{Answer, AskId, AskRequest, Event, Exchange, Gathered, MindName, ModelCall};

#[derive(clap::Args)]
pub struct Arguments {
    /// The answer's id, as `query_id` in its JSON
    id: String,
    #[command(flatten)]
    data: DataArguments,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// What was kept of an answer.
struct Trace {
    request: AskRequest,
    history: Vec<Exchange>,
    gathered: Vec<Gathered>,
    calls: Vec<ModelCall>,
    answer: Arc<Answer>,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = global.settings([])?;
    let store = wiring::lasting_store(&settings)?;
    let ask = AskId::from_text(arguments.id.clone());
    let Some(turn) = store.turn(&ask).await? else {
        let hint = "Answers are kept in the data folder of whoever asked; see `vouch config show`.";
        return Err(Failure::new(format!("no answer with the id '{}' is kept here", arguments.id), Some(hint.into())));
    };
    let events = store.events(&ask, 0).await?.into_iter().map(|(_, event)| event);
    let trace = trace(events).ok_or_else(|| {
        Failure::new(format!("the trace of '{}' is not whole, so it cannot be run again", arguments.id), None)
    })?;
    let choice = match store.session(&turn.session).await? {
        Some(session) if arguments.data.is_empty() => {
            let source = turn.answer.as_ref().and_then(|answer| answer.source.as_ref()).unwrap_or(&session.source);
            kept_choice(source, &settings.data_dir)
        }
        _ => arguments.data.choose(&settings)?,
    };
    let interrupt = Interrupt::listen();
    let Some(data) = opening::open(&choice, &settings, &interrupt).await? else { return Ok(Outcome::Stopped) };
    let analyst = wiring::analyst(&data, &settings)
        .with_minds(minds(&trace, &settings)?)
        .with_library(Library::of_trace(trace.gathered.clone()));
    let again = analyst.ask(trace.request.clone(), trace.history.clone(), interrupt.token(), &Nobody).await;
    let differences = differences(&trace.answer, &again);
    show(&arguments, &trace, &again, &differences)?;
    Ok(if differences.is_empty() { Outcome::Success } else { Outcome::NotAnswered })
}

fn trace(events: impl Iterator<Item = Event>) -> Option<Trace> {
    let (mut asked, mut gathered, mut calls, mut answer) = (None, Vec::new(), Vec::new(), None);
    for event in events {
        match event {
            Event::Asked { request, history } => asked = Some((*request, history)),
            Event::Gathered { gathered: kept } => gathered.push(kept),
            Event::ModelCalled { call } => calls.push(*call),
            Event::Done { answer: done } => answer = Some(done),
            _ => {}
        }
    }
    let (request, history) = asked?;
    Some(Trace { request, history, gathered, calls, answer: answer? })
}

/// The mind that answered, its replies taken from the trace.
fn minds(trace: &Trace, settings: &crate::settings::Settings) -> Result<Minds, Failure> {
    if trace.calls.is_empty() {
        return Ok(Minds::default());
    }
    let replay: Arc<dyn ChatModel> = Arc::new(Replay::of_calls(&trace.calls));
    let models = [(MindName::Anthropic, replay.clone()), (MindName::OpenAi, replay)];
    Ok(Minds::new(models, Arc::new(wiring::models::model_settings(&settings.models)?)))
}

/// How a session remembers its source, turned back into one.
fn kept_choice(source: &str, data_dir: &Path) -> DataChoice {
    if let Some(id) = source.strip_prefix(DATASET) {
        let file = data_dir.join("datasets").join(id).join("data.duckdb");
        return DataChoice::Url(format!("duckdb:{}", file.display()));
    }
    match source {
        "demo" => DataChoice::Demo,
        url if url.starts_with("duckdb:") || url.starts_with("sqlite:") => DataChoice::Url(url.to_owned()),
        files => DataChoice::Files(files.split(", ").map(Into::into).collect()),
    }
}

fn differences(before: &Answer, after: &Answer) -> Vec<String> {
    let mut found = Vec::new();
    if before.outcome != after.outcome {
        found.push(format!("the outcome was {:?} and is {:?}", before.outcome, after.outcome));
    }
    if before.sql != after.sql {
        let shown = |sql: &Option<String>| sql.clone().unwrap_or_else(|| "none".to_owned());
        found.push(format!("the statement was {} and is {}", shown(&before.sql), shown(&after.sql)));
    }
    if before.results != after.results {
        let rows = |answer: &Answer| answer.results.as_ref().map_or(0, |r| r.rows.len());
        found.push(format!("the rows differ: {} then, {} now", rows(before), rows(after)));
    }
    let words = |answer: &Answer| answer.explanation.as_ref().map(|e| e.text()).unwrap_or_default();
    if words(before) != words(after) {
        found.push(format!("the explanation was \"{}\" and is \"{}\"", words(before), words(after)));
    }
    found
}

fn show(arguments: &Arguments, trace: &Trace, again: &Answer, differences: &[String]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let calls = trace.calls.len();
    if arguments.json {
        let reply = json!({
            "query_id": arguments.id,
            "question": trace.request.question,
            "same": differences.is_empty(),
            "differences": differences,
            "sql": again.sql,
            "model_calls": calls,
        });
        writeln!(out, "{reply:#}")?;
        return Ok(());
    }
    let look = Look::of_stdout();
    writeln!(out, "{}", clean_line(&trace.request.question))?;
    if let Some(sql) = &again.sql {
        writeln!(out, "{}", clean_line(sql))?;
    }
    let replies = match calls {
        0 => "no model had a part in it".to_owned(),
        1 => "with the model's one reply as it was".to_owned(),
        n => format!("with the model's {n} replies as they were"),
    };
    if differences.is_empty() {
        writeln!(out, "{} The same statement, rows and words again ({replies}).", look.good("✓"))?;
    }
    for difference in differences {
        writeln!(out, "{} {}", look.bad("✗"), clean_line(difference))?;
    }
    Ok(())
}

struct Nobody;

#[async_trait]
impl EventSink for Nobody {
    async fn send(&self, _event: Event) -> Result<(), SinkError> {
        Ok(())
    }
}
