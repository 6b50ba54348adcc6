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
use goods::CATEGORIES;
use jiff::civil::Date;
use names::CLIENTS;
use random::Random;
use std::path::Path;
use trade::Trade;
use vouch_connectors::{TableRows, create_database};
use vouch_model::{Decimal, Timestamp, Value};
use world::World;

const SCHEMA: &str = include_str!("schema.sql");
/// Tables whose rows belong to every client.
pub const SHARED_TABLES: [&str; 1] = ["categories"];

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
    let mut tables = world_rows(&world);
    tables.extend(trade_rows(&trade));
    create_database(path, SCHEMA, tables)?;
    Ok(())
}

fn world_rows(world: &World) -> Vec<TableRows<'_>> {
    let clients = (1..).zip(CLIENTS).map(|(id, c)| {
        let (year, month, day) = c.joined;
        vec![Value::Int(id), text(c.name), text(c.plan), date(Date::constant(year, month, day))]
    });
    let categories = (1..).zip(CATEGORIES).map(|(id, c)| vec![Value::Int(id), text(c.name)]);
    let customers = world.customers.iter().map(|c| {
        let (email, state) = (optional_text(&c.email), optional_text(&c.state));
        vec![
            int(c.id),
            int(c.client),
            text(&c.name),
            email,
            state,
            date(c.signed_up),
            optional_text(&c.tier),
            Value::Bool(c.opt_in),
        ]
    });
    let products = world.products.iter().map(|p| {
        let (price, cost) = (dollars(p.price_cents), dollars(p.cost_cents));
        let discontinued = Value::Bool(p.discontinued);
        vec![int(p.id), int(p.client), int(p.category), text(&p.name), price, cost, date(p.launched), discontinued]
    });
    let stores = world.stores.iter().map(|s| {
        let closed = s.closed.map_or(Value::Null, date);
        let place = [text(s.name), text(s.city), text(s.region)];
        let rest = [date(s.opened), closed, int(s.floor_area)];
        [int(s.id), int(s.client)].into_iter().chain(place).chain(rest).collect()
    });
    vec![
        TableRows { table: "clients", rows: Box::new(clients) },
        TableRows { table: "categories", rows: Box::new(categories) },
        TableRows { table: "customers", rows: Box::new(customers) },
        TableRows { table: "products", rows: Box::new(products) },
        TableRows { table: "stores", rows: Box::new(stores) },
    ]
}

fn trade_rows(trade: &Trade) -> Vec<TableRows<'_>> {
    let orders = trade.orders.iter().map(|o| {
        let seconds = i64::from(days(o.day)) * 86_400 + o.second_of_day;
        let ordered_at = Value::Timestamp(Timestamp { seconds, nanos: 0, zoned: false });
        let who = [int(o.id), int(o.client), int(o.customer), o.store.map_or(Value::Null, int)];
        let how = [ordered_at, text(o.status), text(o.payment), optional_text(&o.code), dollars(o.shipping_cents)];
        who.into_iter().chain(how).collect()
    });
    let items = trade.items.iter().map(|i| {
        let (unit, total) = (dollars(i.unit_cents), dollars(i.total_cents));
        vec![int(i.id), int(i.order), int(i.product), int(i.quantity), unit, int(i.discount_percent), total]
    });
    let returns = trade.returns.iter().map(|r| {
        vec![int(r.id), int(r.item), date(r.day), int(r.quantity), optional_text(&r.reason), dollars(r.refund_cents)]
    });
    vec![
        TableRows { table: "orders", rows: Box::new(orders) },
        TableRows { table: "order_items", rows: Box::new(items) },
        TableRows { table: "returns", rows: Box::new(returns) },
    ]
}

fn int(n: impl Into<i64>) -> Value {
    Value::Int(n.into())
}

fn text(s: impl Into<String>) -> Value {
    Value::Text(s.into())
}

fn optional_text(s: &Option<impl Clone + Into<String>>) -> Value {
    s.clone().map_or(Value::Null, text)
}

fn dollars(cents: i64) -> Value {
    Value::Decimal(Decimal::new(i128::from(cents), 2))
}

fn date(day: Date) -> Value {
    Value::Date(days(day))
}

fn days(day: Date) -> i32 {
    // Counted from the same calendar's start, so the difference of two in-range dates always fits.
    (day - Date::constant(1970, 1, 1)).get_days()
}

#[cfg(test)]
#[path = "demo_tests.rs"]
mod tests;
