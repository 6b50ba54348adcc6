//! Checks our verdicts against those that the official evaluator gave: pairs of gold and predicted query.

use super::database::Database;
use super::questions::database_file;
use super::{Rules, equal, statement};
use crate::cli::Failure;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::Path;
use tokio::runtime::Handle;

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
}

/// `file`: a pair a line, as JSON. Every pair is judged twice, with `DISTINCT` removed and kept.
pub fn verify(file: &Path, databases: &Path, runtime: &Handle) -> Result<Agreement, Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{}: {e}", file.display()), None);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    let mut by_database: BTreeMap<String, Vec<Pair>> = BTreeMap::new();
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        let pair: Pair = serde_json::from_str(line).map_err(|e| failed(&e))?;
        by_database.entry(pair.db_id.clone()).or_default().push(pair);
    }
    let mut agreement = Agreement::default();
    for (name, pairs) in by_database {
        let path = database_file(databases, &name);
        let database = Database::open(&name, &path, runtime).map_err(|e| failed(&e))?;
        for pair in pairs {
            let cut = [statement::without_distinct(&pair.gold), statement::without_distinct(&pair.predicted)];
            let kept = [pair.gold.clone(), pair.predicted.clone()];
            for (label, [gold, ours], official) in
                [("removed", cut, pair.without_distinct), ("kept", kept, pair.match_keep_distinct)]
            {
                let verdict = match (database.rows(&gold), database.rows(&ours)) {
                    (Ok(gold_rows), Ok(our_rows)) => equal(Rules::Spider, &gold, &gold_rows, &our_rows),
                    _ => false,
                };
                agreement.all += 1;
                if verdict == (official == 1) {
                    agreement.agreed += 1;
                } else {
                    agreement.disputed.push(json!({
                        "database": name, "gold": gold, "predicted": ours, "distinct": label,
                        "official": official, "ours": verdict,
                    }));
                }
            }
        }
    }
    Ok(agreement)
}
