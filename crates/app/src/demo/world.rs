//! Who trades with what: customers, products and stores, before any order is placed.

use super::goods::{CATEGORIES, CategorySeed};
use super::names::{CLIENTS, CLOSED_STORE, EMAIL_DOMAINS, FIRST_NAMES, LAST_NAMES, STATES, STORES};
use super::random::Random;
use jiff::civil::Date;

/// The first and the last day with orders.
pub const FIRST_DAY: Date = Date::constant(2024, 5, 1);
pub const LAST_DAY: Date = Date::constant(2026, 10, 31);

const CUSTOMERS: usize = 6_000;
/// The product whose return rate stands out.
pub const FAULTY_KIND: &str = "Treadmill";

pub struct World {
    pub customers: Vec<Customer>,
    pub products: Vec<Product>,
    pub stores: Vec<Store>,
}

pub struct Customer {
    pub id: i32,
    pub client: i32,
    pub name: String,
    pub email: Option<String>,
    pub state: Option<&'static str>,
    pub signed_up: Date,
    pub tier: Option<&'static str>,
    pub opt_in: bool,
    /// Signed up and never came back.
    pub idle: bool,
}

pub struct Product {
    pub id: i32,
    pub client: i32,
    pub category: i32,
    pub name: String,
    pub price_cents: i64,
    pub cost_cents: i64,
    pub launched: Date,
    pub discontinued: bool,
    /// Listed, but nobody has bought it.
    pub unsold: bool,
    pub faulty: bool,
    /// How often it is bought among its category's products.
    pub weight: u32,
}

pub struct Store {
    pub id: i32,
    pub client: i32,
    pub name: &'static str,
    pub city: &'static str,
    pub region: &'static str,
    pub opened: Date,
    pub closed: Option<Date>,
    pub floor_area: i32,
    pub weight: u32,
}

impl World {
    pub fn make(random: &mut Random) -> anyhow::Result<Self> {
        Ok(Self { customers: make_customers(random)?, products: make_products(random)?, stores: make_stores()? })
    }
}

fn make_customers(random: &mut Random) -> anyhow::Result<Vec<Customer>> {
    let mut names: Vec<(&str, &str)> =
        FIRST_NAMES.iter().flat_map(|first| LAST_NAMES.iter().map(move |last| (*first, *last))).collect();
    random.shuffle(&mut names);
    let shares: Vec<(i32, u32)> = (1..).zip(CLIENTS.iter().map(|client| client.share)).collect();
    let opening = Date::new(2022, 1, 1)?;
    let days = opening.until(LAST_DAY)?.get_days();
    let mut customers = Vec::with_capacity(CUSTOMERS);
    for (id, (first, last)) in (1..).zip(names.into_iter().take(CUSTOMERS)) {
        // Growing numbers of sign-ups: the larger of two draws leans towards the end.
        let day = random.between(0, days).max(random.between(0, days));
        let domain = random.pick(EMAIL_DOMAINS).copied().unwrap_or_default();
        customers.push(Customer {
            id,
            client: random.weighted(&shares).copied().unwrap_or(1),
            name: format!("{first} {last}"),
            email: (!random.chance(0.06)).then(|| format!("{}.{}@{domain}", first.to_lowercase(), last.to_lowercase())),
            state: if random.chance(0.03) { None } else { random.weighted(STATES).copied() },
            signed_up: opening.checked_add(jiff::Span::new().days(day))?,
            tier: random
                .weighted(&[(None, 50), (Some("Bronze"), 28), (Some("Silver"), 15), (Some("Gold"), 7)])
                .copied()
                .flatten(),
            opt_in: random.chance(0.62),
            idle: random.chance(0.08),
        });
    }
    Ok(customers)
}

fn make_products(random: &mut Random) -> anyhow::Result<Vec<Product>> {
    let mut products = Vec::new();
    for (category, seed) in (1..).zip(CATEGORIES) {
        let mut names = product_names(seed);
        random.shuffle(&mut names);
        let mut names = names.into_iter();
        for (client, shop) in (1..).zip(CLIENTS) {
            for (line, (kind, usual_price)) in names.by_ref().take(shop.products_per_category) {
                let id = i32::try_from(products.len())? + 1;
                products.push(make_product(random, id, client, category, usual_price, format!("{line} {kind}"))?);
            }
        }
    }
    // The one treadmill of the largest client that keeps coming back.
    if let Some(product) = products.iter_mut().find(|p| p.client == 1 && p.name.ends_with(FAULTY_KIND)) {
        product.faulty = true;
        product.unsold = false;
        product.discontinued = false;
        product.launched = Date::new(2023, 10, 2)?;
        product.weight = 4;
    }
    Ok(products)
}

fn product_names(seed: &CategorySeed) -> Vec<(&'static str, (&'static str, i64))> {
    seed.lines.iter().flat_map(|line| seed.kinds.iter().map(move |kind| (*line, *kind))).collect()
}

fn make_product(
    random: &mut Random,
    id: i32,
    client: i32,
    category: i32,
    usual_price: i64,
    name: String,
) -> anyhow::Result<Product> {
    // Lines differ in price; prices end in .99 or .50 as prices do.
    let dollars = usual_price * i64::from(random.between(72, 138)) / 100;
    let price_cents = dollars * 100 + if random.chance(0.7) { 99 } else { 50 };
    let cost_cents = price_cents * i64::from(random.between(42, 71)) / 100;
    let launched = Date::new(2022, 6, 1)?.checked_add(jiff::Span::new().days(random.between(0, 1_150)))?;
    let unsold = random.chance(0.03);
    let discontinued = random.chance(0.05);
    let weight = u32::try_from(random.between(1, 6) * random.between(1, 4))?;
    Ok(Product {
        id,
        client,
        category,
        name,
        price_cents,
        cost_cents,
        launched,
        discontinued,
        unsold,
        faulty: false,
        weight,
    })
}

fn make_stores() -> anyhow::Result<Vec<Store>> {
    let (closed_name, (year, month, day)) = CLOSED_STORE;
    let closing = Date::new(year, month, day)?;
    (1..)
        .zip(STORES)
        .map(|(id, &(client, name, city, region, (year, month), floor_area, weight))| {
            let opened = Date::new(year, month, 1)?;
            let closed = (name == closed_name).then_some(closing);
            Ok(Store { id, client, name, city, region, opened, closed, floor_area, weight })
        })
        .collect()
}
