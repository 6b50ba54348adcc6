//! The demo data: a platform that serves several retailers, made by code, the same on every machine and every day.
//!
//! Owns the rows and the schema of the demo database file. Knows nothing of questions, sessions or where the file
//! should live; whoever opens the demo calls [`create`] once and then opens the file like any other source.

mod goods;
mod names;
mod random;
mod trade;
mod world;

use anyhow::Context;
use duckdb::{Connection, params, types::TimeUnit, types::Value};
use goods::CATEGORIES;
use jiff::civil::Date;
use names::CLIENTS;
use random::Random;
use std::path::Path;
use trade::Trade;
use world::World;

const SCHEMA: &str = include_str!("schema.sql");
const SEED: u64 = 20_240_501;

/// Writes the demo database to `path`, replacing a file that is there. It is written aside and renamed into place
/// whole, so that a reader never meets half a demo and two makers at once do no harm.
pub fn create(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let aside = tempfile::Builder::new()
        .prefix(".demo-")
        .tempdir_in(folder)
        .with_context(|| format!("cannot write the demo data into {}", folder.display()))?;
    let draft = aside.path().join("demo.duckdb");
    write(&draft).context("cannot make the demo data")?;
    std::fs::rename(&draft, path).with_context(|| format!("cannot put the demo data at {}", path.display()))
}

fn write(path: &Path) -> anyhow::Result<()> {
    let mut random = Random::new(SEED);
    let world = World::make(&mut random)?;
    let trade = Trade::make(&world, &mut random)?;
    let mut connection = Connection::open(path)?;
    connection.execute_batch(SCHEMA)?;
    // One transaction: the log is written once, and the checkpoint at closing leaves a plain file.
    let transaction = connection.transaction()?;
    write_world(&transaction, &world)?;
    write_trade(&transaction, &trade)?;
    transaction.commit()?;
    connection.execute_batch("CHECKPOINT")?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(())
}

fn write_world(connection: &Connection, world: &World) -> anyhow::Result<()> {
    let mut clients = connection.appender("clients")?;
    for (id, seed) in (1_i32..).zip(CLIENTS) {
        let (year, month, day) = seed.joined;
        clients.append_row(params![id, seed.name, seed.plan, date(Date::new(year, month, day)?)?])?;
    }
    clients.flush()?;
    let mut categories = connection.appender("categories")?;
    for (id, seed) in (1_i32..).zip(CATEGORIES) {
        categories.append_row(params![id, seed.name])?;
    }
    categories.flush()?;
    let mut customers = connection.appender("customers")?;
    for c in &world.customers {
        let signed_up = date(c.signed_up)?;
        customers.append_row(params![c.id, c.client, c.name, c.email, c.state, signed_up, c.tier, c.opt_in])?;
    }
    customers.flush()?;
    let mut products = connection.appender("products")?;
    for p in &world.products {
        let (price, cost) = (dollars(p.price_cents), dollars(p.cost_cents));
        let launched = date(p.launched)?;
        products.append_row(params![p.id, p.client, p.category, p.name, price, cost, launched, p.discontinued])?;
    }
    products.flush()?;
    let mut stores = connection.appender("stores")?;
    for s in &world.stores {
        let closed = s.closed.map(date).transpose()?;
        let opened = date(s.opened)?;
        stores.append_row(params![s.id, s.client, s.name, s.city, s.region, opened, closed, s.floor_area])?;
    }
    stores.flush()?;
    Ok(())
}

fn write_trade(connection: &Connection, trade: &Trade) -> anyhow::Result<()> {
    let mut orders = connection.appender("orders")?;
    for o in &trade.orders {
        let ordered_at = Value::Timestamp(TimeUnit::Second, i64::from(days(o.day)?) * 86_400 + o.second_of_day);
        let shipping = dollars(o.shipping_cents);
        orders.append_row(params![
            o.id, o.client, o.customer, o.store, ordered_at, o.status, o.payment, o.code, shipping
        ])?;
    }
    orders.flush()?;
    let mut items = connection.appender("order_items")?;
    for i in &trade.items {
        let (unit, total) = (dollars(i.unit_cents), dollars(i.total_cents));
        items.append_row(params![i.id, i.order, i.product, i.quantity, unit, i.discount_percent, total])?;
    }
    items.flush()?;
    let mut returns = connection.appender("returns")?;
    for r in &trade.returns {
        returns.append_row(params![r.id, r.item, date(r.day)?, r.quantity, r.reason, dollars(r.refund_cents)])?;
    }
    returns.flush()?;
    Ok(())
}

/// DuckDB rounds to the column's two digits, so a double carries cents exactly.
fn dollars(cents: i64) -> f64 {
    cents as f64 / 100.0
}

fn date(day: Date) -> anyhow::Result<Value> {
    Ok(Value::Date32(days(day)?))
}

fn days(day: Date) -> anyhow::Result<i32> {
    Ok(Date::constant(1970, 1, 1).until(day)?.get_days())
}

#[cfg(test)]
#[path = "demo_tests.rs"]
mod tests;
