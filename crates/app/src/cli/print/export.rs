//! Rows for the next program: CSV, JSON, Markdown. Nothing but the data, and all of it.

use super::look::Look;
use super::table::write_result;
use clap::ValueEnum;
use std::io::{self, Write};
use vouch_model::{ResultSet, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, as wide as the terminal
    Table,
    Csv,
    /// A list of objects
    Json,
    Markdown,
}

pub fn write_rows(out: &mut dyn Write, format: Format, look: &Look, results: &ResultSet) -> io::Result<()> {
    match format {
        Format::Table => write_result(out, look, results),
        Format::Csv => write_csv(out, results),
        Format::Json => writeln!(out, "{:#}", results.to_json()["data"]),
        Format::Markdown => write_markdown(out, results),
    }
}

fn write_csv(out: &mut dyn Write, results: &ResultSet) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let failed = |e: csv::Error| match e.into_kind() {
        // Kept as it is: a closed pipe must still be seen as one.
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    };
    writer.write_record(results.column_names()).map_err(failed)?;
    for row in &results.rows {
        writer.write_record(row.iter().map(Value::to_string)).map_err(failed)?;
    }
    writer.flush()
}

fn write_markdown(out: &mut dyn Write, results: &ResultSet) -> io::Result<()> {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    writeln!(out, "{}", line(results.columns.iter().map(|c| markdown_cell(&c.name)).collect()))?;
    let rule = |numeric: bool| if numeric { "---:" } else { "---" };
    writeln!(out, "{}", line(results.columns.iter().map(|c| rule(c.data_type.is_numeric()).to_owned()).collect()))?;
    for row in &results.rows {
        writeln!(out, "{}", line(row.iter().map(|value| markdown_cell(&value.to_string())).collect()))?;
    }
    Ok(())
}

/// One line, and no bar that would end the cell.
fn markdown_cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace("\r\n", "<br>").replace(['\n', '\r'], "<br>")
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
