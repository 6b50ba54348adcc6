//! `vouch ask`: one question, one answer.

use super::arguments::{AnswerArguments, DataArguments, Global};
use super::interrupt::Interrupt;
use super::output::OutputArguments;
use super::print::{Drawing, Look, clean_line, write_answer, write_chart, write_checks, write_rows};
use super::progress::StatusLine;
use super::{Failure, Outcome, opening};
use crate::session::{Presence, Reply, Visitor};
use crate::settings::Settings;
use crate::wiring;
use std::io::{self, Write};
use std::sync::Arc;
use vouch_model::{Answer, Check, CheckVerdict, Outcome as Answered, SessionId};
use vouch_store::{SessionKind, Store, StoreError};

#[derive(clap::Args)]
pub struct Arguments {
    /// The question, in plain words
    question: String,
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    answer: AnswerArguments,
    #[command(flatten)]
    output: OutputArguments,
    /// Go on with this conversation, or begin it; without it the question stands alone
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

pub async fn run(mut arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    arguments.data.in_order(&mut arguments.question);
    arguments.output.check()?;
    let settings = arguments.answer.settings(global)?;
    let clock = arguments.answer.clock(&settings)?;
    let choice = arguments.data.choose(&settings)?;
    let interrupt = Interrupt::listen();
    let Some(data) = opening::open(&choice, &settings, &interrupt).await? else { return Ok(Outcome::Stopped) };
    let session = arguments.session.map(SessionId::from_text);
    let (store, presence) = store(session.is_some(), &settings).await?;
    let all = wiring::conversations(&data, store, &settings, &presence.known())?;
    let conversations = arguments.answer.client.converse(all, &settings).await?;
    let kind = if session.is_some() { SessionKind::Chat } else { SessionKind::Ask };
    let request = arguments.answer.request(&arguments.question, session, &settings, &clock);
    let status = StatusLine::start();
    let answer = conversations.ask(&Visitor::local(kind), request, interrupt.token(), &status).await?;
    drop(status);
    show(&answer, &arguments.output, arguments.answer.chart.drawing_for(&arguments.question)?)?;
    conversations.analyst().finish_learning().await;
    Ok(outcome(&answer, &interrupt))
}

/// Every answer is kept, so that it can be replayed; a single question is answered even where nothing can be kept.
pub async fn store(has_session: bool, settings: &Settings) -> Result<(Arc<dyn Store>, Presence), Failure> {
    match lasting(settings).await {
        Ok(found) => Ok(found),
        Err(error) if has_session => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "this answer cannot be kept");
            Ok((wiring::passing_store()?, Presence::alone()))
        }
    }
}

/// The store in the data folder, and this program's place in it.
pub async fn lasting(settings: &Settings) -> Result<(Arc<dyn Store>, Presence), StoreError> {
    let store = wiring::lasting_store(settings)?;
    let presence = Presence::begin(Arc::clone(&store)).await?;
    Ok((store, presence))
}

pub fn outcome(answer: &Answer, interrupt: &Interrupt) -> Outcome {
    match answer.outcome {
        Answered::Answered => Outcome::Success,
        Answered::Stopped if interrupt.happened() => Outcome::Stopped,
        _ => Outcome::NotAnswered,
    }
}

fn show(answer: &Answer, output: &OutputArguments, drawing: Option<Drawing>) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let look = Look::of_stdout();
    if output.json {
        writeln!(out, "{:#}", Reply(answer).to_json())?;
    } else if output.is_for_people() {
        write_answer(&mut out, &look, answer)?;
        draw(&mut out, &look, answer, drawing)?;
    } else {
        match &answer.results {
            Some(results) if answer.outcome == Answered::Answered => {
                if !output.to_file(results)? {
                    write_rows(&mut out, output.format, &look, results)?;
                }
                report_warnings(&answer.checks);
            }
            // There are no rows to export: what there is to say is not data.
            _ => write_answer(&mut io::stderr().lock(), &Look::of_stderr(), answer)?,
        }
    }
    Ok(out.flush()?)
}

/// The rows as a picture, where that was asked for and there are any.
pub fn draw(out: &mut dyn Write, look: &Look, answer: &Answer, drawing: Option<Drawing>) -> io::Result<()> {
    match (drawing, &answer.results) {
        (Some(drawing), Some(rows)) if answer.outcome == Answered::Answered => {
            write_chart(out, look, drawing, None, rows)
        }
        _ => Ok(()),
    }
}

/// Beside exported rows only what needs care is said, and on stderr.
pub fn report_warnings(checks: &[Check]) {
    let warnings: Vec<Check> = checks.iter().filter(|c| c.verdict != CheckVerdict::Passed).cloned().collect();
    // Best effort: the rows are out already.
    let _ = write_checks(&mut io::stderr().lock(), &Look::of_stderr(), &warnings);
}

/// A note on stderr; best effort, like all that is said there.
pub fn note(text: &str) {
    let mut err = io::stderr().lock();
    let _ = text.lines().try_for_each(|line| writeln!(err, "{}", clean_line(line)));
}
