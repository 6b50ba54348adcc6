//! Rows from a few lines of text: written out, or made by small deterministic generators.
//!
//! ```text
//! == name of the case
//! hint ordered                      (or: hint question ..., hint title ..., hint type ..., hint x|y|color ...)
//! col month text 2024-01, 2024-02
//! col day date day:2024-01-01       (also week:, month:, year:, hour:)
//! col region text cycle:North|South
//! col region text each:4:North|South (each name four times in a row)
//! col amount float noise:10..500    (also int, and walk:100..5: a random walk from 100 with steps up to 5)
//! col id int seq:1                 (and sum:10..50: a running total of such figures)
//! rows 400                          (for generators; written values decide by themselves)
//! => line
//! ```

use vouch_charts::Hints;
use vouch_model::{DataType, ResultColumn, ResultSet, Timestamp, Value};

pub struct Case {
    pub name: String,
    pub rows: ResultSet,
    pub hints: Hints,
    pub expected: String,
}

pub fn read(text: &str) -> Vec<Case> {
    text.split("\n== ").filter(|part| !part.trim().is_empty()).map(case).collect()
}

fn case(text: &str) -> Case {
    let mut lines = text.lines();
    let name = lines.next().unwrap().trim_start_matches("== ").trim().to_owned();
    let mut hints = Hints::default();
    let (mut columns, mut expected, mut count) = (Vec::new(), String::new(), 0);
    for line in lines.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "hint" => hint(&mut hints, rest),
            "col" => {
                let (name, rest) = if let Some(quoted) = rest.strip_prefix('`') {
                    quoted.split_once("` ").unwrap()
                } else {
                    rest.split_once(' ').unwrap()
                };
                let (kind, values) = rest.split_once(' ').unwrap_or((rest, ""));
                columns.push((name.to_owned(), kind.to_owned(), values.to_owned()));
            }
            "rows" => count = rest.parse().unwrap(),
            "=>" => expected = rest.to_owned(),
            other => panic!("{name}: what is '{other}'?"),
        }
    }
    Case { rows: table(&name, &columns, count), name, hints, expected }
}

fn hint(hints: &mut Hints, text: &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.to_owned();
    match word {
        "ordered" => hints.ordered = true,
        "question" => hints.question = Some(rest),
        "title" => hints.title = Some(rest),
        "type" => hints.chart_type = Some(rest.parse().unwrap()),
        "x" => hints.fields.x = Some(rest),
        "y" => hints.fields.y = Some(rest),
        "color" => hints.fields.color = Some(rest),
        other => panic!("what hint is '{other}'?"),
    }
}

fn table(name: &str, columns: &[(String, String, String)], count: usize) -> ResultSet {
    let values: Vec<Vec<Value>> =
        columns.iter().enumerate().map(|(at, (_, kind, values))| cells(kind, values, count, at)).collect();
    let rows = values.iter().map(Vec::len).max().unwrap_or(0);
    assert!(values.iter().all(|column| column.len() == rows), "{name}: columns differ in length");
    ResultSet {
        columns: columns
            .iter()
            .map(|(name, kind, _)| ResultColumn { name: name.clone(), data_type: data_type(kind) })
            .collect(),
        rows: (0..rows).map(|at| values.iter().map(|column| column[at].clone()).collect()).collect(),
        truncated: false,
    }
}

fn data_type(kind: &str) -> DataType {
    match kind {
        "int" => DataType::Int,
        "float" => DataType::Float,
        "decimal" => DataType::Decimal { precision: 18, scale: 2 },
        "bool" => DataType::Bool,
        "date" => DataType::Date,
        "timestamp" => DataType::Timestamp { zoned: false },
        "list" => DataType::List(Box::new(DataType::Int)),
        _ => DataType::Text,
    }
}

fn cells(kind: &str, values: &str, count: usize, column: usize) -> Vec<Value> {
    if let Some((generator, argument)) = values.split_once(':').filter(|(word, _)| {
        ["day", "week", "month", "year", "hour", "cycle", "each", "noise", "walk", "sum", "seq"].contains(word)
    }) {
        return (0..count).map(|at| generated(kind, generator, argument, at, column)).collect();
    }
    values.split(',').map(|text| cell(kind, text.trim())).collect()
}

fn generated(kind: &str, generator: &str, argument: &str, at: usize, column: usize) -> Value {
    let salt = column as u64 * 100;
    let names = |list: &str, at: usize| {
        let names: Vec<&str> = list.split('|').collect();
        cell(kind, names[at % names.len()].trim())
    };
    match generator {
        "cycle" => names(argument, at),
        "each" => {
            let (times, list) = argument.split_once(':').unwrap();
            names(list, at / times.parse::<usize>().unwrap())
        }
        "seq" => number(kind, argument.parse::<f64>().unwrap() + at as f64),
        "noise" => {
            let (low, high) = span(argument);
            // The sum of a few chances is bell-shaped, as amounts are.
            let chance = (0..3).map(|n| chance(at, salt + n)).sum::<f64>() / 3.0;
            number(kind, low + (high - low) * chance)
        }
        "sum" => {
            let (low, high) = span(argument);
            number(kind, (0..=at).map(|n| low + (high - low) * chance(n, salt)).sum())
        }
        "walk" => {
            let (start, step) = span(argument);
            let drift: f64 = (0..=at).map(|n| (chance(n, salt + 7) - 0.42) * step).sum();
            number(kind, start + drift)
        }
        _ => moment(kind, generator, argument, at),
    }
}

fn span(text: &str) -> (f64, f64) {
    let (low, high) = text.split_once("..").unwrap();
    (low.parse().unwrap(), high.parse().unwrap())
}

fn chance(at: usize, salt: u64) -> f64 {
    let mut x = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ salt.wrapping_mul(0xD1B5_4A32_D192_ED03);
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^= x >> 32;
    (x % 10_000) as f64 / 10_000.0
}

fn number(kind: &str, x: f64) -> Value {
    if kind == "int" { Value::Int(x.round() as i64) } else { Value::Float((x * 100.0).round() / 100.0) }
}

fn moment(kind: &str, step: &str, start: &str, at: usize) -> Value {
    let date: jiff::civil::Date = start.parse().unwrap();
    let at = at as i64;
    let span = match step {
        "week" => jiff::Span::new().weeks(at),
        "month" => jiff::Span::new().months(at),
        "year" => jiff::Span::new().years(at),
        "hour" => jiff::Span::new().hours(at),
        _ => jiff::Span::new().days(at),
    };
    let there = date.at(0, 0, 0, 0) + span;
    cell(kind, &there.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

fn cell(kind: &str, text: &str) -> Value {
    let seconds = |text: &str| {
        let text = if text.len() == 10 { format!("{text} 00:00:00") } else { text.to_owned() };
        let at: jiff::civil::DateTime = text.parse().unwrap();
        at.duration_since(jiff::civil::date(1970, 1, 1).at(0, 0, 0, 0)).as_secs()
    };
    match kind {
        _ if text == "null" => Value::Null,
        "int" => Value::Int(text.parse().unwrap()),
        "float" => Value::Float(text.parse().unwrap()),
        "decimal" => Value::Decimal(text.parse().unwrap()),
        "bool" => Value::Bool(text == "true"),
        "date" => Value::Date(i32::try_from(seconds(text) / 86_400).unwrap()),
        "timestamp" => Value::Timestamp(Timestamp { seconds: seconds(text), nanos: 0, zoned: false }),
        "list" => Value::List(vec![Value::Int(1)]),
        _ => Value::Text(text.to_owned()),
    }
}
