//! The careful way: rows are made even and written to a clean CSV aside, every cell is looked at, then the engine
//! makes the table from it.
//!
//! Text files that are small, ragged or odd and all sheets come through here. Owns the report of what did not fit:
//! each row keeps the line it came from, so that a cell that the engine could not convert is named with its line.

use super::convert::{from_text, is_value, quote_identifier, quote_text};
use super::dates::Order;
use super::layout;
use super::mending::{self, Look};
use super::names::{self, Name};
use super::profile::{ColumnType, Habits, Profile, Verdict};
use super::{FileProblem, Target, internal};
use crate::ConnectorError;
use std::io::BufWriter;
use std::path::Path;
use tempfile::NamedTempFile;

/// Problems kept with their text; the rest is counted.
pub const KEPT_PROBLEMS: usize = 100;

#[derive(Default)]
pub struct Problems {
    pub first: Vec<FileProblem>,
    pub count: u64,
}

impl Problems {
    pub fn add(&mut self, line: u64, message: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < KEPT_PROBLEMS {
            self.first.push(FileProblem { line, message: message() });
        }
    }
}

pub struct Staging {
    headers: Vec<String>,
    profiles: Vec<Profile>,
    writer: csv::Writer<BufWriter<NamedTempFile>>,
    longest_row: usize,
    rows: u64,
    mended: u64,
    /// What each column usually holds: it tells where a row that is too short or too long went wrong.
    looks: Vec<Option<Look>>,
    delimiter: char,
    /// Rows usually end with a delimiter that the header lacks.
    trailing_blanks: bool,
    pub problems: Problems,
    pub notes: Vec<String>,
}

impl Staging {
    /// `sample` is some rows of the table below its header.
    pub fn new(
        headers: Vec<String>,
        sample: &[Vec<String>],
        delimiter: char,
        aside: &Path,
    ) -> Result<Self, ConnectorError> {
        let file = NamedTempFile::new_in(aside).map_err(|e| internal("a temporary file cannot be made", &e))?;
        Ok(Self {
            profiles: vec![Profile::default(); headers.len()],
            looks: mending::usual_looks(sample, headers.len()),
            delimiter,
            trailing_blanks: layout::usual_width(sample) > headers.len(),
            headers,
            writer: csv::Writer::from_writer(BufWriter::new(file)),
            longest_row: 0,
            rows: 0,
            mended: 0,
            problems: Problems::default(),
            notes: Vec::new(),
        })
    }

    /// Takes a row of trimmed cells. One that is too short or too long is reported and kept as far as it goes.
    ///
    /// `mended` rows, and those that are mended here, do not vote on the types: one glued cell must not make a column
    /// of dates a column of texts.
    pub fn push(&mut self, line: u64, mut cells: Vec<String>, mut mended: bool) -> Result<(), ConnectorError> {
        let width = self.headers.len();
        let usual_end = self.trailing_blanks && cells.iter().skip(width).all(String::is_empty);
        if cells.len() < width || (cells.len() > width && !usual_end) {
            let (fitted, done) = mending::fit(cells, &self.looks, self.delimiter);
            self.problems.add(line, || done);
            cells = fitted;
            mended = true;
        }
        cells.resize(width, String::new());
        for (cell, profile) in cells.iter_mut().zip(&mut self.profiles) {
            if cell.contains('\0') {
                cell.retain(|c| c != '\0');
            }
            if !mended {
                profile.observe(cell);
            }
        }
        self.mended += u64::from(mended);
        self.longest_row = self.longest_row.max(cells.iter().map(|c| c.len() * 2 + 3).sum());
        self.rows += 1;
        let line = line.to_string();
        let record = std::iter::once(line.as_str()).chain(cells.iter().map(String::as_str));
        self.writer.write_record(record).map_err(|e| internal("a temporary file cannot be written", &e))
    }

    /// Makes the table and reports it.
    pub fn finish(mut self, target: &mut Target<'_>, name: &Name, origin: &str) -> Result<(), ConnectorError> {
        let columns = names::column_names(&self.headers);
        let mut verdicts = verdicts(&self.profiles, &columns, self.delimiter);
        let file = self.writer.into_inner().map_err(|e| internal("a temporary file cannot be written", &e.error()))?;
        let file = file.into_inner().map_err(|e| internal("a temporary file cannot be written", &e.error()))?;
        let source = read_staged(file.path(), columns.len(), self.longest_row);
        for (index, (column, verdict)) in columns.iter().zip(&mut verdicts).enumerate() {
            if verdict.column_type != ColumnType::Text && (verdict.misfits > 0 || self.mended > 0) {
                let misfits = Misfits { source: &source, raw: &format!("c{index}"), column };
                misfits.report(target, verdict, self.rows, &mut self.problems)?;
            }
        }
        let selected = columns.iter().zip(&verdicts).enumerate().map(|(index, (column, verdict))| {
            let value = from_text(&verdict.column_type, &format!("c{index}"));
            format!("{value} AS {}", quote_identifier(&column.identifier))
        });
        let selected: Vec<String> = selected.collect();
        let table = quote_identifier(&name.identifier);
        target.execute(&format!("CREATE TABLE {table} AS SELECT {} FROM {source}", selected.join(", ")))?;
        self.problems.first.sort_by_key(|p| p.line);
        self.notes.extend(type_notes(&columns, &verdicts));
        target.describe(name, &columns)?;
        target.report(name, origin, self.rows, self.problems, self.notes, doubts(&columns, &verdicts));
        Ok(())
    }
}

