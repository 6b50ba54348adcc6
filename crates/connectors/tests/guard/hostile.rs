//! Generated and mutated statements against open engines: whatever the guard accepts does no harm.
//! `VOUCH_LONG=1` runs many more.

use crate::mutation::{Kitchen, recipes};
use crate::world::World;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::Cell;
use vouch_model::Dialect;
use vouch_sql::{CheckContext, Policy, check};

fn assault(dialect: Dialect) {
    let cases = if std::env::var_os("VOUCH_LONG").is_some() { 40_000 } else { 600 };
    let world = World::new(dialect);
    let kitchen = Kitchen::new(dialect, &world.canary_path(), &world.folder(), world.port);
    let (accepted, ran) = (Cell::new(0), Cell::new(0));
    let policy = Policy { max_rows: 50, tenant: None };
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let result = runner.run(&recipes(), |recipe| {
        let sql = kitchen.cook(&recipe);
        let catalog = recipe.with_catalog.then_some(&world.catalog);
        let Ok(checked) = check(&sql, &CheckContext { dialect, catalog, policy: &policy, engine: None }) else {
            return Ok(());
        };
        accepted.set(accepted.get() + 1);
        let output = world.run(checked.to_run());
        ran.set(ran.get() + u32::from(output.is_ok()));
        match world.harm(&output.unwrap_or_else(|error| error)) {
            None => Ok(()),
            Some(harm) => Err(TestCaseError::fail(format!("{harm}\n  {sql}\n  {}", checked.to_run()))),
        }
    });
    println!("{dialect}: of {cases} statements {} were accepted, {} ran to their end", accepted.get(), ran.get());
    result.unwrap();
    // A guard that refuses everything, or an engine that fails at everything, would prove nothing.
    assert!(ran.get() * 20 > cases, "only {} of {cases} ran", ran.get());
}

#[test]
fn duckdb_is_not_harmed() {
    assault(Dialect::DuckDb);
}

#[test]
fn sqlite_is_not_harmed() {
    assault(Dialect::Sqlite);
}

/// The test can fail: without the guard, each of these does what the guard is there to prevent.
#[test]
fn the_world_notices_harm() {
    let duckdb = World::new(Dialect::DuckDb);
    let read = duckdb.run(&format!("SELECT * FROM '{}'", duckdb.canary_path())).unwrap();
    assert_eq!(duckdb.harm(&read).as_deref(), Some("it read the canary file"));
    duckdb.run("DELETE FROM orders").unwrap();
    duckdb.run("CHECKPOINT").unwrap();
    assert_eq!(duckdb.harm("").as_deref(), Some("it changed a file"));
    let sqlite = World::new(Dialect::Sqlite);
    sqlite.run("DELETE FROM orders").unwrap();
    assert_eq!(sqlite.harm("").as_deref(), Some("it changed a file"));
    std::net::TcpStream::connect(("127.0.0.1", sqlite.port)).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(sqlite.harm("").as_deref(), Some("it reached the listener"));
}
