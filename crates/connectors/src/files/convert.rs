//! SQL that turns a column's text into its type, inside the statement that makes the table.
//!
//! Two forms: `from_text` takes a text column and gives NULL for what does not fit; `checked` takes whatever type the
//! CSV reader can parse fastest and raises an error for what does not fit, so that a clean file is loaded in one go
//! and any other falls back to the careful way. Both accept exactly what `numbers` and `dates` accept.

use super::dates::DateShape;
use super::numbers::{CURRENCY_CODES, CURRENCY_SIGNS};
use super::profile::{ColumnType, NULL_MARKERS, NumberStyle};

/// Largest whole number up to which a double holds every one, with some room.
const EXACT_IN_DOUBLE: u32 = 15;

pub fn quote_identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

pub fn quote_text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The value of text column `raw` (a quoted identifier), NULL where it does not fit.
pub fn from_text(column_type: &ColumnType, raw: &str) -> String {
    match column_type {
        ColumnType::Text => raw.to_owned(),
        ColumnType::Bool => format!(
            "CASE WHEN lower({raw}) IN ('true', 'yes') THEN true WHEN lower({raw}) IN ('false', 'no') THEN false END"
        ),
        ColumnType::Int(style) => number_from_text(style, 0, "BIGINT", raw),
        ColumnType::Decimal { scale, style, .. } => number_from_text(style, *scale, &sql_type(column_type), raw),
        ColumnType::Float(style) => number_from_text(style, 400, "DOUBLE", raw),
        ColumnType::Date(shapes) => format!("CAST(try_strptime({raw}, {}) AS DATE)", format_list(shapes)),
        ColumnType::Timestamp { shapes, zoned: false } => format!("try_strptime({raw}, {})", format_list(shapes)),
        ColumnType::Timestamp { zoned: true, .. } => format!(
            "CASE WHEN regexp_full_match({raw}, '\\d{{4}}-\\d{{1,2}}-\\d{{1,2}}[T ].*') THEN TRY_CAST({raw} AS TIMESTAMPTZ) END"
        ),
        ColumnType::Time => format!("TRY_CAST({raw} AS TIME)"),
    }
}

/// The condition that a cell is there and is no marker for "no value".
pub fn is_value(raw: &str) -> String {
    let markers: Vec<String> = NULL_MARKERS.iter().map(|m| quote_text(m)).collect();
    format!("({raw} IS NOT NULL AND lower({raw}) NOT IN ({}))", markers.join(", "))
}

pub fn sql_type(column_type: &ColumnType) -> String {
    match column_type {
        ColumnType::Text => "VARCHAR".to_owned(),
        ColumnType::Bool => "BOOLEAN".to_owned(),
        ColumnType::Int(_) => "BIGINT".to_owned(),
        ColumnType::Decimal { whole_digits, scale, .. } => {
            let precision = if whole_digits + scale <= 16 { 18 } else { 38 };
            format!("DECIMAL({precision},{scale})")
        }
        ColumnType::Float(_) => "DOUBLE".to_owned(),
        ColumnType::Date(_) => "DATE".to_owned(),
        ColumnType::Timestamp { zoned: false, .. } => "TIMESTAMP".to_owned(),
        ColumnType::Timestamp { zoned: true, .. } => "TIMESTAMPTZ".to_owned(),
        ColumnType::Time => "TIME".to_owned(),
    }
}

/// How a clean file's column is read and then checked.
pub struct CheckedColumn {
    /// The type the CSV reader parses it as.
    pub read_as: &'static str,
    pub expression: String,
}

/// `markers`: the sample holds texts for "no value", which the reader's own types would refuse.
pub fn checked(column_type: &ColumnType, markers: bool, raw: &str) -> CheckedColumn {
    let native = if markers { None } else { checked_native(column_type, raw) };
    native.unwrap_or_else(|| {
        let expression = match column_type {
            ColumnType::Text => raw.to_owned(),
            typed => {
                let value = from_text(typed, raw);
                format!("CASE WHEN {} THEN coalesce({value}, {}) END", is_value(raw), refusal())
            }
        };
        CheckedColumn { read_as: "VARCHAR", expression }
    })
}

