//! JSON, NDJSON and Parquet: kinds that the engine reads with their types.
//!
//! Owns what the engine leaves open: names, texts that hold dates or amounts, a table wrapped in an object, broken
//! lines of NDJSON (reported with their line), encodings. Nested values stay nested.

use super::convert::{from_text, is_value, quote_identifier, quote_text};
use super::depth;
use super::names::{self, Name};
use super::profile::{ColumnType, Profile, Verdict};
use super::records::LineSource;
use super::source::{Encoding, TextFile, unreadable};
use super::staging::{Problems, doubts, shorten, type_notes, verdicts};
use super::{Input, Progress, Target, bad_file, internal};
use crate::ConnectorError;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Texts looked at per column.
const OBSERVED: usize = 200_000;
/// Below this many bytes the whole file decides the types, above it the engine's sample.
const WHOLLY_SAMPLED: u64 = 256 << 20;
/// One JSON object may be as large as its file, within these.
const LEAST_OBJECT: u64 = 16 << 20;
const MOST_OBJECT: u64 = 1 << 30;
/// How far a packed file is taken to unpack.
const GZIP_GROWTH: u64 = 20;
/// Where a file rests until its columns have their names and types.
const RAW: &str = "\"_vouch_raw\"";

pub fn load_parquet(
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<(), ConnectorError> {
    let source = format!("read_parquet({})", quote_text(&input.path.to_string_lossy()));
    let described = target.describe_source(&source).map_err(|e| {
        bad_file(
            input.path,
            &format!("cannot be read as Parquet: {}", first_line(&e)),
            "Write the file again; it may be cut short.",
        )
    })?;
    let (headers, _): (Vec<String>, Vec<String>) = described.into_iter().unzip();
    let columns = names::column_names(&headers);
    let selected: Vec<String> = headers
        .iter()
        .zip(&columns)
        .map(|(header, column)| format!("{} AS {}", quote_identifier(header), quote_identifier(&column.identifier)))
        .collect();
    let table = quote_identifier(&name.identifier);
    let sql = format!("CREATE TABLE {table} AS SELECT {} FROM {source}", selected.join(", "));
    target.execute_watched(&sql, input.bytes, progress).map_err(|e| {
        bad_file(
            input.path,
            &format!("cannot be read as Parquet: {}", first_line(&e)),
            "Write the file again; it may be cut short.",
        )
    })?;
    target.describe(name, &columns)?;
    let rows = target.count(name)?;
    let notes = vec!["types as in the Parquet file".to_owned()];
    target.report(name, input.origin, rows, Problems::default(), notes, Vec::new());
    Ok(())
}

pub fn load_json(
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<(), ConnectorError> {
    let mut problems = Problems::default();
    let mut notes = Vec::new();
    let as_utf8 = utf8_copy(input, target, progress)?;
    let path = as_utf8.as_ref().map_or(input.path, |file| file.path());
    let gzip = input.gzip && as_utf8.is_none();
    let bytes = TextFile { path, gzip, encoding: Encoding::Utf8, old_mac_lines: false };
    let is_whole = depth::look(input.path, bytes.bytes(&super::Quiet)?)?;
    let read = target.execute_watched(&raw_table(path, gzip, input.bytes), input.bytes, progress);
    if read.is_ok() && !is_whole {
        let hint = "Export or download it again: rows are missing at its end.";
        return Err(bad_file(input.path, "breaks off: the list in it is not closed", hint));
    }
    if let Err(refused) = read {
        // Perhaps it is NDJSON with a few broken lines: those are left out and named.
        let mended = match is_whole {
            true => without_broken_lines(input, path, gzip, target, &mut problems)?,
            false => None,
        };
        let Some(mended) = mended else {
            return Err(bad_file(
                input.path,
                &format!("is not valid JSON: {}", first_line(&refused)),
                "Check the place named above; JSON wants double quotes and no comma after the last item.",
            ));
        };
        target.execute(&raw_table(mended.path(), false, input.bytes))?;
    }
    unwrap_single_list(target, &mut notes)?;
    finish_json(input, name, target, problems, notes)
}

fn raw_table(path: &Path, gzip: bool, bytes: u64) -> String {
    let sample = if bytes < WHOLLY_SAMPLED { -1 } else { 200_000 };
    // The engine sets aside twice this for every thread, whatever the file holds.
    let unpacked = bytes.saturating_mul(if gzip { GZIP_GROWTH } else { 1 });
    let object = unpacked.clamp(LEAST_OBJECT, MOST_OBJECT);
    let compression = if gzip { "gzip" } else { "uncompressed" };
    format!(
        "CREATE OR REPLACE TEMP TABLE {RAW} AS SELECT * FROM read_json({}, format='auto', sample_size={sample}, \
         maximum_object_size={object}, map_inference_threshold=-1, compression='{compression}')",
        quote_text(&path.to_string_lossy())
    )
}

/// The engine wants UTF-8 without a mark; anything else is copied first.
fn utf8_copy(
    input: &Input<'_>,
    target: &Target<'_>,
    progress: &dyn Progress,
) -> Result<Option<NamedTempFile>, ConnectorError> {
    let plain = TextFile { path: input.path, gzip: input.gzip, encoding: Encoding::Utf8, old_mac_lines: false };
    let mut head = Vec::new();
    plain.bytes(&super::Quiet)?.take(1 << 16).read_to_end(&mut head).map_err(|e| unreadable(input.path, &e))?;
    let encoding = Encoding::detect(&head);
    if encoding == Encoding::Utf8 && !head.starts_with(&[0xef, 0xbb, 0xbf]) {
        return Ok(None);
    }
    let mut lines = TextFile { encoding, ..plain }.lines(progress)?;
    let file = write_lines(target.aside(), || lines.next_line())?;
    Ok(Some(file))
}

fn write_lines(
    aside: &Path,
    mut next: impl FnMut() -> Result<Option<String>, ConnectorError>,
) -> Result<NamedTempFile, ConnectorError> {
    let failed = |e: std::io::Error| internal("a temporary file cannot be written", &e);
    let mut output = BufWriter::new(NamedTempFile::new_in(aside).map_err(failed)?);
    while let Some(line) = next()? {
        output.write_all(line.as_bytes()).and_then(|()| output.write_all(b"\n")).map_err(failed)?;
    }
    output.into_inner().map_err(|e| failed(e.into_error()))
}

/// A copy with only the lines that are objects. `None` if most are not: then it is no NDJSON.
fn without_broken_lines(
    input: &Input<'_>,
    path: &Path,
    gzip: bool,
    target: &Target<'_>,
    problems: &mut Problems,
) -> Result<Option<NamedTempFile>, ConnectorError> {
    let file = TextFile { path, gzip, encoding: Encoding::Utf8, old_mac_lines: false };
    let mut lines = file.lines(&super::Quiet)?;
    let (mut number, mut good) = (0_u64, 0_u64);
    let copy = write_lines(target.aside(), || {
        while let Some(line) = lines.next_line()? {
            number += 1;
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&line) {
                Ok(_) => {
                    good += 1;
                    return Ok(Some(line));
                }
                Err(error) => {
                    problems.add(number, || format!("is not a JSON object ({error}); left out: {}", shorten(&line)))
                }
            }
        }
        Ok(None)
    })?;
    let mostly_good = good > 0 && problems.count <= good;
    tracing::debug!(file = input.origin, good, broken = problems.count, "read as NDJSON with broken lines");
    Ok(mostly_good.then_some(copy))
}

/// `{"data": [{...}, {...}]}`: the list is the table.
fn unwrap_single_list(target: &Target<'_>, notes: &mut Vec<String>) -> Result<(), ConnectorError> {
    let columns = target.describe_source(RAW)?;
    let lists: Vec<&str> = columns
        .iter()
        .filter(|(_, kind)| kind.starts_with("STRUCT(") && kind.ends_with(")[]"))
        .map(|(name, _)| name.as_str())
        .collect();
    let ([list], 1) = (lists.as_slice(), target.count_of(RAW)?) else { return Ok(()) };
    let column = quote_identifier(list);
    target.execute(&format!(
        "CREATE TEMP TABLE _vouch_list AS SELECT item.* FROM (SELECT unnest({column}) AS item FROM {RAW}); \
         CREATE OR REPLACE TEMP TABLE {RAW} AS SELECT * FROM _vouch_list; DROP TABLE _vouch_list;"
    ))?;
    notes.push(format!("the rows are the list '{list}' of the file"));
    Ok(())
}

fn finish_json(
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    problems: Problems,
    mut notes: Vec<String>,
) -> Result<(), ConnectorError> {
    scalars_as_text(target)?;
    let described = target.describe_source(RAW)?;
    let rows = target.count_of(RAW)?;
    if described.is_empty() || (rows == 0 && problems.count == 0) {
        return Err(bad_file(input.path, "holds no rows", "A JSON file wants a list of objects, or an object a line."));
    }
    let (headers, kinds): (Vec<String>, Vec<String>) = described.into_iter().unzip();
    let columns = names::column_names(&headers);
    let mut profiles = Vec::new();
    for (header, kind) in headers.iter().zip(&kinds) {
        profiles.push(text_profile(target, header, kind)?);
    }
    let mut verdicts = verdicts(&profiles, &columns, ',');
    let mut selected = Vec::new();
    for ((header, column), (kind, verdict)) in headers.iter().zip(&columns).zip(kinds.iter().zip(&mut verdicts)) {
        let raw = quote_identifier(header);
        let trimmed = format!("trim({raw})");
        let value = from_text(&verdict.column_type, &trimmed);
        let fits = verdict.column_type != ColumnType::Text && {
            let misfit =
                format!("(SELECT 1 FROM {RAW} WHERE {} AND trim({raw}) <> '' AND {value} IS NULL)", is_value(&trimmed));
            target.count_of(&misfit)? == 0
        };
        let value = match (fits, kind.as_str()) {
            (true, _) => value,
            (false, "DOUBLE") => exact_or_double(target, &raw)?,
            (false, _) => raw,
        };
        if !fits {
            *verdict = Verdict::TEXT;
        }
        selected.push(format!("{value} AS {}", quote_identifier(&column.identifier)));
    }
    let table = quote_identifier(&name.identifier);
    target.execute(&format!("CREATE TABLE {table} AS SELECT {} FROM {RAW}; DROP TABLE {RAW}", selected.join(", ")))?;
    notes.extend(type_notes(&columns, &verdicts));
    target.describe(name, &columns)?;
    target.report(name, input.origin, rows, problems, notes, doubts(&columns, &verdicts));
    Ok(())
}

/// A column of texts and numbers side by side comes as JSON, its texts in quotes; without lists and objects it is text.
fn scalars_as_text(target: &Target<'_>) -> Result<(), ConnectorError> {
    for (header, kind) in target.describe_source(RAW)? {
        if kind != "JSON" {
            continue;
        }
        let raw = quote_identifier(&header);
        let nested = format!("(SELECT 1 FROM {RAW} WHERE json_type({raw}) IN ('OBJECT', 'ARRAY') LIMIT 1)");
        if target.count_of(&nested)? == 0 {
            let text =
                format!("CREATE OR REPLACE TEMP TABLE {RAW} AS SELECT * REPLACE ({raw} ->> '$' AS {raw}) FROM {RAW}");
            target.execute(&text)?;
        }
    }
    Ok(())
}

/// What the texts of a column hold; nothing is asked of other types.
fn text_profile(target: &Target<'_>, header: &str, kind: &str) -> Result<Profile, ConnectorError> {
    let mut profile = Profile::default();
    if kind == "VARCHAR" {
        let raw = quote_identifier(header);
        let sql = format!("SELECT 0, trim({raw}) FROM {RAW} WHERE {raw} IS NOT NULL LIMIT {OBSERVED}");
        target.rows(&sql)?.iter().for_each(|(_, text)| profile.observe(text));
    }
    Ok(profile)
}

/// JSON knows only doubles; where all have at most two decimals they are amounts and become exact.
fn exact_or_double(target: &Target<'_>, raw: &str) -> Result<String, ConnectorError> {
    let inexact = format!(
        "(SELECT 1 FROM {RAW} WHERE {raw} IS NOT NULL AND NOT (round({raw}, 2) = {raw} AND abs({raw}) < 1e13) LIMIT 1)"
    );
    Ok(if target.count_of(&inexact)? == 0 { format!("CAST({raw} AS DECIMAL(18,2))") } else { raw.to_owned() })
}

/// The engine's message without the statement it repeats.
fn first_line(error: &ConnectorError) -> String {
    let text = error.to_string();
    let text = text.trim_start_matches("internal error: ");
    text.lines().next().unwrap_or(text).to_owned()
}
