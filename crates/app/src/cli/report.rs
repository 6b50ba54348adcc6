//! `vouch report`: explores, then writes what was found as Markdown, a page or PDF.

use super::arguments::{AnswerArguments, DataArguments, Global};
use super::ask::note;
use super::explore::{ExploreArguments, explore};
use super::interrupt::Interrupt;
use super::print::{Look, write_answer};
use super::{Failure, Outcome};
use crate::publish::{ReportFormat, publish};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use vouch_analyst::{EventSink, ReportSubject, SinkError};
use vouch_model::Event;

#[derive(clap::Args)]
pub struct Arguments {
    /// What to find out, in plain words
    question: String,
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    answer: AnswerArguments,
    #[command(flatten)]
    explore: ExploreArguments,
    /// markdown, html or pdf [default: what the ending of --output says, else markdown]
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// The file to write; without it the report goes to the terminal
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub async fn run(mut arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    arguments.data.in_order(&mut arguments.question);
    let format = arguments.format()?;
    let interrupt = Interrupt::listen();
    let (answer, explored) = (&arguments.answer, &arguments.explore);
    let explored = explore(&arguments.question, &arguments.data, answer, explored, global, &interrupt).await?;
    let Some(explored) = explored else { return Ok(Outcome::Stopped) };
    let Some(exploration) = explored.answer.exploration.as_deref().filter(|_| !interrupt.happened()) else {
        write_answer(&mut io::stderr().lock(), &Look::of_stderr(), &explored.answer)?;
        return Ok(super::ask::outcome(&explored.answer, &interrupt));
    };
    let date = explored.request.now.date().to_string();
    let subject = ReportSubject { exploration, source: &explored.source, date: &date };
    let report = explored.analyst.report(&explored.request, &subject, &interrupt.token(), &Nobody).await;
    let report = report.map_err(|error| Failure::new(error.message, error.suggestion))?;
    // Pictures as text would drown what there is to read.
    let is_text = format == ReportFormat::Markdown;
    let is_read_here = is_text && arguments.output.is_none() && io::stdout().is_terminal();
    let charts = if is_read_here { &[] } else { exploration.charts.as_slice() };
    let made = publish(format, &arguments.question, &explored.source, &report.markdown, charts).await;
    let made = made.map_err(|error| Failure::new(error.to_string(), error.hint()))?;
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, made)
                .map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display()), None))?;
            note(&format!("The report is in {}.", path.display()));
        }
        None => io::stdout().lock().write_all(&made)?,
    }
    report.notes.iter().for_each(|text| note(text));
    Ok(Outcome::Success)
}

impl Arguments {
    fn format(&self) -> Result<ReportFormat, Failure> {
        let ending = self.output.as_ref().and_then(|path| path.extension()?.to_str());
        let named = self.format.as_deref().or(ending).unwrap_or("markdown");
        let unknown = || Failure::usage(format!("'{named}' is not a format"), "Use markdown, html or pdf.");
        let format = ReportFormat::from_name(named).ok_or_else(unknown)?;
        if format == ReportFormat::Pdf && self.output.is_none() && io::stdout().is_terminal() {
            return Err(Failure::usage("a PDF is nothing for a terminal", "Name a file with --output report.pdf."));
        }
        Ok(format)
    }
}

/// What is told while a report is written is not shown.
struct Nobody;

#[async_trait::async_trait]
impl EventSink for Nobody {
    async fn send(&self, _event: Event) -> Result<(), SinkError> {
        Ok(())
    }
}
