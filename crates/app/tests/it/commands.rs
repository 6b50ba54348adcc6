//! Every command but `serve`: exit codes, what goes to stdout, what goes to stderr.

use crate::support::{finish, folder, path, run, run_with_input, send_signal, vouch, wait};
use std::process::Stdio;
use std::time::{Duration, Instant};

const SALES: &str = "city,product,amount,sold_on\nBerlin,Lamp,10.5,2025-01-05\nRome,Desk,20,2025-02-10\n\
                     Berlin,Desk,30,2025-02-11\nOslo,Lamp,,2025-03-01\n";

#[test]
fn what_is_not_built_is_refused_and_never_ignored() {
    for arguments in [&["knowledge", "init"][..], &["knowledge"]] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains("not built yet"), "{arguments:?}: {run:?}");
        assert_eq!(run.stdout, "", "{arguments:?}");
    }
}

#[test]
fn wrong_usage_is_2_and_says_what_to_do() {
    let files = folder(&[("sales.csv", SALES)]);
    let sales = path(&files, "sales.csv");
    for (arguments, part) in [
        (&["ask", "how many?"][..], "--demo"),
        (&["ask", "how many?", &sales, "--demo"], "exclude"),
        (&["ask", "", &sales], "empty"),
        (&["ask", "how many?", &sales, "--max-rows", "0"], "max_rows"),
        (&["ask", "how many?", &sales, "--max-rows", "10001"], "10000"),
        (&["ask", "how many?", &sales, "--max-attempts", "6"], "1 to 5"),
        (&["ask", "how many?", &sales, "--now", "tomorrow"], "2025-06-30"),
        (&["ask", "how many?", &sales, "--time-zone", "Mars"], "Mars"),
        (&["ask", "how many?", &sales, "--format", "pdf"], "markdown"),
        (&["check", "--dialect", "oracle", "SELECT 1"], "duckdb"),
        (&["check"], "required"),
        (&["serve", "--source", "sales"], "NAME=URL"),
        (&["eval", "--path", "/nowhere"], "--path"),
        (&["dance"], "unrecognized"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains(part), "{arguments:?} should mention {part}: {}", run.stderr);
        assert_eq!(run.stdout, "");
    }
    let long = "why ".repeat(300);
    assert_eq!(run(&["ask", &long, &sales]).code, Some(2));
}

#[test]
fn the_file_may_stand_before_the_question() {
    let files = folder(&[("sales.csv", SALES)]);
    let sales = path(&files, "sales.csv");
    for (first, second) in [("how many sales?", sales.as_str()), (&sales, "how many sales?")] {
        let run = run(&["ask", first, second, "--format", "csv"]);
        assert_eq!((run.code, run.stdout.lines().last()), (Some(0), Some("4")), "{run:?}");
    }
    let run = run(&["sql", &sales, "SELECT count(*) FROM sales", "--format", "csv"]);
    assert_eq!((run.code, run.stdout.lines().last()), (Some(0), Some("4")), "{run:?}");
}

#[test]
fn data_that_cannot_be_read_is_1_and_named() {
    let files = folder(&[("empty.csv", ""), ("noise.duckdb", "not a database at all")]);
    for source in ["/nowhere/sales.csv", &path(&files, "empty.csv"), &files.path().display().to_string()] {
        let run = run(&["ask", "how many rows?", source]);
        assert_eq!(run.code, Some(1), "{source}: {run:?}");
        assert!(run.stderr.starts_with("error: ") && run.stderr.contains("hint: "), "{run:?}");
        assert!(!run.stderr.contains("panicked"), "{run:?}");
    }
    let noise = format!("duckdb:{}", path(&files, "noise.duckdb"));
    for url in ["duckdb:/nowhere.duckdb", "sqlite:/nowhere.db", &noise, "oracle:x", "sales"] {
        let run = run(&["schema", "--source", url]);
        assert_eq!(run.code, Some(1), "{url}: {run:?}");
        assert!(run.stderr.starts_with("error: "), "{run:?}");
    }
}

