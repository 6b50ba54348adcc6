//! Foreign keys that nobody declared, found by name, type and the values themselves.
//!
//! A column is taken to refer to another table only if its name says so, the types agree, the other column has
//! no value twice, and every value is found there. A column gets one target at most: the best-named one that
//! passes. What is found is marked as inferred, and whoever uses it can say so.

use super::names::{ends_like_key, singular, subject, table_words, words};
use std::collections::HashMap;
use vouch_model::{Column, DataType, ForeignKey, KeyOrigin, Table, TableKind, Value};

/// Looks into the data on behalf of the search.
pub(crate) trait KeyProbe {
    /// Whether every non-null value of the column occurs in the other one. An error counts as no.
    fn contained(&self, table: &Table, column: &Column, to_table: &Table, to_column: &Column) -> bool;
}

struct Candidate<'t> {
    table: &'t Table,
    column: &'t Column,
    score: u8,
}

/// Keys for every column that has none declared.
pub(crate) fn infer_keys(tables: &[Table], declared: &[ForeignKey], probe: &dyn KeyProbe) -> Vec<ForeignKey> {
    let targets = Targets::new(tables);
    let mut found = Vec::new();
    for table in tables.iter().filter(|t| t.kind == TableKind::Table) {
        let name = table.qualified_name();
        for column in &table.columns {
            let is_declared = declared.iter().any(|key| key.table == name && key.columns.contains(&column.name));
            if is_declared || column.data_type == DataType::Bool {
                continue;
            }
            let mut candidates = targets.candidates(table, column);
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
            let target = candidates
                .into_iter()
                .find(|c| could_hold(column, c.column) && probe.contained(table, column, c.table, c.column));
            if let Some(target) = target {
                found.push(ForeignKey {
                    table: name.clone(),
                    columns: vec![column.name.clone()],
                    to_table: target.table.qualified_name(),
                    to_columns: vec![target.column.name.clone()],
                    origin: KeyOrigin::Inferred,
                });
            }
        }
    }
    found
}

/// Columns that others may refer to, by the words that would name them.
struct Targets<'t> {
    by_table: HashMap<Vec<String>, Vec<&'t Table>>,
    by_column: HashMap<String, Vec<(&'t Table, &'t Column)>>,
    /// Tables that begin with a short code of their own, such as airports.
    coded: Vec<(&'t Table, &'t Column)>,
}

/// What a column is called that says a place by the part it plays.
const ROLES: [&str; 8] = ["origin", "destination", "dest", "departure", "arrival", "source", "orig", "arr"];
/// Who stands above whoever has the row, in the same table.
const ABOVE: [&str; 9] =
    ["manager", "mgr", "supervisor", "boss", "parent", "superior", "referrer", "inviter", "prerequisite"];
/// `reports_to`, `invited_by`: by the verb.
const RANKED: [&str; 4] = ["reports", "invited", "referred", "supervised"];
/// Who does something with the row.
const DOERS: [&str; 33] = [
    "agent",
    "requester",
    "reporter",
    "assignee",
    "reviewer",
    "approver",
    "inspector",
    "handler",
    "technician",
    "clerk",
    "officer",
    "lead",
    "mentor",
    "advisor",
    "adviser",
    "tutor",
    "lecturer",
    "teacher",
    "instructor",
    "substitute",
    "coach",
    "trainer",
    "captain",
    "author",
    "creator",
    "editor",
    "rep",
    "cashier",
    "operator",
    "examiner",
    "interviewer",
    "recruiter",
    "coordinator",
];
/// Tables of people who may be any of these.
const STAFF: [&str; 8] = ["employee", "staff", "personnel", "worker", "user", "person", "people", "crew"];
/// Letters of a code that stands for a row.
const LONGEST_CODE: usize = 5;

impl<'t> Targets<'t> {
    fn new(tables: &'t [Table]) -> Self {
        let mut targets = Self { by_table: HashMap::new(), by_column: HashMap::new(), coded: Vec::new() };
        for table in tables.iter().filter(|t| t.kind == TableKind::Table) {
            targets.by_table.entry(table_words(&table.name)).or_default().push(table);
            for column in keys_of(table) {
                targets.by_column.entry(column.name.to_lowercase()).or_default().push((table, column));
            }
            targets.coded.extend(table.columns.first().filter(|c| is_code(c)).map(|column| (table, column)));
        }
        targets
    }

