use super::{Kind, layout, unscaled, write_parquet};
use duckdb::Connection;
use vouch_model::{DataType, Decimal, ResultColumn, ResultSet, Timestamp, Value};

fn results(columns: Vec<(&str, DataType, Vec<Value>)>) -> ResultSet {
    let rows = columns.first().map_or(0, |(_, _, values)| values.len());
    ResultSet {
        columns: columns
            .iter()
            .map(|(name, data_type, _)| ResultColumn { name: (*name).to_owned(), data_type: data_type.clone() })
            .collect(),
        rows: (0..rows).map(|row| columns.iter().map(|(_, _, values)| values[row].clone()).collect()).collect(),
        truncated: false,
    }
}

/// Name, type and values of every column, as DuckDB reads the file.
fn read_back(results: &ResultSet) -> Vec<(String, String, Vec<Option<String>>)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it's rows.parquet");
    write_parquet(results, &path).unwrap();
    let connection = Connection::open_in_memory().unwrap();
    connection.execute_batch("SET TimeZone = 'UTC'").unwrap();
    let from = format!("read_parquet('{}')", path.to_str().unwrap().replace('\'', "''"));
    let mut described = connection.prepare(&format!("DESCRIBE SELECT * FROM {from}")).unwrap();
    let columns: Vec<(String, String)> =
        described.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    let values = |name: &str| {
        let sql = format!("SELECT CAST(\"{}\" AS VARCHAR) FROM {from}", name.replace('"', "\"\""));
        let mut statement = connection.prepare(&sql).unwrap();
        let values = statement.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap().map(Result::unwrap);
        values.collect::<Vec<_>>()
    };
    columns.into_iter().map(|(name, kind)| (name.clone(), kind, values(&name))).collect()
}

