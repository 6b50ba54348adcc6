//! Reads question sets in the formats of Spider and BIRD, and files of somebody else's answers.

use super::statement;
use crate::cli::Failure;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Whose rules decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    Spider,
    Bird,
}

#[derive(Clone, Debug)]
pub struct Question {
    /// Place in the file.
    pub id: usize,
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
    let file = file_of(path, split, rules)?;
    match rules {
        Rules::Spider => {
            let lines: Vec<SpiderLine> = parse(&file)?;
            let question = |(id, line): (usize, SpiderLine)| Question {
                id,
                database: line.db_id,
                text: line.question,
                difficulty: statement::difficulty(&line.query).name().to_owned(),
                gold: line.query,
                stated: line.difficulty,
            };
            Ok(lines.into_iter().enumerate().map(question).collect())
        }
        Rules::Bird => {
            let lines: Vec<BirdLine> = parse(&file)?;
            let question = |(id, line): (usize, BirdLine)| Question {
                id,
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

/// One statement a line, in the order of the questions; a tab and what follows it is the database's name.
pub fn predictions(file: &Path) -> Result<Vec<String>, Failure> {
    let text = std::fs::read_to_string(file)
        .map_err(|e| Failure::usage(format!("{}: {e}", file.display()), "One statement a line is expected."))?;
    Ok(text.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect())
}

fn parse<T: serde::de::DeserializeOwned>(file: &Path) -> Result<T, Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{}: {e}", file.display()), None);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    serde_json::from_str(&text).map_err(|e| failed(&e))
}
