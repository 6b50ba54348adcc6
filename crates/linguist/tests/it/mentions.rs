//! What is said beside what is used, as evidence: names stay whole.

use crate::catalogs::{NoProbe, now, school};
use vouch_linguist::{Considered, Setting};

fn considered(question: &str) -> Vec<Considered> {
    let now = now();
    school().without_rankings().considered(question, &Setting { now: &now, previous: None, probe: &NoProbe })
}

fn has(one: &Considered, feature: &str) -> bool {
    one.features.iter().any(|(name, value)| *name == feature && *value > 0.0)
}

#[test]
fn capitals_side_by_side_are_one_name() {
    assert!(considered("the credits of the course Algebra Chess").iter().any(|one| has(one, "name_split")));
    assert!(!considered("the credits of the course Algebra").iter().any(|one| has(one, "name_split")));
}

#[test]
fn half_a_full_name_counts_against_a_reading() {
    let all = considered("full names of teachers who are older than 40");
    let halves = || all.iter().filter(|one| one.sql.starts_with("SELECT first_name\n"));
    // Others take the words for the one column, and do not halve anything.
    assert!(halves().any(|one| has(one, "name_halved")));
    assert!(!all.iter().filter(|one| one.sql.contains("first_name, last_name")).any(|one| has(one, "name_halved")));
}
