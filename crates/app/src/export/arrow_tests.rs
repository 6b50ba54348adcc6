use super::file;
use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::{DataType as ArrowType, Decimal128Type, Int64Type, TimeUnit};
use arrow::ipc::reader::FileReader;
use std::io::Cursor;
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

fn read_back(results: &ResultSet) -> RecordBatch {
    let bytes = file(results).unwrap();
    assert!(bytes.starts_with(b"ARROW1") && bytes.ends_with(b"ARROW1"));
    let mut batches: Vec<RecordBatch> =
        FileReader::try_new(Cursor::new(bytes), None).unwrap().map(Result::unwrap).collect();
    assert_eq!(batches.len(), 1);
    batches.remove(0)
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

#[test]
fn every_type_is_read_back_as_it_was() {
    let at = |zoned| Value::Timestamp(Timestamp { seconds: -1, nanos: 5_000, zoned });
    let nested = DataType::Struct(vec![("a".to_owned(), DataType::List(Box::new(DataType::Int)))]);
    let map = DataType::Map(Box::new(DataType::Text), Box::new(DataType::Int));
    let id = uuid::Uuid::from_u128(7);
    let batch = read_back(&results(vec![
        ("yes", DataType::Bool, vec![Value::Bool(true), Value::Null]),
        ("n", DataType::Int, vec![Value::Int(i64::MIN), Value::Null]),
        ("big", DataType::Int, vec![Value::BigInt("9".repeat(38)), Value::Int(-1)]),
        (
            "price",
            DataType::Decimal { precision: 10, scale: 2 },
            vec![Value::Decimal(Decimal::new(-5, 2)), Value::Null],
        ),
        ("x", DataType::Float, vec![Value::Float(f64::NAN), Value::Int(2)]),
        ("naïve \"name\"", DataType::Text, vec![text("ä"), Value::Null]),
        ("bytes", DataType::Blob, vec![Value::Blob(vec![0, 255]), Value::Null]),
        ("day", DataType::Date, vec![Value::Date(-1), Value::Null]),
        ("at", DataType::Time, vec![Value::Time(1_000), Value::Null]),
        ("local", DataType::Timestamp { zoned: false }, vec![at(false), Value::Null]),
        ("instant", DataType::Timestamp { zoned: true }, vec![at(true), Value::Null]),
        ("span", DataType::Interval, vec![Value::Interval { months: 1, days: -2, micros: 3 }, Value::Null]),
        ("id", DataType::Uuid, vec![Value::Uuid(id), Value::Null]),
        (
            "nested",
            nested,
            vec![Value::Struct(vec![("a".to_owned(), Value::List(vec![Value::Int(1), Value::Null]))]), Value::Null],
        ),
        ("map", map, vec![Value::Map(vec![(text("k"), Value::Int(1))]), Value::Null]),
        ("odd", DataType::Date, vec![Value::Date(0), text("infinity")]),
    ]));
    let column = |name: &str| batch.column_by_name(name).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!((batch.num_rows(), batch.num_columns()), (2, 16));
    assert_eq!(column("n").as_primitive::<Int64Type>().value(0), i64::MIN);
    assert_eq!(column("big").data_type(), &ArrowType::Decimal128(38, 0));
    assert_eq!(column("big").as_primitive::<Decimal128Type>().value_as_string(0), "9".repeat(38));
    assert_eq!(column("price").as_primitive::<Decimal128Type>().value_as_string(0), "-0.05");
    assert!(column("price").is_null(1) && column("yes").is_null(1));
    assert_eq!(column("naïve \"name\"").as_string::<i32>().value(0), "ä");
    assert_eq!(column("local").data_type(), &ArrowType::Timestamp(TimeUnit::Microsecond, None));
    let zoned = ArrowType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    assert_eq!(column("instant").data_type(), &zoned);
    let micros = column("instant").as_primitive::<arrow::datatypes::TimestampMicrosecondType>();
    assert_eq!(micros.value(0), -999_995);
    assert_eq!(column("id").as_fixed_size_binary().value(0), id.as_bytes());
    let (_, field) = batch.schema_ref().column_with_name("id").map(|(i, field)| (i, field.clone())).unwrap();
    assert_eq!(field.metadata()["ARROW:extension:name"], "arrow.uuid");
    let inner = column("nested").as_struct().column(0).as_list::<i32>().value(0);
    assert!(inner.as_primitive::<Int64Type>().value(0) == 1 && inner.is_null(1));
    assert!(column("nested").is_null(1));
    assert_eq!(column("map").as_map().value(0).column(0).as_string::<i32>().value(0), "k");
    assert_eq!(column("odd").as_string::<i32>().value(1), "infinity");
}

#[test]
fn no_rows_and_no_columns_make_a_file_too() {
    let none = read_back(&results(vec![("a", DataType::Date, vec![]), ("b", DataType::Text, vec![])]));
    assert_eq!((none.num_rows(), none.num_columns()), (0, 2));
    assert_eq!(none.schema().field(0).data_type(), &ArrowType::Date32);
    assert_eq!(read_back(&results(vec![])).num_columns(), 0);
}
