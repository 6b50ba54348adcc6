use super::*;
use vouch_model::ResultColumn;

fn column(name: &str, data_type: DataType) -> ResultColumn {
    ResultColumn { name: name.into(), data_type }
}

fn show(results: &ResultSet, width: usize) -> String {
    let mut out = vec![];
    write_result(&mut out, &Look::plain(width), results).unwrap();
    String::from_utf8(out).unwrap()
}

fn sales() -> ResultSet {
    ResultSet {
        columns: vec![column("product", DataType::Text), column("revenue", DataType::Float)],
        rows: vec![
            vec![Value::Text("Lamp".into()), Value::Int(1_250)],
            vec![
                Value::Text("A very long product name that nobody would ever print in full".into()),
                Value::Float(9.5),
            ],
            vec![Value::Null, Value::Null],
        ],
        truncated: false,
    }
}

#[test]
fn numbers_to_the_right_nulls_visible_long_text_cut() {
    insta::assert_snapshot!(show(&sales(), 40));
}

#[test]
fn every_line_fits_the_terminal() {
    for width in [20, 30, 50, 80, 200] {
        for line in show(&sales(), width).lines().filter(|line| !line.starts_with('…')) {
            assert!(line.width() <= width, "{width}: {line}");
        }
    }
}

#[test]
fn a_number_is_never_cut() {
    let digits = "170141183460469231731687303715884105728";
    let results = ResultSet {
        columns: vec![column("n", DataType::Int), column("m", DataType::Int)],
        rows: vec![vec![Value::BigInt(digits.into()), Value::BigInt(digits.into())]],
        truncated: false,
    };
    let shown = show(&results, 50);
    assert!(shown.contains(digits) && shown.contains("1 more column"), "{shown}");
    assert!(show(&results, 20).contains(digits));
}

#[test]
fn only_the_first_rows_are_shown_and_the_rest_counted() {
    let rows = (0..1_000).map(|n| vec![Value::Int(n)]).collect();
    let results = ResultSet { columns: vec![column("n", DataType::Int)], rows, truncated: false };
    let shown = show(&results, 80);
    assert!(shown.ends_with("… 960 more; use --format csv for all\n"), "{shown}");
    assert_eq!(shown.lines().count(), 2 + ROWS_SHOWN + 1);
}

#[test]
fn nothing_in_a_cell_reaches_the_terminal_as_a_command() {
    let evil = "a\u{1b}[31mred\u{7}\nb\u{202e}c\u{9b}1m";
    let results = ResultSet {
        columns: vec![column(evil, DataType::Text)],
        rows: vec![vec![Value::Text(evil.into())]],
        truncated: false,
    };
    let shown = show(&results, 80);
    assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}']), "{shown:?}");
    assert_eq!(shown.lines().count(), 3);
}

#[test]
fn no_columns_and_no_rows_are_fine() {
    assert_eq!(show(&ResultSet::default(), 80), "");
    let empty = ResultSet { columns: vec![column("n", DataType::Int)], ..ResultSet::default() };
    assert_eq!(show(&empty, 80), "n\n─\n");
}

#[test]
fn wide_characters_count_twice() {
    let results = ResultSet {
        columns: vec![column("名前", DataType::Text), column("n", DataType::Int)],
        rows: vec![vec![Value::Text("東京都の長い長い名前です".into()), Value::Int(1)]],
        truncated: false,
    };
    for line in show(&results, 20).lines() {
        assert!(line.width() <= 20, "{line}");
    }
}
