use super::*;
use proptest::prelude::*;

#[test]
fn a_frame_is_read_with_whatever_it_has() {
    let reply = json!({"intent": "text_to_sql"});
    let read = frame(&reply, "q").unwrap();
    assert_eq!((read.intent, read.confidence, read.is_followup), (Intent::TextToSql, 0.5, false));
    for nonsense in [json!({}), json!([]), json!({"intent": 3}), json!({"intent": "DANCE"}), json!(null)] {
        assert_eq!(frame(&nonsense, "q"), None);
    }
    let odd = json!({"intent": "GENERAL", "confidence": "high", "standalone_question": " \u{7} ", "clarification": 5});
    let read = frame(&odd, "q").unwrap();
    assert_eq!((read.confidence, read.standalone, read.clarification), (0.5, None, None));
}

#[test]
fn a_clarification_needs_a_question() {
    let without = json!({"intent": "CLARIFICATION_NEEDED", "clarification": {"reason": "r", "questions": []}});
    assert_eq!(frame(&without, "q").unwrap().clarification, None);
    let with = json!({
        "intent": "CLARIFICATION_NEEDED",
        "clarification": {"questions": ["Which year?"], "choices": [{"label": "2024"}, {"question": "no label"}, 7]},
    });
    let clarification = frame(&with, "q").unwrap().clarification.unwrap();
    assert_eq!(clarification.questions, ["Which year?"]);
    assert_eq!(clarification.choices.len(), 1);
    assert_eq!(clarification.choices[0].question, "2024");
}

#[test]
fn a_statement_may_come_fenced_and_must_be_text() {
    let fenced = json!({"sql": "```sql\nSELECT 1\n```", "assumptions": ["a", 3, ""]});
    let draft = statement(&fenced, "q", "m", 0.7).unwrap();
    assert_eq!((draft.sql.as_str(), draft.notes.as_slice()), ("SELECT 1", &["a".to_owned()][..]));
    for nothing in [json!({"sql": null}), json!({"sql": ["SELECT 1"]}), json!({"sql": " "}), json!({}), json!(1)] {
        assert_eq!(statement(&nothing, "q", "m", 0.7), None);
    }
    assert_eq!(statement(&json!({"sql": "x".repeat(20_001)}), "q", "m", 0.7), None);
}

/// Every field of the schemas is required, as strict structured output demands.
#[test]
fn the_schemas_are_strict() {
    for schema in
        [frame_schema(), fast_schema(), standalone_schema(), plan_schema(), draft_schema(), diagnosis_schema()]
    {
        let properties: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let required: Vec<&str> = schema["required"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        assert_eq!(properties, required);
        assert_eq!(schema["additionalProperties"], false);
    }
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        ".{0,40}".prop_map(Json::from),
        Just(Json::from("x".repeat(5_000))),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        let name = prop_oneof![
            Just("intent".to_owned()),
            Just("sql".to_owned()),
            Just("clarification".to_owned()),
            Just("questions".to_owned()),
            Just("choices".to_owned()),
            Just("steps".to_owned()),
            ".{0,10}",
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((name, inner), 0..5).prop_map(|pairs| Json::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_reply_breaks_the_reader(reply in any_json()) {
        let read = frame(&reply, "q");
        if let Some(read) = read {
            prop_assert!((0.0..=1.0).contains(&read.confidence));
            prop_assert!(read.standalone.is_none_or(|s| s.chars().count() <= MOST_QUESTION_CHARS));
        }
        prop_assert!(steps(&reply).is_none_or(|steps| steps.len() <= MOST_ITEMS));
        prop_assert!(statement(&reply, "q", "m", 0.7).is_none_or(|d| d.sql.chars().count() <= MOST_SQL_CHARS));
    }
}
