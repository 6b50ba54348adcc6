use super::*;

fn check(text: &str) -> Result<bool, ConnectorError> {
    look(Path::new("x.json"), text.as_bytes())
}

fn nested(levels: usize) -> String {
    format!("{}1{}", r#"{"a":["#.repeat(levels / 2), "]}".repeat(levels / 2))
}

#[test]
fn what_no_table_is_deep_enough_for_is_refused() {
    assert!(check(&nested(DEEPEST)).is_ok());
    for text in
        [nested(DEEPEST + 2), format!("[\n1,\n{}", "[".repeat(1_000_000)), nested(DEEPEST + 2).replace('[', "[\n")]
    {
        let error = check(&text).unwrap_err().to_string();
        assert!(error.contains("more than 100 levels deep"), "{error}");
    }
}

#[test]
fn a_list_that_breaks_off_is_not_taken_for_a_whole_one() {
    for text in ["[{\"a\": 1}", "[\n {\"a\": 1},\n {\"a\": 2},\n", "[{\"a\": \"x", "["] {
        assert!(!check(text).unwrap(), "{text}");
    }
    // Each of these is for others to read, or to refuse.
    for text in
        ["[]", "[{\"a\": 1}]\n", "{\"a\": 1}\n{\"a\": ", "{\"a\": \n{\"a\": 2}\n", "[1]\n[2]\n[3", "{\"a\": [1", ""]
    {
        assert!(check(text).unwrap(), "{text}");
    }
}

#[test]
fn brackets_in_texts_and_in_broken_lines_are_no_levels() {
    let text = format!(r#"[{{"a": "{}\"{}", "b": "\\"}}]"#, "[".repeat(200), "{".repeat(200));
    assert!(check(&text).is_ok());
    let broken = "{\"a\": [\"\n".repeat(500);
    assert!(check(&format!("{{\"a\": 1}}\n{broken}")).is_ok(), "each line begins anew");
}
