//! Small catalogs, made by hand: a shop in DuckDB, a school in SQLite, a single wide table.

use std::sync::Arc;
use vouch_linguist::{ColumnValues, Linguist, Probe};
use vouch_model::{Catalog, Column, DataType, Dialect, ForeignKey, KeyOrigin, Table, TableKind, Value};

pub struct NoProbe;

impl Probe for NoProbe {
    fn find_value(&self, _: &str, _: &str, _: &str) -> Vec<String> {
        Vec::new()
    }
    fn row_count(&self, _: &str, _: usize) -> Option<usize> {
        None
    }
}

pub fn now() -> jiff::Zoned {
    "2026-11-15T12:00:00+00:00[UTC]".parse().unwrap()
}

fn data_type(name: &str) -> DataType {
    match name {
        "int" => DataType::Int,
        "money" => DataType::Decimal { precision: 10, scale: 2 },
        "date" => DataType::Date,
        "time" => DataType::Timestamp { zoned: false },
        "bool" => DataType::Bool,
        _ => DataType::Text,
    }
}

/// "name type" or "name text: Value, Value"; a '!' after the type means unique, a '?' nullable.
fn column(spec: &str, values: &mut Vec<ColumnValues>, table: &str) -> Column {
    let (head, listed) = spec.split_once(':').unwrap_or((spec, ""));
    let mut parts = head.split_whitespace();
    let name = parts.next().unwrap();
    let kind = parts.next().unwrap();
    let listed: Vec<String> = listed.split(',').map(|v| v.trim().to_owned()).filter(|v| !v.is_empty()).collect();
    if !listed.is_empty() {
        values.push(ColumnValues { table: table.into(), column: name.into(), values: listed.clone(), complete: true });
    }
    let bare = kind.trim_end_matches(['!', '?']);
    Column {
        name: name.into(),
        label: None,
        data_type: data_type(bare),
        native_type: bare.to_uppercase(),
        nullable: kind.ends_with('?'),
        comment: None,
        samples: listed.iter().take(3).cloned().collect(),
        min: (bare == "int").then_some(Value::Int(if name.contains("year") { 1990 } else { 0 })),
        max: (bare == "int").then_some(Value::Int(if name.contains("year") { 2025 } else { 500 })),
        null_count: Some(u64::from(kind.ends_with('?')) * 3),
        distinct_count: Some(if listed.is_empty() { 80 } else { listed.len() as u64 }),
        unique: kind.ends_with('!'),
    }
}

fn table(spec: &str, values: &mut Vec<ColumnValues>) -> Table {
    let mut lines = spec.lines().map(str::trim).filter(|l| !l.is_empty());
    let name = lines.next().unwrap();
    let columns: Vec<Column> = lines.map(|l| column(l, values, name)).collect();
    let key = columns.first().filter(|c| c.unique).map(|c| c.name.clone());
    Table {
        schema: None,
        name: name.into(),
        label: None,
        kind: TableKind::Table,
        comment: None,
        columns,
        primary_key: key.into_iter().collect(),
        row_count: Some(100),
        definition: None,
    }
}

fn build(dialect: Dialect, tables: &[&str], keys: &[(&str, &str, &str, &str)]) -> Linguist {
    let mut values = Vec::new();
    let tables = tables.iter().map(|t| table(t, &mut values)).collect();
    let foreign_keys = keys
        .iter()
        .map(|(table, column, to_table, to_column)| ForeignKey {
            table: (*table).into(),
            columns: vec![(*column).into()],
            to_table: (*to_table).into(),
            to_columns: vec![(*to_column).into()],
            origin: KeyOrigin::Declared,
        })
        .collect();
    let catalog = Catalog {
        source: "test".into(),
        dialect,
        version: "1".into(),
        tables,
        foreign_keys,
        own_functions: Vec::new(),
    };
    Linguist::new(Arc::new(catalog), values)
}

