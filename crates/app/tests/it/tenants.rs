//! Clients on the command line, and the demo's five of them: each sees what a copy with its rows only would show.

use crate::support::{data_dir, folder, path, run, run_with, run_with_input};
use compare::{Side, Tally, compare};
use grammar::Grammar;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use vouch_connectors::{SourceUrl, open};
use vouch_sql::{TenantPolicy, TenantSettings};

// The tests of the engines bring the grammar and the comparison.
#[path = "../../../connectors/tests/tenants/compare.rs"]
#[allow(dead_code)]
mod compare;
#[path = "../../../connectors/tests/tenants/grammar.rs"]
mod grammar;

const BY_HAND: &str = include_str!("demo.sql-cases");
const MADE: usize = 200;

fn answer(arguments: &[&str]) -> serde_json::Value {
    let run = run(&[arguments, &["--json"]].concat());
    assert_eq!(run.code, Some(0), "{arguments:?}: {run:?}");
    run.json()
}

fn figure(answer: &serde_json::Value) -> i64 {
    answer["results"]["data"][0].as_object().unwrap().values().next().unwrap().as_i64().unwrap()
}

#[test]
fn two_clients_get_two_answers_and_a_stranger_gets_none() {
    let ask = |client: &str| answer(&["ask", "How many customers?", "--demo", "--client-id", client]);
    let count = |client: &str| {
        let sql = format!("SELECT count(*) FROM customers WHERE client_id = {client}");
        figure(&answer(&["sql", &sql, "--demo"]))
    };
    let (one, two) = (ask("1"), ask("2"));
    assert_eq!((figure(&one), figure(&two)), (count("1"), count("2")));
    assert_ne!(figure(&one), figure(&two));
    assert!(one["notes"].to_string().contains("Only rows of client 1 were read."), "{}", one["notes"]);
    assert!(one["executed_sql"].as_str().unwrap().contains("client_id = 1"), "{one}");
    assert!(!one["sql"].as_str().unwrap().contains("client_id"), "{one}");
    assert_eq!(figure(&ask("4711")), 0);
}

#[test]
fn what_is_known_of_the_source_is_known_of_the_clients_rows() {
    let rows = |arguments: &[&str]| {
        let schema = answer(arguments);
        let table = schema["tables"].as_array().unwrap().iter().find(|t| t["table_name"] == "orders").unwrap().clone();
        table["row_count"].as_i64().unwrap()
    };
    let all = rows(&["schema", "--demo"]);
    let (one, two) = (rows(&["schema", "--demo", "--client-id", "1"]), rows(&["schema", "--demo", "--client-id", "2"]));
    assert!(one > 0 && two > 0 && one != two && one + two < all, "{one} {two} {all}");
    let told = answer(&["ask", "How many rows does orders have?", "--demo", "--client-id", "1"]);
    assert!(told["results"]["data"].to_string().contains(&one.to_string()), "{told}");
    let schema = answer(&["schema", "--demo", "--client-id", "1"]).to_string();
    let clients = answer(&["sql", "SELECT client_name FROM clients WHERE client_id <> 1", "--demo"]);
    for other in clients["results"]["data"].as_array().unwrap() {
        let name = other["client_name"].as_str().unwrap();
        assert!(!schema.contains(name), "{name}");
    }
}

