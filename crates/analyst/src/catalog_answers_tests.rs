use super::*;
use vouch_model::{Column, Dialect, ForeignKey};

fn column(name: &str, native_type: &str) -> Column {
    Column {
        name: name.into(),
        label: None,
        data_type: DataType::Text,
        native_type: native_type.into(),
        nullable: true,
        comment: None,
        samples: Vec::new(),
        min: None,
        max: None,
        null_count: None,
        distinct_count: None,
        unique: false,
    }
}

fn table(name: &str, columns: &[&str]) -> Table {
    Table {
        schema: None,
        name: name.into(),
        label: None,
        kind: TableKind::Table,
        comment: None,
        columns: columns.iter().map(|c| column(c, "VARCHAR")).collect(),
        primary_key: vec!["id".into()],
        row_count: Some(3),
        definition: None,
    }
}

fn shop() -> Catalog {
    Catalog {
        source: "shop".into(),
        dialect: Dialect::DuckDb,
        version: "1".into(),
        tables: vec![
            table("orders", &["id", "status"]),
            table("order_items", &["id", "order_id", "unit_price"]),
            Table { kind: TableKind::View, ..table("late_orders", &["id"]) },
        ],
        foreign_keys: vec![ForeignKey {
            table: "order_items".into(),
            columns: vec!["order_id".into()],
            to_table: "orders".into(),
            to_columns: vec!["id".into()],
            origin: KeyOrigin::Inferred,
        }],
        own_functions: Vec::new(),
    }
}

fn said(question: &str) -> String {
    answer(question, &shop()).explanation.text()
}

#[test]
fn each_kind_of_catalog_question_gets_its_exact_answer() {
    for (question, expected) in [
        ("How many tables are there?", "shop holds 2 tables and 1 view."),
        ("what tables do you have", "shop holds 3 tables."),
        ("describe order_items", "order_items has 3 columns and 3 rows."),
        ("Which columns does the order items table have?", "order_items has 3 columns and 3 rows."),
        ("how many columns are in orders?", "orders has 2 columns."),
        ("how many columns are there in total", "shop has 6 columns in 3 tables."),
        ("which tables have a unit price column?", "A column unit_price is in 1 table."),
        ("how are the tables related?", "There is 1 link between tables."),
    ] {
        assert_eq!(said(question), expected, "{question}");
    }
}

#[test]
fn the_rows_come_with_the_sentence() {
    let results = answer("how are the tables related", &shop()).results.unwrap();
    let cells: Vec<String> = results.rows[0].iter().map(Value::to_string).collect();
    assert_eq!(cells, ["order_items.order_id", "orders.id", "inferred from the data"]);
}