    fn candidates(&self, table: &'t Table, column: &'t Column) -> Vec<Candidate<'t>> {
        let parts = words(&column.name);
        let roles = self.by_role(table, column, &parts);
        if !roles.is_empty() {
            return roles;
        }
        if matches!(parts.as_slice(), [role] if ROLES.contains(&role.as_str())) {
            let others = self.coded.iter().filter(|(target, _)| target.qualified_name() != table.qualified_name());
            return others.map(|&(table, column)| Candidate { table, column, score: 3 }).collect();
        }
        if !ends_like_key(&parts) && !self.by_table.contains_key(&singular_words(&parts)) {
            return Vec::new();
        }
        let about = subject(&parts);
        let own = table_words(&table.name);
        // A table's own key names the table itself: `customers.customer_id` refers to nobody.
        if about.is_empty() || about == own {
            return Vec::new();
        }
        let mut found = self.named_tables(table, &about);
        found.extend(self.same_named(table, column, &about));
        found
    }

    /// Whom a column points at that only says what somebody does there: `agent_id`, `assigned_to`, `reports_to`. The rows
    /// of the same table where one stands above another, else the people of the database, if one table holds them. A
    /// table that is called so itself comes before either.
    fn by_role(&self, table: &'t Table, column: &'t Column, parts: &[String]) -> Vec<Candidate<'t>> {
        let about = if ends_like_key(parts) { subject(parts) } else { parts.to_vec() };
        let says = |roles: &[&str]| roles.iter().any(|role| about.last().is_some_and(|last| last == role));
        let done =
            matches!(about.as_slice(), [_, end] if ["by", "to"].contains(&end.as_str())) && !is_primary(table, column);
        if !done && !ends_like_key(parts) || self.by_table.contains_key(&about) {
            return Vec::new();
        }
        let above = says(&ABOVE) || done && about.first().is_some_and(|verb| RANKED.contains(&verb.as_str()));
        let own = best_key(table, &about).filter(|key| key.name != column.name);
        if let (true, Some(key)) = (above, own) {
            return vec![Candidate { table, column: key, score: 2 }];
        }
        let named = says(&DOERS) || above || done && about.first().is_some_and(|verb| verb.ends_with("ed"));
        let people = self.by_table.iter().filter(|(name, _)| {
            name.as_slice() != about && name.last().is_some_and(|last| STAFF.contains(&last.as_str()))
        });
        let mut people: Vec<&'t Table> = people.flat_map(|(_, tables)| tables.iter().copied()).collect();
        people.retain(|other| other.qualified_name() != table.qualified_name());
        match (named, people.as_slice()) {
            (true, [target]) => best_key(target, &about)
                .map(|column| Candidate { table: target, column, score: 1 })
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Tables that the column's name speaks of: by all its words, by its last ones (`ship_customer_id`), or by a
    /// word cut short (`cust_id`).
    fn named_tables(&self, table: &Table, about: &[String]) -> Vec<Candidate<'t>> {
        let mut found = Vec::new();
        let mut add = |tables: &[&'t Table], score: u8| {
            for target in tables.iter().filter(|t| t.qualified_name() != table.qualified_name()) {
                found.extend(best_key(target, about).map(|column| Candidate { table: target, column, score }));
            }
        };
        for skip in 0..about.len() {
            let tail = about.get(skip..).unwrap_or_default();
            if let Some(tables) = self.by_table.get(tail) {
                add(tables, if skip == 0 { 9 } else { 7 });
            }
        }
        let joined = about.concat();
        for (name, tables) in &self.by_table {
            let whole = name.concat();
            if name.as_slice() != about && whole == joined {
                add(tables, 8);
            } else if joined.len() >= 3 && whole.len() > joined.len() && whole.starts_with(&joined) {
                add(tables, 5);
            }
        }
        found
    }

    /// Tables that have a key of the very same name.
    fn same_named(&self, table: &Table, column: &Column, about: &[String]) -> Vec<Candidate<'t>> {
        let same = self.by_column.get(&column.name.to_lowercase()).into_iter().flatten();
        same.filter(|(target, _)| target.qualified_name() != table.qualified_name())
            // Where the column is a key on both sides, the table that is named after it is the home.
            .filter(|(target, key)| !column.unique || is_primary(target, key) || table_words(&target.name) == about)
            .filter(|_| !is_primary(table, column))
            .map(|&(target, key)| {
                let score = 4 + u8::from(is_primary(target, key)) + 2 * u8::from(table_words(&target.name) == about);
                Candidate { table: target, column: key, score }
            })
            .collect()
    }
}

/// 'OSL', 'BGO': no value twice, and all of them short and in capitals.
fn is_code(column: &Column) -> bool {
    let short = |s: &String| s.len() <= LONGEST_CODE && s.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    column.unique
        && column.data_type == DataType::Text
        && !column.samples.is_empty()
        && column.samples.iter().all(short)
}

fn singular_words(parts: &[String]) -> Vec<String> {
    let mut parts = parts.to_vec();
    if let Some(last) = parts.last_mut() {
        *last = singular(last);
    }
    parts
}

fn is_primary(table: &Table, column: &Column) -> bool {
    table.primary_key.len() == 1 && table.primary_key.first() == Some(&column.name)
}

/// Columns of a table that name a row: its key, or what has no value twice and is called like a key.
fn keys_of(table: &Table) -> impl Iterator<Item = &Column> {
    table.columns.iter().filter(|c| is_primary(table, c) || (c.unique && ends_like_key(&words(&c.name))))
}

/// The key of `table` that a column about `about` would hold.
fn best_key<'t>(table: &'t Table, about: &[String]) -> Option<&'t Column> {
    keys_of(table).max_by_key(|column| {
        let parts = words(&column.name);
        let own = subject(&parts);
        let named = parts == ["id"] || own == table_words(&table.name) || own == about;
        (is_primary(table, column), named)
    })
}

/// Whether types and ranges allow that all values of `column` are among those of `target`.
fn could_hold(column: &Column, target: &Column) -> bool {
    let whole = |t: &DataType| matches!(t, DataType::Int | DataType::Decimal { scale: 0, .. });
    let same_kind = (whole(&column.data_type) && whole(&target.data_type))
        || (column.data_type == target.data_type && matches!(column.data_type, DataType::Text | DataType::Uuid));
    let inside = |own: &Option<Value>, other: &Option<Value>, wanted: std::cmp::Ordering| match (
        own.as_ref().and_then(Value::as_f64),
        other.as_ref().and_then(Value::as_f64),
    ) {
        (Some(own), Some(other)) => own.partial_cmp(&other) != Some(wanted),
        _ => true,
    };
    // Nothing to be contained proves nothing.
    let has_values = column.distinct_count != Some(0);
    same_kind
        && has_values
        && inside(&column.min, &target.min, std::cmp::Ordering::Less)
        && inside(&column.max, &target.max, std::cmp::Ordering::Greater)
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
