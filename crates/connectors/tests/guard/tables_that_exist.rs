//! Of the engines' own regression SELECTs, those whose tables exist: which share does the guard refuse, and why?
//!
//! Each test file's own CREATE statements are run in an empty engine; a SELECT counts if the engine can prepare it
//! there. Printed as a table; skipped with a message where the statements are not at hand. Every tenth file is
//! measured, and all of them with `VOUCH_LONG=1`.

use crate::cases::column_of;
use crate::regression_statements::statements;
use std::collections::BTreeMap;
use vouch_model::{Catalog, Dialect, ErrorCode, Table, TableKind};
use vouch_sql::{CheckContext, Policy, Rejected, check};

const POLICY: Policy = Policy { max_rows: 1_000, tenant: None };

enum Engine {
    DuckDb(duckdb::Connection),
    Sqlite(rusqlite::Connection),
}

impl Engine {
    fn new(dialect: Dialect) -> Self {
        match dialect {
            Dialect::DuckDb => {
                let engine = duckdb::Connection::open_in_memory().unwrap();
                engine
                    .execute_batch("SET enable_external_access = false; SET threads = 1; SET memory_limit = '256MB'")
                    .unwrap();
                Engine::DuckDb(engine)
            }
            _ => Engine::Sqlite(rusqlite::Connection::open_in_memory().unwrap()),
        }
    }

    fn create(&self, sql: &str) {
        // Only the columns matter, not the rows.
        let empty = format!("{} WITH NO DATA", sql.trim().trim_end_matches(';'));
        match self {
            Engine::DuckDb(engine) if engine.execute_batch(&empty).is_ok() => {}
            Engine::DuckDb(engine) => drop(engine.execute_batch(sql)),
            Engine::Sqlite(engine) => drop(engine.execute_batch(sql)),
        }
    }

    fn can_prepare(&self, sql: &str) -> bool {
        match self {
            Engine::DuckDb(engine) => engine.prepare(sql).is_ok(),
            Engine::Sqlite(engine) => engine.prepare(sql).is_ok(),
        }
    }

    /// Schema, table, column, type.
    fn columns(&self) -> Vec<(String, String, String, String)> {
        match self {
            Engine::DuckDb(engine) => {
                let sql = "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() \
                           WHERE NOT internal ORDER BY table_oid, column_index";
                let mut statement = engine.prepare(sql).unwrap();
                let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?))).unwrap();
                rows.filter_map(Result::ok).collect()
            }
            Engine::Sqlite(engine) => {
                let sql = "SELECT 'main', m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c \
                           WHERE m.type IN ('table', 'view')";
                let mut statement = engine.prepare(sql).unwrap();
                let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?))).unwrap();
                rows.filter_map(Result::ok).collect()
            }
        }
    }

    fn catalog(&self, dialect: Dialect) -> Catalog {
        let mut tables: Vec<Table> = Vec::new();
        for (schema, table, column, native) in self.columns() {
            let schema = (schema != "main").then_some(schema);
            if tables.last().is_none_or(|last| last.name != table || last.schema != schema) {
                tables.push(Table {
                    schema,
                    name: table,
                    label: None,
                    kind: TableKind::Table,
                    comment: None,
                    columns: Vec::new(),
                    primary_key: Vec::new(),
                    row_count: None,
                    definition: None,
                });
            }
            tables.last_mut().unwrap().columns.push(column_of(&column, kind(&native)));
        }
        Catalog {
            source: "statements".into(),
            dialect,
            version: "1".into(),
            tables,
            foreign_keys: Vec::new(),
            own_functions: Vec::new(),
        }
    }
}

