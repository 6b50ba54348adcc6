//! The guard's case files against the engines: what is accepted can be read by the engine as it was written
//! anew, and DuckDB's own parser, asked as the second door, sees the same.

use crate::cases::accepted;
use crate::world::World;
use vouch_model::Dialect;
use vouch_sql::{CheckContext, EngineParser, EngineVerdict, Policy, check};

const POLICY: Policy = Policy { max_rows: 100, tenant: None };

/// DuckDB's parser through `json_serialize_sql`, enough of it for this test.
struct Parser(std::sync::Mutex<duckdb::Connection>);

impl EngineParser for Parser {
    fn parse(&self, sql: &str) -> Result<EngineVerdict, String> {
        let connection = self.0.lock().map_err(|e| e.to_string())?;
        let json: String = connection
            .query_row("SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", [sql], |row| row.get(0))
            .map_err(|e| e.to_string())?;
        let json: serde_json::Value = serde_json::from_str(&json).map_err(|e| e.to_string())?;
        if json["error"] == true {
            return Err(json["error_message"].to_string());
        }
        let statements = json["statements"].as_array().map_or(0, Vec::len);
        let mut verdict = EngineVerdict { statements, all_select: true, ..EngineVerdict::default() };
        gather(&json, &mut verdict);
        Ok(verdict)
    }
}

fn gather(node: &serde_json::Value, verdict: &mut EngineVerdict) {
    match node {
        serde_json::Value::Object(fields) => {
            if fields.get("type").is_some_and(|t| t == "TABLE_FUNCTION") {
                verdict.tables.extend(fields["function"]["function_name"].as_str().map(str::to_lowercase));
            }
            let named = |key: &str| fields.get(key).and_then(|v| v.as_str()).map(str::to_lowercase);
            verdict.tables.extend(named("table_name").filter(|_| fields.contains_key("schema_name")));
            verdict.functions.extend(named("function_name"));
            fields.values().for_each(|value| gather(value, verdict));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| gather(item, verdict)),
        _ => {}
    }
}

fn agree(dialect: Dialect) {
    let world = World::new(dialect);
    let parser = Parser(std::sync::Mutex::new(duckdb::Connection::open_in_memory().unwrap()));
    let engine: Option<&dyn EngineParser> = if dialect == Dialect::DuckDb { Some(&parser) } else { None };
    let context = CheckContext { dialect, catalog: Some(&world.catalog), policy: &POLICY, engine };
    let mut failures = Vec::new();
    for sql in accepted(dialect) {
        match check(&sql, &context) {
            Err(r) => failures.push(format!("{sql}\n    {} {}", r.code.name(), r.message)),
            Ok(checked) => {
                for written in [checked.sql(), checked.to_run()] {
                    if let Err(error) = world.prepare(written) {
                        failures.push(format!("{sql}\n    {written}\n    {error}"));
                        break;
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} disagreements in {dialect}\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn duckdb_reads_what_the_guard_writes() {
    agree(Dialect::DuckDb);
}

#[test]
fn sqlite_reads_what_the_guard_writes() {
    agree(Dialect::Sqlite);
}

/// A function on the list that the engine lacks would pass the guard and fail in the engine, with a worse message.
#[test]
fn every_allowed_function_exists_in_the_engine() {
    let lists = [
        (Dialect::DuckDb, include_str!("../../../sql/src/functions/duckdb.txt")),
        (Dialect::Sqlite, include_str!("../../../sql/src/functions/sqlite.txt")),
    ];
    for (dialect, list) in lists {
        let known = World::new(dialect).function_names();
        let section = list.split("[functions]").nth(1).unwrap().split("[table functions]").next().unwrap();
        let lacking: Vec<&str> = section
            .split_whitespace()
            .filter(|name| !known.iter().any(|k| k == name) && !BY_THE_PARSER.contains(name))
            .collect();
        assert!(lacking.is_empty(), "{dialect} lacks {lacking:?}");
    }
}

/// What the engines' parsers turn into something else before any function is looked up, and what our connections add.
const BY_THE_PARSER: [&str; 17] = [
    "coalesce",
    "columns",
    "current_time",
    "exists",
    "grouping",
    "grouping_id",
    "if",
    "ifnull",
    "localtime",
    "localtimestamp",
    "median",
    "overlay",
    "percentile_cont",
    "percentile_disc",
    "try",
    "unpack",
    "current_timestamp",
];
