//! Row for row: a statement on the whole database under a policy, and on a copy with the tenant's rows only.

use crate::clinic::{self, clinic};
use crate::compare::{Tally, compare};
use crate::grammar::Grammar;
use crate::school::{self, school};
use crate::world::World;
use std::collections::BTreeSet;

const CLINIC: &str = include_str!("clinic.sql-cases");
const SCHOOL: &str = include_str!("school.sql-cases");
/// Made by the grammar, for each database.
const MADE: usize = 260;

fn written(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned)
}

async fn hold(title: &str, world: &World, tables: &[&str], by_hand: &[&str]) {
    let mut grammar = Grammar::new(&world.whole.catalog, tables, 2026);
    let mut statements: BTreeSet<String> = by_hand.iter().flat_map(|text| written(text)).collect();
    let by_hand = statements.len();
    while statements.len() < by_hand + MADE {
        statements.insert(grammar.statement());
    }
    let mut tally = Tally::default();
    for sql in &statements {
        for (tenant, narrowed, copy) in &world.tenants {
            tally.add(tenant, sql, compare(narrowed, copy, sql).await);
        }
    }
    tally.hold(title, statements.len());
}

#[tokio::test]
async fn a_duckdb_tenant_sees_what_a_copy_of_its_rows_holds() {
    hold("clinic", &clinic().await, &clinic::TABLES, &[CLINIC]).await;
}

#[tokio::test]
async fn a_sqlite_tenant_sees_what_a_copy_of_its_rows_holds() {
    hold("school", &school().await, &school::TABLES, &[SCHOOL]).await;
}

/// The test can fail: without the policy the whole database shows other rows.
#[tokio::test]
async fn without_a_policy_most_statements_differ() {
    let world = clinic().await;
    let (_, _, copy) = &world.tenants[0];
    let mut differ = 0;
    let statements: Vec<String> = written(CLINIC).collect();
    for sql in &statements {
        let verdict = compare(&world.whole, copy, sql).await;
        differ += usize::from(matches!(verdict, crate::compare::Verdict::Different(_)));
    }
    assert!(differ * 2 > statements.len(), "{differ} of {}", statements.len());
}
