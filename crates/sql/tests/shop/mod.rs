//! The small shop that the case files of this crate speak of.

use vouch_model::{Catalog, Column, DataType, Dialect, ForeignKey, KeyOrigin, Table, TableKind};

/// `*` marks a unique column, `?` one that may be missing.
const TABLES: &[(&str, &str, &[&str])] = &[
    ("regions", "id", &["id int*", "name text"]),
    (
        "customers",
        "id",
        &[
            "id int*",
            "name text",
            "city text?",
            "country text",
            "email text?",
            "signup_date date",
            "active bool",
            "region_id int?",
            "credit_limit decimal?",
        ],
    ),
    ("categories", "id", &["id int*", "name text"]),
    ("products", "id", &["id int*", "name text", "category_id int", "unit_price decimal", "discontinued bool"]),
    ("stores", "id", &["id int*", "name text", "city text"]),
    (
        "orders",
        "id",
        &[
            "id int*",
            "customer_id int",
            "store_id int?",
            "order_date date",
            "created_at timestamp",
            "status text",
            "amount decimal",
            "discount decimal?",
        ],
    ),
    (
        "order_items",
        "order_id line_no",
        &["order_id int", "line_no int", "product_id int", "quantity int", "price decimal"],
    ),
    ("returns", "id", &["id int*", "order_id int", "reason text?", "refund decimal?"]),
    ("payments", "id", &["id int*", "order_id int", "customer_id int", "method text", "amount decimal"]),
    ("employees", "id", &["id int*", "name text", "manager_id int?", "salary decimal", "hired date"]),
    ("sales_2024", "", &["Order Date=order_date date", "Net Sales (EUR)=net_sales decimal?", "Region=region text"]),
];

const KEYS: &[(&str, &str, &str, KeyOrigin)] = &[
    ("customers", "region_id", "regions", KeyOrigin::Inferred),
    ("products", "category_id", "categories", KeyOrigin::Declared),
    ("orders", "customer_id", "customers", KeyOrigin::Declared),
    ("orders", "store_id", "stores", KeyOrigin::Declared),
    ("order_items", "order_id", "orders", KeyOrigin::Declared),
    ("order_items", "product_id", "products", KeyOrigin::Declared),
    ("returns", "order_id", "orders", KeyOrigin::Inferred),
    ("payments", "order_id", "orders", KeyOrigin::Declared),
    ("payments", "customer_id", "customers", KeyOrigin::Declared),
    ("employees", "manager_id", "employees", KeyOrigin::Declared),
];

pub fn catalog() -> Catalog {
    Catalog {
        source: "shop".to_owned(),
        dialect: Dialect::DuckDb,
        version: "1".to_owned(),
        tables: TABLES.iter().map(|(name, key, columns)| table(name, key, columns)).collect(),
        foreign_keys: KEYS
            .iter()
            .map(|(table, column, to, origin)| ForeignKey {
                table: (*table).to_owned(),
                columns: vec![(*column).to_owned()],
                to_table: (*to).to_owned(),
                to_columns: vec!["id".to_owned()],
                origin: *origin,
            })
            .collect(),
        own_functions: Vec::new(),
    }
}

fn table(name: &str, key: &str, columns: &[&str]) -> Table {
    Table {
        schema: None,
        name: name.to_owned(),
        label: (name == "sales_2024").then(|| "Sales 2024".to_owned()),
        kind: TableKind::Table,
        comment: None,
        columns: columns.iter().map(|column| self::column(column)).collect(),
        primary_key: key.split_whitespace().map(str::to_owned).collect(),
        row_count: None,
        definition: None,
    }
}

fn column(text: &str) -> Column {
    let (label, text) = text.split_once('=').map_or((None, text), |(label, rest)| (Some(label.to_owned()), rest));
    let (name, kind) = text.split_once(' ').unwrap();
    let data_type = match kind.trim_end_matches(['*', '?']) {
        "int" => DataType::Int,
        "text" => DataType::Text,
        "date" => DataType::Date,
        "timestamp" => DataType::Timestamp { zoned: false },
        "bool" => DataType::Bool,
        _ => DataType::Decimal { precision: 10, scale: 2 },
    };
    Column {
        name: name.to_owned(),
        label,
        native_type: data_type.name().to_owned(),
        data_type,
        nullable: kind.ends_with('?'),
        comment: None,
        samples: Vec::new(),
        min: None,
        max: None,
        null_count: None,
        distinct_count: None,
        unique: kind.ends_with('*'),
    }
}
