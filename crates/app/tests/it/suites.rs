//! `vouch eval` on suites of our own in the public formats: WikiSQL's, and BIRD's with somebody else's answers.

use crate::support::run;
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;

fn write_lines(file: &Path, lines: &[serde_json::Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(file, text).unwrap();
}

/// Two tables with three questions each, as WikiSQL writes them: headers apart from the data, texts in lower case.
fn wikisql(folder: &Path) {
    let connection = Connection::open(folder.join("tiny.db")).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE table_1_7_1 (col0 text, col1 text, col2 real, col3 real);
             INSERT INTO table_1_7_1 VALUES ('northern star', 'norway', 1987, 412), ('black pearl', 'spain', 1994, 380),
               ('sea breeze', 'norway', 2003, 275), ('old harbour', 'malta', 1979, 510);
             CREATE TABLE table_2_7_2 (col0 text, col1 text, col2 real);
             INSERT INTO table_2_7_2 VALUES ('lena holm', 'chess', 31), ('omar diaz', 'rowing', 24),
               ('ida frost', 'chess', 45), ('paul reed', 'fencing', 38);",
        )
        .unwrap();
    write_lines(
        &folder.join("tiny.tables.jsonl"),
        &[
            json!({"id": "1-7-1", "page_title": "Ships", "header": ["Name", "Country", "Year built", "Passengers"],
                   "types": ["text", "text", "real", "real"], "rows": []}),
            json!({"id": "2-7-2", "page_title": "Athletes", "header": ["Athlete", "Sport", "Age"],
                   "types": ["text", "text", "real"], "rows": []}),
        ],
    );
    let line = |table: &str, question: &str, sql: serde_json::Value| json!({"phase": 1, "table_id": table, "question": question, "sql": sql});
    write_lines(
        &folder.join("tiny.jsonl"),
        &[
            line(
                "1-7-1",
                "What is the name of the ship from Malta?",
                json!({"sel": 0, "agg": 0, "conds": [[1, 0, "Malta"]]}),
            ),
            line("1-7-1", "How many ships are from Norway?", json!({"sel": 0, "agg": 3, "conds": [[1, 0, "Norway"]]})),
            line("1-7-1", "What is the average number of passengers?", json!({"sel": 3, "agg": 5, "conds": []})),
            line("2-7-2", "Which athletes are older than 30?", json!({"sel": 0, "agg": 0, "conds": [[2, 1, "30"]]})),
            line("2-7-2", "What is the highest age in chess?", json!({"sel": 2, "agg": 1, "conds": [[1, 0, "Chess"]]})),
            line(
                "2-7-2",
                "What is the sport of Paul Reed?",
                json!({"sel": 1, "agg": 0, "conds": [[0, 0, "Paul Reed"]]}),
            ),
        ],
    );
}

#[test]
fn questions_in_the_format_of_wikisql_are_asked_of_one_table_each() {
    let folder = tempfile::tempdir().unwrap();
    wikisql(folder.path());
    let path = folder.path().display().to_string();
    let run = run(&["eval", "--suite", "wikisql", "--split", "tiny", "--path", &path, "--json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.json()["accuracy"]["together"]["all"], 6, "{run:?}");
    assert_eq!(run.json()["accuracy"]["together"]["right"], 6, "{:#}", run.json()["misses"]);
}

#[test]
fn a_wikisql_split_that_is_not_there_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let run = run(&["eval", "--suite", "wikisql", "--split", "tiny", "--path", &path]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("tiny.tables.jsonl"), "{run:?}");
}

/// A set in BIRD's format, and what two systems answered to its questions.
fn bird(folder: &Path) {
    let connection = Connection::open(folder.join("dock.sqlite")).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE ships (ship_id INTEGER PRIMARY KEY, ship_name TEXT, country TEXT, passengers INTEGER);
             INSERT INTO ships VALUES (1, 'Northern Star', 'Norway', 412), (2, 'Black Pearl', 'Spain', 380),
               (3, 'Sea Breeze', 'Norway', 275);",
        )
        .unwrap();
    let question = |id: u32, question: &str, sql: &str| json!({"question_id": id, "db_id": "dock", "question": question, "evidence": "", "SQL": sql, "difficulty": "simple"});
    let questions = json!([
        question(11, "How many ships are there?", "SELECT COUNT(*) FROM ships"),
        question(12, "Which ships are from Norway?", "SELECT ship_name FROM ships WHERE country = 'Norway'"),
        question(13, "Total passengers?", "SELECT SUM(passengers) FROM ships"),
    ]);
    std::fs::write(folder.join("questions.json"), questions.to_string()).unwrap();
    let answers = json!({
        "careful": {"11": "SELECT COUNT(ship_id) FROM ships",
                    "12": "SELECT ship_name FROM ships WHERE country = 'Norway'",
                    "13": "SELECT SUM(passengers) FROM ships"},
        "hasty": {"11": "SELECT COUNT(*) FROM ship",
                  "12": "SELECT name FROM ships WHERE country = 'Spain'",
                  "13": "```sql\nSELECT SUM(passenger) FROM ships;\n```"},
    });
    std::fs::write(folder.join("answers.json"), answers.to_string()).unwrap();
}

#[test]
fn drafts_of_others_go_through_the_workflow_and_nothing_valid_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    bird(folder.path());
    let path = folder.path().display().to_string();
    let answers = folder.path().join("answers.json").display().to_string();
    let arguments =
        ["eval", "--suite", "bird", "--path", &path, "--predictions", &answers, "--through-workflow", "--json"];
    let run = run(&arguments);
    assert_eq!(run.code, Some(0), "{run:?}");
    let gains = run.json();
    assert_eq!(gains["together"]["drafts"], 6);
    assert_eq!(gains["together"]["valid_refused"], 0, "{gains:#}");
    assert_eq!(gains["together"]["spoilt"], 0, "{gains:#}");
    assert_eq!(gains["systems"]["careful"]["right_after"], 3, "{gains:#}");
    assert_eq!(gains["systems"]["hasty"]["right_before"], 0, "{gains:#}");
    assert_eq!(gains["systems"]["hasty"]["right_after"], 2, "first aid mends two wrong names: {gains:#}");
}

#[test]
fn answers_of_several_systems_have_no_one_score() {
    let folder = tempfile::tempdir().unwrap();
    bird(folder.path());
    let path = folder.path().display().to_string();
    let answers = folder.path().join("answers.json").display().to_string();
    let run = run(&["eval", "--suite", "bird", "--path", &path, "--predictions", &answers]);
    assert_eq!(run.code, Some(2), "{run:?}");
}
