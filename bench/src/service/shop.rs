//! The shop that both services are asked about: a SQLite file of some 100,000 rows with declared keys and their indexes,
//! and the questions, each different from all before so that no service can answer from memory.

use anyhow::{Context, Result};
use rusqlite::{Connection, OpenFlags, params};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const CUSTOMERS: u64 = 5_000;
const ORDERS: u64 = 25_000;
const ITEMS_PER_ORDER: u64 = 3;
const PRODUCTS: u64 = 500;

const SCHEMA: &str = "
    CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
    CREATE TABLE products (product_id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL);
    CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
                         ordered_on TEXT NOT NULL, status TEXT NOT NULL);
    CREATE TABLE order_items (item_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (order_id),
                              product_id INTEGER NOT NULL REFERENCES products (product_id),
                              quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
    CREATE INDEX orders_customer ON orders (customer_id);
    CREATE INDEX order_items_order ON order_items (order_id);
    CREATE INDEX order_items_product ON order_items (product_id);";

pub fn make(path: &Path) -> Result<()> {
    let mut db = Connection::open(path)?;
    db.execute_batch(SCHEMA)?;
    let work = db.transaction()?;
    {
        let mut customer = work.prepare("INSERT INTO customers VALUES (?, ?, ?)")?;
        let cities = ["Lyon", "Graz", "Porto", "Bergen", "Gdansk", "Turku", "Split"];
        for id in 1..=CUSTOMERS {
            let city = cities[spread(id) as usize % cities.len()];
            customer.execute(params![id, format!("Customer {id}"), city])?;
        }
        let mut product = work.prepare("INSERT INTO products VALUES (?, ?, ?)")?;
        for id in 1..=PRODUCTS {
            product.execute(params![id, format!("Product {id}"), price(id)])?;
        }
        let mut order = work.prepare("INSERT INTO orders VALUES (?, ?, ?, ?)")?;
        let mut item = work.prepare("INSERT INTO order_items VALUES (?, ?, ?, ?, ?)")?;
        for id in 1..=ORDERS {
            let x = spread(id);
            let day = format!("2024-{:02}-{:02}", x % 12 + 1, x / 12 % 28 + 1);
            let status = if x.is_multiple_of(9) { "returned" } else { "completed" };
            order.execute(params![id, id % CUSTOMERS + 1, day, status])?;
            for n in 0..ITEMS_PER_ORDER {
                let bought = spread(id * ITEMS_PER_ORDER + n);
                let article = bought % PRODUCTS + 1;
                item.execute(params![id * ITEMS_PER_ORDER + n, id, article, bought % 5 + 1, price(article)])?;
            }
        }
    }
    work.commit()?;
    Ok(db.execute_batch("ANALYZE")?)
}

/// Numbers that look drawn and are the same on every machine.
fn spread(n: u64) -> u64 {
    n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 33
}

fn price(product: u64) -> f64 {
    (spread(product) % 20_000) as f64 / 100.0 + 1.0
}

/// What is asked: orders of one customer above an amount. The model's statement follows from the question's two numbers.
#[derive(Default)]
pub struct Questions {
    asked: AtomicU64,
}

impl Questions {
    pub fn next(&self) -> String {
        let n = self.asked.fetch_add(1, Ordering::Relaxed);
        // Amounts stay so small that hardly an order falls under them: every answer has rows.
        let (customer, amount) = (n % CUSTOMERS + 1, n / CUSTOMERS);
        format!("Which orders of customer {customer} were above {amount} dollars in total?")
    }
}

/// The statement that answers a question, found anywhere in a text.
pub fn statement(text: &str) -> Option<String> {
    let (_, rest) = text.rsplit_once("orders of customer ")?;
    let (customer, rest) = rest.split_once(" were above ")?;
    let (amount, _) = rest.split_once(" dollars")?;
    let (customer, amount): (u64, u64) = (customer.parse().ok()?, amount.parse().ok()?);
    Some(format!(
        "SELECT o.order_id, o.ordered_on, SUM(i.quantity * i.unit_price) AS total FROM orders o \
         JOIN order_items i ON i.order_id = o.order_id WHERE o.customer_id = {customer} \
         GROUP BY o.order_id, o.ordered_on HAVING SUM(i.quantity * i.unit_price) > {amount} \
         ORDER BY total DESC LIMIT 100"
    ))
}

/// CPU time that the engine itself takes for one of these statements: prepared, run and read to its end in this thread.
pub fn engine_cpu(path: &Path, rounds: u32) -> Result<Duration> {
    let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    let questions = Questions::default();
    let run = || -> Result<u64> {
        let sql = statement(&questions.next()).context("a question of our own has no statement")?;
        let mut statement = db.prepare(&sql)?;
        let mut rows = statement.query([])?;
        let mut cells = 0;
        while let Some(row) = rows.next()? {
            cells += u64::from(row.get::<_, i64>(0)? > 0) + row.get_ref(1)?.as_str()?.len() as u64;
            cells += u64::from(row.get::<_, f64>(2)? > 0.0);
        }
        Ok(cells)
    };
    run()?;
    let before = thread_cpu()?;
    for _ in 0..rounds {
        anyhow::ensure!(run()? > 0, "a question of the bench has no rows");
    }
    Ok((thread_cpu()? - before) / rounds)
}

/// In nanoseconds, unlike `/proc/self/stat`.
fn thread_cpu() -> Result<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").context("this bench needs Linux' /proc")?;
    let nanos = text.split_whitespace().next().and_then(|word| word.parse().ok());
    Ok(Duration::from_nanos(nanos.context("/proc/thread-self/schedstat has another form")?))
}
