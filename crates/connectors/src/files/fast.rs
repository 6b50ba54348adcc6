//! The fast way for large clean text files: one statement around the engine's own parallel reader.
//!
//! Types come from a sample: the start of the file and places spread over the rest. The statement refuses the first
//! value that does not fit, and then the careful way has its turn; so nothing is rounded, cut or dropped unseen.

use super::convert::{checked, quote_identifier, quote_text};
use super::layout;
use super::names::{self, Name};
use super::profile::{Profile, Verdict};
use super::source::{Encoding, unreadable};
use super::staging::{Problems, doubts, type_notes, verdicts};
use super::text::{Plan, split_lines};
use super::{Input, Progress, Target};
use crate::ConnectorError;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Places of the file that are looked at besides its start, and how many bytes of each.
const SPOTS: u64 = 24;
const SPOT: usize = 1 << 16;

/// `false` if the file is not for this way. `end` is how lines end, as the engine spells it.
pub fn load(
    plan: &Plan<'_>,
    lines: &[&str],
    end: &str,
    input: &Input<'_>,
    name: &Name,
    target: &mut Target<'_>,
    progress: &dyn Progress,
) -> Result<bool, ConnectorError> {
    let Some(first_line) = plan.first_line else { return Ok(false) };
    let skip = usize::try_from(first_line - 1).unwrap_or(usize::MAX);
    let body = lines.get(skip..).unwrap_or_default();
    if !is_for_engine(plan, body) {
        return Ok(false);
    }
    let columns = names::column_names(&plan.shape.headers);
    let verdicts = verdicts(&sampled_profiles(plan, body, input)?, &columns, char::from(plan.format.delimiter));
    if verdicts.iter().any(|v| v.misfits > 0) {
        return Ok(false);
    }
    let sql = statement(plan, (skip, end), input, name, &columns, &verdicts);
    if let Err(refused) = target.execute_watched(&sql, input.bytes, progress) {
        tracing::debug!(%refused, file = input.origin, "the fast way was refused");
        return Ok(false);
    }
    let mut notes = plan.notes.clone();
    notes.extend(type_notes(&columns, &verdicts));
    target.describe(name, &columns)?;
    let rows = target.count(name)?;
    target.report(name, input.origin, rows, Problems::default(), notes, doubts(&columns, &verdicts));
    Ok(true)
}

fn is_for_engine(plan: &Plan<'_>, body: &[&str]) -> bool {
    let format = plan.format;
    plan.file.encoding == Encoding::Utf8
        && !format.backslash
        && format.delimiter != b' '
        && format.quote == Some(b'"')
        && plan.shape.width > 1
        && layout::is_plain(body, format, plan.shape.width)
}

fn sampled_profiles(plan: &Plan<'_>, body: &[&str], input: &Input<'_>) -> Result<Vec<Profile>, ConnectorError> {
    let width = plan.shape.width;
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
    Ok(profiles)
}

fn statement(
    plan: &Plan<'_>,
    (skip, end): (usize, &str),
    input: &Input<'_>,
    name: &Name,
    columns: &[Name],
    verdicts: &[Verdict],
) -> String {
    let typed = columns.iter().zip(verdicts).enumerate().map(|(index, (column, verdict))| {
        let column_read = checked(&verdict.column_type, verdict.markers > 0, &format!("c{index}"));
        let selected = format!("{} AS {}", column_read.expression, quote_identifier(&column.identifier));
        (format!("'c{index}': '{}'", column_read.read_as), selected)
    });
    let (types, selected): (Vec<String>, Vec<String>) = typed.unzip();
    let compression = if input.gzip { ", compression='gzip'" } else { "" };
    format!(
        "CREATE TABLE {} AS SELECT {} FROM read_csv({}, auto_detect=false, delim={}, quote='\"', escape='\"', \
         header=false, skip={skip}, new_line='{end}', nullstr=''{compression}, columns={{{}}})",
        quote_identifier(&name.identifier),
        selected.join(", "),
        quote_text(&input.path.to_string_lossy()),
        quote_text(&char::from(plan.format.delimiter).to_string()),
        types.join(", ")
    )
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