#[test]
fn a_client_is_named_rightly_or_not_at_all() {
    let wrong = run(&["ask", "How many customers?", "--demo", "--client-id", "acme"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    assert!(wrong.stderr.contains("'acme' is no whole number"), "{wrong:?}");
    let missing = run_with(&[("VOUCH_REQUIRE_CLIENT_ID", "on")], &["sql", "SELECT 1", "--demo"]);
    assert_eq!(missing.code, Some(2), "{missing:?}");
    assert!(missing.stderr.contains("--client-id"), "{missing:?}");
    let files = folder(&[("sales.csv", "city,amount\nRome,1\nOslo,2\n")]);
    let sales = path(&files, "sales.csv");
    let untold = run(&["sql", "SELECT count(*) FROM sales", &sales, "--client-id", "1"]);
    assert_eq!(untold.code, Some(1), "{untold:?}");
    assert!(untold.stderr.contains("client_id") && untold.stderr.contains("tenant_column"), "{untold:?}");
    let by_city = run_with(
        &[("VOUCH_TENANT_COLUMN", "city")],
        &["sql", "SELECT sum(amount) AS n FROM sales", &sales, "--client-id", "Oslo", "--format", "csv"],
    );
    assert_eq!(by_city.stdout, "n\n2\n", "{by_city:?}");
}

#[test]
fn a_chat_belongs_to_its_client() {
    let chat = |client: &str| {
        run_with_input(&["chat", "--demo", "--client-id", client, "--json"], "How many orders?\nand stores?\n").stdout
    };
    let (one, two) = (chat("1"), chat("2"));
    assert!(one.contains("Only rows of client 1 were read.") && two.contains("Only rows of client 2 were read."));
}

#[test]
fn check_narrows_by_hand() {
    let check = |arguments: &[&str]| run(&[&["check", "--json"], arguments].concat());
    let plain = check(&["SELECT id FROM orders o", "--tenant", "orders.owner=7"]).json();
    assert_eq!(
        plain["sql"],
        "SELECT id FROM (SELECT * FROM main.orders AS r0 WHERE r0.owner = '7' LIMIT 9223372036854775807) AS o LIMIT 10000"
    );
    let other = check(&["SELECT 1 FROM customers", "--tenant", "orders.owner=7"]).json();
    assert_eq!((other["ok"].as_bool(), other["code"].as_str()), (Some(false), Some("NOT_SUPPORTED")));
    let demo = check(&["SELECT count(*) FROM returns", "--demo", "--tenant", "orders.client_id=1"]).json();
    assert!(demo["sql"].as_str().unwrap().contains("main.order_items AS r1"), "{demo}");
    assert_eq!(check(&["SELECT 1", "--tenant", "orders=1"]).code, Some(2));
}

/// The copy is made by hand, table by table.
fn copy_of(whole: &Path, copy: &Path, client: &str) {
    let connection = duckdb::Connection::open(copy).unwrap();
    let own = "(SELECT order_id FROM w.orders WHERE client_id = $1)".replace("$1", client);
    let items = format!(
        "SELECT * FROM w.order_items WHERE order_id IN {own} \
         AND product_id IN (SELECT product_id FROM w.products WHERE client_id = {client})"
    );
    let mut script = format!("ATTACH '{}' AS w (READ_ONLY);", whole.display());
    for table in ["clients", "customers", "products", "stores", "orders"] {
        script.push_str(&format!("CREATE TABLE {table} AS SELECT * FROM w.{table} WHERE client_id = {client};"));
    }
    script.push_str(&format!(
        "CREATE TABLE categories AS SELECT * FROM w.categories; CREATE TABLE order_items AS {items}; \
         CREATE TABLE returns AS SELECT * FROM w.returns WHERE order_item_id IN (SELECT order_item_id FROM order_items); \
         DETACH w; CHECKPOINT;"
    ));
    connection.execute_batch(&script).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_the_demo_sees_what_a_copy_of_its_rows_holds() {
    assert_eq!(run(&["sql", "SELECT 1", "--demo"]).code, Some(0));
    let made = std::fs::read_dir(data_dir()).unwrap().map(|entry| entry.unwrap().path());
    let demo = made.filter(|p| p.extension().is_some_and(|e| e == "duckdb")).max().unwrap();
    let files = folder(&[]);
    let whole = Side::of(open("demo", &SourceUrl::DuckDb(demo.clone())).await.unwrap()).await;
    let settings = TenantSettings { shared_tables: vec!["categories".into()], ..TenantSettings::default() };
    let tables: Vec<&str> = whole.catalog.tables.iter().map(|table| table.name.as_str()).collect();
    let mut grammar = Grammar::new(&whole.catalog, &tables, 1);
    let mut statements: BTreeSet<String> =
        BY_HAND.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect();
    let by_hand = statements.len();
    while statements.len() < by_hand + MADE {
        statements.insert(grammar.statement());
    }
    let mut tally = Tally::default();
    for client in ["1", "2"] {
        let path = files.path().join(format!("{client}.duckdb"));
        copy_of(&demo, &path, client);
        let copy = Side::of(open("copy", &SourceUrl::DuckDb(path)).await.unwrap()).await;
        let policy = TenantPolicy::new(&whole.catalog, &settings, client).unwrap();
        let narrowed = Side { tenant: Some(Arc::new(policy)), ..whole.clone() };
        for sql in &statements {
            tally.add(client, sql, compare(&narrowed, &copy, sql).await);
        }
    }
    tally.hold("demo", statements.len());
}
