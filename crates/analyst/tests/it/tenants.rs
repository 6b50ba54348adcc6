//! A tenant's analyst over data in which every cell of somebody else says so: nothing of it is told, sent to a model,
//! remembered, offered or counted.

use crate::support::{Transcript, frame, model_at, request, serve, sql, when};
use std::sync::Arc;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, AnalystSettings, Library, Minds, ModelSettings};
use vouch_connectors::{Connector, SourceUrl, create_from_script, open};
use vouch_model::{Answer, ErrorCode, Event, MindName, Outcome};
use vouch_store::SqliteStore;

const DUCKDB: &str = "
    CREATE TABLE clients (id INTEGER PRIMARY KEY, name VARCHAR);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (id), city VARCHAR, note VARCHAR,
        amount INTEGER, placed DATE);
    CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), product VARCHAR, price INTEGER);
    CREATE TABLE machines (id INTEGER, label VARCHAR);
";
const SQLITE: &str = "
    CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (id), city TEXT, note,
        amount INTEGER, placed DATE);
    CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), product TEXT, price INTEGER);
    CREATE TABLE machines (id INTEGER, label TEXT);
";
/// Client 1 has three orders, client 2 the four that nobody else may hear of.
const ROWS: &str = "
    INSERT INTO clients VALUES (1, 'Own'), (2, 'Secretary');
    INSERT INTO orders VALUES (1, 1, 'Paris', '10', 10, '2024-03-01'), (2, 1, 'Rome', '20', 20, '2024-04-11'),
        (3, 1, 'Paris', '30', 30, '2024-05-20'), (4, 2, 'Secretville', 'secret a', 987654, '1999-01-01'),
        (5, 2, 'Secretville', 'secret b', 987655, '1999-01-02'), (6, 2, 'Secretburg', 'secret c', 987656, '1999-01-03'),
        (7, 2, 'Secretburg', 'secret d', 987657, '1999-01-04');
    INSERT INTO order_items VALUES (1, 1, 'Lamp', 5), (2, 2, 'Desk', 7), (3, 4, 'Secret lamp', 987658);
    INSERT INTO machines VALUES (1, 'Secret machine');
";

async fn source(engine: &str) -> (TempDir, Arc<dyn Connector>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.db");
    let url = if engine == "duckdb" {
        duckdb::Connection::open(&path).unwrap().execute_batch(&format!("{DUCKDB}{ROWS}")).unwrap();
        SourceUrl::DuckDb(path)
    } else {
        create_from_script(&path, &format!("{SQLITE}{ROWS}")).unwrap();
        SourceUrl::Sqlite(path)
    };
    (folder, open("shop", &url).await.unwrap())
}

async fn ask(analyst: &Analyst, question: &str) -> (Arc<Answer>, Vec<Event>) {
    let events = Transcript::default();
    let answer = analyst.ask(request(question), Vec::new(), CancellationToken::new(), &events).await;
    (answer, events.0.into_inner().unwrap())
}

