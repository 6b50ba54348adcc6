//! Privacy mode over data whose every cell is a token of its own: none may leave, whatever happens on the way.

use crate::support::{Shop, frame, request, sql, when};
use vouch_model::{AskRequest, Exchange, Outcome};

/// Sixty cells, no two alike, and none like a word or a number that anyone would say.
fn secrets() -> (String, Vec<String>) {
    let mut tokens = Vec::new();
    let mut csv = "person,town,code,amount\n".to_owned();
    for row in 0..15 {
        let cells = [
            format!("Qx{row}zephyr"),
            format!("Wv{row}quasar"),
            format!("Kj{row}-{}", 770_031 + row * 7),
            format!("{}.{:02}", 88_123_451 + row * 991, 11 + row),
        ];
        csv.push_str(&format!("{}\n", cells.join(",")));
        tokens.extend(cells);
    }
    (csv, tokens)
}

async fn check(request: AskRequest, history: Vec<Exchange>, script: Vec<crate::support::Line>) -> Outcome {
    let (csv, tokens) = secrets();
    let shop = Shop::of_files(&[("people.csv", &csv)]).await;
    let told = shop.go_on(request, history, script).await;
    assert!(!told.requests.is_empty());
    for sent in &told.requests {
        for token in &tokens {
            assert!(!sent.contains(token.as_str()), "{token} was sent in: {sent}");
        }
    }
    assert!(told.sent("explain").is_empty(), "the explanation is filled in here");
    told.answer.outcome.clone()
}

fn private(question: &str) -> AskRequest {
    AskRequest { schema_only: true, ..request(question) }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_on_a_smooth_way() {
    let script = vec![frame("TEXT_TO_SQL", 0.9), sql("SELECT town, amount FROM people ORDER BY amount DESC LIMIT 3")];
    assert_eq!(check(private("who has the largest amounts?"), Vec::new(), script).await, Outcome::Answered);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_through_engine_errors_diagnoses_and_retries() {
    // DuckDB's message quotes the cell it could not convert.
    let script = vec![
        frame("TEXT_TO_SQL", 0.9),
        sql("SELECT CAST(code AS INTEGER) AS c FROM people"),
        when("diagnose", r#"{"error_type": "x", "root_cause": "text", "suggestion": "leave it"}"#),
        when("repair", r#"{"sql": "SELECT CAST(town AS DATE) AS d FROM people"}"#),
        when("diagnose", r#"{"error_type": "x", "root_cause": "text", "suggestion": "leave it"}"#),
        when("repair", r#"{"sql": "SELECT count(*) AS n FROM people WHERE town = 'Wv3quasa'"}"#),
    ];
    let request = AskRequest { skip: Vec::new(), ..private("how many people are in each town?") };
    assert_eq!(check(request, Vec::new(), script).await, Outcome::Answered);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_through_the_statements_of_earlier_turns() {
    // The built-in mind looked the value up in the data; the person never typed it like this.
    let before = Exchange {
        question: "people in the third town".into(),
        standalone: "people in the third town".into(),
        sql: Some("SELECT person FROM people WHERE town = 'Wv2quasar' AND amount > 88125433.13".into()),
        results_summary: "1 row, columns: person".into(),
        reading: None,
        pending: None,
        source: None,
    };
    let script = vec![frame("TEXT_TO_SQL", 0.9), sql("SELECT count(*) AS n FROM people")];
    assert_eq!(check(private("and how many in all?"), vec![before], script).await, Outcome::Answered);
}

/// Without it samples are sent, so that the test above can fail.
#[tokio::test(flavor = "multi_thread")]
async fn without_privacy_samples_and_rows_are_sent() {
    let (csv, tokens) = secrets();
    let shop = Shop::of_files(&[("people.csv", &csv)]).await;
    let script = [
        frame("TEXT_TO_SQL", 0.9),
        sql("SELECT town FROM people ORDER BY amount DESC LIMIT 3"),
        crate::support::explain("Three towns."),
    ];
    let told = shop.ask(request("which towns have the largest amounts?"), script).await;
    assert!(told.sent("draft")[0].contains("quasar"));
    assert!(tokens.iter().any(|token| told.sent("explain")[0].contains(token.as_str())));
}
