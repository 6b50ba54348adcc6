//! What a SQLite file holds. Declared types are promises that SQLite does not enforce, so the values are asked
//! what they are: one statement per table for counts, classes and extremes, and one for samples.

use super::connection::open_read_only;
use super::errors;
use super::values::{self, Declared};
use crate::ConnectorError;
use crate::catalog::{KeyProbe, fingerprint, infer_keys, sample};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use vouch_model::{Catalog, Column, DataType, Dialect, ForeignKey, KeyOrigin, Table, TableKind, Value};

/// Above it distinct values and samples come from every n-th row.
const EXACT_ROWS: u64 = 20_000;
/// A view may hide any amount of work, so it gets less time than a table. What takes longer has no figures.
const TABLE_TIME: Duration = Duration::from_secs(20);
const VIEW_TIME: Duration = Duration::from_secs(1);

const LOOKS_LIKE_DATE: &str = "'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'";
const LOOKS_LIKE_TIMESTAMP: &str = "'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]*'";

pub(super) fn read(source: &str, path: &Path) -> Result<Catalog, ConnectorError> {
    let reader = Reader::open(path)?;
    let failed = |error| errors::statement(&error);
    let mut listed = reader.tables().map_err(failed)?;
    for table in &mut listed {
        if let Err(error) = reader.profile(table) {
            tracing::debug!(table = table.table.name, %error, "the table has no figures");
        }
    }
    let mut tables: Vec<Table> = listed.into_iter().map(|listed| listed.table).collect();
    let mut foreign_keys = Vec::new();
    for table in &tables {
        foreign_keys.extend(reader.foreign_keys(table, &tables).map_err(failed)?);
    }
    foreign_keys.extend(infer_keys(&tables, &foreign_keys, &reader));
    tables.sort_by_key(|table| table.kind == TableKind::View);
    let own_functions = Vec::new();
    let version = fingerprint(&tables, &foreign_keys, &own_functions);
    let source = source.to_owned();
    Ok(Catalog { source, dialect: Dialect::Sqlite, version, tables, foreign_keys, own_functions })
}

/// As SQLite lists it.
struct Named {
    name: String,
    kind: String,
    without_rowid: bool,
    sql: Option<String>,
}

struct Listed {
    table: Table,
    declared: Vec<Declared>,
    has_rowid: bool,
}

struct Reader {
    connection: Connection,
    deadline: Arc<Mutex<Instant>>,
}

impl Reader {
    /// Not the sandbox of `run`: the catalog needs PRAGMA. It is read-only, and only texts of ours run here.
    fn open(path: &Path) -> Result<Self, ConnectorError> {
        let mut connection = open_read_only(path)?;
        let deadline = Arc::new(Mutex::new(Instant::now() + TABLE_TIME));
        let watched = Arc::clone(&deadline);
        let late = move || *watched.lock().unwrap_or_else(PoisonError::into_inner) < Instant::now();
        connection.progress_handler(10_000, Some(late)).map_err(|error| errors::opening(path, &error))?;
        Ok(Self { connection, deadline })
    }

