use super::*;
use vouch_model::{DataType, ResultColumn, Value};

fn tricky() -> ResultSet {
    let column = |name: &str| ResultColumn { name: name.into(), data_type: DataType::Text };
    ResultSet {
        columns: vec![column("=name"), column("amount")],
        rows: vec![
            vec![Value::Text("=HYPERLINK(\"http://evil.example\")".into()), Value::Int(-5)],
            vec![Value::Text("@SUM(A1)".into()), Value::Float(-0.5)],
            vec![Value::Text("+1 555 0100".into()), Value::Null],
            vec![Value::Text("plain - text".into()), Value::Text("-2+3".into())],
        ],
        truncated: false,
    }
}

#[test]
fn no_cell_of_a_csv_is_a_formula_and_numbers_stay_numbers() {
    let text = String::from_utf8(export(&tricky(), ExportFormat::Csv).unwrap()).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["'=name", "amount"]);
    let rows: Vec<Vec<String>> = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    assert_eq!(rows[0], ["'=HYPERLINK(\"http://evil.example\")", "-5"]);
    assert_eq!(rows[1], ["'@SUM(A1)", "-0.5"]);
    assert_eq!(rows[2], ["'+1 555 0100", ""]);
    assert_eq!(rows[3], ["plain - text", "'-2+3"]);
}

#[test]
fn a_workbook_is_a_zip_and_every_format_has_a_name() {
    let file = export(&tricky(), ExportFormat::Xlsx).unwrap();
    assert!(file.starts_with(b"PK"), "{:?}", &file[..4]);
    for name in ["csv", "json", "markdown", "md", "xlsx", " CSV "] {
        assert!(ExportFormat::from_name(name).is_some(), "{name}");
    }
    assert!(ExportFormat::from_name("exe").is_none());
}
