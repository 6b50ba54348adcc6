//! Nothing in the engine knows a public database: every table and column of ten training databases gets a made-up name,
//! the engine is told in a file of synonyms what people call them, and it must answer almost as well as before.

mod names;

use crate::support::run;
use names::Names;
use rusqlite::Connection;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const DATABASES: usize = 10;
/// Points of accuracy that may be lost.
const MOST_LOST: f64 = 5.0;

fn spider() -> Option<PathBuf> {
    let bench = std::env::var("VOUCH_BENCH_DIR")
        .map_or_else(|_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench"), Into::into);
    let spider = bench.join("spider");
    if spider.join("train.json").is_file() {
        return Some(spider);
    }
    println!("skipped: no Spider in {} (set VOUCH_BENCH_DIR)", bench.display());
    None
}

#[test]
fn names_of_tables_and_columns_are_known_from_synonyms_alone() {
    let Some(spider) = spider() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (before, after) = (folder.path().join("before"), folder.path().join("after"));
    let mut names = Names::default();
    let questions = renamed_questions(&spider, &before, &after, &mut names);
    let texts = |at: usize| questions.iter().map(|pair| pair[at].clone()).collect::<Vec<Json>>();
    std::fs::write(before.join("train.json"), Json::from(texts(0)).to_string()).unwrap();
    std::fs::write(after.join("train.json"), Json::from(texts(1)).to_string()).unwrap();
    let synonyms = folder.path().join("synonyms.yaml");
    std::fs::write(&synonyms, names.synonyms()).unwrap();
    let known = accuracy(&before, None);
    let renamed = accuracy(&after, Some(&synonyms));
    let told = questions.len();
    println!("{told} questions: {known:.1} % with their own names, {renamed:.1} % renamed and told by synonyms");
    assert!(told > 200, "{told} questions are too few to tell");
    assert!(renamed >= known - MOST_LOST, "{known:.1} % fell to {renamed:.1} %");
}

fn accuracy(path: &Path, synonyms: Option<&Path>) -> f64 {
    let mut arguments = vec!["eval", "--suite", "spider", "--no-misses", "--json", "--path", path.to_str().unwrap()];
    if let Some(file) = synonyms {
        arguments.extend(["--synonyms", file.to_str().unwrap()]);
    }
    let run = run(&arguments);
    assert_eq!(run.code, Some(0), "{run:?}");
    run.json()["accuracy"]["together"]["percent"].as_f64().unwrap()
}

/// Each question twice: as it is, and with its gold query in the new names. Where that gives other rows than before (a
/// text that is spelt like a column), the question is left out of both.
fn renamed_questions(spider: &Path, before: &Path, after: &Path, names: &mut Names) -> Vec<[Json; 2]> {
    let text = std::fs::read_to_string(spider.join("train.json")).unwrap();
    let all: Vec<Json> = serde_json::from_str(&text).unwrap();
    let databases: BTreeSet<&str> = all.iter().filter_map(|q| q["db_id"].as_str()).collect();
    let apart = databases.len() / (DATABASES + 2);
    let mut kept = Vec::new();
    let mut taken = 0;
    for database in databases.into_iter().step_by(apart.max(1)) {
        let file = spider.join(format!("database/{database}/{database}.sqlite"));
        let (own, other) = (copy(&file, before, database), copy(&file, after, database));
        if !rename(&other, names) {
            continue;
        }
        let (own, other) = (Connection::open(own).unwrap(), Connection::open(other).unwrap());
        for question in all.iter().filter(|q| q["db_id"] == database) {
            let gold = question["query"].as_str().unwrap();
            let renamed = names.statement(gold);
            if rows(&own, gold).is_some_and(|expected| rows(&other, &renamed) == Some(expected)) {
                let of = |query: &str| json!({"db_id": database, "question": question["question"], "query": query});
                kept.push([of(gold), of(&renamed)]);
            }
        }
        taken += 1;
        if taken == DATABASES {
            break;
        }
    }
    kept
}

fn copy(file: &Path, folder: &Path, database: &str) -> PathBuf {
    let place = folder.join("database").join(database);
    std::fs::create_dir_all(&place).unwrap();
    let copy = place.join(format!("{database}.sqlite"));
    std::fs::copy(file, &copy).unwrap();
    copy
}

/// Whether every table and column could be renamed; a schema whose keys point nowhere cannot.
fn rename(file: &Path, names: &mut Names) -> bool {
    let connection = Connection::open(file).unwrap();
    let list = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let tables = list("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    tables.iter().all(|table| {
        let columns = list(&format!("SELECT name FROM pragma_table_info('{table}')"));
        let renamed = columns.iter().all(|column| {
            let to = names.column(table, column);
            connection.execute_batch(&format!("ALTER TABLE \"{table}\" RENAME COLUMN \"{column}\" TO {to}")).is_ok()
        });
        let to = names.table(table);
        renamed && connection.execute_batch(&format!("ALTER TABLE \"{table}\" RENAME TO {to}")).is_ok()
    })
}

/// In no particular order, as text.
fn rows(connection: &Connection, sql: &str) -> Option<Vec<String>> {
    let mut statement = connection.prepare(sql).ok()?;
    let width = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| {
        let cells: Vec<rusqlite::types::Value> = (0..width).map(|at| row.get(at)).collect::<Result<_, _>>()?;
        Ok(format!("{cells:?}"))
    };
    let mut rows: Vec<String> = statement.query_map([], row).ok()?.collect::<Result<_, _>>().ok()?;
    rows.sort();
    Some(rows)
}