    fn allow(&self, time: Duration) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + time;
    }

    fn rows<T>(&self, sql: &str, read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>) -> rusqlite::Result<Vec<T>> {
        self.connection.prepare(sql)?.query_map([], read)?.collect()
    }

    fn tables(&self) -> rusqlite::Result<Vec<Listed>> {
        let names = self.rows(
            "SELECT l.name, l.type, l.wr, s.sql FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name \
             WHERE l.schema = 'main' AND l.type <> 'shadow' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
             AND s.type IN ('table', 'view') ORDER BY s.rowid",
            |row| Ok(Named { name: row.get(0)?, kind: row.get(1)?, without_rowid: row.get(2)?, sql: row.get(3)? }),
        )?;
        // A view whose table is gone cannot even be described; it is left out, as it cannot be asked either.
        Ok(names.into_iter().filter_map(|named| self.table(named).ok()).collect())
    }

    fn table(&self, named: Named) -> rusqlite::Result<Listed> {
        let Named { name, kind, without_rowid, sql } = named;
        self.allow(TABLE_TIME);
        let described = self.rows(
            &format!("SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo({}) WHERE hidden <> 1", text(&name)),
            |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, Option<String>>(1)?.unwrap_or_default(),
                    row.get::<_, bool>(2)?,
                    row.get::<_, u32>(3)?,
                ))
            },
        )?;
        let mut key: Vec<(u32, String)> =
            described.iter().filter(|(.., pk)| *pk > 0).map(|(name, .., pk)| (*pk, name.clone())).collect();
        key.sort();
        let primary_key: Vec<String> = key.into_iter().map(|(_, name)| name).collect();
        let unique = self.unique_columns(&name)?;
        let declared = described.iter().map(|(_, native, ..)| Declared::of(native)).collect();
        let column = |(name, native_type, not_null, pk): (String, String, bool, u32)| Column {
            label: None,
            data_type: Declared::of(&native_type).data_type(),
            // SQLite allows NULL in a primary key unless it is the row id, which never is NULL.
            nullable: !not_null && !(pk > 0 && (without_rowid || native_type.eq_ignore_ascii_case("INTEGER"))),
            comment: None,
            samples: Vec::new(),
            min: None,
            max: None,
            null_count: None,
            distinct_count: None,
            unique: unique.contains(&name) || (primary_key.len() == 1 && pk > 0),
            native_type,
            name,
        };
        let columns = described.into_iter().map(column).collect();
        let is_view = kind == "view";
        let kind = if is_view { TableKind::View } else { TableKind::Table };
        let definition = sql.filter(|_| is_view);
        let (schema, label, comment, row_count) = (None, None, None, None);
        let table = Table { schema, name, label, kind, comment, columns, primary_key, row_count, definition };
        Ok(Listed { table, declared, has_rowid: !without_rowid && !is_view })
    }

    fn unique_columns(&self, table: &str) -> rusqlite::Result<Vec<String>> {
        self.rows(
            &format!(
                "SELECT min(i.name) FROM pragma_index_list({}) AS l, pragma_index_info(l.name) AS i \
                 WHERE l.\"unique\" = 1 AND l.partial = 0 GROUP BY l.name HAVING count(*) = 1 AND min(i.name) IS NOT NULL",
                text(table)
            ),
            |row| row.get(0),
        )
    }

    fn foreign_keys(&self, table: &Table, all: &[Table]) -> rusqlite::Result<Vec<ForeignKey>> {
        let rows = self.rows(
            &format!(
                "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list({}) ORDER BY id, seq",
                text(&table.name)
            ),
            |row| {
                Ok((
                    row.get::<_, i64>(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, String>(2)?,
                    row.get::<_, Option<String>>(3)?,
                ))
            },
        )?;
        let mut keys: Vec<(i64, ForeignKey)> = Vec::new();
        for (id, to, from, to_column) in rows {
            // Names are written as the schema's author pleased; the catalog spells them as the tables do.
            let target = all.iter().find(|t| t.name.eq_ignore_ascii_case(&to));
            let Some(target) = target else { continue };
            if keys.last().is_none_or(|(last, _)| *last != id) {
                let key = ForeignKey {
                    table: table.name.clone(),
                    columns: Vec::new(),
                    to_table: target.name.clone(),
                    to_columns: Vec::new(),
                    origin: KeyOrigin::Declared,
                };
                keys.push((id, key));
            }
            let Some((_, key)) = keys.last_mut() else { continue };
            // Without a column the key is the other table's primary key.
            let implied = target.primary_key.get(key.columns.len()).cloned();
            let spelled = |table: &Table, name: &str| table.column(name).map(|c| c.name.clone());
            key.columns.push(spelled(table, &from).unwrap_or(from));
            key.to_columns.extend(to_column.and_then(|name| spelled(target, &name)).or(implied));
        }
        Ok(keys.into_iter().map(|(_, key)| key).filter(|key| key.columns.len() == key.to_columns.len()).collect())
    }

    fn profile(&self, listed: &mut Listed) -> rusqlite::Result<()> {
        let Listed { table, declared, has_rowid } = listed;
        self.allow(if table.kind == TableKind::View { VIEW_TIME } else { TABLE_TIME });
        let from = quote(&table.name);
        let rows: u64 = self.connection.query_row(&format!("SELECT count(*) FROM {from}"), [], |row| row.get(0))?;
        table.row_count = Some(rows);
        if table.columns.is_empty() {
            return Ok(());
        }
        let part = match rows.div_ceil(EXACT_ROWS) {
            0 | 1 => from.clone(),
            every if *has_rowid => format!("(SELECT * FROM {from} WHERE rowid % {every} = 0)"),
            _ => format!("(SELECT * FROM {from} LIMIT {EXACT_ROWS})"),
        };
        let figures = self.figures(&from, declared, &table_names(table))?;
        for (column, figures) in table.columns.iter_mut().zip(figures) {
            figures.apply(column, rows);
        }
        self.distinct(table, &from, &part, rows)?;
        self.samples(table, &part)
    }

    fn figures(&self, from: &str, declared: &[Declared], names: &[String]) -> rusqlite::Result<Vec<Figures>> {
        let wanted: Vec<String> = names
            .iter()
            .map(|name| {
                format!(
                    "count({name}), sum(typeof({name}) = 'integer'), sum(typeof({name}) = 'real'), \
                     sum(typeof({name}) = 'text'), sum(typeof({name}) = 'text' AND {name} GLOB {LOOKS_LIKE_DATE}), \
                     sum(typeof({name}) = 'text' AND {name} GLOB {LOOKS_LIKE_TIMESTAMP}), min({name}), max({name})"
                )
            })
            .collect();
        // SQLite allows 2,000 columns in a result, so a very wide table takes several statements.
        let mut figures = Vec::new();
        for (group, declared) in wanted.chunks(200).zip(declared.chunks(200)) {
            let sql = format!("SELECT {} FROM {from}", group.join(", "));
            let row = self.connection.query_row(&sql, [], |row| {
                declared.iter().enumerate().map(|(i, declared)| Figures::read(row, i * 8, *declared)).collect()
            });
            figures.extend(row.map(|figures: Vec<Figures>| figures)?);
        }
        Ok(figures)
    }

    /// Distinct values: exact in small tables, from a part in large ones. That a column is unique is never
    /// taken from a part alone.
    fn distinct(&self, table: &mut Table, from: &str, part: &str, rows: u64) -> rusqlite::Result<()> {
        let countable: Vec<usize> = (0..table.columns.len())
            .filter(|&i| table.columns.get(i).is_some_and(|c| !matches!(c.data_type, DataType::Blob)))
            .collect();
        for group in countable.chunks(500) {
            let names = group.iter().filter_map(|&i| table.columns.get(i)).map(|c| quote(&c.name));
            let wanted: Vec<String> = names.map(|name| format!("count({name}), count(DISTINCT {name})")).collect();
            let counts: Vec<(u64, u64)> =
                self.connection.query_row(&format!("SELECT {} FROM {part}", wanted.join(", ")), [], |row| {
                    (0..group.len()).map(|i| Ok((row.get(i * 2)?, row.get(i * 2 + 1)?))).collect()
                })?;
            for (&i, (filled, distinct)) in group.iter().zip(counts) {
                let Some(column) = table.columns.get_mut(i) else { continue };
                let all = rows.saturating_sub(column.null_count.unwrap_or(0));
                let (distinct, unique) = if column.unique {
                    (all, true)
                } else if rows <= EXACT_ROWS {
                    (distinct, filled > 0 && distinct == filled)
                } else if distinct == filled
                    && matches!(column.data_type, DataType::Int | DataType::Text | DataType::Uuid)
                {
                    let sql = format!("SELECT count(DISTINCT {}) FROM {from}", quote(&column.name));
                    let distinct = self.connection.query_row(&sql, [], |row| row.get(0))?;
                    (distinct, all > 0 && distinct == all)
                } else {
                    (estimate(distinct, filled, all), false)
                };
                column.distinct_count = Some(distinct);
                column.unique = unique;
            }
        }
        Ok(())
    }

    fn samples(&self, table: &mut Table, part: &str) -> rusqlite::Result<()> {
        for column in table.columns.iter_mut().filter(|column| column.data_type.is_text()) {
            let name = quote(&column.name);
            let sql = format!(
                "SELECT {name} FROM {part} WHERE {name} IS NOT NULL GROUP BY {name} ORDER BY count(*) DESC, {name} LIMIT 3"
            );
            let texts = self.rows(&sql, |row| Ok(values::plain(row.get_ref(0)?).to_string()))?;
            column.samples = texts.iter().map(|text| sample(text)).collect();
        }
        Ok(())
    }
}

