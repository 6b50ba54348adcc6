//! The texts that fill the prompts: schema, history, attempts, rows. Each has a cap, so that no table, no conversation
//! and no cell can make a request large.

use super::Curtain;
use crate::facts::format_number;
use vouch_model::{Attempt, Catalog, Column, Exchange, Fact, ResultSet, Table, Value};

/// Rows a model is shown (seed 000).
pub const MOST_ROWS_SENT: usize = 20;
/// Exchanges that are sent, and characters of each text in them (seed 004).
const MOST_EXCHANGES: usize = 3;
const MESSAGE_CHARS: usize = 200;
/// Longer names are cut (seed 004).
const NAME_CHARS: usize = 50;
const SAMPLE_CHARS: usize = 30;
const SAMPLES: usize = 3;
const COMMENT_CHARS: usize = 120;
const SCHEMA_CHARS: usize = 16_000;
const CELL_CHARS: usize = 60;
const ROWS_CHARS: usize = 4_000;
const STATEMENT_CHARS: usize = 2_000;
const ERROR_CHARS: usize = 500;

/// Seed 004's compressed schema: a line a column, types, three samples, ranges of dates and numbers, keys.
/// `columns` says which columns of a wide table are worth showing.
pub fn schema_text(
    catalog: &Catalog,
    tables: &[String],
    columns: &dyn Fn(&Table) -> Vec<String>,
    curtain: &Curtain,
) -> String {
    let mut text = String::new();
    for table in tables.iter().filter_map(|name| catalog.table(name)) {
        let block = table_text(catalog, table, &columns(table), curtain);
        if !text.is_empty() && text.len() + block.len() > SCHEMA_CHARS {
            break;
        }
        text.push_str(&cut(&block, SCHEMA_CHARS));
    }
    text
}

fn table_text(catalog: &Catalog, table: &Table, columns: &[String], curtain: &Curtain) -> String {
    let rows = table.row_count.map(|n| format!(" ({} rows)", format_number(n as f64))).unwrap_or_default();
    let called = table.label.as_deref().map(|l| format!(" \"{}\"", cut(l, NAME_CHARS))).unwrap_or_default();
    let mut text = format!("{}{called}{rows}{}\n", table.qualified_name(), comment(table.comment.as_deref()));
    let shown = table.columns.iter().filter(|c| columns.contains(&c.name));
    let mut count = 0;
    for column in shown {
        text.push_str(&column_text(catalog, table, column, curtain));
        count += 1;
    }
    if count < table.columns.len() {
        text.push_str(&format!("  ({} more columns)\n", table.columns.len() - count));
    }
    text
}

fn column_text(catalog: &Catalog, table: &Table, column: &Column, curtain: &Curtain) -> String {
    let mut line = format!("  {} {}", shown_name(&column.name), column.native_type);
    if table.primary_key.contains(&column.name) {
        line.push_str(" key");
    }
    if let Some(target) = refers_to(catalog, table, column) {
        line.push_str(&format!(" -> {target}"));
    }
    if let Some(label) = &column.label {
        line.push_str(&format!(" \"{}\"", cut(label, NAME_CHARS)));
    }
    if !curtain.is_closed() {
        line.push_str(&example_text(column));
    }
    line.push_str(&comment(column.comment.as_deref()));
    line.push('\n');
    line
}

fn example_text(column: &Column) -> String {
    if !column.samples.is_empty() {
        let samples = column.samples.iter().take(SAMPLES).map(|s| format!("'{}'", cut(s, SAMPLE_CHARS)));
        return format!(" = {}", samples.collect::<Vec<_>>().join(", "));
    }
    // The range of a key says nothing that helps.
    let is_key = column.unique || column.name.to_lowercase().ends_with("id");
    match (&column.min, &column.max) {
        (Some(min), Some(max)) if !is_key => format!(" {}..{}", short_value(min), short_value(max)),
        _ => String::new(),
    }
}

/// Midnight adds nothing to a day.
fn short_value(value: &Value) -> String {
    let text = value.to_string();
    cut(text.strip_suffix(" 00:00:00").or_else(|| text.strip_suffix("T00:00:00")).unwrap_or(&text), SAMPLE_CHARS)
}