/// Types for all columns; what one column decides about decimal marks and dates helps the undecided ones.
pub fn verdicts(profiles: &[Profile], columns: &[Name], delimiter: char) -> Vec<Verdict> {
    let habits = Habits {
        parted_by_commas: delimiter == ',',
        decimal_comma: profiles.iter().any(Profile::wants_decimal_comma),
        day_first: profiles.iter().find_map(Profile::day_first),
    };
    profiles.iter().zip(columns).map(|(profile, column)| profile.verdict(&column.identifier, habits)).collect()
}

/// What a person should know about how values were read.
pub fn type_notes(columns: &[Name], verdicts: &[Verdict]) -> Vec<String> {
    let mut notes = Vec::new();
    for (column, verdict) in columns.iter().zip(verdicts) {
        let name = &column.identifier;
        match &verdict.column_type {
            ColumnType::Int(style) | ColumnType::Decimal { style, .. } | ColumnType::Float(style) => {
                if let Some(currency) = style.currency {
                    notes.push(format!("{name}: amounts in {currency}"));
                }
                if style.percent {
                    notes.push(format!("{name}: in percent (12.5 stands for 12.5 %)"));
                }
                if style.decimal_comma {
                    notes.push(format!("{name}: read with a decimal comma"));
                }
            }
            _ => {}
        }
        if verdict.markers > 0 {
            notes.push(format!("{name}: cells such as N/A are read as empty"));
        }
    }
    notes
}

/// What could be read in two ways in every value of a column: how it was read, and how to have it read otherwise.
pub fn doubts(columns: &[Name], verdicts: &[Verdict]) -> Vec<String> {
    let doubts = columns.iter().zip(verdicts).filter_map(|(column, verdict)| {
        let name = &column.identifier;
        match &verdict.column_type {
            ColumnType::Date(shapes) | ColumnType::Timestamp { shapes, .. } if verdict.undecided_order => {
                let day_first = shapes.iter().any(|shape| shape.order == Order::DayMonthYear);
                let (read, other) = if day_first { ("3 April", "2024-03-04") } else { ("March 4", "2024-04-03") };
                Some(format!(
                    "{name}: 03/04/2024 is read as {read}, but every date in it could be meant the other way round; \
                     if it is, write dates as {other}"
                ))
            }
            ColumnType::Int(_) if verdict.undecided_mark => Some(format!(
                "{name}: 1,234 is read as 1234, but every number in it could be meant with decimals; if it is, write 1.234"
            )),
            ColumnType::Decimal { .. } | ColumnType::Float(_) if verdict.undecided_mark => Some(format!(
                "{name}: 1.234 is read with three decimals, but every number in it could be meant in thousands; if it is, \
                 write 1234"
            )),
            _ => None,
        }
    });
    doubts.collect()
}

fn read_staged(path: &Path, width: usize, longest_row: usize) -> String {
    let columns: Vec<String> = (0..width).map(|index| format!("'c{index}': 'VARCHAR'")).collect();
    // The engine's default is 2 MB for a line; a longer one needs a buffer that holds it.
    let room = match longest_row {
        short if short < 1_900_000 => String::new(),
        long => format!(", max_line_size={0}, buffer_size={0}", (long + 1024) * 2),
    };
    format!(
        "read_csv({}, auto_detect=false, delim=',', quote='\"', escape='\"', header=false, new_line='\\n', \
         nullstr='', columns={{'line': 'BIGINT', {}}}{room})",
        quote_text(&path.to_string_lossy()),
        columns.join(", ")
    )
}

/// The cells of a column that its type leaves empty because they do not fit.
struct Misfits<'a> {
    source: &'a str,
    raw: &'a str,
    column: &'a Name,
}

impl Misfits<'_> {
    /// Names them; or gives the type up where they are too many (mended rows have not been asked before).
    fn report(
        &self,
        target: &Target<'_>,
        verdict: &mut Verdict,
        rows: u64,
        problems: &mut Problems,
    ) -> Result<(), ConnectorError> {
        let value = from_text(&verdict.column_type, self.raw);
        let misfits = format!("FROM {} WHERE {} AND {value} IS NULL", self.source, is_value(self.raw));
        let count = target.count_of(&format!("(SELECT 1 {misfits})"))?;
        if count * 20 > rows {
            *verdict = Verdict::TEXT;
            return Ok(());
        }
        let header = self.column.label.as_deref().unwrap_or(&self.column.identifier);
        let kind = kind_name(&verdict.column_type);
        let found = target.rows(&format!("SELECT line, left({}, 60) {misfits} LIMIT {KEPT_PROBLEMS}", self.raw))?;
        let unseen = count.saturating_sub(found.len() as u64);
        for (line, text) in found {
            problems.add(line, || format!("'{text}' in column {header} is not {kind}; the cell is empty"));
        }
        problems.count += unseen;
        Ok(())
    }
}

pub fn kind_name(column_type: &ColumnType) -> &'static str {
    match column_type {
        ColumnType::Text => "a text",
        ColumnType::Bool => "yes or no",
        ColumnType::Int(_) => "a whole number",
        ColumnType::Decimal { .. } | ColumnType::Float(_) => "a number",
        ColumnType::Date(_) => "a date",
        ColumnType::Timestamp { .. } => "a date with time",
        ColumnType::Time => "a time of day",
    }
}

pub fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(59).chain(['…']).collect() }
}
