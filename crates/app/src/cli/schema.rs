//! `vouch schema`: the catalog as a model would see it.

use super::arguments::{ClientArguments, DataArguments, Global};
use super::interrupt::Interrupt;
use super::print::{clean_line, thousands};
use super::{Failure, Outcome, opening};
use crate::shapes::SchemaShape;
use crate::wiring;
use std::io::{self, Write};
use vouch_model::{Catalog, Column, KeyOrigin, Table, TableKind};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    client: ClientArguments,
    /// One line per table, keys marked with *
    #[arg(long, conflicts_with = "json")]
    compact: bool,
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
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &SchemaShape::of(&catalog)).map_err(io::Error::from)?;
        writeln!(out)?;
    } else if arguments.compact {
        catalog.tables.iter().try_for_each(|table| writeln!(out, "{}", compact(table)))?;
    } else {
        catalog.tables.iter().try_for_each(|table| write_table(&mut out, table))?;
        write_relations(&mut out, &catalog)?;
    }
    out.flush()?;
    Ok(Outcome::Success)
}

/// `customers: [customer_id (INTEGER*), name (TEXT)]`
fn compact(table: &Table) -> String {
    let column = |c: &Column| {
        let key = if table.primary_key.contains(&c.name) { "*" } else { "" };
        format!("{} ({}{key})", c.name, c.native_type)
    };
    let columns: Vec<String> = table.columns.iter().map(column).collect();
    clean_line(&format!("{}: [{}]", table.qualified_name(), columns.join(", ")))
}

fn write_table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let kind = if table.kind == TableKind::View { "View" } else { "Table" };
    writeln!(out, "{kind}: {}{}", clean_line(&table.qualified_name()), label(table.label.as_deref()))?;
    if let Some(comment) = &table.comment {
        writeln!(out, "  {}", clean_line(comment))?;
    }
    writeln!(out, "Columns:")?;
    for column in &table.columns {
        writeln!(out, "  - {}", clean_line(&describe(table, column)))?;
    }
    match table.row_count {
        Some(rows) => writeln!(out, "Row count: {}\n", thousands(rows)),
        None => writeln!(out),
    }
}

/// `name (VARCHAR) [e.g., "John", "Jane"]`, with what else is known.
fn describe(table: &Table, column: &Column) -> String {
    let mut text = format!("{} ({})", column.name, column.native_type);
    if table.primary_key.contains(&column.name) {
        text.push_str(" primary key");
    }
    text.push_str(&label(column.label.as_deref()));
    if !column.samples.is_empty() {
        let samples: Vec<String> = column.samples.iter().map(|s| format!("\"{s}\"")).collect();
        text.push_str(&format!(" [e.g., {}]", samples.join(", ")));
    }
    if let (Some(min), Some(max)) = (&column.min, &column.max) {
        text.push_str(&format!(" [{min} to {max}]"));
    }
    if let Some(comment) = &column.comment {
        text.push_str(&format!(" -- {comment}"));
    }
    text
}

fn label(label: Option<&str>) -> String {
    label.map_or_else(String::new, |label| format!(" \"{}\"", clean_line(label)))
}

fn write_relations(out: &mut dyn Write, catalog: &Catalog) -> io::Result<()> {
    if catalog.foreign_keys.is_empty() {
        return Ok(());
    }
    writeln!(out, "Relations:")?;
    for key in &catalog.foreign_keys {
        let inferred = if key.origin == KeyOrigin::Inferred { " (inferred from the values)" } else { "" };
        let from = format!("{}.{}", key.table, key.columns.join(", "));
        let to = format!("{}.{}", key.to_table, key.to_columns.join(", "));
        writeln!(out, "  {}{inferred}", clean_line(&format!("{from} -> {to}")))?;
    }
    Ok(())
}
