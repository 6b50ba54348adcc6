//! CSV, JSON and Markdown.

use std::io::{self, Write};
use vouch_model::{ResultSet, Value};

/// What becomes of a cell that a spreadsheet would run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// As it is: for a program that reads data as data.
    Kept,
    /// With an apostrophe before it, which spreadsheets take for "this is text".
    Defused,
}

pub fn write_csv(out: &mut dyn Write, results: &ResultSet, formulas: Formulas) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let failed = |e: csv::Error| match e.into_kind() {
        // Kept as it is: a closed pipe must still be seen as one.
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    };
    let header = results.columns.iter().map(|column| cell(&column.name, true, formulas));
    writer.write_record(header).map_err(failed)?;
    for row in &results.rows {
        let cells = row.iter().map(|value| cell(&value.to_string(), is_text(value), formulas));
        writer.write_record(cells).map_err(failed)?;
    }
    writer.flush()
}

/// A number may begin with a minus; a text that does may be a formula.
fn is_text(value: &Value) -> bool {
    !matches!(
        value,
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::BigInt(_) | Value::Decimal(_) | Value::Float(_)
    )
}

/// What makes a spreadsheet run a cell: the signs themselves, their full-width forms, and blanks that it drops before it
/// looks.
const RUN_BY: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

fn cell(text: &str, is_text: bool, formulas: Formulas) -> String {
    let runs = text.starts_with(RUN_BY);
    if runs && is_text && formulas == Formulas::Defused { format!("'{text}") } else { text.to_owned() }
}

pub fn write_json(out: &mut dyn Write, results: &ResultSet) -> io::Result<()> {
    let rows: Vec<serde_json::Value> = results.rows.iter().map(|row| results.row_to_json(row)).collect();
    serde_json::to_writer_pretty(&mut *out, &rows).map_err(io::Error::from)?;
    writeln!(out)
}

pub fn write_markdown(out: &mut dyn Write, results: &ResultSet) -> io::Result<()> {
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
