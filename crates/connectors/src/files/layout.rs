//! How a text file is laid out: delimiter, quote, where the table starts, whether it has a header.
//!
//! Decided on a sample. Delimiters are judged by how evenly they part the lines and by how much of what they part
//! looks like values. Refuses to fail: a text without structure is a table of one column.

use super::dates;
use super::mending::{Look, look};
use super::numbers;
use super::profile::is_null_marker;
use super::records::{DELIMITERS, Format, LineSource, Record, RecordReader};
use crate::ConnectorError;

/// Where in the records the table is, and what its columns are called in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct TableShape {
    /// Number of columns.
    pub width: usize,
    /// As they stand in the file; empty texts where there is no header.
    pub headers: Vec<String>,
    pub has_header: bool,
    /// Index of the first record below the header.
    pub data_start: usize,
    /// Records above the header: titles, comments.
    pub skipped: usize,
}

/// Rows judged for the delimiter.
const JUDGED_LINES: usize = 400;

pub fn find_format(lines: &[&str], extension: &str) -> Format {
    let lines: Vec<&str> = lines.iter().copied().filter(|l| !l.trim().is_empty()).take(JUDGED_LINES).collect();
    let backslash = uses_backslash(&lines);
    let mut best = (0.0, Format { delimiter: b',', quote: Some(b'"'), backslash });
    for quote in likely_quotes(&lines) {
        for delimiter in DELIMITERS {
            let format = Format { delimiter, quote, backslash };
            let score = score(&lines, format) * prior(delimiter, extension);
            if score > best.0 {
                best = (score, format);
            }
        }
    }
    best.1
}

/// Double quotes unless single ones stand where quotes stand and double ones do not.
fn likely_quotes(lines: &[&str]) -> Vec<Option<u8>> {
    let bounded = |quote: char| {
        let at_start = |line: &&&str| {
            DELIMITERS.iter().take(4).any(|d| line.contains(&format!("{}{quote}", char::from(*d))))
                || line.starts_with(quote)
        };
        lines.iter().filter(at_start).count()
    };
    if bounded('\'') > 0 && bounded('"') == 0 { vec![Some(b'"'), Some(b'\'')] } else { vec![Some(b'"')] }
}

fn uses_backslash(lines: &[&str]) -> bool {
    let count = |pattern: &str| lines.iter().map(|l| l.matches(pattern).count()).sum::<usize>();
    let escaped = count("\\\"");
    // `C:\"` closes a field whose text ends in a backslash.
    let closing: usize = [",", ";", "\t", "|"].iter().map(|d| count(&format!("\\\"{d}"))).sum();
    escaped > closing && count("\"\"") < escaped
}

/// Weak delimiters also occur inside values, so they have to be much better.
fn prior(delimiter: u8, extension: &str) -> f64 {
    match (delimiter, extension) {
        (b'\t', "tsv" | "tab") => 1.5,
        (b',', "csv") => 1.05,
        (b',' | b';' | b'\t' | b'|', _) => 1.0,
        (b':' | b' ', _) => 0.45,
        _ => 0.8,
    }
}

/// Zero if the lines are not parted at all; up to about one if all are parted alike into things that look like values.
fn score(lines: &[&str], format: Format) -> f64 {
    let mut widths: Vec<(usize, usize)> = Vec::new();
    let (mut cells, mut known) = (0_usize, 0_usize);
    let records = sample_records(lines, format, None);
    for record in &records {
        let width = record.fields.len();
        match widths.iter_mut().find(|(w, _)| *w == width) {
            Some((_, count)) => *count += 1,
            None => widths.push((width, 1)),
        }
        cells += width;
        known += record.fields.iter().filter(|f| looks_like_value(f)).count();
        // A broken quote speaks against this way of reading.
        cells += if record.trouble.is_some() { width } else { 0 };
    }
    if cells == 0 || records.is_empty() {
        return 0.0;
    }
    // Each pattern of lines weighs by how many lines have it and how many fields it makes; many patterns divide it.
    let pattern: f64 =
        widths.iter().map(|(width, count)| (*count as f64) * (*width as f64 - 1.0) / (*width as f64)).sum::<f64>()
            / (widths.len() as f64)
            / (records.len() as f64);
    let most = widths.iter().filter(|(w, _)| *w > 1).map(|(_, count)| *count).max().unwrap_or(0);
    let evenness = most as f64 / records.len() as f64;
    (pattern.sqrt() + evenness) / 2.0 * (0.1 + 0.9 * known as f64 / cells as f64) * if most == 0 { 0.0 } else { 1.0 }
}

fn looks_like_value(field: &str) -> bool {
    field.is_empty()
        || is_null_marker(field)
        || numbers::read_number(field).is_some()
        || dates::is_time_of_day(field)
        || !dates::read_date(field).is_empty()
        || field.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '\'' | '/' | '@' | '&'))
        || field.starts_with("http")
        || field.len() > 30
}

/// The sample's records. Without a width broken quotes are read line by line.
pub fn sample_records(lines: &[&str], format: Format, width: Option<usize>) -> Vec<Record> {
    struct Given<'a>(std::slice::Iter<'a, &'a str>);
    impl LineSource for Given<'_> {
        fn next_line(&mut self) -> Result<Option<String>, ConnectorError> {
            Ok(self.0.next().map(|line| (*line).to_owned()))
        }
    }
    let mut reader = RecordReader::new(Given(lines.iter()), format, width);
    std::iter::from_fn(|| reader.next_record().ok().flatten()).collect()
}

