use super::*;
use vouch_model::{Column, DataType, ForeignKey, KeyOrigin, Table, TableKind};

/// `orders: id int*, client_id int` with the primary key starred; `view v: ...` for a view.
fn table(line: &str) -> Table {
    let (name, columns) = line.split_once(": ").unwrap();
    let (kind, name) = match name.strip_prefix("view ") {
        Some(name) => (TableKind::View, name),
        None => (TableKind::Table, name),
    };
    let (schema, name) = match name.split_once('.') {
        Some((schema, name)) => (Some(schema.to_owned()), name),
        None => (None, name),
    };
    let mut primary_key = Vec::new();
    let mut column = |text: &str| {
        let (name, kind) = text.rsplit_once(' ').unwrap();
        if kind.ends_with('*') {
            primary_key.push(name.to_owned());
        }
        let data_type = match kind.trim_end_matches('*') {
            "int" => DataType::Int,
            "text" => DataType::Text,
            "uuid" => DataType::Uuid,
            _ => DataType::Float,
        };
        Column {
            name: name.to_owned(),
            label: None,
            native_type: kind.to_owned(),
            data_type,
            nullable: true,
            comment: None,
            samples: Vec::new(),
            min: None,
            max: None,
            null_count: None,
            distinct_count: None,
            unique: false,
        }
    };
    let columns = columns.split(", ").map(&mut column).collect();
    Table {
        schema,
        name: name.to_owned(),
        label: None,
        kind,
        comment: None,
        columns,
        primary_key,
        row_count: None,
        definition: None,
    }
}

/// `orders.client_id > clients.id`, several columns with `+`.
fn key(text: &str, origin: KeyOrigin) -> ForeignKey {
    let (from, to) = text.split_once(" > ").unwrap();
    let side = |side: &str| {
        let (table, columns) = side.rsplit_once('.').unwrap();
        (table.to_owned(), columns.split('+').map(str::to_owned).collect::<Vec<_>>())
    };
    let ((table, columns), (to_table, to_columns)) = (side(from), side(to));
    ForeignKey { table, columns, to_table, to_columns, origin }
}

fn catalog(tables: &[&str], keys: &[&str]) -> Catalog {
    Catalog {
        source: "shop".to_owned(),
        dialect: Dialect::DuckDb,
        version: "1".to_owned(),
        tables: tables.iter().map(|line| table(line)).collect(),
        foreign_keys: keys.iter().map(|text| key(text, KeyOrigin::Declared)).collect(),
        own_functions: Vec::new(),
    }
}

fn policy(catalog: &Catalog) -> TenantPolicy {
    TenantPolicy::new(catalog, &TenantSettings::default(), "1").unwrap()
}

fn rows(policy: &TenantPolicy, table: &str) -> String {
    match policy.sight(table).unwrap() {
        Sight::Rows(query) => {
            query.strip_prefix("SELECT * FROM ").unwrap().strip_suffix(" LIMIT 9223372036854775807").unwrap().to_owned()
        }
        Sight::Whole => "all".to_owned(),
    }
}

#[test]
fn a_column_of_the_tenant_decides_and_so_does_what_it_refers_to() {
    let catalog = catalog(
        &["clients: id int*, name text", "orders: id int*, Client_ID int, total float"],
        &["orders.Client_ID > clients.id"],
    );
    let policy = policy(&catalog);
    assert_eq!(rows(&policy, "orders"), "main.orders AS r0 WHERE r0.\"Client_ID\" = 1");
    assert_eq!(rows(&policy, "clients"), "main.clients AS r0 WHERE r0.id = 1");
}

#[test]
fn keys_lead_to_the_tenant_by_the_shortest_way_and_all_of_them_must() {
    let catalog = catalog(
        &[
            "orders: id int*, client_id int",
            "products: id int*, client_id int",
            "items: id int*, order_id int, product_id int, parent_id int",
            "returns: id int*, item_id int",
        ],
        &[
            "items.order_id > orders.id",
            "items.product_id > products.id",
            "items.parent_id > items.id",
            "returns.item_id > items.id",
        ],
    );
    let policy = policy(&catalog);
    let of_items = "r0.order_id IN (SELECT r1.id FROM main.orders AS r1 WHERE r1.client_id = 1) \
                    AND r0.product_id IN (SELECT r1.id FROM main.products AS r1 WHERE r1.client_id = 1)";
    assert_eq!(rows(&policy, "items"), format!("main.items AS r0 WHERE {of_items}"));
    let deeper = of_items.replace("r1", "r2").replace("r0", "r1");
    assert_eq!(
        rows(&policy, "returns"),
        format!("main.returns AS r0 WHERE r0.item_id IN (SELECT r1.id FROM main.items AS r1 WHERE {deeper})")
    );
}

#[test]
fn composite_keys_are_compared_column_by_column() {
    let catalog = catalog(
        &["bills: client_id int, year int*, number int*", "lines: id int*, y int, n int"],
        &["lines.y+n > bills.year+number"],
    );
    assert_eq!(
        rows(&policy(&catalog), "lines"),
        "main.lines AS r0 WHERE EXISTS (SELECT 1 FROM main.bills AS r1 \
         WHERE r1.\"year\" = r0.y AND r1.number = r0.n AND r1.client_id = 1)"
            .replace("\"year\"", "year")
    );
}

