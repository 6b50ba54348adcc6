//! What a function of another dialect is called here, where the meaning is the same. What has no equal is left
//! alone.

use super::calls::Call;
use super::formats::{mysql_format, oracle_format};
use crate::functions::{FunctionList, FunctionVerdict};
use sqlparser::tokenizer::Token;
use vouch_model::Dialect;

pub(super) struct Translation {
    pub(super) sql: String,
    /// For the note.
    pub(super) shown: &'static str,
}

fn to(shown: &'static str, sql: impl Into<String>) -> Option<Translation> {
    Some(Translation { sql: sql.into(), shown })
}

pub(super) fn translated(call: &Call<'_, '_>, dialect: Dialect) -> Option<Translation> {
    if let Some(found) = with_words(call, dialect) {
        return Some(found);
    }
    let arguments = call.written();
    let (name, arguments) = (call.name.as_str(), arguments.as_slice());
    if let Some(found) = other_form(name, arguments, call, dialect) {
        return Some(found);
    }
    // A function that exists here is called as it is meant.
    if FunctionList::of(dialect).in_expression(name) == FunctionVerdict::Allowed {
        return None;
    }
    both(name, arguments).or_else(|| match dialect {
        Dialect::Sqlite => sqlite(name, arguments),
        _ => duckdb(name, arguments),
    })
}

/// The same in both engines.
fn both(name: &str, arguments: &[&str]) -> Option<Translation> {
    match (name, arguments) {
        ("nvl" | "isnull", [a, b]) => to("coalesce", format!("coalesce({a}, {b})")),
        ("isnull", [a]) => to("IS NULL", format!("({a} IS NULL)")),
        ("nvl2", [a, b, c]) => to("CASE", format!("CASE WHEN {a} IS NOT NULL THEN {b} ELSE {c} END")),
        ("iif", [a, b, c]) => to("CASE", format!("CASE WHEN {a} THEN {b} ELSE {c} END")),
        ("len" | "char_length" | "character_length", [a]) => to("length", format!("length({a})")),
        ("lcase", [a]) => to("lower", format!("lower({a})")),
        ("ucase", [a]) => to("upper", format!("upper({a})")),
        ("charindex" | "locate", [part, text]) | ("strpos", [text, part]) => {
            to("instr", format!("instr({text}, {part})"))
        }
        ("mid", [text, start, length]) => to("substr", format!("substr({text}, {start}, {length})")),
        _ => None,
    }
}

fn duckdb(name: &str, arguments: &[&str]) -> Option<Translation> {
    match (name, arguments) {
        ("getdate" | "sysdatetime", []) => to("localtimestamp", "localtimestamp"),
        ("curdate", []) => to("current_date", "current_date"),
        ("date_format", [date, format]) => {
            to("strftime", format!("strftime({date}, {})", mysql_format(format, Dialect::DuckDb)?))
        }
        ("to_char", [date, format]) => {
            to("strftime", format!("strftime({date}, {})", oracle_format(format, Dialect::DuckDb)?))
        }
        ("to_date", [text, format]) if is_iso_format(format) => to("CAST", format!("CAST({text} AS DATE)")),
        ("datetime", ["'now'"]) => to("now()", "now()"),
        ("datetime", [value]) => to("CAST", format!("CAST({value} AS TIMESTAMP)")),
        ("dateadd", [unit, count, date]) => {
            let (unit, count) = (unit_of(unit)?, whole_number(count)?);
            to("INTERVAL", format!("({date} + INTERVAL '{count}' {})", unit.to_uppercase()))
        }
        ("datepart", [unit, date]) => to("date_part", format!("date_part('{}', {date})", unit_of(unit)?)),
        ("substring_index", [text, mark, count @ ("1" | "-1")]) => {
            to("split_part", format!("split_part({text}, {mark}, {count})"))
        }
        ("stdev", [a]) => to("stddev_samp", format!("stddev_samp({a})")),
        ("stdevp", [a]) => to("stddev_pop", format!("stddev_pop({a})")),
        ("regexp_like", [text, pattern]) => to("regexp_matches", format!("regexp_matches({text}, {pattern})")),
        ("total", [a]) => to("sum", format!("coalesce(sum({a}), 0.0)")),
        _ => None,
    }
}

