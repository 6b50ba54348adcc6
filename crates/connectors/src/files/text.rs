//! CSV, TSV and other delimited text.
//!
//! Decides on a sample how the file is written, then takes one of two ways: the fast one of `fast` for large clean
//! files; for every other file, and for every file refused there, the careful one of `staging`, line by line.

use super::fast;
use super::layout::{self, TableShape};
use super::names::Name;
use super::records::{Format, RecordReader};
use super::source::{Encoding, TextFile, decode, unreadable};
use super::staging::Staging;
use super::{Input, Progress, Quiet, Target, bad_file};
use crate::ConnectorError;
use std::io::Read;

/// Bytes from the start of the file on which its layout is decided.
const HEAD: usize = 1 << 20;
/// Smaller files are read carefully: that takes no noticeable time.
const LARGE: u64 = 4 << 20;

pub fn load(
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<(), ConnectorError> {
    let (encoding, text) = read_head(input)?;
    let old_mac_lines = has_old_mac_lines(&text);
    let file = TextFile { path: input.path, gzip: input.gzip, encoding, old_mac_lines };
    let lines = split_lines(&text, old_mac_lines);
    let format = layout::find_format(&lines, input.extension);
    let rough: Vec<Vec<String>> = layout::sample_records(&lines, format, None).into_iter().map(|r| r.fields).collect();
    let width = layout::usual_width(&rough);
    let records = layout::sample_records(&lines, format, (width > 1).then_some(width));
    let rows: Vec<Vec<String>> = records.iter().map(|r| r.fields.clone()).collect();
    let shape = layout::find_table(&rows);
    if shape.width == 0 {
        return Err(bad_file(input.path, "holds no rows", "Choose a file with a header line and at least one row."));
    }
    let first_line = records.get(shape.data_start).map(|r| r.line);
    let sample = rows.into_iter().skip(shape.data_start).collect();
    let notes = layout_notes(encoding, format, &shape);
    let plan = Plan { file, format, shape, first_line, sample, notes };

    if input.bytes > LARGE {
        let end = if old_mac_lines {
            "\\r"
        } else if text.contains("\r\n") {
            "\\r\\n"
        } else {
            "\\n"
        };
        if fast::load(&plan, &lines, end, input, name, target, progress)? {
            return Ok(());
        }
        // What the fast way read before it was refused does not count.
        progress.start(input.origin, input.bytes);
    }
    load_carefully(plan, input, name, target, progress)
}

/// The start of the file as whole lines of text, and how it is encoded. Refuses what is no text.
fn read_head(input: &Input<'_>) -> Result<(Encoding, String), ConnectorError> {
    let mut head = Vec::new();
    let raw = TextFile { path: input.path, gzip: input.gzip, encoding: Encoding::Utf8, old_mac_lines: false };
    raw.bytes(&Quiet)?.take(HEAD as u64).read_to_end(&mut head).map_err(|e| unreadable(input.path, &e))?;
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
    if head.len() == HEAD {
        let end = text.rfind(if has_old_mac_lines(&text) { '\r' } else { '\n' }).unwrap_or(text.len());
        text.truncate(end);
    }
    Ok((encoding, text))
}

fn has_old_mac_lines(text: &str) -> bool {
    !text.contains('\n') && text.contains('\r')
}

/// How the file will be read.
pub struct Plan<'a> {
    pub file: TextFile<'a>,
    pub format: Format,
    pub shape: TableShape,
    /// Line of the first row below the header; `None` if the sample has none.
    pub first_line: Option<u64>,
    /// Rows below the header, as far as they were read to decide.
    sample: Vec<Vec<String>>,
    pub notes: Vec<String>,
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
        staging.push(record.line, record.fields, record.trouble.is_some())?;
    }
    staging.finish(target, name, input.origin)
}

pub fn split_lines(text: &str, old_mac_lines: bool) -> Vec<&str> {
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
