//! The built-in engine's own time: a question on the public reporting databases (candidates tried on the data included),
//! a question on a catalog of 1,000 tables and 20,000 columns, and its indices for the demo.

use crate::pace::{Pace, millis};
use anyhow::{Context, Result, anyhow};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, Limits, SourceUrl, open};
use vouch_linguist::{ColumnValues, Linguist, Probe, Setting};
use vouch_model::{Catalog, Column, DataType, Dialect, ForeignKey, KeyOrigin, Table, TableKind, Value};
use vouch_sql::{CheckContext, Policy, check, quote_identifier};

const ROUNDS: usize = 10;
const TABLES: usize = 1_000;
const COLUMNS: usize = 20;

pub fn run(vouch: &str, demo: &Path) -> Result<()> {
    println!("\nlinguist: the built-in engine's own time");
    reporting(vouch)?;
    large_catalog()?;
    demo_indices(demo)
}

fn bench_folder() -> PathBuf {
    std::env::var("VOUCH_BENCH_DIR").map_or_else(|_| PathBuf::from("../shared/bench"), Into::into)
}

/// Through `vouch eval`, which shows nothing of these databases but figures.
fn reporting(vouch: &str) -> Result<()> {
    let spider = bench_folder().join("spider");
    if !spider.join("report.json").is_file() {
        println!("  reporting databases: skipped, no Spider in {} (set VOUCH_BENCH_DIR)", spider.display());
        return Ok(());
    }
    let mut command = Command::new(vouch);
    command.args(["eval", "--suite", "spider", "--split", "report", "--no-misses", "--json", "--path"]).arg(&spider);
    let output = command.output().with_context(|| format!("{vouch} cannot be run"))?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let figure = |name: &str| report["milliseconds"][name].as_f64().ok_or_else(|| anyhow!("no {name} in the report"));
    println!(
        "  reporting databases: p50 {:.2} ms (aim < 10 ms), p99 {:.2} ms (aim < 60 ms) a question",
        figure("p50")?,
        figure("p99")?
    );
    Ok(())
}

const OWNERS: [&str; 25] = [
    "harbor", "orchard", "clinic", "depot", "studio", "garden", "ferry", "museum", "bakery", "quarry", "theatre",
    "stable", "lodge", "airport", "vineyard", "mill", "forge", "library", "market", "garage", "school", "brewery",
    "aquarium", "station", "workshop",
];
const THINGS: [&str; 40] = [
    "visit",
    "ticket",
    "repair",
    "lease",
    "sensor",
    "audit",
    "shift",
    "parcel",
    "contract",
    "budget",
    "delivery",
    "machine",
    "permit",
    "survey",
    "complaint",
    "batch",
    "recipe",
    "route",
    "booking",
    "claim",
    "inspection",
    "training",
    "license",
    "voucher",
    "meter",
    "campaign",
    "auction",
    "donation",
    "session",
    "reading",
    "locker",
    "vehicle",
    "ingredient",
    "exhibit",
    "subscription",
    "grant",
    "refund",
    "schedule",
    "badge",
    "supplier",
];
const FIELDS: [&str; 17] = [
    "name",
    "status",
    "amount",
    "start date",
    "city",
    "category",
    "rating",
    "weight",
    "comment",
    "owner",
    "priority",
    "discount",
    "height",
    "email",
    "phone",
    "capacity",
    "duration",
];

const QUESTIONS: [&str; 6] = [
    "How many ferry tickets are there?",
    "average rating of museum exhibits by city",
    "Show the name and amount of the five clinic contracts with the highest discount",
    "Which quarry machines have a capacity over 200?",
    "number of bakery deliveries per status in 2025",
    "List the brewery batches whose weight is above the average",
];

fn large_catalog() -> Result<()> {
    let catalog = Arc::new(many_tables());
    let columns: usize = catalog.tables.iter().map(|t| t.columns.len()).sum();
    let since = Instant::now();
    let linguist = Linguist::new(Arc::clone(&catalog), Vec::new());
    let built = since.elapsed();
    let now = jiff::Zoned::now();
    let setting = Setting { now: &now, previous: None, probe: &Blind };
    let mut pace = Pace::default();
    let mut understood = 0;
    for question in QUESTIONS {
        understood += usize::from(!linguist.read(question, &setting).candidates.is_empty());
        for _ in 0..ROUNDS {
            pace.time(|| linguist.read(question, &setting));
        }
    }
    println!(
        "  {} tables, {columns} columns: p50 {} (aim < 50 ms), p99 {} a question, {understood} of {} understood; indices \
         built in {}",
        catalog.tables.len(),
        millis(pace.median()),
        millis(pace.quantile(0.99)),
        QUESTIONS.len(),
        millis(built),
    );
    Ok(())
}