pub fn shop() -> Linguist {
    build(
        Dialect::DuckDb,
        &[
            "customers
             customer_id int!
             name text: Ada Brown, Carl Diaz, Eve Fox
             city text: Lisbon, Porto, Faro
             signed_up_on date
             newsletter bool
             email text?",
            "products
             product_id int!
             product_name text!: Blue Kettle, Red Lamp, Oak Desk
             category text: Kitchen, Lighting, Furniture
             list_price money",
            "orders
             order_id int!
             customer_id int
             ordered_at time
             status text: shipped, cancelled, open",
            "order_items
             order_item_id int!
             order_id int
             product_id int
             quantity int
             unit_price money",
        ],
        &[
            ("orders", "customer_id", "customers", "customer_id"),
            ("order_items", "order_id", "orders", "order_id"),
            ("order_items", "product_id", "products", "product_id"),
        ],
    )
}

pub fn school() -> Linguist {
    build(
        Dialect::Sqlite,
        &[
            "teacher
             id int!
             first_name text
             last_name text
             age int
             hometown text: Bergen, Oslo, Tromso",
            "course
             id int!
             title text!: Algebra, Botany, Chess
             credits int
             teacher_id int
             year_started int",
            "student
             id int!
             name text
             gender text: F, M
             birth_date date",
            "enrollment
             student_id int
             course_id int
             grade text: A, B, C",
        ],
        &[
            ("course", "teacher_id", "teacher", "id"),
            ("enrollment", "student_id", "student", "id"),
            ("enrollment", "course_id", "course", "id"),
        ],
    )
}

