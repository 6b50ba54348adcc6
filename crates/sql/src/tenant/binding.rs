//! From a catalog to a rule for every table: by a column that holds the tenant, by declared keys that lead to such a
//! table, shared by the operator's word, or refused.
//!
//! Only declared keys count. A key that was inferred from the rows holds for the rows of today, of all tenants.

use super::literal::{compared_as, literal};
use super::{Bound, Key, KeyColumn, Rule, TableName, TenantColumn, TenantSettings, refusal};
use crate::guard::Rejected;
use crate::quote_text;
use std::collections::{BTreeMap, BTreeSet};
use vouch_model::{Catalog, Column, DataType, Dialect, ForeignKey, KeyOrigin, Table, TableKind};

type Rules = BTreeMap<String, Rule>;

/// The rules of a source for the one tenant.
pub(super) fn rules(catalog: &Catalog, settings: &TenantSettings, tenant: &str) -> Result<Rules, Rejected> {
    let mut binder = Binder::new(catalog, &settings.column);
    for given in &settings.columns {
        // Settings are for all sources: a table that this one lacks is no mistake.
        if let Some(table) = catalog.table(&given.table) {
            binder.bind_named(table, given, tenant)?;
        }
    }
    for table in &catalog.tables {
        if let Some(column) = table.column(&settings.column) {
            binder.bind(table, column, tenant);
        }
    }
    Ok(binder.finish(&settings.shared_tables))
}

/// The rules of a source where every table comes with a value of its own.
pub(super) fn rules_of_values(
    catalog: &Catalog,
    shared_tables: &[String],
    given: &[(TenantColumn, String)],
) -> Result<Rules, Rejected> {
    let mut binder = Binder::new(catalog, "");
    for (named, value) in given {
        let Some(table) = catalog.table(&named.table) else {
            return Err(refusal(
                format!("There is no table `{}` to bind to a tenant.", named.table),
                "write --tenant table.column=value with a table of this source",
            ));
        };
        binder.bind_named(table, named, value)?;
    }
    Ok(binder.finish(shared_tables))
}

/// Without a catalog a table is what it is called, and its column takes the value as a text, which both engines read
/// as whatever the column holds.
pub(super) fn rules_by_name(given: &[(TenantColumn, String)], shared_tables: &[String]) -> Rules {
    let mut rules: Rules = shared_tables.iter().map(|name| (name.to_lowercase(), Rule::Shared)).collect();
    for (named, value) in given {
        let (schema, name) = named.table.split_once('.').unwrap_or(("main", &named.table));
        let table = TableName { schema: schema.to_owned(), name: name.to_owned() };
        let column = KeyColumn { name: named.column.clone(), is_text: false };
        let key = named.table.to_lowercase();
        let key = key.strip_prefix("main.").map_or(key.clone(), str::to_owned);
        rules.insert(key, Rule::Column(Bound { table, column, literal: quote_text(value) }));
    }
    rules
}

struct Binder<'c> {
    catalog: &'c Catalog,
    /// What the tenant's column is usually called, for messages.
    usual_column: &'c str,
    rules: Rules,
    /// The value that each table was bound by, for tables that the column's key points at.
    values: BTreeMap<String, (String, String)>,
}

impl<'c> Binder<'c> {
    fn new(catalog: &'c Catalog, usual_column: &'c str) -> Self {
        Self { catalog, usual_column, rules: Rules::new(), values: BTreeMap::new() }
    }

    fn bind_named(&mut self, table: &Table, named: &TenantColumn, tenant: &str) -> Result<(), Rejected> {
        let Some(column) = table.column(&named.column) else {
            return Err(refusal(
                format!("`{}` has no column `{}` that could hold the client.", named.table, named.column),
                "correct the rule (tenant_columns, or --tenant)",
            ));
        };
        self.bind(table, column, tenant);
        Ok(())
    }

    /// The first word about a table stands: rules of the settings come before the usual column.
    fn bind(&mut self, table: &Table, column: &Column, tenant: &str) {
        let key = key_of(table);
        if self.rules.contains_key(&key) {
            return;
        }
        let rule = match literal(tenant, &table.qualified_name(), column, self.catalog.dialect) {
            Ok(literal) => {
                Rule::Column(Bound { table: name_of(table), column: key_column(column, self.catalog.dialect), literal })
            }
            Err(rejected) => Rule::Refused(rejected),
        };
        self.values.insert(key.clone(), (column.name.clone(), tenant.to_owned()));
        self.rules.insert(key, rule);
    }

    fn finish(mut self, shared_tables: &[String]) -> Rules {
        self.follow_tenant_columns();
        self.follow_keys();
        for table in &self.catalog.tables {
            let key = key_of(table);
            if self.rules.contains_key(&key) {
                continue;
            }
            let called_shared = shared_tables.iter().any(|name| {
                let name = name.to_lowercase();
                name == key || name.strip_prefix("main.") == Some(key.as_str())
            });
            let rule = if called_shared { Rule::Shared } else { self.refused(table) };
            self.rules.insert(key, rule);
        }
        self.rules
    }

