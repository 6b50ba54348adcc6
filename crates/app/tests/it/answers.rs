//! Questions from end to end, as a person sees the answers.

use crate::support::{Run, folder, path, run, run_with_input, vouch};

const NOW: &str = "2026-11-15T12:00:00Z";

const SALES: &str = "city,product,amount,sold_on\nBerlin,Lamp,10.5,2025-01-05\nRome,Desk,20,2025-02-10\n\
                     Berlin,Desk,30,2025-02-11\nOslo,Lamp,,2025-03-01\n";

/// The answer without the one thing that differs from run to run, the time it took.
fn steady(run: &Run) -> String {
    let time = run.stdout.lines().last().and_then(|line| line.split_once(" s ·")).map(|(time, _)| time.to_owned());
    match time {
        Some(time) => run.stdout.replace(&format!("{time} s ·"), "0.00 s ·"),
        None => run.stdout.clone(),
    }
}

#[test]
fn an_answer_about_a_file() {
    let files = folder(&[("sales.csv", SALES)]);
    let run = run(&["ask", "total amount by city", &path(&files, "sales.csv"), "--now", NOW]);
    assert_eq!(run.code, Some(0), "{run:?}");
    insta::assert_snapshot!(steady(&run));
}

#[test]
fn an_answer_about_the_demo() {
    let run = run(&["ask", "how many customers do we have?", "--demo", "--now", NOW]);
    assert_eq!(run.code, Some(0), "{run:?}");
    insta::assert_snapshot!(steady(&run));
}