/// Few different values among many rows: those are probably all. Otherwise there are more where these came from.
fn estimate(distinct: u64, filled: u64, all: u64) -> u64 {
    if filled == 0 || distinct.saturating_mul(10) <= filled {
        return distinct;
    }
    (u128::from(distinct) * u128::from(all) / u128::from(filled)).try_into().unwrap_or(all)
}

impl KeyProbe for Reader {
    fn contained(&self, table: &Table, column: &Column, to_table: &Table, to_column: &Column) -> bool {
        self.allow(TABLE_TIME);
        // The list of distinct values first, because the other side may have no index.
        let sql = format!(
            "SELECT EXISTS (SELECT {own} FROM {} WHERE {own} IS NOT NULL EXCEPT SELECT {other} FROM {})",
            quote(&table.name),
            quote(&to_table.name),
            own = quote(&column.name),
            other = quote(&to_column.name),
        );
        self.connection.query_row(&sql, [], |row| row.get::<_, bool>(0)).is_ok_and(|strays| !strays)
    }
}

/// What the values of a column are.
struct Figures {
    declared: Declared,
    filled: u64,
    integers: u64,
    reals: u64,
    texts: u64,
    dates: u64,
    timestamps: u64,
    min: Value,
    max: Value,
}

impl Figures {
    fn read(row: &Row<'_>, at: usize, declared: Declared) -> rusqlite::Result<Self> {
        let count = |i: usize| Ok::<u64, rusqlite::Error>(row.get::<_, Option<u64>>(at + i)?.unwrap_or(0));
        let value = |i: usize| Ok::<Value, rusqlite::Error>(read_value(row.get_ref(at + i)?, declared));
        Ok(Self {
            declared,
            filled: count(0)?,
            integers: count(1)?,
            reals: count(2)?,
            texts: count(3)?,
            dates: count(4)?,
            timestamps: count(5)?,
            min: value(6)?,
            max: value(7)?,
        })
    }

