//! Three practices in one DuckDB file. The tenant is a number, and called `practice_id`; tables are up to three keys away
//! from it, over composite keys, keys that may be missing, and two keys that must agree.

use crate::world::{Owner, Row, World, make};
use vouch_model::Dialect;
use vouch_sql::TenantSettings;

const SCHEMA: &str = "
    CREATE TABLE practices (id INTEGER PRIMARY KEY, title VARCHAR);
    CREATE TABLE codes (code VARCHAR PRIMARY KEY, meaning VARCHAR);
    CREATE TABLE doctors (id INTEGER PRIMARY KEY, practice_id INTEGER REFERENCES practices (id), name VARCHAR,
        boss_id INTEGER REFERENCES doctors (id));
    CREATE TABLE patients (id INTEGER PRIMARY KEY, practice_id INTEGER REFERENCES practices (id), name VARCHAR,
        note VARCHAR, score INTEGER);
    CREATE TABLE visits (id INTEGER PRIMARY KEY, doctor_id INTEGER REFERENCES doctors (id),
        patient_id INTEGER REFERENCES patients (id), code VARCHAR REFERENCES codes (code), day DATE,
        fee DECIMAL(8, 2), note VARCHAR);
    CREATE TABLE bills (practice_id INTEGER, year INTEGER, number INTEGER, total DECIMAL(10, 2),
        PRIMARY KEY (year, number));
    CREATE TABLE bill_lines (id INTEGER PRIMARY KEY, bill_year INTEGER, bill_number INTEGER, amount DECIMAL(10, 2),
        label VARCHAR, FOREIGN KEY (bill_year, bill_number) REFERENCES bills (year, number));
    CREATE TABLE payments (id INTEGER PRIMARY KEY, line_id INTEGER REFERENCES bill_lines (id), paid DATE,
        amount DECIMAL(10, 2));
    CREATE TABLE refunds (id INTEGER PRIMARY KEY, payment_id INTEGER REFERENCES payments (id), amount DECIMAL(10, 2));
    CREATE TABLE \"Order Details\" (\"Line ID\" INTEGER, practice_id INTEGER, \"select\" VARCHAR, \"Größe\" VARCHAR);
    CREATE TABLE machines (id INTEGER PRIMARY KEY, name VARCHAR);
    CREATE VIEW own_totals AS SELECT practice_id, sum(total) AS total FROM bills GROUP BY practice_id;
    CREATE VIEW all_totals AS SELECT sum(total) AS total FROM bills;
    CREATE VIEW ranked AS SELECT practice_id, id, name, score,
        rank() OVER (ORDER BY score DESC NULLS LAST, id) AS place, count(*) OVER () AS everybody FROM patients;
    CREATE VIEW numbered AS SELECT practice_id, id, CAST(note AS INTEGER) AS number FROM patients;
    CREATE VIEW best(practice_id, who, place) AS SELECT practice_id, name, place FROM ranked WHERE place <= 5;
    CREATE VIEW by_month AS SELECT practice_id, extract(month FROM DATE '2024-03-01') AS month, id,
        lag(score IGNORE NULLS) OVER (ORDER BY id) AS before, - -score AS again FROM patients;
    CREATE VIEW staff AS WITH patients AS (SELECT * FROM doctors) SELECT practice_id, name FROM patients;
";

pub const TENANTS: [&str; 4] = ["1", "2", "3", "99"];
pub const TABLES: [&str; 16] = [
    "practices",
    "codes",
    "doctors",
    "patients",
    "visits",
    "bills",
    "bill_lines",
    "payments",
    "refunds",
    "Order Details",
    "own_totals",
    "ranked",
    "numbered",
    "best",
    "staff",
    "codes",
];

pub fn settings() -> TenantSettings {
    TenantSettings { column: "practice_id".into(), shared_tables: vec!["codes".into()], columns: Vec::new() }
}

