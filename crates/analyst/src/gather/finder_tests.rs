use super::*;
use std::time::Instant;
use vouch_model::{DataType, Dialect, ForeignKey, KeyOrigin, TableKind};

fn column(name: &str) -> Column {
    let data_type = if name.ends_with("_at") || name.ends_with("date") { DataType::Date } else { DataType::Text };
    Column {
        name: name.into(),
        label: None,
        data_type,
        native_type: String::new(),
        nullable: true,
        comment: None,
        samples: vec![],
        min: None,
        max: None,
        null_count: None,
        distinct_count: None,
        unique: false,
    }
}

fn table(name: &str, columns: &[&str]) -> Table {
    let (schema, name) = name.split_once('.').map_or((None, name), |(schema, name)| (Some(schema.to_owned()), name));
    Table {
        schema,
        name: name.into(),
        label: None,
        kind: TableKind::Table,
        comment: None,
        columns: columns.iter().map(|c| column(c)).collect(),
        primary_key: columns.first().map(|c| (*c).to_owned()).into_iter().collect(),
        row_count: None,
        definition: None,
    }
}

fn key(table: &str, column: &str, to: &str) -> ForeignKey {
    ForeignKey {
        table: table.into(),
        columns: vec![column.into()],
        to_table: to.into(),
        to_columns: vec!["id".into()],
        origin: KeyOrigin::Declared,
    }
}

fn catalog(tables: Vec<Table>, foreign_keys: Vec<ForeignKey>) -> Catalog {
    Catalog {
        source: "test".into(),
        dialect: Dialect::Sqlite,
        version: "v".into(),
        tables,
        foreign_keys,
        own_functions: Vec::new(),
    }
}

fn shop() -> Catalog {
    let mut tables = vec![
        table("customers", &["id", "name", "city_id", "created_at"]),
        table("cities", &["id", "name", "country"]),
        table("orders", &["id", "customer_id", "order_date", "status"]),
        table("order_items", &["id", "order_id", "product_id", "qty", "unitPrice"]),
        table("products", &["id", "title", "category"]),
        table("employees", &["id", "full_name", "salary"]),
        table("web_log", &["id", "path", "agent"]),
        table("t17", &["c1", "c2"]),
    ];
    tables[6].comment = Some("Visits of the página de início".into());
    tables[7].label = Some("Müller Budget 2024.xlsx".into());
    let keys = vec![
        key("customers", "city_id", "cities"),
        key("orders", "customer_id", "customers"),
        key("order_items", "order_id", "orders"),
        key("order_items", "product_id", "products"),
    ];
    catalog(tables, keys)
}

fn values(table: &str, column: &str, values: &[&str]) -> ColumnValues {
    let values = values.iter().map(|v| (*v).to_owned()).collect();
    ColumnValues { table: table.into(), column: column.into(), values, complete: true }
}

fn shop_finder() -> TableFinder {
    let known =
        [values("cities", "name", &["Łódź", "New York"]), values("products", "category", &["Shoes", "Garden tools"])];
    TableFinder::new(&shop(), &known)
}

#[track_caller]
fn best_is(question: &str, table: &str) {
    let found = shop_finder().relevant(question, 5);
    assert_eq!(found.first().map(String::as_str), Some(table), "{question}: {found:?}");
}

#[test]
fn words_find_tables_by_every_field() {
    best_is("How many ORDERS are there?", "orders");
    best_is("list the order items", "order_items");
    best_is("orderitems please", "order_items");
    best_is("average unit price", "order_items");
    best_is("which city is largest", "cities");
    best_is("what do employees earn", "employees");
    best_is("total quantity", "order_items");
    best_is("number of clients", "customers");
    best_is("pagina de inicio", "web_log");
    best_is("the muller budget", "t17");
    best_is("garden tools", "products");
    best_is("everything in lodz", "cities");
}

#[test]
fn connecting_tables_come_last() {
    let found = shop_finder().relevant("customers who bought shoes", 6);
    assert_eq!(found[0], "customers");
    let place = |name: &str| found.iter().position(|t| t == name);
    assert!(place("products").is_some(), "{found:?}");
    assert!(place("orders").is_some() && place("order_items") > place("products"), "{found:?}");
    // Nothing leads from employees to anything, so nothing is added for them.
    let found = shop_finder().relevant("salary by city", 7);
    assert_eq!(found, ["cities", "employees", "customers"]);
}

#[test]
fn a_small_catalog_comes_whole_and_a_large_one_within_bounds() {
    let finder = shop_finder();
    let all = finder.relevant("salary", 8);
    assert_eq!((all.len(), all[0].as_str()), (8, "employees"));
    assert_eq!(finder.relevant("", 8).len(), 8);
    for most in 0..8 {
        assert!(finder.relevant("customers orders products cities items", most).len() <= most);
    }
    assert!(finder.relevant("the weather on mars", 3).is_empty());
    assert!(TableFinder::new(&catalog(vec![], vec![]), &[]).relevant("orders", 3).is_empty());
}

#[test]
fn abbreviations_in_names_are_found() {
    let tables = ["CUST_MST", "ACCT_TXN", "DEPT", "depart_hist", "x1", "x2"].map(|name| table(name, &["id"])).to_vec();
    let finder = TableFinder::new(&catalog(tables, vec![]), &[]);
    assert_eq!(finder.relevant("customers", 2), ["CUST_MST"]);
    assert_eq!(finder.relevant("account transactions", 2), ["ACCT_TXN"]);
    assert_eq!(finder.relevant("departures", 2), ["depart_hist"]);
}

