//! XLSX, XLS, XLSB and ODS: every sheet with cells is a table.
//!
//! Cells become texts and take the careful way of `staging`, so that a date typed as text and a date typed as a date
//! end alike. Empty rows and columns around and between are left out; the header is found where it is. Problems name
//! the row as the spreadsheet shows it.

use super::layout;
use super::names;
use super::staging::Staging;
use super::totals;
use super::{Input, Progress, Target, bad_file};
use crate::ConnectorError;
use calamine::{Data, ExcelDateTime, Range, Reader, open_workbook_auto_from_rs};
use std::collections::HashSet;
use std::io::Cursor;

pub fn load(
    input: &Input<'_>,
    taken: &mut HashSet<String>,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<(), ConnectorError> {
    let bytes = std::fs::read(input.path).map_err(|e| super::source::unreadable(input.path, &e))?;
    progress.advance(input.bytes / 2);
    let unreadable = |error: calamine::Error| {
        bad_file(
            input.path,
            &format!("cannot be read as a spreadsheet: {error}"),
            "Open it in a spreadsheet program, remove any password, and save it as XLSX or CSV.",
        )
    };
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes.as_slice())).map_err(unreadable)?;
    let mut sheets = Vec::new();
    for sheet in book.sheet_names() {
        let rows = filled_rows(&book.worksheet_range(&sheet).map_err(unreadable)?);
        if !rows.is_empty() {
            sheets.push((sheet, rows));
        }
    }
    if sheets.is_empty() {
        return Err(bad_file(input.path, "has no sheet with cells in it", "Check that the right workbook was saved."));
    }
    let several = sheets.len() > 1;
    for (sheet, rows) in sheets {
        let wanted = if several { format!("{} {sheet}", input.stem) } else { input.stem.to_owned() };
        let name = names::table_name(&wanted, taken);
        let origin = if several { format!("{} [{sheet}]", input.origin) } else { input.origin.to_owned() };
        load_sheet(rows, &name, &origin, target)?;
    }
    progress.advance(input.bytes - input.bytes / 2);
    Ok(())
}

/// A row with its number in the spreadsheet.
type SheetRow = (u64, Vec<String>);

/// Rows and columns that hold anything.
fn filled_rows(range: &Range<Data>) -> Vec<SheetRow> {
    let first_row = range.start().map_or(0, |(row, _)| u64::from(row));
    let texts = range
        .rows()
        .enumerate()
        .map(|(index, row)| (first_row + index as u64 + 1, row.iter().map(cell_text).collect()));
    let mut rows: Vec<SheetRow> = texts.collect();
    rows.retain(|(_, cells)| cells.iter().any(|c| !c.is_empty()));
    let width = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let used: Vec<bool> =
        (0..width).map(|i| rows.iter().any(|(_, cells)| cells.get(i).is_some_and(|c| !c.is_empty()))).collect();
    for (_, cells) in &mut rows {
        let mut keep = used.iter();
        cells.retain(|_| keep.next().copied().unwrap_or(false));
    }
    rows
}

fn load_sheet(
    mut rows: Vec<SheetRow>,
    name: &names::Name,
    origin: &str,
    target: &mut Target<'_>,
) -> Result<(), ConnectorError> {
    let sample: Vec<Vec<String>> = rows.iter().take(2_000).map(|(_, cells)| cells.clone()).collect();
    let shape = layout::find_table(&sample);
    let mut staging =
        Staging::new(shape.headers, sample.get(shape.data_start..).unwrap_or_default(), ' ', target.aside())?;
    if !shape.has_header {
        staging.notes.push("no header row; the columns are numbered".to_owned());
    }
    if shape.skipped > 0 {
        staging.notes.push(format!("{} rows above the header were left out", shape.skipped));
    }
    let data = rows.get(shape.data_start..).unwrap_or_default();
    if totals::ends_with_totals(data.iter().map(|(_, cells)| cells.as_slice()))
        && let Some((number, _)) = rows.pop()
    {
        staging.notes.push(format!("row {number} adds up the rows above it and was left out"));
    }
    for (number, mut cells) in rows.into_iter().skip(shape.data_start) {
        // Columns beyond the header that the sample left empty were cut; later ones are reported by `push`.
        cells.truncate(cells.iter().rposition(|c| !c.is_empty()).map_or(0, |i| i + 1).max(shape.width));
        staging.push(number, cells, false)?;
    }
    staging.finish(target, name, origin)
}

fn cell_text(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number_text(*number),
        Data::String(text) => text.trim().to_owned(),
        Data::Bool(true) => "true".to_owned(),
        Data::Bool(false) => "false".to_owned(),
        Data::DateTime(moment) => moment_text(moment),
        Data::DateTimeIso(text) => text.trim_end_matches("T00:00:00").to_owned(),
        Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
    }
}

/// Spreadsheets compute in doubles: 0.1 + 0.2 is shown as 0.3, and so it is read.
fn number_text(number: f64) -> String {
    let shown = format!("{number:.15e}").parse::<f64>().unwrap_or(number);
    let rounded = format!("{number:.14e}").parse::<f64>().unwrap_or(shown);
    if rounded.abs() >= 1e18 { format!("{rounded:e}") } else { format!("{rounded}") }
}

fn moment_text(moment: &ExcelDateTime) -> String {
    let days = moment.as_f64();
    if moment.is_duration() {
        return number_text(days * 24.0);
    }
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let has_time = (hour, minute, second, milli) != (0, 0, 0, 0);
    if (0.0..1.0).contains(&days) {
        time
    } else if milli > 0 {
        format!("{year:04}-{month:02}-{day:02} {time}.{milli:03}")
    } else if has_time {
        format!("{year:04}-{month:02}-{day:02} {time}")
    } else {
        format!("{year:04}-{month:02}-{day:02}")
    }
}