/// The number of fields most rows have; of two equally frequent ones the larger.
pub fn usual_width(rows: &[Vec<String>]) -> usize {
    let mut counts = std::collections::BTreeMap::new();
    rows.iter().for_each(|row| *counts.entry(row.len()).or_insert(0_usize) += 1);
    counts.into_iter().max_by_key(|(width, count)| (*count, *width)).map_or(1, |(width, _)| width)
}

/// Finds the table among rows of cells: of a text file or of a sheet.
pub fn find_table(rows: &[Vec<String>]) -> TableShape {
    let usual = usual_width(rows);
    let filled = |row: &Vec<String>| row.iter().filter(|f| !f.is_empty()).count();
    // A title or remark fills one or two cells of a wide table; the header fills most of them.
    let typical = {
        let mut counts: Vec<usize> = rows.iter().filter(|r| r.len() == usual).map(filled).collect();
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied().unwrap_or(1)
    };
    let enough = if typical <= 2 { typical } else { typical.div_ceil(2).max(2) };
    let start = rows.iter().take(60).position(|row| filled(row) >= enough).unwrap_or(0);
    let body = rows.get(start..).unwrap_or_default();
    let Some((first, rest)) = body.split_first() else {
        return TableShape { width: 0, headers: Vec::new(), has_header: false, data_start: 0, skipped: 0 };
    };
    let first = &without_surplus_blanks(first, usual);
    let has_header = is_header(first, rest);
    let trailing_blank = first.len() == usual
        || rest.iter().filter(|r| r.len() == usual).all(|r| r.last().is_some_and(String::is_empty));
    let width = match has_header {
        // Every line of some exports ends with a delimiter that the header lacks.
        true if first.len() + 1 == usual && trailing_blank => first.len(),
        true => first.len().max(usual),
        false => usual,
    };
    let mut headers = if has_header { first.clone() } else { Vec::new() };
    if let Some(name) = headers.first_mut().filter(|h| h.starts_with('#') && h.len() > 1) {
        *name = name.trim_start_matches('#').trim().to_owned();
    }
    headers.resize(width, String::new());
    let width =
        width - headers.iter().rev().take_while(|h| h.is_empty()).count().min(unused_tail(rest, width, has_header));
    headers.truncate(width);
    TableShape { width, headers, has_header, data_start: start + usize::from(has_header), skipped: start }
}

/// A header with a delimiter too many: its empty names are dropped where that makes it as wide as the rows.
fn without_surplus_blanks(header: &[String], usual: usize) -> Vec<String> {
    let named: Vec<String> = header.iter().filter(|name| !name.is_empty()).cloned().collect();
    if header.len() > usual && named.len() == usual { named } else { header.to_vec() }
}

/// Columns at the right edge that no row of the sample fills.
fn unused_tail(rows: &[Vec<String>], width: usize, has_header: bool) -> usize {
    if !has_header || rows.is_empty() {
        return 0;
    }
    let used = rows.iter().map(|row| row.iter().rposition(|f| !f.is_empty()).map_or(0, |i| i + 1)).max().unwrap_or(0);
    width.saturating_sub(used.max(1))
}

/// Each column votes: a word above numbers speaks for a header, a number above numbers against.
fn is_header(first: &[String], rest: &[Vec<String>]) -> bool {
    // A header repeated further down is still a header.
    let rest: Vec<&Vec<String>> = rest.iter().take(200).filter(|row| row.as_slice() != first).collect();
    let mut votes = 0.0;
    for (index, cell) in first.iter().enumerate() {
        let below: Vec<&str> = rest.iter().filter_map(|row| row.get(index)).map(String::as_str).collect();
        let filled: Vec<&str> = below.into_iter().filter(|c| look(c) != Look::Empty).collect();
        let words = filled.iter().filter(|c| look(c) == Look::Word).count();
        let typed = !filled.is_empty() && words * 10 <= filled.len();
        votes += match (look(cell), typed) {
            (Look::Empty, _) => 0.0,
            (Look::Word | Look::Link, true) => 1.0,
            (Look::Word | Look::Link, false) if filled.contains(&cell.as_str()) && filled.len() > 1 => -0.7,
            (Look::Word | Look::Link, false) => 0.0,
            // Years as headers of a cross table: 2019, 2020, 2021.
            (Look::Number, true) if is_year(cell) && !filled.iter().all(|c| is_year(c)) => 0.5,
            (Look::Number | Look::Moment, true) => -1.0,
            (Look::Number | Look::Moment, false) => -0.5,
        };
    }
    let all_words = first.iter().all(|c| look(c) == Look::Word || c.is_empty()) && first.iter().any(|c| !c.is_empty());
    votes > 0.0 || (votes > -0.1 && all_words)
}

fn is_year(cell: &str) -> bool {
    cell.len() == 4 && cell.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year))
}

/// Whether the sample is read by the plainest rules, so that the engine's own reader will do. The last record may be
/// cut off by the end of the sample.
pub fn is_plain(lines: &[&str], format: Format, width: usize) -> bool {
    let mark = char::from(format.delimiter);
    let (before, after) = (format!(" {mark}"), format!("{mark} "));
    let padded = |line: &&str| !line.contains('"') && (line.contains(&before) || line.contains(&after));
    let records = sample_records(lines, format, Some(width));
    let whole = records.get(..records.len().saturating_sub(1)).unwrap_or_default();
    whole.iter().all(|r| r.trouble.is_none() && r.fields.len() == width) && !lines.iter().any(padded)
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
