//! The engines' own regression statements, where they are at hand: nothing that is not a SELECT is accepted, and
//! the share of SELECTs that is refused is printed with the reasons. Skipped with a message where they are not.

use std::collections::BTreeMap;
use std::path::PathBuf;
use vouch_model::Dialect;
use vouch_sql::{CheckContext, Policy, check};

pub fn statements(file: &str) -> Option<Vec<serde_json::Value>> {
    let folder = std::env::var_os("VOUCH_BENCH_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench"), PathBuf::from);
    let path = folder.join("guard").join(file);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()),
        Err(_) => {
            println!("skipped: {} is not here (set VOUCH_BENCH_DIR)", path.display());
            None
        }
    }
}

fn judge(dialect: Dialect, file: &str, is_select: impl Fn(&serde_json::Value, &str) -> bool) {
    let Some(records) = statements(file) else { return };
    let policy = Policy { max_rows: 1_000, tenant: None };
    let context = CheckContext { dialect, catalog: None, policy: &policy, engine: None };
    let (mut selects, mut others, mut wrong) = (0, 0, Vec::new());
    let mut refused: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    for record in &records {
        let sql = record["sql"].as_str().unwrap();
        let outcome = check(sql, &context);
        if !is_select(record, sql) {
            others += 1;
            if outcome.is_ok() {
                wrong.push(sql.to_owned());
            }
            continue;
        }
        selects += 1;
        if let Err(r) = outcome {
            let entry = refused.entry(r.code.name()).or_default();
            entry.0 += 1;
            entry.1.push(format!("{} | {}", sql.replace('\n', " ").chars().take(150).collect::<String>(), r.message));
        }
    }
    let all: usize = refused.values().map(|(n, _)| n).sum();
    println!(
        "{dialect}: {others} other statements, {} accepted; {selects} SELECTs, {all} refused ({:.1} %)",
        wrong.len(),
        100.0 * all as f64 / selects as f64
    );
    for (code, (count, examples)) in &refused {
        println!("  {code} {count}");
        if std::env::var_os("VOUCH_SHOW").is_some() {
            examples.iter().for_each(|e| println!("    {e}"));
        }
    }
    assert!(wrong.is_empty(), "accepted, and not a SELECT:\n{}", wrong.join("\n"));
}

#[test]
fn duckdb_regression_statements() {
    judge(Dialect::DuckDb, "duckdb_sqllogictest_labelled.jsonl", |record, _| {
        record["types"].as_array().is_some_and(|types| types.len() == 1 && types.iter().all(|t| t == "SELECT"))
    });
}

#[test]
fn sqlite_regression_statements() {
    judge(Dialect::Sqlite, "sqlite_slt_sample.jsonl", |record, sql| {
        let first =
            sql.trim_start_matches(['(', ' ', '\n']).split_whitespace().next().unwrap_or_default().to_uppercase();
        record["record"] == "query" || ["SELECT", "WITH", "VALUES"].contains(&first.as_str())
    });
}
