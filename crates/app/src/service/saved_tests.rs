use super::{cut, redrawn, short_title};
use serde_json::json;
use vouch_model::{DataType, ResultColumn, ResultSet, Value};

fn rows(count: usize, text: &str) -> ResultSet {
    ResultSet {
        columns: vec![ResultColumn { name: "city".to_owned(), data_type: DataType::Text }],
        rows: vec![vec![Value::Text(text.to_owned())]; count],
        truncated: false,
    }
}

#[test]
fn no_more_is_kept_than_fits() {
    assert_eq!(cut(rows(3, "a")).unwrap(), rows(3, "a"));
    let many = cut(rows(5_000, "a")).unwrap();
    assert!(many.rows.len() == 1_000 && many.truncated);
    let wide = cut(rows(100, &"x".repeat(100_000))).unwrap();
    assert!(wide.rows.len() == 10 && wide.truncated);
    assert!(cut(rows(1, &"x".repeat(2_000_000))).is_err());
}

#[test]
fn a_chart_is_drawn_again_from_the_columns_it_was_drawn_from() {
    let chart = |values| json!({"chartType": "bar", "spec": {"mark": "bar", "data": {"values": values}}});
    let again = redrawn(chart(json!([{"city": "Oslo"}])), &rows(2, "Rome")).unwrap();
    assert_eq!(again, chart(json!([{"city": "Rome"}, {"city": "Rome"}])));
    assert_eq!(redrawn(chart(json!([{"bin": 1, "count": 2}])), &rows(2, "Rome")), None);
    assert_eq!(redrawn(json!({"spec": {}}), &rows(2, "Rome")), None);
}

#[test]
fn a_long_question_is_cut_for_a_title() {
    assert_eq!(short_title("  how\nmany? "), "how many?");
    assert_eq!(short_title(&"ö".repeat(300)).chars().count(), 121);
}
