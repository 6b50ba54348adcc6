//! CSV, TSV and other delimited text.
//!
//! Decides on a sample how the file is written, then takes one of two ways. A large clean file goes through the
//! engine's own parallel reader in one statement, which refuses the first value that does not fit; every other file,
//! and every file so refused, goes the careful way of `staging`, line by line.

use super::convert::{checked, quote_identifier, quote_text};
use super::layout::{self, TableShape};
use super::names::{self, Name};
use super::profile::Profile;
use super::records::{Format, RecordReader};
use super::source::{Encoding, TextFile, decode, unreadable};
use super::staging::{Problems, Staging, type_notes, verdicts};
use super::{Input, Progress, Quiet, Target, bad_file};
use crate::ConnectorError;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Bytes from the start of the file on which its layout is decided.
const HEAD: usize = 1 << 20;
/// Further places of a large file that are looked at before the fast way is taken.
const SPOTS: u64 = 24;
const SPOT: usize = 1 << 16;
/// Smaller files are read carefully: that takes no noticeable time.
const LARGE: u64 = 4 << 20;

pub fn load(
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<(), ConnectorError> {
    let mut head = Vec::new();
    let unstarted = TextFile { path: input.path, gzip: input.gzip, encoding: Encoding::Utf8, old_mac_lines: false };
    unstarted.bytes(&Quiet)?.take(HEAD as u64).read_to_end(&mut head).map_err(|e| unreadable(input.path, &e))?;
    let encoding = Encoding::detect(&head);
    let mut text = decode(&head, encoding);
    if text.trim().is_empty() {
        return Err(bad_file(input.path, "is empty", "Choose a file with a header line and at least one row."));
    }
    if looks_binary(&text) {
        return Err(bad_file(
            input.path,
            "is not text: it holds bytes that no text has",
            "Export the data as CSV, JSON, Parquet or XLSX and choose that file.",
        ));
    }
    let old_mac_lines = !text.contains('\n') && text.contains('\r');
    let whole = head.len() < HEAD;
    if !whole {
        let end = text.rfind(if old_mac_lines { '\r' } else { '\n' }).unwrap_or(text.len());
        text.truncate(end);
    }
    let file = TextFile { encoding, old_mac_lines, ..unstarted };
    let lines = split_lines(&text, old_mac_lines);
    let format = layout::find_format(&lines, input.extension);
    let rough: Vec<Vec<String>> = layout::sample_records(&lines, format, None).into_iter().map(|r| r.fields).collect();
    let width = layout::usual_width(&rough);
    let records = layout::sample_records(&lines, format, (width > 1).then_some(width));
    let rows: Vec<Vec<String>> = records.iter().map(|r| r.fields.clone()).collect();
    let shape = layout::find_table(&rows);
    let first_line = records.get(shape.data_start).map(|r| r.line);
    let sample = rows.into_iter().skip(shape.data_start).collect();
    let notes = layout_notes(encoding, format, &shape);
    let plan = Plan { file, format, shape, first_line, sample, notes };

    if input.bytes > LARGE && load_fast(&plan, &lines, &text, input, name, target, progress)? {
        return Ok(());
    }
    load_carefully(plan, input, name, target, progress)
}

/// How the file will be read.
struct Plan<'a> {
    file: TextFile<'a>,
    format: Format,
    shape: TableShape,
    /// Line of the first row below the header; `None` if the sample has none.
    first_line: Option<u64>,
    /// Rows below the header, as far as they were read to decide.
    sample: Vec<Vec<String>>,
    notes: Vec<String>,
}

fn layout_notes(encoding: Encoding, format: Format, shape: &TableShape) -> Vec<String> {
    let mut notes = vec![format!("encoding {}", encoding.name())];
    if shape.width > 1 {
        notes.push(format!("fields parted by {}", delimiter_name(format.delimiter)));
    }
    if !shape.has_header {
        notes.push("no header line; the columns are numbered".to_owned());
    }
    if shape.skipped > 0 {
        notes.push(format!("{} lines above the header were left out", shape.skipped));
    }
    notes
}