fn sqlite(name: &str, arguments: &[&str]) -> Option<Translation> {
    match (name, arguments) {
        ("now" | "getdate" | "sysdatetime", []) => to("datetime('now')", "datetime('now')"),
        ("curdate" | "today", []) => to("date('now')", "date('now')"),
        ("year" | "month" | "day" | "hour" | "minute" | "quarter", [date]) => part(name, date),
        ("dayofmonth", [date]) => part("day", date),
        ("date_part" | "datepart", [unit, date]) => part(&unit_of(unit)?, date),
        ("date_trunc" | "datetrunc", [unit, date]) => truncated(&unit_of(unit)?, date),
        ("date_format", [date, format]) => {
            to("strftime", format!("strftime({}, {date})", mysql_format(format, Dialect::Sqlite)?))
        }
        ("to_char", [date, format]) => {
            to("strftime", format!("strftime({}, {date})", oracle_format(format, Dialect::Sqlite)?))
        }
        ("to_date", [text, format]) if is_iso_format(format) => to("date", format!("date({text})")),
        ("to_date", [text]) => to("date", format!("date({text})")),
        ("datediff", [later, earlier]) => days_between(earlier, later),
        ("datediff" | "date_diff", [unit, from, until]) => match unit_of(unit)?.as_str() {
            "day" => days_between(from, until),
            "year" => to(
                "strftime",
                format!("(CAST(strftime('%Y', {until}) AS INTEGER) - CAST(strftime('%Y', {from}) AS INTEGER))"),
            ),
            _ => None,
        },
        ("dateadd", [unit, count, date]) => {
            let (unit, count) = (unit_of(unit)?, whole_number(count)?);
            matches!(unit.as_str(), "day").then_some(())?;
            to("date", format!("date({date}, '{count:+} days')"))
        }
        ("left", [text, count]) => to("substr", format!("substr({text}, 1, {count})")),
        ("right", [text, count]) if whole_number(count)? > 0 => to("substr", format!("substr({text}, -{count})")),
        ("substring_index", [text, mark, "1"]) => {
            let cut = format!("substr({text}, 1, instr({text}, {mark}) - 1)");
            to("substr", format!("CASE WHEN instr({text}, {mark}) > 0 THEN {cut} ELSE {text} END"))
        }
        ("count_if" | "countif", [condition]) => to("COUNT", format!("COUNT(CASE WHEN {condition} THEN 1 END)")),
        _ => None,
    }
}

/// Functions that exist here too, called in another dialect's form.
fn other_form(name: &str, arguments: &[&str], call: &Call<'_, '_>, dialect: Dialect) -> Option<Translation> {
    match (dialect, name, arguments) {
        // MySQL's has the later date first.
        (Dialect::DuckDb, "datediff" | "date_diff", [later, earlier]) => {
            to("date_diff", format!("date_diff('day', CAST({earlier} AS DATE), CAST({later} AS DATE))"))
        }
        (Dialect::DuckDb, "date", ["'now'"]) => to("current_date", "current_date"),
        (Dialect::DuckDb, "date", [value]) => to("CAST", format!("CAST({value} AS DATE)")),
        (Dialect::DuckDb, "julianday", [value]) if is_difference(call) && !value.starts_with('\'') => {
            to("julian", format!("julian({value})"))
        }
        (_, "convert", [kind, value]) if is_type(kind) => {
            let kind = kind.to_uppercase();
            match (dialect, kind.as_str()) {
                (Dialect::Sqlite, "DATE") => to("date", format!("date({value})")),
                (Dialect::Sqlite, "DATETIME") => to("datetime", format!("datetime({value})")),
                // SQLite cuts where others round.
                (Dialect::Sqlite, "INT" | "INTEGER" | "BIGINT") => {
                    to("CAST", format!("CAST(round({value}) AS INTEGER)"))
                }
                (_, "DATETIME") => to("CAST", format!("CAST({value} AS TIMESTAMP)")),
                _ => to("CAST", format!("CAST({value} AS {kind})")),
            }
        }
        _ => None,
    }
}

/// Days count from midnight here and from noon there, so only a difference means the same.
fn is_difference(call: &Call<'_, '_>) -> bool {
    let text = call.text;
    let is_julian = |at: usize| text.is_any(at, &["JULIANDAY", "JULIAN"]);
    let behind = text.is(call.close + 1, &Token::Minus) && is_julian(call.close + 2);
    let in_front = call.at.checked_sub(2).is_some_and(|close| {
        text.is(close + 1, &Token::Minus)
            && text.is(close, &Token::RParen)
            && text.open(close).and_then(|open| open.checked_sub(1)).is_some_and(is_julian)
    });
    behind || in_front
}

