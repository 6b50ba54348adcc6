use super::*;

fn text(value: Value) -> String {
    value.to_string()
}

#[test]
fn decimals_keep_their_digits() {
    assert_eq!(text(Value::Decimal(Decimal::new(-5, 2))), "-0.05");
    assert_eq!(text(Value::Decimal(Decimal::new(123_450, 3))), "123.450");
    let longest = Decimal::new(99_999_999_999_999_999_999_999_999_999_999_999_999, 10);
    assert_eq!(Value::Decimal(longest).to_json(), "9999999999999999999999999999.9999999999");
    assert_eq!(longest.to_string().parse(), Ok(longest));
    assert_eq!(Value::Decimal(Decimal::new(1_234, 2)).to_json(), 12.34);
}

#[test]
fn whole_numbers_beyond_a_double_are_strings_in_json() {
    assert_eq!(Value::Int(9_007_199_254_740_991).to_json(), 9_007_199_254_740_991_i64);
    assert_eq!(Value::Int(9_007_199_254_740_993).to_json(), "9007199254740993");
    assert_eq!(Value::from_i128(i128::MAX).to_json(), i128::MAX.to_string());
    assert_eq!(Value::from_i128(7), Value::Int(7));
}

#[test]
fn floats_that_json_lacks_survive_as_text_and_in_storage() {
    assert_eq!(Value::Float(f64::NAN).to_json(), "NaN");
    assert_eq!(Value::Float(f64::NEG_INFINITY).to_json(), "-Infinity");
    let stored = serde_json::to_string(&Value::Float(f64::INFINITY)).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&stored).unwrap(), Value::Float(f64::INFINITY));
}

#[test]
fn dates_far_from_today_are_written_right() {
    assert_eq!(text(Value::Date(0)), "1970-01-01");
    assert_eq!(text(Value::Date(-719_468)), "0000-03-01");
    assert_eq!(text(Value::Date(19_782)), "2024-02-29");
    assert_eq!(text(Value::Date(11_016)), "2000-02-29");
    let before_epoch = Timestamp::from_micros(-1, false);
    assert_eq!(before_epoch.to_string(), "1969-12-31 23:59:59.999999");
    assert_eq!(Timestamp::from_nanos(1_500_000_000, true).to_string(), "1970-01-01 00:00:01.5+00:00");
}

#[test]
fn intervals_and_nested_values_read_well() {
    assert_eq!(text(Value::Interval { months: 14, days: 1, micros: 0 }), "1 year 2 months 1 day");
    assert_eq!(text(Value::Interval { months: 0, days: 0, micros: -1_500_000 }), "-00:00:01.5");
    let nested = Value::Struct(vec![("a".into(), Value::List(vec![Value::Int(1), Value::Null]))]);
    assert_eq!(text(nested), r#"{"a":[1,null]}"#);
    assert_eq!(text(Value::Blob(vec![0, 255])), "0x00ff");
}

/// The two ways from a cell to JSON are one.
#[test]
fn a_cell_is_written_as_its_tree_is() {
    let nested = Value::Map(vec![(Value::Int(1), Value::Text("a".into())), (Value::Text("1".into()), Value::Null)]);
    for value in [
        Value::Null,
        Value::Bool(true),
        Value::Int(7),
        Value::Int(i64::MAX),
        Value::BigInt("170141183460469231731687303715884105727".into()),
        Value::Decimal("12.50".parse().unwrap()),
        Value::Decimal("1234567890123456.78".parse().unwrap()),
        Value::Float(0.1),
        Value::Float(f64::NAN),
        Value::Text("a \"quote\"\nand a line".into()),
        Value::Date(19_782),
        Value::Blob(vec![1, 2]),
        nested,
    ] {
        assert_eq!(serde_json::to_string(&Plain(&value)).unwrap(), value.to_json().to_string());
    }
}