#[test]
fn sql_runs_under_the_guard() {
    let files = folder(&[("sales.csv", SALES)]);
    let sales = path(&files, "sales.csv");
    let good = run(&["sql", "SELECT city, sum(amount) AS total FROM sales GROUP BY city ORDER BY city", &sales]);
    assert_eq!(good.code, Some(0), "{good:?}");
    assert!(good.stdout.contains("Berlin") && good.stdout.contains("40.5"), "{good:?}");
    for (sql, code) in [
        ("DELETE FROM sales", "NOT_READ_ONLY"),
        ("SELECT 1; SELECT 2", "MULTIPLE_STATEMENTS"),
        ("SELECT citi FROM sales", "COLUMN_NOT_FOUND"),
        ("SELECT * FROM sale", "TABLE_NOT_FOUND"),
        ("SELEC 1", "SYNTAX_ERROR"),
    ] {
        let refused = run(&["sql", sql, &sales]);
        assert_eq!(refused.code, Some(1), "{sql}: {refused:?}");
        assert!(refused.stderr.contains(code), "{sql}: {refused:?}");
        assert_eq!(refused.stdout, "");
        let json = run(&["sql", sql, &sales, "--json"]);
        assert_eq!((json.code, json.json()["error_code"].as_str()), (Some(1), Some(code)));
    }
}

#[test]
fn exported_rows_are_alone_on_stdout() {
    let files = folder(&[("sales.csv", SALES)]);
    let sales = path(&files, "sales.csv");
    let sql = "SELECT city, amount FROM sales ORDER BY sold_on";
    let csv = run(&["sql", sql, &sales, "--format", "csv"]);
    assert_eq!(csv.stdout, "city,amount\nBerlin,10.5\nRome,20.0\nBerlin,30.0\nOslo,\n", "{csv:?}");
    let json = run(&["sql", sql, &sales, "--format", "json"]);
    assert_eq!(json.json()[3], serde_json::json!({"city": "Oslo", "amount": null}));
    let markdown = run(&["sql", sql, &sales, "--format", "markdown"]);
    assert!(markdown.stdout.starts_with("| city | amount |\n| --- | ---: |\n| Berlin | 10.5 |\n"), "{markdown:?}");
    let cut = run(&["sql", sql, &sales, "--format", "csv", "--max-rows", "2"]);
    assert_eq!(cut.stdout, "city,amount\nBerlin,10.5\nRome,20.0\n");
    assert!(cut.stderr.contains('2'), "that rows are missing is said: {cut:?}");
}

#[test]
fn a_piped_chat_has_help_too() {
    let run = run_with_input(&["chat", "--demo"], "/help\n/nonsense\n/quit\n");
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stderr.contains("/good") && run.stderr.contains("/new"), "{run:?}");
    assert!(run.stderr.contains("/nonsense is no command here; /help lists them."), "{run:?}");
}