fn many_tables() -> Catalog {
    let table = |n: usize| {
        let owner = OWNERS.get(n % OWNERS.len()).copied().unwrap_or_default();
        let thing = THINGS.get(n / OWNERS.len() % THINGS.len()).copied().unwrap_or_default();
        let name = format!("{owner}_{thing}");
        let key = column(&format!("{name}_id"), DataType::Int);
        let parent = column("parent_id", DataType::Int);
        let serial = column("serial", DataType::Int);
        let fields = FIELDS.iter().map(|field| column(&field.replace(' ', "_"), type_of(field)));
        Table {
            schema: None,
            label: None,
            kind: TableKind::Table,
            comment: None,
            columns: [key, parent, serial].into_iter().chain(fields).take(COLUMNS).collect(),
            primary_key: vec![format!("{name}_id")],
            row_count: Some(1_000),
            name,
            definition: None,
        }
    };
    let tables: Vec<Table> = (0..TABLES).map(table).collect();
    // Every table points at one a few places before it, so that there is a long way between most of them.
    let key = |(n, child): (usize, &Table)| {
        let parent = tables.get(n.checked_sub(7)?)?;
        Some(ForeignKey {
            table: child.name.clone(),
            columns: vec!["parent_id".to_owned()],
            to_table: parent.name.clone(),
            to_columns: parent.primary_key.clone(),
            origin: KeyOrigin::Declared,
        })
    };
    let foreign_keys = tables.iter().enumerate().filter_map(key).collect();
    Catalog {
        source: "many".to_owned(),
        dialect: Dialect::DuckDb,
        version: "1".to_owned(),
        tables,
        foreign_keys,
        own_functions: Vec::new(),
    }
}

fn column(name: &str, data_type: DataType) -> Column {
    Column {
        name: name.to_owned(),
        label: None,
        native_type: String::new(),
        nullable: true,
        comment: None,
        samples: Vec::new(),
        min: None,
        max: None,
        null_count: None,
        distinct_count: None,
        unique: false,
        data_type,
    }
}

fn type_of(field: &str) -> DataType {
    match field {
        "start date" => DataType::Date,
        "amount" | "rating" | "weight" | "discount" | "height" | "capacity" | "duration" => DataType::Float,
        _ => DataType::Text,
    }
}

/// A catalog without data: no candidate can be tried.
struct Blind;

impl Probe for Blind {
    fn find_value(&self, _table: &str, _column: &str, _text: &str) -> Vec<String> {
        Vec::new()
    }

    fn row_count(&self, _sql: &str, _limit: usize) -> Option<usize> {
        None
    }
}

fn demo_indices(demo: &Path) -> Result<()> {
    let runtime = Runtime::new()?;
    let source = runtime.block_on(open("demo", &SourceUrl::DuckDb(demo.to_owned())))?;
    let catalog = runtime.block_on(source.catalog())?;
    let since = Instant::now();
    let values = runtime.block_on(values(&source, &catalog))?;
    let read = since.elapsed();
    let mut pace = Pace::default();
    for _ in 0..ROUNDS {
        pace.time(|| Linguist::new(Arc::clone(&catalog), values.clone()));
    }
    let together = read + pace.median();
    println!(
        "  demo: values read in {}, indices built in {}, together {} (aim < 500 ms)",
        millis(read),
        millis(pace.median()),
        millis(together)
    );
    Ok(())
}

async fn values(source: &Arc<dyn Connector>, catalog: &Catalog) -> Result<Vec<ColumnValues>> {
    let (policy, limits) = (Policy { max_rows: 2_000, tenant: None }, Limits { max_rows: 2_000, ..Limits::default() });
    let (dialect, engine) = (source.dialect(), source.parser());
    let context = CheckContext { dialect, catalog: Some(catalog), policy: &policy, engine };
    let mut all = Vec::new();
    for table in &catalog.tables {
        for column in table.columns.iter().filter(|c| c.data_type == DataType::Text) {
            let name = quote_identifier(&column.name, dialect);
            let from = quote_identifier(&table.name, dialect);
            let sql = format!("SELECT DISTINCT {name} FROM {from} WHERE {name} IS NOT NULL ORDER BY 1");
            let checked = check(&sql, &context).map_err(|rejected| anyhow!("{sql}: {rejected}"))?;
            let rows = source.run(&checked, &limits, &CancellationToken::new()).await?.collect().await?;
            let text = |value: Value| if let Value::Text(text) = value { Some(text) } else { None };
            let values = rows.rows.into_iter().flatten().filter_map(text).collect();
            let (table, column) = (table.qualified_name(), column.name.clone());
            all.push(ColumnValues { table, column, values, complete: !rows.truncated });
        }
    }
    Ok(all)
}
