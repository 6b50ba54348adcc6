use super::*;

fn columns(headers: &[&str]) -> Vec<String> {
    let headers: Vec<String> = headers.iter().map(|h| (*h).to_owned()).collect();
    column_names(&headers).into_iter().map(|n| n.identifier).collect()
}

#[test]
fn headers_become_identifiers() {
    let headers = [
        "Größe (cm)",
        "OrderDate",
        "customerID",
        "URL",
        "2020",
        "  Total  ",
        "% change",
        "Men's",
        "Straße",
        "Prénom",
        "select",
        "№",
    ];
    let names = [
        "groesse_cm",
        "order_date",
        "customer_id",
        "url",
        "_2020",
        "total",
        "percent_change",
        "mens",
        "strasse",
        "prenom",
        "select",
        "column_12",
    ];
    assert_eq!(columns(&headers), names);
    assert_eq!(columns(&["город", "名前"]), ["город", "名前"]);
}

#[test]
fn duplicates_and_empties_are_told_apart() {
    assert_eq!(
        columns(&["amount", "Amount", "", "amount 2", "amount"]),
        ["amount", "amount_2", "column_3", "amount_2_2", "amount_3"]
    );
}

#[test]
fn the_original_is_kept_where_it_differs() {
    let names = column_names(&["Order Date".to_owned(), "qty".to_owned()]);
    assert_eq!(names[0].label.as_deref(), Some("Order Date"));
    assert_eq!(names[1].label, None);
}

#[test]
fn tables_of_one_stem_are_numbered() {
    let mut taken = HashSet::new();
    assert_eq!(table_name("Sales 2024", &mut taken).identifier, "sales_2024");
    assert_eq!(table_name("sales-2024", &mut taken).identifier, "sales_2024_2");
    assert_eq!(table_name("***", &mut taken).identifier, "data");
}
