//! What happens day by day: orders, their lines, and what comes back.
//!
//! Here sit the patterns worth finding: the season, the week, the growing category and state, the store that closed,
//! the discount that backfired, the product that keeps coming back.

use super::goods::{CATEGORIES, GROWING_CATEGORY};
use super::names::{CLIENTS, GROWING_STATE, PAYMENT_METHODS, RETURN_REASONS};
use super::random::Random;
use super::world::{Customer, FIRST_DAY, LAST_DAY, Product, Store, World};
use jiff::civil::Date;

/// Orders on an ordinary day at the start, over all clients.
const ORDERS_PER_DAY: f64 = 36.8;
/// The discount that lowered prices and filled the returns desk instead of the baskets.
const BACKFIRED: (&str, i32) = ("SPRING25", 25);
const USUAL_CODES: &[(&str, i32)] = &[("WELCOME10", 10), ("LOYAL15", 15), ("HOLIDAY20", 20)];

#[derive(Default)]
pub struct Trade {
    pub orders: Vec<Order>,
    pub items: Vec<Item>,
    pub returns: Vec<Return>,
}

pub struct Order {
    pub id: i32,
    pub client: i32,
    pub customer: i32,
    pub store: Option<i32>,
    pub day: Date,
    pub second_of_day: i64,
    pub status: &'static str,
    pub payment: &'static str,
    pub code: Option<&'static str>,
    pub shipping_cents: i64,
}

pub struct Item {
    pub id: i32,
    pub order: i32,
    pub product: i32,
    pub quantity: i32,
    pub unit_cents: i64,
    pub discount_percent: i32,
    pub total_cents: i64,
}

pub struct Return {
    pub id: i32,
    pub item: i32,
    pub day: Date,
    pub quantity: i32,
    pub reason: Option<&'static str>,
    pub refund_cents: i64,
}

/// What one client has to sell, and to whom.
struct Shop<'w> {
    id: i32,
    share: f64,
    growth: f64,
    /// By day of sign-up, so that those who may order on a day are the first so many.
    customers: Vec<&'w Customer>,
    growing_state: Vec<&'w Customer>,
    /// By category, in the order of `CATEGORIES`.
    shelves: Vec<Vec<&'w Product>>,
    stores: Vec<&'w Store>,
}

impl Trade {
    pub fn make(world: &World, random: &mut Random) -> anyhow::Result<Self> {
        let shops: Vec<Shop<'_>> = (1..).zip(CLIENTS).map(|(id, seed)| Shop::open(world, id, seed.share)).collect();
        let total_days = f64::from(FIRST_DAY.until(LAST_DAY)?.get_days());
        let mut trade = Trade::default();
        for day in FIRST_DAY.series(jiff::Span::new().days(1)).take_while(|day| *day <= LAST_DAY) {
            let progress = f64::from(FIRST_DAY.until(day)?.get_days()) / total_days;
            let pace = ORDERS_PER_DAY * season(day) * weekday(day);
            for shop in &shops {
                let mean = pace * shop.share * (1.0 + shop.growth * progress);
                let noisy = mean * (0.8 + 0.4 * random.unit());
                let count = noisy as usize + usize::from(random.chance(noisy.fract()));
                for _ in 0..count {
                    trade.place_order(shop, day, progress, random)?;
                }
            }
        }
        Ok(trade)
    }

