//! `vouch explore`: looks around in the data until nothing new is found.

use super::arguments::{AnswerArguments, DataArguments, Global};
use super::ask::outcome;
use super::interrupt::Interrupt;
use super::print::{Look, write_answer, write_exploration};
use super::progress::StatusLine;
use super::{Failure, Outcome, ask, opening};
use crate::session::Visitor;
use crate::shapes::ExploreResult;
use crate::wiring;
use std::io::{self, Write};
use std::sync::Arc;
use vouch_analyst::Analyst;
use vouch_model::{Answer, AskMode, AskRequest, ExploreOptions};
use vouch_store::SessionKind;

#[derive(clap::Args)]
pub struct Arguments {
    /// What to find out, in plain words
    question: String,
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    answer: AnswerArguments,
    #[command(flatten)]
    pub explore: ExploreArguments,
    /// Print the whole exploration as JSON
    #[arg(long)]
    json: bool,
}

/// How to explore.
#[derive(clap::Args)]
pub struct ExploreArguments {
    /// Steps it may take, 1 to 15
    #[arg(long, value_name = "N", default_value_t = ExploreOptions::MOST_STEPS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(ExploreOptions::MOST_STEPS)))]
    max_steps: u32,
    /// What the data is, in your words
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
}

impl ExploreArguments {
    pub fn options(&self) -> ExploreOptions {
        ExploreOptions { max_steps: self.max_steps, description: self.description.clone() }
    }
}

pub async fn run(mut arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    arguments.data.in_order(&mut arguments.question);
    let interrupt = Interrupt::listen();
    let explored =
        explore(&arguments.question, &arguments.data, &arguments.answer, &arguments.explore, global, &interrupt);
    let Some(Explored { answer, .. }) = explored.await? else { return Ok(Outcome::Stopped) };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let look = Look::of_stdout();
    if arguments.json {
        writeln!(out, "{:#}", serde_json::to_value(ExploreResult::of_answer(&answer)).unwrap_or_default())?;
    } else {
        match &answer.exploration {
            Some(exploration) => {
                let draws = arguments.answer.chart.drawing()?.is_some();
                write_exploration(&mut out, &look, &answer, exploration, draws)?;
            }
            None => write_answer(&mut out, &look, &answer)?,
        }
    }
    out.flush()?;
    Ok(outcome(&answer, &interrupt))
}

/// What was explored, and with what.
pub struct Explored {
    pub answer: Arc<Answer>,
    pub request: AskRequest,
    pub analyst: Analyst,
    pub source: String,
    /// Files become tables in a folder that goes with this.
    _data: wiring::Data,
}

/// `None` when Ctrl-C came before the data was open.
pub async fn explore(
    question: &str,
    data: &DataArguments,
    answer: &AnswerArguments,
    explore: &ExploreArguments,
    global: &Global,
    interrupt: &Interrupt,
) -> Result<Option<Explored>, Failure> {
    let settings = answer.settings(global)?;
    let clock = answer.clock(&settings)?;
    let choice = data.choose(&settings)?;
    let Some(data) = opening::open(&choice, &settings, interrupt).await? else { return Ok(None) };
    let (store, presence) = ask::store(false, &settings).await?;
    let all = wiring::conversations(&data, store, &settings, &presence.known())?;
    let conversations = answer.client.converse(all, &settings).await?;
    let request = AskRequest {
        mode: AskMode::Explore,
        explore: explore.options(),
        ..answer.request(question, None, &settings, &clock)
    };
    let status = StatusLine::start();
    let visitor = Visitor::local(SessionKind::Ask);
    let answer = conversations.ask(&visitor, request.clone(), interrupt.token(), &status).await?;
    drop(status);
    let source = data.connector.name().to_owned();
    Ok(Some(Explored { answer, request, analyst: conversations.analyst().clone(), source, _data: data }))
}
