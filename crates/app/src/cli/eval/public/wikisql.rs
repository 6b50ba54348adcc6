//! WikiSQL's format: `SPLIT.jsonl` with questions, `SPLIT.tables.jsonl` with what the columns of each table are called,
//! and `SPLIT.db`, a SQLite file with a table for each, its columns `col0`, `col1` and so on, its texts in lower case.
//!
//! Every question is about one table, which the engine gets as a database of its own; the headers are its synonyms.

use super::database::Database;
use super::questions::Question;
use crate::cli::Failure;
use crate::cli::eval::looks::Source;
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::runtime::Handle;
use vouch_linguist::Synonyms;
use vouch_model::Catalog;
use vouch_sql::quote_text;

const AGGREGATES: [&str; 6] = ["", "MAX", "MIN", "COUNT", "SUM", "AVG"];
const OPERATORS: [&str; 3] = ["=", ">", "<"];

#[derive(Deserialize)]
struct Line {
    table_id: String,
    question: String,
    sql: Logical,
}

/// A query as the set writes it: places in lists instead of names.
#[derive(Deserialize)]
struct Logical {
    sel: usize,
    agg: usize,
    conds: Vec<(usize, usize, Json)>,
}

#[derive(Deserialize)]
struct TableLine {
    id: String,
    header: Vec<String>,
    types: Vec<String>,
    #[serde(default)]
    caption: Option<String>,
    #[serde(default)]
    page_title: Option<String>,
}

/// A table of a set with its file.
pub struct WikiTables {
    file: PathBuf,
    source: Source,
    lines: BTreeMap<String, TableLine>,
}

pub fn read(path: &Path, split: &str) -> Result<Vec<Question>, Failure> {
    let tables = table_lines(path, split)?;
    let lines: Vec<Line> = parse_lines(&path.join(format!("{split}.jsonl")))?;
    let question = |(id, line): (usize, Line)| {
        let types = tables.get(&line.table_id).map_or(&[][..], |t| t.types.as_slice());
        Question {
            id,
            key: id.to_string(),
            gold: line.sql.written(&line.table_id, types),
            database: line.table_id,
            text: line.question,
            difficulty: "all".to_owned(),
            stated: None,
        }
    };
    Ok(lines.into_iter().enumerate().map(question).collect())
}

impl Logical {
    fn written(&self, table: &str, types: &[String]) -> String {
        let column = format!("col{}", self.sel);
        let selected = match AGGREGATES.get(self.agg).copied().unwrap_or_default() {
            "" => column,
            function => format!("{function}({column})"),
        };
        let conditions: Vec<String> = self.conds.iter().map(|condition| written(condition, types)).collect();
        let filter = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
        format!("SELECT {selected} FROM {}{filter}", table_name(table))
    }
}

fn written((column, operator, value): &(usize, usize, Json), types: &[String]) -> String {
    let operator = OPERATORS.get(*operator).copied().unwrap_or("=");
    let real = types.get(*column).is_some_and(|t| t == "real");
    let literal = match value {
        Json::String(text) => match number(text).filter(|_| real) {
            Some(number) => number.to_string(),
            None => quote_text(&text.to_lowercase()),
        },
        other => other.to_string(),
    };
    format!("col{column} {operator} {literal}")
}

/// '1,234 votes' compares as 1234, as the official evaluator has it.
fn number(text: &str) -> Option<f64> {
    let plain = text.replace(',', "");
    plain.trim().parse().ok().or_else(|| {
        let digits = |c: char| !(c.is_ascii_digit() || c == '.' || c == '-');
        plain.split(digits).find_map(|part| part.parse().ok())
    })
}

fn table_name(id: &str) -> String {
    format!("table_{}", id.replace('-', "_"))
}

impl WikiTables {
    pub fn open(path: &Path, split: &str, runtime: &Handle) -> Result<Self, Failure> {
        let file = path.join(format!("{split}.db"));
        let source = Source::open(&file, runtime).map_err(|e| Failure::new(e.to_string(), e.hint()))?;
        Ok(Self { lines: table_lines(path, split)?, file, source })
    }

    /// One table as if there were no other.
    pub fn database(&self, id: &str, runtime: &Handle) -> Result<Database, Failure> {
        let name = table_name(id);
        let whole = &self.source.catalog;
        let catalog = Catalog {
            source: whole.source.clone(),
            dialect: whole.dialect,
            version: format!("{} {id}", whole.version),
            tables: whole.tables.iter().filter(|t| t.name.eq_ignore_ascii_case(&name)).cloned().collect(),
            foreign_keys: Vec::new(),
            own_functions: Vec::new(),
        };
        let source = Source { catalog: Arc::new(catalog), ..self.source.clone() };
        let synonyms = self.lines.get(id).map(|line| line.synonyms(&name)).unwrap_or_default();
        Database::new(id, &self.file, source, &synonyms, runtime).map_err(|e| Failure::new(e.to_string(), e.hint()))
    }
}

impl TableLine {
    fn synonyms(&self, name: &str) -> Synonyms {
        let title = self.page_title.clone().or_else(|| self.caption.clone());
        let table = title.map(|title| (name.to_owned(), vec![title]));
        let column = |(i, header): (usize, &String)| (format!("{name}.col{i}"), vec![header.clone()]);
        table.into_iter().chain(self.header.iter().enumerate().map(column)).collect()
    }
}

fn table_lines(path: &Path, split: &str) -> Result<BTreeMap<String, TableLine>, Failure> {
    let lines: Vec<TableLine> = parse_lines(&path.join(format!("{split}.tables.jsonl")))?;
    Ok(lines.into_iter().map(|line| (line.id.clone(), line)).collect())
}

fn parse_lines<T: serde::de::DeserializeOwned>(file: &Path) -> Result<Vec<T>, Failure> {
    let hint = "Point --path to a folder with SPLIT.jsonl, SPLIT.tables.jsonl and SPLIT.db, and --split to SPLIT.";
    let failed = |e: &dyn std::fmt::Display| Failure::usage(format!("{}: {e}", file.display()), hint);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(|e| failed(&e))).collect()
}

#[cfg(test)]
#[path = "wikisql_tests.rs"]
mod tests;
