//! `vouch sql`: hand-written SQL with the same guard, limits and checks as a drafted statement.

use super::arguments::{ChartArguments, ClientArguments, DataArguments, Global};
use super::ask::{note, report_warnings};
use super::interrupt::Interrupt;
use super::output::OutputArguments;
use super::print::{Look, write_chart, write_rows, write_sql_outcome};
use super::{Failure, Outcome, opening};
use crate::session::sql_reply;
use crate::wiring;
use std::io::{self, Write};
use vouch_analyst::SqlOutcome;
use vouch_model::ErrorCode;

#[derive(clap::Args)]
pub struct Arguments {
    /// One SELECT statement
    sql: String,
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    output: OutputArguments,
    /// Rows to print at most, up to 10000 [default: 1000]
    #[arg(long, value_name = "N")]
    max_rows: Option<String>,
    #[command(flatten)]
    client: ClientArguments,
    #[command(flatten)]
    chart: ChartArguments,
}

pub async fn run(mut arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    arguments.data.in_order(&mut arguments.sql);
    let drawing = arguments.chart.drawing()?;
    arguments.output.check()?;
    let settings = global.settings([("max_rows", arguments.max_rows.clone())])?;
    let choice = arguments.data.choose(&settings)?;
    let interrupt = Interrupt::listen();
    let Some(data) = opening::open(&choice, &settings, &interrupt).await? else { return Ok(Outcome::Stopped) };
    let analyst = arguments.client.narrow(&wiring::analyst(&data, &settings), &settings).await?;
    let outcome = analyst.run_sql(&arguments.sql, settings.max_rows, interrupt.token()).await;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.output.json {
        writeln!(out, "{:#}", sql_reply(&outcome))?;
    } else if let Ok(outcome) = &outcome {
        show(&mut out, &arguments.output, outcome)?;
        if let Some(drawing) = drawing.filter(|_| arguments.output.is_for_people()) {
            write_chart(&mut out, &Look::of_stdout(), drawing, None, &outcome.results)?;
        }
    }
    out.flush()?;
    match outcome {
        Ok(_) => Ok(Outcome::Success),
        Err(error) if error.code == ErrorCode::Cancelled && interrupt.happened() => Ok(Outcome::Stopped),
        Err(_) if arguments.output.json => Ok(Outcome::NotAnswered),
        Err(error) => Err(Failure::new(format!("{} ({})", error.message, error.code), error.suggestion)),
    }
}

fn show(out: &mut dyn Write, output: &OutputArguments, outcome: &SqlOutcome) -> Result<(), Failure> {
    let look = Look::of_stdout();
    if output.is_for_people() {
        return Ok(write_sql_outcome(out, &look, outcome)?);
    }
    if !output.to_file(&outcome.results)? {
        write_rows(out, output.format, &look, &outcome.results)?;
    }
    report_warnings(&outcome.checks);
    outcome.notes.iter().for_each(|text| note(text));
    Ok(())
}
