//! Reads question sets in the formats of Spider, BIRD and WikiSQL, and files of somebody else's answers.

use super::{statement, wikisql};
use crate::cli::Failure;
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Whose rules decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    Spider,
    Bird,
    WikiSql,
}

#[derive(Clone, Debug)]
pub struct Question {
    /// Place in the file.
    pub id: usize,
    /// What files of answers call it.
    pub key: String,
    pub database: String,
    pub text: String,
    pub gold: String,
    pub difficulty: String,
    /// What the file itself says the difficulty is.
    pub stated: Option<String>,
}

#[derive(Deserialize)]
struct SpiderLine {
    db_id: String,
    question: String,
    query: String,
    difficulty: Option<String>,
}

#[derive(Deserialize)]
struct BirdLine {
    question_id: Option<u64>,
    db_id: String,
    question: String,
    #[serde(default)]
    evidence: String,
    #[serde(rename = "SQL")]
    sql: String,
    difficulty: Option<String>,
}

/// Databases whose questions only give a figure: nobody looks at their misses.
pub fn reserved(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path.join("report_dbs.txt")).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

pub fn read(path: &Path, split: &str, rules: Rules) -> Result<Vec<Question>, Failure> {
    match rules {
        Rules::WikiSql => wikisql::read(path, split),
        Rules::Spider => {
            let lines: Vec<SpiderLine> = parse(&file_of(path, split, rules)?)?;
            let question = |(id, line): (usize, SpiderLine)| Question {
                id,
                key: id.to_string(),
                database: line.db_id,
                text: line.question,
                difficulty: statement::difficulty(&line.query).name().to_owned(),
                gold: line.query,
                stated: line.difficulty,
            };
            Ok(lines.into_iter().enumerate().map(question).collect())
        }
        Rules::Bird => {
            let lines: Vec<BirdLine> = parse(&file_of(path, split, rules)?)?;
            let question = |(id, line): (usize, BirdLine)| Question {
                id,
                key: line.question_id.map_or_else(|| id.to_string(), |own| own.to_string()),
                database: line.db_id,
                text: if line.evidence.is_empty() {
                    line.question
                } else {
                    format!("{} {}", line.question, line.evidence)
                },
                gold: line.sql,
                difficulty: line.difficulty.unwrap_or_else(|| "all".to_owned()),
                stated: None,
            };
            Ok(lines.into_iter().enumerate().map(question).collect())
        }
    }
}

/// `train` is `train.json`; where there is no such file, the only JSON file with that in its name.
fn file_of(path: &Path, split: &str, rules: Rules) -> Result<PathBuf, Failure> {
    let direct = path.join(format!("{split}.json"));
    if direct.is_file() {
        return Ok(direct);
    }
    let wanted = if rules == Rules::Bird { "questions" } else { split };
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let named = |file: &PathBuf| {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        name.ends_with(".json") && name.contains(wanted)
    };
    entries.into_iter().find(named).ok_or_else(|| {
        let hint = "Point --path to a copy of the set, and --split to one of its files.";
        Failure::usage(format!("{} is not there", direct.display()), hint)
    })
}

pub fn database_file(path: &Path, name: &str) -> PathBuf {
    let places = ["database", "dev_databases", "train_databases"].map(|folder| path.join(folder).join(name));
    let files = places.iter().map(|folder| folder.join(format!("{name}.sqlite")));
    let flat = path.join(format!("{name}.sqlite"));
    files.chain([flat.clone()]).find(|file| file.is_file()).unwrap_or(flat)
}

/// Answers by system and by the question's place in its file.
pub type Systems = BTreeMap<String, BTreeMap<usize, String>>;

/// What a file with the answers of one system calls it: nothing.
const UNNAMED: &str = "answers";

/// Somebody else's answers: one statement a line, in the order of the questions; or JSON, from question to statement as
/// BIRD has it, or from system to such an object.
pub fn predictions(file: &Path, questions: &[Question]) -> Result<Systems, Failure> {
    let hint = "One statement a line is expected, in the order of the questions, or JSON from question to statement.";
    let failed = |e: &dyn std::fmt::Display| Failure::usage(format!("{}: {e}", file.display()), hint);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    if file.extension().is_some_and(|e| e == "json") {
        return from_json(&text, questions).map_err(|e| failed(&e));
    }
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() < questions.len() {
        return Err(failed(&format!("{} answers for {} questions", lines.len(), questions.len())));
    }
    let answers = lines.iter().enumerate().filter_map(|(id, line)| Some((id, statement_in(line)?)));
    Ok(BTreeMap::from([(UNNAMED.to_owned(), answers.collect())]))
}

fn from_json(text: &str, questions: &[Question]) -> Result<Systems, serde_json::Error> {
    let whole: BTreeMap<String, Json> = serde_json::from_str(text)?;
    let answers = |of: &dyn Fn(&str) -> Option<String>| -> BTreeMap<usize, String> {
        questions.iter().filter_map(|q| Some((q.id, of(&q.key)?))).collect()
    };
    let text_at = |json: Option<&Json>| json.and_then(Json::as_str).and_then(statement_in);
    if whole.values().any(Json::is_string) {
        let own = answers(&|key| text_at(whole.get(key)));
        return Ok(BTreeMap::from([(UNNAMED.to_owned(), own)]));
    }
    let systems = whole.iter().map(|(name, of)| (name.clone(), answers(&|key| text_at(of.get(key)))));
    Ok(systems.collect())
}

/// A tab and what follows it is the database's name.
fn statement_in(line: &str) -> Option<String> {
    let statement = line.split('\t').next().unwrap_or_default();
    (!statement.trim().is_empty()).then(|| statement.to_owned())
}

fn parse<T: serde::de::DeserializeOwned>(file: &Path) -> Result<T, Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{}: {e}", file.display()), None);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    serde_json::from_str(&text).map_err(|e| failed(&e))
}