    fn place_order(&mut self, shop: &Shop<'_>, day: Date, progress: f64, random: &mut Random) -> anyhow::Result<()> {
        let Some(customer) = shop.customer(day, progress, random) else { return Ok(()) };
        let id = i32::try_from(self.orders.len())? + 1;
        let store = if random.chance(0.45) { None } else { shop.store(day, random) };
        let discount = discount(day, customer, random);
        let status = status(day, random);
        // Stores keep opening hours; online orders come in the evening too.
        let (open, close) = if store.is_some() { (9, 19) } else { (6, 23) };
        let second_of_day = i64::from(random.between(open * 3_600, close * 3_600 + 3_599));
        self.orders.push(Order {
            id,
            client: shop.id,
            customer: customer.id,
            store: store.map(|store| store.id),
            day,
            second_of_day,
            status,
            payment: random.weighted(PAYMENT_METHODS).copied().unwrap_or_default(),
            code: discount.map(|(code, _)| code),
            shipping_cents: if store.is_some() { 0 } else { *random.pick(&[0, 0, 499, 599, 999]).unwrap_or(&0) },
        });
        if status == "cancelled" {
            return Ok(());
        }
        let backfired = discount == Some(BACKFIRED);
        // Baskets of the failed promotion are smaller, not larger.
        let lines: &[(i32, u32)] =
            if backfired { &[(1, 60), (2, 30), (3, 10)] } else { &[(1, 30), (2, 27), (3, 21), (4, 13), (5, 9)] };
        let percent = discount.map_or(0, |(_, percent)| percent);
        for _ in 0..random.weighted(lines).copied().unwrap_or(1) {
            if let Some(product) = shop.product(day, progress, random) {
                self.add_item(id, product, percent, day, backfired, random)?;
            }
        }
        Ok(())
    }

    fn add_item(
        &mut self,
        order: i32,
        product: &Product,
        discount_percent: i32,
        day: Date,
        backfired: bool,
        random: &mut Random,
    ) -> anyhow::Result<()> {
        let id = i32::try_from(self.items.len())? + 1;
        let quantity = random.weighted(&[(1, 68), (2, 20), (3, 8), (4, 4)]).copied().unwrap_or(1);
        // Prices were a little lower before 2026.
        let unit_cents = if day.year() < 2026 { product.price_cents * 96 / 100 } else { product.price_cents };
        let gross = unit_cents * i64::from(quantity);
        let total_cents = gross - gross * i64::from(discount_percent) / 100;
        self.items.push(Item { id, order, product: product.id, quantity, unit_cents, discount_percent, total_cents });
        let rate = if product.faulty {
            0.34
        } else if backfired {
            0.13
        } else {
            0.042
        };
        let back_on = day.checked_add(jiff::Span::new().days(random.between(3, 35)))?;
        if random.chance(rate) && back_on <= LAST_DAY {
            let back = random.between(1, quantity);
            let reason = if product.faulty && random.chance(0.8) {
                Some("Damaged")
            } else if random.chance(0.1) {
                None
            } else {
                random.weighted(RETURN_REASONS).copied()
            };
            self.returns.push(Return {
                id: i32::try_from(self.returns.len())? + 1,
                item: id,
                day: back_on,
                quantity: back,
                reason,
                refund_cents: total_cents * i64::from(back) / i64::from(quantity),
            });
        }
        Ok(())
    }
}

impl<'w> Shop<'w> {
    fn open(world: &'w World, id: i32, share: u32) -> Self {
        let mut customers: Vec<&Customer> = world.customers.iter().filter(|c| c.client == id && !c.idle).collect();
        customers.sort_by_key(|customer| (customer.signed_up, customer.id));
        let growing_state = customers.iter().copied().filter(|c| c.state == Some(GROWING_STATE)).collect();
        let shelf = |category: i32| {
            let sold = |p: &&Product| p.client == id && p.category == category && !p.unsold;
            world.products.iter().filter(sold).collect()
        };
        Self {
            id,
            share: f64::from(share) / 100.0,
            // The second client grows fastest.
            growth: if id == 2 { 0.75 } else { 0.25 },
            customers,
            growing_state,
            shelves: (1..).zip(CATEGORIES).map(|(category, _)| shelf(category)).collect(),
            stores: world.stores.iter().filter(|store| store.client == id).collect(),
        }
    }