#[test]
fn schemas_tell_tables_of_one_name_apart() {
    let tables = ["sales.orders", "purchasing.orders", "hr.people"].map(|name| table(name, &["id"])).to_vec();
    let finder = TableFinder::new(&catalog(tables, vec![]), &[]);
    assert_eq!(finder.relevant("orders in purchasing", 2)[0], "purchasing.orders");
    assert_eq!(finder.relevant("sales orders", 2)[0], "sales.orders");
    assert_eq!(finder.columns_worth_showing("HR.People", "", 5), ["id"]);
}

#[test]
fn of_a_wide_table_what_the_question_needs() {
    let mut names: Vec<String> = (0..200).map(|n| format!("metric_{n}")).collect();
    for (at, name) in [(0, "id"), (50, "region_id"), (90, "invoice_date"), (120, "shippingCost"), (150, "state")] {
        names[at] = name.into();
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tables = vec![table("wide", &names), table("regions", &["id"])];
    let known = [values("wide", "state", &["Delivered", "Returned"])];
    let finder = TableFinder::new(&catalog(tables, vec![key("wide", "region_id", "regions")]), &known);
    let shown = finder.columns_worth_showing("wide", "shipping cost of returned ones", 8);
    assert_eq!(shown, ["id", "metric_1", "metric_2", "metric_3", "region_id", "invoice_date", "shippingCost", "state"]);
    assert_eq!(finder.columns_worth_showing("wide", "metric 177", 3), ["id", "region_id", "metric_177"]);
    assert_eq!(finder.columns_worth_showing("wide", "", 200).len(), 200);
    assert!(finder.columns_worth_showing("nothing", "", 5).is_empty());
}

#[test]
fn values_cannot_be_read_out_of_it() {
    let text = format!("{:?}", shop_finder());
    assert!(text.starts_with("TableFinder over 8 tables") && !text.to_lowercase().contains("garden"), "{text}");
}

fn sync<T: Send + Sync>(_: &T) {}

/// 10,000 tables of 20 columns: every planted table is found by its words and connected by its keys.
#[test]
fn ten_thousand_tables() {
    let roots = ["ledger", "sensor", "parcel", "ticket", "batch", "patient", "route", "quota", "claim", "badge"];
    let parts = ["header", "detail", "history", "audit", "summary", "queue", "rule", "link", "event", "snapshot"];
    let mut tables = Vec::new();
    let mut keys = Vec::new();
    for n in 0..9_996 {
        let (root, part) = (roots[n % 10], parts[n / 10 % 10]);
        let name = format!("area{}.{root}_{part}_{n}", n % 25);
        let names: Vec<String> = (0..20)
            .map(|c| if c == 0 { "id".into() } else { format!("{}_{}_{c}", roots[(n + c) % 10], parts[(n * c) % 10]) })
            .collect();
        if n >= 10 {
            keys.push(key(
                &name,
                "id",
                &format!("area{}.{}_{}_{}", (n / 2) % 25, roots[n / 2 % 10], parts[n / 20 % 10], n / 2),
            ));
        }
        tables.push(table(&name, &names.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    let planted = [
        ("vineyard", &["id", "grape_variety", "hectares"][..]),
        ("vineyard_harvest", &["id", "vineyard_id", "picker_id", "harvest_date", "kilograms"]),
        ("pickers", &["id", "nickname"]),
        ("blimp", &["id", "tether_length"]),
    ];
    tables.extend(planted.iter().map(|(name, columns)| table(name, columns)));
    keys.push(key("vineyard_harvest", "vineyard_id", "vineyard"));
    keys.push(key("vineyard_harvest", "picker_id", "pickers"));
    let known = [values("blimp", "tether_length", &["Short", "Immense"])];

    let catalog = catalog(tables, keys);
    let started = Instant::now();
    let finder = TableFinder::new(&catalog, &known);
    println!("10,000 tables read in {:?}", started.elapsed());
    sync(&finder);
    for (question, expected) in [
        ("hectares of each vineyard", &["vineyard"][..]),
        ("grape varieties and nicknames", &["vineyard", "pickers", "vineyard_harvest"]),
        ("kilograms by picker", &["vineyard_harvest", "pickers"]),
        ("which tethers are immense?", &["blimp"]),
        ("show the ledger header 100 of area 0", &["area0.ledger_header_100"]),
        ("patient link 3775", &["area0.patient_link_3775"]),
    ] {
        let started = Instant::now();
        let found = finder.relevant(question, 12);
        println!("{question}: {:?}, {} tables", started.elapsed(), found.len());
        assert!(found.len() <= 12);
        for name in expected {
            assert!(found.iter().any(|t| t == name), "{question}: {found:?}");
        }
        assert_eq!(found[0], expected[0], "{question}: {found:?}");
    }
    // Words that thousands of tables hold.
    let started = Instant::now();
    let found =
        finder.relevant("ledger sensor parcel ticket batch patient route quota claim badge header detail id", 20);
    println!("common words: {:?}", started.elapsed());
    assert_eq!(found.len(), 20);
    assert!(finder.relevant("zeppelin", 12).is_empty());
}
