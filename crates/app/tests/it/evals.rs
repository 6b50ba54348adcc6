//! The question sets as one scored suite. Raise the floor when the score has risen; never lower it to pass.

use crate::support::{run, vouch};
use std::path::Path;
use std::process::Stdio;

/// Percent of our own questions whose rows must be right.
const FLOOR: f64 = 90.0;
/// Percent of the questions without an answer that may be answered as if fine.
const CEILING: f64 = 10.0;
/// Percent of the questions of a first day that must be right, and that may be answered wrongly.
const FIRST_DAYS_FLOOR: f64 = 68.0;
const FIRST_DAYS_WRONG: f64 = 12.0;

/// Eight trades and the demo, asked by people who had not seen the engine (61 % and 10 %).
const TRADES_FLOOR: f64 = 57.0;
const TRADES_WRONG: f64 = 13.0;
/// Questions as textbooks ask them, of databases that were never looked at (63 % and 10 % as people are answered; 75 % of the first
/// readings as public sets count them, 79 % of those that were learned from).
const TEXTBOOK_FLOOR: f64 = 61.0;
const TEXTBOOK_WRONG: f64 = 8.5;
const EVERYDAY_FLOOR: f64 = 48.0;
const EVERYDAY_WRONG: f64 = 16.0;
const ERRANDS_FLOOR: f64 = 73.0;
const ERRANDS_WRONG: f64 = 9.0;
/// Questions that are answered as somebody wrote them, in four other wordings each that nobody has looked at (70 % and 8 %).
const REWORDED_FLOOR: f64 = 66.0;
const REWORDED_WRONG: f64 = 10.0;
/// Single files in which a name stands in many rows, never looked at (64 % and 12 %).
const LOGS_FLOOR: f64 = 57.0;
const LOGS_WRONG: f64 = 17.0;
/// Ordinary questions with 'only', 'all', 'every', 'both', 'no' and 'a' in their other senses (69 % and 8 %).
const PLAIN_FLOOR: f64 = 65.0;
const PLAIN_WRONG: f64 = 11.0;
/// What small organisations ask of their own records, in their own words (41 % and 26 %): the hardest so far.
const WORKSHOPS_FLOOR: f64 = 36.0;
const WORKSHOPS_WRONG: f64 = 29.0;
const TEXTBOOK_READ: f64 = 76.0;
const TEXTBOOK_UNSEEN_READ: f64 = 72.0;
/// Percent of the questions asked of a database they are not about that may be answered as if fine.
const WRONG_DATABASE_CEILING: f64 = 25.0;

fn sets() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evals").display().to_string()
}