/// One line belonged to the bills of two clients, and was shown to both.
#[test]
fn in_sqlite_a_composite_key_must_name_one_row() {
    let lines = "lines: id int*, y int, n int";
    let of = |bills: &str| {
        let catalog = catalog(&[bills, lines], &["lines.y+n > bills.year+number"]);
        policy(&Catalog { dialect: Dialect::Sqlite, ..catalog })
    };
    assert!(of("bills: client_id int, year int*, number int*").may_read("lines"));
    assert!(!of("bills: client_id int*, year int*, number int*").may_read("lines"));
    assert!(!of("bills: client_id int, year int, number int").may_read("lines"));
}

#[test]
fn what_cannot_be_decided_is_closed_with_a_way_out() {
    let mut catalog = catalog(
        &[
            "orders: id int*, client_id int",
            "view totals: day text, total float",
            "view own_totals: client_id int, total float",
            "a: id int*, b_id int",
            "b: id int*, a_id int",
            "guessed: id int*, order_id int",
            "categories: id int*, name text",
        ],
        &["a.b_id > b.id", "b.a_id > a.id"],
    );
    catalog.foreign_keys.push(key("guessed.order_id > orders.id", KeyOrigin::Inferred));
    let settings = TenantSettings { shared_tables: vec!["Categories".into(), "orders".into()], ..Default::default() };
    let policy = TenantPolicy::new(&catalog, &settings, "1").unwrap();
    for closed in ["totals", "a", "b", "guessed"] {
        let rejected = policy.sight(closed).unwrap_err();
        assert!(rejected.message.contains(&format!("`{closed}`")), "{}", rejected.message);
        assert!(rejected.suggestion.unwrap().contains("shared_tables"));
        assert!(!policy.may_read(closed));
    }
    assert_eq!(rows(&policy, "categories"), "all");
    assert!(policy.is_shared("categories"));
    assert!(rows(&policy, "orders").contains("client_id = 1"), "a bound table stays bound");
    assert!(rows(&policy, "own_totals").contains("client_id = 1"));
}

#[test]
fn a_rule_of_the_settings_comes_first() {
    let catalog = catalog(&["orders: id int*, client_id int, seller_id int", "sales.teams: id int*, owner text"], &[]);
    let column = |table: &str, column: &str| TenantColumn { table: table.into(), column: column.into() };
    let settings = TenantSettings {
        columns: vec![column("orders", "seller_id"), column("sales.teams", "owner"), column("elsewhere", "x")],
        ..Default::default()
    };
    let policy = TenantPolicy::new(&catalog, &settings, "7").unwrap();
    assert_eq!(rows(&policy, "orders"), "main.orders AS r0 WHERE r0.seller_id = 7");
    assert_eq!(
        rows(&policy, "sales.teams"),
        "sales.teams AS r0 WHERE CAST(r0.owner AS VARCHAR) COLLATE \"binary\" = '7'"
    );
    let wrong = TenantSettings { columns: vec![column("orders", "owner")], ..Default::default() };
    assert!(TenantPolicy::new(&catalog, &wrong, "7").unwrap_err().message.contains("`owner`"));
}

#[test]
fn a_tenant_is_written_as_the_column_holds_it() {
    let of = |kind: &str, tenant: &str| {
        let catalog = catalog(&[&format!("orders: id int*, client_id {kind}")], &[]);
        TenantPolicy::new(&catalog, &TenantSettings::default(), tenant)
            .map(|policy| rows(&policy, "orders").rsplit_once("= ").unwrap().1.to_owned())
            .map_err(|rejected| rejected.code)
    };
    assert_eq!(of("int", "-12").unwrap(), "-12");
    assert_eq!(of("text", "O'Brien \\'").unwrap(), "'O''Brien \\'''");
    assert_eq!(of("uuid", "0189f3ad-0000-7000-8000-00000000000a").unwrap(), "'0189f3ad-0000-7000-8000-00000000000a'");
    for (kind, tenant) in
        [("int", "acme"), ("int", "01"), ("int", "1 OR 1=1"), ("uuid", "acme"), ("text", ""), ("text", "a\nb")]
    {
        assert_eq!(of(kind, tenant), Err(ErrorCode::InvalidInput), "{kind} {tenant}");
    }
    assert_eq!(of("float", "1"), Err(ErrorCode::NotSupported));
}

#[test]
fn two_columns_that_are_the_client_are_no_answer() {
    let catalog = catalog(
        &["clients: id int*, code int", "orders: id int*, client_id int", "bills: id int*, client_id int"],
        &["orders.client_id > clients.id", "bills.client_id > clients.code"],
    );
    assert!(policy(&catalog).sight("clients").unwrap_err().suggestion.unwrap().contains("clients.column"));
}

#[test]
fn a_source_without_tenants_is_refused_at_once() {
    let catalog = catalog(&["a: id int*, x int"], &[]);
    let rejected = TenantPolicy::new(&catalog, &TenantSettings::default(), "1").unwrap_err();
    assert!(rejected.message.contains("client_id") && rejected.suggestion.unwrap().contains("tenant_column"));
}

#[test]
fn rules_may_come_one_by_one_with_or_without_a_catalog() {
    let catalog =
        catalog(&["orders: id int*, owner int", "items: id int*, order_id int"], &["items.order_id > orders.id"]);
    let given = [(TenantColumn { table: "orders".into(), column: "owner".into() }, "5".to_owned())];
    let with = TenantPolicy::of_values(Dialect::DuckDb, Some(&catalog), &[], &given).unwrap();
    assert!(rows(&with, "items").contains("r1.owner = 5"));
    let without = TenantPolicy::of_values(Dialect::DuckDb, None, &["days".into()], &given).unwrap();
    assert_eq!(rows(&without, "orders"), "main.orders AS r0 WHERE r0.owner = '5'");
    assert_eq!(rows(&without, "days"), "all");
    assert!(without.sight("items").is_err());
}