pub async fn clinic() -> World {
    make(Dialect::DuckDb, SCHEMA, &rows(), &settings(), &TENANTS).await
}

/// Rows of 1, 2 and 3 lie side by side. Notes of 1 are numbers, those of the others are not.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |owner: Owner, table: &'static str, values: String| rows.push(Row { owner, table, values });
    for (code, meaning) in [("A", "advice"), ("B", "blood test"), ("C", "check-up")] {
        add(Owner::Everybody, "codes", format!("'{code}', '{meaning}'"));
    }
    let practices = ["1", "2", "3"];
    for (i, own) in practices.iter().enumerate() {
        add(Owner::One(own), "practices", format!("{own}, 'Practice {}'", i + 1));
    }
    for i in 0..18_usize {
        let own = practices[i % 3];
        let boss = if i >= 3 { (i - 3).to_string() } else { "NULL".to_owned() };
        add(Owner::One(own), "doctors", format!("{i}, {own}, 'Dr {}', {boss}", ["Ada", "Bo", "Cy", "Ann"][i % 4]));
    }
    add(Owner::Nobody, "doctors", "100, NULL, 'Dr Nobody', NULL".to_owned());
    for i in 0..60_usize {
        let own = practices[i % 3];
        let note = if own == "1" { (i * 2).to_string() } else { format!("secret of {own}: {i}") };
        let score = if i % 7 == 0 { "NULL".to_owned() } else { (i % 13 * 5).to_string() };
        add(Owner::One(own), "patients", format!("{i}, {own}, 'P{}', '{note}', {score}", i % 9));
    }
    for i in 0..240_usize {
        // Doctor and patient are of the same practice, of two, or one of them is missing.
        let (doctor, patient) = (i % 18, i * 5 % 60);
        let owner = match (i % 11, doctor % 3 == patient % 3) {
            (0, _) | (_, false) => Owner::Nobody,
            (_, true) => Owner::One(practices[doctor % 3]),
        };
        let doctor = if i % 11 == 0 { "NULL".to_owned() } else { doctor.to_string() };
        let note = if owner == Owner::One("1") { i.to_string() } else { format!("secret visit {i}") };
        let code = ["'A'", "'B'", "NULL"][i % 3];
        let day = format!("DATE '2024-{:02}-{:02}'", i % 12 + 1, i % 28 + 1);
        add(owner, "visits", format!("{i}, {doctor}, {patient}, {code}, {day}, {}.5, '{note}'", i % 40));
    }
    for i in 0..45_usize {
        let own = practices[i % 3];
        add(Owner::One(own), "bills", format!("{own}, {}, {i}, {}.25", 2020 + i % 4, i * 3));
    }
    for i in 0..120_usize {
        let (bill, has_year) = (i % 45, i % 10 != 0);
        let owner = if has_year { Owner::One(practices[bill % 3]) } else { Owner::Nobody };
        let year = if has_year { (2020 + bill % 4).to_string() } else { "NULL".to_owned() };
        add(owner, "bill_lines", format!("{i}, {year}, {bill}, {}.75, 'line {}'", i % 17, i % 5));
    }
    for i in 0..100_usize {
        let line = i * 7 % 120;
        let owner = if line % 10 != 0 { Owner::One(practices[line % 45 % 3]) } else { Owner::Nobody };
        add(owner.clone(), "payments", format!("{i}, {line}, DATE '2024-05-{:02}', {}.1", i % 28 + 1, i % 23));
        if i % 2 == 0 {
            add(owner, "refunds", format!("{i}, {i}, {}.05", i % 9));
        }
    }
    for i in 0..12_usize {
        let own = practices[i % 3];
        add(Owner::One(own), "\"Order Details\"", format!("{i}, {own}, 's{i}', 'groß {}'", i % 4));
    }
    add(Owner::Nobody, "machines", "1, 'scanner'".to_owned());
    rows
}
