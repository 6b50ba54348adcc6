//! `vouch profile`: what became of files, and what their columns hold.

use super::arguments::{ClientArguments, DataArguments, Global};
use super::interrupt::Interrupt;
use super::print::{Look, clean_line, count};
use super::{Failure, Outcome, opening};
use crate::wiring;
use serde_json::{Value as Json, json};
use std::io::{self, Write};
use vouch_analyst::Analyst;
use vouch_connectors::{LoadReport, LoadedTable};
use vouch_model::{Catalog, ErrorCode, Table, TableProfile};

mod columns;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    client: ClientArguments,
    /// One table only
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
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
    let tables = chosen(&catalog, arguments.table.as_deref())?;
    // What did not fit while loading is quoted from the file, which is everybody's.
    let (nothing, all) = (LoadReport::default(), &data.report);
    let report = analyst.tenant().map_or(all, |_| &nothing);
    let look = Look::of_stdout();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut shown = Vec::new();
    for table in tables {
        let Some(profiled) = profiled(&analyst, table, &interrupt).await? else { return Ok(Outcome::Stopped) };
        if arguments.json {
            shown.push(to_json(&profiled, table, report));
        } else {
            write_profile(&mut out, &look, &profiled, table, report)?;
            out.flush()?;
        }
    }
    if arguments.json {
        writeln!(out, "{:#}", json!({"source": catalog.source, "tables": shown}))?;
    }
    out.flush()?;
    Ok(Outcome::Success)
}

fn chosen<'c>(catalog: &'c Catalog, name: Option<&str>) -> Result<Vec<&'c Table>, Failure> {
    let Some(name) = name else { return Ok(catalog.tables.iter().collect()) };
    let table = catalog.table(name).ok_or_else(|| {
        let names = catalog.tables.iter().map(Table::qualified_name).collect::<Vec<_>>().join(", ");
        Failure::new(format!("there is no table '{name}'"), Some(format!("There is: {names}.")))
    })?;
    Ok(vec![table])
}

/// A table as it turned out: profiled, or why not (a view whose table is gone keeps its names).
type Profiled = Result<TableProfile, String>;

async fn profiled(analyst: &Analyst, table: &Table, interrupt: &Interrupt) -> Result<Option<Profiled>, Failure> {
    match analyst.profile(table, None, interrupt.token()).await {
        Ok(profile) => Ok(Some(Ok(profile))),
        Err(error) if error.code == ErrorCode::Cancelled => Ok(None),
        Err(error) => Ok(Some(Err(error.message))),
    }
}

fn loaded<'a>(report: &'a LoadReport, table: &Table) -> Option<&'a LoadedTable> {
    report.tables.iter().find(|loaded| loaded.name.eq_ignore_ascii_case(&table.name))
}

fn write_profile(
    out: &mut dyn Write,
    look: &Look,
    profiled: &Profiled,
    table: &Table,
    report: &LoadReport,
) -> io::Result<()> {
    let rows = profiled.as_ref().ok().map(|profile| profile.row_count).or(table.row_count);
    let rows = rows.map_or_else(|| "rows not counted".to_owned(), |n| count(n, "row"));
    let columns = count(table.columns.len(), "column");
    writeln!(out, "{}  {rows}, {columns}", look.strong(&clean_line(&table.qualified_name())))?;
    if let Some(loaded) = loaded(report, table) {
        write_loaded(out, look, loaded)?;
    }
    writeln!(out)?;
    let left_out = match profiled {
        Ok(profile) => columns::grid(profile).write(out, look)?,
        Err(_) => columns::names(table).write(out, look)?,
    };
    if left_out > 0 {
        writeln!(out, "{}", look.quiet("… the terminal is too narrow for the rest; --json has it all"))?;
    }
    match profiled {
        Ok(profile) => {
            columns::remarks(profile).iter().try_for_each(|remark| writeln!(out, "{} {remark}", look.quiet("·")))?
        }
        Err(message) => writeln!(out, "{} {}", look.care("!"), clean_line(message))?,
    }
    writeln!(out)
}

fn write_loaded(out: &mut dyn Write, look: &Look, loaded: &LoadedTable) -> io::Result<()> {
    writeln!(out, "{}", look.quiet(&format!("from {}", clean_line(&loaded.origin))))?;
    loaded.notes.iter().try_for_each(|note| writeln!(out, "{} {}", look.quiet("·"), clean_line(note)))?;
    for problem in &loaded.problems {
        writeln!(out, "{} line {}: {}", look.care("!"), problem.line, clean_line(&problem.message))?;
    }
    let unnamed = loaded.problem_count.saturating_sub(loaded.problems.len() as u64);
    if unnamed > 0 {
        writeln!(out, "{} and {} that did not fit", look.care("!"), count(unnamed, "more row"))?;
    }
    Ok(())
}

/// The profile with what the catalog and the loading say beside it.
fn to_json(profiled: &Profiled, table: &Table, report: &LoadReport) -> Json {
    let column = |column: &vouch_model::Column| {
        let profile = profiled.as_ref().ok().and_then(|profile| profile.column(&column.name));
        let mut shown = match profile {
            Some(profile) => serde_json::to_value(profile).unwrap_or_default(),
            None => json!({"name": column.name, "type": column.native_type}),
        };
        shown["label"] = json!(column.label);
        shown["unique"] = json!(column.unique);
        shown["most_frequent"] = json!(column.samples);
        shown
    };
    let mut shown = json!({
        "name": table.qualified_name(),
        "rows": profiled.as_ref().ok().map(|profile| profile.row_count).or(table.row_count),
        "columns": table.columns.iter().map(column).collect::<Vec<_>>(),
        "file": loaded(report, table),
    });
    match profiled {
        Ok(profile) => {
            shown["duplicate_rows"] = json!(profile.duplicate_rows);
            shown["correlations"] = json!(profile.correlations);
            shown["missing_together"] = json!(profile.missing_together);
            shown["notes"] = json!(profile.notes);
        }
        Err(message) => shown["notes"] = json!([message]),
    }
    shown
}
