//! The columns of a profile as a grid for the terminal, and what else is worth a line below it.

use crate::cli::print::{Alignment, Grid, clean_line, count};
use vouch_model::{ColumnFlag, ColumnProfile, Evidence, Table, TableProfile, Value};

/// Values that stand in the last column of the grid, and their characters.
const VALUES_SHOWN: usize = 3;
const LONGEST_VALUE: usize = 24;
/// Lines about pairs of columns.
const PAIRS_SHOWN: usize = 5;

pub fn grid(profile: &TableProfile) -> Grid {
    use Alignment::{Left, Right};
    let headers = [
        ("column", Left),
        ("type", Left),
        ("nulls", Right),
        ("distinct", Right),
        ("min", Left),
        ("median", Right),
        ("mean", Right),
        ("max", Left),
        ("stddev", Right),
        ("most frequent", Left),
    ];
    Grid {
        headers: headers.map(|(name, alignment)| (name.to_owned(), alignment)).to_vec(),
        rows: profile.columns.iter().map(|column| grid_row(profile, column)).collect(),
    }
}

/// A table that could not be read.
pub fn names(table: &Table) -> Grid {
    let headers = ["column", "type"].map(|name| (name.to_owned(), Alignment::Left)).to_vec();
    let row =
        |column: &vouch_model::Column| vec![Some(clean_line(column.display_name())), Some(column.native_type.clone())];
    Grid { headers, rows: table.columns.iter().map(row).collect() }
}

fn grid_row(profile: &TableProfile, column: &ColumnProfile) -> Vec<Option<String>> {
    let about = |figure: &str| if column.approximate.iter().any(|name| name == figure) { "~" } else { "" };
    let value = |v: &Option<Value>| v.as_ref().map(short);
    let distinct = column.distinct.map(|n| match column.has(ColumnFlag::SuspectedKey) {
        true => format!("{n} unique"),
        false => format!("{}{n}", about("distinct")),
    });
    let frequent = match &column.top {
        Some(top) => top.iter().take(VALUES_SHOWN).map(|top| short(&top.value)).collect::<Vec<_>>().join(", "),
        None => column.mode.as_ref().map(short).unwrap_or_default(),
    };
    vec![
        Some(clean_line(column.label.as_deref().unwrap_or(&column.name))),
        Some(column.type_name.clone()),
        Some(share(column.nulls, profile.row_count)),
        distinct,
        value(&column.min),
        value(&column.median).map(|median| format!("{}{median}", about("median"))),
        value(&column.mean),
        value(&column.max),
        column.stddev.map(|deviation| short(&Value::Float(deviation))),
        (!frequent.is_empty()).then_some(frequent),
    ]
}

/// A value as a cell of the grid: figures that were computed have no more digits than anybody reads.
fn short(value: &Value) -> String {
    let text = match value {
        Value::Float(x) if x.is_finite() && x.fract() != 0.0 => rounded(*x),
        other => clean_line(&other.to_string()),
    };
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// Six digits that count.
fn rounded(x: f64) -> String {
    let digits = 5 - x.abs().log10().floor() as i32;
    match usize::try_from(digits.max(0)) {
        Ok(digits) if digits <= 12 => {
            let text = format!("{x:.digits$}");
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            }
        }
        _ => format!("{x:.5e}"),
    }
}

/// "12 (3 %)", and never "0 %" for some or "100 %" for not all.
fn share(part: u64, whole: u64) -> String {
    if part == 0 || whole == 0 {
        return part.to_string();
    }
    let percent = 100.0 * part as f64 / whole as f64;
    let percent = if part < whole { percent.clamp(0.1, 99.9) } else { percent };
    format!("{part} ({percent:.1} %)")
}

/// What to look out for, one line each.
pub fn remarks(profile: &TableProfile) -> Vec<String> {
    let repeated = profile.duplicate_rows.filter(|rows| *rows > 0);
    let repeated = repeated.map(|rows| {
        if rows == 1 { "1 row repeats another".to_owned() } else { format!("{} repeat another", count(rows, "row")) }
    });
    let of_columns = profile.columns.iter().flat_map(of_column);
    let pairs = profile.correlations.iter().take(PAIRS_SHOWN);
    let pairs = pairs.map(|pair| format!("{} and {} go together (r = {:.2})", pair.a, pair.b, pair.r));
    let missing = profile.missing_together.iter().take(PAIRS_SHOWN);
    let missing = missing
        .map(|pair| format!("{} and {} are missing together ({} of the cases)", pair.a, pair.b, percent(pair.share)));
    let lines = repeated.into_iter().chain(of_columns).chain(pairs).chain(missing).chain(profile.notes.iter().cloned());
    lines.map(|line| clean_line(&line)).collect()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn of_column(column: &ColumnProfile) -> Vec<String> {
    let name = &column.name;
    let mut lines = Vec::new();
    if column.has(ColumnFlag::Constant) {
        lines.push(format!("{name}: always the same"));
    }
    lines.extend(column.evidence.iter().map(|evidence| format!("{name}: {}", in_words(evidence))));
    if let Some(odd) = column.not_finite {
        lines.push(format!("{name}: {} NaN, {} infinite", odd.nan, odd.infinite));
    }
    lines
}

fn in_words(evidence: &Evidence) -> String {
    let what = match evidence.flag {
        ColumnFlag::SuspectedKey => "looks like a key",
        ColumnFlag::Constant => "always the same",
        ColumnFlag::MixedTypes => "numbers, dates and words mixed",
        ColumnFlag::Whitespace => "blanks before or behind",
        ColumnFlag::CaseVariants => "the same in several spellings",
        ColumnFlag::DatesOutOfRange => "dates that can hardly be meant",
    };
    let rows = evidence.rows.map(|rows| format!(" in {}", count(rows, "row"))).unwrap_or_default();
    let quoted = |text: &String| format!("'{}'", short(&Value::Text(text.clone())));
    let examples = evidence.examples.iter().take(VALUES_SHOWN).map(quoted).collect::<Vec<_>>().join(", ");
    if examples.is_empty() { format!("{what}{rows}") } else { format!("{what}{rows}: {examples}") }
}

#[cfg(test)]
#[path = "columns_tests.rs"]
mod tests;
