use super::*;
use vouch_model::{DataType, Decimal, ResultColumn, Value};

fn odd_rows() -> ResultSet {
    let column = |name: &str, data_type| ResultColumn { name: name.into(), data_type };
    ResultSet {
        columns: vec![column("na|me", DataType::Text), column("amount", DataType::Decimal { precision: 38, scale: 2 })],
        rows: vec![
            vec![Value::Text("a,\"b\"\nc | d".into()), Value::Decimal(Decimal::new(-5, 2))],
            vec![Value::Null, Value::BigInt("170141183460469231731687303715884105728".into())],
        ],
        truncated: false,
    }
}

fn export(format: Format) -> String {
    let mut out = vec![];
    write_rows(&mut out, format, &Look::plain(80), &odd_rows()).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn csv_reads_back_as_it_was() {
    let text = export(Format::Csv);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["na|me", "amount"]);
    let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(records[0], vec!["a,\"b\"\nc | d", "-0.05"]);
    assert_eq!(records[1], vec!["", "170141183460469231731687303715884105728"]);
}

#[test]
fn json_is_a_list_of_objects() {
    let rows: serde_json::Value = serde_json::from_str(&export(Format::Json)).unwrap();
    assert_eq!(rows[0]["amount"], -0.05);
    assert_eq!(rows[1]["na|me"], serde_json::Value::Null);
    assert_eq!(rows[1]["amount"], "170141183460469231731687303715884105728");
}

#[test]
fn markdown_cells_cannot_break_the_table() {
    insta::assert_snapshot!(export(Format::Markdown), @r#"
    | na\|me | amount |
    | --- | ---: |
    | a,"b"<br>c \| d | -0.05 |
    |  | 170141183460469231731687303715884105728 |
    "#);
}
