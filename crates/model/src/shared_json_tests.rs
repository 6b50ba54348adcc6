use super::SharedJson;
use serde_json::json;

#[test]
fn is_written_like_its_value_every_time() {
    let shared = SharedJson::from(json!({"b": [1, 2.5], "a": "ü\n"}));
    let within = json!({"b": [1, 2.5], "a": "ü\n"});
    for _ in 0..2 {
        assert_eq!(serde_json::to_string(&shared.clone()).unwrap(), within.to_string());
        assert_eq!(serde_json::to_value(&shared).unwrap(), within);
    }
}

#[test]
fn is_read_back_as_the_same() {
    let shared = SharedJson::from(json!({"a": [null, true]}));
    let text = serde_json::to_string(&shared).unwrap();
    assert_eq!(serde_json::from_str::<SharedJson>(&text).unwrap(), shared);
    assert_eq!(shared["a"][1], true);
}

#[test]
fn what_was_written_can_be_looked_into() {
    let written = SharedJson::written(&[("a", 1.5)]).unwrap();
    assert_eq!(serde_json::to_string(&written).unwrap(), r#"[["a",1.5]]"#);
    assert_eq!(written[0][0], "a");
    assert_eq!(written, SharedJson::from(json!([["a", 1.5]])));
}
