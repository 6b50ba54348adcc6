use super::*;
use serde_json::json;
use vouch_model::{DataType, Decimal, ResultColumn, Timestamp};

fn results(rows: Vec<Vec<Value>>) -> ResultSet {
    let width = rows.first().map_or(0, Vec::len);
    let columns = (0..width).map(|n| ResultColumn { name: format!("c{n}"), data_type: DataType::Text }).collect();
    ResultSet { columns, rows, truncated: false }
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn fits(expected: Json, rows: Vec<Vec<Value>>, rules: Rules) -> bool {
    let expected: Vec<Vec<Json>> = serde_json::from_value(expected).unwrap();
    equal(&expected, &results(rows), rules)
}

const PLAIN: Rules = Rules { ordered: false, extra_columns: false, percent: false };
const ORDERED: Rules = Rules { ordered: true, ..PLAIN };
const EXTRA: Rules = Rules { extra_columns: true, ..PLAIN };
const PERCENT: Rules = Rules { percent: true, ..PLAIN };

#[test]
fn columns_may_come_in_any_order_but_not_more_of_them() {
    let rows = || vec![vec![Value::Int(1), text("a")], vec![Value::Int(2), text("b")]];
    assert!(fits(json!([["a", 1], ["b", 2]]), rows(), PLAIN));
    assert!(!fits(json!([["a", 2], ["b", 1]]), rows(), PLAIN), "each column fits alone, but not together");
    assert!(!fits(json!([["a"], ["b"]]), rows(), PLAIN));
    assert!(fits(json!([["a"], ["b"]]), rows(), EXTRA));
    assert!(!fits(json!([["a", 1, 1], ["b", 2, 2]]), rows(), EXTRA), "a column stands for one column only");
}

#[test]
fn rows_are_a_multiset_unless_ordered() {
    let rows = || vec![vec![text("a")], vec![text("b")], vec![text("a")]];
    assert!(fits(json!([["b"], ["a"], ["a"]]), rows(), PLAIN));
    assert!(!fits(json!([["b"], ["b"], ["a"]]), rows(), PLAIN));
    assert!(!fits(json!([["a"], ["b"]]), rows(), PLAIN));
    assert!(!fits(json!([["b"], ["a"], ["a"]]), rows(), ORDERED));
    assert!(fits(json!([["a"], ["b"], ["a"]]), rows(), ORDERED));
    assert!(fits(json!([]), vec![], PLAIN));
    assert!(!fits(json!([]), rows(), PLAIN));
}

#[test]
fn numbers_are_equal_whatever_their_type() {
    for value in
        [Value::Int(12), Value::Float(12.000_001), Value::Decimal(Decimal::new(1_200, 2)), Value::BigInt("12".into())]
    {
        assert!(fits(json!([[12]]), vec![vec![value.clone()]], PLAIN), "{value:?}");
    }
    assert!(!fits(json!([[12]]), vec![vec![Value::Float(12.001)]], PLAIN));
    assert!(!fits(json!([[12]]), vec![vec![text("12")]], PLAIN));
    assert!(!fits(json!([["12"]]), vec![vec![Value::Int(12)]], PLAIN));
    assert!(!fits(json!([[0]]), vec![vec![Value::Null]], PLAIN));
    assert!(fits(json!([[null]]), vec![vec![Value::Null]], PLAIN));
}

#[test]
fn percentages_may_be_fractions_or_rounded() {
    assert!(fits(json!([[22.764_053]]), vec![vec![Value::Float(0.227_640_53)]], PERCENT));
    assert!(fits(json!([[22.764_053]]), vec![vec![Value::Float(22.76)]], PERCENT));
    assert!(!fits(json!([[22.764_053]]), vec![vec![Value::Float(22.8)]], PERCENT));
    assert!(!fits(json!([[22.764_053]]), vec![vec![Value::Float(0.227_640_53)]], PLAIN));
    let mixed = vec![vec![Value::Float(0.5)], vec![Value::Float(25.0)]];
    assert!(!fits(json!([[50], [25]]), mixed, PERCENT), "all of a column or none");
}

#[test]
fn dates_and_periods_have_many_names() {
    let midnight = Timestamp { seconds: 20_454 * 86_400, nanos: 0, zoned: false };
    assert_eq!(midnight.to_string(), "2026-01-01 00:00:00");
    let names = ["2026-01-01", "2026-01", "January 2026", "Jan 2026", "2026-Q1", "2026 Q1", "Q1 2026", "2026"];
    let values = names.map(text).into_iter().chain([Value::Date(20_454), Value::Timestamp(midnight), Value::Int(2026)]);
    for value in values {
        assert!(fits(json!([["2026-01-01"]]), vec![vec![value.clone()]], PLAIN), "{value:?}");
    }
    for (expected, name) in [("2026-01-05", "2026-W02"), ("2026-04-01", "Q2 2026"), ("2025-05-01", "May 2025")] {
        assert!(fits(json!([[expected]]), vec![vec![text(name)]], PLAIN), "{name}");
    }
    for wrong in ["2026-02", "February 2026", "Q2 2026", "2025", "1", "spring 2026", "2026-13"] {
        assert!(!fits(json!([["2026-01-01"]]), vec![vec![text(wrong)]], PLAIN), "{wrong}");
    }
    assert!(fits(json!([[2026]]), vec![vec![Value::Date(20_454)]], PLAIN));
    assert!(!fits(json!([[2026]]), vec![vec![Value::Date(20_455)]], PLAIN));
    let later = Timestamp { seconds: midnight.seconds + 1, ..midnight };
    assert!(!fits(json!([["2026-01-01"]]), vec![vec![Value::Timestamp(later)]], PLAIN));
}

#[test]
fn text_is_equal_letter_by_letter() {
    assert!(fits(json!([["Łódź"]]), vec![vec![text("Łódź")]], PLAIN));
    assert!(!fits(json!([["Gold"]]), vec![vec![text("gold")]], PLAIN));
    assert!(!fits(json!([["Gold"]]), vec![vec![text("Gold ")]], PLAIN));
}

#[test]
fn yes_and_no_have_many_forms() {
    for yes in [Value::Bool(true), text("Yes"), text("true"), Value::Int(3)] {
        assert!(fits(json!([[true]]), vec![vec![yes.clone()]], PLAIN), "{yes:?}");
        assert!(!fits(json!([[false]]), vec![vec![yes]], PLAIN));
    }
    assert!(fits(json!([[false]]), vec![vec![Value::Int(0)]], PLAIN));
    assert!(fits(json!([[false]]), vec![], PLAIN));
    assert!(!fits(json!([[true]]), vec![], PLAIN));
    assert!(!fits(json!([[true]]), vec![vec![text("maybe")]], PLAIN));
    assert!(!fits(json!([[true]]), vec![vec![Value::Int(1)], vec![Value::Int(2)]], PLAIN));
    assert!(!fits(json!([[false]]), vec![vec![Value::Null]], PLAIN));
}