#[test]
fn our_own_questions_are_answered() {
    let run = run(&["eval", "--suite", "vouch", "--path", &sets(), "--json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let score = run.json();
    let percent = score["together"]["percent"].as_f64().unwrap();
    let fine = score["unanswerable"]["percent_as_if_fine"].as_f64().unwrap();
    println!("together {percent:.1} %, held out {}, answered as if fine {fine:.1} %", score["sets"]["held_out"]);
    assert!(score["together"]["all"].as_u64().unwrap() >= 150, "{}", score["together"]);
    assert!(percent >= FLOOR, "{percent:.1} % is below {FLOOR} %: {:#}", score["misses"]);
    assert!(fine <= CEILING, "{fine:.1} % is above {CEILING} %: {:#}", score["unanswerable"]);
}

#[test]
fn a_first_day_goes_well() {
    holds("first_days", FIRST_DAYS_FLOOR, FIRST_DAYS_WRONG);
}

#[test]
fn other_trades_are_understood_half_of_the_time() {
    holds("trades", TRADES_FLOOR, TRADES_WRONG);
}

#[test]
fn everyday_questions_are_answered() {
    holds("everyday_unseen", EVERYDAY_FLOOR, EVERYDAY_WRONG);
}

#[test]
fn errands_are_run() {
    holds("errands", ERRANDS_FLOOR, ERRANDS_WRONG);
}

#[test]
fn other_wordings_are_understood_as_well() {
    holds("reworded_unseen", REWORDED_FLOOR, REWORDED_WRONG);
}

#[test]
fn files_of_what_was_done_are_understood() {
    holds("logs_unseen", LOGS_FLOOR, LOGS_WRONG);
}

#[test]
fn small_words_keep_their_other_senses() {
    holds("plain_words", PLAIN_FLOOR, PLAIN_WRONG);
}

#[test]
fn small_organisations_understand_their_records() {
    holds("workshops", WORKSHOPS_FLOOR, WORKSHOPS_WRONG);
}

#[test]
fn textbook_questions_are_answered() {
    holds("textbook_unseen", TEXTBOOK_FLOOR, TEXTBOOK_WRONG);
}

#[test]
fn textbook_questions_are_read_as_public_sets_are() {
    reads("textbook", TEXTBOOK_READ);
    reads("textbook_unseen", TEXTBOOK_UNSEEN_READ);
}

/// A suite of ours in Spider's format, judged by Spider's rules: at least so many percent of the first readings are right.
fn reads(suite: &str, floor: f64) {
    let folder = tempfile::tempdir().unwrap();
    let mut questions = Vec::new();
    for set in std::fs::read_dir(Path::new(&sets()).join(suite)).unwrap() {
        let set = set.unwrap();
        let name = set.file_name().into_string().unwrap();
        let database = folder.path().join("database").join(&name);
        std::fs::create_dir_all(&database).unwrap();
        let sql = std::fs::read_to_string(set.path().join(format!("{name}.sql"))).unwrap();
        let connection = rusqlite::Connection::open(database.join(format!("{name}.sqlite"))).unwrap();
        connection.execute_batch(&sql).unwrap();
        for line in std::fs::read_to_string(set.path().join("questions.jsonl")).unwrap().lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            questions.push(serde_json::json!({"db_id": name, "question": case["question"], "query": case["sql"]}));
        }
    }
    std::fs::write(folder.path().join("train.json"), serde_json::Value::from(questions).to_string()).unwrap();
    let path = folder.path().display().to_string();
    let run = run(&["eval", "--suite", "spider", "--path", &path, "--split", "train", "--json"]);
    assert_eq!(run.code, Some(0), "{:?}", run.stderr);
    let percent = run.json()["accuracy"]["together"]["percent"].as_f64().unwrap();
    println!("{suite}: {percent:.1} % of the first readings right");
    assert!(percent >= floor, "{percent:.1} % is below {floor} %");
}

/// At least so many percent of a suite are right, and at most so many answered wrongly.
fn holds(suite: &str, floor: f64, most_wrong: f64) {
    let run = run(&["eval", "--suite", "vouch", "--path", &format!("{}/{suite}", sets()), "--json"]);
    assert_eq!(run.code, Some(0), "{:?}", run.stderr);
    let score = run.json();
    let percent = score["together"]["percent"].as_f64().unwrap();
    let wrong = score["not_right"]["answered_wrongly"].as_f64().unwrap();
    let wrong = 100.0 * wrong / score["together"]["all"].as_f64().unwrap();
    println!("{suite}: {percent:.1} % right, {wrong:.1} % answered wrongly");
    assert!(percent >= floor, "{percent:.1} % is below {floor} %");
    assert!(wrong <= most_wrong, "{wrong:.1} % is above {most_wrong} %");
}

/// 'hom many custmers', 'HOW MANY', 'show me', '# of', 'broken down by': what is answered does not hang on how it was typed.
#[test]
fn the_manner_of_asking_matters_little() {
    let folder = tempfile::tempdir().unwrap();
    let suite = format!("{}/errands", sets());
    let written = std::process::Command::new("python3")
        .args([&format!("{}/manners.py", sets()), &suite, "all", &folder.path().display().to_string()])
        .status();
    assert!(written.unwrap().success());
    let missed = |path: &str| {
        let run = run(&["eval", "--suite", "vouch", "--path", path, "--json"]);
        assert_eq!(run.code, Some(0), "{:?}", run.stderr);
        let score = run.json();
        let all = score["together"]["all"].as_u64().unwrap();
        let text = |miss: &serde_json::Value, name: &str| miss[name].as_str().unwrap_or_default().to_owned();
        let misses = score["misses"].as_array().unwrap().iter();
        let misses: Vec<[String; 3]> =
            misses.map(|miss| ["id", "ending", "question"].map(|name| text(miss, name))).collect();
        (all, misses)
    };
    let (_, plainly) = missed(&suite);
    for manner in std::fs::read_dir(folder.path()).unwrap() {
        let path = manner.unwrap().path();
        let (asked, misses) = missed(&path.display().to_string());
        let lost: Vec<_> = misses.iter().filter(|[id, ..]| !plainly.iter().any(|[other, ..]| other == id)).collect();
        let wrong = lost.iter().filter(|[_, ending, _]| ending == "answered").count() as u64;
        let manner = path.file_name().unwrap().to_string_lossy().into_owned();
        println!("{manner}: {asked} asked, {} no longer right, {wrong} of them answered wrongly", lost.len());
        let most = if manner == "typos" { asked / 10 } else { 2 + asked / 50 };
        assert!(lost.len() as u64 <= most, "{manner}: {lost:#?}");
        assert!(wrong <= 1 + asked / 60, "{manner}: {lost:#?}");
    }
}

#[test]
fn misses_of_the_held_back_set_are_not_shown() {
    let run = run(&["eval", "--path", &sets(), "--set", "held_out", "--limit", "5", "--json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.json()["sets"]["held_out"]["all"], 5);
    assert_eq!(run.json()["misses"], serde_json::json!([]));
}

#[test]
fn a_floor_that_is_not_reached_is_exit_code_1() {
    let run = run(&["eval", "--path", &sets(), "--set", "wide", "--limit", "1", "--floor", "101"]);
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn questions_of_another_database_are_mostly_declined() {
    let bench = std::env::var("VOUCH_BENCH_DIR")
        .map_or_else(|_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench"), Into::into);
    let spider = bench.join("spider");
    if !spider.join("train.json").is_file() {
        println!("skipped: no Spider in {} (set VOUCH_BENCH_DIR)", bench.display());
        return;
    }
    let count = if std::env::var_os("VOUCH_LONG").is_some() { "200" } else { "40" };
    let output = vouch(&["eval", "--wrong-database", count, "--path", &spider.display().to_string(), "--json"])
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let score: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let fine = score["unanswerable"]["percent_as_if_fine"].as_f64().unwrap();
    println!("{fine:.1} % of {count} questions were answered by a database they are not about");
    assert!(fine <= WRONG_DATABASE_CEILING, "{fine:.1} %: {:#}", score["misses"]);
}