/// Calls with words between their arguments.
fn with_words(call: &Call<'_, '_>, dialect: Dialect) -> Option<Translation> {
    let [only] = call.arguments.as_slice() else { return aggregate_with_separator(call) };
    let text = call.text;
    let word = |wanted: &str| text.level(call.open + 1).into_iter().find(|at| text.is_word(*at, wanted));
    match (call.name.as_str(), dialect) {
        ("extract", Dialect::Sqlite) => {
            let from = word("FROM").filter(|from| *from == only.start + 1)?;
            part(&text.word(only.start)?.to_ascii_lowercase(), text.slice(from + 1..only.end)?)
        }
        ("position", Dialect::Sqlite) => {
            let within = word("IN")?;
            let (part, whole) = (text.slice(only.start..within)?, text.slice(within + 1..only.end)?);
            to("instr", format!("instr({whole}, {part})"))
        }
        _ => aggregate_with_separator(call),
    }
}

/// `GROUP_CONCAT(x ORDER BY y SEPARATOR ', ')`.
fn aggregate_with_separator(call: &Call<'_, '_>) -> Option<Translation> {
    let text = call.text;
    if call.name != "group_concat" || call.arguments.len() != 1 {
        return None;
    }
    let level = text.level(call.open + 1);
    let separator = level.iter().copied().find(|at| text.is_word(*at, "SEPARATOR"))?;
    let order = level.iter().copied().find(|at| text.is_word(*at, "ORDER"));
    let mark = text.slice(separator + 1..call.close)?;
    let value = text.slice(call.open + 1..order.unwrap_or(separator))?;
    // Neither engine joins different values with a mark of one's own.
    if text.is_word(call.open + 1, "DISTINCT") || separator + 2 != call.close {
        return None;
    }
    let order = match order {
        Some(order) => format!(" {}", text.slice(order..separator)?),
        None => String::new(),
    };
    to("string_agg", format!("string_agg({value}, {mark}{order})"))
}

fn part(unit: &str, date: &str) -> Option<Translation> {
    let code = match unit {
        "year" => "%Y",
        "month" => "%m",
        "day" => "%d",
        "hour" => "%H",
        "minute" => "%M",
        "doy" => "%j",
        "quarter" => return to("strftime", format!("((CAST(strftime('%m', {date}) AS INTEGER) + 2) / 3)")),
        _ => return None,
    };
    to("strftime", format!("CAST(strftime('{code}', {date}) AS INTEGER)"))
}

fn truncated(unit: &str, date: &str) -> Option<Translation> {
    match unit {
        "year" => to("strftime", format!("strftime('%Y-01-01', {date})")),
        "month" => to("strftime", format!("strftime('%Y-%m-01', {date})")),
        "day" => to("date", format!("date({date})")),
        _ => None,
    }
}

fn days_between(from: &str, until: &str) -> Option<Translation> {
    to("julianday", format!("CAST(julianday(date({until})) - julianday(date({from})) AS INTEGER)"))
}

/// `day`, `'day'`, `DAY`.
fn unit_of(argument: &str) -> Option<String> {
    let unit = argument.trim_matches('\'').to_lowercase();
    ["year", "quarter", "month", "week", "day", "hour", "minute", "second"].contains(&unit.as_str()).then_some(unit)
}

fn whole_number(argument: &str) -> Option<i64> {
    argument.replace(' ', "").parse().ok()
}

/// The format in which dates are written here anyway.
fn is_iso_format(format: &str) -> bool {
    format == "'%Y-%m-%d'" || format.eq_ignore_ascii_case("'yyyy-mm-dd'")
}

fn is_type(word: &str) -> bool {
    let name = word.split('(').next().unwrap_or(word).trim().to_uppercase();
    let sizes = word.split_once('(').is_none_or(|(_, sizes)| {
        sizes.trim_end_matches(')').chars().all(|c| c.is_ascii_digit() || c == ',' || c == ' ')
    });
    sizes
        && ["INT", "INTEGER", "BIGINT", "VARCHAR", "DATE", "DATETIME", "DECIMAL", "FLOAT", "REAL"]
            .contains(&name.as_str())
}
