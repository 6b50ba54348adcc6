//! A source's catalog as one tenant may know it: the same tables, columns and declared keys, with every figure and
//! sample read anew from the tenant's rows, or left out. Called when a tenant's view is made.
//!
//! Everything is read with statements that pass the guard under the tenant's policy, so nothing here can see more than
//! a question of the tenant could.

use crate::settings::AnalystSettings;
use crate::source_view::{check_against, quoted_table};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, declared_type};
use vouch_model::{Catalog, Column, DataType, Dialect, ForeignKey, KeyOrigin, Table, Value};
use vouch_sql::{TenantPolicy, quote_identifier};

/// Tables that get figures; a catalog with more keeps the names of the rest.
const MOST_TABLES: usize = 400;
/// Up to so many rows distinct values are counted exactly.
const EXACT_ROWS: u64 = 20_000;
/// Samples of a column, as everywhere.
const SAMPLES: usize = 3;
const LONGEST_SAMPLE: usize = 80;

pub async fn read(connector: &Arc<dyn Connector>, all: &Catalog, policy: &Arc<TenantPolicy>) -> Catalog {
    let is_shared = |table: &str| policy.is_shared(table);
    let mut catalog = Catalog {
        tables: all
            .tables
            .iter()
            .map(|t| if is_shared(&t.qualified_name()) { t.clone() } else { blank(t, all) })
            .collect(),
        foreign_keys: all.foreign_keys.iter().filter(|key| may_know(key, policy)).cloned().collect(),
        version: format!("{}-{}", all.version, policy.fingerprint()),
        ..all.clone()
    };
    let snapshot = catalog.clone();
    let reader = Reader { connector, catalog: &snapshot, policy, settings: AnalystSettings::default() };
    let own = |table: &&mut Table| {
        let name = table.qualified_name();
        policy.may_read(&name) && !policy.is_shared(&name)
    };
    for table in catalog.tables.iter_mut().filter(own).take(MOST_TABLES) {
        reader.table(table).await;
    }
    catalog
}

/// A key that was inferred was seen in the rows of everybody; between shared tables that is no secret.
fn may_know(key: &ForeignKey, policy: &TenantPolicy) -> bool {
    key.origin == KeyOrigin::Declared || (policy.is_shared(&key.table) && policy.is_shared(&key.to_table))
}

/// The table without anything that its rows have told.
fn blank(table: &Table, catalog: &Catalog) -> Table {
    let column = |column: &Column| Column {
        data_type: declared_type(catalog.dialect, &column.native_type).unwrap_or_else(|| column.data_type.clone()),
        samples: Vec::new(),
        min: None,
        max: None,
        null_count: None,
        distinct_count: None,
        unique: matches!(table.primary_key.as_slice(), [only] if *only == column.name),
        ..column.clone()
    };
    Table { columns: table.columns.iter().map(column).collect(), row_count: None, ..table.clone() }
}

struct Reader<'a> {
    connector: &'a Arc<dyn Connector>,
    catalog: &'a Catalog,
    policy: &'a Arc<TenantPolicy>,
    settings: AnalystSettings,
}