fn kind(native: &str) -> &'static str {
    let upper = native.to_uppercase();
    let begins = |names: &[&str]| names.iter().any(|name| upper.starts_with(name)) && !upper.ends_with(']');
    match () {
        () if begins(&["INTERVAL"]) => "json",
        () if begins(&["INT", "BIGINT", "SMALLINT", "TINYINT", "HUGEINT", "U"]) && !begins(&["UUID", "UNION"]) => "int",
        () if begins(&["VARCHAR", "TEXT", "CHAR"]) => "text",
        () if begins(&["TIMESTAMP"]) => "timestamp",
        () if begins(&["DATE"]) => "date",
        () if begins(&["DOUBLE", "FLOAT", "REAL"]) => "float",
        () if begins(&["DECIMAL"]) => "decimal",
        () if begins(&["BOOL"]) => "bool",
        () => "json",
    }
}

/// The message without the names and texts in it, so that the same reason is one line.
fn reason(rejected: &Rejected) -> String {
    let mut plain = String::new();
    for (i, part) in rejected.message.split('`').enumerate() {
        plain.push_str(if i % 2 == 0 { part } else { "_" });
    }
    format!("{} {}", rejected.code.name(), plain.chars().take(80).collect::<String>())
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole as f64
}

fn measure(dialect: Dialect, file: &str, is_select: impl Fn(&serde_json::Value, &str) -> bool) {
    let Some(records) = statements(file) else { return };
    let mut files: BTreeMap<&str, Vec<&serde_json::Value>> = BTreeMap::new();
    for record in &records {
        files.entry(record["file"].as_str().unwrap_or_default()).or_default().push(record);
    }
    let (mut over_tables, mut refused, mut beyond) = (0_usize, 0_usize, 0_usize);
    let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let every = if std::env::var_os("VOUCH_LONG").is_some() { 1 } else { 10 };
    for records in files.values().step_by(every) {
        let engine = Engine::new(dialect);
        let text = |record: &serde_json::Value| record["sql"].as_str().unwrap_or_default().to_owned();
        for record in records {
            let sql = text(record);
            let creates = ["CREATE TABLE", "CREATE VIEW", "CREATE SCHEMA", "CREATE TYPE", "CREATE OR REPLACE TABLE"];
            if creates.iter().any(|c| sql.to_uppercase().starts_with(c)) && !sql.contains("read_") {
                engine.create(&sql);
            }
        }
        let catalog = engine.catalog(dialect);
        let context = CheckContext { dialect, catalog: Some(&catalog), policy: &POLICY, engine: None };
        for record in records {
            let sql = text(record);
            if !is_select(record, &sql) || !engine.can_prepare(&sql) {
                continue;
            }
            over_tables += 1;
            if let Err(rejected) = check(&sql, &context) {
                refused += 1;
                // Settings, logs, files, system tables: not to be read at all.
                beyond +=
                    usize::from(matches!(rejected.code, ErrorCode::FunctionNotAllowed | ErrorCode::TableNotFound));
                let entry = reasons.entry(reason(&rejected)).or_insert_with(|| (0, sql.replace('\n', " ")));
                entry.0 += 1;
            }
        }
    }
    println!(
        "{dialect}: {over_tables} SELECTs that the engine can prepare over tables that exist, {refused} refused ({:.1} %); \
         of those that read tables only, {} of {} ({:.1} %)",
        percent(refused, over_tables),
        refused - beyond,
        over_tables - beyond,
        percent(refused - beyond, over_tables - beyond),
    );
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (reason, (count, example)) in reasons.iter().take(40) {
        println!("  {count:>5}  {reason:<90} {}", example.chars().take(110).collect::<String>());
    }
    assert!(over_tables > 20, "too few to say anything");
}

#[test]
fn duckdb_selects_over_tables_that_exist() {
    measure(Dialect::DuckDb, "duckdb_sqllogictest_labelled.jsonl", |record, _| {
        record["types"].as_array().is_some_and(|types| types.len() == 1 && types.iter().all(|t| t == "SELECT"))
    });
}

#[test]
fn sqlite_selects_over_tables_that_exist() {
    measure(Dialect::Sqlite, "sqlite_slt_sample.jsonl", |record, sql| {
        let first =
            sql.trim_start_matches(['(', ' ', '\n']).split_whitespace().next().unwrap_or_default().to_uppercase();
        record["record"] == "query" || ["SELECT", "WITH", "VALUES"].contains(&first.as_str())
    });
}