fn load_carefully(
    plan: Plan<'_>,
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<(), ConnectorError> {
    let width = plan.shape.width;
    let mut staging =
        Staging::new(plan.shape.headers.clone(), &plan.sample, char::from(plan.format.delimiter), target.aside())?;
    staging.notes = plan.notes;
    let mut reader = RecordReader::new(plan.file.lines(progress)?, plan.format, (width > 1).then_some(width));
    let mut index = 0;
    while let Some(record) = reader.next_record()? {
        index += 1;
        if index <= plan.shape.data_start {
            continue;
        }
        if plan.shape.has_header && record.fields == plan.shape.headers {
            staging.problems.add(record.line, || "repeats the header; it was left out".to_owned());
            continue;
        }
        if let Some(trouble) = record.trouble {
            staging.problems.add(record.line, || trouble.to_owned());
        }
        staging.push(record.line, record.fields)?;
    }
    staging.finish(target, name, input.origin)
}

/// Tries the engine's own reader; `false` if the file is not for it.
fn load_fast(
    plan: &Plan<'_>,
    lines: &[&str],
    text: &str,
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<bool, ConnectorError> {
    let Some(first_line) = plan.first_line else { return Ok(false) };
    let skip = usize::try_from(first_line - 1).unwrap_or(usize::MAX);
    let width = plan.shape.width;
    let body = lines.get(skip..).unwrap_or_default();
    let readable = plan.file.encoding == Encoding::Utf8 && !plan.format.backslash && plan.format.delimiter != b' ';
    let quotes_fit = plan.format.quote == Some(b'"');
    if !readable || !quotes_fit || width < 2 || !layout::is_plain(body, plan.format, width) {
        return Ok(false);
    }
    let mut profiles = vec![Profile::default(); width];
    let mut observe = |lines: &[&str]| {
        for record in layout::sample_records(lines, plan.format, Some(width)) {
            if record.fields.len() == width && record.trouble.is_none() {
                profiles.iter_mut().zip(&record.fields).for_each(|(profile, cell)| profile.observe(cell));
            }
        }
    };
    observe(body);
    if !input.gzip {
        for spot in spots(input)? {
            observe(&split_lines(&spot, plan.file.old_mac_lines));
        }
    }
    let columns = names::column_names(&plan.shape.headers);
    let verdicts = verdicts(&profiles, &columns);
    if verdicts.iter().any(|v| v.misfits > 0) {
        return Ok(false);
    }
    let typed = columns.iter().zip(&verdicts).enumerate().map(|(index, (column, verdict))| {
        let column_read = checked(&verdict.column_type, verdict.markers > 0, &format!("c{index}"));
        let selected = format!("{} AS {}", column_read.expression, quote_identifier(&column.identifier));
        (format!("'c{index}': '{}'", column_read.read_as), selected)
    });
    let (types, selected): (Vec<String>, Vec<String>) = typed.unzip();
    let end = if plan.file.old_mac_lines {
        "\\r"
    } else if text.contains("\r\n") {
        "\\r\\n"
    } else {
        "\\n"
    };
    let compression = if input.gzip { ", compression='gzip'" } else { "" };
    let sql = format!(
        "CREATE TABLE {} AS SELECT {} FROM read_csv({}, auto_detect=false, delim={}, quote='\"', escape='\"', \
         header=false, skip={skip}, new_line='{end}', nullstr=''{compression}, columns={{{}}})",
        quote_identifier(&name.identifier),
        selected.join(", "),
        quote_text(&input.path.to_string_lossy()),
        quote_text(&char::from(plan.format.delimiter).to_string()),
        types.join(", ")
    );
    match target.execute_watched(&sql, input.bytes, progress) {
        Ok(()) => {}
        Err(refused) => {
            tracing::debug!(%refused, file = input.origin, "the fast way was refused");
            return Ok(false);
        }
    }
    let mut notes = plan.notes.clone();
    notes.extend(type_notes(&columns, &verdicts));
    target.describe(name, &columns)?;
    let rows = target.count(name)?;
    target.report(name, input.origin, rows, Problems::default(), notes);
    Ok(true)
}

/// Whole lines from places spread over the file.
fn spots(input: &Input<'_>) -> Result<Vec<String>, ConnectorError> {
    let failed = |e: std::io::Error| unreadable(input.path, &e);
    let mut file = File::open(input.path).map_err(failed)?;
    let mut texts = Vec::new();
    for number in 1..=SPOTS {
        file.seek(SeekFrom::Start(input.bytes / (SPOTS + 1) * number)).map_err(failed)?;
        let mut bytes = Vec::with_capacity(SPOT);
        (&mut file).take(SPOT as u64).read_to_end(&mut bytes).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        if let (Some(first), Some(last)) = (text.find('\n'), text.rfind('\n')) {
            texts.push(text.get(first + 1..last).unwrap_or_default().to_owned());
        }
    }
    Ok(texts)
}

fn split_lines(text: &str, old_mac_lines: bool) -> Vec<&str> {
    if old_mac_lines {
        text.split('\r').collect()
    } else {
        text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
    }
}

fn looks_binary(text: &str) -> bool {
    let sample: Vec<char> = text.chars().take(8192).collect();
    let odd = sample.iter().filter(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x1f' | '\x0c')).count();
    odd * 50 > sample.len()
}

fn delimiter_name(delimiter: u8) -> String {
    match delimiter {
        b',' => "commas".to_owned(),
        b';' => "semicolons".to_owned(),
        b'\t' => "tabs".to_owned(),
        b' ' => "blanks".to_owned(),
        other => format!("'{}'", char::from(other).escape_default()),
    }
}