impl Reader<'_> {
    /// What cannot be read in time stays unknown.
    async fn table(&self, table: &mut Table) {
        let from = quoted_table(table, self.catalog.dialect);
        let Some(rows) = self.figures(&format!("SELECT count(*) FROM {from}")).await.first().and_then(count) else {
            return;
        };
        table.row_count = Some(rows);
        for column in &mut table.columns {
            if matches!(column.data_type, DataType::Other(_)) && self.catalog.dialect == Dialect::Sqlite {
                column.data_type = self.undeclared(&from, column).await;
            }
        }
        let wanted: Vec<String> = table.columns.iter().map(|column| self.aggregates(column, rows)).collect();
        let figures = self.figures(&format!("SELECT {} FROM {from}", wanted.join(", "))).await;
        let mut cells = figures.into_iter();
        for column in &mut table.columns {
            let Some(filled) = cells.next().as_ref().and_then(count) else { return };
            column.null_count = Some(rows.saturating_sub(filled));
            if self.counts_distinct(column, rows) {
                let distinct = cells.next().as_ref().and_then(count);
                column.distinct_count = distinct.map(|n| n.min(filled));
                column.unique |= rows <= EXACT_ROWS && filled > 0 && distinct == Some(filled);
            }
            if has_range(&column.data_type) {
                column.min = cells.next().filter(|value| fits(value, &column.data_type));
                column.max = cells.next().filter(|value| fits(value, &column.data_type));
            }
        }
        for column in table.columns.iter_mut().filter(|column| column.data_type.is_text()) {
            column.samples = self.samples(&from, column).await;
        }
    }

    /// What the one statement asks of a column; read back in the same order.
    fn aggregates(&self, column: &Column, rows: u64) -> String {
        let name = self.quoted(column);
        let mut wanted = vec![format!("count({name})")];
        if self.counts_distinct(column, rows) {
            let approximate = rows > EXACT_ROWS && self.catalog.dialect == Dialect::DuckDb;
            wanted.push(match approximate {
                true => format!("approx_count_distinct({name})"),
                false => format!("count(DISTINCT {name})"),
            });
        }
        if has_range(&column.data_type) {
            wanted.push(format!("min({name}), max({name})"));
        }
        wanted.join(", ")
    }

    /// SQLite has no approximation: a large table is not counted.
    fn counts_distinct(&self, column: &Column, rows: u64) -> bool {
        let countable = has_range(&column.data_type)
            || matches!(column.data_type, DataType::Bool | DataType::Text | DataType::Uuid);
        countable && (rows <= EXACT_ROWS || self.catalog.dialect == Dialect::DuckDb)
    }

    async fn samples(&self, from: &str, column: &Column) -> Vec<String> {
        let name = self.quoted(column);
        let sql = format!(
            "SELECT {name} FROM {from} WHERE {name} IS NOT NULL GROUP BY {name} ORDER BY count(*) DESC, {name}"
        );
        let rows = self.rows(&sql, SAMPLES).await;
        rows.into_iter().flatten().map(|value| cut(&value.to_string())).collect()
    }

    /// What the tenant's values are, in a column that SQLite was told nothing about.
    async fn undeclared(&self, from: &str, column: &Column) -> DataType {
        let name = self.quoted(column);
        let sql = format!("SELECT DISTINCT typeof({name}) FROM {from} WHERE {name} IS NOT NULL ORDER BY 1");
        let kinds: Vec<String> =
            self.rows(&sql, SAMPLES + 2).await.into_iter().flatten().map(|kind| kind.to_string()).collect();
        match kinds.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["integer"] => DataType::Int,
            ["real"] | ["integer", "real"] => DataType::Float,
            ["text"] => DataType::Text,
            ["blob"] => DataType::Blob,
            [] => column.data_type.clone(),
            _ => DataType::Other("mixed".to_owned()),
        }
    }

    fn quoted(&self, column: &Column) -> String {
        quote_identifier(&column.name, self.catalog.dialect)
    }

    /// The one row of a statement; empty if it is refused, fails or takes too long.
    async fn figures(&self, sql: &str) -> Vec<Value> {
        self.rows(sql, 1).await.into_iter().next().unwrap_or_default()
    }

    async fn rows(&self, sql: &str, most: usize) -> Vec<Vec<Value>> {
        let Ok(checked) = check_against(self.connector, self.catalog, Some(self.policy), sql, most) else {
            tracing::debug!(%sql, "a tenant's figures cannot be read");
            return Vec::new();
        };
        let limits = self.settings.probe_limits(most);
        let Ok(stream) = self.connector.run(&checked, &limits, &CancellationToken::new()).await else {
            return Vec::new();
        };
        let read = stream.collect().await;
        read.map(|rows| rows.rows.into_iter().take(most).collect()).unwrap_or_default()
    }
}

/// Below SQLite's dates lie texts, of which only what reads as a date is one.
fn fits(value: &Value, data_type: &DataType) -> bool {
    match value {
        Value::Null => false,
        Value::Text(_) => !data_type.is_temporal() && !data_type.is_numeric(),
        _ => true,
    }
}

fn has_range(data_type: &DataType) -> bool {
    data_type.is_numeric() || data_type.is_temporal()
}

fn count(value: &Value) -> Option<u64> {
    match value {
        Value::Int(count) => u64::try_from(*count).ok(),
        _ => None,
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SAMPLE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
