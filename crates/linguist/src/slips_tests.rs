use super::*;
use crate::Synonyms;
use std::sync::Arc;
use vouch_model::Catalog;

/// A shop with customers and orders, and the few values of a status.
fn shop() -> Linguist {
    let column = |name: &str, data_type: &str| serde_json::json!({"name": name, "data_type": data_type, "native_type": "", "nullable": true, "samples": [], "unique": false});
    let table = |name: &str, columns: [serde_json::Value; 3]| serde_json::json!({"name": name, "kind": "table", "columns": columns, "primary_key": [], "row_count": 10});
    let tables = [
        table("customers", [column("customer_id", "int"), column("full_name", "text"), column("city", "text")]),
        table("orders", [column("order_id", "int"), column("status", "text"), column("lesson_price", "float")]),
    ];
    let catalog = serde_json::json!({"source": "shop", "dialect": "duckdb", "version": "1", "tables": tables, "foreign_keys": []});
    let catalog: Catalog = serde_json::from_value(catalog).unwrap();
    let list = |table: &str, column: &str, values: &[&str]| ColumnValues {
        table: table.into(),
        column: column.into(),
        values: values.iter().map(|v| (*v).to_owned()).collect(),
        complete: true,
    };
    let values = vec![
        list("orders", "status", &["shipped", "refunded"]),
        list("customers", "full_name", &["Raj Patel", "Omar Farouk"]),
        list("customers", "city", &["Karlsruhe", "New York"]),
    ];
    Linguist::with_synonyms(Arc::new(catalog), values, &Synonyms::default())
}

fn read(question: &str) -> (String, Vec<String>) {
    let (tokens, slips) = mended(&shop(), tokenize(&unshouted(question)));
    (crate::phrasing::text(&tokens), slips.iter().map(Slip::note).collect())
}

fn reads(question: &str, as_if: &str) {
    assert_eq!(read(question).0, as_if, "{question}");
}

#[test]
fn words_that_are_none_are_read_as_the_nearest_one() {
    reads("hom many custmers do we have", "how many customers do we have");
    reads("averge lesson price", "average lesson price");
    reads("minumum and maximum price", "minimum and maximum price");
    reads("oders per mobth", "orders per month");
    reads("orders that were refunedd", "orders that were refunded");
    reads("price of a lessn", "price of a lesson");
    assert_eq!(read("averge price by custmer").1, ["'averge' read as 'average'", "'custmer' read as 'customer'"]);
}

#[test]
fn what_may_be_a_word_or_a_name_stays() {
    for question in
        ["orders of Kustomer", "moth and sore", "orders from jarlsruhe", "orders of zxqv", "price of order AB-12"]
    {
        assert_eq!(read(question), (question.to_owned(), Vec::new()));
    }
}

#[test]
fn short_forms_are_written_out() {
    reads("num of orders", "number of orders");
    reads("# of orders", "number of orders");
    reads("orders in March & May", "orders in March and May");
    reads("orders of Smith & Sons", "orders of Smith & Sons");
    reads("order #12", "order 12");
}

#[test]
fn names_that_are_stored_need_no_capitals() {
    let proper = |question: &str| -> Vec<String> {
        let (tokens, _) = mended(&shop(), tokenize(&unshouted(question)));
        tokens.into_iter().filter(|t| t.proper).map(|t| t.text).collect()
    };
    assert_eq!(proper("orders of raj patel from karlsruhe"), ["Raj", "Patel", "Karlsruhe"]);
    assert_eq!(proper("customers in new york"), ["New", "York"]);
    assert_eq!(proper("orders of omar"), ["Omar"]);
    assert_eq!(proper("how many orders were shipped"), [""; 0]);
    assert_eq!(proper("ORDERS OF RAJ PATEL PER CITY"), ["Raj", "Patel"]);
}
