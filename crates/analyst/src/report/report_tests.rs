use super::*;
use vouch_model::{
    DataType, ExecutedQuery, Finding, FindingKind, ResultColumn, ResultSet, Value, Verdict, VerdictStatus,
};

fn exploration() -> Exploration {
    let column = |name: &str, data_type| ResultColumn { name: name.to_owned(), data_type };
    let sql = "SELECT region, avg(amount) AS avg_amount FROM sales GROUP BY 1";
    let rows = vec![
        vec![Value::Text("East | *West*".to_owned()), Value::Float(41.25)],
        vec![Value::Text("North".to_owned()), Value::Float(12.5)],
    ];
    let columns = vec![column("region", DataType::Text), column("avg_amount", DataType::Float)];
    Exploration {
        summary: "East sells most.".to_owned(),
        queries: vec![ExecutedQuery {
            id: "q1".to_owned(),
            query: sql.to_owned(),
            reason: "See who sells most.".to_owned(),
            result: ResultSet { columns, rows, truncated: false },
            row_count: 2,
            millis: 1.0,
        }],
        findings: vec![Finding {
            id: "f1".to_owned(),
            kind: FindingKind::Difference,
            claim: "East averages 41.25.".to_owned(),
            figures: crate::facts::figures_in("41.25"),
            sql: sql.to_owned(),
            chart: None,
            verdict: Verdict {
                status: VerdictStatus::Holds,
                reason: "Chance is an unlikely explanation.".to_owned(),
                sample_size: 120,
                test: Some("welch_t".to_owned()),
                p_value: Some(0.001),
                p_adjusted: Some(0.01),
                effect: None,
                checks: Vec::new(),
            },
        }],
        looks: 10,
        client: Some("7".to_owned()),
        step_count: 3,
        ..Exploration::default()
    }
}

#[test]
fn a_report_has_every_part_and_cites_its_queries() {
    let explored = exploration();
    let subject = Subject { exploration: &explored, source: "sales.csv", date: "2026-11-16" };
    insta::assert_snapshot!(compose("who sells most?", &subject, None));
}

#[test]
fn a_models_sentence_without_a_source_is_left_out() {
    let explored = exploration();
    let ledger = Ledger::new(Default::default());
    let text = "# Summary\nEast averages 41.25 [Q1]. It grew by 77 % last year.\n- North has 12.5.\n- Hire 900 people.";
    let kept = ground(text, &explored, "who sells most?", &ledger).unwrap();
    assert_eq!(kept, "# Summary\nEast averages 41.25 [Q1].\n- North has 12.5.");
    assert_eq!(ledger.notes().len(), 1);
}

#[test]
fn a_text_of_inventions_is_not_used() {
    let ledger = Ledger::new(Default::default());
    assert_eq!(ground("It grew by 77 %.\nAnd by 88 %.", &exploration(), "", &ledger), None);
}
