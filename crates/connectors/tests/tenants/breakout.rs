//! Statements that try to see somebody else's rows. Each must be refused, fail without a word about them, or show what
//! the tenant's copy shows.

use crate::clinic::clinic;
use crate::compare::{Side, Verdict, compare};
use crate::school::school;
use vouch_model::ErrorCode;

const CLINIC: &str = include_str!("clinic.breakouts");
const SCHOOL: &str = include_str!("school.breakouts");

fn lines(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|l| l.replace("\\n", "\n"))
}

/// Nothing of another tenant in rows or errors; the secrets of the others say so themselves.
async fn hold(narrowed: &Side, copy: &Side, text: &str) {
    let mut refused = 0;
    let mut statements = 0;
    for sql in lines(text) {
        statements += 1;
        let checked = match narrowed.check(&sql) {
            Err(rejected) => {
                assert!(!rejected.message.contains("secret"), "{sql}\n{}", rejected.message);
                refused += 1;
                continue;
            }
            Ok(checked) => checked,
        };
        match narrowed.run(&checked).await {
            Err(error) => assert!(!error.contains("secret"), "{sql}\n{}\n{error}", checked.to_run()),
            Ok(rows) => {
                let shown = format!("{:?}", rows.rows);
                assert!(!shown.contains("secret"), "{sql}\n{}\n{shown}", checked.to_run());
                let verdict = compare(narrowed, copy, &sql).await;
                assert!(!matches!(verdict, Verdict::Different(_)), "{sql}\n{verdict:?}");
            }
        }
    }
    println!("{statements} attempts, {refused} refused");
    assert!(refused < statements, "not one was let through to be judged by its rows");
}

#[tokio::test]
async fn nobody_breaks_out_of_a_duckdb_tenant() {
    let world = clinic().await;
    let (_, narrowed, copy) = &world.tenants[0];
    hold(narrowed, copy, CLINIC).await;
}

#[tokio::test]
async fn nobody_breaks_out_of_a_sqlite_tenant() {
    let world = school().await;
    let (_, narrowed, copy) = &world.tenants[0];
    hold(narrowed, copy, SCHOOL).await;
}

#[tokio::test]
async fn tables_that_are_nobodys_are_closed_with_a_word_on_what_to_set() {
    let (clinic, school) = (clinic().await, school().await);
    let closed = [
        (&clinic.tenants[0].1, vec!["machines", "all_totals"]),
        (&school.tenants[0].1, vec!["keys_of_janitor", "all_marks"]),
    ];
    for (narrowed, tables) in closed {
        for table in tables {
            for sql in [
                format!("SELECT * FROM {table}"),
                format!("SELECT 1 WHERE EXISTS (SELECT 1 FROM main.{table})"),
                format!("WITH x AS (SELECT * FROM {table}) SELECT count(*) FROM x"),
            ] {
                let rejected = narrowed.check(&sql).unwrap_err();
                assert_eq!(rejected.code, ErrorCode::NotSupported, "{sql}");
                assert!(rejected.message.contains(&format!("`{table}`")), "{}", rejected.message);
                assert!(rejected.suggestion.unwrap().contains("shared_tables"));
            }
        }
    }
}

#[tokio::test]
async fn row_numbers_of_all_tenants_are_not_given() {
    let (clinic, school) = (clinic().await, school().await);
    for (narrowed, table) in [(&clinic.tenants[0].1, "patients"), (&school.tenants[0].1, "pupils")] {
        for sql in [
            format!("SELECT rowid FROM {table}"),
            format!("SELECT x.rowid FROM {table} x"),
            format!("SELECT max(rowid) FROM {table}"),
        ] {
            let rejected = narrowed.check(&sql).unwrap_err();
            assert!(rejected.message.contains("all clients"), "{sql}: {}", rejected.message);
        }
    }
}

/// What a person reads stays what was written; what runs is narrowed, and says so.
#[tokio::test]
async fn the_statement_is_shown_as_written_and_as_it_ran() {
    let world = clinic().await;
    let (_, narrowed, _) = &world.tenants[0];
    let checked = narrowed.check("SELECT p.name FROM patients p WHERE p.score > 3 LIMIT 5").unwrap();
    assert_eq!(checked.sql(), "SELECT p.name FROM patients AS p WHERE p.score > 3 LIMIT 5");
    assert_eq!(
        checked.executed_sql().unwrap(),
        "SELECT p.name FROM (SELECT * FROM main.patients AS r0 WHERE r0.practice_id = 1 \
         LIMIT 9223372036854775807) AS p WHERE p.score > 3 LIMIT 5"
    );
    assert_eq!(
        checked.narrowed_sql().unwrap(),
        "SELECT p.name FROM (SELECT * FROM main.patients AS r0 WHERE r0.practice_id = 1) AS p WHERE p.score > 3 LIMIT 5"
    );
    assert_eq!(checked.notes(), ["Only rows of client 1 were read."]);
    let shared = narrowed.check("SELECT * FROM codes").unwrap();
    assert_eq!((shared.executed_sql(), shared.notes().len()), (None, 0));
}