fn one(data_type: DataType, values: Vec<Value>) -> (String, Vec<String>) {
    let read = read_back(&results(vec![("x", data_type, values)]));
    let (_, kind, values) = read.into_iter().next().unwrap();
    (kind, values.into_iter().map(|value| value.unwrap_or_else(|| "NULL".to_owned())).collect())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn check(data_type: DataType, values: Vec<Value>, kind: &str, expected: &[&str]) {
    let read = one(data_type.clone(), values);
    assert_eq!((read.0.as_str(), read.1), (kind, expected.iter().map(|s| (*s).to_owned()).collect()), "{data_type:?}");
}

#[test]
fn types_are_kept_in_parquet() {
    check(DataType::Bool, vec![Value::Bool(true), Value::Null], "BOOLEAN", &["true", "NULL"]);
    check(
        DataType::Int,
        vec![Value::Int(i64::MIN), Value::Int(i64::MAX)],
        "BIGINT",
        &["-9223372036854775808", "9223372036854775807"],
    );
    let big = "170141183460469231731687303715884105727";
    check(
        DataType::Int,
        vec![Value::BigInt("9".repeat(38)), Value::Int(-1)],
        "DECIMAL(38,0)",
        &["9".repeat(38).as_str(), "-1"],
    );
    check(DataType::Int, vec![Value::BigInt(big.to_owned())], "VARCHAR", &[big]);
    let decimal = DataType::Decimal { precision: 18, scale: 3 };
    check(
        decimal,
        vec![Value::Decimal(Decimal::new(-1, 3)), Value::Decimal(Decimal::new(123_456_789_012_345_678, 3))],
        "DECIMAL(18,3)",
        &["-0.001", "123456789012345.678"],
    );
    let floats = vec![Value::Float(0.1), Value::Float(f64::NAN), Value::Float(f64::NEG_INFINITY), Value::Float(5e-324)];
    check(DataType::Float, floats, "DOUBLE", &["0.1", "nan", "-inf", "5e-324"]);
    check(
        DataType::Text,
        vec![text(""), text("a'\n\u{1f600}"), Value::Null],
        "VARCHAR",
        &["", "a'\n\u{1f600}", "NULL"],
    );
    check(DataType::Blob, vec![Value::Blob(vec![0, 255, 39])], "BLOB", &["\\x00\\xFF\\x27"]);
    check(DataType::Date, vec![Value::Date(19_782)], "DATE", &["2024-02-29"]);
    check(DataType::Time, vec![Value::Time(86_399_999_999_000)], "TIME", &["23:59:59.999999"]);
    let at = |zoned| Value::Timestamp(Timestamp { seconds: 1_709_164_800, nanos: 123_456_000, zoned });
    check(DataType::Timestamp { zoned: false }, vec![at(false)], "TIMESTAMP", &["2024-02-29 00:00:00.123456"]);
    check(
        DataType::Timestamp { zoned: true },
        vec![at(true)],
        "TIMESTAMP WITH TIME ZONE",
        &["2024-02-29 00:00:00.123456+00"],
    );
    let nanos = Value::Timestamp(Timestamp { seconds: 1, nanos: 1, zoned: false });
    check(DataType::Timestamp { zoned: false }, vec![nanos], "TIMESTAMP_NS", &["1970-01-01 00:00:01.000000001"]);
    let id = uuid::Uuid::from_u128(7);
    check(DataType::Uuid, vec![Value::Uuid(id)], "UUID", &[id.to_string().as_str()]);
}

#[test]
fn nested_values_are_kept_and_what_cannot_be_is_text() {
    let list = DataType::List(Box::new(DataType::Int));
    check(list, vec![Value::List(vec![Value::Int(1), Value::Null]), Value::Null], "BIGINT[]", &["[1, NULL]", "NULL"]);
    let fields = vec![("a \"b\"".to_owned(), DataType::Date), ("c".to_owned(), DataType::Text)];
    let row = Value::Struct(vec![("a \"b\"".to_owned(), Value::Date(0)), ("c".to_owned(), text("it's, {so}"))]);
    let read = one(DataType::Struct(fields), vec![row]);
    assert_eq!(read.0, "STRUCT(\"a \"\"b\"\"\" DATE, c VARCHAR)");
    assert!(read.1[0].contains("1970-01-01") && read.1[0].contains("it") && read.1[0].contains("{so}"), "{read:?}");
    let map = DataType::Map(Box::new(DataType::Text), Box::new(DataType::Float));
    check(map, vec![Value::Map(vec![(text("k"), Value::Float(1.5))])], "MAP(VARCHAR, DOUBLE)", &["{k=1.5}"]);
    let numbered = DataType::Map(Box::new(DataType::Int), Box::new(DataType::Int));
    check(numbered, vec![Value::Map(vec![(Value::Int(1), Value::Int(2))])], "VARCHAR", &["{\"1\":2}"]);
    let bytes = DataType::List(Box::new(DataType::Blob));
    check(bytes, vec![Value::List(vec![Value::Blob(vec![1])])], "VARCHAR", &["[\"0x01\"]"]);
    let interval = Value::Interval { months: 14, days: -3, micros: 500 };
    assert_eq!(one(DataType::Interval, vec![interval]).0, "VARCHAR");
}

#[test]
fn a_column_that_breaks_its_word_is_text() {
    check(DataType::Date, vec![Value::Date(0), text("infinity")], "VARCHAR", &["1970-01-01", "infinity"]);
    check(DataType::Int, vec![Value::Int(1), text("x")], "VARCHAR", &["1", "x"]);
    check(
        DataType::Decimal { precision: 5, scale: 2 },
        vec![Value::Float(1.5), Value::Int(2)],
        "DOUBLE",
        &["1.5", "2.0"],
    );
    check(DataType::Bool, vec![Value::Int(1), Value::Int(0)], "BIGINT", &["1", "0"]);
    check(DataType::Float, vec![Value::Float(0.5), Value::Int(i64::MAX)], "VARCHAR", &["0.5", "9223372036854775807"]);
    check(DataType::Other("mixed".to_owned()), vec![Value::Int(1), text("a")], "VARCHAR", &["1", "a"]);
}

#[test]
fn no_rows_and_odd_names_make_a_file_too() {
    let none =
        results(vec![("a", DataType::Date, vec![]), ("SELECT", DataType::Int, vec![]), ("", DataType::Text, vec![])]);
    let read = read_back(&none);
    let named: Vec<(&str, &str)> = read.iter().map(|(name, kind, _)| (name.as_str(), kind.as_str())).collect();
    assert_eq!(named, [("a", "DATE"), ("SELECT", "BIGINT"), ("column_3", "VARCHAR")]);
    let odd = results(vec![
        ("größe \"m\"", DataType::Int, vec![Value::Int(1)]),
        ("a.b; --", DataType::Text, vec![text("x")]),
    ]);
    let names: Vec<String> = read_back(&odd).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["größe \"m\"", "a.b; --"]);
}

#[test]
fn rows_keep_their_order() {
    let many = results(vec![("n", DataType::Int, (0..9_999).map(|n| Value::Int(n * 7 % 9_999)).collect())]);
    let read = read_back(&many);
    let expected: Vec<Option<String>> = (0..9_999).map(|n| Some((n * 7 % 9_999).to_string())).collect();
    assert!(read[0].2 == expected);
}

#[test]
fn a_decimal_in_units_of_its_last_digit() {
    assert_eq!(unscaled(Decimal::new(-5, 2), 2), Some(-5));
    assert_eq!(unscaled(Decimal::new(5, 1), 3), Some(500));
    assert_eq!(unscaled(Decimal::new(5, 3), 1), None);
    let empty = results(vec![("d", DataType::Decimal { precision: 9, scale: 2 }, vec![])]);
    assert_eq!(layout(&empty)[0].kind, Kind::Decimal { precision: 9, scale: 2 });
}
