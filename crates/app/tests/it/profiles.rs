//! Profiles at every door: figures of a table for whoever may ask about it, and of nobody else's rows.

use crate::client::Client;
use crate::site::Plan;
use crate::support::{folder, path, run};
use serde_json::{Value as Json, json};

const SALES: &str = "city,amount,placed\nBerlin,10,2024-01-01\nberlin ,20,2024-01-02\nRome,,2024-01-03\nRome,30,\nOslo,100,1850-02-01\n";

fn column<'j>(profile: &'j Json, name: &str) -> &'j Json {
    let found = profile["columns"].as_array().unwrap_or_else(|| panic!("{profile}")).iter();
    found.into_iter().find(|column| column["name"] == name).unwrap_or_else(|| panic!("no {name}: {profile}"))
}

#[test]
fn a_table_is_profiled_over_http() {
    let site = Plan::new().start();
    let client = site.nobody();
    let dataset = client.upload("sales.csv", SALES);
    let profile = client.get(&format!("/api/v1/datasets/{dataset}/profile"));
    assert_eq!(profile.status, 200, "{profile:?}");
    let profile = profile.json();
    assert_eq!(
        (&profile["table"], &profile["row_count"], &profile["duplicate_rows"]),
        (&json!("sales"), &json!(5), &json!(0))
    );
    let amount = column(&profile, "amount");
    for (figure, expected) in
        [("mean", 40.0), ("median", 25.0), ("q1", 17.5), ("q3", 47.5), ("min", 10.0), ("max", 100.0)]
    {
        assert_eq!(amount[figure].as_f64(), Some(expected), "{figure}: {amount}");
    }
    assert_eq!((&amount["count"], &amount["nulls"], &amount["distinct"]), (&json!(4), &json!(1), &json!(4)));
    assert_eq!(amount["outliers"]["count"], 1, "{amount}");
    assert!(amount["histogram"].as_array().unwrap().len() <= 20 && amount["top"].is_null(), "{amount}");
    let city = column(&profile, "city");
    // Blanks at the ends did not survive the loading of the file.
    assert_eq!(city["flags"], json!(["case_variants"]), "{city}");
    assert_eq!(city["top"][0], json!({"value": "Rome", "count": 2}), "{city}");
    assert_eq!(column(&profile, "placed")["flags"], json!(["dates_out_of_range"]));
    assert_eq!(column(&profile, "placed")["min"], "1850-02-01");
    assert_eq!(client.get(&format!("/api/v1/datasets/{dataset}/profile?table=nothing")).status, 404);

    // The demo has several tables, so one must be named.
    let unnamed = client.get("/api/v1/sources/demo/profile");
    assert_eq!((unnamed.status, unnamed.code().as_str()), (400, "INVALID_INPUT"), "{unnamed:?}");
    assert!(unnamed.body.contains("customers"), "{unnamed:?}");
    let customers = client.get("/api/v1/sources/demo/profile?table=customers").json();
    assert_eq!(customers["row_count"], 6_000, "{customers}");
    assert!(column(&customers, "customer_id")["flags"].to_string().contains("suspected_key"), "{customers}");
    assert_eq!(client.get("/api/v1/sources/nowhere/profile?table=customers").status, 404);
}

#[test]
fn a_profile_is_of_the_callers_client_and_is_written_down() {
    let plan = Plan::new();
    let (one, admin) = (plan.key("one", &["--client-id", "1"]), plan.key("admin", &["--role", "admin"]));
    let site = plan.start();
    let (one, admin) = (site.with(&one), site.with(&admin));
    let rows = |client: &Client, more: &str| {
        let profile = client.get(&format!("/api/v1/sources/demo/profile?table=customers{more}"));
        assert_eq!(profile.status, 200, "{profile:?}");
        profile.json()
    };
    let (own, all) = (rows(&one, ""), rows(&admin, ""));
    assert!(own["row_count"].as_u64() < all["row_count"].as_u64(), "{own}");
    assert_eq!(rows(&admin, "&client_id=1")["row_count"], own["row_count"]);
    assert_eq!(column(&own, "client_id")["distinct"], 1, "{own}");
    assert_eq!(one.get("/api/v1/sources/demo/profile?table=customers&client_id=2").status, 403);
    let log = admin.get("/api/v1/audit").json();
    let entries = log["entries"].as_array().unwrap_or_else(|| panic!("{log}"));
    let found = entries.iter().find(|entry| entry["action"] == "profile" && entry["subject"] == "customers");
    assert!(found.is_some(), "{log}");
}

#[test]
fn the_command_line_prints_what_is_worth_knowing() {
    let files = folder(&[("sales.csv", SALES)]);
    let sales = path(&files, "sales.csv");
    let json = run(&["profile", &sales, "--json"]);
    assert_eq!(json.code, Some(0), "{json:?}");
    let table = json.json()["tables"][0].clone();
    assert_eq!((&table["name"], &table["rows"], &table["duplicate_rows"]), (&json!("sales"), &json!(5), &json!(0)));
    let amount = column(&table, "amount");
    assert_eq!(amount["stddev"].as_f64().map(|x| (x * 1e6).round()), Some(40_824_829.0), "{amount}");
    assert!(table["file"]["origin"].is_string(), "{table}");
    let shown = run(&["profile", &sales]);
    assert!(shown.stdout.contains("5 rows, 3 columns"), "{shown:?}");
    assert!(shown.stdout.contains("the same in several spellings") && shown.stdout.contains("1850-02-01"), "{shown:?}");
    let one = run(&["profile", "--demo", "--table", "customers", "--json"]).json();
    assert_eq!(one["tables"].as_array().unwrap().len(), 1, "{one}");
    let none = run(&["profile", &sales, "--table", "nothing"]);
    assert!(none.code == Some(1) && none.stderr.contains("There is: sales."), "{none:?}");
}
