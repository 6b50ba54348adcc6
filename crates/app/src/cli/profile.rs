//! `vouch profile`: what became of files, and what their columns hold.

use super::arguments::{ClientArguments, DataArguments, Global};
use super::interrupt::Interrupt;
use super::print::{Alignment, Grid, Look, clean_line, count};
use super::{Failure, Outcome, opening};
use crate::wiring;
use serde_json::{Value as Json, json};
use std::io::{self, Write};
use vouch_connectors::{LoadReport, LoadedTable};
use vouch_model::{Catalog, Column, Table};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    client: ClientArguments,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = global.settings([])?;
    let interrupt = Interrupt::listen();
    let choice = arguments.data.choose(&settings)?;
    let Some(data) = opening::open(&choice, &settings, &interrupt).await? else { return Ok(Outcome::Stopped) };
    let analyst = arguments.client.narrow(&wiring::analyst(&data, &settings), &settings).await?;
    let Some(catalog) = interrupt.or_stopped(analyst.known_catalog()).await else { return Ok(Outcome::Stopped) };
    let catalog = catalog?;
    // What did not fit while loading is quoted from the file, which is everybody's.
    let (nothing, all) = (LoadReport::default(), &data.report);
    let report = analyst.tenant().map_or(all, |_| &nothing);
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        writeln!(out, "{:#}", to_json(&catalog, report))?;
    } else {
        let look = Look::of_stdout();
        catalog.tables.iter().try_for_each(|table| write_profile(&mut out, &look, table, report))?;
    }
    out.flush()?;
    Ok(Outcome::Success)
}

fn loaded<'a>(report: &'a LoadReport, table: &Table) -> Option<&'a LoadedTable> {
    report.tables.iter().find(|loaded| loaded.name.eq_ignore_ascii_case(&table.name))
}

fn write_profile(out: &mut dyn Write, look: &Look, table: &Table, report: &LoadReport) -> io::Result<()> {
    let rows = table.row_count.map_or_else(|| "rows not counted".to_owned(), |n| count(n, "row"));
    let columns = count(table.columns.len(), "column");
    writeln!(out, "{}  {rows}, {columns}", look.strong(&clean_line(&table.qualified_name())))?;
    if let Some(loaded) = loaded(report, table) {
        writeln!(out, "{}", look.quiet(&format!("from {}", clean_line(&loaded.origin))))?;
        loaded.notes.iter().try_for_each(|note| writeln!(out, "{} {}", look.quiet("·"), clean_line(note)))?;
        for problem in &loaded.problems {
            writeln!(out, "{} line {}: {}", look.care("!"), problem.line, clean_line(&problem.message))?;
        }
        let unnamed = loaded.problem_count.saturating_sub(loaded.problems.len() as u64);
        if unnamed > 0 {
            writeln!(out, "{} and {} that did not fit", look.care("!"), count(unnamed, "more row"))?;
        }
    }
    writeln!(out)?;
    let left_out = grid(table).write(out, look)?;
    if left_out > 0 {
        writeln!(out, "{}", look.quiet("… the terminal is too narrow for the rest; --json has it all"))?;
    }
    writeln!(out)
}

fn grid(table: &Table) -> Grid {
    use Alignment::{Left, Right};
    let headers =
        [("column", Left), ("type", Left), ("nulls", Right), ("distinct", Right), ("min", Left), ("max", Left)];
    let headers = headers.into_iter().chain([("most frequent", Left)]);
    Grid {
        headers: headers.map(|(name, alignment)| (name.to_owned(), alignment)).collect(),
        rows: table.columns.iter().map(|column| grid_row(table, column)).collect(),
    }
}

fn grid_row(table: &Table, column: &Column) -> Vec<Option<String>> {
    let value = |v: &Option<vouch_model::Value>| v.as_ref().map(|v| clean_line(&v.to_string()));
    let samples = column.samples.iter().map(|s| clean_line(s)).collect::<Vec<_>>().join(", ");
    vec![
        Some(clean_line(column.display_name())),
        Some(column.native_type.clone()),
        column.null_count.map(|nulls| share(nulls, table.row_count)),
        column.distinct_count.map(|n| if column.unique { format!("{n} unique") } else { n.to_string() }),
        value(&column.min),
        value(&column.max),
        (!samples.is_empty()).then_some(samples),
    ]
}

/// "12 (3 %)", and never "0 %" for some or "100 %" for not all.
fn share(part: u64, whole: Option<u64>) -> String {
    match whole {
        Some(whole) if part > 0 && whole > 0 => {
            let percent = 100.0 * part as f64 / whole as f64;
            let percent = if part < whole { percent.clamp(0.1, 99.9) } else { percent };
            format!("{part} ({percent:.1} %)")
        }
        _ => part.to_string(),
    }
}

fn to_json(catalog: &Catalog, report: &LoadReport) -> Json {
    let column = |c: &Column| {
        json!({
            "name": c.name,
            "label": c.label,
            "type": c.native_type,
            "nulls": c.null_count,
            "distinct": c.distinct_count,
            "unique": c.unique,
            "min": c.min.as_ref().map(|v| v.to_json()),
            "max": c.max.as_ref().map(|v| v.to_json()),
            "most_frequent": c.samples,
        })
    };
    let table = |t: &Table| {
        json!({
            "name": t.qualified_name(),
            "rows": t.row_count,
            "columns": t.columns.iter().map(column).collect::<Vec<_>>(),
            "file": loaded(report, t),
        })
    };
    json!({"source": catalog.source, "tables": catalog.tables.iter().map(table).collect::<Vec<_>>()})
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
