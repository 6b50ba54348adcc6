use super::*;
use crate::few_tables::catalog;

/// A shop with customers and orders, and the few values of a status.
fn shop() -> Linguist {
    let catalog = catalog(&[
        ("customers", &[("customer_id", "int"), ("full_name", "text"), ("city", "text")]),
        ("orders", &[("order_id", "int"), ("status", "text"), ("lesson_price", "float")]),
    ]);
    let list = |table: &str, column: &str, values: &[&str]| ColumnValues {
        table: table.into(),
        column: column.into(),
        values: values.iter().map(|v| (*v).to_owned()).collect(),
        complete: true,
    };
    let values = vec![
        list("orders", "status", &["shipped", "refunded"]),
        list("customers", "full_name", &["Raj Patel", "Omar Farouk"]),
        list("customers", "city", &["Karlsruhe", "New York", "GBP"]),
    ];
    Linguist::new(catalog, values)
}

fn read(question: &str) -> (String, Vec<String>) {
    let (tokens, slips) = mended(&shop(), tokenize(&unshouted(&shop(), question)));
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
        let (tokens, _) = mended(&shop(), tokenize(&unshouted(&shop(), question)));
        tokens.into_iter().filter(|t| t.proper).map(|t| t.text).collect()
    };
    assert_eq!(proper("orders of raj patel from karlsruhe"), ["Raj", "Patel", "Karlsruhe"]);
    assert_eq!(proper("customers in new york"), ["New", "York"]);
    assert_eq!(proper("orders of omar"), ["Omar"]);
    assert_eq!(proper("how many orders were shipped"), [""; 0]);
    assert_eq!(proper("ORDERS OF RAJ PATEL PER CITY"), ["Raj", "Patel"]);
    assert_eq!(
        (proper("TOTAL OF ORDERS IN GBP"), proper("total in gbp")),
        (vec!["GBP".to_owned()], vec!["GBP".to_owned()])
    );
}