pub fn flats() -> Linguist {
    build(
        Dialect::DuckDb,
        &["flats
           flat_id text!
           district text: Harbor, Old Town, Mill Hill
           kind text: Studio, Loft, Duplex
           monthly_rent money
           area_sqm int
           has_balcony bool
           pets_allowed bool
           listed_on date
           rented_on date?"],
        &[],
    )
}

/// Names full of short forms, and of words that mean something by themselves.
pub fn weather() -> Linguist {
    build(
        Dialect::DuckDb,
        &["seattle_weather
           date date!
           precipitation money
           temp_max money
           temp_min money
           wind money
           weather text: rain, sun, snow"],
        &[],
    )
}

/// A table that points at itself, and two keys between the same two tables.
pub fn staff() -> Linguist {
    build(
        Dialect::Sqlite,
        &[
            "employee
             id int!
             first_name text: Ana, Ben, Cleo
             last_name text: Reyes, Stone, Tran
             salary int
             age int
             hired_on date
             manager_id int",
            "airport
             code text!: BER, OSL, LIS
             city text: Berlin, Oslo, Lisbon
             country text: Germany, Norway, Portugal",
            "flight
             id int!
             origin_code text
             destination_code text
             pilot_id int
             seats int",
        ],
        &[
            ("employee", "manager_id", "employee", "id"),
            ("flight", "origin_code", "airport", "code"),
            ("flight", "destination_code", "airport", "code"),
            ("flight", "pilot_id", "employee", "id"),
        ],
    )
}

/// A haulier and its workshop: moments, units, flags, what is added up and what is owed.
pub fn haulage() -> Linguist {
    build(
        Dialect::Sqlite,
        &[
            "depots
             depot_id int!
             depot_name text!: Nord, Sud, Quay
             city text: Hamburg, Lyon, Porto
             area_ha int",
            "drivers
             driver_id int!
             full_name text: Ana Kovac, Ben Ode, Cleo Tan
             title text: Junior, Senior
             hourly_rate money
             home_depot_id int",
            "clients
             client_id int!
             name text: Alpen, Lido, Helix
             is_vip text: Y, N",
            "trips
             trip_id int!
             driver_id int
             origin_depot_id int
             dest_depot_id int
             departed_at time
             arrived_at time
             wait_sec int
             distance_km int
             fuel_litres int",
            "bills
             bill_id int!
             client_id int
             issued_on date
             due_on date
             paid_on date?
             amount money",
            "time_entries
             entry_id int!
             driver_id int
             client_id int
             work_date date
             billable text: Y, N
             activity text: Loading, Driving
             hours int",
            "washings
             washing_id int!
             depot_id int
             washed_on date
             litres int",
        ],
        &[
            ("drivers", "home_depot_id", "depots", "depot_id"),
            ("trips", "driver_id", "drivers", "driver_id"),
            ("trips", "origin_depot_id", "depots", "depot_id"),
            ("trips", "dest_depot_id", "depots", "depot_id"),
            ("bills", "client_id", "clients", "client_id"),
            ("time_entries", "driver_id", "drivers", "driver_id"),
            ("time_entries", "client_id", "clients", "client_id"),
            ("washings", "depot_id", "depots", "depot_id"),
        ],
    )
}

/// A running club as somebody keeps it: short forms, dates that are empty until something is over, members who invite others.
pub fn club() -> Linguist {
    build(
        Dialect::Sqlite,
        &[
            "tbl_member
             member_no int!
             given_name text: Ana, Ben, Cleo
             family_name text: Reyes, Stone, Tran
             town text: Alloa, Stirling
             joined_on date
             left_on date?
             active_flg text: Y, N",
            "tbl_workout
             workout_id int!
             member_no int
             done_on date
             kind text: Race, Easy
             result text: PASS, FAIL
             distance_km int
             duration_min int",
            "lk_course
             course_cd text!
             course_nm text!: Road loop, Trail loop
             level text: Beginner, Expert",
            "tbl_term
             term_id int!
             term_no text
             course_cd text
             start_date date
             end_date date?
             fee_eur money",
            "tbl_booking
             booking_id int!
             member_no int
             term_id int
             booked_on date
             paid_on date?
             cancelled_on date?
             amt money",
        ],
        &[
            ("tbl_workout", "member_no", "tbl_member", "member_no"),
            ("tbl_term", "course_cd", "lk_course", "course_cd"),
            ("tbl_booking", "member_no", "tbl_member", "member_no"),
            ("tbl_booking", "term_id", "tbl_term", "term_id"),
        ],
    )
}

pub fn workshop() -> Linguist {
    build(
        Dialect::DuckDb,
        &[
            "clients
             client_id int!
             client_name text!: Ana Reyes, Ben Stone, Cleo Tran
             town text: Alloa, Stirling
             gender text: F, M
             date_of_birth date
             registered_on date
             active bool",
            "mechanics
             mechanic_id int!
             mech_name text!: Ida Bow, Otto Lane
             trade text: fitter, welder
             hired date
             left_on date?
             hourly_pay money
             full_time bool",
            "bikes
             bike_id int!
             client_id int
             frame_no text!
             brand text: Kestrel, Orbit
             built_year int",
            "jobs
             job_id int!
             bike_id int
             mechanic_id int
             brought_in date
             promised_for date
             finished_on date?
             cancelled_on date?
             paid_on date?
             kind text: brakes, wheels
             labour money",
            "parts
             part_id int!
             part_name text!: brake pad, spoke
             supplier text: Bosch, Orbea
             in_stock int
             reorder_level int
             purchase_price money",
            "parts_used
             usage_id int!
             job_id int
             part_id int
             qty int
             sale_price money",
        ],
        &[
            ("bikes", "client_id", "clients", "client_id"),
            ("jobs", "bike_id", "bikes", "bike_id"),
            ("jobs", "mechanic_id", "mechanics", "mechanic_id"),
            ("parts_used", "job_id", "jobs", "job_id"),
            ("parts_used", "part_id", "parts", "part_id"),
        ],
    )
}

/// A wholesaler with an office: orders that stand and orders that are sold, people who work there, moments before and after.
pub fn office() -> Linguist {
    build(
        Dialect::Sqlite,
        &[
            "staff
             id int!
             full_name text!: Ida Bow, Otto Lane
             hired_on date",
            "Customer
             CustomerId int!
             CustomerName text!: Moser Metall, Red Lion
             Town text: Alloa, Stirling
             Phone text
             Newsletter text: yes, no",
            "Product
             ProductId int!
             ProductName text!: Amber Ale, Night Ferry
             IsOrganic text: yes, no
             ListPrice money
             LaunchDate date",
            "StandingOrder
             StandingOrderId int!
             CustomerId int
             ProductId int
             Quantity int
             StartDate date
             EndDate date?",
            "SalesOrder
             OrderId int!
             CustomerId int
             TakenBy int
             OrderedAt time
             DeliveredAt time?
             Status text: open, delivered, cancelled
             DeliveryFee money",
            "OrderLine
             OrderLineId int!
             OrderId int
             ProductId int
             Quantity int
             UnitPrice money",
            "invoices
             id int!
             invoice_no text!
             customer_id int
             issued_on date
             due_on date
             amount money
             paid_on date?",
            "tastings
             id int!
             customer_id int
             host_id int
             booked_on date
             starts_at time
             guests int
             rating int",
        ],
        &[
            ("StandingOrder", "CustomerId", "Customer", "CustomerId"),
            ("StandingOrder", "ProductId", "Product", "ProductId"),
            ("SalesOrder", "CustomerId", "Customer", "CustomerId"),
            ("SalesOrder", "TakenBy", "staff", "id"),
            ("OrderLine", "ProductId", "Product", "ProductId"),
            ("OrderLine", "OrderId", "SalesOrder", "OrderId"),
            ("invoices", "customer_id", "Customer", "CustomerId"),
            ("tastings", "customer_id", "Customer", "CustomerId"),
            ("tastings", "host_id", "staff", "id"),
        ],
    )
}

/// A driving school: statuses that are everyday words, days beside statuses, people who are noted by name only.
pub fn academy() -> Linguist {
    build(
        Dialect::DuckDb,
        &[
            "students
             id int!
             name text!: Olga Zimmer, Mona Vogel
             town text: Ettlingen, Durlach
             status text: passed, active",
            "instructors
             id int!
             name text!: Petra Lang, Ralf Stein
             hourly_rate money
             max_students int",
            "exams
             id int!
             student_id int
             kind text: theory, practical
             result text: pass, fail
             held_on date",
            "lessons
             id int!
             student_id int
             instructor_id int
             given_on date
             status text: done, cancelled, no-show
             damage_claim_eur money?
             rating int",
            "quotes
             id int!
             company text: Alpine Foods, Fjord Seafood
             quote_date date
             signed_date date?
             status text: Quoted, Signed",
            "shifts
             id int!
             lesson_id int
             employee text: Ada Moll, Henrik Voss
             role text: chef, waiter
             hours money
             hourly_wage money",
        ],
        &[
            ("exams", "student_id", "students", "id"),
            ("lessons", "student_id", "students", "id"),
            ("lessons", "instructor_id", "instructors", "id"),
            ("shifts", "lesson_id", "lessons", "id"),
        ],
    )
}

/// A landlord's list of repairs, exported as one file: what the rows are called is told by their number.
pub fn repairs() -> Linguist {
    build(
        Dialect::DuckDb,
        &["repairs
           job_no text!
           reported_on date
           tenant text: Stefan Grant, Ines Wolf
           status text: Open, Completed, Cancelled
           due_date date
           completed_on date?
           cost money
           currency text: EUR, GBP
           rating int?"],
        &[],
    )
}

/// One file in which every row is something that was done: a name stands in many of them.
pub fn visits() -> Linguist {
    build(
        Dialect::DuckDb,
        &["visits
           visit_no int!
           visitor text: Ana Brown, Ben Ode, Cleo Tan
           clinic text: Harbor, Mill Hill, Old Town
           reason text: Checkup, Flu, Injury
           checked_in time
           minutes int
           paid bool"],
        &[],
    )
}
