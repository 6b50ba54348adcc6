use super::*;
use vouch_model::{DataType, FactKind, ResultColumn};

fn results() -> ResultSet {
    let column = |name: &str, data_type| ResultColumn { name: name.into(), data_type };
    ResultSet {
        columns: vec![column("state", DataType::Text), column("revenue", DataType::Float)],
        rows: vec![
            vec![Value::Text("California".into()), Value::Float(1_234.56)],
            vec![Value::Text("Texas".into()), Value::Float(765.44)],
        ],
        truncated: false,
    }
}

fn kept(sentence: &str) -> bool {
    let facts = [Fact {
        kind: FactKind::Total,
        figures: vec![Figure { text: "2,000".into(), value: 2_000.0, cells: vec![(0, 1), (1, 1)] }],
        text: "The total is 2,000.".into(),
    }];
    let ground = Ground::new(&results(), &facts, "SELECT state FROM t WHERE year = 2024", "revenue in 2024 by state");
    ground.add(&mut Explanation::default(), sentence.to_owned()).is_some()
}

#[test]
fn true_figures_stay() {
    for sentence in [
        "California leads with 1,234.56.",
        "California leads with 1,234.6.",
        "The total is 2,000.",
        "Together they make 2,000 in 2024.",
        "There are 2 states.",
        "California leads.",
        "California made about 1.2 thousand.",
    ] {
        assert!(kept(sentence), "{sentence}");
    }
}

#[test]
fn figures_without_a_source_take_their_sentence_with_them() {
    for sentence in [
        "California leads with 1,234.65.",
        "California leads with 1,235.",
        "Texas grew by 12 %.",
        "There are 3 states.",
        "The total is 2,001.",
    ] {
        assert!(!kept(sentence), "{sentence}");
    }
}

#[test]
fn figures_point_at_their_cells() {
    let ground = Ground::new(&results(), &[], "", "");
    let mut explanation = Explanation::default();
    ground.add(&mut explanation, "Texas made 765.44.".into());
    assert_eq!(explanation.sentences[0].figures[0].cells, [(1, 1)]);
}