/// Types that the reader parses by itself. It is more generous than we are (`5.5` would become the BIGINT 6, a time
/// would be cut off a DATE), so it reads the wider type and the narrowing is checked; on numbers that costs nothing.
fn checked_native(column_type: &ColumnType, raw: &str) -> Option<CheckedColumn> {
    let or_refuse = |fits: String, value: String| {
        format!("CASE WHEN {fits} THEN {value} WHEN {raw} IS NULL THEN NULL ELSE {} END", refusal())
    };
    let (read_as, expression) = match column_type {
        ColumnType::Int(style) if !style.decorated && style.whole_digits <= EXACT_IN_DOUBLE => (
            "DOUBLE",
            or_refuse(format!("{raw} = floor({raw}) AND abs({raw}) < 9e15"), format!("CAST({raw} AS BIGINT)")),
        ),
        ColumnType::Decimal { whole_digits, scale, style }
            if !style.decorated && whole_digits + scale <= EXACT_IN_DOUBLE =>
        {
            let limit = 15 - scale;
            let fits = format!("round({raw}, {scale}) = {raw} AND abs({raw}) < 1e{limit}");
            ("DOUBLE", or_refuse(fits, format!("CAST({raw} AS {})", sql_type(column_type))))
        }
        ColumnType::Float(style) if !style.decorated => {
            ("DOUBLE", or_refuse(format!("isfinite({raw})"), raw.to_owned()))
        }
        ColumnType::Date(shapes) if shapes.iter().all(DateShape::is_iso) => {
            ("TIMESTAMP", or_refuse(format!("epoch_us({raw}) % 86400000000 = 0"), format!("CAST({raw} AS DATE)")))
        }
        ColumnType::Timestamp { shapes, zoned } if shapes.iter().all(DateShape::is_iso) => {
            (if *zoned { "TIMESTAMPTZ" } else { "TIMESTAMP" }, raw.to_owned())
        }
        ColumnType::Time => ("TIME", raw.to_owned()),
        _ => return None,
    };
    Some(CheckedColumn { read_as, expression })
}

fn refusal() -> &'static str {
    "error('a value does not fit its column')"
}

/// `max_scale` is part of the pattern because a cast would round what has more decimals.
fn number_from_text(style: &NumberStyle, max_scale: u32, sql_type: &str, raw: &str) -> String {
    let (mark, pattern) = if style.decimal_comma { (",", ",") } else { (".", "\\.") };
    let fraction = match max_scale {
        0 => String::new(),
        scale => format!("(?:{pattern}\\d{{1,{scale}}})?"),
    };
    if !style.decorated {
        let leading_point = if max_scale == 0 { String::new() } else { format!("|\\.\\d{{1,{max_scale}}}") };
        let exponent = if sql_type == "DOUBLE" { "(?:[eE][-+]?\\d{1,3})?" } else { "" };
        let pattern = format!("[-+]?(?:\\d+{fraction}{leading_point}){exponent}");
        return format!("CASE WHEN regexp_full_match({raw}, '{pattern}') THEN TRY_CAST({raw} AS {sql_type}) END");
    }
    let groups = if style.decimal_comma { ".'’ \u{a0}\u{202f}" } else { ",'’ \u{a0}\u{202f}" }.replace('\'', "''");
    let currency = currency_pattern();
    let pattern = format!(
        "\\(?[-+]?(?:{currency} ?)?[-+]?(?:\\d{{1,3}}(?:[{groups}]\\d{{3}})+|\\d+){fraction}(?: ?%|[ \u{a0}]?{currency})?-?\\)?"
    );
    let digits = format!("replace(regexp_replace({raw}, '[^0-9{mark}]', '', 'g'), ',', '.')");
    let sign = format!("CASE WHEN contains({raw}, '-') OR contains({raw}, '(') THEN '-' ELSE '' END");
    format!("CASE WHEN regexp_full_match({raw}, '{pattern}') THEN TRY_CAST({sign} || {digits} AS {sql_type}) END")
}

fn currency_pattern() -> String {
    let signs: String = CURRENCY_SIGNS.iter().map(|(sign, _)| *sign).collect();
    format!("(?:[{signs}]|{})", CURRENCY_CODES.join("|"))
}

fn format_list(shapes: &[DateShape]) -> String {
    let formats: Vec<String> = shapes.iter().map(|s| quote_text(&s.format())).collect();
    format!("[{}]", formats.join(", "))
}
