use super::*;

/// Whatever the names allow is taken to be contained.
struct Everything;

impl KeyProbe for Everything {
    fn contained(&self, _: &Table, _: &Column, _: &Table, _: &Column) -> bool {
        true
    }
}

fn column(name: &str, data_type: DataType, unique: bool) -> Column {
    Column {
        name: name.to_owned(),
        label: None,
        data_type,
        native_type: String::new(),
        nullable: false,
        comment: None,
        samples: Vec::new(),
        min: None,
        max: None,
        null_count: Some(0),
        distinct_count: Some(5),
        unique,
    }
}

/// `name: key | column column`, all whole numbers; the key, where there is one, is primary.
fn table(line: &str) -> Table {
    let (name, columns) = line.split_once(':').unwrap();
    let (key, rest) = columns.split_once('|').unwrap();
    let keys: Vec<String> = key.split_whitespace().map(str::to_owned).collect();
    let columns = keys.iter().map(|k| column(k, DataType::Int, true));
    let columns = columns.chain(rest.split_whitespace().map(|c| column(c, DataType::Int, false))).collect();
    let (name, kind) = (name.trim().to_owned(), TableKind::Table);
    Table {
        schema: None,
        name,
        label: None,
        kind,
        comment: None,
        columns,
        primary_key: keys,
        row_count: Some(5),
        definition: None,
    }
}

fn inferred(lines: &[&str]) -> Vec<String> {
    let tables: Vec<Table> = lines.iter().map(|line| table(line)).collect();
    let keys = infer_keys(&tables, &[], &Everything);
    keys.iter().map(|k| format!("{}.{} -> {}.{}", k.table, k.columns[0], k.to_table, k.to_columns[0])).collect()
}

#[test]
fn names_of_many_styles_find_their_table() {
    for (child, parent, wanted) in [
        ("orders: id | customer_id", "customers: id |", "orders.customer_id -> customers.id"),
        ("orders: id | cust_id", "customers: id |", "orders.cust_id -> customers.id"),
        ("orders: id | customerid", "customers: id |", "orders.customerid -> customers.id"),
        ("Orders: OrderID | CustomerID", "Customer: CustomerID |", "Orders.CustomerID -> Customer.CustomerID"),
        ("items: id | category_key", "categories: category_key |", "items.category_key -> categories.category_key"),
        ("orders: id | ship_store_id", "stores: id |", "orders.ship_store_id -> stores.id"),
        ("facts: id | product_code", "dim_product: product_code |", "facts.product_code -> dim_product.product_code"),
        ("lines: id | order_item_id", "order_items: id |", "lines.order_item_id -> order_items.id"),
    ] {
        assert_eq!(inferred(&[child, parent]), [wanted]);
    }
}

#[test]
fn a_tables_own_key_and_foreign_words_refer_to_nobody() {
    for lines in [
        &["customers: customer_id | name", "orders: id | total"][..],
        &["customers: id | paid valid grid", "orders: id | paid"],
        &["a: id | amount", "b: id | amount"],
        &["a: id |", "b: id |"],
    ] {
        assert_eq!(inferred(lines), [] as [&str; 0], "{lines:?}");
    }
}

#[test]
fn one_target_only_and_the_best_named_one() {
    let lines = ["orders: id | customer_id", "customers: customer_id |", "customer_notes: note_id | customer_id"];
    let keys = inferred(&lines);
    assert_eq!(
        keys,
        ["orders.customer_id -> customers.customer_id", "customer_notes.customer_id -> customers.customer_id"]
    );
}

#[test]
fn types_and_ranges_must_allow_it() {
    let mut orders = table("orders: id | customer_id");
    let customers = table("customers: id |");
    orders.columns[1].data_type = DataType::Text;
    assert!(infer_keys(&[orders.clone(), customers.clone()], &[], &Everything).is_empty());
    orders.columns[1].data_type = DataType::Int;
    orders.columns[1].max = Some(Value::Int(99));
    let mut small = customers.clone();
    small.columns[0].max = Some(Value::Int(50));
    assert!(infer_keys(&[orders.clone(), small], &[], &Everything).is_empty());
    assert_eq!(infer_keys(&[orders, customers], &[], &Everything).len(), 1);
}

#[test]
fn what_somebody_does_points_at_the_people_or_at_the_row_above() {
    for (lines, wanted) in [
        (["tickets: id | agent_id", "employees: emp_id |"], "tickets.agent_id -> employees.emp_id"),
        (["assets: id | assigned_to", "employees: emp_id |"], "assets.assigned_to -> employees.emp_id"),
        (["employees: emp_id | manager_id", "tickets: id |"], "employees.manager_id -> employees.emp_id"),
        (["staff: staff_no | reports_to", "tickets: id |"], "staff.reports_to -> staff.staff_no"),
    ] {
        assert_eq!(inferred(&lines), [wanted]);
    }
    // Two tables of people, or a table of that name: nobody can tell, or it is that one.
    assert_eq!(inferred(&["t: id | agent_id", "employees: id |", "users: id |"]), [] as [&str; 0]);
    assert_eq!(inferred(&["t: id | agent_id", "employees: id |", "agents: id |"]), ["t.agent_id -> agents.id"]);
    assert_eq!(inferred(&["t: id | vendor_id", "employees: id |"]), [] as [&str; 0]);
}
