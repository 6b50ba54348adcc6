//! JSON, NDJSON, Parquet and spreadsheets.

use crate::fixture::{Files, table};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

#[test]
fn json_lists_objects_and_lines() {
    let rows = r#"[{"Id": 1, "day": "2024-01-05", "price": 10.5, "cost": "$1,200.00", "tags": ["a", "b"]}, {"Id": 2, "price": 7.25, "extra": {"x": 1}}]"#;
    let loaded = Files::new()
        .with("list.json", rows)
        .with("wrapped.json", format!(r#"{{"count": 2, "items": {rows}}}"#))
        .with("lines.jsonl", "{\"a\": 1}\n{\"a\": 2, \"b\": \"x\"}\n")
        .load();
    for name in ["list", "wrapped"] {
        assert_eq!(
            loaded.columns(name),
            [
                "id BIGINT",
                "day DATE",
                "price DECIMAL(18,2)",
                "cost DECIMAL(18,2)",
                "tags VARCHAR[]",
                "extra STRUCT(x BIGINT)"
            ]
        );
        let sql = format!("SELECT id, day, price, cost, tags[2], extra.x AS x FROM {name}");
        assert_eq!(loaded.rows(&sql), table("1|2024-01-05|10.50|1200.00|b|~\n2|~|7.25|~|~|1"));
    }
    assert_eq!(loaded.rows("SELECT * FROM lines"), table("1|~\n2|x"));
}

#[test]
fn texts_and_numbers_in_one_column_of_json_are_texts() {
    let rows =
        r#"[{"title": "Avatar", "mixed": 1}, {"title": 1776, "mixed": {"a": 2}}, {"title": null, "mixed": "x"}]"#;
    let loaded = Files::new().with("movies.json", rows).load();
    assert_eq!(loaded.columns("movies"), ["title VARCHAR", "mixed JSON"]);
    assert_eq!(loaded.rows("SELECT title FROM movies"), table("Avatar\n1776\n~"));
}

#[test]
fn a_broken_line_of_ndjson_is_reported() {
    let loaded = Files::new().with("e.ndjson", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": oops}\n{\"a\": 4}\n").load();
    assert_eq!(loaded.rows("SELECT a FROM e"), table("1\n2\n4"));
    assert_eq!(loaded.problems()[0].0, 3);
}

#[test]
fn json_in_utf16_and_with_a_mark() {
    let text = "[{\"name\": \"Zoë\"}]";
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let loaded = Files::new().with("a.json", utf16).with("b.json", format!("\u{feff}{text}")).load();
    assert_eq!(loaded.one("SELECT name FROM a"), "Zoë");
    assert_eq!(loaded.one("SELECT name FROM b"), "Zoë");
}

#[test]
fn parquet_keeps_its_types_whatever_it_is_called() {
    let files = Files::new();
    let path = files.path("prices.dat");
    let connection = duckdb::Connection::open_in_memory().unwrap();
    let sql = format!(
        "COPY (SELECT 1 AS \"Item No\", 2.50::DECIMAL(9,3) AS price, DATE '2024-02-29' AS day, [1, 2] AS list) TO '{}' (FORMAT parquet)",
        path.display()
    );
    connection.execute_batch(&sql).unwrap();
    let loaded = files.add(path).load();
    assert_eq!(loaded.columns("prices"), ["item_no INTEGER", "price DECIMAL(9,3)", "day DATE", "list INTEGER[]"]);
    assert_eq!(loaded.rows("SELECT * FROM prices"), table("1|2.500|2024-02-29|[1, 2]"));
}

fn workbook() -> Vec<u8> {
    let mut book = Workbook::new();
    let date = Format::new().set_num_format("yyyy-mm-dd");
    let stamp = Format::new().set_num_format("yyyy-mm-dd hh:mm:ss");
    let sheet = book.add_worksheet().set_name("Orders").unwrap();
    sheet.write_string(0, 1, "Orders of the year").unwrap();
    for (column, header) in ["Order No", "Day", "Amount", "Placed", "Code", "Open"].iter().enumerate() {
        sheet.write_string(2, u16::try_from(column).unwrap() + 1, *header).unwrap();
    }
    for (row, number) in [(3, 1), (5, 2), (6, 3)] {
        let day = ExcelDateTime::from_ymd(2024, 3, u8::try_from(number).unwrap()).unwrap();
        sheet.write_number(row, 1, f64::from(number)).unwrap();
        sheet.write_datetime_with_format(row, 2, &day, &date).unwrap();
        sheet.write_number(row, 3, f64::from(number) * 0.1 + 0.2).unwrap();
        sheet.write_datetime_with_format(row, 4, day.and_hms(10, 30, 0).unwrap(), &stamp).unwrap();
        sheet.write_string(row, 5, format!("00{number}")).unwrap();
        sheet.write_boolean(row, 6, number == 2).unwrap();
    }
    book.add_worksheet().set_name("Empty").unwrap();
    let sheet = book.add_worksheet().set_name("Größen").unwrap();
    sheet.write_string(0, 0, "name").unwrap().write_string(0, 1, "size").unwrap();
    sheet.write_string(1, 0, "a").unwrap().write_number(1, 1, 5).unwrap();
    book.save_to_buffer().unwrap()
}

#[test]
fn every_sheet_becomes_a_table() {
    let loaded = Files::new().with("shop.xlsx", workbook()).load();
    let names: Vec<&str> = loaded.report.tables.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["shop_orders", "shop_groessen"]);
    assert_eq!(
        loaded.columns("shop_orders"),
        ["order_no BIGINT", "day DATE", "amount DECIMAL(18,1)", "placed TIMESTAMP", "code VARCHAR", "open BOOLEAN"]
    );
    assert_eq!(
        loaded.rows("SELECT * FROM shop_orders"),
        table(
            "1|2024-03-01|0.3|2024-03-01 10:30:00|001|false\n2|2024-03-02|0.4|2024-03-02 10:30:00|002|true\n\
             3|2024-03-03|0.5|2024-03-03 10:30:00|003|false"
        )
    );
    assert_eq!(loaded.report.tables[0].origin, "shop.xlsx [Orders]");
}

#[test]
fn a_workbook_is_known_by_its_content() {
    let loaded = Files::new().with("shop.csv", workbook()).load();
    assert_eq!(loaded.report.tables.len(), 2);
}

#[test]
fn files_of_one_stem_become_different_tables() {
    let loaded = Files::new()
        .with("sales.csv", "a,b\n1,2\n")
        .with("sales.json", "[{\"a\": 3}]")
        .with("Sales.tsv", "a\tb\n4\t5\n")
        .load();
    let names: Vec<&str> = loaded.report.tables.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["sales", "sales_2", "sales_3"]);
}
