//! What first aid makes of its cases, in the engines themselves: they can read it.

use crate::first_aid_cases::{aided, cases, catalog};
use crate::world::script;
use vouch_model::Dialect;
use vouch_sql::{CheckContext, Policy, check};

#[test]
fn the_engines_read_what_was_mended() {
    let policy = Policy { max_rows: 100, tenant: None };
    let duckdb = duckdb::Connection::open_in_memory().unwrap();
    duckdb.execute_batch(&script(&catalog(Dialect::DuckDb))).unwrap();
    let sqlite = rusqlite::Connection::open_in_memory().unwrap();
    sqlite.execute_batch(&script(&catalog(Dialect::Sqlite))).unwrap();
    let mut wrong = Vec::new();
    for case in cases() {
        let Some(mended) = aided(&case) else { continue };
        let catalog = catalog(case.dialect);
        let context = CheckContext { dialect: case.dialect, catalog: Some(&catalog), policy: &policy, engine: None };
        let checked = check(&mended.sql, &context).unwrap();
        let outcome = match case.dialect {
            Dialect::DuckDb => duckdb.prepare(checked.to_run()).map(drop).map_err(|e| e.to_string()),
            _ => sqlite.prepare(checked.to_run()).map(drop).map_err(|e| e.to_string()),
        };
        if let Err(error) = outcome {
            wrong.push(format!("{}\n  {}\n  {error}", case.sql, checked.to_run()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
