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

/// Excel and LibreOffice drop some blanks before they look, and take full-width signs for the plain ones.
#[test]
fn signs_behind_blanks_and_full_width_signs_are_made_harmless_too() {
    let formulas = ["\t=1+1", "\r=1+1", "\n=1+1", "＝1+1", "＋1", "－1", "＠SUM(A1)", "\t", "=cmd|' /C calc'!A0"];
    let harmless = ["a=1", " plain", "1-1", "'quoted", "", "é", "≠1"];
    let column = ResultColumn { name: "＝header".into(), data_type: DataType::Text };
    let rows = formulas.iter().chain(&harmless).map(|text| vec![Value::Text((*text).to_owned())]).collect();
    let results = ResultSet { columns: vec![column], rows, truncated: false };
    let file = export(&results, ExportFormat::Csv).unwrap();
    let mut reader = csv::Reader::from_reader(file.as_slice());
    assert_eq!(reader.headers().unwrap(), vec!["'＝header"]);
    let cells: Vec<String> = reader.records().map(|row| row.unwrap()[0].to_owned()).collect();
    for (formula, cell) in formulas.iter().zip(&cells) {
        assert_eq!(cell, &format!("'{formula}"));
    }
    assert_eq!(cells[formulas.len()..].iter().map(String::as_str).collect::<Vec<_>>(), harmless);
}

#[test]
fn a_workbook_is_a_zip_and_every_format_has_a_name() {
    let file = export(&tricky(), ExportFormat::Xlsx).unwrap();
    assert!(file.starts_with(b"PK"), "{:?}", &file[..4]);
    let parquet = export(&tricky(), ExportFormat::Parquet).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    for name in ["csv", "json", "markdown", "md", "xlsx", " CSV ", "parquet", "arrow", "feather"] {
        assert!(ExportFormat::from_name(name).is_some(), "{name}");
    }
    assert!(ExportFormat::from_name("exe").is_none());
}
