#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;
use proptest::prelude::*;
use std::time::{Duration, Instant};

#[test]
fn json_is_found_however_it_is_wrapped() {
    let wanted = json!({"sql": "SELECT 1", "note": "a } b"});
    let plain = wanted.to_string();
    for text in [
        plain.clone(),
        format!("\u{feff}  {plain}\n"),
        format!("```json\n{plain}\n```"),
        format!("```\n{plain}\n```\nHope this helps!"),
        format!("```json {plain}```"),
        format!("Sure! Here it is:\n\n```JSON\n{plain}\n```\n\nIt returns {{one}} row."),
        format!("Here is the query: {plain} as you asked."),
        format!("I thought of {{}} and of {{\"a\": 1}} first. {plain}"),
        format!("<think>maybe {{\"sql\": \"SELECT 2 FROM a_much_longer_table_than_the_other\"}}</think>\n{plain}"),
        format!("```json\n{plain}"),
        format!("Columns [a, b] and [1]: {plain}"),
    ] {
        assert_eq!(read_json(&text), Some(wanted.clone()), "{text}");
    }
}

#[test]
fn broken_json_is_mended() {
    for (text, wanted) in [
        (r#"{"a": 1, "b": [1, 2,],}"#, json!({"a": 1, "b": [1, 2]})),
        (
            r#"{'a': 'it is', 'b': True, 'c': None, 'd': False}"#,
            json!({"a": "it is", "b": true, "c": null, "d": false}),
        ),
        ("{'a': 'it''s'}", json!({"a": "it''s"})),
        ("{\"sql\": \"SELECT a\nFROM t\", \"x\": 1}", json!({"sql": "SELECT a\nFROM t", "x": 1})),
        ("{\"a\": 1, // the first\n /* and */ \"b\": 2}", json!({"a": 1, "b": 2})),
        ("{\"u\": \"http://x//y\", }", json!({"u": "http://x//y"})),
        (r#"{sql: "SELECT 1", confidence: .5}"#, json!({"sql": "SELECT 1", "confidence": 0.5})),
        (r#"{"sql": """SELECT "a" FROM t"""}"#, json!({"sql": "SELECT \"a\" FROM t"})),
        (r#"{"sql": "SELECT "a" FROM t", "x": 1}"#, json!({"sql": "SELECT \"a\" FROM t", "x": 1})),
        (r#"{"a": 1 "b": 2}"#, json!({"a": 1, "b": 2})),
        (r#"{"a": "x", "b": {"c": [1, {"d": "cut of"#, json!({"a": "x", "b": {"c": [1, {"d": "cut of"}]}})),
        (r#"{"a": "x", "b"#, json!({"a": "x"})),
        (r#"{"a": "x", "b": "#, json!({"a": "x"})),
        (r#"{"a": "x", "b": tr"#, json!({"a": "x", "b": null})),
        (r#"{"a": "\d \u00e9 \ud83d\ude00 \ud83d",}"#, json!({"a": "\\d é 😀 \u{fffd}"})),
        ("Sure: {\"a\": 1, \"b\": {\"c\": 2},} done", json!({"a": 1, "b": {"c": 2}})),
        ("```json\n{\"tables\": [\"a\", \"b\",]}\n```", json!({"tables": ["a", "b"]})),
        ("[1, 2, 3,]", json!([1, 2, 3])),
    ] {
        assert_eq!(read_json(text), Some(wanted), "{text}");
    }
}

#[test]
fn what_is_fenced_goes_before_what_is_longer() {
    let text = "Given {\"table\": \"orders\", \"columns\": [\"id\", \"day\"]}:\n```json\n{\"sql\": \"SELECT 1\",}\n```";
    assert_eq!(read_json(text), Some(json!({"sql": "SELECT 1"})));
}

#[test]
fn prose_is_not_json() {
    for text in
        ["", "I cannot answer that.", "Use {braces} like {this}.", "a { b", "}{", "SELECT 1", "see [this] (there)"]
    {
        assert_eq!(read_json(text), None, "{text}");
    }
}

#[test]
fn sql_is_found_however_it_is_wrapped() {
    for (text, wanted) in [
        ("SELECT 1", "SELECT 1"),
        ("```sql\nSELECT a\nFROM t;\n```\nThis lists a.", "SELECT a\nFROM t"),
        ("First:\n```\nselect 1\n```", "select 1"),
        ("```python\nprint(1)\n```\n```sql\n-- all\nSELECT 2\n```", "-- all\nSELECT 2"),
        ("```sql SELECT 3```", "SELECT 3"),
        ("Here is the query:\n  SELECT a FROM t WHERE b = 'x;y'; It works.", "SELECT a FROM t WHERE b = 'x;y'"),
        ("SELECT a\nFROM t\n\nThis gives every a.", "SELECT a\nFROM t"),
        (
            "WITH x AS (\n  SELECT 1\n\n)\n\nSELECT * FROM x\n\nWith this you see x.",
            "WITH x AS (\n  SELECT 1\n\n)\n\nSELECT * FROM x",
        ),
        ("With this query you get it:\nSELECT 1", "SELECT 1"),
        ("Select the month you want.\nSELECT a FROM t", "SELECT a FROM t"),
        ("SELECT 1; DROP TABLE t", "SELECT 1"),
        ("```sql\nSELECT 1; DROP TABLE t;\n```", "SELECT 1; DROP TABLE t"),
        ("WITH RECURSIVE n(i) AS (SELECT 1) SELECT i FROM n", "WITH RECURSIVE n(i) AS (SELECT 1) SELECT i FROM n"),
        ("select\n  1", "select\n  1"),
    ] {
        assert_eq!(read_sql(text).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn prose_is_not_sql() {
    for text in [
        "",
        "I cannot answer that.",
        "With pleasure! (Always.)",
        "The selection is empty.",
        "Select it, please!",
        "DROP TABLE t",
        "```sql\nDELETE FROM t\n```",
    ] {
        assert_eq!(read_sql(text), None, "{text}");
    }
}

/// Texts that make a careless reader go over everything again and again.
#[test]
fn the_worst_texts_take_bounded_time() {
    for piece in [
        "{",
        "[",
        "\"",
        "'",
        "{\"",
        "{\"a\":",
        "{a:",
        "``` ",
        "```\n",
        "\n",
        " \n",
        "select \n",
        "select a.\n",
        "SELECT a\n\n\nFROM b\n\n",
        "with a (\n",
        "\\",
        "{\"a\":\"b\",",
        "/*",
        "//",
        "{'a':'",
        "</think>",
        "\u{0}",
        "é",
        "1",
        "{}",
        "{\"a\": \"b\" c",
    ] {
        let text = piece.repeat(3_000_000 / piece.len());
        let started = Instant::now();
        read_json(&text);
        read_sql(&text);
        assert!(started.elapsed() < Duration::from_secs(3), "{piece:?} took {:?}", started.elapsed());
    }
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        ".{0,20}".prop_map(Json::from),
        "[a-z \"'`{}\\[\\]\\\\:,\n]{0,30}".prop_map(Json::from),
    ];
    let inner = leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::from),
            prop::collection::vec(("[a-z_]{1,8}", inner), 0..5)
                .prop_map(|fields| Json::Object(fields.into_iter().collect())),
        ]
    });
    prop::collection::vec(("[a-z_]{1,8}", inner), 1..5).prop_map(|fields| Json::Object(fields.into_iter().collect()))
}

fn mangled() -> impl Strategy<Value = String> {
    let wraps = prop_oneof![
        Just(("", "")),
        Just(("```json\n", "\n```")),
        Just(("Sure!\n```\n", "\n```\nAnything else?")),
        Just(("<think>hm {</think>", "")),
        Just(("The answer is [1]: ", " and { that } is 'it'")),
    ];
    (
        any_json(),
        wraps,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        "\\PC{0,5}|\u{0}|\u{1b}|\n|,|\"|'",
        0..4u8,
    )
        .prop_map(|(json, (before, after), cut, place, noise, kind)| {
            let mut text = format!("{before}{json}{after}");
            let boundary = |index: prop::sample::Index, text: &str| {
                let mut at = index.index(text.len() + 1);
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            if kind & 1 == 1 {
                text.insert_str(boundary(place, &text), &noise);
            }
            if kind & 2 == 2 {
                text.truncate(boundary(cut, &text));
            }
            text
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn mangled_replies_are_read_or_refused(text in mangled()) {
        read_json(&text);
        read_sql(&text);
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(text in any::<String>()) {
        read_json(&text);
        read_sql(&text);
    }

    #[test]
    fn valid_json_survives_every_wrapping(json in any_json(), pretty in any::<bool>()) {
        let plain = if pretty { serde_json::to_string_pretty(&json).unwrap() } else { json.to_string() };
        for text in [
            plain.clone(),
            format!("```json\n{plain}\n```"),
            format!("Sure, here you are:\n```\n{plain}\n```\nAnything else?"),
            format!("The reply: {plain}"),
            format!("The reply: {plain}\nThat was it."),
        ] {
            prop_assert_eq!(read_json(&text), Some(json.clone()), "{}", text);
        }
    }

    /// What is cut off keeps the fields that were whole.
    #[test]
    fn a_cut_reply_keeps_its_first_field(json in any_json(), cut in any::<prop::sample::Index>()) {
        let text = format!("{{\"sql\": \"SELECT 1\", \"rest\": {json}}}");
        let first = "{\"sql\": \"SELECT 1\"".len();
        let mut at = first + cut.index(text.len() - first + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let read = read_json(text.get(..at).unwrap());
        prop_assert_eq!(read.as_ref().and_then(|json| json.get("sql")), Some(&Json::from("SELECT 1")));
    }
}
