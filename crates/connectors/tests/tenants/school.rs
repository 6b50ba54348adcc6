//! Schools in one SQLite file. The tenant is a text whose column ignores case, and two schools differ in case only;
//! tables are up to three keys away from it.

use crate::world::{Owner, Row, World, make};
use vouch_model::Dialect;
use vouch_sql::TenantSettings;

/// Keys that lead nowhere are part of it, so nobody enforces them.
const SCHEMA: &str = "
    PRAGMA foreign_keys = OFF;
    CREATE TABLE schools (name TEXT PRIMARY KEY, city TEXT);
    CREATE TABLE subjects (subject TEXT PRIMARY KEY, title TEXT);
    CREATE TABLE classes (id INTEGER PRIMARY KEY, tenant TEXT COLLATE NOCASE, name TEXT, level INTEGER,
        parent_id INTEGER REFERENCES classes (id));
    CREATE TABLE pupils (id INTEGER PRIMARY KEY, class_id INTEGER REFERENCES classes, name TEXT, born DATE, points REAL,
        note TEXT);
    CREATE TABLE marks (pupil_id INTEGER REFERENCES pupils (id), subject TEXT REFERENCES subjects (subject), term INTEGER,
        mark INTEGER, PRIMARY KEY (pupil_id, subject, term)) WITHOUT ROWID;
    CREATE TABLE appeals (id INTEGER PRIMARY KEY, pupil_id INTEGER, subject TEXT, term INTEGER, reason TEXT,
        FOREIGN KEY (pupil_id, subject, term) REFERENCES marks (pupil_id, subject, term));
    CREATE TABLE rooms (id INTEGER PRIMARY KEY, tenant TEXT REFERENCES schools (name), \"group\" TEXT, size INTEGER);
    CREATE TABLE keys_of_janitor (id INTEGER PRIMARY KEY, door TEXT);
    CREATE VIEW all_marks AS SELECT mark FROM marks;
    CREATE VIEW class_list AS SELECT tenant, id, name, level, rank() OVER (ORDER BY level DESC, id) AS place,
        count(*) OVER () AS everybody FROM classes;
    CREATE VIEW highest(tenant, called, place) AS SELECT tenant, name, place FROM class_list WHERE place < 4;
    CREATE VIEW levels AS SELECT tenant, id, - -level AS level, 0x1f AS most FROM classes;
    CREATE VIEW class_size AS WITH rooms AS (SELECT class_id, count(*) AS n FROM pupils GROUP BY class_id)
        SELECT c.tenant, c.name, r.n FROM classes AS c LEFT JOIN rooms AS r ON r.class_id = c.id;
    CREATE INDEX pupils_by_class ON pupils (class_id);
";

pub const TENANTS: [&str; 4] = ["north", "NORTH", "o'neil", "nobody's"];
pub const TABLES: [&str; 10] =
    ["schools", "subjects", "classes", "pupils", "marks", "appeals", "rooms", "class_list", "highest", "class_size"];

pub fn settings() -> TenantSettings {
    TenantSettings { column: "tenant".into(), shared_tables: vec!["subjects".into()], columns: Vec::new() }
}

pub async fn school() -> World {
    make(Dialect::Sqlite, SCHEMA, &rows(), &settings(), &TENANTS).await
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |owner: Owner, table: &'static str, values: String| rows.push(Row { owner, table, values });
    let schools = ["north", "NORTH", "o'neil"];
    let text = |name: &str| format!("'{}'", name.replace('\'', "''"));
    for own in schools {
        add(Owner::One(own), "schools", format!("{}, 'city of {}'", text(own), own.len()));
    }
    for (subject, title) in [("art", "Art"), ("bio", "Biology"), ("math", "Mathematics")] {
        add(Owner::Everybody, "subjects", format!("'{subject}', '{title}'"));
    }
    for i in 0..15_usize {
        let own = schools[i % 3];
        let parent = if i >= 3 { (i - 3).to_string() } else { "NULL".to_owned() };
        add(Owner::One(own), "classes", format!("{i}, {}, 'class {}', {}, {parent}", text(own), i % 4, i % 6));
    }
    add(Owner::Nobody, "classes", "50, NULL, 'class of nobody', 1, NULL".to_owned());
    // One odd client closes nothing for the others.
    add(Owner::Nobody, "classes", "51, x'6e6f727468', 'class of a blob', 2, NULL".to_owned());
    // Classes that are not there, or nobody's, or missing.
    let class_of = |pupil: usize| match pupil % 12 {
        0 => ("NULL".to_owned(), Owner::Nobody),
        1 => ("50".to_owned(), Owner::Nobody),
        2 => ("777".to_owned(), Owner::Nobody),
        _ => ((pupil % 15).to_string(), Owner::One(schools[pupil % 15 % 3])),
    };
    for i in 0..90_usize {
        let (class, owner) = class_of(i);
        let note = if owner == Owner::One("north") { i.to_string() } else { format!("secret {i}") };
        let born = format!("'20{:02}-{:02}-{:02}'", 5 + i % 9, i % 12 + 1, i % 28 + 1);
        add(owner, "pupils", format!("{i}, {class}, 'pupil {}', {born}, {}.5, '{note}'", i % 20, i % 31));
    }
    for i in 0..180_usize {
        let (pupil, subject, term) = (i % 90, ["art", "bio", "math"][i % 3], i / 90 + 1);
        let owner = class_of(pupil).1;
        add(owner.clone(), "marks", format!("{pupil}, '{subject}', {term}, {}", i % 6 + 1));
        match i % 5 {
            0 => add(owner, "appeals", format!("{i}, {pupil}, '{subject}', {term}, 'reason {}'", i % 3)),
            1 => add(Owner::Nobody, "appeals", format!("{i}, {pupil}, '{subject}', NULL, 'half a key'")),
            _ => {}
        }
    }
    for i in 0..21_usize {
        let own = schools[i % 3];
        add(Owner::One(own), "rooms", format!("{i}, {}, 'g{}', {}", text(own), i % 2, 10 + i));
    }
    rows
}
