use super::*;
use vouch_model::{
    AskId, AttemptError, CheckKind, Choice, DataType, ErrorCode, Explanation, Intent, ResultColumn, ResultSet,
    Sentence, Timings, Usage, Value,
};

fn answer(outcome: Outcome) -> Answer {
    Answer {
        id: AskId::from_text("1"),
        session: None,
        mode: Default::default(),
        question: "revenue by city".into(),
        standalone: "revenue by city".into(),
        is_followup: false,
        intent: Intent::TextToSql,
        outcome,
        sql: None,
        executed_sql: None,
        restatement: None,
        tables_used: vec![],
        results: None,
        explanation: None,
        facts: vec![],
        checks: vec![],
        reflection: None,
        reasoning: vec![],
        attempts: vec![],
        tool_calls: vec![],
        confidence: None,
        notes: vec![],
        timings: Timings { total_time: 0.1234, ..Timings::default() },
        usage: Usage::default(),
        reading: None,
        structure: None,
        cached: false,
        chart: None,
        exploration: None,
        context: Vec::new(),
        source: None,
    }
}

fn show(answer: &Answer) -> String {
    let mut out = vec![];
    write_answer(&mut out, &Look::plain(72), answer).unwrap();
    String::from_utf8(out).unwrap()
}

fn check(kind: CheckKind, verdict: CheckVerdict, message: &str, suggestions: &[&str]) -> Check {
    let suggestions = suggestions.iter().map(|s| s.to_string()).collect();
    Check { kind, verdict, message: message.into(), suggestions, fixes: Vec::new() }
}

#[test]
fn an_answer_reads_from_what_matters_to_how_it_was_made() {
    let sentence = |text: &str| Sentence { text: text.into(), figures: vec![] };
    let column = |name: &str, data_type| ResultColumn { name: name.into(), data_type };
    let answered = Answer {
        explanation: Some(Explanation {
            sentences: vec![
                sentence("Berlin leads with 120.50, which is 80.3 % of the total of 150.00."),
                sentence("Rome follows with 29.50."),
            ],
            dropped: 0,
        }),
        results: Some(ResultSet {
            columns: vec![column("city", DataType::Text), column("revenue", DataType::Float)],
            rows: vec![
                vec![Value::Text("Berlin".into()), Value::Float(120.5)],
                vec![Value::Text("Rome".into()), Value::Float(29.5)],
                vec![Value::Null, Value::Null],
            ],
            truncated: false,
        }),
        sql: Some("SELECT city, sum(amount) AS revenue\nFROM sales\nGROUP BY city".into()),
        executed_sql: None,
        restatement: Some("the sum of amount for each city, from sales".into()),
        checks: vec![
            check(CheckKind::ReadOnly, CheckVerdict::Passed, "The statement only reads.", &[]),
            check(CheckKind::NullsSkipped, CheckVerdict::Warning, "1 row has no amount and is left out.", &[]),
        ],
        confidence: Some(Confidence::Likely),
        notes: vec!["'revenue' read as amount".into()],
        ..answer(Outcome::Answered)
    };
    insta::assert_snapshot!(show(&answered));
}

#[test]
fn a_question_back_numbers_its_choices() {
    let choice = |label: &str| Choice { label: label.into(), question: label.into(), reading: None };
    let clarification = Clarification {
        reason: "\"Revenue\" can be read in two ways.".into(),
        questions: vec!["Which one do you mean?".into()],
        choices: vec![choice("sum of net"), choice("sum of gross")],
        question: "revenue by city".into(),
    };
    insta::assert_snapshot!(show(&answer(Outcome::Clarify { clarification })));
}

#[test]
fn a_failure_says_what_was_tried_and_what_could_be_asked() {
    let error =
        AttemptError { code: ErrorCode::ColumnNotFound, message: "There is no column 'x'.".into(), suggestion: None };
    let failed = Answer {
        attempts: vec![Attempt { number: 1, sql: "SELECT x\nFROM sales".into(), error: Some(error), diagnosis: None }],
        ..answer(Outcome::Failed {
            code: ErrorCode::AttemptsExhausted,
            message: "No statement could be made that fits the question.".into(),
            suggestions: vec!["How many sales are there?".into()],
        })
    };
    insta::assert_snapshot!(show(&failed));
}

#[test]
fn text_from_the_data_cannot_command_the_terminal() {
    let declined = answer(Outcome::Declined {
        code: ErrorCode::NoRelevantData,
        message: "nothing about \u{1b}[2J".into(),
        suggestions: vec!["\u{1b}]0;title\u{7}".into()],
    });
    assert!(!show(&declined).contains(['\u{1b}', '\u{7}']));
}