fn refers_to(catalog: &Catalog, table: &Table, column: &Column) -> Option<String> {
    let own = table.qualified_name();
    catalog.foreign_keys.iter().find_map(|key| {
        let at = key.columns.iter().position(|c| *c == column.name).filter(|_| key.table == own)?;
        Some(format!("{}.{}", key.to_table, key.to_columns.get(at)?))
    })
}

/// A name as it is sent; a cut one ends in `~` and is written out again when it comes back.
pub fn shown_name(name: &str) -> String {
    match name.char_indices().nth(NAME_CHARS) {
        Some(_) => format!("{}~", name.chars().take(NAME_CHARS - 1).collect::<String>()),
        None => name.to_owned(),
    }
}

fn comment(text: Option<&str>) -> String {
    match text {
        Some(text) if !text.trim().is_empty() => format!(" -- {}", cut(&one_line(text), COMMENT_CHARS)),
        _ => String::new(),
    }
}

/// The last exchanges; `None` when there are none.
pub fn history_text(history: &[Exchange], curtain: &Curtain) -> Option<String> {
    let recent = history.iter().rev().take(MOST_EXCHANGES).rev();
    let exchanges = recent.map(|exchange| {
        let mut text = format!("Q: {}", cut(&one_line(&exchange.standalone), MESSAGE_CHARS));
        if let Some(sql) = &exchange.sql {
            text.push_str(&format!("\nSQL: {}", cut(&one_line(&curtain.statement(sql)), MESSAGE_CHARS)));
        }
        if !exchange.results_summary.is_empty() {
            text.push_str(&format!("\nResult: {}", cut(&exchange.results_summary, MESSAGE_CHARS)));
        }
        text
    });
    Some(exchanges.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
}

/// Every earlier attempt with what became of it (seed 001).
pub fn attempts_text(attempts: &[Attempt], issues: &[String], curtain: &Curtain) -> String {
    let last = attempts.len();
    let texts = attempts.iter().enumerate().map(|(i, attempt)| {
        let mut text =
            format!("Attempt {}\nSQL: {}", attempt.number, cut(&curtain.statement(&attempt.sql), STATEMENT_CHARS));
        match &attempt.error {
            Some(error) => text.push_str(&format!("\nError: {}", cut(&curtain.error(error), ERROR_CHARS))),
            None if i + 1 == last && !curtain.is_closed() && !issues.is_empty() => {
                text.push_str(&format!("\nProblem: {}", cut(&issues.join(" "), ERROR_CHARS)));
            }
            None => text.push_str("\nProblem: it ran, but its result would mislead."),
        }
        if let Some(diagnosis) = attempt.diagnosis.as_ref().filter(|_| !curtain.is_closed()) {
            let words = format!("{} {}", diagnosis.root_cause, diagnosis.suggestion);
            text.push_str(&format!("\nDiagnosis: {}", cut(&one_line(&words), ERROR_CHARS)));
        }
        text
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

/// The first rows, a line each.
pub fn rows_text(results: &ResultSet) -> String {
    let mut text = results.column_names().join(" | ");
    for row in results.rows.iter().take(MOST_ROWS_SENT) {
        let cells = row.iter().map(|value| cut(&one_line(&value.to_string()), CELL_CHARS));
        text.push('\n');
        text.push_str(&cells.collect::<Vec<_>>().join(" | "));
    }
    cut(&text, ROWS_CHARS)
}

pub fn facts_text(facts: &[Fact]) -> String {
    facts.iter().map(|fact| format!("- {}", fact.text)).collect::<Vec<_>>().join("\n")
}

pub fn rules_text(rules: &[(String, String)]) -> Option<String> {
    let texts = rules.iter().map(|(title, text)| format!("{title}: {}", one_line(text)));
    Some(texts.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
}

/// Question and statement pairs.
pub fn examples_text(examples: &[(String, String)], curtain: &Curtain) -> Option<String> {
    let texts = examples.iter().map(|(question, sql)| {
        format!(
            "Q: {}\nSQL: {}",
            cut(&one_line(question), MESSAGE_CHARS),
            cut(&curtain.statement(sql), STATEMENT_CHARS)
        )
    });
    Some(texts.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
}

pub fn numbered(steps: &[String]) -> Option<String> {
    let lines = steps.iter().enumerate().map(|(i, step)| format!("{}. {step}", i + 1));
    Some(lines.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most `most` characters, the cut shown.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