    /// Early customers order more often; the growing state sends more and more orders.
    fn customer(&self, day: Date, progress: f64, random: &mut Random) -> Option<&'w Customer> {
        let pool = if random.chance(0.11 * progress * progress) { &self.growing_state } else { &self.customers };
        let known = pool.partition_point(|customer| customer.signed_up <= day);
        let spread = random.unit();
        pool.get((known as f64 * spread * (0.4 + 0.6 * spread)) as usize).copied()
    }

    fn store(&self, day: Date, random: &mut Random) -> Option<&'w Store> {
        let open: Vec<(&Store, u32)> = self
            .stores
            .iter()
            .filter(|store| store.opened <= day && store.closed.is_none_or(|closed| day <= closed))
            .map(|store| (*store, store.weight))
            .collect();
        random.weighted(&open).copied()
    }

    /// A small client may have nothing on one shelf early on; its customers then look at another.
    fn product(&self, day: Date, progress: f64, random: &mut Random) -> Option<&'w Product> {
        (0..10).find_map(|_| self.product_of_a_shelf(day, progress, random))
    }

    fn product_of_a_shelf(&self, day: Date, progress: f64, random: &mut Random) -> Option<&'w Product> {
        let shelves: Vec<(&Vec<&Product>, u32)> = self
            .shelves
            .iter()
            .zip(CATEGORIES)
            .map(|(shelf, seed)| (shelf, category_weight(seed.name, seed.weight, day, progress)))
            .collect();
        let shelf = random.weighted(&shelves)?;
        let last_sale = Date::constant(2025, 12, 31);
        let offered: Vec<(&Product, u32)> = shelf
            .iter()
            .filter(|p| p.launched <= day && (!p.discontinued || day <= last_sale))
            .map(|p| (*p, p.weight))
            .collect();
        random.weighted(&offered).copied()
    }
}

/// How busy a month is, 1 being ordinary.
fn season(day: Date) -> f64 {
    match day.month() {
        1 => 0.82,
        2 => 0.80,
        3 => 0.92,
        4 => 0.97,
        5 => 1.02,
        6 => 0.98,
        7 => 0.94,
        8 => 0.97,
        9 => 0.99,
        10 => 1.06,
        11 => 1.62,
        _ => 1.85,
    }
}

fn weekday(day: Date) -> f64 {
    match day.weekday().to_monday_one_offset() {
        1 => 0.88,
        2 => 0.84,
        3 => 0.90,
        4 => 0.97,
        5 => 1.13,
        6 => 1.27,
        _ => 1.05,
    }
}

/// Weights times 100, so that seasons shift them smoothly.
fn category_weight(name: &str, weight: u32, day: Date, progress: f64) -> u32 {
    let month = day.month();
    let factor = match name {
        GROWING_CATEGORY => 0.6 + 3.2 * progress,
        "Garden" if (4..=7).contains(&month) => 1.8,
        "Garden" if month >= 11 || month <= 2 => 0.4,
        "Outdoor Gear" if (5..=8).contains(&month) => 1.6,
        "Toys" if month >= 11 => 1.9,
        "Fitness" if month == 1 => 2.0,
        "Stationery" if month == 8 || month == 9 => 1.7,
        _ => 1.0,
    };
    (f64::from(weight) * factor * 100.0) as u32
}

fn discount(day: Date, customer: &Customer, random: &mut Random) -> Option<(&'static str, i32)> {
    if day.year() == 2026 && day.month() == 4 && random.chance(0.35) {
        return Some(BACKFIRED);
    }
    let likely = if customer.tier.is_some() { 0.16 } else { 0.09 };
    if !random.chance(likely) {
        return None;
    }
    let holiday = day.month() >= 11;
    let mut codes = USUAL_CODES.iter().copied().filter(|(code, _)| *code != "HOLIDAY20" || holiday).collect::<Vec<_>>();
    random.shuffle(&mut codes);
    codes.first().copied()
}

/// Only the latest orders are still on their way.
fn status(day: Date, random: &mut Random) -> &'static str {
    if random.chance(0.04) {
        "cancelled"
    } else if day >= Date::constant(2026, 10, 30) {
        "processing"
    } else if day >= Date::constant(2026, 10, 26) {
        "shipped"
    } else {
        "completed"
    }
}