    fn apply(self, column: &mut Column, rows: u64) {
        column.null_count = Some(rows.saturating_sub(self.filled));
        column.data_type = self.data_type();
        if column.data_type.is_numeric() || column.data_type.is_temporal() {
            column.min = Some(self.min).filter(|value| !value.is_null());
            column.max = Some(self.max).filter(|value| !value.is_null());
        }
    }

    /// The declared type where the values keep its promise, else what the values are.
    fn data_type(&self) -> DataType {
        let numbers = self.integers + self.reals;
        let zero_or_one = |value: &Value| matches!(value, Value::Int(0 | 1));
        if self.filled == 0 {
            return self.declared.data_type();
        }
        match self.declared {
            Declared::Bool if self.integers == self.filled && zero_or_one(&self.min) && zero_or_one(&self.max) => {
                DataType::Bool
            }
            Declared::Date | Declared::Timestamp if self.dates == self.filled => DataType::Date,
            Declared::Date | Declared::Timestamp if self.dates + self.timestamps == self.filled => {
                DataType::Timestamp { zoned: false }
            }
            Declared::Decimal { .. } | Declared::Float if numbers == self.filled => self.declared.data_type(),
            Declared::Json | Declared::Uuid | Declared::Time if self.texts == self.filled => self.declared.data_type(),
            _ if self.integers == self.filled => DataType::Int,
            _ if numbers == self.filled => DataType::Float,
            _ if self.texts == self.filled => DataType::Text,
            _ if numbers + self.texts == 0 => DataType::Blob,
            // SQLite lets a stray text into a column of numbers, and the reverse.
            _ if self.texts == 0 || numbers == 0 => DataType::Other("mixed".to_owned()),
            _ if self.texts > numbers => DataType::Text,
            _ => DataType::Other("mixed".to_owned()),
        }
    }
}

fn read_value(value: ValueRef<'_>, declared: Declared) -> Value {
    values::declared(values::plain(value), declared)
}

fn table_names(table: &Table) -> Vec<String> {
    table.columns.iter().map(|column| quote(&column.name)).collect()
}

/// Always quoted: the names come from the engine itself and may be anything.
fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}