#[test]
fn rows_that_do_not_fit_are_reported_with_their_line() {
    let files = folder(&[("ragged.csv", "a,b\n1,2\n3,4,5,6\n7,8\n")]);
    let run = run(&["sql", "SELECT count(*) AS n FROM ragged", &path(&files, "ragged.csv"), "--format", "csv"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stderr.contains("line 3"), "{run:?}");
    assert_eq!(run.stdout.lines().next(), Some("n"));
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    let run = run(&["sql", "SELECT 1 AS n", "--demo"]);
    assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{run:?}");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let sql = "SELECT * FROM order_items";
    let mut child = vouch(&["sql", sql, "--demo", "--format", "csv", "--max-rows", "10000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = finish(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn ctrl_c_stops_a_statement_within_a_second_or_so() {
    let sql =
        "SELECT count(*) FROM order_items a, order_items b, order_items c WHERE a.quantity + b.quantity > c.quantity";
    let mut child = vouch(&["sql", sql, "--demo"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let start = Instant::now();
    send_signal(&child, "-INT");
    assert_eq!(wait(&mut child, Duration::from_secs(10)), Some(130));
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

#[test]
fn check_judges_without_running() {
    let good = run(&["check", "SELECT count(*) FROM anything"]);
    assert_eq!(good.code, Some(0), "{good:?}");
    let bad = run(&["check", "DROP TABLE anything"]);
    assert_eq!(bad.code, Some(1), "{bad:?}");
    assert!(bad.stdout.contains("NOT_READ_ONLY"), "{bad:?}");
    let unknown = run(&["check", "SELECT nothing FROM orders", "--demo", "--json"]);
    assert_eq!((unknown.code, unknown.json()["code"].as_str()), (Some(1), Some("COLUMN_NOT_FOUND")));
}

#[test]
fn a_batch_is_a_line_in_and_a_line_out() {
    let input = "{\"sql\": \"SELECT 1\", \"dialect\": \"duckdb\"}\n\
                 {\"sql\": \"DELETE FROM t\", \"dialect\": \"sqlite\"}\n\n\
                 {\"sql\": \"SELECT 2\"}\n\
                 nonsense\n\
                 {\"sql\": \"SELECT 3\", \"dialect\": \"oracle\"}\n";
    let run = run_with_input(&["check", "--batch", "-"], input);
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<_> = lines.iter().map(|l| (l["ok"].as_bool().unwrap(), l["code"].as_str())).collect();
    let refused = |code| (false, Some(code));
    assert_eq!(
        verdicts,
        [(true, None), refused("NOT_READ_ONLY"), (true, None), refused("INVALID_INPUT"), refused("INVALID_INPUT")]
    );
    for line in &lines {
        for field in ["ok", "code", "message", "sql", "restatement"] {
            assert!(line.get(field).is_some(), "{field} is missing in {line}");
        }
    }
    assert!(lines[0]["restatement"].as_str().is_some_and(|text| !text.is_empty()));
}

#[test]
fn schema_shows_what_a_model_would_see() {
    let files = folder(&[("sales.csv", SALES)]);
    let sales = path(&files, "sales.csv");
    let full = run(&["schema", &sales]);
    assert_eq!(full.code, Some(0), "{full:?}");
    assert!(full.stdout.starts_with("Table: sales"), "{full:?}");
    assert!(full.stdout.contains("  - city (VARCHAR)") && full.stdout.contains("\"Berlin\""), "{full:?}");
    assert!(full.stdout.contains("Row count: 4"), "{full:?}");
    let compact = run(&["schema", &sales, "--compact"]);
    assert!(compact.stdout.starts_with("sales: [city (VARCHAR"), "{compact:?}");
    let json = run(&["schema", &sales, "--json"]).json();
    assert_eq!(json["tables"][0]["table_name"], "sales");
    assert_eq!(json["tables"][0]["row_count"], 4);
    assert_eq!(json["tables"][0]["columns"][0]["sample_values"][0], "Berlin");
}

#[test]
fn profile_counts_nulls_and_names_extremes() {
    let files = folder(&[("sales.csv", SALES)]);
    let run = run(&["profile", &path(&files, "sales.csv"), "--json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let columns = &run.json()["tables"][0]["columns"];
    assert_eq!(columns[2]["nulls"], 1);
    assert_eq!((columns[2]["min"].as_f64(), columns[2]["max"].as_f64()), (Some(10.5), Some(30.0)));
    assert_eq!(columns[3]["max"], "2025-03-01");
    let text = crate::support::run(&["profile", &path(&files, "sales.csv")]);
    assert!(text.stdout.contains("4 rows, 4 columns") && text.stdout.contains("1 (25.0 %)"), "{text:?}");
}

#[test]
fn rows_are_written_to_a_file_in_the_form_its_ending_says() {
    let files = folder(&[("sales.csv", SALES)]);
    let sales = path(&files, "sales.csv");
    for ending in ["parquet", "arrow", "xlsx", "csv", "json", "md"] {
        let file = path(&files, &format!("rows.{ending}"));
        let written = run(&["sql", "SELECT * FROM sales", &sales, "--output", &file]);
        assert_eq!((written.code, written.stdout.as_str()), (Some(0), ""), "{written:?}");
        assert!(written.stderr.contains("4 rows written to"), "{written:?}");
        assert!(std::fs::metadata(&file).unwrap().len() > 0);
    }
    let back = run(&["sql", "SELECT count(*) AS n FROM rows", &path(&files, "rows.parquet"), "--json"]).json();
    assert_eq!(back["results"]["data"][0]["n"], 4, "{back}");
    // A pipe may have the bytes; a terminal may not, and a file must say what it is.
    let piped = run_bytes(&["sql", "SELECT * FROM sales", &sales, "--format", "parquet"]);
    assert!(piped.starts_with(b"PAR1"), "{piped:?}");
    let unclear = run(&["sql", "SELECT * FROM sales", &sales, "--output", &path(&files, "rows.dat")]);
    assert!(unclear.code == Some(2) && unclear.stderr.contains("--format"), "{unclear:?}");
    let nowhere = run(&["sql", "SELECT * FROM sales", &sales, "--output", &path(&files, "no/rows.csv")]);
    assert!(nowhere.code == Some(1) && nowhere.stderr.contains("cannot be written"), "{nowhere:?}");
    let asked = path(&files, "asked.parquet");
    let answered = run(&["ask", "total amount by city", &sales, "--mind", "builtin", "-o", &asked]);
    assert!(answered.code == Some(0) && std::fs::metadata(&asked).is_ok(), "{answered:?}");
}

fn run_bytes(arguments: &[&str]) -> Vec<u8> {
    vouch(arguments).output().unwrap().stdout
}

#[test]
fn settings_say_where_they_come_from() {
    let files = folder(&[("my.toml", "max_rows = 50\n"), ("bad.toml", "max_row = 50\n")]);
    let shown = vouch(&["config", "show", "--json", "--config", &path(&files, "my.toml")])
        .env("VOUCH_MAX_ATTEMPTS", "2")
        .env("OPENAI_API_KEY", "sk-secret")
        .output()
        .unwrap();
    let run = finish(shown);
    let json = run.json();
    assert_eq!(json["max_rows"]["value"], "50");
    assert_eq!(json["max_rows"]["origin"], path(&files, "my.toml"));
    assert_eq!(json["max_attempts"]["origin"], "VOUCH_MAX_ATTEMPTS");
    assert_eq!(json["port"]["origin"], "default");
    assert!(!run.stdout.contains("sk-secret"));
    let wrong = crate::support::run(&["config", "show", "--config", &path(&files, "bad.toml")]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("max_rows"), "the nearest name is offered: {wrong:?}");
}

#[test]
fn doctor_finds_this_machine_healthy() {
    let run = run(&["doctor", "--json"]);
    assert_eq!((run.code, run.json()["ok"].as_bool()), (Some(0), Some(true)), "{run:?}");
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains("profile"), "{shell}");
    }
}

#[test]
fn a_database_file_is_opened_as_it_is() {
    let files = folder(&[]);
    let database = path(&files, "clinic.db");
    let made = rusqlite::Connection::open(&database).unwrap();
    made.execute_batch(
        "CREATE TABLE visits (id INTEGER PRIMARY KEY, city TEXT); INSERT INTO visits VALUES (1, 'Rome')",
    )
    .unwrap();
    drop(made);
    let run = run(&["sql", "SELECT city FROM visits", &database, "--format", "csv"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "city\nRome\n"), "{run:?}");
}
