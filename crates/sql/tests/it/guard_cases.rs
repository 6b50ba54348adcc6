//! Every case of the case files, in both directions; failures are printed so that the file can be mended.

use crate::cases::{accepted, catalog, refused};
use std::collections::HashSet;
use vouch_model::Dialect;
use vouch_sql::{CheckContext, Policy, check};

const POLICY: Policy = Policy { max_rows: 1_000, tenant: None };
const SHOWN: usize = 25;

fn report(title: &str, failures: &[String], total: usize) {
    let shown: Vec<&str> = failures.iter().take(SHOWN).map(String::as_str).collect();
    assert!(failures.is_empty(), "{title}: {} of {total} judged wrong\n{}", failures.len(), shown.join("\n"));
}

fn accepts(dialect: Dialect) {
    let (catalog, statements) = (catalog(dialect), accepted(dialect));
    let context = CheckContext { dialect, catalog: Some(&catalog), policy: &POLICY, engine: None };
    let mut failures = Vec::new();
    for sql in &statements {
        match check(sql, &context) {
            Ok(checked) => {
                // What comes out must itself pass, and come out the same: the guard agrees with itself.
                let again = check(checked.sql(), &context).map(|c| c.sql().to_owned());
                if again.as_deref() != Ok(checked.sql()) {
                    failures.push(format!("  not stable: {sql}\n    {}\n    {again:?}", checked.sql()));
                }
            }
            Err(r) => failures.push(format!("  {sql}\n    {} {} ({:?})", r.code.name(), r.message, r.suggestion)),
        }
    }
    report(&format!("{dialect} accept"), &failures, statements.len());
    assert!(distinct(statements.iter().map(String::as_str)) >= 300);
}

fn refuses(dialect: Dialect) {
    let (catalog, cases) = (catalog(dialect), refused(dialect));
    let context = CheckContext { dialect, catalog: Some(&catalog), policy: &POLICY, engine: None };
    let mut failures = Vec::new();
    for case in &cases {
        match check(&case.sql, &context) {
            Ok(checked) => failures.push(format!("  accepted: {}\n    {}", case.sql, checked.sql())),
            Err(r) if r.code.name() != case.code => {
                failures.push(format!("  {}\n    wanted {}, got {} {}", case.sql, case.code, r.code.name(), r.message));
            }
            Err(r) if r.message.is_empty() || r.suggestion.is_none() => {
                failures.push(format!("  no way out offered: {}\n    {}", case.sql, r.message));
            }
            Err(_) => {}
        }
    }
    report(&format!("{dialect} refuse"), &failures, cases.len());
    assert!(distinct(cases.iter().map(|c| c.sql.as_str())) >= 300);
}

fn distinct<'a>(statements: impl Iterator<Item = &'a str>) -> usize {
    statements.collect::<HashSet<_>>().len()
}

#[test]
fn duckdb_accepts_what_reads() {
    accepts(Dialect::DuckDb);
}

#[test]
fn sqlite_accepts_what_reads() {
    accepts(Dialect::Sqlite);
}

#[test]
fn duckdb_refuses_the_rest() {
    refuses(Dialect::DuckDb);
}

#[test]
fn sqlite_refuses_the_rest() {
    refuses(Dialect::Sqlite);
}

/// Without a catalog names are not checked, and yet nothing that is refused for safety gets through.
#[test]
fn without_a_catalog_safety_is_the_same() {
    for dialect in Dialect::ALL {
        let context = CheckContext { dialect, catalog: None, policy: &POLICY, engine: None };
        let by_name = ["COLUMN_NOT_FOUND", "AMBIGUOUS_COLUMN", "TYPE_MISMATCH", "TABLE_NOT_FOUND"];
        let wrongly: Vec<String> = refused(dialect)
            .into_iter()
            .filter(|case| !by_name.contains(&case.code.as_str()) && check(&case.sql, &context).is_ok())
            .map(|case| format!("  {}", case.sql))
            .collect();
        report(&format!("{dialect} without catalog"), &wrongly, wrongly.len());
        let refused: Vec<String> = accepted(dialect)
            .into_iter()
            .filter_map(|sql| {
                check(&sql, &context).err().map(|r| format!("  {sql}\n    {} {}", r.code.name(), r.message))
            })
            .collect();
        report(&format!("{dialect} accept without catalog"), &refused, refused.len());
    }
}
