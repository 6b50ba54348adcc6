//! Verdicts on a small database of our own: `judging_cases.txt` holds pairs of gold and predicted statement with what
//! Spider's rules (DISTINCT removed and kept) and BIRD's say of them.

use super::database::{self, RunError};
use super::{Rules, pairs, statement};
use std::time::{Duration, Instant};
use vouch_connectors::{BareSqlite, create_from_script};

const SCRIPT: &str = "
    CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT, port TEXT, length REAL, built INTEGER);
    INSERT INTO boats VALUES (1, 'Auk', 'Oslo', 12.5, 1990), (2, 'Bream', 'Oslo', 9, 2001), (3, 'Cod', 'Faro', 9, 1990),
        (4, 'Dab', NULL, 7.25, 2010), (5, '7', 'Faro', 7, 2010);";

fn boats() -> (tempfile::TempDir, BareSqlite) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boats.sqlite");
    create_from_script(&path, SCRIPT).unwrap();
    let boats = database::open_bare(&path).unwrap();
    (folder, boats)
}

struct Case<'a> {
    about: &'a str,
    gold: &'a str,
    ours: &'a str,
    verdicts: &'a str,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let blocks = text.split("\n\n").map(str::trim).filter(|block| block.starts_with("##"));
    let case = |block| {
        let field = |name: &str| {
            let line = str::lines(block).find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("no '{name}' in {block}")).trim()
        };
        Case { about: field("##"), gold: field("gold:"), ours: field("ours:"), verdicts: field("right by:") }
    };
    blocks.map(case).collect()
}

#[test]
fn every_case_gets_its_verdicts() {
    let (_folder, boats) = boats();
    let cases = cases(include_str!("judging_cases.txt"));
    assert!(cases.len() > 15, "only {} cases were read", cases.len());
    for case in cases {
        let judge = |rules, change: fn(&str) -> String| {
            pairs::verdict(&boats, &change(case.gold), &change(case.ours), rules, Duration::from_millis(300))
        };
        let mut right = Vec::new();
        right.extend(judge(Rules::Spider, statement::without_distinct).then_some("spider"));
        right.extend(judge(Rules::Spider, statement::joined_signs).then_some("kept"));
        right.extend(judge(Rules::Bird, str::to_owned).then_some("bird"));
        let said = if right.is_empty() { "nobody".to_owned() } else { right.join(" ") };
        assert_eq!(said, case.verdicts, "{}: {} / {}", case.about, case.gold, case.ours);
    }
}

#[test]
fn a_statement_that_never_ends_is_cut_off() {
    let (_folder, boats) = boats();
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
    let since = Instant::now();
    assert_eq!(database::rows(&boats, endless, Duration::from_millis(200)), Err(RunError::Timeout));
    assert!(since.elapsed() < Duration::from_secs(20));
    assert!(database::rows(&boats, "SELECT 1", Duration::from_secs(5)).is_ok(), "the next one runs");
}

#[test]
fn nothing_is_written_while_judging() {
    let (folder, boats) = boats();
    let other = folder.path().join("other.sqlite");
    for statement in [
        "DELETE FROM boats".to_owned(),
        "CREATE TABLE more (x)".to_owned(),
        "PRAGMA writable_schema = 1".to_owned(),
        format!("ATTACH '{}' AS other", other.display()),
    ] {
        assert_eq!(database::rows(&boats, &statement, Duration::from_secs(5)), Err(RunError::Failed), "{statement}");
    }
    assert!(!other.exists());
}
