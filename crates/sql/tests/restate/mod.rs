//! The restater over case files: a statement, and what a person reads.
//!
//! A case file holds blocks parted by empty lines; a block is SQL lines, then `=>` and the sentence. `#` starts
//! a comment, and a line `dialect: sqlite` or `catalog: none` holds for the blocks after it. With
//! `UPDATE_RESTATE=1` the sentences are written anew; read every one of them before you keep it.

use super::{restate, restate_query};
use crate::inspect::shop;
use crate::{CheckContext, CheckedSql, Policy, check, inspect};
use sqlparser::ast::{Query, Statement};
use sqlparser::dialect::{DuckDbDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use std::path::{Path, PathBuf};
use vouch_model::{Catalog, Dialect};

fn parse(sql: &str, dialect: Dialect) -> Option<Query> {
    let parsed = match dialect {
        Dialect::Sqlite => Parser::parse_sql(&SQLiteDialect {}, sql),
        _ => Parser::parse_sql(&DuckDbDialect {}, sql),
    };
    match parsed.ok()?.as_slice() {
        [Statement::Query(query)] => Some(query.as_ref().clone()),
        _ => None,
    }
}

#[test]
fn statements_read_as_their_cases_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/restate");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "txt"));
    files.sort();
    let (mut total, mut wrong) = (0, Vec::new());
    for file in files {
        let (cases, mistakes) = run_file(&file);
        total += cases;
        wrong.extend(mistakes);
    }
    assert!(wrong.is_empty(), "{} of {total} restatements differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(total >= 120, "only {total} cases");
}

fn run_file(file: &Path) -> (usize, Vec<String>) {
    let text = std::fs::read_to_string(file).unwrap();
    let update = std::env::var_os("UPDATE_RESTATE").is_some();
    let (mut dialect, mut catalog) = (Dialect::DuckDb, Some(shop::catalog()));
    let (mut cases, mut wrong, mut written) = (0, Vec::new(), Vec::new());
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let (sql, expected) = block.split_once("\n=>").unwrap_or((block, ""));
        let mut statement = Vec::new();
        for line in sql.lines() {
            match line.split_once(": ") {
                Some(("dialect", name)) => dialect = Dialect::from_name(name).unwrap(),
                Some(("catalog", name)) => catalog = (name != "none").then(shop::catalog),
                _ if line.starts_with('#') => {}
                _ => statement.push(line),
            }
        }
        let statement = statement.join("\n");
        if statement.is_empty() {
            written.push(block.to_owned());
            continue;
        }
        cases += 1;
        let said = said(&statement, dialect, catalog.as_ref());
        if said != expected.trim() {
            wrong.push(format!("{statement}\n  expected: {}\n  said:     {said}", expected.trim()));
        }
        written.push(format!("{sql}\n=> {said}"));
    }
    if update {
        std::fs::write(file, format!("{}\n", written.join("\n\n"))).unwrap();
        wrong.clear();
    }
    (cases, wrong)
}

fn said(statement: &str, dialect: Dialect, catalog: Option<&Catalog>) -> String {
    match parse(statement, dialect) {
        Some(query) => restate_query(&query, catalog),
        None => format!("DOES NOT PARSE: {statement}"),
    }
}

/// Statements nobody wrote with this restater in mind: it must find words, or quote, and never panic.
#[test]
fn no_parsed_select_is_left_without_words() {
    let bench = std::env::var_os("VOUCH_BENCH_DIR").map(PathBuf::from);
    let bench =
        bench.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench")).join("guard");
    let Ok(folder) = std::fs::read_dir(&bench) else {
        println!("skipped: no statements at {}", bench.display());
        return;
    };
    let mut restated = 0;
    for file in folder.map(|entry| entry.unwrap().path()) {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let sql = line["sql"].as_str().unwrap();
            for dialect in Dialect::ALL {
                let Some(query) = parse(sql, dialect) else { continue };
                let said = restate_query(&query, None);
                assert!(said.len() > 1 && said.ends_with('.'), "{sql}\n{said}");
                assert_eq!(said, restate_query(&query, None), "{sql}");
                restated += 1;
            }
        }
    }
    println!("{restated} restated");
    assert!(restated > 0);
}

fn checked_with_room(sql: String) -> CheckedSql {
    let make = move || {
        let policy = Policy { max_rows: 1_000, tenant: None };
        let context = CheckContext { dialect: Dialect::DuckDb, catalog: None, policy: &policy, engine: None };
        check(&sql, &context).unwrap()
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(make).unwrap().join().unwrap()
}

/// Chains as long as the guard lets them be.
#[test]
fn deep_and_long_statements_do_not_overflow() {
    let deep = format!("SELECT {}1{}", "(".repeat(30), ")".repeat(30));
    let long = format!("SELECT * FROM t WHERE {}", vec!["a = 1"; 590].join(" AND "));
    let sum = format!("SELECT {} FROM t", vec!["a"; 1_150].join(" + "));
    let either = format!("SELECT * FROM t WHERE {}", vec!["a = 1"; 590].join(" OR "));
    for sql in [deep, long, sum, either] {
        // Made, and never dropped, so that only our own walks are put to the test on this small stack.
        let checked = std::mem::ManuallyDrop::new(checked_with_room(sql));
        assert!(restate(&checked, None).len() > 3);
        inspect(&checked, &shop::catalog());
    }
}