    /// `orders.client_id` refers to `clients.id`, so `clients.id` is the client too.
    fn follow_tenant_columns(&mut self) {
        loop {
            let mut found: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
            for key in declared(self.catalog) {
                let (from, to) = (key.table.to_lowercase(), key.to_table.to_lowercase());
                let Some((column, value)) = self.values.get(&from) else { continue };
                let place = key.columns.iter().position(|own| own.eq_ignore_ascii_case(column));
                let Some(other) = place.and_then(|place| key.to_columns.get(place)) else { continue };
                if !self.rules.contains_key(&to) {
                    found.entry(to).or_default().insert((other.to_lowercase(), value.clone()));
                }
            }
            if found.is_empty() {
                return;
            }
            for (to, columns) in found {
                self.bind_pointed_at(&to, &columns);
            }
        }
    }

    fn bind_pointed_at(&mut self, to: &str, columns: &BTreeSet<(String, String)>) {
        let table = self.catalog.tables.iter().find(|table| key_of(table) == to);
        let mut columns = columns.iter();
        match (table, columns.next(), columns.next()) {
            (Some(table), Some((column, value)), None) if table.column(column).is_some() => {
                if let Some(column) = table.column(column) {
                    self.bind(table, column, value);
                }
            }
            // Two columns of it are the client, or it is not in the catalog: nobody knows which rows are whose.
            _ => {
                let message = format!("Several keys say differently which client a row of `{to}` belongs to.");
                let suggestion = format!("name the right column with tenant_columns, as `{to}.column`");
                self.rules.insert(to.to_owned(), Rule::Refused(refusal(message, &suggestion)));
            }
        }
    }

    /// Level by level: what refers to a bound table is bound by all its keys to tables of that level. A table that
    /// refers to itself or back along a circle gains nothing by it.
    fn follow_keys(&mut self) {
        loop {
            let mut next: BTreeMap<String, Vec<Key>> = BTreeMap::new();
            for key in declared(self.catalog) {
                let (from, to) = (key.table.to_lowercase(), key.to_table.to_lowercase());
                let leads = matches!(self.rules.get(&to), Some(Rule::Column(_) | Rule::Keys { .. }));
                if leads
                    && !self.rules.contains_key(&from)
                    && let Some(found) = self.resolve(key)
                {
                    next.entry(from).or_default().push(found);
                }
            }
            if next.is_empty() {
                return;
            }
            for (from, keys) in next {
                if let Some(table) = self.catalog.tables.iter().find(|table| key_of(table) == from) {
                    self.rules.insert(from, Rule::Keys { table: name_of(table), keys });
                }
            }
        }
    }

    /// The key with its columns, if it names one row at most on the other side.
    fn resolve(&self, key: &ForeignKey) -> Option<Key> {
        let (table, to) = (self.catalog.table(&key.table)?, self.catalog.table(&key.to_table)?);
        if key.columns.is_empty() || key.columns.len() != key.to_columns.len() || table.kind == TableKind::View {
            return None;
        }
        let all = |table: &Table, names: &[String]| -> Option<Vec<KeyColumn>> {
            names.iter().map(|name| table.column(name).map(|column| key_column(column, self.catalog.dialect))).collect()
        };
        let names_one_row = match key.to_columns.as_slice() {
            [only] => {
                to.column(only).is_some_and(|column| column.unique)
                    || matches!(to.primary_key.as_slice(), [own] if own.eq_ignore_ascii_case(only))
            }
            // SQLite declares keys to anything; the others only to what is unique.
            several => {
                let held = |own: &String| several.iter().any(|name| name.eq_ignore_ascii_case(own));
                self.catalog.dialect != Dialect::Sqlite
                    || several.iter().any(|name| to.column(name).is_some_and(|column| column.unique))
                    || !to.primary_key.is_empty() && to.primary_key.iter().all(held)
            }
        };
        let found = Key { columns: all(table, &key.columns)?, to: key_of(to), to_columns: all(to, &key.to_columns)? };
        names_one_row.then_some(found)
    }

    fn refused(&self, table: &Table) -> Rule {
        let name = table.qualified_name();
        let what = match table.kind {
            TableKind::View => "view",
            TableKind::Table => "table",
        };
        let lacks = match self.usual_column {
            "" => "it is not bound to a tenant, and no declared key leads from it to a table that is".to_owned(),
            column => format!("it has no column {column}, and no declared key leads from it to a table that has"),
        };
        Rule::Refused(refusal(
            format!("The {what} `{name}` cannot be shown to one client: {lacks}."),
            &format!(
                "name its column with the setting tenant_columns, or add `{name}` to shared_tables if it is everybody's"
            ),
        ))
    }
}

fn declared(catalog: &Catalog) -> impl Iterator<Item = &ForeignKey> {
    catalog.foreign_keys.iter().filter(|key| key.origin == KeyOrigin::Declared)
}

fn key_of(table: &Table) -> String {
    table.qualified_name().to_lowercase()
}

fn name_of(table: &Table) -> TableName {
    TableName { schema: table.schema.clone().unwrap_or_else(|| "main".to_owned()), name: table.name.clone() }
}

fn key_column(column: &Column, dialect: Dialect) -> KeyColumn {
    KeyColumn { name: column.name.clone(), is_text: compared_as(column, dialect) == DataType::Text }
}
