//! Sessions and answers to store.

use std::time::Duration;
use vouch_model::{
    Answer, AskId, Choice, Clarification, DataType, Decimal, ErrorCode, Intent, MemoryId, Outcome, ResultColumn,
    ResultSet, SessionId, Timings, Usage, Value,
};
use vouch_store::{AuditEntry, InstanceId, NewSession, NewTurn, Owner, Remembered, RememberedBecause, SessionKind};

pub fn session(id: &str) -> SessionId {
    SessionId::from_text(id)
}

pub fn ask(id: &str) -> AskId {
    AskId::from_text(id)
}

pub fn instance(id: &str) -> InstanceId {
    InstanceId::from_text(id)
}

/// A chat of the one owner that a machine without keys has.
pub fn new_session(id: &str) -> NewSession {
    NewSession {
        id: session(id),
        owner: Owner::local(),
        tenant: None,
        kind: SessionKind::Chat,
        title: format!("about {id}"),
        source: "demo".into(),
        idle_limit: None,
    }
}

pub fn idle_for(id: &str, limit: Duration) -> NewSession {
    NewSession { idle_limit: Some(limit), ..new_session(id) }
}

pub fn owned(id: &str, owner: &str) -> NewSession {
    NewSession { owner: Owner::from_text(owner), ..new_session(id) }
}

pub fn new_turn(id: &str, in_session: &str) -> NewTurn {
    NewTurn { id: ask(id), session: session(in_session), question: format!("what is {id}?"), instance: instance("one") }
}

pub fn audit_entry(owner: &str, action: &str) -> AuditEntry {
    AuditEntry {
        at: jiff::Timestamp::now(),
        owner: Owner::from_text(owner),
        tenant: Some("acme".into()),
        action: action.into(),
        subject: Some("x".into()),
        source: None,
        detail: Some("how many \"things\"?".into()),
        outcome: "ok".into(),
        request_id: None,
    }
}

pub fn answered(question: &str) -> Answer {
    Answer {
        id: AskId::new(),
        session: None,
        mode: Default::default(),
        question: question.into(),
        standalone: format!("{question}, in full"),
        is_followup: false,
        intent: Intent::TextToSql,
        outcome: Outcome::Answered,
        sql: Some("SELECT city, amount FROM sales".into()),
        executed_sql: None,
        restatement: Some("city and amount of every sale".into()),
        tables_used: vec!["sales".into()],
        results: Some(rows()),
        explanation: None,
        facts: vec![],
        checks: vec![],
        reflection: None,
        reasoning: vec![],
        attempts: vec![],
        tool_calls: vec![],
        confidence: None,
        notes: vec![],
        timings: Timings::default(),
        usage: Usage::default(),
        reading: Some(serde_json::json!({"measure": "amount"})),
        structure: None,
        cached: false,
        chart: None,
        exploration: None,
        context: Vec::new(),
        source: None,
    }
}

/// Values that JSON likes to lose: a decimal, NaN, a huge number, NULL, bytes.
fn rows() -> ResultSet {
    let column = |name: &str, data_type| ResultColumn { name: name.into(), data_type };
    ResultSet {
        columns: vec![column("city", DataType::Text), column("amount", DataType::Float)],
        rows: vec![
            vec![Value::Text("Łódź".into()), Value::Decimal(Decimal::new(1_990, 2))],
            vec![Value::Null, Value::Float(f64::INFINITY)],
            vec![Value::BigInt("170141183460469231731687303715884105728".into()), Value::Blob(vec![0, 255])],
        ],
        truncated: false,
    }
}

pub fn asking_back(question: &str) -> Answer {
    let choice = Choice { label: "net".into(), question: "net revenue".into(), reading: None };
    let clarification = Clarification {
        reason: "revenue has two readings".into(),
        questions: vec!["Which revenue?".into()],
        choices: vec![choice],
        question: question.into(),
    };
    without_rows(question, Outcome::Clarify { clarification })
}

pub fn failed(question: &str) -> Answer {
    let outcome =
        Outcome::Failed { code: ErrorCode::NotUnderstood, message: "not understood".into(), suggestions: vec![] };
    without_rows(question, outcome)
}

pub fn without_rows(question: &str, outcome: Outcome) -> Answer {
    Answer {
        outcome,
        sql: None,
        executed_sql: None,
        restatement: None,
        results: None,
        reading: None,
        ..answered(question)
    }
}

/// A confirmed memory of the source `demo`.
pub fn memory(wording: &str, tenant: Option<&str>) -> Remembered {
    Remembered {
        id: MemoryId::new(),
        source: "demo".into(),
        tenant: tenant.map(str::to_owned),
        schema_version: "v1".into(),
        question: format!("{wording}?"),
        wording: wording.into(),
        sql: "SELECT 1".into(),
        why: RememberedBecause::Confirmed,
        created_at: jiff::Timestamp::now(),
        uses: 0,
        set_aside: false,
    }
}
