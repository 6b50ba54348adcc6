use super::*;
use vouch_model::{
    AskId, CheckKind, Choice, Clarification, DataType, ErrorCode, Intent, ResultColumn, ResultSet, SessionId, Timings,
    Usage, Value,
};

fn answer(outcome: Outcome) -> Answer {
    Answer {
        id: AskId::from_text("ask-1"),
        session: Some(SessionId::from_text("session-1")),
        mode: Default::default(),
        question: "q".into(),
        standalone: "q in full".into(),
        is_followup: true,
        intent: Intent::TextToSql,
        outcome,
        sql: Some("SELECT 1 AS n".into()),
        executed_sql: None,
        restatement: Some("the number 1".into()),
        tables_used: vec![],
        results: Some(ResultSet {
            columns: vec![ResultColumn { name: "n".into(), data_type: DataType::Int }],
            rows: vec![vec![Value::Int(1)]],
            truncated: true,
        }),
        explanation: None,
        facts: vec![],
        checks: vec![Check {
            kind: CheckKind::Truncated,
            verdict: CheckVerdict::Warning,
            message: "There are more rows.".into(),
            suggestions: vec![],
            fixes: vec![],
        }],
        reflection: None,
        reasoning: vec![],
        attempts: vec![],
        tool_calls: vec![],
        confidence: None,
        notes: vec![],
        timings: Timings::default(),
        usage: Usage::default(),
        reading: None,
        structure: None,
        cached: false,
        chart: None,
        exploration: None,
        context: vec![],
        source: None,
    }
}

fn has_all(reply: &Json, names: &[&str]) {
    for name in names {
        assert!(reply.get(name).is_some(), "{name} is missing in {reply:#}");
    }
}

#[test]
fn success_has_every_field_of_the_contract() {
    let reply = Reply(&answer(Outcome::Answered)).to_json();
    has_all(&reply, &["success", "sql", "results", "explanation", "validation", "reflection", "method", "session_id"]);
    has_all(
        &reply,
        &["iterations", "tool_calls", "is_followup", "restatement", "checks", "timings", "usage", "intent"],
    );
    has_all(&reply, &["attempts", "confidence", "notes"]);
    assert_eq!(reply["success"], true);
    assert_eq!(reply["results"]["data"][0]["n"], 1);
    assert_eq!(reply["results"]["columns"][0], "n");
    assert_eq!(reply["results"]["row_count"], 1);
    assert_eq!(reply["results"]["truncated"], true);
    assert_eq!(reply["validation"]["passed"], true);
    assert_eq!(reply["validation"]["checks"][0]["passed"], true);
    assert_eq!(reply["reflection"]["is_acceptable"], true);
    assert_eq!(reply["method"], "agentic");
    assert_eq!(reply["iterations"], 1);
    assert_eq!(reply["tool_calls"], 0);
    assert_eq!(reply["timings"]["total_time"], 0.0);
}

#[test]
fn an_answer_without_rows_still_has_results() {
    let text_only = Answer { results: None, sql: None, ..answer(Outcome::Answered) };
    let reply = Reply(&text_only).to_json();
    assert_eq!(reply["results"]["row_count"], 0);
    assert_eq!(reply["results"]["data"], json!([]));
}

#[test]
fn a_question_back_offers_its_choices() {
    let choice = Choice { label: "net".into(), question: "net revenue".into(), reading: Some(json!({"own": "form"})) };
    let clarification = Clarification {
        reason: "two readings".into(),
        questions: vec!["Which?".into()],
        choices: vec![choice],
        question: "q".into(),
    };
    let reply = Reply(&answer(Outcome::Clarify { clarification })).to_json();
    assert_eq!(reply["success"], false);
    assert_eq!(reply["needs_clarification"], true);
    assert_eq!(reply["questions"], json!(["Which?"]));
    assert_eq!(reply["choices"], json!([{"label": "net", "question": "net revenue"}]));
    assert_eq!(reply["session_id"], "session-1");
    assert_eq!(reply["method"], "agentic");
}

#[test]
fn a_failure_has_its_error_as_a_string() {
    let failed = Outcome::Failed {
        code: ErrorCode::AttemptsExhausted,
        message: "Nothing worked.".into(),
        suggestions: vec!["Ask less.".into()],
    };
    let reply = Reply(&answer(failed)).to_json();
    assert_eq!(reply["success"], false);
    assert_eq!(reply["error"], "Nothing worked.");
    assert_eq!(reply["error_code"], "ATTEMPTS_EXHAUSTED");
    assert_eq!(reply["suggestions"], json!(["Ask less."]));
    assert_eq!(reply["iterations"], 1);
    assert_eq!(Reply(&answer(Outcome::Stopped)).to_json()["error_code"], "CANCELLED");
}