#[test]
fn groups_that_differ_in_capitals_only_are_remarked_on() {
    let files = folder(&[("sales.csv", "region,amount\nNord,10\nnord,20\nSüd,5\nWest,1\n")]);
    let ask = |question: &str| run(&["ask", question, &path(&files, "sales.csv"), "--json", "--now", NOW]).json();
    let remarks = |reply: &serde_json::Value| {
        let checks = reply["checks"].as_array().unwrap().clone();
        let apart = checks.into_iter().filter(|check| check["kind"] == "spelled_apart");
        apart.map(|check| check["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let grouped = ask("total amount by region");
    let message = "region holds the same in several spellings, each a group of its own: 'Nord', 'nord'.";
    assert_eq!(remarks(&grouped), [message], "{grouped:#}");
    let listed = ask("total amount");
    assert_eq!(remarks(&listed), [""; 0], "{listed:#}");
}

#[test]
fn who_is_left_out_of_a_ranking_by_a_tie_is_told() {
    let files = folder(&[("trips.csv", "driver,km\nAda,40\nBen,90\nCleo,90\nDora,90\nEmil,15\n")]);
    let trips = path(&files, "trips.csv");
    let ties = |question: &str| {
        let reply = run(&["ask", question, &trips, "--json", "--now", NOW]).json();
        let checks = reply["checks"].as_array().unwrap().clone();
        checks.into_iter().find(|check| check["kind"] == "ties").unwrap_or_default()
    };
    let tied = ties("which driver has the highest km?");
    assert_eq!(tied["message"], "2 more have the same km as the one shown.", "{tied:#}");
    assert_eq!(tied["fixes"][0]["label"], "Show all 3");
    let all = run(&["sql", tied["fixes"][0]["sql"].as_str().unwrap(), &trips, "--json"]).json();
    assert_eq!(all["results"]["row_count"], 3, "{all:#}");
    let at_the_end = ties("top 2 drivers by km");
    assert_eq!(at_the_end["message"], "1 more has the same km as the last of the 2 shown.", "{at_the_end:#}");
    assert!(ties("which driver has the lowest km?").is_null(), "nobody else has as few");
    assert!(ties("top 3 drivers by km").is_null(), "the tie is shown whole");
}

#[test]
fn what_could_have_been_read_otherwise_is_said_before_the_answer() {
    let files = folder(&[("n.csv", "ware;menge;tag\na;1.234;03/04/2024\nb;2.500;05/06/2024\n")]);
    let run = run(&["ask", "total menge", &path(&files, "n.csv"), "--now", NOW]);
    assert!(run.stderr.contains("n.csv: menge: 1.234 is read with three decimals"), "{run:?}");
    assert!(run.stderr.contains("n.csv: tag: 03/04/2024 is read as March 4"), "{run:?}");
}

/// What is only near to the figure that was asked for is offered or declined, never told as the answer.
#[test]
fn a_figure_that_is_only_near_is_no_answer() {
    for question in [
        "median order value",
        "median revenue per order",
        "revenue growth by quarter",
        "order growth by month",
        "amount by customer",
    ] {
        let run = run(&["ask", question, "--demo", "--json", "--now", NOW]);
        assert_eq!((run.code, &run.json()["success"]), (Some(1), &false.into()), "{question}: {run:?}");
    }
    let by = |figure: &str| {
        let question = format!("top 2 customers by {figure}");
        run(&["ask", &question, "--demo", "--json", "--now", NOW]).json()["results"]["data"].clone()
    };
    assert!(by("revenue").is_array() && by("amount") == by("revenue"), "{}", by("amount"));
    let reply = run(&["ask", "orders last year vs this year", "--demo", "--json", "--now", NOW]).json();
    let years: Vec<i64> =
        reply["results"]["data"].as_array().unwrap().iter().map(|r| r["year"].as_i64().unwrap()).collect();
    assert_eq!(years, [2025, 2026], "{reply:#}");
}

#[test]
fn a_question_about_something_else_is_not_answered() {
    let files = folder(&[("sales.csv", SALES)]);
    let run = run(&["ask", "what is the capital of France?", &path(&files, "sales.csv"), "--now", NOW]);
    assert_eq!(run.code, Some(1), "{run:?}");
    insta::assert_snapshot!(steady(&run));
}

#[test]
fn an_order_to_destroy_is_declined() {
    let run = run(&["ask", "delete all orders", "--demo", "--json"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let reply = run.json();
    assert_eq!(reply["success"], false);
    assert!(reply["error"].is_string() && reply["error_code"].is_string(), "{reply:#}");
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let run = run(&["ask", "how many customers do we have?", "--demo", "--json", "--now", NOW]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let reply = run.json();
    for field in ["sql", "results", "explanation", "validation", "reflection", "session_id", "iterations", "tool_calls"]
    {
        assert!(!reply[field].is_null(), "{field} is missing in {reply:#}");
    }
    assert_eq!((&reply["success"], &reply["method"]), (&true.into(), &"agentic".into()));
    assert_eq!(reply["results"]["row_count"], 1);
    assert_eq!(reply["is_followup"], false);
}

#[test]
fn exported_answers_are_rows_alone() {
    let run = run(&["ask", "how many customers do we have?", "--demo", "--format", "csv", "--now", NOW]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.stdout.lines().nth(1), Some("6000"), "{run:?}");
    assert_eq!(run.stdout.lines().count(), 2);
    let none = crate::support::run(&["ask", "asdf qwer zxcv", "--demo", "--format", "csv"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(1), ""), "{none:?}");
    assert!(!none.stderr.is_empty());
}

#[test]
fn a_conversation_from_a_pipe_follows_up() {
    let folder = tempfile::tempdir().unwrap();
    let data_dir = folder.path().display().to_string();
    let questions = "orders per month in 2025\n\nonly the cancelled ones\n";
    let run = run_with_input(&["chat", "--demo", "--json", "--now", NOW, "--data-dir", &data_dir], questions);
    assert_eq!(run.code, Some(0), "{run:?}");
    let replies: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(replies.len(), 2, "{run:?}");
    assert_eq!(replies[0]["is_followup"], false);
    assert_eq!(replies[1]["is_followup"], true, "{:#}", replies[1]);
    assert_eq!(replies[0]["session_id"], replies[1]["session_id"]);
    assert_eq!(replies[1]["results"]["row_count"], 12, "{:#}", replies[1]);
}

#[test]
fn a_session_goes_on_in_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let data_dir = folder.path().display().to_string();
    let ask = |question: &str, more: &[&str]| {
        let arguments = ["ask", question, "--json", "--session", "mine", "--now", NOW, "--data-dir", &data_dir];
        run(&[&arguments[..], more].concat())
    };
    assert_eq!(ask("orders per month in 2025", &["--demo"]).code, Some(0));
    let next = ask("and in 2024?", &["--demo"]);
    assert_eq!((next.code, next.json()["is_followup"].as_bool()), (Some(0), Some(true)), "{next:?}");
    let files = crate::support::folder(&[("sales.csv", SALES)]);
    let elsewhere = ask("how many sales?", &[&path(&files, "sales.csv")]);
    assert_eq!(elsewhere.code, Some(2), "a session does not change its source: {elsewhere:?}");
}

#[test]
fn the_clock_can_be_fixed() {
    let files = folder(&[("sales.csv", SALES)]);
    let ask = |now: &str| run(&["ask", "total amount last month", &path(&files, "sales.csv"), "--now", now, "--json"]);
    let march = ask("2025-03-15").json();
    assert_eq!(march["results"]["data"][0].as_object().unwrap().values().next().unwrap(), 50.0, "{march:#}");
    let february = ask("2025-02-15").json();
    assert_eq!(february["results"]["data"][0].as_object().unwrap().values().next().unwrap(), 10.5, "{february:#}");
}

#[test]
fn no_colour_is_respected() {
    let output = vouch(&["ask", "how many customers do we have?", "--demo"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}
