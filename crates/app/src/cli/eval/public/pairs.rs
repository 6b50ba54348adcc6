//! Checks our verdicts against those that the official evaluator gave: pairs of gold and predicted query, and the
//! difficulty of every question that states it.

use super::database::{self, TIMEOUT};
use super::questions::{self, database_file};
use super::{Rules, equal, statement};
use crate::cli::Failure;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use vouch_connectors::BareSqlite;

#[derive(Deserialize)]
struct Pair {
    db_id: String,
    gold: String,
    predicted: String,
    #[serde(rename = "match")]
    without_distinct: u8,
    match_keep_distinct: u8,
}

#[derive(Default)]
pub struct Agreement {
    pub all: usize,
    pub agreed: usize,
    pub disputed: Vec<Json>,
    /// Questions with a stated difficulty, and those where ours is another.
    pub graded: usize,
    pub graded_otherwise: usize,
}

/// `file`: a pair a line, as JSON. Every pair is judged twice, with `DISTINCT` removed and kept.
pub fn verify(file: &Path, databases: &Path) -> Result<Agreement, Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{}: {e}", file.display()), None);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    let mut by_database: BTreeMap<String, Vec<Pair>> = BTreeMap::new();
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        let pair: Pair = serde_json::from_str(line).map_err(|e| failed(&e))?;
        by_database.entry(pair.db_id.clone()).or_default().push(pair);
    }
    let mut agreement = Agreement::default();
    for (name, pairs) in by_database {
        let database = database::open_bare(&database_file(databases, &name)).map_err(|e| failed(&e))?;
        pairs.iter().for_each(|pair| agreement.judge(&database, pair));
    }
    agreement.grade(databases);
    Ok(agreement)
}

/// Whether the second statement gives what the first one does; what does not run is wrong.
pub fn verdict(database: &BareSqlite, gold: &str, ours: &str, rules: Rules, timeout: Duration) -> bool {
    let rows = |sql: &str| database::rows(database, sql, timeout);
    match (rows(gold), rows(ours)) {
        (Ok(gold_rows), Ok(our_rows)) => equal(rules, gold, &gold_rows, &our_rows),
        _ => false,
    }
}

impl Agreement {
    fn judge(&mut self, database: &BareSqlite, pair: &Pair) {
        let cut = [&pair.gold, &pair.predicted].map(|sql| statement::without_distinct(sql));
        let kept = [&pair.gold, &pair.predicted].map(|sql| statement::joined_signs(sql));
        for (label, [gold, ours], official) in
            [("removed", cut, pair.without_distinct), ("kept", kept, pair.match_keep_distinct)]
        {
            let verdict = verdict(database, &gold, &ours, Rules::Spider, TIMEOUT);
            self.all += 1;
            if verdict == (official == 1) {
                self.agreed += 1;
            } else {
                self.disputed.push(json!({
                    "database": pair.db_id, "gold": gold, "predicted": ours, "distinct": label,
                    "official": official, "ours": verdict,
                }));
            }
        }
    }

    /// Both files of questions, where they are there; of what is only for reporting no more than a number is told.
    fn grade(&mut self, databases: &Path) {
        for split in ["train", "report"] {
            let list = questions::read(databases, split, Rules::Spider).unwrap_or_default();
            for question in list {
                let Some(stated) = question.stated else { continue };
                self.graded += 1;
                if stated == question.difficulty {
                    continue;
                }
                self.graded_otherwise += 1;
                if !super::is_reserved(databases, split) {
                    let (gold, ours) = (question.gold, question.difficulty);
                    self.disputed.push(json!({"gold": gold, "official_difficulty": stated, "ours": ours}));
                }
            }
        }
    }
}