/// Words and figures that only client 2's rows hold.
fn tells(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("secret") || text.contains("98765") || text.contains("1999")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenants_catalog_knows_its_rows_only() {
    for engine in ["duckdb", "sqlite"] {
        let (_folder, connector) = source(engine).await;
        let all = Analyst::new(connector, AnalystSettings::default());
        assert!(tells(&serde_json::to_string(&*all.catalog().await.unwrap()).unwrap()), "the test could not fail");
        let one = all.for_tenant("1").await.unwrap();
        let catalog = one.catalog().await.unwrap();
        let text = serde_json::to_string(&*catalog).unwrap();
        assert!(!tells(&text), "{engine}: {text}");
        let orders = catalog.table("orders").unwrap();
        assert_eq!(orders.row_count, Some(3), "{engine}");
        assert_eq!(orders.column("city").unwrap().samples, ["Paris", "Rome"], "{engine}");
        assert_eq!(orders.column("amount").unwrap().max, Some(vouch_model::Value::Int(30)), "{engine}");
        assert_eq!(catalog.table("order_items").unwrap().row_count, Some(2), "{engine}");
        assert_eq!(catalog.table("machines").unwrap().row_count, None, "{engine}");
        assert_eq!(one.known_catalog().await.unwrap(), catalog, "{engine}");
        let stranger = all.for_tenant("77").await.unwrap().catalog().await.unwrap();
        assert_eq!(stranger.table("orders").unwrap().row_count, Some(0), "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_built_in_mind_answers_from_the_tenants_rows() {
    for engine in ["duckdb", "sqlite"] {
        let (_folder, connector) = source(engine).await;
        let one = Analyst::new(connector, AnalystSettings::default()).for_tenant("1").await.unwrap();
        for (question, wanted) in [
            ("How many orders are there?", "Int(3)"),
            ("What is the total amount of orders?", "60"),
            ("How many order items are there?", "Int(2)"),
            ("How many rows does orders have?", "3"),
        ] {
            let (answer, events) = ask(&one, question).await;
            let shown = format!("{:?}", answer.results.as_ref().map(|r| &r.rows));
            assert!(shown.contains(wanted), "{engine} {question}: {shown} {:?}", answer.sql);
            let told = format!("{events:?}").to_lowercase();
            assert!(!told.contains("secret"), "{engine} {question}: {told}");
        }
        // A value that only somebody else has is no value.
        for question in ["How many orders are from Secretville?", "How many orders in Secretvile?", "Show all notes"] {
            let (answer, _) = ask(&one, question).await;
            let told = serde_json::to_string(&(&answer.results, &answer.checks, &answer.explanation, &answer.outcome));
            let told = told.unwrap().replace("Secretville", "").replace("Secretvile", "");
            assert!(!tells(&told), "{engine} {question}: {told}");
        }
        let (closed, _) = ask(&one, "How many machines are there?").await;
        assert!(format!("{:?}", closed.outcome).contains("machines"), "{engine}: {:?}", closed.outcome);
        assert!(closed.results.is_none());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_sent_nothing_of_somebody_else() {
    let (_folder, connector) = source("duckdb").await;
    let server = serve([
        frame("TEXT_TO_SQL", 0.9),
        sql("SELECT CAST(note AS INTEGER) AS n FROM orders WHERE CAST(note AS INTEGER) > 5 AND city = 'Secretville'"),
        when("explain", "There are none."),
    ])
    .await;
    let settings = Arc::new(ModelSettings::builtin().unwrap());
    let one = Analyst::new(connector, AnalystSettings::default())
        .with_minds(Minds::new([(MindName::Anthropic, model_at(&server))], settings))
        .for_tenant("1")
        .await
        .unwrap();
    let (answer, events) = ask(&one, "Which numbers are in the notes?").await;
    assert_eq!(answer.outcome, Outcome::Answered, "{events:?}");
    assert_eq!(answer.results.clone().unwrap().rows.len(), 0);
    assert!(answer.notes.iter().any(|note| note == "Only rows of client 1 were read."), "{:?}", answer.notes);
    assert!(answer.executed_sql.clone().unwrap().contains("client_id = 1"));
    let sent: Vec<String> = server.requests().iter().map(|r| r.text().replace("Secretville", "")).collect();
    assert!(!sent.is_empty() && sent.iter().all(|text| !tells(text)), "{sent:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_tenant_taught_is_its_own() {
    let (_folder, connector) = source("duckdb").await;
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let all = Analyst::new(connector, AnalystSettings::default())
        .with_library(Library::default().with_memory(store, "shop", None));
    let (one, two) = (all.for_tenant("1").await.unwrap(), all.for_tenant("2").await.unwrap());
    let question = "What is the usual figure?";
    one.approve(question, "SELECT max(amount) AS usual FROM orders").await.unwrap();
    let (own, _) = ask(&one, question).await;
    assert!(format!("{:?}", own.results).contains("Int(30)"), "{:?}", own.outcome);
    for other in [&two, &all] {
        let (answer, _) = ask(other, question).await;
        assert!(answer.sql.as_ref().is_none_or(|sql| !sql.contains("usual")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_that_cannot_be_is_refused() {
    let (_folder, connector) = source("sqlite").await;
    let all = Analyst::new(connector, AnalystSettings::default());
    for (tenant, part) in [("acme", "no whole number"), ("", "1 to 200"), ("1 OR 1=1", "no whole number")] {
        let error = all.for_tenant(tenant).await.err().unwrap();
        assert_eq!(error.code, ErrorCode::InvalidInput, "{tenant}");
        assert!(error.message.contains(part), "{}", error.message);
    }
    let one = all.for_tenant("1").await.unwrap();
    assert_eq!(one.tenant(), Some("1"));
    assert!(one.for_tenant("1").await.is_ok());
    assert!(one.for_tenant("2").await.is_err());
}
